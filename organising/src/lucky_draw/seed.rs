//! The secret of a round: 32 random bytes that are published only when the round is drawn.

use std::fmt;

use hoi_platform::secrets;
use sea_orm::DeriveValueType;

/// A round's secret, in hexadecimal. Knowing it before the draw reveals the winner, so debug output does not show it.
#[derive(Clone, PartialEq, Eq, DeriveValueType)]
pub struct Seed(String);

impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Seed")
    }
}

impl Seed {
    /// Creates the seed from random bytes.
    #[must_use]
    pub fn new(bytes: [u8; 32]) -> Self {
        Self(secrets::hex(&bytes))
    }

    /// Returns the hash, which may be published before the draw.
    #[must_use]
    pub fn hash(&self) -> String {
        secrets::digest(&self.bytes())
    }

    /// Returns the seed itself, which may be published only after the draw.
    #[must_use]
    pub fn reveal(&self) -> String {
        self.0.clone()
    }

    pub(super) fn bytes(&self) -> Vec<u8> {
        let digits: Vec<u8> = self
            .0
            .chars()
            .filter_map(|digit| digit.to_digit(16))
            .filter_map(|value| u8::try_from(value).ok())
            .collect();
        digits
            .chunks_exact(2)
            .map(|pair| pair.iter().fold(0, |byte, half| byte << 4 | half))
            .collect()
    }
}

impl From<String> for Seed {
    /// Takes 64 hexadecimal digits.
    fn from(digits: String) -> Self {
        Self(digits)
    }
}

#[cfg(test)]
mod tests {
    use super::Seed;

    #[test]
    fn a_seed_keeps_silent() {
        let seed = Seed::new([7; 32]);
        assert_eq!(format!("{seed:?}"), "Seed");
        assert_eq!(seed.reveal(), "07".repeat(32));
        assert_eq!(seed.bytes(), [7; 32]);
        assert_ne!(seed.hash(), seed.reveal());
    }
}
