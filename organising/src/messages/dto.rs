//! Bodies and answers of the calls on messages.

use hoi_db::Timestamp;
use hoi_platform::fields::sent;
use hoi_platform::ids::{AttendanceId, MessageId, TicketId};
use hoi_platform::mails::MailPreview;
use hoi_platform::validation::{Check, Validate};
use hoi_ticketing::events::{MAIL_VARIABLES, check_rich_text, check_variables, subject_variables};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::rules::MAX_SUBJECT;
use super::segment::{Segment, SegmentKind};
use super::{DeliveryReason, DeliveryState, MessageProblem, MessageStatus, StarterKind};

/// A message in a list.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MessageSummary {
    pub id: MessageId,
    /// The subject, with variables as they were typed.
    pub subject: String,
    /// The recipients of the message.
    pub segment: Segment,
    pub status: MessageStatus,
    /// The reason why the message was not sent as planned; null if there is none.
    #[schema(required)]
    pub problem: Option<MessageProblem>,
    /// When the message is or was to be sent; null for drafts without a time.
    #[schema(required)]
    pub send_at: Option<Timestamp>,
    /// When the last recipient was mailed or given up; null before.
    #[schema(required)]
    pub sent_at: Option<Timestamp>,
    /// The name of the author.
    pub author: String,
    /// The results; all zero before the message is sent.
    pub deliveries: DeliveryCounts,
    /// Increases with every change.
    pub version: i64,
    /// When it was first saved.
    pub created_at: Timestamp,
    /// When it was last changed.
    pub updated_at: Timestamp,
}

/// The number of recipients by state.
#[derive(Debug, Clone, Copy, Default, Serialize, ToSchema)]
pub struct DeliveryCounts {
    /// All recipients of the message.
    pub total: i64,
    /// Recipients not mailed yet.
    pub waiting: i64,
    /// Recipients whose mail the mail server has taken.
    pub sent: i64,
    /// Recipients given up after failed attempts.
    pub failed: i64,
    /// Recipients left out, because the message no longer concerns them.
    pub skipped: i64,
}

/// A message with its content.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = ParticipantMessage)]
pub struct Message {
    #[serde(flatten)]
    pub summary: MessageSummary,
    /// Sanitized HTML with variables as they were typed.
    pub content: String,
}

/// A new message.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct NewMessage {
    /// 1–255 characters; may contain variables.
    #[schema(min_length = 1, extensions(("max" = json!(MAX_SUBJECT))))]
    pub subject: String,
    /// HTML with variables such as `{{fullName}}`: at most 20,000 characters, not blank.
    pub content: String,
    /// The recipients of the message.
    pub segment: Segment,
}

impl Validate for NewMessage {
    fn validate(&mut self, check: &mut Check) {
        check_subject(check, &mut self.subject);
        check_content(check, &mut self.content);
        self.segment.validate(check);
    }
}

/// A change of a message; absent fields stay unchanged.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct MessageChange {
    /// 1–255 characters; may contain variables.
    #[serde(default, deserialize_with = "sent")]
    #[schema(nullable = false)]
    #[schema(min_length = 1, extensions(("max" = json!(MAX_SUBJECT))))]
    pub subject: Option<String>,
    /// HTML with variables: at most 20,000 characters, not blank.
    #[serde(default, deserialize_with = "sent")]
    #[schema(nullable = false)]
    pub content: Option<String>,
    /// The recipients of the message.
    #[serde(default, deserialize_with = "sent")]
    #[schema(nullable = false)]
    pub segment: Option<Segment>,
    /// The version that was read. The call is refused with 5008 if it is no longer the current one.
    pub version: i64,
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
    check.required_line("subject", subject, MAX_SUBJECT);
    check_variables(check, "subject", subject, &subject_variables());
}

fn check_content(check: &mut Check, content: &mut String) {
    check_rich_text(check, "content", content);
    check.required("content", !content.is_empty());
    check_variables(check, "content", content, &MAIL_VARIABLES);
}

/// The time to send a message.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SendMessage {
    /// The time of sending, at most 366 days ahead; absent or null to send now.
    #[serde(default)]
    pub send_at: Option<Timestamp>,
    /// The version that was read. The call is refused with 5008 if it is no longer the current one.
    pub version: i64,
}

impl Validate for SendMessage {
    fn validate(&mut self, _: &mut Check) {}
}

/// The participants to count.
#[derive(Debug, Clone, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
pub struct CountQuery {
    /// A part of the participants.
    pub segment: SegmentKind,
    /// The ticket class, for `ticket`.
    pub ticket_id: Option<TicketId>,
}

/// The number of recipients of a message, and the limits on sending.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RecipientCount {
    /// Recipients if the message were sent now.
    pub recipients: u64,
    /// Participants of this part who have opted out of the organizer's messages, and are not among the recipients.
    pub opted_out: u64,
    /// Mails that the account may still cause today.
    pub left_today: u64,
    /// The most mails of one event sent within a minute.
    pub per_minute: u64,
}

/// A message as one of its recipients would read it.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MessagePreview {
    pub mail: MailPreview,
    /// The name of the recipient; null for a fictitious guest, while there is no recipient.
    #[schema(required)]
    pub full_name: Option<String>,
    /// The variables of the message that stay empty in some mails.
    pub lacking: Vec<LackingVariable>,
}

/// A variable without a value in mails of recipients; an amount of 0 counts as none.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
pub struct LackingVariable {
    /// The variable as it stands between braces.
    pub name: &'static str,
    /// Recipients for whom it has no value.
    pub recipients: u64,
}

/// A finished message for an occasion, which becomes a message once it is saved.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Starter {
    pub kind: StarterKind,
    /// The subject, with variables.
    pub subject: String,
    /// HTML with variables.
    pub content: String,
    pub segment: Segment,
    /// The present number of recipients.
    pub recipients: u64,
}

/// The page of messages to list.
#[derive(Debug, Clone, Copy, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct MessageQuery {
    /// Rows of a page, 1–100, default 20; −1 for 100.
    pub limit: Option<i64>,
    /// The page, from 1, default 1.
    pub page: Option<i64>,
}

/// The recipients to list.
#[derive(Debug, Clone, Copy, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct DeliveryQuery {
    /// Only recipients in this state.
    pub state: Option<DeliveryState>,
    /// Rows of a page, 1–100, default 20; −1 for 100.
    pub limit: Option<i64>,
    /// The page, from 1, default 1.
    pub page: Option<i64>,
}

/// The result of a message for one recipient.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Delivery {
    /// The recipient's registration.
    pub attendance_id: AttendanceId,
    pub full_name: String,
    /// The recipient's present address.
    pub email: String,
    pub state: DeliveryState,
    /// The number of attempts.
    pub attempts: i64,
    /// The reason why the recipient was not mailed; null if there is none.
    #[schema(required)]
    pub reason: Option<DeliveryReason>,
    /// When the mail server took the mail; null before.
    #[schema(required)]
    pub sent_at: Option<Timestamp>,
}

/// The result of repeating failed deliveries.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
pub struct Retried {
    /// The number of recipients who wait again.
    pub retried: u64,
}

/// The organizer whose messages a link in a mail stops.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MessageSubscription {
    /// The organizer as their messages name them.
    pub host: String,
    /// Whether their messages are stopped.
    pub is_stopped: bool,
}
