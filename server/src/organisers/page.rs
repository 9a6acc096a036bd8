//! The page of an organiser as the server sends it, for readers with and without scripts, and its calendar.

use std::fmt::Write as _;

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use hoi_community::groups;
use hoi_i18n::{Lang, format_date_time};
use hoi_platform::app::App;
use hoi_platform::error::{Error, LocalizedText, Result};
use hoi_platform::http::web_app::{self, escape};
use hoi_platform::http::{ForeignQuery, PathSlug};
use hoi_platform::{language, secrets};
use hoi_ticketing::events::{
    CALENDAR_MIME, CalendarEntry, CalendarQuery, answer_with_calendar, beginning,
};
use serde_json::json;

use super::dto::{OrganiserEvent, OrganiserPage};
use super::routes::find_page;
use super::store;

/// Characters of a description; previews show less.
const MAX_DESCRIPTION: usize = 200;

pub fn routes(app: App) -> Router {
    Router::new()
        .route("/o/{slug}", get(organiser_page))
        .route("/o/{slug}/calendar.ics", get(organiser_calendar))
        .with_state(app)
}

/// The page, or 404 with the same application, which then says so.
async fn organiser_page(State(app): State<App>, PathSlug(slug): PathSlug) -> Result<Response> {
    let lang = language::current();
    let Some(page) = find_page(app.db.read(), &slug, app.clock.now()).await? else {
        let title = escape(&LocalizedText::new("organiser.notFound").in_language(lang));
        let head = format!("<title>{title}</title>\n<meta name=\"robots\" content=\"noindex\">");
        let mut response = web_app::page("organiser.html", &head, "");
        *response.status_mut() = StatusCode::NOT_FOUND;
        return Ok(response);
    };
    let head = head(&page, &app.config.public_url, lang);
    Ok(web_app::page(
        "organiser.html",
        &head,
        &first_screen(&page, lang),
    ))
}

/// The metadata of the page, everything escaped.
fn head(page: &OrganiserPage, public_url: &str, lang: Lang) -> String {
    let address = format!("{public_url}/o/{}", page.slug);
    let description = beginning(&page.content, MAX_DESCRIPTION);
    let picture = page.picture.map(|file| format!("{public_url}{file}"));
    let mut data = json!({
        "@context": "https://schema.org",
        "@type": "Organization",
        "name": page.name,
        "url": address,
    });
    if let Some(data) = data.as_object_mut() {
        let more = [
            ("logo", picture.clone()),
            ("description", Some(description.clone())),
        ];
        for (name, value) in more {
            if let Some(value) = value.filter(|value| !value.is_empty()) {
                data.insert(name.to_owned(), value.into());
            }
        }
    }
    // Nothing in a text ends the element.
    let data = data.to_string().replace('<', r"\u003c");
    let (name, address) = (escape(&page.name), escape(&address));
    let description = escape(&description);
    let locale = lang.locale();
    let image = picture.map(|picture| {
        let picture = escape(&picture);
        format!("<meta property=\"og:image\" content=\"{picture}\">\n")
    });
    let image = image.unwrap_or_default();
    format!(
        r#"<title>{name}</title>
<meta name="description" content="{description}">
<link rel="canonical" href="{address}">
<link rel="alternate" type="text/calendar" href="{address}/calendar.ics">
<meta property="og:type" content="website">
<meta property="og:site_name" content="Hội">
<meta property="og:title" content="{name}">
<meta property="og:description" content="{description}">
{image}<meta property="og:url" content="{address}">
<meta property="og:locale" content="{locale}">
<meta name="twitter:card" content="summary">
<script type="application/ld+json">{data}</script>"#
    )
}

/// The first screen of the page, shown before its application runs. The text was made safe when it was saved.
fn first_screen(page: &OrganiserPage, lang: Lang) -> String {
    let text = |key: &'static str| escape(&LocalizedText::new(key).in_language(lang));
    let (name, code) = (escape(&page.name), lang.code());
    let mut html = format!(r#"<main class="first" lang="{code}"><h1>{name}</h1>"#);
    html.push_str(&page.content);
    let lists = [
        ("organiser.coming", &page.coming),
        ("organiser.past", &page.past),
    ];
    for (heading, events) in lists.into_iter().filter(|(_, events)| !events.is_empty()) {
        // Writing to a string cannot fail.
        let _ = write!(html, "<h2>{}</h2><ul>", text(heading));
        for event in events {
            let (address, title) = (address_of(event), escape(&event.title));
            let start = escape(&format_date_time(lang, event.event_start_date.0));
            let place = escape(&event.venue_address);
            let _ = write!(
                html,
                r#"<li><a href="{address}">{title}</a> {start}, {place}</li>"#
            );
        }
        html.push_str("</ul>");
    }
    html.push_str("</main>");
    html
}

/// Returns where the event's page is; nothing in it has to be escaped.
fn address_of(event: &OrganiserEvent) -> String {
    match &event.slug {
        Some(slug) => format!("/e/{slug}"),
        None => format!("/form/{}", event.id),
    }
}

/// The calendar to subscribe to. Its entries are the same as those of the events' own pages, so no event stands in a
/// calendar twice.
async fn organiser_calendar(
    State(app): State<App>,
    PathSlug(slug): PathSlug,
    ForeignQuery(query): ForeignQuery<CalendarQuery>,
    headers: HeaderMap,
) -> Result<Response> {
    let lang = query.language();
    let conn = app.db.read();
    let page = groups::find_shown(conn, &slug.to_lowercase()).await?;
    let missing = || Error::NotFound(LocalizedText::new("organiser.notFound"));
    let page = page.ok_or_else(missing)?;
    let events = store::in_calendar(conn, page.of).await?;
    let entries: Vec<_> = events
        .iter()
        .map(|event| CalendarEntry::of(event, &app.config, lang))
        .collect();
    let file = CalendarEntry::feed(&page.name, &entries);
    let tag = format!("\"{}\"", secrets::digest(file.as_bytes()));
    let caching = [
        (header::CACHE_CONTROL, "public, max-age=900"),
        (header::ETAG, tag.as_str()),
    ];
    let known = headers.get(header::IF_NONE_MATCH);
    if known.is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        return Ok((StatusCode::NOT_MODIFIED, caching).into_response());
    }
    let file = (CALENDAR_MIME.to_owned(), file.into());
    Ok((caching, answer_with_calendar(&file, "su-kien")).into_response())
}
