//! Invitations of accounts and of e-mail addresses. A job finds out how to tell the person who has an address, so that an
//! invitation does not say whether the address has an account. For the same reason an invitation of an account and one
//! of its address know nothing of one another: the account may have both, and accepting one settles the other.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use hoi_db::{Timestamp, Tx};
use hoi_platform::app::App;
use hoi_platform::clock;
use hoi_platform::error::{Error, LocalizedText, Result};
use hoi_platform::ids::UserId;
use hoi_platform::language;
use hoi_platform::secrets::{Secrets, hex, unhex};
use sea_orm::sea_query::Expr;
use sea_orm::{
    ActiveModelTrait as _, ColumnTrait, Condition, ConnectionTrait, EntityTrait,
    IntoActiveModel as _, PaginatorTrait, QueryFilter, QuerySelect as _, Set,
};
use serde_json::json;
use uuid::Uuid;

use super::access::{InGroup, Leader};
use super::entity::{group, join_request};
use super::log::{self, GroupAction, LogEntry};
use super::membership::{self, IN_VALUES, NewMember};
use super::{
    GroupId, GroupRole, JoinRequestId, RequestKind, RequestStatus, SendInvitation, limits, requests,
};
use crate::accounts::entity::user;
use crate::accounts::{self, email_key};

/// How long an invitation can be accepted after it was sent.
pub const LIFETIME: Duration = Duration::from_hours(30 * 24);
/// The pause before an invitation can be sent again.
const RESENT_AFTER: Duration = Duration::from_hours(24);
/// The most unanswered invitations of a group.
const MAX_PENDING: u64 = 5000;
/// Rows of one insert. With their columns they stay well below the number of values that one statement may bind.
const INSERT_ROWS: usize = 500;
/// Characters of the identifier in a mailed link.
const ID_LENGTH: usize = 32;
/// The purpose of the signature in a mailed link.
const PURPOSE: &str = "group-invitation";

/// A person to invite.
#[derive(Debug, Clone)]
pub struct Invitee {
    pub email: String,
    pub full_name: Option<String>,
    pub phone: Option<String>,
    pub role: GroupRole,
    pub business_field: Option<String>,
    pub position: Option<String>,
    /// The first day in the group; None for the day of the acceptance.
    pub attend_date: Option<String>,
}

/// The relation of the owners of some addresses to a group.
#[derive(Debug, Default)]
pub struct Known {
    /// The active accounts of these addresses.
    pub accounts: HashMap<String, user::Model>,
    /// The addresses of members.
    pub members: HashSet<String>,
    /// The addresses that are invited, whether or not the accounts that have them are invited as accounts.
    pub invited: HashSet<String>,
    /// The requests that wait for leaders, by address.
    pub asked: HashMap<String, join_request::Model>,
}

/// Returns the relation of the owners of these addresses, in the form that identifies accounts, to the group, which
/// must be locked.
pub async fn known(tx: &Tx, group: GroupId, addresses: &[String]) -> Result<Known> {
    let mut known = Known::default();
    for addresses in addresses.chunks(IN_VALUES) {
        let users = user::live()
            .filter(user::Column::EmailKey.is_in(addresses.iter().cloned()))
            .all(tx)
            .await?;
        let keys: HashMap<UserId, String> = users
            .iter()
            .map(|user| (user.id, user.email_key.clone()))
            .collect();
        let active = users.into_iter().filter(|user| user.is_active);
        known
            .accounts
            .extend(active.map(|user| (user.email_key.clone(), user)));
        let ids: Vec<UserId> = keys.keys().copied().collect();
        let members = membership::members_among(tx, group, &ids).await?;
        known
            .members
            .extend(members.iter().filter_map(|id| keys.get(id).cloned()));
        let of_them = Condition::any()
            .add(join_request::Column::UserId.is_in(ids))
            .add(join_request::Column::EmailKey.is_in(addresses.iter().cloned()));
        let pending = join_request::pending()
            .filter(join_request::Column::GroupId.eq(group))
            .filter(of_them)
            .all(tx)
            .await?;
        for row in pending {
            if row.kind == RequestKind::Invitation {
                known.invited.extend(row.email_key);
            } else if let Some(key) = row.user_id.and_then(|id| keys.get(&id)) {
                known.asked.insert(key.clone(), row);
            }
        }
    }
    Ok(known)
}

/// Invites these people to the caller's group, which must be locked; none of them may be a member or invited. People
/// who have asked to join become members at once. The mails count against the caller's allowance.
///
/// # Errors
/// 5003 without room for all of them, without enough mails left, and when too many invitations are unanswered.
pub async fn invite(
    tx: &Tx,
    caller: &InGroup<Leader>,
    people: Vec<Invitee>,
    mut known: Known,
    now: Timestamp,
) -> Result<Vec<join_request::Model>> {
    let (group, by) = (&caller.group, caller.user.id);
    limits::check_room(tx, group.id, people.len(), now).await?;
    check_pending(tx, group.id, people.len()).await?;
    let mut rows = Vec::new();
    let mut new = Vec::new();
    for person in people {
        let asked = known.asked.remove(&email_key(&person.email));
        match asked.and_then(|request| Some((request.user_id?, request))) {
            Some((user, request)) => {
                let own = requests::member_of(&request, user);
                let member = NewMember {
                    role: person.role,
                    business_field: person.business_field.or(own.business_field),
                    position: person.position.or(own.position),
                    attend_date: person.attend_date,
                    invited_by: Some(by),
                    user,
                };
                rows.push(requests::accept(tx, group, request.id, member, by, now).await?);
            }
            None => new.push(row(group.id, person, by, now)),
        }
    }
    let count = new.len();
    accounts::charge_mails(tx, by, u64::try_from(count).unwrap_or(u64::MAX), now).await?;
    let first = rows.len();
    for new in new.chunks(INSERT_ROWS) {
        let stored = join_request::Entity::insert_many(new.to_vec())
            .exec_with_returning(tx)
            .await?;
        rows.extend(stored);
    }
    let jobs: Vec<SendInvitation> = rows
        .iter()
        .skip(first)
        .map(|row| send(row.id, now))
        .collect();
    hoi_jobs::enqueue_all(tx, &jobs, now).await?;
    if count > 0 {
        let entry = LogEntry {
            group: group.id,
            actor: Some(by),
            action: GroupAction::InvitationSent,
            subject: None,
            data: json!({ "count": count }),
        };
        log::log(tx, [entry], now).await?;
    }
    Ok(rows)
}

/// Invites these accounts to the caller's group, which must be locked; none of them may be a member. People who have
/// asked to join become members at once.
///
/// # Errors
/// 5003 without room for the people who have asked; 5008 when one of them is invited already.
pub async fn invite_accounts(
    tx: &Tx,
    caller: &InGroup<Leader>,
    users: Vec<user::Model>,
    role: GroupRole,
    now: Timestamp,
) -> Result<Vec<join_request::Model>> {
    let (group, by) = (&caller.group, caller.user.id);
    let pending = join_request::pending()
        .filter(join_request::Column::GroupId.eq(group.id))
        .filter(join_request::Column::UserId.is_in(users.iter().map(|user| user.id)))
        .all(tx)
        .await?;
    let pending = pending
        .into_iter()
        .filter_map(|row| Some((row.user_id?, row)));
    let mut pending: HashMap<UserId, join_request::Model> = pending.collect();
    let invited: HashSet<UserId> = pending
        .iter()
        .filter(|(_, row)| row.kind == RequestKind::Invitation)
        .map(|(user, _)| *user)
        .collect();
    if !invited.is_empty() {
        let names = membership::names(tx, &invited).await?;
        let message = LocalizedText::new("group.invitedAlready").with("names", names);
        return Err(Error::Conflict(message));
    }
    let mut rows = Vec::new();
    for user in users {
        if let Some(request) = pending.remove(&user.id) {
            let member = NewMember {
                role,
                invited_by: Some(by),
                ..requests::member_of(&request, user.id)
            };
            rows.push(requests::accept(tx, group, request.id, member, by, now).await?);
            continue;
        }
        let mut row = requests::new(group.id, user.id, RequestKind::Invitation, role, by, now);
        row.business_field = Set(user.business_field);
        row.position = Set(user.position);
        let invitation = requests::insert(tx, row).await?;
        let action = GroupAction::InvitationCreated;
        requests::record(tx, group, &invitation, Some(by), action, now).await?;
        rows.push(invitation);
    }
    Ok(rows)
}

fn send(invitation: JoinRequestId, now: Timestamp) -> SendInvitation {
    SendInvitation {
        invitation,
        sent_at: now,
        lang: language::current(),
    }
}

async fn check_pending(tx: &Tx, group: GroupId, more: usize) -> Result<()> {
    let pending = join_request::pending()
        .filter(join_request::Column::GroupId.eq(group))
        .filter(join_request::Column::Kind.eq(RequestKind::Invitation));
    let more = u64::try_from(more).unwrap_or(u64::MAX);
    if pending.count(tx).await?.saturating_add(more) <= MAX_PENDING {
        return Ok(());
    }
    Err(Error::ResourceExceeded(
        LocalizedText::new("group.tooManyInvitations").with("max", MAX_PENDING),
    ))
}

fn row(group: GroupId, person: Invitee, by: UserId, now: Timestamp) -> join_request::ActiveModel {
    join_request::ActiveModel {
        id: Set(clock::new_id()),
        group_id: Set(group),
        user_id: Set(None),
        email_key: Set(Some(email_key(&person.email))),
        email: Set(Some(person.email)),
        full_name: Set(person.full_name),
        phone: Set(person.phone),
        attend_date: Set(person.attend_date),
        sent_at: Set(Some(now)),
        expires_at: Set(Some(now.plus(LIFETIME))),
        kind: Set(RequestKind::Invitation),
        role: Set(person.role),
        status: Set(RequestStatus::Pending),
        message: Set(None),
        membership_certificate: Set(None),
        business_license: Set(None),
        business_field: Set(person.business_field),
        position: Set(person.position),
        created_by: Set(by),
        decided_by: Set(None),
        decided_at: Set(None),
        reason: Set(None),
        created_at: Set(now),
    }
}

/// Sends a pending invitation to an address again; its time begins anew. The group must be locked.
///
/// # Errors
/// 5008 when it is not pending, was made to an account, or was sent within the last day; 5003 without a mail left.
pub async fn resend(
    tx: &Tx,
    group: GroupId,
    id: JoinRequestId,
    by: UserId,
    now: Timestamp,
) -> Result<join_request::Model> {
    let found = requests::find(tx, group, id).await?;
    let found = found.ok_or_else(Error::not_found)?;
    let refused = |key| Err(Error::Conflict(LocalizedText::new(key)));
    let Some(sent_at) = found
        .sent_at
        .filter(|_| found.status == RequestStatus::Pending)
    else {
        return refused("group.notWaiting");
    };
    if sent_at.plus(RESENT_AFTER) > now {
        return refused("group.sentLately");
    }
    accounts::charge_mails(tx, by, 1, now).await?;
    hoi_jobs::enqueue(tx, &send(id, now), now).await?;
    let mut row = found.into_active_model();
    row.sent_at = Set(Some(now));
    row.expires_at = Set(Some(now.plus(LIFETIME)));
    Ok(row.update(tx).await?)
}

/// Returns the secret part of the link in an invitation's mail: its identifier and a signature.
pub fn token(secrets: &Secrets, id: JoinRequestId) -> String {
    let signature = secrets.sign(PURPOSE, id.0.as_bytes());
    format!("{}{}", id.0.simple(), hex(&signature))
}

/// Returns the invitation of this token with its group; None if it is not pending any more, or the group is archived or
/// deleted.
#[tracing::instrument(name = "groups.find_invitation", skip_all)]
pub async fn find_by_token(
    conn: &impl ConnectionTrait,
    secrets: &Secrets,
    token: &str,
    now: Timestamp,
) -> Result<Option<(join_request::Model, group::Model)>> {
    let read = || {
        let (id, signature) = token.split_at_checked(ID_LENGTH)?;
        Some((Uuid::parse_str(id).ok()?, unhex(signature)?))
    };
    let Some((id, _)) =
        read().filter(|(id, signature)| secrets.verify(PURPOSE, id.as_bytes(), signature))
    else {
        return Ok(None);
    };
    let invitation = join_request::pending()
        .filter(join_request::Column::Id.eq(JoinRequestId(id)))
        .filter(join_request::Column::ExpiresAt.gt(now))
        .one(conn)
        .await?;
    let Some(invitation) = invitation else {
        return Ok(None);
    };
    let group = group::live()
        .filter(group::Column::Id.eq(invitation.group_id))
        .filter(group::Column::ArchivedAt.is_null())
        .one(conn)
        .await?;
    Ok(group.map(|group| (invitation, group)))
}

/// Ends the invitations that were not answered in time.
pub async fn end_old(app: &App) -> Result<()> {
    let now = app.clock.now();
    let tx = app.db.write().await?;
    join_request::Entity::update_many()
        .col_expr(
            join_request::Column::Status,
            Expr::value(RequestStatus::Expired),
        )
        .col_expr(join_request::Column::DecidedAt, Expr::value(now))
        .filter(join_request::Column::Status.eq(RequestStatus::Pending))
        .filter(join_request::Column::ExpiresAt.lte(now))
        .exec(&tx)
        .await?;
    tx.commit().await?;
    Ok(())
}

/// Returns up to `limit` invitations to an address that ended until `before` without an account, and of whose person
/// something may be kept; see [`forget`].
#[tracing::instrument(name = "groups.ended_invitations", skip_all)]
pub async fn ended(
    conn: &impl ConnectionTrait,
    before: Timestamp,
    limit: u64,
) -> Result<Vec<JoinRequestId>> {
    use join_request::Column::{DecidedAt, EmailKey, Id, Kind, Status, UserId};
    let came_to_nothing = [
        RequestStatus::Cancelled,
        RequestStatus::Declined,
        RequestStatus::Revoked,
        RequestStatus::Expired,
    ];
    Ok(join_request::Entity::find()
        .select_only()
        .column(Id)
        .filter(Kind.eq(RequestKind::Invitation))
        .filter(UserId.is_null())
        .filter(Status.is_in(came_to_nothing))
        .filter(DecidedAt.lte(before))
        .filter(EmailKey.ne(""))
        .limit(limit)
        .into_tuple()
        .all(conn)
        .await?)
}

/// Empties what leaders typed about the people of these invitations, which have ended. `key` takes the place of the
/// address: empty, if nothing is kept of them elsewhere.
pub async fn forget(tx: &Tx, invitations: &[JoinRequestId], key: String) -> Result<()> {
    let columns = join_request::ActiveModel {
        email: Set(None),
        email_key: Set(Some(key)),
        full_name: Set(None),
        phone: Set(None),
        attend_date: Set(None),
        business_field: Set(None),
        position: Set(None),
        ..Default::default()
    };
    join_request::Entity::update_many()
        .set(columns)
        .filter(join_request::Column::Id.is_in(invitations.iter().copied()))
        .exec(tx)
        .await?;
    Ok(())
}
