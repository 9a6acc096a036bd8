//! Reactions to posts: at most one of each account, of a few fixed kinds. A like is the heart.

use std::cmp::Reverse;
use std::collections::HashMap;

use hoi_db::{Timestamp, Tx};
use hoi_platform::error::Result;
use hoi_platform::http::{Cursor, MAX_LIMIT, part_limit};
use hoi_platform::ids::UserId;
use sea_orm::sea_query::{
    Asterisk, Expr, ExprTrait as _, Order, Query, SelectStatement, UnionType,
};
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect,
    QueryTrait as _, Set,
};
use uuid::Uuid;

use super::dto::{PostAuthor, Reaction, ReactionCount, ReactionList, ReactionQuery, Reactions};
use super::entity::{like, post};
use super::{PostId, ReactionKind, news, store};

/// The most people whose faces stand under a post.
const FACES: u64 = 3;

/// The reactions to a post as an account sees them.
#[derive(Debug, Default)]
pub struct Seen {
    pub counts: Vec<ReactionCount>,
    pub own: Option<ReactionKind>,
    /// Other accounts that reacted last, also deleted ones.
    pub others: Vec<UserId>,
}

impl Seen {
    /// Returns the reactions with those people who are in `accounts`.
    pub fn view(self, accounts: &HashMap<UserId, PostAuthor>) -> Reactions {
        let people = self.others.iter().filter_map(|id| accounts.get(id));
        Reactions {
            people: people.cloned().collect(),
            counts: self.counts,
            own: self.own,
        }
    }
}

/// Replaces the reaction of an account to a post whose group is locked by what `next` makes of it; None is no reaction.
/// Returns the post. Its author is told when there was no reaction before.
#[tracing::instrument(name = "posts.react", skip_all)]
pub async fn set(
    tx: &Tx,
    post: &post::Model,
    account: UserId,
    next: impl FnOnce(Option<ReactionKind>) -> Option<ReactionKind>,
    now: Timestamp,
) -> Result<post::Model> {
    let found = like::Entity::find_by_id((post.id.0, account))
        .one(tx)
        .await?;
    let before = found.map(|row| row.kind);
    let after = next(before);
    match (before, after) {
        (None, Some(kind)) => {
            let row = like::ActiveModel {
                target_id: Set(post.id.0),
                user_id: Set(account),
                kind: Set(kind),
                created_at: Set(now),
            };
            like::Entity::insert(row).exec_without_returning(tx).await?;
            news::reacted(tx, post, account, now).await?;
        }
        (Some(_), Some(kind)) => {
            like::Entity::update_many()
                .col_expr(like::Column::Kind, Expr::value(kind))
                .filter(like::Column::TargetId.eq(post.id.0))
                .filter(like::Column::UserId.eq(account))
                .exec(tx)
                .await?;
        }
        (Some(_), None) => {
            like::Entity::delete_by_id((post.id.0, account))
                .exec(tx)
                .await?;
        }
        (None, None) => {}
    }
    let likes = |kind: Option<ReactionKind>| i64::from(kind == Some(ReactionKind::Heart));
    post::Entity::update_many()
        .col_expr(
            post::Column::LikeCount,
            Expr::col(post::Column::LikeCount).add(likes(after) - likes(before)),
        )
        .filter(post::Column::Id.eq(post.id))
        .exec(tx)
        .await?;
    store::find_again(tx, post).await
}

/// Returns the reactions to these posts as `viewer` sees them; posts without any are missing.
#[tracing::instrument(name = "posts.reactions", skip_all)]
pub async fn of_posts(
    conn: &impl ConnectionTrait,
    posts: impl IntoIterator<Item = PostId>,
    viewer: UserId,
) -> Result<HashMap<Uuid, Seen>> {
    let counted: Vec<(Uuid, ReactionKind, i64)> = like::Entity::find()
        .select_only()
        .column(like::Column::TargetId)
        .column(like::Column::Kind)
        .column_as(like::Column::UserId.count(), "people")
        .filter(like::Column::TargetId.is_in(posts.into_iter().map(|post| post.0)))
        .group_by(like::Column::TargetId)
        .group_by(like::Column::Kind)
        .into_tuple()
        .all(conn)
        .await?;
    let mut seen: HashMap<Uuid, Seen> = HashMap::new();
    for (target, kind, count) in counted {
        let of_post = seen.entry(target).or_default();
        of_post.counts.push(ReactionCount { kind, count });
    }
    for of_post in seen.values_mut() {
        let counts = &mut of_post.counts;
        counts.sort_by_key(|counted| (Reverse(counted.count), counted.kind));
    }
    let own: Vec<(Uuid, ReactionKind)> = like::Entity::find()
        .select_only()
        .column(like::Column::TargetId)
        .column(like::Column::Kind)
        .filter(like::Column::TargetId.is_in(seen.keys().copied()))
        .filter(like::Column::UserId.eq(viewer))
        .into_tuple()
        .all(conn)
        .await?;
    for (target, kind) in own {
        seen.entry(target).or_default().own = Some(kind);
    }
    if let Some(statement) = last_others(seen.keys().copied().collect(), viewer) {
        for row in conn.query_all(&statement).await? {
            let target: Uuid = row.try_get("", "target_id")?;
            let account: UserId = row.try_get("", "user_id")?;
            seen.entry(target).or_default().others.push(account);
        }
    }
    Ok(seen)
}

/// Selects the accounts other than `viewer` that reacted last, at most `FACES` of each post, the last first; None
/// without posts. The statement unites a query for each post, which reads only so many entries of an index.
fn last_others(posts: Vec<Uuid>, viewer: UserId) -> Option<SelectStatement> {
    let mut parts = posts.into_iter().map(|target| {
        let last = like::Entity::find()
            .select_only()
            .column(like::Column::TargetId)
            .column(like::Column::UserId)
            .column(like::Column::CreatedAt)
            .filter(like::Column::TargetId.eq(target))
            .filter(like::Column::UserId.ne(viewer))
            .order_by_desc(like::Column::CreatedAt)
            .order_by_desc(like::Column::UserId)
            .limit(FACES)
            .into_query();
        let mut part = Query::select();
        part.column(Asterisk).from_subquery(last, "of_post");
        part
    });
    let mut all = parts.next()?;
    all.unions(parts.map(|part| (UnionType::All, part)));
    let mut sorted = Query::select();
    sorted
        .columns(["target_id", "user_id"])
        .from_subquery(all, "of_posts")
        .order_by("created_at", Order::Desc)
        .order_by("user_id", Order::Desc);
    Some(sorted)
}

/// Returns a part of the reactions to a post, as [`ReactionQuery`] says, the last first.
#[tracing::instrument(name = "posts.list_reactions", skip_all)]
pub async fn list(
    conn: &impl ConnectionTrait,
    post: PostId,
    query: ReactionQuery,
) -> Result<ReactionList> {
    use like::Column::{CreatedAt, Kind, TargetId, UserId as Account};
    let limit = part_limit(query.limit, 30, MAX_LIMIT)?;
    let cursor = query.cursor.as_deref().map(Cursor::read).transpose()?;
    let of_kind = query.kind.map(|kind| Kind.eq(kind));
    let rows = like::Entity::find()
        .filter(TargetId.eq(post.0))
        .filter(Condition::all().add_option(of_kind));
    let rows = Cursor::newest_first(rows, cursor, CreatedAt, Account)
        .limit(limit + 1)
        .all(conn)
        .await?;
    let place = |row: &like::Model| (row.created_at, row.user_id.0);
    let (rows, next_cursor) = Cursor::cut(rows, limit, place);
    let people = store::authors(conn, rows.iter().map(|row| row.user_id)).await?;
    let items = rows.into_iter().map(|row| Reaction {
        kind: row.kind,
        person: people.get(&row.user_id).cloned(),
    });
    Ok(ReactionList {
        items: items.collect(),
        next_cursor,
    })
}
