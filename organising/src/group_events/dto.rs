//! Requests and responses of the events of groups.

use hoi_community::points::Figure;
use hoi_db::Timestamp;
use hoi_platform::consent::Consent;
use hoi_platform::days;
use hoi_platform::error::LocalizedText;
use hoi_platform::fields::flattened;
use hoi_platform::files::FileUrl;
use hoi_platform::validation::{Check, Validate};
use hoi_ticketing::events::{EventId, EventStatus};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{OneStep, SeriesId, Weekday};

/// The most meetings of one series.
const MAX_MEETINGS: usize = 52;
/// The most characters of a meeting's title.
const MAX_TITLE: usize = 255;
/// The most characters of its venue.
const MAX_VENUE: usize = 100;
/// The most characters of the reason of a cancellation.
const MAX_REASON: usize = 500;

/// The part of a group's events to list.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum Period {
    /// Events that are not over, the next one first.
    #[default]
    Upcoming,
    /// Events that are over, the latest first.
    Past,
}

/// The part of a group's events to return.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct GroupEventQuery {
    /// Default `upcoming`. An event without an end is over three hours after it begins.
    #[param(inline)]
    pub period: Option<Period>,
    /// Only this event, in whichever period it is; no row if the group has no such event. `period`, `limit` and `page` mean
    /// nothing beside it.
    pub event: Option<EventId>,
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
    /// The series of these events.
    pub series: Vec<SeriesCourse>,
    /// The consent that a member gives by registering.
    pub consent: Consent,
}

/// All meetings of a series that belong to the group, whenever they are.
#[derive(Debug, Serialize, ToSchema)]
pub struct SeriesCourse {
    pub id: SeriesId,
    /// The meetings by their start.
    pub meetings: Vec<MeetingDay>,
}

/// A meeting in the course of its series.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MeetingDay {
    pub id: EventId,
    pub event_start_date: Timestamp,
    /// A meeting without an end is over three hours after it begins.
    pub is_over: bool,
    pub is_cancelled: bool,
    /// Why the meeting was canceled; null if it was not, or without a reason.
    #[schema(required)]
    pub cancel_reason: Option<String>,
    /// The caller has a registration for the meeting.
    pub is_registered: bool,
}

/// An event of a group, as its members see it.
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GroupEvent {
    pub id: EventId,
    pub title: String,
    pub logo: FileUrl,
    #[schema(required)]
    pub cover_image: Option<FileUrl>,
    /// The state of registration at this moment; a canceled event is closed.
    pub status: EventStatus,
    /// The event was canceled; this is final.
    pub is_cancelled: bool,
    /// An event without an end is over three hours after it begins.
    pub is_over: bool,
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
    /// Fewer than twenty of these seats are left, or less than a fifth of all seats of the event.
    pub is_scarce: bool,
    /// The series with which the event was planned; null for a single event.
    #[schema(required)]
    pub series_id: Option<SeriesId>,
    /// The caller has the right to change the event.
    pub is_own: bool,
    /// The data to send besides the profile's details to register, and the details that the event requires; null when
    /// the event asks for more than that, so that the public form has to be filled in.
    #[schema(required)]
    pub one_step: Option<OneStep>,
    /// The registration with the caller's e-mail address; null without one.
    #[schema(required)]
    pub registration: Option<MyRegistration>,
}

/// The beginning of a group's page.
#[derive(Debug, Serialize, ToSchema)]
pub struct GroupFront {
    /// The first event that is neither over nor canceled; null without one.
    #[schema(required)]
    pub next: Option<GroupEvent>,
    /// The members who come to it; null where it is not for members only.
    #[schema(required)]
    pub coming: Option<ComingMembers>,
    /// The group's deals of the present month.
    pub deals: Figure,
    /// The consent that a member gives by registering.
    pub consent: Consent,
}

/// The members of a group who are registered for its event. Seats that wait for a confirmation do not count.
#[derive(Debug, Serialize, ToSchema)]
pub struct ComingMembers {
    /// How many come.
    pub count: u64,
    /// The first eight of them by name.
    pub faces: Vec<MemberFace>,
}

/// A member, as all members see them.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MemberFace {
    pub full_name: String,
    #[schema(required)]
    pub avatar: Option<FileUrl>,
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

/// When on its day a meeting takes place, and where.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MeetingPlace {
    /// As the clocks of Vietnam show it, as `HH:MM`.
    pub start_time: String,
    /// After it starts, on the same day, as `HH:MM`.
    pub end_time: String,
    /// 1–100 characters.
    #[schema(min_length = 1, extensions(("max" = json!(MAX_VENUE))))]
    pub venue_address: String,
}

impl Validate for MeetingPlace {
    fn validate(&mut self, check: &mut Check) {
        let mut read = |field, time: &str| {
            let read = days::read_time(time);
            check.ensure(read.is_some(), field, LocalizedText::new("field.time"));
            read
        };
        let start = read("startTime", &self.start_time);
        let end = read("endTime", &self.end_time);
        let message = LocalizedText::new("event.endsBeforeStart");
        check.ensure(
            start.is_none() || end.is_none() || start < end,
            "endTime",
            message,
        );
        check.required_line("venueAddress", &mut self.venue_address, MAX_VENUE);
    }
}

/// Meetings to be planned: one on each of the days.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NewSeries {
    /// The title of every meeting, 1–255 characters.
    #[schema(min_length = 1, extensions(("max" = json!(MAX_TITLE))))]
    pub title: String,
    /// The days, as `YYYY-MM-DD`: 1–52 different ones.
    #[schema(example = json!({ "max": MAX_MEETINGS }))]
    pub days: Vec<String>,
    #[serde(flatten, deserialize_with = "flattened")]
    pub place: MeetingPlace,
    /// Only members can register themselves; true when absent.
    pub members_only: Option<bool>,
}

impl Validate for NewSeries {
    fn validate(&mut self, check: &mut Check) {
        check.required_line("title", &mut self.title, MAX_TITLE);
        check.required("days", !self.days.is_empty());
        let too_many = LocalizedText::new("field.tooMany").with("max", MAX_MEETINGS);
        check.ensure(self.days.len() <= MAX_MEETINGS, "days", too_many);
        self.days.sort_unstable();
        self.days.dedup();
        let are_days = self.days.iter().all(|day| days::read_day(day).is_some());
        check.ensure(are_days, "days", LocalizedText::new("field.date"));
        self.place.validate(check);
    }
}

/// A change of the coming meetings of a series.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SeriesChange {
    #[serde(flatten, deserialize_with = "flattened")]
    pub place: MeetingPlace,
    /// The first day, as `YYYY-MM-DD`, whose meeting changes; absent: all coming meetings change.
    pub from: Option<String>,
    /// The weekday to which each meeting moves within its week, which begins on Monday; absent: each stays on its day.
    pub weekday: Option<Weekday>,
    /// The version of the series that was read.
    pub version: i64,
}

impl Validate for SeriesChange {
    fn validate(&mut self, check: &mut Check) {
        self.place.validate(check);
        if let Some(day) = &self.from {
            let is_day = days::read_day(day).is_some();
            check.ensure(is_day, "from", LocalizedText::new("field.date"));
        }
    }
}

/// Why coming meetings will not take place.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub struct CancelSeries {
    /// Sent to registered participants; at most 500 characters.
    #[schema(extensions(("max" = json!(MAX_REASON))))]
    pub reason: Option<String>,
}

impl Validate for CancelSeries {
    fn validate(&mut self, check: &mut Check) {
        check.optional_text("reason", &mut self.reason, MAX_REASON);
    }
}

/// The coming meetings of a series. Title, times and place are those of the next one.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Series {
    pub id: SeriesId,
    pub title: String,
    #[serde(flatten)]
    pub place: MeetingPlace,
    /// The starts of all coming meetings, the next first.
    pub coming: Vec<Timestamp>,
    /// Registrations for coming meetings.
    pub registered: i64,
    /// Rises with every change of one of its meetings, also of one that is over.
    pub version: i64,
}
