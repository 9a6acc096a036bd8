//! The `transfer` table.

use hoi_db::Timestamp;
use hoi_platform::ids::{AttendanceId, BankAccountId, EventId, TransferId, UserId};
use sea_orm::entity::prelude::*;

use crate::attendances::PaidWay;
use crate::bank_accounts::{BankService, TransferReason, TransferState};

#[derive(Debug, Clone, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "transfer")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: TransferId,
    pub bank_account_id: BankAccountId,
    pub service: Option<BankService>,
    pub service_id: Option<String>,
    pub in_statement: bool,
    pub amount: i64,
    pub arrived_at: Timestamp,
    pub day: String,
    pub content: String,
    pub bank_number: Option<String>,
    pub balance: Option<i64>,
    pub payer: Option<String>,
    pub payer_account: Option<String>,
    pub payer_bank: Option<String>,
    pub state: TransferState,
    pub reason: Option<TransferReason>,
    pub event_id: Option<EventId>,
    pub attendance_id: Option<AttendanceId>,
    pub decided_by: Option<UserId>,
    pub decided_at: Option<Timestamp>,
    pub created_at: Timestamp,
    /// When a source last gave its texts, or its last payment was taken back. An erasure that looked for its person before
    /// looks at the texts again.
    pub reported_at: Timestamp,
    /// When its texts were erased, with the personal data of a participant for whom it paid.
    pub erased_at: Option<Timestamp>,
}

#[derive(Debug, Clone, Copy, EnumIter, DeriveRelation)]
pub enum Relation {}

impl Model {
    /// Returns how the transfer became known.
    #[must_use]
    pub fn way(&self) -> PaidWay {
        match self.service {
            Some(_) => PaidWay::Webhook,
            None => PaidWay::Statement,
        }
    }
}

impl ActiveModelBehavior for ActiveModel {}
