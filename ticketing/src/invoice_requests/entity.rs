//! The `invoice_request` table: at most one row a registration.

use hoi_db::Timestamp;
use hoi_platform::ids::{AttendanceId, EventId, UserId};
use sea_orm::entity::prelude::*;

use super::Buyer;

#[derive(Debug, Clone, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "invoice_request")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub attendance_id: AttendanceId,
    pub event_id: EventId,
    pub buyer: Buyer,
    pub name: String,
    pub tax_number: Option<String>,
    pub address: Option<String>,
    pub email: Option<String>,
    pub asked_at: Timestamp,
    pub issued_at: Option<Timestamp>,
    pub issued_by: Option<UserId>,
    pub invoice_number: Option<String>,
    /// The amount on it, in dong, as it was when it was issued.
    pub amount: Option<i64>,
    /// Grows with each change of the contents.
    pub version: i64,
}

#[derive(Debug, Clone, Copy, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
