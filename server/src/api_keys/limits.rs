//! How often a key may call, and the headers that tell it.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use axum::extract::Request;
use axum::http::{HeaderName, HeaderValue};
use axum::middleware::Next;
use axum::response::Response;
use hoi_platform::ids::ApiKeyId;
use hoi_platform::limits::{Left, RateLimit};

/// Requests that a key can make at once…
pub const REQUESTS_AT_ONCE: u32 = 600;
/// …then one in this time: 600 in a minute.
const REQUEST_PAUSE: Duration = Duration::from_millis(100);
/// Wrong keys from one network at once…
const WRONG_AT_ONCE: u32 = 30;
/// …then one in this time. They do not slow down right keys from the same network: a secret of 256 bits cannot be
/// guessed, and programs of others may share the address.
const WRONG_PAUSE: Duration = Duration::from_secs(10);
/// How often the use of a key is noted.
const NOTED_EVERY: Duration = Duration::from_mins(1);

/// The limits of keys, in this server's memory.
pub struct ApiLimits {
    pub(super) requests: RateLimit<ApiKeyId>,
    /// Counts the calls with a wrong key from each network.
    pub(super) wrong: RateLimit,
    /// Lets one use in [`NOTED_EVERY`] through to the database.
    pub(super) noted: RateLimit<ApiKeyId>,
}

impl Default for ApiLimits {
    fn default() -> Self {
        Self {
            requests: RateLimit::new(REQUESTS_AT_ONCE, REQUEST_PAUSE),
            wrong: RateLimit::new(WRONG_AT_ONCE, WRONG_PAUSE),
            noted: RateLimit::new(1, NOTED_EVERY),
        }
    }
}

/// The rest of the limit of a request's key, stored once the key is known.
#[derive(Debug, Clone, Default)]
pub(super) struct Told(Arc<OnceLock<Left>>);

impl Told {
    pub fn set(&self, left: Left) {
        // A handler asks for its key once.
        let _ = self.0.set(left);
    }
}

/// Middleware around the calls of keys that adds the headers of the limit to every response for a known key, also to
/// refusals.
pub async fn tell_limit(mut request: Request, next: Next) -> Response {
    let told = Told::default();
    request.extensions_mut().insert(told.clone());
    let mut response = next.run(request).await;
    if let Some(left) = told.0.get() {
        let seconds = left.full_after.as_millis().div_ceil(1000);
        let seconds = u64::try_from(seconds).unwrap_or(u64::MAX);
        for (name, value) in [
            ("ratelimit-limit", u64::from(REQUESTS_AT_ONCE)),
            ("ratelimit-remaining", u64::from(left.requests)),
            ("ratelimit-reset", seconds),
        ] {
            let name = HeaderName::from_static(name);
            response
                .headers_mut()
                .insert(name, HeaderValue::from(value));
        }
    }
    response
}
