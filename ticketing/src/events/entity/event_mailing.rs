//! The `event_mailing` table.

use hoi_db::Timestamp;
use hoi_platform::ids::{AttendanceId, EventId, MailingId};
use sea_orm::entity::prelude::*;

use crate::events::letters::{Known, MailingKind};

#[derive(Debug, Clone, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "event_mailing")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: MailingId,
    pub event_id: EventId,
    pub kind: MailingKind,
    pub about: Timestamp,
    pub known: Option<Known>,
    pub registered_before: Timestamp,
    pub told_until: Option<AttendanceId>,
    pub mails: i64,
    pub ended_at: Option<Timestamp>,
}

#[derive(Debug, Clone, Copy, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
