//! Queries on groups and their members.

use std::collections::{HashMap, HashSet};

use anyhow::anyhow;
use hoi_db::{Only as _, Timestamp, Tx, containing};
use hoi_i18n::fold_for_search;
use hoi_platform::error::{Error, LocalizedText, Result};
use hoi_platform::files::FileUrl;
use hoi_platform::http::{Page, PageQuery, SortOrder, sorted};
use hoi_platform::ids::UserId;
use sea_orm::sea_query::{Expr, ExprTrait as _, LockType};
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, EntityTrait, JoinType, PaginatorTrait, QueryFilter,
    QueryOrder, QuerySelect, QueryTrait as _, RelationDef, Select,
};

use super::dto::{
    GroupCard, GroupDetails, GroupMember, GroupQuery, GroupRow, GroupSearch, GroupSort,
    MemberQuery, MemberSort, MyGroup, Rejection,
};
use super::entity::{group, group_member, join_request};
use super::rules::WAIT_AFTER_REJECTION;
use super::settings::ValidationInfo;
use super::{GroupId, GroupRole, JoinPolicy, JoinRequestId, MyState, RequestKind, RequestStatus};
use crate::accounts;
use crate::accounts::entity::user;
use crate::plans::limits_of;

/// The most groups of one account in one answer.
const MAX_MINE: u64 = 1000;

/// Returns the group; None if it does not exist or was deleted.
#[tracing::instrument(name = "groups.find", skip_all)]
pub async fn find(conn: &impl ConnectionTrait, id: GroupId) -> Result<Option<group::Model>> {
    let found = group::live().filter(group::Column::Id.eq(id));
    Ok(found.only(conn).await?)
}

/// Returns the group, locked until the transaction ends; 5005 when it was deleted. Every change of the group or its
/// members locks this row first.
#[tracing::instrument(name = "groups.lock", skip_all)]
pub async fn lock(tx: &Tx, id: GroupId) -> Result<group::Model> {
    let found = group::live()
        .filter(group::Column::Id.eq(id))
        .lock(LockType::NoKeyUpdate)
        .only(tx)
        .await?;
    found.ok_or_else(|| Error::NotFound(LocalizedText::new("group.notFound")))
}

/// Returns the membership of the account; None if it is not a member.
#[tracing::instrument(name = "groups.find_member", skip_all)]
pub async fn find_member(
    conn: &impl ConnectionTrait,
    group: GroupId,
    user: UserId,
) -> Result<Option<group_member::Model>> {
    let found = members_of(group).filter(group_member::Column::UserId.eq(user));
    Ok(found.only(conn).await?)
}

/// Returns whether the account leads the group, and the group is neither archived nor deleted.
#[tracing::instrument(name = "groups.leads_open", skip_all)]
pub async fn leads_open(conn: &impl ConnectionTrait, group: GroupId, user: UserId) -> Result<bool> {
    let is_open = find(conn, group)
        .await?
        .is_some_and(|group| group.archived_at.is_none());
    let member = find_member(conn, group, user).await?;
    Ok(is_open && member.is_some_and(|member| member.role.leads()))
}

/// Returns the names of these groups; deleted ones are missing.
#[tracing::instrument(name = "groups.names", skip_all)]
pub async fn names(
    conn: &impl ConnectionTrait,
    ids: impl IntoIterator<Item = GroupId>,
) -> Result<HashMap<GroupId, String>> {
    let rows: Vec<(GroupId, String)> = group::live()
        .select_only()
        .columns([group::Column::Id, group::Column::Name])
        .filter(group::Column::Id.is_in(ids))
        .into_tuple()
        .all(conn)
        .await?;
    Ok(rows.into_iter().collect())
}

/// Returns the membership of the account; 5005 if it is not a member.
pub async fn get_member(
    conn: &impl ConnectionTrait,
    group: GroupId,
    user: UserId,
) -> Result<group_member::Model> {
    let found = find_member(conn, group, user).await?;
    found.ok_or_else(no_member)
}

pub fn no_member() -> Error {
    Error::NotFound(LocalizedText::new("group.memberNotFound"))
}

/// Selects the members of a group.
pub fn members_of(group: GroupId) -> Select<group_member::Entity> {
    group_member::live().filter(group_member::Column::GroupId.eq(group))
}

/// Selects the owner and the managers of a group.
pub fn leaders_of(group: GroupId) -> Select<group_member::Entity> {
    members_of(group).filter(group_member::Column::Role.is_in(GroupRole::LEADERS))
}

/// Returns the accounts among `accounts` that belong to a group that `leader` leads.
#[tracing::instrument(name = "groups.led_by", skip_all)]
pub async fn led_by(
    conn: &impl ConnectionTrait,
    leader: UserId,
    accounts: impl IntoIterator<Item = UserId>,
) -> Result<HashSet<UserId>> {
    let led = group_member::live().filter(group_member::Column::Role.is_in(GroupRole::LEADERS));
    sharing(conn, led, leader, accounts).await
}

/// Returns the accounts among `accounts` that belong to a group of `member`. Archived groups do not count. Open groups
/// count only if `member` leads them: otherwise joining one would make all of its members known.
#[tracing::instrument(name = "groups.sharing_a_group", skip_all)]
pub async fn sharing_a_group(
    conn: &impl ConnectionTrait,
    member: UserId,
    accounts: impl IntoIterator<Item = UserId>,
) -> Result<HashSet<UserId>> {
    let current = group::live()
        .select_only()
        .column(group::Column::Id)
        .filter(group::Column::ArchivedAt.is_null());
    let decided = current
        .clone()
        .filter(group::Column::JoinPolicy.ne(JoinPolicy::Open));
    let is_leader = group_member::Column::Role.is_in(GroupRole::LEADERS);
    let own = group_member::live()
        .filter(group_member::Column::GroupId.in_subquery(current.into_query()))
        .filter(
            Condition::any()
                .add(is_leader)
                .add(group_member::Column::GroupId.in_subquery(decided.into_query())),
        );
    sharing(conn, own, member, accounts).await
}

/// Returns the accounts among `accounts` that belong to the group of one of `memberships` that is `member`'s.
async fn sharing(
    conn: &impl ConnectionTrait,
    memberships: Select<group_member::Entity>,
    member: UserId,
    accounts: impl IntoIterator<Item = UserId>,
) -> Result<HashSet<UserId>> {
    let groups = memberships
        .filter(group_member::Column::UserId.eq(member))
        .select_only()
        .column(group_member::Column::GroupId);
    let found: Vec<UserId> = group_member::live()
        .select_only()
        .column(group_member::Column::UserId)
        .filter(group_member::Column::GroupId.in_subquery(groups.into_query()))
        .filter(group_member::Column::UserId.is_in(accounts))
        .into_tuple()
        .all(conn)
        .await?;
    Ok(found.into_iter().collect())
}

/// Returns the accounts of the selected members.
pub async fn account_ids(
    conn: &impl ConnectionTrait,
    members: Select<group_member::Entity>,
) -> Result<Vec<UserId>> {
    let ids = members
        .select_only()
        .column(group_member::Column::UserId)
        .into_tuple();
    Ok(ids.all(conn).await?)
}

fn owners() -> Select<group_member::Entity> {
    group_member::live().filter(group_member::Column::Role.eq(GroupRole::Owner))
}

/// Returns the owner of a group that was not deleted.
#[tracing::instrument(name = "groups.owner_of", skip_all)]
pub async fn owner_of(conn: &impl ConnectionTrait, group: GroupId) -> Result<UserId> {
    let owner = owners()
        .filter(group_member::Column::GroupId.eq(group))
        .one(conn)
        .await?;
    let owner = owner.ok_or_else(|| anyhow!("group {group} has no owner"))?;
    Ok(owner.user_id)
}

/// Returns how many groups the account owns.
#[tracing::instrument(name = "groups.count_owned", skip_all)]
pub async fn count_owned(conn: &impl ConnectionTrait, owner: UserId) -> Result<u64> {
    let groups = owners().filter(group_member::Column::UserId.eq(owner));
    Ok(groups.count(conn).await?)
}

/// Returns how many groups have no owner who can log in, because the owner's account is suspended, and one page of them
/// with their names, the oldest first. Archived groups do not count.
#[tracing::instrument(name = "groups.ownerless", skip_all)]
pub async fn ownerless(
    conn: &impl ConnectionTrait,
    page: PageQuery,
) -> Result<(u64, Vec<(GroupId, String)>)> {
    let member = |column| Expr::col((group_member::Entity, column));
    let able = user::live()
        .select_only()
        .column(user::Column::Id)
        .filter(user::Column::IsActive.eq(true));
    let owner = group_member::live()
        .select_only()
        .column(group_member::Column::Id)
        .filter(member(group_member::Column::GroupId).equals((group::Entity, group::Column::Id)))
        // A literal, because the index `group_member_owner` names it.
        .filter(member(group_member::Column::Role).eq(Expr::cust("'owner'")))
        .filter(group_member::Column::UserId.in_subquery(able.into_query()));
    let groups = group::live()
        .filter(group::Column::ArchivedAt.is_null())
        .filter(Expr::exists(owner.into_query()).not());
    let count = groups.clone().count(conn).await?;
    let first = groups
        .select_only()
        .columns([group::Column::Id, group::Column::Name])
        .order_by_asc(group::Column::CreatedAt)
        .order_by_asc(group::Column::Id)
        .offset(page.offset())
        .limit(page.limit())
        .into_tuple()
        .all(conn)
        .await?;
    Ok((count, first))
}

/// Returns how many groups there are on the platform, without deleted ones.
#[tracing::instrument(name = "groups.count_live", skip_all)]
pub async fn count_live(conn: &impl ConnectionTrait) -> Result<u64> {
    Ok(group::live().count(conn).await?)
}

/// Returns how many members each of these groups has; deleted groups are missing.
#[tracing::instrument(name = "groups.count_members", skip_all)]
pub async fn count_members(
    conn: &impl ConnectionTrait,
    groups: impl IntoIterator<Item = GroupId>,
) -> Result<HashMap<GroupId, u64>> {
    let counted: Vec<(GroupId, i64)> = group_member::live()
        .select_only()
        .column(group_member::Column::GroupId)
        .column_as(group_member::Column::Id.count(), "members")
        .filter(group_member::Column::GroupId.is_in(groups))
        .group_by(group_member::Column::GroupId)
        .into_tuple()
        .all(conn)
        .await?;
    Ok(counts(counted))
}

/// Returns how many requests wait for leaders in each of these groups; groups without any are missing.
#[tracing::instrument(name = "groups.count_requests", skip_all)]
pub async fn count_requests(
    conn: &impl ConnectionTrait,
    groups: impl IntoIterator<Item = GroupId>,
) -> Result<HashMap<GroupId, u64>> {
    let counted: Vec<(GroupId, i64)> = join_request::pending()
        .select_only()
        .column(join_request::Column::GroupId)
        .column_as(join_request::Column::Id.count(), "requests")
        .filter(join_request::Column::Kind.eq(RequestKind::Request))
        .filter(join_request::Column::GroupId.is_in(groups))
        .group_by(join_request::Column::GroupId)
        .into_tuple()
        .all(conn)
        .await?;
    Ok(counts(counted))
}

/// Returns how many invitations of the group wait for the invited people.
#[tracing::instrument(name = "groups.count_unanswered", skip_all)]
async fn count_unanswered(conn: &impl ConnectionTrait, group: GroupId) -> Result<u64> {
    let invitations = join_request::pending()
        .filter(join_request::Column::Kind.eq(RequestKind::Invitation))
        .filter(join_request::Column::GroupId.eq(group));
    Ok(invitations.count(conn).await?)
}

fn counts(counted: Vec<(GroupId, i64)>) -> HashMap<GroupId, u64> {
    let number = |count| u64::try_from(count).unwrap_or(0);
    let counted = counted.into_iter();
    counted.map(|(id, count)| (id, number(count))).collect()
}

/// Returns the cards of these groups for the account, in the same order; `viewer` is None for visitors without a login.
#[tracing::instrument(name = "groups.cards", skip_all)]
pub async fn cards(
    conn: &impl ConnectionTrait,
    groups: Vec<group::Model>,
    viewer: Option<&user::Model>,
    now: Timestamp,
) -> Result<Vec<GroupCard>> {
    let ids = || groups.iter().map(|group| group.id);
    let members = count_members(conn, ids()).await?;
    let relations = match viewer {
        Some(account) => relations(conn, ids(), account, now).await?,
        None => Relations::default(),
    };
    let Relations {
        joined,
        removed,
        pending,
        mut rejections,
    } = relations;
    let cards = groups.into_iter().map(|group| {
        let pending = pending.get(&group.id);
        let my_state = match pending {
            _ if joined.contains(&group.id) => MyState::Member,
            Some((_, RequestKind::Request)) => MyState::Requested,
            Some((_, RequestKind::Invitation)) => MyState::Invited,
            None => MyState::None,
        };
        let rejection = rejections.remove(&group.id);
        GroupCard {
            member_count: members.get(&group.id).copied().unwrap_or(0),
            validation_info: ValidationInfo::from(&group),
            my_state,
            request_id: pending.map(|(id, _)| *id),
            was_removed: my_state == MyState::None && removed.contains(&group.id),
            rejection: rejection.filter(|_| my_state == MyState::None),
            id: group.id,
            name: group.name,
            description: group.description,
            avatar: group.avatar,
            founded_date: group.founded_date,
            join_policy: group.join_policy,
            one_per_business_field: group.one_per_business_field,
            archived_at: group.archived_at,
        }
    });
    Ok(cards.collect())
}

/// How an account is related to some groups: member, removed, pending, rejected.
#[derive(Debug, Default)]
struct Relations {
    joined: Vec<GroupId>,
    /// Groups whose leaders ended the last membership of the account.
    removed: HashSet<GroupId>,
    pending: HashMap<GroupId, (JoinRequestId, RequestKind)>,
    /// Rejections after which the account cannot ask yet.
    rejections: HashMap<GroupId, Rejection>,
}

async fn relations(
    conn: &impl ConnectionTrait,
    groups: impl Iterator<Item = GroupId> + Clone,
    account: &user::Model,
    now: Timestamp,
) -> Result<Relations> {
    let joined: Vec<GroupId> = group_member::live()
        .select_only()
        .column(group_member::Column::GroupId)
        .filter(group_member::Column::UserId.eq(account.id))
        .filter(group_member::Column::GroupId.is_in(groups.clone()))
        .into_tuple()
        .all(conn)
        .await?;
    let past: Vec<(GroupId, Option<UserId>)> = group_member::Entity::find()
        .select_only()
        .columns([
            group_member::Column::GroupId,
            group_member::Column::RemovedBy,
        ])
        .filter(group_member::Column::UserId.eq(account.id))
        .filter(group_member::Column::GroupId.is_in(groups.clone()))
        .filter(group_member::Column::LeftAt.is_not_null())
        .order_by_asc(group_member::Column::LeftAt)
        .into_tuple()
        .all(conn)
        .await?;
    let last: HashMap<GroupId, Option<UserId>> = past.into_iter().collect();
    let removed = last.into_iter().filter(|(_, by)| by.is_some());
    let pending = join_request::pending()
        .filter(join_request::is_of(account))
        .filter(join_request::Column::GroupId.is_in(groups.clone()))
        .all(conn)
        .await?;
    let rejected = join_request::Entity::find()
        .filter(join_request::Column::UserId.eq(account.id))
        .filter(join_request::Column::GroupId.is_in(groups))
        .filter(join_request::Column::Status.eq(RequestStatus::Rejected))
        .filter(join_request::Column::DecidedAt.gt(now.minus(WAIT_AFTER_REJECTION)))
        .order_by_asc(join_request::Column::DecidedAt)
        .all(conn)
        .await?;
    let rejections = rejected.into_iter().filter_map(|row| {
        let rejection = Rejection {
            ask_again_at: row.decided_at?.plus(WAIT_AFTER_REJECTION),
            reason: row.reason,
        };
        Some((row.group_id, rejection))
    });
    Ok(Relations {
        joined,
        removed: removed.map(|(group, _)| group).collect(),
        pending: pending
            .into_iter()
            .map(|row| (row.group_id, (row.id, row.kind)))
            .collect(),
        rejections: rejections.collect(),
    })
}

/// Returns the card of one group, as [`cards`] does.
pub async fn card(
    conn: &impl ConnectionTrait,
    group: group::Model,
    viewer: Option<&user::Model>,
    now: Timestamp,
) -> Result<GroupCard> {
    let cards = cards(conn, vec![group], viewer, now).await?;
    cards.into_iter().next().ok_or_else(Error::not_found)
}

/// Returns the part of the group besides its card that this role sees; `role` is None for administrators.
#[tracing::instrument(name = "groups.details", skip_all)]
pub async fn details(
    conn: &impl ConnectionTrait,
    group: &group::Model,
    role: Option<GroupRole>,
    now: Timestamp,
) -> Result<GroupDetails> {
    let owner = owner_of(conn, group.id).await?;
    let names = accounts::full_names(conn, [owner]).await?;
    let (pending_requests, pending_invitations) = if role.is_none_or(GroupRole::leads) {
        let waiting = count_requests(conn, [group.id]).await?;
        let requests = waiting.get(&group.id).copied().unwrap_or(0);
        (
            Some(requests),
            Some(count_unanswered(conn, group.id).await?),
        )
    } else {
        (None, None)
    };
    Ok(GroupDetails {
        my_role: role,
        owner_id: owner,
        owner_name: names.get(&owner).cloned().unwrap_or_default(),
        post_approval: group.post_approval,
        first_n: group.first_n,
        is_listed: group.is_listed,
        point_value_visibility: group.point_value_visibility,
        writes_recap: group.writes_recap,
        member_limit: limits_of(conn, owner, now).await?.members,
        pending_requests,
        pending_invitations,
        version: group.version,
        created_at: group.created_at,
    })
}

fn matching(groups: Select<group::Entity>, search: Option<&str>) -> Select<group::Entity> {
    match search.map(str::trim).filter(|search| !search.is_empty()) {
        Some(search) => {
            let pattern = containing(&fold_for_search(search));
            groups.filter(Expr::col((group::Entity, group::Column::SearchText)).like(pattern))
        }
        None => groups,
    }
}

/// Returns one page of all groups, as administrators see them.
#[tracing::instrument(name = "groups.list", skip_all)]
pub async fn list(conn: &impl ConnectionTrait, query: GroupQuery) -> Result<Page<GroupRow>> {
    let groups = matching(group::live(), query.search.as_deref());
    let page = PageQuery::new(query.limit, query.page)?;
    let total = groups.clone().count(conn).await?;
    let (sort, order) = match query.sort {
        Some(sort) => (sort, query.order.unwrap_or_default()),
        None => (GroupSort::CreatedAt, SortOrder::Desc),
    };
    let founded = || Expr::col(group::Column::FoundedDate);
    let values = match sort {
        // The search text begins with the folded name.
        GroupSort::Name => vec![Expr::col(group::Column::SearchText)],
        // The first expression puts groups without a day together: the engines order null differently.
        GroupSort::FoundedDate => vec![founded().is_not_null(), founded()],
        GroupSort::CreatedAt => vec![Expr::col(group::Column::CreatedAt)],
    };
    let groups = sorted(groups, values, order)
        .offset(page.offset())
        .limit(page.limit())
        .all(conn)
        .await?;
    let ids = || groups.iter().map(|group| group.id);
    let members = count_members(conn, ids()).await?;
    let owners: HashMap<GroupId, UserId> = owners()
        .filter(group_member::Column::GroupId.is_in(ids()))
        .all(conn)
        .await?
        .into_iter()
        .map(|owner| (owner.group_id, owner.user_id))
        .collect();
    let names = accounts::full_names(conn, owners.values().copied()).await?;
    let rows = groups.into_iter().map(|group| {
        let owner = owners.get(&group.id).copied();
        let owner_id = owner.ok_or_else(|| anyhow!("group {} has no owner", group.id))?;
        Ok(GroupRow {
            owner_id,
            owner_name: names.get(&owner_id).cloned().unwrap_or_default(),
            member_count: members.get(&group.id).copied().unwrap_or(0),
            id: group.id,
            name: group.name,
            avatar: group.avatar,
            founded_date: group.founded_date,
            is_listed: group.is_listed,
            archived_at: group.archived_at,
            created_at: group.created_at,
        })
    });
    Ok(Page {
        items: rows.collect::<Result<_>>()?,
        total,
    })
}

/// Returns one page of the listed groups that are not archived, by name.
#[tracing::instrument(name = "groups.search", skip_all)]
pub async fn search(
    conn: &impl ConnectionTrait,
    query: GroupSearch,
    account: &user::Model,
    now: Timestamp,
) -> Result<Page<GroupCard>> {
    let listed = group::live()
        .filter(group::Column::IsListed.eq(true))
        .filter(group::Column::ArchivedAt.is_null());
    let groups = matching(listed, query.keyword.as_deref());
    let page = PageQuery::new(query.limit, query.page)?;
    let total = groups.clone().count(conn).await?;
    let by_name = [Expr::col(group::Column::SearchText)];
    let groups = sorted(groups, by_name, SortOrder::Asc)
        .offset(page.offset())
        .limit(page.limit())
        .all(conn)
        .await?;
    let items = cards(conn, groups, Some(account), now).await?;
    Ok(Page { items, total })
}

/// Returns the groups that the account is a member of, the last joined first.
#[tracing::instrument(name = "groups.ids_of_member", skip_all)]
pub async fn ids_of_member(conn: &impl ConnectionTrait, account: UserId) -> Result<Vec<GroupId>> {
    let ids = group_member::live()
        .select_only()
        .column(group_member::Column::GroupId)
        .filter(group_member::Column::UserId.eq(account))
        .order_by_desc(group_member::Column::JoinedAt)
        .limit(MAX_MINE)
        .into_tuple()
        .all(conn)
        .await?;
    Ok(ids)
}

/// Returns the account's roles in groups that are not archived, in which alone something is decided.
#[tracing::instrument(name = "groups.open_roles", skip_all)]
pub async fn open_roles(
    conn: &impl ConnectionTrait,
    account: UserId,
) -> Result<Vec<(GroupId, GroupRole)>> {
    let open = group::live()
        .select_only()
        .column(group::Column::Id)
        .filter(group::Column::ArchivedAt.is_null());
    let roles = group_member::live()
        .select_only()
        .columns([group_member::Column::GroupId, group_member::Column::Role])
        .filter(group_member::Column::UserId.eq(account))
        .filter(group_member::Column::GroupId.in_subquery(open.into_query()))
        .order_by_desc(group_member::Column::JoinedAt)
        .limit(MAX_MINE);
    Ok(roles.into_tuple().all(conn).await?)
}

/// Returns how many invitations wait for the account's answer.
#[tracing::instrument(name = "groups.count_invitations", skip_all)]
pub async fn count_invitations(conn: &impl ConnectionTrait, account: &user::Model) -> Result<u64> {
    let groups = group::live().select_only().column(group::Column::Id);
    let invitations = join_request::pending()
        .filter(join_request::is_of(account))
        .filter(join_request::Column::Kind.eq(RequestKind::Invitation))
        .filter(join_request::Column::GroupId.in_subquery(groups.into_query()));
    Ok(invitations.count(conn).await?)
}

/// Returns the groups that the account is a member of, by name.
#[tracing::instrument(name = "groups.mine", skip_all)]
pub async fn mine(conn: &impl ConnectionTrait, account: UserId) -> Result<Vec<MyGroup>> {
    let roles: HashMap<GroupId, GroupRole> = group_member::live()
        .filter(group_member::Column::UserId.eq(account))
        .order_by_desc(group_member::Column::JoinedAt)
        .limit(MAX_MINE)
        .all(conn)
        .await?
        .into_iter()
        .map(|member| (member.group_id, member.role))
        .collect();
    let groups = group::live().filter(group::Column::Id.is_in(roles.keys().copied()));
    let by_name = [Expr::col(group::Column::SearchText)];
    let groups = sorted(groups, by_name, SortOrder::Asc).all(conn).await?;
    let members = count_members(conn, roles.keys().copied()).await?;
    let groups = groups.into_iter().filter_map(|group| {
        Some(MyGroup {
            my_role: *roles.get(&group.id)?,
            member_count: members.get(&group.id).copied().unwrap_or(0),
            id: group.id,
            name: group.name,
            description: group.description,
            avatar: group.avatar,
            archived_at: group.archived_at,
        })
    });
    Ok(groups.collect())
}

/// Relates a membership to its account.
pub fn account_of_member() -> RelationDef {
    group_member::Entity::belongs_to(user::Entity)
        .from(group_member::Column::UserId)
        .to(user::Column::Id)
        .into()
}

/// Returns one page of the members of a group, with the contacts that [`with_accounts`] shows.
#[tracing::instrument(name = "groups.list_members", skip_all)]
pub async fn list_members(
    conn: &impl ConnectionTrait,
    group: GroupId,
    query: MemberQuery,
    for_leader: bool,
) -> Result<Page<GroupMember>> {
    use group_member::Column::{AttendDate, BusinessFieldKey, JoinedAt, Role, UserId};
    let column = |column: group_member::Column| Expr::col((group_member::Entity, column));
    let name = || Expr::col((user::Entity, user::Column::SearchText));
    let mut members = members_of(group).join(JoinType::InnerJoin, account_of_member());
    let search = query.search.as_deref().map(str::trim);
    if let Some(search) = search.filter(|search| !search.is_empty()) {
        let pattern = || containing(&fold_for_search(search));
        members = members.filter(
            Condition::any()
                .add(name().like(pattern()))
                .add(column(BusinessFieldKey).like(pattern())),
        );
    }
    let chosen = Condition::all()
        .add_option(query.role.map(|role| Role.eq(role)))
        .add_option(query.user_id.map(|id| UserId.eq(id)));
    members = members.filter(chosen.clone());
    let total = if search.is_some_and(|search| !search.is_empty()) {
        members.clone().count(conn).await?
    } else {
        // Without the accounts, of which every member has one.
        members_of(group).filter(chosen).count(conn).await?
    };
    let rank = || -> Expr {
        let rank = Expr::case(Role.eq(GroupRole::Owner), 0)
            .case(Role.eq(GroupRole::Manager), 1)
            .finally(2);
        rank.into()
    };
    let values = match query.sort.unwrap_or(MemberSort::Role) {
        MemberSort::FullName => vec![accounts::by_name()],
        MemberSort::Role => vec![rank(), accounts::by_name()],
        MemberSort::AttendDate => vec![column(AttendDate)],
        MemberSort::JoinedAt => vec![column(JoinedAt)],
    };
    let page = PageQuery::new(query.limit, query.page)?;
    let rows = sorted(members, values, query.order.unwrap_or_default())
        .offset(page.offset())
        .limit(page.limit())
        .all(conn)
        .await?;
    let items = with_accounts(conn, rows, for_leader).await?;
    Ok(Page { items, total })
}

/// Returns these members together with their accounts, in the same order, with the contacts that the caller may see:
/// the contacts that members show, and for leaders all e-mail addresses.
#[tracing::instrument(name = "groups.with_accounts", skip_all)]
pub async fn with_accounts(
    conn: &impl ConnectionTrait,
    rows: Vec<group_member::Model>,
    for_leader: bool,
) -> Result<Vec<GroupMember>> {
    let users = user::Entity::find()
        .filter(user::Column::Id.is_in(rows.iter().map(|row| row.user_id)))
        .all(conn)
        .await?;
    let mut users: HashMap<_, _> = users.into_iter().map(|user| (user.id, user)).collect();
    let members = rows.into_iter().filter_map(|row| {
        let user = users.remove(&row.user_id)?;
        Some(GroupMember {
            user_id: user.id,
            full_name: user.full_name,
            avatar: user.avatar_file_id.map(FileUrl),
            company: user.company,
            email: Some(user.email).filter(|_| for_leader || row.shows_email),
            phone: Some(user.phone).filter(|_| row.shows_phone),
            shows_email: row.shows_email,
            shows_phone: row.shows_phone,
            role: row.role,
            business_field: row.business_field,
            position: row.position,
            attend_date: row.attend_date,
            joined_at: row.joined_at,
            version: row.version,
        })
    });
    Ok(members.collect())
}
