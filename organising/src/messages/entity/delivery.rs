//! The `message_delivery` table.

use hoi_db::Timestamp;
use hoi_platform::ids::{AttendanceId, MessageId};
use sea_orm::entity::prelude::*;

use crate::messages::{DeliveryReason, DeliveryState};

#[derive(Debug, Clone, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "message_delivery")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub message_id: MessageId,
    #[sea_orm(primary_key, auto_increment = false)]
    pub attendance_id: AttendanceId,
    pub state: DeliveryState,
    /// Attempts so far.
    pub attempts: i64,
    /// When the next attempt is due, while `state` waits.
    pub next_at: Timestamp,
    pub reason: Option<DeliveryReason>,
    pub sent_at: Option<Timestamp>,
}

#[derive(Debug, Clone, Copy, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
