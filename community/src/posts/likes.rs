//! Likes of comments. The likes of posts are among their reactions.

use hoi_db::{Timestamp, Tx};
use hoi_platform::error::Result;
use hoi_platform::ids::UserId;
use sea_orm::sea_query::{Expr, ExprTrait as _, OnConflict};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, Set};
use uuid::Uuid;

use super::entity::{comment, like, post};
use super::{ReactionKind, access, comments, news};

/// Stores or removes the like of an account. Returns the change of the number of likes: 1, 0 or −1.
async fn set(tx: &Tx, target: Uuid, account: UserId, likes: bool, now: Timestamp) -> Result<i64> {
    if likes {
        let row = like::ActiveModel {
            target_id: Set(target),
            user_id: Set(account),
            kind: Set(ReactionKind::Heart),
            created_at: Set(now),
        };
        let stored = like::Entity::insert(row)
            .on_conflict(OnConflict::new().do_nothing().to_owned())
            .exec_without_returning(tx)
            .await?;
        Ok(i64::from(stored > 0))
    } else {
        let removed = like::Entity::delete_by_id((target, account))
            .exec(tx)
            .await?;
        Ok(if removed.rows_affected > 0 { -1 } else { 0 })
    }
}

/// Sets whether an account likes the comment on the post, and returns the comment's number of likes. 5005 when it was
/// removed meanwhile.
#[tracing::instrument(name = "posts.like_comment", skip_all)]
pub async fn set_of_comment(
    tx: &Tx,
    post: &post::Model,
    comment: &comment::Model,
    account: UserId,
    likes: bool,
    now: Timestamp,
) -> Result<i64> {
    let change = set(tx, comment.id.0, account, likes, now).await?;
    comment::Entity::update_many()
        .col_expr(
            comment::Column::LikeCount,
            Expr::col(comment::Column::LikeCount).add(change),
        )
        .filter(comment::Column::Id.eq(comment.id))
        .exec(tx)
        .await?;
    let found = comments::find(tx, comment.post_id, comment.id).await?;
    let found = found.ok_or_else(access::no_comment)?;
    if change > 0 {
        news::comment_liked(tx, post, &found, account, now).await?;
    }
    Ok(found.like_count)
}
