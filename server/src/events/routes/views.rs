//! What an owner sees of an event, and its log.

use axum::extract::State;
use hoi_db::Timestamp;
use sea_orm::ConnectionTrait;

use crate::app::App;
use crate::error::{Error, LocalizedText, Result};
use crate::events::action::{ActionKind, EventAction};
use crate::events::activity::{Cursor, LogFilter, find_activities, find_actors};
use crate::events::dto::{ActivityList, Actor, Event, EventActivityQuery};
use crate::events::entity::event;
use crate::events::form::Form;
use crate::events::{EventId, EventOwner, store, tickets};
use crate::http::{Envelope, ValidatedQuery};

/// The event as its owner sees it.
pub async fn full(
    conn: &impl ConnectionTrait,
    event: event::Model,
    now: Timestamp,
) -> Result<Event> {
    Ok(Event {
        tickets: tickets::find_all(conn, event.id).await?,
        event_form: Form {
            scheme: store::scheme_of(&event)?,
            version: event.form_version,
        },
        status: store::status_of(&event, now),
        is_cancelled: event.cancelled_at.is_some(),
        id: event.id,
        owner_id: event.owner_id,
        title: event.title,
        description: event.description,
        total_participants: event.total_participants,
        open_registration_date: event.open_registration_date,
        close_registration_date: event.close_registration_date,
        new_closed_date: event.new_closed_date,
        logo: event.logo_file_id.into(),
        cover_image: event.cover_file_id.map(Into::into),
        background_color: event.background_color,
        turn_off_payment: event.turn_off_payment,
        account_number: event.account_number,
        account_holder_name: event.account_holder_name,
        bank_name: event.bank_name,
        bank_bin: event.bank_bin,
        payment_email_content: event.payment_email_content,
        send_email_after_register: event.send_email_after_register,
        event_start_date: event.event_start_date,
        end_date: event.end_date,
        venue_address: event.venue_address,
        register_email_content: event.register_email_content,
        attachment_image: event.attachment_file_id.map(Into::into),
        turn_off_visitor_changes: event.turn_off_visitor_changes,
        visitor_changes_until: event.visitor_changes_until,
        registrations_per_address: event.registrations_per_address,
        confirm_by_mail_minutes: event.confirm_by_mail_minutes,
        cancel_reason: event.cancel_reason,
        registered_count: event.registered_count,
        version: event.version,
        created_at: event.created_at,
        updated_at: event.updated_at,
    })
}

/// What has been done in and to an event, newest first. Scans of tickets are not in it; they stand in the history of
/// each participant.
#[utoipa::path(get, path = "/event/{eventId}/activities", tag = "event", operation_id = "get_event_activities",
    params(("eventId" = EventId, Path), EventActivityQuery),
    responses((status = 200, body = Envelope<ActivityList>)), security(("bearer" = [])))]
pub async fn get_activities(
    State(app): State<App>,
    EventOwner { event, .. }: EventOwner,
    ValidatedQuery(query): ValidatedQuery<EventActivityQuery>,
) -> Result<Envelope<ActivityList>> {
    let limit = query.limit.unwrap_or(50).clamp(1, 100);
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
    let items = find_activities(app.db.read(), event.id, filter, before, limit + 1).await?;
    Ok(Envelope::ok(ActivityList::first(items, limit)))
}

/// Everybody with an account who did something in or to an event, by name: whom its log can be narrowed down to.
#[utoipa::path(get, path = "/event/{eventId}/activities/actors", tag = "event", operation_id = "get_event_actors",
    params(("eventId" = EventId, Path)),
    responses((status = 200, body = Envelope<Vec<Actor>>)), security(("bearer" = [])))]
pub async fn get_actors(
    State(app): State<App>,
    EventOwner { event, .. }: EventOwner,
) -> Result<Envelope<Vec<Actor>>> {
    let actors = find_actors(app.db.read(), event.id).await?;
    Ok(Envelope::ok(actors))
}
