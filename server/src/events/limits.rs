//! What an account may do with events. The one place where plans plug in.

use anyhow::anyhow;
use sea_orm::{ConnectionTrait, EntityTrait};

use crate::accounts::Role;
use crate::accounts::entity::user;
use crate::error::{Error, LocalizedText, Result};
use crate::ids::UserId;
use crate::quota::UNLIMITED;

/// How much an account may have; −1 is unlimited.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// The most events of the account.
    pub events: i64,
    /// The most participants of one event.
    pub participants: i64,
}

/// Reads the limits of an account. Without a plan the number of participants is unlimited; administrators have no limits.
///
/// # Errors
/// 5000 when there is no such account: events keep theirs.
pub async fn limits_of(conn: &impl ConnectionTrait, account: UserId) -> Result<Limits> {
    let row = user::Entity::find_by_id(account)
        .one(conn)
        .await?
        .ok_or_else(|| anyhow!("account {account} has no row"))?;
    let events = match row.role {
        Role::Admin => UNLIMITED,
        Role::Committee => row.event_limit,
    };
    Ok(Limits {
        events,
        participants: UNLIMITED,
    })
}

impl Limits {
    /// 5003 when one more event is too many.
    pub fn check_events(self, used: u64) -> Result<()> {
        if within(self.events, used.saturating_add(1)) {
            Ok(())
        } else {
            Err(Error::ResourceExceeded(
                LocalizedText::new("event.limitReached").with("count", self.events),
            ))
        }
    }

    /// 5003 when an event is larger than allowed.
    pub fn check_participants(self, seats: i64) -> Result<()> {
        if within(self.participants, u64::try_from(seats).unwrap_or(0)) {
            Ok(())
        } else {
            Err(Error::ResourceExceeded(
                LocalizedText::new("event.tooManySeats").with("count", self.participants),
            ))
        }
    }
}

fn within(limit: i64, number: u64) -> bool {
    limit == UNLIMITED || u64::try_from(limit).is_ok_and(|limit| number <= limit)
}
