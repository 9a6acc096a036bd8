//! Pure rules: the changes that a message allows, and how fast mails are sent.

use std::time::Duration;

use hoi_db::Timestamp;
use hoi_platform::error::{Error, LocalizedText, Result};

use super::{MessageStatus, StarterKind};

/// The most characters of a subject.
pub const MAX_SUBJECT: usize = 255;
/// The most messages of one event.
pub const MAX_MESSAGES: u64 = 500;
/// How far ahead a message may be scheduled.
pub const MAX_AHEAD: Duration = Duration::from_hours(24 * 366);

/// Mails of one event that are enqueued together.
pub const PER_TICK: u64 = 20;
/// The pause until the next mails are enqueued, which allows 240 mails a minute.
pub const TICK: Duration = Duration::from_secs(5);
/// The most enqueued mails of one event that the mail server has not taken yet. No more are enqueued until there are
/// fewer.
pub const AT_ONCE: u64 = 2 * PER_TICK;
/// The pause until [`AT_ONCE`] is checked again.
pub const PAUSE_WHEN_FULL: Duration = Duration::from_secs(30);
/// How late a scheduled message may be before its job counts as lost.
pub const OVERDUE: Duration = Duration::from_mins(10);
/// The pause between two tests of one message.
pub const TEST_PAUSE: Duration = Duration::from_secs(10);

/// An event at the moment when its organiser writes.
#[derive(Debug, Clone, Copy)]
pub struct Moment {
    pub begins: Timestamp,
    pub ends: Timestamp,
    /// Whether guests pay for tickets to a bank account.
    pub asks_for_money: bool,
    pub now: Timestamp,
}

/// Returns the finished messages that fit the moment, in the order in which they are offered.
pub fn starters(moment: Moment) -> impl Iterator<Item = StarterKind> {
    use StarterKind::{Changed, Payment, Soon, Thanks};

    [Payment, Soon, Changed, Thanks]
        .into_iter()
        .filter(move |kind| match kind {
            Payment => moment.asks_for_money,
            Soon => moment.now < moment.begins,
            Changed => moment.now < moment.ends,
            Thanks => moment.ends <= moment.now,
        })
}

/// Refuses with 5008 unless the message is a draft or scheduled, so that it may be changed, sent or deleted.
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

/// Refuses a time to send that is not in the future, or further ahead than [`MAX_AHEAD`].
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
    fn each_moment_has_its_finished_messages() {
        use StarterKind::{Changed, Payment, Soon, Thanks};

        let at = |now: i64, asks_for_money: bool| {
            let moment = Moment {
                begins: Timestamp(1_000),
                ends: Timestamp(2_000),
                asks_for_money,
                now: Timestamp(now),
            };
            starters(moment).collect::<Vec<_>>()
        };
        assert_eq!(at(999, true), [Payment, Soon, Changed]);
        assert_eq!(at(999, false), [Soon, Changed]);
        assert_eq!(at(1_000, false), [Changed]);
        assert_eq!(at(1_999, false), [Changed]);
        assert_eq!(at(2_000, false), [Thanks]);
        assert_eq!(at(2_000, true), [Payment, Thanks]);
    }

    #[test]
    fn only_messages_that_are_not_sent_yet_may_change() {
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
