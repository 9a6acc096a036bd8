//! The lucky draw: its participants, the commitment before a draw, and its verification afterwards.

mod draws;
mod live;
mod names;
mod race;
pub mod rounds;
mod setup;
mod support;
