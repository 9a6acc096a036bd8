//! What may be done with a message, and how fast mails leave. Pure.

use std::time::Duration;

use hoi_db::Timestamp;

use super::MessageStatus;
use crate::error::{Error, Message, Result};

/// Characters of a subject.
pub const MAX_SUBJECT: usize = 255;
/// Messages of one event.
pub const MAX_MESSAGES: u64 = 500;
/// How far ahead a message may be scheduled.
pub const MAX_AHEAD: Duration = Duration::from_hours(24 * 366);

/// Mails of one event that leave together …
pub const PER_TICK: u64 = 20;
/// … of which so many are on their way at the same time …
pub const AT_ONCE: usize = 4;
/// … and the pause until the next ones: 240 a minute.
pub const TICK: Duration = Duration::from_secs(5);
/// Recipients of all messages of an account's events within [`DAY`].
pub const DAILY_RECIPIENTS: u64 = 20_000;
/// Over which recipients are counted.
pub const DAY: Duration = Duration::from_hours(24);
/// How late a scheduled message may be before its job is taken for lost.
pub const OVERDUE: Duration = Duration::from_mins(10);
/// Attempts to mail one recipient before giving up.
pub const MAX_ATTEMPTS: i64 = 5;
/// Between two tests of one message.
pub const TEST_PAUSE: Duration = Duration::from_secs(10);

/// The pause after attempt number `attempt`, counted from 1: 5 minutes, tripled each time. It is also how long a taken
/// delivery belongs to whoever took it, so it is longer than the mails of a tick can take.
#[must_use]
pub fn back_off(attempt: i64) -> Duration {
    let steps = u32::try_from(attempt.clamp(1, MAX_ATTEMPTS) - 1).unwrap_or(0);
    Duration::from_mins(5) * 3_u32.pow(steps)
}

/// 5008 unless nobody has been written to yet and it may still be changed, sent or deleted.
pub fn check_open(status: MessageStatus) -> Result<()> {
    match status {
        MessageStatus::Draft | MessageStatus::Scheduled => Ok(()),
        MessageStatus::Sending | MessageStatus::Sent => {
            Err(Error::Conflict(Message::new("messages.alreadySent")))
        }
        MessageStatus::Cancelled => Err(Error::Conflict(Message::new("messages.alreadyCancelled"))),
    }
}

/// 5008 when the caller has read another version than the stored one.
pub fn check_version(stored: i64, read: Option<i64>) -> Result<()> {
    if read.is_none_or(|read| read == stored) {
        Ok(())
    } else {
        Err(Error::Conflict(Message::new("messages.changedMeanwhile")))
    }
}

/// A time to send at lies ahead, and at most [`MAX_AHEAD`].
pub fn check_time(send_at: Timestamp, now: Timestamp) -> Result<()> {
    if now < send_at && send_at <= now.plus(MAX_AHEAD) {
        Ok(())
    } else {
        Err(Error::field("sendAt", Message::new("messages.badTime")))
    }
}

/// How many more people may be written to when `used` have been within a day.
#[must_use]
pub fn left_today(used: u64) -> u64 {
    DAILY_RECIPIENTS.saturating_sub(used)
}

/// 5003 when `recipients` are more than are left.
pub fn check_volume(recipients: u64, used: u64) -> Result<()> {
    let left = left_today(used);
    if recipients <= left {
        Ok(())
    } else {
        Err(Error::ResourceExceeded(
            Message::new("messages.tooManyToday")
                .with("count", recipients)
                .with("left", left)
                .with("max", DAILY_RECIPIENTS),
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow() {
        let minutes = [1, 2, 3, 4, 5].map(|attempt| back_off(attempt).as_secs() / 60);
        assert_eq!(minutes, [5, 15, 45, 135, 405]);
        assert_eq!(back_off(0), back_off(1));
        assert_eq!(back_off(i64::MAX), back_off(MAX_ATTEMPTS));
    }

    #[test]
    fn a_time_lies_ahead() {
        let now = Timestamp(1_000_000);
        assert!(check_time(now, now).is_err());
        assert!(check_time(Timestamp(1_000_001), now).is_ok());
        assert!(check_time(now.plus(MAX_AHEAD), now).is_ok());
        assert!(check_time(now.plus(MAX_AHEAD + TICK), now).is_err());
    }

    #[test]
    fn a_day_has_room_for_so_many() {
        assert!(check_volume(DAILY_RECIPIENTS, 0).is_ok());
        assert!(check_volume(DAILY_RECIPIENTS, 1).is_err());
        assert!(check_volume(0, DAILY_RECIPIENTS + 5).is_ok());
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
