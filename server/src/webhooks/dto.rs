//! Request and response bodies of the calls on webhooks.

use hoi_db::Timestamp;
use hoi_platform::error::LocalizedText;
use hoi_platform::ids::{WebhookDeliveryId, WebhookId};
use hoi_platform::outbox::{Fault, OffReason, WebhookKind};
use hoi_platform::outgoing::MAX_ADDRESS;
use hoi_platform::validation::{Check, Validate};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// An address to which changes are sent.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Webhook {
    pub id: WebhookId,
    pub url: String,
    /// The kinds of changes that are sent, at least one.
    pub kinds: Vec<WebhookKind>,
    /// Why nothing is sent anymore; null while it is switched on.
    #[schema(required)]
    pub off_reason: Option<OffReason>,
    #[schema(required)]
    pub off_since: Option<Timestamp>,
    /// Since when every attempt has failed; null after one that was answered well.
    #[schema(required)]
    pub failing_since: Option<Timestamp>,
    /// When the next waiting delivery is sent; null while none waits.
    #[schema(required)]
    pub next_at: Option<Timestamp>,
    /// Deliveries that wait.
    pub waiting: i64,
    /// Deliveries of the last 30 days that were given up.
    pub failed: i64,
    /// Until when messages are also signed by the secret before the present one; null without one.
    #[schema(required)]
    pub old_secret_until: Option<Timestamp>,
    pub created_at: Timestamp,
    /// Send it back with a change; a change that names an older one is refused.
    pub version: i64,
}

/// A new webhook with its secret.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewWebhook {
    pub webhook: Webhook,
    /// The key of the signatures, `whsec_` and base64. Only this answer contains it.
    pub secret: String,
}

/// A new webhook.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WebhookBody {
    /// `https://…`, at most 2048 characters, without a login in it, on port 443 or one from 1024 on. `http://…` only for
    /// receivers in networks that the operator allows.
    #[schema(min_length = 1, extensions(("max" = json!(MAX_ADDRESS))))]
    pub url: String,
    /// The kinds of changes that are sent, at least one.
    pub kinds: Vec<WebhookKind>,
}

/// A changed webhook.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WebhookChange {
    /// As in a new webhook.
    #[schema(min_length = 1, extensions(("max" = json!(MAX_ADDRESS))))]
    pub url: String,
    /// The kinds of changes that are sent, at least one.
    pub kinds: Vec<WebhookKind>,
    /// Whether anything is sent. Changes made while it is switched off are never sent.
    pub is_on: bool,
    /// The version that the caller read; 5008 if there is a later one, which the refusal contains.
    pub version: i64,
}

impl Validate for WebhookBody {
    fn validate(&mut self, check: &mut Check) {
        check_fields(check, &mut self.url, &mut self.kinds);
    }
}

impl Validate for WebhookChange {
    fn validate(&mut self, check: &mut Check) {
        check_fields(check, &mut self.url, &mut self.kinds);
    }
}

fn check_fields(check: &mut Check, url: &mut String, kinds: &mut Vec<WebhookKind>) {
    check.required_text("url", url, MAX_ADDRESS);
    kinds.sort_unstable();
    kinds.dedup();
    check.ensure(
        !kinds.is_empty(),
        "kinds",
        LocalizedText::new("webhook.noKind"),
    );
}

/// The new secret of a webhook.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WebhookSecret {
    /// The key of the signatures, `whsec_` and base64. Only this answer contains it.
    pub secret: String,
    /// Until when messages are also signed by the one before.
    pub old_secret_until: Timestamp,
}

/// The outcome of a test.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WebhookTest {
    /// Whether the receiver answered with a status from 200 to 299.
    pub is_good: bool,
    /// The status of the answer; null without an answer.
    #[schema(required)]
    pub status: Option<u16>,
    /// Why there is no answer.
    #[schema(required)]
    pub fault: Option<Fault>,
    /// How long the answer took, in milliseconds.
    #[schema(required)]
    pub took_ms: Option<i64>,
    /// The beginning of the answer, at most 1000 characters.
    #[schema(required)]
    pub answer: Option<String>,
}

/// A message that was or will be sent to a webhook.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WebhookDelivery {
    pub id: WebhookDeliveryId,
    /// The name of the change.
    pub kind: String,
    /// The body, JSON.
    pub payload: String,
    /// When it happened.
    pub created_at: Timestamp,
    /// How often it was tried since it last began to wait.
    pub attempts: i64,
    /// When it was tried last; null if never.
    #[schema(required)]
    pub tried_at: Option<Timestamp>,
    /// The status of the last answer; null without one.
    #[schema(required)]
    pub status: Option<i64>,
    /// The beginning of the last answer, at most 1000 characters.
    #[schema(required)]
    pub answer: Option<String>,
    /// Why the last attempt has no answer.
    #[schema(required)]
    pub fault: Option<Fault>,
    /// How long the last answer took, in milliseconds.
    #[schema(required)]
    pub took_ms: Option<i64>,
    /// When it was answered with a status from 200 to 299.
    #[schema(required)]
    pub delivered_at: Option<Timestamp>,
    /// When it was given up.
    #[schema(required)]
    pub given_up_at: Option<Timestamp>,
}

/// A part of the deliveries of a webhook, newest first.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WebhookLog {
    pub items: Vec<WebhookDelivery>,
    /// Names the next part; null at the end.
    #[schema(required)]
    pub next_cursor: Option<String>,
}

/// How many deliveries wait again.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WebhookReplay {
    pub waiting: u64,
}
