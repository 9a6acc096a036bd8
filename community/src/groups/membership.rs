//! Admits members. All ways into a group end here. The group must be locked.

use std::collections::{HashMap, HashSet};

use hoi_db::{OnUnique as _, Timestamp, Tx};
use hoi_i18n::fold_for_search;
use hoi_platform::clock;
use hoi_platform::error::{Error, LocalizedText, Result};
use hoi_platform::ids::UserId;
use hoi_platform::validation::Check;
use sea_orm::sea_query::{Expr, SelectStatement};
use sea_orm::{
    ActiveModelTrait as _, ColumnTrait, Condition, EntityTrait, IntoActiveModel as _, QueryFilter,
    QuerySelect as _, QueryTrait as _, Set,
};

use super::entity::{group, group_member, join_request};
use super::{GroupId, GroupRole, JoinRequestId, RequestStatus, limits, store, tell};
use crate::accounts::entity::user;
use crate::accounts::{self, Role};
use crate::plans::day_of;

/// The most names in a message.
const MAX_NAMES: usize = 5;
/// Rows of one insert. With their columns they stay well below the number of values that one statement may bind.
const INSERT_ROWS: usize = 500;
/// Values of one `in (…)`, well below the number that one statement may bind.
pub const IN_VALUES: usize = 1000;

/// An account that becomes a member.
#[derive(Debug, Clone)]
pub struct NewMember {
    pub user: UserId,
    pub role: GroupRole,
    pub business_field: Option<String>,
    pub position: Option<String>,
    /// The first day in the group; None for today.
    pub attend_date: Option<String>,
    /// The leader who added or invited the account; None if it asked.
    pub invited_by: Option<UserId>,
}

impl NewMember {
    /// Returns the account as a new member with the business field and position of its profile.
    pub fn of_profile(user: &user::Model, role: GroupRole) -> Self {
        Self {
            user: user.id,
            role,
            business_field: user.business_field.clone(),
            position: user.position.clone(),
            attend_date: None,
            invited_by: None,
        }
    }
}

/// Returns these accounts, which must be active organisers' (5002): administrators are members of no group.
pub async fn find_accounts(
    tx: &Tx,
    ids: impl ExactSizeIterator<Item = UserId>,
) -> Result<Vec<user::Model>> {
    let chosen = ids.len();
    let users = user::live()
        .filter(user::Column::Id.is_in(ids))
        .filter(user::Column::IsActive.eq(true))
        .all(tx)
        .await?;
    let mut check = Check::default();
    let missing = LocalizedText::new("account.notFound");
    check.ensure(users.len() == chosen, "userIds", missing);
    let is_organiser = |user: &user::Model| user.role == Role::Committee;
    let admins = LocalizedText::new("group.onlyOrganisers");
    check.ensure(users.iter().all(is_organiser), "userIds", admins);
    check.finish()?;
    Ok(users)
}

/// Returns the accounts among `users` that are members of the group.
pub async fn members_among(tx: &Tx, group: GroupId, users: &[UserId]) -> Result<HashSet<UserId>> {
    let mut members = HashSet::new();
    for users in users.chunks(IN_VALUES) {
        let found = store::members_of(group)
            .filter(group_member::Column::UserId.is_in(users.iter().copied()))
            .all(tx)
            .await?;
        members.extend(found.into_iter().map(|member| member.user_id));
    }
    Ok(members)
}

/// 5008 "Member already exists" when one of the accounts is a member.
pub async fn check_new_to(tx: &Tx, group: GroupId, users: &[UserId]) -> Result<()> {
    let members = members_among(tx, group, users).await?;
    if members.is_empty() {
        return Ok(());
    }
    let names = names(tx, &members).await?;
    Err(Error::Conflict(
        LocalizedText::new("group.memberExists").with("names", names),
    ))
}

/// Returns the names of these accounts as a message lists them: the first five in alphabetical order, and an ellipsis
/// if there are more.
pub async fn names(tx: &Tx, users: &HashSet<UserId>) -> Result<String> {
    let names = accounts::full_names(tx, users.iter().copied()).await?;
    let mut names: Vec<String> = names.into_values().collect();
    names.sort();
    let is_more = names.len() > MAX_NAMES;
    names.truncate(MAX_NAMES);
    let listed = names.join(", ");
    Ok(if is_more {
        format!("{listed}, …")
    } else {
        listed
    })
}

/// Returns the messages about `added` new members and `invited` people.
pub fn summary(added: usize, invited: usize) -> impl Iterator<Item = LocalizedText> {
    let summary = [
        ("group.membersAdded", added),
        ("group.membersInvited", invited),
    ];
    let summary = summary.into_iter().filter(|(_, count)| *count > 0);
    summary.map(|(key, count)| LocalizedText::new(key).with("count", count))
}

/// Makes these accounts members, and marks their pending requests and invitations in the group as accepted by `by`.
///
/// # Errors
/// 5003 without room for all of them; 5008 when a business field is taken, or one of them is a member already.
pub async fn admit(
    tx: &Tx,
    group: &group::Model,
    new: Vec<NewMember>,
    by: UserId,
    now: Timestamp,
) -> Result<()> {
    limits::check_room(tx, group.id, new.len(), now).await?;
    let fields: Vec<_> = new
        .iter()
        .map(|member| FieldClaim {
            claimant: Claimant::Account(member.user),
            field: member.business_field.as_deref(),
        })
        .collect();
    let taken = taken_fields(tx, group, &fields).await?;
    if let Some((_, message)) = taken.into_iter().next() {
        return Err(Error::Conflict(message));
    }
    let users: Vec<UserId> = new.iter().map(|member| member.user).collect();
    insert(tx, group.id, new, now).await?;
    limits::tell_if_full(tx, group, now).await?;
    for users in users.chunks(IN_VALUES) {
        let of_them = Condition::any()
            .add(join_request::Column::UserId.is_in(users.iter().copied()))
            .add(join_request::Column::EmailKey.in_subquery(addresses(users)));
        let pending = Condition::all()
            .add(join_request::Column::GroupId.eq(group.id))
            .add(join_request::Column::Status.eq(RequestStatus::Pending))
            .add(of_them);
        let ids: Vec<JoinRequestId> = join_request::Entity::find()
            .select_only()
            .column(join_request::Column::Id)
            .filter(pending.clone())
            .into_tuple()
            .all(tx)
            .await?;
        for id in ids {
            tell::settle(tx, id, now).await?;
        }
        join_request::Entity::update_many()
            .col_expr(
                join_request::Column::Status,
                Expr::value(RequestStatus::Accepted),
            )
            .col_expr(join_request::Column::DecidedBy, Expr::value(by))
            .col_expr(join_request::Column::DecidedAt, Expr::value(now))
            .filter(pending)
            .exec(tx)
            .await?;
    }
    Ok(())
}

/// Selects the e-mail addresses of these accounts.
fn addresses(users: &[UserId]) -> SelectStatement {
    user::live()
        .select_only()
        .column(user::Column::EmailKey)
        .filter(user::Column::Id.is_in(users.iter().copied()))
        .into_query()
}

/// Makes the owner of a new group its first member.
pub async fn found(tx: &Tx, group: GroupId, owner: NewMember, now: Timestamp) -> Result<()> {
    insert(tx, group, vec![owner], now).await
}

async fn insert(tx: &Tx, group: GroupId, new: Vec<NewMember>, now: Timestamp) -> Result<()> {
    let today = day_of(now);
    let rows = new.into_iter().map(|member| group_member::ActiveModel {
        id: Set(clock::new_id()),
        group_id: Set(group),
        user_id: Set(member.user),
        role: Set(member.role),
        business_field_key: Set(member.business_field.as_deref().map(fold_for_search)),
        business_field: Set(member.business_field),
        position: Set(member.position),
        attend_date: Set(member.attend_date.unwrap_or_else(|| today.clone())),
        invited_by: Set(member.invited_by),
        joined_at: Set(now),
        left_at: Set(None),
        removed_by: Set(None),
        shows_email: Set(false),
        shows_phone: Set(false),
        version: Set(1),
    });
    let rows: Vec<_> = rows.collect();
    for rows in rows.chunks(INSERT_ROWS) {
        group_member::Entity::insert_many(rows.to_vec())
            .exec_without_returning(tx)
            .await
            .on_unique(Error::Conflict(LocalizedText::new("error.5008")))?;
    }
    Ok(())
}

/// Gives a member another role.
pub async fn set_role(tx: &Tx, member: group_member::Model, role: GroupRole) -> Result<()> {
    let version = member.version;
    let mut row = member.into_active_model();
    row.role = Set(role);
    row.version = Set(version + 1);
    row.update(tx).await?;
    Ok(())
}

/// The person who is to stand for a business field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Claimant<'a> {
    Account(UserId),
    /// A person who is invited by e-mail, by the name that messages give them.
    Invited(&'a str),
}

/// A business field that a person is to stand for in a group.
#[derive(Debug, Clone, Copy)]
pub struct FieldClaim<'a> {
    pub claimant: Claimant<'a>,
    pub field: Option<&'a str>,
}

/// Returns the indexes of the claims in `wanted` whose business field is taken by a member or by an earlier claim, each
/// with the message that says so; none in a group that admits any number of members of a field.
pub async fn taken_fields(
    tx: &Tx,
    group: &group::Model,
    wanted: &[FieldClaim<'_>],
) -> Result<Vec<(usize, LocalizedText)>> {
    if !group.one_per_business_field {
        return Ok(Vec::new());
    }
    let keys: Vec<Option<String>> = wanted
        .iter()
        .map(|claim| claim.field.map(fold_for_search))
        .collect();
    let distinct: Vec<String> = keys
        .iter()
        .flatten()
        .cloned()
        .collect::<HashSet<_>>()
        .into_iter()
        .collect();
    let mut holders: HashMap<String, Claimant<'_>> = HashMap::new();
    for keys in distinct.chunks(IN_VALUES) {
        let found = store::members_of(group.id)
            .filter(group_member::Column::BusinessFieldKey.is_in(keys.iter().cloned()))
            .all(tx)
            .await?;
        holders.extend(found.into_iter().filter_map(|member| {
            let holder = Claimant::Account(member.user_id);
            Some((member.business_field_key?, holder))
        }));
    }
    let mut taken = Vec::new();
    for (at, (claim, key)) in wanted.iter().zip(keys).enumerate() {
        let (Some(field), Some(key)) = (claim.field, key) else {
            continue;
        };
        let holder = *holders.entry(key).or_insert(claim.claimant);
        if holder != claim.claimant {
            taken.push((at, holder, field));
        }
    }
    let accounts = taken.iter().filter_map(|(_, holder, _)| match holder {
        Claimant::Account(id) => Some(*id),
        Claimant::Invited(_) => None,
    });
    let names = accounts::full_names(tx, accounts).await?;
    let taken = taken.into_iter().map(|(at, holder, field)| {
        let name = match holder {
            Claimant::Account(id) => names.get(&id).map_or("", String::as_str),
            Claimant::Invited(name) => name,
        };
        let message = LocalizedText::new("group.fieldTaken")
            .with("field", field)
            .with("name", name);
        (at, message)
    });
    Ok(taken.collect())
}

/// 5008 when another member stands for this business field, in a group that admits one member of each.
pub async fn check_field(
    tx: &Tx,
    group: &group::Model,
    user: UserId,
    field: Option<&str>,
) -> Result<()> {
    let claimant = Claimant::Account(user);
    let taken = taken_fields(tx, group, &[FieldClaim { claimant, field }]).await?;
    match taken.into_iter().next() {
        Some((_, message)) => Err(Error::Conflict(message)),
        None => Ok(()),
    }
}
