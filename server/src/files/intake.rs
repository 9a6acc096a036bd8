//! Taking in what somebody sends: multipart, bounded, judged by its content and never by its name or declared type.

use axum::extract::multipart::{Field, MultipartError};
use axum::extract::{FromRequest, Multipart, Request};
use axum::http::StatusCode;
use bytes::{Bytes, BytesMut};

use super::image::{self, Problem};
use super::{Storage, UploadPurpose};
use crate::error::{Error, Message, Result};

/// Largest image, in bytes.
pub const MAX_IMAGE: usize = 5 * 1024 * 1024;
/// Largest document, in bytes.
pub const MAX_DOCUMENT: usize = 10 * 1024 * 1024;
/// Largest request with a file: the document and what multipart adds around it.
pub const BODY_LIMIT: usize = MAX_DOCUMENT + 64 * 1024;

/// A body of type `multipart/form-data` that has not been read yet: whoever may not send it need not.
pub struct UploadBody(Multipart);

impl<S: Send + Sync> FromRequest<S> for UploadBody {
    type Rejection = Error;

    async fn from_request(request: Request, state: &S) -> Result<Self> {
        Multipart::from_request(request, state)
            .await
            .map(Self)
            .map_err(|_| Error::InvalidPayload(Message::new("file.notAForm")))
    }
}

/// What a form with a file contained.
#[derive(Debug, Default)]
pub struct UploadForm {
    /// The bytes of the part `file`.
    pub file: Option<Bytes>,
    /// The part `purpose`.
    pub purpose: Option<String>,
}

impl UploadForm {
    /// Reads the parts `file` and `purpose`; others are skipped.
    pub async fn read(UploadBody(mut multipart): UploadBody) -> Result<Self> {
        let mut form = Self::default();
        while let Some(field) = multipart.next_field().await.map_err(|e| unreadable(&e))? {
            match field.name() {
                Some("file") => form.file = Some(bounded(field, MAX_DOCUMENT).await?),
                Some("purpose") => {
                    let text = bounded(field, 64).await?;
                    form.purpose = Some(String::from_utf8_lossy(&text).into_owned());
                }
                _ => {}
            }
        }
        Ok(form)
    }
}

async fn bounded(mut field: Field<'_>, max: usize) -> Result<Bytes> {
    let mut bytes = BytesMut::new();
    while let Some(chunk) = field.chunk().await.map_err(|e| unreadable(&e))? {
        if bytes.len() + chunk.len() > max {
            return Err(too_large(MAX_DOCUMENT));
        }
        bytes.extend_from_slice(&chunk);
    }
    Ok(bytes.freeze())
}

fn unreadable(error: &MultipartError) -> Error {
    if error.status() == StatusCode::PAYLOAD_TOO_LARGE {
        too_large(MAX_DOCUMENT)
    } else {
        Error::UploadFile {
            status: StatusCode::BAD_REQUEST,
            message: Message::new("file.unreadable"),
        }
    }
}

fn too_large(max: usize) -> Error {
    Error::UploadFile {
        status: StatusCode::PAYLOAD_TOO_LARGE,
        message: Message::new("file.tooLarge").with("megabytes", max / 1024 / 1024),
    }
}

/// What a file is taken in as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Accept {
    /// JPEG, PNG, WebP or GIF up to 5 MiB, kept at most this many pixels wide and high.
    Image {
        /// Pixels on the longer side.
        max_side: u32,
    },
    /// PDF, JPEG or PNG up to 10 MiB.
    Document,
}

impl Accept {
    /// What `purpose` allows. Logos and faces are shown small; covers fill a wide screen.
    #[must_use]
    pub fn of(purpose: UploadPurpose) -> Self {
        match purpose {
            UploadPurpose::Avatar
            | UploadPurpose::AppLogo
            | UploadPurpose::EventLogo
            | UploadPurpose::SponsorLogo
            | UploadPurpose::GroupAvatar => Self::Image { max_side: 1024 },
            UploadPurpose::EventCover | UploadPurpose::Attachment | UploadPurpose::Post => {
                Self::ANSWER
            }
            UploadPurpose::MembershipCertificate
            | UploadPurpose::BusinessLicense
            | UploadPurpose::Proof => Self::Document,
        }
    }

    /// An image that must stay readable, such as a photographed paper.
    pub const ANSWER: Self = Self::Image { max_side: 2400 };
}

/// A file that may be stored.
#[derive(Debug)]
pub struct Received {
    /// As they are stored.
    pub bytes: Bytes,
    /// What they are.
    pub mime: &'static str,
}

/// Judges and prepares the file of a form. Images are worked on two at a time, away from the async threads.
pub async fn receive(storage: &Storage, file: Option<Bytes>, accept: Accept) -> Result<Received> {
    let bytes = file
        .filter(|bytes| !bytes.is_empty())
        .ok_or_else(|| Error::field("file", Message::new("file.required")))?;
    let max_side = match accept {
        Accept::Document if bytes.starts_with(b"%PDF-") => {
            return Ok(Received {
                bytes,
                mime: "application/pdf",
            });
        }
        Accept::Document if !is_jpeg_or_png(&bytes) => {
            return Err(wrong_type("file.notADocument"));
        }
        Accept::Document => 4000,
        Accept::Image { .. } if bytes.len() > MAX_IMAGE => return Err(too_large(MAX_IMAGE)),
        Accept::Image { max_side } => max_side,
    };
    let permit = storage
        .decoders
        .clone()
        .acquire_owned()
        .await
        .map_err(anyhow::Error::from)?;
    let cleaned = tokio::task::spawn_blocking(move || {
        let _permit = permit;
        image::clean(&bytes, max_side)
    })
    .await
    .map_err(anyhow::Error::from)?;
    let clean = cleaned.map_err(|problem| match problem {
        Problem::NotAnImage => wrong_type("file.notAnImage"),
        Problem::TooManyPixels => Error::UploadFile {
            status: StatusCode::PAYLOAD_TOO_LARGE,
            message: Message::new("file.tooManyPixels")
                .with("megapixels", image::MAX_PIXELS / 1_000_000)
                .with("side", image::MAX_SIDE),
        },
        Problem::Broken => Error::UploadFile {
            status: StatusCode::BAD_REQUEST,
            message: Message::new("file.broken"),
        },
    })?;
    Ok(Received {
        bytes: clean.bytes.into(),
        mime: clean.mime,
    })
}

fn wrong_type(key: &'static str) -> Error {
    Error::UploadFile {
        status: StatusCode::UNSUPPORTED_MEDIA_TYPE,
        message: Message::new(key),
    }
}

fn is_jpeg_or_png(bytes: &[u8]) -> bool {
    bytes.starts_with(&[0xFF, 0xD8, 0xFF]) || bytes.starts_with(b"\x89PNG\r\n\x1a\n")
}
