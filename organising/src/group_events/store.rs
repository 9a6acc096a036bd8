//! Queries on the events of a group.

use std::collections::HashMap;

use hoi_community::accounts::by_name;
use hoi_community::accounts::entity::user;
use hoi_community::groups::GroupId;
use hoi_community::groups::entity::group_member;
use hoi_db::{Timestamp, Tx};
use hoi_platform::error::Result;
use hoi_platform::files::FileUrl;
use hoi_platform::http::{PageQuery, SortOrder, sorted};
use hoi_platform::ids::{FileId, UserId};
use hoi_ticketing::attendances::attendance;
use hoi_ticketing::events::entity::{event, ticket};
use hoi_ticketing::events::{EventId, USUAL_LENGTH, is_over};
use sea_orm::sea_query::{Expr, LockType, SelectStatement};
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, EntityTrait, FromQueryResult, PaginatorTrait,
    QueryFilter, QueryOrder, QuerySelect, QueryTrait, Select, Set, Statement,
};

use super::SeriesId;
use super::dto::{ComingMembers, MemberFace, Period};
use super::entity::meeting;

/// Coming meetings of a group in one answer.
const MAX_COMING: u64 = 1000;
/// The most members whose faces are shown.
const MAX_FACES: u64 = 8;

/// Selects events that have begun and were not cancelled.
fn held(now: Timestamp) -> Select<event::Entity> {
    event::live()
        .filter(event::Column::CancelledAt.is_null())
        .filter(event::Column::EventStartDate.lte(now))
}

/// Selects the group's events that have begun and were not cancelled.
fn held_by(group: GroupId, now: Timestamp) -> Select<event::Entity> {
    held(now).filter(event::Column::GroupId.eq(group))
}

/// Selects the events that have begun and were not cancelled, of the groups that `groups` selects.
pub fn held_in(groups: SelectStatement, now: Timestamp) -> Select<event::Entity> {
    held(now).filter(event::Column::GroupId.in_subquery(groups))
}

/// Returns the last events of the group that have begun, at most `limit`, the latest first: only meetings of series, or
/// all events.
#[tracing::instrument(name = "group_events.find_held", skip_all)]
pub async fn find_held(
    conn: &impl ConnectionTrait,
    group: GroupId,
    all: bool,
    limit: u64,
    now: Timestamp,
) -> Result<Vec<event::Model>> {
    let mut found = held_by(group, now);
    if !all {
        found = found.filter(event::Column::Id.in_subquery(meetings()));
    }
    let by_start = [Expr::col(event::Column::EventStartDate)];
    let found = sorted(found, by_start, SortOrder::Desc).limit(limit);
    Ok(found.all(conn).await?)
}

/// Selects the identifiers of the group's events that began in this time, as a query within
/// another one.
pub fn held_within(
    group: GroupId,
    from: Timestamp,
    until: Timestamp,
    now: Timestamp,
) -> SelectStatement {
    held_by(group, now)
        .select_only()
        .column(event::Column::Id)
        .filter(event::Column::EventStartDate.gte(from))
        .filter(event::Column::EventStartDate.lt(until))
        .into_query()
}

fn meetings() -> SelectStatement {
    meeting::Entity::find()
        .select_only()
        .column(meeting::Column::EventId)
        .into_query()
}

fn meetings_of(series: SeriesId) -> SelectStatement {
    meeting::Entity::find()
        .select_only()
        .column(meeting::Column::EventId)
        .filter(meeting::Column::SeriesId.eq(series))
        .into_query()
}

/// Selects the group's events that will begin and were not cancelled.
fn coming(group: GroupId, now: Timestamp) -> Select<event::Entity> {
    event::live()
        .filter(event::Column::GroupId.eq(group))
        .filter(event::Column::CancelledAt.is_null())
        .filter(event::Column::EventStartDate.gt(now))
}

/// Returns the coming meetings of the group by their start, at most 1000, each with its series.
#[tracing::instrument(name = "group_events.find_coming", skip_all)]
pub async fn find_coming(
    conn: &impl ConnectionTrait,
    group: GroupId,
    now: Timestamp,
) -> Result<Vec<(SeriesId, event::Model)>> {
    let found = coming(group, now).filter(event::Column::Id.in_subquery(meetings()));
    let by_start = [Expr::col(event::Column::EventStartDate)];
    let found = sorted(found, by_start, SortOrder::Asc).limit(MAX_COMING);
    let events = found.all(conn).await?;
    let ids: Vec<EventId> = events.iter().map(|event| event.id).collect();
    let series = find_series(conn, &ids).await?;
    let with_series = events
        .into_iter()
        .filter_map(|event| Some((*series.get(&event.id)?, event)));
    Ok(with_series.collect())
}

/// Returns the series of these events; single events are missing.
#[tracing::instrument(name = "group_events.find_series", skip_all)]
pub async fn find_series(
    conn: &impl ConnectionTrait,
    events: &[EventId],
) -> Result<HashMap<EventId, SeriesId>> {
    let meetings = meeting::Entity::find()
        .filter(meeting::Column::EventId.is_in(events.iter().copied()))
        .all(conn)
        .await?;
    let series = meetings.into_iter();
    Ok(series
        .map(|meeting| (meeting.event_id, meeting.series_id))
        .collect())
}

/// When a meeting is, and when and why it was cancelled.
#[derive(FromQueryResult)]
pub struct MeetingTimes {
    pub id: EventId,
    pub start: Timestamp,
    pub end: Option<Timestamp>,
    pub cancelled_at: Option<Timestamp>,
    pub cancel_reason: Option<String>,
}

/// Returns all meetings of these series that belong to the group, by their start, each with its series.
#[tracing::instrument(name = "group_events.find_courses", skip_all)]
pub async fn find_courses(
    conn: &impl ConnectionTrait,
    group: GroupId,
    series: impl IntoIterator<Item = SeriesId>,
) -> Result<Vec<(SeriesId, MeetingTimes)>> {
    use event::Column::{CancelReason, CancelledAt, EndDate, EventStartDate, Id};
    let meetings = meeting::Entity::find()
        .filter(meeting::Column::SeriesId.is_in(series))
        .all(conn)
        .await?;
    let series_of: HashMap<EventId, SeriesId> = meetings
        .into_iter()
        .map(|meeting| (meeting.event_id, meeting.series_id))
        .collect();
    let found = event::live()
        .filter(event::Column::GroupId.eq(group))
        .filter(Id.is_in(series_of.keys().copied()));
    let meetings: Vec<MeetingTimes> = sorted(found, [Expr::col(EventStartDate)], SortOrder::Asc)
        .select_only()
        .columns([Id, CancelledAt, CancelReason])
        .column_as(EventStartDate, "start")
        .column_as(EndDate, "end")
        .into_model()
        .all(conn)
        .await?;
    let with_series = meetings
        .into_iter()
        .filter_map(|meeting| Some((*series_of.get(&meeting.id)?, meeting)));
    Ok(with_series.collect())
}

/// The version of a series.
#[derive(FromQueryResult)]
struct SeriesVersion {
    series_id: SeriesId,
    version: i64,
}

/// Returns the version of each series that has an event of the group: the sum of its meetings' versions. All of its
/// meetings count, also those that are over, deleted or no longer the group's, so it never falls.
#[tracing::instrument(name = "group_events.find_versions", skip_all)]
pub async fn find_versions(
    conn: &impl ConnectionTrait,
    group: GroupId,
) -> Result<HashMap<SeriesId, i64>> {
    let statement = Statement::from_sql_and_values(
        conn.get_database_backend(),
        "select meeting.series_id, cast(sum(event.version) as bigint) as version \
         from meeting join event on event.id = meeting.event_id \
         where meeting.series_id in (select own.series_id from meeting own \
         join event of_group on of_group.id = own.event_id where of_group.group_id = $1) \
         group by meeting.series_id",
        [group.into()],
    );
    let rows = SeriesVersion::find_by_statement(statement)
        .all(conn)
        .await?;
    Ok(rows
        .into_iter()
        .map(|row| (row.series_id, row.version))
        .collect())
}

/// Returns whether an event of the group belongs to the series.
#[tracing::instrument(name = "group_events.has_series", skip_all)]
pub async fn has_series(
    conn: &impl ConnectionTrait,
    group: GroupId,
    series: SeriesId,
) -> Result<bool> {
    let found = event::live()
        .filter(event::Column::GroupId.eq(group))
        .filter(event::Column::Id.in_subquery(meetings_of(series)))
        .one(conn)
        .await?;
    Ok(found.is_some())
}

/// Returns the coming meetings of the series by their identifiers, locked until the transaction ends.
#[tracing::instrument(name = "group_events.lock_coming", skip_all)]
pub async fn lock_coming(
    tx: &Tx,
    group: GroupId,
    series: SeriesId,
    now: Timestamp,
) -> Result<Vec<event::Model>> {
    let mut found = coming(group, now)
        .filter(event::Column::Id.in_subquery(meetings_of(series)))
        .order_by_asc(event::Column::Id)
        .lock(LockType::NoKeyUpdate)
        .all(tx)
        .await?;
    found.sort_by_key(|meeting| meeting.event_start_date);
    Ok(found)
}

/// Returns the events of the group that begin at one of these moments and were not cancelled, meetings or not.
#[tracing::instrument(name = "group_events.find_at", skip_all)]
pub async fn find_at(
    tx: &Tx,
    group: GroupId,
    starts: impl Iterator<Item = Timestamp>,
) -> Result<Vec<event::Model>> {
    let found = event::live()
        .filter(event::Column::GroupId.eq(group))
        .filter(event::Column::CancelledAt.is_null())
        .filter(event::Column::EventStartDate.is_in(starts));
    Ok(found.all(tx).await?)
}

/// Returns all coming meetings of the group by their start, locked until the transaction ends.
#[tracing::instrument(name = "group_events.lock_all_coming", skip_all)]
pub async fn lock_all_coming(tx: &Tx, group: GroupId, now: Timestamp) -> Result<Vec<event::Model>> {
    let mut found = coming(group, now)
        .filter(event::Column::Id.in_subquery(meetings()))
        .order_by_asc(event::Column::Id)
        .lock(LockType::NoKeyUpdate)
        .all(tx)
        .await?;
    found.sort_by_key(|meeting| meeting.event_start_date);
    Ok(found)
}

/// Makes `to` the owner of the coming meetings of the group that `from` owns.
#[tracing::instrument(name = "group_events.hand_over_coming", skip_all)]
pub async fn hand_over_coming(
    tx: &Tx,
    group: GroupId,
    from: UserId,
    to: UserId,
    now: Timestamp,
) -> Result<()> {
    let ids = coming(group, now)
        .select_only()
        .column(event::Column::Id)
        .filter(event::Column::Id.in_subquery(meetings()))
        .into_query();
    event::Entity::update_many()
        .col_expr(event::Column::OwnerId, Expr::value(to))
        .filter(event::Column::OwnerId.eq(from))
        .filter(event::Column::Id.in_subquery(ids))
        .exec(tx)
        .await?;
    Ok(())
}

/// Notes that these events were made together.
#[tracing::instrument(name = "group_events.insert_meetings", skip_all)]
pub async fn insert_meetings(tx: &Tx, series: SeriesId, events: &[EventId]) -> Result<()> {
    let rows = events.iter().map(|event| meeting::ActiveModel {
        event_id: Set(*event),
        series_id: Set(series),
    });
    meeting::Entity::insert_many(rows)
        .exec_without_returning(tx)
        .await?;
    Ok(())
}

/// Returns one page of the group's events by their start, and how many there are on all pages. Cancelled ones are among
/// the past ones, whenever they were to be.
#[tracing::instrument(name = "group_events.list", skip_all)]
pub async fn list(
    conn: &impl ConnectionTrait,
    group: GroupId,
    period: Period,
    page: PageQuery,
    now: Timestamp,
) -> Result<(Vec<event::Model>, u64)> {
    use event::Column::{CancelledAt, EndDate, EventStartDate, GroupId};
    let is_ahead = Condition::any().add(EndDate.gt(now)).add(
        Condition::all()
            .add(EndDate.is_null())
            .add(EventStartDate.gt(now.minus(USUAL_LENGTH))),
    );
    let (which, order) = match period {
        Period::Upcoming => (
            Condition::all().add(is_ahead).add(CancelledAt.is_null()),
            SortOrder::Asc,
        ),
        Period::Past => (
            Condition::any()
                .add(is_over(now))
                .add(CancelledAt.is_not_null()),
            SortOrder::Desc,
        ),
    };
    let found = event::live().filter(GroupId.eq(group)).filter(which);
    let total = found.clone().count(conn).await?;
    let rows = sorted(found, [Expr::col(EventStartDate)], order)
        .offset(page.offset())
        .limit(page.limit())
        .all(conn)
        .await?;
    Ok((rows, total))
}

/// Returns the present members of the group who are registered for its event, the first [`MAX_FACES`] of them by name.
#[tracing::instrument(name = "group_events.find_coming_members", skip_all)]
pub async fn find_coming_members(
    conn: &impl ConnectionTrait,
    group: GroupId,
    event: EventId,
) -> Result<ComingMembers> {
    let members = group_member::live()
        .select_only()
        .column(group_member::Column::UserId)
        .filter(group_member::Column::GroupId.eq(group))
        .into_query();
    let addresses = attendance::live()
        .select_only()
        .column(attendance::Column::EmailKey)
        .filter(attendance::Column::EventId.eq(event))
        .filter(attendance::Column::ConfirmBy.is_null())
        .into_query();
    let coming = user::live()
        .filter(user::Column::Id.in_subquery(members))
        .filter(user::Column::EmailKey.in_subquery(addresses));
    let count = coming.clone().count(conn).await?;
    let first: Vec<(String, Option<FileId>)> = coming
        .select_only()
        .columns([user::Column::FullName, user::Column::AvatarFileId])
        .order_by_asc(by_name())
        .order_by_asc(user::Column::Id)
        .limit(MAX_FACES)
        .into_tuple()
        .all(conn)
        .await?;
    let faces = first.into_iter().map(|(full_name, avatar)| MemberFace {
        full_name,
        avatar: avatar.map(FileUrl),
    });
    Ok(ComingMembers {
        count,
        faces: faces.collect(),
    })
}

/// Returns the event if it belongs to the group, in whichever period it is.
#[tracing::instrument(name = "group_events.find_one", skip_all)]
pub async fn find_one(
    conn: &impl ConnectionTrait,
    group: GroupId,
    id: EventId,
) -> Result<Option<event::Model>> {
    let found = event::live()
        .filter(event::Column::Id.eq(id))
        .filter(event::Column::GroupId.eq(group));
    Ok(found.one(conn).await?)
}

/// Returns the ticket classes of these events, hidden ones included.
#[tracing::instrument(name = "group_events.find_classes", skip_all)]
pub async fn find_classes(
    conn: &impl ConnectionTrait,
    events: &[EventId],
) -> Result<Vec<ticket::Model>> {
    let found = ticket::live().filter(ticket::Column::EventId.is_in(events.iter().copied()));
    Ok(found.all(conn).await?)
}

/// Returns the registrations for these events with this e-mail address.
#[tracing::instrument(name = "group_events.find_registrations", skip_all)]
pub async fn find_registrations(
    conn: &impl ConnectionTrait,
    events: &[EventId],
    email_key: &str,
) -> Result<Vec<attendance::Model>> {
    let found = attendance::live()
        .filter(attendance::Column::EventId.is_in(events.iter().copied()))
        .filter(attendance::Column::EmailKey.eq(email_key));
    Ok(found.all(conn).await?)
}
