//! Looks for events of which people are to be reminded.
//!
//! One row holds the time of the last look, and a look sends the reminders that became due since then. So an event that
//! is published, moved or brought to this version after a reminder would have been due has none, and a server that was
//! down catches up.

use std::time::Duration;

use hoi_db::{Timestamp, Tx};
use hoi_platform::app::App;
use hoi_platform::clock;
use hoi_platform::error::Result;
use hoi_platform::ids::EventId;
use sea_orm::sea_query::OnConflict;
use sea_orm::{
    ActiveModelTrait as _, ColumnTrait, EntityTrait, IntoActiveModel as _, QueryFilter, QueryOrder,
    QuerySelect, Set,
};

use super::order;
use super::rules::{Reminder, due_now};
use crate::events::entity::{event, event_mailing};
use crate::events::letters::MailingKind;
use crate::registration::entity::reminder_look;

/// Between two looks.
const PAUSE: Duration = Duration::from_mins(1);
/// The most by which the clocks of two servers may differ.
const SKEW: Duration = Duration::from_hours(1);
/// The one row of `reminder_look`.
const ROW: i64 = 1;

/// Orders the reminders that have become due, and returns how many. Servers that look at the same moment wait for one
/// another.
pub async fn look_for_reminders(app: &App) -> Result<usize> {
    let now = app.clock.now();
    let tx = app.db.write().await?;
    let Some(from) = looked_until(&tx, now).await? else {
        tx.commit().await?;
        return Ok(0);
    };
    let mut ordered = 0;
    for (id, start, without_day, without_hours) in beginning_soon(&tx, now).await? {
        let wanted: Vec<Reminder> = Reminder::ALL
            .into_iter()
            .filter(|reminder| match reminder {
                Reminder::Day => !without_day,
                Reminder::Hours => !without_hours,
            })
            .collect();
        let Some(reminder) = due_now(&wanted, start, from, now) else {
            continue;
        };
        ordered += usize::from(remind(&tx, id, start, reminder, now).await?);
    }
    tx.commit().await?;
    if ordered > 0 {
        app.jobs.notify_one();
    }
    Ok(ordered)
}

/// Takes this look: notes it and returns until when was looked before. `None` in the first look, and if another server
/// has looked meanwhile.
async fn looked_until(tx: &Tx, now: Timestamp) -> Result<Option<Timestamp>> {
    let first = reminder_look::Model {
        id: ROW,
        looked_until: now,
    };
    let nothing = OnConflict::column(reminder_look::Column::Id)
        .do_nothing()
        .to_owned();
    reminder_look::Entity::insert(first.clone().into_active_model().reset_all())
        .on_conflict(nothing)
        .exec_without_returning(tx)
        .await?;
    let row = reminder_look::Entity::find_by_id(ROW).lock_exclusive();
    let row = row.one(tx).await?.unwrap_or(first);
    let from = row.looked_until;
    // Further ahead than clocks differ, a clock was set back.
    if from >= now && from <= now.plus(SKEW) {
        return Ok(None);
    }
    let mut row = row.into_active_model();
    row.looked_until = Set(now);
    row.update(tx).await?;
    Ok((from < now).then_some(from))
}

type Beginning = (EventId, Timestamp, bool, bool);

/// Returns the events of which a reminder may be due now: when they begin, and which reminders are turned off.
async fn beginning_soon(tx: &Tx, now: Timestamp) -> Result<Vec<Beginning>> {
    use event::Column::{
        CancelledAt, EventStartDate, Id, RegisteredCount, TurnOffDayReminder, TurnOffHoursReminder,
    };
    let found = event::live()
        .select_only()
        .columns([Id, EventStartDate, TurnOffDayReminder, TurnOffHoursReminder])
        .filter(CancelledAt.is_null())
        .filter(EventStartDate.gt(now))
        .filter(EventStartDate.lte(now.plus(Reminder::LONGEST)))
        .filter(RegisteredCount.gt(0))
        .order_by_asc(EventStartDate)
        .order_by_asc(Id);
    Ok(found.into_tuple().all(tx).await?)
}

/// Orders a reminder, unless people were reminded of this beginning already.
async fn remind(
    tx: &Tx,
    event: EventId,
    start: Timestamp,
    reminder: Reminder,
    now: Timestamp,
) -> Result<bool> {
    let kind = match reminder {
        Reminder::Day => MailingKind::DayBefore,
        Reminder::Hours => MailingKind::HoursBefore,
    };
    let there = event_mailing::Entity::find()
        .filter(event_mailing::Column::EventId.eq(event))
        .filter(event_mailing::Column::Kind.eq(kind))
        .filter(event_mailing::Column::About.eq(start));
    if there.one(tx).await?.is_some() {
        return Ok(false);
    }
    let mailing = event_mailing::Model {
        id: clock::new_id(),
        event_id: event,
        kind,
        about: start,
        known: None,
        registered_before: reminder.due(start),
        told_until: None,
        mails: 0,
        ended_at: None,
    };
    order(tx, mailing, now).await?;
    Ok(true)
}

/// Looks at short intervals. Every server does it.
pub async fn watch_reminders(app: App) {
    loop {
        if let Err(error) = look_for_reminders(&app).await {
            tracing::error!(?error, "reminders of events could not be looked for");
        }
        tokio::time::sleep(PAUSE).await;
    }
}
