//! Queries on the requests of single registrations.

use hoi_db::{Timestamp, Tx, Writes};
use hoi_platform::ids::{AttendanceId, EventId};
use sea_orm::{ColumnTrait, ConnectionTrait, DbErr, EntityTrait, QueryFilter, Set};

use super::entity::{ActiveModel, Column, Entity, Model};
use super::{Buyer, InvoiceBody};
use crate::attendances::ERASED_NAME;

/// Returns the requested contents of a registration's invoice; None without a request.
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
    let rows = requests.iter().cloned();
    let rows = rows.map(|(event, id, wanted)| Model {
        attendance_id: id,
        event_id: event,
        buyer: wanted.buyer,
        name: wanted.name,
        tax_number: wanted.tax_number,
        address: wanted.address,
        email: wanted.email,
        asked_at: now,
        issued_at: None,
        issued_by: None,
        invoice_number: None,
        amount: None,
        // Not 1: one who still shows a request that was withdrawn since must not take this for it.
        version: now.0,
    });
    writes.insert(rows.collect());
}

/// Removes the requests of registrations that are removed. Issued invoices stay, because they are in the organiser's
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

/// Removes the requests of participants who are erased. Of issued invoices only number, amount and time stay, which are
/// in the organiser's accounts.
#[tracing::instrument(name = "invoices.erase_buyers", skip_all)]
pub async fn erase_buyers(tx: &Tx, ids: &[AttendanceId]) -> Result<(), DbErr> {
    erase(tx, ids).await?;
    let columns = ActiveModel {
        buyer: Set(Buyer::Person),
        name: Set(ERASED_NAME.to_owned()),
        tax_number: Set(None),
        address: Set(None),
        email: Set(None),
        ..Default::default()
    };
    Entity::update_many()
        .set(columns)
        .filter(Column::AttendanceId.is_in(ids.iter().copied()))
        .exec(tx)
        .await?;
    Ok(())
}
