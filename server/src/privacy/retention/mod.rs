//! Retention: some time after an event its participants' data is erased. The organiser chooses the time within bounds, is
//! told a month before, and can still postpone it. Accounts, such as those of a group's members, are not touched.

mod dto;
pub mod entity;
mod jobs;
mod look;
mod routes;
mod rules;
mod store;

use sea_orm::{DeriveActiveEnum, EnumIter};
use serde::{Deserialize, Serialize};

pub use dto::Retention;
pub use jobs::EraseDue;
pub use look::look_for_due;
pub use routes::read;
pub(super) use routes::routes;

/// The part of the data that is erased at one date.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, EnumIter, DeriveActiveEnum, Serialize, Deserialize,
)]
#[serde(rename_all = "camelCase")]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "camelCase")]
pub enum Part {
    /// Everything that tells of the people.
    Everything,
    /// Identity and tax numbers, and business licences.
    Documents,
}
