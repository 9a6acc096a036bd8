//! The `refund_decision` table: organisers' decisions about money that is owed back.

use hoi_db::Timestamp;
use hoi_platform::ids::{AttendanceId, EventId, UserId};
use sea_orm::entity::prelude::*;

use crate::attendances::{RefundState, RefundWay};

#[derive(Debug, Clone, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "refund_decision")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub attendance_id: AttendanceId,
    /// From 1, in the order in which it was decided.
    #[sea_orm(primary_key, auto_increment = false)]
    pub number: i64,
    pub event_id: EventId,
    /// `returned` or `notOwed`.
    pub state: RefundState,
    /// The amount that was given back, or is not owed, in dong.
    pub amount: i64,
    /// The part of the money still held that it settles, in dong.
    pub settles: i64,
    /// The amount by which it lowers `attendance.received`, in dong: money given back to a participant who still
    /// attends.
    pub deducted: i64,
    pub way: Option<RefundWay>,
    /// Why it is not owed.
    pub reason: Option<String>,
    /// The payment with which it was decided, and is taken back; None if it was decided later.
    pub payment_number: Option<i64>,
    pub decided_by: Option<UserId>,
    pub decided_at: Timestamp,
}

#[derive(Debug, Clone, Copy, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
