//! The organiser's decision, the announcements, and the registrations that are left.

use std::collections::{HashMap, HashSet};

use hoi_db::{Only as _, Timestamp, Tx};
use hoi_platform::app::App;
use hoi_platform::error::Result;
use hoi_platform::ids::{AttendanceId, EventId, UserId};
use hoi_ticketing::attendances::attendance;
use hoi_ticketing::events;
use sea_orm::sea_query::OnConflict;
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, EntityTrait, PaginatorTrait as _, QueryFilter,
    QueryOrder, QuerySelect, Select, Set,
};

use super::Part;
use super::dto::ErasurePreview;
use super::entity::{erasure_notice, event_retention};
use super::rules::{Announced, Terms};
use crate::privacy::erase::files_of;

/// Registrations that are read at once to count their files.
const CHUNK: u64 = 500;

/// The columns of an event for its dates and its announcements.
#[derive(Debug, Clone)]
pub struct Past {
    pub id: EventId,
    pub owner: UserId,
    pub title: String,
    pub starts: Timestamp,
    pub ends: Option<Timestamp>,
    pub deleted_at: Option<Timestamp>,
}

impl Past {
    /// Reads the terms that decide its dates. Of a cancelled event the planned end counts.
    pub fn terms(&self, chosen: Option<&event_retention::Model>, max_days: i64) -> Terms {
        Terms {
            end: events::end_of(self.starts, self.ends),
            chosen: chosen.and_then(|row| row.keep_days),
            keeps_documents: chosen.is_some_and(|row| row.documents_reason.is_some()),
            max_days,
        }
    }
}

impl From<&erasure_notice::Model> for Announced {
    fn from(row: &erasure_notice::Model) -> Self {
        Self {
            due: row.due_at,
            at: row.announced_at,
            ordered: row.ordered_at,
            ended: row.ended_at,
        }
    }
}

/// Selects the registrations of an event, removed ones included, of which the part is still there. The count before an
/// erasure and the erasure itself both use it.
pub fn left(event: EventId, part: Part) -> Select<attendance::Entity> {
    use attendance::Column::{BusinessLicense, ErasedAt, EventId, IdentificationNumber, TaxNumber};
    let left = attendance::Entity::find()
        .filter(EventId.eq(event))
        .filter(ErasedAt.is_null());
    match part {
        Part::Everything => left,
        Part::Documents => left.filter(
            Condition::any()
                .add(IdentificationNumber.is_not_null())
                .add(TaxNumber.is_not_null())
                .add(BusinessLicense.is_not_null()),
        ),
    }
}

/// Returns whether a participant of the event was erased.
pub async fn has_erased(conn: &impl ConnectionTrait, event: EventId) -> Result<bool> {
    let erased = attendance::Entity::find()
        .filter(attendance::Column::EventId.eq(event))
        .filter(attendance::Column::ErasedAt.is_not_null());
    Ok(erased.count(conn).await? > 0)
}

/// Counts the data that an erasure would erase now, without changing anything.
pub async fn preview(conn: &impl ConnectionTrait, event: EventId) -> Result<ErasurePreview> {
    use attendance::Column::Id;
    let (mut people, mut documents) = (0, 0);
    let mut files = HashSet::new();
    let mut after: Option<AttendanceId> = None;
    loop {
        let mut next = left(event, Part::Everything);
        if let Some(after) = after {
            next = next.filter(Id.gt(after));
        }
        let rows = next.order_by_asc(Id).limit(CHUNK).all(conn).await?;
        let Some(last) = rows.last() else {
            let files = files.len() as u64;
            return Ok(ErasurePreview {
                people,
                files,
                documents,
            });
        };
        after = Some(last.id);
        for row in &rows {
            people += 1;
            documents += u64::from(row.identification_number.is_some());
            documents += u64::from(row.tax_number.is_some());
            documents += u64::from(row.business_license.is_some());
            files.extend(files_of(row));
        }
    }
}

/// Returns the organisers' decisions about these events.
pub async fn chosen(
    conn: &impl ConnectionTrait,
    events: impl IntoIterator<Item = EventId>,
) -> Result<HashMap<EventId, event_retention::Model>> {
    let rows = event_retention::Entity::find()
        .filter(event_retention::Column::EventId.is_in(events))
        .all(conn)
        .await?;
    Ok(rows.into_iter().map(|row| (row.event_id, row)).collect())
}

/// Returns the last announcements of these events.
pub async fn notices(
    conn: &impl ConnectionTrait,
    events: impl IntoIterator<Item = EventId>,
) -> Result<HashMap<(EventId, Part), Announced>> {
    let rows = erasure_notice::Entity::find()
        .filter(erasure_notice::Column::EventId.is_in(events))
        .all(conn)
        .await?;
    let known = rows
        .iter()
        .map(|row| ((row.event_id, row.part), Announced::from(row)));
    Ok(known.collect())
}

/// Stores the organiser's decision. The event is locked.
pub async fn choose(tx: &Tx, row: event_retention::Model) -> Result<()> {
    use event_retention::Column::{DocumentsReason, EventId, KeepDays, UpdatedAt};
    let row = event_retention::ActiveModel {
        event_id: Set(row.event_id),
        keep_days: Set(row.keep_days),
        documents_reason: Set(row.documents_reason),
        updated_at: Set(row.updated_at),
    };
    let instead = OnConflict::column(EventId)
        .update_columns([KeepDays, DocumentsReason, UpdatedAt])
        .to_owned();
    event_retention::Entity::insert(row)
        .on_conflict(instead)
        .exec_without_returning(tx)
        .await?;
    Ok(())
}

/// Returns the announcement of a part, locked until the transaction ends, so that one server at a time decides about
/// the next step. One that was never made names the beginning of time.
pub async fn lock_notice(tx: &Tx, event: EventId, part: Part) -> Result<erasure_notice::Model> {
    use erasure_notice::Column;
    let never = erasure_notice::Model {
        event_id: event,
        part,
        due_at: Timestamp(0),
        announced_at: Timestamp(0),
        ordered_at: None,
        ended_at: None,
    };
    let first = erasure_notice::ActiveModel {
        event_id: Set(event),
        part: Set(part),
        due_at: Set(never.due_at),
        announced_at: Set(never.announced_at),
        ordered_at: Set(None),
        ended_at: Set(None),
    };
    let nothing = OnConflict::columns([Column::EventId, Column::Part])
        .do_nothing()
        .to_owned();
    erasure_notice::Entity::insert(first)
        .on_conflict(nothing)
        .exec_without_returning(tx)
        .await?;
    let found = erasure_notice::Entity::find_by_id((event, part))
        .lock_exclusive()
        .only(tx)
        .await?;
    Ok(found.unwrap_or(never))
}

/// Forgets the announcement of a part, so that its erasure is announced anew. The event is locked.
pub async fn forget_notice(tx: &Tx, event: EventId, part: Part) -> Result<()> {
    erasure_notice::Entity::delete_many()
        .filter(erasure_notice::Column::EventId.eq(event))
        .filter(erasure_notice::Column::Part.eq(part))
        .exec(tx)
        .await?;
    Ok(())
}

/// Returns the terms that decide the dates of one event now; None if it is gone.
pub async fn dates(
    conn: &impl ConnectionTrait,
    app: &App,
    event: EventId,
) -> Result<Option<(Past, Terms)>> {
    let Some(past) = super::look::find(conn, event).await? else {
        return Ok(None);
    };
    let chosen = chosen(conn, [event]).await?;
    let terms = past.terms(chosen.get(&event), app.config.retention_max_days);
    Ok(Some((past, terms)))
}
