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

/// Returns the form of an address that is unique and used for login: trimmed, in lower case, and with the domain in
/// readable form, because a domain with other letters than ASCII has two forms. No mail provider in use distinguishes
/// case. A text without `@` is taken for a domain.
pub fn email_key(email: &str) -> String {
    let email = email.trim();
    match email.rsplit_once('@') {
        Some((local, domain)) => {
            let domain = hoi_mail::readable_domain(domain);
            format!("{}@{domain}", local.to_lowercase())
        }
        None => hoi_mail::readable_domain(email),
    }
}

/// Returns the words of a search with every domain in readable form, as the searched columns store it.
pub fn with_readable_domains(search: &str) -> String {
    let words = search.split_whitespace().map(|word| {
        if word.to_lowercase().contains("xn--") {
            email_key(word)
        } else {
            word.to_owned()
        }
    });
    words.collect::<Vec<_>>().join(" ")
}

/// The most characters of a host's name.
const HOST_MAX: usize = 100;

/// Returns the host's name that an account has by default: its own name and that of its company. Where both are too
/// long, the company stands alone.
pub fn host_name(company: &str, full_name: &str) -> String {
    let (company, full_name) = (company.trim(), full_name.trim());
    let both = format!("{full_name} · {company}");
    let name = if company.is_empty() || company.to_lowercase() == full_name.to_lowercase() {
        full_name
    } else if full_name.is_empty() || both.chars().count() > HOST_MAX {
        company
    } else {
        &both
    };
    name.chars().take(HOST_MAX).collect()
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
    fn a_host_has_the_names_of_the_person_and_the_company() {
        let (long, cut, longer) = ("x".repeat(99), "ế".repeat(100), "ế".repeat(101));
        let (long, cut, longer) = (long.as_str(), cut.as_str(), longer.as_str());
        for (company, full_name, host) in [
            (" Hoa Sen ", "Lan", "Lan · Hoa Sen"),
            (" ", "Lan", "Lan"),
            ("Hoa Sen", "", "Hoa Sen"),
            ("Hoa Sen", "HOA SEN", "HOA SEN"),
            (long, "Lan", long),
            ("", longer, cut),
        ] {
            assert_eq!(host_name(company, full_name), host);
        }
    }

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
        let readable = email_key("Lan@CôngTy.vn");
        assert_eq!(readable, "lan@côngty.vn");
        assert_eq!(email_key("lan@xn--cngty-6ta.vn"), readable);
        assert_eq!(
            with_readable_domains("Lan  a@XN--cngty-6ta.vn xn--cngty-6ta.vn"),
            "Lan a@côngty.vn côngty.vn"
        );
    }
}
