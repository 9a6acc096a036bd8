//! The feed: approved posts of all groups of an account.
//!
//! By activity, a post moves to the top when it gets a comment. So that a reader who loads part after part misses none,
//! all parts after the first have the order of the moment at which the first one was read: a later comment does not
//! change the order of the parts; the screen offers it as new.

use std::time::Duration;

use hoi_db::Timestamp;
use hoi_platform::error::Result;
use hoi_platform::http::Cursor;
use sea_orm::sea_query::{
    Alias, Asterisk, Expr, ExprTrait as _, Func, Order, Query, SelectStatement, UnionType,
};
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, DbErr, QueryFilter, QuerySelect, QueryTrait as _,
};
use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::entity::{comment, post};
use super::{PostId, PostStatus};
use crate::groups::GroupId;

/// The most groups that one statement reads.
const GROUPS: usize = 100;
/// How long after its time a comment may become visible, because its transaction ends later. The order of activity is
/// that of so long before the first part.
const UNSEEN: Duration = Duration::from_secs(5);
/// How long the order of the first part is kept. Afterwards comments move posts, so that the reads of later parts stay
/// bounded.
const KEPT: Duration = Duration::from_hours(12);

/// The order of the feed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum FeedSort {
    /// The last approved posts come first.
    #[default]
    Newest,
    /// Posts with the latest approval or comment come first.
    Active,
}

impl FeedSort {
    fn column(self) -> post::Column {
        match self {
            Self::Newest => post::Column::ApprovedAt,
            Self::Active => post::Column::ActiveAt,
        }
    }

    /// Returns the values by which this order sorts the post.
    pub fn place(self, post: &post::Model) -> (Timestamp, Uuid) {
        let at = match self {
            Self::Newest => post.approved_at,
            Self::Active => post.active_at,
        };
        (at.unwrap_or(post.submitted_at), post.id.0)
    }
}

/// Where a part of the feed begins.
#[derive(Debug, Clone, Copy)]
pub struct FeedCursor {
    /// The end of the part before.
    before: Cursor,
    /// Comments after this moment count for no place; None in the order of approval.
    as_of: Option<Timestamp>,
}

impl FeedCursor {
    /// Reads `nextCursor` of an earlier answer in this order.
    ///
    /// # Errors
    /// 5002 at `cursor`.
    pub fn read(text: &str, sort: FeedSort, now: Timestamp) -> Result<Self> {
        let (before, as_of) = match sort {
            FeedSort::Newest => (text, None),
            FeedSort::Active => {
                let (as_of, before) = text.split_once('-').ok_or_else(Cursor::bad)?;
                let as_of = as_of.parse().map_err(|_| Cursor::bad())?;
                (before, Some(Ord::max(now.minus(KEPT), Timestamp(as_of))))
            }
        };
        let before = Cursor::read(before)?;
        Ok(Self { before, as_of })
    }
}

/// Selects the posts of these groups that got a comment after the moment `as_of`, the first `limit` of those whose
/// place was below `before` at that moment: by the last comment until then, or the approval.
#[must_use]
pub fn moved(groups: &[GroupId], as_of: Timestamp, before: Cursor, limit: u64) -> SelectStatement {
    use post::Column::{ActiveAt, ApprovedAt, GroupId, Status};
    let last_comment = comment::live()
        .select_only()
        .column_as(comment::Column::CreatedAt.max(), "at")
        .filter(
            Expr::col((comment::Entity, comment::Column::PostId))
                .equals((post::Entity, post::Column::Id)),
        )
        .filter(comment::Column::CreatedAt.lte(as_of))
        .into_query();
    let place = Func::coalesce([
        Expr::SubQuery(None, Box::new(last_comment.into())),
        Expr::col((post::Entity, ApprovedAt)),
    ]);
    let posts = post::live()
        .select_only()
        .column(post::Column::Id)
        .expr_as(place, "at")
        .filter(GroupId.is_in(groups.iter().copied()))
        .filter(Status.eq(PostStatus::Approved))
        .filter(ActiveAt.gt(as_of))
        .filter(ApprovedAt.lte(before.at))
        .into_query();
    let at = || Expr::col(Alias::new("at"));
    let within_moment = at()
        .eq(before.at)
        .and(Expr::col(Alias::new("id")).lt(before.id));
    Query::select()
        .columns(["id", "at"])
        .from_subquery(posts, "moved")
        .cond_where(Condition::any().add(at().lt(before.at)).add(within_moment))
        .order_by("at", Order::Desc)
        .order_by("id", Order::Desc)
        .limit(limit)
        .take()
}

/// Selects the first `limit` posts of these groups from the cursor `from` on, without those that [`moved`] selects; None
/// without groups. The statement unites a query for each group, which reads only `limit` entries of an index. One condition
/// on all groups would make the database read and sort all their posts.
#[must_use]
pub fn statement(
    groups: &[GroupId],
    sort: FeedSort,
    from: Option<FeedCursor>,
    limit: u64,
) -> Option<SelectStatement> {
    let before = from.map(|from| from.before);
    let still = from.and_then(|from| from.as_of);
    let still = still.map(|as_of| post::Column::ActiveAt.lte(as_of));
    let mut parts = groups.iter().map(|group| {
        let posts = post::live()
            .filter(Condition::all().add_option(still.clone()))
            .select_only()
            .column(post::Column::Id)
            .column_as(sort.column(), "at")
            .filter(post::Column::GroupId.eq(*group))
            .filter(post::Column::Status.eq(PostStatus::Approved));
        let posts = Cursor::newest_first(posts, before, sort.column(), post::Column::Id)
            .limit(limit)
            .into_query();
        let mut part = Query::select();
        part.column(Asterisk).from_subquery(posts, "of_group");
        part
    });
    let mut all = parts.next()?;
    all.unions(parts.map(|part| (UnionType::All, part)));
    let mut feed = Query::select();
    feed.columns(["id", "at"])
        .from_subquery(all, "of_groups")
        .order_by("at", Order::Desc)
        .order_by("id", Order::Desc)
        .limit(limit);
    Some(feed)
}

/// Returns a part of the feed, and the cursor of the next one.
#[tracing::instrument(name = "posts.feed", skip_all)]
pub async fn part(
    conn: &impl ConnectionTrait,
    groups: &[GroupId],
    sort: FeedSort,
    from: Option<FeedCursor>,
    limit: u64,
    now: Timestamp,
) -> Result<(Vec<post::Model>, Option<String>)> {
    let as_of = match (sort, from) {
        (FeedSort::Newest, _) => None,
        (FeedSort::Active, None) => Some(now.minus(UNSEEN)),
        (FeedSort::Active, Some(from)) => from.as_of,
    };
    let mut places: Vec<(Timestamp, Uuid)> = Vec::new();
    for groups in groups.chunks(GROUPS) {
        if let Some(statement) = statement(groups, sort, from, limit + 1) {
            places.extend(read_places(conn, &statement).await?);
        }
        if let Some(FeedCursor {
            before,
            as_of: Some(as_of),
        }) = from
        {
            let statement = moved(groups, as_of, before, limit + 1);
            places.extend(read_places(conn, &statement).await?);
        }
    }
    places.sort_unstable_by(|one, other| other.cmp(one));
    // A comment between the two statements may have put a post into both.
    places.dedup_by_key(|(_, id)| *id);
    let (places, next_cursor) = Cursor::cut(places, limit, |place| *place);
    let next_cursor = next_cursor.map(|next| match as_of {
        Some(as_of) => format!("{}-{next}", as_of.0),
        None => next,
    });
    let ids = places.iter().map(|(_, id)| PostId(*id));
    let mut posts = post::live()
        .filter(post::Column::Id.is_in(ids))
        .filter(post::Column::Status.eq(PostStatus::Approved))
        .all(conn)
        .await?;
    // The order is that of `places`, from which the cursor is made: a comment may have moved a post since they were
    // read.
    posts.sort_by_key(|post| places.iter().position(|(_, id)| *id == post.id.0));
    Ok((posts, next_cursor))
}

async fn read_places(
    conn: &impl ConnectionTrait,
    statement: &SelectStatement,
) -> Result<Vec<(Timestamp, Uuid)>, DbErr> {
    let rows = conn.query_all(statement).await?;
    let places = rows
        .iter()
        .map(|row| Ok((row.try_get("", "at")?, row.try_get("", "id")?)));
    places.collect()
}
