//! The limits of an account's plan on events.

use hoi_community::plans::Limits;
use hoi_platform::error::{Error, LocalizedText, Result};
use hoi_platform::quota::UNLIMITED;

/// 5003 when `more` events beside the `used` ones exceed the limit.
pub fn check_events(limits: Limits, used: u64, more: u64) -> Result<()> {
    if within(limits.events, used.saturating_add(more)) {
        return Ok(());
    }
    let key = if more == 1 {
        "event.limitReached"
    } else {
        "event.noRoomForAll"
    };
    Err(Error::ResourceExceeded(
        LocalizedText::new(key)
            .with("count", limits.events)
            .with("used", used)
            .with("more", more),
    ))
}

/// 5003 when an event may not have this number of `seats`.
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
