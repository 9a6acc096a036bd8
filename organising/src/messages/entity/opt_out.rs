//! The `message_opt_out` table.

use hoi_db::Timestamp;
use hoi_platform::ids::UserId;
use sea_orm::entity::prelude::*;

#[derive(Debug, Clone, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "message_opt_out")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub owner_id: UserId,
    #[sea_orm(primary_key, auto_increment = false)]
    pub email_key: String,
    pub at: Timestamp,
}

#[derive(Debug, Clone, Copy, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
