//! Reminding the leaders of groups once a day of requests to join, posts and points that wait for their decision.

use std::collections::BTreeMap;
use std::time::Duration;

use hoi_db::{Timestamp, Tx};
use hoi_platform::app::App;
use hoi_platform::error::Result;
use sea_orm::sea_query::{Expr, ExprTrait as _, OnConflict};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QuerySelect, Set};

use super::{PointStatus, entity as point, store};
use crate::groups::entity::{group, join_request};
use crate::groups::{self, GroupId, RequestKind};
use crate::notifications::{self, Kind, News};
use crate::posts::PostStatus;
use crate::posts::entity::{post, waiting_reminder};

/// How long something has waited when leaders are reminded of it.
const PATIENCE: Duration = Duration::from_hours(24);

/// The numbers of things that wait in a group.
#[derive(Debug, Default)]
struct Waiting {
    requests: i64,
    posts: i64,
    points: i64,
}

/// Reminds the leaders of each group in which something has waited for more than a day, once after every 07:00. Several
/// servers may do it at the same moment: a group's row is changed once.
pub async fn remind_leaders(app: &App) -> Result<()> {
    let now = app.clock.now();
    let Some(due) = notifications::last_morning(now) else {
        return Ok(());
    };
    for (group, waiting) in find_waiting(app, now).await? {
        let tx = app.db.write().await?;
        remind(&tx, group, &waiting, due, now).await?;
        tx.commit().await?;
    }
    app.jobs.notify_one();
    Ok(())
}

/// Returns the things that have waited for more than a day in groups that are not archived.
async fn find_waiting(app: &App, now: Timestamp) -> Result<BTreeMap<GroupId, Waiting>> {
    let conn = app.db.read();
    let before = now.minus(PATIENCE);
    let requests: Vec<(GroupId, i64)> = join_request::pending()
        .select_only()
        .column(join_request::Column::GroupId)
        .column_as(join_request::Column::Id.count(), "requests")
        .filter(join_request::Column::Kind.eq(RequestKind::Request))
        .filter(join_request::Column::CreatedAt.lt(before))
        .group_by(join_request::Column::GroupId)
        .into_tuple()
        .all(conn)
        .await?;
    let posts: Vec<(GroupId, i64)> = post::live()
        .select_only()
        .column(post::Column::GroupId)
        .column_as(post::Column::Id.count(), "posts")
        .filter(post::Column::Status.eq(PostStatus::Pending))
        .filter(post::Column::SubmittedAt.lt(before))
        .group_by(post::Column::GroupId)
        .into_tuple()
        .all(conn)
        .await?;
    let points: Vec<(GroupId, i64)> = point::Entity::find()
        .select_only()
        .column(point::Column::GroupId)
        .column_as(point::Column::Id.count(), "points")
        .filter(point::Column::Status.eq(PointStatus::Pending))
        .filter(point::Column::CreatedAt.lt(before))
        .group_by(point::Column::GroupId)
        .into_tuple()
        .all(conn)
        .await?;
    let mut waiting: BTreeMap<GroupId, Waiting> = BTreeMap::new();
    for (group, count) in requests {
        waiting.entry(group).or_default().requests = count;
    }
    for (group, count) in posts {
        waiting.entry(group).or_default().posts = count;
    }
    for (group, count) in points {
        waiting.entry(group).or_default().points = count;
    }
    Ok(waiting)
}

/// Tells the leaders of one group which things each of them can decide, unless they were told since `due`, or the group
/// is archived or deleted.
async fn remind(
    tx: &Tx,
    id: GroupId,
    waiting: &Waiting,
    due: Timestamp,
    now: Timestamp,
) -> Result<()> {
    let group = group::live()
        .filter(group::Column::Id.eq(id))
        .filter(group::Column::ArchivedAt.is_null());
    let Some(group) = group.one(tx).await? else {
        return Ok(());
    };
    let row = waiting_reminder::ActiveModel {
        group_id: Set(id),
        reminded_at: Set(now),
    };
    let last = Expr::col((
        waiting_reminder::Entity,
        waiting_reminder::Column::RemindedAt,
    ));
    let once = OnConflict::column(waiting_reminder::Column::GroupId)
        .update_column(waiting_reminder::Column::RemindedAt)
        .action_and_where(last.lt(due))
        .to_owned();
    let noted = waiting_reminder::Entity::insert(row)
        .on_conflict(once)
        .exec_without_returning(tx)
        .await?;
    if noted == 0 {
        return Ok(());
    }
    for leader in groups::account_ids(tx, groups::leaders_of(id)).await? {
        let points = match waiting.points {
            0 => 0,
            _ => store::count_decidable(tx, id, leader, now.minus(PATIENCE)).await?,
        };
        let tab = match (waiting.requests, waiting.posts, points) {
            (0, 0, 0) => continue,
            (0, 0, _) => "statistics&points=pending",
            (0, _, _) => "review",
            _ => "members&view=waiting",
        };
        let news = News::new(Kind::GroupWaiting, id, format!("/my-group/{id}?tab={tab}"))
            .text("group", &group.name)
            .text("requests", waiting.requests.to_string())
            .text("posts", waiting.posts.to_string())
            .text("points", points.to_string());
        notifications::tell(tx, [leader], news, now).await?;
    }
    Ok(())
}
