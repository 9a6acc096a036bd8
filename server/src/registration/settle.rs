//! Payments by transfers that arrived: the registrations are paid and the transfer is used, in one transaction.

use hoi_db::{Timestamp, Tx};
use sea_orm::sea_query::SimpleExpr;
use sea_orm::{ColumnTrait, DbErr, EntityTrait, QueryFilter, QueryOrder, QuerySelect, Set};

use super::commands::{Change, ChangeSeat, Changes, Command, Needs, confirm};
use super::rules::{PaymentTerms, SeatInventory};
use crate::attendances::{AttendanceId, PaidWay, PaymentStatus, attendance};
use crate::bank_accounts::entity::{transfer, transfer_payment};
use crate::bank_accounts::{TransferReason, TransferState};
use crate::error::Result;
use crate::events::{EventAction, EventId, LogEntry};
use crate::ids::{TransferId, UserId};

/// A registration that a transfer pays for.
#[derive(Debug, Clone)]
pub struct PaidSeat {
    pub event: EventId,
    pub id: AttendanceId,
    /// The participant's name, for the event's log.
    pub name: String,
    /// The part of the transfer, in dong.
    pub amount: i64,
}

/// The payment of registrations by one transfer: of all of them, or of none.
pub(super) struct Settle {
    pub transfer: TransferId,
    pub seats: Vec<PaidSeat>,
    pub way: PaidWay,
    pub terms: PaymentTerms,
    /// The organiser who decided so; `None` if the transfer says it.
    pub by: Option<UserId>,
}

/// A transfer that pays for registrations.
#[derive(Debug)]
pub(super) struct Settled {
    transfer: TransferId,
    seats: Vec<PaidSeat>,
    by: Option<UserId>,
}

impl Settled {
    /// Returns whether one of these people is paid for.
    pub fn pays_for(&self, people: &[AttendanceId]) -> bool {
        self.seats.iter().any(|seat| people.contains(&seat.id))
    }

    /// Returns the events of the registrations.
    pub fn events(&self) -> impl Iterator<Item = EventId> {
        self.seats.iter().map(|seat| seat.event)
    }
}

impl Command for Settle {
    type Answer = ();

    fn size(&self) -> usize {
        self.seats.len()
    }

    fn needs(&self, needs: &mut Needs) {
        needs.transfers.insert(self.transfer);
        for seat in &self.seats {
            needs.events.insert(seat.event);
            needs.seats.insert(seat.id);
        }
    }

    fn decide(
        &self,
        inventory: &mut SeatInventory,
        changes: &mut Changes,
        now: Timestamp,
    ) -> Result<()> {
        let seats = self.seats.iter();
        let parts: Vec<_> = seats
            .map(|seat| (seat.event, seat.id, seat.amount))
            .collect();
        let settled = inventory.settle(self.transfer, &parts, self.terms)?;
        for (seat, settled) in self.seats.iter().zip(settled) {
            let (event, id) = (seat.event, seat.id);
            let mut columns = attendance::ActiveModel {
                paid_at: Set(Some(now)),
                paid_way: Set(Some(self.way)),
                paid_by: Set(self.by),
                received: Set(settled.received),
                ..Default::default()
            };
            if settled.is_paid {
                columns.payment_status = Set(PaymentStatus::Paid);
            }
            let change = Change {
                columns,
                ..Default::default()
            };
            ChangeSeat { event, id, change }.apply(inventory, changes, now)?;
            if !settled.is_paid {
                confirm(inventory, changes, event, id, self.by)?;
            }
            // The confirmation of an unconfirmed seat has its mails sent.
            let mails = inventory.events.get(&event);
            let mails = mails.filter(|_| settled.confirm_by.is_none());
            if settled.is_paid && mails.is_some_and(|event| event.mails_tickets) {
                changes.paid_tickets_to_mail.push(id);
            }
            if !settled.is_paid && mails.is_some_and(|event| !event.payment_off) {
                changes.rests_to_ask.push(id);
            }
            let action = if settled.is_paid {
                EventAction::ParticipantPaid
            } else {
                EventAction::ParticipantPaidPart
            };
            let data =
                serde_json::json!({ "name": seat.name, "amount": seat.amount, "way": self.way });
            changes.log.push(
                LogEntry::new(event, action)
                    .by(self.by)
                    .about(id.0)
                    .with(data),
            );
        }
        changes.settled.push(Settled {
            transfer: self.transfer,
            seats: self.seats.clone(),
            by: self.by,
        });
        Ok(())
    }
}

/// The decision of the organiser `by` to take a transfer back from the registrations that it paid for.
pub(super) struct TakeBack {
    pub transfer: TransferId,
    pub seats: Vec<PaidSeat>,
    pub by: UserId,
}

impl Command for TakeBack {
    type Answer = ();

    fn size(&self) -> usize {
        self.seats.len()
    }

    fn needs(&self, needs: &mut Needs) {
        needs.used_transfers.insert(self.transfer);
        for seat in &self.seats {
            needs.events.insert(seat.event);
            needs.seats.insert(seat.id);
        }
    }

    fn decide(
        &self,
        inventory: &mut SeatInventory,
        changes: &mut Changes,
        now: Timestamp,
    ) -> Result<()> {
        for (id, seat) in inventory.take_back(self.transfer)? {
            let mut columns = attendance::ActiveModel {
                received: Set(seat.received),
                updated_at: Set(now),
                ..Default::default()
            };
            if !seat.is_paid {
                columns.payment_status = Set(PaymentStatus::Unpaid);
                columns.due_since = Set(Some(now));
                columns.payment_reminded_at = Set(None);
            }
            if seat.received == 0 {
                columns.paid_at = Set(None);
                columns.paid_way = Set(None);
                columns.paid_by = Set(None);
            }
            changes.changed.push((id, columns));
            changes.taken_back.push((self.transfer, id));
            let part = self.seats.iter().find(|part| part.id == id);
            let amount = part.map(|part| part.amount);
            let data = serde_json::json!({ "name": seat.name, "amount": amount });
            changes.log.push(
                LogEntry::new(seat.event, EventAction::ParticipantUnpaid)
                    .by(self.by)
                    .about(id.0)
                    .with(data),
            );
        }
        Ok(())
    }
}

/// Reads what transfers pay for seats.
pub(super) async fn read_transferred(
    tx: &Tx,
    needs: &Needs,
    inventory: &mut SeatInventory,
) -> Result<(), DbErr> {
    if needs.transferred.is_empty() {
        return Ok(());
    }
    let ids = || needs.transferred.iter().copied();
    let payments = transfer_payment::Entity::find()
        .filter(transfer_payment::Column::AttendanceId.is_in(ids()))
        .all(tx)
        .await?;
    inventory.transferred.extend(ids().map(|id| (id, 0)));
    for payment in payments {
        *inventory
            .transferred
            .entry(payment.attendance_id)
            .or_default() += payment.amount;
    }
    Ok(())
}

/// Reads and locks those of these transfers that are used, with what they pay for.
pub(super) async fn read_used_transfers(
    tx: &Tx,
    needs: &Needs,
    inventory: &mut SeatInventory,
) -> Result<(), DbErr> {
    if needs.used_transfers.is_empty() {
        return Ok(());
    }
    let used: Vec<TransferId> = transfer::Entity::find()
        .select_only()
        .column(transfer::Column::Id)
        .filter(transfer::Column::Id.is_in(needs.used_transfers.iter().copied()))
        .filter(transfer::Column::State.eq(TransferState::Used))
        .order_by_asc(transfer::Column::Id)
        .lock_exclusive()
        .into_tuple()
        .all(tx)
        .await?;
    let payments = transfer_payment::Entity::find()
        .filter(transfer_payment::Column::TransferId.is_in(used))
        .all(tx)
        .await?;
    for payment in payments {
        let of_transfer = inventory.used_transfers.entry(payment.transfer_id);
        let part = (payment.event_id, payment.attendance_id, payment.amount);
        of_transfer.or_default().push(part);
    }
    Ok(())
}

/// Reads and locks those of these transfers that are not decided about.
pub(super) async fn read_open_transfers(
    tx: &Tx,
    needs: &Needs,
    inventory: &mut SeatInventory,
) -> Result<(), DbErr> {
    if needs.transfers.is_empty() {
        return Ok(());
    }
    let open: Vec<TransferId> = transfer::Entity::find()
        .select_only()
        .column(transfer::Column::Id)
        .filter(transfer::Column::Id.is_in(needs.transfers.iter().copied()))
        .filter(transfer::Column::State.is_in([TransferState::New, TransferState::Waiting]))
        .order_by_asc(transfer::Column::Id)
        .lock_exclusive()
        .into_tuple()
        .all(tx)
        .await?;
    inventory.open_transfers.extend(open);
    Ok(())
}

/// Stores which transfers pay for which registrations. Fails if one was used meanwhile.
pub(super) async fn write_settled(
    tx: &Tx,
    settled: Vec<Settled>,
    now: Timestamp,
) -> Result<(), DbErr> {
    for Settled {
        transfer,
        seats,
        by,
    } in settled
    {
        let first = seats.first();
        let columns = transfer::ActiveModel {
            state: Set(TransferState::Used),
            event_id: Set(first.map(|seat| seat.event)),
            attendance_id: Set(first.map(|seat| seat.id)),
            decided_by: Set(by),
            decided_at: Set(Some(now)),
            ..Default::default()
        };
        let used = transfer::Entity::update_many()
            .set(columns)
            .filter(transfer::Column::Id.eq(transfer))
            .filter(transfer::Column::State.is_in([TransferState::New, TransferState::Waiting]))
            .exec(tx)
            .await?;
        if used.rows_affected != 1 {
            return Err(DbErr::RecordNotUpdated);
        }
        let rows = seats.into_iter().map(|seat| transfer_payment::ActiveModel {
            transfer_id: Set(transfer),
            attendance_id: Set(seat.id),
            event_id: Set(seat.event),
            amount: Set(seat.amount),
        });
        transfer_payment::Entity::insert_many(rows)
            .exec_without_returning(tx)
            .await?;
    }
    Ok(())
}

/// Takes transfers back from the registrations that they paid for.
pub(super) async fn write_taken_back(
    tx: &Tx,
    payments: &[(TransferId, AttendanceId)],
) -> Result<(), DbErr> {
    if payments.is_empty() {
        return Ok(());
    }
    let transfers = payments.iter().map(|(transfer, _)| *transfer);
    free(tx, transfer_payment::Column::TransferId.is_in(transfers)).await
}

/// Takes the transfers back that paid for these registrations, which are not paid after all. A transfer that still pays
/// for others stays used.
pub(super) async fn write_unsettled(tx: &Tx, people: &[AttendanceId]) -> Result<(), DbErr> {
    if people.is_empty() {
        return Ok(());
    }
    let people = people.iter().copied();
    free(tx, transfer_payment::Column::AttendanceId.is_in(people)).await
}

/// Removes these payments. Their transfers wait for a decision again, unless they still pay for somebody.
async fn free(tx: &Tx, which: SimpleExpr) -> Result<(), DbErr> {
    let transfers: Vec<TransferId> = transfer_payment::Entity::find()
        .select_only()
        .column(transfer_payment::Column::TransferId)
        .filter(which.clone())
        .into_tuple()
        .all(tx)
        .await?;
    if transfers.is_empty() {
        return Ok(());
    }
    transfer_payment::Entity::delete_many()
        .filter(which)
        .exec(tx)
        .await?;
    let still_used: Vec<TransferId> = transfer_payment::Entity::find()
        .select_only()
        .column(transfer_payment::Column::TransferId)
        .filter(transfer_payment::Column::TransferId.is_in(transfers.iter().copied()))
        .into_tuple()
        .all(tx)
        .await?;
    let free = transfers.into_iter().filter(|id| !still_used.contains(id));
    let columns = transfer::ActiveModel {
        state: Set(TransferState::Waiting),
        reason: Set(Some(TransferReason::Undone)),
        decided_by: Set(None),
        decided_at: Set(None),
        ..Default::default()
    };
    transfer::Entity::update_many()
        .set(columns)
        .filter(transfer::Column::Id.is_in(free))
        .exec(tx)
        .await?;
    Ok(())
}
