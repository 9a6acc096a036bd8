//! Jobs that tell many people of posts and comments, after the request that caused it.

use hoi_jobs::{Attempt, Job, JobError, Lane};
use hoi_platform::app::App;
use hoi_platform::error::Error;
use sea_orm::{ColumnTrait, Condition, QueryFilter, QuerySelect, QueryTrait as _};
use serde::{Deserialize, Serialize};

use super::entity::{comment, post};
use super::{CommentId, PostId, PostStatus, news};
use crate::groups;
use crate::groups::entity::group_member;
use crate::notifications::Kind;

/// Tells all members of a group of a post that was approved for the first time.
#[derive(Debug, Serialize, Deserialize)]
pub struct TellMembers {
    pub post: PostId,
}

impl Job for TellMembers {
    const NAME: &'static str = "posts.tellMembers";
    const LANE: Lane = Lane::Bulk;
    type Context = App;

    async fn run(&self, app: &App, attempt: Attempt) -> Result<(), JobError> {
        let conn = app.db.read();
        let found = post::live()
            .filter(post::Column::Id.eq(self.post))
            .filter(post::Column::Status.eq(PostStatus::Approved));
        let Some(post) = found.one(conn).await? else {
            return Ok(());
        };
        let about = news::about(conn, &post, Kind::PostNew, post.author_id);
        let news = about.await.map_err(Error::to_be_retried)?;
        let told = groups::tell_members(app, attempt, post.group_id, &news);
        told.await.map_err(Error::to_be_retried)
    }
}

/// Tells the author of a post, and everybody who commented on it, of a new comment.
#[derive(Debug, Serialize, Deserialize)]
pub struct TellOfComment {
    pub comment: CommentId,
}

impl Job for TellOfComment {
    const NAME: &'static str = "posts.tellOfComment";
    type Context = App;

    async fn run(&self, app: &App, attempt: Attempt) -> Result<(), JobError> {
        let conn = app.db.read();
        let found = comment::live().filter(comment::Column::Id.eq(self.comment));
        let Some(comment) = found.one(conn).await? else {
            return Ok(());
        };
        let found = post::live()
            .filter(post::Column::Id.eq(comment.post_id))
            .filter(post::Column::Status.eq(PostStatus::Approved));
        let Some(post) = found.one(conn).await? else {
            return Ok(());
        };
        let commenters = comment::live()
            .select_only()
            .column(comment::Column::AuthorId)
            .filter(comment::Column::PostId.eq(post.id));
        let is_concerned = Condition::any()
            .add(group_member::Column::UserId.in_subquery(commenters.into_query()))
            .add(group_member::Column::UserId.eq(post.author_id));
        // Only members are told, because a former member no longer sees the post.
        let concerned = groups::members_of(post.group_id).filter(is_concerned);
        let news = news::of_comment(conn, &post, &comment);
        let news = news.await.map_err(Error::to_be_retried)?;
        let told = groups::tell_some(app, attempt, concerned, &news);
        told.await.map_err(Error::to_be_retried)
    }
}
