//! Mails to participants that were given up: the organiser sees who got nothing, and has them sent again.

use axum::extract::State;
use hoi_community::accounts;
use hoi_db::{Timestamp, Tx};
use hoi_jobs::Job as _;
use hoi_platform::app::App;
use hoi_platform::error::{Error, LocalizedText, Result};
use hoi_platform::http::{Envelope, Page, PageQuery, ValidatedQuery};
use hoi_platform::idempotency::{KeyHeader, Once};
use hoi_platform::ids::{AttendanceId, EventId};
use sea_orm::{ConnectionTrait, FromQueryResult, Statement, Value};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use crate::events::{self, EventAction, InEvent, LogEntry, MailCancellation, rights};
use crate::registration::{MailChange, MailPayment, MailReminder, MailTicket};

/// The kind of a mail that was given up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum UndeliveredKind {
    /// The mail with the ticket.
    Ticket,
    /// The mail that asks to confirm the registration.
    Confirmation,
    /// The mail with the payment instructions.
    Payment,
    /// The mail about the event's cancellation.
    Cancellation,
    /// The letter about a new time or place.
    Change,
    /// The reminder of the event; it is sent again only before the event begins.
    Reminder,
}

impl UndeliveredKind {
    /// The mails that are shown and sent again, by the names of their jobs.
    const OF_JOBS: [(&str, Self); 5] = [
        (MailTicket::NAME, Self::Ticket),
        (MailPayment::NAME, Self::Payment),
        (MailCancellation::NAME, Self::Cancellation),
        (MailChange::NAME, Self::Change),
        (MailReminder::NAME, Self::Reminder),
    ];

    /// Returns the kind of the mail that `job` sends; None if it is not one of [`Self::OF_JOBS`].
    fn of(job: &str, awaits_confirmation: bool) -> Option<Self> {
        let (_, kind) = Self::OF_JOBS.into_iter().find(|(name, _)| *name == job)?;
        // One job sends both mails: the ticket follows the confirmation.
        Some(match kind {
            Self::Ticket if awaits_confirmation => Self::Confirmation,
            kind => kind,
        })
    }
}

/// The reason why a mail was given up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum UndeliveredReason {
    /// The mail server does not take mails for this e-mail address.
    Refused,
    /// Attempts failed for four days.
    Unreachable,
}

/// A mail that did not reach a participant.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UndeliveredMail {
    /// The recipient's registration.
    pub attendance_id: AttendanceId,
    pub full_name: String,
    /// The recipient's present e-mail address.
    pub email: String,
    pub kind: UndeliveredKind,
    pub reason: UndeliveredReason,
    /// The time of the last attempt.
    #[schema(required)]
    pub tried_at: Option<Timestamp>,
}

/// The page of undelivered mails to list.
#[derive(Debug, Clone, Copy, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct UndeliveredQuery {
    /// Rows of a page, 1–100, default 20; −1 for 100.
    pub limit: Option<i64>,
    /// The page, from 1, default 1.
    pub page: Option<i64>,
}

/// The result of sending undelivered mails again.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
pub struct SentAgain {
    /// The number of mails that are sent again.
    pub mails: u64,
}

#[derive(FromQueryResult)]
struct Row {
    id: Uuid,
    name: String,
    cause: Option<String>,
    tried_at: Option<Timestamp>,
    attendance_id: AttendanceId,
    full_name: String,
    email: String,
    confirm_by: Option<Timestamp>,
}

#[derive(FromQueryResult)]
struct Total {
    total: i64,
}

fn from() -> String {
    let names = UndeliveredKind::OF_JOBS.map(|(name, _)| format!("'{name}'"));
    format!(
        "from job join attendance on attendance.id = job.subject \
         where job.state = 'dead' and job.name in ({}) \
         and attendance.event_id = $1 and attendance.deleted_at is null",
        names.join(", ")
    )
}

/// Lists mails to participants that were given up, the last one first.
#[utoipa::path(
    get, path = "/event/{eventId}/attendances/undelivered", tag = "participant",
    params(("eventId" = EventId, Path), UndeliveredQuery),
    responses((status = 200, body = Envelope<Page<UndeliveredMail>>)),
    security(("bearer" = [])),
)]
pub async fn list_undelivered(
    State(app): State<App>,
    caller: InEvent<rights::Guests>,
    ValidatedQuery(query): ValidatedQuery<UndeliveredQuery>,
) -> Result<Envelope<Page<UndeliveredMail>>> {
    let page = PageQuery::new(query.limit, query.page)?;
    let conn = app.db.read();
    let total = count_undelivered(conn, caller.event.id).await?;
    let rows = find(conn, caller.event.id, page.limit(), page.offset()).await?;
    Ok(Envelope::ok(Page {
        items: rows.into_iter().filter_map(describe).collect(),
        total,
    }))
}

/// Returns the number of mails to participants of the event that were given up.
#[tracing::instrument(name = "participants.count_undelivered", skip_all)]
pub async fn count_undelivered(conn: &impl ConnectionTrait, event: EventId) -> Result<u64> {
    let statement = Statement::from_sql_and_values(
        conn.get_database_backend(),
        format!("select count(*) as total {}", from()),
        [event.into()],
    );
    let total = Total::find_by_statement(statement).one(conn).await?;
    Ok(total.map_or(0, |row| u64::try_from(row.total).unwrap_or(0)))
}

/// Sends them again, up to 500; another call sends the rest. 5003 when the account may not send as many today, 5008
/// when there is none.
#[utoipa::path(
    post, path = "/event/{eventId}/attendances/undelivered/resend", tag = "participant",
    params(("eventId" = EventId, Path), KeyHeader),
    responses((status = 200, body = Envelope<SentAgain>)),
    security(("bearer" = [])),
)]
pub async fn resend_undelivered(
    State(app): State<App>,
    caller: InEvent<rights::Guests>,
    once: Once,
) -> Result<Envelope<SentAgain>> {
    let (event, now) = (caller.event.id, app.clock.now());
    let tx = once.begin().await?;
    // Two who ask at once wait for each other.
    events::lock_event(&tx, event).await?;
    let rows = find(&tx, event, MAX_AGAIN, 0).await?;
    if rows.is_empty() {
        return Err(Error::Conflict(LocalizedText::new(
            "participant.allDelivered",
        )));
    }
    let mails = u64::try_from(rows.len()).unwrap_or(u64::MAX);
    accounts::charge_mails(&tx, caller.user.id, mails, now).await?;
    log(&tx, &caller, &rows, now).await?;
    let ids = rows.into_iter().map(|row| row.id).collect();
    hoi_jobs::try_again(&tx, ids, now).await?;
    let said = LocalizedText::new("participant.sentAgain").with("count", mails);
    let sent = Envelope {
        messages: vec![said.localized()],
        ..Envelope::ok(SentAgain { mails })
    };
    let sent = once.commit(tx, sent).await?;
    app.jobs.notify_one();
    Ok(sent)
}

/// The most mails sent again by one call.
const MAX_AGAIN: u64 = 500;

async fn find(
    conn: &impl ConnectionTrait,
    event: EventId,
    limit: u64,
    offset: u64,
) -> Result<Vec<Row>> {
    let sql = format!(
        "select job.id, job.name, job.cause, job.tried_at, attendance.id as attendance_id, \
         attendance.full_name, attendance.email, attendance.confirm_by {} \
         order by job.tried_at desc, job.id limit $2 offset $3",
        from()
    );
    let number = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
    let values: [Value; 3] = [event.into(), number(limit).into(), number(offset).into()];
    let statement = Statement::from_sql_and_values(conn.get_database_backend(), sql, values);
    Ok(Row::find_by_statement(statement).all(conn).await?)
}

fn describe(row: Row) -> Option<UndeliveredMail> {
    Some(UndeliveredMail {
        kind: UndeliveredKind::of(&row.name, row.confirm_by.is_some())?,
        attendance_id: row.attendance_id,
        full_name: row.full_name,
        email: row.email,
        reason: match row.cause.as_deref() {
            Some("refused") => UndeliveredReason::Refused,
            _ => UndeliveredReason::Unreachable,
        },
        tried_at: row.tried_at,
    })
}

async fn log(
    tx: &Tx,
    caller: &InEvent<rights::Guests>,
    rows: &[Row],
    now: Timestamp,
) -> Result<()> {
    let entries = rows.iter().map(|row| {
        LogEntry::new(caller.event.id, EventAction::ParticipantResent)
            .by(caller.user.id)
            .about(row.attendance_id.0)
            .with(json!({ "name": row.full_name }))
    });
    Ok(events::log_all(tx, entries, now).await?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registration::MailGivenBack;

    #[test]
    fn a_mail_is_named_after_its_job() {
        for (job, awaits_confirmation, kind) in [
            (MailTicket::NAME, false, Some(UndeliveredKind::Ticket)),
            (MailTicket::NAME, true, Some(UndeliveredKind::Confirmation)),
            (MailPayment::NAME, true, Some(UndeliveredKind::Payment)),
            (
                MailCancellation::NAME,
                false,
                Some(UndeliveredKind::Cancellation),
            ),
            (MailChange::NAME, false, Some(UndeliveredKind::Change)),
            (MailReminder::NAME, false, Some(UndeliveredKind::Reminder)),
            (MailGivenBack::NAME, false, None),
            ("registration.mailSomethingNew", false, None),
        ] {
            assert_eq!(UndeliveredKind::of(job, awaits_confirmation), kind, "{job}");
        }
    }
}
