//! The `refund` table: the texts of organiser and participant about money that is owed back. Without a row, all of it
//! goes to the account from which it came.

use hoi_db::Timestamp;
use hoi_platform::ids::{AttendanceId, EventId};
use sea_orm::entity::prelude::*;

#[derive(Debug, Clone, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "refund")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub attendance_id: AttendanceId,
    pub event_id: EventId,
    /// The part that does not go back, in dong; None if all of it goes back.
    pub withheld: Option<i64>,
    pub bank_name: Option<String>,
    pub bank_bin: Option<String>,
    pub account_number: Option<String>,
    pub holder_name: Option<String>,
    pub updated_at: Timestamp,
    pub version: i64,
}

#[derive(Debug, Clone, Copy, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
