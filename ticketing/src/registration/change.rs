//! Commands that change participants.

use hoi_db::Timestamp;
use hoi_platform::error::Result;
use hoi_platform::ids::UserId;
use sea_orm::ActiveValue::{self, NotSet, Set};
use sea_orm::Value;

use super::command::{Command, Decisions, Effect, Needs};
use super::new_registration::{GeneratedCodes, address_key};
use super::rules::Refusal;
use super::settle::{Changing, PaymentMark, ask_anew, status};
use crate::attendances::attendance::{self, Answers};
use crate::attendances::{
    AttendanceId, ImportMarks, ParticipantDetailsChange, ParticipationType, PaymentMethod,
    PaymentStatus,
};
use crate::events::{EventAction, EventId, LogEntry, TicketId};

/// Changes a participant's class, e-mail address and other columns in one step.
///
/// # Errors
/// In this order: 5005 (the event has no such participant, or their data was erased); 5013; 5009 (a move at a cancelled
/// event); 5011.
pub fn change(event: EventId, id: AttendanceId, change: Change) -> Command<()> {
    let seat = ChangeSeat::new(event, id, change);
    let mut needs = Needs::default();
    seat.add_needs(&mut needs);
    Command::new(needs, move |decisions| {
        let drawn = decisions.draw()?;
        Ok(seat.apply(decisions, drawn)?)
    })
}

/// Changes many participants independently, in the order given. Answers with the refused ones and the reasons.
pub fn change_each(
    event: EventId,
    changes: Vec<(AttendanceId, Change)>,
) -> Command<Vec<(AttendanceId, Refusal)>> {
    let seats = changes
        .into_iter()
        .map(|(id, change)| ChangeSeat::new(event, id, change));
    let seats: Vec<_> = seats.collect();
    let mut needs = Needs::default();
    for seat in &seats {
        seat.add_needs(&mut needs);
    }
    Command::new(needs, move |decisions| {
        let mut refused = Vec::new();
        for seat in &seats {
            let drawn = decisions.draw()?;
            if let Err(refusal) = seat.apply(decisions, drawn) {
                refused.push((seat.id, refusal));
            }
        }
        Ok(refused)
    })
}

/// A change of a participant in one step: all of it is made or nothing.
#[derive(Debug, Default)]
pub struct Change {
    /// When the participant was last changed, as the caller has read it; `None` changes any state.
    pub seen: Option<Timestamp>,
    /// `Some` moves the seat to that class, or with `Some(None)` to none, and sets the amount due to its price. The
    /// seat becomes paid if no more is due than was received, and unpaid if nothing was due before.
    pub ticket: Option<Option<TicketId>>,
    /// A new e-mail address; empty for none.
    pub email: Option<String>,
    /// Whether other participants may have the new address.
    pub may_share_email: bool,
    /// Whether the organiser says that the amount due has arrived.
    pub payment: Option<PaymentMark>,
    pub full_name: Option<String>,
    pub phone: Option<String>,
    pub company: Option<String>,
    pub participation_type: Option<ParticipationType>,
    /// The way in which the participant will pay; kept as it is if nothing is due.
    pub payment_method: Option<Option<PaymentMethod>>,
    /// With another `invited_by` the link to the participant who invited this one ends.
    pub details: ParticipantDetailsChange,
    /// Replaces all answers to the questions of the event.
    pub answers: Option<Answers>,
    pub imported: Option<ImportMarks>,
    /// Entries for the event log: account, action and data.
    pub log: Vec<(UserId, EventAction, serde_json::Value)>,
}

impl Change {
    /// Returns the columns that are stored as the caller wants them.
    fn columns(&self) -> attendance::ActiveModel {
        fn set<T: Clone + Into<Value>>(new: Option<&T>) -> ActiveValue<T> {
            new.map_or(NotSet, |new| Set(new.clone()))
        }
        let mut columns = attendance::ActiveModel {
            full_name: set(self.full_name.as_ref()),
            phone: set(self.phone.as_ref()),
            company: set(self.company.as_ref()),
            participation_type: set(self.participation_type.as_ref()),
            payment_method: set(self.payment_method.as_ref()),
            answers: set(self.answers.as_ref()),
            imported: set(self.imported.clone().map(Some).as_ref()),
            ..Default::default()
        };
        self.details.clone().write(&mut columns);
        if self.details.invited_by.is_some() {
            columns.invited_by_attendance_id = Set(None);
        }
        columns
    }
}

/// A change of one participant.
pub(super) struct ChangeSeat {
    event: EventId,
    pub id: AttendanceId,
    change: Change,
    /// The key of the new address.
    email_key: Option<String>,
}

impl ChangeSeat {
    pub fn new(event: EventId, id: AttendanceId, change: Change) -> Self {
        Self {
            email_key: change.email.as_deref().map(address_key),
            event,
            id,
            change,
        }
    }

    pub fn add_needs(&self, needs: &mut Needs) {
        needs.events.insert(self.event);
        needs.seats.insert(self.id);
        if self.change.payment.is_some() || self.change.ticket.is_some() {
            needs.payments.insert(self.id);
        }
        needs.classes.extend(self.change.ticket.flatten());
        if let Some(key) = &self.email_key {
            needs.add_address(self.event, key, self.change.may_share_email);
        }
    }

    pub fn apply(&self, decisions: &mut Decisions, drawn: GeneratedCodes) -> Result<(), Refusal> {
        let (now, inventory) = (decisions.now, &mut decisions.inventory);
        let former = inventory.seat(self.event, self.id)?.clone();
        if inventory.erased.contains(&self.id) {
            return Err(Refusal::NoSuchSeat);
        }
        let updated = inventory.updated.get(&self.id).copied();
        if self.change.seen.is_some() && self.change.seen != updated {
            return Err(Refusal::ChangedMeanwhile);
        }
        let mut columns = self.change.columns();
        columns.updated_at = Set(now);
        let mark = self.change.payment.as_ref();
        if mark.is_some_and(|mark| mark.status == PaymentStatus::Unpaid) {
            // Before anything changes.
            inventory.check_unpaid(self.event, self.id, self.change.ticket.is_some())?;
        }
        let key = self.email_key.as_deref();
        let may_share = self.change.may_share_email;
        let due = inventory.change(self.event, self.id, key, may_share, self.change.ticket)?;
        if let Some(email) = &self.change.email {
            let key = inventory.seat(self.event, self.id)?.email_key.clone();
            columns.email = Set(email.clone());
            columns.email_key = Set(key);
        }
        if let (Some(ticket), Some(due)) = (self.change.ticket, due) {
            columns.ticket_id = Set(ticket);
            columns.amount = Set(due);
            if due > 0 && inventory.needs_reference(self.event, self.id)? {
                columns.payment_ref = Set(drawn.payment_ref);
            }
            let is_paid = inventory.seat(self.event, self.id)?.is_paid;
            if due == 0 {
                // The payment method stays and applies again after a move to a class with a price.
                columns.payment_status = Set(PaymentStatus::Paid);
                columns.payment_method = NotSet;
            } else if is_paid != former.is_paid {
                // Money received before counts for the new class.
                columns.payment_status = Set(status(is_paid));
                ask_anew(&mut columns, now);
            }
        }
        // The participant has not been told of the new amount or way.
        let pays_otherwise = matches!(columns.payment_method, Set(Some(_)));
        if pays_otherwise || due.is_some_and(|due| due > 0 && due != former.amount) {
            ask_anew(&mut columns, now);
        }
        if let Some(mark) = &self.change.payment {
            let mut changing = Changing::new(decisions, self.event, self.id);
            changing.mark(mark, &mut columns)?;
            if due == Some(0) {
                decisions.inventory.mark_paid(self.event, self.id)?;
                columns.payment_status = Set(PaymentStatus::Paid);
            }
        }
        decisions.push(Effect::Change(self.id, Box::new(columns)));
        decisions.inventory.updated.insert(self.id, now);
        for (by, action, data) in &self.change.log {
            let entry = LogEntry::new(self.event, *action).by(*by);
            decisions.log(entry.about(self.id.0).with(data.clone()));
        }
        Ok(())
    }
}
