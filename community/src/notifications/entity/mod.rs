//! The tables of this feature.

pub mod digest_setting;
pub mod muted_group;
pub mod notification;
pub mod notification_preference;
pub mod push_key;
pub mod push_subscription;
pub mod told_so_far;
