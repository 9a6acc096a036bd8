//! The language of the request being answered: `Accept-Language`, or `lang`; anything unknown is Vietnamese.

use axum::extract::Request;
use axum::http::{HeaderValue, header};
use axum::middleware::Next;
use axum::response::Response;
use hoi_i18n::Lang;

tokio::task_local! {
    static LANG: Lang;
}

/// The current request's language; outside a request the default.
#[must_use]
pub fn current() -> Lang {
    LANG.try_with(|lang| *lang).unwrap_or_default()
}

/// Middleware: everything inside answers in the caller's language, and no cache mixes languages.
pub async fn speak(request: Request, next: Next) -> Response {
    let wanted = request
        .headers()
        .get("lang")
        .or_else(|| request.headers().get(header::ACCEPT_LANGUAGE));
    let lang = wanted
        .and_then(|value| value.to_str().ok())
        .map_or_else(Lang::default, Lang::from_accept_language);
    let mut response = LANG.scope(lang, next.run(request)).await;
    response.headers_mut().append(
        header::VARY,
        HeaderValue::from_static("accept-language, lang"),
    );
    response
}
