//! Notifications to the owners of events about registrations.
//!
//! The desk adds the visitors of a batch to one row per event, in one statement; owners are told of them a moment later
//! and together, so that a rush is one notification and the desk does not wait for owners' preferences. Seats rarely
//! run out, so the desk tells of that itself.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use hoi_community::notifications::{self, Kind, News};
use hoi_db::{Timestamp, Tx, Writes};
use hoi_platform::app::App;
use hoi_platform::error::Result;
use sea_orm::sea_query::{Alias, Expr, ExprTrait as _, OnConflict};
use sea_orm::{
    ColumnTrait as _, DbErr, EntityTrait as _, QueryFilter as _, QueryOrder as _, QuerySelect as _,
    Set,
};

use super::command::Gone;
use super::entity::untold_registrations;
use super::rows;
use super::rules::SeatInventory;
use crate::attendances::attendance;
use crate::events::EventId;
use crate::events::entity::event;

/// Between two looks for owners to tell.
const PAUSE: Duration = Duration::from_secs(5);
/// Events whose owners are told in one transaction.
const AT_ONCE: u64 = 100;

/// Adds visitors to the registrations of which the owners were not told yet, and the name of the last.
pub fn note_arrivals(writes: &mut Writes, arrivals: Vec<(EventId, String)>) {
    use untold_registrations::Column::{EventId, FullName, Number};
    if arrivals.is_empty() {
        return;
    }
    let mut by_event: BTreeMap<_, (i64, String)> = BTreeMap::new();
    for (event, name) in arrivals {
        let (number, last) = by_event.entry(event).or_default();
        *number += 1;
        *last = name;
    }
    let rows = by_event.into_iter();
    let rows = rows.map(
        |(event, (number, name))| untold_registrations::ActiveModel {
            event_id: Set(event),
            number: Set(number),
            full_name: Set(name),
        },
    );
    let new = Expr::col((Alias::new("excluded"), Number));
    let sum = Expr::col((untold_registrations::Entity, Number)).add(new);
    let add = OnConflict::column(EventId)
        .update_column(FullName)
        .value(Number, sum)
        .to_owned();
    writes.add(&untold_registrations::Entity::insert_many(rows).on_conflict(add));
}

/// Tells the owners whose events or ticket classes visitors have filled in this batch.
pub async fn tell_of_last_seats(
    tx: &Tx,
    inventory: &SeatInventory,
    seated: &[attendance::Model],
    now: Timestamp,
) -> Result<(), DbErr> {
    let visitors = || seated.iter().filter(|row| row.source.is_by_visitor());
    let classes: BTreeSet<_> = visitors().filter_map(|row| row.ticket_id).collect();
    for id in classes {
        let class = inventory.classes.get(&id);
        if !class.is_some_and(|class| class.sold.has_run_out()) {
            continue;
        }
        if let Some(ticket) = rows::find_class(tx, id).await? {
            let news = |event: &event::Model| {
                News::new(Kind::TicketSoldOut, id, list_of(event.id))
                    .text("ticket", ticket.name.as_str())
                    .text("event", event.title.as_str())
            };
            tell_owner(tx, ticket.event_id, news, now).await?;
        }
    }
    let events: BTreeSet<_> = visitors().map(|row| row.event_id).collect();
    for id in events {
        let event = inventory.events.get(&id);
        if event.is_some_and(|event| event.seats.has_run_out()) {
            let news = |event: &event::Model| {
                News::new(Kind::EventFull, id, list_of(id)).text("event", event.title.as_str())
            };
            tell_owner(tx, id, news, now).await?;
        }
    }
    Ok(())
}

/// Tells the owners how many seats were given back because they were not paid in time.
pub(super) async fn tell_of_unpaid(
    tx: &Tx,
    gone: impl Iterator<Item = Gone>,
    now: Timestamp,
) -> Result<(), DbErr> {
    let mut numbers: BTreeMap<EventId, i64> = BTreeMap::new();
    for gone in gone {
        if let Gone::Unpaid(event) = gone {
            *numbers.entry(event).or_default() += 1;
        }
    }
    for (id, number) in numbers {
        let news = |event: &event::Model| {
            News::new(Kind::SeatsReleased, id, list_of(id))
                .times(number)
                .text("event", event.title.as_str())
        };
        tell_owner(tx, id, news, now).await?;
    }
    Ok(())
}

async fn tell_owner(
    tx: &Tx,
    event: EventId,
    news: impl FnOnce(&event::Model) -> News,
    now: Timestamp,
) -> Result<(), DbErr> {
    let event = event::live().filter(event::Column::Id.eq(event));
    if let Some(event) = event.one(tx).await? {
        notifications::tell(tx, [event.owner_id], news(&event), now).await?;
    }
    Ok(())
}

/// The path of an event's list of participants.
fn list_of(event: EventId) -> String {
    format!("/participant-management/{event}")
}

/// The path of the same list with the last registrations first.
fn newest_of(event: EventId) -> String {
    format!("{}?sort=registrationTime&order=desc", list_of(event))
}

/// Tells owners of the visitors who registered since they were last told. Several servers may do it at the same moment.
pub async fn tell_owners(app: &App) -> Result<()> {
    let waiting = untold_registrations::Entity::find().one(app.db.read());
    if waiting.await?.is_none() {
        return Ok(());
    }
    let tx = app.db.write().await?;
    let now = app.clock.now();
    let rows = untold_registrations::Entity::find()
        .order_by_asc(untold_registrations::Column::EventId)
        .limit(AT_ONCE)
        .lock_exclusive()
        .all(&tx)
        .await?;
    let told = rows.iter().map(|row| row.event_id);
    untold_registrations::Entity::delete_many()
        .filter(untold_registrations::Column::EventId.is_in(told))
        .exec(&tx)
        .await?;
    for row in rows {
        let news = |event: &event::Model| {
            News::new(Kind::RegistrationNew, row.event_id, newest_of(row.event_id))
                .times(row.number)
                .text("name", row.full_name)
                .text("event", event.title.as_str())
        };
        tell_owner(&tx, row.event_id, news, now).await?;
    }
    tx.commit().await?;
    Ok(())
}

/// Does so at short intervals. Every server does it.
pub async fn watch_registrations(app: App) {
    loop {
        if let Err(error) = tell_owners(&app).await {
            tracing::error!(?error, "owners could not be told of registrations");
        }
        tokio::time::sleep(PAUSE).await;
    }
}
