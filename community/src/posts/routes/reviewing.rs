//! Calls that approve and reject posts.

use std::collections::{BTreeMap, BTreeSet};

use axum::extract::State;
use hoi_platform::app::App;
use hoi_platform::error::{Error, LocalizedText, Result};
use hoi_platform::http::{Envelope, ValidatedJson};

use crate::groups::{GroupId, InGroup, Leader};
use crate::posts::access::InPost;
use crate::posts::dto::{Post, PostDecision, Review, ReviewAction, ReviewBody};
use crate::posts::review::{self, Decision, decide, refusal_of_decided};
use crate::posts::{PostId, store};

/// Approves a post that waits, so that all members see it. 5008: it was decided or edited meanwhile; 5009: the group is
/// archived.
#[utoipa::path(put, path = "/group/{groupId}/post/{postId}/approve", tag = "post",
    params(("groupId" = GroupId, Path), ("postId" = PostId, Path)), request_body = Option<PostDecision>,
    responses((status = 200, body = Envelope<Post>)), security(("bearer" = [])))]
pub async fn approve_post(
    State(app): State<App>,
    found: InPost<Leader>,
    body: Option<ValidatedJson<PostDecision>>,
) -> Result<Envelope<Post>> {
    let post = decide_one(&app, found, ReviewAction::Approve, body).await?;
    Ok(Envelope::said(post, "post.approved"))
}

/// Rejects a post that waits; the author sees the reason. 5008: it was decided or edited meanwhile; 5009: the group is
/// archived.
#[utoipa::path(put, path = "/group/{groupId}/post/{postId}/reject", tag = "post",
    params(("groupId" = GroupId, Path), ("postId" = PostId, Path)), request_body = Option<PostDecision>,
    responses((status = 200, body = Envelope<Post>)), security(("bearer" = [])))]
pub async fn reject_post(
    State(app): State<App>,
    found: InPost<Leader>,
    body: Option<ValidatedJson<PostDecision>>,
) -> Result<Envelope<Post>> {
    let post = decide_one(&app, found, ReviewAction::Reject, body).await?;
    Ok(Envelope::said(post, "post.rejected"))
}

async fn decide_one(
    app: &App,
    InPost { mut caller, post }: InPost<Leader>,
    action: ReviewAction,
    body: Option<ValidatedJson<PostDecision>>,
) -> Result<Post> {
    let now = app.clock.now();
    let PostDecision { reason, version } = body.map(|ValidatedJson(body)| body).unwrap_or_default();
    let versions: BTreeMap<PostId, i64> = version.map(|read| (post.id, read)).into_iter().collect();
    let tx = app.db.write().await?;
    caller.lock_open(&tx).await?;
    let decision = Decision {
        action,
        reason,
        by: caller.user.id,
    };
    let ids = BTreeSet::from([post.id]);
    let decided = decide(&tx, caller.group.id, &ids, &versions, decision, now).await?;
    let post = store::find_again(&tx, &post).await?;
    if decided.is_empty() {
        return Err(refusal_of_decided(&tx, &post).await?);
    }
    tx.commit().await?;
    app.jobs.notify_one();
    store::describe_one(app.db.read(), post, &caller.user).await
}

/// Approves or rejects several posts that wait, except those that were decided, edited or removed meanwhile. 5008 when
/// that is all of them. 5009: the group is archived.
#[utoipa::path(put, path = "/group/{groupId}/post/review", tag = "post", params(("groupId" = GroupId, Path)),
    request_body = ReviewBody, responses((status = 200, body = Envelope<Review>)), security(("bearer" = [])))]
pub async fn review_posts(
    State(app): State<App>,
    mut caller: InGroup<Leader>,
    ValidatedJson(body): ValidatedJson<ReviewBody>,
) -> Result<Envelope<Review>> {
    let now = app.clock.now();
    let tx = app.db.write().await?;
    caller.lock_open(&tx).await?;
    let decision = Decision {
        action: body.action,
        reason: body.reason,
        by: caller.user.id,
    };
    let group = caller.group.id;
    let decided = decide(&tx, group, &body.ids, &body.versions, decision, now).await?;
    if decided.is_empty() {
        return Err(Error::Conflict(LocalizedText::new("post.nothingDecided")));
    }
    tx.commit().await?;
    app.jobs.notify_one();
    let left: Vec<PostId> = body.ids.difference(&decided).copied().collect();
    let left_decided_by = review::who_decided(app.db.read(), group, &left).await?;
    let message = match body.action {
        ReviewAction::Approve => "post.severalApproved",
        ReviewAction::Reject => "post.severalRejected",
    };
    let message = LocalizedText::new(message).with("count", decided.len());
    let messages = vec![message.localized()];
    let decided = decided.into_iter().collect();
    Ok(Envelope {
        messages,
        ..Envelope::ok(Review {
            decided,
            left,
            left_decided_by,
        })
    })
}
