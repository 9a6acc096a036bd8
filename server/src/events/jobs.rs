//! Telling participants that an event will not take place.

use std::time::Duration;

use anyhow::anyhow;
use hoi_i18n::Lang;
use hoi_jobs::{Attempt, Job, JobError, Lane, Retry};
use sea_orm::{ConnectionTrait, EntityTrait, FromQueryResult, Statement, Value};
use serde::{Deserialize, Serialize};
use serde_json::json;
use uuid::Uuid;

use super::entity::event;
use crate::accounts;
use crate::app::App;
use crate::error::Error;
use crate::ids::{AttendanceId, EventId};
use crate::mails::{self, OutgoingMail};

/// Makes one mail for every participant of a cancelled event.
#[derive(Debug, Serialize, Deserialize)]
pub struct TellParticipants {
    /// The cancelled event.
    pub event: EventId,
}

/// Makes mails for participants that the organiser entered, as many as the account may send a day.
#[derive(Debug, Serialize, Deserialize)]
pub struct TellEntered {
    /// The cancelled event.
    pub event: EventId,
    /// The participant after whom to continue; None at the beginning.
    pub after: Option<AttendanceId>,
}

/// Tells one participant.
#[derive(Debug, Serialize, Deserialize)]
pub struct MailCancellation {
    /// The cancelled event.
    pub event: EventId,
    pub attendance: AttendanceId,
}

#[derive(FromQueryResult)]
struct Participant {
    id: AttendanceId,
}

#[derive(FromQueryResult)]
struct Recipient {
    full_name: String,
    email: String,
    lang: Lang,
    amount: i64,
    payment_status: String,
}

// Registrations belong to a feature that builds on this one, so their table is named here, not their types.
const VISITORS: &str = "select id from attendance where event_id = $1 and deleted_at is null \
     and confirm_by is null and source in ('form', 'invitation') order by id";
const ENTERED: &str = "select id from attendance where event_id = $1 and deleted_at is null \
     and confirm_by is null and source in ('manual', 'import') and id > $2 order by id limit $3";
const RECIPIENT: &str = "select full_name, email, lang, amount, payment_status from attendance \
     where id = $1 and event_id = $2 and deleted_at is null";

impl Job for TellParticipants {
    const NAME: &'static str = "events.tellParticipants";
    const LANE: Lane = Lane::Bulk;
    type Context = App;

    async fn run(&self, app: &App, _: Attempt) -> Result<(), JobError> {
        let tx = app.db.write().await?;
        let statement = Statement::from_sql_and_values(
            tx.get_database_backend(),
            VISITORS,
            [self.event.into()],
        );
        let participants = Participant::find_by_statement(statement).all(&tx).await?;
        let now = app.clock.now();
        hoi_jobs::enqueue_all(&tx, &mails_to(self.event, &participants), now).await?;
        let entered = TellEntered {
            event: self.event,
            after: None,
        };
        hoi_jobs::enqueue(&tx, &entered, now).await?;
        tx.commit().await?;
        app.jobs.notify_one();
        Ok(())
    }
}

impl Job for TellEntered {
    const NAME: &'static str = "events.tellEntered";
    const LANE: Lane = Lane::Bulk;
    type Context = App;

    /// Whoever the organiser has entered was never asked, so such mails are part of the account's allowance; what is left
    /// over waits for the next day's.
    async fn run(&self, app: &App, _: Attempt) -> Result<(), JobError> {
        let now = app.clock.now();
        let tx = app.db.write().await?;
        let Some(event) = event::Entity::find_by_id(self.event).one(&tx).await? else {
            return Ok(());
        };
        let allowance = accounts::allowance(&tx, event.owner_id, now);
        let allowance = allowance.await.map_err(later)?;
        let most = allowance.left.min(AT_ONCE);
        let after = self.after.map_or(Uuid::nil(), |id| id.0);
        let values: [Value; 3] = [
            self.event.into(),
            after.into(),
            i64::try_from(most + 1).unwrap_or(i64::MAX).into(),
        ];
        let statement = Statement::from_sql_and_values(tx.get_database_backend(), ENTERED, values);
        let mut found = Participant::find_by_statement(statement).all(&tx).await?;
        let has_more = u64::try_from(found.len()).unwrap_or(0) > most;
        found.truncate(usize::try_from(most).unwrap_or(usize::MAX));
        let number = u64::try_from(found.len()).unwrap_or(0);
        let charged = accounts::charge_mails(&tx, event.owner_id, number, now);
        charged.await.map_err(later)?;
        hoi_jobs::enqueue_all(&tx, &mails_to(self.event, &found), now).await?;
        if has_more {
            let rest = Self {
                event: self.event,
                after: found.last().map(|last| last.id).or(self.after),
            };
            let again = if most == AT_ONCE {
                now
            } else {
                allowance.renews_at.max(now.plus(Duration::from_hours(1)))
            };
            hoi_jobs::enqueue_at(&tx, &rest, now, again).await?;
        }
        tx.commit().await?;
        app.jobs.notify_one();
        Ok(())
    }
}

/// Mails that are made in one transaction.
const AT_ONCE: u64 = 1000;

fn mails_to(event: EventId, to: &[Participant]) -> Vec<MailCancellation> {
    let mail = |to: &Participant| MailCancellation {
        event,
        attendance: to.id,
    };
    to.iter().map(mail).collect()
}

fn later(error: Error) -> JobError {
    JobError::Retry(anyhow!("{error:?}"))
}

impl Job for MailCancellation {
    const NAME: &'static str = "events.mailCancellation";
    const RETRY: Retry = Retry::MAIL;
    const SERVICE: Option<&'static str> = Some(mails::SERVICE);
    const LANE: Lane = Lane::Bulk;
    type Context = App;

    fn subject(&self) -> Option<Uuid> {
        Some(self.attendance.0)
    }

    async fn run(&self, app: &App, attempt: Attempt) -> Result<(), JobError> {
        let conn = app.db.read();
        let statement = Statement::from_sql_and_values(
            conn.get_database_backend(),
            RECIPIENT,
            [self.attendance.into(), self.event.into()],
        );
        // Whoever was removed in the meantime is not written to.
        let Some(to) = Recipient::find_by_statement(statement).one(conn).await? else {
            return Ok(());
        };
        let Some(event) = event::Entity::find_by_id(self.event).one(conn).await? else {
            return Ok(());
        };
        let mail = mail(&to, &event, self.attendance);
        mails::send(app, attempt, mail).await
    }
}

fn mail<'a>(to: &'a Recipient, event: &event::Model, attendance: AttendanceId) -> OutgoingMail<'a> {
    OutgoingMail {
        template: "event_cancelled",
        to: &to.email,
        name: &to.full_name,
        lang: to.lang,
        values: json!({
            "fullName": to.full_name,
            "eventTitle": event.title,
            "eventStartDate": event.event_start_date.0,
            "venueAddress": event.venue_address,
            "reason": event.cancel_reason,
            "paid": if to.payment_status == "paid" { to.amount } else { 0 },
        }),
        attachments: Vec::new(),
        message_id: format!("event-cancelled-{attendance}"),
    }
}
