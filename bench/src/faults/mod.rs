//! Kills or starves the real program while people use it, and then counts: acknowledged rows are there, once, no seat
//! is lost or oversold, every mail was sent, and `hoi check` finds nothing.

mod audit;
mod clients;
mod clock;
mod crowd;
mod disk;
mod kills;
mod mail_server;
mod postgres;
mod power;
mod report;
mod soak;
mod stage;

use std::time::Instant;

use anyhow::{Context, Result, bail, ensure};
use clap::Args;

use audit::Counts;
use report::Report;
pub use soak::{Soak, soak};

/// The runs, and how often each kills the program.
#[derive(Args)]
pub struct Options {
    /// Beginnings of the names of runs; all runs without any.
    #[arg(long, value_delimiter = ',')]
    runs: Vec<String>,
    /// How often the program is killed in each run of kills.
    #[arg(long, default_value_t = 20)]
    kills: usize,
    /// Repeats the random choices of a run; a new one by default.
    #[arg(long)]
    seed: Option<u64>,
    /// Do not write FAULTS.md.
    #[arg(long)]
    no_report: bool,
}

/// The settings that all runs share.
struct Setup {
    /// `postgres://…` of a server that the runs may restart.
    postgres: Option<String>,
    kills: usize,
    seed: u64,
}

impl Setup {
    fn postgres(&self) -> Result<&str> {
        let url = self.postgres.as_deref();
        url.context("name a PostgreSQL with --database-url")
    }
}

/// How a run ended.
enum RunOutcome {
    /// Nothing was lost; with a remark about the run.
    Held(Counts, String),
    /// This machine lacks something.
    Skipped(String),
}

/// A run: its name, and the fault that it causes.
struct Run {
    name: &'static str,
    what: &'static str,
}

const fn run(name: &'static str, what: &'static str) -> Run {
    Run { name, what }
}

const RUNS: &[Run] = &[
    run("kill.sqlite", "killed at random moments (SQLite)"),
    run("kill.postgres", "killed at random moments (PostgreSQL)"),
    run(
        "power.sqlite",
        "power lost: writes that were not synced are dropped, torn or reordered",
    ),
    run(
        "postgres.restart",
        "PostgreSQL restarted, also without shutting down",
    ),
    run("postgres.terminate", "PostgreSQL's backends terminated"),
    run(
        "postgres.cut",
        "connections to PostgreSQL cut after a commit, before its answer",
    ),
    run("postgres.gone", "PostgreSQL gone for 15 s"),
    run("postgres.takeover", "one of two servers killed"),
    run(
        "disk.sqlite",
        "disk full, free again; full, killed, free again (SQLite)",
    ),
    run(
        "disk.postgres",
        "disk of PostgreSQL's tables full, free again",
    ),
    run(
        "mail.down",
        "mail server refuses connections, later cuts them",
    ),
    run("mail.slow", "mail server takes 3 s for each command"),
    run("mail.greylist", "mail server refuses half for the moment"),
    run(
        "mail.unknown",
        "mail server refuses half for good; jobs retried",
    ),
    run(
        "mail.dropped",
        "mail server drops the connection after DATA",
    ),
    run("clock", "clock set forward by three hours and back"),
    run(
        "clients.leave",
        "visitors leave in the middle of a request or before its answer",
    ),
    run("clients.idle", "2,000 idle and 500 slow connections"),
    run(
        "clients.overflow",
        "6,000 visitors at once while the database is locked",
    ),
];

pub async fn run_all(options: Options, postgres: Option<&str>) -> Result<()> {
    let is_wanted = |name: &str| {
        options.runs.is_empty() || options.runs.iter().any(|begin| name.starts_with(begin))
    };
    for begin in &options.runs {
        ensure!(
            RUNS.iter().any(|run| run.name.starts_with(begin)),
            "no run begins with {begin}"
        );
    }
    let setup = Setup {
        postgres: postgres.map(str::to_owned),
        kills: options.kills,
        seed: options
            .seed
            .unwrap_or_else(|| rand::random_range(0..1_000_000)),
    };
    println!("seed {}", setup.seed);
    let mut report = Report::new(setup.seed);
    let mut failed = Vec::new();
    for run in RUNS.iter().filter(|run| is_wanted(run.name)) {
        let began = Instant::now();
        println!("{}: {}", run.name, run.what);
        let outcome = start(run.name, &setup).await;
        let took = began.elapsed();
        match &outcome {
            Ok(RunOutcome::Held(counts, remark)) => println!(
                "{}: held in {:.0} s; acknowledged {}, found {}, doubled {}, mails {}, copies {}; {remark}",
                run.name,
                took.as_secs_f64(),
                counts.acknowledged,
                counts.found,
                counts.doubled,
                counts.mails,
                counts.copies,
            ),
            Ok(RunOutcome::Skipped(reason)) => println!("{}: SKIPPED, {reason}", run.name),
            Err(error) => {
                println!(
                    "{}: FAILED after {:.0} s: {error:#}",
                    run.name,
                    took.as_secs_f64()
                );
                failed.push(run.name);
            }
        }
        report.add(run, &outcome);
    }
    println!("\n{}", report.table());
    if !options.no_report {
        report.write()?;
    }
    if !failed.is_empty() {
        bail!("failed: {}; seed {}", failed.join(", "), setup.seed);
    }
    Ok(())
}

async fn start(name: &str, setup: &Setup) -> Result<RunOutcome> {
    match name {
        "kill.sqlite" => kills::run(setup, None).await,
        "kill.postgres" => kills::run(setup, Some(setup.postgres()?)).await,
        "power.sqlite" => power::run(setup).await,
        "postgres.restart" => postgres::restart(setup).await,
        "postgres.terminate" => postgres::terminate(setup).await,
        "postgres.cut" => postgres::cut(setup).await,
        "postgres.gone" => postgres::gone(setup).await,
        "postgres.takeover" => postgres::take_over(setup).await,
        "disk.sqlite" => disk::sqlite().await,
        "disk.postgres" => disk::postgres(setup).await,
        "mail.down" => mail_server::down().await,
        "mail.slow" => mail_server::slow().await,
        "mail.greylist" => mail_server::greylist().await,
        "mail.unknown" => mail_server::unknown().await,
        "mail.dropped" => mail_server::dropped().await,
        "clock" => clock::run().await,
        "clients.leave" => clients::leave(setup).await,
        "clients.idle" => clients::idle().await,
        "clients.overflow" => clients::overflow().await,
        _ => bail!("no run is called {name}"),
    }
}
