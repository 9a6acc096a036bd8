//! Whether the database and the disk do their work.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use hoi_db::{DatabaseUrl, Db};

use crate::config::Config;
use crate::error::{Error, Result};

/// The interval between checks of the free space. At full speed registrations write a few megabytes a second.
const SPACE_EVERY: Duration = Duration::from_secs(1);
/// The interval between checks of a commit, each of which costs one commit.
const COMMIT_EVERY: Duration = Duration::from_secs(10);
/// How long a commit may take before the check counts as failed.
const COMMIT_TIMEOUT: Duration = Duration::from_secs(10);
/// The age at which the result of a check is no longer valid.
const COMMIT_STALE: Duration = Duration::from_mins(1);

/// The state of the server as last checked.
pub struct Vitals {
    folders: Vec<PathBuf>,
    min_free_bytes: u64,
    has_space: AtomicBool,
    is_leaving: AtomicBool,
    /// Whether the last check of a commit succeeded, and its time; None before the first check.
    commits: Mutex<(bool, Option<Instant>)>,
}

impl Vitals {
    /// Creates a state that counts as healthy until the first check.
    #[must_use]
    pub fn new(config: &Config) -> Self {
        Self {
            folders: folders(config),
            min_free_bytes: min_free_bytes(config),
            has_space: AtomicBool::new(true),
            is_leaving: AtomicBool::new(false),
            commits: Mutex::new((true, None)),
        }
    }

    /// Refuses when there is too little space. Called before everything that makes the data grow: registrations,
    /// uploads, imports.
    ///
    /// # Errors
    /// 5003 (HTTP 503) while less than `HOI_MIN_FREE_MB` is free. The reserve allows changes and check-in to continue.
    pub fn require_space(&self) -> Result<()> {
        if self.has_space() {
            Ok(())
        } else {
            Err(Error::OutOfSpace)
        }
    }

    /// Whether there is enough free space to take registrations and uploads.
    pub fn has_space(&self) -> bool {
        self.has_space.load(Ordering::Relaxed)
    }

    /// Notes that the server was asked to stop.
    pub fn leave(&self) {
        self.is_leaving.store(true, Ordering::Relaxed);
    }

    /// Whether the server was asked to stop and answers only until others have taken over.
    pub fn is_leaving(&self) -> bool {
        self.is_leaving.load(Ordering::Relaxed)
    }

    /// Returns the free space of the fullest disk that the server writes to; None if it is unknown.
    pub fn free_bytes(&self) -> Option<u64> {
        let free = self.folders.iter().filter_map(|folder| free_bytes(folder));
        free.min()
    }

    fn look_at_space(&self) {
        // A folder of unknown free space stops nothing; writing to it would fail by itself.
        let free = self.free_bytes();
        let has_space = free.is_none_or(|free| free >= self.min_free_bytes);
        if self.has_space.swap(has_space, Ordering::Relaxed) != has_space {
            if has_space {
                tracing::info!("there is enough free space again");
            } else {
                tracing::error!(
                    required_bytes = self.min_free_bytes,
                    "too little free space: registrations and uploads are refused"
                );
            }
        }
    }

    async fn look_at_commits(&self, db: &Db) {
        let db = db.clone();
        // Runs in its own task, because a cancelled transaction would stay open on PostgreSQL.
        let mut check = tokio::spawn(async move { db.check_commit().await });
        let failure = loop {
            match tokio::time::timeout(COMMIT_TIMEOUT, &mut check).await {
                Ok(Ok(Ok(()))) => break None,
                Ok(Ok(Err(error))) => break Some(anyhow::Error::from(error)),
                Ok(Err(panic)) => break Some(panic.into()),
                Err(_) => self.note_commit(Some(&anyhow::anyhow!("a commit takes too long"))),
            }
        };
        self.note_commit(failure.as_ref());
    }

    fn note_commit(&self, failure: Option<&anyhow::Error>) {
        if let Some(error) = failure {
            tracing::error!(
                error = format!("{error:#}"),
                "the database does not take changes"
            );
        }
        *self.commits.lock().unwrap_or_else(PoisonError::into_inner) =
            (failure.is_none(), Some(Instant::now()));
    }

    /// Whether the last check of a commit succeeded and is not stale.
    pub fn commits(&self) -> bool {
        let (succeeded, at) = *self.commits.lock().unwrap_or_else(PoisonError::into_inner);
        succeeded && at.is_none_or(|at| at.elapsed() < COMMIT_STALE)
    }

    /// Checks once whether the disk has space and the database commits.
    pub async fn look(&self, db: &Db) {
        self.look_at_space();
        self.look_at_commits(db).await;
    }

    /// Checks repeatedly without end. A commit that hangs does not delay checks of the free space.
    pub async fn watch(&self, db: &Db) {
        let space = async {
            loop {
                self.look_at_space();
                tokio::time::sleep(SPACE_EVERY).await;
            }
        };
        let commits = async {
            loop {
                self.look_at_commits(db).await;
                tokio::time::sleep(COMMIT_EVERY).await;
            }
        };
        tokio::join!(space, commits);
    }
}

/// Returns the folders whose free space the server needs.
#[must_use]
pub fn folders(config: &Config) -> Vec<PathBuf> {
    let mut folders = vec![config.data_dir.clone()];
    if let DatabaseUrl::Sqlite(file) = &config.database_url
        && let Some(folder) = file.parent()
    {
        folders.push(folder.to_owned());
    }
    folders
}

/// Returns the free space below which registrations and uploads are refused.
#[must_use]
pub fn min_free_bytes(config: &Config) -> u64 {
    config.min_free_mb.saturating_mul(1024 * 1024)
}

/// Returns the free space for the program's user in the file system of `folder`; None if that is unknown.
#[must_use]
pub fn free_bytes(folder: &Path) -> Option<u64> {
    let space = rustix::fs::statvfs(folder).ok()?;
    Some(space.f_bavail.saturating_mul(space.f_frsize))
}
