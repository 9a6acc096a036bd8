//! The `data_request` table.

use hoi_db::Timestamp;
use hoi_platform::ids::{AttendanceId, DataRequestId, EventId, UserId};
use sea_orm::entity::prelude::*;

use super::{DataRequestKind, DataRequestResult};

#[derive(Debug, Clone, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "data_request")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: DataRequestId,
    pub event_id: Option<EventId>,
    pub attendance_id: Option<AttendanceId>,
    pub user_id: Option<UserId>,
    pub kind: DataRequestKind,
    /// The text of the request; empty without words, and after the person was erased.
    pub content: String,
    pub asked_at: Timestamp,
    pub answer_by: Timestamp,
    pub done_by: Timestamp,
    pub answer: Option<String>,
    pub answered_at: Option<Timestamp>,
    pub result: Option<DataRequestResult>,
    pub reason: Option<String>,
    pub closed_at: Option<Timestamp>,
    pub closed_by: Option<UserId>,
    pub answer_reminded_at: Option<Timestamp>,
    pub done_reminded_at: Option<Timestamp>,
}

#[derive(Debug, Clone, Copy, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
