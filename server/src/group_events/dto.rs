//! What the list of a group's events takes and answers.

use hoi_db::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::OneStep;
use crate::consent::Consent;
use crate::events::{EventId, EventStatus};
use crate::files::FileUrl;

/// The events of a group that are asked for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum Period {
    /// Those that are not over, the next one first.
    #[default]
    Upcoming,
    /// Those that are over, the latest first.
    Past,
}

/// The part of a group's events to return.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct GroupEventQuery {
    /// Default `upcoming`. An event without an end is over three hours after it begins.
    #[param(inline)]
    pub period: Option<Period>,
    /// Rows of a page, 1–100, default 20; −1 for 100.
    pub limit: Option<i64>,
    /// The page, from 1, default 1.
    pub page: Option<i64>,
}

/// One page of the events of a group.
#[derive(Debug, Serialize, ToSchema)]
pub struct GroupEvents {
    /// The events of this page.
    pub items: Vec<GroupEvent>,
    /// The number of events on all pages.
    pub total: u64,
    /// What a member agrees to by registering.
    pub consent: Consent,
}

/// An event of a group, as its members see it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GroupEvent {
    pub id: EventId,
    pub title: String,
    pub logo: FileUrl,
    #[schema(required)]
    pub cover_image: Option<FileUrl>,
    /// The state of registration at this moment; a cancelled event is closed.
    pub status: EventStatus,
    /// The event was cancelled; this is final.
    pub is_cancelled: bool,
    pub open_registration_date: Timestamp,
    pub close_registration_date: Timestamp,
    pub event_start_date: Timestamp,
    /// When it ends; null = not said.
    #[schema(required)]
    pub end_date: Option<Timestamp>,
    pub venue_address: String,
    /// Only members of the group, and guests with an invitation code, can register.
    pub members_only: bool,
    /// Seats that can be taken without an invitation code.
    pub seats_left: i64,
    /// The caller owns the event or administers the platform, and so may change it.
    pub is_own: bool,
    /// What to send besides the profile's details to register; null when the event asks for more than that, so that
    /// the public form has to be filled in.
    #[schema(required)]
    pub one_step: Option<OneStep>,
    /// The registration with the caller's e-mail address; null without one.
    #[schema(required)]
    pub registration: Option<MyRegistration>,
}

/// The caller's registration for an event.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MyRegistration {
    /// Opens its page: `/form/{eventId}/ticket#{ownKey}`.
    pub own_key: String,
    /// The time until which the seat is held unless it is confirmed on that page; null once it is confirmed.
    #[schema(required)]
    pub confirm_by: Option<Timestamp>,
}
