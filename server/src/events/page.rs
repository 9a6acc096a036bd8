//! The registration page as the server sends it: the same application for everyone, with a head that tells a chat or a
//! search engine what the link is about, because neither runs the application to find out.

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::Response;
use axum::routing::get;
use hoi_i18n::{Lang, format_date_time};

use super::entity::event;
use super::{rich_text, store};
use crate::app::App;
use crate::error::{LocalizedText, Result};
use crate::http::pages;
use crate::http::pages::escape;
use crate::language;

/// Characters of a description; previews show less.
const MAX_DESCRIPTION: usize = 200;

/// Pages under `/form/`.
pub fn pages(app: App) -> Router {
    Router::new()
        .route("/form/{*rest}", get(form_page))
        .with_state(app)
}

/// `/form/{eventId}` introduces the event, and `/form/{eventId}/ticket` is where a visitor sees their own registration;
/// 404 with the same page, which then says so, for events that visitors may not see. `/form/preview/{eventId}` is for
/// its owner, who logs in inside the page.
async fn form_page(
    State(app): State<App>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response> {
    let rest = uri.path().trim_start_matches("/form/");
    if rest.starts_with("preview/") {
        return Ok(pages::page("form.html", &neutral_head("page.preview")));
    }
    let place = rest.trim_end_matches('/');
    let (id, is_own) = match place.strip_suffix("/ticket") {
        Some(id) => (id, true),
        None => (place, false),
    };
    let event = match id.parse() {
        Ok(id) => store::find_event(app.db.read(), id).await?,
        Err(_) => None,
    };
    if let Some(event) = event.filter(|event| event.cancelled_at.is_none()) {
        if is_own {
            // Not even its address is anybody else's business.
            let mut response = pages::page("form.html", &neutral_head("page.ticket"));
            let headers = response.headers_mut();
            headers.insert(
                header::REFERRER_POLICY,
                HeaderValue::from_static("no-referrer"),
            );
            return Ok(response);
        }
        if is_visit(&method, &headers) {
            app.page_visits.count(event.id, app.clock.now());
        }
        let head = head(&event, &app.config.public_url, language::current());
        return Ok(pages::page("form.html", &head));
    }
    let mut response = pages::page("form.html", &neutral_head("page.noEvent"));
    *response.status_mut() = StatusCode::NOT_FOUND;
    Ok(response)
}

/// Parts of the names by which programs ask for a page: search engines, previews in chats, libraries.
const PROGRAMS: [&str; 6] = ["bot", "crawl", "spider", "preview", "externalhit", "http"];

/// Whether the page is asked for by somebody who will see it. Browsers say what they ask for if the connection is secure.
fn is_visit(method: &Method, headers: &HeaderMap) -> bool {
    let value = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let agent = value("user-agent").unwrap_or_default().to_ascii_lowercase();
    method == Method::GET
        && value("sec-fetch-dest").is_none_or(|destination| destination == "document")
        && value("sec-purpose").is_none()
        && !PROGRAMS.iter().any(|program| agent.contains(program))
}

fn neutral_head(title: &'static str) -> String {
    format!(
        "<title>{}</title>\n<meta name=\"robots\" content=\"noindex\">",
        escape(&LocalizedText::new(title).localized())
    )
}

/// What introduces an event: title, description and image, everything escaped. Of an event for members only title and
/// start: a link travels further than those who may register.
#[must_use]
pub fn head(event: &event::Model, public_url: &str, lang: Lang) -> String {
    let title = escape(&event.title);
    let address = escape(&format!("{public_url}/form/{}", event.id));
    // A cover is wide, a logo is square.
    let (description, image, card) = match (event.members_only, event.cover_image) {
        (true, _) => {
            let start = format_date_time(lang, event.event_start_date.0);
            (start, None, "summary")
        }
        (false, Some(cover)) => (
            in_short(&event.description),
            Some(cover),
            "summary_large_image",
        ),
        (false, None) => (in_short(&event.description), Some(event.logo), "summary"),
    };
    let description = escape(&description);
    let more = match image {
        Some(image) => {
            let image = escape(&format!("{public_url}{image}"));
            format!(r#"<meta property="og:image" content="{image}">"#)
        }
        None => r#"<meta name="robots" content="noindex">"#.to_owned(),
    };
    let locale = lang.locale();
    format!(
        r#"<title>{title}</title>
<meta name="description" content="{description}">
<link rel="canonical" href="{address}">
<meta property="og:type" content="website">
<meta property="og:site_name" content="Hội">
<meta property="og:title" content="{title}">
<meta property="og:description" content="{description}">
{more}
<meta property="og:url" content="{address}">
<meta property="og:locale" content="{locale}">
<meta name="twitter:card" content="{card}">"#
    )
}

/// The beginning of a description in one line of plain text, cut between words where that is possible.
fn in_short(html: &str) -> String {
    let text = rich_text::words(html);
    if text.chars().count() <= MAX_DESCRIPTION {
        return text;
    }
    let cut: String = text.chars().take(MAX_DESCRIPTION - 1).collect();
    let whole_words = cut
        .rsplit_once(' ')
        .map_or(cut.as_str(), |(words, _)| words);
    format!("{whole_words}…")
}
