//! The tables of this feature.

pub mod erasure_notice;
pub mod event_retention;
