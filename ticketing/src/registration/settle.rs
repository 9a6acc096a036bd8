//! Payments for seats: transfers, which pay for all their registrations or for none, and payments that organisers note.

use std::collections::BTreeSet;

use hoi_db::{Timestamp, Tx};
use hoi_jobs::Job as _;
use hoi_platform::error::Result;
use hoi_platform::idempotency::IdempotentRequest;
use hoi_platform::ids::{TransferId, UserId};
use sea_orm::{
    ColumnTrait, DbErr, EntityTrait, IntoActiveModel as _, QueryFilter, QueryOrder, QuerySelect,
    Set,
};
use serde_json::json;

use super::command::{Command, Decisions, Effect, Needs, PaymentChange, RefundChange, Settled};
use super::jobs::{MailPayment, MailTicket};
use super::rules::{
    Decided, Payment, PaymentTerms, Receipt, Refusal, Seat, SeatInventory, StoredResponse, Surplus,
};
use super::seats::confirm_seat;
use crate::attendances::{
    AttendanceId, PaidWay, PaymentStatus, RefundState, attendance, payment, refund_decision,
};
use crate::bank_accounts::entity::transfer;
use crate::bank_accounts::{TransferReason, TransferState};
use crate::events::{EventAction, EventId, LogEntry};

/// Rows in one insert.
const INSERT_ROWS: usize = 500;
/// The states of transfers that are not decided about.
const OPEN: [TransferState; 2] = [TransferState::New, TransferState::Waiting];

/// A registration that a transfer pays for.
#[derive(Debug, Clone)]
pub struct PaidSeat {
    pub event: EventId,
    pub id: AttendanceId,
    /// The part of the transfer, in dong.
    pub amount: i64,
}

/// A seat whose payments change, and where the changes are recorded.
pub(super) struct Changing<'a> {
    decisions: &'a mut Decisions,
    event: EventId,
    id: AttendanceId,
}

impl<'a> Changing<'a> {
    pub fn new(decisions: &'a mut Decisions, event: EventId, id: AttendanceId) -> Self {
        Self {
            decisions,
            event,
            id,
        }
    }

    fn seat(&self) -> Result<&Seat, Refusal> {
        self.decisions.inventory.seat(self.event, self.id)
    }

    /// Records an organiser's statement about the amount due, and its columns. A seat paid meanwhile stays as it is.
    pub fn mark(
        &mut self,
        mark: &PaymentMark,
        columns: &mut attendance::ActiveModel,
    ) -> Result<(), Refusal> {
        let (event, id, by) = (self.event, self.id, Some(mark.by));
        let amount = match mark.status {
            PaymentStatus::Paid => {
                let seat = self.seat()?;
                let amount = seat.outstanding();
                if seat.is_paid {
                    return Ok(());
                }
                // A cancelled event takes no more money: it would be owed back at once.
                if self.decisions.inventory.is_cancelled(event) {
                    return Err(Refusal::Cancelled);
                }
                if amount > 0 {
                    self.note(&Noted {
                        amount,
                        way: mark.way,
                        by: NotedBy::Account(mark.by),
                        agreed: None,
                    })?;
                }
                self.decisions.inventory.mark_paid(event, id)?;
                // A paid seat must not expire.
                confirm_seat(self.decisions, event, id, by)?;
                columns.paid_at = Set(Some(self.decisions.now));
                amount
            }
            PaymentStatus::Unpaid => {
                let taken = self.decisions.inventory.mark_unpaid(event, id)?;
                ask_anew(columns, self.decisions.now);
                self.take(taken)
            }
        };
        self.follow(columns)?;
        let name = &self.seat()?.name;
        let (action, data) = match mark.status {
            PaymentStatus::Paid => {
                let data = json!({ "name": name, "amount": amount, "way": mark.way });
                (EventAction::ParticipantPaid, data)
            }
            PaymentStatus::Unpaid => {
                let data = json!({ "name": name, "amount": amount });
                (EventAction::ParticipantUnpaid, data)
            }
        };
        self.log(action, by, data);
        Ok(())
    }

    /// Records money that an organiser notes, or a device at the door, and returns the payment.
    fn note(&mut self, noted: &Noted) -> Result<Payment, Refusal> {
        let receipt = Receipt {
            amount: noted.amount,
            way: noted.way,
            transfer: None,
            at: self.decisions.now,
            by: noted.by.account(),
            device: noted.by.device().cloned(),
        };
        let payment = self
            .decisions
            .inventory
            .receive(self.event, self.id, receipt)?;
        let change = PaymentChange::Add(payment.clone());
        self.decisions.push(Effect::Pay(change));
        Ok(payment)
    }

    /// Records that the part of a payment beyond the amount due is kept. A part that is not kept is owed back, without
    /// a row.
    fn keep(
        &mut self,
        payment: &Payment,
        surplus: i64,
        reason: String,
        by: Option<UserId>,
    ) -> Result<(), Refusal> {
        let kept = self.decisions.inventory.keep_surplus(payment, surplus);
        let row = refund_decision::Model {
            attendance_id: self.id,
            number: kept.number,
            event_id: self.event,
            state: RefundState::NotOwed,
            amount: surplus,
            settles: kept.settles,
            deducted: kept.deducted,
            way: None,
            reason: Some(reason),
            payment_number: kept.payment,
            decided_by: by,
            decided_at: self.decisions.now,
        };
        self.decisions.push(Effect::Refund(RefundChange::Add(row)));
        let name = &self.seat()?.name;
        let data = json!({ "name": name, "amount": surplus });
        self.log(EventAction::ParticipantRefundWaived, by, data);
        Ok(())
    }

    /// Records payments that go, with the decisions made with them, and returns their sum, in dong.
    fn take(&mut self, taken: Vec<Payment>) -> i64 {
        for payment in &taken {
            let gone = self.decisions.inventory.forget_decided(payment).into_iter();
            let gone = gone.map(|number| RefundChange::Remove(payment.seat, number));
            self.decisions.effects.extend(gone.map(Effect::Refund));
        }
        let amount = taken.iter().map(|payment| payment.receipt.amount).sum();
        let removed = taken.into_iter().map(PaymentChange::Remove);
        self.decisions.effects.extend(removed.map(Effect::Pay));
        amount
    }

    /// Sets the columns that follow from the payments as they are now.
    fn follow(&self, columns: &mut attendance::ActiveModel) -> Result<(), Refusal> {
        let seat = self.seat()?;
        let payments = self.decisions.inventory.payments.get(&self.id);
        let last = payments.and_then(|payments| payments.last());
        columns.received = Set(seat.received);
        columns.paid_way = Set(last.map(|last| last.receipt.way));
        columns.paid_by = Set(last.and_then(|last| last.receipt.by));
        if last.is_none() {
            columns.paid_at = Set(None);
        }
        columns.payment_status = Set(status(seat.is_paid));
        Ok(())
    }

    fn change(&mut self, columns: attendance::ActiveModel) {
        self.decisions
            .push(Effect::Change(self.id, Box::new(columns)));
    }

    fn log(&mut self, action: EventAction, by: Option<UserId>, data: serde_json::Value) {
        let entry = LogEntry::new(self.event, action).by(by);
        self.decisions.log(entry.about(self.id.0).with(data));
    }

    /// Records a payment that arrived: the columns, the confirmation of the seat, the agreement about its surplus, the
    /// log.
    fn arrive(
        &mut self,
        payment: &Payment,
        agreed: Option<&Surplus>,
        by: Option<&NotedBy>,
    ) -> Result<(), Refusal> {
        let (amount, way) = (payment.receipt.amount, payment.receipt.way);
        let account = by.and_then(NotedBy::account);
        let mut columns = attendance::ActiveModel {
            paid_at: Set(Some(self.decisions.now)),
            updated_at: Set(self.decisions.now),
            ..Default::default()
        };
        self.follow(&mut columns)?;
        self.change(columns);
        confirm_seat(self.decisions, self.event, self.id, account)?;
        let seat = self.seat()?;
        let surplus = beyond(seat, payment);
        let action = if surplus > 0 {
            EventAction::ParticipantPaidMore
        } else if seat.is_paid {
            EventAction::ParticipantPaid
        } else {
            EventAction::ParticipantPaidPart
        };
        let mut data = json!({ "name": seat.name, "amount": amount, "way": way });
        if let Some(data) = data.as_object_mut().filter(|_| surplus > 0) {
            data.insert("surplus".to_owned(), json!(surplus));
        }
        if let (Some(device), Some(data)) = (by.and_then(NotedBy::device), data.as_object_mut()) {
            data.insert("device".to_owned(), json!(device));
        }
        self.log(action, account, data);
        if let Some(reason) = agreed.and_then(|agreed| agreed.kept_for.clone())
            && surplus > 0
        {
            self.keep(payment, surplus, reason, account)?;
        }
        Ok(())
    }

    /// Records payments that an organiser takes back: the columns and the log.
    fn leave(&mut self, taken: Vec<Payment>, by: UserId) -> Result<(), Refusal> {
        let amount = self.take(taken);
        let mut columns = attendance::ActiveModel {
            updated_at: Set(self.decisions.now),
            ..Default::default()
        };
        self.follow(&mut columns)?;
        let seat = self.seat()?;
        if !seat.is_paid {
            ask_anew(&mut columns, self.decisions.now);
        }
        let data = json!({ "name": seat.name, "amount": amount });
        self.change(columns);
        self.log(EventAction::ParticipantUnpaid, Some(by), data);
        Ok(())
    }
}

/// Sets the columns with which the amount due is asked for anew.
pub(super) fn ask_anew(columns: &mut attendance::ActiveModel, now: Timestamp) {
    columns.due_since = Set(Some(now));
    columns.payment_reminded_at = Set(None);
}

pub(super) fn status(is_paid: bool) -> PaymentStatus {
    if is_paid {
        PaymentStatus::Paid
    } else {
        PaymentStatus::Unpaid
    }
}

/// Returns the part of the last payment of a seat beyond its price, in dong.
fn beyond(seat: &Seat, payment: &Payment) -> i64 {
    (seat.received - seat.amount)
        .min(payment.receipt.amount)
        .max(0)
}

/// Uses a transfer to pay for registrations, all or none: by its text, or as the organiser `by` decides.
///
/// # Errors
/// In this order: 5008 (the transfer was decided about); for each registration 5009 (the event is cancelled), 5005 (it
/// was removed), 5008 (nothing is due, or another amount; by an organiser: more than due, and that is not agreed about).
pub fn settle(
    transfer: &transfer::Model,
    seats: Vec<PaidSeat>,
    terms: PaymentTerms,
    agreed: Option<Surplus>,
    by: Option<UserId>,
) -> Command<()> {
    let (transfer, way, at) = (transfer.id, transfer.way(), transfer.arrived_at);
    let mut needs = Needs::payments(seats.iter().map(|seat| (seat.event, seat.id)));
    needs.transfers.insert(transfer);
    Command::new(needs, move |decisions| {
        let receipt = |amount| Receipt {
            amount,
            way,
            transfer: Some(transfer),
            at,
            by,
            device: None,
        };
        let parts: Vec<_> = seats
            .iter()
            .map(|seat| (seat.event, seat.id, receipt(seat.amount)))
            .collect();
        let inventory = &mut decisions.inventory;
        let ids = seats.iter().map(|seat| seat.id);
        let paid_before: BTreeSet<_> = ids
            .filter(|id| inventory.seats.get(id).is_some_and(|seat| seat.is_paid))
            .collect();
        let agreed = agreed.as_ref();
        for payment in inventory.settle(transfer, &parts, terms, agreed)? {
            let (event, id) = (payment.event, payment.seat);
            let is_confirmed = decisions.inventory.seat(event, id)?.confirm_by.is_none();
            let change = PaymentChange::Add(payment.clone());
            decisions.push(Effect::Pay(change));
            let mut changing = Changing::new(decisions, event, id);
            changing.arrive(&payment, agreed, by.map(NotedBy::Account).as_ref())?;
            // The confirmation of an unconfirmed seat has its mails sent, and a participant who had paid before has the
            // ticket.
            if is_confirmed && !paid_before.contains(&id) {
                mail_news(decisions, event, id)?;
            }
        }
        let first = seats.first();
        decisions.push(Effect::Settle(Settled {
            transfer,
            first: first.map(|seat| (seat.event, seat.id)),
            by,
        }));
        Ok(())
    })
}

/// Has the ticket mailed again because it is paid now, or asks for the rest.
fn mail_news(decisions: &mut Decisions, event: EventId, id: AttendanceId) -> Result<(), Refusal> {
    let is_paid = decisions.inventory.seat(event, id)?.is_paid;
    let Some(event) = decisions.inventory.events.get(&event) else {
        return Ok(());
    };
    let (mails_tickets, payment_off) = (event.mails_tickets, event.payment_off);
    let (attendance, again) = (id, Some(decisions.now));
    if is_paid && mails_tickets {
        let ticket = MailTicket {
            attendance,
            again,
            is_receipt: true,
        };
        decisions.mail(&ticket, MailTicket::LANE);
    } else if !is_paid && !payment_off {
        let rest = MailPayment {
            attendance,
            again,
            is_reminder: false,
        };
        decisions.mail(&rest, MailPayment::LANE);
    }
    Ok(())
}

/// Takes a transfer back from the registrations that it paid for: the amounts received for them shrink by their
/// parts, and registrations no longer covered become unpaid.
///
/// # Errors
/// 5008 (the transfer pays for nothing, or it was decided about money that is owed back because of it), 5005 (a
/// registration was removed).
pub fn take_back(
    transfer: TransferId,
    seats: Vec<(EventId, AttendanceId)>,
    by: UserId,
) -> Command<()> {
    let mut needs = Needs::payments(seats.into_iter());
    needs.used_transfers.insert(transfer);
    Command::new(needs, move |decisions| {
        for payment in decisions.inventory.take_back(transfer)? {
            let mut changing = Changing::new(decisions, payment.event, payment.seat);
            changing.leave(vec![payment], by)?;
        }
        Ok(())
    })
}

/// An organiser's statement about the amount due.
#[derive(Debug, Clone)]
pub struct PaymentMark {
    /// Paid: the amount due is noted as received. Unpaid: noted payments are taken back, and if transfers alone pay all
    /// of it, these wait for a decision again.
    pub status: PaymentStatus,
    /// How it was paid.
    pub way: PaidWay,
    /// The organiser who says so.
    pub by: UserId,
}

/// The account or device that notes an amount as received.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotedBy {
    Account(UserId),
    /// The name of a device at the door that may note cash.
    Device(String),
}

impl NotedBy {
    pub(super) fn account(&self) -> Option<UserId> {
        match self {
            Self::Account(id) => Some(*id),
            Self::Device(_) => None,
        }
    }

    pub(super) fn device(&self) -> Option<&String> {
        match self {
            Self::Account(_) => None,
            Self::Device(name) => Some(name),
        }
    }
}

/// Money that was received without a transfer.
#[derive(Debug, Clone)]
pub struct Noted {
    /// In dong, more than 0. At the door it must be all that is due.
    pub amount: i64,
    pub way: PaidWay,
    pub by: NotedBy,
    /// The agreement about the part beyond the amount due.
    pub agreed: Option<Surplus>,
}

/// Notes money that was received for a registration. With it the seat is confirmed, and paid when all of the price has
/// arrived.
///
/// # Errors
/// In this order: 5009 (the event is cancelled), 5005 (the registration was removed; at the door also: it is not
/// confirmed), 5008 (it is free; at the door also: another amount is due), 5003 (100 payments were noted), 5008 (it is
/// more than due, and that is not agreed about). 5008 when the idempotency key was used for another request.
pub fn note_payment(
    event: EventId,
    id: AttendanceId,
    noted: Noted,
    request: Option<IdempotentRequest>,
) -> Command<()> {
    let needs = Needs::payments([(event, id)].into_iter());
    let command = Command::new(needs, move |decisions| {
        let (inventory, agreed) = (&decisions.inventory, noted.agreed.as_ref());
        inventory.check_notable(event, id)?;
        if noted.way == PaidWay::Door {
            inventory.check_due_at_door(event, id, noted.amount)?;
        }
        inventory.check_surplus(event, id, noted.amount, agreed)?;
        let mut changing = Changing::new(decisions, event, id);
        let payment = changing.note(&noted)?;
        Ok(changing.arrive(&payment, agreed, Some(&noted.by))?)
    });
    command.once(
        request,
        |first| (first == StoredResponse::Payment).then_some(()),
        |()| Some(StoredResponse::Payment),
    )
}

/// Takes back a payment that was noted.
///
/// # Errors
/// 5009 (the event is cancelled), 5005 (the registration was removed, or has no such payment), 5008 (a transfer
/// brought it).
pub fn take_noted(event: EventId, id: AttendanceId, number: i64, by: UserId) -> Command<()> {
    let needs = Needs::payments([(event, id)].into_iter());
    Command::new(needs, move |decisions| {
        let taken = decisions.inventory.take_noted(event, id, number)?;
        let mut changing = Changing::new(decisions, event, id);
        Ok(changing.leave(taken, by)?)
    })
}

/// Reads payments for seats, and decisions about money that is owed back, in the order in which they became known.
pub(super) async fn read_payments(
    tx: &Tx,
    needs: &Needs,
    inventory: &mut SeatInventory,
) -> Result<(), DbErr> {
    if needs.payments.is_empty() {
        return Ok(());
    }
    let payments = payment::Entity::find()
        .filter(payment::Column::AttendanceId.is_in(needs.payments.iter().copied()))
        .order_by_asc(payment::Column::AttendanceId)
        .order_by_asc(payment::Column::Number)
        .all(tx)
        .await?;
    for row in payments {
        let of_seat = inventory.payments.entry(row.attendance_id);
        of_seat.or_default().push(Payment {
            event: row.event_id,
            seat: row.attendance_id,
            number: row.number,
            receipt: Receipt {
                amount: row.amount,
                way: row.way,
                transfer: row.transfer_id,
                at: row.paid_at,
                by: row.noted_by,
                device: row.noted_at_device,
            },
        });
    }
    let decided = refund_decision::Entity::find()
        .filter(refund_decision::Column::AttendanceId.is_in(needs.payments.iter().copied()))
        .order_by_asc(refund_decision::Column::AttendanceId)
        .order_by_asc(refund_decision::Column::Number)
        .all(tx)
        .await?;
    for row in decided {
        let of_seat = inventory.decided.entry(row.attendance_id);
        of_seat.or_default().push(Decided {
            number: row.number,
            settles: row.settles,
            deducted: row.deducted,
            payment: row.payment_number,
        });
    }
    Ok(())
}

/// Reads and locks those of these transfers that are used, with the seats for which they pay.
pub(super) async fn read_used_transfers(
    tx: &Tx,
    needs: &Needs,
    inventory: &mut SeatInventory,
) -> Result<(), DbErr> {
    if needs.used_transfers.is_empty() {
        return Ok(());
    }
    let used = lock(tx, &needs.used_transfers, &[TransferState::Used]).await?;
    let payments = payment::Entity::find()
        .filter(payment::Column::TransferId.is_in(used))
        .all(tx)
        .await?;
    for payment in payments {
        if let Some(transfer) = payment.transfer_id {
            let of_transfer = inventory.used_transfers.entry(transfer).or_default();
            of_transfer.push((payment.event_id, payment.attendance_id));
        }
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
    let open = lock(tx, &needs.transfers, &OPEN).await?;
    inventory.open_transfers.extend(open);
    Ok(())
}

/// Locks those of these transfers that are in one of `states`, in one order everywhere, and returns them.
async fn lock(
    tx: &Tx,
    transfers: &BTreeSet<TransferId>,
    states: &[TransferState],
) -> Result<Vec<TransferId>, DbErr> {
    transfer::Entity::find()
        .select_only()
        .column(transfer::Column::Id)
        .filter(transfer::Column::Id.is_in(transfers.iter().copied()))
        .filter(transfer::Column::State.is_in(states.iter().copied()))
        .order_by_asc(transfer::Column::Id)
        .lock_exclusive()
        .into_tuple()
        .all(tx)
        .await
}

/// Stores which transfers were used. Fails if one was used meanwhile.
pub(super) async fn write_settled(
    tx: &Tx,
    settled: Vec<Settled>,
    now: Timestamp,
) -> Result<(), DbErr> {
    for Settled {
        transfer,
        first,
        by,
    } in settled
    {
        let columns = transfer::ActiveModel {
            state: Set(TransferState::Used),
            event_id: Set(first.map(|(event, _)| event)),
            attendance_id: Set(first.map(|(_, id)| id)),
            decided_by: Set(by),
            decided_at: Set(Some(now)),
            ..Default::default()
        };
        let used = transfer::Entity::update_many()
            .set(columns)
            .filter(transfer::Column::Id.eq(transfer))
            .filter(transfer::Column::State.is_in(OPEN))
            .exec(tx)
            .await?;
        if used.rows_affected != 1 {
            return Err(DbErr::RecordNotUpdated);
        }
    }
    Ok(())
}

/// Stores and removes payments in the order of the decisions. Transfers without payments wait for a decision again.
pub(super) async fn write_payments(
    tx: &Tx,
    changes: Vec<PaymentChange>,
    now: Timestamp,
) -> Result<(), DbErr> {
    let mut added = Vec::new();
    let mut freed = BTreeSet::new();
    for change in changes {
        match change {
            PaymentChange::Add(payment) => added.push(payment),
            PaymentChange::Remove(payment) => {
                insert(tx, std::mem::take(&mut added)).await?;
                freed.extend(payment.receipt.transfer);
                let key = (payment.seat, payment.number);
                let removed = payment::Entity::delete_by_id(key).exec(tx).await?;
                if removed.rows_affected != 1 {
                    return Err(DbErr::RecordNotUpdated);
                }
            }
        }
    }
    insert(tx, added).await?;
    free(tx, freed, now).await
}

async fn insert(tx: &Tx, payments: Vec<Payment>) -> Result<(), DbErr> {
    for payments in payments.chunks(INSERT_ROWS) {
        let rows = payments.iter().map(|payment| payment::ActiveModel {
            attendance_id: Set(payment.seat),
            number: Set(payment.number),
            event_id: Set(payment.event),
            amount: Set(payment.receipt.amount),
            way: Set(payment.receipt.way),
            transfer_id: Set(payment.receipt.transfer),
            paid_at: Set(payment.receipt.at),
            noted_by: Set(payment.receipt.by),
            noted_at_device: Set(payment.receipt.device.clone()),
        });
        payment::Entity::insert_many(rows)
            .exec_without_returning(tx)
            .await?;
    }
    Ok(())
}

/// Stores and removes decisions about money that is owed back, in their order.
pub(super) async fn write_refunds(tx: &Tx, changes: Vec<RefundChange>) -> Result<(), DbErr> {
    for change in changes {
        match change {
            RefundChange::Add(decision) => {
                refund_decision::Entity::insert(decision.into_active_model())
                    .exec_without_returning(tx)
                    .await?;
            }
            RefundChange::Remove(id, number) => {
                refund_decision::Entity::delete_by_id((id, number))
                    .exec(tx)
                    .await?;
            }
        }
    }
    Ok(())
}

/// Sets those of these transfers that have no payment left to `waiting`.
async fn free(tx: &Tx, transfers: BTreeSet<TransferId>, now: Timestamp) -> Result<(), DbErr> {
    if transfers.is_empty() {
        return Ok(());
    }
    // Another server may take the last other part back at the same moment: it waits here, and one of the two sees that
    // none is left.
    lock(tx, &transfers, &[TransferState::Used]).await?;
    let still_used: Vec<TransferId> = payment::Entity::find()
        .select_only()
        .column(payment::Column::TransferId)
        .filter(payment::Column::TransferId.is_in(transfers.iter().copied()))
        .into_tuple()
        .all(tx)
        .await?;
    let free = transfers.into_iter().filter(|id| !still_used.contains(id));
    let columns = transfer::ActiveModel {
        state: Set(TransferState::Waiting),
        reason: Set(Some(TransferReason::Undone)),
        decided_by: Set(None),
        decided_at: Set(None),
        // An erasure that has looked for texts before looks at this one again.
        reported_at: Set(now),
        ..Default::default()
    };
    transfer::Entity::update_many()
        .set(columns)
        .filter(transfer::Column::Id.is_in(free))
        .exec(tx)
        .await?;
    Ok(())
}
