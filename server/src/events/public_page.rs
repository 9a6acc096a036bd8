//! The registration page as the server sends it: the same application for everyone, with a head and a first screen that
//! tell a chat or a search engine what the link is about, because neither runs the application to find out.

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use hoi_i18n::{Lang, format_date_time};
use serde_json::{Value, json};

use super::entity::event;
use super::share_picture::{self, SharePicture};
use super::tickets::{self, PublicTicket};
use super::{EventId, PageBlocks, blocks, rich_text, slug, store};
use crate::app::App;
use crate::error::{LocalizedText, Result};
use crate::files::FileUrl;
use crate::http::ClientIp;
use crate::http::web_app;
use crate::http::web_app::escape;
use crate::language;
use crate::snapshots::Snapshot;
use crate::storage::Width;

/// Characters of a description; previews show less.
const MAX_DESCRIPTION: usize = 200;

/// Pages under `/form/`, and the short addresses that lead to them.
pub fn pages(app: App) -> Router {
    Router::new()
        .route("/form/{*rest}", get(form_page))
        .route("/e/{slug}", get(short_address))
        .with_state(app)
}

/// `/form/{eventId}` introduces the event, and `/form/{eventId}/ticket` is where a visitor sees their own registration.
/// 404 with the same page, which then says so, for events that were cancelled, without their title, and for events that
/// do not exist. `/form/preview/{eventId}` is for its owner, who logs in inside the page.
async fn form_page(
    State(app): State<App>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response> {
    let rest = uri.path().trim_start_matches("/form/");
    if rest.starts_with("preview/") {
        return Ok(web_app::page(
            "form.html",
            &neutral_head("page.preview"),
            "",
        ));
    }
    let place = rest.trim_end_matches('/');
    let (id, is_own) = match place.strip_suffix("/ticket") {
        Some(id) => (id, true),
        None => (place, false),
    };
    let Ok(id) = id.parse::<EventId>() else {
        return Ok(no_event());
    };
    let (lang, now) = (language::current(), app.clock.monotonic());
    let read = || Box::pin(Introduction::read(&app, id, lang));
    let event = app.snapshots.get(id, Some(lang), now, read).await?;
    let mut response = match &*event {
        Introduction::NoEvent => return Ok(no_event()),
        Introduction::Cancelled => {
            let head = neutral_head("page.cancelled");
            not_found(&format!("{head}\n{CANCELLED}"))
        }
        Introduction::Event { .. } if is_own => {
            web_app::page("form.html", &neutral_head("page.ticket"), "")
        }
        Introduction::Event { head, first_screen } => {
            if is_visit(&method, &headers) {
                app.page_visits.count(id, app.clock.now());
            }
            web_app::page("form.html", head, first_screen)
        }
    };
    if is_own {
        // Not even its address is anybody else's business.
        response.headers_mut().insert(
            header::REFERRER_POLICY,
            HeaderValue::from_static("no-referrer"),
        );
    }
    Ok(response)
}

/// What the page of an event says before its application runs.
enum Introduction {
    NoEvent,
    /// The page says that the event was cancelled, and nothing else of it.
    Cancelled,
    Event {
        head: String,
        first_screen: String,
    },
}

impl Snapshot for Introduction {
    const COUNTS_SEATS: bool = false;

    fn bytes(&self) -> usize {
        match self {
            Self::NoEvent | Self::Cancelled => size_of_val(self),
            Self::Event { head, first_screen } => head.len() + first_screen.len(),
        }
    }
}

impl Introduction {
    async fn read(app: &App, id: EventId, lang: Lang) -> Result<Self> {
        let event = store::find_event(app.db.read(), id).await?;
        let Some(event) = event else {
            return Ok(Self::NoEvent);
        };
        if event.cancelled_at.is_some() {
            return Ok(Self::Cancelled);
        }
        let tickets = tickets::find_public(app.db.read(), event.id).await?;
        let blocks = blocks::find_blocks(app.db.read(), event.id).await?;
        Ok(Self::Event {
            head: head(&event, &tickets, &blocks, &app.config.public_url, lang),
            first_screen: first_screen(&event, &blocks, lang),
        })
    }
}

/// Parts of the names by which programs ask for a page: search engines, previews in chats, libraries.
const PROGRAMS: [&str; 6] = ["bot", "crawl", "spider", "preview", "externalhit", "http"];

/// Whether a browser asks for the page in order to show it. Browsers name the purpose only over secure connections, so a
/// request without one counts.
fn is_visit(method: &Method, headers: &HeaderMap) -> bool {
    let value = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let agent = value("user-agent").unwrap_or_default().to_ascii_lowercase();
    method == Method::GET
        && value("sec-fetch-dest").is_none_or(|destination| destination == "document")
        && value("sec-purpose").is_none()
        && !PROGRAMS.iter().any(|program| agent.contains(program))
}

/// Leads to the event's page, with whatever follows the short address. 5003 (429): too many addresses that no event has
/// were asked for from this network, and this one is of none, or of an event for members.
async fn short_address(
    State(app): State<App>,
    ClientIp(address): ClientIp,
    uri: Uri,
) -> Result<Response> {
    let given = uri.path().trim_start_matches("/e/").to_lowercase();
    let found = slug::find_event(app.db.read(), &given).await?;
    // The limit protects events for members. Addresses of public events stand on posters, and must work also for
    // visitors who share a network with a guesser.
    if !matches!(found, Some((_, false))) {
        app.misses.check(address, app.clock.monotonic())?;
    }
    let Some((id, _)) = found else {
        app.misses.charge(address, app.clock.monotonic());
        return Ok(no_event());
    };
    let query = uri
        .query()
        .map(|query| format!("?{query}"))
        .unwrap_or_default();
    let page = format!("/form/{id}{query}");
    let headers = [
        (header::LOCATION, page.as_str()),
        (header::CACHE_CONTROL, "no-cache"),
    ];
    Ok((StatusCode::FOUND, headers).into_response())
}

fn no_event() -> Response {
    not_found(&neutral_head("page.noEvent"))
}

fn not_found(head: &str) -> Response {
    let mut response = web_app::page("form.html", head, "");
    *response.status_mut() = StatusCode::NOT_FOUND;
    response
}

fn neutral_head(title: &'static str) -> String {
    format!(
        "<title>{}</title>\n{NOT_LISTED}",
        escape(&LocalizedText::new(title).localized())
    )
}

/// Tells the page's application why there is no event.
const CANCELLED: &str = r#"<meta name="event-status" content="cancelled">"#;

const NOT_LISTED: &str = r#"<meta name="robots" content="noindex">"#;

/// What introduces an event: title, description, image and the event as data, everything escaped. Of an event for members
/// only title and start: a link travels further than those who may register.
#[must_use]
pub fn head(
    event: &event::Model,
    tickets: &[PublicTicket],
    blocks: &PageBlocks,
    public_url: &str,
    lang: Lang,
) -> String {
    let title = escape(&event.title);
    let address = escape(&format!("{public_url}/form/{}", event.id));
    let (description, card) = if event.members_only {
        (format_date_time(lang, event.event_start_date.0), "summary")
    } else {
        (in_short(&event.description), "summary_large_image")
    };
    let mut more = Vec::new();
    if !event.members_only {
        let image = escape(&format!(
            "{public_url}{}",
            SharePicture::of(event, lang).address()
        ));
        let (width, height) = share_picture::SIZE;
        more.push(format!(r#"<meta property="og:image" content="{image}">"#));
        more.push(r#"<meta property="og:image:type" content="image/jpeg">"#.to_owned());
        more.push(format!(
            r#"<meta property="og:image:width" content="{width}">"#
        ));
        more.push(format!(
            r#"<meta property="og:image:height" content="{height}">"#
        ));
        more.push(format!(
            r#"<meta property="og:image:alt" content="{title}">"#
        ));
    }
    if let (false, Some(cover)) = (event.members_only, event.cover_image) {
        more.push(preload(cover));
    }
    if event.members_only || event.hide_from_search {
        more.push(NOT_LISTED.to_owned());
    }
    more.push(as_data(event, tickets, blocks, public_url, &description));
    let more = more.join("\n");
    let description = escape(&description);
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

/// How wide the page shows the cover, as the page's application says it too: `COVER_SIZES` in `Picture.tsx`. With other
/// words a browser would load the cover twice.
pub const COVER_SIZES: &str = "(min-width: 1024px) 516px, 100vw";

fn preload(cover: FileUrl) -> String {
    let widths = Width::ALL.map(|width| format!("{cover}/{width} {width}w"));
    let (widths, middle) = (widths.join(", "), Width::Medium);
    format!(
        r#"<link rel="preload" as="image" href="{cover}/{middle}" imagesrcset="{widths}" imagesizes="{COVER_SIZES}" fetchpriority="high">"#
    )
}

/// The event in the words of schema.org, for search engines and for the page until it has loaded the event.
fn as_data(
    event: &event::Model,
    tickets: &[PublicTicket],
    blocks: &PageBlocks,
    public_url: &str,
    description: &str,
) -> String {
    let mut data = json!({
        "@context": "https://schema.org",
        "@type": "Event",
        "name": event.title,
        "startDate": event.event_start_date,
        "eventStatus": "https://schema.org/EventScheduled",
        "url": format!("{public_url}/form/{}", event.id),
    });
    if let (false, Some(data)) = (event.members_only, data.as_object_mut()) {
        let image = event.cover_image.unwrap_or(event.logo);
        data.insert("description".to_owned(), json!(description));
        data.insert("image".to_owned(), json!([format!("{public_url}{image}")]));
        data.insert(
            "eventAttendanceMode".to_owned(),
            json!("https://schema.org/OfflineEventAttendanceMode"),
        );
        let place = &event.venue_address;
        data.insert(
            "location".to_owned(),
            json!({ "@type": "Place", "name": place, "address": place }),
        );
        data.insert("offers".to_owned(), offers(event, tickets, public_url));
        if !blocks.speakers.is_empty() {
            data.insert("performer".to_owned(), performers(blocks, public_url));
        }
        if !blocks.sponsors.is_empty() {
            data.insert("sponsor".to_owned(), sponsors(blocks, public_url));
        }
        if !blocks.programme.is_empty() {
            data.insert("subEvent".to_owned(), parts(event, blocks));
        }
        if let Some(end) = event.end_date {
            data.insert("endDate".to_owned(), json!(end));
        }
        let contact = event.shown_contact();
        if event.host_name.is_some() || contact.is_some() {
            let contact =
                contact.map(|text| json!({ "@type": "ContactPoint", "description": text }));
            data.insert(
                "organizer".to_owned(),
                json!({ "@type": "Organization", "name": event.host_name, "contactPoint": contact }),
            );
        }
    }
    // Nothing in a text ends the element.
    let data = data.to_string().replace('<', r"\u003c");
    format!(r#"<script type="application/ld+json">{data}</script>"#)
}

/// What a place costs: an offer for each ticket class that is not hidden, or one for a place at an event without classes.
/// How many are left is not said, because the page is kept for a moment.
fn offers(event: &event::Model, tickets: &[PublicTicket], public_url: &str) -> Value {
    let offer = |name: Option<&str>, price: i64| {
        json!({
            "@type": "Offer",
            "name": name,
            "price": price,
            "priceCurrency": "VND",
            "url": format!("{public_url}/form/{}", event.id),
            "validFrom": event.open_registration_date,
        })
    };
    if tickets.is_empty() {
        return json!([offer(None, 0)]);
    }
    tickets
        .iter()
        .map(|ticket| offer(Some(&ticket.name), ticket.price))
        .collect()
}

/// The speakers as people who perform.
fn performers(blocks: &PageBlocks, public_url: &str) -> Value {
    let people = blocks.speakers.iter().map(|speaker| {
        let photo = speaker.photo.map(|photo| format!("{public_url}{photo}"));
        json!({ "@type": "Person", "name": speaker.name, "jobTitle": speaker.role, "image": photo })
    });
    people.collect()
}

/// Those who support the event, as organizations.
fn sponsors(blocks: &PageBlocks, public_url: &str) -> Value {
    let sponsors = blocks.sponsors.iter().map(|sponsor| {
        let logo = sponsor.logo.map(|logo| format!("{public_url}{logo}"));
        json!({ "@type": "Organization", "name": sponsor.name, "url": sponsor.website, "logo": logo })
    });
    sponsors.collect()
}

/// The programme as events within the event.
fn parts(event: &event::Model, blocks: &PageBlocks) -> Value {
    let place = &event.venue_address;
    let parts = blocks.programme.iter().filter_map(|item| {
        let (start, end) = item.moments(event.event_start_date)?;
        Some(json!({
            "@type": "Event",
            "name": item.title,
            "startDate": start,
            "endDate": end,
            "location": { "@type": "Place", "name": place, "address": place },
        }))
    });
    parts.collect()
}

/// What the page shows before its application runs; for members only as much as [`head`] says.
#[must_use]
pub fn first_screen(event: &event::Model, blocks: &PageBlocks, lang: Lang) -> String {
    let mut more = String::new();
    let mut lines = vec![format_date_time(lang, event.event_start_date.0)];
    if !event.members_only {
        lines.push(event.venue_address.clone());
        lines.push(in_short(&event.description));
        more = in_lists(blocks, lang);
    }
    let lines: Vec<_> = lines.iter().map(|line| escape(line)).collect();
    let lines = lines.join("</p><p>");
    let title = escape(&event.title);
    let code = lang.code();
    format!(r#"<main class="first" lang="{code}"><h1>{title}</h1><p>{lines}</p>{more}</main>"#)
}

/// The blocks as lists, each with its heading: what happens when, who speaks, what is asked, and who supports the event,
/// without the longer texts.
fn in_lists(blocks: &PageBlocks, lang: Lang) -> String {
    let last_day = blocks.programme.last().map_or(1, |item| item.day);
    let programme = blocks.programme.iter().map(|item| {
        let (start, title) = (&item.start, &item.title);
        if last_day == 1 {
            return format!("{start} {title}");
        }
        let day = LocalizedText::new("page.day").with("day", item.day);
        format!("{}, {start} {title}", day.in_language(lang))
    });
    let speakers = blocks.speakers.iter().map(|speaker| match &speaker.role {
        Some(role) => format!("{}, {role}", speaker.name),
        None => speaker.name.clone(),
    });
    let questions = blocks.questions.iter().map(|asked| asked.question.clone());
    let sponsors = blocks.sponsors.iter().map(|sponsor| sponsor.name.clone());
    let lists = [
        ("page.programme", programme.collect::<Vec<_>>()),
        ("page.speakers", speakers.collect()),
        ("page.questions", questions.collect()),
        ("page.sponsors", sponsors.collect()),
    ];
    let mut html = String::new();
    for (heading, lines) in lists.iter().filter(|(_, lines)| !lines.is_empty()) {
        let heading = escape(&LocalizedText::new(heading).in_language(lang));
        let lines: Vec<_> = lines.iter().map(|line| escape(line)).collect();
        let lines = lines.join("</li><li>");
        html.extend(["<h2>", &heading, "</h2><ul><li>", &lines, "</li></ul>"]);
    }
    html
}

/// The beginning of a description, as previews show it.
fn in_short(html: &str) -> String {
    rich_text::beginning(html, MAX_DESCRIPTION)
}
