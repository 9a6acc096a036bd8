//! Rows of letters, and their recipients.

use std::time::Duration;

use hoi_db::{Timestamp, Tx};
use hoi_platform::error::Result;
use hoi_platform::ids::{AttendanceId, EventId};
use sea_orm::sea_query::{Expr, Func, OnConflict};
use sea_orm::{
    ActiveModelTrait as _, ColumnTrait, Condition, ConnectionTrait, EntityTrait,
    IntoActiveModel as _, PaginatorTrait as _, QueryFilter, QueryOrder, QuerySelect, Select,
};

use super::{Known, MailingKind, TimeAndPlace};
use crate::attendances::attendance;
use crate::events::details::EmailContent;
use crate::events::entity::{event, event_letter, event_mailing};
use crate::events::rules::end_of;

impl From<&event::Model> for TimeAndPlace {
    fn from(event: &event::Model) -> Self {
        Self {
            event_start_date: event.event_start_date,
            end_date: event.end_date,
            venue_address: event.venue_address.clone(),
        }
    }
}

impl From<&EmailContent> for TimeAndPlace {
    fn from(details: &EmailContent) -> Self {
        Self {
            event_start_date: details.event_start_date,
            end_date: details.end_date,
            venue_address: details.venue_address.clone(),
        }
    }
}

/// Selects the participants who get mails: confirmed, not removed, and with an address.
pub fn registered(event: EventId) -> Select<attendance::Entity> {
    attendance::live()
        .filter(attendance::Column::EventId.eq(event))
        .filter(attendance::Column::ConfirmBy.is_null())
        .filter(attendance::Column::Email.ne(""))
}

/// Returns how many people get a mail about the event's cancellation.
pub async fn count_told_of_cancellation(
    conn: &impl ConnectionTrait,
    event: EventId,
) -> Result<u64> {
    Ok(registered(event).count(conn).await?)
}

/// Returns the states known to people who were not told of the event's last changes; `None` if there is no news.
pub async fn find_letter(conn: &impl ConnectionTrait, event: EventId) -> Result<Option<Known>> {
    let row = event_letter::Entity::find_by_id(event).one(conn).await?;
    Ok(row.map(|row| row.known))
}

/// Returns the newest letter about a change that was sent; `None` if there was none.
pub async fn newest_sent(
    conn: &impl ConnectionTrait,
    event: EventId,
) -> Result<Option<event_mailing::Model>> {
    let sent = event_mailing::Entity::find()
        .filter(event_mailing::Column::EventId.eq(event))
        .filter(event_mailing::Column::Kind.eq(MailingKind::Change))
        .order_by_desc(event_mailing::Column::About);
    Ok(sent.one(conn).await?)
}

/// Returns the last change of the event that people are, or were, told of; `None` if there was none.
pub async fn last_change(conn: &impl ConnectionTrait, event: EventId) -> Result<Option<Timestamp>> {
    let waits = find_letter(conn, event).await?;
    if let Some(at) = waits.and_then(|known| known.changed_at()) {
        return Ok(Some(at));
    }
    Ok(newest_sent(conn, event).await?.map(|sent| sent.about))
}

/// Returns when the event began before the move that people are, or were, told of; `None` if it was not moved.
pub async fn previous_start(
    conn: &impl ConnectionTrait,
    event: &event::Model,
) -> Result<Option<Timestamp>> {
    let known = match find_letter(conn, event.id).await? {
        Some(known) => Some(known),
        None => newest_sent(conn, event.id)
            .await?
            .and_then(|sent| sent.known),
    };
    Ok(known.and_then(|known| known.previous_start(event.event_start_date)))
}

/// Notes that a participant was told of the event's change at `changed_at`.
pub async fn note_told(tx: &Tx, id: AttendanceId, changed_at: Timestamp) -> Result<()> {
    use attendance::Column::{Id, ToldAt};
    let is_earlier = Condition::any()
        .add(ToldAt.is_null())
        .add(ToldAt.lt(changed_at));
    attendance::Entity::update_many()
        .col_expr(ToldAt, Expr::value(changed_at))
        .filter(Id.eq(id))
        .filter(is_earlier)
        .exec(tx)
        .await?;
    Ok(())
}

/// Returns the states known to people whom the letter `sent` has not reached, because their mail waits or was not
/// delivered.
async fn left_by(tx: &Tx, sent: &event_mailing::Model) -> Result<Known> {
    use sea_orm::sea_query::ExprTrait as _;

    let missed = registered(sent.event_id).filter(attendance::known_since().lt(sent.about));
    let is_left = missed.count(tx).await? > 0;
    Ok(sent.known.clone().filter(|_| is_left).unwrap_or_default())
}

/// Removes the letter of a locked event, because people are told, or shall not be. Does nothing if there is none.
pub async fn forget(tx: &Tx, event: EventId) -> Result<()> {
    event_letter::Entity::delete_by_id(event).exec(tx).await?;
    Ok(())
}

/// Notes that the time or place of a locked event changes now from `was` to `is`. Does nothing if neither differs.
/// Removes the letter if no participant is registered, the event is over, or all participants know the new state.
pub async fn note_change(
    tx: &Tx,
    event: EventId,
    was: &EmailContent,
    is: &EmailContent,
    now: Timestamp,
) -> Result<()> {
    let (was, is) = (TimeAndPlace::from(was), TimeAndPlace::from(is));
    if was == is {
        return Ok(());
    }
    let last = attendance::live()
        .select_only()
        .expr_as(Func::max(attendance::known_since()), "last")
        .filter(attendance::Column::EventId.eq(event))
        .into_tuple::<Option<Timestamp>>()
        .one(tx)
        .await?;
    let is_over = end_of(is.event_start_date, is.end_date) <= now;
    let Some(last) = last.flatten().filter(|_| !is_over) else {
        return forget(tx, event).await;
    };
    let sent = newest_sent(tx, event).await?;
    let mut known = match (find_letter(tx, event).await?, &sent) {
        (Some(known), _) => known,
        (None, Some(sent)) => left_by(tx, sent).await?,
        (None, None) => Known::default(),
    };
    let changed = known.changed_at().max(sent.as_ref().map(|sent| sent.about));
    // The desk may have registered a participant while this change waited for the event.
    let before = changed.map_or(last, |changed| last.max(changed));
    let at = now.max(before.plus(Duration::from_millis(1)));
    // A mail of the sent letter may be written with this state at this moment.
    let is_known = sent.is_some() || changed.is_none_or(|changed| last >= changed);
    known.add(was, at, is_known);
    if known.outdated(&is).is_empty() {
        return forget(tx, event).await;
    }
    let row = event_letter::Model {
        event_id: event,
        known,
    };
    let again = OnConflict::column(event_letter::Column::EventId)
        .update_column(event_letter::Column::Known)
        .to_owned();
    event_letter::Entity::insert(row.into_active_model().reset_all())
        .on_conflict(again)
        .exec_without_returning(tx)
        .await?;
    Ok(())
}
