//! The list of erased registrations beside the database, in the data folder: identifiers alone. A backup from before an
//! erasure brings the person back, so what the list names is erased again when a server starts.

use std::collections::HashSet;
use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use hoi_jobs::{Attempt, Job, JobError};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QuerySelect};
use serde::{Deserialize, Serialize};
use tokio::task;

use super::erase;
use crate::app::App;
use crate::attendances::attendance;
use crate::config::Config;
use crate::data_folder::ERASED;
use crate::error::Result;
use crate::ids::{AttendanceId, EventId};

/// Identifiers in one query, below the engines' limits on bound values.
const CHUNK: usize = 500;

/// Writes registrations that were erased into the list.
#[derive(Debug, Serialize, Deserialize)]
pub struct KeepInList {
    pub ids: Vec<AttendanceId>,
}

impl Job for KeepInList {
    const NAME: &'static str = "privacy.keepInList";
    type Context = App;

    async fn run(&self, app: &App, _: Attempt) -> std::result::Result<(), JobError> {
        Ok(add(&app.config, self.ids.clone()).await?)
    }
}

/// Erases what the list names and the database holds, as after a restore; and adds to the list what it lacks of those
/// who are erased in the database, as in the new folder of a server. Returns how many were erased.
pub async fn erase_again(app: &App) -> Result<usize> {
    use attendance::Column::{ErasedAt, EventId as OfEvent, Id};
    let path = path(&app.config);
    let listed = task::spawn_blocking(move || read(&path)).await;
    let listed = listed.map_err(anyhow::Error::from)??;
    let mut erased = 0;
    let ids: Vec<AttendanceId> = listed.iter().copied().collect();
    for chunk in ids.chunks(CHUNK) {
        let back: Vec<(EventId, AttendanceId)> = attendance::Entity::find()
            .select_only()
            .columns([OfEvent, Id])
            .filter(Id.is_in(chunk.iter().copied()))
            .filter(ErasedAt.is_null())
            .into_tuple()
            .all(app.db.read())
            .await?;
        for (event, id) in back {
            erase(app, event, id, None, None).await?;
            erased += 1;
        }
    }
    let known: Vec<AttendanceId> = attendance::Entity::find()
        .select_only()
        .column(Id)
        .filter(ErasedAt.is_not_null())
        .into_tuple()
        .all(app.db.read())
        .await?;
    let missing = known.into_iter().filter(|id| !listed.contains(id));
    add(&app.config, missing.collect()).await?;
    Ok(erased)
}

fn path(config: &Config) -> PathBuf {
    config.data_dir.join(ERASED)
}

async fn add(config: &Config, ids: Vec<AttendanceId>) -> anyhow::Result<()> {
    if ids.is_empty() {
        return Ok(());
    }
    let path = path(config);
    task::spawn_blocking(move || write(&path, &ids)).await?
}

fn write(path: &Path, ids: &[AttendanceId]) -> anyhow::Result<()> {
    let lines: Vec<String> = ids.iter().map(ToString::to_string).collect();
    let mut file = OpenOptions::new()
        .create(true)
        .append(true)
        .open(path)
        .with_context(|| format!("cannot write {}", path.display()))?;
    // Behind a line that was broken off, the first one would be lost.
    file.write_all(format!("\n{}\n", lines.join("\n")).as_bytes())?;
    Ok(file.sync_all()?)
}

/// Lines that are no identifiers were broken off.
fn read(path: &Path) -> anyhow::Result<HashSet<AttendanceId>> {
    match fs::read_to_string(path) {
        Ok(text) => Ok(text.lines().filter_map(|line| line.parse().ok()).collect()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(HashSet::new()),
        Err(error) => Err(error).with_context(|| format!("cannot read {}", path.display())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock;

    #[test]
    fn what_was_listed_is_read_also_behind_a_line_that_was_broken_off() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(ERASED);
        assert!(read(&path).unwrap().is_empty());
        let ids: [AttendanceId; 3] = std::array::from_fn(|_| clock::new_id());
        write(&path, &ids[..1]).unwrap();
        fs::write(&path, fs::read_to_string(&path).unwrap() + "0198c5a1-7c").unwrap();
        write(&path, &ids[1..]).unwrap();
        assert_eq!(read(&path).unwrap(), HashSet::from(ids));
    }
}
