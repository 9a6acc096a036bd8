//! The tables of this feature; rows only, no behaviour. A ticket class belongs to its event's rows.

pub mod invitation_code;

pub use crate::events::entity::ticket;
