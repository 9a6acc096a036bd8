use std::collections::HashMap;
use std::hash::Hash;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use super::Network;
use crate::error::{Error, Result};

/// The number of callers above which idle ones are removed.
const REMEMBERED: usize = 10_000;

/// A rate limit for each caller, by default a network address: a number of requests at once, then one per `pause`.
/// Counts in this server's memory alone, because it protects the server against floods. Attempts at guessing are
/// counted in the database.
pub struct RateLimit<Caller = IpAddr> {
    pause: Duration,
    at_once: u32,
    /// When the caller has paid for all its requests (the generic cell rate algorithm), on the monotonic clock.
    paid_at: Mutex<HashMap<Caller, Duration>>,
}

impl<Caller: Eq + Hash> RateLimit<Caller> {
    /// Allows `at_once` requests, then one per `pause`.
    #[must_use]
    pub fn new(at_once: u32, pause: Duration) -> Self {
        Self {
            pause,
            at_once,
            paid_at: Mutex::default(),
        }
    }

    /// Counts a request of `caller`. `now` is the time of [`Clock::monotonic`](crate::clock::Clock::monotonic), so
    /// that setting the machine's clock back does not lock clients out.
    ///
    /// # Errors
    /// 5003 (HTTP 429) with the time to wait.
    pub fn count_caller(&self, caller: Caller, now: Duration) -> Result<()> {
        let mut paid_at = self.paid_at.lock().unwrap_or_else(PoisonError::into_inner);
        if paid_at.len() >= REMEMBERED {
            paid_at.retain(|_, paid| now < *paid);
        }
        let entry = paid_at.entry(caller).or_insert(now);
        let paid = (*entry).max(now) + self.pause;
        let wait = paid.saturating_sub(now + self.pause * self.at_once);
        if wait.is_zero() {
            *entry = paid;
            Ok(())
        } else {
            Err(Error::TooManyRequests { retry_after: wait })
        }
    }
}

impl RateLimit {
    /// Counts a request of `address`, like [`Self::count_caller`].
    ///
    /// # Errors
    /// 5003 (HTTP 429) with the time to wait.
    pub fn count(&self, address: IpAddr, now: Duration) -> Result<()> {
        self.count_caller(network(address), now)
    }
}

/// Returns the network that is counted for `address`: an IPv4 address itself, an IPv6 address's /64, because one host
/// has all addresses of it.
#[must_use]
pub fn network(address: IpAddr) -> IpAddr {
    Network::of(address).first_address()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lets_a_burst_through_then_one_by_one() {
        let limit = RateLimit::new(3, Duration::from_millis(100));
        let (one, other) = (IpAddr::from([10, 0, 0, 1]), IpAddr::from([10, 0, 0, 2]));
        let start = Duration::from_secs(1_000);
        for _ in 0..3 {
            assert!(limit.count(one, start).is_ok());
        }
        assert!(limit.count(one, start).is_err());
        assert!(limit.count(other, start).is_ok());
        let later = start + Duration::from_millis(100);
        assert!(limit.count(one, later).is_ok());
        assert!(limit.count(one, later).is_err());
        assert!(limit.count(one, start + Duration::from_secs(10)).is_ok());
    }

    #[test]
    fn neighbours_in_one_ipv6_network_share_a_brake() {
        let limit = RateLimit::new(1, Duration::from_secs(1));
        assert!(
            limit
                .count("2001:db8::1".parse().unwrap(), Duration::ZERO)
                .is_ok()
        );
        assert!(
            limit
                .count("2001:db8::2".parse().unwrap(), Duration::ZERO)
                .is_err()
        );
        assert!(
            limit
                .count("2001:db8:0:1::1".parse().unwrap(), Duration::ZERO)
                .is_ok()
        );
    }

    #[test]
    fn setting_the_clock_back_locks_nobody_out() {
        let start = hoi_db::Timestamp(1_772_330_400_000);
        let clock = crate::clock::Clock::fixed(start);
        let limit = RateLimit::new(1, Duration::from_secs(1));
        let address = IpAddr::from([10, 0, 0, 1]);
        assert!(limit.count(address, clock.monotonic()).is_ok());
        clock.set(start.minus(Duration::from_hours(2)));
        assert!(limit.count(address, clock.monotonic()).is_err());
        clock.set(clock.now().plus(Duration::from_secs(1)));
        assert!(limit.count(address, clock.monotonic()).is_ok());
    }
}
