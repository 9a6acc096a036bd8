//! Mails to all participants of an event: the letter about a changed time or place, and reminders.
//!
//! A mailing is a row with its recipients and its progress. Its job takes people in parts, and stores their mails in
//! the transaction that moves the row on: a job that begins again after a crash, or works beside another server, goes
//! on behind the last person taken.
//!
//! A letter about a change describes the event at the moment when the mail is made, and notes with each recipient of
//! which change that was. So a letter that still waits for mails to be left, when the event is changed again, takes its
//! recipients from the next letter meanwhile; once that one is sent, the older one ends, and each remaining recipient
//! gets one mail, based on the state that they know.

mod letter;
mod mails;
mod reminders;
mod rules;

use std::time::Duration;

use hoi_community::accounts;
use hoi_db::{Timestamp, Tx};
use hoi_jobs::{Attempt, Job, JobError, Lane};
use hoi_platform::app::App;
use hoi_platform::error::{Error, Result};
use hoi_platform::ids::{AttendanceId, EventId, MailingId};
use sea_orm::sea_query::Expr;
use sea_orm::{
    ActiveModelTrait as _, ColumnTrait, Condition, EntityTrait, IntoActiveModel as _,
    PaginatorTrait as _, QueryFilter, QueryOrder, QuerySelect, Select, Set,
};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::attendances::attendance;
use crate::events::entity::{event, event_mailing};
use crate::events::letters::{MailingKind, TimeAndPlace, registered};
use crate::events::{self, EventAction, LogEntry};

pub use letter::{count_untold, routes, tell_of_change};
pub use mails::{MailChange, MailReminder, directions};
pub use reminders::{look_for_reminders, watch_reminders};

/// Mails that are stored in one transaction.
const AT_ONCE: u64 = 500;

/// Stores the mails of a mailing, as many as the account may send a day. The others wait for the next day's.
#[derive(Debug, Serialize, Deserialize)]
pub struct MailEverybody {
    pub mailing: MailingId,
}

impl Job for MailEverybody {
    const NAME: &'static str = "registration.mailEverybody";
    const LANE: Lane = Lane::Bulk;
    type Context = App;

    async fn run(&self, app: &App, _: Attempt) -> Result<(), JobError> {
        loop {
            let tx = app.db.write().await?;
            let has_more = take_some(&tx, self.mailing, app.clock.now()).await;
            let has_more = has_more.map_err(Error::to_be_retried)?;
            tx.commit().await?;
            app.jobs.notify_one();
            if !has_more {
                return Ok(());
            }
        }
    }
}

/// Stores a mailing with its job. The caller wakes the runner after its commit.
async fn order(tx: &Tx, mailing: event_mailing::Model, now: Timestamp) -> Result<()> {
    let job = MailEverybody {
        mailing: mailing.id,
    };
    event_mailing::Entity::insert(mailing.into_active_model().reset_all())
        .exec_without_returning(tx)
        .await?;
    hoi_jobs::enqueue(tx, &job, now).await?;
    Ok(())
}

/// Ends the letter of a locked event that still waits for mails to be left: a newer one goes to its remaining
/// recipients.
async fn end_older(tx: &Tx, event: EventId, now: Timestamp) -> Result<()> {
    event_mailing::Entity::update_many()
        .col_expr(event_mailing::Column::EndedAt, Expr::value(now))
        .filter(event_mailing::Column::EventId.eq(event))
        .filter(event_mailing::Column::Kind.eq(MailingKind::Change))
        .filter(event_mailing::Column::EndedAt.is_null())
        .exec(tx)
        .await?;
    Ok(())
}

/// Selects people who registered or were last told in one of these spans, of which there is at least one.
fn last_told_in(event: EventId, spans: &[(Timestamp, Timestamp)]) -> Select<attendance::Entity> {
    use sea_orm::sea_query::ExprTrait as _;

    let in_one = spans.iter().fold(Condition::any(), |any, (from, until)| {
        any.add(
            Condition::all()
                .add(attendance::known_since().gte(*from))
                .add(attendance::known_since().lt(*until)),
        )
    });
    registered(event).filter(in_one)
}

/// Selects the recipients of this mailing as things stand; `None` when it has none, because the event was cancelled,
/// moved or changed back.
fn recipients(
    mailing: &event_mailing::Model,
    event: &event::Model,
    now: Timestamp,
) -> Option<Select<attendance::Entity>> {
    if event.cancelled_at.is_some() {
        return None;
    }
    let is_wanted = match mailing.kind {
        MailingKind::Change => {
            // A letter that waits for mails to be left is of no use afterwards.
            if event.end_date.unwrap_or(event.event_start_date) <= now {
                return None;
            }
            let known = mailing.known.as_ref()?;
            let spans = known.outdated(&TimeAndPlace::from(event));
            return (!spans.is_empty()).then(|| last_told_in(event.id, &spans));
        }
        MailingKind::DayBefore => !event.turn_off_day_reminder,
        MailingKind::HoursBefore => !event.turn_off_hours_reminder,
        // Has jobs of its own.
        MailingKind::Cancellation => false,
    };
    let is_coming = event.event_start_date == mailing.about && now < mailing.about;
    (is_wanted && is_coming).then(|| {
        registered(event.id)
            .filter(attendance::Column::RegistrationTime.lt(mailing.registered_before))
            .filter(attendance::Column::CheckedInTime.is_null())
    })
}

/// Stores the next mails of a mailing, and returns whether there are more to be stored at once.
async fn take_some(tx: &Tx, id: MailingId, now: Timestamp) -> Result<bool> {
    let mailing = event_mailing::Entity::find_by_id(id).lock_exclusive();
    let Some(mailing) = mailing.one(tx).await? else {
        return Ok(false);
    };
    if mailing.ended_at.is_some() {
        return Ok(false);
    }
    let event = events::find_event(tx, mailing.event_id).await?;
    let Some((event, everybody)) = event
        .as_ref()
        .and_then(|event| Some((event, recipients(&mailing, event, now)?)))
    else {
        return end(tx, mailing, 0, now).await;
    };
    let everybody = match mailing.told_until {
        Some(last) => everybody.filter(attendance::Column::Id.gt(last)),
        None => everybody,
    };
    let mut people: Vec<AttendanceId> = everybody
        .clone()
        .select_only()
        .column(attendance::Column::Id)
        .order_by_asc(attendance::Column::Id)
        .limit(AT_ONCE + 1)
        .into_tuple()
        .all(tx)
        .await?;
    let found = people.len();
    let wanted = count(found).min(AT_ONCE);
    let taken = accounts::charge_mails_left(tx, event.owner_id, wanted, now).await?;
    people.truncate(usize::try_from(taken).unwrap_or(0));
    store_mails(tx, &mailing, &people, now).await?;
    let mut row = mailing.clone().into_active_model();
    row.mails = Set(mailing
        .mails
        .saturating_add(people.len().try_into().unwrap_or(0)));
    if let Some(last) = people.last() {
        row.told_until = Set(Some(*last));
    }
    let mailing = row.update(tx).await?;
    if people.len() == found {
        return end(tx, mailing, 0, now).await;
    }
    if taken == wanted {
        return Ok(true);
    }
    let renews_at = accounts::allowance(tx, event.owner_id, now)
        .await?
        .renews_at;
    let again = renews_at.max(now.plus(Duration::from_hours(1)));
    if mailing.kind != MailingKind::Change && again >= mailing.about {
        let missed = everybody.count(tx).await?.saturating_sub(taken);
        return end(tx, mailing, missed, now).await;
    }
    hoi_jobs::enqueue_at(tx, &MailEverybody { mailing: id }, now, again).await?;
    Ok(false)
}

fn count(found: usize) -> u64 {
    u64::try_from(found).unwrap_or(u64::MAX)
}

async fn store_mails(
    tx: &Tx,
    mailing: &event_mailing::Model,
    people: &[AttendanceId],
    now: Timestamp,
) -> Result<()> {
    let people = people.iter().copied();
    let mailing_id = mailing.id;
    if mailing.kind == MailingKind::Change {
        let mail = |attendance| MailChange {
            mailing: mailing_id,
            attendance,
        };
        hoi_jobs::enqueue_all(tx, &people.map(mail).collect::<Vec<_>>(), now).await?;
    } else {
        let mail = |attendance| MailReminder {
            mailing: mailing_id,
            attendance,
        };
        hoi_jobs::enqueue_all(tx, &people.map(mail).collect::<Vec<_>>(), now).await?;
    }
    Ok(())
}

/// Ends a mailing. Of a letter, the log says already that it was sent.
async fn end(tx: &Tx, mailing: event_mailing::Model, missed: u64, now: Timestamp) -> Result<bool> {
    let (event, kind, mails) = (mailing.event_id, mailing.kind, mailing.mails);
    let mut row = mailing.into_active_model();
    row.ended_at = Set(Some(now));
    row.update(tx).await?;
    if kind != MailingKind::Change && (mails > 0 || missed > 0) {
        let data = json!({ "kind": kind, "count": mails, "missed": missed });
        let entry = LogEntry::new(event, EventAction::EventReminded).with(data);
        events::log(tx, entry, now).await?;
    }
    Ok(false)
}
