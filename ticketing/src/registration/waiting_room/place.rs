//! A visitor's place: a signed statement of when they came and with which registration. Any server that has the secret can
//! judge it, and none has to remember it: a registration has one seat, however often its place is shown.

use std::time::Duration;

use axum::http::HeaderMap;
use hoi_db::Timestamp;
use hoi_platform::secrets::{self, Secrets, hex, unhex};

use super::rules::Arrival;
use crate::events::EventId;

/// The header with a visitor's place. It is never part of an address, which logs keep.
pub const HEADER: &str = "x-place";
/// How long a place is good for: longer than the longest wait.
pub const VALID: Duration = Duration::from_hours(2);
const PURPOSE: &str = "waiting-place";

/// A visitor's time of arrival, and the registration for which they came.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    pub arrival: Arrival,
    /// The beginning of the hash of the registration's `Idempotency-Key`: too long to find another key for it.
    pub registration: u64,
}

impl Place {
    /// Writes the place for its holder. It is good for `event` alone.
    pub fn token(self, secrets: &Secrets, event: EventId) -> String {
        let signature = secrets.sign(PURPOSE, &self.claim(event));
        let Self {
            arrival,
            registration,
        } = self;
        format!("{:x}.{registration:x}.{}", arrival.0, hex(&signature))
    }

    /// Reads the place in the headers; None without one, or if it is forged, of another event, or too old at `now`.
    pub fn read(
        headers: &HeaderMap,
        secrets: &Secrets,
        event: EventId,
        now: Timestamp,
    ) -> Option<Self> {
        let token = headers.get(HEADER)?.to_str().ok()?;
        let mut parts = token.splitn(3, '.');
        let place = Self {
            arrival: Arrival(i64::from_str_radix(parts.next()?, 16).ok()?),
            registration: u64::from_str_radix(parts.next()?, 16).ok()?,
        };
        let signature = unhex(parts.next()?)?;
        let is_genuine = secrets.verify(PURPOSE, &place.claim(event), &signature);
        let is_fresh = Arrival::at(now.minus(VALID)) < place.arrival;
        (is_genuine && is_fresh).then_some(place)
    }

    fn claim(self, event: EventId) -> Vec<u8> {
        [
            event.0.as_bytes().as_slice(),
            &self.arrival.0.to_be_bytes(),
            &self.registration.to_be_bytes(),
        ]
        .concat()
    }
}

/// Returns the name of the registration with this `Idempotency-Key` in a place.
pub fn registration_of(key: &str) -> Option<u64> {
    u64::from_str_radix(secrets::hash(key).get(..16)?, 16).ok()
}

impl Arrival {
    /// The arrival of a visitor who comes at this time.
    pub fn at(time: Timestamp) -> Self {
        Self(time.0.saturating_mul(1000))
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;
    use hoi_testing::forged;
    use proptest::prelude::*;
    use uuid::Uuid;

    use super::*;

    #[test]
    fn a_forged_place_is_refused_or_the_same() {
        let folder = tempfile::tempdir().unwrap();
        let secrets = Secrets::load_or_create(folder.path()).unwrap();
        let (event, now) = (EventId(Uuid::from_u128(7)), Timestamp(1_772_330_400_000));
        let place = Place {
            arrival: Arrival::at(now),
            registration: 0x0123_4567_89ab_cdef,
        };
        let read = |text: &str, event| {
            let value = HeaderValue::from_str(text).ok()?;
            let headers =
                HeaderMap::from_iter([(axum::http::HeaderName::from_static(HEADER), value)]);
            Place::read(&headers, &secrets, event, now)
        };
        let token = place.token(&secrets, event);
        assert_eq!(read(&token, event), Some(place));
        assert_eq!(read(&token, EventId(Uuid::from_u128(8))), None);
        proptest!(|(text in forged(token.clone()))| {
            prop_assert!(read(&text, event).is_none_or(|read| read == place));
        });
    }
}
