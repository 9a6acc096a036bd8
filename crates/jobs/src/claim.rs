//! Chooses the jobs that run next.

use std::time::Duration;

use hoi_db::{Timestamp, Tx};
use sea_orm::sea_query::{Expr, ExprTrait, Func, LockBehavior, LockType, Query, SimpleExpr};
use sea_orm::{
    ActiveEnum as _, ColumnTrait, Condition, ConnectionTrait, DbErr, EntityTrait, QueryFilter,
    QueryOrder, QuerySelect, QueryTrait as _,
};

use crate::entity::{Column, Entity, Model, State};
use crate::{Attempt, Lane, Runner, outage};

/// A job whose lease this runner holds.
pub(crate) struct Claimed {
    pub(crate) job: Model,
    /// Set if the job tests whether its failing service works again.
    pub(crate) is_probe: bool,
    /// Set if the job waited for a failing service until its retry policy ended. Such a job is not run.
    pub(crate) is_expired: bool,
}

impl Claimed {
    pub(crate) fn attempt(&self) -> Attempt {
        Attempt {
            job: self.job.id,
            number: self.job.attempts + 1,
            due_at: self.job.due_at,
        }
    }
}

impl<C: Clone + Send + Sync + 'static> Runner<C> {
    /// Leases up to `free` due jobs of the lane. During an outage the jobs that need the failing service wait, except
    /// one when it is time to probe, and those whose retry policy has ended, which are to be given up.
    pub(crate) async fn claim(
        &self,
        lane: Lane,
        free: usize,
        now: Timestamp,
    ) -> Result<Vec<Claimed>, DbErr> {
        if self.clock_moved_back(now) {
            self.follow_the_clock(now).await?;
        }
        if free == 0 {
            return Ok(Vec::new());
        }
        let outages = outage::Entity::find().all(self.db.read()).await?;
        let waits_for = |row: &outage::Model| {
            let of = |kind: &&str| self.kinds.get(*kind).and_then(|kind| kind.service);
            let names = self.kinds.keys().copied();
            names
                .filter(move |name| of(name) == Some(row.service.as_str()))
                .collect::<Vec<_>>()
        };
        let blocked: Vec<_> = outages.iter().flat_map(&waits_for).collect();
        let due = self.due(lane, now);
        let mut takes = Condition::any().add(Column::Name.is_not_in(blocked.iter().copied()));
        if let Some(give_up_after) = self.longest_life(&blocked) {
            takes = takes.add(Column::DueAt.lt(now.minus(give_up_after)));
        }
        let takes = due.clone().add(takes);
        let probing: Vec<_> = outages.iter().filter(|row| row.may_probe(now)).collect();
        // Looking first spares the one writer an empty transaction every second.
        let look = Condition::any().add(takes.clone()).add(
            due.clone()
                .add(Column::Name.is_in(probing.iter().flat_map(|row| waits_for(row)))),
        );
        if !exists(self.db.read(), look).await? {
            return Ok(Vec::new());
        }
        let tx = self.db.write().await?;
        let mut claimed = Vec::new();
        for job in find(&tx, takes, free).await? {
            claimed.push(Claimed {
                is_probe: false,
                is_expired: blocked.contains(&job.name.as_str()),
                job,
            });
        }
        for row in probing {
            let probe = due.clone().add(Column::Name.is_in(waits_for(row)));
            let probe = find(&tx, probe, 1).await?.pop();
            let probe = probe.filter(|job| claimed.iter().all(|other| other.job.id != job.id));
            if let Some(job) = probe.filter(|_| claimed.len() < free)
                && row.take_probe(&tx, now).await?
            {
                claimed.push(Claimed {
                    job,
                    is_probe: true,
                    is_expired: false,
                });
            }
        }
        Entity::update_many()
            .col_expr(Column::LeasedUntil, Expr::value(now.plus(self.lease)))
            .filter(Column::Id.is_in(claimed.iter().map(|one| one.job.id)))
            .exec(&tx)
            .await?;
        tx.commit().await?;
        Ok(claimed)
    }

    fn due(&self, lane: Lane, now: Timestamp) -> Condition {
        let running: Vec<_> = self.running().iter().copied().collect();
        let is_free = Condition::any()
            .add(Column::LeasedUntil.is_null())
            .add(Column::LeasedUntil.lt(now));
        Condition::all()
            .add(is_waiting())
            .add(Column::Lane.eq(lane))
            .add(Column::RunAt.lte(now))
            .add(is_free)
            .add(Column::Id.is_not_in(running))
    }

    fn longest_life(&self, kinds: &[&str]) -> Option<Duration> {
        let kinds = kinds.iter().filter_map(|name| self.kinds.get(name));
        kinds.map(|kind| kind.retry.give_up_after).max()
    }

    /// Adapts stored times after the clock was set back. Waiting jobs keep their remaining pause, counted from now.
    /// Leases that end further ahead than any lease given now are removed.
    async fn follow_the_clock(&self, now: Timestamp) -> Result<(), DbErr> {
        let stored = || -> SimpleExpr {
            Func::coalesce([Expr::col(Column::TriedAt), Expr::col(Column::CreatedAt)]).into()
        };
        let is_ahead = Condition::all()
            .add(Column::State.eq(State::Waiting))
            .add(stored().gt(now.0));
        let too_long = Condition::all()
            .add(Column::State.eq(State::Waiting))
            .add(Column::LeasedUntil.gt(now.plus(2 * self.lease)))
            .add(Column::Id.is_not_in(self.running().iter().copied()));
        let look = Condition::any().add(is_ahead.clone()).add(too_long.clone());
        if !exists(self.db.read(), look).await? {
            return Ok(());
        }
        let back = |column: Column| Expr::col(column).sub(stored().sub(now.0));
        let tx = self.db.write().await?;
        let moved = Entity::update_many()
            .col_expr(Column::RunAt, back(Column::RunAt))
            .col_expr(Column::DueAt, back(Column::DueAt))
            .col_expr(Column::TriedAt, Expr::value(now))
            .filter(is_ahead)
            .exec(&tx)
            .await?;
        let freed = Entity::update_many()
            .col_expr(Column::LeasedUntil, Expr::value(None::<Timestamp>))
            .filter(too_long)
            .exec(&tx)
            .await?;
        tx.commit().await?;
        tracing::warn!(
            jobs = moved.rows_affected,
            leases = freed.rows_affected,
            "the clock was set back; waiting jobs follow it"
        );
        Ok(())
    }
}

/// Written out instead of bound: the index of waiting jobs has this condition, and SQLite prepares a statement anew for
/// every bound value that decides which index it may use.
fn is_waiting() -> SimpleExpr {
    let waiting = format!("'{}'", State::Waiting.to_value());
    Expr::col(Column::State).eq(Expr::cust(waiting))
}

async fn exists(conn: &impl ConnectionTrait, which: Condition) -> Result<bool, DbErr> {
    let found = Entity::find().filter(which).into_query();
    let exists = Query::select().expr(Expr::exists(found)).to_owned();
    let answer = conn.query_one(&exists).await?;
    answer.map_or(Ok(false), |row| row.try_get_by_index(0))
}

async fn find(tx: &Tx, which: Condition, limit: usize) -> Result<Vec<Model>, DbErr> {
    Entity::find()
        .filter(which)
        .order_by_asc(Column::RunAt)
        .order_by_asc(Column::Id)
        .limit(u64::try_from(limit).unwrap_or(u64::MAX))
        .lock_with_behavior(LockType::Update, LockBehavior::SkipLocked)
        .all(tx)
        .await
}
