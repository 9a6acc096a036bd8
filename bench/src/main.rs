//! Measures the real program under load over loopback. The client runs on the same machine and takes its share of it.
//!
//! Without a subcommand: registrations per second as visitors send them, with one request, one idempotency key and one
//! commit behind every answer. `hoi-bench export`: the cost of downloading a long list of participants.
//! `hoi-bench generate` fills a database with two years of events; `hoi-bench statistics` measures its figures without
//! a server, and `hoi-bench screens` what an administrator's screens ask for. `hoi-bench community` does so for groups.

mod community;
mod export;
mod generate;
mod program;
mod screens;
mod statistics;
mod timing;

use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use clap::{Parser, Subcommand};
use futures::future::try_join_all;
use program::Program;
use reqwest::Client;
use serde_json::{Value, json};

/// Registers visitors for one event of a fresh server and prints how fast that was.
#[derive(Parser)]
struct Arguments {
    /// Number of visitors.
    #[arg(long, default_value_t = 20_000)]
    visitors: usize,
    /// Visitors at the same time, each on their own connection.
    #[arg(long, default_value_t = 256)]
    connections: usize,
    /// Send every visitor a mail, while registration goes on.
    #[arg(long)]
    mails: bool,
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
    /// Add a small and a large group to the database named by `--database-url`, and print how long their calls take.
    Community(community::Size),
}

#[tokio::main]
async fn main() -> Result<()> {
    let arguments = Arguments::parse();
    // The HTTP client requires a provider, though nothing here uses TLS.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let url = arguments.database_url.as_deref();
    match arguments.part {
        Some(Part::Generate(size)) => {
            return generate::generate(&generate::open(url).await?, &size).await;
        }
        Some(Part::Statistics) => {
            return statistics::measure(&generate::open(url).await?).await;
        }
        Some(Part::Screens) => return screens::measure(url).await,
        Some(Part::Community(size)) => {
            let url = url.context("name the database with --database-url")?;
            return community::measure(url, size).await;
        }
        Some(Part::Export { .. }) | None => {}
    }
    let program = Program::start(url).await?;
    if let Some(Part::Export { participants }) = arguments.part {
        export::measure(&program, participants).await?;
        return program.stop().await;
    }
    let event = program
        .open_event(arguments.visitors, arguments.mails, json!([]), json!([]))
        .await?;
    let client = Client::builder()
        .pool_max_idle_per_host(arguments.connections)
        .build()?;
    let url = format!("{}/api/event/{event}/register", program.url());

    let began = Instant::now();
    let lines = (0..arguments.connections).map(|line| {
        let visitors = (line..arguments.visitors).step_by(arguments.connections);
        tokio::spawn(register(client.clone(), url.clone(), visitors))
    });
    let mut waits: Vec<Duration> = Vec::with_capacity(arguments.visitors);
    for line in try_join_all(lines).await? {
        waits.extend(line?);
    }
    let took = began.elapsed();
    program.stop().await?;

    waits.sort_unstable();
    let wait = |part: usize| {
        let at = (waits.len() * part / 100).min(waits.len().saturating_sub(1));
        waits
            .get(at)
            .map_or(0.0, |wait| wait.as_secs_f64() * 1000.0)
    };
    let per_second = u128::try_from(waits.len())? * 1000 / took.as_millis().max(1);
    println!(
        "{} registrations on {} connections in {:.1} s: {per_second}/s; answered within {:.0} ms (half), {:.0} ms (99 of 100), {:.0} ms (all)",
        waits.len(),
        arguments.connections,
        took.as_secs_f64(),
        wait(50),
        wait(99),
        wait(100),
    );
    Ok(())
}

/// Registers the visitors one after the other and returns how long each waited.
async fn register(
    client: Client,
    url: String,
    visitors: impl Iterator<Item = usize>,
) -> Result<Vec<Duration>> {
    let mut waits = Vec::new();
    for visitor in visitors {
        let body = json!({
            "fullName": format!("Nguyễn Văn {visitor}"),
            "email": format!("khach{visitor}@example.vn"),
            "phone": "0912 345 678",
            "company": "Công ty Một",
            "consent": true,
        });
        // Every visitor has their own address; the server trusts this header here.
        let [_, b, c, d] = u32::try_from(visitor)?.to_be_bytes();
        let asked = Instant::now();
        let answer = client
            .post(&url)
            .header("x-forwarded-for", format!("10.{b}.{c}.{d}"))
            .header("idempotency-key", format!("visitor-{visitor}"))
            .json(&body)
            .send()
            .await?;
        let answer: Value = answer.json().await.context("an answer is no JSON")?;
        waits.push(asked.elapsed());
        let taken = answer.get("code").is_some_and(|code| code == 2000);
        ensure!(taken, "visitor {visitor}: {answer}");
    }
    Ok(waits)
}
