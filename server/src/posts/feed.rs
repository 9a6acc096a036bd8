//! The feed: approved posts of all groups of an account.

use hoi_db::Timestamp;
use sea_orm::sea_query::{Asterisk, Order, Query, SelectStatement, UnionType};
use sea_orm::{ColumnTrait, ConnectionTrait, QueryFilter, QuerySelect, QueryTrait as _};
use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::entity::post;
use super::{PostId, PostStatus};
use crate::error::Result;
use crate::groups::GroupId;
use crate::http::Cursor;

/// The most groups that one statement reads.
const GROUPS: usize = 100;

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

/// Selects the first `limit` posts of these groups after the cursor `before`; None without groups. The statement unites
/// a query for each group, which reads only `limit` entries of an index. One condition on all groups would make the
/// database read and sort all their posts.
#[must_use]
pub fn statement(
    groups: &[GroupId],
    sort: FeedSort,
    before: Option<Cursor>,
    limit: u64,
) -> Option<SelectStatement> {
    let mut parts = groups.iter().map(|group| {
        let posts = post::live()
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
    before: Option<Cursor>,
    limit: u64,
) -> Result<(Vec<post::Model>, Option<String>)> {
    let mut places: Vec<(Timestamp, Uuid)> = Vec::new();
    for groups in groups.chunks(GROUPS) {
        if let Some(statement) = statement(groups, sort, before, limit + 1) {
            for row in conn.query_all(&statement).await? {
                places.push((row.try_get("", "at")?, row.try_get("", "id")?));
            }
        }
    }
    places.sort_unstable_by(|one, other| other.cmp(one));
    let (places, next_cursor) = Cursor::cut(places, limit, |place| *place);
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
