//! House rules as a test: `cargo run -p xtask -- tidy`.

fn main() {}
