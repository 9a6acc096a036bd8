//! Calls with which people ask to join a group and are invited, and those that decide.

use std::collections::HashSet;

use axum::extract::State;
use hoi_db::{Timestamp, Tx};
use sea_orm::{ActiveModelTrait as _, ColumnTrait, IntoActiveModel as _, QueryFilter, Set};
use serde_json::json;

use crate::accounts::Signed;
use crate::app::App;
use crate::error::{Error, LocalizedText, Result};
use crate::files::{self, FileUrl, Visibility};
use crate::groups::access::{
    InGroup, Joiner, Leader, MayDecideRequest, MayWithdrawRequest, Visitor,
};
use crate::groups::dto::{
    Decision, DecisionAction, JoinRequest, Joining, NewJoinRequest, NewMembers, RequestQuery,
};
use crate::groups::entity::{group, join_request};
use crate::groups::log::{self, GroupAction, LogEntry};
use crate::groups::membership::{self, NewMember};
use crate::groups::rules::{self, AskingOutcome};
use crate::groups::{
    GroupId, GroupRole, JoinRequestId, MyState, RequestKind, RequestStatus, limits, requests, tell,
};
use crate::http::{Envelope, Nothing, Page, ValidatedJson, ValidatedQuery};
use crate::ids::UserId;
use crate::limits::throttle;
use crate::validation::Check;

/// Lists the caller's requests and invitations, newest first.
#[utoipa::path(get, path = "/group/request/mine", tag = "group", params(RequestQuery),
    responses((status = 200, body = Envelope<Page<JoinRequest>>)), security(("bearer" = [])))]
pub async fn list_my_requests(
    State(app): State<App>,
    Signed { user, .. }: Signed,
    ValidatedQuery(query): ValidatedQuery<RequestQuery>,
) -> Result<Envelope<Page<JoinRequest>>> {
    requests::list_own(app.db.read(), user.id, query)
        .await
        .map(Envelope::ok)
}

/// Lists the requests and invitations of a group with their documents, newest first.
#[utoipa::path(get, path = "/group/{groupId}/join-request", tag = "group",
    params(("groupId" = GroupId, Path), RequestQuery),
    responses((status = 200, body = Envelope<Page<JoinRequest>>)), security(("bearer" = [])))]
pub async fn list_join_requests(
    State(app): State<App>,
    caller: InGroup<Leader>,
    ValidatedQuery(query): ValidatedQuery<RequestQuery>,
) -> Result<Envelope<Page<JoinRequest>>> {
    requests::list(app.db.read(), caller.group.id, query)
        .await
        .map(Envelope::ok)
}

/// Asks to join a group. Who is invited, or asks an open group, is a member at once. 5002 without a document that the
/// group requires, except of those it has invited. 5008 for members, while a request waits, within a day after a
/// rejection, without an invitation where one is needed (also for somebody who was removed), when the group is full,
/// and when the business field is taken; 5003 when an invitation finds no room; 5009 when the group is archived; 5016:
/// the caller is an administrator. 5003 (HTTP 429) after 30 requests in a row, with growing pauses.
#[utoipa::path(post, path = "/group/{groupId}/join-request", tag = "group", params(("groupId" = GroupId, Path)),
    request_body = NewJoinRequest, responses((status = 200, body = Envelope<Joining>)), security(("bearer" = [])))]
pub async fn create_join_request(
    State(app): State<App>,
    Joiner(user): Joiner,
    mut caller: InGroup<Visitor>,
    ValidatedJson(mut body): ValidatedJson<NewJoinRequest>,
) -> Result<Envelope<Joining>> {
    let now = app.clock.now();
    body.business_field = body.business_field.or(user.business_field);
    body.position = body.position.or(user.position);
    throttle::count_account(&app.db, &limits::REQUESTS, user.id, now).await?;
    let tx = app.db.write().await?;
    caller.lock_open(&tx).await?;
    let group = &caller.group;
    let applying = requests::applying(&tx, group, user.id, now).await?;
    let entry = rules::outcome_of_asking(group.join_policy, applying, now)?;
    let (request, state, message) = match entry {
        AskingOutcome::AcceptsInvitation => {
            let invitation = requests::find_pending(&tx, group.id, user.id).await?;
            let invitation = invitation.ok_or_else(Error::not_found)?;
            let member = NewMember {
                business_field: body.business_field,
                position: body.position,
                ..member_of(&invitation)
            };
            let accepted = accept(&tx, group, invitation.id, member, user.id, now).await?;
            (accepted, MyState::Member, "group.joined")
        }
        AskingOutcome::Asks | AskingOutcome::Joins => {
            check_documents(&tx, group, user.id, &body).await?;
            requests::forget_earlier_documents(&tx, group.id, user.id).await?;
            let kind = RequestKind::Request;
            let mut row = requests::new(group.id, user.id, kind, GroupRole::Member, user.id, now);
            row.message = Set(body.message);
            row.membership_certificate = Set(body.membership_certificate);
            row.business_license = Set(body.business_license);
            row.business_field = Set(body.business_field);
            row.position = Set(body.position);
            let request = requests::insert(&tx, row).await?;
            if entry == AskingOutcome::Joins {
                let joined = join(&tx, group, request, now).await?;
                (joined, MyState::Member, "group.joined")
            } else {
                record(
                    &tx,
                    group,
                    &request,
                    user.id,
                    GroupAction::RequestCreated,
                    now,
                )
                .await?;
                (request, MyState::Requested, "group.requestSent")
            }
        }
    };
    tx.commit().await?;
    let joining = Joining {
        my_state: state,
        request: requests::describe_one(app.db.read(), request).await?,
    };
    Ok(Envelope::said(joining, message))
}

/// Refuses with 5002 a missing document, and files that are gone or somebody else's.
async fn check_documents(
    tx: &Tx,
    group: &group::Model,
    applicant: UserId,
    body: &NewJoinRequest,
) -> Result<()> {
    let mut check = Check::default();
    for (field, document, is_required, missing) in [
        (
            "membershipCertificate",
            body.membership_certificate,
            group.require_membership_certificate,
            "group.certificateMissing",
        ),
        (
            "businessLicense",
            body.business_license,
            group.require_business_license,
            "group.licenseMissing",
        ),
    ] {
        match document {
            Some(FileUrl(id)) => {
                let private = Visibility::Private;
                let usable = files::is_usable(tx, id, applicant, false, private).await?;
                check.ensure(usable, field, LocalizedText::new("field.unknownFile"));
            }
            None => check.ensure(!is_required, field, LocalizedText::new(missing)),
        }
    }
    check.finish()
}

/// Admits somebody whom nobody decides about.
async fn join(
    tx: &Tx,
    group: &group::Model,
    request: join_request::Model,
    now: Timestamp,
) -> Result<join_request::Model> {
    let user = request.user_id;
    membership::admit(tx, group, vec![member_of(&request)], user, now).await?;
    let mut row = request.into_active_model();
    row.status = Set(RequestStatus::Accepted);
    row.decided_by = Set(None);
    row.decided_at = Set(Some(now));
    let request = row.update(tx).await?;
    record(tx, group, &request, user, GroupAction::MemberJoined, now).await?;
    Ok(request)
}

/// Who becomes a member by this request or invitation.
fn member_of(request: &join_request::Model) -> NewMember {
    NewMember {
        user: request.user_id,
        role: request.role,
        business_field: request.business_field.clone(),
        position: request.position.clone(),
        attend_date: None,
        invited_by: (request.kind == RequestKind::Invitation).then_some(request.created_by),
    }
}

/// Accepts a pending request or invitation: its account is a member at once, as `member` says.
async fn accept(
    tx: &Tx,
    group: &group::Model,
    id: JoinRequestId,
    member: NewMember,
    by: UserId,
    now: Timestamp,
) -> Result<join_request::Model> {
    let accepted = RequestStatus::Accepted;
    membership::find_accounts(tx, [member.user].into_iter()).await?;
    let request = requests::settle(tx, group.id, id, accepted, by, None, now).await?;
    membership::admit(tx, group, vec![member], by, now).await?;
    let action = match request.kind {
        RequestKind::Request => GroupAction::RequestAccepted,
        RequestKind::Invitation => GroupAction::InvitationAccepted,
    };
    record(tx, group, &request, by, action, now).await?;
    Ok(request)
}

/// Logs what `by` has done about a request or an invitation, and tells the people concerned.
async fn record(
    tx: &Tx,
    group: &group::Model,
    request: &join_request::Model,
    by: UserId,
    action: GroupAction,
    now: Timestamp,
) -> Result<()> {
    let data = match action {
        GroupAction::RequestRejected => json!({ "reason": request.reason }),
        _ => json!({ "role": request.role }),
    };
    let entry = LogEntry {
        group: group.id,
        actor: Some(by),
        action,
        subject: Some(request.user_id.into()),
        data,
    };
    log::log(tx, [entry], now).await?;
    tell::of_request(tx, group, request, by, action, now).await
}

/// Invites organisers to a group, all of them or none. Who has asked to join is a member at once. 5008 when one of them
/// is a member or invited already; 5003 without room for those who have asked; 5009 when the group is archived. 5003
/// (HTTP 429) after 60 calls in a row, with growing pauses.
#[utoipa::path(post, path = "/group/{groupId}/invitation", tag = "group", params(("groupId" = GroupId, Path)),
    request_body = NewMembers, responses((status = 200, body = Envelope<Vec<JoinRequest>>)), security(("bearer" = [])))]
pub async fn invite_members(
    State(app): State<App>,
    mut caller: InGroup<Leader>,
    ValidatedJson(NewMembers { user_ids, role }): ValidatedJson<NewMembers>,
) -> Result<Envelope<Vec<JoinRequest>>> {
    let now = app.clock.now();
    throttle::count_account(&app.db, &limits::INVITATIONS, caller.user.id, now).await?;
    let tx = app.db.write().await?;
    caller.lock_open(&tx).await?;
    caller.check_may_give(role)?;
    let (group, by) = (&caller.group, caller.user.id);
    let users = membership::find_accounts(&tx, user_ids.iter().copied()).await?;
    let ids: Vec<UserId> = users.iter().map(|user| user.id).collect();
    membership::check_new_to(&tx, group.id, &ids).await?;
    let pending = join_request::pending()
        .filter(join_request::Column::GroupId.eq(group.id))
        .filter(join_request::Column::UserId.is_in(ids))
        .all(&tx)
        .await?;
    check_not_invited(&tx, &pending).await?;
    let mut rows = Vec::new();
    for user in users {
        let asked = pending.iter().find(|request| request.user_id == user.id);
        if let Some(request) = asked {
            let member = NewMember {
                role,
                invited_by: Some(by),
                ..member_of(request)
            };
            rows.push(accept(&tx, group, request.id, member, by, now).await?);
            continue;
        }
        let kind = RequestKind::Invitation;
        let mut row = requests::new(group.id, user.id, kind, role, by, now);
        row.business_field = Set(user.business_field);
        row.position = Set(user.position);
        let invitation = requests::insert(&tx, row).await?;
        record(
            &tx,
            group,
            &invitation,
            by,
            GroupAction::InvitationCreated,
            now,
        )
        .await?;
        rows.push(invitation);
    }
    tx.commit().await?;
    let invitations = requests::describe(app.db.read(), rows).await?;
    Ok(Envelope::said(invitations, "group.invited"))
}

/// 5008 when somebody is invited already.
async fn check_not_invited(tx: &Tx, pending: &[join_request::Model]) -> Result<()> {
    let invited = pending
        .iter()
        .filter(|request| request.kind == RequestKind::Invitation);
    let invited: HashSet<UserId> = invited.map(|request| request.user_id).collect();
    if invited.is_empty() {
        return Ok(());
    }
    let names = membership::names(tx, &invited).await?;
    Err(Error::Conflict(
        LocalizedText::new("group.invitedAlready").with("names", names),
    ))
}

/// Decides a request, as a leader, or an invitation, as the invited person. 5008 when it was decided or withdrawn
/// meanwhile, or the business field is taken; 5003 without room for one more member; 5009 when the group is archived.
#[utoipa::path(put, path = "/group/{groupId}/join-request/{id}", tag = "group",
    params(("groupId" = GroupId, Path), ("id" = JoinRequestId, Path)), request_body = Decision,
    responses((status = 200, body = Envelope<JoinRequest>)), security(("bearer" = [])))]
pub async fn decide_join_request(
    State(app): State<App>,
    MayDecideRequest {
        mut caller,
        request,
    }: MayDecideRequest,
    ValidatedJson(Decision { action, reason }): ValidatedJson<Decision>,
) -> Result<Envelope<JoinRequest>> {
    let now = app.clock.now();
    let refused = match (request.kind, action) {
        (_, DecisionAction::Accept) => None,
        (RequestKind::Request, DecisionAction::Reject) => Some((
            RequestStatus::Rejected,
            GroupAction::RequestRejected,
            "group.requestRejected",
        )),
        (RequestKind::Invitation, DecisionAction::Decline) => Some((
            RequestStatus::Declined,
            GroupAction::InvitationDeclined,
            "group.invitationDeclined",
        )),
        _ => {
            let message = LocalizedText::new("group.otherDecision");
            return Err(Error::field("action", message));
        }
    };
    let tx = app.db.write().await?;
    caller.lock_open(&tx).await?;
    if request.kind == RequestKind::Request && !caller.has::<Leader>() {
        return Err(Error::InsufficientPermission);
    }
    let (group, by) = (&caller.group, caller.user.id);
    let (request, message) = match refused {
        None => {
            let member = member_of(&request);
            let accepted = accept(&tx, group, request.id, member, by, now).await?;
            let message = match accepted.kind {
                RequestKind::Request => "group.requestAccepted",
                RequestKind::Invitation => "group.joined",
            };
            (accepted, message)
        }
        Some((status, action, message)) => {
            let reason = reason.filter(|_| status == RequestStatus::Rejected);
            let refused =
                requests::settle(&tx, group.id, request.id, status, by, reason, now).await?;
            record(&tx, group, &refused, by, action, now).await?;
            (refused, message)
        }
    };
    tx.commit().await?;
    let shown = requests::describe_one(app.db.read(), request).await?;
    Ok(Envelope::said(shown, message))
}

/// Takes back a request, as who asked, or an invitation, as a leader. 5008 when it was decided meanwhile.
#[utoipa::path(delete, path = "/group/{groupId}/join-request/{id}", tag = "group",
    params(("groupId" = GroupId, Path), ("id" = JoinRequestId, Path)),
    responses((status = 200, body = Envelope<Nothing>)), security(("bearer" = [])))]
pub async fn withdraw_join_request(
    State(app): State<App>,
    MayWithdrawRequest {
        mut caller,
        request,
    }: MayWithdrawRequest,
) -> Result<Envelope<Nothing>> {
    let now = app.clock.now();
    let (status, action, message) = match request.kind {
        RequestKind::Request => (
            RequestStatus::Cancelled,
            GroupAction::RequestCancelled,
            "group.requestCancelled",
        ),
        RequestKind::Invitation => (
            RequestStatus::Revoked,
            GroupAction::InvitationRevoked,
            "group.invitationRevoked",
        ),
    };
    let tx = app.db.write().await?;
    caller.lock(&tx).await?;
    if request.kind == RequestKind::Invitation && !caller.has::<Leader>() {
        return Err(Error::InsufficientPermission);
    }
    let by = caller.user.id;
    let settled = requests::settle(&tx, caller.group.id, request.id, status, by, None, now).await?;
    record(&tx, &caller.group, &settled, by, action, now).await?;
    tx.commit().await?;
    Ok(Envelope::done(message))
}
