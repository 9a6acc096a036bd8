//! House rules as a test: `cargo run -p xtask -- tidy`; and the list of components: `cargo run -p xtask -- licenses`.
//!
//! Checks rules that the compiler cannot: imports between parts, dependencies, the style of comments and documents, and
//! the spelling of what users read.
//! Every finding names the rule and its reason.

mod dependencies;
mod licenses;
mod spelling;
mod tidy;

use std::process::ExitCode;

fn main() -> ExitCode {
    match std::env::args().nth(1).as_deref() {
        Some("tidy") => tidy::run(),
        Some("licenses") => match licenses::write(tidy::root()) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                eprintln!("{error}");
                ExitCode::FAILURE
            }
        },
        _ => {
            eprintln!("usage: cargo run -p xtask -- tidy|licenses");
            ExitCode::from(2)
        }
    }
}
