//! Leaders' decisions about posts that wait for approval.

use std::collections::{BTreeMap, BTreeSet};

use hoi_db::{Timestamp, Tx};
use hoi_platform::error::{Error, LocalizedText, Result};
use hoi_platform::ids::UserId;
use sea_orm::sea_query::{Expr, ExprTrait as _, Func};
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QuerySelect};
use serde_json::json;

use super::dto::ReviewAction;
use super::entity::post;
use super::{PostId, PostStatus, news};
use crate::accounts;
use crate::groups::{self, GroupAction, GroupId, LogEntry};
use crate::notifications::{self, Kind};

/// A leader's decision about posts.
#[derive(Debug)]
pub struct Decision {
    pub action: ReviewAction,
    /// The reason that the author of a rejected post is given; None without a reason.
    pub reason: Option<String>,
    pub by: UserId,
}

/// Decides about those of `ids` that wait in the group, and returns their identifiers. A post whose version is another
/// than `versions` says is left out. The group must be locked.
#[tracing::instrument(name = "posts.decide", skip_all)]
pub async fn decide(
    tx: &Tx,
    group: GroupId,
    ids: &BTreeSet<PostId>,
    versions: &BTreeMap<PostId, i64>,
    decision: Decision,
    now: Timestamp,
) -> Result<BTreeSet<PostId>> {
    let waiting = post::live()
        .filter(post::Column::GroupId.eq(group))
        .filter(post::Column::Id.is_in(ids.iter().copied()))
        .filter(post::Column::Status.eq(PostStatus::Pending))
        .all(tx)
        .await?;
    let is_read = |post: &post::Model| {
        versions
            .get(&post.id)
            .is_none_or(|read| *read == post.version)
    };
    let posts: Vec<post::Model> = waiting.into_iter().filter(is_read).collect();
    let decided: BTreeSet<PostId> = posts.iter().map(|post| post.id).collect();
    if decided.is_empty() {
        return Ok(decided);
    }
    let change = post::Entity::update_many()
        .col_expr(post::Column::DecidedBy, Expr::value(decision.by))
        // A leader who still edits it hears of the decision.
        .col_expr(
            post::Column::Version,
            Expr::col((post::Entity, post::Column::Version)).add(1),
        )
        .filter(post::Column::Id.is_in(decided.iter().copied()))
        .filter(post::Column::Status.eq(PostStatus::Pending))
        .filter(post::Column::DeletedAt.is_null());
    let or_now = |column| {
        let values = [Expr::col(column), Expr::value(now)];
        Expr::from(Func::coalesce(values))
    };
    let (change, action, reason) = match decision.action {
        ReviewAction::Approve => (
            change
                .col_expr(post::Column::Status, Expr::value(PostStatus::Approved))
                .col_expr(post::Column::ApprovedAt, or_now(post::Column::ApprovedAt))
                .col_expr(post::Column::ActiveAt, or_now(post::Column::ActiveAt)),
            GroupAction::PostApproved,
            None,
        ),
        ReviewAction::Reject => (
            change
                .col_expr(post::Column::Status, Expr::value(PostStatus::Rejected))
                .col_expr(post::Column::Reason, Expr::value(decision.reason.clone())),
            GroupAction::PostRejected,
            decision.reason,
        ),
    };
    let changed = change.exec(tx).await?;
    if changed.rows_affected != decided.len() as u64 {
        return Err(Error::Conflict(LocalizedText::new("error.5008")));
    }
    let entries = posts.iter().map(|post| {
        let mut data = json!({ "postId": post.id });
        if let (Some(reason), Some(data)) = (&reason, data.as_object_mut()) {
            data.insert("reason".to_owned(), json!(reason));
        }
        LogEntry {
            group,
            actor: Some(decision.by),
            action,
            subject: Some(post.author_id.into()),
            data,
        }
    });
    groups::log(tx, entries, now).await?;
    for post in &posts {
        notifications::settle(tx, post.id, [Kind::PostPending], now).await?;
    }
    match decision.action {
        ReviewAction::Approve => news::approved(tx, &posts, decision.by, now).await?,
        ReviewAction::Reject => {
            news::rejected(tx, &posts, reason.as_deref(), decision.by, now).await?;
        }
    }
    Ok(decided)
}

/// Returns the names of the leaders who decided about some of these posts of the group.
pub async fn who_decided(
    conn: &impl ConnectionTrait,
    group: GroupId,
    ids: &[PostId],
) -> Result<Vec<String>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let leaders: Vec<Option<UserId>> = post::live()
        .select_only()
        .column(post::Column::DecidedBy)
        .distinct()
        .filter(post::Column::GroupId.eq(group))
        .filter(post::Column::Id.is_in(ids.iter().copied()))
        .filter(post::Column::Status.ne(PostStatus::Pending))
        .into_tuple()
        .all(conn)
        .await?;
    let names = accounts::full_names(conn, leaders.into_iter().flatten()).await?;
    let mut names: Vec<String> = names.into_values().collect();
    names.sort();
    Ok(names)
}

/// Returns the refusal when nothing was decided about the post: it was decided before, or edited after it was read.
pub async fn refusal_of_decided(tx: &Tx, post: &post::Model) -> Result<Error> {
    let key = match post.status {
        PostStatus::Pending => {
            return Ok(Error::Conflict(LocalizedText::new("post.editedMeanwhile")));
        }
        PostStatus::Approved => "post.approvedAlready",
        PostStatus::Rejected => "post.rejectedAlready",
    };
    let Some(by) = post.decided_by else {
        return Ok(Error::Conflict(LocalizedText::new("post.decidedAlready")));
    };
    let name = accounts::full_name(tx, by).await?;
    Ok(Error::Conflict(LocalizedText::new(key).with("name", name)))
}
