//! Telling participants that an event will not take place.

use hoi_i18n::Lang;
use hoi_jobs::{Job, JobError};
use sea_orm::{ConnectionTrait, EntityTrait, FromQueryResult, Statement};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::entity::event;
use crate::app::App;
use crate::ids::{AttendanceId, EventId};
use crate::mails::{self, Letter};

/// Makes one mail for every participant of a cancelled event.
#[derive(Debug, Serialize, Deserialize)]
pub struct TellParticipants {
    /// The cancelled event.
    pub event: EventId,
}

/// Tells one participant.
#[derive(Debug, Serialize, Deserialize)]
pub struct MailCancellation {
    /// The cancelled event.
    pub event: EventId,
    /// Whom.
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
    lang: String,
    amount: i64,
    payment_status: String,
}

// Registrations belong to a feature that builds on this one, so their table is named here, not their types.
const PARTICIPANTS: &str =
    "select id from attendance where event_id = $1 and deleted_at is null order by id";
const RECIPIENT: &str = "select full_name, email, lang, amount, payment_status from attendance \
     where id = $1 and event_id = $2 and deleted_at is null";

impl Job for TellParticipants {
    const NAME: &'static str = "events.tellParticipants";
    const IS_BULK: bool = true;
    type Context = App;

    async fn run(&self, app: &App) -> Result<(), JobError> {
        let tx = app.db.write().await?;
        let statement = Statement::from_sql_and_values(
            tx.get_database_backend(),
            PARTICIPANTS,
            [self.event.into()],
        );
        let participants = Participant::find_by_statement(statement).all(&tx).await?;
        let mails: Vec<_> = participants
            .into_iter()
            .map(|participant| MailCancellation {
                event: self.event,
                attendance: participant.id,
            })
            .collect();
        hoi_jobs::enqueue_all(&tx, &mails, app.clock.now()).await?;
        tx.commit().await?;
        app.jobs.notify_one();
        Ok(())
    }
}

impl Job for MailCancellation {
    const NAME: &'static str = "events.mailCancellation";
    const IS_BULK: bool = true;
    type Context = App;

    async fn run(&self, app: &App) -> Result<(), JobError> {
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
        mails::send(app, letter(&to, &event, self.attendance)).await
    }
}

fn letter<'a>(
    to: &'a Recipient,
    event: &event::Model,
    attendance: AttendanceId,
) -> Letter<'a, serde_json::Value> {
    let lang = if to.lang == "en" { Lang::En } else { Lang::Vi };
    Letter {
        template: "event_cancelled",
        to: &to.email,
        name: &to.full_name,
        lang,
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
