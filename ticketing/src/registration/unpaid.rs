//! Payments that are late: visitors are reminded of the deadline, and seats that were not paid are given back where the
//! organiser wants it.

use std::time::Duration;

use hoi_db::Timestamp;
use hoi_jobs::outage;
use hoi_platform::app::App;
use hoi_platform::error::Result;
use hoi_platform::mails;
use sea_orm::{ColumnTrait, Condition, DbErr, EntityTrait, QueryFilter, Set};

use super::deadline::{Owed, PaymentDeadline, REMINDED_BEFORE};
use super::jobs::MailPayment;
use super::{AppWithDesk, Desk, MAX_SEATS, rows, seats};
use crate::attendances::{AttendanceId, PaymentStatus, attendance};
use crate::events::entity::event;

/// The pause between two searches for late payments.
const PAUSE: Duration = Duration::from_mins(1);

/// The result of one look.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Look {
    /// Visitors who were reminded.
    pub reminded: usize,
    /// Seats that were given back.
    pub released: usize,
}

/// Reminds visitors, and gives back seats that were not paid in time. No seat is given back while mails cannot be sent,
/// because the reminder may not have arrived, or while a transfer that is probably the visitor's waits for a decision.
pub async fn look_at_unpaid(app: &App, desk: &Desk) -> Result<Look> {
    let conn = app.db.read();
    let mails_arrive = outage::find(conn, mails::SERVICE).await?.is_none();
    let mut look = Look::default();
    for event in rows::find_with_deadline(conn, app.clock.now()).await? {
        // The events after one that fails have their turn all the same.
        if let Err(error) = look_at(app, desk, &event, mails_arrive, &mut look).await {
            tracing::error!(?error, event = %event.id, "late payments could not be looked at");
        }
    }
    Ok(look)
}

async fn look_at(
    app: &App,
    desk: &Desk,
    event: &event::Model,
    mails_arrive: bool,
    look: &mut Look,
) -> Result<()> {
    let Some(deadline) = PaymentDeadline::of(event) else {
        return Ok(());
    };
    let conn = app.db.read();
    let limit = u64::try_from(MAX_SEATS).unwrap_or(u64::MAX);
    let now = app.clock.now();
    if deadline.may_remind() {
        let since = now.plus(REMINDED_BEFORE).minus(deadline.time);
        let new = Condition::all().add(attendance::Column::PaymentRemindedAt.is_null());
        let people =
            rows::find_owing_since(conn, event.id, since, deadline.methods(), new, limit).await?;
        let due = of_those(&people, |owed| deadline.reminds_now(owed, now));
        look.reminded += remind(app, due, now).await?;
    }
    if deadline.releases && mails_arrive {
        let since = now.minus(deadline.time);
        // A visitor who has paid a part keeps the seat.
        let mut which = rows::without_waiting_transfer().add(attendance::Column::Received.eq(0));
        if deadline.reminds {
            which = which.add(attendance::Column::PaymentRemindedAt.is_not_null());
        }
        let people =
            rows::find_owing_since(conn, event.id, since, deadline.methods(), which, limit).await?;
        let due = of_those(&people, |owed| deadline.releases_now(owed, now));
        if !due.is_empty() {
            look.released += desk.submit(seats::release_unpaid(event.id, due)).await?;
        }
    }
    Ok(())
}

fn of_those(people: &[attendance::Model], which: impl Fn(Owed) -> bool) -> Vec<AttendanceId> {
    let chosen = people
        .iter()
        .filter(|row| Owed::of(row).is_some_and(&which));
    chosen.map(|row| row.id).collect()
}

/// Stores the mails together with the moment, so that no visitor is reminded twice whatever happens in between.
async fn remind(app: &App, mut people: Vec<AttendanceId>, now: Timestamp) -> Result<usize, DbErr> {
    // In one order, so that transactions wait for one another and not in a circle.
    people.sort_unstable();
    let mut reminded = 0;
    // Each in a statement of its own, because another server may remind some of them at this moment.
    for part in people.chunks(MAILS) {
        let tx = app.db.write().await?;
        let mut mails = Vec::new();
        for id in part {
            let columns = attendance::ActiveModel {
                payment_reminded_at: Set(Some(now)),
                ..Default::default()
            };
            let noted = attendance::Entity::update_many()
                .set(columns)
                .filter(attendance::Column::Id.eq(*id))
                .filter(attendance::Column::DeletedAt.is_null())
                .filter(attendance::Column::PaymentStatus.eq(PaymentStatus::Unpaid))
                .filter(attendance::Column::PaymentRemindedAt.is_null())
                .exec(&tx)
                .await?;
            if noted.rows_affected == 1 {
                mails.push(MailPayment {
                    attendance: *id,
                    again: Some(now),
                    is_reminder: true,
                });
            }
        }
        hoi_jobs::enqueue_bulk(&tx, &mails, now).await?;
        tx.commit().await?;
        reminded += mails.len();
    }
    if reminded > 0 {
        app.jobs.notify_one();
    }
    Ok(reminded)
}

/// Mails stored in one transaction.
const MAILS: usize = 200;

/// Looks at short intervals. Every server does it, and doing it twice does no harm.
pub async fn watch_unpaid(AppWithDesk { app, desk, .. }: AppWithDesk) {
    loop {
        if let Err(error) = look_at_unpaid(&app, &desk).await {
            tracing::error!(?error, "late payments could not be looked at");
        }
        tokio::time::sleep(PAUSE).await;
    }
}
