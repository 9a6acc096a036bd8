//! The rate limits of the calls of visitors, and of services that report transfers.

use std::time::Duration;

use hoi_platform::limits::RateLimit;

/// Rate limits on visitors, per network address. They are wide on purpose: a school or an office registers from behind
/// one address, all in the minute in which the form opens.
pub struct RateLimits {
    pub(super) register: RateLimit,
    pub(super) code: RateLimit,
    /// Calls about a visitor's own registration.
    pub own_page: RateLimit,
    /// Calls of pages that wait for a payment.
    pub waiting_page: RateLimit,
    /// Registrations of visitors who were called.
    pub(super) called: RateLimit,
    /// Requests for the state of a place in the waiting room.
    pub place: RateLimit,
    /// Calls of services that report transfers.
    pub webhook: RateLimit,
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
