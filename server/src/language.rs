//! The language of the current request, from the header `lang` or else `Accept-Language`; the default if unknown.

use axum::http::{HeaderMap, HeaderValue, header};
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

/// Returns the language that the headers of a request ask for.
#[must_use]
pub fn wanted(headers: &HeaderMap) -> Lang {
    let wanted = headers
        .get("lang")
        .or_else(|| headers.get(header::ACCEPT_LANGUAGE));
    wanted
        .and_then(|value| value.to_str().ok())
        .map_or_else(Lang::default, |value| {
            Lang::from_accept_language(value, &Lang::ALL)
        })
}

/// Makes an answer in this language, and tells caches that it depends on what the request asks for.
pub async fn answer_in(lang: Lang, answer: impl Future<Output = Response>) -> Response {
    let mut response = LANG.scope(lang, answer).await;
    response.headers_mut().append(
        header::VARY,
        HeaderValue::from_static("accept-language, lang"),
    );
    response
}
