//! The `erasure_notice` table.

use hoi_db::Timestamp;
use hoi_platform::ids::EventId;
use sea_orm::entity::prelude::*;

use crate::privacy::retention::Part;

#[derive(Debug, Clone, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "erasure_notice")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub event_id: EventId,
    #[sea_orm(primary_key, auto_increment = false)]
    pub part: Part,
    pub due_at: Timestamp,
    pub announced_at: Timestamp,
    pub ordered_at: Option<Timestamp>,
    pub ended_at: Option<Timestamp>,
}

#[derive(Debug, Clone, Copy, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
