//! Addresses for search engines: of public events and pages, and of the lists of these.

use std::fmt::Write as _;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use hoi_community::accounts::entity::user;
use hoi_community::groups::entity::organiser_page;
use hoi_community::groups::known_to_strangers;
use hoi_db::Timestamp;
use hoi_platform::app::App;
use hoi_platform::days::VIETNAM;
use hoi_platform::error::{Error, Result};
use hoi_platform::http::PathSlug;
use hoi_platform::http::web_app::escape;
use hoi_ticketing::events::entity::event;
use sea_orm::{
    ColumnTrait, Condition, EntityTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait as _,
};
use tokio::sync::Mutex;

use super::store::findable;

/// The most addresses in one list (sitemaps.org).
const IN_LIST: usize = 50_000;
/// The most lists: older entries have been found long ago.
const LISTS: u64 = 4;
/// How long the lists are kept in memory.
const MAX_AGE: Duration = Duration::from_mins(10);

/// The lists, and since when (monotonic).
type Kept = (Duration, Arc<Vec<Bytes>>);

#[derive(Clone)]
struct Listing {
    app: App,
    /// Locked while the lists are made, so that other requests wait for them.
    kept: Arc<Mutex<Option<Kept>>>,
}

pub fn routes(app: App) -> Router {
    let listing = Listing {
        app,
        kept: Arc::default(),
    };
    Router::new()
        .route("/robots.txt", get(get_robots))
        .route("/sitemap.xml", get(get_sitemap))
        .route("/sitemap/{slug}", get(get_list))
        .with_state(listing)
}

/// Pages say by themselves whether they may be listed. Crawlers need the calls of the interface that draw public pages.
async fn get_robots(State(listing): State<Listing>) -> Response {
    let text = format!(
        "User-agent: *\nDisallow: /api/\nAllow: /api/upload/\nAllow: /api/event/\nAllow: /api/o/\n\nSitemap: {}/sitemap.xml\n",
        listing.app.config.public_url
    );
    let headers = [
        (header::CONTENT_TYPE, "text/plain; charset=utf-8"),
        (header::CACHE_CONTROL, "public, max-age=3600"),
    ];
    (headers, text).into_response()
}

/// The list of all addresses, or of the lists if there are several.
async fn get_sitemap(State(listing): State<Listing>) -> Result<Response> {
    let lists = find_lists(&listing).await?;
    if let [only] = lists.as_slice() {
        return Ok(xml(only.clone()));
    }
    let mut index = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<sitemapindex xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n",
    );
    let address = escape(&listing.app.config.public_url);
    for number in 1..=lists.len() {
        // Writing to a string cannot fail.
        let _ = writeln!(
            index,
            "<sitemap><loc>{address}/sitemap/{number}.xml</loc></sitemap>"
        );
    }
    index.push_str("</sitemapindex>\n");
    Ok(xml(index.into()))
}

async fn get_list(State(listing): State<Listing>, PathSlug(name): PathSlug) -> Result<Response> {
    let number: Option<usize> = name.strip_suffix(".xml").and_then(|name| name.parse().ok());
    let lists = find_lists(&listing).await?;
    let list = number.and_then(|number| lists.get(number.checked_sub(1)?));
    list.cloned().map(xml).ok_or_else(Error::not_found)
}

fn xml(list: Bytes) -> Response {
    let headers = [
        (header::CONTENT_TYPE, "application/xml; charset=utf-8"),
        (header::CACHE_CONTROL, "public, max-age=3600"),
    ];
    (headers, list).into_response()
}

async fn find_lists(listing: &Listing) -> Result<Arc<Vec<Bytes>>> {
    let now = listing.app.clock.monotonic();
    let mut kept = listing.kept.lock().await;
    if let Some((since, lists)) = kept.as_ref()
        && now.saturating_sub(*since) < MAX_AGE
    {
        return Ok(Arc::clone(lists));
    }
    let addresses = find_addresses(&listing.app).await?;
    let lists: Arc<Vec<Bytes>> = Arc::new(in_lists(
        &addresses,
        &listing.app.config.public_url,
        IN_LIST,
    ));
    *kept = Some((now, Arc::clone(&lists)));
    Ok(lists)
}

/// The paths of everything that may be found, each with when it was last changed; None if that is not known.
#[tracing::instrument(name = "organisers.find_addresses", skip_all)]
async fn find_addresses(app: &App) -> Result<Vec<(String, Option<Timestamp>)>> {
    let most = LISTS * u64::try_from(IN_LIST).unwrap_or(u64::MAX);
    let conn = app.db.read();
    let mut addresses = Vec::new();
    if app.config.landing_page {
        addresses.push(("/".to_owned(), None));
    }
    let accounts = user::live()
        .filter(user::Column::IsActive.eq(true))
        .select_only()
        .column(user::Column::Id)
        .into_query();
    let is_shown = Condition::any()
        .add(organiser_page::Column::UserId.in_subquery(accounts))
        .add(organiser_page::Column::GroupId.in_subquery(known_to_strangers()));
    let pages: Vec<(String, Timestamp)> = organiser_page::Entity::find()
        .filter(organiser_page::Column::IsOn.eq(true))
        .filter(is_shown)
        .order_by_desc(organiser_page::Column::Id)
        .limit(most)
        .select_only()
        .columns([
            organiser_page::Column::Slug,
            organiser_page::Column::UpdatedAt,
        ])
        .into_tuple()
        .all(conn)
        .await?;
    addresses.extend(
        pages
            .into_iter()
            .map(|(slug, changed)| (format!("/o/{slug}"), Some(changed))),
    );
    let events: Vec<(String, Timestamp)> = findable()
        .filter(event::Column::CancelledAt.is_null())
        .filter(event::Column::Slug.is_not_null())
        .order_by_desc(event::Column::Id)
        .limit(most)
        .select_only()
        .columns([event::Column::Slug, event::Column::UpdatedAt])
        .into_tuple()
        .all(conn)
        .await?;
    addresses.extend(
        events
            .into_iter()
            .map(|(slug, changed)| (format!("/e/{slug}"), Some(changed))),
    );
    addresses.truncate(usize::try_from(most).unwrap_or(usize::MAX));
    Ok(addresses)
}

/// Writes the addresses into lists of at most `in_list`; one empty list if there are none.
fn in_lists(
    addresses: &[(String, Option<Timestamp>)],
    public_url: &str,
    in_list: usize,
) -> Vec<Bytes> {
    let public_url = escape(public_url);
    let write = |part: &[(String, Option<Timestamp>)]| {
        let mut list = String::from(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n",
        );
        for (path, changed) in part {
            let path = escape(path);
            let changed = changed
                .map(|changed| format!("<lastmod>{}</lastmod>", VIETNAM.with_offset(changed)));
            let changed = changed.unwrap_or_default();
            let _ = writeln!(list, "<url><loc>{public_url}{path}</loc>{changed}</url>");
        }
        list.push_str("</urlset>\n");
        Bytes::from(list)
    };
    if addresses.is_empty() {
        return vec![write(&[])];
    }
    addresses.chunks(in_list).map(write).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_addresses_than_fit_make_several_lists() {
        let addresses: Vec<_> = (0..5).map(|at| (format!("/e/{at}"), None)).collect();
        let lists = in_lists(&addresses, "https://hoi.example", 2);
        let counts: Vec<_> = lists
            .iter()
            .map(|list| String::from_utf8_lossy(list).matches("<loc>").count())
            .collect();
        assert_eq!(counts, [2, 2, 1]);
        assert_eq!(in_lists(&[], "https://hoi.example", 2).len(), 1);
    }
}
