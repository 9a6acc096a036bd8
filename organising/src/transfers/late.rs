//! Money that arrives for registrations that are cancelled: it is noted as received, and is owed back.

use hoi_db::Tx;
use hoi_platform::app::App;
use hoi_platform::error::{Error, LocalizedText, Result};
use hoi_platform::ids::{AttendanceId, TransferId, UserId};
use hoi_ticketing::attendances::{PaymentStatus, attendance, payment};
use hoi_ticketing::bank_accounts::entity::transfer;
use hoi_ticketing::bank_accounts::{TransferReason, TransferState};
use hoi_ticketing::events::{self, EventAction, LogEntry};
use hoi_ticketing::registration::MailRemoved;
use sea_orm::{
    ActiveModelTrait as _, ColumnTrait, EntityTrait, ModelTrait as _, QueryFilter, QueryOrder, Set,
};
use serde_json::json;

use super::dto::MeantRegistration;
use super::{erasure, refunds};

/// Notes a transfer for a registration that is cancelled. 5008: it was decided about the transfer.
pub async fn owe_back(
    app: &App,
    row: &transfer::Model,
    to: &MeantRegistration,
    by: UserId,
) -> Result<()> {
    let now = app.clock.now();
    let tx = app.db.write().await?;
    // Decisions about one event wait for one another here, and so does the desk.
    events::lock_event(&tx, to.event_id).await?;
    let used = transfer::ActiveModel {
        state: Set(TransferState::Used),
        event_id: Set(Some(to.event_id)),
        attendance_id: Set(Some(to.attendance_id)),
        decided_by: Set(Some(by)),
        decided_at: Set(Some(now)),
        ..Default::default()
    };
    let used = transfer::Entity::update_many()
        .set(used)
        .filter(transfer::Column::Id.eq(row.id))
        .filter(transfer::Column::State.eq(TransferState::Waiting))
        .exec(&tx)
        .await?;
    if used.rows_affected == 0 {
        return Err(decided_already());
    }
    let person = find_locked(&tx, to.attendance_id).await?;
    let received = person.received.saturating_add(row.amount);
    // The event may be opened again.
    let status = if person.deleted_at.is_none() && received >= person.amount {
        PaymentStatus::Paid
    } else {
        person.payment_status
    };
    attendance::ActiveModel {
        id: Set(person.id),
        payment_status: Set(status),
        received: Set(received),
        paid_at: Set(Some(now)),
        paid_way: Set(Some(row.way())),
        paid_by: Set(Some(by)),
        ..Default::default()
    }
    .update(&tx)
    .await?;
    payment::ActiveModel {
        attendance_id: Set(to.attendance_id),
        number: Set(payment::next_number(&tx, to.attendance_id).await?),
        event_id: Set(to.event_id),
        amount: Set(row.amount),
        way: Set(row.way()),
        transfer_id: Set(Some(row.id)),
        paid_at: Set(row.arrived_at),
        noted_by: Set(Some(by)),
        noted_at_device: Set(None),
    }
    .insert(&tx)
    .await?;
    let data = json!({ "name": to.full_name, "amount": row.amount, "way": row.way() });
    let entry = LogEntry::new(to.event_id, EventAction::ParticipantPaidLate)
        .by(by)
        .about(to.attendance_id.0)
        .with(data);
    events::log_all(&tx, vec![entry], now).await?;
    erasure::erase_later(&tx, &[row.id], now).await?;
    // Of a cancelled event everybody has heard.
    if person.deleted_at.is_some() {
        let mail = MailRemoved {
            attendance: to.attendance_id,
            without_money: false,
        };
        hoi_jobs::enqueue(&tx, &mail, now).await?;
    }
    tx.commit().await?;
    app.jobs.notify_one();
    app.snapshots.forget_seats(to.event_id);
    Ok(())
}

/// Takes a transfer back from the registration that it was noted for. 5008: it is not used, or it was decided about the
/// refund.
pub async fn take_back(app: &App, id: TransferId, by: UserId) -> Result<()> {
    let now = app.clock.now();
    let tx = app.db.write().await?;
    let payment = payment::Entity::find()
        .filter(payment::Column::TransferId.eq(id))
        .one(&tx)
        .await?
        .ok_or_else(decided_already)?;
    events::lock_event(&tx, payment.event_id).await?;
    let waiting = transfer::ActiveModel {
        state: Set(TransferState::Waiting),
        reason: Set(Some(TransferReason::Undone)),
        decided_by: Set(None),
        decided_at: Set(None),
        // An erasure that has looked for texts before looks at this one again.
        reported_at: Set(now),
        ..Default::default()
    };
    let freed = transfer::Entity::update_many()
        .set(waiting)
        .filter(transfer::Column::Id.eq(id))
        .filter(transfer::Column::State.eq(TransferState::Used))
        .exec(&tx)
        .await?;
    if freed.rows_affected == 0 {
        return Err(decided_already());
    }
    // Another call may have taken it back meanwhile, and the transfer may have been used for others.
    let removed = payment.clone().delete(&tx).await?;
    if removed.rows_affected != 1 {
        return Err(decided_already());
    }
    let person = find_locked(&tx, payment.attendance_id).await?;
    // Below zero if a part of it was given back: then that has to be taken back first.
    let left = person.received - payment.amount;
    refunds::forget_payment(&tx, person.id, payment.number, left).await?;
    let received = left.max(0);
    let last = payment::Entity::find()
        .filter(payment::Column::AttendanceId.eq(person.id))
        .order_by_desc(payment::Column::Number)
        .one(&tx)
        .await?;
    let status = if received < person.amount {
        PaymentStatus::Unpaid
    } else {
        person.payment_status
    };
    attendance::ActiveModel {
        id: Set(person.id),
        payment_status: Set(status),
        received: Set(received),
        paid_at: Set(person.paid_at.filter(|_| last.is_some())),
        paid_way: Set(last.as_ref().map(|last| last.way)),
        paid_by: Set(last.and_then(|last| last.noted_by)),
        ..Default::default()
    }
    .update(&tx)
    .await?;
    let data = json!({ "name": person.full_name, "amount": payment.amount });
    let entry = LogEntry::new(payment.event_id, EventAction::ParticipantUnpaid)
        .by(by)
        .about(payment.attendance_id.0)
        .with(data);
    events::log_all(&tx, vec![entry], now).await?;
    tx.commit().await?;
    app.snapshots.forget_seats(payment.event_id);
    Ok(())
}

/// Returns a registration, removed or not. The caller has locked its event.
async fn find_locked(tx: &Tx, id: AttendanceId) -> Result<attendance::Model> {
    let row = attendance::Entity::find_by_id(id).one(tx).await?;
    row.ok_or_else(|| Error::NotFound(LocalizedText::new("registration.noSuchParticipant")))
}

fn decided_already() -> Error {
    Error::Conflict(LocalizedText::new("transfer.decidedAlready"))
}
