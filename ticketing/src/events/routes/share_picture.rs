//! The picture that chats and social networks show with an event's link.

use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use hoi_i18n::Lang;
use hoi_platform::app::App;
use hoi_platform::error::{Error, LocalizedText, Result};
use hoi_platform::http::{BinaryFile, ClientIp, ForeignQuery};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use crate::events::access::NamedEvent;
use crate::events::share_picture::{SharePicture, SharePictures};
use crate::events::{EventId, store};

/// The language and version of the requested picture.
#[derive(Debug, Deserialize, IntoParams, ToSchema)]
#[into_params(parameter_in = Query)]
pub struct PictureQuery {
    /// The language of the date, by its code; without one the default.
    lang: Option<String>,
    /// Identifies the content of the picture, so that a changed event has another address. Any other value gets the
    /// current picture, for a minute.
    v: Option<String>,
}

/// A JPEG of 1200 × 630 pixels with title, date and place: over the event's cover, or else in its color. 5005: there
/// is no such event, it was canceled, or it is for members only and so has no picture. 5003 (429): too many were drawn
/// for this address; 5003 (503): too many pictures are being drawn.
#[utoipa::path(get, path = "/event/{eventId}/share-picture", tag = "event",
    params(("eventId" = EventId, Path), PictureQuery),
    responses(
        (status = 200, description = "The picture", content((BinaryFile = "image/jpeg"))),
        (status = 304, description = "The caller has it: `If-None-Match`"),
    ))]
pub async fn get_share_picture(
    State(app): State<App>,
    Extension(pictures): Extension<Arc<SharePictures>>,
    ClientIp(address): ClientIp,
    NamedEvent(id): NamedEvent,
    ForeignQuery(query): ForeignQuery<PictureQuery>,
    headers: HeaderMap,
) -> Result<Response> {
    let missing = || Error::NotFound(LocalizedText::new("event.notFound"));
    let event = store::find_event(app.db.read(), id).await?;
    let event = event.filter(|event| !event.members_only && event.cancelled_at.is_none());
    let event = event.ok_or_else(missing)?;
    let lang = query.lang.as_deref().and_then(Lang::from_tag);
    let picture = SharePicture::of(&event, lang.unwrap_or_default());
    let tag = format!("\"{}\"", picture.version());
    let cache = if query.v.as_deref() == Some(picture.version()) {
        "public, max-age=2592000, immutable"
    } else {
        "public, max-age=60"
    };
    let caching = [(header::CACHE_CONTROL, cache), (header::ETAG, tag.as_str())];
    let known = headers.get(header::IF_NONE_MATCH);
    if known.is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        return Ok((StatusCode::NOT_MODIFIED, caching).into_response());
    }
    let bytes = pictures.get(&app, picture, address).await?;
    let mime = [(header::CONTENT_TYPE, "image/jpeg")];
    Ok((mime, caching, bytes).into_response())
}
