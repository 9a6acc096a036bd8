//! The `event_visit` table.

use hoi_db::Timestamp;
use hoi_platform::ids::EventId;
use sea_orm::entity::prelude::*;

#[derive(Debug, Clone, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "event_visit")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub event_id: EventId,
    /// The first moment of the day in Vietnam.
    #[sea_orm(primary_key, auto_increment = false)]
    pub day: Timestamp,
    pub visits: i64,
}

#[derive(Debug, Clone, Copy, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
