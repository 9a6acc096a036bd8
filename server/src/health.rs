//! The state of the server: collected by [`watch`], returned by a route.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use hoi_db::{DatabaseUrl, Timestamp};
use hoi_jobs::outage;
use sea_orm::DbErr;
use serde::Serialize;
use utoipa::ToSchema;

use crate::access::Admin;
use crate::app::App;
use crate::config::Config;
use crate::error::{Error, Result};
use crate::http::Envelope;
use crate::mails;

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
    /// Whether the last check of a commit succeeded, and its time; None before the first check.
    commits: Mutex<(bool, Option<Instant>)>,
}

impl Vitals {
    /// Creates a state that counts as healthy until the first check.
    #[must_use]
    pub fn new(config: &Config) -> Self {
        let mut folders = vec![config.data_dir.clone()];
        if let DatabaseUrl::Sqlite(file) = &config.database_url
            && let Some(folder) = file.parent()
        {
            folders.push(folder.to_owned());
        }
        Self {
            folders,
            min_free_bytes: config.min_free_mb.saturating_mul(1024 * 1024),
            has_space: AtomicBool::new(true),
            commits: Mutex::new((true, None)),
        }
    }

    /// Refuses when there is too little space. Called before everything that makes the data grow: registrations,
    /// uploads, imports.
    ///
    /// # Errors
    /// 5003 (HTTP 503) while less than `HOI_MIN_FREE_MB` is free. The reserve allows changes and check-in to continue.
    pub fn require_space(&self) -> Result<()> {
        if self.has_space.load(Ordering::Relaxed) {
            Ok(())
        } else {
            Err(Error::OutOfSpace)
        }
    }

    fn look_at_space(&self) {
        let free = self.folders.iter().filter_map(|folder| free_bytes(folder));
        // A folder of unknown free space stops nothing; writing to it would fail by itself.
        let has_space = free.min().is_none_or(|free| free >= self.min_free_bytes);
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

    async fn look_at_commits(&self, app: &App) {
        let db = app.db.clone();
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

    fn commits(&self) -> bool {
        let (succeeded, at) = *self.commits.lock().unwrap_or_else(PoisonError::into_inner);
        succeeded && at.is_none_or(|at| at.elapsed() < COMMIT_STALE)
    }
}

fn free_bytes(folder: &Path) -> Option<u64> {
    let space = rustix::fs::statvfs(folder).ok()?;
    Some(space.f_bavail.saturating_mul(space.f_frsize))
}

/// Checks everything once.
pub async fn look(app: &App) {
    app.vitals.look_at_space();
    app.vitals.look_at_commits(app).await;
}

/// Checks repeatedly without end. A commit that hangs does not delay checks of the free space.
pub async fn watch(app: App) {
    let space = async {
        loop {
            app.vitals.look_at_space();
            tokio::time::sleep(SPACE_EVERY).await;
        }
    };
    let commits = async {
        loop {
            app.vitals.look_at_commits(&app).await;
            tokio::time::sleep(COMMIT_EVERY).await;
        }
    };
    tokio::join!(space, commits);
}

/// The state of the server, without a version, an address or another detail that a stranger could use.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Health {
    /// True if the database answers and an acknowledged change was read through another connection within the last
    /// minute.
    pub database: bool,
    /// True if there is enough free space for registrations and uploads.
    pub space: bool,
    /// True if the mail server took the last mail, or no mail was sent yet.
    pub mail: bool,
    /// The number of background jobs, mostly mails, that were given up.
    pub dead_letters: u64,
}

/// Liveness and readiness: 2000 when the database and the disk take changes, otherwise 5003 (HTTP 503) with the reason.
/// An outage of the mail server leaves the server ready.
#[utoipa::path(get, path = "/health", tag = "platform",
    responses((status = 200, body = Envelope<Health>), (status = 503, description = "5003: what is wrong", body = Envelope<Health>)))]
pub async fn get_health(State(app): State<App>) -> Response {
    let conn = app.db.read();
    let mails = async {
        let outage = outage::find(conn, mails::SERVICE).await?;
        Ok::<_, DbErr>((outage.is_none(), hoi_jobs::count_dead(conn).await?))
    };
    let mails = mails.await;
    let health = Health {
        database: mails.is_ok() && app.vitals.commits(),
        space: app.vitals.has_space.load(Ordering::Relaxed),
        mail: mails.as_ref().is_ok_and(|(leaves, _)| *leaves),
        dead_letters: mails.map_or(0, |(_, dead)| dead),
    };
    if health.database && health.space {
        return Envelope::ok(health).into_response();
    }
    let error = if health.database {
        Error::OutOfSpace
    } else {
        Error::Busy
    };
    let envelope = Envelope {
        code: error.code(),
        data: health,
        messages: vec![error.reason()],
    };
    let retry = [(header::RETRY_AFTER, HeaderValue::from_static("10"))];
    (StatusCode::SERVICE_UNAVAILABLE, retry, Json(envelope)).into_response()
}

/// The state of sending mails.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MailHealth {
    /// Begin of the outage; null while mails are sent.
    #[schema(required)]
    pub paused_since: Option<Timestamp>,
    /// The mail server's last reply during the outage; null while mails are sent.
    #[schema(required)]
    pub reason: Option<String>,
    /// The number of jobs that were given up.
    pub dead_letters: u64,
}

/// Returns whether mails are sent and, if not, the mail server's reply.
#[utoipa::path(get, path = "/health/mail", tag = "platform", responses((status = 200, body = Envelope<MailHealth>)),
    security(("bearer" = [])))]
pub async fn get_mail_health(State(app): State<App>, _: Admin) -> Result<Envelope<MailHealth>> {
    let conn = app.db.read();
    let outage = outage::find(conn, mails::SERVICE).await?;
    Ok(Envelope::ok(MailHealth {
        paused_since: outage.as_ref().map(|outage| outage.since),
        reason: outage.map(|outage| outage.reason),
        dead_letters: hoi_jobs::count_dead(conn).await?,
    }))
}
