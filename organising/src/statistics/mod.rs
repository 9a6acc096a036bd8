//! Figures of the platform, of an organiser or of an event: an overview, their development over time, and the data
//! behind them as a file.
//!
//! Nothing but visits is counted in advance: the indexes of `0015_statistics.sql` are small enough to be counted on
//! each request, and registration and check-in keep no counters for it.

mod dto;
mod export;
mod report;
mod routes;
mod rules;
mod store;

pub use dto::{ChartPoint, Comparison, Overview};
pub use routes::routes;
pub use rules::Period;
pub use store::{Metric, Scope, chart, overview, sums_over_time};
