//! The lucky draw of an event: prizes, participants, and winners that anyone can verify.
//!
//! A draw has two steps. Opening a round fixes the list of participants and publishes a commitment: the hash of a
//! secret random seed and the hash of the list. Drawing derives the winner from the seed by the method in `rules`,
//! which leaves no choice, and publishes the seed. Pages turn their wheels only afterwards.
//!
//! This feature changes nothing about participants, and does not know how pages animate the draw.

mod draw;
mod dto;
pub mod entity;
mod routes;
mod rules;
mod seed;
mod setup;
mod store;
mod view;

use sea_orm::{DeriveActiveEnum, EnumIter};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub use hoi_platform::ids::{DrawRoundId, DrawWinnerId, PrizeId};
pub use routes::routes;

/// How the pages of a draw, which anyone with the link can open, name participants.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, EnumIter, DeriveActiveEnum, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "camelCase")]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "camelCase")]
pub enum NameForm {
    /// The name as it was registered.
    Full,
    /// The given name and the initial of the family name.
    GivenInitial,
    /// Only the end of the ticket code.
    Code,
}

/// Which registrations take part in the draw.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, EnumIter, DeriveActiveEnum, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "camelCase")]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "camelCase")]
pub enum DrawSource {
    /// Participants who are checked in.
    CheckedIn,
    /// All registrations of the event.
    All,
}
