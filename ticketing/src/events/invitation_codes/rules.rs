//! The rules of invitation codes. Pure.

use hoi_db::Timestamp;
use hoi_platform::quota::Quota;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Characters of a code that is drawn.
const LENGTH: usize = 8;
/// Without 0 and O, 1, I and L, which are mistaken for one another on paper, and without vowels, so that no draw spells
/// a word.
const ALPHABET: [char; 28] = [
    '2', '3', '4', '5', '6', '7', '8', '9', 'B', 'C', 'D', 'F', 'G', 'H', 'J', 'K', 'M', 'N', 'P',
    'Q', 'R', 'S', 'T', 'V', 'W', 'X', 'Y', 'Z',
];
/// The fewest characters of a chosen code.
const SHORTEST: usize = 4;
/// The most characters of a chosen code.
const LONGEST: usize = 32;

/// A code from 64 random bits. There are 28⁸, some 378 thousand million; the remainder of so large a number favours
/// none of them by more than one in ten million.
pub fn drawn(random: u64) -> String {
    let base = ALPHABET.len() as u64;
    let mut rest = random;
    let digits = (0..LENGTH).filter_map(|_| {
        let digit = usize::try_from(rest % base).ok()?;
        rest /= base;
        ALPHABET.get(digit)
    });
    digits.collect()
}

/// Whether an organiser may choose `code`: 4 to 32 letters without marks, digits, `-` and `_`, so that it can be typed
/// on every keyboard and stand in an address.
pub fn is_well_formed(code: &str) -> bool {
    let typable = |char: char| char.is_ascii_alphanumeric() || matches!(char, '-' | '_');
    (SHORTEST..=LONGEST).contains(&code.chars().count()) && code.chars().all(typable)
}

/// The state of an invitation code at this moment; the first that is true, in the order inactive, expired, used up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum CodeState {
    /// Visitors can register with it.
    Active,
    /// Switched off by the organiser.
    Inactive,
    /// The code's time is over.
    Expired,
    /// The most registrations that the code allows were made with it.
    UsedUp,
}

impl CodeState {
    /// Returns the state of a code at `now`: a decision of the organiser comes before the effects of time and visitors.
    #[must_use]
    pub fn of(is_active: bool, expires: Option<Timestamp>, uses: Quota, now: Timestamp) -> Self {
        if !is_active {
            Self::Inactive
        } else if expires.is_some_and(|expires| expires <= now) {
            Self::Expired
        } else if uses.is_used_up() {
            Self::UsedUp
        } else {
            Self::Active
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use hoi_platform::quota::UNLIMITED;
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_drawn_code_is_easily_read(random: u64) {
            let code = drawn(random);
            prop_assert_eq!(code.len(), 8);
            prop_assert!(is_well_formed(&code));
            prop_assert!(!code.contains(['0', 'O', '1', 'I', 'L', 'A', 'E', 'U']));
        }
    }

    #[test]
    fn neighbouring_draws_differ() {
        let codes: HashSet<_> = (0..10_000).map(drawn).collect();
        assert_eq!(codes.len(), 10_000);
    }

    #[test]
    fn chosen_codes() {
        for good in ["TET1", "vip-2026", "A_B-c9", &"x".repeat(32)] {
            assert!(is_well_formed(good), "{good}");
        }
        for bad in ["", "abc", "tết 2026", "TẾT2026", "a/b?c", &"x".repeat(33)] {
            assert!(!is_well_formed(bad), "{bad}");
        }
    }

    #[test]
    fn the_state_names_the_first_obstacle() {
        let now = Timestamp(1000);
        let later = Some(Timestamp(1001));
        let (one_left, none_left) = (Quota::new(2, 1), Quota::new(2, 2));
        let unlimited = Quota::new(UNLIMITED, 1_000_000);
        for (is_active, expires, uses, state) in [
            (true, later, one_left, CodeState::Active),
            (true, later, none_left, CodeState::UsedUp),
            (true, Some(now), none_left, CodeState::Expired),
            (false, Some(now), none_left, CodeState::Inactive),
            (true, None, unlimited, CodeState::Active),
        ] {
            assert_eq!(CodeState::of(is_active, expires, uses, now), state);
        }
    }
}
