//! House rules as a test: `cargo run -p xtask -- tidy`.
//!
//! Checks what the compiler cannot: which part may use which, and what the dependencies are. Every finding names the
//! rule and its reason.

mod dependencies;
mod tidy;

use std::process::ExitCode;

fn main() -> ExitCode {
    if std::env::args().nth(1).as_deref() == Some("tidy") {
        return tidy::run();
    }
    eprintln!("usage: cargo run -p xtask -- tidy");
    ExitCode::from(2)
}
