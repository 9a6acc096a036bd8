//! The limits on guessing and on flooding mailboxes.
//!
//! Wrong passwords are counted by account and origin together, so that guesses from one origin lock out no other:
//!
//! | Origin | Counted | Wrong guesses in the first hour, at most |
//! |---|---|---|
//! | a device the account knows | per account and device | 12, then 4 an hour |
//! | a network the account knows | per account and network | 12, then 4 an hour |
//! | any other origin | per account and network | 12, then 4 an hour |
//! | | and per network, over all accounts | 39, then 4 an hour |
//! | | and per account, over all strangers | 37, then 4 an hour |
//! | a live session (password change, and calls that ask for the password again) | per session | 12, then 4 an hour |
//!
//! An unknown IPv6 network is a /64 together with its /56 and its /48, which have 1.5 times and twice as many free
//! guesses. A network that the account knows is its /64 alone, so that its neighbours do not lock it.
//!
//! So however many addresses an attacker has, an account takes at most 37 guesses from strangers in the first hour of
//! an attack and 4 in each further hour. While that ceiling is reached, an owner on a new device in a new network must
//! wait too, or reset the password by mail, which makes the device and the network known.

use std::time::Duration;

use hoi_db::{Db, Timestamp};
use hoi_platform::error::Result;
use hoi_platform::limits::Network;
use hoi_platform::limits::throttle::{self, Counter, Limit};
use hoi_platform::secrets;
use sea_orm::ConnectionTrait;

use super::SessionId;
use super::origins::{Origin, OriginStatus};

/// Wrong passwords for one account from one network or device, or in one session.
pub const PASSWORD_OF_ORIGIN: Limit = Limit {
    name: "password",
    attempts_without_pause: 5,
    first_pause: Duration::from_secs(30),
    longest_pause: Duration::from_mins(15),
    reset_after: Duration::from_hours(1),
};
/// Wrong passwords for one account from all networks that it does not know.
pub const PASSWORD_OF_STRANGERS: Limit = Limit {
    name: "passwordStrangers",
    attempts_without_pause: 30,
    first_pause: Duration::from_mins(1),
    longest_pause: Duration::from_mins(15),
    reset_after: Duration::from_hours(1),
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
    attempts_without_pause: 30,
    first_pause: Duration::from_secs(10),
    longest_pause: Duration::from_mins(15),
    reset_after: Duration::from_hours(1),
};
/// Mails to one e-mail address requested by strangers.
pub const MAIL_TO_EMAIL: Limit = Limit {
    name: "mail",
    attempts_without_pause: 3,
    first_pause: Duration::from_mins(1),
    longest_pause: Duration::from_hours(1),
    reset_after: Duration::from_hours(2),
};
/// Registrations and mails requested from one network.
pub const MAIL_OF_PEER: Limit = Limit {
    name: "mailPeer",
    attempts_without_pause: 20,
    first_pause: Duration::from_secs(30),
    longest_pause: Duration::from_mins(15),
    reset_after: Duration::from_hours(1),
};
/// Wrong mailed links tried from one network.
pub const LINK_OF_PEER: Limit = Limit {
    name: "linkPeer",
    attempts_without_pause: 30,
    first_pause: Duration::from_secs(10),
    longest_pause: Duration::from_mins(15),
    reset_after: Duration::from_hours(1),
};
/// Returns the counter of a session.
pub fn of_session(limit: &'static Limit, session: SessionId) -> Counter {
    Counter::named(limit, &format!("session:{session}"))
}

/// Returns the counter of an e-mail address at an origin: the device if the account knows it, otherwise the network.
pub fn at_origin(
    limit: &'static Limit,
    email_key: &str,
    origin: &Origin,
    status: OriginStatus,
) -> Counter {
    let whose = secrets::hash(email_key);
    match (status, origin.device()) {
        (OriginStatus::KnownDevice, Some(device)) => {
            Counter::named(limit, &format!("{whose}:{device}"))
        }
        (OriginStatus::Unknown, _) => Counter::named_of_peer(limit, &whose, origin.ip),
        // The known network alone: a neighbour in the same /56 or /48 must not use up the owner's attempts.
        _ => Counter::named(limit, &format!("{whose}:{}", Network::of(origin.ip))),
    }
}

/// The counters of a login: the account's at this origin and, if the account does not know the origin, those of
/// strangers.
pub struct LoginCounters {
    /// Deleted after a success.
    pub own: Counter,
    /// Decremented after a success.
    pub strangers: Vec<Counter>,
}

impl LoginCounters {
    /// Returns the counters of a login as `email_key` from `origin`.
    pub fn new(email_key: &str, origin: &Origin, status: OriginStatus) -> Self {
        let own = at_origin(&PASSWORD_OF_ORIGIN, email_key, origin, status);
        let strangers = match status {
            OriginStatus::KnownDevice | OriginStatus::KnownNetwork => Vec::new(),
            OriginStatus::Unknown => vec![
                Counter::of_peer(&PASSWORD_OF_PEER, origin.ip),
                Counter::of_email(&PASSWORD_OF_STRANGERS, email_key),
            ],
        };
        Self { own, strangers }
    }

    /// Returns the counters of the second step, which counts codes.
    pub fn for_code(email_key: &str, origin: &Origin, status: OriginStatus) -> Self {
        let strangers = match status {
            OriginStatus::KnownDevice | OriginStatus::KnownNetwork => Vec::new(),
            OriginStatus::Unknown => vec![Counter::of_email(&CODE_OF_STRANGERS, email_key)],
        };
        Self {
            own: at_origin(&CODE_OF_ORIGIN, email_key, origin, status),
            strangers,
        }
    }

    /// Counts an attempt; see [`throttle::attempt`].
    pub async fn attempt(&self, db: &Db, now: Timestamp) -> Result<()> {
        let all: Vec<_> = [&self.own]
            .into_iter()
            .chain(&self.strangers)
            .cloned()
            .collect();
        throttle::attempt(db, &all, now).await
    }

    /// Takes the attempt back after a success.
    pub async fn succeeded(&self, conn: &impl ConnectionTrait) -> Result<()> {
        throttle::clear(conn, &self.own).await?;
        for counter in &self.strangers {
            throttle::forgive(conn, counter).await?;
        }
        Ok(())
    }
}
