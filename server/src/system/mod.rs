//! The running platform, for administrators and Prometheus: state, background jobs, mails, the audit log, and the
//! activity of one account.

mod audit_log;
mod dto;
mod metrics;
mod needs;
mod process;
mod routes;
mod store;

pub use metrics::metrics_router;
pub use routes::routes;
