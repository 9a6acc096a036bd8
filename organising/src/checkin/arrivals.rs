//! Arrivals over time. They are counted on request from the participants who are inside, so a check-in that was undone is
//! not in them.

use axum::extract::State;
use hoi_db::Timestamp;
use hoi_platform::app::App;
use hoi_platform::error::Result;
use hoi_platform::http::Envelope;
use hoi_ticketing::attendances::attendance;
use hoi_ticketing::events::{EventId, InEvent, rights};
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, ConnectionTrait, QueryFilter, QuerySelect, Select};

use super::dto::Arrivals;
use super::rules::{ARRIVAL_MINUTES, MINUTE, first_minute};

/// Returns how many participants arrived in each minute of the last hour.
#[utoipa::path(
    get, path = "/event/{eventId}/arrivals", tag = "checkin",
    params(("eventId" = EventId, Path)),
    responses((status = 200, body = Envelope<Arrivals>)),
    security(("bearer" = [])),
)]
pub async fn get_arrivals(
    State(app): State<App>,
    InEvent { event, .. }: InEvent<rights::Overview>,
) -> Result<Envelope<Arrivals>> {
    let since = first_minute(app.clock.now());
    let per_minute =
        count_arrivals(app.db.read(), event.id, since, MINUTE, ARRIVAL_MINUTES).await?;
    Ok(Envelope::ok(Arrivals { since, per_minute }))
}

/// Selects the participants who are inside. Only confirmed ones can be; the index has this condition.
fn inside(event: EventId) -> Select<attendance::Entity> {
    attendance::live()
        .filter(attendance::Column::EventId.eq(event))
        .filter(attendance::Column::ConfirmBy.is_null())
        .filter(attendance::Column::CheckedInTime.is_not_null())
}

/// Returns the first and the last arrival; None while there are none.
#[tracing::instrument(name = "checkin.arrivals_range", skip_all)]
pub async fn arrivals_range(
    conn: &impl ConnectionTrait,
    event: EventId,
) -> Result<Option<(Timestamp, Timestamp)>> {
    let range: Option<(Option<Timestamp>, Option<Timestamp>)> = inside(event)
        .select_only()
        .column_as(attendance::Column::CheckedInTime.min(), "first")
        .column_as(attendance::Column::CheckedInTime.max(), "last")
        .into_tuple()
        .one(conn)
        .await?;
    Ok(range.and_then(|(first, last)| first.zip(last)))
}

/// Returns the number of arrivals in each of `parts` spans of `length` milliseconds, of which the first begins at `since`.
#[tracing::instrument(name = "checkin.count_arrivals", skip_all)]
pub async fn count_arrivals(
    conn: &impl ConnectionTrait,
    event: EventId,
    since: Timestamp,
    length: i64,
    parts: usize,
) -> Result<Vec<i64>> {
    let begin = since.0;
    let part = || {
        Expr::cust(format!(
            "(attendance.checked_in_time - ({begin})) / {length}"
        ))
    };
    let found: Vec<(i64, i64)> = inside(event)
        .filter(attendance::Column::CheckedInTime.gte(since))
        .select_only()
        .expr_as(part(), "part")
        .expr_as(Expr::cust("count(*)"), "number")
        .group_by(part())
        .into_tuple()
        .all(conn)
        .await?;
    let mut counts = vec![0; parts];
    for (part, number) in found {
        let count = usize::try_from(part).ok();
        if let Some(count) = count.and_then(|part| counts.get_mut(part)) {
            *count += number;
        }
    }
    Ok(counts)
}
