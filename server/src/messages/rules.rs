//! What may be done with a message, and how fast mails leave. Pure.

use std::time::Duration;

use hoi_db::Timestamp;

use super::MessageStatus;
use crate::error::{Error, LocalizedText, Result};

/// Characters of a subject.
pub const MAX_SUBJECT: usize = 255;
/// Messages of one event.
pub const MAX_MESSAGES: u64 = 500;
/// How far ahead a message may be scheduled.
pub const MAX_AHEAD: Duration = Duration::from_hours(24 * 366);

/// Mails of one event that are begun together …
pub const PER_TICK: u64 = 20;
/// … and the pause until the next ones: 240 a minute …
pub const TICK: Duration = Duration::from_secs(5);
/// … unless so many have not been taken by the mail server yet …
pub const AT_ONCE: u64 = 2 * PER_TICK;
/// … which is looked at again after this.
pub const PAUSE_WHEN_FULL: Duration = Duration::from_secs(30);
/// How late a scheduled message may be before its job is taken for lost.
pub const OVERDUE: Duration = Duration::from_mins(10);
/// Between two tests of one message.
pub const TEST_PAUSE: Duration = Duration::from_secs(10);

/// 5008 unless nobody has been written to yet and it may still be changed, sent or deleted.
pub fn check_open(status: MessageStatus) -> Result<()> {
    match status {
        MessageStatus::Draft | MessageStatus::Scheduled => Ok(()),
        MessageStatus::Sending | MessageStatus::Sent => {
            Err(Error::Conflict(LocalizedText::new("messages.alreadySent")))
        }
        MessageStatus::Cancelled => Err(Error::Conflict(LocalizedText::new(
            "messages.alreadyCancelled",
        ))),
    }
}

/// 5008 when the caller has read another version than the stored one.
pub fn check_version(stored: i64, read: Option<i64>) -> Result<()> {
    if read.is_none_or(|read| read == stored) {
        Ok(())
    } else {
        Err(Error::Conflict(LocalizedText::new(
            "messages.changedMeanwhile",
        )))
    }
}

/// A time to send at lies ahead, and at most [`MAX_AHEAD`].
pub fn check_time(send_at: Timestamp, now: Timestamp) -> Result<()> {
    if now < send_at && send_at <= now.plus(MAX_AHEAD) {
        Ok(())
    } else {
        Err(Error::field(
            "sendAt",
            LocalizedText::new("messages.badTime"),
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_lies_ahead() {
        let now = Timestamp(1_000_000);
        assert!(check_time(now, now).is_err());
        assert!(check_time(Timestamp(1_000_001), now).is_ok());
        assert!(check_time(now.plus(MAX_AHEAD), now).is_ok());
        assert!(check_time(now.plus(MAX_AHEAD + TICK), now).is_err());
    }

    #[test]
    fn only_what_nobody_has_seen_may_change() {
        use MessageStatus::{Cancelled, Draft, Scheduled, Sending, Sent};
        assert!([Draft, Scheduled].map(check_open).iter().all(Result::is_ok));
        assert!(
            [Sending, Sent, Cancelled]
                .map(check_open)
                .iter()
                .all(Result::is_err)
        );
    }
}
