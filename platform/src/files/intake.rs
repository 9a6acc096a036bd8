//! Reads uploads: multipart, bounded, and judged by their content, never by their name or declared type.

use std::collections::HashMap;
use std::net::IpAddr;

use axum::body::Body;
use axum::extract::multipart::{Field, MultipartError};
use axum::extract::{FromRef, FromRequest, FromRequestParts as _, Multipart, Request};
use axum::http::{StatusCode, header};
use bytes::{Bytes, BytesMut};
use futures::{StreamExt as _, stream};

use super::UploadPurpose;
use super::image::{self, Problem};
use crate::app::App;
use crate::error::{Error, LocalizedText, Result};
use crate::http::{ClientIp, Unread};
use crate::storage::{Sender, UploadSlot, UploadSlots};

/// The largest image, in bytes.
pub const MAX_IMAGE: usize = 5 * 1024 * 1024;
/// The largest document, in bytes.
pub const MAX_DOCUMENT: usize = 10 * 1024 * 1024;
/// The largest text part of a form, in bytes.
const MAX_TEXT: usize = 32 * 1024;
/// The largest upload request, in bytes: a document and the overhead of multipart.
pub const BODY_LIMIT: usize = MAX_DOCUMENT + 64 * 1024;

/// A body of type `multipart/form-data` that is not read before the caller is allowed to upload.
pub struct UploadBody {
    request: Request,
    address: IpAddr,
}

impl<S: Send + Sync> FromRequest<S> for UploadBody
where
    App: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request(request: Request, state: &S) -> Result<Self> {
        App::from_ref(state).vitals.require_space()?;
        let kind = request.headers().get(header::CONTENT_TYPE);
        let kind = kind.and_then(|kind| kind.to_str().ok()).unwrap_or_default();
        let kind = kind.to_ascii_lowercase();
        if !kind.starts_with("multipart/form-data") || !kind.contains("boundary=") {
            return Err(not_a_form());
        }
        let (mut parts, body) = request.into_parts();
        let Ok(ClientIp(address)) = ClientIp::from_request_parts(&mut parts, state).await;
        let request = Request::from_parts(parts, body);
        Ok(Self { request, address })
    }
}

fn not_a_form() -> Error {
    Error::InvalidPayload(LocalizedText::new("file.notAForm"))
}

impl UploadBody {
    /// Waits for the first bytes, then for a slot, so that a request that sends nothing holds nothing.
    async fn begin(self, slots: &UploadSlots, sender: Sender) -> Result<(Multipart, UploadSlot)> {
        let (parts, body) = self.request.into_parts();
        let mut pieces = body.into_data_stream();
        let first = pieces.next().await;
        if let Some(Err(error)) = &first
            && let Some(why) = Unread::behind(error)
        {
            return Err(why.into());
        }
        let slot = slots.slot(sender, self.address).await?;
        let body = Body::from_stream(stream::iter(first).chain(pieces));
        let multipart = Multipart::from_request(Request::from_parts(parts, body), &()).await;
        Ok((multipart.map_err(|_| not_a_form())?, slot))
    }
}

/// The content of a form with a file.
#[derive(Debug)]
pub struct UploadForm {
    /// The bytes of the part `file`; None if it is missing.
    pub file: Option<Bytes>,
    /// The sender's name of the file.
    pub file_name: Option<String>,
    /// The text parts that were asked for, by name.
    pub texts: HashMap<String, String>,
    /// Held until the handler is done with the file.
    _slot: UploadSlot,
}

impl UploadForm {
    /// Reads the part `file`, of at most `max_file` bytes, and the parts that `texts` names; others are skipped.
    ///
    /// # Errors
    /// 5003 (HTTP 503) when too many others are sending for ten seconds; 5002 (HTTP 408) when it arrives too slowly;
    /// 5006 when it is too large or cannot be read.
    pub async fn read(
        slots: &UploadSlots,
        sender: Sender,
        body: UploadBody,
        max_file: usize,
        texts: &[&str],
    ) -> Result<Self> {
        let (mut multipart, slot) = body.begin(slots, sender).await?;
        let mut form = Self {
            file: None,
            file_name: None,
            texts: HashMap::new(),
            _slot: slot,
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
    } else if let Some(why) = Unread::behind(error) {
        why.into()
    } else {
        Error::UploadFile {
            status: StatusCode::BAD_REQUEST,
            message: LocalizedText::new("file.unreadable"),
        }
    }
}

fn too_large(max: usize) -> Error {
    Error::UploadFile {
        status: StatusCode::PAYLOAD_TOO_LARGE,
        message: LocalizedText::new("file.tooLarge").with("megabytes", max / 1024 / 1024),
    }
}

/// The kind of file that is accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Accept {
    /// JPEG, PNG, WebP or GIF up to 5 MiB, scaled down to `max_side`.
    Image {
        /// The longer side of the stored image, in pixels.
        max_side: u32,
    },
    /// PDF, JPEG or PNG up to 10 MiB.
    Document,
}

impl Accept {
    /// Returns the kind of file that `purpose` accepts. Logos and faces are shown small; covers fill a wide screen.
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

    /// An image with readable details, such as a photographed document.
    pub const ANSWER: Self = Self::Image { max_side: 2400 };
}

/// A file that may be stored.
#[derive(Debug)]
pub struct Received {
    pub bytes: Bytes,
    /// The media type, taken from the content.
    pub mime: &'static str,
    /// The preview to show until the file arrives, as a `data:` address.
    pub preview: Option<String>,
}

/// Checks and prepares the file of a form. Images are decoded one at a time for each kind of sender, on threads of
/// their own.
pub async fn receive(
    slots: &UploadSlots,
    sender: Sender,
    file: Option<Bytes>,
    accept: Accept,
) -> Result<Received> {
    let bytes = file
        .filter(|bytes| !bytes.is_empty())
        .ok_or_else(|| Error::field("file", LocalizedText::new("file.required")))?;
    let max_side = match accept {
        Accept::Document if bytes.starts_with(b"%PDF-") => {
            return Ok(Received {
                bytes,
                mime: "application/pdf",
                preview: None,
            });
        }
        Accept::Document if !is_jpeg_or_png(&bytes) => {
            return Err(wrong_type("file.notADocument"));
        }
        Accept::Document => 4000,
        Accept::Image { .. } if bytes.len() > MAX_IMAGE => return Err(too_large(MAX_IMAGE)),
        Accept::Image { max_side } => max_side,
    };
    let permit = slots.decoder(sender).await?;
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
            message: LocalizedText::new("file.tooManyPixels")
                .with("megapixels", image::MAX_PIXELS / 1_000_000)
                .with("side", image::MAX_SIDE),
        },
        Problem::Broken => Error::UploadFile {
            status: StatusCode::BAD_REQUEST,
            message: LocalizedText::new("file.broken"),
        },
    })?;
    Ok(Received {
        bytes: clean.bytes.into(),
        mime: clean.mime,
        preview: clean.preview,
    })
}

fn wrong_type(key: &'static str) -> Error {
    Error::UploadFile {
        status: StatusCode::UNSUPPORTED_MEDIA_TYPE,
        message: LocalizedText::new(key),
    }
}

fn is_jpeg_or_png(bytes: &[u8]) -> bool {
    bytes.starts_with(&[0xFF, 0xD8, 0xFF]) || bytes.starts_with(b"\x89PNG\r\n\x1a\n")
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use std::time::Duration;

    use ::image::{DynamicImage, ImageFormat};
    use tokio::time::timeout;

    use crate::clock;

    use super::*;

    #[tokio::test]
    async fn images_of_visitors_hold_up_no_account() {
        let slots = UploadSlots::default();
        let mut png = Cursor::new(Vec::new());
        let image = DynamicImage::new_rgb8(2, 2);
        image.write_to(&mut png, ImageFormat::Png).unwrap();
        let png = Bytes::from(png.into_inner());
        let receive = |sender| {
            let received = receive(&slots, sender, Some(png.clone()), Accept::ANSWER);
            timeout(Duration::from_secs(2), received)
        };
        let decoding = slots.decoder(Sender::Visitor).await.unwrap();
        assert!(receive(Sender::Visitor).await.is_err());
        assert!(
            receive(Sender::Account(clock::new_id()))
                .await
                .unwrap()
                .is_ok()
        );
        drop(decoding);
        assert!(receive(Sender::Visitor).await.unwrap().is_ok());
    }
}
