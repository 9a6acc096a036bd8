//! The `one_time_token` table.

use hoi_db::Timestamp;
use hoi_platform::ids::{OneTimeTokenId, UserId};
use sea_orm::entity::prelude::*;

use crate::accounts::TokenKind;

#[derive(Debug, Clone, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "one_time_token")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: OneTimeTokenId,
    pub user_id: UserId,
    pub kind: TokenKind,
    pub hash: String,
    pub expires_at: Timestamp,
    pub used_at: Option<Timestamp>,
    pub created_at: Timestamp,
}

#[derive(Debug, Clone, Copy, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
