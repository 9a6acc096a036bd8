//! The limits on guessing and on flooding mailboxes: attempts are counted in the database, so that neither a
//! restart nor a second server starts anew.
//!
//! Wrong passwords are counted by account and origin together, so that nobody's guesses refuse somebody else:
//!
//! | Who | Counted | Wrong guesses in the first hour, at most |
//! |---|---|---|
//! | a device the account knows | per account and device | 12, then 4 an hour |
//! | a network the account knows | per account and network | 12, then 4 an hour |
//! | anybody else | per account and network | 12, then 4 an hour |
//! | | and per network, over all accounts | 39, then 4 an hour |
//! | | and per account, over all strangers | 37, then 4 an hour |
//! | a live session (change of password) | per session | 12, then 4 an hour |
//!
//! So however many addresses an attacker has, an account takes at most 37 guesses from strangers in the first hour of
//! an attack and 4 in each further hour. While that ceiling is reached, an owner on a new device in a new network has
//! to wait too, or has their password reset by mail, which makes the device and the network known.
//!
//! An attempt is counted before it is made and taken back when it succeeds. Counting failures afterwards would let a
//! thousand guesses through at once, each of them looking at the counter before the first has failed.

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

/// Wrong passwords for one account from one network or device, and in one session.
pub const PASSWORD_OF_ORIGIN: Limit = Limit {
    name: "password",
    free: 5,
    first: Duration::from_secs(30),
    longest: Duration::from_mins(15),
    forgotten: Duration::from_hours(1),
};
/// Wrong passwords for one account from all networks it does not know.
pub const PASSWORD_OF_STRANGERS: Limit = Limit {
    name: "passwordStrangers",
    free: 30,
    first: Duration::from_mins(1),
    longest: Duration::from_mins(15),
    forgotten: Duration::from_hours(1),
};
/// Wrong codes of the second factor at one origin, by somebody who knew the password.
pub const CODE_OF_ORIGIN: Limit = Limit {
    name: "code",
    ..PASSWORD_OF_ORIGIN
};
/// Wrong codes for one account from all networks it does not know.
pub const CODE_OF_STRANGERS: Limit = Limit {
    name: "codeStrangers",
    ..PASSWORD_OF_STRANGERS
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
        Self::named(limit, &secrets::hash(email_key))
    }

    /// The counter of a network.
    pub fn of_peer(limit: &'static Limit, peer: IpAddr) -> Self {
        Self::named(limit, &network(peer).to_string())
    }

    /// The counter of a session.
    pub fn of_session(limit: &'static Limit, session: SessionId) -> Self {
        Self::named(limit, &format!("session:{session}"))
    }

    /// The counter of an address at an origin: the device where the account knows it, otherwise the network.
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

/// The counters of a login: the account's at this origin, and those of strangers where the account does not know it.
pub struct OfLogin {
    /// Forgotten when the password is right.
    pub own: Counter,
    /// Given back when the password is right.
    pub strangers: Vec<Counter>,
}

impl OfLogin {
    /// The counters of a login as `email_key` from `origin`.
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

    /// The counters of the second step: of codes, for an account whose password was right.
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

    /// Takes the attempt back: the password was right.
    pub async fn succeeded(&self, conn: &impl sea_orm::ConnectionTrait) -> Result<()> {
        clear(conn, &self.own).await?;
        for counter in &self.strangers {
            forgive(conn, counter).await?;
        }
        Ok(())
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
        // A pause that ends later than the longest one lasts was set before the machine's clock was set back.
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
