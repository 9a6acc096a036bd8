//! The language of the current request, from the header `lang` or else `Accept-Language`; the default if unknown.

use axum::extract::Request;
use axum::http::{HeaderValue, header};
use axum::middleware::Next;
use axum::response::Response;
use hoi_i18n::Lang;

tokio::task_local! {
    static LANG: Lang;
}

/// Returns the current request's language; outside a request the default.
#[must_use]
pub fn current() -> Lang {
    LANG.try_with(|lang| *lang).unwrap_or_default()
}

/// Middleware that sets the request's language, and tells caches that the answer depends on it.
pub async fn negotiate(request: Request, next: Next) -> Response {
    let wanted = request
        .headers()
        .get("lang")
        .or_else(|| request.headers().get(header::ACCEPT_LANGUAGE));
    let lang = wanted
        .and_then(|value| value.to_str().ok())
        .map_or_else(Lang::default, |value| {
            Lang::from_accept_language(value, &Lang::ALL)
        });
    let mut response = LANG.scope(lang, next.run(request)).await;
    response.headers_mut().append(
        header::VARY,
        HeaderValue::from_static("accept-language, lang"),
    );
    response
}
