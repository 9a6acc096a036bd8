//! The description as a file for programs, and a page on which people read it and try its calls.

use std::io::{self, Read as _, Write as _};
use std::sync::OnceLock;

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use hoi_platform::app::App;
use hoi_platform::error::Result;
use hoi_platform::http::{accepts, web_app};
use hoi_platform::secrets;

/// The description as it is sent.
struct Packed {
    gzip: Vec<u8>,
    tag: String,
}

/// Made when it is first asked for, because few servers are ever asked.
static PACKED: OnceLock<io::Result<Packed>> = OnceLock::new();

/// `/api/openapi.json` and `/api/docs`, for anyone. Neither is described: they are about the API.
pub fn routes(app: App, describe: fn() -> utoipa::openapi::OpenApi) -> Router {
    let file = async move |State(app): State<App>, headers: HeaderMap| {
        send(&app, describe, &headers).await
    };
    let page = async || web_app::page("docs.html", "", "");
    Router::new()
        .route("/api/openapi.json", get(file))
        .route("/api/docs", get(page))
        .with_state(app)
}

async fn send(
    app: &App,
    describe: fn() -> utoipa::openapi::OpenApi,
    headers: &HeaderMap,
) -> Result<Response> {
    if PACKED.get().is_none() {
        let packed = app.compute.run(move || pack(&describe())).await?;
        // Another request may have been quicker with the same.
        let _ = PACKED.set(packed);
    }
    let packed = match PACKED.get() {
        Some(Ok(packed)) => packed,
        Some(Err(error)) => return Err(anyhow::anyhow!("the description: {error}").into()),
        None => return Err(anyhow::anyhow!("the description is missing").into()),
    };
    let about = [
        (header::CONTENT_TYPE, "application/json"),
        (header::CACHE_CONTROL, "no-cache"),
        (header::VARY, "accept-encoding"),
        (header::ETAG, &packed.tag),
    ];
    let known = headers.get(header::IF_NONE_MATCH);
    if known.is_some_and(|known| known.as_bytes() == packed.tag.as_bytes()) {
        return Ok((StatusCode::NOT_MODIFIED, about).into_response());
    }
    if accepts(headers, "gzip") {
        let encoding = [(header::CONTENT_ENCODING, "gzip")];
        return Ok((about, encoding, packed.gzip.as_slice()).into_response());
    }
    let mut text = Vec::new();
    let read = GzDecoder::new(packed.gzip.as_slice()).read_to_end(&mut text);
    read.map_err(anyhow::Error::from)?;
    Ok((about, text).into_response())
}

fn pack(description: &utoipa::openapi::OpenApi) -> io::Result<Packed> {
    let text = description.to_json().map_err(io::Error::other)?;
    let mut packer = GzEncoder::new(Vec::new(), Compression::best());
    packer.write_all(text.as_bytes())?;
    Ok(Packed {
        gzip: packer.finish()?,
        // Weak, because it names the content, packed or not.
        tag: format!("W/\"{}\"", secrets::digest(text.as_bytes())),
    })
}
