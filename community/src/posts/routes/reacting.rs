//! Calls about reactions to posts, of which the like is one.

use axum::extract::State;
use hoi_platform::app::App;
use hoi_platform::error::Result;
use hoi_platform::http::{Envelope, ValidatedJson, ValidatedQuery};

use crate::groups::{GroupId, Member, Reader};
use crate::posts::access::InPost;
use crate::posts::dto::{Likes, NewReaction, Post, ReactionList, ReactionQuery};
use crate::posts::{PostId, ReactionKind, reactions, store};

/// Lists the reactions to a post, the last first. A changed reaction keeps its place.
#[utoipa::path(get, path = "/group/{groupId}/post/{postId}/reaction", tag = "post",
    params(("groupId" = GroupId, Path), ("postId" = PostId, Path), ReactionQuery),
    responses((status = 200, body = Envelope<ReactionList>)), security(("bearer" = [])))]
pub async fn list_reactions(
    State(app): State<App>,
    InPost { post, .. }: InPost<Reader>,
    ValidatedQuery(query): ValidatedQuery<ReactionQuery>,
) -> Result<Envelope<ReactionList>> {
    reactions::list(app.db.read(), post.id, query)
        .await
        .map(Envelope::ok)
}

/// Reacts to a post, which replaces another reaction of the caller; a repeated call changes nothing. 5008: the post is
/// not approved; 5009: it is closed, or the group is archived.
#[utoipa::path(put, path = "/group/{groupId}/post/{postId}/reaction", tag = "post",
    params(("groupId" = GroupId, Path), ("postId" = PostId, Path)), request_body = NewReaction,
    responses((status = 200, body = Envelope<Post>)), security(("bearer" = [])))]
pub async fn set_reaction(
    State(app): State<App>,
    found: InPost<Member>,
    ValidatedJson(NewReaction { kind }): ValidatedJson<NewReaction>,
) -> Result<Envelope<Post>> {
    react(&app, found, Some(kind)).await
}

/// Takes back the caller's reaction to a post; a repeated call changes nothing. 5008: the post is not approved; 5009:
/// it is closed, or the group is archived.
#[utoipa::path(delete, path = "/group/{groupId}/post/{postId}/reaction", tag = "post",
    params(("groupId" = GroupId, Path), ("postId" = PostId, Path)),
    responses((status = 200, body = Envelope<Post>)), security(("bearer" = [])))]
pub async fn delete_reaction(
    State(app): State<App>,
    found: InPost<Member>,
) -> Result<Envelope<Post>> {
    react(&app, found, None).await
}

async fn react(
    app: &App,
    mut found: InPost<Member>,
    kind: Option<ReactionKind>,
) -> Result<Envelope<Post>> {
    let now = app.clock.now();
    let tx = app.db.write().await?;
    found.lock_answerable(&tx).await?;
    let InPost { caller, post } = found;
    let post = reactions::set(&tx, &post, caller.user.id, |_| kind, now).await?;
    tx.commit().await?;
    let shown = store::describe_one(app.db.read(), post, &caller.user).await?;
    Ok(Envelope::ok(shown))
}

/// Likes a post, which replaces another reaction of the caller; a repeated call changes nothing. 5008: it is not
/// approved; 5009: it is closed, or the group is archived.
#[utoipa::path(put, path = "/group/{groupId}/post/{postId}/like", tag = "post",
    params(("groupId" = GroupId, Path), ("postId" = PostId, Path)),
    responses((status = 200, body = Envelope<Likes>)), security(("bearer" = [])))]
pub async fn like_post(State(app): State<App>, found: InPost<Member>) -> Result<Envelope<Likes>> {
    set_post_like(&app, found, true).await
}

/// Removes the caller's like of a post; a repeated call changes nothing. 5008: the post is not approved; 5009: it is
/// closed, or the group is archived.
#[utoipa::path(delete, path = "/group/{groupId}/post/{postId}/like", tag = "post",
    params(("groupId" = GroupId, Path), ("postId" = PostId, Path)),
    responses((status = 200, body = Envelope<Likes>)), security(("bearer" = [])))]
pub async fn unlike_post(State(app): State<App>, found: InPost<Member>) -> Result<Envelope<Likes>> {
    set_post_like(&app, found, false).await
}

async fn set_post_like(
    app: &App,
    mut found: InPost<Member>,
    is_liked: bool,
) -> Result<Envelope<Likes>> {
    let now = app.clock.now();
    // Another reaction is not a like, so it stays when the like is taken back.
    let next = |own: Option<ReactionKind>| {
        if is_liked {
            Some(ReactionKind::Heart)
        } else {
            own.filter(|kind| *kind != ReactionKind::Heart)
        }
    };
    let tx = app.db.write().await?;
    found.lock_answerable(&tx).await?;
    let InPost { caller, post } = found;
    let post = reactions::set(&tx, &post, caller.user.id, next, now).await?;
    tx.commit().await?;
    Ok(Envelope::ok(Likes {
        like_count: post.like_count,
        is_liked,
    }))
}
