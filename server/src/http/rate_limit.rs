use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use hoi_db::Timestamp;

use crate::error::{Error, Result};

/// Addresses remembered before those that have been quiet are forgotten.
const REMEMBERED: usize = 10_000;

/// A brake on one network address: so many requests at once, then one per `pause`. It counts in this server's memory
/// alone, because it guards the server against floods; what must not be guessed is counted in the database.
pub struct RateLimit {
    pause: Duration,
    at_once: u32,
    /// When the address will have paid for all its requests (the generic cell rate algorithm).
    paid_at: Mutex<HashMap<IpAddr, Timestamp>>,
}

impl RateLimit {
    /// Lets through `at_once` requests, then one per `pause`.
    #[must_use]
    pub fn new(at_once: u32, pause: Duration) -> Self {
        Self {
            pause,
            at_once,
            paid_at: Mutex::default(),
        }
    }

    /// Counts a request of `address`.
    ///
    /// # Errors
    /// 5003 (HTTP 429) with the time to wait.
    pub fn count(&self, address: IpAddr, now: Timestamp) -> Result<()> {
        let mut paid_at = self.paid_at.lock().unwrap_or_else(PoisonError::into_inner);
        if paid_at.len() >= REMEMBERED {
            paid_at.retain(|_, paid| now < *paid);
        }
        let entry = paid_at.entry(network(address)).or_insert(now);
        let paid = (*entry).max(now).plus(self.pause);
        let wait = now.plus(self.pause * self.at_once).until(paid);
        if wait.is_zero() {
            *entry = paid;
            Ok(())
        } else {
            Err(Error::TooManyRequests { retry_after: wait })
        }
    }
}

/// Whoever has one IPv6 address has the 2^64 beside it.
fn network(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            IpAddr::from([a, b, c, d, 0, 0, 0, 0])
        }
        v4 @ IpAddr::V4(_) => v4,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lets_a_burst_through_then_one_by_one() {
        let limit = RateLimit::new(3, Duration::from_millis(100));
        let (one, other) = (IpAddr::from([10, 0, 0, 1]), IpAddr::from([10, 0, 0, 2]));
        let start = Timestamp(1_000_000);
        for _ in 0..3 {
            assert!(limit.count(one, start).is_ok());
        }
        assert!(limit.count(one, start).is_err());
        assert!(limit.count(other, start).is_ok());
        let later = start.plus(Duration::from_millis(100));
        assert!(limit.count(one, later).is_ok());
        assert!(limit.count(one, later).is_err());
        assert!(
            limit
                .count(one, start.plus(Duration::from_secs(10)))
                .is_ok()
        );
    }

    #[test]
    fn neighbours_in_one_ipv6_network_share_a_brake() {
        let limit = RateLimit::new(1, Duration::from_secs(1));
        assert!(
            limit
                .count("2001:db8::1".parse().unwrap(), Timestamp(0))
                .is_ok()
        );
        assert!(
            limit
                .count("2001:db8::2".parse().unwrap(), Timestamp(0))
                .is_err()
        );
        assert!(
            limit
                .count("2001:db8:0:1::1".parse().unwrap(), Timestamp(0))
                .is_ok()
        );
    }
}
