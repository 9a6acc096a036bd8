//! The `absence` table.

use hoi_db::Timestamp;
use hoi_platform::ids::{AbsenceId, AttendanceId, EventId, UserId};
use sea_orm::entity::prelude::*;

use crate::roll_call::AbsenceKind;

#[derive(Debug, Clone, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "absence")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: AbsenceId,
    pub event_id: EventId,
    pub user_id: UserId,
    pub substitute_id: Option<AttendanceId>,
    pub kind: AbsenceKind,
    pub created_by: UserId,
    pub created_at: Timestamp,
}

#[derive(Debug, Clone, Copy, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
