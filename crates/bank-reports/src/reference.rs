//! Payment references in the text of a transfer.

use std::borrow::Cow;

use hoi_i18n::fold_for_search;
use hoi_vietqr::reference::{LENGTH, PREFIX, is_valid, with_one_correction};

/// Characters of a text that are searched. Banks cut texts at 210.
const SEARCHED: usize = 500;
/// The most references that one text may nearly contain. A text with more counts as one without any, which bounds the
/// cost of a text made up to be expensive.
const MAX_NEAR: usize = 64;

/// References that a text contains or nearly contains. Each stands once, in the text's order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct References {
    /// Valid references.
    pub exact: Vec<String>,
    /// Valid references of which the text has all characters but one. Empty if there is an exact one.
    pub near: Vec<String>,
}

/// The text in upper case without spaces, punctuation and accents, as banks pass it on.
#[must_use]
pub fn plain(text: &str) -> String {
    let end = text.char_indices().nth(SEARCHED);
    let cut = end.and_then(|(at, _)| text.get(..at)).unwrap_or(text);
    let folded = if cut.is_ascii() {
        Cow::Borrowed(cut)
    } else {
        Cow::Owned(fold_for_search(cut))
    };
    folded
        .chars()
        .filter(char::is_ascii_alphanumeric)
        .map(|char| char.to_ascii_uppercase())
        .collect()
}

/// Finds the references in a text.
#[must_use]
pub fn references(text: &str) -> References {
    let plain = plain(text);
    let exact = exact(&plain);
    let near = if exact.is_empty() {
        near(&plain)
    } else {
        Vec::new()
    };
    References { exact, near }
}

/// Returns the valid references in a [`plain`] text.
pub fn exact(plain: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for window in windows(plain) {
        let is_new = || !found.iter().any(|known| known == window);
        if window.starts_with(PREFIX) && is_valid(window) && is_new() {
            found.push(window.to_owned());
        }
    }
    found
}

/// Returns the valid references of which a [`plain`] text has all characters but one.
fn near(plain: &str) -> Vec<String> {
    let mut found = Vec::new();
    for reference in windows(plain).flat_map(with_one_correction) {
        if !found.contains(&reference) {
            found.push(reference);
        }
        if found.len() > MAX_NEAR {
            return Vec::new();
        }
    }
    found
}

fn windows(plain: &str) -> impl Iterator<Item = &str> {
    (0..plain.len()).filter_map(|at| plain.get(at..at + LENGTH))
}

#[cfg(test)]
mod tests {
    use hoi_vietqr::reference::generate;

    use super::*;

    #[test]
    fn references_are_found_in_what_banks_make_of_a_text() {
        for text in [
            "EV7K2Q9XAR",
            "ev7k2 q9xar",
            "MBVCB.3278907687.EV7K2Q9XAR.CT tu 0123 NGUYEN VAN A",
            "IBFT EV7K2Q9XAR GD 789604-040125 00:05:38",
            "Chuyển khoản EV-7K2Q-9XAR",
            "EVENT EV7K2Q9XAREV7K2Q9XAR",
        ] {
            assert_eq!(references(text).exact, ["EV7K2Q9XAR"], "{text}");
        }
        let long = format!("{}EV7K2Q9XAR", "x".repeat(SEARCHED));
        assert_eq!(references(&long), References::default());
        assert_eq!(references("chuyen tien"), References::default());
    }

    #[test]
    fn a_text_made_of_wrong_references_names_none() {
        // A wrong character of the alphabet makes a reference near to up to eight others.
        let text = |groups: u64| -> String {
            let wrong = (0..groups).map(|at| {
                let mut reference = generate(at * 7_919);
                let last = reference.pop();
                reference.push(if last == Some('A') { 'B' } else { 'A' });
                reference
            });
            wrong.collect()
        };
        assert!((1..=8).contains(&references(&text(1)).near.len()));
        assert_eq!(references(&text(50)), References::default());
    }

    #[test]
    fn one_wrong_character_is_near_and_two_are_not() {
        // Typed O for Q, which no reference contains; typed 8 for 2; typed FV for EV.
        for text in ["EV7K2O9XAR", "EV7K8Q9XAR", "FV7K2Q9XAR"] {
            let found = references(text);
            assert!(found.exact.is_empty());
            assert!(found.near.contains(&"EV7K2Q9XAR".to_owned()), "{text}");
        }
        for text in ["EV7K8O9XAR", "FX7K2Q9XAR", "EV7K2Q9XA"] {
            let near = references(text).near;
            assert!(!near.contains(&"EV7K2Q9XAR".to_owned()), "{text}");
        }
    }
}
