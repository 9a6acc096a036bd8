//! Events that a key opens.

use axum::extract::State;
use hoi_platform::app::App;
use hoi_platform::error::Result;
use hoi_platform::http::{Cursor, CursorQuery, Envelope, ValidatedQuery};
use hoi_ticketing::events::entity::event;
use hoi_ticketing::events::{EventId, find_tickets};
use sea_orm::{ColumnTrait, QueryFilter, QuerySelect, QueryTrait as _};

use super::dto::{V1Event, V1EventWithClasses, V1Part};
use crate::api_keys::{EventByKey, Keyed, ReadsEvents};

/// Lists the events of the key, the newest first. Needs `events:read`. 5003 (429): too many requests.
#[utoipa::path(
    get, path = "/v1/events", tag = "v1", operation_id = "v1_list_events",
    params(CursorQuery),
    responses((status = 200, body = Envelope<V1Part<V1Event>>)),
    security(("key" = [])),
)]
pub async fn list_events(
    State(app): State<App>,
    keyed: Keyed<ReadsEvents>,
    ValidatedQuery(query): ValidatedQuery<CursorQuery>,
) -> Result<Envelope<V1Part<V1Event>>> {
    let (limit, before) = query.part()?;
    let chosen = keyed.key.events.map(|events| events.ids);
    let found = event::owned_by(keyed.user.id).apply_if(chosen, |found, ids| {
        found.filter(event::Column::Id.is_in(ids))
    });
    let found = Cursor::newest_first(found, before, event::Column::CreatedAt, event::Column::Id);
    let rows = found.limit(limit + 1).all(app.db.read()).await?;
    let (rows, next_cursor) = Cursor::cut(rows, limit, |row| (row.created_at, row.id.0));
    let now = app.clock.now();
    let items = rows.into_iter().map(|row| V1Event::new(row, now)).collect();
    Ok(Envelope::ok(V1Part { items, next_cursor }))
}

/// Shows one event with its ticket classes. Needs `events:read`. 5003 (429): too many requests.
#[utoipa::path(
    get, path = "/v1/events/{eventId}", tag = "v1", operation_id = "v1_get_event",
    params(("eventId" = EventId, Path)),
    responses((status = 200, body = Envelope<V1EventWithClasses>)),
    security(("key" = [])),
)]
pub async fn get_event(
    State(app): State<App>,
    EventByKey { event, .. }: EventByKey<ReadsEvents>,
) -> Result<Envelope<V1EventWithClasses>> {
    let classes = find_tickets(app.db.read(), event.id).await?;
    Ok(Envelope::ok(V1EventWithClasses {
        event: V1Event::new(event, app.clock.now()),
        ticket_classes: classes.into_iter().map(Into::into).collect(),
    }))
}
