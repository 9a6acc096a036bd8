//! Events: what an organiser announces, its form, payment details and mails.

pub mod entity;
mod store;
mod usage;

pub use crate::ids::{CoverId, EventId};
pub use store::find_event;
pub use usage::count_used;
