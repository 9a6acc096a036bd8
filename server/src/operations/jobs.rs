//! Lists jobs, and makes dead letters run again.

use std::fmt::Write as _;
use std::net::IpAddr;

use anyhow::Result;
use hoi_db::{Db, Timestamp};
use hoi_jobs::entity::{Column, Entity, Model, State};
use hoi_platform::audit::{self, AuditAction};
use hoi_platform::http::broken;
use hoi_platform::ids::UserId;
use hoi_platform::mails::impersonal;
use hoi_platform::terminal::plain;
use sea_orm::{ColumnTrait, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect};
use uuid::Uuid;

/// The most jobs that a list shows.
const SHOWN: u64 = 500;

/// The result of [`retry_job`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Retried {
    Waiting,
    /// The job was not given up, so it is tried anyway.
    WasWaiting,
    /// There is no such job. A job that succeeded has none.
    Unknown,
}

/// Returns a table of the jobs, those due first on top; with `only_dead` of the dead letters.
pub async fn list_jobs(db: &Db, only_dead: bool) -> Result<String> {
    let mut jobs = Entity::find();
    if only_dead {
        jobs = jobs.filter(Column::State.eq(State::Dead));
    }
    let all = jobs.clone().count(db.read()).await?;
    let shown = jobs
        .order_by_asc(Column::RunAt)
        .order_by_asc(Column::Id)
        .limit(SHOWN)
        .all(db.read())
        .await?;
    if shown.is_empty() {
        return Ok("There are no such jobs.".to_owned());
    }
    let mut table = format!(
        "{:<36}  {:<28}  {:<7}  {:>8}  {:<24}  last error",
        "id", "kind", "state", "attempts", "run at"
    );
    for job in &shown {
        let _ = write!(table, "\n{}", row(job));
    }
    if let Some(more @ 1..) = all.checked_sub(SHOWN) {
        let _ = write!(table, "\nand {more} more");
    }
    Ok(table)
}

fn row(job: &Model) -> String {
    let state = match job.state {
        State::Waiting => "waiting",
        State::Dead => "dead",
    };
    let error = job.last_error.as_deref().map(impersonal);
    format!(
        "{}  {:<28}  {state:<7}  {:>8}  {:<24}  {}",
        job.id,
        plain(&job.name),
        job.attempts,
        job.run_at.to_string(),
        plain(&error.unwrap_or_default())
    )
}

/// The account and network address of the administrator who retries jobs; None for a command on the server's machine.
pub type RetriedBy = Option<(UserId, IpAddr)>;

/// Makes a dead letter due at once, so that any running server tries it again.
pub async fn retry_job(db: &Db, id: Uuid, by: RetriedBy, now: Timestamp) -> Result<Retried> {
    let tx = db.write().await?;
    if hoi_jobs::try_again(&tx, vec![id], now).await? == 0 {
        let exists = Entity::find_by_id(id).count(&tx).await? > 0;
        return Ok(if exists {
            Retried::WasWaiting
        } else {
            Retried::Unknown
        });
    }
    let (actor, ip) = by.unzip();
    audit::record(&tx, actor, AuditAction::JobsRetried, id, ip, now)
        .await
        .map_err(broken)?;
    tx.commit().await?;
    Ok(Retried::Waiting)
}

/// Makes all dead letters due at once, all of them or none. Returns their number.
pub async fn retry_all_dead(db: &Db, by: RetriedBy, now: Timestamp) -> Result<u64> {
    let tx = db.write().await?;
    let retried = hoi_jobs::try_all_again(&tx, now).await?;
    if retried > 0 {
        let (actor, ip) = by.unzip();
        audit::record_many(&tx, actor, AuditAction::JobsRetried, retried, ip, now)
            .await
            .map_err(broken)?;
    }
    tx.commit().await?;
    Ok(retried)
}
