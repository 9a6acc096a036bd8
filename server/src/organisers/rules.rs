//! Which addresses a page may have. Pure.

use hoi_platform::error::LocalizedText;

/// Characters of a slug.
pub const MIN_SLUG: usize = 3;
/// The most characters of a slug.
pub const MAX_SLUG: usize = 40;
/// The most characters of the name on an account's page.
pub const MAX_NAME: usize = 100;

/// Words that look as if the page were the installation's own.
const RESERVED: [&str; 33] = [
    "abuse",
    "account",
    "admin",
    "administrator",
    "api",
    "app",
    "auth",
    "billing",
    "contact",
    "dang-nhap",
    "data",
    "event",
    "events",
    "help",
    "ho-tro",
    "hoi",
    "info",
    "legal",
    "login",
    "mail",
    "news",
    "nhom",
    "official",
    "payment",
    "privacy",
    "quan-tri",
    "root",
    "security",
    "su-kien",
    "support",
    "system",
    "terms",
    "www",
];

/// Returns the fault of a slug; None if a page may have it. Only small letters without marks, digits and single hyphens
/// between them: no letter of another script that looks like one of these.
pub fn slug_fault(slug: &str) -> Option<LocalizedText> {
    let fits = |char: char| char.is_ascii_lowercase() || char.is_ascii_digit() || char == '-';
    let is_whole = !slug.starts_with('-') && !slug.ends_with('-') && !slug.contains("--");
    let has_letter = slug.contains(|char: char| char.is_ascii_lowercase());
    if !(MIN_SLUG..=MAX_SLUG).contains(&slug.chars().count())
        || !slug.chars().all(fits)
        || !is_whole
        || !has_letter
    {
        let message = LocalizedText::new("organiser.slugShape");
        return Some(message.with("min", MIN_SLUG).with("max", MAX_SLUG));
    }
    let key = key(slug);
    RESERVED
        .iter()
        .any(|word| self::key(word) == key)
        .then(|| LocalizedText::new("organiser.slugReserved"))
}

/// Returns the slug as it looks at a glance: two with the same key are mistaken for one another, so only one may be taken.
pub fn key(slug: &str) -> String {
    slug.replace('-', "")
        .replace('0', "o")
        .replace('1', "l")
        .replace('5', "s")
        .replace("rn", "m")
        .replace("vv", "w")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slug_is_plain_words() {
        for good in ["nhac-xua", "clb2026", "abc", &"a".repeat(MAX_SLUG)] {
            assert_eq!(slug_fault(good), None, "{good}");
        }
        for bad in [
            "",
            "ab",
            "Nhac",
            "nhạc-xưa",
            "nhac xua",
            "-nhac",
            "nhac-",
            "nhac--xua",
            "2026",
            "a/b",
            "nhac.xua",
            // A Cyrillic letter.
            "nh\u{430}c",
            &"a".repeat(MAX_SLUG + 1),
        ] {
            let fault = slug_fault(bad).unwrap();
            assert_eq!(fault.key, "organiser.slugShape", "{bad}");
        }
        for reserved in ["admin", "hoi", "h0i", "sukien", "l0gin", "ad-min"] {
            let fault = slug_fault(reserved).unwrap();
            assert_eq!(fault.key, "organiser.slugReserved", "{reserved}");
        }
    }

    #[test]
    fn slugs_that_look_alike_have_one_key() {
        for (one, other) in [
            ("hanoi", "ha-noi"),
            ("hanoi", "han0i"),
            ("lan", "1an"),
            ("mai", "rnai"),
        ] {
            assert_eq!(key(one), key(other), "{one} {other}");
        }
        assert_ne!(key("lan"), key("lam"));
    }

    #[test]
    fn reserved_words_are_in_order() {
        assert!(RESERVED.is_sorted());
    }
}
