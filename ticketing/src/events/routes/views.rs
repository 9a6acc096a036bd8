//! The whole of an event, and its log.

use axum::extract::State;
use hoi_community::accounts::entity::user;
use hoi_community::groups;
use hoi_db::Timestamp;
use hoi_platform::app::App;
use hoi_platform::error::{Error, LocalizedText, Result};
use hoi_platform::http::{Cursor, Envelope, MAX_LIMIT, ValidatedQuery, part_limit};
use sea_orm::ConnectionTrait;

use crate::events::action::{ActionKind, EventAction};
use crate::events::details::EventDetails;
use crate::events::dto::{Actor, Event, EventLog, EventLogQuery};
use crate::events::entity::event;
use crate::events::form::Form;
use crate::events::log::{LogFilter, find_actors, find_log};
use crate::events::{EventId, InEvent, rights, rules, store, tickets};

/// The event as `user`, who may read all of it, sees it.
pub async fn full(
    conn: &impl ConnectionTrait,
    event: event::Model,
    user: &user::Model,
    now: Timestamp,
) -> Result<Event> {
    let group_name = match event.group_id {
        Some(id) => groups::names(conn, [id]).await?.remove(&id),
        None => None,
    };
    Ok(Event {
        group_name,
        rights: rights::rights_of(user, &event),
        details: EventDetails::from(&event),
        tickets: tickets::find_all(conn, event.id).await?,
        status: store::status_of(&event, now),
        event_form: Form {
            scheme: event.form.scheme,
            version: event.form_version,
        },
        is_cancelled: event.cancelled_at.is_some(),
        is_over: rules::end_of(event.event_start_date, event.end_date) <= now,
        id: event.id,
        owner_id: event.owner_id,
        slug: event.slug,
        new_closed_date: event.new_closed_date,
        cancel_reason: event.cancel_reason,
        registered_count: event.registered_count,
        version: event.version,
        created_at: event.created_at,
        updated_at: event.updated_at,
    })
}

/// Lists the actions in and to an event, newest first. Scans of tickets are not in it; they are in the history of each
/// participant.
#[utoipa::path(get, path = "/event/{eventId}/activities", tag = "event", params(("eventId" = EventId, Path), EventLogQuery),
    responses((status = 200, body = Envelope<EventLog>)), security(("bearer" = [])))]
pub async fn list_event_log(
    State(app): State<App>,
    InEvent { event, .. }: InEvent<rights::Overview>,
    ValidatedQuery(query): ValidatedQuery<EventLogQuery>,
) -> Result<Envelope<EventLog>> {
    let limit = part_limit(query.limit, 50, MAX_LIMIT)?;
    let unknown = |field| Error::field(field, LocalizedText::new("field.filter"));
    let kinds = ActionKind::read_list(query.kind.as_deref().unwrap_or_default());
    let kinds = kinds.ok_or_else(|| unknown("kind"))?;
    let actor = query.actor.filter(|actor| !actor.is_empty());
    let actor = actor.map(|actor| actor.parse()).transpose();
    let filter = LogFilter {
        subject: None,
        actor: actor.map_err(|_| unknown("actor"))?,
        actions: match kinds.as_slice() {
            [] => EventAction::all_but(&[]),
            kinds => EventAction::of_kinds(kinds),
        },
    };
    let before = query.cursor.as_deref().map(Cursor::read).transpose()?;
    let items = find_log(app.db.read(), event.id, filter, before, limit + 1).await?;
    Ok(Envelope::ok(EventLog::first(items, limit)))
}

/// Lists the accounts that did something in or to an event, by name; each can be a filter of the log.
#[utoipa::path(get, path = "/event/{eventId}/activities/actors", tag = "event", params(("eventId" = EventId, Path)),
    responses((status = 200, body = Envelope<Vec<Actor>>)), security(("bearer" = [])))]
pub async fn list_event_actors(
    State(app): State<App>,
    InEvent { event, .. }: InEvent<rights::Overview>,
) -> Result<Envelope<Vec<Actor>>> {
    let actors = find_actors(app.db.read(), event.id).await?;
    Ok(Envelope::ok(actors))
}
