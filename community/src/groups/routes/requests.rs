//! Calls to ask to join a group, to invite people, and to decide.

use axum::extract::State;
use hoi_db::{Timestamp, Tx};
use hoi_platform::app::App;
use hoi_platform::error::{Error, LocalizedText, Result};
use hoi_platform::files::{self, FileUrl, Visibility};
use hoi_platform::http::{Envelope, Nothing, Page, ValidatedJson, ValidatedQuery};
use hoi_platform::idempotency::{Idempotent, KeyHeader};
use hoi_platform::ids::UserId;
use hoi_platform::limits::throttle;
use hoi_platform::validation::Check;
use sea_orm::Set;

use crate::accounts::Signed;
use crate::accounts::entity::user;
use crate::groups::access::{
    InGroup, Joiner, Leader, MayDecideRequest, MayWithdrawRequest, Visitor,
};
use crate::groups::dto::{
    Decision, DecisionAction, JoinRequest, Joining, NewJoinRequest, NewMembers, RequestQuery,
};
use crate::groups::entity::{group, join_request};
use crate::groups::log::GroupAction;
use crate::groups::membership::{self, NewMember};
use crate::groups::rules::{self, AskingOutcome};
use crate::groups::{
    GroupId, GroupRole, JoinPolicy, JoinRequestId, MyState, RequestKind, RequestStatus,
    invitations, requests, throttles,
};

/// Lists the caller's requests and invitations, newest first.
#[utoipa::path(get, path = "/group/request/mine", tag = "group", params(RequestQuery),
    responses((status = 200, body = Envelope<Page<JoinRequest>>)), security(("bearer" = [])))]
pub async fn list_my_requests(
    State(app): State<App>,
    Signed { user, .. }: Signed,
    ValidatedQuery(query): ValidatedQuery<RequestQuery>,
) -> Result<Envelope<Page<JoinRequest>>> {
    requests::list_own(app.db.read(), &user, query)
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

/// Asks to join a group. An invited account, or one that asks an open group, becomes a member at once. 5002 without a
/// document that the group requires, or without a business field where it admits one member of each, except from
/// invited accounts. 5008 for members, while a request waits, within a day after a rejection, without an invitation
/// where one is needed (also after a removal), when the group is full, and when the business field is taken; 5003 when
/// an invitation finds no room; 5009 when the group is archived; 5016: the caller is an administrator. 5003 (HTTP 429)
/// after 30 requests in a row, with growing pauses.
#[utoipa::path(post, path = "/group/{groupId}/join-request", tag = "group", params(("groupId" = GroupId, Path), KeyHeader),
    request_body = NewJoinRequest, responses((status = 200, body = Envelope<Joining>)), security(("bearer" = [])))]
pub async fn create_join_request(
    State(app): State<App>,
    Joiner(user): Joiner,
    mut caller: InGroup<Visitor>,
    Idempotent(once, body): Idempotent<NewJoinRequest>,
) -> Result<Envelope<Joining>> {
    let now = app.clock.now();
    throttle::count_account(&app.db, &throttles::REQUESTS, user.id, now).await?;
    let tx = once.begin().await?;
    caller.lock_open(&tx).await?;
    let policy = caller.group.join_policy;
    let joining = ask(&tx, &caller.group, policy, user, body, now).await?;
    once.commit(tx, joining).await
}

/// Asks the group, which must be locked, to take the account. `policy` says how the account can join.
pub(super) async fn ask(
    tx: &Tx,
    group: &group::Model,
    policy: JoinPolicy,
    user: user::Model,
    mut body: NewJoinRequest,
    now: Timestamp,
) -> Result<Envelope<Joining>> {
    body.business_field = body.business_field.or(user.business_field.clone());
    body.position = body.position.or(user.position.clone());
    let applying = requests::applying(tx, group, &user, now).await?;
    let outcome = rules::outcome_of_asking(policy, applying, now)?;
    let (request, state, message) = match outcome {
        AskingOutcome::AcceptsInvitation => {
            let invitation = requests::find_pending(tx, group.id, &user).await?;
            let invitation = invitation.ok_or_else(Error::not_found)?;
            let member = NewMember {
                business_field: body.business_field,
                position: body.position,
                ..requests::member_of(&invitation, user.id)
            };
            let accepted = requests::accept(tx, group, invitation.id, member, user.id, now);
            (accepted.await?, MyState::Member, "group.joined")
        }
        AskingOutcome::Asks | AskingOutcome::Joins => {
            check_asked(tx, group, user.id, &body).await?;
            requests::forget_earlier_documents(tx, group.id, user.id).await?;
            let kind = RequestKind::Request;
            let mut row = requests::new(group.id, user.id, kind, GroupRole::Member, user.id, now);
            row.message = Set(body.message);
            row.membership_certificate = Set(body.membership_certificate);
            row.business_license = Set(body.business_license);
            row.business_field = Set(body.business_field);
            row.position = Set(body.position);
            let request = requests::insert(tx, row).await?;
            if outcome == AskingOutcome::Joins {
                let joined = requests::join(tx, group, request, user.id, now).await?;
                (joined, MyState::Member, "group.joined")
            } else {
                let (by, action) = (Some(user.id), GroupAction::RequestCreated);
                requests::record(tx, group, &request, by, action, now).await?;
                (request, MyState::Requested, "group.requestSent")
            }
        }
    };
    let joining = Joining {
        my_state: state,
        request: requests::describe_one(tx, request).await?,
    };
    Ok(Envelope::said(joining, message))
}

/// Refuses with 5002 a missing document, files that are gone or belong to another account, and a missing business field
/// where the group admits one member of each; with 5008 a field that is taken.
async fn check_asked(
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
    let has_field = body.business_field.is_some() || !group.one_per_business_field;
    let missing = LocalizedText::new("group.fieldMissing");
    check.ensure(has_field, "businessField", missing);
    check.finish()?;
    membership::check_field(tx, group, applicant, body.business_field.as_deref()).await
}

/// Invites organizers to a group, all of them or none. People who have asked to join become members at once. 5008 when
/// one of them is a member or invited already; 5003 without room for the people who have asked; 5009 when the group is
/// archived. 5003 (HTTP 429) after 60 calls in a row, with growing pauses.
#[utoipa::path(post, path = "/group/{groupId}/invitation", tag = "group", params(("groupId" = GroupId, Path), KeyHeader),
    request_body = NewMembers, responses((status = 200, body = Envelope<Vec<JoinRequest>>)), security(("bearer" = [])))]
pub async fn invite_members(
    State(app): State<App>,
    mut caller: InGroup<Leader>,
    Idempotent(once, NewMembers { user_ids, role }): Idempotent<NewMembers>,
) -> Result<Envelope<Vec<JoinRequest>>> {
    let now = app.clock.now();
    throttle::count_account(&app.db, &throttles::INVITATIONS, caller.user.id, now).await?;
    let tx = once.begin().await?;
    caller.lock_open(&tx).await?;
    caller.check_may_give(role)?;
    let users = membership::find_accounts(&tx, user_ids.iter().copied()).await?;
    let ids: Vec<UserId> = users.iter().map(|user| user.id).collect();
    membership::check_new_to(&tx, caller.group.id, &ids).await?;
    let rows = invitations::invite_accounts(&tx, &caller, users, role, now).await?;
    let invited = requests::describe(&tx, rows).await?;
    once.commit(tx, Envelope::said(invited, "group.invited"))
        .await
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
            let member = match request.user_id {
                Some(user) => requests::member_of(&request, user),
                None => of_address(&request, &caller.user),
            };
            let accepted = requests::accept(&tx, group, request.id, member, by, now).await?;
            let message = match accepted.kind {
                RequestKind::Request => "group.requestAccepted",
                RequestKind::Invitation => "group.joined",
            };
            (accepted, message)
        }
        Some((status, action, message)) => {
            let reason = reason.filter(|_| status == RequestStatus::Rejected);
            // A refused invitation to an address does not tell the inviter whose account has it.
            let by = request.user_id.is_some().then_some(by);
            let refused =
                requests::settle(&tx, group.id, request.id, status, by, reason, now).await?;
            requests::record(&tx, group, &refused, by, action, now).await?;
            (refused, message)
        }
    };
    tx.commit().await?;
    let shown = requests::describe_one(app.db.read(), request).await?;
    Ok(Envelope::said(shown, message))
}

/// The account as it becomes a member by an invitation to its address: details that the inviter did not give come from
/// the profile.
fn of_address(invitation: &join_request::Model, user: &user::Model) -> NewMember {
    let member = requests::member_of(invitation, user.id);
    NewMember {
        business_field: member.business_field.or(user.business_field.clone()),
        position: member.position.or(user.position.clone()),
        ..member
    }
}

/// Takes back a request, as the applicant, or an invitation, as a leader. 5008 when it was decided meanwhile.
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
    let by = Some(caller.user.id);
    let settled = requests::settle(&tx, caller.group.id, request.id, status, by, None, now).await?;
    requests::record(&tx, &caller.group, &settled, by, action, now).await?;
    tx.commit().await?;
    Ok(Envelope::done(message))
}
