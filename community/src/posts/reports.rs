//! Reports of posts and comments.

use std::collections::{HashMap, HashSet};

use hoi_db::{OnUnique as _, Timestamp, Tx};
use hoi_platform::clock;
use hoi_platform::error::{Error, LocalizedText, Result};
use hoi_platform::ids::UserId;
use sea_orm::sea_query::{Expr, ExprTrait as _, Func};
use sea_orm::{
    ActiveModelTrait as _, ColumnTrait, ConnectionTrait, EntityTrait, JoinType, QueryFilter,
    QueryOrder, QuerySelect, Set,
};
use uuid::Uuid;

use super::dto::{Report, Reported};
use super::entity::{comment, post, report};
use super::{CommentId, PostId, ReportId, images, news, store};
use crate::accounts;
use crate::groups::GroupId;
use crate::notifications::{self, Kind};

/// The most reports in one answer.
const MAX_REPORTS: u64 = 200;

/// Stores a report of the post, or of a comment on it, which `author` wrote, and tells the leaders. 5008 when the account
/// has reported the same before.
#[tracing::instrument(name = "posts.report", skip_all)]
pub async fn create(
    tx: &Tx,
    post: &post::Model,
    comment: Option<CommentId>,
    author: UserId,
    reporter: UserId,
    reason: String,
    now: Timestamp,
) -> Result<()> {
    let target = comment.map_or(post.id.0, |comment| comment.0);
    let row = report::ActiveModel {
        id: Set(clock::new_id()),
        group_id: Set(post.group_id),
        post_id: Set(post.id),
        comment_id: Set(comment),
        target_id: Set(target),
        reporter_id: Set(reporter),
        reason: Set(reason),
        created_at: Set(now),
        resolved_by: Set(None),
        resolved_at: Set(None),
    };
    let twice = Error::Conflict(LocalizedText::new("post.reportedAlready"));
    row.insert(tx).await.on_unique(twice)?;
    news::reported(tx, post, (target, author), reporter, now).await
}

/// Resolves all reports of these posts and comments, and returns how many there were.
#[tracing::instrument(name = "posts.resolve_reports", skip_all)]
pub async fn resolve(tx: &Tx, targets: HashSet<Uuid>, by: UserId, now: Timestamp) -> Result<u64> {
    for target in &targets {
        notifications::settle(tx, *target, [Kind::PostReported], now).await?;
    }
    let resolved = report::Entity::update_many()
        .col_expr(report::Column::ResolvedBy, Expr::value(by))
        .col_expr(report::Column::ResolvedAt, Expr::value(now))
        .filter(report::Column::TargetId.is_in(targets))
        .filter(report::Column::ResolvedAt.is_null())
        .exec(tx)
        .await?;
    Ok(resolved.rows_affected)
}

/// Resolves all reports of the post and of its comments.
pub async fn resolve_of_post(tx: &Tx, post: PostId, by: UserId, now: Timestamp) -> Result<()> {
    let targets = report::open()
        .select_only()
        .column(report::Column::TargetId)
        .filter(report::Column::PostId.eq(post))
        .into_tuple()
        .all(tx)
        .await?;
    resolve(tx, targets.into_iter().collect(), by, now).await?;
    Ok(())
}

/// Returns the report `id`, also a resolved one; None if the group has no such report.
#[tracing::instrument(name = "posts.find_report", skip_all)]
pub async fn find(
    conn: &impl ConnectionTrait,
    group: GroupId,
    id: ReportId,
) -> Result<Option<report::Model>> {
    let found = report::Entity::find_by_id(id).filter(report::Column::GroupId.eq(group));
    Ok(found.one(conn).await?)
}

/// Returns the account that wrote the reported post or comment, also a removed one; None if there is no row of it any
/// more.
pub async fn author_of(
    conn: &impl ConnectionTrait,
    report: &report::Model,
) -> Result<Option<UserId>> {
    let author = match report.comment_id {
        Some(id) => comment::Entity::find_by_id(id)
            .one(conn)
            .await?
            .map(|comment| comment.author_id),
        None => post::Entity::find_by_id(report.post_id)
            .one(conn)
            .await?
            .map(|post| post.author_id),
    };
    Ok(author)
}

/// Returns the posts and comments of the group with reports that are not resolved. The one with the oldest report comes
/// first.
#[tracing::instrument(name = "posts.list_reports", skip_all)]
pub async fn list(
    conn: &impl ConnectionTrait,
    group: GroupId,
    reader: UserId,
) -> Result<Vec<Reported>> {
    let reports = report::open()
        .filter(report::Column::GroupId.eq(group))
        .order_by_asc(report::Column::CreatedAt)
        .order_by_asc(report::Column::Id)
        .limit(MAX_REPORTS)
        .all(conn)
        .await?;
    let posts: HashSet<PostId> = reports.iter().map(|report| report.post_id).collect();
    let comments: HashSet<CommentId> = reports.iter().filter_map(|row| row.comment_id).collect();
    let names = accounts::full_names(conn, reports.iter().map(|row| row.reporter_id)).await?;
    let images = images::of_posts(conn, posts.iter().copied()).await?;
    let posts = post::live()
        .filter(post::Column::Id.is_in(posts))
        .all(conn)
        .await?;
    let comments = comment::live()
        .filter(comment::Column::Id.is_in(comments))
        .all(conn)
        .await?;
    let written = posts
        .into_iter()
        .map(|row| (row.id.0, (row.author_id, row.text)))
        .chain(
            comments
                .into_iter()
                .map(|row| (row.id.0, (row.author_id, row.text))),
        );
    let mut written: HashMap<Uuid, (UserId, String)> = written.collect();
    let authors = store::authors(conn, written.values().map(|(author, _)| *author)).await?;
    let mut places: HashMap<Uuid, usize> = HashMap::new();
    let mut listed: Vec<Reported> = Vec::new();
    for row in reports {
        let report = Report {
            reporter_name: names.get(&row.reporter_id).cloned().unwrap_or_default(),
            reason: row.reason,
            created_at: row.created_at,
        };
        if let Some(known) = places
            .get(&row.target_id)
            .and_then(|at| listed.get_mut(*at))
        {
            known.reports.push(report);
            continue;
        }
        let Some((author, text)) = written.remove(&row.target_id) else {
            continue;
        };
        if author == reader {
            continue;
        }
        places.insert(row.target_id, listed.len());
        let shown = images
            .get(&row.post_id)
            .filter(|_| row.comment_id.is_none());
        listed.push(Reported {
            id: row.id,
            post_id: row.post_id,
            comment_id: row.comment_id,
            author: authors.get(&author).cloned(),
            text,
            images: shown.cloned().unwrap_or_default(),
            reports: vec![report],
        });
    }
    Ok(listed)
}

/// Returns how many posts and comments of each of these groups were reported to the account, which leads them. The
/// account's own texts are left to others, as in [`list`]. Groups without any are missing.
#[tracing::instrument(name = "posts.count_reported", skip_all)]
pub async fn count_reported(
    conn: &impl ConnectionTrait,
    groups: impl IntoIterator<Item = GroupId>,
    reader: UserId,
) -> Result<HashMap<GroupId, u64>> {
    let post = report::Entity::belongs_to(post::Entity)
        .from(report::Column::TargetId)
        .to(post::Column::Id);
    let comment = report::Entity::belongs_to(comment::Entity)
        .from(report::Column::TargetId)
        .to(comment::Column::Id);
    let author = Func::coalesce([
        Expr::col((post::Entity, post::Column::AuthorId)),
        Expr::col((comment::Entity, comment::Column::AuthorId)),
    ]);
    let targets = Expr::col((report::Entity, report::Column::TargetId)).count_distinct();
    let counted: Vec<(GroupId, i64)> = report::open()
        .select_only()
        .column(report::Column::GroupId)
        .expr_as(targets, "targets")
        .filter(report::Column::GroupId.is_in(groups))
        .join(JoinType::LeftJoin, post.into())
        .join(JoinType::LeftJoin, comment.into())
        .filter(Expr::from(author).ne(reader))
        .group_by(report::Column::GroupId)
        .into_tuple()
        .all(conn)
        .await?;
    let number = |count| u64::try_from(count).unwrap_or(0);
    Ok(counted
        .into_iter()
        .map(|(id, count)| (id, number(count)))
        .collect())
}
