//! Looks for events whose data is to be erased: announces it, and orders it when its time has come. Every server looks, at
//! every event that is over; a locked row per event and part lets one of them act.

use hoi_community::notifications::{self, Kind, News};
use hoi_community::plans::day_of;
use hoi_db::{Timestamp, Tx};
use hoi_platform::app::App;
use hoi_platform::error::Result;
use hoi_platform::ids::{EventId, UserId};
use hoi_ticketing::events::entity::event;
use hoi_ticketing::events::{self, EventAction, LogEntry};
use sea_orm::{
    ColumnTrait, ConnectionTrait, EntityTrait, IntoActiveModel as _, Iterable as _,
    PaginatorTrait as _, QueryFilter, QueryOrder, QuerySelect, Select, Set,
};
use serde_json::json;

use super::Part;
use super::entity::erasure_notice;
use super::jobs::EraseDue;
use super::rules::{Announced, Step, erased_at, step};
use super::store::{self, Past};

/// Events that are read at once.
const CHUNK: u64 = 500;

/// Announces the erasures of the next month, and orders those that were announced a month ago and are due.
pub async fn look_for_due(app: &App) -> Result<()> {
    let (now, max_days) = (app.clock.now(), app.config.retention_max_days);
    let mut after: Option<EventId> = None;
    loop {
        let conn = app.db.read();
        // The earliest announcement is made when an event ends.
        let mut begun = of_event().filter(event::Column::EventStartDate.lt(now));
        if let Some(after) = after {
            begun = begun.filter(event::Column::Id.gt(after));
        }
        let begun = begun.order_by_asc(event::Column::Id).limit(CHUNK);
        let begun = rows(conn, begun).await?;
        let Some(last) = begun.last() else {
            return Ok(());
        };
        after = Some(last.id);
        let ids: Vec<EventId> = begun.iter().map(|past| past.id).collect();
        let chosen = store::chosen(conn, ids.iter().copied()).await?;
        let notices = store::notices(conn, ids).await?;
        for past in &begun {
            let terms = past.terms(chosen.get(&past.id), max_days);
            for part in Part::iter() {
                let Some(due) = terms.due(part) else {
                    continue;
                };
                let announced = notices.get(&(past.id, part)).copied();
                if step(due, announced, now) == Step::Wait {
                    continue;
                }
                // One event must not keep the others from being announced.
                if let Err(error) = act(app, past.id, part).await {
                    tracing::error!(?error, event = %past.id, "an erasure could not be prepared");
                }
            }
        }
    }
}

/// Returns one event as the look reads it, deleted or not: of a deleted event, too, the data is erased.
pub async fn find(conn: &impl ConnectionTrait, id: EventId) -> Result<Option<Past>> {
    let found = of_event().filter(event::Column::Id.eq(id));
    Ok(rows(conn, found).await?.pop())
}

type Row = (
    EventId,
    UserId,
    String,
    Timestamp,
    Option<Timestamp>,
    Option<Timestamp>,
);

fn of_event() -> Select<event::Entity> {
    use event::Column::{DeletedAt, EndDate, EventStartDate, Id, OwnerId, Title};
    event::Entity::find().select_only().columns([
        Id,
        OwnerId,
        Title,
        EventStartDate,
        EndDate,
        DeletedAt,
    ])
}

async fn rows(conn: &impl ConnectionTrait, found: Select<event::Entity>) -> Result<Vec<Past>> {
    let rows: Vec<Row> = found.into_tuple().all(conn).await?;
    let events = rows
        .into_iter()
        .map(|(id, owner, title, starts, ends, deleted_at)| Past {
            id,
            owner,
            title,
            starts,
            ends,
            deleted_at,
        });
    Ok(events.collect())
}

/// Takes the present step for a part of an event, as decided once more in the transaction.
async fn act(app: &App, event: EventId, part: Part) -> Result<()> {
    let now = app.clock.now();
    let tx = app.db.write().await?;
    // First, as a change of the event does, so that neither waits for the other's rows.
    events::lock_event(&tx, event).await?;
    let Some((ended, terms)) = store::dates(&tx, app, event).await? else {
        return Ok(tx.rollback().await?);
    };
    let Some(due) = terms.due(part) else {
        return Ok(tx.rollback().await?);
    };
    let notice = store::lock_notice(&tx, event, part).await?;
    match step(due, Some(Announced::from(&notice)), now) {
        Step::Wait => return Ok(tx.rollback().await?),
        Step::Announce => announce(&tx, &ended, notice, due, now).await?,
        Step::Erase => {
            let mut row = notice.into_active_model();
            row.ordered_at = Set(Some(now));
            erasure_notice::Entity::update(row).exec(&tx).await?;
            let job = EraseDue {
                event,
                part,
                due_at: due,
            };
            hoi_jobs::enqueue(&tx, &job, now).await?;
        }
    }
    tx.commit().await?;
    app.jobs.notify_one();
    Ok(())
}

/// Tells the owner of the event, unless nothing is left to erase or the event was deleted.
async fn announce(
    tx: &Tx,
    ended: &Past,
    notice: erasure_notice::Model,
    due: Timestamp,
    now: Timestamp,
) -> Result<()> {
    let part = notice.part;
    let people = store::left(ended.id, part).count(tx).await?;
    let mut row = notice.into_active_model();
    row.due_at = Set(due);
    row.announced_at = Set(now);
    row.ordered_at = Set(None);
    row.ended_at = Set((people == 0).then_some(now));
    erasure_notice::Entity::update(row).exec(tx).await?;
    if people == 0 || ended.deleted_at.is_some() {
        return Ok(());
    }
    let at = erased_at(due, None, now);
    let (kind, action) = match part {
        Part::Everything => (Kind::DataErasing, EventAction::EventErasureAnnounced),
        Part::Documents => (
            Kind::DocumentsErasing,
            EventAction::EventDocumentsErasureAnnounced,
        ),
    };
    let link = format!("/event-management/{}?retention=true", ended.id);
    let news = News::new(kind, ended.id, link)
        .text("event", ended.title.as_str())
        .text("people", people.to_string())
        .day("day", day_of(at));
    notifications::tell(tx, [ended.owner], news, now).await?;
    let entry = LogEntry::new(ended.id, action).with(json!({ "count": people, "at": at }));
    events::log(tx, entry, now).await
}
