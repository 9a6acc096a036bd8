//! The disk is full.

use std::fs::File;
use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use sea_orm::{ConnectionTrait, Database};
use tempfile::TempDir;
use tokio::time::sleep;

use super::crowd::{Crowd, Size};
use super::stage::Stage;
use super::{RunOutcome, Setup};
use crate::program::{Place, new_database};

const NEEDS_ROOT: &str = "needs root, to mount a file system of 80 MB";
/// The time without a new registration before the disk is made free again.
const STANDSTILL: Duration = Duration::from_secs(3);
/// The longest time until people are served again.
const RECOVERY: Duration = Duration::from_secs(30);

/// A small file system, which ends with this.
struct Disk {
    folder: TempDir,
}

impl Disk {
    /// None if this process may not mount one.
    fn mount() -> Result<Option<Self>> {
        let folder = tempfile::tempdir()?;
        let mounted = Command::new("mount")
            .args(["-t", "tmpfs", "-o", "size=80m,mode=777", "tmpfs"])
            .arg(folder.path())
            .stderr(Stdio::null())
            .status();
        let is_mounted = mounted.is_ok_and(|status| status.success());
        Ok(is_mounted.then_some(Self { folder }))
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    fn ballast(&self) -> PathBuf {
        self.path().join("ballast")
    }

    /// Takes all the room that is left.
    fn fill(&self) -> Result<()> {
        let mut ballast = File::options()
            .create(true)
            .append(true)
            .open(self.ballast())?;
        for size in [1024 * 1024, 4096] {
            loop {
                match ballast.write(&vec![0; size]) {
                    Ok(_) => {}
                    Err(error) if error.kind() == ErrorKind::StorageFull => break,
                    Err(error) => return Err(error).context("the disk cannot be filled"),
                }
            }
        }
        Ok(())
    }

    fn empty(&self) -> Result<()> {
        Ok(std::fs::remove_file(self.ballast())?)
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        let unmounted = Command::new("umount").arg("-l").arg(self.path()).status();
        if !unmounted.is_ok_and(|status| status.success()) {
            eprintln!("{} stays mounted", self.path().display());
        }
    }
}

/// Fills the disk for a while, and waits until people are served again.
async fn fill_for_a_while(disk: &Disk, crowd: &Crowd) -> Result<()> {
    crowd.wait_for_more(100, RECOVERY).await?;
    disk.fill()?;
    let (began, before) = (Instant::now(), crowd.registered());
    // A log that was written before has room for some more.
    let mut since = (Instant::now(), before);
    while since.0.elapsed() < STANDSTILL {
        ensure!(
            began.elapsed() < RECOVERY,
            "people are registered on a full disk: it is not full"
        );
        sleep(STANDSTILL / 20).await;
        if crowd.registered() > since.1 {
            since = (Instant::now(), crowd.registered());
        }
    }
    println!(
        "  full: {before} registered before, {} more",
        since.1 - before
    );
    disk.empty()?;
    crowd.wait_for_more(100, RECOVERY).await
}

pub async fn sqlite() -> Result<RunOutcome> {
    let Some(disk) = Disk::mount()? else {
        return Ok(RunOutcome::Skipped(NEEDS_ROOT.to_owned()));
    };
    let mut place = Place::within(disk.path(), None)?;
    // Otherwise registrations would be refused long before.
    place.set("HOI_MIN_FREE_MB", "0");
    let mut stage = Stage::at("disk.sqlite", place, None).await?;
    let crowd = stage.gather(Size::USUAL)?;
    for _ in 0..3 {
        fill_for_a_while(&disk, &crowd).await?;
    }
    disk.fill()?;
    sleep(STANDSTILL).await;
    stage.kill().await?;
    let starts = stage.start(&crowd).await;
    println!(
        "  started on the full disk: {}",
        starts
            .as_ref()
            .map_or_else(|error| format!("{error:#}"), |()| "yes".to_owned())
    );
    if starts.is_ok() {
        sleep(STANDSTILL).await;
        stage.kill().await?;
    }
    disk.empty()?;
    stage.start(&crowd).await?;
    crowd.wait_for_more(100, RECOVERY).await?;
    stage.stop().await?;
    stage.start(&crowd).await?;
    let counts = stage.finish(crowd).await?;
    Ok(RunOutcome::Held(
        counts,
        "full 4 times, killed on the full disk, restarted".to_owned(),
    ))
}

pub async fn postgres(setup: &Setup) -> Result<RunOutcome> {
    let Some(disk) = Disk::mount()? else {
        return Ok(RunOutcome::Skipped(NEEDS_ROOT.to_owned()));
    };
    let folder = disk.path().join("tables");
    std::fs::create_dir(&folder)?;
    let owned = Command::new("chown")
        .arg("postgres")
        .arg(&folder)
        .status()?;
    ensure!(
        owned.success(),
        "the folder could not be given to PostgreSQL"
    );
    let db = Database::connect(setup.postgres()?).await?;
    let space = format!("faults_{}", rand::random_range(0..u32::MAX));
    let create = format!("create tablespace {space} location '{}'", folder.display());
    db.execute_unprepared(&create).await?;
    let database = new_database(
        setup.postgres()?,
        "disk.postgres",
        &format!("tablespace {space}"),
    )
    .await?;
    let place = Place::new(Some(&database))?;
    let stage = Stage::at("disk.postgres", place, Some(database.clone())).await?;
    let crowd = stage.gather(Size::USUAL)?;
    for _ in 0..2 {
        fill_for_a_while(&disk, &crowd).await?;
    }
    let counts = stage.finish(crowd).await?;
    let (address, _) = database.split_once('?').unwrap_or((&database, ""));
    let (_, name) = address.rsplit_once('/').context("a database has no name")?;
    let drop = format!("drop database {name} with (force)");
    db.execute_unprepared(&drop).await?;
    db.execute_unprepared(&format!("drop tablespace {space}"))
        .await?;
    db.close().await?;
    Ok(RunOutcome::Held(counts, "full twice".to_owned()))
}
