//! Comments on posts, and on other comments.

use std::collections::HashSet;

use hoi_db::{Timestamp, Tx};
use sea_orm::sea_query::{Expr, ExprTrait as _};
use sea_orm::{
    ActiveModelTrait as _, ColumnTrait, Condition, ConnectionTrait, EntityTrait, QueryFilter,
    QueryOrder, QuerySelect, Set,
};

use super::access;
use super::dto::{Comment, CommentList, CommentQuery, CommentRights};
use super::entity::{comment, post};
use super::{CommentId, PostId, reports, store};
use crate::clock;
use crate::error::{Error, LocalizedText, Result};
use crate::groups::InGroup;
use crate::ids::UserId;

/// Returns the comment `id` on the post; None if there is no such comment, or it was removed.
#[tracing::instrument(name = "posts.find_comment", skip_all)]
pub async fn find(
    conn: &impl ConnectionTrait,
    post: PostId,
    id: CommentId,
) -> Result<Option<comment::Model>> {
    let found = comment::live()
        .filter(comment::Column::PostId.eq(post))
        .filter(comment::Column::Id.eq(id));
    Ok(found.one(conn).await?)
}

/// Returns a part of the comments on a post. Threads stand in the order in which they began; removed comments are left
/// out unless they began a thread with answers.
#[tracing::instrument(name = "posts.list_comments", skip_all)]
pub async fn list<R>(
    conn: &impl ConnectionTrait,
    post: &post::Model,
    query: CommentQuery,
    caller: &InGroup<R>,
) -> Result<CommentList> {
    use comment::Column::{DeletedAt, Id, PostId, ThreadId};
    let limit = query.limit.unwrap_or(30).clamp(1, 100);
    let after = match query.cursor {
        Some(id) => Some(place(conn, post.id, id).await?),
        None => None,
    };
    let after = after.map(|(thread, id)| {
        let within_thread = Condition::any().add(ThreadId.gt(thread)).add(Id.gt(id));
        Condition::all()
            .add(ThreadId.gte(thread))
            .add(within_thread)
    });
    let answered = Expr::cust(
        "exists (select 1 from post_comment answer where answer.post_id = post_comment.post_id \
         and answer.thread_id = post_comment.id and answer.deleted_at is null)",
    );
    let shown = Condition::any().add(DeletedAt.is_null()).add(answered);
    let mut rows = comment::Entity::find()
        .filter(PostId.eq(post.id))
        .filter(Condition::all().add_option(after))
        .filter(shown)
        .order_by_asc(ThreadId)
        .order_by_asc(Id)
        .limit(limit + 1)
        .all(conn)
        .await?;
    let limit = usize::try_from(limit).unwrap_or(usize::MAX);
    let is_more = rows.len() > limit;
    rows.truncate(limit);
    Ok(CommentList {
        next_cursor: rows.last().filter(|_| is_more).map(|row| row.id),
        items: describe(conn, rows, post, caller).await?,
    })
}

/// Returns the place of a comment in the list, also of a removed one: its thread and its identifier. 5002 at `cursor`
/// when the post has no such comment.
async fn place(
    conn: &impl ConnectionTrait,
    post: PostId,
    id: CommentId,
) -> Result<(CommentId, CommentId)> {
    let found = comment::Entity::find_by_id(id)
        .filter(comment::Column::PostId.eq(post))
        .one(conn)
        .await?;
    let found = found.map(|row| (row.thread_id, row.id));
    found.ok_or_else(|| Error::field("cursor", LocalizedText::new("field.cursor")))
}

async fn describe<R>(
    conn: &impl ConnectionTrait,
    rows: Vec<comment::Model>,
    post: &post::Model,
    caller: &InGroup<R>,
) -> Result<Vec<Comment>> {
    let authors = store::authors(conn, rows.iter().map(|row| row.author_id)).await?;
    let liked = store::liked(conn, rows.iter().map(|row| row.id.0), caller.user.id).await?;
    let state = store::state(post, caller.group.archived_at.is_some());
    let takes_answers = state.check_takes_answers().is_ok();
    let comments = rows.into_iter().map(|row| {
        let is_removed = row.deleted_at.is_some();
        let standing = access::standing(caller, row.author_id);
        let author = authors.get(&row.author_id).filter(|_| !is_removed);
        Comment {
            parent_id: (row.thread_id != row.id).then_some(row.thread_id),
            author: author.cloned(),
            text: if is_removed { String::new() } else { row.text },
            is_removed,
            is_liked: liked.contains(&row.id.0),
            rights: CommentRights {
                can_edit: !is_removed && takes_answers && standing.is_member && standing.is_author,
                can_remove: !is_removed && standing.may_withdraw(),
            },
            id: row.id,
            like_count: row.like_count,
            edited_at: row.edited_at,
            created_at: row.created_at,
        }
    });
    Ok(comments.collect())
}

/// Returns the comment as the caller sees it.
pub async fn describe_one<R>(
    conn: &impl ConnectionTrait,
    row: comment::Model,
    post: &post::Model,
    caller: &InGroup<R>,
) -> Result<Comment> {
    let described = describe(conn, vec![row], post, caller).await?;
    described.into_iter().next().ok_or_else(access::no_comment)
}

/// Adds a comment to a post that [`InPost::lock_answerable`](access::InPost::lock_answerable) has locked. 5005 when the
/// post has no comment `parent`.
#[tracing::instrument(name = "posts.add_comment", skip_all)]
pub async fn add(
    tx: &Tx,
    post: &post::Model,
    author: UserId,
    parent: Option<CommentId>,
    text: String,
    now: Timestamp,
) -> Result<comment::Model> {
    post::Entity::update_many()
        .col_expr(
            post::Column::CommentCount,
            Expr::col(post::Column::CommentCount).add(1),
        )
        .col_expr(post::Column::ActiveAt, Expr::value(now))
        .filter(post::Column::Id.eq(post.id))
        .exec(tx)
        .await?;
    let id: CommentId = clock::new_id();
    let thread = match parent {
        Some(parent) => {
            let parent = find(tx, post.id, parent).await?;
            parent.ok_or_else(access::no_comment)?.thread_id
        }
        None => id,
    };
    let row = comment::ActiveModel {
        id: Set(id),
        post_id: Set(post.id),
        author_id: Set(author),
        thread_id: Set(thread),
        text: Set(text),
        like_count: Set(0),
        created_at: Set(now),
        edited_at: Set(None),
        deleted_at: Set(None),
    };
    Ok(row.insert(tx).await?)
}

/// Removes a comment and leaves the answers to it; does nothing if it was removed meanwhile. The group is locked, so
/// that nobody adds a comment between the count and the time of the last one.
#[tracing::instrument(name = "posts.remove_comment", skip_all)]
pub async fn remove(tx: &Tx, comment: &comment::Model, by: UserId, now: Timestamp) -> Result<bool> {
    let post = post::Entity::find_by_id(comment.post_id).one(tx).await?;
    let post = post.ok_or_else(access::no_post)?;
    let removed = comment::Entity::update_many()
        .col_expr(comment::Column::DeletedAt, Expr::value(now))
        .filter(comment::Column::Id.eq(comment.id))
        .filter(comment::Column::DeletedAt.is_null())
        .exec(tx)
        .await?;
    if removed.rows_affected == 0 {
        return Ok(false);
    }
    let last: Option<Timestamp> = comment::live()
        .select_only()
        .column(comment::Column::CreatedAt)
        .filter(comment::Column::PostId.eq(post.id))
        .order_by_desc(comment::Column::CreatedAt)
        .into_tuple()
        .one(tx)
        .await?;
    post::Entity::update_many()
        .col_expr(
            post::Column::CommentCount,
            Expr::col(post::Column::CommentCount).sub(1),
        )
        .col_expr(
            post::Column::ActiveAt,
            Expr::value(Ord::max(post.approved_at, last)),
        )
        .filter(post::Column::Id.eq(post.id))
        .exec(tx)
        .await?;
    reports::resolve(tx, HashSet::from([comment.id.0]), by, now).await?;
    Ok(true)
}
