//! Calls on invitations by e-mail address.

use std::collections::HashSet;

use axum::extract::State;
use hoi_platform::app::App;
use hoi_platform::clock;
use hoi_platform::error::{Error, LocalizedText, Result};
use hoi_platform::http::{Envelope, Nothing, PathToken};
use hoi_platform::idempotency::{Idempotent, KeyHeader, Once};
use hoi_platform::limits::throttle;
use uuid::Uuid;

use crate::accounts::{self, email_key};
use crate::groups::access::{InGroup, Leader, MayWithdrawRequest};
use crate::groups::dto::{EmailInvitation, JoinRequest, MailedInvitation, NewEmailInvitations};
use crate::groups::invitations::{self, Invitee};
use crate::groups::log::GroupAction;
use crate::groups::{
    GroupId, JoinRequestId, RequestKind, RequestStatus, requests, store, throttles,
};

/// Invites people by their e-mail addresses, but those who are members or invited already. Addresses without an account
/// get a mail that leads to sign-up, the others a notification; the answer does not tell which. People who have asked
/// to join become members at once. 5008 when all of them are members or invited already; 5003, and no invitation,
/// without room for all the others, when the caller's mails of the day do not suffice, and when 5000 invitations are
/// unanswered; 5009 when the group is archived; 5016 for managers who invite managers. 5003 (HTTP 429) after 60 calls
/// in a row, with growing pauses.
#[utoipa::path(post, path = "/group/{groupId}/invitation/email", tag = "group", params(("groupId" = GroupId, Path), KeyHeader),
    request_body = NewEmailInvitations, responses((status = 200, body = Envelope<Vec<JoinRequest>>)),
    security(("bearer" = [])))]
pub async fn invite_by_email(
    State(app): State<App>,
    mut caller: InGroup<Leader>,
    Idempotent(once, NewEmailInvitations { people, role }): Idempotent<NewEmailInvitations>,
) -> Result<Envelope<Vec<JoinRequest>>> {
    let now = app.clock.now();
    throttle::count_account(&app.db, &throttles::INVITATIONS, caller.user.id, now).await?;
    let tx = once.begin().await?;
    caller.lock_open(&tx).await?;
    caller.check_may_give(role)?;
    let keys: Vec<String> = people
        .iter()
        .map(|person| email_key(&person.email))
        .collect();
    let known = invitations::known(&tx, caller.group.id, &keys).await?;
    let is_in = |among: &HashSet<String>, person: &EmailInvitation| {
        among.contains(&email_key(&person.email))
    };
    let (left_out, people): (Vec<_>, Vec<_>) = people
        .into_iter()
        .partition(|person| is_in(&known.members, person) || is_in(&known.invited, person));
    if people.is_empty() {
        for (among, key) in [
            (&known.members, "group.memberExists"),
            (&known.invited, "group.invitedAlready"),
        ] {
            let found = left_out.iter().filter(|person| is_in(among, person));
            let names: Vec<&str> = found.map(|person| &*person.email).collect();
            if !names.is_empty() {
                let message = LocalizedText::new(key).with("names", names.join(", "));
                return Err(Error::Conflict(message));
            }
        }
    }
    let people = people.into_iter().map(|person| Invitee {
        email: person.email,
        full_name: person.full_name,
        phone: None,
        role,
        business_field: None,
        position: None,
        attend_date: None,
    });
    let rows = invitations::invite(&tx, &caller, people.collect(), known, now).await?;
    let shown = requests::describe(&tx, rows).await?;
    let invited = once.commit(tx, Envelope::said(shown, "group.invited"));
    let invited = invited.await?;
    app.jobs.notify_one();
    Ok(invited)
}

/// Sends an invitation by e-mail again; its time begins anew. 5008 when it was answered, invites an account, or was sent
/// within the last day; 5003 when the caller has no mail of the day left; 5009 when the group is archived; 5016 for a
/// request to join, which is not sent.
#[utoipa::path(post, path = "/group/{groupId}/join-request/{id}/resend", tag = "group",
    params(("groupId" = GroupId, Path), ("id" = JoinRequestId, Path), KeyHeader),
    responses((status = 200, body = Envelope<JoinRequest>)), security(("bearer" = [])))]
pub async fn resend_invitation(
    State(app): State<App>,
    MayWithdrawRequest {
        mut caller,
        request,
    }: MayWithdrawRequest,
    once: Once,
) -> Result<Envelope<JoinRequest>> {
    let now = app.clock.now();
    let tx = once.begin().await?;
    caller.lock_open(&tx).await?;
    if request.kind == RequestKind::Request || !caller.has::<Leader>() {
        return Err(Error::InsufficientPermission);
    }
    let (group, by) = (caller.group.id, caller.user.id);
    let sent = invitations::resend(&tx, group, request.id, by, now).await?;
    let shown = requests::describe_one(&tx, sent).await?;
    let resent = once.commit(tx, Envelope::said(shown, "group.invitationResent"));
    let resent = resent.await?;
    app.jobs.notify_one();
    Ok(resent)
}

fn over() -> Error {
    Error::NotFound(LocalizedText::new("group.invitationOver"))
}

/// Returns the invitation to which a mailed link leads. 5005 when the link is wrong, or the invitation was answered,
/// withdrawn or has expired.
#[utoipa::path(get, path = "/group-invitation/{token}", tag = "group",
    params(("token" = String, Path, description = "From the mailed link")),
    responses((status = 200, body = Envelope<MailedInvitation>)))]
pub async fn get_mailed_invitation(
    State(app): State<App>,
    PathToken(token): PathToken,
) -> Result<Envelope<MailedInvitation>> {
    let (conn, now) = (app.db.read(), app.clock.now());
    let found = invitations::find_by_token(conn, &app.secrets, &token, now).await?;
    let (invitation, group) = found.ok_or_else(over)?;
    let members = store::count_members(conn, [group.id]).await?;
    Ok(Envelope::ok(MailedInvitation {
        member_count: members.get(&group.id).copied().unwrap_or(0),
        group_name: group.name,
        group_description: group.description,
        group_avatar: group.avatar,
        invited_by: accounts::full_name(conn, invitation.created_by).await?,
        role: invitation.role,
        email: invitation.email.unwrap_or_default(),
        full_name: invitation.full_name,
        phone: invitation.phone,
        expires_at: invitation.expires_at.unwrap_or(now),
    }))
}

/// Declines an invitation by e-mail without an account, so that it is not sent again. 5005 as when it is read; 5008 when
/// it was answered at this moment.
#[utoipa::path(post, path = "/group-invitation/{token}/decline", tag = "group",
    params(("token" = String, Path, description = "From the mailed link")),
    responses((status = 200, body = Envelope<Nothing>)))]
pub async fn decline_mailed_invitation(
    State(app): State<App>,
    PathToken(token): PathToken,
) -> Result<Envelope<Nothing>> {
    let now = app.clock.now();
    let found = invitations::find_by_token(app.db.read(), &app.secrets, &token, now).await?;
    let (invitation, group) = found.ok_or_else(over)?;
    let tx = app.db.write().await?;
    let group = store::lock(&tx, group.id).await?;
    let status = RequestStatus::Declined;
    let declined = requests::settle(&tx, group.id, invitation.id, status, None, None, now).await?;
    let action = GroupAction::InvitationDeclined;
    requests::record(&tx, &group, &declined, None, action, now).await?;
    // The inviter's notification says who declined, until the mail is forgotten, too.
    let nobody: Uuid = clock::new_id();
    invitations::forget(&tx, &[declined.id], nobody.to_string()).await?;
    tx.commit().await?;
    Ok(Envelope::done("group.invitationDeclined"))
}
