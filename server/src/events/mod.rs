//! Events: what an organiser announces, its form, payment details and mails.

pub mod entity;
mod store;

pub use crate::ids::{CoverId, EventId};
pub use store::find_event;
