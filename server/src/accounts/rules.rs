//! Pure rules of accounts.

use std::time::Duration;

/// The fewest characters of a password. There is no rule about kinds of characters.
pub const PASSWORD_MIN: usize = 8;
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
}
