//! The `scan` table.

use hoi_db::Timestamp;
use hoi_platform::ids::{AttendanceId, EventId};
use sea_orm::entity::prelude::*;

#[derive(Debug, Clone, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "scan")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    pub event_id: EventId,
    pub attendance_id: Option<AttendanceId>,
    pub code: Option<String>,
    pub device_id: Option<String>,
    pub nonce: Option<String>,
    pub occurred_at: Timestamp,
    pub received_at: Timestamp,
    pub result: String,
    pub answer: Option<Json>,
    pub actor: String,
}

#[derive(Debug, Clone, Copy, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
