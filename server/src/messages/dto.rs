//! What the organiser writes and sees.

use hoi_db::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::rules::MAX_SUBJECT;
use super::segment::{Segment, SegmentKind};
use super::{DeliveryReason, DeliveryState, MessageProblem, MessageStatus};
use crate::events::{MAIL_VARIABLES, check_rich_text, check_variables, subject_variables};
use crate::http::{Check, Validate, not_null};
use crate::ids::{AttendanceId, MessageId, TicketId};

/// A message in a list.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MessageSummary {
    /// Its identifier.
    pub id: MessageId,
    /// Its subject, with variables as they were typed.
    pub subject: String,
    /// Whom it is for.
    pub segment: Segment,
    /// How far it has come.
    pub status: MessageStatus,
    /// Why it was not sent as it was planned.
    #[schema(required)]
    pub problem: Option<MessageProblem>,
    /// When it is to be sent, or was.
    #[schema(required)]
    pub send_at: Option<Timestamp>,
    /// Since when nobody waits for it any more.
    #[schema(required)]
    pub sent_at: Option<Timestamp>,
    /// Who wrote it.
    pub author: String,
    /// What came of it; all zero before it is sent.
    pub deliveries: DeliveryCounts,
    /// Raised by every change.
    pub version: i64,
    /// When it was first saved.
    pub created_at: Timestamp,
    /// When it was last changed.
    pub updated_at: Timestamp,
}

/// How many recipients are in which state.
#[derive(Debug, Clone, Copy, Default, Serialize, ToSchema)]
pub struct DeliveryCounts {
    /// All of them.
    pub total: i64,
    /// Not yet written to.
    pub waiting: i64,
    /// Taken by the mail server.
    pub sent: i64,
    /// Given up.
    pub failed: i64,
    /// Left out.
    pub skipped: i64,
}

/// A message with its words.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = ParticipantMessage)]
pub struct Message {
    /// What a list shows of it.
    #[serde(flatten)]
    pub summary: MessageSummary,
    /// Sanitised HTML with variables as they were typed.
    pub content: String,
}

/// A new message.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct NewMessage {
    /// 1–255 characters; may hold variables.
    pub subject: String,
    /// HTML with variables such as `{{fullName}}`: at most 20,000 characters, not blank.
    pub content: String,
    /// Whom it is for.
    pub segment: Segment,
}

impl Validate for NewMessage {
    fn validate(&mut self, check: &mut Check) {
        check_subject(check, &mut self.subject);
        check_content(check, &mut self.content);
        self.segment.validate(check);
    }
}

/// A change to a message: what is absent stays as it is.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(default)]
pub struct MessageChange {
    /// 1–255 characters; may hold variables.
    #[serde(deserialize_with = "not_null")]
    #[schema(nullable = false)]
    pub subject: Option<String>,
    /// HTML with variables: at most 20,000 characters, not blank.
    #[serde(deserialize_with = "not_null")]
    #[schema(nullable = false)]
    pub content: Option<String>,
    /// Whom it is for.
    #[serde(deserialize_with = "not_null")]
    #[schema(nullable = false)]
    pub segment: Option<Segment>,
    /// The version that was read; another one in between answers 5008.
    pub version: Option<i64>,
}

impl Validate for MessageChange {
    fn validate(&mut self, check: &mut Check) {
        if let Some(subject) = &mut self.subject {
            check_subject(check, subject);
        }
        if let Some(content) = &mut self.content {
            check_content(check, content);
        }
        if let Some(segment) = &mut self.segment {
            segment.validate(check);
        }
    }
}

fn check_subject(check: &mut Check, subject: &mut String) {
    check.required_text("subject", subject, MAX_SUBJECT);
    check_variables(check, "subject", subject, &subject_variables());
}

fn check_content(check: &mut Check, content: &mut String) {
    check_rich_text(check, "content", content, true);
    check_variables(check, "content", content, &MAIL_VARIABLES);
}

/// When to send.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct SendMessage {
    /// In the future, at most 366 days ahead; absent or null = now.
    pub send_at: Option<Timestamp>,
    /// The version that was read; another one in between answers 5008.
    pub version: Option<i64>,
}

impl Validate for SendMessage {
    fn validate(&mut self, _: &mut Check) {}
}

/// Which part of the participants to count.
#[derive(Debug, Clone, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
pub struct CountQuery {
    /// Which part of the participants.
    pub segment: SegmentKind,
    /// The class, for `ticket`.
    pub ticket_id: Option<TicketId>,
}

/// How many would receive a message.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RecipientCount {
    /// If it were sent at this moment.
    pub recipients: u64,
    /// To how many more the account may write today.
    pub left_today: u64,
    /// Mails of one event that leave within a minute.
    pub per_minute: u64,
}

/// Which messages to list.
#[derive(Debug, Clone, Copy, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct MessageQuery {
    /// 1–100, default 20; −1 = as many as allowed.
    pub limit: Option<i64>,
    /// From 1.
    pub page: Option<i64>,
}

/// Which recipients to list.
#[derive(Debug, Clone, Copy, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct DeliveryQuery {
    /// Only these.
    pub state: Option<DeliveryState>,
    /// 1–100, default 20; −1 = as many as allowed.
    pub limit: Option<i64>,
    /// From 1.
    pub page: Option<i64>,
}

/// What came of a message for one recipient.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Delivery {
    /// Whose registration.
    pub attendance_id: AttendanceId,
    /// Their name.
    pub full_name: String,
    /// Their address as it is now.
    pub email: String,
    /// What came of it.
    pub state: DeliveryState,
    /// Times it was tried.
    pub attempts: i64,
    /// Why they were not written to.
    #[schema(required)]
    pub reason: Option<DeliveryReason>,
    /// When the mail server took it.
    #[schema(required)]
    pub sent_at: Option<Timestamp>,
}

/// How many are tried again.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
pub struct Retried {
    /// Recipients who wait again.
    pub retried: u64,
}
