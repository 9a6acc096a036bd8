//! Two real programs on one PostgreSQL, as an operator runs them behind a proxy. On the embedded database, which belongs
//! to one program, there is nothing to test.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::pedantic
)]

mod jobs;
#[allow(dead_code, reason = "the tests of a single program need more of it")]
#[path = "../process/program.rs"]
mod program;
mod proxy;
mod restart;
mod screens;
mod seats;
mod sessions;
#[allow(dead_code, reason = "other tests need more of it")]
#[path = "../support/sockets.rs"]
mod sockets;
mod support;
