//! Telling many people of posts and comments, after the request that caused it.

use std::collections::HashSet;

use anyhow::anyhow;
use hoi_jobs::{Attempt, Job, JobError};
use sea_orm::{ColumnTrait, QueryFilter, QuerySelect};
use serde::{Deserialize, Serialize};

use super::entity::{comment, post};
use super::{CommentId, PostId, PostStatus, news};
use crate::app::App;
use crate::error::Error;
use crate::groups::entity::group_member;
use crate::ids::UserId;
use crate::notifications::{self, Kind};

/// Tells all members of a group of a post that they see for the first time.
#[derive(Debug, Serialize, Deserialize)]
pub struct TellMembers {
    pub post: PostId,
}

impl Job for TellMembers {
    const NAME: &'static str = "posts.tellMembers";
    type Context = App;

    async fn run(&self, app: &App, _: Attempt) -> Result<(), JobError> {
        let now = app.clock.now();
        let tx = app.db.write().await?;
        let found = post::live()
            .filter(post::Column::Id.eq(self.post))
            .filter(post::Column::Status.eq(PostStatus::Approved));
        let Some(post) = found.one(&tx).await? else {
            return Ok(());
        };
        let members: Vec<UserId> = group_member::live()
            .select_only()
            .column(group_member::Column::UserId)
            .filter(group_member::Column::GroupId.eq(post.group_id))
            .into_tuple()
            .all(&tx)
            .await?;
        let news = news::about(&tx, &post, Kind::PostNew, post.author_id)
            .await
            .map_err(later)?;
        notifications::tell(&tx, members, news, now).await?;
        tx.commit().await?;
        app.jobs.notify_one();
        Ok(())
    }
}

/// Tells the author of a post, and who has commented on it, of a new comment.
#[derive(Debug, Serialize, Deserialize)]
pub struct TellOfComment {
    pub comment: CommentId,
}

impl Job for TellOfComment {
    const NAME: &'static str = "posts.tellOfComment";
    type Context = App;

    async fn run(&self, app: &App, _: Attempt) -> Result<(), JobError> {
        let now = app.clock.now();
        let tx = app.db.write().await?;
        let found = comment::live().filter(comment::Column::Id.eq(self.comment));
        let Some(comment) = found.one(&tx).await? else {
            return Ok(());
        };
        let found = post::live()
            .filter(post::Column::Id.eq(comment.post_id))
            .filter(post::Column::Status.eq(PostStatus::Approved));
        let Some(post) = found.one(&tx).await? else {
            return Ok(());
        };
        let commenters: Vec<UserId> = comment::live()
            .select_only()
            .column(comment::Column::AuthorId)
            .distinct()
            .filter(comment::Column::PostId.eq(post.id))
            .into_tuple()
            .all(&tx)
            .await?;
        let concerned: HashSet<UserId> = commenters.into_iter().chain([post.author_id]).collect();
        // Whoever has left the group sees the post no longer.
        let members: Vec<UserId> = group_member::live()
            .select_only()
            .column(group_member::Column::UserId)
            .filter(group_member::Column::GroupId.eq(post.group_id))
            .into_tuple()
            .all(&tx)
            .await?;
        let told = members.into_iter().filter(|user| concerned.contains(user));
        let news = news::about(&tx, &post, Kind::CommentNew, comment.author_id)
            .await
            .map_err(later)?;
        notifications::tell(&tx, told, news, now).await?;
        tx.commit().await?;
        app.jobs.notify_one();
        Ok(())
    }
}

fn later(error: Error) -> JobError {
    JobError::Retry(anyhow!("{error:?}"))
}
