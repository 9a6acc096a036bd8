//! The waiting room in front of the desk: visitors for whom the desk has no room get a place, and are called in order of
//! arrival. It bounds how many are at the desk, keeps the rest of the desk's queue for organisers, and costs no statement
//! except for registrations that are repeated.
//!
//! Every server has one. Places are good on all servers that share the secret: each calls earlier arrivals before the
//! visitors that it serves. After a restart all who have a place count as called, and newcomers stand behind them.

mod place;
pub mod routes;
mod rules;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::http::HeaderMap;
use hoi_db::Timestamp;
use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;

pub use place::{HEADER, VALID};
pub use rules::{MOST_AT_DESK, STALLED, TICK, TURN};

use hoi_platform::app::App;
use hoi_platform::error::{Error, LocalizedText, Result};
use hoi_platform::idempotency::{self, IdempotentRequest};
use hoi_platform::quota::Quota;

use self::place::{Place, registration_of};
use self::rules::{Arrival, Entry, Room, Standing};
use super::{Desk, Refusal};
use crate::events::{EventId, EventStatus, PublishedEvent, TicketId, seats_of_class, status_of};

/// All who wait at this server.
#[derive(Default)]
pub struct WaitingRoom(Mutex<Room>);

/// The place that a visitor sends with a request, as far as it is valid.
#[derive(Debug, Clone, Copy)]
pub enum Held {
    /// None was sent: the visitor has not waited.
    Nothing,
    /// A place that is forged, of another event or another registration, or too old.
    Worthless,
    Place(Place),
}

/// A visitor at the desk, who leaves it when this is dropped.
pub struct AtDesk(Arc<WaitingRoom>);

/// A place in the waiting room.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WaitingPlace {
    /// Proves the place, for two hours; to be sent in the header `X-Place`.
    pub token: String,
    /// Whether it is the visitor's turn: the registration is to be sent again now, with the place.
    pub called: bool,
    /// How many people are before the visitor: roughly, because some of them have left.
    pub ahead: u64,
    /// How many seconds it will probably take.
    pub wait_seconds: u64,
    /// After how many milliseconds to ask again.
    pub poll_after_ms: u64,
}

impl Held {
    /// Reads the place that a visitor shows who asks how they stand.
    pub fn read(app: &App, event: EventId, headers: &HeaderMap) -> Self {
        if !headers.contains_key(HEADER) {
            return Self::Nothing;
        }
        match Place::read(headers, &app.secrets, event, app.clock.now()) {
            Some(place) => Self::Place(place),
            None => Self::Worthless,
        }
    }

    /// Reads the place that a visitor shows who registers: it is good for the registration alone for which it was given.
    pub fn for_registration(app: &App, event: EventId, headers: &HeaderMap) -> Self {
        let registration = idempotency::key_in(headers).and_then(registration_of);
        match Self::read(app, event, headers) {
            Self::Place(place) if registration != Some(place.registration) => Self::Worthless,
            held => held,
        }
    }
}

impl WaitingRoom {
    /// Lets a visitor to the desk. `request` names the registration: one that was answered before has its seat and does
    /// not wait. Without it a visitor gets no place, because it could be shown for any number of seats.
    ///
    /// # Errors
    /// 5003 (HTTP 503) when others are first, with a place except for unnamed registrations; 5014, 5015 when there is
    /// nothing to wait for.
    pub async fn enter(
        self: &Arc<Self>,
        app: &App,
        desk: &Desk,
        published: &PublishedEvent,
        held: Held,
        request: Option<&IdempotentRequest>,
    ) -> Result<AtDesk> {
        let event = published.event.id;
        let clock = app.clock.now();
        let registration = request.and_then(|request| registration_of(&request.key.key));
        let place = match held {
            Held::Place(place) => Some(place),
            Held::Nothing | Held::Worthless => None,
        };
        let status = status_of(&published.event, clock);
        let entry = self.room().enter(
            event,
            place.map(|place| place.arrival),
            (status == EventStatus::Open && registration.is_some()).then(|| Arrival::at(clock)),
            desk.waiting(),
            app.clock.monotonic(),
        );
        let (arrival, standing) = match (entry, status) {
            (Entry::In, _) => return Ok(AtDesk(Arc::clone(self))),
            (Entry::Wait(arrival, standing), _) => (arrival, standing),
            (Entry::NoPlace, EventStatus::Upcoming) => return Err(Error::FormNotOpen),
            (Entry::NoPlace, EventStatus::Closed) => return Err(Error::FormClosed),
            (Entry::NoPlace, EventStatus::Open) => return Err(Error::Busy),
        };
        desk.count_visitor();
        if let (Some(_), Some(request)) = (place, request)
            && idempotency::is_answered(app.db.read(), request, clock).await?
        {
            self.room().enter_again(app.clock.monotonic());
            return Ok(AtDesk(Arc::clone(self)));
        }
        let place = Place {
            arrival,
            registration: registration.unwrap_or_default(),
        };
        let key = match held {
            Held::Worthless => "registration.placeLost",
            Held::Nothing | Held::Place(_) => "registration.waiting",
        };
        Err(Error::MustWait {
            message: LocalizedText::new(key),
            data: json!({ "place": WaitingPlace::new(app, event, place, standing) }),
            retry_after: standing.ask_again,
        })
    }

    /// Returns the visitor's position.
    fn ask(&self, app: &App, desk: &Desk, event: EventId, place: Place) -> WaitingPlace {
        let now = app.clock.monotonic();
        let standing = self.room().ask(event, place.arrival, desk.waiting(), now);
        if !standing.is_called {
            desk.count_visitor();
        }
        WaitingPlace::new(app, event, place, standing)
    }

    /// Ends the line of an event without a seat: there is nothing to wait for.
    fn end_line(&self, event: EventId) {
        self.room().end_line(event);
    }

    /// Returns how many wait and were not called yet; people who left are counted.
    pub fn waiting(&self) -> u64 {
        self.room().waiting()
    }

    fn room(&self) -> MutexGuard<'_, Room> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for AtDesk {
    fn drop(&mut self) {
        self.0.room().leave();
    }
}

impl WaitingPlace {
    fn new(app: &App, event: EventId, place: Place, standing: Standing) -> Self {
        // Up to a quarter more, so that those who came together do not ask together.
        let pause = standing.ask_again;
        let [.., spread] = place.registration.to_be_bytes();
        let pause = pause + pause * u32::from(spread) / 1024;
        Self {
            token: place.token(&app.secrets, event),
            called: standing.is_called,
            ahead: standing.ahead,
            wait_seconds: standing.wait.as_secs(),
            poll_after_ms: u64::try_from(pause.as_millis()).unwrap_or(u64::MAX),
        }
    }
}

/// Returns the reason why no visitor can get a seat of the event, or of the class, as it was at most a second ago.
fn refusal(
    published: &PublishedEvent,
    ticket: Option<TicketId>,
    now: Timestamp,
) -> Option<Refusal> {
    let event = &published.event;
    match status_of(event, now) {
        EventStatus::Upcoming => return Some(Refusal::NotOpen),
        EventStatus::Closed => return Some(Refusal::Closed),
        EventStatus::Open => {}
    }
    let class = published
        .classes
        .iter()
        .find(|class| Some(class.id) == ticket);
    if class.is_some_and(|class| seats_of_class(class).is_used_up()) {
        return Some(Refusal::SoldOut);
    }
    let seats = Quota::new(event.total_participants, event.registered_count);
    seats.is_used_up().then_some(Refusal::Full)
}
