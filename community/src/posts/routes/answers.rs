//! Calls that comment on posts, and like comments.

use axum::extract::State;
use hoi_platform::app::App;
use hoi_platform::error::Result;
use hoi_platform::http::{Envelope, Nothing, ValidatedJson};
use hoi_platform::idempotency::{Idempotent, KeyHeader};
use hoi_platform::limits::throttle;
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};
use serde_json::json;

use crate::groups::{self, GroupAction, GroupId, LogEntry, Member, Reader};
use crate::posts::access::{InPost, OnComment, OwnComment, no_comment, require, standing};
use crate::posts::dto::{Comment, CommentChange, Likes, NewComment};
use crate::posts::entity::comment;
use crate::posts::{CommentId, PostId, comments, likes, news, throttles};

/// Comments on a post, or on a comment on it. 5003 (HTTP 429) after 200 comments in a row, with growing pauses; 5008:
/// the post is not approved; 5009: it is closed, or the group is archived.
#[utoipa::path(post, path = "/group/{groupId}/post/{postId}/comment", tag = "post",
    params(("groupId" = GroupId, Path), ("postId" = PostId, Path), KeyHeader), request_body = NewComment,
    responses((status = 200, body = Envelope<Comment>)), security(("bearer" = [])))]
pub async fn create_comment(
    State(app): State<App>,
    mut found: InPost<Member>,
    Idempotent(once, NewComment { text, parent_id }): Idempotent<NewComment>,
) -> Result<Envelope<Comment>> {
    let now = app.clock.now();
    throttle::count_account(&app.db, &throttles::COMMENTS, found.caller.user.id, now).await?;
    app.vitals.require_space()?;
    let tx = once.begin().await?;
    found.lock_answerable(&tx).await?;
    // Read again under the lock: the feed relies on a comment being visible soon after its time.
    let now = app.clock.now();
    let InPost { caller, post } = found;
    let added = comments::add(&tx, &post, caller.user.id, parent_id, text, now).await?;
    news::commented(&tx, &added, now).await?;
    let shown = comments::describe_one(&tx, added, &post, &caller).await?;
    let added = once.commit(tx, Envelope::ok(shown)).await?;
    app.jobs.notify_one();
    Ok(added)
}

/// Changes a comment of the caller. 5008: the post is not approved; 5009: it is closed, or the group is archived.
#[utoipa::path(put, path = "/group/{groupId}/post/{postId}/comment/{id}", tag = "post",
    params(("groupId" = GroupId, Path), ("postId" = PostId, Path), ("id" = CommentId, Path)),
    request_body = CommentChange, responses((status = 200, body = Envelope<Comment>)), security(("bearer" = [])))]
pub async fn update_comment(
    State(app): State<App>,
    OwnComment(found): OwnComment,
    ValidatedJson(CommentChange { text }): ValidatedJson<CommentChange>,
) -> Result<Envelope<Comment>> {
    let now = app.clock.now();
    let OnComment { mut post, comment } = found;
    let tx = app.db.write().await?;
    post.lock_answerable(&tx).await?;
    let InPost { caller, post } = post;
    let changed = comment::Entity::update_many()
        .col_expr(comment::Column::Text, Expr::value(text))
        .col_expr(comment::Column::EditedAt, Expr::value(now))
        .filter(comment::Column::Id.eq(comment.id))
        .filter(comment::Column::DeletedAt.is_null())
        .exec(&tx)
        .await?;
    if changed.rows_affected == 0 {
        return Err(no_comment());
    }
    tx.commit().await?;
    let conn = app.db.read();
    let comment = comments::find(conn, post.id, comment.id).await?;
    let comment = comment.ok_or_else(no_comment)?;
    let shown = comments::describe_one(conn, comment, &post, &caller).await?;
    Ok(Envelope::ok(shown))
}

/// Removes a comment, as its author or a leader, also from a closed post and an archived group.
#[utoipa::path(delete, path = "/group/{groupId}/post/{postId}/comment/{id}", tag = "post",
    params(("groupId" = GroupId, Path), ("postId" = PostId, Path), ("id" = CommentId, Path)),
    responses((status = 200, body = Envelope<Nothing>)), security(("bearer" = [])))]
pub async fn delete_comment(
    State(app): State<App>,
    OnComment { post, comment }: OnComment<Reader>,
) -> Result<Envelope<Nothing>> {
    let now = app.clock.now();
    let InPost { mut caller, post } = post;
    let tx = app.db.write().await?;
    caller.lock(&tx).await?;
    let standing = standing(&caller, comment.author_id);
    require(standing.may_withdraw())?;
    let is_removed = comments::remove(&tx, &comment, caller.user.id, now).await?;
    if is_removed && !standing.is_author {
        let entry = LogEntry {
            group: caller.group.id,
            actor: Some(caller.user.id),
            action: GroupAction::CommentRemoved,
            subject: Some(comment.author_id.into()),
            data: json!({ "postId": post.id }),
        };
        groups::log(&tx, [entry], now).await?;
    }
    tx.commit().await?;
    Ok(Envelope::done("post.commentRemoved"))
}

/// Likes a comment; a repeated call changes nothing. 5008: the post is not approved; 5009: it is closed, or the group
/// is archived.
#[utoipa::path(put, path = "/group/{groupId}/post/{postId}/comment/{id}/like", tag = "post",
    params(("groupId" = GroupId, Path), ("postId" = PostId, Path), ("id" = CommentId, Path)),
    responses((status = 200, body = Envelope<Likes>)), security(("bearer" = [])))]
pub async fn like_comment(
    State(app): State<App>,
    found: OnComment<Member>,
) -> Result<Envelope<Likes>> {
    set_comment_like(&app, found, true).await
}

/// Removes the caller's like of a comment; a repeated call changes nothing. 5008: the post is not approved; 5009: it is
/// closed, or the group is archived.
#[utoipa::path(delete, path = "/group/{groupId}/post/{postId}/comment/{id}/like", tag = "post",
    params(("groupId" = GroupId, Path), ("postId" = PostId, Path), ("id" = CommentId, Path)),
    responses((status = 200, body = Envelope<Likes>)), security(("bearer" = [])))]
pub async fn unlike_comment(
    State(app): State<App>,
    found: OnComment<Member>,
) -> Result<Envelope<Likes>> {
    set_comment_like(&app, found, false).await
}

async fn set_comment_like(
    app: &App,
    OnComment { mut post, comment }: OnComment<Member>,
    is_liked: bool,
) -> Result<Envelope<Likes>> {
    let now = app.clock.now();
    let account = post.caller.user.id;
    let tx = app.db.write().await?;
    post.lock_answerable(&tx).await?;
    let like_count =
        likes::set_of_comment(&tx, &post.post, &comment, account, is_liked, now).await?;
    tx.commit().await?;
    Ok(Envelope::ok(Likes {
        like_count,
        is_liked,
    }))
}
