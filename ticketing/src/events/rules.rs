//! The rules of an event: its status by the clock, its state machine, and the rules on formatted text. Pure.

use std::time::Duration;

use hoi_db::Timestamp;
use hoi_platform::error::{Error, LocalizedText, Result};
use hoi_platform::validation::Check;

use super::EventStatus;
use super::rich_text::{self, TooComplex};

/// The most characters of a title.
pub const MAX_TITLE: usize = 255;
/// The most characters of a description or a mail, with its markup.
pub const MAX_RICH_TEXT: usize = 20_000;
/// The most characters of the reason of a cancellation.
pub const MAX_REASON: usize = 500;
/// The most characters of an account number.
pub const MAX_ACCOUNT_NUMBER: usize = 19;
/// The most characters of an account holder's name, a bank's name, a venue, a host's name or contact.
pub const MAX_NAME: usize = 100;

/// How long an event without an end lasts.
pub const USUAL_LENGTH: Duration = Duration::from_hours(3);

/// Returns when an event ends.
#[must_use]
pub fn end_of(start: Timestamp, end: Option<Timestamp>) -> Timestamp {
    end.unwrap_or(start.plus(USUAL_LENGTH))
}

/// Registration is open from `open` on and before `close`; a cancelled event is closed.
#[must_use]
pub fn status(
    is_cancelled: bool,
    open: Timestamp,
    close: Timestamp,
    now: Timestamp,
) -> EventStatus {
    if is_cancelled || now >= close {
        EventStatus::Closed
    } else if now < open {
        EventStatus::Upcoming
    } else {
        EventStatus::Open
    }
}

/// Whether an event in this state may be reopened until `until`.
pub fn check_reopen(
    is_cancelled: bool,
    status: EventStatus,
    until: Timestamp,
    now: Timestamp,
) -> Result<()> {
    if until <= now {
        return Err(Error::field(
            "newClosedDate",
            LocalizedText::new("event.inThePast"),
        ));
    }
    check_not_cancelled(is_cancelled)?;
    if status != EventStatus::Closed {
        return Err(Error::Conflict(LocalizedText::new("event.notClosed")));
    }
    Ok(())
}

/// A cancelled event may not change any more.
pub fn check_not_cancelled(is_cancelled: bool) -> Result<()> {
    if is_cancelled {
        return Err(Error::Closed(LocalizedText::new("event.cancelled")));
    }
    Ok(())
}

/// Returns the end of the time in which visitors may change or cancel their own registration, by default (without
/// `until`) the beginning of the event; `None` when they never may.
#[must_use]
pub fn changes_end(
    is_turned_off: bool,
    until: Option<Timestamp>,
    start: Timestamp,
) -> Option<Timestamp> {
    (!is_turned_off).then_some(until.unwrap_or(start))
}

/// Checks a text from an editor: makes it safe in place, at most [`MAX_RICH_TEXT`] characters with its markup; blank
/// becomes empty. Takes some milliseconds for a long one, so callers are on a thread of [`hoi_platform::compute`].
pub fn check_rich_text(check: &mut Check, field: &str, html: &mut String) {
    let too_long = || LocalizedText::new("field.tooLong").with("max", MAX_RICH_TEXT);
    if rich_text::length(html) > MAX_RICH_TEXT {
        check.fail(field, too_long());
        return;
    }
    match rich_text::sanitize(html) {
        Ok(clean) => *html = clean,
        Err(TooComplex::Tags) => {
            let message = LocalizedText::new("field.tooManyTags").with("max", rich_text::MAX_TAGS);
            check.fail(field, message);
            return;
        }
        Err(TooComplex::Depth) => {
            let message = LocalizedText::new("field.tooDeep").with("max", rich_text::MAX_DEPTH);
            check.fail(field, message);
            return;
        }
    }
    check.text(field, html, usize::MAX);
    // Tags that were left open have been closed.
    check.ensure(rich_text::length(html) <= MAX_RICH_TEXT, field, too_long());
    if rich_text::words(html).is_empty() {
        html.clear();
    }
}
