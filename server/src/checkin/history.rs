//! What happened to one participant: the event's log and the scans of their code, read together. Nothing is written here.

use axum::extract::State;
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect,
};
use serde_json::json;

use super::entity::scan;
use super::rules::{TOLD, action_of};
use crate::access::EventOwner;
use crate::app::App;
use crate::error::{Error, Message, Result};
use crate::events::{self, Action, Activity, ActivityList, ActivityQuery, Cursor, LogFilter};
use crate::http::{Envelope, PathId, ValidatedQuery};
use crate::ids::{AttendanceId, EventId};
use crate::registration::entity::attendance;

/// The log's entries for what the organiser did at the door by hand. The scan beside each says the same.
const BY_HAND: [Action; 2] = [
    Action::ParticipantCheckedIn,
    Action::ParticipantCheckinUndone,
];

/// What happened to a participant, newest first: entries of the event's log and, as `scan.…` with the `device` in `data`,
/// every scan of their code.
#[utoipa::path(
    get, path = "/event/{eventId}/attendances/{id}/history", tag = "participant",
    params(("eventId" = EventId, Path), ("id" = AttendanceId, Path), ActivityQuery),
    responses((status = 200, body = Envelope<ActivityList>)),
    security(("bearer" = [])),
)]
pub async fn get_participant_history(
    State(app): State<App>,
    owner: EventOwner,
    PathId(id): PathId<AttendanceId>,
    ValidatedQuery(query): ValidatedQuery<ActivityQuery>,
) -> Result<Envelope<ActivityList>> {
    let conn = app.db.read();
    let event = owner.event.id;
    let exists = attendance::Entity::find_by_id(id)
        .filter(attendance::Column::EventId.eq(event))
        .filter(attendance::Column::DeletedAt.is_null())
        .one(conn)
        .await?;
    if exists.is_none() {
        return Err(Error::NotFound(Message::new("participant.notFound")));
    }
    let limit = query.limit.unwrap_or(50).clamp(1, 100);
    let before = query.cursor.as_deref().map(Cursor::read).transpose()?;
    let filter = LogFilter {
        subject: Some(id.0),
        actions: Action::all_but(&BY_HAND),
    };
    let mut entries = events::find_activities(conn, event, filter, before, limit + 1).await?;
    entries.extend(scans_of(conn, id, before, limit + 1).await?);
    entries.sort_by_key(|entry| std::cmp::Reverse((entry.created_at, entry.id)));
    Ok(Envelope::ok(ActivityList::first(entries, limit)))
}

async fn scans_of(
    conn: &impl ConnectionTrait,
    id: AttendanceId,
    before: Option<Cursor>,
    limit: u64,
) -> Result<Vec<Activity>> {
    use scan::Column::{self, AttendanceId, Id, OccurredAt};
    let mut found = scan::Entity::find()
        .filter(AttendanceId.eq(id))
        .filter(Column::Result.is_in(TOLD.map(|(result, _)| result)));
    if let Some(Cursor { at, id }) = before {
        let before = Condition::any()
            .add(OccurredAt.lt(at))
            .add(Condition::all().add(OccurredAt.eq(at)).add(Id.lt(id)));
        found = found.filter(before);
    }
    let scans = found
        .order_by_desc(OccurredAt)
        .order_by_desc(Id)
        .limit(limit)
        .all(conn)
        .await?;
    let entries = scans.into_iter().filter_map(|scan| {
        Some(Activity {
            id: scan.id,
            action: action_of(&scan.result)?,
            actor_id: None,
            actor_name: None,
            subject_id: Some(id.0),
            data: json!({ "device": scan.device_id }),
            created_at: scan.occurred_at,
        })
    });
    Ok(entries.collect())
}
