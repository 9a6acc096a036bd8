//! The table of `RESULTS.md`: the figures, the targets, and whether a figure became worse.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::process::Command;

use anyhow::{Result, bail};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/RESULTS.md");
/// A row that falls below this part of its recorded ratio to the reference fails.
const WORST: f64 = 0.5;

/// The unit of a figure.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// More is better; of all others less.
    PerSecond,
    Milliseconds,
    Seconds,
    Megabytes,
}

pub struct Row {
    /// The name by which `ROWS` selects it.
    pub name: &'static str,
    pub work: &'static str,
    pub unit: Unit,
    pub asked: &'static str,
}

const fn row(name: &'static str, work: &'static str, unit: Unit, asked: &'static str) -> Row {
    Row {
        name,
        work,
        unit,
        asked,
    }
}

/// All rows. Those whose names begin alike are measured together.
pub const ROWS: &[Row] = &[
    row(
        "visitors.register64",
        "register, 64 connections, mails on",
        Unit::PerSecond,
        "half of the reference",
    ),
    row(
        "visitors.register64.p99",
        "the same, 99 of 100 answered within",
        Unit::Milliseconds,
        "20 ms",
    ),
    row(
        "visitors.register1",
        "register, 1 connection",
        Unit::Milliseconds,
        "twice the reference",
    ),
    row(
        "visitors.mailing",
        "register, 1 connection, while mails are being sent",
        Unit::Milliseconds,
        "as without",
    ),
    row(
        "visitors.mails",
        "mails to a local SMTP sink while no visitor registers",
        Unit::PerSecond,
        "1,000/s",
    ),
    row(
        "visitors.json",
        "public event (JSON), 64",
        Unit::PerSecond,
        "half of the reference",
    ),
    row(
        "visitors.html",
        "public page (HTML), 64",
        Unit::PerSecond,
        "50,000/s",
    ),
    row(
        "visitors.idle",
        "memory of a server at rest, 20 s after its start",
        Unit::Megabytes,
        "60 MB",
    ),
    row(
        "visitors.surge",
        "most memory under the surge",
        Unit::Megabytes,
        "250 MB",
    ),
    row(
        "visitors.start",
        "start with an empty database",
        Unit::Seconds,
        "keep",
    ),
    row(
        "postgres.register64",
        "register on PostgreSQL, 64 connections",
        Unit::PerSecond,
        "a quarter of the reference",
    ),
    row(
        "postgres.register1",
        "register on PostgreSQL, 1 connection",
        Unit::Milliseconds,
        "1.5 ms",
    ),
    row(
        "matching.visitor",
        "register, 1 connection, while a statement of 20,000 transfers is matched",
        Unit::Milliseconds,
        "as without",
    ),
    row(
        "matching.paid",
        "registrations paid from the statement while no visitor registers",
        Unit::PerSecond,
        "–",
    ),
    row(
        "list.import",
        "import 100,000 in twenty files",
        Unit::Seconds,
        "keep",
    ),
    row(
        "list.first",
        "participants' first page of 100,000, 16",
        Unit::PerSecond,
        "5,000/s",
    ),
    row(
        "list.page",
        "page 2,500 of it, 1",
        Unit::Milliseconds,
        "2 ms",
    ),
    row(
        "list.search",
        "search of two words in 100,000, 1",
        Unit::Milliseconds,
        "10 ms",
    ),
    row("list.xlsx", "export XLSX of 100,000", Unit::Seconds, "keep"),
    row("list.csv", "export CSV of 100,000", Unit::Seconds, "keep"),
    row(
        "list.door",
        "check-in by code, 16, event of 100,000",
        Unit::PerSecond,
        "10,000/s",
    ),
    row(
        "list.door.p99",
        "the same, 99 of 100 answered within",
        Unit::Milliseconds,
        "5 ms",
    ),
    row(
        "list.door.memory",
        "most memory at the door",
        Unit::Megabytes,
        "250 MB",
    ),
];

/// Figures of several runs, by the names of rows.
#[derive(Default)]
pub struct Figures {
    measured: BTreeMap<&'static str, Vec<f64>>,
    reference: BTreeMap<&'static str, Vec<f64>>,
}

impl Figures {
    pub fn measured(&mut self, row: &'static str, figure: f64) {
        println!("{row}: {figure:.2}");
        self.measured.entry(row).or_default().push(figure);
    }

    pub fn reference(&mut self, row: &'static str, figure: f64) {
        println!("{row}, reference: {figure:.2}");
        self.reference.entry(row).or_default().push(figure);
    }

    /// Writes the rows that were measured over those in the file.
    ///
    /// # Errors
    /// If a row fell below half of its recorded ratio; then the file stays as it is.
    pub fn record(&self, wanted: &[&str], runs: usize) -> Result<()> {
        let before = fs::read_to_string(FILE).unwrap_or_default();
        let mut table = String::new();
        let mut worse = Vec::new();
        for row in ROWS {
            let recorded = before
                .lines()
                .find(|line| line.starts_with(&format!("| `{}` ", row.name)));
            let is_wanted = wanted.iter().any(|name| row.name.starts_with(name));
            let measured = self.measured.get(row.name).filter(|_| is_wanted);
            let Some(measured) = measured.map(|runs| median(runs)) else {
                if let Some(line) = recorded {
                    writeln!(table, "{line}")?;
                }
                continue;
            };
            let reference = self.reference.get(row.name).map(|runs| median(runs));
            let ratio = reference.map(|reference| match row.unit {
                Unit::PerSecond => measured / reference,
                _ => reference / measured,
            });
            let was = recorded.and_then(|line| line.split('|').nth(5)?.trim().parse::<f64>().ok());
            if let (Some(ratio), Some(was)) = (ratio, was)
                && ratio < was * WORST
            {
                worse.push(format!(
                    "{}: {ratio:.3} of the reference, was {was:.3}",
                    row.name
                ));
            }
            writeln!(
                table,
                "| `{}` | {} | {} | {} | {} | {} |",
                row.name,
                row.work,
                reference.map_or("–".to_owned(), |figure| shown(figure, row.unit)),
                shown(measured, row.unit),
                ratio.map_or("–".to_owned(), |ratio| format!("{ratio:.3}")),
                row.asked,
            )?;
        }
        if !worse.is_empty() {
            bail!(
                "slower than half of what was recorded:\n{}",
                worse.join("\n")
            );
        }
        let text = format!(
            "# Results of `make bench`\n\n\
             Medians of {runs} runs at commit {} on {}, {}. Load and server share the machine. Repeat with `make bench`, \
             or some rows with `make bench ROWS=visitors,list.first RUNS=1`: the rows measured then replace those here.\n\n\
             The reference (`bench/reference/`) parses the same JSON, stores registration and mail with as durable a \
             commit and answers from memory what visitors read. The ratio is that of speeds: 1 is as fast as the \
             reference. `make bench` fails when a ratio falls below half of the one here.\n\n\
             | row | work | reference | measured | ratio | asked |\n|---|---|---|---|---|---|\n{table}",
            said("git", &["describe", "--always", "--dirty"]),
            said("date", &["-uI"]),
            machine(),
        );
        Ok(fs::write(FILE, text)?)
    }
}

pub fn median(figures: &[f64]) -> f64 {
    let mut sorted = figures.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted.get(sorted.len() / 2).copied().unwrap_or(f64::NAN)
}

fn shown(figure: f64, unit: Unit) -> String {
    match unit {
        Unit::PerSecond => format!("{figure:.0}/s"),
        Unit::Milliseconds => format!("{figure:.2} ms"),
        Unit::Seconds => format!("{figure:.2} s"),
        Unit::Megabytes => format!("{figure:.0} MB"),
    }
}

pub fn machine() -> String {
    let of = |file: &str, name: &str| {
        let text = fs::read_to_string(file).unwrap_or_default();
        let line = text.lines().find(|line| line.starts_with(name));
        let value = line.and_then(|line| line.split_once(':'));
        value.map_or(String::new(), |(_, value)| value.trim().to_owned())
    };
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    let memory = of("/proc/meminfo", "MemTotal");
    let processor = of("/proc/cpuinfo", "model name");
    format!("{cores} cores of {processor}, {memory} of memory")
}

/// Returns the output of a command, without its end of line.
pub fn said(command: &str, arguments: &[&str]) -> String {
    let output = Command::new(command).args(arguments).output();
    output.map_or(String::new(), |output| {
        String::from_utf8_lossy(&output.stdout).trim().to_owned()
    })
}
