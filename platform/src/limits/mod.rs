//! Limits on the requests of callers. [`RateLimit`], [`Shares`] and [`KeyedSemaphores`] count in the memory of one
//! server, against floods; [`throttle`] counts in the database, against guessing. An address is counted in all networks
//! that [`Network::around`] names.

mod hourly_counts;
mod keyed_semaphores;
mod network;
mod rate_limit;
pub mod throttle;

pub use hourly_counts::HourlyCounts;
pub use keyed_semaphores::KeyedSemaphores;
pub use network::{Network, Share, Shares, Width};
pub use rate_limit::{CountedAlone, Left, RateLimit};
