use std::collections::HashMap;
use std::hash::Hash;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use super::{Network, Width};
use crate::error::{Error, Result};
use crate::ids::{ApiKeyId, CheckinKeyId, EventId, UserId};

/// The number of counters above which idle ones are removed.
const REMEMBERED: usize = 10_000;

/// A rate limit for each caller, by default a network address: a number of requests at once, then one per `pause`.
/// An IPv6 address is counted in its /64, /56 and /48, of which the wider ones may make more requests, as
/// [`Width::allowance`] says. Counts in this server's memory alone, because it protects the server against floods.
/// Attempts at guessing are counted in the database.
pub struct RateLimit<Caller = Network> {
    pause: Duration,
    at_once: u32,
    paid_at: Mutex<PaidAt<Caller>>,
}

/// When each caller has paid for all its requests (the generic cell rate algorithm), on the monotonic clock. A request
/// keeps a counter for a pause, so the number of counters follows the number of requests.
struct PaidAt<Caller> {
    times: HashMap<Caller, Duration>,
    /// The number of counters at which idle ones are removed next.
    forget_at: usize,
}

impl<Caller: Eq + Hash> PaidAt<Caller> {
    /// Removes idle counters once there are many.
    fn forget(&mut self, now: Duration) {
        if self.times.len() >= self.forget_at {
            self.times.retain(|_, paid| now < *paid);
            self.forget_at = REMEMBERED.max(self.times.len() * 2);
        }
    }
}

/// The rest of a caller's limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Left {
    /// Requests that the caller can make at this moment.
    pub requests: u32,
    /// The time without a request after which the whole limit is available again.
    pub full_after: Duration,
}

/// A key that is counted alone. Deliberately not an `IpAddr`: [`RateLimit::count`] takes an address and counts it in
/// all of its networks.
pub trait CountedAlone: Eq + Hash {}

impl CountedAlone for String {}
impl CountedAlone for ApiKeyId {}
impl CountedAlone for CheckinKeyId {}
impl CountedAlone for UserId {}

impl<Caller: Eq + Hash> RateLimit<Caller> {
    /// Allows `at_once` requests, then one per `pause`.
    #[must_use]
    pub fn new(at_once: u32, pause: Duration) -> Self {
        Self {
            pause,
            at_once,
            paid_at: Mutex::new(PaidAt {
                times: HashMap::new(),
                forget_at: REMEMBERED,
            }),
        }
    }

    /// Counts a request on all `counters`, or on none if one of them refuses. So refused requests of one /64 use up
    /// nothing of its neighbours, and it is allowed less than the wider networks.
    fn count_all(
        &self,
        counters: impl Iterator<Item = (Caller, Width)>,
        now: Duration,
    ) -> Result<()> {
        let mut paid_at = self.paid_at.lock().unwrap_or_else(PoisonError::into_inner);
        paid_at.forget(now);
        let counted = self.pay(&paid_at.times, counters, now)?;
        paid_at.times.extend(counted);
        Ok(())
    }

    /// Refuses like [`Self::count_all`] and counts nothing.
    fn check_all(
        &self,
        counters: impl Iterator<Item = (Caller, Width)>,
        now: Duration,
    ) -> Result<()> {
        let paid_at = self.paid_at.lock().unwrap_or_else(PoisonError::into_inner);
        self.pay(&paid_at.times, counters, now).map(drop)
    }

    /// Counts `amount` requests on all `counters`, also beyond the limit.
    fn charge_all(
        &self,
        counters: impl Iterator<Item = (Caller, Width)>,
        amount: u32,
        now: Duration,
    ) {
        let mut paid_at = self.paid_at.lock().unwrap_or_else(PoisonError::into_inner);
        paid_at.forget(now);
        for (counter, width) in counters {
            let paid = paid_at.times.entry(counter).or_insert(now);
            *paid = now.max(*paid) + self.pause_of(width) * amount;
        }
    }

    fn pause_of(&self, width: Width) -> Duration {
        self.pause * 2 / width.allowance(2_u32)
    }

    /// Returns until when each counter has paid after one more request, or how long the slowest of them has to wait.
    fn pay(
        &self,
        times: &HashMap<Caller, Duration>,
        counters: impl Iterator<Item = (Caller, Width)>,
        now: Duration,
    ) -> Result<Vec<(Caller, Duration)>> {
        let mut counted = Vec::new();
        let mut wait = Duration::ZERO;
        for (counter, width) in counters {
            let pause = self.pause_of(width);
            let before = times.get(&counter).copied().unwrap_or(now);
            let paid = before.max(now) + pause;
            wait = wait.max(paid.saturating_sub(now + pause * width.allowance(self.at_once)));
            counted.push((counter, paid));
        }
        if wait.is_zero() {
            Ok(counted)
        } else {
            Err(Error::TooManyRequests { retry_after: wait })
        }
    }
}

impl<Caller: CountedAlone> RateLimit<Caller> {
    /// Counts a request of `caller`. `now` is the time of [`Clock::monotonic`](crate::clock::Clock::monotonic), so
    /// that setting the machine's clock back does not lock clients out.
    ///
    /// # Errors
    /// 5003 (HTTP 429) with the time to wait.
    pub fn count_caller(&self, caller: Caller, now: Duration) -> Result<()> {
        self.count_all(std::iter::once((caller, Width::Own)), now)
    }

    /// Returns the rest of `caller`'s limit, and counts nothing.
    pub fn left(&self, caller: &Caller, now: Duration) -> Left {
        let paid_at = self.paid_at.lock().unwrap_or_else(PoisonError::into_inner);
        let paid = paid_at.times.get(caller).copied().unwrap_or(now);
        let full_after = paid.saturating_sub(now);
        let unused = (self.pause * self.at_once).saturating_sub(full_after);
        let requests = unused.as_nanos() / self.pause.as_nanos().max(1);
        Left {
            requests: u32::try_from(requests).unwrap_or(u32::MAX),
            full_after,
        }
    }
}

impl RateLimit {
    /// Counts a request of `address`, in all of its networks. `now` is the time of
    /// [`Clock::monotonic`](crate::clock::Clock::monotonic).
    ///
    /// # Errors
    /// 5003 (HTTP 429) with the time to wait.
    pub fn count(&self, address: IpAddr, now: Duration) -> Result<()> {
        self.count_all(networks(address), now)
    }

    /// Refuses like [`Self::count`] and counts nothing: for attempts that are counted only when they miss.
    ///
    /// # Errors
    /// 5003 (HTTP 429) with the time to wait.
    pub fn check(&self, address: IpAddr, now: Duration) -> Result<()> {
        self.check_all(networks(address), now)
    }

    /// Counts a miss after [`Self::check`], also beyond the limit: requests that pass the check at the same moment are
    /// all paid for, so that many of them at once guess no faster than one after the other.
    pub fn charge(&self, address: IpAddr, now: Duration) {
        self.charge_all(networks(address), 1, now);
    }
}

/// A budget of each address for each event, in all of the address's networks. The limit is an amount rather than a
/// number of requests.
impl RateLimit<(EventId, Network)> {
    /// Refuses when nothing is left of the budget, and counts nothing.
    ///
    /// # Errors
    /// 5003 (HTTP 429) with the time to wait.
    pub fn check_budget(&self, event: EventId, address: IpAddr, now: Duration) -> Result<()> {
        self.check_all(of_event(event, address), now)
    }

    /// Takes `amount` from the budget, also beyond the rest, for the same reason as [`RateLimit::charge`].
    pub fn charge_budget(&self, event: EventId, address: IpAddr, amount: u32, now: Duration) {
        self.charge_all(of_event(event, address), amount, now);
    }
}

fn of_event(event: EventId, address: IpAddr) -> impl Iterator<Item = ((EventId, Network), Width)> {
    networks(address).map(move |(network, width)| ((event, network), width))
}

fn networks(address: IpAddr) -> impl Iterator<Item = (Network, Width)> {
    Network::around(address).map(|network| (network, network.width()))
}

#[cfg(test)]
mod tests {
    use std::net::Ipv6Addr;

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
    fn a_caller_is_told_the_rest_of_its_limit() {
        let limit = RateLimit::new(3, Duration::from_millis(100));
        let caller: ApiKeyId = crate::clock::new_id();
        let start = Duration::from_secs(1_000);
        let left = |millis: u64| {
            let left = limit.left(&caller, start + Duration::from_millis(millis));
            (left.requests, left.full_after.as_millis())
        };
        assert_eq!(left(0), (3, 0));
        for (at, expected) in [(1, (2, 100)), (2, (1, 200)), (3, (0, 300))] {
            assert!(limit.count_caller(caller, start).is_ok());
            assert_eq!(left(0), expected, "after {at}");
        }
        assert!(limit.count_caller(caller, start).is_err());
        assert_eq!(left(0), (0, 300));
        assert_eq!(left(99), (0, 201));
        assert_eq!(left(100), (1, 200));
        assert_eq!(left(300), (3, 0));
        assert_eq!(left(9_000), (3, 0));
    }

    #[test]
    fn checking_counts_nothing() {
        let limit = RateLimit::new(2, Duration::from_secs(1));
        let address = IpAddr::from([10, 0, 0, 1]);
        let start = Duration::from_secs(1_000);
        for _ in 0..2 {
            for _ in 0..5 {
                assert!(limit.check(address, start).is_ok());
            }
            assert!(limit.count(address, start).is_ok());
        }
        assert!(limit.check(address, start).is_err());
        assert!(limit.check(address, start + Duration::from_secs(1)).is_ok());
    }

    #[test]
    fn misses_beside_one_another_are_all_paid_for() {
        let limit = RateLimit::new(10, Duration::from_secs(1));
        let start = Duration::from_secs(1_000);
        for address in ["10.0.0.1", "2001:db8::1"] {
            let address = address.parse().unwrap();
            // All of them pass the check before the first is charged.
            assert!(limit.check(address, start).is_ok());
            for _ in 0..500 {
                limit.charge(address, start);
            }
            let at = |seconds| limit.check(address, start + Duration::from_secs(seconds));
            assert!(at(490).is_err(), "{address}");
            assert!(at(491).is_ok(), "{address}");
        }
    }

    #[test]
    fn a_budget_is_of_one_address_and_one_event() {
        let budget = RateLimit::new(1000, Duration::from_secs(1));
        let [first, second] = [crate::clock::new_id(), crate::clock::new_id()];
        let start = Duration::from_secs(1_000);
        let (own, neighbour, other) = ("2001:db8::1", "2001:db8:0:1::1", "10.0.0.1");
        let check = |event, address: &str, now| {
            let address = address.parse().unwrap();
            budget.check_budget(event, address, now).is_ok()
        };
        budget.charge_budget(first, own.parse().unwrap(), 999, start);
        assert!(check(first, own, start));
        budget.charge_budget(first, own.parse().unwrap(), 101, start);
        assert!(!check(first, own, start));
        // The network of both may have 1,500.
        assert!(check(first, neighbour, start));
        assert!(check(first, other, start) && check(second, own, start));
        let after = |seconds| start + Duration::from_secs(seconds);
        assert!(!check(first, own, after(100)));
        assert!(check(first, own, after(101)));
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

    /// Counts requests of `addresses` until each of them was refused, and returns how many were let through.
    fn let_through(limit: &RateLimit, addresses: &[&str], now: Duration) -> usize {
        let requests = addresses.iter().map(|address| {
            let address: IpAddr = address.parse().unwrap();
            std::iter::from_fn(|| limit.count(address, now).ok()).count()
        });
        requests.sum()
    }

    #[test]
    fn a_48_is_braked_and_others_are_not() {
        let limit = RateLimit::new(10, Duration::from_secs(1));
        let (start, later) = (Duration::from_secs(100), Duration::from_secs(1_100));
        for now in [start, later] {
            // Two /64s of one /56, two more /56s, another /48, an IPv4 address.
            let many: Vec<_> = (0..500).map(|at| format!("2001:db8:0:{at:x}::1")).collect();
            let many: Vec<_> = many.iter().map(String::as_str).collect();
            assert_eq!(let_through(&limit, &many[..1], now), 10);
            assert_eq!(let_through(&limit, &many[1..200], now), 5);
            assert_eq!(let_through(&limit, &many[256..], now), 5);
            assert_eq!(let_through(&limit, &["2001:db8:1::1"], now), 10);
            assert_eq!(
                let_through(&limit, &["10.0.0.1", "::ffff:10.0.0.1"], now),
                10
            );
            // Then a /48 goes on at twice the pace of an address.
            let next = now + Duration::from_secs(3);
            assert_eq!(let_through(&limit, &many, next), 6);
        }
    }

    #[test]
    fn refused_requests_use_up_nothing_of_the_neighbours() {
        let limit = RateLimit::new(10, Duration::from_secs(1));
        let now = Duration::from_secs(100);
        assert_eq!(let_through(&limit, &["2001:db8::1"], now), 10);
        for _ in 0..1_000 {
            assert!(limit.count("2001:db8::1".parse().unwrap(), now).is_err());
        }
        assert_eq!(let_through(&limit, &["2001:db8:0:1::1"], now), 5);
        assert_eq!(let_through(&limit, &["2001:db8:0:100::1"], now), 5);
        // The same holds for a caller that goes on as fast as it may.
        for second in 1..1_000 {
            let now = now + Duration::from_secs(second);
            assert!(limit.count("2001:db8::1".parse().unwrap(), now).is_ok());
        }
        let now = now + Duration::from_secs(999);
        assert!(let_through(&limit, &["2001:db8:0:1::1"], now) >= 5);
    }

    #[test]
    fn counters_of_absent_callers_are_forgotten() {
        let limit = RateLimit::new(1, Duration::from_secs(1));
        for second in 0..20_u32 {
            let now = Duration::from_secs(u64::from(second));
            for at in 0..5_000_u32 {
                let network = u128::from(second * 5_000 + at);
                let address = Ipv6Addr::from_bits((0x2001 << 112) | (network << 80)).into();
                assert!(limit.count(address, now).is_ok());
            }
        }
        let counters = limit.paid_at.lock().unwrap().times.len();
        assert!(counters <= 40_000, "{counters}");
    }

    #[test]
    fn setting_the_clock_back_locks_no_caller_out() {
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
