//! The lucky draw of an event: prizes, who takes part, and winners that anyone can check.
//!
//! A draw has two steps. Opening a round fixes the list of those who take part and publishes what the server promises:
//! the hash of a secret random seed and the hash of the list. Drawing derives the winner from the seed by the method in
//! `rules`, which has no choice left to make, and publishes the seed. Pages turn their wheels only afterwards.
//!
//! It changes nothing about participants and knows nothing of wheels.

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

pub use crate::ids::{DrawRoundId, DrawWinnerId, PrizeId};
pub use routes::routes;

/// How the pages of a draw, which anyone with the link can open, name those who take part.
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

/// Whose names are in the pot.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, EnumIter, DeriveActiveEnum, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "camelCase")]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "camelCase")]
pub enum DrawSource {
    /// Those who are in the hall.
    CheckedIn,
    /// Everyone who registered.
    All,
}
