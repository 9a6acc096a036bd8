//! Money that arrives for registrations that are cancelled: it is noted as received, and is owed back.

use sea_orm::sea_query::{Expr, ExprTrait as _};
use sea_orm::{ActiveModelTrait as _, ColumnTrait, EntityTrait, ModelTrait as _, QueryFilter, Set};
use serde_json::json;

use super::dto::MeantRegistration;
use super::matching::way;
use super::refunds;
use crate::app::App;
use crate::attendances::attendance;
use crate::bank_accounts::entity::{transfer, transfer_payment};
use crate::bank_accounts::{TransferReason, TransferState};
use crate::error::{Error, LocalizedText, Result};
use crate::events::{self, EventAction, LogEntry};
use crate::ids::{TransferId, UserId};

/// Notes a transfer for a registration that is cancelled. 5008: it was decided about the transfer or the refund.
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
    refunds::raise(&tx, to.attendance_id, row.amount, now).await?;
    attendance::Entity::update_many()
        .col_expr(
            attendance::Column::Received,
            Expr::col(attendance::Column::Received).add(row.amount),
        )
        .col_expr(attendance::Column::PaidAt, Expr::value(now))
        .col_expr(attendance::Column::PaidWay, Expr::value(way(row)))
        .col_expr(attendance::Column::PaidBy, Expr::value(by))
        .filter(attendance::Column::Id.eq(to.attendance_id))
        .exec(&tx)
        .await?;
    transfer_payment::ActiveModel {
        transfer_id: Set(row.id),
        attendance_id: Set(to.attendance_id),
        event_id: Set(to.event_id),
        amount: Set(row.amount),
    }
    .insert(&tx)
    .await?;
    let data = json!({ "name": to.full_name, "amount": row.amount, "way": way(row) });
    let entry = LogEntry::new(to.event_id, EventAction::ParticipantPaidLate)
        .by(by)
        .about(to.attendance_id.0)
        .with(data);
    events::log_all(&tx, vec![entry], now).await?;
    Ok(tx.commit().await?)
}

/// Takes a transfer back from the registration that it was noted for. 5008: it is not used, or it was decided about the
/// refund.
pub async fn take_back(app: &App, id: TransferId, by: UserId) -> Result<()> {
    let now = app.clock.now();
    let tx = app.db.write().await?;
    let payment = transfer_payment::Entity::find()
        .filter(transfer_payment::Column::TransferId.eq(id))
        .one(&tx)
        .await?
        .ok_or_else(decided_already)?;
    events::lock_event(&tx, payment.event_id).await?;
    let waiting = transfer::ActiveModel {
        state: Set(TransferState::Waiting),
        reason: Set(Some(TransferReason::Undone)),
        decided_by: Set(None),
        decided_at: Set(None),
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
    // Another call may have taken it back meanwhile, and somebody may have used it for others.
    let removed = payment.clone().delete(&tx).await?;
    if removed.rows_affected != 1 {
        return Err(decided_already());
    }
    refunds::lower(&tx, payment.attendance_id, now).await?;
    attendance::Entity::update_many()
        .col_expr(
            attendance::Column::Received,
            Expr::col(attendance::Column::Received).sub(payment.amount),
        )
        .filter(attendance::Column::Id.eq(payment.attendance_id))
        .exec(&tx)
        .await?;
    let person = attendance::Entity::find_by_id(payment.attendance_id);
    let name = person.one(&tx).await?.map(|person| person.full_name);
    let data = json!({ "name": name, "amount": payment.amount });
    let entry = LogEntry::new(payment.event_id, EventAction::ParticipantUnpaid)
        .by(by)
        .about(payment.attendance_id.0)
        .with(data);
    events::log_all(&tx, vec![entry], now).await?;
    Ok(tx.commit().await?)
}

fn decided_already() -> Error {
    Error::Conflict(LocalizedText::new("transfer.decidedAlready"))
}
