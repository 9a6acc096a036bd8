//! The personal code in a member's QR code.

use hoi_platform::error::Result;
use hoi_platform::secrets;

/// Crockford's base 32, which omits letters that look like digits.
const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/// Characters after the leading `U`, which distinguishes it from a ticket code.
const LENGTH: usize = 15;

/// Creates a code: `U` and 15 characters, 75 bits from the operating system.
pub fn new_user_code() -> Result<String> {
    let bytes = secrets::random::<LENGTH>()?;
    let rest = bytes
        .into_iter()
        .filter_map(|byte| ALPHABET.get(usize::from(byte % 32)))
        .map(|byte| char::from(*byte));
    Ok(std::iter::once('U').chain(rest).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_sixteen_characters_and_never_the_same() {
        let codes: std::collections::HashSet<String> =
            (0..1000).map(|_| new_user_code().unwrap()).collect();
        assert_eq!(codes.len(), 1000);
        assert!(
            codes
                .iter()
                .all(|code| code.len() == 16 && code.starts_with('U'))
        );
    }
}
