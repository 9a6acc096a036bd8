//! The `cover` table.

use hoi_db::Timestamp;
use hoi_platform::ids::{CoverId, FileId, UserId};
use sea_orm::entity::prelude::*;

#[derive(Debug, Clone, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "cover")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: CoverId,
    pub owner_id: UserId,
    pub file_id: FileId,
    pub is_shared: bool,
    pub created_at: Timestamp,
}

#[derive(Debug, Clone, Copy, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
