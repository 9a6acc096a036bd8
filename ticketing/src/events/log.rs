//! The append-only log of an event: actions with their account and time.

use hoi_community::accounts;
use hoi_community::accounts::entity::user;
use hoi_db::{Timestamp, Tx, Writes};
use hoi_platform::clock;
use hoi_platform::error::Result;
use hoi_platform::http::Cursor;
use hoi_platform::ids::{AttendanceId, EventId, UserId};
use hoi_platform::outbox::{self, News, Scope, WebhookKind};
use sea_orm::{
    ColumnTrait, ConnectionTrait, DbErr, EntityTrait, QueryFilter, QueryOrder, QuerySelect,
    QueryTrait as _, Set,
};
use serde_json::{Value, json};
use uuid::Uuid;

use super::action::EventAction;
use super::dto::{Actor, EventLog, EventLogEntry};
use super::entity::event_activity;
use crate::attendances::ERASED_NAME;

/// The keys of an entry's data that webhooks get: none identifies a person.
const TOLD_OUTSIDE: &[&str] = &["source", "fields", "amount", "surplus", "way"];

/// An entry to be added to the log of an event.
#[derive(Debug)]
pub struct LogEntry {
    event: EventId,
    actor: Option<UserId>,
    action: EventAction,
    subject: Option<Uuid>,
    data: Value,
}

impl LogEntry {
    /// `action`, done by a visitor or by the program itself unless [`Self::by`] says otherwise.
    #[must_use]
    pub fn new(event: EventId, action: EventAction) -> Self {
        Self {
            event,
            actor: None,
            action,
            subject: None,
            data: json!({}),
        }
    }

    /// Sets the account that acted; None for the program and for visitors.
    #[must_use]
    pub fn by(mut self, actor: impl Into<Option<UserId>>) -> Self {
        self.actor = actor.into();
        self
    }

    /// Sets the thing that the action was done to, if it is not the event.
    #[must_use]
    pub fn about(mut self, subject: impl Into<Option<Uuid>>) -> Self {
        self.subject = subject.into();
        self
    }

    /// Sets the data: a JSON object with the facts that the reader needs, and never an e-mail address or a phone
    /// number. If a participant is erased, [`erase_names`] removes the `name` and a `reason`; nothing else is ever
    /// removed from the log.
    #[must_use]
    pub fn with(mut self, data: Value) -> Self {
        self.data = data;
        self
    }
}

/// Adds an entry in the transaction of the change itself.
pub async fn log(tx: &Tx, entry: LogEntry, now: Timestamp) -> Result<()> {
    Ok(log_all(tx, [entry], now).await?)
}

/// Adds entries in the transaction of the changes themselves.
pub async fn log_all(
    tx: &Tx,
    entries: impl IntoIterator<Item = LogEntry>,
    now: Timestamp,
) -> Result<(), DbErr> {
    let mut writes = Writes::new(tx);
    add_log(&mut writes, entries, now);
    writes.flush(tx).await
}

/// Adds entries to the changes of a transaction, with their news for webhooks.
pub fn add_log(writes: &mut Writes, entries: impl IntoIterator<Item = LogEntry>, now: Timestamp) {
    let entries: Vec<LogEntry> = entries.into_iter().collect();
    let news = entries.iter().filter_map(|entry| {
        let news = news_of(entry)?;
        Some((Scope::Event(entry.event), news))
    });
    outbox::add(writes, news, now);
    let rows = entries.into_iter().map(|entry| event_activity::Model {
        id: clock::new_id(),
        event_id: entry.event,
        actor_id: entry.actor,
        action: entry.action,
        subject_id: entry.subject,
        data: entry.data,
        created_at: now,
    });
    writes.insert(rows.collect());
}

/// Returns the news of an entry for webhooks. The door sends those of check-ins, because most check-ins are in the log
/// of scans alone, the desk those of imported people, and the erasure those of erased people with their earlier
/// registrations.
fn news_of(entry: &LogEntry) -> Option<News> {
    let kind = match entry.action {
        EventAction::ParticipantRegistered | EventAction::ParticipantAdded => {
            WebhookKind::RegistrationCreated
        }
        EventAction::ParticipantChanged
        | EventAction::ParticipantSelfChanged
        | EventAction::ParticipantConfirmed
        | EventAction::ParticipantUnpaid
        | EventAction::ParticipantRefunded => WebhookKind::RegistrationChanged,
        EventAction::ParticipantRemoved
        | EventAction::ParticipantSelfCancelled
        | EventAction::ParticipantUnconfirmed
        | EventAction::ParticipantUnpaidReleased => WebhookKind::RegistrationCancelled,
        EventAction::ParticipantPaid
        | EventAction::ParticipantPaidPart
        | EventAction::ParticipantPaidMore
        | EventAction::ParticipantPaidLate => WebhookKind::PaymentReceived,
        _ => return None,
    };
    let news = News::new(kind, "attendanceId", entry.subject?);
    Some(news.with_some_of(&entry.data, TOLD_OUTSIDE))
}

impl EventLog {
    /// The first `limit` of `items`, which are the newest of all and one more if there is one.
    #[must_use]
    pub fn first(items: Vec<EventLogEntry>, limit: u64) -> Self {
        let (items, next_cursor) = Cursor::cut(items, limit, |item| (item.created_at, item.id));
        Self { items, next_cursor }
    }
}

/// Restricts the entries of a log; None restricts nothing.
#[derive(Debug, Clone)]
pub struct LogFilter {
    /// The identifier of the thing that the entries are about.
    pub subject: Option<Uuid>,
    /// The account that acted.
    pub actor: Option<UserId>,
    /// Only these actions. They are always named, so that an entry of a later version, unknown to this one, is left out
    /// instead of making the log unreadable.
    pub actions: Vec<EventAction>,
}

/// The newest entries of an event's log before `before`, newest first.
pub async fn find_log(
    conn: &impl ConnectionTrait,
    event: EventId,
    filter: LogFilter,
    before: Option<Cursor>,
    limit: u64,
) -> Result<Vec<EventLogEntry>> {
    use event_activity::Column::{self, ActorId, CreatedAt, EventId, Id, SubjectId};
    let mut found = event_activity::Entity::find()
        .filter(EventId.eq(event))
        .filter(Column::Action.is_in(filter.actions));
    if let Some(subject) = filter.subject {
        found = found.filter(SubjectId.eq(subject));
    }
    if let Some(actor) = filter.actor {
        found = found.filter(ActorId.eq(actor));
    }
    let rows = Cursor::newest_first(found, before, CreatedAt, Id)
        .limit(limit)
        .all(conn)
        .await?;
    let names = accounts::full_names(conn, rows.iter().filter_map(|row| row.actor_id)).await?;
    let entries = rows.into_iter().map(|row| EventLogEntry {
        actor_name: row.actor_id.and_then(|id| names.get(&id).cloned()),
        id: row.id,
        action: row.action,
        actor_id: row.actor_id,
        subject_id: row.subject_id,
        data: row.data,
        created_at: row.created_at,
    });
    Ok(entries.collect())
}

/// Returns the names in all entries about these participants.
pub async fn find_names(
    conn: &impl ConnectionTrait,
    participants: &[AttendanceId],
) -> Result<Vec<String>> {
    let entries = entries_about(conn, participants).await?;
    let names = entries.iter().filter_map(|(.., data)| data.get("name"));
    Ok(names.filter_map(Value::as_str).map(str::to_owned).collect())
}

async fn entries_about(
    conn: &impl ConnectionTrait,
    participants: &[AttendanceId],
) -> Result<Vec<(EventId, Timestamp, Uuid, Value)>, DbErr> {
    use event_activity::Column::{CreatedAt, Data, EventId as Event, Id, SubjectId};
    event_activity::Entity::find()
        .select_only()
        .columns([Event, CreatedAt, Id, Data])
        .filter(SubjectId.is_in(participants.iter().map(|id| id.0)))
        .into_tuple()
        .all(conn)
        .await
}

/// Takes the names, and the reasons that organisers wrote, out of all entries about these participants. Returns the names.
pub async fn erase_names(tx: &Tx, participants: &[AttendanceId]) -> Result<Vec<String>> {
    use event_activity::Column::{CreatedAt, EventId as Event, Id};
    let mut names = Vec::new();
    for (event, created_at, id, mut data) in entries_about(tx, participants).await? {
        let mut is_changed = false;
        for key in ["name", "reason"] {
            let Some(Value::String(text)) = data.get_mut(key) else {
                continue;
            };
            let text = std::mem::replace(text, ERASED_NAME.to_owned());
            is_changed = true;
            if key == "name" {
                names.push(text);
            }
        }
        if is_changed {
            let columns = event_activity::ActiveModel {
                data: Set(data),
                ..Default::default()
            };
            let changed = event_activity::Entity::update_many().set(columns);
            changed
                .filter(Event.eq(event))
                .filter(CreatedAt.eq(created_at))
                .filter(Id.eq(id))
                .exec(tx)
                .await?;
        }
    }
    Ok(names)
}

/// Returns the accounts that did something in or to the event, by name.
pub async fn find_actors(conn: &impl ConnectionTrait, event: EventId) -> Result<Vec<Actor>> {
    let logged = event_activity::Entity::find()
        .select_only()
        .column(event_activity::Column::ActorId)
        .distinct()
        .filter(event_activity::Column::EventId.eq(event))
        .filter(event_activity::Column::ActorId.is_not_null());
    let actors: Vec<(UserId, String)> = user::Entity::find()
        .select_only()
        .columns([user::Column::Id, user::Column::FullName])
        .filter(user::Column::Id.in_subquery(logged.into_query()))
        .order_by_asc(user::Column::FullName)
        .order_by_asc(user::Column::Id)
        .into_tuple()
        .all(conn)
        .await?;
    let actors = actors.into_iter().map(|(id, name)| Actor { id, name });
    Ok(actors.collect())
}
