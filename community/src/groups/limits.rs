//! How many groups an account may own and how many members a group may have, by the owner's plans.

use hoi_db::{Timestamp, Tx};
use hoi_platform::error::{Error, LocalizedText, Result};
use hoi_platform::ids::UserId;
use hoi_platform::quota::Quota;
use sea_orm::ConnectionTrait;

use super::entity::group;
use super::{GroupId, founding, store};
use crate::plans::{self, Reached, limits_of};

/// Takes a place for one more group of the account, by its plans or else by its approved request; 5003 when it may own no
/// further group. Tells it when this group is the last of its plans. The account's row must be locked.
pub async fn take_group(tx: &Tx, owner: UserId, now: Timestamp) -> Result<()> {
    let (limit, used) = groups_and_limit(tx, owner, now).await?;
    if quota(limit, used).is_used_up() {
        if founding::use_up(tx, owner).await? {
            return Ok(());
        }
        return Err(Error::ResourceExceeded(
            LocalizedText::new("group.limitReached")
                .with("count", limit)
                .with("used", used),
        ));
    }
    if u64::try_from(limit) == Ok(used.saturating_add(1)) {
        plans::tell_of_limit(tx, owner, Reached::Groups, limit, now).await?;
    }
    Ok(())
}

/// Returns whether the plans of the account allow one more group.
pub async fn has_room(conn: &impl ConnectionTrait, owner: UserId, now: Timestamp) -> Result<bool> {
    let (limit, used) = groups_and_limit(conn, owner, now).await?;
    Ok(!quota(limit, used).is_used_up())
}

async fn groups_and_limit(
    conn: &impl ConnectionTrait,
    owner: UserId,
    now: Timestamp,
) -> Result<(i64, u64)> {
    let limit = limits_of(conn, owner, now).await?.groups;
    Ok((limit, store::count_owned(conn, owner).await?))
}

/// Tells the owner of a group if it has as many members as the plans allow. The group must be locked.
pub async fn tell_if_full(tx: &Tx, group: &group::Model, now: Timestamp) -> Result<()> {
    let (members, limit) = members_and_limit(tx, group.id, now).await?;
    if members.is_used_up() {
        let owner = store::owner_of(tx, group.id).await?;
        let reached = Reached::Members {
            group: group.id.into(),
            name: &group.name,
        };
        plans::tell_of_limit(tx, owner, reached, limit, now).await?;
    }
    Ok(())
}

/// 5003 when the group has no room for `more` further members. The group must be locked.
pub async fn check_room(tx: &Tx, group: GroupId, more: usize, now: Timestamp) -> Result<()> {
    let (members, limit) = members_and_limit(tx, group, now).await?;
    let more = i64::try_from(more).unwrap_or(i64::MAX);
    match members.left() {
        Some(left) if more > left => Err(Error::ResourceExceeded(
            LocalizedText::new("group.membersReached")
                .with("count", more)
                .with("used", members.used())
                .with("max", limit),
        )),
        _ => Ok(()),
    }
}

/// Returns whether the group has as many members as its owner's plans allow.
pub async fn is_full(conn: &impl ConnectionTrait, group: GroupId, now: Timestamp) -> Result<bool> {
    let (members, _) = members_and_limit(conn, group, now).await?;
    Ok(members.is_used_up())
}

async fn members_and_limit(
    conn: &impl ConnectionTrait,
    group: GroupId,
    now: Timestamp,
) -> Result<(Quota, i64)> {
    let owner = store::owner_of(conn, group).await?;
    let limit = limits_of(conn, owner, now).await?.members;
    let used = store::count_members(conn, [group]).await?;
    let used = used.get(&group).copied().unwrap_or(0);
    Ok((quota(limit, used), limit))
}

fn quota(limit: i64, used: u64) -> Quota {
    Quota::new(limit, i64::try_from(used).unwrap_or(i64::MAX))
}
