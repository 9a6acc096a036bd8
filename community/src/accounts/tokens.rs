use std::time::Duration;

use hoi_db::Timestamp;
use hoi_platform::secrets::{Secrets, hex, unhex};
use uuid::Uuid;

use super::SessionId;

/// How long an access token is valid. Short, because only the session behind it can be revoked.
pub const ACCESS_LIFETIME: Duration = Duration::from_mins(15);
const PURPOSE: &str = "access-token";

/// A signed bearer token with its session and expiry. The database is asked on every request whether the session is
/// valid, so that suspension takes effect at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AccessToken {
    pub session: SessionId,
    pub expires_at: Timestamp,
}

impl AccessToken {
    /// Creates a token for `session` from `now` on.
    #[must_use]
    pub fn new(session: SessionId, now: Timestamp) -> Self {
        Self {
            session,
            expires_at: now.plus(ACCESS_LIFETIME),
        }
    }

    /// Returns the token as text: session, expiry and signature, separated by dots.
    #[must_use]
    pub fn sign(self, secrets: &Secrets) -> String {
        let claim = format!("{}.{}", self.session.0.simple(), self.expires_at.0);
        let signature = hex(&secrets.sign(PURPOSE, claim.as_bytes()));
        format!("{claim}.{signature}")
    }

    /// Reads a text made by [`Self::sign`]; None if it is invalid or has expired at `now`.
    #[must_use]
    pub fn read(text: &str, secrets: &Secrets, now: Timestamp) -> Option<Self> {
        let (claim, signature) = text.rsplit_once('.')?;
        let (session, end) = claim.split_once('.')?;
        let signature = unhex(signature)?;
        if !secrets.verify(PURPOSE, claim.as_bytes(), &signature) {
            return None;
        }
        let token = Self {
            session: SessionId(Uuid::parse_str(session).ok()?),
            expires_at: Timestamp(end.parse().ok()?),
        };
        (now < token.expires_at).then_some(token)
    }
}

#[cfg(test)]
mod tests {
    use hoi_testing::forged;
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn only_an_untouched_and_timely_token_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let secrets = Secrets::load_or_create(folder.path()).unwrap();
        let now = Timestamp(1_000_000);
        let token = AccessToken::new(SessionId(Uuid::from_u128(7)), now);
        let text = token.sign(&secrets);
        assert_eq!(AccessToken::read(&text, &secrets, now), Some(token));
        assert_eq!(
            AccessToken::read(&text, &secrets, now.plus(ACCESS_LIFETIME)),
            None
        );
        for at in 0..text.len() {
            let mut changed = text.clone().into_bytes();
            changed[at] = if changed[at] == b'0' { b'1' } else { b'0' };
            assert_eq!(
                AccessToken::read(&String::from_utf8(changed).unwrap(), &secrets, now),
                None,
                "at {at}"
            );
        }
        let other = tempfile::tempdir().unwrap();
        assert_eq!(
            AccessToken::read(&text, &Secrets::load_or_create(other.path()).unwrap(), now),
            None
        );
    }

    #[test]
    fn a_forged_token_opens_no_other_session() {
        let folder = tempfile::tempdir().unwrap();
        let secrets = Secrets::load_or_create(folder.path()).unwrap();
        let now = Timestamp(1_000_000);
        let token = AccessToken::new(SessionId(Uuid::from_u128(7)), now);
        proptest!(|(text in forged(token.sign(&secrets)))| {
            let read = AccessToken::read(&text, &secrets, now);
            prop_assert!(read.is_none_or(|read| read == token));
        });
    }
}
