//! The events of a group, as its members see them: when, where, seats left, and each member's own registration.
//!
//! Nobody registers here: members register with the call of the public form, which this feature tells them how to make
//! with what their profile holds.

mod dto;
mod routes;
mod rules;
mod store;

use serde::Serialize;
use utoipa::ToSchema;

use crate::ids::TicketId;

pub use routes::routes;

/// What a registration contains besides the details of a profile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OneStep {
    /// The event's only ticket class; null if the event has none.
    #[schema(required)]
    pub ticket_id: Option<TicketId>,
}
