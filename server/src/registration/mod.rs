//! Registration: the desk at which every seat is taken and given back, and the public form in front of it.
//!
//! [`desk::Desk`] is the only writer of `event.registered_count`, `ticket.sold` and `invitation_code.times_used`, and the
//! only place that inserts or removes an attendance; `rules` decides, without I/O, who gets a seat. Lists and edits of
//! participants stand in `participants`, the door in `checkin`. A visitor's way back to their own registration is
//! `own_page`, opened by `own_key`.

mod address;
mod burst;
mod calendar;
mod commands;
mod confirmation;
mod desk;
mod dto;
pub mod entity;
mod idempotency;
mod jobs;
mod new_registration;
mod own_key;
mod own_page;
mod payment;
mod routes;
mod rules;
mod store;
mod variables;

pub use crate::ids::AttendanceId;
pub use address::{address_hash, forget_addresses};
pub use commands::{Change, Imported, Registered};
pub use confirmation::{release_unconfirmed, watch_unconfirmed};
pub use desk::{Desk, MAX_SEATS, QUEUE};
pub use idempotency::IdempotentRequest;
pub use jobs::{MailGivenBack, MailPayment, MailTicket, mail_again};
pub use new_registration::{NewRegistration, mailed_addresses};
pub use own_key::{HEADER as OWN_KEY_HEADER, find_by_own_key, own_key, own_page};
pub use routes::{RateLimits, routes};
pub use rules::Refusal;
use sea_orm::{DeriveActiveEnum, EnumIter};
use serde::{Deserialize, Serialize};
pub use store::is_answered;
use utoipa::ToSchema;
pub use variables::{Content, Guest, Variables};

/// Whether the amount due has arrived.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, EnumIter, DeriveActiveEnum, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "lowercase")]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "lowercase")]
pub enum PaymentStatus {
    /// Nothing is due: the amount has arrived, or the ticket is free.
    Paid,
    /// The amount is due.
    Unpaid,
}

/// How the visitor wants to pay.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, EnumIter, DeriveActiveEnum, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[sea_orm(
    rs_type = "String",
    db_type = "Text",
    rename_all = "SCREAMING_SNAKE_CASE"
)]
pub enum PaymentMethod {
    /// Before the event, to the organiser's account.
    BankTransfer,
    /// At the door.
    CashAtVenue,
}

/// How a registration came about.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, EnumIter, DeriveActiveEnum, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "lowercase")]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "lowercase")]
pub enum Source {
    /// The public page.
    Form,
    /// Added by the organiser.
    Manual,
    /// From a file.
    Import,
    /// The public page, with an invitation code.
    Invitation,
}
