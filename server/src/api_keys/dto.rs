//! Requests and responses of the calls on keys.

use hoi_db::Timestamp;
use hoi_platform::error::LocalizedText;
use hoi_platform::ids::{ApiKeyId, EventId};
use hoi_platform::validation::{Check, Validate};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::ApiRight;
use super::rules::KeyLifetime;

const MAX_NAME: usize = 100;
/// The most events that a key names; with more, it is meant for all of them.
const MAX_EVENTS: usize = 100;

/// A key as its owner sees it, without its secret.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ApiKey {
    pub id: ApiKeyId,
    /// The owner's name for it.
    pub name: String,
    /// The first characters of the key, by which its owner recognizes it, such as `hoi_1a2b3c`.
    pub shown: String,
    pub rights: Vec<ApiRight>,
    /// The events that the key opens, as far as the account still owns them; null for all events of the account, also later
    /// ones.
    #[schema(required)]
    pub events: Option<Vec<NamedEvent>>,
    pub created_at: Timestamp,
    /// The moment at which it expires; null for a key without an end.
    #[schema(required)]
    pub expires_at: Option<Timestamp>,
    pub is_expired: bool,
    /// When it was used last, to the minute; null if never.
    #[schema(required)]
    pub last_used_at: Option<Timestamp>,
}

/// An event that a key opens.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct NamedEvent {
    pub id: EventId,
    pub title: String,
}

/// A key that was just made.
#[derive(Debug, Serialize, ToSchema)]
pub struct MadeApiKey {
    #[serde(flatten)]
    pub key: ApiKey,
    /// The key itself, which no other answer contains.
    pub secret: String,
}

/// A new key.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MakeApiKey {
    /// The purpose of the key, 1–100 characters.
    #[schema(min_length = 1, extensions(("max" = json!(MAX_NAME))))]
    pub name: String,
    /// At least one.
    pub rights: Vec<ApiRight>,
    /// The events that it opens, 1–100 of the account's own; absent or null for all of them, also later ones.
    #[schema(example = json!({ "max": MAX_EVENTS }))]
    pub events: Option<Vec<EventId>>,
    /// `year` when absent.
    #[serde(default)]
    pub lifetime: KeyLifetime,
    /// The account's password, which proves that its owner is present.
    pub password: String,
}

impl Validate for MakeApiKey {
    fn validate(&mut self, check: &mut Check) {
        check.required_line("name", &mut self.name, MAX_NAME);
        self.rights.sort_unstable();
        self.rights.dedup();
        let has_rights = !self.rights.is_empty();
        check.ensure(has_rights, "rights", LocalizedText::new("apiKey.noRights"));
        if let Some(events) = &mut self.events {
            events.sort_unstable();
            events.dedup();
            check.ensure(
                !events.is_empty(),
                "events",
                LocalizedText::new("apiKey.noEvents"),
            );
            let message = LocalizedText::new("field.tooMany").with("max", MAX_EVENTS);
            check.ensure(events.len() <= MAX_EVENTS, "events", message);
        }
        let is_there = !self.password.is_empty();
        check.ensure(is_there, "password", LocalizedText::new("field.required"));
    }
}
