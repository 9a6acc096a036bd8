//! The history of one participant: the event log and the scans of their code, read together.

use axum::extract::State;
use hoi_community::accounts;
use hoi_platform::app::App;
use hoi_platform::error::{Error, LocalizedText, Result};
use hoi_platform::http::{Cursor, CursorQuery, Envelope, PathId, ValidatedQuery};
use hoi_platform::ids::{AttendanceId, EventId, UserId};
use hoi_ticketing::attendances::attendance;
use hoi_ticketing::events::{
    self, EventAction, EventLog, EventLogEntry, InEvent, LogFilter, rights,
};
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QuerySelect};
use serde_json::json;

use super::attempt::ACCOUNT;
use super::entity::scan;
use super::rules::{TOLD, action_of};

/// Entries of the event log for check-ins by hand. They are left out, because a scan repeats each of them.
const BY_HAND: [EventAction; 2] = [
    EventAction::ParticipantCheckedIn,
    EventAction::ParticipantCheckinUndone,
];

/// Lists a participant's history, newest first: entries of the event log and, as `scan.…`, every scan of their code.
/// `data` of a scan has the `device`; null if its name is only that of the account.
#[utoipa::path(
    get, path = "/event/{eventId}/attendances/{id}/history", tag = "participant",
    params(("eventId" = EventId, Path), ("id" = AttendanceId, Path), CursorQuery),
    responses((status = 200, body = Envelope<EventLog>)),
    security(("bearer" = [])),
)]
pub async fn get_participant_history(
    State(app): State<App>,
    caller: InEvent<rights::Guests>,
    PathId(id): PathId<AttendanceId>,
    ValidatedQuery(query): ValidatedQuery<CursorQuery>,
) -> Result<Envelope<EventLog>> {
    let conn = app.db.read();
    let event = caller.event.id;
    let exists = attendance::live()
        .filter(attendance::Column::Id.eq(id))
        .filter(attendance::Column::EventId.eq(event))
        .one(conn)
        .await?;
    if exists.is_none() {
        return Err(Error::NotFound(LocalizedText::new("participant.notFound")));
    }
    let (limit, before) = query.part()?;
    let filter = LogFilter {
        subject: Some(id.0),
        actor: None,
        actions: EventAction::all_but(&BY_HAND),
    };
    let mut entries = events::find_log(conn, event, filter, before, limit + 1).await?;
    entries.extend(scans_of(conn, id, before, limit + 1).await?);
    entries.sort_by_key(|entry| std::cmp::Reverse((entry.created_at, entry.id)));
    Ok(Envelope::ok(EventLog::first(entries, limit)))
}

async fn scans_of(
    conn: &impl ConnectionTrait,
    id: AttendanceId,
    before: Option<Cursor>,
    limit: u64,
) -> Result<Vec<EventLogEntry>> {
    use scan::Column::{self, AttendanceId, Id, OccurredAt};
    let found = scan::Entity::find()
        .filter(AttendanceId.eq(id))
        .filter(Column::Result.is_in(TOLD.map(|(result, _)| result)));
    let scans = Cursor::newest_first(found, before, OccurredAt, Id)
        .limit(limit)
        .all(conn)
        .await?;
    let names = accounts::full_names(conn, scans.iter().filter_map(by_account)).await?;
    let entries = scans.into_iter().filter_map(|scan| {
        let actor_id = by_account(&scan);
        let actor_name = actor_id.and_then(|id| names.get(&id).cloned());
        // A browser without a name of its own has the name of its user.
        let device = scan
            .device_id
            .filter(|device| Some(device) != actor_name.as_ref());
        Some(EventLogEntry {
            id: scan.id,
            action: action_of(&scan.result)?,
            actor_id,
            actor_name,
            subject_id: Some(id.0),
            data: json!({ "device": device }),
            created_at: scan.occurred_at,
        })
    });
    Ok(entries.collect())
}

/// Returns the account that scanned; None if a device did it with its key.
fn by_account(scan: &scan::Model) -> Option<UserId> {
    scan.actor.strip_prefix(ACCOUNT)?.parse().ok()
}
