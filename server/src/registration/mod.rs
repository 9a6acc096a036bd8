//! Registration: the desk at which every seat is taken, and the public form in front of it.

pub mod entity;

pub use crate::ids::AttendanceId;
use sea_orm::{DeriveActiveEnum, EnumIter};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Whether the amount due has arrived.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, EnumIter, DeriveActiveEnum, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "lowercase")]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "lowercase")]
pub enum PaymentStatus {
    /// Nothing is due any more.
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
