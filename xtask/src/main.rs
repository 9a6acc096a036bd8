//! House rules as a test: `cargo run -p xtask -- tidy`.
//!
//! What the compiler can check (privacy, types) it checks; here stands what it cannot: which part may know which.
//! Every finding names the rule and why it is there.

mod tidy;

use std::process::ExitCode;

fn main() -> ExitCode {
    if std::env::args().nth(1).as_deref() == Some("tidy") {
        return tidy::run();
    }
    eprintln!("usage: cargo run -p xtask -- tidy");
    ExitCode::from(2)
}
