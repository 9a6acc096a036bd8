//! The expiry of keys. Pure.

use std::time::Duration;

use hoi_db::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

const DAY: Duration = Duration::from_hours(24);

/// How long a new key is valid.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum KeyLifetime {
    /// 30 days.
    Month,
    /// 90 days.
    Quarter,
    /// 365 days.
    #[default]
    Year,
    /// Until it is revoked.
    Unlimited,
}

impl KeyLifetime {
    /// Returns when a key that is made at `now` expires; None for one without an end.
    pub fn end(self, now: Timestamp) -> Option<Timestamp> {
        let days = match self {
            Self::Month => 30,
            Self::Quarter => 90,
            Self::Year => 365,
            Self::Unlimited => return None,
        };
        Some(now.plus(DAY * days))
    }
}

/// Whether a key with this expiry is over at `now`.
pub fn is_over(expires_at: Option<Timestamp>, now: Timestamp) -> bool {
    expires_at.is_some_and(|end| end <= now)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_good_until_the_very_moment_of_its_end() {
        let now = Timestamp(1_772_330_400_000);
        for (lifetime, days) in [
            (KeyLifetime::Month, 30),
            (KeyLifetime::Quarter, 90),
            (KeyLifetime::Year, 365),
        ] {
            let end = lifetime.end(now).unwrap();
            assert_eq!(end, now.plus(DAY * days));
            assert!(!is_over(Some(end), end.minus(Duration::from_millis(1))));
            assert!(is_over(Some(end), end));
        }
        assert_eq!(KeyLifetime::Unlimited.end(now), None);
        assert!(!is_over(None, Timestamp(i64::MAX)));
        assert_eq!(KeyLifetime::default(), KeyLifetime::Year);
    }
}
