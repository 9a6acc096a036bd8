use hoi_db::Timestamp;
use sea_orm::sea_query::{Expr, ExprTrait as _, Func};
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, DbErr, EntityTrait, QueryFilter, QuerySelect,
};

use crate::Lane;
use crate::entity::{Column, Entity, Model, State};

/// How far a job is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Progress {
    /// It is due, and no server has claimed it.
    Waiting,
    /// A server has claimed it.
    Running,
    /// Its time, or that of its next attempt, is still to come.
    Later,
    /// It was given up.
    Dead,
}

impl Progress {
    /// Returns how far this job is at `now`.
    #[must_use]
    pub fn of(job: &Model, now: Timestamp) -> Self {
        match job.state {
            State::Dead => Self::Dead,
            State::Waiting if job.leased_until.is_some_and(|until| until >= now) => Self::Running,
            State::Waiting if job.run_at > now => Self::Later,
            State::Waiting => Self::Waiting,
        }
    }

    /// Returns the jobs of which [`Self::of`] says the same.
    #[must_use]
    pub fn condition(self, now: Timestamp) -> Condition {
        let is_free = Condition::any()
            .add(Column::LeasedUntil.is_null())
            .add(Column::LeasedUntil.lt(now));
        let waiting = Condition::all().add(Column::State.eq(State::Waiting));
        match self {
            Self::Waiting => waiting.add(is_free).add(Column::RunAt.lte(now)),
            Self::Later => waiting.add(is_free).add(Column::RunAt.gt(now)),
            Self::Running => waiting.add(Column::LeasedUntil.gte(now)),
            Self::Dead => Condition::all().add(Column::State.eq(State::Dead)),
        }
    }
}

/// The number of jobs of a lane by [`Progress`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Depth {
    pub lane: Lane,
    pub waiting: u64,
    pub running: u64,
    pub later: u64,
    pub dead: u64,
    /// Since when the waiting job that became due first has been due; None if none waits.
    pub oldest_due: Option<Timestamp>,
}

/// Returns the depth of every lane.
pub async fn depths(conn: &impl ConnectionTrait, now: Timestamp) -> Result<Vec<Depth>, DbErr> {
    let count = |progress: Progress| Func::count(Expr::case(progress.condition(now), 1));
    let due = Expr::case(Progress::Waiting.condition(now), Expr::col(Column::RunAt));
    let found: Vec<(Lane, i64, i64, i64, i64, Option<Timestamp>)> = Entity::find()
        .select_only()
        .column(Column::Lane)
        .expr_as(count(Progress::Waiting), "waiting")
        .expr_as(count(Progress::Running), "running")
        .expr_as(count(Progress::Later), "later")
        .expr_as(count(Progress::Dead), "dead")
        .expr_as(Func::min(due), "oldest_due")
        .group_by(Column::Lane)
        .into_tuple()
        .all(conn)
        .await?;
    let number = |count: i64| u64::try_from(count).unwrap_or(0);
    let depth = |lane: Lane| {
        let found = found.iter().find(|row| row.0 == lane);
        let (_, waiting, running, later, dead, oldest_due) =
            found.copied().unwrap_or((lane, 0, 0, 0, 0, None));
        Depth {
            lane,
            waiting: number(waiting),
            running: number(running),
            later: number(later),
            dead: number(dead),
            oldest_due,
        }
    };
    Ok(Lane::ALL.map(depth).to_vec())
}

/// Returns the number of dead letters, and when the first of them was tried for the last time; None without any.
pub async fn dead(conn: &impl ConnectionTrait) -> Result<(u64, Option<Timestamp>), DbErr> {
    // One that an older program gave up has no time of its last attempt.
    let tried = Func::coalesce([Expr::col(Column::TriedAt), Expr::col(Column::CreatedAt)]);
    let found: Option<(i64, Option<Timestamp>)> = Entity::find()
        .select_only()
        .column_as(Column::Id.count(), "dead")
        .expr_as(Func::min(tried), "since")
        // A literal, because the index `job_dead` names it.
        .filter(Expr::col(Column::State).eq(Expr::cust("'dead'")))
        .into_tuple()
        .one(conn)
        .await?;
    let (count, since) = found.unwrap_or_default();
    Ok((u64::try_from(count).unwrap_or(0), since))
}
