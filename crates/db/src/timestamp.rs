use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use sea_orm::DeriveValueType;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// A moment in milliseconds since 1970-01-01T00:00:00Z. Stored as `bigint`; JSON holds RFC 3339 in UTC, and any offset
/// is accepted on input.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, DeriveValueType)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(value_type = String, format = DateTime))]
pub struct Timestamp(pub i64);

impl Timestamp {
    /// Returns the moment `duration` later, at most the largest value.
    #[must_use]
    pub fn plus(self, duration: Duration) -> Self {
        Self(
            self.0
                .saturating_add(i64::try_from(duration.as_millis()).unwrap_or(i64::MAX)),
        )
    }

    /// Returns the moment `duration` earlier, at least the smallest value.
    #[must_use]
    pub fn minus(self, duration: Duration) -> Self {
        Self(
            self.0
                .saturating_sub(i64::try_from(duration.as_millis()).unwrap_or(i64::MAX)),
        )
    }

    /// Returns the time from `self` until `later`; zero if `later` is not later.
    #[must_use]
    pub fn until(self, later: Self) -> Duration {
        Duration::from_millis(u64::try_from(later.0.saturating_sub(self.0)).unwrap_or(0))
    }
}

impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match jiff::Timestamp::from_millisecond(self.0) {
            Ok(moment) => write!(f, "{moment:.3}"),
            Err(_) => write!(f, "{}ms", self.0),
        }
    }
}

impl FromStr for Timestamp {
    type Err = jiff::Error;
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse::<jiff::Timestamp>()
            .map(|moment| Self(moment.as_millisecond()))
    }
}

impl Serialize for Timestamp {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Timestamp {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speaks_rfc_3339_in_utc_and_takes_any_offset() {
        let moment: Timestamp = "2026-03-01T19:30:00+07:00".parse().unwrap();
        assert_eq!(moment.to_string(), "2026-03-01T12:30:00.000Z");
        assert_eq!("2026-03-01T12:30:00Z".parse::<Timestamp>().unwrap(), moment);
        assert!("2026-03-01".parse::<Timestamp>().is_err());
        assert!("yesterday".parse::<Timestamp>().is_err());
    }

    #[test]
    fn arithmetic_saturates() {
        assert_eq!(
            Timestamp(i64::MAX).plus(Duration::from_secs(1)),
            Timestamp(i64::MAX)
        );
        assert_eq!(Timestamp(5).until(Timestamp(3)), Duration::ZERO);
        assert_eq!(Timestamp(3).until(Timestamp(5)), Duration::from_millis(2));
    }
}
