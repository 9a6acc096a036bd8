//! Queries of check-in on participants and scans.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::ops::RangeInclusive;

use hoi_db::{Timestamp, Tx};
use sea_orm::sea_query::{Expr, LockType};
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect,
};

use super::entity::{checkin_key, scan};
use super::rules::NOT_FOUND;
use crate::accounts::entity::user;
use crate::attendances::attendance;
use crate::error::Result;
use crate::events::entity::event;
use crate::ids::{AttendanceId, CheckinKeyId, EventId};

/// Returns the registration, also a cancelled one.
#[tracing::instrument(name = "checkin.find_by_id", skip_all)]
pub async fn find_by_id(
    conn: &impl ConnectionTrait,
    id: AttendanceId,
) -> Result<Option<attendance::Model>> {
    Ok(attendance::Entity::find_by_id(id).one(conn).await?)
}

/// The result of looking up a member's personal code.
pub enum Member {
    /// No usable account has this code.
    Unknown,
    /// An account has this code, but its e-mail is not registered for this event.
    Elsewhere,
    /// The registration for this event; the live one if there are several.
    Here(Box<attendance::Model>),
}

/// Finds and locks the registration of the member with this personal code by the account's confirmed e-mail. An unconfirmed
/// e-mail could belong to another person.
#[tracing::instrument(name = "checkin.find_by_member_code", skip_all)]
pub async fn find_by_member_code(tx: &Tx, event: EventId, codes: [&str; 2]) -> Result<Member> {
    let member = user::live()
        .filter(user::Column::UserCode.is_in(codes))
        .filter(user::Column::IsActive.eq(true))
        .filter(user::Column::EmailVerifiedAt.is_not_null())
        .one(tx)
        .await?;
    let Some(member) = member else {
        return Ok(Member::Unknown);
    };
    let rows = attendance::Entity::find()
        .filter(attendance::Column::EventId.eq(event))
        .filter(attendance::Column::EmailKey.eq(member.email_key))
        .order_by_asc(attendance::Column::Id)
        .lock(LockType::NoKeyUpdate)
        .all(tx)
        .await?;
    let live = rows
        .iter()
        .position(|row| row.deleted_at.is_none())
        .unwrap_or(0);
    Ok(match rows.into_iter().nth(live) {
        Some(row) => Member::Here(Box::new(row)),
        None => Member::Elsewhere,
    })
}

/// Returns and locks the registrations with these ticket codes or identifiers, of any event, also cancelled ones.
#[tracing::instrument(name = "checkin.lock_registrations", skip_all)]
pub async fn lock_registrations(
    tx: &Tx,
    codes: impl Iterator<Item = &str>,
    ids: Vec<AttendanceId>,
) -> Result<Vec<attendance::Model>> {
    let mut which = Condition::any().add(attendance::Column::TicketCode.is_in(codes));
    if !ids.is_empty() {
        which = which.add(attendance::Column::Id.is_in(ids));
    }
    Ok(attendance::Entity::find()
        .filter(which)
        // In one order, so that transactions wait for one another and not in a circle.
        .order_by_asc(attendance::Column::Id)
        .lock(LockType::NoKeyUpdate)
        .all(tx)
        .await?)
}

/// Stores for participants who are locked when and by whom they were let in; `None` if they are not inside.
#[tracing::instrument(name = "checkin.set_checked_in", skip_all)]
pub async fn set_checked_in(
    tx: &Tx,
    ids: Vec<AttendanceId>,
    at: Option<Timestamp>,
    by: Option<&str>,
    now: Timestamp,
) -> Result<()> {
    attendance::Entity::update_many()
        .col_expr(attendance::Column::CheckedInTime, Expr::value(at))
        .col_expr(attendance::Column::CheckedInBy, Expr::value(by))
        .col_expr(attendance::Column::UpdatedAt, Expr::value(now))
        .filter(attendance::Column::Id.is_in(ids))
        .exec(tx)
        .await?;
    Ok(())
}

/// Returns the scans that were sent to these events with these nonces.
#[tracing::instrument(name = "checkin.find_scans", skip_all)]
pub async fn find_scans(
    conn: &impl ConnectionTrait,
    names: impl Iterator<Item = (EventId, String)>,
) -> Result<Vec<scan::Model>> {
    let mut by_event: BTreeMap<EventId, Vec<String>> = BTreeMap::new();
    for (event, nonce) in names {
        by_event.entry(event).or_default().push(nonce);
    }
    let mut found = Vec::new();
    for (event, nonces) in by_event {
        let scans = scan::Entity::find()
            .filter(scan::Column::EventId.eq(event))
            .filter(scan::Column::Nonce.is_in(nonces));
        found.extend(scans.all(conn).await?);
    }
    Ok(found)
}

/// Returns who of `actors` tried unknown codes within `window`, and when, the latest first.
#[tracing::instrument(name = "checkin.unknown_codes", skip_all)]
pub async fn unknown_codes(
    conn: &impl ConnectionTrait,
    actors: impl Iterator<Item = &str>,
    window: RangeInclusive<Timestamp>,
) -> Result<Vec<(String, Timestamp)>> {
    let actors: BTreeSet<&str> = actors.collect();
    Ok(scan::Entity::find()
        .select_only()
        .columns([scan::Column::Actor, scan::Column::ReceivedAt])
        .filter(scan::Column::Actor.is_in(actors))
        .filter(scan::Column::Result.eq(NOT_FOUND))
        .filter(scan::Column::ReceivedAt.gt(*window.start()))
        .filter(scan::Column::ReceivedAt.lte(*window.end()))
        .order_by_desc(scan::Column::ReceivedAt)
        .into_tuple()
        .all(conn)
        .await?)
}

/// What decides whether anybody is let in at an event.
pub struct Door {
    pub is_cancelled: bool,
    /// When registration opens; nobody is let in before.
    pub opens_at: Timestamp,
}

/// Returns those of these events that are not deleted.
#[tracing::instrument(name = "checkin.find_doors", skip_all)]
pub async fn find_doors(
    conn: &impl ConnectionTrait,
    ids: BTreeSet<EventId>,
) -> Result<HashMap<EventId, Door>> {
    let found: Vec<(EventId, Option<Timestamp>, Timestamp)> = event::live()
        .select_only()
        .columns([
            event::Column::Id,
            event::Column::CancelledAt,
            event::Column::OpenRegistrationDate,
        ])
        .filter(event::Column::Id.is_in(ids))
        .into_tuple()
        .all(conn)
        .await?;
    let doors = found.into_iter().map(|(id, cancelled_at, opens_at)| {
        let is_cancelled = cancelled_at.is_some();
        (
            id,
            Door {
                is_cancelled,
                opens_at,
            },
        )
    });
    Ok(doors.collect())
}

/// Returns those of these devices whose keys are not revoked.
#[tracing::instrument(name = "checkin.live_devices", skip_all)]
pub async fn live_devices(
    conn: &impl ConnectionTrait,
    ids: BTreeSet<CheckinKeyId>,
) -> Result<HashSet<CheckinKeyId>> {
    if ids.is_empty() {
        return Ok(HashSet::new());
    }
    let live: Vec<CheckinKeyId> = checkin_key::Entity::find()
        .select_only()
        .column(checkin_key::Column::Id)
        .filter(checkin_key::Column::Id.is_in(ids))
        .filter(checkin_key::Column::RevokedAt.is_null())
        .into_tuple()
        .all(conn)
        .await?;
    Ok(live.into_iter().collect())
}
