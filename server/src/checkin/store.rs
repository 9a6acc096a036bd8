//! Queries of check-in on participants and scans.

use std::ops::RangeInclusive;

use hoi_db::Timestamp;
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};

use super::entity::scan;
use super::rules::NOT_FOUND;
use crate::accounts::entity::user;
use crate::attendances::attendance;
use crate::error::Result;
use crate::events::entity::ticket;
use crate::ids::{AttendanceId, EventId, TicketId};

/// Returns the registration with this ticket code, of any event, also a cancelled one.
#[tracing::instrument(name = "checkin.find_by_ticket_code", skip_all)]
pub async fn find_by_ticket_code(
    conn: &impl ConnectionTrait,
    code: &str,
) -> Result<Option<attendance::Model>> {
    Ok(attendance::Entity::find()
        .filter(attendance::Column::TicketCode.eq(code))
        .one(conn)
        .await?)
}

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

/// Finds the registration of the member with this personal code by the account's confirmed e-mail. An unconfirmed
/// e-mail could belong to another person.
#[tracing::instrument(name = "checkin.find_by_member_code", skip_all)]
pub async fn find_by_member_code(
    conn: &impl ConnectionTrait,
    event: EventId,
    codes: [&str; 2],
) -> Result<Member> {
    let member = user::live()
        .filter(user::Column::UserCode.is_in(codes))
        .filter(user::Column::IsActive.eq(true))
        .filter(user::Column::EmailVerifiedAt.is_not_null())
        .one(conn)
        .await?;
    let Some(member) = member else {
        return Ok(Member::Unknown);
    };
    let rows = attendance::Entity::find()
        .filter(attendance::Column::EventId.eq(event))
        .filter(attendance::Column::EmailKey.eq(member.email_key))
        .all(conn)
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

/// Checks the participant in unless they are checked in, unconfirmed or cancelled, by one statement that waits for no
/// other participant. Of any number of parallel calls exactly one returns `true`.
#[tracing::instrument(name = "checkin.check_in", skip_all)]
pub async fn check_in(
    conn: &impl ConnectionTrait,
    id: AttendanceId,
    at: Timestamp,
    by: Option<&str>,
) -> Result<bool> {
    let updated = attendance::Entity::update_many()
        .col_expr(attendance::Column::CheckedInTime, Expr::value(at))
        .col_expr(attendance::Column::CheckedInBy, Expr::value(by))
        .col_expr(attendance::Column::UpdatedAt, Expr::value(at))
        .filter(attendance::Column::Id.eq(id))
        .filter(attendance::Column::CheckedInTime.is_null())
        .filter(attendance::Column::ConfirmBy.is_null())
        .filter(attendance::Column::DeletedAt.is_null())
        .exec(conn)
        .await?;
    Ok(updated.rows_affected == 1)
}

/// Moves a check-in to an earlier entry that became known later. Returns false if the check-in is no longer that of
/// `seen`.
#[tracing::instrument(name = "checkin.check_in_earlier", skip_all)]
pub async fn check_in_earlier(
    conn: &impl ConnectionTrait,
    id: AttendanceId,
    seen: Timestamp,
    at: Timestamp,
    by: Option<&str>,
) -> Result<bool> {
    let updated = attendance::Entity::update_many()
        .col_expr(attendance::Column::CheckedInTime, Expr::value(at))
        .col_expr(attendance::Column::CheckedInBy, Expr::value(by))
        .filter(attendance::Column::Id.eq(id))
        .filter(attendance::Column::CheckedInTime.eq(seen))
        .filter(attendance::Column::DeletedAt.is_null())
        .exec(conn)
        .await?;
    Ok(updated.rows_affected == 1)
}

/// Undoes the check-in. Returns `false` if the participant is not checked in.
#[tracing::instrument(name = "checkin.undo_check_in", skip_all)]
pub async fn undo_check_in(
    conn: &impl ConnectionTrait,
    id: AttendanceId,
    now: Timestamp,
) -> Result<bool> {
    let updated = attendance::Entity::update_many()
        .col_expr(
            attendance::Column::CheckedInTime,
            Expr::value(Option::<i64>::None),
        )
        .col_expr(
            attendance::Column::CheckedInBy,
            Expr::value(Option::<String>::None),
        )
        .col_expr(attendance::Column::UpdatedAt, Expr::value(now))
        .filter(attendance::Column::Id.eq(id))
        .filter(attendance::Column::CheckedInTime.is_not_null())
        .filter(attendance::Column::DeletedAt.is_null())
        .exec(conn)
        .await?;
    Ok(updated.rows_affected == 1)
}

/// Returns the scan that was sent with this nonce; None if there is none.
#[tracing::instrument(name = "checkin.find_scan", skip_all)]
pub async fn find_scan(
    conn: &impl ConnectionTrait,
    event: EventId,
    nonce: &str,
) -> Result<Option<scan::Model>> {
    Ok(scan::Entity::find()
        .filter(scan::Column::EventId.eq(event))
        .filter(scan::Column::Nonce.eq(nonce))
        .one(conn)
        .await?)
}

/// Returns when `actor` tried the `nth` newest unknown code within `window`; `None` if there were fewer.
#[tracing::instrument(name = "checkin.nth_unknown_code", skip_all)]
pub async fn nth_unknown_code(
    conn: &impl ConnectionTrait,
    actor: &str,
    window: RangeInclusive<Timestamp>,
    nth: u64,
) -> Result<Option<Timestamp>> {
    Ok(scan::Entity::find()
        .select_only()
        .column(scan::Column::ReceivedAt)
        .filter(scan::Column::Actor.eq(actor))
        .filter(scan::Column::Result.eq(NOT_FOUND))
        .filter(scan::Column::ReceivedAt.gt(*window.start()))
        .filter(scan::Column::ReceivedAt.lte(*window.end()))
        .order_by_desc(scan::Column::ReceivedAt)
        .offset(nth - 1)
        .limit(1)
        .into_tuple()
        .one(conn)
        .await?)
}

/// Returns the name of a ticket class, also of a deleted one.
#[tracing::instrument(name = "checkin.find_ticket_name", skip_all)]
pub async fn find_ticket_name(conn: &impl ConnectionTrait, id: TicketId) -> Result<Option<String>> {
    Ok(ticket::Entity::find_by_id(id)
        .one(conn)
        .await?
        .map(|ticket| ticket.name))
}
