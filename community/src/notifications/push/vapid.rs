//! Identifies the sender to a push service, so that it takes messages to a subscription from this installation alone
//! (RFC 8292).

use std::time::Duration;

use anyhow::{Result, anyhow};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64URL;
use hoi_db::Timestamp;
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair as _};
use serde_json::json;

/// How long a signature is valid; at most a day is allowed.
const VALID: Duration = Duration::from_hours(12);

/// The installation's key for signing push requests.
pub struct Key(EcdsaKeyPair);

impl Key {
    /// Creates a key in the form in which [`Self::read`] takes it.
    pub fn generate() -> Result<Vec<u8>> {
        let key =
            EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &SystemRandom::new());
        let key = key.map_err(|_| anyhow!("a key for push services could not be made"))?;
        Ok(key.as_ref().to_vec())
    }

    pub fn read(pkcs8: &[u8]) -> Result<Self> {
        let signing = &ECDSA_P256_SHA256_FIXED_SIGNING;
        let key = EcdsaKeyPair::from_pkcs8(signing, pkcs8, &SystemRandom::new());
        Ok(Self(key.map_err(|error| {
            anyhow!("the key for push services: {error}")
        })?))
    }

    /// Returns the public key as browsers take it: an uncompressed point in base64url.
    #[must_use]
    pub fn public(&self) -> String {
        BASE64URL.encode(self.0.public_key())
    }

    /// Returns the `Authorization` for a request to the push service `origin`. `contact` is a mail address at which its
    /// operator reaches that of this installation.
    pub fn authorization(&self, origin: &str, contact: &str, now: Timestamp) -> Result<String> {
        let claims = claims(origin, contact, now.plus(VALID));
        let signature = self.0.sign(&SystemRandom::new(), claims.as_bytes());
        let signature = signature.map_err(|_| anyhow!("a request cannot be signed"))?;
        let signature = BASE64URL.encode(signature);
        Ok(format!("vapid t={claims}.{signature}, k={}", self.public()))
    }
}

/// Returns the text to sign.
fn claims(origin: &str, contact: &str, until: Timestamp) -> String {
    let header = BASE64URL.encode(r#"{"typ":"JWT","alg":"ES256"}"#);
    let claims = json!({
        "aud": origin,
        "exp": until.0 / 1000,
        "sub": format!("mailto:{contact}"),
    });
    format!("{header}.{}", BASE64URL.encode(claims.to_string()))
}

#[cfg(test)]
mod tests {
    use ring::signature::{ECDSA_P256_SHA256_FIXED, UnparsedPublicKey};

    use super::*;

    fn is_signed(claims: &str, signature: &str, public: &str) -> bool {
        let public = BASE64URL.decode(public).unwrap();
        let signature = BASE64URL.decode(signature).unwrap();
        UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, public)
            .verify(claims.as_bytes(), &signature)
            .is_ok()
    }

    /// The example of RFC 8292 §2.4.
    #[test]
    fn claims_are_those_of_the_standards_example() {
        let claims = claims(
            "https://push.example.net",
            "push@example.com",
            Timestamp(1_453_523_768_000),
        );
        assert_eq!(
            claims,
            "eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1MjM3Njgs\
             InN1YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0"
        );
        assert!(is_signed(
            &claims,
            "i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9OkSSHzvoD1oA",
            "BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs",
        ));
    }

    #[test]
    fn the_public_half_of_a_key_verifies_its_signatures() {
        let key = Key::read(&Key::generate().unwrap()).unwrap();
        let now = Timestamp(1_772_330_400_000);
        let header = key.authorization("https://push.example.net", "a@b.vn", now);
        let header = header.unwrap();
        let (token, public) = header
            .strip_prefix("vapid t=")
            .unwrap()
            .split_once(", k=")
            .unwrap();
        assert_eq!(public, key.public());
        let (claims, signature) = token.rsplit_once('.').unwrap();
        assert!(is_signed(claims, signature, public));
        let other = Key::read(&Key::generate().unwrap()).unwrap();
        assert!(!is_signed(claims, signature, &other.public()));
        assert!(Key::read(b"not a key").is_err());
    }
}
