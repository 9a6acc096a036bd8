//! What an account's limits allow with events.

use crate::error::{Error, LocalizedText, Result};
use crate::plans::Limits;
use crate::quota::UNLIMITED;

/// 5003 when one more event than the `used` ones is too many.
pub fn check_events(limits: Limits, used: u64) -> Result<()> {
    if within(limits.events, used.saturating_add(1)) {
        return Ok(());
    }
    Err(Error::ResourceExceeded(
        LocalizedText::new("event.limitReached")
            .with("count", limits.events)
            .with("used", used),
    ))
}

/// 5003 when an event with so many `seats` is larger than allowed.
pub fn check_participants(limits: Limits, seats: i64) -> Result<()> {
    if within(limits.participants, u64::try_from(seats).unwrap_or(0)) {
        return Ok(());
    }
    Err(Error::ResourceExceeded(
        LocalizedText::new("event.tooManySeats")
            .with("count", limits.participants)
            .with("seats", seats),
    ))
}

fn within(limit: i64, number: u64) -> bool {
    limit == UNLIMITED || u64::try_from(limit).is_ok_and(|limit| number <= limit)
}
