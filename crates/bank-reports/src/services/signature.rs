//! Proofs of the sender of a delivery.

use std::fmt::Write as _;

use ring::hmac;

/// Returns whether two secrets are equal, in the same time for every wrong one: their tags are compared.
pub fn is_same(given: &str, expected: &str) -> bool {
    let key = hmac::Key::new(hmac::HMAC_SHA256, b"compare");
    let expected = hmac::sign(&key, expected.as_bytes());
    hmac::verify(&key, given.as_bytes(), expected.as_ref()).is_ok()
}

/// Returns whether `signature`, in hexadecimal, is that of `message`. Takes the same time for every wrong one.
pub fn verify(algorithm: hmac::Algorithm, key: &str, message: &[u8], signature: &str) -> bool {
    let Some(signature) = unhex(signature) else {
        return false;
    };
    hmac::verify(
        &hmac::Key::new(algorithm, key.as_bytes()),
        message,
        &signature,
    )
    .is_ok()
}

/// Returns the signature of `message` in hexadecimal.
pub fn sign(algorithm: hmac::Algorithm, key: &str, message: &[u8]) -> String {
    let tag = hmac::sign(&hmac::Key::new(algorithm, key.as_bytes()), message);
    tag.as_ref().iter().fold(String::new(), |mut text, byte| {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

fn unhex(text: &str) -> Option<Vec<u8>> {
    // The longest is that of SHA-512.
    if text.len() > 128 || !text.is_ascii() || !text.len().is_multiple_of(2) {
        return None;
    }
    (0..text.len())
        .step_by(2)
        .map(|at| u8::from_str_radix(text.get(at..at + 2)?, 16).ok())
        .collect()
}
