//! What is owed back: to people who paid and whose registration was removed or whose event was cancelled. The organiser
//! transfers it back and notes so here; nothing is sent by the program.

mod dto;
mod entity;
pub mod export;
pub mod routes;
mod store;

use sea_orm::{DeriveActiveEnum, EnumIter};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub use store::{ReturnedRow, count_decided, find_returned, next_returned, sum_owed, sum_returned};
pub use store::{lower, raise};

/// What became of money that is owed back.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, EnumIter, DeriveActiveEnum, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "camelCase")]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "camelCase")]
pub enum RefundState {
    /// It has to be given back.
    Owed,
    /// The organiser gave it back.
    Returned,
    /// The organiser decided that nothing is owed.
    NotOwed,
}

/// How money was given back.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, EnumIter, DeriveActiveEnum, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "camelCase")]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "camelCase")]
pub enum RefundWay {
    Transfer,
    Cash,
}
