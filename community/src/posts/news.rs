//! Notifications about posts. A job tells all members of a group and all who commented, because they may be many.

use hoi_db::{Timestamp, Tx};
use hoi_platform::error::Result;
use hoi_platform::ids::UserId;
use sea_orm::{ConnectionTrait, EntityTrait};
use uuid::Uuid;

use super::entity::{comment, post};
use super::jobs::{TellMembers, TellOfComment};
use super::{CommentId, PostStatus, rules};
use crate::accounts;
use crate::groups::entity::group;
use crate::groups::{self, GroupId};
use crate::notifications::{self, Kind, News};

async fn group_name(conn: &impl ConnectionTrait, id: GroupId) -> Result<String> {
    let found = group::Entity::find_by_id(id).one(conn).await?;
    Ok(found.map(|group| group.name).unwrap_or_default())
}

/// Returns news of this kind about the post. It names the account `by`, which acted, and links to the post. `PostNew`
/// has the group as its object, so that a member has one unread row for all new posts there; one post is linked to itself,
/// several to the discussion.
pub async fn about(
    conn: &impl ConnectionTrait,
    post: &post::Model,
    kind: Kind,
    by: UserId,
) -> Result<News> {
    let mut news = match kind {
        Kind::PostNew => News::new(kind, post.group_id, page_of(post))
            .several_at(format!("/my-group/{}", post.group_id)),
        _ => News::new(kind, post.id, page_of(post)),
    };
    if kind.params().contains(&"post") {
        news = quote(news, post);
    }
    in_group(conn, post, news, by).await
}

/// Returns news of a comment on the post, which leads to the comment: of several that are unread, to the last.
pub async fn of_comment(
    conn: &impl ConnectionTrait,
    post: &post::Model,
    comment: &comment::Model,
) -> Result<News> {
    let news = News::new(Kind::CommentNew, post.id, place_of(post, comment.id));
    in_group(conn, post, quote(news, post), comment.author_id).await
}

/// Names the group of the post, and the account `by`, which acted.
async fn in_group(
    conn: &impl ConnectionTrait,
    post: &post::Model,
    news: News,
    by: UserId,
) -> Result<News> {
    Ok(news
        .by(by)
        .in_group(post.group_id)
        .text("name", accounts::full_name(conn, by).await?)
        .text("group", group_name(conn, post.group_id).await?))
}

/// The path of the post's own page.
fn page_of(post: &post::Model) -> String {
    format!("/my-group/{}/{}", post.group_id, post.id)
}

/// The path at which the comment stands on the post's page.
fn place_of(post: &post::Model, comment: CommentId) -> String {
    format!("{}?comment={comment}", page_of(post))
}

/// Fills `{post}` with the beginning of the post, so that its author knows which one is meant.
fn quote(news: News, post: &post::Model) -> News {
    match rules::excerpt(&post.text) {
        Some(excerpt) => news.text("post", excerpt),
        None => news.key("post", "notificationWord.images"),
    }
}

/// Tells of a post that was written, or edited and sent again: leaders if it waits for approval, otherwise all members.
pub async fn sent(tx: &Tx, post: &post::Model, now: Timestamp) -> Result<()> {
    if post.status == PostStatus::Pending {
        let leaders = groups::account_ids(tx, groups::leaders_of(post.group_id)).await?;
        let news = about(tx, post, Kind::PostPending, post.author_id).await?;
        notifications::tell(tx, leaders, news, now).await?;
    } else {
        hoi_jobs::enqueue(tx, &TellMembers { post: post.id }, now).await?;
    }
    Ok(())
}

/// Tells the authors of these posts that they were approved, and all members of those that were never approved before.
/// `posts` are the rows before the approval.
pub async fn approved(tx: &Tx, posts: &[post::Model], by: UserId, now: Timestamp) -> Result<()> {
    for post in posts {
        let news = decided(tx, post, Kind::PostApproved, by).await?;
        notifications::tell(tx, [post.author_id], news, now).await?;
    }
    let new = posts.iter().filter(|post| post.approved_at.is_none());
    let jobs: Vec<TellMembers> = new.map(|post| TellMembers { post: post.id }).collect();
    hoi_jobs::enqueue_all(tx, &jobs, now).await?;
    Ok(())
}

/// Tells the authors of these posts that they were rejected, and why.
pub async fn rejected(
    tx: &Tx,
    posts: &[post::Model],
    reason: Option<&str>,
    by: UserId,
    now: Timestamp,
) -> Result<()> {
    for post in posts {
        let news = decided(tx, post, Kind::PostRejected, by)
            .await?
            .reason(reason);
        notifications::tell(tx, [post.author_id], news, now).await?;
    }
    Ok(())
}

async fn decided(tx: &Tx, post: &post::Model, kind: Kind, by: UserId) -> Result<News> {
    let news = News::new(kind, post.id, page_of(post))
        .by(by)
        .text("group", group_name(tx, post.group_id).await?);
    Ok(quote(news, post))
}

/// Tells the author of the post, and everybody who commented on it, of a new comment.
pub async fn commented(tx: &Tx, comment: &comment::Model, now: Timestamp) -> Result<()> {
    let job = TellOfComment {
        comment: comment.id,
    };
    hoi_jobs::enqueue(tx, &job, now).await?;
    Ok(())
}

/// Tells the author of a post about a reaction.
pub async fn reacted(tx: &Tx, post: &post::Model, by: UserId, now: Timestamp) -> Result<()> {
    let news = about(tx, post, Kind::LikeNew, by).await?;
    notifications::tell(tx, [post.author_id], news, now).await?;
    Ok(())
}

/// Tells the author of a comment on the post about a like, if they still belong to the group.
pub async fn comment_liked(
    tx: &Tx,
    post: &post::Model,
    comment: &comment::Model,
    by: UserId,
    now: Timestamp,
) -> Result<()> {
    let author = groups::find_member(tx, post.group_id, comment.author_id).await?;
    let author = author.map(|member| member.user_id);
    let news = News::new(Kind::CommentLiked, comment.id, place_of(post, comment.id));
    let excerpt = rules::excerpt(&comment.text).unwrap_or_default();
    let news = in_group(tx, post, news.text("comment", excerpt), by).await?;
    notifications::tell(tx, author, news, now).await?;
    Ok(())
}

/// Tells the leaders, except its author, that `by` has reported the post or a comment on it, the thing `target`.
pub async fn reported(
    tx: &Tx,
    post: &post::Model,
    (target, author): (Uuid, UserId),
    by: UserId,
    now: Timestamp,
) -> Result<()> {
    let mut leaders = groups::account_ids(tx, groups::leaders_of(post.group_id)).await?;
    leaders.retain(|leader| *leader != author);
    let link = format!("/my-group/{}?tab=review&report={target}", post.group_id);
    let news = News::new(Kind::PostReported, target, link)
        .by(by)
        .text("name", accounts::full_name(tx, by).await?)
        .text("group", group_name(tx, post.group_id).await?);
    notifications::tell(tx, leaders, news, now).await?;
    Ok(())
}
