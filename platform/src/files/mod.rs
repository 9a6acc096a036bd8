//! Uploaded files: images and documents that other features refer to.
//!
//! A file is stored outside the database under its own random identifier; the `file` row holds its owner and
//! visibility. Images are never served as uploaded: they are decoded, turned upright, scaled down and encoded again,
//! which removes their metadata (place, device, time). A file without references is removed after a day.
//!
//! This feature does not know what a file means to the feature that refers to it.

pub mod entity;
mod image;
mod intake;
mod signed_link;
mod smaller;
mod store;
mod stripped;

pub use crate::ids::FileId;
pub use entity::file;
pub use intake::{Accept, BODY_LIMIT, MAX_DOCUMENT, Received, UploadBody, UploadForm, receive};
use sea_orm::{DeriveActiveEnum, EnumIter};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
pub use signed_link::{opened_by_link, signed_link};
pub use smaller::smaller;
pub use store::{
    Uploader, check_allowance, find, find_uploads_of_event, former_files_of, is_usable, lock,
    mark_deleted, note_former_files, open, previews, read, save,
};
use utoipa::ToSchema;

/// The audience that may read a file by its address.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, EnumIter, DeriveActiveEnum, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "lowercase")]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "lowercase")]
pub enum Visibility {
    /// Anyone, because public pages show the file.
    Public,
    /// The uploader, administrators, and the people who see the thing that it belongs to: the owner of an event, the
    /// leaders of a group, or the members who see a post.
    Private,
}

/// The purpose of an upload. Decides which files are accepted, the size of stored images, and the visibility of the
/// file.
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
    EventLogo,
    EventCover,
    /// The image attached to the registration mail, or an illustration in a form.
    Attachment,
    /// A sponsor's logo on the welcome screen.
    SponsorLogo,
    /// A group's photo.
    GroupAvatar,
    /// An image in a post.
    Post,
    /// The consent form of a person who asks to join a group.
    MembershipCertificate,
    BusinessLicense,
    /// Evidence of a deal.
    Proof,
}

impl UploadPurpose {
    /// Returns the visibility: documents are private, and so are images that only members of a group shall see.
    #[must_use]
    pub fn visibility(self) -> Visibility {
        match self {
            Self::Post | Self::MembershipCertificate | Self::BusinessLicense | Self::Proof => {
                Visibility::Private
            }
            _ => Visibility::Public,
        }
    }
}

/// The purpose of files that visitors upload as answers to IMAGE questions. They are private; callers cannot choose
/// this purpose.
pub const ANSWER: &str = "answer";

/// The address of a file, `/api/upload/{id}`. Input may also be the bare identifier.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, sea_orm::DeriveValueType, ToSchema)]
#[schema(value_type = String, example = "/api/upload/0198c5a1-7c00-7000-8000-000000000000")]
pub struct FileUrl(pub FileId);

impl std::fmt::Display for FileUrl {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "/api/upload/{}", self.0)
    }
}

/// Names no file: a placeholder until an address is sent.
impl Default for FileUrl {
    fn default() -> Self {
        Self(FileId(uuid::Uuid::nil()))
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
    pub id: FileId,
    /// The file's address, as other calls expect it.
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
