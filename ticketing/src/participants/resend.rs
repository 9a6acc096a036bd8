//! Sending the ticket once more, to one or to many. It only asks for the mails; `registration` writes and sends them.

use std::collections::HashMap;
use std::time::Duration;

use axum::extract::State;
use hoi_community::accounts;
use hoi_db::{Timestamp, Tx};
use hoi_platform::app::App;
use hoi_platform::error::{Error, LocalizedText, Result};
use hoi_platform::http::{Envelope, Nothing, PathId};
use hoi_platform::idempotency::{KeyHeader, Once};
use hoi_platform::ids::{AttendanceId, EventId};
use serde_json::json;

use super::routes::find;
use super::store;
use crate::attendances::attendance;
use crate::events::{self, EventAction, InEvent, LogEntry, rights};
use crate::registration;

const RESENT: EventAction = EventAction::ParticipantResent;
/// Between two mails that the organiser sends to one participant.
const PAUSE: Duration = Duration::from_mins(1);

/// Mails the ticket once more, and, if money is due before the event, how to pay. Once a minute for each
/// participant (5003). 5008: the participant has no e-mail address; 5009: the event is canceled.
#[utoipa::path(
    post, path = "/event/{eventId}/attendances/{id}/resend", tag = "participant",
    params(("eventId" = EventId, Path), ("id" = AttendanceId, Path), KeyHeader),
    responses((status = 200, body = Envelope<Nothing>)),
    security(("bearer" = [])),
)]
pub async fn resend_ticket(
    State(app): State<App>,
    caller: InEvent<rights::Guests>,
    PathId(id): PathId<AttendanceId>,
    once: Once,
) -> Result<Envelope<Nothing>> {
    let row = find(&app, caller.event.id, id).await?;
    let tx = once.begin().await?;
    let mut refused = resend(&tx, &caller, &[row], app.clock.now()).await?;
    if let Some((_, error)) = refused.pop() {
        return Err(error);
    }
    let done = once
        .commit(tx, Envelope::done("participant.resent"))
        .await?;
    app.jobs.notify_one();
    Ok(done)
}

/// Mails these participants of the owner's event their tickets; returns the participants who get none, because the last
/// mail is too recent or they have no address.
pub(super) async fn resend(
    tx: &Tx,
    caller: &InEvent<rights::Guests>,
    people: &[attendance::Model],
    now: Timestamp,
) -> Result<Vec<(AttendanceId, Error)>> {
    events::check_not_cancelled(caller.event.cancelled_at.is_some())?;
    let recent = recently_mailed(tx, caller.event.id, people, now).await?;
    let addresses: Vec<_> = people
        .iter()
        .filter(|row| !recent.contains_key(&row.id) && !row.email.is_empty())
        .map(|row| row.email_key.clone())
        .collect();
    let busy = accounts::claim_addresses(tx, caller.user.id, &addresses, now).await?;
    let (due, early): (Vec<_>, Vec<_>) = people.iter().partition(|row| {
        let is_pausing = recent.contains_key(&row.id) || busy.contains(&row.email_key);
        !is_pausing && !row.email.is_empty()
    });
    let mails = registration::mail_again(tx, &caller.event, &due, now).await?;
    accounts::charge_mails(tx, caller.user.id, mails, now).await?;
    let entries = due.iter().map(|row| {
        LogEntry::new(caller.event.id, RESENT)
            .by(caller.user.id)
            .about(row.id.0)
            .with(json!({ "name": row.full_name }))
    });
    events::log_all(tx, entries, now).await?;
    let refused = early.into_iter().map(|row| {
        if row.email.is_empty() {
            let message = LocalizedText::new("participant.noEmail");
            return (row.id, Error::Conflict(message));
        }
        let again = recent.get(&row.id).map(|last| last.plus(PAUSE));
        let retry_after = again.map_or(accounts::ADDRESS_PAUSE, |again| now.until(again));
        (row.id, Error::TooManyRequests { retry_after })
    });
    Ok(refused.collect())
}

async fn recently_mailed(
    tx: &Tx,
    event: EventId,
    people: &[attendance::Model],
    now: Timestamp,
) -> Result<HashMap<AttendanceId, Timestamp>> {
    let ids: Vec<_> = people.iter().map(|row| row.id).collect();
    store::logged_since(tx, event, &ids, RESENT, now.minus(PAUSE)).await
}
