//! Queries on attendance at the events of a group.

use std::collections::{HashMap, HashSet};

use hoi_community::accounts::entity::user;
use hoi_community::groups::entity::group_member;
use hoi_community::groups::{self, GroupId};
use hoi_db::Timestamp;
use hoi_platform::error::Result;
use hoi_platform::files::FileUrl;
use hoi_platform::ids::UserId;
use hoi_ticketing::attendances::{AttendanceId, Source, attendance};
use hoi_ticketing::events::entity::event;
use hoi_ticketing::events::{EventId, end_of};
use sea_orm::sea_query::SelectStatement;
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect,
    QueryTrait as _, Select,
};

use super::dto::{
    GuestOnRoll, HeldMeeting, MeetingPresence, MemberOnRoll, MemberPresence, RollCall, Substitute,
};
use super::entity::absence;
use super::rules::{self, Absence};
use super::{AbsenceKind, Mark};

/// The most members, and the most guests, of an answer.
const MAX_PEOPLE: u64 = 5000;

/// Returns the registration for the event with this address; None without one.
#[tracing::instrument(name = "roll_call.find_registration", skip_all)]
pub async fn find_registration(
    conn: &impl ConnectionTrait,
    event: EventId,
    email_key: &str,
) -> Result<Option<attendance::Model>> {
    let found = attendance::live()
        .filter(attendance::Column::EventId.eq(event))
        .filter(attendance::Column::EmailKey.eq(email_key));
    Ok(found.one(conn).await?)
}

/// Returns the mark of a member, and the absence that was noted.
#[tracing::instrument(name = "roll_call.find_mark", skip_all)]
pub async fn find_mark(
    conn: &impl ConnectionTrait,
    event: EventId,
    user: &user::Model,
) -> Result<(Option<Mark>, Option<absence::Model>)> {
    let registration = find_registration(conn, event, &user.email_key).await?;
    let absence = absence::Entity::find()
        .filter(absence::Column::EventId.eq(event))
        .filter(absence::Column::UserId.eq(user.id))
        .one(conn)
        .await?;
    let substitutes = live_substitutes(conn, absence.iter()).await?;
    let is_checked_in = registration.is_some_and(|row| row.checked_in_time.is_some());
    let kind = absence.as_ref().map(|row| kind_of(row, &substitutes));
    Ok((rules::mark(is_checked_in, kind), absence))
}

/// Returns those of the substitutes whose registrations were not removed.
async fn live_substitutes(
    conn: &impl ConnectionTrait,
    absences: impl Iterator<Item = &absence::Model>,
) -> Result<HashSet<AttendanceId>> {
    let ids: Vec<AttendanceId> = absences.filter_map(|row| row.substitute_id).collect();
    if ids.is_empty() {
        return Ok(HashSet::new());
    }
    let found: Vec<AttendanceId> = attendance::live()
        .select_only()
        .column(attendance::Column::Id)
        .filter(attendance::Column::Id.is_in(ids))
        .into_tuple()
        .all(conn)
        .await?;
    Ok(found.into_iter().collect())
}

/// A member whose substitute was removed from the participants is excused.
fn kind_of(absence: &absence::Model, substitutes: &HashSet<AttendanceId>) -> Absence {
    match absence.substitute_id {
        Some(id) if substitutes.contains(&id) => Absence::Substituted,
        _ => match absence.kind {
            AbsenceKind::Excused => Absence::Excused,
            AbsenceKind::Absent => Absence::Absent,
            AbsenceKind::Late => Absence::Late,
        },
    }
}

/// Selects the memberships that last, or lasted when an event began at `began`: a former member stays on its roll.
fn members_at(group: GroupId, began: Timestamp) -> Select<group_member::Entity> {
    let stays = Condition::any()
        .add(group_member::Column::LeftAt.is_null())
        .add(group_member::Column::LeftAt.gt(began));
    group_member::Entity::find()
        .filter(group_member::Column::GroupId.eq(group))
        .filter(stays)
}

/// Selects the accounts of these memberships, as a query within another one.
fn accounts_of(members: Select<group_member::Entity>) -> SelectStatement {
    let accounts = members.select_only().column(group_member::Column::UserId);
    accounts.into_query()
}

/// Selects the addresses of these memberships, as a query within another one.
fn addresses(members: Select<group_member::Entity>) -> SelectStatement {
    user::Entity::find()
        .select_only()
        .column(user::Column::EmailKey)
        .filter(user::Column::Id.in_subquery(accounts_of(members)))
        .into_query()
}

/// Returns the accounts of these memberships by name, at most [`MAX_PEOPLE`].
async fn accounts(
    conn: &impl ConnectionTrait,
    members: Select<group_member::Entity>,
) -> Result<Vec<user::Model>> {
    let found = user::Entity::find()
        .filter(user::Column::Id.in_subquery(accounts_of(members)))
        .order_by_asc(hoi_community::accounts::by_name())
        .order_by_asc(user::Column::Id)
        .limit(MAX_PEOPLE);
    Ok(found.all(conn).await?)
}

/// Selects the event's participants who are neither members nor substitutes of members.
fn guests(group: GroupId, event: &event::Model) -> Select<attendance::Entity> {
    let substitutes = absence::Entity::find()
        .select_only()
        .column(absence::Column::SubstituteId)
        .filter(absence::Column::EventId.eq(event.id))
        .filter(absence::Column::SubstituteId.is_not_null())
        .into_query();
    let members = members_at(group, event.event_start_date);
    attendance::live()
        .filter(attendance::Column::EventId.eq(event.id))
        .filter(attendance::Column::EmailKey.not_in_subquery(addresses(members)))
        .filter(attendance::Column::Id.not_in_subquery(substitutes))
}

/// Returns the member `id` of the roll of an event; None for others.
#[tracing::instrument(name = "roll_call.find_member", skip_all)]
pub async fn find_member(
    conn: &impl ConnectionTrait,
    group: GroupId,
    event: &event::Model,
    id: UserId,
) -> Result<Option<user::Model>> {
    let members = members_at(group, event.event_start_date);
    let found = user::Entity::find()
        .filter(user::Column::Id.eq(id))
        .filter(user::Column::Id.in_subquery(accounts_of(members)));
    Ok(found.one(conn).await?)
}

/// Returns the guest of an event; None for members, substitutes and those who are not registered.
#[tracing::instrument(name = "roll_call.find_guest", skip_all)]
pub async fn find_guest(
    conn: &impl ConnectionTrait,
    group: GroupId,
    event: &event::Model,
    id: AttendanceId,
) -> Result<Option<attendance::Model>> {
    let found = guests(group, event).filter(attendance::Column::Id.eq(id));
    Ok(found.one(conn).await?)
}

/// Returns the roll call of an event of the group.
#[tracing::instrument(name = "roll_call.read", skip_all)]
pub async fn read(
    conn: &impl ConnectionTrait,
    group: GroupId,
    event: event::Model,
) -> Result<RollCall> {
    let members = || members_at(group, event.event_start_date);
    let accounts = accounts(conn, members()).await?;
    let registered = attendance::live()
        .filter(attendance::Column::EventId.eq(event.id))
        .filter(attendance::Column::EmailKey.in_subquery(addresses(members())))
        .all(conn)
        .await?;
    let mut registered: HashMap<String, attendance::Model> = registered
        .into_iter()
        .map(|row| (row.email_key.clone(), row))
        .collect();
    let absences = absence::Entity::find()
        .filter(absence::Column::EventId.eq(event.id))
        .all(conn)
        .await?;
    let substitutes = absences.iter().filter_map(|row| row.substitute_id);
    let mut substitutes: HashMap<AttendanceId, attendance::Model> = attendance::live()
        .filter(attendance::Column::Id.is_in(substitutes))
        .all(conn)
        .await?
        .into_iter()
        .map(|row| (row.id, row))
        .collect();
    let live: HashSet<AttendanceId> = substitutes.keys().copied().collect();
    let mut absences: HashMap<UserId, absence::Model> =
        absences.into_iter().map(|row| (row.user_id, row)).collect();
    let members = accounts.into_iter().map(|user| {
        let registration = registered.remove(&user.email_key);
        let absence = absences.remove(&user.id);
        let checked_in_time = registration.as_ref().and_then(|row| row.checked_in_time);
        let kind = absence.as_ref().map(|row| kind_of(row, &live));
        let substitute = absence.and_then(|row| substitutes.remove(&row.substitute_id?));
        MemberOnRoll {
            mark: rules::mark(checked_in_time.is_some(), kind),
            is_registered: registration.is_some(),
            checked_in_time,
            substitute: substitute.map(|row| Substitute {
                attendance_id: row.id,
                full_name: row.full_name,
                company: row.company,
            }),
            user_id: user.id,
            full_name: user.full_name,
            avatar: user.avatar_file_id.map(FileUrl),
            company: user.company,
        }
    });
    let members = members.collect();
    let guests = guests(group, &event)
        .order_by_asc(attendance::Column::SearchText)
        .order_by_asc(attendance::Column::Id)
        .limit(MAX_PEOPLE)
        .all(conn)
        .await?;
    let guests = guests.into_iter().map(|row| GuestOnRoll {
        attendance_id: row.id,
        full_name: row.full_name,
        company: row.company,
        invited_by: row.invited_by,
        checked_in_time: row.checked_in_time,
        is_removable: row.source == Source::Manual,
    });
    Ok(RollCall {
        event_id: event.id,
        title: event.title,
        event_start_date: event.event_start_date,
        venue_address: event.venue_address,
        is_cancelled: event.cancelled_at.is_some(),
        guests: guests.collect(),
        members,
    })
}

/// Returns the marks at these events for the members of the group, or for the account `only`.
#[tracing::instrument(name = "roll_call.attendance", skip_all)]
pub async fn attendance(
    conn: &impl ConnectionTrait,
    group: GroupId,
    meetings: Vec<event::Model>,
    only: Option<UserId>,
    now: Timestamp,
) -> Result<MeetingPresence> {
    let members = || groups::members_of(group);
    let mut accounts = accounts(conn, members()).await?;
    accounts.retain(|user| only.is_none_or(|only| user.id == only));
    let ids = || meetings.iter().map(|event| event.id);
    let present: Vec<(EventId, String)> = attendance::live()
        .select_only()
        .columns([attendance::Column::EventId, attendance::Column::EmailKey])
        .filter(attendance::Column::EventId.is_in(ids()))
        .filter(attendance::Column::CheckedInTime.is_not_null())
        .filter(attendance::Column::ConfirmBy.is_null())
        .filter(attendance::Column::EmailKey.in_subquery(addresses(members())))
        .into_tuple()
        .all(conn)
        .await?;
    let present: HashSet<(EventId, String)> = present.into_iter().collect();
    let absences = absence::Entity::find()
        .filter(absence::Column::EventId.is_in(ids()))
        .all(conn)
        .await?;
    let substitutes = live_substitutes(conn, absences.iter()).await?;
    let absences: HashMap<(EventId, UserId), Absence> = absences
        .iter()
        .map(|row| ((row.event_id, row.user_id), kind_of(row, &substitutes)))
        .collect();
    let joined: HashMap<UserId, Timestamp> = members()
        .select_only()
        .columns([group_member::Column::UserId, group_member::Column::JoinedAt])
        .into_tuple::<(UserId, Timestamp)>()
        .all(conn)
        .await?
        .into_iter()
        .collect();
    let members = accounts.into_iter().filter_map(|user| {
        let joined_at = *joined.get(&user.id)?;
        let outcome = |meeting: &event::Model| -> Option<Mark> {
            let is_checked_in = present.contains(&(meeting.id, user.email_key.clone()));
            let absence = absences.get(&(meeting.id, user.id)).copied();
            let mark = rules::mark(is_checked_in, absence);
            let is_over = end_of(meeting.event_start_date, meeting.end_date) <= now;
            rules::outcome(mark, joined_at, meeting.event_start_date, is_over)
        };
        Some(MemberPresence {
            outcomes: meetings.iter().map(outcome).collect(),
            user_id: user.id,
            full_name: user.full_name,
            avatar: user.avatar_file_id.map(FileUrl),
        })
    });
    let members = members.collect();
    let meetings = meetings.into_iter().map(|event| HeldMeeting {
        event_id: event.id,
        title: event.title,
        event_start_date: event.event_start_date,
    });
    Ok(MeetingPresence {
        meetings: meetings.collect(),
        members,
    })
}
