//! The React application: files built by Vite, embedded in the binary.
//!
//! Files under `assets/` have a hash of their content in their name and never change. Pages are sent fresh, with a
//! nonce for styles that components create at run time. No page may compile WebAssembly; only the workers may, which
//! read no page and talk to this server alone. A file may have compressed `.br` and `.gz` twins, made once
//! when the frontend is built.

use std::borrow::Cow;

use axum::Router;
use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::response::{Html, IntoResponse, Redirect, Response};
use axum::routing::get;
use rust_embed::{EmbeddedFile, RustEmbed};

use super::compressed::{self, accepts};
use super::manifest;
use super::screens::is_screen;
use crate::config::Config;
use crate::error::{Error, LocalizedText};
use crate::language;
use crate::secrets;

/// Where Vite puts the scripts of workers (`frontend/vite.config.ts`).
const WORKERS: &str = "assets/worker/";
const WORKER_POLICY: &str =
    "default-src 'none'; script-src 'wasm-unsafe-eval'; connect-src 'self'; frame-ancestors 'none'";

#[derive(RustEmbed)]
#[folder = "../frontend/dist"]
#[allow_missing = true]
struct Built;

/// The part of a page's policy that says which pages may show it in a frame: those of this server.
const FRAMES: &str = "frame-ancestors 'self'";

/// Marks an answer whose policy names other sites that may show it in a frame. `X-Frame-Options` cannot name them.
#[derive(Debug, Clone, Copy)]
pub struct FramedElsewhere;

/// Where programs look for files of agreed names (RFC 8615).
const WELL_KNOWN: &str = ".well-known/";

/// Returns a file of the application, and for the path of a screen its page, whose router shows the right one. For every
/// other path 404 with the same page, which then says so.
pub async fn serve(uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    if let Some(response) = asset(path, &headers) {
        return response;
    }
    // Password managers open this address to let their users choose another password (a W3C draft).
    if path.strip_prefix(WELL_KNOWN) == Some("change-password") {
        return Redirect::to("/profile").into_response();
    }
    // A tab older than the program may ask for files that are gone. A page in their place would be run as a script.
    if path.starts_with("assets/") || path.starts_with(WELL_KNOWN) {
        return StatusCode::NOT_FOUND.into_response();
    }
    if !is_screen(uri.path()) {
        let mut response = page("index.html", "", &no_screen());
        *response.status_mut() = StatusCode::NOT_FOUND;
        return response;
    }
    // The login screen is in the page itself, so that visitors see it before the application has loaded.
    let first = match path {
        "auth/login" => Built::get(&in_language("login")),
        _ => None,
    };
    let first = first.map(|file| String::from_utf8_lossy(&file.data).into_owned());
    let page = page(
        "index.html",
        &manifest::tags(uri.path()),
        &first.unwrap_or_default(),
    );
    if accepts(&headers, "gzip") {
        compressed::gzip(page).await
    } else {
        page
    }
}

/// The content of a page without a screen, until the application has begun, and where it cannot run.
fn no_screen() -> String {
    let text = |key: &'static str| escape(&LocalizedText::new(key).localized());
    let (title, text) = (text("page.noScreen"), text("page.noScreenText"));
    let code = language::current().code();
    format!(
        r#"<main class="first" lang="{code}"><p class="first-brand"><img src="/favicon.svg" alt="" width="48" height="48">Hội</p><div class="first-card"><h1>{title}</h1><p>{text}</p></div></main>"#
    )
}

/// Returns a route for the landing page at `/` if the operator enabled it. Otherwise `/` shows the application. The
/// page contains its texts; the server adds the public address.
pub fn landing(config: &Config) -> Router {
    if !config.landing_page {
        return Router::new();
    }
    let address = escape(&config.public_url);
    let head = format!(
        r#"<link rel="canonical" href="{address}/">
<meta property="og:url" content="{address}/">
<meta property="og:image" content="{address}/landing.png">"#
    );
    Router::new().route(
        "/",
        get(async move || page(&in_language("landing"), &head, "")),
    )
}

/// Returns the name of the file that has this page in the language of the request.
fn in_language(name: &str) -> String {
    format!("{name}.{}.html", language::current().code())
}

/// Returns an HTML page of the application with `head` in place of `<!--og-->`, and `body`, which is shown until the
/// application has begun, in place of `<!--first-->`.
pub fn page(name: &str, head: &str, body: &str) -> Response {
    let Some(file) = Built::get(name) else {
        return (
            StatusCode::NOT_FOUND,
            format!("{name} is not part of this build: run `make run`, or build frontend/ first."),
        )
            .into_response();
    };
    let nonce = match secrets::random::<16>() {
        Ok(bytes) => secrets::hex(&bytes),
        Err(error) => return Error::Internal(error).into_response(),
    };
    let html = String::from_utf8_lossy(&file.data)
        .replace("__CSP_NONCE__", &nonce)
        .replace("<!--og-->", head)
        .replace("<!--first-->", body);
    let policy = format!(
        "default-src 'self'; script-src 'self'; style-src 'self' 'nonce-{nonce}'; img-src 'self' data: blob:; \
         font-src 'self'; connect-src 'self'; media-src 'self' data: blob:; worker-src 'self' blob:; object-src 'none'; \
         base-uri 'none'; form-action 'self'; {FRAMES}"
    );
    let mut response = (
        [
            (header::CONTENT_TYPE, "text/html; charset=utf-8"),
            (header::CACHE_CONTROL, "no-cache"),
            (header::VARY, "cookie"),
        ],
        html,
    )
        .into_response();
    if let Ok(policy) = HeaderValue::from_str(&policy) {
        response
            .headers_mut()
            .insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    response
}

/// Lets the sites with these origins, which have spaces between them, show this page in a frame. Without one it stays as
/// it is.
pub fn allow_frames(page: &mut Response, origins: &str) {
    if origins.is_empty() {
        return;
    }
    let policy = page.headers().get(header::CONTENT_SECURITY_POLICY);
    let policy = policy.and_then(|policy| policy.to_str().ok());
    let policy = policy.map(|policy| policy.replace(FRAMES, &format!("{FRAMES} {origins}")));
    if let Some(Ok(policy)) = policy.map(|policy| HeaderValue::from_str(&policy)) {
        page.headers_mut()
            .insert(header::CONTENT_SECURITY_POLICY, policy);
        page.extensions_mut().insert(FramedElsewhere);
    }
}

/// An empty page into which the application puts a mail that it shows: the styles of mails stand in their elements, which
/// the policy of the application's own pages does not allow. There are no scripts in it. Pictures that a mail brings along
/// stand in it as data.
pub fn mail_frame(config: &Config) -> Router {
    let policy = format!(
        "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data: {}; frame-ancestors 'self'",
        config.public_url
    );
    let page = async move || {
        let headers = [(header::CONTENT_SECURITY_POLICY, policy)];
        (headers, Html("<!doctype html><title>Mail</title>"))
    };
    Router::new().route("/api/mail-frame", get(page))
}

fn asset(path: &str, headers: &HeaderMap) -> Option<Response> {
    if path.is_empty()
        || std::path::Path::new(path)
            .extension()
            .is_some_and(|kind| kind == "html")
    {
        return None;
    }
    let encoded =
        |encoding: &'static str, ending: &str| -> Option<(EmbeddedFile, Option<&'static str>)> {
            if accepts(headers, encoding) {
                Built::get(&format!("{path}.{ending}")).map(|file| (file, Some(encoding)))
            } else {
                None
            }
        };
    let (file, encoding) = encoded("br", "br")
        .or_else(|| encoded("gzip", "gz"))
        .or_else(|| Built::get(path).map(|file| (file, None)))?;
    let kind = mime_guess::from_path(path).first_or_octet_stream();
    let cache = if path.starts_with("assets/") {
        "public, max-age=31536000, immutable"
    } else {
        "public, max-age=3600"
    };
    let mut response = Response::new(match file.data {
        // Embedded in the program, so a slow client holds no copy.
        Cow::Borrowed(bytes) => Body::from(bytes),
        Cow::Owned(bytes) => Body::from(bytes),
    });
    let answer = response.headers_mut();
    answer.insert(
        header::CONTENT_TYPE,
        HeaderValue::from_str(kind.as_ref()).ok()?,
    );
    answer.insert(header::CACHE_CONTROL, HeaderValue::from_static(cache));
    answer.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    // A worker obeys the policy that comes with its own file, not that of the page that starts it.
    if path.starts_with(WORKERS) {
        answer.insert(
            header::CONTENT_SECURITY_POLICY,
            HeaderValue::from_static(WORKER_POLICY),
        );
    }
    if let Some(encoding) = encoding {
        answer.insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
    }
    Some(response)
}

/// Escapes text for an element or a quoted attribute.
#[must_use]
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for char in text.chars() {
        match char {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            _ => escaped.push(char),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Without a built frontend there is nothing to look at; a journey reads codes with the real worker.
    #[test]
    fn only_the_files_of_workers_may_compile_webassembly() {
        for path in Built::iter() {
            let Some(answer) = asset(&path, &HeaderMap::new()) else {
                continue;
            };
            let policy = answer.headers().get(header::CONTENT_SECURITY_POLICY);
            let expected = path.starts_with(WORKERS).then_some(WORKER_POLICY);
            assert_eq!(
                policy.map(HeaderValue::as_bytes),
                expected.map(str::as_bytes),
                "{path}"
            );
        }
    }
}
