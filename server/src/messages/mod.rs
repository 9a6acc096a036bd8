//! Messages of an organiser to the participants of an event: written once, sent to a part of them now or at a time, and
//! followed person by person.
//!
//! Who receives a message is decided when it is sent. From then on every recipient has a row and in time a job of their
//! own, and is mailed and marked; the mails leave at an even pace, so that a congress neither floods a mail server nor delays
//! somebody else's ticket. Mails that follow a registration are not messages; they stand in `registration`.

mod delivery;
mod dto;
pub mod entity;
mod jobs;
mod letter;
mod routes;
mod rules;
mod segment;
mod sending;
mod store;

use sea_orm::{DeriveActiveEnum, EnumIter};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub use crate::ids::MessageId;
pub use jobs::{ExpandMessage, MailMessage, MailTest, SendMails, SendScheduled};
pub use routes::routes;
pub use rules::{AT_ONCE, OVERDUE, PER_TICK, TICK};
pub use sending::resume;

/// How far a message has come.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, EnumIter, DeriveActiveEnum, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "lowercase")]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "lowercase")]
pub enum MessageStatus {
    /// Being written.
    Draft,
    /// Waits for its time.
    Scheduled,
    /// Some of its recipients have not been written to yet.
    Sending,
    /// Nobody waits for it any more.
    Sent,
    /// Will not be sent, or not to those who had not been written to.
    Cancelled,
}

/// Why a message was not sent as it was planned.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, EnumIter, DeriveActiveEnum, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "camelCase")]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "camelCase")]
pub enum MessageProblem {
    /// When its time came, the account had written to too many people within a day. It is a draft again.
    DailyLimit,
    /// The event was cancelled before.
    EventCancelled,
}

/// What came of a message for one recipient.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, EnumIter, DeriveActiveEnum, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "lowercase")]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "lowercase")]
pub enum DeliveryState {
    /// Not yet written to; also between two attempts.
    Waiting,
    /// The mail server has taken the mail.
    Sent,
    /// Given up; may be tried again.
    Failed,
    /// Nobody to write to any more.
    Skipped,
}

/// Why a recipient was not written to.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, EnumIter, DeriveActiveEnum, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "camelCase")]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "camelCase")]
pub enum DeliveryReason {
    /// The mail server does not take this mail for this address.
    Refused,
    /// No mail could be made of the text and their address.
    NotMade,
    /// The mail server could not be reached, or did not take the mail, for as long as mails are tried.
    Unreachable,
    /// Their registration was cancelled meanwhile.
    Removed,
    /// They have no e-mail address any more.
    NoEmail,
    /// They have paid, or come in, since they were chosen as somebody who has not.
    NotAnyMore,
    /// The event was cancelled meanwhile.
    EventCancelled,
}
