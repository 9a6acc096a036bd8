//! Invitation codes as the organiser sees them: made one by one or hundreds at a time, switched on and off, taken away.
//!
//! What a code does for a visitor is decided at the registration desk, which alone counts how often one was used; the
//! table belongs to `tickets`. This stands after both because a code may belong to a participant.

mod cards;
mod dto;
mod export;
mod routes;
mod rules;
mod store;

pub use dto::{CodeFilter, CodeState, InvitationCode, NewCodes};
use utoipa_axum::router::OpenApiRouter;

use crate::app::App;

/// Calls on invitation codes.
pub fn routes() -> OpenApiRouter<App> {
    routes::routes().merge(export::routes())
}

/// Codes that one call makes.
pub const MAX_AT_ONCE: i64 = 500;
/// Codes of one event, so that its lists and files stay within what a person and a machine can handle.
pub const MAX_CODES: u64 = 20_000;
/// Uses of one code: as many as an event has seats.
pub const MAX_USES: i64 = crate::events::MAX_SEATS;
