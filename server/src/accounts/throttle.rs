//! The brake on guessing and on flooding mailboxes: attempts are counted per address and per network peer, in
//! the database, so that neither a restart nor a second server starts anew.
//!
//! An attempt is counted before it is made and taken back when it succeeds. Counting failures afterwards would let a
//! thousand guesses through at once, each of them looking at the counter before the first has failed.

use std::net::IpAddr;
use std::time::Duration;

use hoi_db::{Db, Timestamp};
use sea_orm::sea_query::{Expr, ExprTrait, OnConflict};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QuerySelect, Set};

use super::entity::throttle;
use super::rules::{Limit, pause_after};
use crate::error::{Error, Result};
use crate::secrets;

/// Wrong passwords for one account.
pub const PASSWORD_OF_ACCOUNT: Limit = Limit {
    name: "password",
    free: 5,
    first: Duration::from_secs(30),
    longest: Duration::from_mins(15),
    forgotten: Duration::from_hours(1),
};
/// Wrong passwords from one peer: looser, because a whole office may share its address.
pub const PASSWORD_OF_PEER: Limit = Limit {
    name: "passwordPeer",
    free: 30,
    first: Duration::from_secs(10),
    longest: Duration::from_mins(15),
    forgotten: Duration::from_hours(1),
};
/// Mails that strangers can have sent to one address.
pub const MAIL_TO_ADDRESS: Limit = Limit {
    name: "mail",
    free: 3,
    first: Duration::from_mins(1),
    longest: Duration::from_hours(1),
    forgotten: Duration::from_hours(2),
};
/// Sign-ups and mails asked for by one peer.
pub const MAIL_OF_PEER: Limit = Limit {
    name: "mailPeer",
    free: 20,
    first: Duration::from_secs(30),
    longest: Duration::from_mins(15),
    forgotten: Duration::from_hours(1),
};
/// Mailed links that do not exist, tried by one peer.
pub const LINK_OF_PEER: Limit = Limit {
    name: "linkPeer",
    free: 30,
    first: Duration::from_secs(10),
    longest: Duration::from_mins(15),
    forgotten: Duration::from_hours(1),
};
/// No counter is remembered for longer.
const KEPT: Duration = Duration::from_hours(24);

/// One counter: what is limited, and for whom.
#[derive(Debug, Clone)]
pub struct Counter {
    limit: &'static Limit,
    key: String,
}

impl Counter {
    /// The counter of an address; the table does not show which.
    pub fn of_address(limit: &'static Limit, email_key: &str) -> Self {
        Self {
            limit,
            key: format!("{}:{}", limit.name, secrets::hash(email_key)),
        }
    }

    /// The counter of a network peer. Whoever has one IPv6 address has the 2^64 beside it.
    pub fn of_peer(limit: &'static Limit, peer: IpAddr) -> Self {
        let network = match peer {
            IpAddr::V4(address) => address.to_string(),
            IpAddr::V6(address) => {
                let [a, b, c, d, ..] = address.segments();
                format!("{a:x}:{b:x}:{c:x}:{d:x}")
            }
        };
        Self {
            limit,
            key: format!("{}:{network}", limit.name),
        }
    }
}

/// Counts an attempt on all `counters`, or on none: 5003 (HTTP 429) with the time to wait while one of them is locked.
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
        // Taken back by another request in this very moment: nothing is counted against this one.
        let Some(row) = row else { continue };
        if let Some(end) = row.locked_until.filter(|end| now < *end) {
            return Err(Error::TooManyRequests {
                retry_after: now.until(end).max(Duration::from_secs(1)),
            });
        }
        let counted = if row.updated_at.until(now) > limit.forgotten {
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

/// Takes one attempt back: it was not a guess. A lock is lifted with it only when the guesses that remain set none.
pub async fn forgive(conn: &impl sea_orm::ConnectionTrait, counter: &Counter) -> Result<()> {
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
        .filter(throttle::Column::Failures.lt(counter.limit.free))
        .exec(conn)
        .await?;
    Ok(())
}

/// Forgets a counter.
pub async fn clear(conn: &impl sea_orm::ConnectionTrait, counter: &Counter) -> Result<()> {
    throttle::Entity::delete_by_id(counter.key.clone())
        .exec(conn)
        .await?;
    Ok(())
}

/// Removes counters that no limit looks at any more.
pub async fn remove_old(conn: &impl sea_orm::ConnectionTrait, now: Timestamp) -> Result<()> {
    throttle::Entity::delete_many()
        .filter(throttle::Column::UpdatedAt.lt(now.minus(KEPT)))
        .exec(conn)
        .await?;
    Ok(())
}
