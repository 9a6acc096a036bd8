//! Load from outside: `wrk`, which needs less of the machine than a client of our own would, with the scripts in `wrk/`.

use std::process::Stdio;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use serde_json::Value;
use tokio::process::Command;

/// The result of one run of `wrk`.
#[derive(Debug, Clone, Copy)]
pub struct Load {
    pub per_second: f64,
    /// Within how many milliseconds half of the answers came.
    pub p50: f64,
    /// Within how many milliseconds 99 of 100 came.
    pub p99: f64,
    pub requests: usize,
    /// Answers other than 200.
    pub refused: usize,
}

/// Sends requests to `url` on this many connections, as `script` writes them.
pub async fn send(
    script: &str,
    url: &str,
    connections: usize,
    time: Duration,
    arguments: &[String],
) -> Result<Load> {
    let output = Command::new("wrk")
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/wrk"))
        .args(["-t1", "--timeout", "10s", "--latency"])
        .args([format!("-c{connections}"), format!("-d{}s", time.as_secs())])
        .args(["-s", script, url, "--"])
        .args(arguments)
        .stderr(Stdio::inherit())
        .output()
        .await
        .context("cannot start wrk; run scripts/install-tools bench")?;
    let printed = String::from_utf8(output.stdout)?;
    let report = printed.lines().find(|line| line.starts_with('{'));
    let report: Value = serde_json::from_str(report.with_context(|| printed.clone())?)?;
    let number = |name: &str| {
        let number = report.get(name).and_then(Value::as_f64);
        number.with_context(|| format!("wrk reports no {name}"))
    };
    let count = |name: &str| {
        let count = report.get(name).and_then(Value::as_u64).unwrap_or(0);
        usize::try_from(count)
    };
    let load = Load {
        per_second: number("requests")? / number("seconds")?,
        p50: number("p50")?,
        p99: number("p99")?,
        requests: count("requests")?,
        refused: count("refused")?,
    };
    ensure!(load.requests > 0, "{script} got no answers");
    Ok(load)
}

/// As [`send`]; every answer must be 200.
pub async fn send_well(
    script: &str,
    url: &str,
    connections: usize,
    time: Duration,
    arguments: &[String],
) -> Result<Load> {
    let load = send(script, url, connections, time, arguments).await?;
    ensure!(load.refused == 0, "{url}: {} refused", load.refused);
    Ok(load)
}
