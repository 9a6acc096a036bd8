//! The tables of this feature.

pub mod digest_setting;
pub mod notification;
pub mod notification_preference;
