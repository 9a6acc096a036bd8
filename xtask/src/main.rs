//! House rules as a test: `cargo run -p xtask -- tidy`.
//!
//! Checks what the compiler cannot: which part may use which. Every finding names the rule and its reason.

mod tidy;

use std::process::ExitCode;

fn main() -> ExitCode {
    if std::env::args().nth(1).as_deref() == Some("tidy") {
        return tidy::run();
    }
    eprintln!("usage: cargo run -p xtask -- tidy");
    ExitCode::from(2)
}
