//! Payments that are late: visitors are reminded of the deadline, and seats that were not paid are given back where the
//! organiser wants it.

use std::time::Duration;

use hoi_db::Timestamp;
use sea_orm::{ColumnTrait, DbErr, EntityTrait, QueryFilter, Set};

use super::deadline::{Owed, PaymentDeadline, REMINDED_BEFORE};
use super::jobs::MailPayment;
use super::{AppWithDesk, Desk, MAX_SEATS, store};
use crate::app::App;
use crate::attendances::{AttendanceId, PaymentStatus, attendance};
use crate::error::Result;

/// Between two looks at which payments are late.
const PAUSE: Duration = Duration::from_mins(1);

/// What one look has done.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Look {
    /// Visitors who were reminded.
    pub reminded: usize,
    /// Seats that were given back.
    pub released: usize,
}

/// Reminds visitors, and gives back seats that were not paid in time.
pub async fn look_at_unpaid(app: &App, desk: &Desk) -> Result<Look> {
    let conn = app.db.read();
    let limit = u64::try_from(MAX_SEATS).unwrap_or(u64::MAX);
    let mut look = Look::default();
    for event in store::find_with_deadline(conn, app.clock.now()).await? {
        let Some(deadline) = PaymentDeadline::of(&event) else {
            continue;
        };
        let now = app.clock.now();
        if deadline.reminds {
            let since = now.plus(REMINDED_BEFORE).minus(deadline.time);
            let people = store::find_owing_since(conn, event.id, since, false, limit).await?;
            let due = of_those(&people, |owed| deadline.reminds_now(owed, now));
            look.reminded += remind(app, due, now).await?;
        }
        if deadline.releases {
            let since = now.minus(deadline.time);
            let told = deadline.reminds;
            let people = store::find_owing_since(conn, event.id, since, told, limit).await?;
            let due = of_those(&people, |owed| deadline.releases_now(owed, now));
            if !due.is_empty() {
                look.released += desk.release_unpaid(event.id, due).await?;
            }
        }
    }
    Ok(look)
}

fn of_those(people: &[attendance::Model], which: impl Fn(Owed) -> bool) -> Vec<AttendanceId> {
    let chosen = people
        .iter()
        .filter(|row| Owed::of(row).is_some_and(&which));
    chosen.map(|row| row.id).collect()
}

/// Stores the mails together with the moment, so that nobody is reminded twice whatever happens in between.
async fn remind(app: &App, people: Vec<AttendanceId>, now: Timestamp) -> Result<usize, DbErr> {
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
