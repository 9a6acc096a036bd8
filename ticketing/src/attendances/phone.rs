//! Phone numbers as they are compared.

/// Digits that a phone number has at least, to tell one person from another.
const PHONE_DIGITS: usize = 8;

/// Returns the digits of a phone number as they are compared; empty if they are too few.
#[must_use]
pub fn phone_key(phone: &str) -> String {
    let digits: String = phone.chars().filter(char::is_ascii_digit).collect();
    let local = digits
        .strip_prefix("0084")
        .or_else(|| digits.strip_prefix("84").filter(|rest| rest.len() >= 9));
    let digits = local.map_or(digits.clone(), |rest| {
        format!("0{}", rest.trim_start_matches('0'))
    });
    if digits.len() < PHONE_DIGITS {
        String::new()
    } else {
        digits
    }
}
