//! The tables of this feature.

pub mod group;
pub mod group_log;
pub mod group_member;
pub mod group_request;
pub mod join_request;
pub mod organiser_page;
