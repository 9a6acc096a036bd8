//! The documented, stable part of the API, for programs with a key: `docs/api.md` lists its guarantees.
//!
//! Its bodies and answers are types of its own, so that changes for screens change nothing here. The features do the
//! work: the same rules, bounds and codes.

mod check_ins;
mod dto;
mod events;
mod participants;
mod payments;

use axum::middleware;
use hoi_platform::routes;
use hoi_ticketing::registration::AppWithDesk;
use utoipa_axum::router::OpenApiRouter;

use crate::api_keys::tell_limit;

/// Routes under `/v1`.
pub fn routes() -> OpenApiRouter<AppWithDesk> {
    OpenApiRouter::new()
        .routes(routes!(events::list_events))
        .routes(routes!(events::get_event))
        .routes(routes!(
            participants::list_participants,
            participants::create_participant
        ))
        .routes(routes!(participants::get_participant))
        .routes(routes!(check_ins::create_check_in))
        .routes(routes!(payments::list_payments))
        .route_layer(middleware::from_fn(tell_limit))
}
