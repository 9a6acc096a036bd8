//! Limits on guessing and on flooding mailboxes. Attempts are counted in the database, so that the count survives
//! restarts and is shared by all servers.
//!
//! Wrong passwords are counted by account and origin together, so that guesses at one origin do not lock out another:
//!
//! | Who | Counted | Wrong guesses in the first hour, at most |
//! |---|---|---|
//! | a device the account knows | per account and device | 12, then 4 an hour |
//! | a network the account knows | per account and network | 12, then 4 an hour |
//! | any other | per account and network | 12, then 4 an hour |
//! | | and per network, over all accounts | 39, then 4 an hour |
//! | | and per account, over all strangers | 37, then 4 an hour |
//! | a live session (change of password) | per session | 12, then 4 an hour |
//!
//! However many addresses an attacker has, an account takes at most 37 guesses from strangers in the first hour of an
//! attack and 4 in each further hour. While this limit is reached, an owner on a new device in a new network has to
//! wait too, or resets the password by mail, which makes the device and the network known.
//!
//! An attempt is counted before it is made and taken back if it succeeds. If failures were counted afterwards, a
//! thousand simultaneous guesses could pass before the first one was counted.

use std::net::IpAddr;
use std::time::Duration;

use hoi_db::{Db, Timestamp};
use sea_orm::sea_query::{Expr, ExprTrait, OnConflict};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QuerySelect, Set};

use super::SessionId;
use super::entity::throttle;
use super::origins::{Knows, Origin};
use super::rules::{Limit, pause_after};
use crate::error::{Error, Result};
use crate::http::network;
use crate::secrets;

/// Wrong passwords for one account from one network or device, or in one session.
pub const PASSWORD_OF_ORIGIN: Limit = Limit {
    name: "password",
    free: 5,
    first: Duration::from_secs(30),
    longest: Duration::from_mins(15),
    forgotten: Duration::from_hours(1),
};
/// Wrong passwords for one account from all networks that it does not know.
pub const PASSWORD_OF_STRANGERS: Limit = Limit {
    name: "passwordStrangers",
    free: 30,
    first: Duration::from_mins(1),
    longest: Duration::from_mins(15),
    forgotten: Duration::from_hours(1),
};
/// Wrong codes of the second factor at one origin, after the right password.
pub const CODE_OF_ORIGIN: Limit = Limit {
    name: "code",
    ..PASSWORD_OF_ORIGIN
};
/// Wrong codes for one account from all networks that it does not know.
pub const CODE_OF_STRANGERS: Limit = Limit {
    name: "codeStrangers",
    ..PASSWORD_OF_STRANGERS
};
/// Wrong passwords from one network; less strict, because a whole office may share it.
pub const PASSWORD_OF_PEER: Limit = Limit {
    name: "passwordPeer",
    free: 30,
    first: Duration::from_secs(10),
    longest: Duration::from_mins(15),
    forgotten: Duration::from_hours(1),
};
/// Mails to one address requested by strangers.
pub const MAIL_TO_ADDRESS: Limit = Limit {
    name: "mail",
    free: 3,
    first: Duration::from_mins(1),
    longest: Duration::from_hours(1),
    forgotten: Duration::from_hours(2),
};
/// Registrations and mails requested from one network.
pub const MAIL_OF_PEER: Limit = Limit {
    name: "mailPeer",
    free: 20,
    first: Duration::from_secs(30),
    longest: Duration::from_mins(15),
    forgotten: Duration::from_hours(1),
};
/// Wrong mailed links tried from one network.
pub const LINK_OF_PEER: Limit = Limit {
    name: "linkPeer",
    free: 30,
    first: Duration::from_secs(10),
    longest: Duration::from_mins(15),
    forgotten: Duration::from_hours(1),
};
/// How long counters are stored after their last change.
const KEPT: Duration = Duration::from_hours(24);

/// A counter: a limit and what it is counted for.
#[derive(Debug, Clone)]
pub struct Counter {
    limit: &'static Limit,
    key: String,
}

impl Counter {
    /// Returns the counter of an address, whose key contains only a hash of it.
    pub fn of_address(limit: &'static Limit, email_key: &str) -> Self {
        Self::named(limit, &secrets::hash(email_key))
    }

    /// Returns the counter of a network.
    pub fn of_peer(limit: &'static Limit, peer: IpAddr) -> Self {
        Self::named(limit, &network(peer).to_string())
    }

    /// Returns the counter of a session.
    pub fn of_session(limit: &'static Limit, session: SessionId) -> Self {
        Self::named(limit, &format!("session:{session}"))
    }

    /// Returns the counter of an address at an origin: the device if the account knows it, otherwise the network.
    pub fn at_origin(
        limit: &'static Limit,
        email_key: &str,
        origin: &Origin,
        knows: Knows,
    ) -> Self {
        let place = match (knows, origin.device()) {
            (Knows::Device, Some(device)) => device.to_owned(),
            _ => network(origin.ip).to_string(),
        };
        Self::named(limit, &format!("{}:{place}", secrets::hash(email_key)))
    }

    fn named(limit: &'static Limit, whose: &str) -> Self {
        Self {
            limit,
            key: format!("{}:{whose}", limit.name),
        }
    }
}

/// The counters of a login: the account's at this origin and, if the account does not know the origin, those of
/// strangers.
pub struct OfLogin {
    /// Deleted after a success.
    pub own: Counter,
    /// Decremented after a success.
    pub strangers: Vec<Counter>,
}

impl OfLogin {
    /// Returns the counters of a login as `email_key` from `origin`.
    pub fn new(email_key: &str, origin: &Origin, knows: Knows) -> Self {
        let own = Counter::at_origin(&PASSWORD_OF_ORIGIN, email_key, origin, knows);
        let strangers = match knows {
            Knows::Device | Knows::Network => Vec::new(),
            Knows::Nothing => vec![
                Counter::of_peer(&PASSWORD_OF_PEER, origin.ip),
                Counter::of_address(&PASSWORD_OF_STRANGERS, email_key),
            ],
        };
        Self { own, strangers }
    }

    /// Returns the counters of the second step, which counts codes.
    pub fn for_code(email_key: &str, origin: &Origin, knows: Knows) -> Self {
        let strangers = match knows {
            Knows::Device | Knows::Network => Vec::new(),
            Knows::Nothing => vec![Counter::of_address(&CODE_OF_STRANGERS, email_key)],
        };
        Self {
            own: Counter::at_origin(&CODE_OF_ORIGIN, email_key, origin, knows),
            strangers,
        }
    }

    /// Counts an attempt; see [`attempt`].
    pub async fn attempt(&self, db: &Db, now: Timestamp) -> Result<()> {
        let all: Vec<_> = [&self.own]
            .into_iter()
            .chain(&self.strangers)
            .cloned()
            .collect();
        attempt(db, &all, now).await
    }

    /// Takes the attempt back after a success.
    pub async fn succeeded(&self, conn: &impl sea_orm::ConnectionTrait) -> Result<()> {
        clear(conn, &self.own).await?;
        for counter in &self.strangers {
            forgive(conn, counter).await?;
        }
        Ok(())
    }
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
        let latest = now.plus(limit.longest);
        if let Some(end) = row.locked_until.filter(|end| now < *end && *end <= latest) {
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

/// Takes one attempt back. A lock is removed only if the remaining attempts would not cause it.
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

/// Deletes a counter.
pub async fn clear(conn: &impl sea_orm::ConnectionTrait, counter: &Counter) -> Result<()> {
    throttle::Entity::delete_by_id(counter.key.clone())
        .exec(conn)
        .await?;
    Ok(())
}

/// Removes counters older than [`KEPT`].
pub async fn remove_old(conn: &impl sea_orm::ConnectionTrait, now: Timestamp) -> Result<()> {
    throttle::Entity::delete_many()
        .filter(throttle::Column::UpdatedAt.lt(now.minus(KEPT)))
        .exec(conn)
        .await?;
    Ok(())
}
