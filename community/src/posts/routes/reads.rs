//! Calls that read posts.

use axum::extract::State;
use hoi_platform::app::App;
use hoi_platform::error::Result;
use hoi_platform::http::{Envelope, ValidatedQuery};

use crate::accounts::Signed;
use crate::groups::{self, GroupId, InGroup, Reader};
use crate::posts::access::InPost;
use crate::posts::dto::{CommentList, CommentQuery, FeedQuery, PostDetail, PostList, PostQuery};
use crate::posts::{FeedCursor, PostId, comments, feed, store};

/// Returns a part of the approved posts of all groups of the caller. Posts that are approved while a reader loads part
/// after part neither repeat nor hide any post, and neither do comments: with `sort=active`, all parts have the order
/// of the moment at which the first was read, for twelve hours. A post with a comment of the last five seconds before
/// that moment may be in two parts.
#[utoipa::path(get, path = "/group/feed", tag = "post", params(FeedQuery),
    responses((status = 200, body = Envelope<PostList>)), security(("bearer" = [])))]
pub async fn get_feed(
    State(app): State<App>,
    Signed { user, .. }: Signed,
    ValidatedQuery(query): ValidatedQuery<FeedQuery>,
) -> Result<Envelope<PostList>> {
    let conn = app.db.read();
    let (sort, now) = (query.sort.unwrap_or_default(), app.clock.now());
    let cursor = query.cursor.as_deref();
    let from = cursor.map(|cursor| FeedCursor::read(cursor, sort, now));
    let from = from.transpose()?;
    let groups = groups::ids_of_member(conn, user.id).await?;
    let limit = store::part_limit(query.limit)?;
    let (posts, next_cursor) = feed::part(conn, &groups, sort, from, limit, now).await?;
    Ok(Envelope::ok(PostList {
        items: store::describe(conn, posts, &user).await?,
        next_cursor,
    }))
}

/// Lists the posts of a group.
#[utoipa::path(get, path = "/group/{groupId}/post", tag = "post", params(("groupId" = GroupId, Path), PostQuery),
    responses((status = 200, body = Envelope<PostList>)), security(("bearer" = [])))]
pub async fn list_posts(
    State(app): State<App>,
    caller: InGroup<Reader>,
    ValidatedQuery(query): ValidatedQuery<PostQuery>,
) -> Result<Envelope<PostList>> {
    store::list(app.db.read(), &caller, query)
        .await
        .map(Envelope::ok)
}

/// Returns a post with its first comments. 5005 for a post that is not approved, unless the caller wrote it or leads
/// the group.
#[utoipa::path(get, path = "/group/{groupId}/post/{postId}", tag = "post",
    params(("groupId" = GroupId, Path), ("postId" = PostId, Path)),
    responses((status = 200, body = Envelope<PostDetail>)), security(("bearer" = [])))]
pub async fn get_post(
    State(app): State<App>,
    InPost { caller, post }: InPost<Reader>,
) -> Result<Envelope<PostDetail>> {
    let conn = app.db.read();
    let comments = comments::list(conn, &post, CommentQuery::default(), &caller).await?;
    let post = store::describe_one(conn, post, &caller.user).await?;
    Ok(Envelope::ok(PostDetail { post, comments }))
}

/// Lists the comments on a post: threads in the order in which they began, the answers to a comment after it.
#[utoipa::path(get, path = "/group/{groupId}/post/{postId}/comment", tag = "post",
    params(("groupId" = GroupId, Path), ("postId" = PostId, Path), CommentQuery),
    responses((status = 200, body = Envelope<CommentList>)), security(("bearer" = [])))]
pub async fn list_comments(
    State(app): State<App>,
    InPost { caller, post }: InPost<Reader>,
    ValidatedQuery(query): ValidatedQuery<CommentQuery>,
) -> Result<Envelope<CommentList>> {
    comments::list(app.db.read(), &post, query, &caller)
        .await
        .map(Envelope::ok)
}
