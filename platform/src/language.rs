//! The language of the current request; the default if unknown. A call names it in the header `lang` or else
//! `Accept-Language`. A browser that asks for a page knows only its own languages, so the application repeats the one that
//! was chosen on the device in a cookie: the page begins as the application goes on.

use std::sync::{Arc, LazyLock};

use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::Response;
use hoi_i18n::{Catalogue, Lang};
use rust_embed::RustEmbed;

use crate::cookies;

tokio::task_local! {
    static LANG: Lang;
}

#[derive(RustEmbed)]
#[folder = "locales"]
struct Locales;

/// Returns the server's texts, in messages and mails, in every language.
#[must_use]
pub fn texts() -> &'static Arc<Catalogue> {
    #[expect(
        clippy::expect_used,
        reason = "the catalogues are part of the program; a test reads them"
    )]
    static TEXTS: LazyLock<Arc<Catalogue>> = LazyLock::new(|| {
        let documents = Lang::ALL.map(|lang| {
            let file = Locales::get(&format!("{lang}.json")).expect("every language has a file");
            (lang, String::from_utf8_lossy(&file.data).into_owned())
        });
        Arc::new(Catalogue::from_json(documents).expect("the catalogues are valid"))
    });
    &TEXTS
}

/// Returns the current request's language; outside a request the default.
#[must_use]
pub fn current() -> Lang {
    LANG.try_with(|lang| *lang).unwrap_or_default()
}

/// The cookie with the language that was chosen on the device.
const COOKIE: &str = "lang";

/// Returns the language of a request for `path`.
#[must_use]
pub fn wanted(path: &str, headers: &HeaderMap) -> Lang {
    if !path.starts_with("/api/") {
        let chosen = cookies::find(headers, COOKIE).find_map(Lang::from_tag);
        return chosen.unwrap_or_default();
    }
    let wanted = headers
        .get("lang")
        .or_else(|| headers.get(header::ACCEPT_LANGUAGE));
    wanted
        .and_then(|value| value.to_str().ok())
        .map_or_else(Lang::default, |value| {
            Lang::from_accept_language(value, &Lang::ALL)
        })
}

/// Makes an answer in this language, and tells caches that it depends on the language that the request asks for.
pub async fn answer_in(lang: Lang, answer: impl Future<Output = Response>) -> Response {
    let mut response = LANG.scope(lang, answer).await;
    response.headers_mut().append(
        header::VARY,
        HeaderValue::from_static("accept-language, lang"),
    );
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_in_the_language_chosen_on_the_device_and_a_call_in_that_of_its_header() {
        let headers = |cookie: &'static str, accepted: &'static str| {
            HeaderMap::from_iter([
                (header::COOKIE, HeaderValue::from_static(cookie)),
                (header::ACCEPT_LANGUAGE, HeaderValue::from_static(accepted)),
            ])
        };
        for (path, cookie, accepted, expected) in [
            ("/auth/login", "hoi-device=0; lang=en", "vi", Lang::EN),
            ("/form/1", "lang=vi", "en", Lang::VI),
            ("/form/1", "lang=fr", "en", Lang::VI),
            ("/form/1", "language=en", "en", Lang::VI),
            ("/api/users/me", "lang=vi", "en", Lang::EN),
        ] {
            let found = wanted(path, &headers(cookie, accepted));
            assert_eq!(found.code(), expected.code(), "{path} {cookie} {accepted}");
        }
    }
}
