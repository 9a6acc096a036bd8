//! The roll call of a group's event: which members are there, excused or represented by another person, which guests
//! have come, and the same over the last meetings.
//!
//! A member who is registered and checked in, here with one press or at the door, is there. So all counters of the
//! event agree, and only absences and lateness are stored here.

mod access;
mod dto;
pub mod entity;
mod marking;
mod routes;
mod rules;
mod store;

use sea_orm::{DeriveActiveEnum, EnumIter};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub use hoi_platform::ids::AbsenceId;
pub use routes::routes;
pub use store::attendance;

/// A member's state at an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum Mark {
    /// Checked in.
    Present,
    /// Checked in, but was not there at the beginning.
    Late,
    /// Another person has come instead.
    Substituted,
    /// Absent with an excuse.
    Excused,
    /// Absent without an excuse.
    Absent,
}

impl Mark {
    /// Returns whether who has this mark is checked in.
    fn is_there(self) -> bool {
        matches!(self, Self::Present | Self::Late)
    }

    /// Returns the key of the text that names the mark in files.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            Self::Present => "rollCall.present",
            Self::Late => "rollCall.late",
            Self::Substituted => "rollCall.substituted",
            Self::Excused => "rollCall.excused",
            Self::Absent => "rollCall.absent",
        }
    }
}

/// A leader's note about a member besides the check-in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumIter, DeriveActiveEnum)]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "lowercase")]
pub enum AbsenceKind {
    /// Away with an excuse, or represented by another person.
    Excused,
    /// Away without an excuse.
    Absent,
    /// Away at the beginning.
    Late,
}
