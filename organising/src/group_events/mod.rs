//! The events of a group, as its members see them: when, where, seats left, and each member's own registration; and
//! series of meetings, which its leaders plan, change and cancel together.
//!
//! A meeting is an ordinary event that also knows its series. This feature takes no registrations: members register
//! with the call of the public form, and it tells the client how to fill that call from the member's profile.

mod dto;
pub mod entity;
mod front;
mod group_lifecycle;
mod jobs;
mod routes;
mod rules;
mod series;
mod store;
mod suggestions;
mod views;

use hoi_platform::ids::TicketId;
use hoi_ticketing::events::Asked;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub use hoi_platform::ids::SeriesId;
pub use jobs::TellOfSeries;
pub use routes::routes;
pub use store::{find_held, held_within};

/// The contents of a registration besides the details of a profile, and the details that the event asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OneStep {
    /// The event's only ticket class; null if the event has none.
    #[schema(required)]
    pub ticket_id: Option<TicketId>,
    /// Whether the profile must hold a phone number.
    pub phone_question: Asked,
    /// Whether it must hold a company.
    pub company_question: Asked,
}

/// A day of the week.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Weekday {
    Monday,
    Tuesday,
    Wednesday,
    Thursday,
    Friday,
    Saturday,
    Sunday,
}
