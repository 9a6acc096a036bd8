//! The rules of accounts that need nothing but their arguments.

use std::time::Duration;

/// Characters of a password at least; there is no rule about which.
pub const PASSWORD_MIN: usize = 8;
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
