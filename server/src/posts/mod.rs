//! Posts in groups: what members write, what leaders decide about it, what others answer, and the feed of all groups of
//! somebody.
//!
//! Whatever changes who sees a post does so while the group's row is locked, by an update that expects the state before it.
//! Comments and likes do not take that lock: their updates of the counts expect a post that takes them.

mod access;
mod comments;
mod dto;
pub mod entity;
mod feed;
mod images;
mod jobs;
mod likes;
mod news;
mod reminders;
mod reports;
mod review;
mod routes;
mod rules;
mod store;

use sea_orm::{DeriveActiveEnum, EnumIter};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub use crate::ids::{CommentId, PostId, ReportId};
pub use feed::{FeedSort, statement as feed_statement};
pub use images::may_read as may_read_image;
pub use jobs::{TellMembers, TellOfComment};
pub use reminders::remind_leaders;
pub use routes::routes;
pub use store::count_pending;

/// Who sees a post.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, EnumIter, DeriveActiveEnum, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "lowercase")]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "lowercase")]
pub enum PostStatus {
    /// It waits for a leader; only they and the author see it.
    Pending,
    /// All members see it.
    Approved,
    /// Only leaders and the author see it, who can change it and send it again.
    Rejected,
}
