//! The table of `FAULTS.md`.

use std::fmt::Write as _;
use std::fs;

use anyhow::Result;

use super::{RUNS, Run, RunOutcome};
use crate::results::{machine, said};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/FAULTS.md");
const HEAD: &str = "| run | what happened | acknowledged | found | doubled | mails | copies | repeated | slowest answer | remark |\n\
    |---|---|---|---|---|---|---|---|---|---|\n";

pub struct Report {
    seed: u64,
    rows: Vec<(&'static str, String)>,
}

impl Report {
    pub fn new(seed: u64) -> Self {
        Self {
            seed,
            rows: Vec::new(),
        }
    }

    pub fn add(&mut self, run: &Run, outcome: &Result<RunOutcome>) {
        let rest = match outcome {
            Ok(RunOutcome::Held(counts, remark)) => format!(
                "{} | {} | {} | {} | {} | {} | {:.1} s | {remark}",
                counts.acknowledged,
                counts.found,
                counts.doubled,
                counts.mails,
                counts.copies,
                counts.repeated,
                counts.slowest.as_secs_f64(),
            ),
            Ok(RunOutcome::Skipped(reason)) => {
                format!("– | – | – | – | – | – | – | **skipped**: {reason}")
            }
            Err(_) => "– | – | – | – | – | – | – | **failed**".to_owned(),
        };
        let row = format!("| `{}` | {} | {rest} |", run.name, run.what);
        self.rows.push((run.name, row));
    }

    pub fn table(&self) -> String {
        let rows: Vec<_> = self.rows.iter().map(|(_, row)| row.as_str()).collect();
        format!("{HEAD}{}\n", rows.join("\n"))
    }

    /// Writes the rows of this time over those in the file.
    pub fn write(&self) -> Result<()> {
        let before = fs::read_to_string(FILE).unwrap_or_default();
        let mut table = HEAD.to_owned();
        for Run { name, .. } in RUNS {
            let new = self
                .rows
                .iter()
                .find(|(of, _)| of == name)
                .map(|(_, row)| row.as_str());
            let old = before
                .lines()
                .find(|line| line.starts_with(&format!("| `{name}` ")));
            if let Some(row) = new.or(old) {
                writeln!(table, "{row}")?;
            }
        }
        let text = format!(
            "# Results of `make faults`\n\n\
             At commit {} on {}, {}, {}; seed {}. Repeat with `make faults`, or some runs with \
             `make faults RUNS=kill,power SEED={}`: their rows then replace those here.\n\n\
             In each run the real program is used by visitors, who repeat unanswered requests under the same \
             `Idempotency-Key` and wait for their turn as the public page does; by doors, which repeat a scan under the \
             same nonce; and by an organiser, who adds people without a key and never repeats. *Acknowledged* counts the \
             registrations, additions and check-ins that were answered with success, *found* those that are in the \
             database afterwards. *Mails* counts the people whose ticket arrived, *copies* the mails that arrived again, \
             under the Message-ID of the first. *Repeated* counts requests that had to be sent again; *slowest answer* is \
             the longest time from the first attempt to success. A run fails when an acknowledged row is missing, \
             anything is doubled, a counter differs from its rows, a small class is not exactly sold out, a mail is \
             missing, a client gets an answer other than success, a plain refusal or \"try again\", or `hoi check` finds \
             something.\n\n{table}",
            said("git", &["describe", "--always", "--dirty"]),
            said("date", &["-uI"]),
            machine(),
            if cfg!(debug_assertions) {
                "a debug build"
            } else {
                "a release build"
            },
            self.seed,
            self.seed,
        );
        Ok(fs::write(FILE, text)?)
    }
}
