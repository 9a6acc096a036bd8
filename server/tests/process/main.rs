//! The real program as an operator runs it: started, asked to stop, and attacked by clients.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::pedantic
)]

mod connections;
mod logs;
mod program;
mod starting;
mod stopping;
