//! The `broadcast` table.

use hoi_db::Timestamp;
use sea_orm::entity::prelude::*;

use crate::ids::ServerId;

#[derive(Debug, Clone, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "broadcast")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub server: ServerId,
    #[sea_orm(primary_key, auto_increment = false)]
    pub number: i64,
    pub messages: Json,
    pub written_at: Timestamp,
}

#[derive(Debug, Clone, Copy, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
