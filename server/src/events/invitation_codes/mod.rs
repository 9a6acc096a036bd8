//! Invitation codes as the organiser sees them: made one by one or hundreds at a time, switched on and off, taken away.
//!
//! What a code does for a visitor is decided at the registration desk, which alone counts how often one was used.

mod cards;
mod dto;
mod export;
pub mod invitation_code;
mod routes;
mod rules;
mod store;

pub use dto::{CodeQuery, InvitationCode, NewCodes};
use hoi_i18n::normalize_text;
pub use rules::CodeState;
pub use store::{delete_of_class, find_by_class, opens_page, quota, takes_codes};
use utoipa_axum::router::OpenApiRouter;

use crate::app::App;

/// Calls on invitation codes.
pub fn routes() -> OpenApiRouter<App> {
    routes::routes().merge(export::routes())
}

/// The most codes created by one call.
pub const MAX_AT_ONCE: i64 = 500;
/// Codes of one event, so that its lists and files stay within what a person and a machine can handle.
pub const MAX_CODES: u64 = 20_000;
/// Uses of one code: as many as an event has seats.
pub const MAX_USES: i64 = super::tickets::MAX_SEATS;

/// What invitation codes are compared by. Control characters mean nothing in them, and a database may refuse them.
#[must_use]
pub fn code_key(code: &str) -> String {
    normalize_text(&code.replace(char::is_control, "")).to_lowercase()
}
