//! Messages of an organiser to participants of an event: written once, sent to a part of them now or at a set time,
//! with a result for each recipient.
//!
//! The recipients are determined when the message is sent. From then on every recipient has a row, and later a job that
//! mails the message and records the result. Mails are sent at an even pace, so that a large event neither floods the
//! mail server nor delays other people's tickets. Mails about a registration are not messages and belong to
//! `registration`.

mod delivery;
mod dto;
pub mod entity;
mod jobs;
mod mail;
mod opt_out;
mod routes;
mod rules;
mod segment;
mod sending;
mod starters;
mod store;

use sea_orm::{DeriveActiveEnum, EnumIter};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub use hoi_platform::ids::MessageId;
pub use jobs::{ExpandMessage, MailMessage, MailTest, SendMails, SendScheduled};
pub use opt_out::{forget_opt_out, has_opted_out, key as opt_out_key};
pub use routes::routes;
pub use rules::{AT_ONCE, OVERDUE, PER_TICK, TICK};
pub use sending::resume;
pub use store::find_stopped;

/// The occasion of a finished message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum StarterKind {
    /// Reminds of an amount that is due.
    Payment,
    /// The event is about to begin.
    Soon,
    /// Something about the event has changed.
    Changed,
    /// Thanks those who came.
    Thanks,
}

/// The progress of a message.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, EnumIter, DeriveActiveEnum, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "lowercase")]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "lowercase")]
pub enum MessageStatus {
    /// The message is being written.
    Draft,
    /// The message waits for its time.
    Scheduled,
    /// Some recipients have not been mailed yet.
    Sending,
    /// All recipients have been mailed, given up or left out.
    Sent,
    /// The message will not be sent, or not to the remaining recipients.
    Cancelled,
}

/// The reason why a message was not sent as planned.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, EnumIter, DeriveActiveEnum, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "camelCase")]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "camelCase")]
pub enum MessageProblem {
    /// The account's daily allowance of mails was too small at the scheduled time. The message is a draft again.
    DailyLimit,
    /// The event was cancelled before.
    EventCancelled,
}

/// The result of a message for one recipient.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, EnumIter, DeriveActiveEnum, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "lowercase")]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "lowercase")]
pub enum DeliveryState {
    /// Not mailed yet, or between two attempts.
    Waiting,
    /// The mail server has taken the mail.
    Sent,
    /// Given up; can be repeated on request.
    Failed,
    /// Left out, because the message no longer concerns the recipient.
    Skipped,
}

/// The reason why a recipient was not mailed.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, EnumIter, DeriveActiveEnum, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "camelCase")]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "camelCase")]
pub enum DeliveryReason {
    /// The mail server refused this mail to this address.
    Refused,
    /// The text and the address could not be made a mail.
    NotMade,
    /// The mail server could not be reached, or refused temporarily, until the attempts ended.
    Unreachable,
    /// The registration was cancelled meanwhile.
    Removed,
    /// The participant no longer has an e-mail address.
    NoEmail,
    /// The participant has paid, or has been checked in, while the message is for participants who have not; or has
    /// opted out of the organiser's messages.
    NotAnyMore,
    /// The event was cancelled meanwhile.
    EventCancelled,
}
