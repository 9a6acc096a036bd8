//! The personal data of participants and accounts: their own view of it and their requests, the deadlines of the
//! answers, and erasure. When a person is erased, all their data goes, and an anonymous row stays, so that counts,
//! money, draws and figures stay as they are. Stands after all features, because each of them may hold something.

mod account;
mod account_data;
mod dto;
pub mod entity;
mod erase;
mod erase_account;
mod invited;
mod jobs;
pub mod list;
mod own;
mod own_data;
mod own_data_pdf;
mod reminders;
mod requests;
pub mod retention;
mod routes;
mod rules;
mod store;

use sea_orm::{DeriveActiveEnum, EnumIter};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub use erase::erase;
pub use invited::forget_invited;
pub use jobs::{MailDataAnswer, MailErased, RemoveStoredMails};
pub use list::{KeepInList, erase_again};
pub use reminders::remind_of_requests;
pub use routes::{desk_routes, routes};
pub use store::open_of_accounts;

/// The kind of a request.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, EnumIter, DeriveActiveEnum, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "lowercase")]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "lowercase")]
pub enum DataRequestKind {
    /// To correct data that the person cannot change by themselves.
    Correction,
    /// To erase everything that is stored of the person.
    Erasure,
    /// To go on without the consent that the person gave.
    Consent,
    Other,
}

/// The outcome of a request.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, EnumIter, DeriveActiveEnum, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "lowercase")]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "lowercase")]
pub enum DataRequestResult {
    Done,
    /// Not done, for a reason that the person was told.
    Refused,
}
