//! The registration page as the server sends it: the same application for everyone, with a head and a first screen that
//! tell a chat or a search engine what the link is about, because neither runs the application to find out.

use std::borrow::Cow;
use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use hoi_community::groups;
use hoi_db::Timestamp;
use hoi_i18n::{Lang, format_date_time};
use hoi_platform::app::App;
use hoi_platform::days::VIETNAM;
use hoi_platform::error::{LocalizedText, Result};
use hoi_platform::files::FileUrl;
use hoi_platform::http::ClientIp;
use hoi_platform::http::web_app;
use hoi_platform::http::web_app::escape;
use hoi_platform::language;
use hoi_platform::snapshots::Snapshot;
use hoi_platform::storage::Width;
use sea_orm::ConnectionTrait;
use serde_json::{Value, json};

use super::entity::event;
use super::share_picture::{self, SharePicture};
use super::tickets::{self, PublicTicket};
use super::{EventId, EventStatus, PageBlocks, blocks, letters, rich_text, slug, store};

/// Characters of a description; previews show less.
const MAX_DESCRIPTION: usize = 200;

/// Pages under `/form/`, and those of public events at their short addresses.
pub fn pages(app: App) -> Router {
    Router::new()
        .route("/form/{*rest}", get(form_page))
        .route("/e/{slug}", get(short_address))
        .with_state(app)
}

/// `/form/{eventId}` introduces the event, and `/form/{eventId}/ticket` is where a visitor sees their own registration.
/// 404 with the same page, which then says so, for events that were cancelled, without their title, and for events that
/// do not exist. `/form/preview/{eventId}` is for its owner, who logs in inside the page. `/form/{eventId}?embedded` is
/// what the sites that the organiser named show in a frame, and the only page that other sites may.
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
    if !is_own {
        let frame = Frame::asked_for(uri.query().unwrap_or_default());
        let lang = frame.as_ref().and_then(|frame| frame.lang);
        let event = find_introduction(&app, id, lang).await?;
        let is_framed = frame.is_some();
        return Ok(introduce(&app, id, &event, is_framed, &method, &headers));
    }
    let event = find_introduction(&app, id, None).await?;
    let mut response = match &*event {
        Introduction::NoEvent => return Ok(no_event()),
        Introduction::Cancelled { .. } => not_found(&cancelled_head(id)),
        Introduction::Event { .. } => web_app::page("form.html", &neutral_head("page.ticket"), ""),
    };
    // Even the address of this page is private.
    response.headers_mut().insert(
        header::REFERRER_POLICY,
        HeaderValue::from_static("no-referrer"),
    );
    Ok(response)
}

/// The part `?embedded` of an address, by which a site shows the form in a frame.
struct Frame {
    /// The language of the site, if it names one that there is: a frame has no cookie that would tell it.
    lang: Option<Lang>,
}

impl Frame {
    fn asked_for(query: &str) -> Option<Self> {
        let value = |name: &str| {
            let pairs = query.split('&');
            let mut pairs = pairs.map(|pair| pair.split_once('=').unwrap_or((pair, "")));
            pairs.find_map(|(key, value)| (key == name).then_some(value))
        };
        value("embedded").map(|_| Self {
            lang: value("lang").and_then(Lang::from_tag),
        })
    }
}

/// Answers with the registration page of an event, and counts the visit.
fn introduce(
    app: &App,
    id: EventId,
    event: &Introduction,
    is_framed: bool,
    method: &Method,
    headers: &HeaderMap,
) -> Response {
    let (mut page, sites) = match event {
        Introduction::NoEvent => return no_event(),
        Introduction::Cancelled { sites } => {
            let head = cancelled_head(id);
            (not_found(&with_sites(&head, is_framed, sites)), sites)
        }
        Introduction::Event {
            head,
            first_screen,
            sites,
        } => {
            if is_visit(method, headers, is_framed) {
                app.page_visits.count(id, app.clock.now());
            }
            let head = with_sites(head, is_framed, sites);
            (web_app::page("form.html", &head, first_screen), sites)
        }
    };
    if is_framed {
        web_app::allow_frames(&mut page, sites);
    }
    page
}

/// Tells the application of a page in a frame the sites to which it may talk.
fn with_sites<'a>(head: &'a str, is_framed: bool, sites: &str) -> Cow<'a, str> {
    if !is_framed {
        return Cow::Borrowed(head);
    }
    let sites = escape(sites);
    Cow::Owned(format!(
        r#"{head}
<meta name="embed-origins" content="{sites}">"#
    ))
}

/// Returns the beginning of an event's page in this language, or else in that of the request.
async fn find_introduction(
    app: &App,
    id: EventId,
    lang: Option<Lang>,
) -> Result<Arc<Introduction>> {
    let lang = lang.unwrap_or_else(language::current);
    let now = app.clock.monotonic();
    let read = || Box::pin(Introduction::read(app, id, lang));
    app.snapshots.get(id, Some(lang), now, read).await
}

/// The content of an event's page before its application runs.
enum Introduction {
    NoEvent,
    /// The page says only that the event was cancelled.
    Cancelled {
        /// As those of an event that takes place.
        sites: String,
    },
    Event {
        head: String,
        first_screen: String,
        /// The origins of the sites that may show the form in a frame, with spaces between them.
        sites: String,
    },
}

impl Snapshot for Introduction {
    const COUNTS_SEATS: bool = false;

    fn bytes(&self) -> usize {
        match self {
            Self::NoEvent => size_of_val(self),
            Self::Cancelled { sites } => size_of_val(self) + sites.len(),
            Self::Event {
                head,
                first_screen,
                sites,
            } => head.len() + first_screen.len() + sites.len(),
        }
    }
}

impl Introduction {
    async fn read(app: &App, id: EventId, lang: Lang) -> Result<Self> {
        let Some(shown) = ShownPage::find(app.db.read(), id, app.clock.now()).await? else {
            return Ok(Self::NoEvent);
        };
        let sites = shown.event.embed_origins.to_string();
        if shown.event.cancelled_at.is_some() {
            return Ok(Self::Cancelled { sites });
        }
        Ok(Self::Event {
            head: head(&shown, &app.config.public_url, lang),
            first_screen: first_screen(&shown.event, &shown.blocks, lang),
            sites,
        })
    }
}

/// The data for the head of an event's page.
#[derive(Debug)]
pub struct ShownPage {
    event: event::Model,
    tickets: Vec<PublicTicket>,
    blocks: PageBlocks,
    /// When the event began before it was moved, as registered people know; None if it was not.
    previous_start: Option<Timestamp>,
    status: EventStatus,
    /// The slug of the organiser's page, if that is shown.
    organiser: Option<String>,
}

impl ShownPage {
    /// Returns it as it is `now`; None if the event was deleted or never there.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn find(
        conn: &impl ConnectionTrait,
        id: EventId,
        now: Timestamp,
    ) -> Result<Option<Self>> {
        let Some(event) = store::find_event(conn, id).await? else {
            return Ok(None);
        };
        Ok(Some(Self {
            tickets: tickets::find_public(conn, id).await?,
            blocks: blocks::find_blocks(conn, id).await?,
            previous_start: letters::previous_start(conn, &event).await?,
            status: store::status_of(&event, now),
            organiser: groups::page_slug(conn, event.owner_id, event.group_id).await?,
            event,
        }))
    }

    /// Returns the one address under which search engines keep the page: the short one, unless it must not be guessed
    /// from the long one.
    fn address(&self, public_url: &str) -> String {
        let event = &self.event;
        match event.slug.as_deref().filter(|_| !event.members_only) {
            Some(slug) => format!("{public_url}/e/{slug}"),
            None => format!("{public_url}/form/{}", event.id),
        }
    }
}

/// Parts of the names by which programs ask for a page: search engines, previews in chats, libraries.
const PROGRAMS: [&str; 6] = ["bot", "crawl", "spider", "preview", "externalhit", "http"];

/// Whether a browser asks for the page in order to show it. Browsers name the purpose only over secure connections, so a
/// request without one counts.
fn is_visit(method: &Method, headers: &HeaderMap, is_framed: bool) -> bool {
    let shown_as = if is_framed { "iframe" } else { "document" };
    let value = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let agent = value("user-agent").unwrap_or_default().to_ascii_lowercase();
    method == Method::GET
        && value("sec-fetch-dest").is_none_or(|destination| destination == shown_as)
        && value("sec-purpose").is_none()
        && !PROGRAMS.iter().any(|program| agent.contains(program))
}

/// Answers with the event's page or, if the event is for members, leads to it with the query of the short address. 5003
/// (429): this network asked for too many addresses of no event, and this one is of none, or of an event for members.
async fn short_address(
    State(app): State<App>,
    ClientIp(address): ClientIp,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response> {
    let given = uri.path().trim_start_matches("/e/").to_lowercase();
    let found = slug::find_event(app.db.read(), &given).await?;
    // The limit protects events for members. Addresses of public events stand on posters, and must work also for
    // visitors who share a network with a guesser.
    if !matches!(found, Some((_, false))) {
        app.misses.check(address, app.clock.monotonic())?;
    }
    let Some((id, members_only)) = found else {
        app.misses.charge(address, app.clock.monotonic());
        return Ok(no_event());
    };
    if !members_only {
        let event = find_introduction(&app, id, None).await?;
        return Ok(introduce(&app, id, &event, false, &method, &headers));
    }
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

fn cancelled_head(id: EventId) -> String {
    let (head, event) = (neutral_head("page.cancelled"), event_meta(id));
    format!("{head}\n{CANCELLED}\n{event}")
}

/// Tells the page's application at a short address which event it is about.
fn event_meta(id: EventId) -> String {
    format!(r#"<meta name="event" content="{id}">"#)
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

/// The introduction of an event: title, description, image and the event as data, everything escaped. For an event for
/// members only title and start: a link reaches more people than those who may register.
#[must_use]
pub fn head(shown: &ShownPage, public_url: &str, lang: Lang) -> String {
    let event = &shown.event;
    let title = escape(&event.title);
    let address = escape(&shown.address(public_url));
    let id = event_meta(event.id);
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
    more.push(as_data(shown, public_url, &description));
    let more = more.join("\n");
    let description = escape(&description);
    let locale = lang.locale();
    format!(
        r#"<title>{title}</title>
<meta name="description" content="{description}">
<link rel="canonical" href="{address}">
{id}
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

/// The width of the cover on the page, the same text as `COVER_SIZES` in `Picture.tsx`: with another text a browser
/// would load the cover twice.
pub const COVER_SIZES: &str = "(min-width: 1024px) 516px, 100vw";

fn preload(cover: FileUrl) -> String {
    let widths = Width::ALL.map(|width| format!("{cover}/{width} {width}w"));
    let (widths, middle) = (widths.join(", "), Width::Medium);
    format!(
        r#"<link rel="preload" as="image" href="{cover}/{middle}" imagesrcset="{widths}" imagesizes="{COVER_SIZES}" fetchpriority="high">"#
    )
}

/// The event in the words of schema.org, for search engines and for the page until it has loaded the event. Unknown
/// properties are left out.
fn as_data(shown: &ShownPage, public_url: &str, description: &str) -> String {
    let event = &shown.event;
    // Strangers learn only that an event for members takes place, and when.
    let previous_start = shown.previous_start.filter(|_| !event.members_only);
    let status = match previous_start {
        Some(_) => "https://schema.org/EventRescheduled",
        None => "https://schema.org/EventScheduled",
    };
    let mut data = json!({
        "@context": "https://schema.org",
        "@type": "Event",
        "identifier": event.id,
        "name": event.title,
        "startDate": VIETNAM.with_offset(event.event_start_date),
        "previousStartDate": previous_start.map(|at| VIETNAM.with_offset(at)),
        "eventStatus": status,
        "url": shown.address(public_url),
    });
    if let (false, Some(data)) = (event.members_only, data.as_object_mut()) {
        let image = event.cover_image.unwrap_or(event.logo);
        let blocks = &shown.blocks;
        let contact = event.shown_contact();
        let contact = contact.map(|text| json!({ "@type": "ContactPoint", "description": text }));
        let description = Some(description).filter(|text| !text.is_empty());
        let page = shown.organiser.as_ref();
        let page = page.map(|slug| format!("{public_url}/o/{slug}"));
        let is_named = event.host_name.is_some() || contact.is_some();
        let organizer = is_named.then(|| {
            json!({
                "@type": "Organization",
                "name": event.host_name,
                "url": page,
                "contactPoint": contact,
            })
        });
        let more = [
            ("description", json!(description)),
            ("image", json!([format!("{public_url}{image}")])),
            (
                "eventAttendanceMode",
                json!("https://schema.org/OfflineEventAttendanceMode"),
            ),
            (
                "endDate",
                json!(event.end_date.map(|at| VIETNAM.with_offset(at))),
            ),
            ("location", place(event)),
            ("offers", offers(shown, public_url)),
            ("performer", performers(blocks, public_url)),
            ("sponsor", sponsors(blocks, public_url)),
            ("subEvent", parts(event, blocks)),
            ("organizer", json!(organizer)),
        ];
        data.extend(more.map(|(name, value)| (name.to_owned(), value)));
    }
    leave_out_unknown(&mut data);
    // So that no text can end the element.
    let data = data.to_string().replace('<', r"\u003c");
    format!(r#"<script type="application/ld+json">{data}</script>"#)
}

/// Removes nulls and empty lists, which search engines count as mistakes.
fn leave_out_unknown(data: &mut Value) {
    match data {
        Value::Object(fields) => {
            fields.retain(|_, value| !value.is_null() && value.as_array() != Some(&Vec::new()));
            fields.values_mut().for_each(leave_out_unknown);
        }
        Value::Array(values) => values.iter_mut().for_each(leave_out_unknown),
        _ => {}
    }
}

/// Where the event takes place. Organisers write it in one line, so that is both the name and the street.
fn place(event: &event::Model) -> Value {
    let place = &event.venue_address;
    json!({
        "@type": "Place",
        "name": place,
        "address": { "@type": "PostalAddress", "streetAddress": place, "addressCountry": "VN" },
    })
}

/// The prices: an offer for each ticket class that is not hidden, or one for a place at an event without classes. The
/// number of places left is not said, because the page is kept for a moment.
fn offers(shown: &ShownPage, public_url: &str) -> Value {
    let event = &shown.event;
    let is_over =
        shown.status == EventStatus::Closed || event.registered_count >= event.total_participants;
    let offer = |name: Option<&str>, price: i64, sold_out: bool| {
        let availability = if is_over || sold_out {
            "https://schema.org/SoldOut"
        } else {
            "https://schema.org/InStock"
        };
        json!({
            "@type": "Offer",
            "name": name,
            "price": price,
            "priceCurrency": "VND",
            "availability": availability,
            "url": shown.address(public_url),
            "validFrom": VIETNAM.with_offset(event.open_registration_date),
            "validThrough": VIETNAM.with_offset(event.close_registration_date),
        })
    };
    if shown.tickets.is_empty() {
        return json!([offer(None, 0, false)]);
    }
    let tickets = shown.tickets.iter();
    tickets
        .map(|ticket| offer(Some(&ticket.name), ticket.price, ticket.sold_out))
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

/// The sponsors, as organizations.
fn sponsors(blocks: &PageBlocks, public_url: &str) -> Value {
    let sponsors = blocks.sponsors.iter().map(|sponsor| {
        let logo = sponsor.logo.map(|logo| format!("{public_url}{logo}"));
        json!({ "@type": "Organization", "name": sponsor.name, "url": sponsor.website, "logo": logo })
    });
    sponsors.collect()
}

/// The programme as events within the event.
fn parts(event: &event::Model, blocks: &PageBlocks) -> Value {
    let parts = blocks.programme.iter().filter_map(|item| {
        let (start, end) = item.moments(event.event_start_date)?;
        Some(json!({
            "@type": "Event",
            "name": item.title,
            "startDate": VIETNAM.with_offset(start),
            "endDate": end.map(|at| VIETNAM.with_offset(at)),
            "location": place(event),
        }))
    });
    parts.collect()
}

/// The content of the page before its application runs; for members only as much as in [`head`].
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
    // As in the page itself, a dash stays at the end of its line.
    let title = escape(&event.title).replace(" – ", "\u{a0}– ");
    let code = lang.code();
    format!(r#"<main class="first" lang="{code}"><h1>{title}</h1><p>{lines}</p>{more}</main>"#)
}

/// The blocks as lists, each with its heading: programme, speakers, questions and sponsors, without the longer texts.
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
