//! Queries of check-in on participants and scans.

use std::collections::{BTreeSet, HashMap};
use std::ops::RangeInclusive;

use hoi_community::accounts::entity::user;
use hoi_db::{Timestamp, Tx, padded};
use hoi_platform::error::Result;
use hoi_platform::files::FileUrl;
use hoi_platform::ids::{AttendanceId, CheckinKeyId, EventId, TicketId};
use hoi_ticketing::attendances::attendance::{self, outstanding};
use hoi_ticketing::attendances::{ParticipationType, PaymentStatus};
use hoi_ticketing::events::entity::event;
use sea_orm::sea_query::{Expr, ExprTrait as _, LockType};
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, DerivePartialModel, EntityTrait, FromQueryResult,
    PartialModelTrait, QueryFilter, QueryOrder, QuerySelect, Select, UpdateMany,
};

use super::entity::{checkin_key, scan};
use super::rules::NOT_FOUND;

/// Rows in one statement, below the engines' limit on bound values.
const CHUNK: usize = 500;

/// The columns of a registration that the door reads: not the answers and other long texts.
#[derive(Debug, Clone, DerivePartialModel)]
#[sea_orm(entity = "attendance::Entity")]
pub struct DoorAttendance {
    pub id: AttendanceId,
    pub event_id: EventId,
    pub ticket_id: Option<TicketId>,
    pub full_name: String,
    pub company: String,
    pub avatar: Option<FileUrl>,
    pub participation_type: ParticipationType,
    pub ticket_code: String,
    pub checked_in_time: Option<Timestamp>,
    pub checked_in_by: Option<String>,
    pub registration_time: Timestamp,
    pub confirm_by: Option<Timestamp>,
    pub payment_status: PaymentStatus,
    pub amount: i64,
    pub received: i64,
    pub deleted_at: Option<Timestamp>,
    pub erased_at: Option<Timestamp>,
}

impl DoorAttendance {
    /// Returns the outstanding amount, in dong; None once it is paid.
    pub fn due(&self) -> Option<i64> {
        let is_unpaid = self.payment_status == PaymentStatus::Unpaid;
        is_unpaid.then(|| outstanding(self.payment_status, self.amount, self.received))
    }
}

fn guests() -> Select<attendance::Entity> {
    DoorAttendance::select_cols(attendance::Entity::find().select_only())
}

/// Returns the registration, also a cancelled one.
#[tracing::instrument(name = "checkin.find_by_id", skip_all)]
pub async fn find_by_id(
    conn: &impl ConnectionTrait,
    id: AttendanceId,
) -> Result<Option<DoorAttendance>> {
    let found = guests().filter(attendance::Column::Id.eq(id));
    Ok(found.into_model().all(conn).await?.pop())
}

/// Returns those of these registrations that exist, also cancelled ones.
pub async fn find_by_ids(
    conn: &impl ConnectionTrait,
    ids: Vec<AttendanceId>,
) -> Result<HashMap<AttendanceId, DoorAttendance>> {
    let mut found = HashMap::with_capacity(ids.len());
    for chunk in ids.chunks(CHUNK) {
        let rows: Vec<DoorAttendance> = guests()
            .filter(attendance::Column::Id.is_in(chunk.iter().copied()))
            .into_model()
            .all(conn)
            .await?;
        found.extend(rows.into_iter().map(|row| (row.id, row)));
    }
    Ok(found)
}

/// The result of looking up a member's personal code.
pub enum Member {
    /// No usable account has this code.
    Unknown,
    /// An account has this code, but its e-mail is not registered for this event.
    Elsewhere,
    /// The registration for this event; the live one if there are several.
    Here(Box<DoorAttendance>),
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
    let rows: Vec<DoorAttendance> = guests()
        .filter(attendance::Column::EventId.eq(event))
        .filter(attendance::Column::EmailKey.eq(member.email_key))
        .order_by_asc(attendance::Column::Id)
        .lock(LockType::NoKeyUpdate)
        .into_model()
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

/// Finds and locks the registrations with these ticket codes or identifiers, of any event, also cancelled ones.
pub fn locked_registrations<'a>(
    codes: impl Iterator<Item = &'a str>,
    ids: Vec<AttendanceId>,
) -> Select<attendance::Entity> {
    let mut which = Condition::any().add(attendance::Column::TicketCode.is_in(padded(codes)));
    if !ids.is_empty() {
        which = which.add(attendance::Column::Id.is_in(padded(ids)));
    }
    guests()
        .filter(which)
        // In one order, so that transactions wait for one another and not in a circle.
        .order_by_asc(attendance::Column::Id)
        .lock(LockType::NoKeyUpdate)
}

/// Returns the registrations with these identifiers, of any event, also cancelled ones.
#[tracing::instrument(name = "checkin.find_registrations", skip_all)]
pub async fn find_registrations(
    conn: &impl ConnectionTrait,
    ids: Vec<AttendanceId>,
) -> Result<Vec<DoorAttendance>> {
    let found = guests().filter(attendance::Column::Id.is_in(ids));
    Ok(found.into_model().all(conn).await?)
}

/// Sets when and by whom locked participants were let in; `None` if they are not inside.
pub fn set_checked_in(
    ids: Vec<AttendanceId>,
    at: Option<Timestamp>,
    by: Option<&str>,
    now: Timestamp,
) -> UpdateMany<attendance::Entity> {
    attendance::Entity::update_many()
        .col_expr(attendance::Column::CheckedInTime, Expr::value(at))
        .col_expr(attendance::Column::CheckedInBy, Expr::value(by))
        .col_expr(attendance::Column::UpdatedAt, Expr::value(now))
        .filter(attendance::Column::Id.is_in(padded(ids)))
}

/// Finds the scans that were sent to an event with these nonces.
pub fn scans_with(event: EventId, nonces: Vec<String>) -> Select<scan::Entity> {
    scan::Entity::find()
        .filter(scan::Column::EventId.eq(event))
        .filter(scan::Column::Nonce.is_in(padded(nonces)))
}

/// Finds the unknown codes that `actors` tried within `window`, the latest first.
pub fn unknown_codes<'a>(
    actors: impl Iterator<Item = &'a str>,
    window: RangeInclusive<Timestamp>,
) -> Select<scan::Entity> {
    let actors: BTreeSet<&str> = actors.collect();
    scan::Entity::find()
        .select_only()
        .columns([scan::Column::Actor, scan::Column::ReceivedAt])
        .filter(scan::Column::Actor.is_in(actors))
        // A literal, because the index names it.
        .filter(Expr::col(scan::Column::Result).eq(Expr::cust(format!("'{NOT_FOUND}'"))))
        .filter(scan::Column::ReceivedAt.gt(*window.start()))
        .filter(scan::Column::ReceivedAt.lte(*window.end()))
        .order_by_desc(scan::Column::ReceivedAt)
}

/// The columns that decide whether an event's door is open.
#[derive(FromQueryResult)]
pub struct Door {
    pub id: EventId,
    pub cancelled_at: Option<Timestamp>,
    /// When registration opens; the door refuses all participants before.
    pub open_registration_date: Timestamp,
}

/// Finds the [`Door`]s of those of these events that are not deleted.
pub fn doors(ids: BTreeSet<EventId>) -> Select<event::Entity> {
    event::live()
        .select_only()
        .columns([
            event::Column::Id,
            event::Column::CancelledAt,
            event::Column::OpenRegistrationDate,
        ])
        .filter(event::Column::Id.is_in(ids))
}

/// Finds those of these devices whose keys are not revoked, and whether each may serve guests without a ticket.
pub fn live_devices(ids: BTreeSet<CheckinKeyId>) -> Select<checkin_key::Entity> {
    checkin_key::Entity::find()
        .select_only()
        .columns([checkin_key::Column::Id, checkin_key::Column::ServesGuests])
        .filter(checkin_key::Column::Id.is_in(ids))
        .filter(checkin_key::Column::RevokedAt.is_null())
}
