//! The rate limits of the calls of visitors, and of services that report transfers.

use std::net::IpAddr;
use std::time::Duration;

use hoi_platform::error::Result;
use hoi_platform::limits::RateLimit;

/// Rate limits on visitors, per network address. They are wide on purpose: a school or an office registers from behind
/// one address, all in the minute in which the form opens.
pub struct RateLimits {
    pub(super) register: RateLimit,
    pub(super) code: RateLimit,
    own_page: RateLimit,
    waiting_page: RateLimit,
    pub(super) called: RateLimit,
    place: RateLimit,
    webhook: RateLimit,
}

impl Default for RateLimits {
    fn default() -> Self {
        Self {
            register: RateLimit::new(600, Duration::from_millis(100)),
            // A code of four characters has two million values: at two a second, guessing takes days per hit.
            code: RateLimit::new(300, Duration::from_millis(500)),
            // Keys cannot be guessed; this is against floods alone.
            own_page: RateLimit::new(600, Duration::from_millis(100)),
            // Answered from memory: a school that waits for its payments behind one address has hundreds of pages open.
            waiting_page: RateLimit::new(4000, Duration::from_millis(2)),
            // Visitors who wait to register, likewise. Each of them was counted when they got their place.
            called: RateLimit::new(1200, Duration::from_millis(50)),
            place: RateLimit::new(4000, Duration::from_millis(2)),
            webhook: RateLimit::new(600, Duration::from_millis(50)),
        }
    }
}

impl RateLimits {
    /// Counts a call about a visitor's own registration.
    ///
    /// # Errors
    /// 5003 (HTTP 429) with the time to wait.
    pub fn count_own_page(&self, address: IpAddr, now: Duration) -> Result<()> {
        self.own_page.count(address, now)
    }

    /// Counts a call of a page that waits for a payment.
    ///
    /// # Errors
    /// 5003 (HTTP 429) with the time to wait.
    pub fn count_waiting_page(&self, address: IpAddr, now: Duration) -> Result<()> {
        self.waiting_page.count(address, now)
    }

    /// Counts a request for the state of a place in the waiting room.
    ///
    /// # Errors
    /// 5003 (HTTP 429) with the time to wait.
    pub fn count_place(&self, address: IpAddr, now: Duration) -> Result<()> {
        self.place.count(address, now)
    }

    /// Counts a call of a service that reports transfers.
    ///
    /// # Errors
    /// 5003 (HTTP 429) with the time to wait.
    pub fn count_webhook(&self, address: IpAddr, now: Duration) -> Result<()> {
        self.webhook.count(address, now)
    }
}
