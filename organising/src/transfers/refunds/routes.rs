//! Calls on money that is owed back.

use std::collections::BTreeMap;

use std::slice;

use axum::extract::{FromRef, FromRequestParts, State};
use axum::http::request::Parts;
use hoi_platform::app::App;
use hoi_platform::error::{Error, LocalizedText, Result, is_stale};
use hoi_platform::http::{Envelope, Page, PageQuery, ValidatedJson, ValidatedQuery, path_id};
use hoi_platform::idempotency::{Idempotent, KeyHeader};
use hoi_platform::ids::{AttendanceId, EventId};
use hoi_platform::validation::Check;
use hoi_ticketing::attendances::attendance;
use hoi_ticketing::events::{self, EventAction, InEvent, LogEntry, rights};
use sea_orm::{ColumnTrait, QueryFilter};
use serde_json::json;

use super::RefundState;
use super::dto::{Refund, RefundAction, RefundBody, RefundDecision, RefundQuery, RefundResult};
use super::store::{self, Decision};

/// Lists the money owed back for an event, or the decisions about it: to people who paid and were removed, to all who
/// paid if the event is canceled, and to people who come the part beyond their price. By name.
#[utoipa::path(get, path = "/event/{eventId}/refunds", tag = "money", params(("eventId" = EventId, Path), RefundQuery),
    responses((status = 200, body = Envelope<Page<Refund>>)), security(("bearer" = [])))]
pub async fn list_refunds(
    State(app): State<App>,
    InEvent { event, .. }: InEvent<rights::Money>,
    ValidatedQuery(query): ValidatedQuery<RefundQuery>,
) -> Result<Envelope<Page<Refund>>> {
    let state = query.state.unwrap_or(RefundState::Owed);
    let page = PageQuery::new(query.limit, query.page)?;
    let refunds = store::list(app.db.read(), &event, state, page).await?;
    Ok(Envelope::ok(refunds))
}

/// The person `{id}` to whom something is or was owed back. It is loaded before the body of a
/// call is read, so that a missing person is reported before a wrong body.
pub struct OwedAttendance(AttendanceId);

impl<S: Send + Sync> FromRequestParts<S> for OwedAttendance
where
    App: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Error> {
        let id: AttendanceId = path_id(parts, state, "id").await?;
        let event: EventId = path_id(parts, state, "eventId").await?;
        let app = App::from_ref(state);
        let conn = app.db.read();
        let event = events::find_event(conn, event)
            .await?
            .ok_or_else(Error::not_found)?;
        let is_known = store::is_known(conn, &event, id).await?;
        is_known.then_some(Self(id)).ok_or_else(unknown)
    }
}

fn unknown() -> Error {
    Error::NotFound(LocalizedText::new("registration.noSuchParticipant"))
}

/// Sets how much is owed back to one person, and to which account. 5005: nothing was received from them, or they come and
/// paid no more than the price; 5002: more than can be given back; 5008: it was decided about, or it was changed since it
/// was read, maybe by the person, or more was received.
#[utoipa::path(put, path = "/event/{eventId}/refunds/{id}", tag = "money", params(("eventId" = EventId, Path), ("id" = AttendanceId, Path)),
    request_body = RefundBody, responses((status = 200, body = Envelope<Refund>)), security(("bearer" = [])))]
pub async fn change_refund(
    State(app): State<App>,
    InEvent { event, .. }: InEvent<rights::Money>,
    OwedAttendance(id): OwedAttendance,
    ValidatedJson(body): ValidatedJson<RefundBody>,
) -> Result<Envelope<Refund>> {
    let tx = app.db.write().await?;
    let event = events::lock_event(&tx, event.id)
        .await?
        .ok_or_else(Error::not_found)?;
    let of_person =
        || store::owed_back(slice::from_ref(&event)).filter(attendance::Column::Id.eq(id));
    let found = store::describe(&tx, &event, of_person().all(&tx).await?).await?;
    let decided = || Error::Conflict(LocalizedText::new("transfer.decidedAlready"));
    let before = found.into_iter().next().ok_or_else(decided)?;
    let is_other_sum = body.most.is_some_and(|most| most != before.most);
    if is_stale(body.version, before.version) || is_other_sum {
        return Err(Error::changed_meanwhile(&before));
    }
    let mut check = Check::default();
    check.between("amount", body.amount, 1, before.most);
    check.finish()?;
    let account = body.account.map(store::typed);
    let withheld = Some(before.most - body.amount).filter(|part| *part > 0);
    store::change(&tx, event.id, id, withheld, account, app.clock.now()).await?;
    let changed = store::describe(&tx, &event, of_person().all(&tx).await?).await?;
    tx.commit().await?;
    let changed = changed.into_iter().next().ok_or_else(unknown)?;
    Ok(Envelope::said(changed, "refund.changed"))
}

/// Notes for up to 200 people that the money was given back or is not owed, or takes that back. Those decided about
/// meanwhile are named; the others are done.
#[utoipa::path(post, path = "/event/{eventId}/refunds/decide", tag = "money", params(("eventId" = EventId, Path), KeyHeader),
    request_body = RefundDecision, responses((status = 200, body = Envelope<RefundResult>)), security(("bearer" = [])))]
pub async fn decide_refunds(
    State(app): State<App>,
    InEvent { event, user, .. }: InEvent<rights::Money>,
    Idempotent(once, body): Idempotent<RefundDecision>,
) -> Result<Envelope<RefundResult>> {
    let (decision, action) = match (body.action, body.way, body.reason) {
        (RefundAction::Return, Some(way), _) => {
            (Decision::Returned(way), EventAction::ParticipantRefunded)
        }
        (RefundAction::Waive, _, Some(reason)) => (
            Decision::NotOwed(reason),
            EventAction::ParticipantRefundWaived,
        ),
        _ => (Decision::Undone, EventAction::ParticipantRefundUndone),
    };
    let now = app.clock.now();
    let tx = once.begin().await?;
    // Decisions about one event wait for one another here.
    let event = events::lock_event(&tx, event.id)
        .await?
        .ok_or_else(Error::not_found)?;
    let done = store::decide(&tx, &event, &body.ids, &decision, user.id, now).await?;
    events::log_all(&tx, entries(event.id, action, &done, user.id), now).await?;
    let (done, failed) = body.ids.into_iter().partition(|id| done.contains_key(id));
    once.commit(tx, Envelope::ok(RefundResult { done, failed }))
        .await
}

fn entries(
    event: EventId,
    action: EventAction,
    done: &BTreeMap<AttendanceId, (String, i64)>,
    by: hoi_platform::ids::UserId,
) -> Vec<LogEntry> {
    let entries = done.iter().map(|(id, (name, amount))| {
        LogEntry::new(event, action)
            .by(by)
            .about(id.0)
            .with(json!({ "name": name, "amount": amount }))
    });
    entries.collect()
}
