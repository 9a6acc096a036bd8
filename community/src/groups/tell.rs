//! Notifies the members of a group, and people whose membership changes.

use std::collections::BTreeSet;

use hoi_db::{Timestamp, Tx};
use hoi_jobs::Attempt;
use hoi_platform::app::App;
use hoi_platform::error::Result;
use hoi_platform::ids::UserId;
use sea_orm::Select;

use super::entity::{group, group_member, join_request};
use super::log::GroupAction;
use super::{GroupId, GroupRole, JoinRequestId, RequestStatus, store};
use crate::accounts;
use crate::notifications::{self, Kind, News};

/// Members told in one transaction.
const AT_ONCE: usize = 500;

/// Tells all members of a group, in a job.
pub async fn tell_members(app: &App, job: Attempt, group: GroupId, news: &News) -> Result<()> {
    tell_some(app, job, store::members_of(group), news).await
}

/// Tells these members of a group, in a job. Writers wait for one another, so many are told in several transactions; when
/// the job begins again, it goes on where it ended.
pub async fn tell_some(
    app: &App,
    job: Attempt,
    members: Select<group_member::Entity>,
    news: &News,
) -> Result<()> {
    let members = store::account_ids(app.db.read(), members).await?;
    let members: BTreeSet<UserId> = members.into_iter().collect();
    loop {
        let tx = app.db.write().await?;
        let (news, now) = (news.clone(), app.clock.now());
        let is_left = notifications::tell_next(&tx, job.job, &members, AT_ONCE, news, now).await?;
        tx.commit().await?;
        if !is_left {
            break;
        }
    }
    app.jobs.notify_one();
    Ok(())
}

/// Tells the people concerned of an action of `by` on a request or an invitation: leaders of a new request, applicants
/// of the decision, invited people of the invitation, and the inviter of the answer.
pub async fn of_request(
    tx: &Tx,
    group: &group::Model,
    request: &join_request::Model,
    by: Option<UserId>,
    action: GroupAction,
    now: Timestamp,
) -> Result<()> {
    if request.status != RequestStatus::Pending {
        settle(tx, request.id, now).await?;
    }
    let page = format!("/my-group/{}", group.id);
    let members = format!("{page}?tab=members");
    let (kind, to, link) = match action {
        GroupAction::RequestCreated => {
            let leaders = store::account_ids(tx, store::leaders_of(group.id)).await?;
            let waiting = format!("{members}&view=waiting&request={}", request.id);
            (Kind::JoinRequestCreated, leaders, waiting)
        }
        GroupAction::RequestAccepted => (
            Kind::JoinRequestAccepted,
            request.user_id.into_iter().collect(),
            page,
        ),
        GroupAction::RequestRejected => {
            // A hidden group is closed to the applicant now; the notification itself has the reason.
            let seen = if group.is_listed {
                page
            } else {
                "/notifications".to_owned()
            };
            let applicant = request.user_id.into_iter().collect();
            (Kind::JoinRequestRejected, applicant, seen)
        }
        GroupAction::InvitationCreated => {
            let invited = request.user_id.into_iter().collect();
            (Kind::InvitationCreated, invited, to_answer(request.id))
        }
        GroupAction::InvitationAccepted => {
            let member = match request.user_id {
                Some(user) => format!("{members}&member={user}"),
                None => members,
            };
            (Kind::InvitationAccepted, vec![request.created_by], member)
        }
        GroupAction::InvitationDeclined => {
            let declined = format!("{members}&view=history&request={}", request.id);
            (Kind::InvitationDeclined, vec![request.created_by], declined)
        }
        _ => return Ok(()),
    };
    let mut news = News::new(kind, request.id, link)
        .by(by)
        .text("group", &group.name);
    news = if kind == Kind::JoinRequestRejected {
        news.reason(request.reason.as_deref())
    } else if kind.params().contains(&"name") {
        let name = match by {
            Some(by) => accounts::full_name(tx, by).await?,
            None => request.typed_name().to_owned(),
        };
        news.text("name", name)
    } else {
        news
    };
    notifications::tell(tx, to, news, now).await?;
    Ok(())
}

/// Returns where the invited person answers the invitation.
fn to_answer(invitation: JoinRequestId) -> String {
    format!("/my-group?invitation={invitation}")
}

/// Marks the notifications that ask for a decision about a request or an invitation as read, because it was decided.
pub async fn settle(tx: &Tx, request: JoinRequestId, now: Timestamp) -> Result<()> {
    let asked = [Kind::JoinRequestCreated, Kind::InvitationCreated];
    notifications::settle(tx, request, asked, now).await
}

/// Tells the account that has the address of an invitation.
pub async fn of_invitation(
    tx: &Tx,
    group: &group::Model,
    invitation: &join_request::Model,
    to: UserId,
    now: Timestamp,
) -> Result<()> {
    // Its mail was taken from the inviter's allowance already, so the inviter is not named as the one who causes it.
    let inviter = accounts::full_name(tx, invitation.created_by).await?;
    let news = News::new(
        Kind::InvitationCreated,
        invitation.id,
        to_answer(invitation.id),
    )
    .naming(invitation.created_by)
    .text("group", &group.name)
    .text("name", inviter);
    notifications::tell(tx, [to], news, now).await?;
    Ok(())
}

/// Tells accounts that `by` has made them members or removed them, as `kind` says.
pub async fn of_membership(
    tx: &Tx,
    group: &group::Model,
    accounts: impl IntoIterator<Item = UserId>,
    by: UserId,
    kind: Kind,
    now: Timestamp,
) -> Result<()> {
    let link = match kind {
        Kind::MemberRemoved => "/my-group".to_owned(),
        _ => format!("/my-group/{}", group.id),
    };
    let news = News::new(kind, group.id, link)
        .by(by)
        .text("group", &group.name);
    notifications::tell(tx, accounts, news, now).await?;
    Ok(())
}

/// Tells a member that `by` has given them another role.
pub async fn of_role(
    tx: &Tx,
    group: &group::Model,
    account: UserId,
    role: GroupRole,
    by: UserId,
    now: Timestamp,
) -> Result<()> {
    let page = format!("/my-group/{}", group.id);
    let news = News::new(Kind::MemberRoleChanged, group.id, page)
        .by(by)
        .text("group", &group.name)
        .key("role", role.text());
    notifications::tell(tx, [account], news, now).await?;
    Ok(())
}
