//! Reminding people who owe: a mail about the ticket, so it also goes to people who take no messages of the organiser.

use std::time::Duration;

use axum::extract::State;
use hoi_community::accounts;
use hoi_db::Timestamp;
use hoi_platform::app::App;
use hoi_platform::error::Result;
use hoi_platform::http::Envelope;
use hoi_platform::idempotency::{KeyHeader, Once};
use hoi_platform::ids::{AttendanceId, EventId};
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder,
    QuerySelect, QueryTrait, Select,
};
use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;

use crate::attendances::attendance::{self, Column};
use crate::events::entity::{event, event_activity};
use crate::events::{self, EventAction, InEvent, LogEntry, rights};
use crate::registration;

const REMINDED: EventAction = EventAction::ParticipantPaymentReminded;
/// Between two reminders to one participant.
const PAUSE: Duration = Duration::from_hours(24);
/// The most reminders of one call.
const AT_ONCE: u64 = 1000;

/// How many people can be reminded of the amount that they have to pay before the event.
#[derive(Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PaymentReminders {
    /// People who would be reminded now.
    pub recipients: u64,
    /// People who also owe, but were reminded within the last 24 hours.
    pub reminded_lately: u64,
    /// Mails that the account has left today.
    pub left_today: u64,
}

/// The result of sending reminders.
#[derive(Debug, Serialize, ToSchema)]
pub struct PeopleReminded {
    /// The people to whom a mail goes.
    pub reminded: u64,
    /// People for whom another call is needed: the account has no more mails today, or there are more than 1000 of
    /// them, or another mail to their address was sent within the last minute.
    pub rest: u64,
}

/// Selects people who owe and have an address: those reminded since `since` if `is_reminded`, otherwise the others.
fn owing(
    event: &event::Model,
    since: Timestamp,
    is_reminded: bool,
) -> Option<Select<attendance::Entity>> {
    let logged = event_activity::Entity::find()
        .select_only()
        .column(event_activity::Column::SubjectId)
        .filter(event_activity::Column::EventId.eq(event.id))
        .filter(event_activity::Column::CreatedAt.gt(since))
        .filter(event_activity::Column::Action.eq(REMINDED))
        .filter(event_activity::Column::SubjectId.is_not_null());
    let lately = Condition::any()
        .add(Column::Id.in_subquery(logged.into_query()))
        .add(
            // Null is neither later nor not.
            Condition::all()
                .add(Column::PaymentRemindedAt.is_not_null())
                .add(Column::PaymentRemindedAt.gt(since)),
        );
    let lately = if is_reminded { lately } else { lately.not() };
    let owing = registration::asked_to_pay(event)?.filter(Column::Email.ne(""));
    Some(owing.filter(lately))
}

/// Selects the people who can be reminded now: they have to pay before the event, have an address and were not reminded
/// within 24 hours. `None` if the event asks for no money, or is cancelled.
#[must_use]
pub fn to_be_reminded(event: &event::Model, now: Timestamp) -> Option<Select<attendance::Entity>> {
    owing(event, now.minus(PAUSE), false)
}

/// Returns how many people would be reminded to pay now.
#[tracing::instrument(name = "participants.count_to_be_reminded", skip_all)]
pub async fn count_to_be_reminded(
    conn: &impl ConnectionTrait,
    event: &event::Model,
    now: Timestamp,
) -> Result<u64> {
    match to_be_reminded(event, now) {
        Some(people) => Ok(people.count(conn).await?),
        None => Ok(0),
    }
}

/// Returns the entry of the event log that keeps `person` from being reminded again within 24 hours.
#[must_use]
pub fn reminder_entry(event: EventId, person: AttendanceId, full_name: &str) -> LogEntry {
    LogEntry::new(event, REMINDED)
        .about(person.0)
        .with(json!({ "name": full_name }))
}

/// Returns how many people would be reminded of the amount that they have to pay before the event: none if nothing is
/// to be paid to an account, or the event is canceled.
#[utoipa::path(get, path = "/event/{eventId}/payment-reminders", tag = "participant", params(("eventId" = EventId, Path)),
    responses((status = 200, body = Envelope<PaymentReminders>)), security(("bearer" = [])))]
pub async fn get_payment_reminders(
    State(app): State<App>,
    InEvent { event, user, .. }: InEvent<rights::Money>,
) -> Result<Envelope<PaymentReminders>> {
    let (conn, now) = (app.db.read(), app.clock.now());
    let since = now.minus(PAUSE);
    let (Some(new), Some(lately)) = (to_be_reminded(&event, now), owing(&event, since, true))
    else {
        return Ok(Envelope::ok(PaymentReminders::default()));
    };
    Ok(Envelope::ok(PaymentReminders {
        recipients: new.count(conn).await?,
        reminded_lately: lately.count(conn).await?,
        left_today: accounts::allowance(conn, user.id, now).await?.left,
    }))
}

/// Reminds up to 1000 people who owe and were not reminded within 24 hours, each with a mail in their language that says
/// how to pay. 5003: the account has no mails left today; 5009: the event is canceled.
#[utoipa::path(post, path = "/event/{eventId}/payment-reminders", tag = "participant", params(("eventId" = EventId, Path), KeyHeader),
    responses((status = 200, body = Envelope<PeopleReminded>)), security(("bearer" = [])))]
pub async fn send_payment_reminders(
    State(app): State<App>,
    InEvent { event, user, .. }: InEvent<rights::Money>,
    once: Once,
) -> Result<Envelope<PeopleReminded>> {
    let now = app.clock.now();
    let tx = once.begin().await?;
    // Two calls wait for one another here, so that the second finds whom the first has reminded.
    let event = events::lock_not_cancelled(&tx, event.id).await?;
    let mut people = Vec::new();
    let mut total = 0;
    if let Some(owing) = to_be_reminded(&event, now) {
        total = owing.clone().count(&tx).await?;
        let first = owing.order_by_asc(Column::Id).limit(AT_ONCE);
        people = first.all(&tx).await?;
    }
    let addresses: Vec<String> = people.iter().map(|row| row.email_key.clone()).collect();
    let busy = accounts::claim_addresses(&tx, user.id, &addresses, now).await?;
    people.retain(|row| !busy.contains(&row.email_key));
    let wanted = u64::try_from(people.len()).unwrap_or(u64::MAX);
    let mut reminded = accounts::charge_mails_left(&tx, user.id, wanted, now).await?;
    if reminded == 0 {
        accounts::charge_mails(&tx, user.id, wanted, now).await?;
        reminded = wanted;
    }
    people.truncate(usize::try_from(reminded).unwrap_or(usize::MAX));
    let ids: Vec<AttendanceId> = people.iter().map(|row| row.id).collect();
    registration::remind_to_pay(&tx, &ids, now).await?;
    let entries = people
        .iter()
        .map(|row| reminder_entry(event.id, row.id, &row.full_name).by(user.id));
    events::log_all(&tx, entries, now).await?;
    let rest = total.saturating_sub(reminded);
    let answer = Envelope::ok(PeopleReminded { reminded, rest });
    let answer = once.commit(tx, answer).await?;
    app.jobs.notify_one();
    Ok(answer)
}
