//! The script of the demo: steps, which the stage takes in the order of their times.

use std::fmt;
use std::time::Duration;

use axum::http::Method;
use hoi_db::Timestamp;
use hoi_platform::days::VIETNAM;
use jiff::civil::Weekday;
use serde_json::Value;

use super::people::Person;
use super::pictures::Picture;

/// Milliseconds.
const DAY: i64 = 24 * 60 * 60 * 1000;
const MINUTE: i64 = 60 * 1000;

/// A part of the demo, which happens in this order.
pub enum Step {
    /// An account is created; later steps know it by this name.
    Account {
        name: String,
        person: Person,
    },
    /// The account uploads a picture; later steps know the response as `saved`.
    Upload {
        by: &'static str,
        purpose: &'static str,
        picture: Picture,
        saved: String,
    },
    Call(Call),
    /// The public page of the event known by this name is opened `number` times.
    Visits {
        event: &'static str,
        number: u32,
    },
    /// The server's own work: jobs, news for owners, reminders.
    Upkeep,
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Account { name, .. } => write!(f, "account {name}"),
            Self::Upload { saved, .. } => write!(f, "upload {saved}"),
            Self::Call(call) => write!(f, "{} {} by '{}'", call.method, call.path, call.by),
            Self::Visits { event, .. } => write!(f, "visits of {event}"),
            Self::Upkeep => f.write_str("upkeep"),
        }
    }
}

/// A call of the API. In path, headers and body, `‹name›` stands for the identifier in the answer saved as `name`, and
/// `‹name/tickets/0/id›` for another text in it.
pub struct Call {
    /// The name of the account that calls; empty for a visitor.
    pub by: String,
    pub method: Method,
    pub path: String,
    pub headers: Vec<(&'static str, String)>,
    pub body: Value,
    /// The name by which later steps know the answer.
    pub saved: Option<String>,
}

impl Call {
    pub fn new(method: Method, by: impl Into<String>, path: impl Into<String>) -> Self {
        Self {
            by: by.into(),
            method,
            path: path.into(),
            headers: Vec::new(),
            body: Value::Null,
            saved: None,
        }
    }

    pub fn post(by: impl Into<String>, path: impl Into<String>, body: Value) -> Self {
        Self {
            body,
            ..Self::new(Method::POST, by, path)
        }
    }

    pub fn put(by: impl Into<String>, path: impl Into<String>, body: Value) -> Self {
        Self {
            body,
            ..Self::new(Method::PUT, by, path)
        }
    }

    pub fn with_header(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.headers.push((name, value.into()));
        self
    }

    pub fn saved(mut self, name: impl Into<String>) -> Self {
        self.saved = Some(name.into());
        self
    }
}

/// All steps, written relative to the moment at which the demo is made.
pub struct Script {
    pub now: Timestamp,
    steps: Vec<(Timestamp, Step)>,
}

impl Script {
    pub fn new(now: Timestamp) -> Self {
        Self {
            now,
            steps: Vec::new(),
        }
    }

    /// Returns the moment so many minutes after midnight in Vietnam, so many days from today.
    pub fn at(&self, days: i64, minutes: u32) -> Timestamp {
        let midnight = VIETNAM.midnight(VIETNAM.shown(self.now).date());
        Timestamp(midnight.0 + days * DAY + i64::from(minutes) * MINUTE)
    }

    /// Returns the day so many days from today, as `YYYY-MM-DD`.
    pub fn day(&self, days: i64) -> String {
        VIETNAM.shown(self.at(days, 0)).date().to_string()
    }

    /// Returns the weekday so many days from today.
    pub fn weekday(&self, days: i64) -> Weekday {
        VIETNAM.shown(self.at(days, 0)).weekday()
    }

    /// Adds a step. A step after the present happens now.
    pub fn add(&mut self, at: Timestamp, step: Step) {
        self.steps.push((at.min(self.now), step));
    }

    pub fn call(&mut self, at: Timestamp, call: Call) {
        self.add(at, Step::Call(call));
    }

    /// Lets the server work at short intervals, so that it sends a message to the last recipient.
    pub fn send_out(&mut self, from: Timestamp, rounds: u32) {
        for round in 1..=rounds {
            let later = Duration::from_secs(u64::from(round) * 6);
            self.add(from.plus(later), Step::Upkeep);
        }
    }

    /// Returns the steps by their times; those of one moment as they were added.
    pub fn in_order(self) -> Vec<(Timestamp, Step)> {
        let mut steps = self.steps;
        steps.sort_by_key(|(at, _)| *at);
        steps
    }
}
