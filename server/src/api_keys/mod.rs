//! Keys of the API: with one, a program makes the calls of `v1` in an account's name. A key has rights and perhaps events of
//! its own, and never more than its account has at that moment.
//!
//! A key manages nothing: keys, passwords, accounts and everything outside of `/api/v1` take sessions alone.

mod access;
mod dto;
pub mod entity;
mod limits;
mod routes;
mod rules;
mod store;

use sea_orm::EnumIter;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub use access::{
    ChecksIn, EventByKey, Keyed, NeededRight, ReadsEvents, ReadsGuests, ReadsMoney, WritesGuests,
};
pub use hoi_platform::ids::ApiKeyId;
pub use limits::{ApiLimits, REQUESTS_AT_ONCE, tell_limit};
pub use routes::routes;
pub use store::{NewKey, issue, remove_old};

/// The rights of a key in the events that it opens.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, EnumIter, Serialize, Deserialize, ToSchema,
)]
pub enum ApiRight {
    /// Read events and their ticket classes.
    #[serde(rename = "events:read")]
    ReadEvents,
    /// Read participants, with their contacts and answers.
    #[serde(rename = "guests:read")]
    ReadGuests,
    /// Add participants.
    #[serde(rename = "guests:write")]
    WriteGuests,
    /// Check participants in by their ticket codes.
    #[serde(rename = "checkin:write")]
    CheckIn,
    /// Read prices and payments.
    #[serde(rename = "money:read")]
    ReadMoney,
}
