//! The lucky draw: who takes part, the commitment before a draw, and its verification afterwards.

mod draws;
mod live;
mod names;
mod race;
mod rounds;
mod setup;
mod support;
