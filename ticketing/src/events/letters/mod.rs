//! The changes of time and place of which registered people have not been told yet. Every change of an event is noted
//! here, whatever caused it. The letter itself, and reminders, are made in `registration`, which knows the ticket and
//! the amount due.

mod rules;
mod store;

use hoi_db::Timestamp;
use sea_orm::{DeriveActiveEnum, EnumIter, FromJsonQueryResult};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub use store::{
    count_told_of_cancellation, find_letter, forget, last_change, newest_sent, note_change,
    note_told, previous_start, registered,
};

/// When and where an event takes place. A difference in spaces is not another place, so people are not told of it.
#[derive(Debug, Clone, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TimeAndPlace {
    pub event_start_date: Timestamp,
    /// When it ends; null = not said.
    #[schema(required)]
    pub end_date: Option<Timestamp>,
    pub venue_address: String,
}

impl PartialEq for TimeAndPlace {
    fn eq(&self, other: &Self) -> bool {
        let time = |state: &Self| (state.event_start_date, state.end_date);
        time(self) == time(other) && !self.is_elsewhere(other)
    }
}

impl TimeAndPlace {
    /// Returns whether the other is at another place.
    #[must_use]
    pub fn is_elsewhere(&self, other: &Self) -> bool {
        let here = self.venue_address.split_whitespace();
        here.ne(other.venue_address.split_whitespace())
    }
}

/// A state of an event that was changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct State {
    /// People who registered, or were last told, before this moment know the state, unless an earlier state applies.
    until: Timestamp,
    was: TimeAndPlace,
}

/// The states of an event's time and place that registered people know, by when they registered or were last told.
/// People to whom none of the states applies know the present one.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, FromJsonQueryResult)]
pub struct Known {
    states: Vec<State>,
}

/// The subject of a mail to all registered people of an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumIter, DeriveActiveEnum, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "camelCase")]
pub enum MailingKind {
    /// The event will not take place.
    Cancellation,
    /// It has another time or place.
    Change,
    /// It begins in a day.
    DayBefore,
    /// It begins in three hours.
    HoursBefore,
}
