//! The news of events and groups for webhooks: written in the transaction of the change, so that nothing is lost and
//! nothing is sent that was not stored.
//!
//! The insert itself checks whether an event has a webhook at all: the desk and the door read nothing for it, and a
//! batch writes one row an event. Everything else is in `webhooks`.

pub mod entity;

use std::collections::BTreeMap;

use hoi_db::{Timestamp, Writes};
use sea_orm::{DeriveActiveEnum, EnumIter};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use utoipa::ToSchema;
use uuid::Uuid;

use self::entity::webhook_news;
use crate::clock;
use crate::ids::{EventId, GroupId};

/// The most news in one row.
const CHUNK: usize = 500;
/// Conditions of the inserts: there is a webhook that is not switched off.
const EVENT_HAS_WEBHOOK: &str = "exists (select 1 from webhook where webhook.event_id = new_row.column2 and webhook.off_since is null)";
const GROUP_HAS_WEBHOOK: &str = "exists (select 1 from webhook where webhook.group_id = new_row.column2 and webhook.off_since is null)";

/// The kind of news that a webhook is sent. Names never change: they are stored, and receivers know them.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, EnumIter, Serialize, Deserialize, ToSchema,
)]
pub enum WebhookKind {
    /// A participant registered, was added or was imported.
    #[serde(rename = "registration.created")]
    RegistrationCreated,
    /// A registration, its payment or its check-in was changed; `fields` names the changed fields, where they are
    /// known.
    #[serde(rename = "registration.changed")]
    RegistrationChanged,
    /// A registration was cancelled, removed, or released because it was not confirmed or paid.
    #[serde(rename = "registration.cancelled")]
    RegistrationCancelled,
    /// Money arrived: `amount` in dong.
    #[serde(rename = "payment.received")]
    PaymentReceived,
    /// A participant was let in.
    #[serde(rename = "participant.checked_in")]
    ParticipantCheckedIn,
    /// The personal data of a participant was erased; a receiver has to erase its copy, too.
    #[serde(rename = "participant.erased")]
    ParticipantErased,
    /// A deal was entered.
    #[serde(rename = "deal.created")]
    DealCreated,
    /// A deal was changed, answered, decided or voided; `change` says which.
    #[serde(rename = "deal.changed")]
    DealChanged,
    /// An account became a member.
    #[serde(rename = "member.joined")]
    MemberJoined,
    /// A member left or was removed.
    #[serde(rename = "member.left")]
    MemberLeft,
}

impl WebhookKind {
    /// Returns the name in the database, in payloads and in the API.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::RegistrationCreated => "registration.created",
            Self::RegistrationChanged => "registration.changed",
            Self::RegistrationCancelled => "registration.cancelled",
            Self::PaymentReceived => "payment.received",
            Self::ParticipantCheckedIn => "participant.checked_in",
            Self::ParticipantErased => "participant.erased",
            Self::DealCreated => "deal.created",
            Self::DealChanged => "deal.changed",
            Self::MemberJoined => "member.joined",
            Self::MemberLeft => "member.left",
        }
    }

    /// Returns whether it happens in groups rather than in events.
    #[must_use]
    pub fn is_of_groups(self) -> bool {
        matches!(
            self,
            Self::DealCreated | Self::DealChanged | Self::MemberJoined | Self::MemberLeft
        )
    }
}

/// Why a webhook is switched off.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, EnumIter, DeriveActiveEnum, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "camelCase")]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "camelCase")]
pub enum OffReason {
    /// The organiser or a leader switched it off.
    Organiser,
    /// The receiver answered that it is gone (410).
    Gone,
    /// All attempts of three days failed.
    Failing,
}

/// Why an attempt has no answer.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, EnumIter, DeriveActiveEnum, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "camelCase")]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "camelCase")]
#[schema(as = WebhookFault)]
pub enum Fault {
    /// The address leads into a network that is not reached from here.
    Refused,
    /// No answer came in time.
    Slow,
    /// No connection stood, or it broke.
    Failed,
    /// The secret was sealed by an installation whose own is lost; a new one is needed.
    Unsigned,
}

/// Where something happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Scope {
    Event(EventId),
    Group(GroupId),
}

impl Scope {
    /// Returns the identifier of the event or the group.
    #[must_use]
    pub fn id(self) -> Uuid {
        match self {
            Self::Event(EventId(id)) | Self::Group(GroupId(id)) => id,
        }
    }
}

/// One piece of news. `data` holds identifiers and details from the event's log, and nothing by which a person is
/// known: deliveries are kept, and are read outside.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct News {
    pub kind: WebhookKind,
    pub data: Map<String, Value>,
}

impl News {
    /// News of the registration, member or deal that `key` names.
    #[must_use]
    pub fn new(kind: WebhookKind, key: &str, id: Uuid) -> Self {
        let data = Map::from_iter([(key.to_owned(), json!(id))]);
        Self { kind, data }
    }

    /// Adds a value.
    #[must_use]
    pub fn with(mut self, key: &str, value: impl Into<Value>) -> Self {
        self.data.insert(key.to_owned(), value.into());
        self
    }

    /// Adds the values of a log entry that have one of these names.
    #[must_use]
    pub fn with_some_of(mut self, entry: &Value, names: &[&str]) -> Self {
        for name in names {
            if let Some(value) = entry.get(name).filter(|value| !value.is_null()) {
                self.data.insert((*name).to_owned(), value.clone());
            }
        }
        self
    }
}

/// Adds news to the changes of the transaction in which it happens, for scopes that have a webhook.
pub fn add(writes: &mut Writes, news: impl IntoIterator<Item = (Scope, News)>, now: Timestamp) {
    let mut by_scope: BTreeMap<Scope, Vec<News>> = BTreeMap::new();
    for (scope, news) in news {
        by_scope.entry(scope).or_default().push(news);
    }
    let (mut of_events, mut of_groups) = (Vec::new(), Vec::new());
    for (scope, news) in by_scope {
        let rows = news.chunks(CHUNK).map(|news| webhook_news::Model {
            id: clock::new_id(),
            scope_id: scope.id(),
            news: json!(news),
            created_at: now,
        });
        match scope {
            Scope::Event(_) => of_events.extend(rows),
            Scope::Group(_) => of_groups.extend(rows),
        }
    }
    for (rows, has_webhook) in [
        (of_events, EVENT_HAS_WEBHOOK),
        (of_groups, GROUP_HAS_WEBHOOK),
    ] {
        writes.insert_where(rows, has_webhook);
    }
}

#[cfg(test)]
mod tests {
    use sea_orm::Iterable as _;

    use super::*;

    #[test]
    fn a_kind_has_one_name() {
        for kind in WebhookKind::iter() {
            assert_eq!(json!(kind), json!(kind.name()));
        }
    }

    #[test]
    fn only_named_values_of_an_entry_are_told() {
        let entry = json!({ "name": "Hoa", "amount": 5, "way": null });
        let id = Uuid::from_u128(7);
        let news = News::new(WebhookKind::PaymentReceived, "attendanceId", id);
        let news = news.with_some_of(&entry, &["amount", "way"]);
        assert_eq!(
            Value::Object(news.data),
            json!({ "attendanceId": id, "amount": 5 })
        );
    }
}
