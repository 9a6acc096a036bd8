//! The visitors' calls.

use axum::body::Bytes;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use hoi_community::groups;
use hoi_platform::app::App;
use hoi_platform::consent::Consent;
use hoi_platform::error::{Error, LocalizedText, Result};
use hoi_platform::files;
use hoi_platform::http::Envelope;
use hoi_platform::language;
use hoi_platform::snapshots::Snapshot;

use crate::events::calendar::CalendarEntry;
use crate::events::dto::{Bank, EventHead, PublicEvent, PublicForm, ShownEvent};
use crate::events::entity::event;
use crate::events::form::default_questions;
use crate::events::published::find_visible;
use crate::events::{
    EventId, EventStatus, InEvent, PublicTicket, RegistrableEvent, blocks, end_of,
    invitation_codes, rights, store, tickets,
};

/// Shows the event as on its registration page; the token of a member opens an event that is for members. Of one whose
/// group is not listed, others get only title and start, unless `X-Invitation-Code` opens it. 5005 for events that are
/// canceled, deleted or were never there; 5016, 5018, 5020: a token that is not good, at an event for members; 5003
/// (429): too many invitation codes that do not open the event, or short addresses without an event, came from this
/// network.
#[utoipa::path(get, path = "/event/{eventId}/public", tag = "event",
    params(("eventId" = EventId, Path), ("X-Invitation-Code" = Option<String>, Header, description = "The code of an invitation")),
    responses((status = 200, body = Envelope<ShownEvent>)))]
pub async fn get_public_event(
    State(app): State<App>,
    RegistrableEvent {
        published,
        needs_code,
        reads_all,
        ..
    }: RegistrableEvent,
) -> Result<Response> {
    let id = published.event.id;
    if !reads_all {
        let event = find_visible(&app, id).await?;
        let head = ShownEvent::Head(EventHead {
            id,
            title: event.title,
            event_start_date: event.event_start_date,
            members_only: true,
            needs_code: true,
        });
        return Ok(Envelope::ok(head).into_response());
    }
    let read = || {
        Box::pin(async {
            let event = find_visible(&app, id).await?;
            let shown = seen_by_visitors(&app, event, needs_code).await?;
            Ok::<_, Error>((
                shown.form_type,
                Envelope::ok(ShownEvent::Whole(Box::new(shown))),
            ))
        })
    };
    // The response for an event for members depends on the caller.
    if published.event.members_only {
        let (_, answer) = read().await?;
        return Ok(answer.into_response());
    }
    let write = async || {
        let (status, answer) = read().await?;
        let body = serde_json::to_vec(&answer).map_err(anyhow::Error::from)?;
        Ok::<_, Error>(PublicAnswer {
            status,
            body: body.into(),
        })
    };
    let (lang, now) = (language::current(), app.clock.monotonic());
    let mut answer = app.snapshots.get(id, Some(lang), now, write).await?;
    // Registration opens and closes at its moment, not within a second of it.
    if answer.status != store::status_of(&published.event, app.clock.now()) {
        app.snapshots.forget_seats(id);
        answer = app.snapshots.get(id, Some(lang), now, write).await?;
    }
    let json = [(header::CONTENT_TYPE, "application/json")];
    Ok((json, answer.body.clone()).into_response())
}

/// The whole answer about an event that is for everyone.
struct PublicAnswer {
    status: EventStatus,
    body: Bytes,
}

impl Snapshot for PublicAnswer {
    const COUNTS_SEATS: bool = true;

    fn bytes(&self) -> usize {
        self.body.len()
    }
}

/// Shows the event's owner the registration page's data, whatever the event's state.
#[utoipa::path(get, path = "/event/{eventId}/preview", tag = "event", params(("eventId" = EventId, Path)),
    responses((status = 200, body = Envelope<PublicEvent>)), security(("bearer" = [])))]
pub async fn preview_event(
    State(app): State<App>,
    InEvent { event, .. }: InEvent<rights::Overview>,
) -> Result<Envelope<PublicEvent>> {
    seen_by_visitors(&app, event, false).await.map(Envelope::ok)
}

async fn seen_by_visitors(app: &App, event: event::Model, needs_code: bool) -> Result<PublicEvent> {
    let (conn, now) = (app.db.read(), app.clock.now());
    let host_contact = event.shown_contact().cloned();
    let entry = CalendarEntry::of(&event, &app.config, language::current());
    let group = match event.group_id.filter(|_| event.members_only) {
        Some(id) => groups::find(conn, id).await?,
        None => None,
    };
    let mut scheme = default_questions(event.phone_question, event.company_question, |key| {
        LocalizedText::new(key).localized()
    });
    scheme.extend(event.form.scheme.iter().cloned());
    let tickets = tickets::find_public(conn, event.id).await?;
    let blocks = blocks::find_blocks(conn, event.id).await?;
    let cover = event.cover_image.map(|cover| cover.0);
    let mut previews = files::previews(conn, cover).await?;
    let free = event.total_participants - event.registered_count;
    Ok(PublicEvent {
        blocks,
        seats_left: seats_left(&tickets, free),
        tickets,
        takes_invitation_codes: invitation_codes::takes_codes(conn, event.id).await?,
        event_form: PublicForm { scheme },
        consent: Consent::wording(language::current()),
        form_type: store::status_of(&event, now),
        is_cancelled: event.cancelled_at.is_some(),
        is_over: end_of(event.event_start_date, event.end_date) <= now,
        organiser: groups::page_slug(conn, event.owner_id, event.group_id).await?,
        members_only: event.members_only,
        group_name: group
            .filter(|group| group.is_listed)
            .map(|group| group.name),
        needs_code,
        is_full: event.registered_count >= event.total_participants,
        id: event.id,
        slug: event.slug,
        title: event.title,
        description: event.description,
        logo: event.logo,
        cover_image: event.cover_image,
        cover_preview: cover.and_then(|cover| previews.remove(&cover)),
        background_color: event.background_color,
        host_name: event.host_name,
        host_contact,
        google_calendar: entry.google_link(),
        open_registration_date: event.open_registration_date,
        close_registration_date: event.close_registration_date,
        event_start_date: event.event_start_date,
        end_date: event.end_date,
        venue_address: event.venue_address,
        offers_invoices: event.offers_invoices && !event.turn_off_payment,
        takes_cash: !event.turn_off_payment && !event.turn_off_cash,
        payment_days: event.payment_days.filter(|_| !event.turn_off_payment),
        cash_has_deadline: event.cash_has_deadline,
        releases_unpaid: event.release_unpaid && event.payment_days.is_some(),
        turn_off_payment: event.turn_off_payment,
        send_email_after_register: event.send_email_after_register,
    })
}

/// Returns the seats left in all classes, at most the `free` seats of the event.
fn seats_left(tickets: &[PublicTicket], free: i64) -> Option<i64> {
    let is_limited = !tickets.is_empty() && tickets.iter().all(|ticket| ticket.remaining >= 0);
    let left: i64 = tickets.iter().map(|ticket| ticket.remaining).sum();
    is_limited.then(|| left.min(free).max(0))
}

/// The banks that a QR code can send a transfer to, the most used first.
#[utoipa::path(get, path = "/bank", tag = "event", responses((status = 200, body = Envelope<Vec<Bank>>)))]
pub async fn list_banks() -> Envelope<Vec<Bank>> {
    let banks = hoi_vietqr::banks().iter().map(|bank| Bank {
        bin: bank.bin,
        short_name: bank.short_name,
        name: bank.name,
    });
    Envelope::ok(banks.collect())
}
