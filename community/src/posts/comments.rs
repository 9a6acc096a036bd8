//! Comments on posts, and on other comments.

use std::collections::HashSet;

use hoi_db::{Timestamp, Tx};
use hoi_platform::clock;
use hoi_platform::error::{Error, LocalizedText, Result};
use hoi_platform::http::{MAX_LIMIT, part_limit};
use hoi_platform::ids::UserId;
use sea_orm::sea_query::{Expr, ExprTrait as _};
use sea_orm::{
    ActiveModelTrait as _, ColumnTrait, Condition, ConnectionTrait, EntityTrait, QueryFilter,
    QueryOrder, QuerySelect, Select, Set,
};

use super::access;
use super::dto::{Comment, CommentList, CommentQuery, CommentRights};
use super::entity::{comment, post};
use super::{CommentId, PostId, reports, store};
use crate::groups::InGroup;

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

/// Where a comment stands in the list: its thread and its identifier.
type Place = (CommentId, CommentId);

/// Returns a part of the comments on a post. Threads stand in the order in which they began; removed comments are left
/// out unless they began a thread with answers.
#[tracing::instrument(name = "posts.list_comments", skip_all)]
pub async fn list<R>(
    conn: &impl ConnectionTrait,
    post: &post::Model,
    query: CommentQuery,
    caller: &InGroup<R>,
) -> Result<CommentList> {
    let limit = part_limit(query.limit, 30, MAX_LIMIT)?;
    let around = match query.around {
        Some(id) => place(conn, post.id, id).await?,
        None => None,
    };
    let part = if let Some(at) = around {
        // A few earlier comments give the context.
        let before = limit / 3;
        let earlier = earlier(conn, post.id, at, before).await?;
        let later = later(conn, post.id, Some((at, true)), limit - before).await?;
        Part {
            is_first: earlier.is_first,
            is_last: later.is_last,
            rows: [earlier.rows, later.rows].concat(),
        }
    } else if let Some(id) = query.before {
        let at = place(conn, post.id, id).await?;
        earlier(conn, post.id, at.ok_or_else(|| bad("before"))?, limit).await?
    } else if let Some(id) = query.cursor {
        let at = place(conn, post.id, id).await?;
        let at = at.ok_or_else(|| bad("cursor"))?;
        later(conn, post.id, Some((at, false)), limit).await?
    } else {
        later(conn, post.id, None, limit).await?
    };
    let last = part.rows.last().filter(|_| !part.is_last);
    let first = part.rows.first().filter(|_| !part.is_first);
    Ok(CommentList {
        next_cursor: last.map(|row| row.id),
        previous_cursor: first.map(|row| row.id),
        items: describe(conn, part.rows, post, caller).await?,
    })
}

/// A part of the comments on a post, in their order.
struct Part {
    rows: Vec<comment::Model>,
    /// Whether no comment comes before it, and none after it.
    is_first: bool,
    is_last: bool,
}

/// Selects the comments on a post that its list shows.
fn listed(post: PostId) -> Select<comment::Entity> {
    let answered = Expr::cust(
        "exists (select 1 from post_comment answer where answer.post_id = post_comment.post_id \
         and answer.thread_id = post_comment.id and answer.deleted_at is null)",
    );
    let shown = Condition::any()
        .add(comment::Column::DeletedAt.is_null())
        .add(answered);
    comment::Entity::find()
        .filter(comment::Column::PostId.eq(post))
        .filter(shown)
}

/// Returns the last `limit` comments before a place.
async fn earlier(
    conn: &impl ConnectionTrait,
    post: PostId,
    (thread, id): Place,
    limit: u64,
) -> Result<Part> {
    use comment::Column::{Id, ThreadId};
    let within_thread = Condition::any().add(ThreadId.lt(thread)).add(Id.lt(id));
    let rows = listed(post)
        // The bound by itself lets the index begin here.
        .filter(ThreadId.lte(thread))
        .filter(within_thread)
        .order_by_desc(ThreadId)
        .order_by_desc(Id)
        .limit(limit + 1)
        .all(conn)
        .await?;
    let (mut rows, is_first) = cut(rows, limit);
    rows.reverse();
    Ok(Part {
        rows,
        is_first,
        is_last: false,
    })
}

/// Returns the first `limit` comments after a place, with the one that stands there if the place is said to be included;
/// without a place, those from the beginning.
async fn later(
    conn: &impl ConnectionTrait,
    post: PostId,
    from: Option<(Place, bool)>,
    limit: u64,
) -> Result<Part> {
    use comment::Column::{Id, ThreadId};
    let after = from.map(|((thread, id), is_included)| {
        let in_thread = if is_included { Id.gte(id) } else { Id.gt(id) };
        let within_thread = Condition::any().add(ThreadId.gt(thread)).add(in_thread);
        Condition::all()
            .add(ThreadId.gte(thread))
            .add(within_thread)
    });
    let rows = listed(post)
        .filter(Condition::all().add_option(after))
        .order_by_asc(ThreadId)
        .order_by_asc(Id)
        .limit(limit + 1)
        .all(conn)
        .await?;
    let (rows, is_last) = cut(rows, limit);
    Ok(Part {
        rows,
        is_first: from.is_none(),
        is_last,
    })
}

/// Cuts rows that were read with one more than `limit`, and returns whether these are all.
fn cut(mut rows: Vec<comment::Model>, limit: u64) -> (Vec<comment::Model>, bool) {
    let limit = usize::try_from(limit).unwrap_or(usize::MAX);
    let are_all = rows.len() <= limit;
    rows.truncate(limit);
    (rows, are_all)
}

fn bad(field: &str) -> Error {
    Error::field(field, LocalizedText::new("field.cursor"))
}

/// Returns the place of a comment in the list, also of a removed one; None if the post has no such comment.
async fn place(conn: &impl ConnectionTrait, post: PostId, id: CommentId) -> Result<Option<Place>> {
    let found = comment::Entity::find_by_id(id)
        .filter(comment::Column::PostId.eq(post))
        .one(conn)
        .await?;
    Ok(found.map(|row| (row.thread_id, row.id)))
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
/// that no comment is added between the count and the time of the last one.
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
