//! The lucky draw: its participants, the commitment before a draw, and its verification afterwards.

mod draws;
mod live;
mod names;
mod race;
mod remotes;
pub mod rounds;
mod setup;
mod support;
