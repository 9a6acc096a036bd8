//! Money received for registrations, for programs that keep accounts.

use axum::extract::State;
use hoi_platform::app::App;
use hoi_platform::error::Result;
use hoi_platform::http::{Cursor, CursorQuery, Envelope, ValidatedQuery};
use hoi_platform::ids::{AttendanceId, EventId};
use hoi_ticketing::attendances::payment;
use sea_orm::{
    ColumnTrait, Condition, EntityTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait as _,
};

use super::dto::{V1Part, V1Payment};
use crate::api_keys::{EventByKey, ReadsMoney};

/// Lists the payments for registrations of an event, those of one participant one after the other: also for participants
/// who were removed since. Needs `money:read`. 5003 (429): too many requests.
#[utoipa::path(
    get, path = "/v1/events/{eventId}/payments", tag = "v1", operation_id = "v1_list_payments",
    params(("eventId" = EventId, Path), CursorQuery),
    responses((status = 200, body = Envelope<V1Part<V1Payment>>)),
    security(("key" = [])),
)]
pub async fn list_payments(
    State(app): State<App>,
    EventByKey { event, .. }: EventByKey<ReadsMoney>,
    ValidatedQuery(query): ValidatedQuery<CursorQuery>,
) -> Result<Envelope<V1Part<V1Payment>>> {
    use payment::Column::{AttendanceId as Participant, EventId as Event, Number};

    let last = query.cursor.as_deref().map(place).transpose()?;
    let part = CursorQuery {
        cursor: None,
        limit: query.limit,
    };
    let (limit, _) = part.part()?;
    let found = payment::Entity::find()
        .filter(Event.eq(event.id))
        .apply_if(last, |found, (participant, number)| {
            let same = Condition::all()
                .add(Participant.eq(participant))
                .add(Number.gt(number));
            found.filter(Condition::any().add(Participant.gt(participant)).add(same))
        })
        .order_by_asc(Participant)
        .order_by_asc(Number)
        .limit(limit + 1);
    let mut rows = found.all(app.db.read()).await?;
    let wanted = usize::try_from(limit).unwrap_or(usize::MAX);
    let has_more = rows.len() > wanted;
    rows.truncate(wanted);
    let last = rows.last().filter(|_| has_more);
    let next_cursor = last.map(|row| format!("{}-{}", row.attendance_id.0.simple(), row.number));
    let items = rows.into_iter().map(|row| V1Payment {
        participant_id: row.attendance_id,
        number: row.number,
        amount: row.amount,
        way: row.way,
        paid_at: row.paid_at,
    });
    Ok(Envelope::ok(V1Part {
        items: items.collect(),
        next_cursor,
    }))
}

/// Reads where the previous part ended.
fn place(cursor: &str) -> Result<(AttendanceId, i64)> {
    let read = || {
        let (participant, number) = cursor.split_once('-')?;
        Some((participant.parse().ok()?, number.parse().ok()?))
    };
    read().ok_or_else(Cursor::bad)
}
