//! Uploaded files: images and documents that everything else refers to.
//!
//! A file is stored under its own random identifier, outside the database; the `file` row says whose it is and who may
//! read it. Nothing is served as it came: images are decoded, turned upright, scaled down and encoded again, which also
//! leaves their metadata (place, device, time) behind. A file nobody refers to is removed after a day.
//!
//! It does not know what a file means to the feature that refers to it.

pub mod entity;
mod image;
mod intake;
mod store;

pub use crate::ids::FileId;
pub use entity::file;
pub use intake::{Accept, BODY_LIMIT, MAX_DOCUMENT, Received, UploadBody, UploadForm, receive};
use sea_orm::{DeriveActiveEnum, EnumIter};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
pub use store::{
    Uploader, check_allowance, find, find_uploads_of_event, is_usable, lock, mark_deleted, read,
    save,
};
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

/// What a file is uploaded for; decides what is accepted, how large it is kept and who may read it.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, EnumIter, DeriveActiveEnum, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "camelCase")]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "camelCase")]
pub enum UploadPurpose {
    /// A person's picture.
    Avatar,
    /// An organisation's logo in the sidebar.
    AppLogo,
    /// An event's logo.
    EventLogo,
    /// An event's cover image.
    EventCover,
    /// The image that goes with the registration mail, or an illustration in a form.
    Attachment,
    /// A sponsor's logo on the welcome screen.
    SponsorLogo,
    /// A group's photo.
    GroupAvatar,
    /// An image in a post.
    Post,
    /// Consent-to-join paper of somebody who asks to join a group.
    MembershipCertificate,
    /// A business licence.
    BusinessLicense,
    /// What proves a deal.
    Proof,
}

impl UploadPurpose {
    /// Papers are private and may be PDF; everything else is an image on a page.
    #[must_use]
    pub fn visibility(self) -> Visibility {
        match self {
            Self::MembershipCertificate | Self::BusinessLicense | Self::Proof => {
                Visibility::Private
            }
            _ => Visibility::Public,
        }
    }
}

/// What a visitor's answer to an IMAGE question is stored as: private, and never chosen by a caller.
pub const ANSWER: &str = "answer";

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

/// A stored file.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct UploadedFile {
    /// Its identifier.
    pub id: FileId,
    /// Its address, as other calls take it.
    pub url: FileUrl,
}

impl From<FileId> for UploadedFile {
    fn from(id: FileId) -> Self {
        Self { id, url: id.into() }
    }
}

/// The form of a visitor's upload.
#[derive(ToSchema)]
#[expect(
    dead_code,
    reason = "describes the multipart form, which is read part by part"
)]
pub struct VisitorUpload {
    /// JPEG, PNG, WebP or GIF up to 5 MiB.
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
}
