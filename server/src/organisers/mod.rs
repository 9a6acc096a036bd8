//! The public pages of organisers and groups that want one, at `/o/{slug}`: who they are, their coming and past events,
//! and a calendar to subscribe to; and the list of public addresses for search engines. Only public content is shown:
//! no event for members, no event hidden from search, and none of a group that is not listed.

mod dto;
mod page;
mod routes;
mod rules;
mod sitemap;
mod store;

use axum::Router;
use hoi_platform::app::App;

pub use routes::routes;

/// The pages, their calendars and the list of addresses.
pub fn pages(app: App) -> Router {
    page::routes(app.clone()).merge(sitemap::routes(app))
}
