use std::io::{IsTerminal as _, Write as _};
use std::time::{Duration, Instant};

/// The interval between two lines.
const EVERY: Duration = Duration::from_millis(200);

/// Shows on standard error how far a long command is, if that is a terminal.
pub struct Progress {
    is_shown: bool,
    at: Option<Instant>,
}

impl Progress {
    pub fn new() -> Self {
        Self {
            is_shown: std::io::stderr().is_terminal(),
            at: None,
        }
    }

    /// Replaces the line by `text`, unless the last one was shown a moment ago.
    pub fn show(&mut self, text: impl FnOnce() -> String) {
        if self.is_shown && self.at.is_none_or(|at| at.elapsed() >= EVERY) {
            self.at = Some(Instant::now());
            // Progress that cannot be shown is no reason to fail.
            let _ = write!(std::io::stderr(), "\r\x1b[K{}", text());
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if self.is_shown && self.at.is_some() {
            let _ = write!(std::io::stderr(), "\r\x1b[K");
        }
    }
}

/// Returns a size as people read it.
pub fn size(bytes: u64) -> String {
    const MIB: u64 = 1024 * 1024;
    match bytes {
        0..MIB => format!("{} KiB", bytes.div_ceil(1024)),
        _ => format!("{} MiB", bytes.div_ceil(MIB)),
    }
}
