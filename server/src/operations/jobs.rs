//! Lists jobs, and has dead letters tried again.

use std::fmt::Write as _;

use anyhow::Result;
use hoi_db::{Db, Timestamp};
use hoi_jobs::entity::{Column, Entity, Model, State};
use sea_orm::{ColumnTrait, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect};
use uuid::Uuid;

/// The most jobs that a list shows.
const SHOWN: u64 = 500;
/// The most characters shown of an error.
const ERROR: usize = 200;

/// What came of having one job tried again.
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
        job.name,
        job.attempts,
        job.run_at.to_string(),
        error.unwrap_or_default()
    )
}

/// Returns an error on one line without what may identify a person: addresses, and numbers as long as a telephone's.
fn impersonal(error: &str) -> String {
    let words = error.split(|char: char| char.is_whitespace() || char.is_control());
    let words = words.filter(|word| !word.is_empty()).map(|word| {
        let digits = word.chars().filter(char::is_ascii_digit).count();
        match word {
            word if word.contains('@') => "<address>",
            _ if digits >= 9 => "<number>",
            word => word,
        }
    });
    let line = words.collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(ERROR) {
        Some((end, _)) => format!("{}…", line.get(..end).unwrap_or_default()),
        None => line,
    }
}

/// Has a dead letter tried again at once, by whichever server runs.
pub async fn retry_job(db: &Db, id: Uuid, now: Timestamp) -> Result<Retried> {
    let tx = db.write().await?;
    let retried = hoi_jobs::try_again(&tx, vec![id], now).await?;
    let exists = Entity::find_by_id(id).count(&tx).await? > 0;
    tx.commit().await?;
    Ok(match (retried, exists) {
        (1.., _) => Retried::Waiting,
        (0, true) => Retried::WasWaiting,
        (0, false) => Retried::Unknown,
    })
}

/// Has all dead letters tried again at once, all or none. Returns their number.
pub async fn retry_all_dead(db: &Db, now: Timestamp) -> Result<u64> {
    let tx = db.write().await?;
    let dead: Vec<Uuid> = Entity::find()
        .select_only()
        .column(Column::Id)
        .filter(Column::State.eq(State::Dead))
        .into_tuple()
        .all(&tx)
        .await?;
    let retried = hoi_jobs::try_again(&tx, dead, now).await?;
    tx.commit().await?;
    Ok(retried)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_names_nobody() {
        let said = "550 5.1.1\n<binh@example.vn>: no such user,\u{1b}[31m call +84912345678 or (Bình) b@c.vn";
        assert_eq!(
            impersonal(said),
            "550 5.1.1 <address> no such user, [31m call <number> or (Bình) <address>"
        );
        assert_eq!(impersonal(&"ố ".repeat(300)).chars().count(), ERROR + 1);
    }
}
