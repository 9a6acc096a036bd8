//! The commands with which an operator runs an installation: backup, restore, check, doctor, jobs.
//!
//! They work on the configured database and storage beside a server that may be running, and print their results. A
//! command is alone in its process, so it may block a thread.

mod archive;
mod backup;
mod check;
mod doctor;
mod jobs;
mod progress;
pub mod proof;
mod report;
mod restore;

use anyhow::{Result, bail};
use hoi_db::Db;

pub use backup::backup;
pub use check::{check, check_installation};
pub use doctor::{DnsQuestions, doctor};
pub use jobs::{Retried, RetriedBy, list_jobs, retry_all_dead, retry_job};
pub use report::{Level, Line, Report};
pub use restore::{RestoreChoice, restore};

use hoi_platform::config::Config;
use hoi_platform::data_folder;
use hoi_platform::migrations::MIGRATIONS;

/// Opens the database beside a server that may be running on it.
///
/// # Errors
/// When there is none, or its schema is not the one of this program.
pub async fn open_database(config: &Config) -> Result<Db> {
    data_folder::refuse_unfinished_restore(config)?;
    let db = Db::open_beside(&config.database_url).await?;
    let missing = db.missing_steps(MIGRATIONS).await?;
    if let Some(step) = missing.first() {
        bail!(
            "the database was not used by this version yet (it lacks the step {step}); start this version's server, or run \
             `hoi migrate` while none is running"
        );
    }
    Ok(db)
}
