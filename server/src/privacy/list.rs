//! The list of erased registrations and accounts beside the database, in the data folder: identifiers alone. A backup
//! from before an erasure brings the person back, so what the list names is erased again when a server starts.

use std::collections::HashSet;
use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use hoi_jobs::{Attempt, Job, JobError};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QuerySelect};
use serde::{Deserialize, Serialize};
use tokio::task;

use super::erase::erase_restored;
use super::erase_account::erase_account;
use crate::accounts::entity::user;
use crate::app::App;
use crate::attendances::attendance;
use crate::config::Config;
use crate::data_folder::ERASED;
use crate::error::Result;
use crate::ids::{AttendanceId, EventId, UserId};

/// Identifiers in one query, below the engines' limits on bound values.
const CHUNK: usize = 500;

/// Stands before the identifier of an account.
const ACCOUNT: &str = "account:";

/// Writes what was erased into the list.
#[derive(Debug, Serialize, Deserialize)]
pub struct KeepInList {
    /// Registrations.
    #[serde(default)]
    ids: Vec<AttendanceId>,
    #[serde(default)]
    accounts: Vec<UserId>,
}

impl KeepInList {
    #[must_use]
    pub fn participants(ids: Vec<AttendanceId>) -> Self {
        let accounts = Vec::new();
        Self { ids, accounts }
    }

    #[must_use]
    pub fn account(id: UserId) -> Self {
        Self {
            ids: Vec::new(),
            accounts: vec![id],
        }
    }
}

impl Job for KeepInList {
    const NAME: &'static str = "privacy.keepInList";
    type Context = App;

    async fn run(&self, app: &App, _: Attempt) -> std::result::Result<(), JobError> {
        let ids = self.ids.iter().map(ToString::to_string);
        let accounts = self.accounts.iter().map(|id| format!("{ACCOUNT}{id}"));
        Ok(add(&app.config, ids.chain(accounts).collect()).await?)
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
            erase_restored(app, event, id).await?;
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
    let missing = missing.map(|id| id.to_string()).collect();
    add(&app.config, missing).await?;
    Ok(erased + erase_accounts_again(app).await?)
}

/// The same for accounts. One that has to hand something over first, as before, is left and named in the log.
async fn erase_accounts_again(app: &App) -> Result<usize> {
    let path = path(&app.config);
    let listed = task::spawn_blocking(move || read_accounts(&path)).await;
    let listed = listed.map_err(anyhow::Error::from)??;
    let mut erased = 0;
    let ids: Vec<UserId> = listed.iter().copied().collect();
    for chunk in ids.chunks(CHUNK) {
        let back: Vec<UserId> = user::live()
            .select_only()
            .column(user::Column::Id)
            .filter(user::Column::Id.is_in(chunk.iter().copied()))
            .into_tuple()
            .all(app.db.read())
            .await?;
        for id in back {
            match erase_account(app, id, None, None).await {
                Ok(()) => erased += 1,
                Err(error) => tracing::error!(?error, %id, "an account was not erased again"),
            }
        }
    }
    let known: Vec<UserId> = user::Entity::find()
        .select_only()
        .column(user::Column::Id)
        .filter(user::Column::DeletedAt.is_not_null())
        .into_tuple()
        .all(app.db.read())
        .await?;
    let missing = known.into_iter().filter(|id| !listed.contains(id));
    let missing = missing.map(|id| format!("{ACCOUNT}{id}")).collect();
    add(&app.config, missing).await?;
    Ok(erased)
}

fn path(config: &Config) -> PathBuf {
    config.data_dir.join(ERASED)
}

async fn add(config: &Config, lines: Vec<String>) -> anyhow::Result<()> {
    if lines.is_empty() {
        return Ok(());
    }
    let path = path(config);
    task::spawn_blocking(move || write(&path, &lines)).await?
}

fn write(path: &Path, lines: &[String]) -> anyhow::Result<()> {
    let mut file = OpenOptions::new()
        .create(true)
        .append(true)
        .open(path)
        .with_context(|| format!("cannot write {}", path.display()))?;
    // Behind a line that was broken off, the first one would be lost.
    file.write_all(format!("\n{}\n", lines.join("\n")).as_bytes())?;
    Ok(file.sync_all()?)
}

/// Lines that are no identifiers of registrations were broken off, or name accounts.
fn read(path: &Path) -> anyhow::Result<HashSet<AttendanceId>> {
    Ok(text(path)?
        .lines()
        .filter_map(|line| line.parse().ok())
        .collect())
}

fn read_accounts(path: &Path) -> anyhow::Result<HashSet<UserId>> {
    let text = text(path)?;
    let lines = text.lines().filter_map(|line| line.strip_prefix(ACCOUNT));
    Ok(lines.filter_map(|line| line.parse().ok()).collect())
}

fn text(path: &Path) -> anyhow::Result<String> {
    match fs::read_to_string(path) {
        Ok(text) => Ok(text),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(String::new()),
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
        let lines = ids.map(|id| id.to_string());
        let account: UserId = clock::new_id();
        write(&path, &lines[..1]).unwrap();
        fs::write(&path, fs::read_to_string(&path).unwrap() + "0198c5a1-7c").unwrap();
        write(&path, &lines[1..]).unwrap();
        write(&path, &[format!("{ACCOUNT}{account}")]).unwrap();
        assert_eq!(read(&path).unwrap(), HashSet::from(ids));
        assert_eq!(read_accounts(&path).unwrap(), HashSet::from([account]));
    }
}
