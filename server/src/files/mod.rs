//! Uploaded files: images and documents that everything else refers to.

pub mod entity;

pub use crate::ids::FileId;
use sea_orm::{DeriveActiveEnum, EnumIter};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
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

/// A file as the API writes and takes it: its address, `/api/upload/{id}`. The bare identifier is taken too.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, ToSchema)]
#[schema(value_type = String, example = "/api/upload/0198c5a1-7c00-7000-8000-000000000000")]
pub struct FileUrl(pub FileId);

impl std::fmt::Display for FileUrl {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "/api/upload/{}", self.0)
    }
}

impl From<FileId> for FileUrl {
    fn from(id: FileId) -> Self {
        Self(id)
    }
}

impl Serialize for FileUrl {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for FileUrl {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let id = text.rsplit('/').next().unwrap_or(&text);
        id.parse().map(Self).map_err(de::Error::custom)
    }
}
