//! The `event_draft` table.

use hoi_db::Timestamp;
use hoi_platform::ids::{DraftId, UserId};
use sea_orm::entity::prelude::*;

#[derive(Debug, Clone, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "event_draft")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: DraftId,
    pub owner_id: UserId,
    pub title: String,
    pub content: String,
    pub version: i64,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

#[derive(Debug, Clone, Copy, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
