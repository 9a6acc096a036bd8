//! The event's poster.

use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use hoi_platform::app::App;
use hoi_platform::error::{LocalizedText, Result};
use hoi_platform::files;
use hoi_platform::http::{BinaryFile, attachment};
use hoi_platform::language;

use crate::events::{InEvent, poster, rights};

/// A page of A4 with picture, title, date, place and the QR code of the event's page, in the caller's language. 5003
/// (HTTP 429): too many files are being written for the account.
#[utoipa::path(get, path = "/event/{eventId}/poster", tag = "event", params(("eventId" = crate::events::EventId, Path)),
    responses((status = 200, description = "The file", content((BinaryFile = "application/pdf")))),
    security(("bearer" = [])))]
pub async fn get_event_poster(
    State(app): State<App>,
    InEvent { event, user, .. }: InEvent<rights::Overview>,
) -> Result<Response> {
    let _leave = app.exports.begin(user.id)?;
    let cover = match event.cover_image {
        Some(cover) => files::read(&app, cover.0).await?,
        None => None,
    };
    let lang = language::current();
    let place = match &event.slug {
        Some(slug) => format!("/e/{slug}"),
        None => format!("/form/{}", event.id),
    };
    let link = format!("{}{place}", app.config.public_url);
    let name = LocalizedText::new("poster.name").in_language(lang);
    let name = format!("{} - {name}", event.title);
    let draw = move || {
        let cover = cover.as_ref().map(|(_, bytes)| bytes.as_ref());
        poster::draw(&event, cover, &link, lang)
    };
    let mut response = app.compute.run(draw).await??.into_response();
    let headers = response.headers_mut();
    headers.insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static("application/pdf"),
    );
    headers.insert(header::CONTENT_DISPOSITION, attachment(&name, "pdf"));
    Ok(response)
}
