//! Commands that the desk decides. Each names the rows that it needs, is decided on the seat inventory, and records the
//! rows to write.

use std::collections::{BTreeMap, BTreeSet};

use hoi_community::accounts::UserId;
use hoi_db::Timestamp;
use hoi_platform::error::{Error, LocalizedText, Result};
use hoi_platform::idempotency::{self, IdempotentRequest};
use hoi_platform::ids::TransferId;
use hoi_platform::language;
use sea_orm::ActiveValue::{self, NotSet, Set};
use sea_orm::Value;

use super::burst::{self, Burst};
use super::deadline::is_asked_before_event;
use super::new_registration::{
    CodeDraws, GeneratedCodes, Keys, NewRegistration, address_key, seated,
};
use super::rules::{
    Channel, EventSeats, MAX_NOTED, Payment, Receipt, Refusal, Seat, SeatInventory, StoredResponse,
    keys_of_address,
};
use super::settle::{Changing, Settled};
use crate::attendances::attendance::{self, Answers};
use crate::attendances::{
    AttendanceId, ImportMarks, PaidWay, ParticipantDetailsChange, ParticipationType, PaymentMethod,
    PaymentStatus, refund_decision,
};
use crate::events::{Additions, EventAction, EventId, InvitationCodeId, LogEntry, TicketId};
use crate::invoices::InvoiceBody;

/// Rows to read before commands can be decided.
#[derive(Debug, Default)]
pub(super) struct Needs {
    pub events: BTreeSet<EventId>,
    pub classes: BTreeSet<TicketId>,
    pub codes: BTreeSet<(EventId, String)>,
    pub emails: BTreeSet<(EventId, String)>,
    pub addresses: BTreeSet<(EventId, String)>,
    pub seats: BTreeSet<AttendanceId>,
    pub idempotent_requests: Vec<IdempotentRequest>,
    pub transfers: BTreeSet<TransferId>,
    /// Seats whose payments may change.
    pub payments: BTreeSet<AttendanceId>,
    /// Transfers to take back.
    pub used_transfers: BTreeSet<TransferId>,
    /// Events to whose forms and classes is added.
    pub forms: BTreeSet<EventId>,
}

impl Needs {
    /// Adds a seat with its payments.
    pub fn payments_of(&mut self, event: EventId, id: AttendanceId) {
        self.events.insert(event);
        self.seats.insert(id);
        self.payments.insert(id);
    }

    fn address(&mut self, event: EventId, email_key: &str, may_share: bool) {
        let keys = keys_of_address(email_key, may_share);
        self.emails.extend(keys.map(|key| (event, key)));
    }

    pub fn new_registration(&mut self, person: &NewRegistration, keys: &Keys) {
        self.events.insert(person.event_id);
        self.classes.extend(person.ticket_id);
        self.codes
            .extend(keys.code.iter().map(|code| (person.event_id, code.clone())));
        self.address(person.event_id, &keys.email, person.may_share_email);
        let address = person.address_hash.iter();
        self.addresses
            .extend(address.map(|hash| (person.event_id, hash.clone())));
    }
}

/// Rows to write after commands were decided. The counts are in the inventory.
#[derive(Debug, Default)]
pub(super) struct Changes {
    pub codes: CodeDraws,
    pub seated: Vec<attendance::Model>,
    pub changed: Vec<(AttendanceId, attendance::ActiveModel)>,
    /// Removed participants with the organiser who removed them.
    pub released: Vec<(AttendanceId, UserId)>,
    /// Seats that visitors gave back. They are released only if still neither checked in nor paid.
    pub given_back: Vec<AttendanceId>,
    pub confirmed: Vec<AttendanceId>,
    /// Seats that were not confirmed in time.
    pub expired: Vec<AttendanceId>,
    /// Seats that were not paid in time.
    pub unpaid: Vec<(EventId, AttendanceId)>,
    /// Uses of invitation codes to subtract for expired and unpaid seats.
    pub codes_back: BTreeMap<InvitationCodeId, i64>,
    pub stored_responses: Vec<(IdempotentRequest, StoredResponse)>,
    pub tickets_to_mail: Vec<AttendanceId>,
    pub payments_to_ask: Vec<AttendanceId>,
    /// Visitors who registered themselves and need not confirm any more, of whom the owners will be told.
    pub arrivals: BTreeMap<EventId, Arrivals>,
    /// Bursts that begin with these registrations.
    pub bursts: Vec<Burst>,
    pub log: Vec<LogEntry>,
    /// The texts that registrations with seats want on their invoices.
    pub invoices: Vec<(EventId, AttendanceId, InvoiceBody)>,
    /// Transfers that pay for registrations.
    pub settled: Vec<Settled>,
    /// Payments to store and to remove, in the order in which they were decided.
    pub payments: Vec<PaymentChange>,
    /// Decisions about money that is owed back, in the order in which they were made and taken back.
    pub refunds: Vec<RefundChange>,
    /// Tickets to mail again, because they are paid now.
    pub paid_tickets_to_mail: Vec<AttendanceId>,
    /// Registrations of which a part is paid, to ask for the rest.
    pub rests_to_ask: Vec<AttendanceId>,
    /// Removed participants from whom money was received.
    pub removed_payers: Vec<AttendanceId>,
    /// Classes and questions that imports add to their events.
    pub additions: Vec<(EventId, UserId, Additions)>,
}

/// A change of the payments for a registration.
#[derive(Debug)]
pub(super) enum PaymentChange {
    Add(Payment),
    Remove(Payment),
}

impl PaymentChange {
    pub fn event(&self) -> EventId {
        let (Self::Add(payment) | Self::Remove(payment)) = self;
        payment.event
    }
}

/// A change of the decisions about money that is owed back.
#[derive(Debug)]
pub(super) enum RefundChange {
    Add(refund_decision::Model),
    Remove(AttendanceId, i64),
}

/// Visitors who registered for one event.
#[derive(Debug)]
pub(super) struct Arrivals {
    pub number: i64,
    /// The name of the last.
    pub full_name: String,
}

impl Changes {
    pub fn has_mails(&self) -> bool {
        !self.tickets_to_mail.is_empty()
            || !self.payments_to_ask.is_empty()
            || !self.paid_tickets_to_mail.is_empty()
            || !self.rests_to_ask.is_empty()
            || !self.removed_payers.is_empty()
            || !self.given_back.is_empty()
            || !self.unpaid.is_empty()
    }

    /// Records bursts that begin. The organiser sees them in the log and on the list of participants.
    pub fn note_bursts(&mut self, begun: Vec<Burst>) {
        for burst in &begun {
            self.log.push(
                LogEntry::new(burst.event, EventAction::ParticipantBurst).with(serde_json::json!({
                    "count": burst::LIMIT,
                    "minutes": burst::WINDOW.as_secs() / 60,
                })),
            );
        }
        self.bursts = begun;
    }

    /// Records removed participants in the log by name, because they cannot be looked up later.
    fn release(&mut self, event: EventId, people: Vec<(AttendanceId, Seat)>, by: UserId) {
        for (id, seat) in people {
            self.released.push((id, by));
            let data = if seat.received > 0 {
                self.removed_payers.push(id);
                serde_json::json!({ "name": seat.name, "amount": seat.received })
            } else {
                serde_json::json!({ "name": seat.name })
            };
            self.log.push(
                LogEntry::new(event, EventAction::ParticipantRemoved)
                    .by(by)
                    .about(id.0)
                    .with(data),
            );
        }
    }

    /// Stores the answer for repeated requests.
    pub fn keep(
        &mut self,
        inventory: &mut SeatInventory,
        idempotency: Option<&IdempotentRequest>,
        answer: StoredResponse,
    ) {
        if let Some(idempotency) = idempotency {
            inventory.keep(idempotency, answer.clone());
            self.stored_responses.push((idempotency.clone(), answer));
        }
    }

    /// Adds the decided writes of an import.
    pub fn import(&mut self, made: Self) {
        self.seated.extend(made.seated);
        self.changed.extend(made.changed);
        self.payments.extend(made.payments);
        self.invoices.extend(made.invoices);
        self.tickets_to_mail.extend(made.tickets_to_mail);
        self.payments_to_ask.extend(made.payments_to_ask);
        self.log.extend(made.log);
    }

    fn arrive(&mut self, event: EventId, name: &str) {
        let arrivals = self.arrivals.entry(event).or_insert_with(|| Arrivals {
            number: 0,
            full_name: String::new(),
        });
        arrivals.number += 1;
        name.clone_into(&mut arrivals.full_name);
    }

    pub fn seat(
        &mut self,
        inventory: &SeatInventory,
        person: &NewRegistration,
        row: attendance::Model,
    ) {
        let event = inventory.events.get(&row.event_id);
        if let Some(invoice) = person.invoice.clone().filter(|_| row.amount > 0) {
            self.invoices.push((row.event_id, row.id, invoice));
        }
        if row.received > 0 {
            self.payments.push(PaymentChange::Add(Payment {
                event: row.event_id,
                seat: row.id,
                number: 1,
                receipt: Receipt {
                    amount: row.received,
                    way: PaidWay::Hand,
                    transfer: None,
                    at: row.registration_time,
                    by: row.paid_by,
                    device: None,
                },
            }));
        }
        if row.confirm_by.is_some() {
            // While the seat is unconfirmed, the ticket mail asks for the confirmation.
            self.tickets_to_mail.push(row.id);
            self.seated.push(row);
            return;
        }
        if row.source.is_by_visitor() {
            self.arrive(row.event_id, &row.full_name);
        }
        let mails = event.filter(|_| person.mails);
        if mails.is_some_and(|event| event.mails_tickets) {
            self.tickets_to_mail.push(row.id);
        }
        let is_asked = |event: &EventSeats| {
            !event.payment_off
                && is_asked_before_event(event.deadline, row.payment_method, row.source)
        };
        if row.payment_status == PaymentStatus::Unpaid && mails.is_some_and(is_asked) {
            self.payments_to_ask.push(row.id);
        }
        self.seated.push(row);
    }
}

/// A command to the desk. It may be decided several times before it is answered, because a batch that could not be
/// stored is decided again on a new inventory.
pub(super) trait Command: Send + 'static {
    /// The answer to the caller.
    type Answer: Send + 'static;

    /// Returns the most seats that the command concerns.
    fn size(&self) -> usize;

    /// Adds the rows that the command needs.
    fn needs(&self, needs: &mut Needs);

    /// Decides the command and updates the inventory for the next one.
    fn decide(
        &self,
        inventory: &mut SeatInventory,
        changes: &mut Changes,
        now: Timestamp,
    ) -> Result<Self::Answer>;
}

/// A successful registration.
#[derive(Debug)]
pub enum Registered {
    /// Created by this request.
    Now(Box<attendance::Model>),
    /// Created by an earlier request with the same idempotency key.
    Before(AttendanceId),
}

/// Returns the registration that an earlier request with this key created.
fn registered_before(
    inventory: &SeatInventory,
    idempotency: Option<&IdempotentRequest>,
) -> Result<Option<AttendanceId>, Refusal> {
    match inventory.stored_response(idempotency)? {
        None => Ok(None),
        Some(StoredResponse::Registration(id)) => Ok(Some(id)),
        Some(_) => Err(Refusal::KeyReused),
    }
}

/// A visitor's registration on the public page.
pub(super) struct Register {
    pub person: NewRegistration,
    pub keys: Keys,
    pub idempotency: Option<IdempotentRequest>,
}

impl Command for Register {
    type Answer = Registered;

    fn size(&self) -> usize {
        1
    }

    fn needs(&self, needs: &mut Needs) {
        needs.new_registration(&self.person, &self.keys);
        needs.idempotent_requests.extend(self.idempotency.clone());
    }

    fn decide(
        &self,
        inventory: &mut SeatInventory,
        changes: &mut Changes,
        now: Timestamp,
    ) -> Result<Registered> {
        if let Some(id) = registered_before(inventory, self.idempotency.as_ref())? {
            return Ok(Registered::Before(id));
        }
        let drawn = changes.codes.draw()?;
        let grant = inventory.take(&self.keys.request(Channel::Public, &self.person), now)?;
        let row = seated(&self.person, grant, drawn, None, now)?;
        changes.seat(inventory, &self.person, row.clone());
        changes.log.push(
            LogEntry::new(row.event_id, EventAction::ParticipantRegistered)
                .about(row.id.0)
                .with(serde_json::json!({ "name": row.full_name, "source": row.source })),
        );
        changes.keep(
            inventory,
            self.idempotency.as_ref(),
            StoredResponse::Registration(row.id),
        );
        Ok(Registered::Now(Box::new(row)))
    }
}

/// A participant added by the organiser.
pub(super) struct AddByHand {
    pub person: NewRegistration,
    pub keys: Keys,
    pub by: UserId,
    pub idempotency: Option<IdempotentRequest>,
}

impl Command for AddByHand {
    type Answer = Registered;

    fn size(&self) -> usize {
        1
    }

    fn needs(&self, needs: &mut Needs) {
        needs.new_registration(&self.person, &self.keys);
        needs.idempotent_requests.extend(self.idempotency.clone());
    }

    fn decide(
        &self,
        inventory: &mut SeatInventory,
        changes: &mut Changes,
        now: Timestamp,
    ) -> Result<Registered> {
        if let Some(id) = registered_before(inventory, self.idempotency.as_ref())? {
            return Ok(Registered::Before(id));
        }
        let drawn = changes.codes.draw()?;
        let grant = inventory.take(&self.keys.request(Channel::ByHand, &self.person), now)?;
        let row = seated(&self.person, grant, drawn, Some(self.by), now)?;
        changes.seat(inventory, &self.person, row.clone());
        changes.log.push(
            LogEntry::new(row.event_id, EventAction::ParticipantAdded)
                .by(self.by)
                .about(row.id.0)
                .with(serde_json::json!({ "name": row.full_name })),
        );
        changes.keep(
            inventory,
            self.idempotency.as_ref(),
            StoredResponse::Registration(row.id),
        );
        Ok(Registered::Now(Box::new(row)))
    }
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
    /// All answers.
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

    pub fn apply(
        &self,
        inventory: &mut SeatInventory,
        changes: &mut Changes,
        drawn: GeneratedCodes,
        now: Timestamp,
    ) -> Result<(), Refusal> {
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
                columns.payment_status = Set(if is_paid {
                    PaymentStatus::Paid
                } else {
                    PaymentStatus::Unpaid
                });
                columns.due_since = Set(Some(now));
                columns.payment_reminded_at = Set(None);
            }
        }
        // The participant has not been told of the new amount or way.
        let pays_otherwise = matches!(columns.payment_method, Set(Some(_)));
        if pays_otherwise || due.is_some_and(|due| due > 0 && due != former.amount) {
            columns.due_since = Set(Some(now));
            columns.payment_reminded_at = Set(None);
        }
        if let Some(mark) = &self.change.payment {
            let mut changing = Changing::new(inventory, changes, (self.event, self.id), now);
            changing.mark(mark, &mut columns)?;
            if due == Some(0) {
                inventory.mark_paid(self.event, self.id)?;
                columns.payment_status = Set(PaymentStatus::Paid);
            }
        }
        changes.changed.push((self.id, columns));
        inventory.updated.insert(self.id, now);
        let log = self.change.log.iter().cloned();
        changes.log.extend(log.map(|(by, action, data)| {
            LogEntry::new(self.event, action)
                .by(by)
                .about(self.id.0)
                .with(data)
        }));
        Ok(())
    }
}

impl Command for ChangeSeat {
    type Answer = ();

    fn size(&self) -> usize {
        1
    }

    fn needs(&self, needs: &mut Needs) {
        needs.events.insert(self.event);
        needs.seats.insert(self.id);
        if self.change.payment.is_some() || self.change.ticket.is_some() {
            needs.payments.insert(self.id);
        }
        needs.classes.extend(self.change.ticket.flatten());
        if let Some(key) = &self.email_key {
            needs.address(self.event, key, self.change.may_share_email);
        }
    }

    fn decide(
        &self,
        inventory: &mut SeatInventory,
        changes: &mut Changes,
        now: Timestamp,
    ) -> Result<()> {
        let drawn = changes.codes.draw()?;
        Ok(self.apply(inventory, changes, drawn, now)?)
    }
}

/// Changes of many participants. A refusal of one does not affect the others.
pub(super) struct ChangeEach(pub Vec<ChangeSeat>);

impl Command for ChangeEach {
    /// The refused participants with the reasons.
    type Answer = Vec<(AttendanceId, Refusal)>;

    fn size(&self) -> usize {
        self.0.len()
    }

    fn needs(&self, needs: &mut Needs) {
        for seat in &self.0 {
            seat.needs(needs);
        }
    }

    fn decide(
        &self,
        inventory: &mut SeatInventory,
        changes: &mut Changes,
        now: Timestamp,
    ) -> Result<Self::Answer> {
        let mut refused = Vec::new();
        for seat in &self.0 {
            let drawn = changes.codes.draw()?;
            if let Err(refusal) = seat.apply(inventory, changes, drawn, now) {
                refused.push((seat.id, refusal));
            }
        }
        Ok(refused)
    }
}

/// Participants to remove, all or none.
pub(super) struct Release {
    pub event: EventId,
    pub ids: Vec<AttendanceId>,
    pub by: UserId,
}

impl Command for Release {
    type Answer = ();

    fn size(&self) -> usize {
        self.ids.len()
    }

    fn needs(&self, needs: &mut Needs) {
        needs.events.insert(self.event);
        needs.seats.extend(&self.ids);
    }

    fn decide(
        &self,
        inventory: &mut SeatInventory,
        changes: &mut Changes,
        _now: Timestamp,
    ) -> Result<()> {
        let released = inventory.release(self.event, &self.ids)?;
        changes.release(self.event, released, self.by);
        Ok(())
    }
}

/// Participants to remove independently.
pub(super) struct ReleaseEach {
    pub event: EventId,
    pub ids: Vec<AttendanceId>,
    pub by: UserId,
}

impl Command for ReleaseEach {
    /// The participants not removed, with the reasons.
    type Answer = Vec<(AttendanceId, Refusal)>;

    fn size(&self) -> usize {
        self.ids.len()
    }

    fn needs(&self, needs: &mut Needs) {
        needs.events.insert(self.event);
        needs.seats.extend(&self.ids);
    }

    fn decide(
        &self,
        inventory: &mut SeatInventory,
        changes: &mut Changes,
        _now: Timestamp,
    ) -> Result<Self::Answer> {
        let mut refused = Vec::new();
        for id in &self.ids {
            match inventory.release(self.event, &[*id]) {
                Ok(released) => changes.release(self.event, released, self.by),
                Err(refusal) => refused.push((*id, refusal)),
            }
        }
        Ok(refused)
    }
}

/// The confirmation of a seat by its visitor, or by the organiser `by`.
pub(super) struct Confirm {
    pub event: EventId,
    pub id: AttendanceId,
    pub by: Option<UserId>,
}

impl Command for Confirm {
    type Answer = ();

    fn size(&self) -> usize {
        1
    }

    fn needs(&self, needs: &mut Needs) {
        needs.events.insert(self.event);
        needs.seats.insert(self.id);
    }

    fn decide(
        &self,
        inventory: &mut SeatInventory,
        changes: &mut Changes,
        _now: Timestamp,
    ) -> Result<()> {
        Ok(confirm(inventory, changes, self.event, self.id, self.by)?)
    }
}

/// Confirms a seat and has its ticket mailed. Does nothing if it is confirmed.
pub(super) fn confirm(
    inventory: &mut SeatInventory,
    changes: &mut Changes,
    event_id: EventId,
    id: AttendanceId,
    by: Option<UserId>,
) -> Result<(), Refusal> {
    let needs_confirmation = inventory.seat(event_id, id)?.confirm_by.is_some();
    if !needs_confirmation || !inventory.confirm(event_id, id)? {
        return Ok(());
    }
    let seat = inventory.seat(event_id, id)?;
    let event = inventory.events.get(&event_id);
    if event.is_some_and(|event| event.mails_tickets) {
        changes.tickets_to_mail.push(id);
    }
    // The mail job checks whether a transfer is really due.
    if !seat.is_paid && event.is_some_and(|event| !event.payment_off) {
        changes.payments_to_ask.push(id);
    }
    changes.confirmed.push(id);
    if by.is_none() {
        changes.arrive(event_id, &seat.name);
    }
    changes.log.push(
        LogEntry::new(event_id, EventAction::ParticipantConfirmed)
            .by(by)
            .about(id.0)
            .with(serde_json::json!({ "name": seat.name })),
    );
    Ok(())
}

/// Seats of one event that may not have been confirmed in time.
pub(super) struct Expire {
    pub event: EventId,
    pub ids: Vec<AttendanceId>,
}

impl Command for Expire {
    /// The number of seats taken back.
    type Answer = usize;

    fn size(&self) -> usize {
        self.ids.len()
    }

    fn needs(&self, needs: &mut Needs) {
        needs.events.insert(self.event);
        needs.seats.extend(&self.ids);
    }

    fn decide(
        &self,
        inventory: &mut SeatInventory,
        changes: &mut Changes,
        now: Timestamp,
    ) -> Result<usize> {
        let expired = inventory.expire(self.event, &self.ids, now);
        let count = expired.len();
        for (id, seat) in expired {
            if let Some(code) = seat.code {
                *changes.codes_back.entry(code).or_default() += 1;
            }
            changes.expired.push(id);
            changes.log.push(
                LogEntry::new(self.event, EventAction::ParticipantUnconfirmed)
                    .about(id.0)
                    .with(serde_json::json!({ "name": seat.name })),
            );
        }
        Ok(count)
    }
}

/// Seats of one event that may not have been paid in time.
pub(super) struct ReleaseUnpaid {
    pub event: EventId,
    pub ids: Vec<AttendanceId>,
}

impl Command for ReleaseUnpaid {
    /// The number of seats taken back.
    type Answer = usize;

    fn size(&self) -> usize {
        self.ids.len()
    }

    fn needs(&self, needs: &mut Needs) {
        needs.events.insert(self.event);
        needs.seats.extend(&self.ids);
    }

    fn decide(
        &self,
        inventory: &mut SeatInventory,
        changes: &mut Changes,
        now: Timestamp,
    ) -> Result<usize> {
        let released = inventory.release_unpaid(self.event, &self.ids, now);
        let count = released.len();
        for (id, seat) in released {
            if let Some(code) = seat.code {
                *changes.codes_back.entry(code).or_default() += 1;
            }
            changes.unpaid.push((self.event, id));
            changes.log.push(
                LogEntry::new(self.event, EventAction::ParticipantUnpaidReleased)
                    .about(id.0)
                    .with(serde_json::json!({ "name": seat.name, "amount": seat.amount })),
            );
        }
        Ok(count)
    }
}

/// A visitor's own cancellation.
pub(super) struct GiveBack {
    pub event: EventId,
    pub id: AttendanceId,
}

impl Command for GiveBack {
    type Answer = ();

    fn size(&self) -> usize {
        1
    }

    fn needs(&self, needs: &mut Needs) {
        needs.events.insert(self.event);
        needs.seats.insert(self.id);
    }

    fn decide(
        &self,
        inventory: &mut SeatInventory,
        changes: &mut Changes,
        now: Timestamp,
    ) -> Result<()> {
        let name = inventory.give_back(self.event, self.id, now)?;
        changes.given_back.push(self.id);
        changes.log.push(
            LogEntry::new(self.event, EventAction::ParticipantSelfCancelled)
                .about(self.id.0)
                .with(serde_json::json!({ "name": name })),
        );
        Ok(())
    }
}

impl From<Refusal> for Error {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::NoEvent => Self::NotFound(LocalizedText::new("event.notFound")),
            Refusal::Cancelled => Self::Closed(LocalizedText::new("registration.eventCancelled")),
            Refusal::NotOpen => Self::FormNotOpen,
            Refusal::Closed => Self::FormClosed,
            Refusal::EmailInUse => {
                Self::EmailBeingUsed(LocalizedText::new("registration.emailInUse"))
            }
            Refusal::NoSuchClass => {
                Self::field("ticketId", LocalizedText::new("registration.noSuchClass"))
            }
            Refusal::SoldOut => Self::TicketSoldOut,
            Refusal::InvalidCode => Self::field(
                "invitationCode",
                LocalizedText::new("registration.invalidCode"),
            ),
            Refusal::Full => Self::ResourceExceeded(LocalizedText::new("registration.full")),
            Refusal::AddressLimit => {
                Self::ResourceExceeded(LocalizedText::new("registration.addressLimit"))
            }
            Refusal::NoSuchSeat => {
                Self::NotFound(LocalizedText::new("registration.noSuchParticipant"))
            }
            Refusal::KeyReused => idempotency::key_reused(),
            Refusal::ChangesOver => Self::Closed(LocalizedText::new("registration.changesOver")),
            Refusal::CheckedIn => Self::Conflict(LocalizedText::new("registration.checkedIn")),
            Refusal::Paid => Self::Conflict(LocalizedText::new("registration.paidAlready")),
            Refusal::NothingDue => Self::Conflict(LocalizedText::new("transfer.nothingDue")),
            Refusal::Surplus(amount) => {
                let amount = hoi_i18n::format_money(language::current(), amount);
                Self::Conflict(LocalizedText::new("transfer.surplus").with("amount", amount))
            }
            Refusal::RefundDecided => Self::Conflict(LocalizedText::new("refund.decidedBefore")),
            Refusal::TransferUsed => Self::Conflict(LocalizedText::new("transfer.decidedAlready")),
            Refusal::NoSuchPayment => Self::NotFound(LocalizedText::new("payment.notFound")),
            Refusal::PaidByTransfer => Self::Conflict(LocalizedText::new("payment.byTransfer")),
            Refusal::ChangedMeanwhile => {
                Self::Conflict(LocalizedText::new("import.changedMeanwhile"))
            }
            Refusal::TooManyPayments => {
                Self::ResourceExceeded(LocalizedText::new("payment.tooMany").with("max", MAX_NOTED))
            }
        }
    }
}
