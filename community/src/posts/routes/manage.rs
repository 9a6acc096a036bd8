//! Calls that write, change, close, pin and remove posts.

use axum::extract::State;
use hoi_db::{Timestamp, Tx};
use hoi_platform::app::App;
use hoi_platform::error::{Error, LocalizedText, Result, is_stale};
use hoi_platform::files::FileUrl;
use hoi_platform::http::{Envelope, Nothing, ValidatedJson};
use hoi_platform::idempotency::{Idempotent, KeyHeader};
use hoi_platform::limits::throttle;
use hoi_platform::validation::Check;
use sea_orm::sea_query::Expr;
use sea_orm::{ActiveModelTrait as _, ColumnTrait, EntityTrait, QueryFilter};
use serde_json::json;

use crate::groups::{self, GroupAction, GroupId, InGroup, Leader, LogEntry, Member, Reader, Right};
use crate::posts::access::{EditedPost, InPost, no_post, require};
use crate::posts::dto::{NewPost, Post, PostChange, check_not_empty};
use crate::posts::entity::post;
use crate::posts::{PostId, PostStatus, images, news, reports, rules, store, throttles};

/// The most pinned posts of a group.
const MAX_PINNED: usize = 3;

/// Returns whether a post that the caller writes now waits for a leader's approval. The group must be locked.
async fn needs_approval<R>(tx: &Tx, caller: &InGroup<R>) -> Result<bool> {
    let group = &caller.group;
    let approved = store::count_approved(tx, group.id, caller.user.id).await?;
    let is_leader = caller.has::<Leader>();
    Ok(rules::needs_approval(
        group.post_approval,
        group.first_n,
        is_leader,
        approved,
    ))
}

/// Writes a post. It waits for a leader's approval if `postApproval` of the group says so. 5003 (HTTP 429) after 60 posts
/// in a row, with growing pauses; 5009: the group is archived.
#[utoipa::path(post, path = "/group/{groupId}/post", tag = "post", params(("groupId" = GroupId, Path), KeyHeader),
    request_body = NewPost, responses((status = 200, body = Envelope<Post>)), security(("bearer" = [])))]
pub async fn create_post(
    State(app): State<App>,
    mut caller: InGroup<Member>,
    Idempotent(once, body): Idempotent<NewPost>,
) -> Result<Envelope<Post>> {
    let now = app.clock.now();
    throttle::count_account(&app.db, &throttles::POSTS, caller.user.id, now).await?;
    app.vitals.require_space()?;
    let tx = once.begin().await?;
    caller.lock_open(&tx).await?;
    let waits = needs_approval(&tx, &caller).await?;
    let post = insert(&tx, &caller, body, waits, now).await?;
    news::sent(&tx, &post, now).await?;
    let message = if post.status == PostStatus::Approved {
        "post.published"
    } else {
        "post.sentForApproval"
    };
    let post = store::describe_one(&tx, post, &caller.user).await?;
    let written = once.commit(tx, Envelope::said(post, message)).await?;
    app.jobs.notify_one();
    Ok(written)
}

async fn insert(
    tx: &Tx,
    caller: &InGroup<Member>,
    body: NewPost,
    waits: bool,
    now: Timestamp,
) -> Result<post::Model> {
    let mut check = Check::default();
    images::check_usable(tx, &mut check, &body.images, caller.user.id).await?;
    check.finish()?;
    let row = store::new_row(caller.group.id, caller.user.id, body.text, waits, now);
    let post = row.insert(tx).await?;
    images::set(tx, post.id, &body.images).await?;
    Ok(post)
}

/// Changes a post: absent fields stay unchanged. Authors change their own posts, which then wait for approval as a new
/// post would; leaders change posts that wait (5016 for all others). 5008: it was decided or changed since it was read,
/// with the stored post in `data`; 5009: the group is archived.
#[utoipa::path(put, path = "/group/{groupId}/post/{postId}", tag = "post",
    params(("groupId" = GroupId, Path), ("postId" = PostId, Path)), request_body = PostChange,
    responses((status = 200, body = Envelope<Post>)), security(("bearer" = [])))]
pub async fn update_post(
    State(app): State<App>,
    EditedPost(mut found): EditedPost,
    ValidatedJson(body): ValidatedJson<PostChange>,
) -> Result<Envelope<Post>> {
    let now = app.clock.now();
    let tx = app.db.write().await?;
    found.caller.lock_open(&tx).await?;
    found.post = store::find_again(&tx, &found.post).await?;
    let standing = found.standing();
    require(standing.may_withdraw())?;
    let InPost { caller, post } = found;
    if is_stale(body.version, post.version) {
        let stored = store::describe_one(&tx, post, &caller.user).await?;
        return Err(Error::changed_meanwhile(&stored));
    }
    require(standing.may_edit(post.status))?;
    let old_images: Vec<FileUrl> = images::of_posts(&tx, [post.id])
        .await?
        .remove(&post.id)
        .unwrap_or_default();
    let text = body.text.unwrap_or_else(|| post.text.clone());
    let images = body.images.unwrap_or_else(|| old_images.clone());
    let mut check = Check::default();
    check_not_empty(&mut check, &text, &images);
    let new: Vec<FileUrl> = images
        .iter()
        .copied()
        .filter(|image| !old_images.contains(image))
        .collect();
    images::check_usable(&tx, &mut check, &new, caller.user.id).await?;
    check.finish()?;
    if text == post.text && images == old_images {
        let post = store::describe_one(&tx, post, &caller.user).await?;
        return Ok(Envelope::said(post, "post.updated"));
    }
    let status = rules::after_edit(post.status, needs_approval(&tx, &caller).await?);
    let mut change = post::Entity::update_many()
        .col_expr(post::Column::Text, Expr::value(text))
        .col_expr(post::Column::Status, Expr::value(status))
        .col_expr(post::Column::EditedAt, Expr::value(now))
        .col_expr(post::Column::Version, Expr::value(post.version + 1))
        .filter(post::Column::Id.eq(post.id))
        .filter(post::Column::Version.eq(post.version))
        .filter(post::Column::Status.eq(post.status))
        .filter(post::Column::DeletedAt.is_null());
    if status != post.status {
        change = change
            .col_expr(post::Column::SubmittedAt, Expr::value(now))
            .col_expr(post::Column::PinnedAt, Expr::value(None::<Timestamp>))
            .col_expr(post::Column::Reason, Expr::value(None::<String>));
    }
    if change.exec(&tx).await?.rows_affected == 0 {
        return Err(Error::Conflict(LocalizedText::new("post.editedMeanwhile")));
    }
    images::set(&tx, post.id, &images).await?;
    if !standing.is_author {
        log(&tx, &caller, &post, GroupAction::PostEdited, now).await?;
    }
    let is_sent_again = status == PostStatus::Pending && standing.is_author;
    let old_status = post.status;
    let post = post::Model { status, ..post };
    if old_status != status {
        news::sent(&tx, &post, now).await?;
    }
    tx.commit().await?;
    app.jobs.notify_one();
    let post = store::find(app.db.read(), caller.group.id, post.id).await?;
    let post = post.ok_or_else(no_post)?;
    let post = store::describe_one(app.db.read(), post, &caller.user).await?;
    let message = if is_sent_again {
        "post.sentForApproval"
    } else {
        "post.updated"
    };
    Ok(Envelope::said(post, message))
}

async fn log<R>(
    tx: &Tx,
    caller: &InGroup<R>,
    post: &post::Model,
    action: GroupAction,
    now: Timestamp,
) -> Result<()> {
    let entry = LogEntry {
        group: post.group_id,
        actor: Some(caller.user.id),
        action,
        subject: Some(post.author_id.into()),
        data: json!({ "postId": post.id }),
    };
    groups::log(tx, [entry], now).await
}

/// Removes a post, as its author or a leader, also from an archived group.
#[utoipa::path(delete, path = "/group/{groupId}/post/{postId}", tag = "post",
    params(("groupId" = GroupId, Path), ("postId" = PostId, Path)),
    responses((status = 200, body = Envelope<Nothing>)), security(("bearer" = [])))]
pub async fn delete_post(
    State(app): State<App>,
    mut found: InPost<Reader>,
) -> Result<Envelope<Nothing>> {
    let now = app.clock.now();
    require(found.standing().may_withdraw())?;
    let tx = app.db.write().await?;
    found.caller.lock(&tx).await?;
    let standing = found.standing();
    require(standing.may_withdraw())?;
    let InPost { caller, post } = found;
    let removed = post::Entity::update_many()
        .col_expr(post::Column::DeletedAt, Expr::value(now))
        .col_expr(post::Column::PinnedAt, Expr::value(None::<Timestamp>))
        .filter(post::Column::Id.eq(post.id))
        .filter(post::Column::DeletedAt.is_null())
        .exec(&tx)
        .await?;
    if removed.rows_affected == 0 {
        return Err(no_post());
    }
    reports::resolve_of_post(&tx, post.id, caller.user.id, now).await?;
    if !standing.is_author {
        log(&tx, &caller, &post, GroupAction::PostRemoved, now).await?;
    }
    tx.commit().await?;
    Ok(Envelope::done("post.removed"))
}

/// Closes a post, as its author or a leader: it takes no comments and reactions anymore. 5008: it is not approved;
/// 5009: the group is archived.
#[utoipa::path(put, path = "/group/{groupId}/post/{postId}/close", tag = "post",
    params(("groupId" = GroupId, Path), ("postId" = PostId, Path)),
    responses((status = 200, body = Envelope<Post>)), security(("bearer" = [])))]
pub async fn close_post(State(app): State<App>, found: InPost<Reader>) -> Result<Envelope<Post>> {
    let post = set_closed(&app, found, true, GroupAction::PostClosed).await?;
    Ok(Envelope::said(post, "post.closed"))
}

/// Opens a closed post again, as a leader. 5008: it is not approved; 5009: the group is archived.
#[utoipa::path(put, path = "/group/{groupId}/post/{postId}/reopen", tag = "post",
    params(("groupId" = GroupId, Path), ("postId" = PostId, Path)),
    responses((status = 200, body = Envelope<Post>)), security(("bearer" = [])))]
pub async fn reopen_post(State(app): State<App>, found: InPost<Leader>) -> Result<Envelope<Post>> {
    let post = set_closed(&app, found, false, GroupAction::PostReopened).await?;
    Ok(Envelope::said(post, "post.reopened"))
}

async fn set_closed<R: Right>(
    app: &App,
    mut found: InPost<R>,
    is_closed: bool,
    action: GroupAction,
) -> Result<Post> {
    require(found.standing().may_close(!is_closed))?;
    let tx = app.db.write().await?;
    found.caller.lock_open(&tx).await?;
    let standing = found.standing();
    require(standing.may_close(!is_closed))?;
    let is_logged = found.post.is_closed != is_closed && !standing.is_author;
    let change = (post::Column::IsClosed, Expr::value(is_closed));
    change_approved(app, tx, found, change, is_logged.then_some(action)).await
}

/// Pins a post at the top of its group, where at most three stand (5003). 5008: it is not approved; 5009: the group is
/// archived.
#[utoipa::path(put, path = "/group/{groupId}/post/{postId}/pin", tag = "post",
    params(("groupId" = GroupId, Path), ("postId" = PostId, Path)),
    responses((status = 200, body = Envelope<Post>)), security(("bearer" = [])))]
pub async fn pin_post(State(app): State<App>, found: InPost<Leader>) -> Result<Envelope<Post>> {
    let post = set_pinned(&app, found, true, GroupAction::PostPinned).await?;
    Ok(Envelope::said(post, "post.pinned"))
}

/// Unpins a post. 5008: it is not approved; 5009: the group is archived.
#[utoipa::path(put, path = "/group/{groupId}/post/{postId}/unpin", tag = "post",
    params(("groupId" = GroupId, Path), ("postId" = PostId, Path)),
    responses((status = 200, body = Envelope<Post>)), security(("bearer" = [])))]
pub async fn unpin_post(State(app): State<App>, found: InPost<Leader>) -> Result<Envelope<Post>> {
    let post = set_pinned(&app, found, false, GroupAction::PostUnpinned).await?;
    Ok(Envelope::said(post, "post.unpinned"))
}

async fn set_pinned(
    app: &App,
    mut found: InPost<Leader>,
    is_pinned: bool,
    action: GroupAction,
) -> Result<Post> {
    let tx = app.db.write().await?;
    found.caller.lock_open(&tx).await?;
    if is_pinned {
        let pinned = store::pinned(&tx, found.caller.group.id).await?;
        let others = pinned.iter().filter(|other| other.id != found.post.id);
        if others.count() >= MAX_PINNED {
            return Err(Error::ResourceExceeded(
                LocalizedText::new("post.tooManyPinned").with("max", MAX_PINNED),
            ));
        }
    }
    let is_logged = found.post.pinned_at.is_some() != is_pinned;
    let pinned_at = is_pinned.then(|| app.clock.now());
    let change = (post::Column::PinnedAt, Expr::value(pinned_at));
    change_approved(app, tx, found, change, is_logged.then_some(action)).await
}

/// Sets a column of an approved post, logs `action` if there is one, commits, and returns the post; 5008 when the post
/// is not approved.
async fn change_approved<R>(
    app: &App,
    tx: Tx,
    InPost { caller, post }: InPost<R>,
    (column, value): (post::Column, Expr),
    action: Option<GroupAction>,
) -> Result<Post> {
    let changed = post::Entity::update_many()
        .col_expr(column, value)
        .filter(post::Column::Id.eq(post.id))
        .filter(post::Column::Status.eq(PostStatus::Approved))
        .filter(post::Column::DeletedAt.is_null())
        .exec(&tx)
        .await?;
    if changed.rows_affected == 0 {
        return Err(Error::Conflict(LocalizedText::new("post.notApproved")));
    }
    if let Some(action) = action {
        log(&tx, &caller, &post, action, app.clock.now()).await?;
    }
    let post = store::find_again(&tx, &post).await?;
    tx.commit().await?;
    store::describe_one(app.db.read(), post, &caller.user).await
}
