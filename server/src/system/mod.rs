//! What administrators see of the running platform, and Prometheus: state, background jobs, mails, the audit log, and
//! what one account has done.

mod audit_log;
mod dto;
mod metrics;
mod process;
mod routes;
mod store;

pub use metrics::metrics_router;
pub use routes::routes;
