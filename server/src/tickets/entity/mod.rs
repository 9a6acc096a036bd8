//! The tables of this feature; rows only, no behaviour.

pub mod invitation_code;
pub mod ticket;
