//! The `refund` table: what the organiser wrote or decided about money that is owed back. Without a row, all that was
//! received is owed to the account from which it came.

use hoi_db::Timestamp;
use sea_orm::entity::prelude::*;

use super::{RefundState, RefundWay};
use crate::ids::{AttendanceId, EventId, UserId};

#[derive(Debug, Clone, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "refund")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub attendance_id: AttendanceId,
    pub event_id: EventId,
    pub state: RefundState,
    pub amount: Option<i64>,
    pub way: Option<RefundWay>,
    pub reason: Option<String>,
    pub bank_name: Option<String>,
    pub bank_bin: Option<String>,
    pub account_number: Option<String>,
    pub holder_name: Option<String>,
    pub decided_by: Option<UserId>,
    pub decided_at: Option<Timestamp>,
    pub updated_at: Timestamp,
}

#[derive(Debug, Clone, Copy, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
