//! The row of a registered person, and the meaning of its columns. Only the registration desk inserts or removes one;
//! earlier features read them.

mod answers;
mod details;
pub mod entity;
mod import_marks;
mod own_key;
mod phone;
mod sealed_numbers;

use sea_orm::{DeriveActiveEnum, EnumIter};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub use answers::{Answer, AnswerValue, MASK, QuestionType};
pub use details::{ParticipantDetails, ParticipantDetailsChange};
pub use entity::attendance::COUNTED_FOR;
pub use entity::{attendance, payment, refund_decision};
pub use hoi_platform::ids::AttendanceId;
pub use import_marks::{ImportMarks, MarkKey, values};
pub use own_key::{
    HEADER as OWN_KEY_HEADER, find_also_removed, find_by_own_key, own_key, own_page,
    registration_called,
};
pub use phone::phone_key;
pub use sealed_numbers::{SEALED, open_number, seal_number};

/// Replaces the name of an erased participant.
pub const ERASED_NAME: &str = hoi_community::accounts::ERASED_NAME;
/// The most characters of a full name or company.
pub const NAME_MAX: usize = 999;
/// The most characters of a phone number.
pub const PHONE_MAX: usize = 99;

/// The role in which a participant attends.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, EnumIter, DeriveActiveEnum, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[sea_orm(
    rs_type = "String",
    db_type = "Text",
    rename_all = "SCREAMING_SNAKE_CASE"
)]
pub enum ParticipationType {
    Ordinary,
    /// A very important guest.
    #[serde(rename = "VIP")]
    #[sea_orm(string_value = "VIP")]
    Vip,
    Sponsor,
    /// Invited guest.
    Invited,
    /// Member of the organising committee.
    Committee,
    /// Owner of a block of tickets.
    TicketOwner,
}

impl ParticipationType {
    /// The key of its name in the catalogue.
    #[must_use]
    pub fn name_key(self) -> &'static str {
        match self {
            Self::Ordinary => "sheet.ordinary",
            Self::Vip => "sheet.vip",
            Self::Sponsor => "sheet.sponsor",
            Self::Invited => "sheet.invited",
            Self::Committee => "sheet.committee",
            Self::TicketOwner => "sheet.ticketOwner",
        }
    }
}

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

/// The way in which it became known that the amount due has arrived.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, EnumIter, DeriveActiveEnum, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "lowercase")]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "lowercase")]
pub enum PaidWay {
    /// A service reported the transfer.
    Webhook,
    /// A statement of the account lists the transfer.
    Statement,
    /// The organiser noted it.
    Hand,
    /// It was handed over at the door.
    Door,
}

/// The state of money that is owed back.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, EnumIter, DeriveActiveEnum, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "camelCase")]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "camelCase")]
pub enum RefundState {
    /// It has to be given back.
    Owed,
    /// The organiser gave it back.
    Returned,
    /// The organiser decided that nothing is owed.
    NotOwed,
}

/// How money was given back.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, EnumIter, DeriveActiveEnum, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "camelCase")]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "camelCase")]
pub enum RefundWay {
    Transfer,
    Cash,
}

/// The way in which the visitor chose to pay.
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
    /// In cash, at check-in.
    CashAtVenue,
}

/// The way in which a registration was made.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, EnumIter, DeriveActiveEnum, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "lowercase")]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "lowercase")]
pub enum Source {
    /// By the visitor on the public page.
    Form,
    /// By the organiser, one participant at a time.
    Manual,
    /// By the organiser, from a file.
    Import,
    /// The public page, with an invitation code.
    Invitation,
}

impl Source {
    /// Returns whether the person registered without the organiser.
    #[must_use]
    pub fn is_by_visitor(self) -> bool {
        matches!(self, Self::Form | Self::Invitation)
    }
}
