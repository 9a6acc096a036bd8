//! Taking in what somebody sends: multipart, bounded, judged by its content and never by its name or declared type.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::multipart::{Field, MultipartError};
use axum::extract::{FromRequest, Multipart, Request};
use axum::http::StatusCode;
use bytes::{Bytes, BytesMut};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use super::UploadPurpose;
use super::image::{self, Problem};
use crate::app::App;
use crate::error::{Error, Message, Result};
use crate::http::RateLimit;

/// Largest image, in bytes.
pub const MAX_IMAGE: usize = 5 * 1024 * 1024;
/// Largest document, in bytes.
pub const MAX_DOCUMENT: usize = 10 * 1024 * 1024;
/// Largest part of a form that is not its file, in bytes.
const MAX_TEXT: usize = 32 * 1024;
/// Largest request with a file: the document and what multipart adds around it.
pub const BODY_LIMIT: usize = MAX_DOCUMENT + 64 * 1024;

/// Files held in memory at the same time, from their first byte until they are stored.
const AT_ONCE: usize = 24;
/// How long a request waits, unread, for others to be done.
const PATIENCE: Duration = Duration::from_secs(10);
/// Images decoded at the same time: each may take a few hundred megabytes while it is in work.
const DECODERS: usize = 2;

/// How much is taken in at the same time, and how fast from whom.
pub struct Intake {
    places: Arc<Semaphore>,
    decoders: Arc<Semaphore>,
    /// Visitors' uploads per network address: a school or an office may share one.
    pub visitors: RateLimit,
}

impl Default for Intake {
    fn default() -> Self {
        Self {
            places: Arc::new(Semaphore::new(AT_ONCE)),
            decoders: Arc::new(Semaphore::new(DECODERS)),
            visitors: RateLimit::new(300, Duration::from_secs(1)),
        }
    }
}

impl Intake {
    async fn place(&self) -> Result<OwnedSemaphorePermit> {
        let place = Arc::clone(&self.places).acquire_owned();
        match timeout(PATIENCE, place).await {
            Ok(Ok(place)) => Ok(place),
            _ => Err(Error::Busy),
        }
    }
}

/// A body of type `multipart/form-data` that has not been read yet: whoever may not send it need not. It has a place in
/// the intake; 5003 (HTTP 503) when there was none for [`PATIENCE`].
pub struct UploadBody {
    multipart: Multipart,
    place: OwnedSemaphorePermit,
}

impl FromRequest<App> for UploadBody {
    type Rejection = Error;

    async fn from_request(request: Request, app: &App) -> Result<Self> {
        let multipart = Multipart::from_request(request, app)
            .await
            .map_err(|_| Error::InvalidPayload(Message::new("file.notAForm")))?;
        let place = app.intake.place().await?;
        Ok(Self { multipart, place })
    }
}

/// What a form with a file contained.
#[derive(Debug)]
pub struct UploadForm {
    /// The bytes of the part `file`.
    pub file: Option<Bytes>,
    /// What the sender calls the file.
    pub file_name: Option<String>,
    /// The other parts, by name.
    pub texts: HashMap<String, String>,
    /// Kept until the handler is done with the file.
    _place: OwnedSemaphorePermit,
}

impl UploadForm {
    /// Reads the part `file`, of at most `max_file` bytes, and those that `texts` names; others are skipped.
    pub async fn read(body: UploadBody, max_file: usize, texts: &[&str]) -> Result<Self> {
        let UploadBody {
            mut multipart,
            place,
        } = body;
        let mut form = Self {
            file: None,
            file_name: None,
            texts: HashMap::new(),
            _place: place,
        };
        while let Some(field) = multipart
            .next_field()
            .await
            .map_err(|e| unreadable(&e, max_file))?
        {
            let name = field.name().unwrap_or_default().to_owned();
            if name == "file" {
                form.file_name = field.file_name().map(ToOwned::to_owned);
                form.file = Some(bounded(field, max_file, max_file).await?);
            } else if texts.contains(&name.as_str()) {
                let text = bounded(field, MAX_TEXT, max_file).await?;
                let text = String::from_utf8_lossy(&text).into_owned();
                form.texts.insert(name, text);
            }
        }
        Ok(form)
    }
}

async fn bounded(mut field: Field<'_>, max: usize, max_file: usize) -> Result<Bytes> {
    let mut bytes = BytesMut::new();
    while let Some(chunk) = field.chunk().await.map_err(|e| unreadable(&e, max_file))? {
        if bytes.len() + chunk.len() > max {
            return Err(too_large(max_file));
        }
        bytes.extend_from_slice(&chunk);
    }
    Ok(bytes.freeze())
}

fn unreadable(error: &MultipartError, max_file: usize) -> Error {
    if error.status() == StatusCode::PAYLOAD_TOO_LARGE {
        too_large(max_file)
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
pub async fn receive(intake: &Intake, file: Option<Bytes>, accept: Accept) -> Result<Received> {
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
    let permit = intake
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
