//! The `invitation_code` table.

use hoi_db::Timestamp;
use hoi_platform::ids::{AttendanceId, EventId, InvitationCodeId, TicketId};
use sea_orm::Select;
use sea_orm::entity::prelude::*;

use crate::attendances::ParticipationType;

#[derive(Debug, Clone, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "invitation_code")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: InvitationCodeId,
    pub event_id: EventId,
    pub ticket_id: Option<TicketId>,
    pub code: String,
    pub code_key: String,
    pub owner_attendance_id: Option<AttendanceId>,
    pub participation_type: ParticipationType,
    pub max_uses: i64,
    pub times_used: i64,
    pub is_active: bool,
    pub expires_at: Option<Timestamp>,
    pub version: i64,
    pub created_at: Timestamp,
    pub deleted_at: Option<Timestamp>,
}

#[derive(Debug, Clone, Copy, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

/// Selects the rows that are not deleted. Queries start here, so that none returns a deleted row by mistake.
pub fn live() -> Select<Entity> {
    Entity::find().filter(Column::DeletedAt.is_null())
}
