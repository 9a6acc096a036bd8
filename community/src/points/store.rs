//! Queries on points.

use std::collections::{HashMap, HashSet};

use hoi_db::{Timestamp, Tx};
use hoi_platform::error::{Error, LocalizedText, Result};
use hoi_platform::files::FileUrl;
use hoi_platform::http::{Page, PageQuery};
use hoi_platform::ids::{FileId, UserId};
use sea_orm::sea_query::{Expr, ExprTrait, SelectStatement};
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder,
    QuerySelect, QueryTrait as _, Select,
};

use super::dto::{Figure, NewPoint, PointQuery, days};
use super::entity::{self, Column};
use super::rules::{self, Days, Membership, Place, Span, Tallies, Tally};
use super::{Credit, PartyAnswer, PointId, PointStatus, RoleType};
use crate::accounts;
use crate::accounts::entity::user;
use crate::groups::entity::group_member;
use crate::groups::{self, GroupId, GroupRole, InGroup, Leader, PointValueVisibility};
use crate::plans::day_of;

/// Whether the caller may see the values of other members' deals.
#[must_use]
pub fn sees_values<R>(caller: &InGroup<R>) -> bool {
    caller.has::<Leader>() || caller.group.point_value_visibility == PointValueVisibility::Members
}

pub fn missing() -> Error {
    Error::NotFound(LocalizedText::new("point.notFound"))
}

/// Returns the point `id` of the group; 5005 when the group has no such point.
#[tracing::instrument(name = "points.get", skip_all)]
pub async fn get(
    conn: &impl ConnectionTrait,
    group: GroupId,
    id: PointId,
) -> Result<entity::Model> {
    let found = of_group(group).filter(Column::Id.eq(id)).one(conn).await?;
    found.ok_or_else(missing)
}

fn of_group(group: GroupId) -> Select<entity::Entity> {
    entity::Entity::find().filter(Column::GroupId.eq(group))
}

fn within(points: Select<entity::Entity>, days: Option<&Days>) -> Select<entity::Entity> {
    match days {
        Some(Days { first, last }) => points
            .filter(Column::DealDate.gte(first))
            .filter(Column::DealDate.lte(last)),
        None => points,
    }
}

/// Selects the points that count: those that are approved and not voided.
fn counted(group: GroupId, days: Option<&Days>) -> Select<entity::Entity> {
    within(of_group(group), days)
        .filter(Column::Status.eq(PointStatus::Approved))
        .filter(Column::VoidedAt.is_null())
}

/// Matches the points about which the account may decide as a leader while they wait. The parties of a deal and its
/// submitter leave that to another leader who can act: a suspended account decides nothing. Without one, each of them
/// may decide if the other party has submitted the deal or confirmed it.
fn decidable(account: UserId) -> Condition {
    let point = |column| Expr::col((entity::Entity, column));
    let is_involved = party(account).add(Column::SubmittedBy.eq(account));
    let of_a_party = Condition::any()
        .add(point(Column::SubmittedBy).equals((entity::Entity, Column::SellerId)))
        .add(point(Column::SubmittedBy).equals((entity::Entity, Column::CounterpartyId)));
    let submitted_by_other = Condition::all().add(asked(account)).add(of_a_party);
    let confirmed_by_other = Condition::all()
        .add(asked(account).not())
        .add(Column::OtherPartyAnswer.eq(PartyAnswer::Confirmed));
    let stands = Condition::any()
        .add(submitted_by_other)
        .add(confirmed_by_other);
    let without_others = Condition::all()
        .add(Expr::exists(uninvolved_leaders()).not())
        .add(stands);
    Condition::any().add(is_involved.not()).add(without_others)
}

/// Selects the leaders of the point's group who can act, and are neither a party of the deal nor its submitter.
fn uninvolved_leaders() -> SelectStatement {
    let member = |column| Expr::col((group_member::Entity, column));
    let able = user::live()
        .select_only()
        .column(user::Column::Id)
        .filter(user::Column::IsActive.eq(true));
    let leaders = group_member::live()
        .select_only()
        .column(group_member::Column::Id)
        .filter(member(group_member::Column::GroupId).equals((entity::Entity, Column::GroupId)))
        .filter(group_member::Column::Role.is_in(GroupRole::LEADERS))
        .filter(group_member::Column::UserId.in_subquery(able.into_query()));
    let involved = [
        Column::SellerId,
        Column::CounterpartyId,
        Column::SubmittedBy,
    ];
    let uninvolved = involved.into_iter().fold(leaders, |leaders, column| {
        let is_other = member(group_member::Column::UserId).not_equals((entity::Entity, column));
        leaders.filter(is_other)
    });
    uninvolved.into_query()
}

/// Matches the points whose other party is the account, as [`Model::other_party`](entity::Model::other_party) says.
fn asked(account: UserId) -> Condition {
    let by_counterparty = || {
        Expr::col((entity::Entity, Column::SubmittedBy))
            .equals((entity::Entity, Column::CounterpartyId))
    };
    let as_seller = Condition::all()
        .add(Column::SellerId.eq(account))
        .add(by_counterparty());
    let as_counterparty = Condition::all()
        .add(Column::CounterpartyId.eq(account))
        .add(by_counterparty().not());
    Condition::any().add(as_seller).add(as_counterparty)
}

/// Returns the points among these about which the account may decide as a leader of their group while they wait.
#[tracing::instrument(name = "points.find_decidable", skip_all)]
pub async fn find_decidable(
    conn: &impl ConnectionTrait,
    account: UserId,
    ids: &[PointId],
) -> Result<HashSet<PointId>> {
    let found: Vec<PointId> = entity::Entity::find()
        .select_only()
        .column(Column::Id)
        .filter(Column::Id.is_in(ids.iter().copied()))
        .filter(decidable(account))
        .into_tuple()
        .all(conn)
        .await?;
    Ok(found.into_iter().collect())
}

/// 5016 when the leader may not decide about the point: a party of the deal and its submitter may only do so without
/// another leader, if the other party has submitted or confirmed it.
pub async fn check_may_decide(
    conn: &impl ConnectionTrait,
    leader: UserId,
    point: &entity::Model,
) -> Result<()> {
    if find_decidable(conn, leader, &[point.id]).await?.is_empty() {
        return Err(Error::InsufficientPermission);
    }
    Ok(())
}

/// Returns how many points of the group were submitted before `before` and wait for a decision that the leader may make.
pub async fn count_decidable(
    tx: &Tx,
    group: GroupId,
    leader: UserId,
    before: Timestamp,
) -> Result<u64> {
    let waiting = of_group(group)
        .filter(Column::Status.eq(PointStatus::Pending))
        .filter(Column::CreatedAt.lt(before))
        .filter(decidable(leader));
    Ok(waiting.count(tx).await?)
}

/// Returns the members who are told of a point: its parties and, `with_leaders`, the leaders of the group.
pub async fn concerned(tx: &Tx, point: &entity::Model, with_leaders: bool) -> Result<Vec<UserId>> {
    let parties = [point.seller_id, point.counterparty_id];
    let mut who = Condition::any().add(group_member::Column::UserId.is_in(parties));
    if with_leaders {
        who = who.add(group_member::Column::Role.is_in(GroupRole::LEADERS));
    }
    groups::account_ids(tx, groups::members_of(point.group_id).filter(who)).await
}

/// Returns the memberships of an account in the group, also those that have ended. The first day is the earlier of
/// `attend_date`, which the member and leaders can set, and the day on which the account joined.
pub async fn memberships(tx: &Tx, group: GroupId, account: UserId) -> Result<Vec<Membership>> {
    let rows = group_member::Entity::find()
        .filter(group_member::Column::GroupId.eq(group))
        .filter(group_member::Column::UserId.eq(account))
        .all(tx)
        .await?;
    let memberships = rows.into_iter().map(|row| Membership {
        first: Ord::min(row.attend_date, day_of(row.joined_at)),
        last: row.left_at.map(day_of),
    });
    Ok(memberships.collect())
}

/// Returns whether the group has a point, not rejected and other than `except`, with the same parties, role, day and
/// value as `new`.
pub async fn has_same(
    tx: &Tx,
    group: GroupId,
    new: &NewPoint,
    except: Option<PointId>,
) -> Result<bool> {
    let mut same = of_group(group)
        .filter(Column::SellerId.eq(new.seller_id))
        .filter(Column::CounterpartyId.eq(new.counterparty_id))
        .filter(Column::RoleType.eq(new.role_type))
        .filter(Column::DealDate.eq(&new.deal_date))
        .filter(Column::Value.eq(new.value))
        .filter(Column::Status.ne(PointStatus::Rejected));
    if let Some(except) = except {
        same = same.filter(Column::Id.ne(except));
    }
    Ok(same.count(tx).await? > 0)
}

/// 5008 when the point does not have the expected status, with the name of the leader who decided before, or was
/// changed after the caller read the version `seen`.
pub async fn check_seen(
    tx: &Tx,
    point: &entity::Model,
    expected: PointStatus,
    seen: i64,
) -> Result<()> {
    if point.status != expected {
        return Err(refusal_of_decided(tx, point).await?);
    }
    if point.version != seen {
        return Err(conflict("point.changedMeanwhile"));
    }
    Ok(())
}

/// Changes the point if its status is still the expected one; otherwise 5008 with the name of the leader who decided
/// before.
#[tracing::instrument(name = "points.change", skip_all)]
pub async fn change(
    tx: &Tx,
    point: &entity::Model,
    expected: PointStatus,
    row: entity::ActiveModel,
) -> Result<entity::Model> {
    let changed = entity::Entity::update_many()
        .set(row)
        .col_expr(Column::Version, Expr::col(Column::Version).add(1))
        .filter(Column::Id.eq(point.id))
        .filter(Column::Status.eq(expected))
        .exec(tx)
        .await?;
    let now = get(tx, point.group_id, point.id).await?;
    if changed.rows_affected == 0 {
        return Err(refusal_of_decided(tx, &now).await?);
    }
    Ok(now)
}

/// Removes a point that waits; 5008 when it was decided before.
pub async fn remove_pending(tx: &Tx, point: &entity::Model) -> Result<()> {
    let removed = entity::Entity::delete_many()
        .filter(Column::Id.eq(point.id))
        .filter(Column::Status.eq(PointStatus::Pending))
        .exec(tx)
        .await?;
    if removed.rows_affected == 0 {
        let now = get(tx, point.group_id, point.id).await?;
        return Err(refusal_of_decided(tx, &now).await?);
    }
    Ok(())
}

/// Returns the refusal for a change of a point whose status is no longer the expected one.
async fn refusal_of_decided(tx: &Tx, point: &entity::Model) -> Result<Error> {
    let (key, by) = match (point.status, point.voided_by) {
        (PointStatus::Pending, _) => return Ok(conflict("point.stillPending")),
        (PointStatus::Approved, _) => ("point.approvedBefore", point.decided_by),
        (PointStatus::Rejected, None) => ("point.rejectedBefore", point.decided_by),
        (PointStatus::Rejected, by) => ("point.voidedBefore", by),
    };
    let names = accounts::full_names(tx, by).await?;
    let name = by.and_then(|by| names.get(&by)).map_or("", String::as_str);
    let message = LocalizedText::new(key).with("name", name);
    Ok(Error::Conflict(message))
}

fn conflict(key: &'static str) -> Error {
    Error::Conflict(LocalizedText::new(key))
}

/// Selects the points that the caller may see: leaders see all; others see approved points, and those that they
/// submitted or are a party of.
fn seen<R>(caller: &InGroup<R>) -> Select<entity::Entity> {
    let points = of_group(caller.group.id);
    if caller.has::<Leader>() {
        return points;
    }
    let own = caller.user.id;
    let known = party(own)
        .add(Column::SubmittedBy.eq(own))
        .add(Column::Status.eq(PointStatus::Approved));
    points.filter(known)
}

/// Returns the point `id` if the caller may see it; 5005 otherwise.
#[tracing::instrument(name = "points.get_seen", skip_all)]
pub async fn get_seen<R>(
    conn: &impl ConnectionTrait,
    caller: &InGroup<R>,
    id: PointId,
) -> Result<entity::Model> {
    let found = seen(caller).filter(Column::Id.eq(id)).one(conn).await?;
    found.ok_or_else(missing)
}

/// Returns how many points wait for the account in each of these groups, of which it leads those in `led`: for its
/// decision, or for its answer as the other party. Groups without any are missing.
#[tracing::instrument(name = "points.count_pending_of", skip_all)]
pub async fn count_pending_of(
    conn: &impl ConnectionTrait,
    account: UserId,
    groups: impl IntoIterator<Item = GroupId>,
    led: &[GroupId],
) -> Result<HashMap<GroupId, u64>> {
    let to_answer = Condition::all()
        .add(asked(account))
        .add(Column::OtherPartyAnswer.is_null());
    let to_decide = Condition::all()
        .add(Column::GroupId.is_in(led.iter().copied()))
        .add(decidable(account));
    let counted: Vec<(GroupId, i64)> = entity::Entity::find()
        .select_only()
        .column(Column::GroupId)
        .column_as(Column::Id.count(), "points")
        .filter(Column::GroupId.is_in(groups))
        .filter(Column::Status.eq(PointStatus::Pending))
        .filter(Condition::any().add(to_decide).add(to_answer))
        .group_by(Column::GroupId)
        .into_tuple()
        .all(conn)
        .await?;
    let number = |count| u64::try_from(count).unwrap_or(0);
    let counted = counted.into_iter();
    Ok(counted.map(|(id, count)| (id, number(count))).collect())
}

/// Returns how many undecided points the caller may see whose deals were closed within `days`; on any day if None.
#[tracing::instrument(name = "points.count_pending_seen", skip_all)]
pub async fn count_pending_seen<R>(
    conn: &impl ConnectionTrait,
    caller: &InGroup<R>,
    days: Option<&Days>,
) -> Result<u64> {
    let pending = within(seen(caller), days).filter(Column::Status.eq(PointStatus::Pending));
    Ok(pending.count(conn).await?)
}

/// Returns one page of the points that the caller may see.
#[tracing::instrument(name = "points.list", skip_all)]
pub async fn list<R>(
    conn: &impl ConnectionTrait,
    caller: &InGroup<R>,
    query: PointQuery,
) -> Result<Page<entity::Model>> {
    let own = caller.user.id;
    let days = days(
        query.month.as_deref(),
        query.from.as_deref(),
        query.to.as_deref(),
    )?;
    let mut points = within(seen(caller), days.as_ref());
    if let Some(status) = query.status {
        points = points.filter(Column::Status.eq(status));
    }
    let member = match query.member_id.as_deref() {
        Some("me") => Some(own),
        Some(id) => Some(
            id.parse()
                .map_err(|_| Error::field("memberId", LocalizedText::new("account.notFound")))?,
        ),
        None => None,
    };
    points = match (query.by, member) {
        (None, None) => points,
        (None, Some(member)) => points.filter(party(member)),
        (Some(credit), member) => points.filter(credited(credit, member)),
    };
    let page = PageQuery::new(query.limit, query.page)?;
    let total = points.clone().count(conn).await?;
    let items = points
        .order_by_desc(Column::DealDate)
        .order_by_desc(Column::Id)
        .offset(page.offset())
        .limit(page.limit())
        .all(conn)
        .await?;
    Ok(Page { items, total })
}

/// Matches the deals of which the account is a party.
fn party(account: UserId) -> Condition {
    Condition::any()
        .add(Column::SellerId.eq(account))
        .add(Column::CounterpartyId.eq(account))
}

/// Matches the deals that count in this way: for the account, or for any account if it is None.
fn credited(credit: Credit, account: Option<UserId>) -> Condition {
    let (whose, role) = match credit {
        Credit::Sold => (Column::SellerId, None),
        Credit::Buy => (Column::CounterpartyId, Some(RoleType::Buyer)),
        Credit::Referral => (Column::CounterpartyId, Some(RoleType::Introducer)),
    };
    Condition::all()
        .add_option(account.map(|account| whose.eq(account)))
        .add_option(role.map(|role| Column::RoleType.eq(role)))
}

/// Returns the sum of the values as an `i64`: PostgreSQL gives sums of `bigint` a wider type.
fn sum_of_values() -> Expr {
    Expr::cust("cast(sum(value) as bigint)")
}

/// Returns the tallies of all accounts that are a party of a counted deal in these days (of any day if None), or of
/// those of them that are in `only`.
#[tracing::instrument(name = "points.tallies", skip_all)]
pub async fn tallies(
    conn: &impl ConnectionTrait,
    group: GroupId,
    days: Option<&Days>,
    only: Option<&[UserId]>,
) -> Result<HashMap<UserId, Tallies>> {
    let mut found: HashMap<UserId, Tallies> = HashMap::new();
    for credit in [Credit::Sold, Credit::Buy, Credit::Referral] {
        for (account, tally) in tallies_by(conn, group, days, credit, only).await? {
            let tallies = found.entry(account).or_default();
            match credit {
                Credit::Sold => tallies.sold = tally,
                Credit::Buy => tallies.buy = tally,
                Credit::Referral => tallies.referral = tally,
            }
        }
    }
    Ok(found)
}

/// Returns the same of the deals that count in one way. Accounts without such a deal are missing.
#[tracing::instrument(name = "points.tallies_by", skip_all)]
pub async fn tallies_by(
    conn: &impl ConnectionTrait,
    group: GroupId,
    days: Option<&Days>,
    credit: Credit,
    only: Option<&[UserId]>,
) -> Result<Vec<(UserId, Tally)>> {
    let whose = match credit {
        Credit::Sold => Column::SellerId,
        Credit::Buy | Credit::Referral => Column::CounterpartyId,
    };
    let mut points = counted(group, days).filter(credited(credit, None));
    if let Some(only) = only {
        points = points.filter(whose.is_in(only.iter().copied()));
    }
    let sums: Vec<(UserId, i64, i64, String)> = points
        .select_only()
        .column(whose)
        .column_as(Column::Id.count(), "deals")
        .expr_as(sum_of_values(), "total")
        .column_as(Column::DealDate.max(), "last")
        .group_by(whose)
        .into_tuple()
        .all(conn)
        .await?;
    let tallies = sums.into_iter().map(|(account, count, value, last)| {
        let tally = Tally {
            count,
            value,
            last: Some(last),
        };
        (account, tally)
    });
    Ok(tallies.collect())
}

/// Returns the first `most` places by sales in these days, by value or by number.
#[tracing::instrument(name = "points.best_sellers", skip_all)]
pub async fn best_sellers(
    conn: &impl ConnectionTrait,
    group: GroupId,
    days: &Days,
    by_value: bool,
    most: usize,
) -> Result<Vec<Place>> {
    let tallies = tallies_by(conn, group, Some(days), Credit::Sold, None).await?;
    let mut places = rules::rank(tallies, by_value);
    places.truncate(most);
    Ok(places)
}

/// Returns number and value of the group's counted deals in these days, by the role of the counterparty. A role without
/// deals is missing.
#[tracing::instrument(name = "points.totals", skip_all)]
pub async fn totals(
    conn: &impl ConnectionTrait,
    group: GroupId,
    days: &Days,
) -> Result<HashMap<RoleType, (i64, i64)>> {
    let sums: Vec<(RoleType, i64, i64)> = counted(group, Some(days))
        .select_only()
        .column(Column::RoleType)
        .column_as(Column::Id.count(), "deals")
        .expr_as(sum_of_values(), "total")
        .group_by(Column::RoleType)
        .into_tuple()
        .all(conn)
        .await?;
    let sums = sums.into_iter();
    Ok(sums
        .map(|(role, count, value)| (role, (count, value)))
        .collect())
}

/// Returns the group's counted deals in the month of this day, with their value if the caller may see it.
pub async fn deals_of_month<R>(
    conn: &impl ConnectionTrait,
    caller: &InGroup<R>,
    day: &str,
) -> Result<Figure> {
    let month = Span::Month.around(day);
    let sums = totals(conn, caller.group.id, &month).await?;
    let value: i64 = sums.values().map(|(_, value)| value).sum();
    Ok(Figure {
        count: sums.values().map(|(count, _)| count).sum(),
        value: sees_values(caller).then_some(value),
    })
}

/// Returns number and value of the group's counted deals in these days, by month (`YYYY-MM`). A month without deals is
/// missing.
#[tracing::instrument(name = "points.monthly_deals", skip_all)]
pub async fn monthly_deals(
    conn: &impl ConnectionTrait,
    group: GroupId,
    days: &Days,
) -> Result<HashMap<String, (i64, i64)>> {
    let month = || Expr::cust("substr(deal_date, 1, 7)");
    let sums: Vec<(String, i64, i64)> = counted(group, Some(days))
        .select_only()
        .expr_as(month(), "month")
        .column_as(Column::Id.count(), "deals")
        .expr_as(sum_of_values(), "total")
        .group_by(month())
        .into_tuple()
        .all(conn)
        .await?;
    let sums = sums.into_iter();
    Ok(sums
        .map(|(month, count, value)| (month, (count, value)))
        .collect())
}

/// Returns the next `limit` points of these days after `last` (from the first if None), ordered by identifier, whatever
/// their status.
pub async fn find_between(
    conn: &impl ConnectionTrait,
    group: GroupId,
    days: &Days,
    last: Option<PointId>,
    limit: u64,
) -> Result<Vec<entity::Model>> {
    let mut points = within(of_group(group), Some(days));
    if let Some(last) = last {
        points = points.filter(Column::Id.gt(last));
    }
    Ok(points
        .order_by_asc(Column::Id)
        .limit(limit)
        .all(conn)
        .await?)
}

/// Returns whether the account may read this file as the proof of a deal: a member of its
/// group who is a party of it, submitted it, or leads the group.
#[tracing::instrument(name = "points.may_read_proof", skip_all)]
pub async fn may_read_proof(
    conn: &impl ConnectionTrait,
    file: FileId,
    account: UserId,
) -> Result<bool> {
    let found = entity::Entity::find()
        .filter(Column::Proof.eq(FileUrl(file)))
        .all(conn)
        .await?;
    for point in found {
        let member = groups::find_member(conn, point.group_id, account).await?;
        let is_own = point.is_party(account) || point.submitted_by == account;
        if member.is_some_and(|member| is_own || member.role.leads()) {
            return Ok(true);
        }
    }
    Ok(false)
}
