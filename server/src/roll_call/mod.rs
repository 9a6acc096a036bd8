//! The roll call of a group's event: which members are there, excused or represented by somebody else, which guests
//! have come, and the same over the last meetings.
//!
//! A member is there who is registered and checked in: here with one press, or at the door. So all counters of the
//! event agree, and only absences are stored here.

mod access;
mod dto;
pub mod entity;
mod marking;
mod routes;
mod rules;
mod store;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub use crate::ids::AbsenceId;
pub use routes::routes;

/// What is known of a member at an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum Mark {
    /// Checked in.
    Present,
    /// Somebody else has come instead.
    Substituted,
    /// Absent with an excuse.
    Excused,
}

/// What came of a meeting for a member.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum Outcome {
    Present,
    Substituted,
    Excused,
    /// Absent without an excuse.
    Absent,
}
