//! Calls to ask for one more group than the plans allow, and to decide about it.

use axum::extract::State;
use hoi_platform::app::App;
use hoi_platform::audit::{self, AuditAction};
use hoi_platform::error::{Error, LocalizedText, Result};
use hoi_platform::http::{
    ClientIp, Envelope, Existing, Identified, Nothing, Page, PageQuery, ValidatedQuery,
};
use hoi_platform::idempotency::{Idempotent, KeyHeader, Once};
use hoi_platform::ids::EventId;

use crate::accounts::{self, Admin, Signed};
use crate::groups::dto::{GroupRequest, GroupRequestReason, NewGroupRequest, OwnGroupRequest};
use crate::groups::entity::group_request;
use crate::groups::{GroupRequestId, founding, limits};

impl Identified for group_request::Entity {
    type Id = GroupRequestId;

    async fn check_exists(id: GroupRequestId, app: &App, _: Option<EventId>) -> Result<()> {
        founding::find(app.db.read(), id).await.map(drop)
    }
}

/// Lists the requests for one more group that wait for an administrator, those that wait longest first.
#[utoipa::path(get, path = "/group-requests", tag = "group", params(PageQuery),
    responses((status = 200, body = Envelope<Page<GroupRequest>>)), security(("bearer" = [])))]
pub async fn list_group_requests(
    State(app): State<App>,
    _: Admin,
    ValidatedQuery(page): ValidatedQuery<PageQuery>,
) -> Result<Envelope<Page<GroupRequest>>> {
    let page = PageQuery::new(page.limit, page.page)?;
    founding::list_open(app.db.read(), page)
        .await
        .map(Envelope::ok)
}

/// Asks the administrators for one more group than the caller's plans allow. 5008 when the plans allow one more, and while
/// the caller has a request that waits or was approved and is not used yet; 5003 (HTTP 429) after three requests within a
/// day.
#[utoipa::path(post, path = "/group-requests", tag = "group", params(KeyHeader), request_body = NewGroupRequest,
    responses((status = 200, body = Envelope<OwnGroupRequest>)), security(("bearer" = [])))]
pub async fn create_group_request(
    State(app): State<App>,
    Signed { user, .. }: Signed,
    Idempotent(once, body): Idempotent<NewGroupRequest>,
) -> Result<Envelope<OwnGroupRequest>> {
    let now = app.clock.now();
    let tx = once.begin().await?;
    let user = accounts::lock(&tx, user.id)
        .await?
        .ok_or(Error::InvalidAccessToken)?;
    if limits::has_room(&tx, user.id, now).await? {
        return Err(Error::Conflict(LocalizedText::new("groupRequest.hasRoom")));
    }
    let request = founding::ask(&tx, &user, body, now).await?;
    let asked = Envelope::said(request.into(), "groupRequest.sent");
    let asked = once.commit(tx, asked).await?;
    app.jobs.notify_one();
    Ok(asked)
}

/// Approves a request: its account can create one more group. 5008 when it was decided before.
#[utoipa::path(post, path = "/group-requests/{id}/approve", tag = "group", params(("id" = GroupRequestId, Path), KeyHeader),
    responses((status = 200, body = Envelope<Nothing>)), security(("bearer" = [])))]
pub async fn approve_group_request(
    State(app): State<App>,
    Admin { user: admin }: Admin,
    ClientIp(ip): ClientIp,
    Existing(id): Existing<group_request::Entity>,
    once: Once,
) -> Result<Envelope<Nothing>> {
    let now = app.clock.now();
    let tx = once.begin().await?;
    let request = founding::decide(&tx, id, admin.id, None, now).await?;
    let done = AuditAction::GroupRequestApproved;
    audit::record(&tx, Some(admin.id), done, request.user_id, Some(ip), now).await?;
    let approved = Envelope::done("groupRequest.approved");
    let approved = once.commit(tx, approved).await?;
    app.jobs.notify_one();
    Ok(approved)
}

/// Declines a request with a reason, which its account is told. 5008 when it was decided before.
#[utoipa::path(post, path = "/group-requests/{id}/decline", tag = "group", params(("id" = GroupRequestId, Path), KeyHeader),
    request_body = GroupRequestReason, responses((status = 200, body = Envelope<Nothing>)), security(("bearer" = [])))]
pub async fn decline_group_request(
    State(app): State<App>,
    Admin { user: admin }: Admin,
    ClientIp(ip): ClientIp,
    Existing(id): Existing<group_request::Entity>,
    Idempotent(once, body): Idempotent<GroupRequestReason>,
) -> Result<Envelope<Nothing>> {
    let now = app.clock.now();
    let tx = once.begin().await?;
    let request = founding::decide(&tx, id, admin.id, Some(body.reason), now).await?;
    let done = AuditAction::GroupRequestDeclined;
    audit::record(&tx, Some(admin.id), done, request.user_id, Some(ip), now).await?;
    let declined = Envelope::done("groupRequest.declined");
    let declined = once.commit(tx, declined).await?;
    app.jobs.notify_one();
    Ok(declined)
}
