//! Queries on the requests of single registrations.

use hoi_db::{Timestamp, Tx, Writes};
use sea_orm::{ColumnTrait, ConnectionTrait, DbErr, EntityTrait, QueryFilter, Set};

use super::InvoiceBody;
use super::entity::{ActiveModel, Column, Entity, Model};
use crate::ids::{AttendanceId, EventId};

/// Rows in one insert.
const INSERT_ROWS: usize = 500;

/// Returns what the invoice of a registration shall say; None if nobody asked for one.
#[tracing::instrument(name = "invoices.find", skip_all)]
pub async fn find(
    conn: &impl ConnectionTrait,
    attendance: AttendanceId,
) -> Result<Option<Model>, DbErr> {
    Entity::find_by_id(attendance).one(conn).await
}

/// Adds the requests that came along with registrations to the changes of a transaction.
pub fn add_all(
    writes: &mut Writes,
    requests: &[(EventId, AttendanceId, InvoiceBody)],
    now: Timestamp,
) {
    for requests in requests.chunks(INSERT_ROWS) {
        let rows = requests
            .iter()
            .cloned()
            .map(|(event, id, wanted)| row(event, id, wanted, now));
        writes.add(&Entity::insert_many(rows));
    }
}

fn row(event: EventId, id: AttendanceId, wanted: InvoiceBody, now: Timestamp) -> ActiveModel {
    ActiveModel {
        attendance_id: Set(id),
        event_id: Set(event),
        buyer: Set(wanted.buyer),
        name: Set(wanted.name),
        tax_number: Set(wanted.tax_number),
        address: Set(wanted.address),
        email: Set(wanted.email),
        asked_at: Set(now),
        issued_at: Set(None),
        issued_by: Set(None),
        invoice_number: Set(None),
        amount: Set(None),
    }
}

/// Removes the requests of registrations that are removed. What was issued stays, because it is in the organiser's
/// accounts.
#[tracing::instrument(name = "invoices.erase", skip_all)]
pub async fn erase(tx: &Tx, ids: &[AttendanceId]) -> Result<(), DbErr> {
    Entity::delete_many()
        .filter(Column::AttendanceId.is_in(ids.iter().copied()))
        .filter(Column::IssuedAt.is_null())
        .exec(tx)
        .await?;
    Ok(())
}
