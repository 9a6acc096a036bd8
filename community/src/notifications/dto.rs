//! Requests and responses about notifications.

use hoi_db::Timestamp;
use hoi_platform::error::LocalizedText;
use hoi_platform::ids::{GroupId, NotificationId};
use hoi_platform::language;
use hoi_platform::validation::{Check, Validate};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::entity::notification;
use super::text::Words;
use super::{ByEmail, Category, Channels, DigestFrequency, Kind};

/// A notification of the caller, in the request's language.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Notification {
    pub id: NotificationId,
    #[serde(rename = "type")]
    pub kind: Kind,
    /// One line.
    pub title: String,
    /// One or two sentences.
    pub content: String,
    /// The path in the application that it leads to.
    pub link: String,
    /// Null if it is unread.
    #[schema(required)]
    pub read_at: Option<Timestamp>,
    /// When it happened; of several times the last.
    pub created_at: Timestamp,
}

impl From<&notification::Model> for Notification {
    fn from(row: &notification::Model) -> Self {
        let Words { title, content } = row.in_language(language::current());
        Self {
            id: row.id,
            kind: row.kind,
            title,
            content,
            link: row.link.clone(),
            read_at: row.read_at,
            created_at: row.happened_at,
        }
    }
}

/// A part of the caller's notifications, newest first.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NotificationList {
    pub items: Vec<Notification>,
    /// The `cursor` of the next part; null at the end of the list.
    #[schema(required)]
    pub next_cursor: Option<String>,
    /// The number of all unread notifications.
    pub unread: u64,
}

/// The part of the caller's notifications to list.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct NotificationQuery {
    /// Whether to leave out read notifications.
    pub unread: Option<bool>,
    /// `nextCursor` of the part before; absent for the newest.
    pub cursor: Option<String>,
    /// The most notifications to return, 1–100, default 20.
    pub limit: Option<u64>,
}

/// The number of unread notifications after a call.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
pub struct Unread {
    /// The number of all unread notifications.
    pub unread: u64,
}

/// The channels by which the caller is told of one type of notification.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NotificationPreference {
    #[serde(rename = "type")]
    pub kind: Kind,
    pub category: Category,
    /// In the list of notifications.
    pub in_app: bool,
    /// By the browser at the moment it happens; only if it is in the list, too.
    pub browser: bool,
    pub email: ByEmail,
}

impl NotificationPreference {
    #[must_use]
    pub fn new(kind: Kind, channels: Channels) -> Self {
        Self {
            kind,
            category: kind.category(),
            in_app: channels.in_app,
            browser: channels.browser,
            email: channels.email,
        }
    }
}

/// The caller's preferences for all notifications.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NotificationPreferences {
    /// Every type that the caller can get, in the order of the categories.
    pub items: Vec<NotificationPreference>,
    pub digest: DigestFrequency,
    /// Groups that the caller has muted.
    pub muted_groups: Vec<GroupId>,
}

/// A change of the caller's preferences: absent ones stay.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ChangeNotificationPreferences {
    /// Types to change.
    #[serde(default)]
    #[schema(example = json!({ "max": MAX_ITEMS }))]
    pub items: Vec<ChangeNotificationPreference>,
    pub digest: Option<DigestFrequency>,
    /// Groups to mute, or not to mute any longer.
    #[serde(default)]
    #[schema(example = json!({ "max": MAX_ITEMS }))]
    pub groups: Vec<ChangeMutedGroup>,
}

/// Whether the caller mutes a group. Muting stops posts, comments, likes and events there on every channel; tasks that
/// wait for the caller, and answers to the caller's own actions, are told all the same.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChangeMutedGroup {
    pub id: GroupId,
    pub is_muted: bool,
}

/// A change of the channels for one type of notification: absent ones stay.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChangeNotificationPreference {
    #[serde(rename = "type")]
    pub kind: Kind,
    pub in_app: Option<bool>,
    pub browser: Option<bool>,
    pub email: Option<ByEmail>,
}

/// The most types, and the most groups, in one change.
const MAX_ITEMS: usize = 100;

impl Validate for ChangeNotificationPreferences {
    fn validate(&mut self, check: &mut Check) {
        let too_many = LocalizedText::new("field.tooMany").with("max", MAX_ITEMS);
        check.ensure(self.items.len() <= MAX_ITEMS, "items", too_many.clone());
        check.ensure(self.groups.len() <= MAX_ITEMS, "groups", too_many);
    }
}
