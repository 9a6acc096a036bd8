//! The payment reference: the short text on a bank transfer by which the organiser finds the registration. It is no
//! credential, so a ticket code must never be used in its place.
//!
//! A reference is `EV`, seven random characters and a check character, from an alphabet of 31 characters without `0 O 1
//! I L`. The check is a weighted sum modulo 31, as in ISBN-10. Because 31 is prime and the weights 1 to 8 differ, it
//! detects **every** single wrong character and **every** swap of two characters, adjacent or not.

/// 31 characters; the check needs a prime number.
const ALPHABET: &[u8; 31] = b"23456789ABCDEFGHJKMNPQRSTUVWXYZ";
/// How every reference begins.
pub const PREFIX: &str = "EV";
/// The number of random characters: 31⁷ ≈ 27.5 billion references.
const RANDOM: usize = 7;
/// The number of beginnings, two random characters each. Numbers with the same remainder by it become references that
/// begin alike ([`generate`]).
pub const BEGINNINGS: u64 = 31 * 31;
/// The characters of a reference.
pub const LENGTH: usize = PREFIX.len() + RANDOM + 1;

/// Makes a reference from 64 random bits (taken modulo 31⁷, a bias of less than one in 10⁸).
///
/// References can repeat by chance; the caller relies on a unique index and generates another.
#[must_use]
pub fn generate(mut random: u64) -> String {
    let mut values = Vec::with_capacity(RANDOM + 1);
    for _ in 0..RANDOM {
        values.push(random % 31);
        random /= 31;
    }
    // The check character has the weight 8. Because 8 · 4 = 32 ≡ 1, multiplying by 4 divides by 8 modulo 31.
    values.push((31 - weighted_sum(&values)) * 4 % 31);
    let characters = values
        .iter()
        .filter_map(|value| ALPHABET.get(usize::try_from(*value).ok()?));
    PREFIX
        .chars()
        .chain(characters.map(|byte| char::from(*byte)))
        .collect()
}

/// Returns whether `text` is a reference as [`generate`] writes them: upper case, no spaces.
#[must_use]
pub fn is_valid(text: &str) -> bool {
    let Some(values) = text.strip_prefix(PREFIX).and_then(values_of) else {
        return false;
    };
    values.len() == RANDOM + 1 && weighted_sum(&values) == 0
}

/// Returns the references that differ from `text` in exactly one character: at most eight, and none for a reference.
#[must_use]
pub fn with_one_correction(text: &str) -> Vec<String> {
    if text.len() != LENGTH || !text.is_ascii() || is_valid(text) {
        return Vec::new();
    }
    let (prefix, rest) = text.split_at(PREFIX.len());
    let wrong = prefix.bytes().zip(PREFIX.bytes()).filter(|(a, b)| a != b);
    match wrong.count() {
        0 => {}
        1 => {
            let corrected = format!("{PREFIX}{rest}");
            return Some(corrected)
                .filter(|text| is_valid(text))
                .into_iter()
                .collect();
        }
        _ => return Vec::new(),
    }
    let mut found = Vec::new();
    for at in 0..rest.len() {
        let (head, tail) = rest.split_at(at);
        let Some(tail) = tail.get(1..) else { continue };
        // The other characters must be of the alphabet; then exactly one value fits here.
        let (Some(before), Some(after)) = (values_of(head), values_of(tail)) else {
            continue;
        };
        let fitting = ALPHABET.iter().zip(0..).find(|(_, value)| {
            let values: Vec<u64> = before
                .iter()
                .chain([value])
                .chain(&after)
                .copied()
                .collect();
            weighted_sum(&values) == 0
        });
        if let Some((byte, _)) = fitting {
            found.push(format!("{PREFIX}{head}{}{tail}", char::from(*byte)));
        }
    }
    found
}

/// Returns the position of each character in the alphabet; `None` if one is not in it.
fn values_of(characters: &str) -> Option<Vec<u64>> {
    let value_of = |byte: u8| {
        ALPHABET
            .iter()
            .zip(0..)
            .find(|(known, _)| **known == byte)
            .map(|(_, value)| value)
    };
    characters.bytes().map(value_of).collect()
}

fn weighted_sum(values: &[u64]) -> u64 {
    values
        .iter()
        .zip(1..)
        .map(|(value, weight)| value * weight)
        .sum::<u64>()
        % 31
}
