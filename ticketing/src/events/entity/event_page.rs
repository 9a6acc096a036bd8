//! The `event_page` table.

use hoi_db::Timestamp;
use hoi_platform::ids::EventId;
use sea_orm::entity::prelude::*;

use crate::events::PageBlocks;

#[derive(Debug, Clone, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "event_page")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub event_id: EventId,
    pub blocks: PageBlocks,
    pub version: i64,
    pub updated_at: Timestamp,
}

#[derive(Debug, Clone, Copy, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
