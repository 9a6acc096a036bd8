//! The components of the program with their licences, printed by a command and served as a text, which the page
//! `/licenses` shows.

use std::io::{self, Read as _};

use axum::Router;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use flate2::read::GzDecoder;
use hoi_platform::error::Error;
use hoi_platform::http::accepts;

/// The file `licenses.txt`, packed while the program was built.
static PACKED: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/licenses.txt.gz"));

/// Returns the list of components, and after it the texts of their licences.
///
/// # Errors
/// When the program itself is damaged.
pub fn text() -> io::Result<String> {
    let mut text = String::new();
    GzDecoder::new(PACKED).read_to_string(&mut text)?;
    Ok(text)
}

/// `/licenses.txt`, for anyone.
pub fn routes() -> Router {
    Router::new().route("/licenses.txt", get(show))
}

async fn show(headers: HeaderMap) -> Response {
    let about = [
        (header::CONTENT_TYPE, "text/plain; charset=utf-8"),
        (header::CACHE_CONTROL, "public, max-age=3600"),
        (header::VARY, "accept-encoding"),
    ];
    if accepts(&headers, "gzip") {
        let packed = [(header::CONTENT_ENCODING, "gzip")];
        return (about, packed, PACKED).into_response();
    }
    match text() {
        Ok(text) => (about, text).into_response(),
        Err(error) => Error::Internal(error.into()).into_response(),
    }
}
