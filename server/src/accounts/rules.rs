//! The rules of accounts that need nothing but their arguments.

use std::time::Duration;

/// Characters of a password at least; there is no rule about which.
pub const PASSWORD_MIN: usize = 8;
/// Characters of a password at most.
pub const PASSWORD_MAX: usize = 128;
/// Characters of a code of the second factor, as it is typed, at most.
pub const CODE_MAX: usize = 40;
/// Characters of a search for people at least.
pub const KEYWORD_MIN: usize = 2;

/// How long a login lasts: the refresh token is not rotated, so this is the longest absence.
pub fn session_lifetime(remember: bool) -> Duration {
    if remember {
        Duration::from_hours(30 * 24)
    } else {
        Duration::from_hours(12)
    }
}

/// What uniqueness and login go by: upper and lower case are the same mailbox everywhere people have mailboxes.
pub fn email_key(email: &str) -> String {
    email.trim().to_lowercase()
}

/// An address that its owner recognises and nobody else can write to: `n***@congty.vn`.
pub fn mask_email(email: &str) -> String {
    let (local, domain) = email.rsplit_once('@').unwrap_or((email, ""));
    let first: String = local.chars().take(1).collect();
    format!("{first}***@{domain}")
}

/// How often something may be tried before a pause, and how the pause grows.
#[derive(Debug)]
pub struct Limit {
    /// Tells its counters from those of other limits.
    pub name: &'static str,
    /// Attempts without a pause.
    pub free: i64,
    /// The pause after the last free attempt; doubled by every further one.
    pub first: Duration,
    /// The longest pause, however many attempts there were.
    pub longest: Duration,
    /// After so long without an attempt the counter starts anew. Longer than the longest pause.
    pub forgotten: Duration,
}

/// The pause after the `counted`-th attempt.
pub fn pause_after(limit: &Limit, counted: i64) -> Option<Duration> {
    let over = counted.checked_sub(limit.free).filter(|over| *over >= 0)?;
    let over = u32::try_from(over).unwrap_or(u32::MAX);
    let pause = 2_u32
        .checked_pow(over)
        .and_then(|factor| limit.first.checked_mul(factor));
    Some(pause.map_or(limit.longest, |pause| pause.min(limit.longest)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_masked_address_keeps_one_letter_and_the_domain() {
        for (email, masked) in [
            ("nguyen.van@congty.vn", "n***@congty.vn"),
            ("a@b.vn", "a***@b.vn"),
            ("ế@b.vn", "ế***@b.vn"),
        ] {
            assert_eq!(mask_email(email), masked);
        }
    }

    #[test]
    fn addresses_are_compared_without_case() {
        assert_eq!(email_key(" Lan@CongTy.VN "), email_key("lan@congty.vn"));
    }

    #[test]
    fn the_pause_begins_with_the_last_free_attempt_and_doubles() {
        let limit = Limit {
            name: "test",
            free: 5,
            first: Duration::from_secs(30),
            longest: Duration::from_mins(15),
            forgotten: Duration::from_hours(1),
        };
        for (counted, seconds) in [
            (0, None),
            (4, None),
            (5, Some(30)),
            (6, Some(60)),
            (9, Some(480)),
            (10, Some(900)),
            (1_000, Some(900)),
            (i64::MAX, Some(900)),
        ] {
            assert_eq!(
                pause_after(&limit, counted),
                seconds.map(Duration::from_secs),
                "{counted}"
            );
        }
    }
}
