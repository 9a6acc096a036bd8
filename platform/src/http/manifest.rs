//! The manifest with which a browser installs the application (W3C, Web Application Manifest): for organisers as a
//! whole, and for a device at the door of an event as a window of its own that begins there.

use axum::Router;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use serde::Deserialize;
use serde_json::json;

use super::ValidatedQuery;
use crate::error::LocalizedText;
use crate::ids::EventId;
use crate::language;

const DOOR: &str = "/event-management/checkin/";

/// `/app.webmanifest` and `/door.webmanifest?event={eventId}`.
pub fn routes() -> Router {
    Router::new()
        .route("/app.webmanifest", get(get_app))
        .route("/door.webmanifest", get(get_door))
}

/// Returns the tags with which the page at `path` names its manifest, in the language of the cookie that comes along.
pub fn tags(path: &str) -> String {
    let event = path
        .strip_prefix(DOOR)
        .and_then(|rest| rest.trim_end_matches('/').parse::<EventId>().ok());
    let address = match event {
        Some(event) => format!("/door.webmanifest?event={event}"),
        None => "/app.webmanifest".to_owned(),
    };
    format!(
        r#"<link rel="manifest" href="{address}" crossorigin="use-credentials">
<link rel="apple-touch-icon" href="/apple-touch-icon.png">"#
    )
}

async fn get_app() -> Response {
    manifest("manifest.app", "Hội".to_owned(), "/event-management", "/")
}

/// Which door is installed.
#[derive(Debug, Deserialize)]
struct DoorQuery {
    event: EventId,
}

async fn get_door(ValidatedQuery(query): ValidatedQuery<DoorQuery>) -> Response {
    let place = format!("{DOOR}{}", query.event);
    let name = LocalizedText::new("manifest.doorName").localized();
    manifest("manifest.door", name, &place, DOOR)
}

fn manifest(about: &'static str, name: String, start: &str, scope: &str) -> Response {
    let icon = |file: &str, side: u32, purpose: &str| {
        json!({
            "src": format!("/{file}"),
            "sizes": format!("{side}x{side}"),
            "type": "image/png",
            "purpose": purpose,
        })
    };
    // For both colour schemes: the light ground here; `index.html` sets the colour of a running window.
    let manifest = json!({
        "id": start,
        "name": name,
        "short_name": name,
        "description": LocalizedText::new(about).localized(),
        "lang": language::current().code(),
        "start_url": start,
        "scope": scope,
        "display": "standalone",
        "background_color": "#FBFAF7",
        "theme_color": "#FBFAF7",
        "icons": [
            icon("icon-192.png", 192, "any"),
            icon("icon-512.png", 512, "any"),
            icon("icon-maskable-512.png", 512, "maskable"),
        ],
    });
    let headers = [
        (header::CONTENT_TYPE, "application/manifest+json"),
        (header::CACHE_CONTROL, "no-cache"),
        (header::VARY, "cookie"),
    ];
    (headers, manifest.to_string()).into_response()
}
