//! Calls that report posts and comments, and that list and resolve the reports.

use std::collections::HashSet;

use axum::extract::State;
use hoi_platform::app::App;
use hoi_platform::error::{Error, LocalizedText, Result};
use hoi_platform::http::{Envelope, Nothing, PathId};
use hoi_platform::idempotency::{Idempotent, KeyHeader, Once};
use hoi_platform::ids::UserId;
use hoi_platform::limits::throttle;
use serde_json::json;

use crate::groups::{self, GroupAction, GroupId, InGroup, Leader, LogEntry, Member};
use crate::posts::access::{InPost, OnComment};
use crate::posts::dto::{NewReport, Reported};
use crate::posts::{CommentId, PostId, ReportId, reports, throttles};

/// Reports a post to the group's leaders. 5003 (HTTP 429) after 20 reports in a row, with growing
/// pauses; 5008: the caller wrote it, or has reported it before.
#[utoipa::path(post, path = "/group/{groupId}/post/{postId}/report", tag = "post",
    params(("groupId" = GroupId, Path), ("postId" = PostId, Path), KeyHeader), request_body = NewReport,
    responses((status = 200, body = Envelope<Nothing>)), security(("bearer" = [])))]
pub async fn report_post(
    State(app): State<App>,
    found: InPost<Member>,
    Idempotent(once, body): Idempotent<NewReport>,
) -> Result<Envelope<Nothing>> {
    let author = found.post.author_id;
    report(&app, found, author, None, once, body).await
}

/// Reports a comment to the group's leaders. 5003 (HTTP 429) after 20 reports in a row, with growing
/// pauses; 5008: the caller wrote it, or has reported it before.
#[utoipa::path(post, path = "/group/{groupId}/post/{postId}/comment/{id}/report", tag = "post",
    params(("groupId" = GroupId, Path), ("postId" = PostId, Path), ("id" = CommentId, Path), KeyHeader), request_body = NewReport,
    responses((status = 200, body = Envelope<Nothing>)), security(("bearer" = [])))]
pub async fn report_comment(
    State(app): State<App>,
    OnComment { post, comment }: OnComment<Member>,
    Idempotent(once, body): Idempotent<NewReport>,
) -> Result<Envelope<Nothing>> {
    report(&app, post, comment.author_id, Some(comment.id), once, body).await
}

async fn report(
    app: &App,
    InPost { mut caller, post }: InPost<Member>,
    author: UserId,
    comment: Option<CommentId>,
    once: Once,
    body: NewReport,
) -> Result<Envelope<Nothing>> {
    let now = app.clock.now();
    if author == caller.user.id {
        return Err(Error::Conflict(LocalizedText::new("post.reportOfOwn")));
    }
    throttle::count_account(&app.db, &throttles::REPORTS, caller.user.id, now).await?;
    let tx = once.begin().await?;
    caller.lock(&tx).await?;
    let by = caller.user.id;
    reports::create(&tx, &post, comment, author, by, body.reason, now).await?;
    let reported = once.commit(tx, Envelope::done("post.reported")).await?;
    app.jobs.notify_one();
    Ok(reported)
}

/// Lists the posts and comments with reports that are not resolved; at most the 200 oldest reports. The caller's own
/// texts are left to other leaders and to administrators.
#[utoipa::path(get, path = "/group/{groupId}/report", tag = "post", params(("groupId" = GroupId, Path)),
    responses((status = 200, body = Envelope<Vec<Reported>>)), security(("bearer" = [])))]
pub async fn list_reports(
    State(app): State<App>,
    caller: InGroup<Leader>,
) -> Result<Envelope<Vec<Reported>>> {
    reports::list(app.db.read(), caller.group.id, caller.user.id)
        .await
        .map(Envelope::ok)
}

/// Resolves all reports of the same post or comment, which stays as it is. Removing the post or comment resolves them,
/// too. 5008: they were resolved meanwhile; 5016: the caller wrote it.
#[utoipa::path(put, path = "/group/{groupId}/report/{id}/resolve", tag = "post",
    params(("groupId" = GroupId, Path), ("id" = ReportId, Path)),
    responses((status = 200, body = Envelope<Nothing>)), security(("bearer" = [])))]
pub async fn resolve_report(
    State(app): State<App>,
    mut caller: InGroup<Leader>,
    PathId(id): PathId<ReportId>,
) -> Result<Envelope<Nothing>> {
    let now = app.clock.now();
    let group = caller.group.id;
    let missing = || Error::NotFound(LocalizedText::new("post.reportNotFound"));
    let found = reports::find(app.db.read(), group, id).await?;
    let report = found.ok_or_else(missing)?;
    let tx = app.db.write().await?;
    caller.lock(&tx).await?;
    let author = reports::author_of(&tx, &report).await?;
    if author == Some(caller.user.id) {
        return Err(Error::InsufficientPermission);
    }
    let resolved = reports::resolve(&tx, HashSet::from([report.target_id]), caller.user.id, now);
    if resolved.await? == 0 {
        return Err(Error::Conflict(LocalizedText::new("post.reportResolved")));
    }
    let entry = LogEntry {
        group,
        actor: Some(caller.user.id),
        action: GroupAction::ReportResolved,
        subject: author.map(Into::into),
        data: json!({ "postId": report.post_id }),
    };
    groups::log(&tx, [entry], now).await?;
    tx.commit().await?;
    Ok(Envelope::done("post.reportKept"))
}
