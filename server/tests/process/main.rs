//! The real program as an operator runs it: started, asked to stop, and attacked by clients.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::pedantic
)]

mod backup;
mod commands;
mod connections;
mod deliveries;
mod doctor;
mod logs;
mod pictures;
mod program;
mod starting;
mod stopping;
mod traces;
