//! Finds conflicts in the scan log: ticket codes that let more than one person in.

use std::collections::HashMap;

use hoi_platform::error::Result;
use hoi_platform::ids::{AttendanceId, EventId};
use sea_orm::sea_query::ExprTrait as _;
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};

use super::entity::scan;
use super::rules::{Admission, CHECKIN_RESULTS, ENTRIES, LoggedCheckin, entries};
use super::store;

/// The most codes examined.
const MAX_CODES: u64 = 500;

/// Returns the number of registrations of the event with whose code more than one person entered, without removed ones.
#[tracing::instrument(name = "checkin.count_conflicts", skip_all)]
pub async fn count_conflicts(conn: &impl ConnectionTrait, event: EventId) -> Result<u64> {
    let found = find_conflicts(conn, event).await?;
    let ids = found.into_iter().map(|(participant, _)| participant);
    let people = store::find_by_ids(conn, ids.collect()).await?;
    Ok(u64::try_from(people.len()).unwrap_or(u64::MAX))
}

/// Returns the registrations of the event with whose code more than one person entered, each with all entries since the
/// check-in was last undone, earliest first.
pub async fn find_conflicts(
    conn: &impl ConnectionTrait,
    event: EventId,
) -> Result<Vec<(AttendanceId, Vec<Admission>)>> {
    let suspects: Vec<AttendanceId> = scan::Entity::find()
        .select_only()
        .column(scan::Column::AttendanceId)
        .filter(scan::Column::EventId.eq(event))
        .filter(scan::Column::AttendanceId.is_not_null())
        .filter(scan::Column::Result.is_in(ENTRIES))
        .group_by(scan::Column::AttendanceId)
        .having(scan::Column::Id.count().gt(1))
        .limit(MAX_CODES)
        .into_tuple()
        .all(conn)
        .await?;
    if suspects.is_empty() {
        return Ok(Vec::new());
    }
    let scans = scan::Entity::find()
        .filter(scan::Column::AttendanceId.is_in(suspects))
        .filter(scan::Column::Result.is_in(CHECKIN_RESULTS))
        .order_by_asc(scan::Column::ReceivedAt)
        .order_by_asc(scan::Column::Id)
        .all(conn)
        .await?;
    let mut checkins: HashMap<AttendanceId, Vec<LoggedCheckin>> = HashMap::new();
    for scan in scans {
        let Some(participant) = scan.attendance_id else {
            continue;
        };
        checkins
            .entry(participant)
            .or_default()
            .push(LoggedCheckin {
                result: scan.result,
                entry: Admission {
                    time: scan.occurred_at,
                    device: scan.device_id,
                },
            });
    }
    let mut conflicts: Vec<_> = checkins
        .into_iter()
        .map(|(participant, checkins)| (participant, entries(&checkins)))
        .filter(|(_, entries)| entries.len() > 1)
        .collect();
    conflicts.sort_by_key(|(participant, entries)| {
        (entries.first().map(|entry| entry.time), *participant)
    });
    Ok(conflicts)
}
