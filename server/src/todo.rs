//! The tasks that wait for an event's organiser, in one answer for the home of the event. It stands outside of the
//! features, because it reads several.

use axum::extract::State;
use hoi_platform::app::App;
use hoi_platform::error::Result;
use hoi_platform::http::Envelope;
use hoi_platform::ids::{EventId, MessageId};
use hoi_platform::routes;
use hoi_ticketing::events::InEvent;
use hoi_ticketing::events::rights::{EventRight, Overview, has_right};
use hoi_ticketing::{participants, registration};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use crate::privacy::retention::{self, Retention};
use hoi_organising::{checkin, messages, transfers};

/// The tasks that wait for an event's organizer. A part is absent where the caller lacks the right to what it counts.
#[derive(Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EventTodo {
    /// People who would be reminded to pay now; with the right `money`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub unpaid: Option<u64>,
    /// Transfers to review; with the right `money`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub transfers: Option<i64>,
    /// People to whom something is owed back; with the right `money`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub refunds: Option<u64>,
    /// Invoices asked for by people who have paid; with the right `money`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub invoices: Option<u64>,
    /// Mails to participants that were given up; with the right `guests`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub undelivered: Option<u64>,
    /// Bursts of registrations that are not dismissed, at most 20; with the right `guests`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub bursts: Option<u64>,
    /// Devices with a key for the door; with the right `door`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub devices: Option<u64>,
    /// Ticket codes with which more than one person entered; with the right `door`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub used_twice: Option<u64>,
    /// People to whom the letter about a new time or place goes that waits for a decision; with the right `messages`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub untold: Option<u64>,
    /// Messages that were not sent at their time and are drafts again, the newest first; with the right `messages`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub stopped: Option<Vec<MessageId>>,
    /// Until when the personal data of participants is kept; with the right `personalData`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub retention: Option<Retention>,
}

/// The route of an event's tasks.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(get_todo))
}

/// Returns the tasks that wait for an event's organizer, each part for callers with the right to it.
#[utoipa::path(get, path = "/event/{eventId}/todo", tag = "event", params(("eventId" = EventId, Path)),
    responses((status = 200, body = Envelope<EventTodo>)), security(("bearer" = [])))]
async fn get_todo(
    State(app): State<App>,
    InEvent { event, user, .. }: InEvent<Overview>,
) -> Result<Envelope<EventTodo>> {
    let (conn, now) = (app.db.read(), app.clock.now());
    let may = |right| has_right(&user, &event, right);
    let mut todo = EventTodo::default();
    if may(EventRight::Money) {
        todo.unpaid = Some(participants::count_to_be_reminded(conn, &event, now).await?);
        let open = transfers::count_open_decisions(conn, &event).await?;
        todo.transfers = Some(open.transfers);
        todo.refunds = Some(open.refunds);
        todo.invoices = Some(open.invoices);
    }
    if may(EventRight::Guests) {
        todo.undelivered = Some(participants::count_undelivered(conn, event.id).await?);
        todo.bursts = Some(participants::count_bursts(conn, event.id).await?);
    }
    if may(EventRight::Door) {
        todo.devices = Some(checkin::count_keys(conn, event.id).await?);
        todo.used_twice = Some(checkin::count_conflicts(conn, event.id).await?);
    }
    if may(EventRight::Messages) {
        todo.untold = Some(registration::count_untold(conn, &event, now).await?);
        todo.stopped = Some(messages::find_stopped(conn, event.id).await?);
    }
    if may(EventRight::PersonalData) {
        todo.retention = Some(retention::read(&app, event.id).await?);
    }
    Ok(Envelope::ok(todo))
}
