//! The tables of this feature.

pub mod comment;
pub mod like;
pub mod post;
pub mod post_image;
pub mod recap;
pub mod report;
pub mod waiting_reminder;
