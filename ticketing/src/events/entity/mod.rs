//! The tables of this feature; rows only, no behaviour.

pub mod cover;
pub mod event;
pub mod event_activity;
pub mod event_draft;
pub mod event_letter;
pub mod event_mailing;
pub mod event_page;
pub mod event_visit;

pub use super::invitation_codes::invitation_code;
pub use super::tickets::ticket;
