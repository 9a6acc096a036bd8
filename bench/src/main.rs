//! Measures the real program under load over loopback. The client runs on the same machine and takes its share of it.
//!
//! Without a subcommand: the rows of `RESULTS.md`. `hoi-bench export`: the cost of downloading a long list of participants.
//! `hoi-bench generate` fills a database with two years of events; `hoi-bench statistics` measures its figures without
//! a server, `hoi-bench screens` the calls of an administrator's screens, and `hoi-bench community` those of groups.
//! `hoi-bench faults` kills the server under load and takes its disk or database away, then compares the stored rows
//! with the answers; `hoi-bench soak` compares them after an hour of use, and records the server's resources.
//! `hoi-bench growth` measures registering, checking in and reading the first page while an event grows.
//! `hoi-bench waiting-room`: a rush of visitors on few seats.

mod community;
mod export;
mod fake_mail_server;
mod faults;
mod generate;
mod growth;
mod load;
mod program;
mod reference;
mod results;
mod screens;
mod statistics;
mod table;
mod timing;
mod waiting_room;

use anyhow::{Context, Result};
use clap::{Parser, Subcommand};
use program::Program;

/// Measures the rows of `RESULTS.md` and writes their medians into it.
#[derive(Parser)]
struct Arguments {
    /// Beginnings of the names of rows; all rows without any.
    #[arg(long, value_delimiter = ',')]
    rows: Vec<String>,
    /// How often each row is measured.
    #[arg(long, default_value_t = 3)]
    runs: usize,
    /// `postgres://…` of an empty database; by default a fresh embedded one.
    #[arg(long, global = true)]
    database_url: Option<String>,
    #[command(subcommand)]
    part: Option<Part>,
}

/// Another measurement to make instead.
#[derive(Subcommand)]
enum Part {
    /// Fill an event through imports, download its list in every format, and print time and memory.
    Export {
        /// Number of participants.
        #[arg(long, default_value_t = 100_000)]
        participants: usize,
    },
    /// Fill the empty database named by `--database-url` (`sqlite://<file>` or `postgres://…`) with accounts, events
    /// and participants.
    Generate(generate::Size),
    /// Print how long the figures of the database named by `--database-url` take, with their query plans.
    Statistics,
    /// Print how long the calls of an administrator's screens take on the database named by `--database-url`.
    Screens,
    /// Kill and starve the server while people use it, count the remaining rows, and write FAULTS.md.
    Faults(faults::Options),
    /// Add a small and a large group to the database named by `--database-url`, and print how long their calls take.
    Community(community::Size),
    /// Print the cost of registering, checking in and the first page of the list while an event grows.
    Growth {
        /// The most participants: 1,000, 10,000, 100,000 or 1,000,000 of them are measured.
        #[arg(long, default_value_t = 1_000_000)]
        participants: usize,
    },
    /// Let people use a server on an embedded database for an hour, and write its resources over time into SOAK.md.
    Soak(faults::Soak),
    /// Let many visitors come at the same second, and print the results of the visitors and of the organiser.
    WaitingRoom(waiting_room::Rush),
}

#[tokio::main]
async fn main() -> Result<()> {
    let arguments = Arguments::parse();
    // The HTTP client requires a provider, though nothing here uses TLS.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let url = arguments.database_url.as_deref();
    match arguments.part {
        Some(Part::Generate(size)) => generate::generate(&generate::open(url).await?, &size).await,
        Some(Part::Statistics) => statistics::measure(&generate::open(url).await?).await,
        Some(Part::Screens) => screens::measure(url).await,
        Some(Part::Community(size)) => {
            let url = url.context("name the database with --database-url")?;
            community::measure(url, size).await
        }
        Some(Part::Faults(options)) => faults::run_all(options, url).await,
        Some(Part::Soak(soak)) => faults::soak(soak).await,
        Some(Part::Growth { participants }) => growth::measure(url, participants).await,
        Some(Part::WaitingRoom(rush)) => waiting_room::measure(url, rush).await,
        Some(Part::Export { participants }) => {
            let program = Program::start(url).await?;
            export::measure(&program, participants).await?;
            program.stop().await
        }
        None => table::measure(&arguments.rows, arguments.runs, url).await,
    }
}
