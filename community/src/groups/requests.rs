//! Requests and invitations to join, and the documents that belong to them.

use std::collections::HashMap;
use std::time::Duration;

use hoi_db::{OnUnique as _, Timestamp, Tx};
use hoi_platform::app::App;
use hoi_platform::clock;
use hoi_platform::error::{Error, LocalizedText, Result};
use hoi_platform::files::FileUrl;
use hoi_platform::http::{Page, PageQuery};
use hoi_platform::ids::{FileId, UserId};
use sea_orm::sea_query::Expr;
use sea_orm::{
    ActiveModelTrait as _, ColumnTrait, Condition, ConnectionTrait, EntityTrait,
    IntoActiveModel as _, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait as _,
    Select, Set,
};
use serde_json::json;

use super::dto::{Applicant, GroupName, JoinRequest, RequestQuery};
use super::entity::{group, group_member, join_request};
use super::log::{self, GroupAction, LogEntry};
use super::membership::{self, NewMember};
use super::rules::Applying;
use super::{GroupId, GroupRole, JoinRequestId, RequestKind, RequestStatus, limits, store, tell};
use crate::accounts;
use crate::accounts::entity::user;

/// How long the documents of a rejected request are kept.
const DOCUMENTS_KEPT: Duration = Duration::from_hours(90 * 24);

/// Returns the request or invitation `id`; None if the group has no such row.
#[tracing::instrument(name = "groups.find_request", skip_all)]
pub async fn find(
    conn: &impl ConnectionTrait,
    group: GroupId,
    id: JoinRequestId,
) -> Result<Option<join_request::Model>> {
    Ok(of_group(group)
        .filter(join_request::Column::Id.eq(id))
        .one(conn)
        .await?)
}

/// Returns the account's pending request or invitation in the group. If the account and its address are both invited,
/// it is the newer invitation.
#[tracing::instrument(name = "groups.find_pending_request", skip_all)]
pub async fn find_pending(
    conn: &impl ConnectionTrait,
    group: GroupId,
    user: &user::Model,
) -> Result<Option<join_request::Model>> {
    Ok(join_request::pending()
        .filter(join_request::Column::GroupId.eq(group))
        .filter(join_request::is_of(user))
        .order_by_desc(join_request::Column::CreatedAt)
        .order_by_desc(join_request::Column::Id)
        .one(conn)
        .await?)
}

fn of_group(group: GroupId) -> Select<join_request::Entity> {
    join_request::Entity::find().filter(join_request::Column::GroupId.eq(group))
}

/// Returns the facts that decide whether the account may ask to join the group. The group must be locked.
pub async fn applying(
    tx: &Tx,
    group: &group::Model,
    user: &user::Model,
    now: Timestamp,
) -> Result<Applying> {
    let pending = find_pending(tx, group.id, user).await?;
    let user = user.id;
    let last_rejected = of_group(group.id)
        .filter(join_request::Column::UserId.eq(user))
        .filter(join_request::Column::Status.eq(RequestStatus::Rejected))
        .order_by_desc(join_request::Column::DecidedAt)
        .one(tx)
        .await?;
    let last_membership = group_member::Entity::find()
        .filter(group_member::Column::GroupId.eq(group.id))
        .filter(group_member::Column::UserId.eq(user))
        .filter(group_member::Column::LeftAt.is_not_null())
        .order_by_desc(group_member::Column::LeftAt)
        .one(tx)
        .await?;
    Ok(Applying {
        is_member: store::find_member(tx, group.id, user).await?.is_some(),
        pending: pending.map(|pending| pending.kind),
        last_rejected: last_rejected.and_then(|request| request.decided_at),
        was_removed: last_membership.is_some_and(|member| member.removed_by.is_some()),
        is_full: limits::is_full(tx, group.id, now).await?,
    })
}

/// Returns a pending request or invitation that is not stored yet.
pub fn new(
    group: GroupId,
    user: UserId,
    kind: RequestKind,
    role: GroupRole,
    by: UserId,
    now: Timestamp,
) -> join_request::ActiveModel {
    join_request::ActiveModel {
        id: Set(clock::new_id()),
        group_id: Set(group),
        user_id: Set(Some(user)),
        email: Set(None),
        email_key: Set(None),
        full_name: Set(None),
        phone: Set(None),
        attend_date: Set(None),
        sent_at: Set(None),
        expires_at: Set(None),
        kind: Set(kind),
        role: Set(role),
        status: Set(RequestStatus::Pending),
        message: Set(None),
        membership_certificate: Set(None),
        business_license: Set(None),
        business_field: Set(None),
        position: Set(None),
        created_by: Set(by),
        decided_by: Set(None),
        decided_at: Set(None),
        reason: Set(None),
        created_at: Set(now),
    }
}

/// Stores a request or an invitation; 5008 when the account has a pending one in the group already.
pub async fn insert(tx: &Tx, row: join_request::ActiveModel) -> Result<join_request::Model> {
    let taken = Error::Conflict(LocalizedText::new("error.5008"));
    row.insert(tx).await.on_unique(taken)
}

/// Gives a pending request or invitation its final status; 5008 when it has one already. The group must be locked. Its
/// documents are kept after an acceptance, and for [`DOCUMENTS_KEPT`] after a rejection.
pub async fn settle(
    tx: &Tx,
    group: GroupId,
    id: JoinRequestId,
    status: RequestStatus,
    by: Option<UserId>,
    reason: Option<String>,
    now: Timestamp,
) -> Result<join_request::Model> {
    let found = find(tx, group, id).await?.ok_or_else(Error::not_found)?;
    if found.status != RequestStatus::Pending {
        return Err(refusal_of_decided(tx, &found).await?);
    }
    if status == RequestStatus::Accepted && found.expires_at.is_some_and(|end| end <= now) {
        return Err(Error::Conflict(LocalizedText::new(
            "group.invitationExpired",
        )));
    }
    let mut row = found.into_active_model();
    row.status = Set(status);
    row.decided_by = Set(by);
    row.decided_at = Set(Some(now));
    row.reason = Set(reason);
    if !matches!(status, RequestStatus::Accepted | RequestStatus::Rejected) {
        row.membership_certificate = Set(None);
        row.business_license = Set(None);
    }
    Ok(row.update(tx).await?)
}

/// Returns the refusal for a request that is no longer pending, with the decision and the name of the person who made
/// it.
async fn refusal_of_decided(tx: &Tx, request: &join_request::Model) -> Result<Error> {
    let key = match request.status {
        RequestStatus::Accepted => "group.acceptedAlready",
        RequestStatus::Rejected => "group.rejectedAlready",
        RequestStatus::Declined => "group.declinedAlready",
        RequestStatus::Expired => "group.invitationExpired",
        RequestStatus::Pending | RequestStatus::Cancelled | RequestStatus::Revoked => {
            "group.withdrawnAlready"
        }
    };
    let name = match request.decided_by.or(request.user_id) {
        Some(by) => accounts::full_name(tx, by).await?,
        None => request.typed_name().to_owned(),
    };
    Ok(Error::Conflict(LocalizedText::new(key).with("name", name)))
}

/// Removes the documents from all earlier requests of the account in the group, because a new request has its own.
pub async fn forget_earlier_documents(tx: &Tx, group: GroupId, user: UserId) -> Result<()> {
    let earlier = Condition::all()
        .add(join_request::Column::GroupId.eq(group))
        .add(join_request::Column::UserId.eq(user));
    forget(tx, earlier).await
}

/// Cancels all pending requests and invitations of a group that is being deleted, and removes the documents from all
/// its requests.
pub async fn end_all(tx: &Tx, group: GroupId, by: UserId, now: Timestamp) -> Result<()> {
    let of_group = || Condition::all().add(join_request::Column::GroupId.eq(group));
    join_request::Entity::update_many()
        .col_expr(
            join_request::Column::Status,
            Expr::value(RequestStatus::Cancelled),
        )
        .col_expr(join_request::Column::DecidedBy, Expr::value(by))
        .col_expr(join_request::Column::DecidedAt, Expr::value(now))
        .filter(of_group())
        .filter(join_request::Column::Status.eq(RequestStatus::Pending))
        .exec(tx)
        .await?;
    forget(tx, of_group()).await
}

async fn forget(tx: &Tx, which: Condition) -> Result<()> {
    let has_documents = Condition::any()
        .add(join_request::Column::MembershipCertificate.is_not_null())
        .add(join_request::Column::BusinessLicense.is_not_null());
    join_request::Entity::update_many()
        .col_expr(
            join_request::Column::MembershipCertificate,
            Expr::value(Option::<FileUrl>::None),
        )
        .col_expr(
            join_request::Column::BusinessLicense,
            Expr::value(Option::<FileUrl>::None),
        )
        .filter(which)
        .filter(has_documents)
        .exec(tx)
        .await?;
    Ok(())
}

/// Removes the documents from requests that were rejected 90 days ago or earlier. Nothing refers to the files then, so
/// the job that removes unused files deletes them.
pub async fn forget_documents(app: &App) -> Result<()> {
    let before = app.clock.now().minus(DOCUMENTS_KEPT);
    let tx = app.db.write().await?;
    let old = Condition::all()
        .add(join_request::Column::Status.eq(RequestStatus::Rejected))
        .add(join_request::Column::DecidedAt.lte(before));
    forget(&tx, old).await?;
    tx.commit().await?;
    Ok(())
}

/// Returns whether the file belongs to a request in a group that the account leads.
#[tracing::instrument(name = "groups.may_read_document", skip_all)]
pub async fn may_read_document(
    conn: &impl ConnectionTrait,
    file: FileId,
    account: UserId,
) -> Result<bool> {
    let led = group_member::live()
        .filter(group_member::Column::UserId.eq(account))
        .filter(group_member::Column::Role.is_in(GroupRole::LEADERS))
        .select_only()
        .column(group_member::Column::GroupId);
    let file = FileUrl(file);
    let is_document = Condition::any()
        .add(join_request::Column::MembershipCertificate.eq(file))
        .add(join_request::Column::BusinessLicense.eq(file));
    let found = join_request::Entity::find()
        .filter(is_document)
        .filter(join_request::Column::GroupId.in_subquery(sea_orm::QueryTrait::into_query(led)))
        .one(conn)
        .await?;
    Ok(found.is_some())
}

/// Returns one page of the requests and invitations of a group, newest first.
#[tracing::instrument(name = "groups.list_requests", skip_all)]
pub async fn list(
    conn: &impl ConnectionTrait,
    group: GroupId,
    query: RequestQuery,
) -> Result<Page<JoinRequest>> {
    page(conn, of_group(group), query).await
}

/// Returns one page of the account's requests and invitations, newest first. Requests to deleted groups are left out,
/// and requests to hidden groups that the account neither belongs to nor waits for: it may not learn their present
/// names.
#[tracing::instrument(name = "groups.list_own_requests", skip_all)]
pub async fn list_own(
    conn: &impl ConnectionTrait,
    user: &user::Model,
    query: RequestQuery,
) -> Result<Page<JoinRequest>> {
    let groups = || group::live().select_only().column(group::Column::Id);
    let listed = groups().filter(group::Column::IsListed.eq(true));
    let joined = group_member::Entity::find()
        .select_only()
        .column(group_member::Column::GroupId)
        .filter(group_member::Column::UserId.eq(user.id));
    let of = join_request::Column::GroupId;
    let known = Condition::any()
        .add(join_request::Column::Status.eq(RequestStatus::Pending))
        .add(of.in_subquery(listed.into_query()))
        .add(of.in_subquery(joined.into_query()));
    let own = join_request::Entity::find()
        .filter(join_request::is_of(user))
        .filter(of.in_subquery(groups().into_query()))
        .filter(known);
    page(conn, own, query).await
}

async fn page(
    conn: &impl ConnectionTrait,
    mut rows: Select<join_request::Entity>,
    query: RequestQuery,
) -> Result<Page<JoinRequest>> {
    if let Some(id) = query.id {
        rows = rows.filter(join_request::Column::Id.eq(id));
    }
    if let Some(status) = query.status {
        rows = rows.filter(join_request::Column::Status.eq(status));
    }
    if let Some(kind) = query.kind {
        rows = rows.filter(join_request::Column::Kind.eq(kind));
    }
    let page = PageQuery::new(query.limit, query.page)?;
    let total = rows.clone().count(conn).await?;
    let rows = rows
        .order_by_desc(join_request::Column::CreatedAt)
        .order_by_desc(join_request::Column::Id)
        .offset(page.offset())
        .limit(page.limit())
        .all(conn)
        .await?;
    let items = describe(conn, rows).await?;
    Ok(Page { items, total })
}

/// Returns these requests with the names of their groups and people, in the same order.
#[tracing::instrument(name = "groups.describe_requests", skip_all)]
pub async fn describe(
    conn: &impl ConnectionTrait,
    rows: Vec<join_request::Model>,
) -> Result<Vec<JoinRequest>> {
    let groups: HashMap<GroupId, GroupName> = group::Entity::find()
        .filter(group::Column::Id.is_in(rows.iter().map(|row| row.group_id)))
        .all(conn)
        .await?
        .into_iter()
        .map(|group| {
            let name = GroupName {
                id: group.id,
                name: group.name,
                avatar: group.avatar,
            };
            (group.id, name)
        })
        .collect();
    let people: HashMap<UserId, Applicant> = user::Entity::find()
        .filter(user::Column::Id.is_in(rows.iter().filter_map(|row| row.user_id)))
        .all(conn)
        .await?
        .into_iter()
        .map(|user| {
            let applicant = Applicant {
                id: Some(user.id),
                full_name: user.full_name,
                avatar: user.avatar_file_id.map(FileUrl),
                company: user.company,
            };
            (user.id, applicant)
        })
        .collect();
    let makers = rows.iter().map(|row| row.created_by);
    let deciders = rows.iter().filter_map(|row| row.decided_by);
    let others: Vec<UserId> = makers.chain(deciders).collect();
    let names = accounts::full_names(conn, others).await?;
    let name = |id: UserId| names.get(&id).cloned();
    let requests = rows.into_iter().filter_map(|row| {
        let person = match row.user_id {
            Some(id) => people.get(&id)?.clone(),
            None => Applicant {
                id: None,
                full_name: row.typed_name().to_owned(),
                avatar: None,
                company: String::new(),
            },
        };
        Some(JoinRequest {
            group: groups.get(&row.group_id)?.clone(),
            user: person,
            email: row.email,
            sent_at: row.sent_at,
            expires_at: row.expires_at,
            created_by_name: name(row.created_by).unwrap_or_default(),
            decided_by_name: row.decided_by.and_then(name),
            id: row.id,
            kind: row.kind,
            role: row.role,
            status: row.status,
            message: row.message,
            membership_certificate: row.membership_certificate,
            business_license: row.business_license,
            business_field: row.business_field,
            position: row.position,
            decided_at: row.decided_at,
            reason: row.reason,
            created_at: row.created_at,
        })
    });
    Ok(requests.collect())
}

/// As [`describe`], for one request.
pub async fn describe_one(
    conn: &impl ConnectionTrait,
    row: join_request::Model,
) -> Result<JoinRequest> {
    let described = describe(conn, vec![row]).await?;
    described.into_iter().next().ok_or_else(Error::not_found)
}

/// Admits an account without a leader's decision.
pub async fn join(
    tx: &Tx,
    group: &group::Model,
    request: join_request::Model,
    user: UserId,
    now: Timestamp,
) -> Result<join_request::Model> {
    membership::admit(tx, group, vec![member_of(&request, user)], user, now).await?;
    let mut row = request.into_active_model();
    row.status = Set(RequestStatus::Accepted);
    row.decided_by = Set(None);
    row.decided_at = Set(Some(now));
    let request = row.update(tx).await?;
    let action = GroupAction::MemberJoined;
    record(tx, group, &request, Some(user), action, now).await?;
    Ok(request)
}

/// Returns the account as it becomes a member by this request or invitation.
pub fn member_of(request: &join_request::Model, user: UserId) -> NewMember {
    NewMember {
        user,
        role: request.role,
        business_field: request.business_field.clone(),
        position: request.position.clone(),
        attend_date: request.attend_date.clone(),
        invited_by: (request.kind == RequestKind::Invitation).then_some(request.created_by),
    }
}

/// Accepts a pending request or invitation: its account is a member at once, as `member` says. 5008 when an invitation
/// has expired.
pub async fn accept(
    tx: &Tx,
    group: &group::Model,
    id: JoinRequestId,
    member: NewMember,
    by: UserId,
    now: Timestamp,
) -> Result<join_request::Model> {
    let (accepted, user) = (RequestStatus::Accepted, member.user);
    membership::find_accounts(tx, [user].into_iter()).await?;
    let request = settle(tx, group.id, id, accepted, Some(by), None, now).await?;
    let mut row = request.into_active_model();
    row.user_id = Set(Some(user));
    let request = row.update(tx).await?;
    membership::admit(tx, group, vec![member], by, now).await?;
    let action = match request.kind {
        RequestKind::Request => GroupAction::RequestAccepted,
        RequestKind::Invitation => GroupAction::InvitationAccepted,
    };
    record(tx, group, &request, Some(by), action, now).await?;
    Ok(request)
}

/// Logs the action of `by` on a request or an invitation, and tells the people concerned. `by` is None when an
/// invitation to an address is declined: the entry must not show whether the address has an account.
pub async fn record(
    tx: &Tx,
    group: &group::Model,
    request: &join_request::Model,
    by: Option<UserId>,
    action: GroupAction,
    now: Timestamp,
) -> Result<()> {
    let data = match action {
        GroupAction::RequestRejected => json!({ "reason": request.reason }),
        _ => json!({ "role": request.role }),
    };
    let entry = LogEntry {
        group: group.id,
        actor: by,
        action,
        subject: request.user_id.map(Into::into),
        data,
    };
    log::log(tx, [entry], now).await?;
    tell::of_request(tx, group, request, by, action, now).await
}
