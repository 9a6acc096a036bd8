//! An hour of mixed load: the resources of the server must not grow with the time it runs.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use clap::Args;
use reqwest::Client;
use tokio::time::{sleep, sleep_until};

use super::crowd::Size;
use super::stage::Stage;
use crate::program::{ADMIN, Program};
use crate::results::{machine, said};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/SOAK.md");
/// Points of each plot, and rows of the table.
const SAMPLES: u32 = 20;
/// The pause of the organiser and of a reader of the public page after an answer.
const LOOK: Duration = Duration::from_millis(250);
/// Looks of the organiser between two downloads of the list.
const DOWNLOAD: usize = 400;
/// The most that the write-ahead log may hold, in mebibytes: the writer copies it itself after 16,000 pages of four
/// kibibytes, and goes on while it does.
const MOST_LOG: f64 = 128.0;
/// How much more memory and files the last quarter may hold than the second, by which time all is in use.
const GROWTH: f64 = 1.15;

/// How long, and by how many. An access token has to last for a twentieth of the time.
#[derive(Args)]
pub struct Soak {
    #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..=200))]
    minutes: u32,
    /// Visitors who register one after the other.
    #[arg(long, default_value_t = 24)]
    visitors: usize,
    /// How many milliseconds each of them, each door and each helper rests after an answer.
    #[arg(long, default_value_t = 400)]
    rest: u64,
}

/// The resources of the server at a moment, and its answers since the previous sample.
struct Sample {
    at: Duration,
    registered: usize,
    mails: usize,
    memory: f64,
    files: f64,
    log: f64,
    database: f64,
    /// The median and the longest time of the list's first page, in milliseconds.
    list: (f64, f64),
}

/// Lets people use a server for so long, counts the acknowledgements, and writes SOAK.md.
pub async fn soak(soak: Soak) -> Result<()> {
    let stage = Stage::new("soak", None).await?;
    let crowd = stage.gather(Size {
        visitors: soak.visitors,
        rest: Duration::from_millis(soak.rest),
        ..Size::USUAL
    })?;
    let program = stage.program()?;
    let (page, public) = (first_page(&stage), public_pages(&stage));
    let mut samples = Vec::new();
    let mut times = Vec::new();
    let began = Instant::now();
    let step = Duration::from_mins(soak.minutes.into()) / SAMPLES;
    let read = read_public_pages(&public);
    tokio::pin!(read);
    for number in 1..=SAMPLES {
        let end = began + step * number;
        // An access token is good for fifteen minutes, and a sample takes three.
        let token = program.log_in(ADMIN).await?;
        crowd.set_token(&token);
        tokio::select! {
            () = sleep_until(end.into()) => {}
            failed = look(program, &token, &page, &mut times) => return failed,
            failed = &mut read => return failed,
        }
        let sample = Sample {
            at: began.elapsed(),
            registered: crowd.registered(),
            mails: stage.sink.taken(),
            memory: mebibytes(program.memory()? * 1024),
            files: f64::from(u32::try_from(program.open_files()?)?),
            log: size_of(&stage.place.folder().join("hoi.db-wal")),
            database: size_of(&stage.place.folder().join("hoi.db")),
            list: spread(&mut times),
        };
        println!("{}", row(&sample));
        samples.push(sample);
    }
    let counts = stage.finish(crowd).await?;
    let verdict = format!(
        "{} registrations, additions and check-ins were acknowledged and {} found, {} doubled; {} mails were due and came, \
         {} of them twice.",
        counts.acknowledged, counts.found, counts.doubled, counts.mails, counts.copies
    );
    println!("{verdict}");
    fs::write(FILE, report(&soak, &samples, &verdict)?)?;
    judge(
        &samples,
        soak.visitors + Size::USUAL.doors + Size::USUAL.organisers,
    )
}

fn first_page(stage: &Stage) -> String {
    format!("/api/event/{}/attendances", stage.event.id)
}

fn public_pages(stage: &Stage) -> [String; 2] {
    let (url, id) = (stage.place.url(), &stage.event.id);
    [
        format!("{url}/form/{id}"),
        format!("{url}/api/event/{id}/public"),
    ]
}

/// The organiser: looks at pages of the list, searches, reads the overview, and now and then downloads the list.
async fn look(program: &Program, token: &str, list: &str, times: &mut Vec<Duration>) -> Result<()> {
    let event = list.trim_end_matches("/attendances");
    let id = event.rsplit('/').next().unwrap_or_default();
    let overview = format!("/api/statistic/overview?eventId={id}");
    for turn in 1_usize.. {
        let began = Instant::now();
        let first = format!("{list}?limit=20&page=1");
        program.get(token, &first).await?;
        times.push(began.elapsed());
        let later = match turn % 3 {
            0 => format!("{list}?limit=20&page={}", turn % 100 + 2),
            1 => format!("{list}?limit=20&page=1&search=tran%20{turn}"),
            _ => overview.clone(),
        };
        program.get(token, &later).await?;
        if turn.is_multiple_of(DOWNLOAD) {
            let format = if turn.is_multiple_of(2 * DOWNLOAD) {
                "xlsx"
            } else {
                "csv"
            };
            let file = program.export(token, id, format).await?.bytes().await?;
            ensure!(!file.is_empty(), "a list was downloaded without content");
        }
        sleep(LOOK).await;
    }
    Ok(())
}

/// A visitor who only reads, on a new connection each time.
async fn read_public_pages(pages: &[String]) -> Result<()> {
    for page in pages.iter().cycle() {
        let client = Client::builder().pool_max_idle_per_host(0).build()?;
        client
            .get(page)
            .send()
            .await?
            .error_for_status()?
            .bytes()
            .await?;
        sleep(LOOK).await;
    }
    Ok(())
}

/// Compares the last quarter with the second. The slower a busy machine answers, the more of the people have a connection
/// open at a moment.
fn judge(samples: &[Sample], people: usize) -> Result<()> {
    let quarter = samples.len() / 4;
    let most = |from: usize, of: fn(&Sample) -> f64| {
        let part = samples.iter().skip(from).take(quarter);
        part.map(of).fold(0.0, f64::max)
    };
    let people = f64::from(u32::try_from(people)?);
    for (what, of, more) in [
        (
            "memory",
            (|sample| sample.memory) as fn(&Sample) -> f64,
            0.0,
        ),
        ("open files", |sample| sample.files, people),
    ] {
        let (before, after) = (most(quarter, of), most(3 * quarter, of));
        ensure!(
            after <= before * GROWTH + more,
            "{what} grew from {before:.0} to {after:.0}"
        );
    }
    let log = samples.iter().map(|sample| sample.log).fold(0.0, f64::max);
    ensure!(log <= MOST_LOG, "the write-ahead log held {log:.0} MB");
    Ok(())
}

fn spread(times: &mut Vec<Duration>) -> (f64, f64) {
    times.sort_unstable();
    let milliseconds =
        |time: Option<&Duration>| time.copied().unwrap_or_default().as_secs_f64() * 1000.0;
    let spread = (
        milliseconds(times.get(times.len() / 2)),
        milliseconds(times.last()),
    );
    times.clear();
    spread
}

fn size_of(file: &Path) -> f64 {
    fs::metadata(file).map_or(0.0, |file| mebibytes(file.len()))
}

#[expect(clippy::cast_precision_loss, reason = "shown with one digit")]
fn mebibytes(bytes: u64) -> f64 {
    bytes as f64 / f64::from(1 << 20)
}

fn row(sample: &Sample) -> String {
    format!(
        "| {:.0} min | {} | {} | {:.0} MB | {} | {:.0} MB | {:.0} MB | {:.1} ms | {:.0} ms |",
        sample.at.as_secs_f64() / 60.0,
        sample.registered,
        sample.mails,
        sample.memory,
        sample.files,
        sample.log,
        sample.database,
        sample.list.0,
        sample.list.1,
    )
}

fn report(soak: &Soak, samples: &[Sample], verdict: &str) -> Result<String> {
    let mut text = format!(
        "# Results of `hoi-bench soak`\n\n{} minutes at commit {} on {}, {}. Repeat with `make soak`.\n\n\
         {} visitors register one after the other, four doors check in the registered visitors, two helpers add people by \
         hand, each with a rest of {} ms; the organiser reads the list, searches, reads the overview and downloads the \
         list; another visitor reads the public page, on a new connection each time. Every registration has a mail. The \
         run fails when memory or open files of the last quarter are more than {GROWTH} times those of the second, files \
         beside a connection for each of the people, when the write-ahead log grows beyond {MOST_LOG} MB, and for \
         everything that fails a run of `make faults`.\n\n{verdict}\n",
        soak.minutes,
        said("git", &["describe", "--always", "--dirty"]),
        said("date", &["-uI"]),
        machine(),
        soak.visitors,
        soak.rest,
    );
    for (title, of) in [
        ("Memory, MB", (|sample| sample.memory) as fn(&Sample) -> f64),
        ("Open files", |sample| sample.files),
        ("Write-ahead log, MB", |sample| sample.log),
    ] {
        plot(&mut text, title, soak.minutes, samples, of)?;
    }
    text.push_str(
        "\n| after | registered | mails | memory | open files | write-ahead log | database | list, median | list, longest |\n\
         |---|---|---|---|---|---|---|---|---|\n",
    );
    for sample in samples {
        writeln!(text, "{}", row(sample))?;
    }
    Ok(text)
}

/// Adds a line over time.
fn plot(
    text: &mut String,
    title: &str,
    minutes: u32,
    samples: &[Sample],
    of: fn(&Sample) -> f64,
) -> Result<()> {
    let most = samples.iter().map(of).fold(1.0, f64::max) * 1.1;
    let values: Vec<_> = samples
        .iter()
        .map(|sample| format!("{:.1}", of(sample)))
        .collect();
    writeln!(
        text,
        "\n```mermaid\nxychart-beta\n    title \"{title}\"\n    x-axis \"minutes\" 0 --> {minutes}\n    \
         y-axis 0 --> {most:.0}\n    line [{}]\n```",
        values.join(", ")
    )?;
    Ok(())
}
