//! Limits on attempts, such as guesses of a password, counted in the database, so that neither a restart nor a second
//! server starts anew.
//!
//! An attempt is counted before it is made and taken back when it succeeds. Counting failures afterwards would let a
//! thousand guesses through at once, each of them looking at the counter before the first has failed.
//!
//! An IPv6 address is counted in its /64, /56 and /48, and refused while one of them is locked. Wider networks have
//! more free attempts, and work one off in every longest pause, which is the pace at which a locked /64 may go on. So
//! one /64 alone does not keep its neighbours locked, while several together do.
//!
//! A [`Window`] has no pauses: it bounds how often an account does something within any span of a length.

pub mod entity;
mod window;

use std::net::IpAddr;
use std::time::Duration;

use entity as throttle;
use hoi_db::{Db, Timestamp, Tx};
use sea_orm::sea_query::{Expr, ExprTrait, OnConflict};
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QuerySelect, Set};
pub use window::{Window, count_within};

use super::{Network, Width};
use crate::error::{Error, Result};
use crate::ids::UserId;
use crate::secrets;

/// How long counters are stored after their last change. Longer than every pause and window.
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

impl Limit {
    fn free(&self, width: Width) -> i64 {
        width.allowance(self.attempts_without_pause)
    }

    /// Returns the pause after the `counted`-th attempt of a network; None if the attempt is free.
    fn pause_after(&self, counted: i64, width: Width) -> Option<Duration> {
        let over = counted
            .checked_sub(self.free(width))
            .filter(|over| *over >= 0)?;
        let over = u32::try_from(over).unwrap_or(u32::MAX);
        let pause = 2_u32
            .checked_pow(over)
            .and_then(|factor| self.first_pause.checked_mul(factor));
        Some(pause.map_or(self.longest_pause, |pause| pause.min(self.longest_pause)))
    }

    /// Returns the attempts that count at `now` when there were `failures` at `since`, and the moment from which the
    /// next ones are worked off.
    fn left(
        &self,
        width: Width,
        failures: i64,
        since: Timestamp,
        now: Timestamp,
    ) -> (i64, Timestamp) {
        let elapsed = since.until(now);
        if elapsed > self.reset_after {
            return (0, now);
        }
        if width == Width::Own {
            return (failures, now);
        }
        let pauses = elapsed.as_millis() / self.longest_pause.as_millis().max(1);
        let pauses = u32::try_from(pauses).unwrap_or(u32::MAX);
        let from = since.plus(self.longest_pause.saturating_mul(pauses));
        (
            Ord::max(failures.saturating_sub(pauses.into()), 0),
            Ord::min(from, now),
        )
    }
}

/// A counter: a limit, and the rows that count for it.
#[derive(Debug, Clone)]
pub struct Counter {
    limit: &'static Limit,
    /// One row, or one for each network of an IPv6 address, the smallest first, so that attempts at the same moment
    /// lock rows in the same order.
    rows: Vec<Row>,
}

#[derive(Debug, Clone)]
struct Row {
    key: String,
    width: Width,
}

impl Counter {
    /// Returns the counter of an e-mail address; `email_key` is stored only as a hash.
    pub fn of_email(limit: &'static Limit, email_key: &str) -> Self {
        Self::named(limit, &secrets::hash(email_key))
    }

    /// Returns the counter of the networks that `peer` belongs to.
    pub fn of_peer(limit: &'static Limit, peer: IpAddr) -> Self {
        Self::of_networks(limit, limit.name, peer)
    }

    /// Returns the counter of `whose`, such as an account, in the networks that `peer` belongs to.
    pub fn named_of_peer(limit: &'static Limit, whose: &str, peer: IpAddr) -> Self {
        Self::of_networks(limit, &format!("{}:{whose}", limit.name), peer)
    }

    fn of_networks(limit: &'static Limit, prefix: &str, peer: IpAddr) -> Self {
        let rows = Network::around(peer).map(|network| Row {
            key: format!("{prefix}:{network}"),
            width: network.width(),
        });
        Self {
            limit,
            rows: rows.collect(),
        }
    }

    /// The counter of `whose`, such as a session.
    pub fn named(limit: &'static Limit, whose: &str) -> Self {
        let row = Row {
            key: format!("{}:{whose}", limit.name),
            width: Width::Own,
        };
        Self {
            limit,
            rows: vec![row],
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
/// locked. A refused attempt is counted on none.
pub async fn attempt(db: &Db, counters: &[Counter], now: Timestamp) -> Result<()> {
    let tx = db.write().await?;
    for Counter { limit, rows } in counters {
        for row in rows {
            count(&tx, limit, row, now).await?;
        }
    }
    tx.commit().await?;
    Ok(())
}

async fn count(tx: &Tx, limit: &Limit, Row { key, width }: &Row, now: Timestamp) -> Result<()> {
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
        .exec_without_returning(tx)
        .await?;
    let row = throttle::Entity::find_by_id(key.clone())
        .lock_exclusive()
        .one(tx)
        .await?;
    // Another request deleted the row at this moment, so this attempt is not counted.
    let Some(row) = row else { return Ok(()) };
    // A pause that ends later than the longest possible one was set before the machine's clock was set back.
    let latest = now.plus(limit.longest_pause);
    if let Some(end) = row.locked_until.filter(|end| now < *end && *end <= latest) {
        return Err(Error::TooManyRequests {
            retry_after: now.until(end).max(Duration::from_secs(1)),
        });
    }
    let (left, since) = limit.left(*width, row.failures, row.updated_at, now);
    let counted = left.saturating_add(1);
    let end = limit
        .pause_after(counted, *width)
        .map(|pause| now.plus(pause));
    throttle::Entity::update_many()
        .col_expr(throttle::Column::Failures, Expr::value(counted))
        .col_expr(throttle::Column::LockedUntil, Expr::value(end))
        .col_expr(throttle::Column::UpdatedAt, Expr::value(since))
        .filter(throttle::Column::Key.eq(key))
        .exec(tx)
        .await?;
    Ok(())
}

/// Takes one attempt back. A lock is removed only if the remaining attempts would not cause it.
pub async fn forgive(conn: &impl ConnectionTrait, counter: &Counter) -> Result<()> {
    for Row { key, width } in &counter.rows {
        let this = || throttle::Entity::update_many().filter(throttle::Column::Key.eq(key));
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
            .filter(throttle::Column::Failures.lt(counter.limit.free(*width)))
            .exec(conn)
            .await?;
    }
    Ok(())
}

/// Forgets a counter.
pub async fn clear(conn: &impl ConnectionTrait, counter: &Counter) -> Result<()> {
    let keys = counter.rows.iter().map(|row| row.key.as_str());
    throttle::Entity::delete_many()
        .filter(throttle::Column::Key.is_in(keys))
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

    const LIMIT: Limit = Limit {
        name: "test",
        attempts_without_pause: 5,
        first_pause: Duration::from_secs(30),
        longest_pause: Duration::from_mins(15),
        reset_after: Duration::from_hours(1),
    };

    #[test]
    fn the_pause_begins_with_the_last_free_attempt_and_doubles() {
        for (width, more) in [(Width::Own, 0), (Width::Wider, 3), (Width::Widest, 5)] {
            for (counted, seconds) in [
                (0, None),
                (4, None),
                (5, Some(30)),
                (6, Some(60)),
                (9, Some(480)),
                (10, Some(900)),
                (1_000, Some(900)),
                (i64::MAX - 5, Some(900)),
            ] {
                assert_eq!(
                    LIMIT.pause_after(counted + more, width),
                    seconds.map(Duration::from_secs),
                    "{counted} {width:?}"
                );
            }
        }
    }

    #[test]
    fn a_wider_network_works_one_attempt_off_in_every_longest_pause() {
        let start = Timestamp(1_000_000);
        let minutes = |minutes| start.plus(Duration::from_mins(minutes));
        let left = |width, after| LIMIT.left(width, 3, start, minutes(after));
        for width in [Width::Wider, Width::Widest] {
            assert_eq!(left(width, 14), (3, start));
            // The rest of a pause is not lost.
            assert_eq!(left(width, 29), (2, minutes(15)));
            assert_eq!(left(width, 60), (0, minutes(60)));
            assert_eq!(left(width, 61), (0, minutes(61)));
        }
        assert_eq!(left(Width::Own, 60), (3, minutes(60)));
        assert_eq!(left(Width::Own, 61), (0, minutes(61)));
        // The clock was set back.
        let before = start.minus(Duration::from_mins(1));
        assert_eq!(LIMIT.left(Width::Wider, 3, start, before), (3, before));
    }

    #[test]
    fn a_peer_is_counted_in_all_of_its_networks() {
        let keys = |counter: Counter| -> Vec<String> {
            counter.rows.into_iter().map(|row| row.key).collect()
        };
        let (v4, v6) = ("10.0.0.1".parse().unwrap(), "2001:db8::1".parse().unwrap());
        assert_eq!(keys(Counter::of_peer(&LIMIT, v4)), ["test:10.0.0.1"]);
        assert_eq!(
            keys(Counter::named_of_peer(&LIMIT, "lan", v6)),
            [
                "test:lan:2001:db8::/64",
                "test:lan:2001:db8::/56",
                "test:lan:2001:db8::/48"
            ]
        );
    }
}
