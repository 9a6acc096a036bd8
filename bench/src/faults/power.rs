//! Power is lost: unsynced writes may be missing, torn, or there without earlier ones.
//!
//! The real program runs with a library that records all that it writes (`record.c`). From the records the data folder is
//! made as it may be after a loss of power at some moment, and a server is started on it. All acknowledged changes before that
//! moment must be there. Names of files are taken to reach the disk in order, as journalling file systems keep them.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result, bail, ensure};
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use tokio::time::sleep;

use super::audit::{self, Counts};
use super::crowd::{self, Size, Told};
use super::stage::{Stage, log_of};
use super::{RunOutcome, Setup};
use crate::program::Place;

const SOURCE: &str = include_str!("record.c");
/// How long people use the recorded server.
const USED: Duration = Duration::from_secs(6);
/// Losses of power for each kill of the other runs.
const LOSSES_PER_KILL: usize = 2;
/// The bytes that a disk writes as a whole.
const SECTOR: usize = 512;

/// A change of a file by the program.
enum Change {
    Write { at: usize, data: Vec<u8> },
    Truncate(usize),
    Sync { complete: usize },
    Unlink,
    Rename(String),
    Create,
}

struct Record {
    path: String,
    time: SystemTime,
    change: Change,
}

/// A file while the state of the disk is made.
#[derive(Default)]
struct Content {
    /// The content at the last sync, which must survive.
    synced: Vec<u8>,
    /// The numbers of the records that were written since.
    pending: Vec<usize>,
}

pub async fn run(setup: &Setup) -> Result<RunOutcome> {
    let tools = tempfile::tempdir()?;
    let library = tools.path().join("librecord.so");
    let source = tools.path().join("record.c");
    fs::write(&source, SOURCE)?;
    let compiled = Command::new("cc")
        .args(["-shared", "-fPIC", "-O1", "-o"])
        .args([&library, &source])
        .args(["-ldl", "-lpthread"])
        .status()?;
    ensure!(
        compiled.success(),
        "the library that records writes does not compile"
    );
    let file = tools.path().join("records");
    let mut place = Place::new(None)?;
    place.set("LD_PRELOAD", library.display().to_string());
    place.set("RECORD_FOLDER", place.folder().display().to_string());
    place.set("RECORD_FILE", file.display().to_string());
    let mut stage = Stage::at("power.sqlite", place, None).await?;
    let began = crowd::now();
    let crowd = stage.gather(Size {
        rest: Duration::from_millis(20),
        ..Size::USUAL
    })?;
    sleep(USED).await;
    let told = crowd.disperse().await?;
    stage.kill().await?;
    let records = read(&fs::read(&file)?)?;

    let mut random = StdRng::seed_from_u64(setup.seed);
    let first = records
        .iter()
        .position(|record| record.time > began)
        .context("nothing was recorded")?;
    let syncs: Vec<_> = (first..records.len())
        .filter(|at| {
            matches!(
                records.get(*at).map(|record| &record.change),
                Some(Change::Sync { .. })
            )
        })
        .collect();
    println!(
        "  {} records, {} of them syncs, while people came",
        records.len() - first,
        syncs.len()
    );
    let log = log_of("power.sqlite.after")?;
    let (mut counts, losses) = (Counts::default(), LOSSES_PER_KILL * setup.kills);
    for loss in 0..losses {
        // Half of the losses come just before or after a sync, where there is most to lose.
        let end = match syncs.get(random.random_range(0..syncs.len())) {
            Some(sync) if loss.is_multiple_of(2) => sync + random.random_range(0..2),
            _ => random.random_range(first..records.len()),
        };
        let found = lose(&records, end, end, &told, &mut random, &log).await;
        let found = found.with_context(|| format!("loss {loss}, at record {end}"))?;
        counts.acknowledged += found.acknowledged;
        counts.found += found.found;
        ensure!(
            found.acknowledged == found.found,
            "loss {loss}, at record {end}: {} were acknowledged, {} found",
            found.acknowledged,
            found.found
        );
    }
    // The control: a disk that breaks its promises of the last second must be noticed.
    let last = told.last().context("no registration was acknowledged")?;
    let before = |moment| {
        records
            .iter()
            .position(|record| record.time > moment)
            .unwrap_or(records.len())
    };
    let (end, honest) = (before(last), before(last - Duration::from_secs(1)));
    let control = lose(&records, end, honest, &told, &mut random, &log).await?;
    ensure!(
        control.found < control.acknowledged,
        "a disk that forgets a second was not noticed, so this run proves nothing"
    );
    counts.slowest = told.slowest;
    Ok(RunOutcome::Held(
        counts,
        format!(
            "{losses} losses, counted together; a disk that forgets a second of syncs is noticed"
        ),
    ))
}

/// Makes the disk after a loss of power at record `end`, of which it has kept what the first `honest` records promise,
/// starts a server on it, and counts the earlier acknowledgements.
async fn lose(
    records: &[Record],
    end: usize,
    honest: usize,
    told: &Told,
    random: &mut StdRng,
    log: &Path,
) -> Result<Counts> {
    let place = Place::new(None)?;
    for (path, content) in disk(records.get(..honest).unwrap_or(records), random) {
        let path = place.folder().join(path);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::write(path, content)?;
    }
    let moment = match records.get(end) {
        Some(record) => record.time,
        None => crowd::now(),
    };
    let server = place.start_logging(log).await?;
    let db = audit::open(&place, None).await?;
    let counts = audit::count_until(&db, told, moment).await?;
    db.close().await?;
    server.ask_to_stop().await?;
    audit::check(&place).await?;
    Ok(counts)
}

/// Returns the files after these records: all synced writes, and of the others each whole, in part, or not.
fn disk(records: &[Record], random: &mut StdRng) -> BTreeMap<String, Vec<u8>> {
    let mut files: BTreeMap<&str, Content> = BTreeMap::new();
    for (number, Record { path, change, .. }) in records.iter().enumerate() {
        // Shared memory of the embedded database, made anew at every start.
        if path.ends_with("-shm") {
            continue;
        }
        match change {
            Change::Create => {
                files.entry(path).or_default();
            }
            Change::Write { .. } | Change::Truncate(_) => {
                files.entry(path).or_default().pending.push(number);
            }
            Change::Sync { complete } => {
                let Some(file) = files.get_mut(path.as_str()) else {
                    continue;
                };
                let (synced, later) = file.pending.iter().partition(|number| *number < complete);
                file.pending = later;
                let synced: Vec<usize> = synced;
                for change in synced.iter().filter_map(|number| records.get(*number)) {
                    apply(&mut file.synced, &change.change, usize::MAX);
                }
            }
            Change::Unlink => {
                files.remove(path.as_str());
            }
            Change::Rename(to) => {
                if let Some(content) = files.remove(path.as_str()) {
                    files.insert(to, content);
                }
            }
        }
    }
    let after = files.into_iter().map(|(path, mut file)| {
        for change in file
            .pending
            .iter()
            .filter_map(|number| records.get(*number))
        {
            match random.random_range(0..3) {
                0 => {}
                1 => apply(&mut file.synced, &change.change, usize::MAX),
                _ => apply(
                    &mut file.synced,
                    &change.change,
                    random.random_range(0..9) * SECTOR,
                ),
            }
        }
        (path.to_owned(), file.synced)
    });
    after.collect()
}

/// Changes the content; of a write no more than its first bytes.
fn apply(content: &mut Vec<u8>, change: &Change, first: usize) {
    match change {
        Change::Truncate(size) => content.resize(*size, 0),
        Change::Write { at, data } => {
            let data = data.get(..first.min(data.len())).unwrap_or_default();
            let end = at + data.len();
            if content.len() < end {
                content.resize(end, 0);
            }
            if let Some(place) = content.get_mut(*at..end) {
                place.copy_from_slice(data);
            }
        }
        _ => {}
    }
}

fn read(mut bytes: &[u8]) -> Result<Vec<Record>> {
    let mut records = Vec::new();
    while !bytes.is_empty() {
        let what = u32::from_ne_bytes(*take(&mut bytes)?);
        let path_length = u32::from_ne_bytes(*take(&mut bytes)?);
        let number = usize::try_from(u64::from_ne_bytes(*take(&mut bytes)?))?;
        let length = u64::from_ne_bytes(*take(&mut bytes)?);
        let time = u64::from_ne_bytes(*take(&mut bytes)?);
        // The server was killed while it wrote the last record.
        let Some((path, rest)) = bytes.split_at_checked(usize::try_from(path_length)?) else {
            break;
        };
        let Some((data, rest)) = rest.split_at_checked(usize::try_from(length)?) else {
            break;
        };
        bytes = rest;
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec());
        records.push(Record {
            path: text(path)?,
            time: UNIX_EPOCH + Duration::from_nanos(time),
            change: match what {
                1 => Change::Write {
                    at: number,
                    data: data.to_vec(),
                },
                2 => Change::Truncate(number),
                3 => Change::Sync { complete: number },
                4 => Change::Unlink,
                5 => Change::Rename(text(data)?),
                6 => Change::Create,
                _ => bail!("record {} is none", records.len()),
            },
        });
    }
    Ok(records)
}

fn take<'a, const N: usize>(bytes: &mut &'a [u8]) -> Result<&'a [u8; N]> {
    let (first, rest) = bytes
        .split_first_chunk()
        .context("the last record is not complete")?;
    *bytes = rest;
    Ok(first)
}
