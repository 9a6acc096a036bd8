//! Queries on requests about personal data.

use std::collections::HashMap;

use hoi_community::accounts;
use hoi_community::accounts::entity::user;
use hoi_db::{Timestamp, Tx};
use hoi_platform::clock;
use hoi_platform::error::{Error, LocalizedText, Result};
use hoi_platform::http::PageQuery;
use hoi_platform::ids::{AttendanceId, DataRequestId, EventId, UserId};
use hoi_ticketing::attendances::attendance;
use sea_orm::sea_query::{Expr, Func};
use sea_orm::{
    ActiveModelTrait, ColumnTrait, Condition, ConnectionTrait, EntityTrait, IntoActiveModel,
    PaginatorTrait, QueryFilter, QueryOrder, QuerySelect, Select, Set,
};
use uuid::Uuid;

use super::dto::{DataRequest, DataRequestPage, NewDataRequest, OwnDataRequest};
use super::entity::{ActiveModel, Column, Entity, Model};
use super::{DataRequestKind, DataRequestResult, rules};

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

/// The authority that decides about requests.
#[derive(Debug, Clone, Copy)]
pub enum Keeper {
    /// The organiser of this event.
    Organiser(EventId),
    /// The administrators, about accounts.
    Administrators,
}

impl Keeper {
    /// Returns the keeper of the data that requests of this event are about; without an event, of accounts' data.
    pub fn of(event: Option<EventId>) -> Self {
        event.map_or(Self::Administrators, Self::Organiser)
    }

    fn requests(self) -> Select<Entity> {
        Entity::find().filter(match self {
            Self::Organiser(event) => Column::EventId.eq(event),
            Self::Administrators => Column::EventId.is_null(),
        })
    }
}

/// The person behind a request.
#[derive(Debug, Clone, Copy)]
pub enum Person {
    Participant(AttendanceId),
    Account(UserId),
}

impl Person {
    fn is(self) -> Expr {
        match self {
            Self::Participant(id) => Column::AttendanceId.eq(id),
            Self::Account(id) => Column::UserId.eq(id),
        }
    }
}

/// Returns the requests of a person, the latest first.
pub async fn of_person(conn: &impl ConnectionTrait, person: Person) -> Result<Vec<OwnDataRequest>> {
    let rows = Entity::find()
        .filter(person.is())
        .order_by_desc(Column::AskedAt)
        .order_by_desc(Column::Id)
        .limit(OWN)
        .all(conn)
        .await?;
    Ok(rows.into_iter().map(Into::into).collect())
}

/// Stores a request. The caller has locked the person. 5008 when they wait for another one of this kind.
pub async fn insert(
    tx: &Tx,
    keeper: Keeper,
    person: Person,
    body: NewDataRequest,
    now: Timestamp,
) -> Result<Model> {
    if has_open(tx, person, body.kind).await? {
        return Err(Error::Conflict(LocalizedText::new("privacy.askedAlready")));
    }
    let row = Model {
        id: clock::new_id(),
        event_id: match keeper {
            Keeper::Organiser(event) => Some(event),
            Keeper::Administrators => None,
        },
        attendance_id: match person {
            Person::Participant(id) => Some(id),
            Person::Account(_) => None,
        },
        user_id: match person {
            Person::Participant(_) => None,
            Person::Account(id) => Some(id),
        },
        kind: body.kind,
        content: body.content,
        asked_at: now,
        answer_by: rules::answer_by(now),
        done_by: rules::done_by(now),
        answer: None,
        answered_at: None,
        result: None,
        reason: None,
        closed_at: None,
        closed_by: None,
        answer_reminded_at: None,
        done_reminded_at: None,
    };
    Ok(row.into_active_model().reset_all().insert(tx).await?)
}

/// Returns whether the person waits for a request of this kind.
async fn has_open(tx: &Tx, person: Person, kind: DataRequestKind) -> Result<bool> {
    let open = Entity::find()
        .filter(person.is())
        .filter(Column::Kind.eq(kind))
        .filter(Column::ClosedAt.is_null());
    Ok(open.count(tx).await? > 0)
}

/// Lists requests: open ones by the time to answer them, closed ones latest first.
#[tracing::instrument(name = "privacy.list_requests", skip_all)]
pub async fn list(
    conn: &impl ConnectionTrait,
    keeper: Keeper,
    is_closed: bool,
    page: PageQuery,
) -> Result<DataRequestPage> {
    let open = open_of(keeper).count(conn).await?;
    let (found, total) = if is_closed {
        let closed = keeper.requests().filter(Column::ClosedAt.is_not_null());
        let total = closed.clone().count(conn).await?;
        (closed.order_by_desc(Column::ClosedAt), total)
    } else {
        (open_of(keeper).order_by_asc(Column::AskedAt), open)
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

/// Returns the number of the open requests of accounts, and the next time by which one has to be answered or done.
pub async fn open_of_accounts(conn: &impl ConnectionTrait) -> Result<(u64, Option<Timestamp>)> {
    let next = Expr::case(Column::AnsweredAt.is_null(), Expr::col(Column::AnswerBy))
        .finally(Expr::col(Column::DoneBy));
    let found: Option<(i64, Option<Timestamp>)> = open_of(Keeper::Administrators)
        .select_only()
        .column_as(Column::Id.count(), "open")
        .expr_as(Func::min(next), "due")
        .into_tuple()
        .one(conn)
        .await?;
    let (count, due) = found.unwrap_or_default();
    Ok((u64::try_from(count).unwrap_or(0), due))
}

fn open_of(keeper: Keeper) -> Select<Entity> {
    keeper.requests().filter(Column::ClosedAt.is_null())
}

/// Describes requests for their keepers.
pub async fn describe(conn: &impl ConnectionTrait, rows: Vec<Model>) -> Result<Vec<DataRequest>> {
    let ids = rows.iter().filter_map(|row| row.attendance_id);
    let participants = attendance::Entity::find()
        .filter(attendance::Column::Id.is_in(ids))
        .all(conn)
        .await?;
    let ids = rows.iter().filter_map(|row| row.user_id);
    let users = user::Entity::find()
        .filter(user::Column::Id.is_in(ids))
        .all(conn)
        .await?;
    let participants = participants.into_iter().map(|row| {
        let is_erased = row.erased_at.is_some();
        (row.id.0, (row.full_name, row.email, is_erased))
    });
    let users = users.into_iter().map(|row| {
        let is_erased = row.deleted_at.is_some();
        (row.id.0, (row.full_name, row.email, is_erased))
    });
    let people: HashMap<Uuid, (String, String, bool)> = participants.chain(users).collect();
    let names = accounts::full_names(conn, rows.iter().filter_map(|row| row.closed_by)).await?;
    let described = rows.into_iter().filter_map(|row| {
        let person = row.attendance_id.map(|id| id.0);
        let person = person.or_else(|| row.user_id.map(|id| id.0))?;
        let (full_name, email, is_erased) = people.get(&person)?.clone();
        Some(DataRequest {
            id: row.id,
            attendance_id: row.attendance_id,
            full_name,
            email,
            is_erased,
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

/// Returns the request about which `keeper` decides.
pub async fn find(conn: &impl ConnectionTrait, keeper: Keeper, id: DataRequestId) -> Result<Model> {
    let row = keeper
        .requests()
        .filter(Column::Id.eq(id))
        .one(conn)
        .await?;
    row.ok_or_else(not_found)
}

/// Locks an open request. 5005 when there is none, 5008 when it is closed.
pub async fn lock_open(tx: &Tx, keeper: Keeper, id: DataRequestId) -> Result<Model> {
    let row = keeper.requests().filter(Column::Id.eq(id));
    let row = row.lock_exclusive().one(tx).await?.ok_or_else(not_found)?;
    if row.closed_at.is_some() {
        return Err(Error::Conflict(LocalizedText::new("privacy.closedAlready")));
    }
    Ok(row)
}

fn not_found() -> Error {
    Error::NotFound(LocalizedText::new("privacy.requestNotFound"))
}

/// Ends the requests of erased people, and keeps only their parts without personal data. Returns whether one of the
/// people waited to be erased.
pub async fn end_of_erased(
    tx: &Tx,
    people: &[Person],
    by: Option<UserId>,
    now: Timestamp,
) -> Result<bool> {
    let theirs = || {
        let each = people.iter().copied().map(Person::is);
        each.fold(Condition::any(), Condition::add)
    };
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
