//! Posts in groups: written by members, decided about by leaders, commented on, reacted to and reported; and the feed of
//! all groups of an account.
//!
//! Every change of a post's visibility locks the group's row and is an update that expects the state before it.
//! Comments, reactions and likes take the same lock, so that a member just removed cannot answer, and a post just closed
//! gets no answer.

mod access;
mod comments;
mod dto;
pub mod entity;
mod feed;
mod images;
mod jobs;
mod likes;
mod news;
mod reactions;
mod recaps;
mod reports;
mod review;
mod routes;
mod rules;
mod store;
mod throttles;

use sea_orm::{DeriveActiveEnum, EnumIter};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub use feed::{FeedCursor, FeedSort, moved as feed_moved, statement as feed_statement};
pub use hoi_platform::ids::{CommentId, PostId, ReportId};
pub use images::may_read as may_read_image;
pub use jobs::{TellMembers, TellOfComment};
pub use recaps::{NewRecap, groups_with_recap, recaps_of, write_recap};
pub use reports::count_reported;
pub use routes::routes;
pub use store::{count_new, count_pending};

/// The state of a post, which decides who sees it.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, EnumIter, DeriveActiveEnum, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "lowercase")]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "lowercase")]
pub enum PostStatus {
    /// The post waits for a leader's decision; only leaders and the author see it.
    Pending,
    /// All members see the post.
    Approved,
    /// Only leaders and the author see the post. The author can change it, which sends it for approval again.
    Rejected,
}

/// How a member reacts to a post. A like is the heart.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    EnumIter,
    DeriveActiveEnum,
    Serialize,
    Deserialize,
    ToSchema,
)]
#[serde(rename_all = "lowercase")]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "lowercase")]
pub enum ReactionKind {
    Heart,
    Agree,
    Applause,
    Congratulation,
    Thanks,
    Laugh,
}

impl ReactionKind {
    /// Returns the key of the reaction's name in the catalogue.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            Self::Heart => "post.reaction.heart",
            Self::Agree => "post.reaction.agree",
            Self::Applause => "post.reaction.applause",
            Self::Congratulation => "post.reaction.congratulation",
            Self::Thanks => "post.reaction.thanks",
            Self::Laugh => "post.reaction.laugh",
        }
    }
}
