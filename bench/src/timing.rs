//! How long the same call took several times.

use std::fmt;
use std::time::{Duration, Instant};

use anyhow::Result;

/// Each call is made this many times.
const TIMES: usize = 7;

/// The shortest, the median and the longest time of several calls.
pub struct Times(Vec<Duration>);

/// Makes the call several times.
pub async fn times(call: impl AsyncFn() -> Result<()>) -> Result<Times> {
    let mut took = Vec::with_capacity(TIMES);
    for _ in 0..TIMES {
        let began = Instant::now();
        call().await?;
        took.push(began.elapsed());
    }
    took.sort_unstable();
    Ok(Times(took))
}

impl fmt::Display for Times {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let at = |at: usize| self.0.get(at).copied().unwrap_or_default().as_secs_f64() * 1000.0;
        write!(
            f,
            "{:.1} / {:.1} / {:.1} ms",
            at(0),
            at(TIMES / 2),
            at(TIMES - 1)
        )
    }
}
