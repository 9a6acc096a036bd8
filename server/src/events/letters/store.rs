//! Rows of letters, and who is to get one.

use std::time::Duration;

use hoi_db::{Timestamp, Tx};
use sea_orm::sea_query::OnConflict;
use sea_orm::{
    ActiveModelTrait as _, ColumnTrait, ConnectionTrait, EntityTrait, IntoActiveModel as _,
    PaginatorTrait as _, QueryFilter, QueryOrder, QuerySelect, Select,
};

use super::{Known, TimeAndPlace};
use crate::attendances::attendance;
use crate::error::Result;
use crate::events::details::EmailContent;
use crate::events::entity::{event, event_letter};
use crate::events::rules::end_of;
use crate::ids::EventId;

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

/// Returns to how many people a mail about the event's cancellation goes.
pub async fn count_told_of_cancellation(
    conn: &impl ConnectionTrait,
    event: EventId,
) -> Result<u64> {
    Ok(registered(event).count(conn).await?)
}

/// Returns what people know who were not told of the event's last changes; `None` if there is nothing to tell.
pub async fn find_letter(conn: &impl ConnectionTrait, event: EventId) -> Result<Option<Known>> {
    let row = event_letter::Entity::find_by_id(event).one(conn).await?;
    Ok(row.map(|row| row.known))
}

/// Removes the letter of a locked event, because people are told, or shall not be. Nothing if there is none.
pub async fn forget(tx: &Tx, event: EventId) -> Result<()> {
    event_letter::Entity::delete_by_id(event).exec(tx).await?;
    Ok(())
}

/// Notes that the time or place of a locked event, which `was` and `is` so, is changed now. Nothing if neither differs,
/// if nobody is registered, or if the event is over.
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
        .filter(attendance::Column::EventId.eq(event))
        .order_by_desc(attendance::Column::RegistrationTime)
        .limit(1)
        .one(tx)
        .await?;
    let is_over = end_of(is.event_start_date, is.end_date) <= now;
    let Some(last) = last.filter(|_| !is_over) else {
        return forget(tx, event).await;
    };
    // The desk may have registered somebody while this change waited for the event.
    let at = now.max(last.registration_time.plus(Duration::from_millis(1)));
    let mut known = find_letter(tx, event).await?.unwrap_or_default();
    let is_known = known
        .changed_at()
        .is_none_or(|changed| last.registration_time >= changed);
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
