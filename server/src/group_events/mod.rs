//! The events of a group, as its members see them: when, where, seats left, and each member's own registration.
//!
//! Nobody registers here: members register with the call of the public form, which this feature tells them how to make
//! with what their profile holds.

mod dto;
mod routes;
mod rules;
mod store;

pub use routes::routes;
