//! Payments by transfers that arrived: the registrations are paid and the transfer is used, in one transaction.

use hoi_db::{Timestamp, Tx};
use sea_orm::{ColumnTrait, DbErr, EntityTrait, QueryFilter, QueryOrder, QuerySelect, Set};

use super::commands::{Change, ChangeSeat, Changes, Command, Needs};
use super::rules::SeatInventory;
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
    /// The organiser who decided so, whatever is due; `None` if the transfer says it and pays exactly what is due.
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
        let is_exact = self.by.is_none();
        let seats = self.seats.iter();
        let expected: Vec<_> = seats
            .map(|seat| (seat.event, seat.id, is_exact.then_some(seat.amount)))
            .collect();
        inventory.settle(self.transfer, &expected)?;
        for seat in &self.seats {
            let is_unconfirmed = inventory.seat(seat.event, seat.id)?.confirm_by.is_some();
            let columns = attendance::ActiveModel {
                payment_status: Set(PaymentStatus::Paid),
                paid_at: Set(Some(now)),
                paid_way: Set(Some(self.way)),
                paid_by: Set(self.by),
                ..Default::default()
            };
            let change = Change {
                columns,
                ..Default::default()
            };
            let (event, id) = (seat.event, seat.id);
            ChangeSeat { event, id, change }.apply(inventory, changes, now)?;
            let mails = inventory.events.get(&event);
            // The confirmation has its ticket mailed.
            if !is_unconfirmed && mails.is_some_and(|event| event.mails_tickets) {
                changes.paid_tickets_to_mail.push(id);
            }
            let data =
                serde_json::json!({ "name": seat.name, "amount": seat.amount, "way": self.way });
            changes.log.push(
                LogEntry::new(event, EventAction::ParticipantPaid)
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

/// Takes the transfers back that paid for these registrations, which are not paid after all. A transfer that still pays
/// for others stays used.
pub(super) async fn write_unsettled(tx: &Tx, people: &[AttendanceId]) -> Result<(), DbErr> {
    if people.is_empty() {
        return Ok(());
    }
    let of_people = transfer_payment::Column::AttendanceId.is_in(people.iter().copied());
    let transfers: Vec<TransferId> = transfer_payment::Entity::find()
        .select_only()
        .column(transfer_payment::Column::TransferId)
        .filter(of_people.clone())
        .into_tuple()
        .all(tx)
        .await?;
    if transfers.is_empty() {
        return Ok(());
    }
    transfer_payment::Entity::delete_many()
        .filter(of_people)
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
