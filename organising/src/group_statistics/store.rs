//! The definitions of the figures, as queries.

use std::collections::{HashMap, HashSet};

use hoi_community::accounts;
use hoi_community::accounts::entity::user;
use hoi_community::groups::entity::group_member;
use hoi_community::groups::entity::group_member::Column;
use hoi_community::groups::{self, GroupId, InGroup, Leader, owner_of};
use hoi_community::plans::limits_of;
use hoi_community::points::{self, Days, Figure, RoleType, Tallies};
use hoi_community::posts::entity::{comment, post};
use hoi_community::posts::{PostStatus, recaps_of};
use hoi_db::Timestamp;
use hoi_platform::error::{Error, LocalizedText, Result};
use hoi_platform::files::FileUrl;
use hoi_platform::ids::{FileId, UserId};
use hoi_ticketing::attendances::attendance;
use hoi_ticketing::events::entity::event;
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, EntityTrait, JoinType, PaginatorTrait, QueryFilter,
    QueryOrder, QuerySelect, QueryTrait as _, Select,
};

use super::dto::{DealFigures, GroupReport, MemberFigures, MonthFigures};
use super::rules;
use crate::group_events::held_within;
use crate::statistics::Comparison;

/// The most members in a report; a file has all.
const MAX_MEMBERS: usize = 1000;

/// Returns whether the plans of the group's owner include reports.
async fn has_report(conn: &impl ConnectionTrait, group: GroupId, now: Timestamp) -> Result<bool> {
    let owner = owner_of(conn, group).await?;
    Ok(limits_of(conn, owner, now).await?.has_report)
}

/// 5003 when the plans of the group's owner include no reports, unless the caller is an administrator.
pub async fn check_has_report<R>(
    conn: &impl ConnectionTrait,
    caller: &InGroup<R>,
    now: Timestamp,
) -> Result<()> {
    if caller.is_admin() || has_report(conn, caller.group.id, now).await? {
        return Ok(());
    }
    let message = LocalizedText::new("groupReport.notInPlan");
    Err(Error::ResourceExceeded(message))
}

fn memberships(group: GroupId) -> Select<group_member::Entity> {
    group_member::Entity::find().filter(Column::GroupId.eq(group))
}

/// Selects the memberships that the group had when this day began. An ended one is left out if its account is a member
/// again with a first day before this one, so that no account counts twice.
pub fn members_before(group: GroupId, day: &str) -> Select<group_member::Entity> {
    let lasting = memberships(group)
        .filter(Column::AttendDate.lt(day))
        .filter(Column::LeftAt.is_null());
    let again = lasting.select_only().column(Column::UserId).into_query();
    let ended = Condition::all()
        .add(Column::LeftAt.gte(rules::midnight_of(day)))
        .add(Column::UserId.not_in_subquery(again));
    let stays = Condition::any().add(Column::LeftAt.is_null()).add(ended);
    memberships(group)
        .filter(Column::AttendDate.lt(day))
        .filter(stays)
}

/// Selects the memberships that began within the days, by the first day in the group.
pub fn joined(group: GroupId, days: &Days) -> Select<group_member::Entity> {
    memberships(group)
        .filter(Column::AttendDate.gte(days.first.as_str()))
        .filter(Column::AttendDate.lte(days.last.as_str()))
}

/// Selects the memberships that ended within the days.
pub fn left(group: GroupId, days: &Days) -> Select<group_member::Entity> {
    let (from, until) = rules::moments(days);
    memberships(group)
        .filter(Column::LeftAt.gte(from))
        .filter(Column::LeftAt.lt(until))
}

async fn count(
    conn: &impl ConnectionTrait,
    memberships: Select<group_member::Entity>,
) -> Result<i64> {
    Ok(i64::try_from(memberships.count(conn).await?).unwrap_or(i64::MAX))
}

/// Selects the posts of people that members saw first within the days.
pub fn posts(group: GroupId, days: &Days) -> Select<post::Entity> {
    let (from, until) = rules::moments(days);
    post::live()
        .filter(post::Column::GroupId.eq(group))
        .filter(post::Column::Status.eq(PostStatus::Approved))
        .filter(post::Column::ApprovedAt.gte(from))
        .filter(post::Column::ApprovedAt.lt(until))
        .filter(post::Column::Id.not_in_subquery(recaps_of(group)))
}

/// Returns the posts that members saw first within the days, by author.
#[tracing::instrument(name = "group_statistics.posts_by_author", skip_all)]
async fn posts_by_author(
    conn: &impl ConnectionTrait,
    group: GroupId,
    days: &Days,
) -> Result<HashMap<UserId, i64>> {
    let counts: Vec<(UserId, i64)> = posts(group, days)
        .select_only()
        .column(post::Column::AuthorId)
        .column_as(post::Column::Id.count(), "posts")
        .group_by(post::Column::AuthorId)
        .into_tuple()
        .all(conn)
        .await?;
    Ok(counts.into_iter().collect())
}

/// Selects the comments on posts that members see that were written within the days.
pub fn comments(group: GroupId, days: &Days) -> Select<comment::Entity> {
    let (from, until) = rules::moments(days);
    let posts = post::live()
        .select_only()
        .column(post::Column::Id)
        .filter(post::Column::GroupId.eq(group))
        .filter(post::Column::Status.eq(PostStatus::Approved))
        // A post is active at least until its last comment, so the index is read from here on, not the whole past.
        .filter(post::Column::ActiveAt.gte(from));
    comment::live()
        .filter(comment::Column::PostId.in_subquery(posts.into_query()))
        .filter(comment::Column::CreatedAt.gte(from))
        .filter(comment::Column::CreatedAt.lt(until))
}

/// Returns how many comments on posts that members see were written within the days, by author.
#[tracing::instrument(name = "group_statistics.comments_by_author", skip_all)]
async fn comments_by_author(
    conn: &impl ConnectionTrait,
    group: GroupId,
    days: &Days,
) -> Result<HashMap<UserId, i64>> {
    let counts: Vec<(UserId, i64)> = comments(group, days)
        .select_only()
        .column(comment::Column::AuthorId)
        .column_as(comment::Column::Id.count(), "comments")
        .group_by(comment::Column::AuthorId)
        .into_tuple()
        .all(conn)
        .await?;
    Ok(counts.into_iter().collect())
}

/// Selects the events that began within the days.
pub fn events(group: GroupId, days: &Days, now: Timestamp) -> Select<event::Entity> {
    let (from, until) = rules::moments(days);
    event::live().filter(event::Column::Id.in_subquery(held_within(group, from, until, now)))
}

/// Selects the registrations for the events of the days.
pub fn registrations(group: GroupId, days: &Days, now: Timestamp) -> Select<attendance::Entity> {
    let (from, until) = rules::moments(days);
    attendance::live()
        .filter(attendance::Column::EventId.in_subquery(held_within(group, from, until, now)))
        // An unconfirmed registration may have been made by another person.
        .filter(attendance::Column::ConfirmBy.is_null())
}

/// The figures of the events of some days.
struct EventFigures {
    events: i64,
    registrations: i64,
    check_ins: i64,
}

#[tracing::instrument(name = "group_statistics.event_figures", skip_all)]
async fn event_figures(
    conn: &impl ConnectionTrait,
    group: GroupId,
    days: &Days,
    now: Timestamp,
) -> Result<EventFigures> {
    let events = events(group, days, now);
    let counted: Option<(i64, i64)> = registrations(group, days, now)
        .select_only()
        .column_as(attendance::Column::Id.count(), "registrations")
        .column_as(attendance::Column::CheckedInTime.count(), "check_ins")
        .into_tuple()
        .one(conn)
        .await?;
    let (registrations, check_ins) = counted.unwrap_or_default();
    Ok(EventFigures {
        events: i64::try_from(events.count(conn).await?).unwrap_or(i64::MAX),
        registrations,
        check_ins,
    })
}

/// Returns at how many events of these days each account of the group was checked in, recognised by its address.
#[tracing::instrument(name = "group_statistics.events_by_member", skip_all)]
async fn events_by_member(
    conn: &impl ConnectionTrait,
    group: GroupId,
    days: &Days,
    now: Timestamp,
) -> Result<HashMap<UserId, i64>> {
    let counts: Vec<(String, i64)> = registrations(group, days, now)
        .select_only()
        .column(attendance::Column::EmailKey)
        .column_as(attendance::Column::Id.count(), "events")
        .filter(attendance::Column::CheckedInTime.is_not_null())
        .group_by(attendance::Column::EmailKey)
        .into_tuple()
        .all(conn)
        .await?;
    if counts.is_empty() {
        return Ok(HashMap::new());
    }
    let mut counts: HashMap<String, i64> = counts.into_iter().collect();
    let ever = memberships(group)
        .select_only()
        .column(Column::UserId)
        .into_query();
    let accounts: Vec<(UserId, String)> = user::Entity::find()
        .select_only()
        .columns([user::Column::Id, user::Column::EmailKey])
        .filter(user::Column::Id.in_subquery(ever))
        .into_tuple()
        .all(conn)
        .await?;
    let by_member = accounts
        .into_iter()
        .filter_map(|(id, key)| Some((id, counts.remove(&key)?)));
    Ok(by_member.collect())
}

/// The activity of each account in the group within some days. Accounts without activity are missing.
#[derive(Debug)]
pub struct Activity {
    posts: HashMap<UserId, i64>,
    comments: HashMap<UserId, i64>,
    deals: HashMap<UserId, Tallies>,
    /// At how many events each account was checked in.
    events: HashMap<UserId, i64>,
}

impl Activity {
    /// Reads the activity within the days.
    #[tracing::instrument(name = "group_statistics.activity", skip_all)]
    pub async fn read(
        conn: &impl ConnectionTrait,
        group: GroupId,
        days: &Days,
        now: Timestamp,
    ) -> Result<Self> {
        Ok(Self {
            posts: posts_by_author(conn, group, days).await?,
            comments: comments_by_author(conn, group, days).await?,
            deals: points::tallies(conn, group, Some(days), None).await?,
            events: events_by_member(conn, group, days, now).await?,
        })
    }

    /// Returns the accounts that did at least one of these things.
    pub fn accounts(&self) -> HashSet<UserId> {
        let wrote = self.posts.keys().chain(self.comments.keys());
        let met = self.deals.keys().chain(self.events.keys());
        wrote.chain(met).copied().collect()
    }

    fn count_accounts(&self) -> i64 {
        i64::try_from(self.accounts().len()).unwrap_or(i64::MAX)
    }
}

/// Returns the figures of these days as the caller sees them.
#[tracing::instrument(name = "group_statistics.report", skip_all)]
pub async fn report<R>(
    conn: &impl ConnectionTrait,
    caller: &InGroup<R>,
    days: Days,
    now: Timestamp,
) -> Result<GroupReport> {
    let group = caller.group.id;
    let before = rules::days_before(&days);
    let shows_values = points::sees_values(caller);
    let has_report = has_report(conn, group, now).await?;
    let activity = Activity::read(conn, group, &days, now).await?;
    let activity_before = Activity::read(conn, group, &before, now).await?;
    let compare = |figure: fn(&Activity) -> i64| Comparison {
        value: figure(&activity),
        previous: figure(&activity_before),
    };
    let posts = compare(|activity| activity.posts.values().sum());
    let comments = compare(|activity| activity.comments.values().sum());
    let active_members = compare(Activity::count_accounts);
    let events = event_figures(conn, group, &days, now).await?;
    let events_before = event_figures(conn, group, &before, now).await?;
    let totals = points::totals(conn, group, &days).await?;
    let totals_before = points::totals(conn, group, &before).await?;
    let deals = |role: RoleType| {
        let (count, value) = totals.get(&role).copied().unwrap_or_default();
        let (previous_count, previous_value) =
            totals_before.get(&role).copied().unwrap_or_default();
        let value = Comparison {
            value,
            previous: previous_value,
        };
        DealFigures {
            count: Comparison {
                value: count,
                previous: previous_count,
            },
            value: shows_values.then_some(value),
        }
    };
    let (months, year) = rules::year_up_to(&days);
    let monthly = points::monthly_deals(conn, group, &year).await?;
    let months = months.into_iter().map(|month| {
        let (count, value) = monthly.get(&month).copied().unwrap_or_default();
        MonthFigures {
            month,
            count,
            value: shows_values.then_some(value),
        }
    });
    let members = if caller.has::<Leader>() && (has_report || caller.is_admin()) {
        let mut members = members(conn, group, activity).await?;
        members.truncate(MAX_MEMBERS);
        Some(members)
    } else {
        None
    };
    Ok(GroupReport {
        as_of: now,
        has_report,
        shows_values,
        members_at_start: members_before(group, &days.first).count(conn).await?,
        members_at_end: members_before(group, &rules::day_after(&days.last))
            .count(conn)
            .await?,
        joined: Comparison {
            value: count(conn, joined(group, &days)).await?,
            previous: count(conn, joined(group, &before)).await?,
        },
        left: Comparison {
            value: count(conn, left(group, &days)).await?,
            previous: count(conn, left(group, &before)).await?,
        },
        bought: deals(RoleType::Buyer),
        referred: deals(RoleType::Introducer),
        posts,
        comments,
        active_members,
        events: Comparison {
            value: events.events,
            previous: events_before.events,
        },
        registrations: Comparison {
            value: events.registrations,
            previous: events_before.registrations,
        },
        check_ins: Comparison {
            value: events.check_ins,
            previous: events_before.check_ins,
        },
        pending: points::count_pending_seen(conn, caller, Some(&days)).await?,
        months: months.collect(),
        members,
        from: days.first,
        to: days.last,
        previous_from: before.first,
        previous_to: before.last,
    })
}

/// Account, business field, end, name and avatar.
type Membership = (
    UserId,
    Option<String>,
    Option<Timestamp>,
    String,
    Option<FileId>,
);

/// Returns every member, and every other account with a deal, with their figures, the largest sales first; for leaders.
#[tracing::instrument(name = "group_statistics.members", skip_all)]
pub async fn members(
    conn: &impl ConnectionTrait,
    group: GroupId,
    activity: Activity,
) -> Result<Vec<MemberFigures>> {
    let Activity {
        posts,
        events,
        deals: mut tallies,
        ..
    } = activity;
    let rows: Vec<Membership> = memberships(group)
        .select_only()
        .columns([Column::UserId, Column::BusinessField, Column::LeftAt])
        .column(user::Column::FullName)
        .column(user::Column::AvatarFileId)
        .join(JoinType::InnerJoin, groups::account_of_member())
        .order_by_asc(Column::JoinedAt)
        .into_tuple()
        .all(conn)
        .await?;
    // The last membership of each account: the one that lasts, if there is any.
    let last: HashMap<UserId, _> = rows.into_iter().map(|row| (row.0, row)).collect();
    let members = last.into_values().filter_map(|row| {
        let (id, business_field, left_at, full_name, avatar) = row;
        let tallies = tallies.remove(&id);
        if left_at.is_some() && tallies.is_none() {
            return None;
        }
        let tallies = tallies.unwrap_or_default();
        Some(MemberFigures {
            user_id: id,
            full_name,
            avatar: avatar.map(FileUrl),
            business_field,
            is_member: left_at.is_none(),
            posts: posts.get(&id).copied().unwrap_or(0),
            events: events.get(&id).copied().unwrap_or(0),
            sold: Figure::of(&tallies.sold, true),
            buy: Figure::of(&tallies.buy, true),
            referral: Figure::of(&tallies.referral, true),
        })
    });
    let mut members: Vec<_> = members.collect();
    members.sort_by_cached_key(|member| {
        let sales = (member.sold.value, member.sold.count);
        (
            std::cmp::Reverse(sales),
            accounts::name_key(&member.full_name),
            member.user_id,
        )
    });
    Ok(members)
}
