//! Queries on requests about personal data.

use std::collections::HashMap;

use hoi_db::{Timestamp, Tx};
use sea_orm::sea_query::Expr;
use sea_orm::{
    ColumnTrait, ConnectionTrait, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder,
    QuerySelect, Select, Set,
};

use super::dto::{DataRequest, DataRequestPage, OwnDataRequest};
use super::entity::{ActiveModel, Column, Entity, Model};
use super::{DataRequestKind, DataRequestResult};
use crate::accounts;
use crate::attendances::attendance;
use crate::error::{Error, LocalizedText, Result};
use crate::http::PageQuery;
use crate::ids::{AttendanceId, DataRequestId, EventId, UserId};

/// Requests of one person that are shown, the latest.
const OWN: u64 = 50;

impl From<Model> for OwnDataRequest {
    fn from(row: Model) -> Self {
        Self {
            kind: row.kind,
            content: row.content,
            asked_at: row.asked_at,
            answer_by: row.answer_by,
            done_by: row.done_by,
            answer: row.answer,
            result: row.result,
            reason: row.reason,
            closed_at: row.closed_at,
        }
    }
}

/// Returns what a participant asked for, the latest first.
pub async fn of_participant(
    conn: &impl ConnectionTrait,
    id: AttendanceId,
) -> Result<Vec<OwnDataRequest>> {
    let rows = Entity::find()
        .filter(Column::AttendanceId.eq(id))
        .order_by_desc(Column::AskedAt)
        .order_by_desc(Column::Id)
        .limit(OWN)
        .all(conn)
        .await?;
    Ok(rows.into_iter().map(Into::into).collect())
}

/// Returns whether the participant waits for a request of this kind.
pub async fn has_open(tx: &Tx, id: AttendanceId, kind: DataRequestKind) -> Result<bool> {
    let open = Entity::find()
        .filter(Column::AttendanceId.eq(id))
        .filter(Column::Kind.eq(kind))
        .filter(Column::ClosedAt.is_null());
    Ok(open.count(tx).await? > 0)
}

/// Lists the requests of an event: open ones by the time to answer them, closed ones latest first.
#[tracing::instrument(name = "privacy.list_requests", skip_all)]
pub async fn list(
    conn: &impl ConnectionTrait,
    event: EventId,
    is_closed: bool,
    page: PageQuery,
) -> Result<DataRequestPage> {
    let open = open_of(event).count(conn).await?;
    let (found, total) = if is_closed {
        let closed = of_event(event).filter(Column::ClosedAt.is_not_null());
        let total = closed.clone().count(conn).await?;
        (closed.order_by_desc(Column::ClosedAt), total)
    } else {
        (open_of(event).order_by_asc(Column::AskedAt), open)
    };
    let rows = found
        .order_by_asc(Column::Id)
        .limit(page.limit())
        .offset(page.offset())
        .all(conn)
        .await?;
    let items = describe(conn, rows).await?;
    Ok(DataRequestPage { items, total, open })
}

fn of_event(event: EventId) -> Select<Entity> {
    Entity::find().filter(Column::EventId.eq(event))
}

fn open_of(event: EventId) -> Select<Entity> {
    of_event(event).filter(Column::ClosedAt.is_null())
}

/// Returns rows of events as the organiser sees them.
pub async fn describe(conn: &impl ConnectionTrait, rows: Vec<Model>) -> Result<Vec<DataRequest>> {
    let ids = rows.iter().filter_map(|row| row.attendance_id);
    let people: Vec<attendance::Model> = attendance::Entity::find()
        .filter(attendance::Column::Id.is_in(ids))
        .all(conn)
        .await?;
    let people: HashMap<_, _> = people.iter().map(|person| (person.id, person)).collect();
    let names = accounts::full_names(conn, rows.iter().filter_map(|row| row.closed_by)).await?;
    let described = rows.into_iter().filter_map(|row| {
        let person = people.get(&row.attendance_id?)?;
        Some(DataRequest {
            id: row.id,
            attendance_id: person.id,
            full_name: person.full_name.clone(),
            email: person.email.clone(),
            is_erased: person.erased_at.is_some(),
            kind: row.kind,
            content: row.content,
            asked_at: row.asked_at,
            answer_by: row.answer_by,
            done_by: row.done_by,
            answer: row.answer,
            answered_at: row.answered_at,
            result: row.result,
            reason: row.reason,
            closed_at: row.closed_at,
            closed_by: row.closed_by.and_then(|id| names.get(&id).cloned()),
        })
    });
    Ok(described.collect())
}

/// Returns the request of this event.
pub async fn find(conn: &impl ConnectionTrait, event: EventId, id: DataRequestId) -> Result<Model> {
    let row = of_event(event).filter(Column::Id.eq(id)).one(conn).await?;
    row.ok_or_else(not_found)
}

/// Locks an open request of this event. 5005 when there is none, 5008 when it is closed.
pub async fn lock_open(tx: &Tx, event: EventId, id: DataRequestId) -> Result<Model> {
    let row = of_event(event).filter(Column::Id.eq(id)).lock_exclusive();
    let row = row.one(tx).await?.ok_or_else(not_found)?;
    if row.closed_at.is_some() {
        return Err(Error::Conflict(LocalizedText::new("privacy.closedAlready")));
    }
    Ok(row)
}

fn not_found() -> Error {
    Error::NotFound(LocalizedText::new("privacy.requestNotFound"))
}

/// Ends what erased people asked for, and keeps of it what tells of nobody. Returns whether one of them waited to be erased.
pub async fn end_of_erased(
    tx: &Tx,
    ids: &[AttendanceId],
    by: Option<UserId>,
    now: Timestamp,
) -> Result<bool> {
    let theirs = || Column::AttendanceId.is_in(ids.iter().copied());
    let waited = Entity::find()
        .filter(theirs())
        .filter(Column::Kind.eq(DataRequestKind::Erasure))
        .filter(Column::ClosedAt.is_null());
    let waited = waited.count(tx).await? > 0;
    let end = ActiveModel {
        result: Set(Some(DataRequestResult::Done)),
        closed_at: Set(Some(now)),
        closed_by: Set(by),
        ..Default::default()
    };
    Entity::update_many()
        .set(end)
        .filter(theirs())
        .filter(Column::ClosedAt.is_null())
        .exec(tx)
        .await?;
    let nothing = || Expr::value(Option::<String>::None);
    Entity::update_many()
        .col_expr(Column::Content, Expr::value(""))
        .col_expr(Column::Answer, nothing())
        .col_expr(Column::Reason, nothing())
        .filter(theirs())
        .exec(tx)
        .await?;
    Ok(waited)
}
