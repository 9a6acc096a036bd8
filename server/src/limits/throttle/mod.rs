//! Limits on attempts, such as guesses of a password, counted in the database, so that neither a restart nor a second
//! server starts anew.
//!
//! An attempt is counted before it is made and taken back when it succeeds. Counting failures afterwards would let a
//! thousand guesses through at once, each of them looking at the counter before the first has failed.

pub mod entity;

use std::net::IpAddr;
use std::time::Duration;

use entity as throttle;
use hoi_db::{Db, Timestamp};
use sea_orm::sea_query::{Expr, ExprTrait, OnConflict};
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QuerySelect, Set};

use super::network;
use crate::error::{Error, Result};
use crate::ids::UserId;
use crate::secrets;

/// How long counters are stored after their last change.
const KEPT: Duration = Duration::from_hours(24);

/// A limit on attempts: how many are free, and how the pause grows.
#[derive(Debug)]
pub struct Limit {
    /// Distinguishes the counters of this limit from others.
    pub name: &'static str,
    /// The number of attempts before pauses begin.
    pub attempts_without_pause: i64,
    /// The pause after the last free attempt; doubled by every further one.
    pub first_pause: Duration,
    pub longest_pause: Duration,
    /// The time without an attempt after which the counter starts again. Longer than the longest pause.
    pub reset_after: Duration,
}

/// Returns the pause after the `counted`-th attempt; None if the attempt is free.
fn pause_after(limit: &Limit, counted: i64) -> Option<Duration> {
    let over = counted
        .checked_sub(limit.attempts_without_pause)
        .filter(|over| *over >= 0)?;
    let over = u32::try_from(over).unwrap_or(u32::MAX);
    let pause = 2_u32
        .checked_pow(over)
        .and_then(|factor| limit.first_pause.checked_mul(factor));
    Some(pause.map_or(limit.longest_pause, |pause| pause.min(limit.longest_pause)))
}

/// A counter: a limit and what it is counted for.
#[derive(Debug, Clone)]
pub struct Counter {
    limit: &'static Limit,
    key: String,
}

impl Counter {
    /// Returns the counter of an e-mail address; `email_key` is stored only as a hash.
    pub fn of_email(limit: &'static Limit, email_key: &str) -> Self {
        Self::named(limit, &secrets::hash(email_key))
    }

    /// Returns the counter of the network that `peer` belongs to.
    pub fn of_peer(limit: &'static Limit, peer: IpAddr) -> Self {
        Self::named(limit, &network(peer).to_string())
    }

    /// The counter of `whose`, such as a session.
    pub fn named(limit: &'static Limit, whose: &str) -> Self {
        Self {
            limit,
            key: format!("{}:{whose}", limit.name),
        }
    }
}

/// Counts something that an account does, which costs others attention. 5003 (HTTP 429) when it was done too often in a
/// row.
pub async fn count_account(
    db: &Db,
    limit: &'static Limit,
    account: UserId,
    now: Timestamp,
) -> Result<()> {
    attempt(db, &[Counter::named(limit, &account.to_string())], now).await
}

/// Counts an attempt on all `counters`, or refuses with 5003 (HTTP 429) and the time to wait while one of them is
/// locked.
pub async fn attempt(db: &Db, counters: &[Counter], now: Timestamp) -> Result<()> {
    let tx = db.write().await?;
    for Counter { limit, key } in counters {
        let fresh = throttle::ActiveModel {
            key: Set(key.clone()),
            failures: Set(0),
            locked_until: Set(None),
            updated_at: Set(now),
        };
        throttle::Entity::insert(fresh)
            .on_conflict(
                OnConflict::column(throttle::Column::Key)
                    .do_nothing()
                    .to_owned(),
            )
            .exec_without_returning(&tx)
            .await?;
        let row = throttle::Entity::find_by_id(key.clone())
            .lock_exclusive()
            .one(&tx)
            .await?;
        // Another request deleted the row at this moment, so this attempt is not counted.
        let Some(row) = row else { continue };
        // A pause that ends later than the longest possible one was set before the machine's clock was set back.
        let latest = now.plus(limit.longest_pause);
        if let Some(end) = row.locked_until.filter(|end| now < *end && *end <= latest) {
            return Err(Error::TooManyRequests {
                retry_after: now.until(end).max(Duration::from_secs(1)),
            });
        }
        let counted = if row.updated_at.until(now) > limit.reset_after {
            1
        } else {
            row.failures.saturating_add(1)
        };
        let end = pause_after(limit, counted).map(|pause| now.plus(pause));
        throttle::Entity::update_many()
            .col_expr(throttle::Column::Failures, Expr::value(counted))
            .col_expr(throttle::Column::LockedUntil, Expr::value(end))
            .col_expr(throttle::Column::UpdatedAt, Expr::value(now))
            .filter(throttle::Column::Key.eq(key))
            .exec(&tx)
            .await?;
    }
    tx.commit().await?;
    Ok(())
}

/// Takes one attempt back. A lock is removed only if the remaining attempts would not cause it.
pub async fn forgive(conn: &impl ConnectionTrait, counter: &Counter) -> Result<()> {
    let this = || throttle::Entity::update_many().filter(throttle::Column::Key.eq(&counter.key));
    this()
        .col_expr(
            throttle::Column::Failures,
            Expr::col(throttle::Column::Failures).sub(1),
        )
        .filter(throttle::Column::Failures.gt(0))
        .exec(conn)
        .await?;
    this()
        .col_expr(
            throttle::Column::LockedUntil,
            Expr::value(None::<Timestamp>),
        )
        .filter(throttle::Column::Failures.lt(counter.limit.attempts_without_pause))
        .exec(conn)
        .await?;
    Ok(())
}

/// Forgets a counter.
pub async fn clear(conn: &impl ConnectionTrait, counter: &Counter) -> Result<()> {
    throttle::Entity::delete_by_id(counter.key.clone())
        .exec(conn)
        .await?;
    Ok(())
}

/// Removes counters older than [`KEPT`].
pub async fn remove_old(conn: &impl ConnectionTrait, now: Timestamp) -> Result<()> {
    throttle::Entity::delete_many()
        .filter(throttle::Column::UpdatedAt.lt(now.minus(KEPT)))
        .exec(conn)
        .await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pause_begins_with_the_last_free_attempt_and_doubles() {
        let limit = Limit {
            name: "test",
            attempts_without_pause: 5,
            first_pause: Duration::from_secs(30),
            longest_pause: Duration::from_mins(15),
            reset_after: Duration::from_hours(1),
        };
        for (counted, seconds) in [
            (0, None),
            (4, None),
            (5, Some(30)),
            (6, Some(60)),
            (9, Some(480)),
            (10, Some(900)),
            (1_000, Some(900)),
            (i64::MAX, Some(900)),
        ] {
            assert_eq!(
                pause_after(&limit, counted),
                seconds.map(Duration::from_secs),
                "{counted}"
            );
        }
    }
}
