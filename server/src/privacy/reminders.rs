//! Telling organisers and administrators of requests about personal data, and again before the legal time for one ends.

use hoi_community::accounts;
use hoi_community::notifications::{self, Kind, News};
use hoi_db::{Timestamp, Tx};
use hoi_platform::app::App;
use hoi_platform::days::VIETNAM;
use hoi_platform::error::Result;
use hoi_platform::ids::DataRequestId;
use hoi_ticketing::events::entity::event;
use sea_orm::{ColumnTrait, Condition, EntityTrait, QueryFilter, QueryOrder, QuerySelect, Set};

use super::entity::{ActiveModel, Column, Entity, Model};
use super::rules;

/// Requests that are looked at in one round; more follow an hour later.
const AT_ONCE: u64 = 500;

/// Tells the owner of the event, or administrators about the request of an account. The day is the next deadline.
pub async fn tell(
    tx: &Tx,
    event: Option<&event::Model>,
    request: &Model,
    kind: Kind,
    now: Timestamp,
) -> Result<()> {
    let due = match request.answered_at {
        None if now <= request.answer_by => request.answer_by,
        _ => request.done_by,
    };
    let day = VIETNAM.shown(due).date().to_string();
    let (news, to) = if let Some(event) = event {
        let path = format!("/event-management/{}/data-requests", event.id);
        let news = News::new(kind, request.id, path).text("event", event.title.clone());
        (news, vec![event.owner_id])
    } else {
        let news = News::new(kind, request.id, "/system?tab=data");
        let admins = accounts::active_admins(tx).await?;
        (news.key("event", "privacy.accounts"), admins)
    };
    notifications::tell(tx, to, news.day("day", day), now).await?;
    Ok(())
}

/// Reminds organisers and administrators of open requests: on the last day for an answer, and two days before the end of
/// the time to do it.
pub async fn remind_of_requests(app: &App) -> Result<()> {
    let now = app.clock.now();
    let unanswered = Condition::all()
        .add(Column::AnsweredAt.is_null())
        .add(Column::AnswerRemindedAt.is_null());
    let waiting: Vec<DataRequestId> = Entity::find()
        .select_only()
        .column(Column::Id)
        .filter(Column::ClosedAt.is_null())
        .filter(
            Condition::any()
                .add(unanswered)
                .add(Column::DoneRemindedAt.is_null()),
        )
        .order_by_asc(Column::AnswerBy)
        .limit(AT_ONCE)
        .into_tuple()
        .all(app.db.read())
        .await?;
    for id in waiting {
        let tx = app.db.write().await?;
        if remind(&tx, id, now).await? {
            tx.commit().await?;
            app.jobs.notify_one();
        } else {
            tx.rollback().await?;
        }
    }
    Ok(())
}

async fn remind(tx: &Tx, id: DataRequestId, now: Timestamp) -> Result<bool> {
    let row = Entity::find_by_id(id)
        .filter(Column::ClosedAt.is_null())
        .lock_exclusive()
        .one(tx)
        .await?;
    let Some(row) = row else { return Ok(false) };
    let answer_is_due = row.answered_at.is_none()
        && row.answer_reminded_at.is_none()
        && now >= rules::remind_of_answer(row.answer_by);
    let end_is_due = row.done_reminded_at.is_none() && now >= rules::remind_of_end(row.done_by);
    if !answer_is_due && !end_is_due {
        return Ok(false);
    }
    let event = match row.event_id {
        Some(id) => event::Entity::find_by_id(id).one(tx).await?,
        None => None,
    };
    let mut columns = ActiveModel::default();
    if answer_is_due {
        columns.answer_reminded_at = Set(Some(now));
    }
    if end_is_due {
        columns.done_reminded_at = Set(Some(now));
    }
    Entity::update_many()
        .set(columns)
        .filter(Column::Id.eq(row.id))
        .exec(tx)
        .await?;
    tell(tx, event.as_ref(), &row, Kind::DataRequestDue, now).await?;
    Ok(true)
}
