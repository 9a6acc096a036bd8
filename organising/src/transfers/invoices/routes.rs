//! Calls of organisers on invoices.

use axum::extract::State;
use hoi_platform::app::App;
use hoi_platform::error::{Error, LocalizedText, Result};
use hoi_platform::http::{Envelope, Nothing, PageQuery, ValidatedJson, ValidatedQuery};
use hoi_platform::idempotency::{Idempotent, KeyHeader};
use hoi_platform::ids::{AttendanceId, EventId};
use hoi_ticketing::events::{self, EventAction, InEvent, LogEntry, rights};
use hoi_ticketing::invoice_requests::{self, Invoice, InvoiceChange, offers_invoice};
use serde_json::json;

use super::dto::{
    InvoiceAction, InvoiceDecision, InvoiceOfParticipant, InvoicePage, InvoiceQuery, InvoiceResult,
    InvoiceState,
};
use super::store;
use crate::transfers::access::LiveAttendance;

/// Lists the invoices that participants of an event ask for, with the number of those in each state.
#[utoipa::path(get, path = "/event/{eventId}/invoices", tag = "money", params(("eventId" = EventId, Path), InvoiceQuery),
    responses((status = 200, body = Envelope<InvoicePage>)), security(("bearer" = [])))]
pub async fn list_invoices(
    State(app): State<App>,
    InEvent { event, .. }: InEvent<rights::Money>,
    ValidatedQuery(query): ValidatedQuery<InvoiceQuery>,
) -> Result<Envelope<InvoicePage>> {
    let state = query.state.unwrap_or(InvoiceState::Waiting);
    let page = PageQuery::new(query.limit, query.page)?;
    let invoices = store::list(app.db.read(), event.id, state, page).await?;
    Ok(Envelope::ok(invoices))
}

/// Shows the text of a participant's invoice.
#[utoipa::path(get, path = "/event/{eventId}/attendances/{id}/invoice", tag = "money", params(("eventId" = EventId, Path), ("id" = AttendanceId, Path)),
    responses((status = 200, body = Envelope<InvoiceOfParticipant>)), security(("bearer" = [])))]
pub async fn get_invoice(
    State(app): State<App>,
    InEvent { event, .. }: InEvent<rights::Money>,
    LiveAttendance(person): LiveAttendance,
) -> Result<Envelope<InvoiceOfParticipant>> {
    let invoice = invoice_requests::find(app.db.read(), person.id).await?;
    Ok(Envelope::ok(InvoiceOfParticipant {
        is_offered: offers_invoice(&event, person.amount),
        invoice: invoice.map(Into::into),
    }))
}

/// Writes the text of a participant's invoice, whether they asked for one or not. 5008: the event offers no invoices,
/// nothing is due, the invoice was issued, or its text was changed since it was read.
#[utoipa::path(put, path = "/event/{eventId}/attendances/{id}/invoice", tag = "money", params(("eventId" = EventId, Path), ("id" = AttendanceId, Path)),
    request_body = InvoiceChange, responses((status = 200, body = Envelope<Invoice>)), security(("bearer" = [])))]
pub async fn update_invoice(
    State(app): State<App>,
    InEvent { event, user, .. }: InEvent<rights::Money>,
    LiveAttendance(person): LiveAttendance,
    ValidatedJson(body): ValidatedJson<InvoiceChange>,
) -> Result<Envelope<Invoice>> {
    let now = app.clock.now();
    let tx = app.db.write().await?;
    // A request stays changeable when the event offers no invoices any more.
    let is_asked = invoice_requests::find(&tx, person.id).await?.is_some();
    if !is_asked && !offers_invoice(&event, person.amount) {
        return Err(Error::Conflict(LocalizedText::new("invoice.notOffered")));
    }
    let saved = store::save(&tx, event.id, person.id, body, now).await?;
    let entry = LogEntry::new(event.id, EventAction::ParticipantInvoiceChanged)
        .by(user.id)
        .about(person.id.0)
        .with(json!({ "name": person.full_name }));
    events::log(&tx, entry, now).await?;
    tx.commit().await?;
    Ok(Envelope::said(saved.into(), "invoice.saved"))
}

/// Removes the request of a participant, if there is one. 5008: the invoice was issued.
#[utoipa::path(delete, path = "/event/{eventId}/attendances/{id}/invoice", tag = "money", params(("eventId" = EventId, Path), ("id" = AttendanceId, Path)),
    responses((status = 200, body = Envelope<Nothing>)), security(("bearer" = [])))]
pub async fn remove_invoice(
    State(app): State<App>,
    InEvent { event, user, .. }: InEvent<rights::Money>,
    LiveAttendance(person): LiveAttendance,
) -> Result<Envelope<Nothing>> {
    let now = app.clock.now();
    let tx = app.db.write().await?;
    if store::remove(&tx, person.id).await? {
        let entry = LogEntry::new(event.id, EventAction::ParticipantInvoiceChanged)
            .by(user.id)
            .about(person.id.0)
            .with(json!({ "name": person.full_name }));
        events::log(&tx, entry, now).await?;
    }
    tx.commit().await?;
    Ok(Envelope::done("invoice.removed"))
}

/// Notes that invoices were issued, or takes that back. Those decided about meanwhile are named; the others are done.
#[utoipa::path(post, path = "/event/{eventId}/invoices/decide", tag = "money", params(("eventId" = EventId, Path), KeyHeader),
    request_body = InvoiceDecision, responses((status = 200, body = Envelope<InvoiceResult>)), security(("bearer" = [])))]
pub async fn decide_invoices(
    State(app): State<App>,
    InEvent { event, user, .. }: InEvent<rights::Money>,
    Idempotent(once, body): Idempotent<InvoiceDecision>,
) -> Result<Envelope<InvoiceResult>> {
    let now = app.clock.now();
    let action = match body.action {
        InvoiceAction::Issue => EventAction::ParticipantInvoiceIssued,
        InvoiceAction::Undo => EventAction::ParticipantInvoiceUndone,
    };
    let tx = once.begin().await?;
    let number = body.number.clone();
    let decided = store::decide(&tx, event.id, &body.ids, body.action, number, user.id, now);
    let decided = decided.await?;
    let people = store::names(&tx, &decided).await?;
    let entries = people.into_iter().map(|(id, name)| {
        LogEntry::new(event.id, action)
            .by(user.id)
            .about(id.0)
            .with(json!({ "name": name, "number": body.number }))
    });
    events::log_all(&tx, entries.collect::<Vec<_>>(), now).await?;
    let (done, failed) = body.ids.into_iter().partition(|id| decided.contains(id));
    once.commit(tx, Envelope::ok(InvoiceResult { done, failed }))
        .await
}
