//! The `second_factor` table.

use hoi_db::Timestamp;
use hoi_platform::ids::UserId;
use sea_orm::entity::prelude::*;

#[derive(Debug, Clone, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "second_factor")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub user_id: UserId,
    pub secret: String,
    pub confirmed_at: Option<Timestamp>,
    pub last_step: i64,
    pub created_at: Timestamp,
}

#[derive(Debug, Clone, Copy, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
