//! Look-ups of registrations, invitation codes and ticket classes.

use std::collections::{BTreeMap, HashMap};

use hoi_db::{Only as _, Timestamp, Tx};
use sea_orm::sea_query::{Expr, Func, Query};
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, DbErr, EntityTrait, ExprTrait, QueryFilter,
    QueryOrder, QuerySelect,
};

use super::deadline::Owed;
use super::rules::{Code, Count, Invitation, Seat, keys_of_address};
use crate::attendances::{AttendanceId, PaymentMethod, PaymentStatus, Source, attendance};
use crate::bank_accounts::TransferState;
use crate::bank_accounts::entity::transfer;
use crate::events::entity::{event, invitation_code, ticket};
use crate::events::{EventId, TicketId, invitation_codes};

impl From<&attendance::Model> for Seat {
    fn from(row: &attendance::Model) -> Self {
        Self {
            event: row.event_id,
            ticket: row.ticket_id,
            name: row.full_name.clone(),
            email_key: row.email_key.clone(),
            amount: row.amount,
            received: row.received,
            is_paid: row.payment_status == PaymentStatus::Paid,
            is_checked_in: row.checked_in_time.is_some(),
            confirm_by: row.confirm_by,
            code: row.invitation_code_id,
            has_reference: !row.payment_ref.is_empty(),
            owed: Owed::of(row),
        }
    }
}

/// Returns the attendance; None if it does not exist or was removed.
#[tracing::instrument(name = "registration.find_attendance", skip_all)]
pub async fn find_attendance(
    conn: &impl ConnectionTrait,
    id: AttendanceId,
) -> Result<Option<attendance::Model>, DbErr> {
    attendance::live()
        .filter(attendance::Column::Id.eq(id))
        .only(conn)
        .await
}

/// Returns the attendance, locked until the transaction ends; None if it does not exist or was removed.
#[tracing::instrument(name = "registration.lock_attendance", skip_all)]
pub(super) async fn lock_attendance(
    tx: &Tx,
    id: AttendanceId,
) -> Result<Option<attendance::Model>, DbErr> {
    attendance::live()
        .filter(attendance::Column::Id.eq(id))
        .lock_exclusive()
        .only(tx)
        .await
}

/// Returns the registrations for `event` with the address of this key. The organiser may have given several people the
/// same one.
#[tracing::instrument(name = "registration.find_by_email", skip_all)]
pub(super) async fn find_by_email(
    conn: &impl ConnectionTrait,
    event: EventId,
    email_key: &str,
) -> Result<Vec<AttendanceId>, DbErr> {
    attendance::live()
        .select_only()
        .column(attendance::Column::Id)
        .filter(attendance::Column::EventId.eq(event))
        .filter(attendance::Column::EmailKey.is_in(keys_of_address(email_key, true)))
        .into_tuple()
        .all(conn)
        .await
}

/// Returns the attendance, removed or not.
#[tracing::instrument(name = "registration.find_ever", skip_all)]
pub(super) async fn find_ever(
    conn: &impl ConnectionTrait,
    id: AttendanceId,
) -> Result<Option<attendance::Model>, DbErr> {
    attendance::Entity::find_by_id(id).only(conn).await
}

/// Returns the ticket class, removed or not.
#[tracing::instrument(name = "registration.find_class", skip_all)]
pub(super) async fn find_class(
    conn: &impl ConnectionTrait,
    id: TicketId,
) -> Result<Option<ticket::Model>, DbErr> {
    ticket::Entity::find_by_id(id).only(conn).await
}

/// Returns the live invitation code of an event with this `code_key`, usable or not.
#[tracing::instrument(name = "registration.find_code", skip_all)]
pub(super) async fn find_code(
    conn: &impl ConnectionTrait,
    event: EventId,
    code_key: &str,
) -> Result<Option<Code>, DbErr> {
    let row = invitation_code::live()
        .filter(invitation_code::Column::EventId.eq(event))
        .filter(invitation_code::Column::CodeKey.eq(code_key))
        .all(conn)
        .await?;
    let mut codes = with_owners(conn, row).await?;
    Ok(codes.pop().map(|(_, code)| code))
}

/// Returns the codes of these rows with the names of their owners.
pub(super) async fn with_owners(
    conn: &impl ConnectionTrait,
    rows: Vec<invitation_code::Model>,
) -> Result<Vec<((EventId, String), Code)>, DbErr> {
    let owners: Vec<_> = rows
        .iter()
        .filter_map(|row| row.owner_attendance_id)
        .collect();
    let mut names = HashMap::new();
    if !owners.is_empty() {
        let found = attendance::Entity::find()
            .select_only()
            .columns([attendance::Column::Id, attendance::Column::FullName])
            .filter(attendance::Column::Id.is_in(owners))
            .into_tuple::<(AttendanceId, String)>()
            .all(conn)
            .await?;
        names.extend(found);
    }
    let codes = rows.into_iter().map(|row| {
        let owner = row
            .owner_attendance_id
            .and_then(|id| Some((id, names.get(&id)?.clone())));
        let code = Code {
            invitation: Invitation {
                code: row.id,
                participation_type: row.participation_type,
                owner,
            },
            ticket: row.ticket_id,
            active: row.is_active,
            expires: row.expires_at,
            uses: Count::new(invitation_codes::quota(&row)),
        };
        ((row.event_id, row.code_key), code)
    });
    Ok(codes.collect())
}

/// Returns seats that were not confirmed in time, at most `limit`, by event.
#[tracing::instrument(name = "registration.find_unconfirmed", skip_all)]
pub(super) async fn find_unconfirmed(
    conn: &impl ConnectionTrait,
    now: Timestamp,
    limit: u64,
) -> Result<BTreeMap<EventId, Vec<AttendanceId>>, DbErr> {
    let rows: Vec<(EventId, AttendanceId)> = attendance::live()
        .select_only()
        .columns([attendance::Column::EventId, attendance::Column::Id])
        .filter(attendance::Column::ConfirmBy.lte(now))
        .order_by_asc(attendance::Column::ConfirmBy)
        .limit(limit)
        .into_tuple()
        .all(conn)
        .await?;
    let mut found: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for (event, id) in rows {
        found.entry(event).or_default().push(id);
    }
    Ok(found)
}

/// Returns the events that have a payment deadline and have not begun.
#[tracing::instrument(name = "registration.find_with_deadline", skip_all)]
pub(super) async fn find_with_deadline(
    conn: &impl ConnectionTrait,
    now: Timestamp,
) -> Result<Vec<event::Model>, DbErr> {
    event::live()
        .filter(event::Column::PaymentDays.is_not_null())
        .filter(event::Column::EventStartDate.gt(now))
        .filter(event::Column::CancelledAt.is_null())
        .all(conn)
        .await
}

/// Holds for registrations without a transfer that waits for a decision: such a transfer may be a payment of another
/// amount.
pub(super) fn without_waiting_transfer() -> Condition {
    let waiting = Query::select()
        .expr(Expr::val(1))
        .from(transfer::Entity)
        .and_where(
            Expr::col((transfer::Entity, transfer::Column::AttendanceId))
                .equals((attendance::Entity, attendance::Column::Id)),
        )
        // The index on transfers begins with the event.
        .and_where(
            Expr::col((transfer::Entity, transfer::Column::EventId))
                .equals((attendance::Entity, attendance::Column::EventId)),
        )
        .and_where(transfer::Column::State.is_in([TransferState::New, TransferState::Waiting]))
        .to_owned();
    Condition::all().add(Expr::exists(waiting).not())
}

/// Returns the participants who have owed money, to be paid in one of `methods`, since `since` or longer, and for whom
/// `which` holds; the first ones first, at most `limit`.
#[tracing::instrument(name = "registration.find_owing_since", skip_all)]
pub(super) async fn find_owing_since(
    conn: &impl ConnectionTrait,
    event: EventId,
    since: Timestamp,
    methods: impl Iterator<Item = PaymentMethod>,
    which: Condition,
    limit: u64,
) -> Result<Vec<attendance::Model>, DbErr> {
    use attendance::Column::{
        ConfirmBy, DueSince, PaymentMethod as Method, PaymentStatus as Status, RegistrationTime,
        Source as Origin,
    };
    let longer = Condition::any()
        .add(DueSince.is_null())
        .add(DueSince.lte(since));
    attendance::live()
        .filter(attendance::Column::EventId.eq(event))
        .filter(RegistrationTime.lte(since))
        .filter(longer)
        .filter(Status.eq(PaymentStatus::Unpaid))
        .filter(Method.is_in(methods))
        .filter(ConfirmBy.is_null())
        .filter(Origin.is_in([Source::Form, Source::Invitation]))
        .filter(which)
        // Not by the registration alone, along whose index PostgreSQL would pass over everyone who has paid.
        .order_by_asc(Expr::from(Func::coalesce([
            Expr::col(DueSince),
            Expr::col(RegistrationTime),
        ])))
        .limit(limit)
        .all(conn)
        .await
}
