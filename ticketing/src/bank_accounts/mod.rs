//! Bank accounts of organisers, the reports of services about transfers to them, and the rows of these transfers.
//!
//! An event names an account by its number. `transfers` decides the purpose of each transfer.

mod access;
mod address;
mod dto;
pub mod entity;
mod erased_texts;
mod routes;
mod store;

use hoi_bank_reports::Service;
use sea_orm::{DeriveActiveEnum, EnumIter};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub use access::OwnAccount;
pub use address::{account_called, is_address_of, webhook_address};
pub use dto::BankAccountBody;
pub use erased_texts::{erase_linked_texts, erase_text};
pub use hoi_platform::ids::{BankAccountId, BankDeliveryId, TransferId};
pub use routes::{connection_key, routes};
pub use store::{find_account, find_accounts, lock_account, lock_transfers};

/// A service that reports transfers, with the way in which it proves its identity.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, EnumIter, DeriveActiveEnum, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "camelCase")]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "camelCase")]
pub enum BankService {
    /// `SePay` with a key.
    Sepay,
    /// `SePay` with a signature; not confirmed by an official page.
    SepaySigned,
    /// Casso, second version.
    Casso,
    /// Casso, first version.
    CassoV1,
    Payos,
    Pay2s,
}

impl From<BankService> for Service {
    fn from(service: BankService) -> Self {
        match service {
            BankService::Sepay => Self::Sepay,
            BankService::SepaySigned => Self::SepaySigned,
            BankService::Casso => Self::Casso,
            BankService::CassoV1 => Self::CassoV1,
            BankService::Payos => Self::Payos,
            BankService::Pay2s => Self::Pay2s,
        }
    }
}

/// The decision about a transfer.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, EnumIter, DeriveActiveEnum, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "lowercase")]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "lowercase")]
pub enum TransferState {
    /// It was not judged yet.
    New,
    /// It pays for registrations.
    Used,
    /// The organiser has to decide.
    Waiting,
    /// The organiser decided that it pays for nothing here.
    Aside,
}

/// The reason why the organizer has to decide about a transfer.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Hash,
    EnumIter,
    DeriveActiveEnum,
    Serialize,
    Deserialize,
    ToSchema,
)]
#[serde(rename_all = "camelCase")]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "camelCase")]
pub enum TransferReason {
    /// Less than is due.
    Under,
    /// More than is due.
    Over,
    /// The text names nothing that is due.
    Unknown,
    /// The registrations that it names are paid already.
    Double,
    /// The event is cancelled, or the registration was removed.
    Cancelled,
    /// The reference has one wrong character.
    OneWrong,
    /// The text names several registrations, and the amount is not their sum.
    Several,
    /// It arrived on another account than the one that the event names.
    OtherAccount,
    /// It arrived before the registration was made.
    Earlier,
    /// A decision about it was undone.
    Undone,
}
