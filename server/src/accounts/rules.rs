//! Pure rules of accounts.

use std::time::Duration;

/// The fewest characters of a password. There is no rule about kinds of characters.
pub const PASSWORD_MIN: usize = 8;
/// The most characters of a password.
pub const PASSWORD_MAX: usize = 128;
/// The most characters of a typed code of the second factor.
pub const CODE_MAX: usize = 40;
/// The fewest characters of a search for people.
pub const KEYWORD_MIN: usize = 2;

/// Returns how long a session lasts. The refresh token is not rotated, so the session ends after this time even if it
/// is used.
pub fn session_lifetime(remember: bool) -> Duration {
    if remember {
        Duration::from_hours(30 * 24)
    } else {
        Duration::from_hours(12)
    }
}

/// Returns the form of an address that is unique and used for login: trimmed, in lower case. No mail provider in use
/// distinguishes case.
pub fn email_key(email: &str) -> String {
    email.trim().to_lowercase()
}

/// Shortens an address so that only its owner recognises it: `n***@congty.vn`.
pub fn mask_email(email: &str) -> String {
    let (local, domain) = email.rsplit_once('@').unwrap_or((email, ""));
    let first: String = local.chars().take(1).collect();
    format!("{first}***@{domain}")
}

/// A limit on attempts: how many are free, and how the pause grows.
#[derive(Debug)]
pub struct Limit {
    /// Distinguishes the counters of this limit from others.
    pub name: &'static str,
    /// Attempts without a pause.
    pub free: i64,
    /// The pause after the last free attempt; doubled by every further one.
    pub first: Duration,
    pub longest: Duration,
    /// The time without an attempt after which the counter starts again. Longer than the longest pause.
    pub forgotten: Duration,
}

/// Returns the pause after the `counted`-th attempt; None if the attempt is free.
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
