//! Uploaded files: images and documents that everything else refers to.

pub mod entity;

pub use crate::ids::FileId;
use sea_orm::{DeriveActiveEnum, EnumIter};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Who may read a file by its address.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, EnumIter, DeriveActiveEnum, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "lowercase")]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "lowercase")]
pub enum Visibility {
    /// Anyone: what a public page shows.
    Public,
    /// Only those a rule names.
    Private,
}
