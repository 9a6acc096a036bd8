//! Bodies and answers of the calls on public pages.

use hoi_db::Timestamp;
use hoi_platform::files::FileUrl;
use hoi_platform::ids::EventId;
use hoi_platform::validation::{Check, Validate};
use hoi_ticketing::events::check_rich_text;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::rules::{MAX_NAME, slug_fault};

/// The public page of an account or a group, for accounts that may edit it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PageSettings {
    /// The last part of its address `/o/{slug}`; empty until one was chosen.
    pub slug: String,
    /// The name on an account's page; until one was chosen those of the account and its company. Of a group's page the
    /// group's.
    pub name: String,
    /// The text about the organizer: HTML, may be empty.
    pub content: String,
    /// Whether the page is public.
    pub is_on: bool,
    /// Send it back with a change; a change that names an older one is refused. 0 until the page was first saved.
    pub version: i64,
}

/// The whole of a public page's settings.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PageSettingsChange {
    /// 3–40 small letters without marks, digits and single hyphens between them.
    #[serde(default)]
    #[schema(extensions(("max" = json!(super::rules::MAX_SLUG))))]
    pub slug: String,
    /// 1–100 characters; ignored for a group's page.
    #[serde(default)]
    #[schema(extensions(("max" = json!(MAX_NAME))))]
    pub name: String,
    /// HTML of at most 20,000 characters, made safe.
    #[serde(default)]
    pub content: String,
    #[serde(default)]
    pub is_on: bool,
    /// The version that the caller read, 0 before the first change; 5008 if there is a later one, which the refusal
    /// contains.
    pub version: i64,
}

impl Validate for PageSettingsChange {
    fn validate(&mut self, check: &mut Check) {
        if let Some(fault) = slug_fault(&self.slug) {
            check.fail("slug", fault);
        }
        check.line("name", &mut self.name, MAX_NAME);
        check_rich_text(check, "content", &mut self.content);
    }
}

/// The public page of an organizer or a group.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrganiserPage {
    pub slug: String,
    pub name: String,
    /// The logo, or the picture of the account or group; null if there is none.
    #[schema(required)]
    pub picture: Option<FileUrl>,
    /// HTML, made safe; may be empty.
    pub content: String,
    /// The first 100 events that are not over, the next one first.
    pub coming: Vec<OrganiserEvent>,
    /// The last 50 events that are over, the latest first.
    pub past: Vec<OrganiserEvent>,
}

/// An event on an organizer's page.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrganiserEvent {
    pub id: EventId,
    /// Opens the event's page at the short address `/e/{slug}`; null if the event has none.
    #[schema(required)]
    pub slug: Option<String>,
    pub title: String,
    pub event_start_date: Timestamp,
    #[schema(required)]
    pub end_date: Option<Timestamp>,
    pub venue_address: String,
    pub logo: FileUrl,
    #[schema(required)]
    pub cover_image: Option<FileUrl>,
}
