//! Invitation codes for the organiser: created one by one or hundreds at a time, switched on and off, deleted.
//!
//! The registration desk decides the effect of a code for a visitor; it alone counts the uses.

mod cards;
mod dto;
mod export;
pub mod invitation_code;
mod routes;
mod rules;
mod store;

pub use dto::{CodeQuery, InvitationCode, NewCodes};
use hoi_i18n::normalize_text;
use hoi_platform::app::App;
pub use rules::CodeState;
pub use store::{delete_of_class, find_by_class, opens_page, quota, takes_codes};
use utoipa_axum::router::OpenApiRouter;

/// Calls on invitation codes.
pub fn routes() -> OpenApiRouter<App> {
    routes::routes().merge(export::routes())
}

/// The most codes created by one call.
pub const MAX_AT_ONCE: i64 = 500;
/// Codes of one event, so that an organiser and the server can handle its lists and files.
pub const MAX_CODES: u64 = 20_000;
/// Uses of one code: as many as an event has seats.
pub const MAX_USES: i64 = super::tickets::MAX_SEATS;

/// The key by which invitation codes are compared. No code has a space, but people write them in groups; control
/// characters mean nothing in them, and a database may refuse them.
#[must_use]
pub fn code_key(code: &str) -> String {
    let is_between = |char: char| char.is_control() || char.is_whitespace();
    normalize_text(&code.replace(is_between, "")).to_lowercase()
}
