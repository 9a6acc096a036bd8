//! Archiving, deleting and handing over a group, within a transaction of the caller: its meetings change with it.

use hoi_db::{Timestamp, Tx};
use hoi_platform::error::{Error, LocalizedText, Result};
use hoi_platform::ids::UserId;
use sea_orm::sea_query::Expr;
use sea_orm::{
    ActiveModelTrait as _, ColumnTrait, ConnectionTrait, EntityTrait, IntoActiveModel as _,
    QueryFilter, Set,
};
use serde_json::json;

use super::access::{InGroup, Owner};
use super::dto::Group;
use super::entity::{group, group_member, organiser_page};
use super::log::{self, GroupAction, LogEntry};
use super::{GroupRole, membership, requests, store, tell};
use crate::accounts::entity::user;

/// Returns the group as a member with this role sees it; None is an administrator.
pub async fn view(
    conn: &impl ConnectionTrait,
    group: group::Model,
    caller: &user::Model,
    role: Option<GroupRole>,
    now: Timestamp,
) -> Result<Group> {
    let details = store::details(conn, &group, role, now).await?;
    Ok(Group {
        card: store::card(conn, group, Some(caller), now).await?,
        details: Some(details),
    })
}

/// Returns an entry about the group itself.
pub fn entry<R>(caller: &InGroup<R>, action: GroupAction, data: serde_json::Value) -> LogEntry {
    LogEntry {
        group: caller.group.id,
        actor: Some(caller.user.id),
        action,
        subject: None,
        data,
    }
}

/// Archives the locked group at `at`, or restores it with None.
pub async fn set_archived(
    tx: &Tx,
    caller: &mut InGroup<Owner>,
    at: Option<Timestamp>,
    now: Timestamp,
) -> Result<()> {
    let action = match at {
        Some(_) => GroupAction::GroupArchived,
        None => GroupAction::GroupRestored,
    };
    let entry = entry(caller, action, json!({}));
    let mut row = caller.group.clone().into_active_model();
    row.archived_at = Set(at);
    row.version = Set(caller.group.version + 1);
    row.updated_at = Set(now);
    caller.group = row.update(tx).await?;
    log::log(tx, [entry], now).await
}

/// Deletes the locked group for all its members; it cannot be undone.
pub async fn delete(tx: &Tx, caller: InGroup<Owner>, now: Timestamp) -> Result<()> {
    let (id, by) = (caller.group.id, caller.user.id);
    group_member::Entity::update_many()
        .col_expr(group_member::Column::LeftAt, Expr::value(now))
        .filter(group_member::Column::GroupId.eq(id))
        .filter(group_member::Column::LeftAt.is_null())
        .exec(tx)
        .await?;
    requests::end_all(tx, id, by, now).await?;
    let entry = entry(&caller, GroupAction::GroupDeleted, json!({}));
    log::log(tx, [entry], now).await?;
    organiser_page::Entity::delete_many()
        .filter(organiser_page::Column::GroupId.eq(id))
        .exec(tx)
        .await?;
    let mut row = caller.group.into_active_model();
    row.deleted_at = Set(Some(now));
    row.updated_at = Set(now);
    row.update(tx).await?;
    Ok(())
}

/// Makes another member the owner of the locked group; the owner so far, who is returned, becomes a manager. 5008 when
/// the account is no member, or owns the group already.
pub async fn hand_over(
    tx: &Tx,
    caller: &InGroup<Owner>,
    heir: UserId,
    now: Timestamp,
) -> Result<UserId> {
    let (group, by) = (&caller.group, caller.user.id);
    let member = store::find_member(tx, group.id, heir).await?;
    let member =
        member.ok_or_else(|| Error::Conflict(LocalizedText::new("group.heirNotMember")))?;
    if member.role == GroupRole::Owner {
        return Err(Error::Conflict(LocalizedText::new("group.ownsAlready")));
    }
    membership::find_accounts(tx, [heir].into_iter()).await?;
    let owner = store::owner_of(tx, group.id).await?;
    let former = store::get_member(tx, group.id, owner).await?;
    // In this order: at no moment does the group have two owners.
    membership::set_role(tx, former, GroupRole::Manager).await?;
    membership::set_role(tx, member, GroupRole::Owner).await?;
    let entry = LogEntry {
        subject: Some(heir.into()),
        ..entry(caller, GroupAction::GroupTransferred, json!({}))
    };
    log::log(tx, [entry], now).await?;
    tell::of_role(tx, group, heir, GroupRole::Owner, by, now).await?;
    tell::of_role(tx, group, owner, GroupRole::Manager, by, now).await?;
    Ok(owner)
}
