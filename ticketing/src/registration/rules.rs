//! Decides about seats. Pure: [`SeatInventory`] holds the desk's data of the events concerned. Every method decides one
//! request, in order of arrival, and updates the inventory for the next one.
//!
//! If several refusals apply, the answer is the first in the order of the checks here. Invariants, whatever is
//! requested at the same moment: an event has at most as many registered people as seats, a class at most as many as it
//! offers, a code at most as many uses as it has.

use std::collections::{HashMap, HashSet};
use std::mem;
use std::time::Duration;

use hoi_db::Timestamp;
use hoi_platform::idempotency::{IdempotencyKey, IdempotentRequest};
use hoi_platform::ids::{TransferId, UserId};
use hoi_platform::quota::Quota;
use serde::{Deserialize, Serialize};

use super::address;
use super::deadline::{Owed, PaymentDeadline};
use crate::attendances::{AttendanceId, PaidWay, ParticipationType};
use crate::events::invitation_codes::CodeState;
use crate::events::{EventId, InvitationCodeId, TicketId};

/// The most registrations of an event with one address. More than one only the organiser makes.
pub const MAX_OF_ADDRESS: usize = 20;
/// Payments that organisers may note for one registration.
pub const MAX_NOTED: usize = 100;

/// The reason why a seat is not given or changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// The event does not exist or, for visitors, was cancelled.
    NoEvent,
    /// The event was cancelled; told to organisers only.
    Cancelled,
    /// Public registration has not begun.
    NotOpen,
    /// Public registration has ended.
    Closed,
    /// The e-mail address has a seat at this event already.
    EmailInUse,
    /// The event has no such ticket class, or not for this visitor.
    NoSuchClass,
    /// The class has no seat left.
    SoldOut,
    /// The invitation code is unknown, expired, used up, or for another class.
    InvalidCode,
    /// The event has no seat left.
    Full,
    /// The number of registrations from this network address within a day has reached the organiser's limit.
    AddressLimit,
    /// The event has no such participant, or no longer.
    NoSuchSeat,
    /// The idempotency key was used for another request.
    KeyReused,
    /// The time for visitors' own changes is over, or the organiser allows none.
    ChangesOver,
    /// A person was checked in with this ticket.
    CheckedIn,
    /// Money was paid for the seat, so the organiser must decide.
    Paid,
    /// Nothing is due for the seat, or not the amount that was expected.
    NothingDue,
    /// So much more, in dong, than is due, and nothing was agreed about it, or about another amount.
    Surplus(i64),
    /// It was decided about money that is owed back because of the payment.
    RefundDecided,
    /// The transfer was decided about meanwhile.
    TransferUsed,
    /// The registration has no such payment, or no longer.
    NoSuchPayment,
    /// The payment is a part of a transfer, which is taken back as a whole.
    PaidByTransfer,
    /// [`MAX_NOTED`] payments were noted for the registration.
    TooManyPayments,
    /// A participant, the form or the classes were changed since they were read.
    ChangedMeanwhile,
}

/// A bounded number as it was read and as decided so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Count {
    before: i64,
    quota: Quota,
}

impl Count {
    /// Creates a count from the stored `quota`.
    pub fn new(quota: Quota) -> Self {
        Self {
            before: quota.used(),
            quota,
        }
    }

    /// Returns the number to add to the stored count.
    pub fn change(self) -> i64 {
        self.quota.used() - self.before
    }

    /// How much is used, as decided so far.
    pub fn quota(self) -> Quota {
        self.quota
    }

    fn has_room(self) -> bool {
        !self.quota.is_used_up()
    }

    /// Returns whether the last one was taken since the count was read.
    pub fn has_run_out(self) -> bool {
        self.change() > 0 && self.quota.is_used_up()
    }

    fn add(&mut self, more: i64) {
        self.quota.add(more);
    }
}

/// The data of an event on which the desk decides.
#[derive(Debug, Clone)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a setting of its own"
)]
pub struct EventSeats {
    /// When public registration begins.
    pub opens: Timestamp,
    /// When public registration ends; no longer open at this moment.
    pub closes: Timestamp,
    pub cancelled: bool,
    /// Live registrations for the event.
    pub seats: Count,
    /// Whether everyone who registers gets a mail.
    pub mails_tickets: bool,
    /// Whether it is an event of a group: its members are recognised by their addresses, which cannot be shared then.
    pub of_group: bool,
    /// Whether the organiser collects the prices, so that no visitor is asked for a transfer.
    pub payment_off: bool,
    /// Visitors who may register from one network address within a day, and more from a wider IPv6 network; None is
    /// unlimited.
    pub per_address: Option<i64>,
    /// How long a visitor's seat is held until it is confirmed; None if confirmation is not required.
    pub confirm_within: Option<Duration>,
    /// When visitors may no longer give their seats back; None if they never may.
    pub changes_end: Option<Timestamp>,
    /// Until when visitors pay; None without a deadline.
    pub deadline: Option<PaymentDeadline>,
}

/// The data of a ticket class on which the desk decides.
#[derive(Debug, Clone)]
pub struct Class {
    pub event: EventId,
    /// The price, in dong.
    pub price: i64,
    /// Whether the class is only for holders of a code for it, and for the organiser.
    pub hidden: bool,
    /// Live registrations in the class.
    pub sold: Count,
}

/// The data of an invitation code on which the desk decides.
#[derive(Debug, Clone)]
pub struct Code {
    /// The benefits of a registration with the code.
    pub invitation: Invitation,
    /// The only class for which it is valid; None for all.
    pub ticket: Option<TicketId>,
    /// Whether the organiser has not switched it off.
    pub active: bool,
    /// When it is no longer valid; None if it does not expire.
    pub expires: Option<Timestamp>,
    /// Registrations with the code, against its limit. A cancelled one stays counted; one that expired unconfirmed is
    /// given back.
    pub uses: Count,
}

/// The benefits that a registration gets from its invitation code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invitation {
    pub code: InvitationCodeId,
    /// The participation type that registrations with the code get.
    pub participation_type: ParticipationType,
    /// The participant who shares seats through it, with their name.
    pub owner: Option<(AttendanceId, String)>,
}

/// An amount received for a seat: a part of a transfer, or a payment that an organiser notes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Receipt {
    /// In dong, more than 0.
    pub amount: i64,
    pub way: PaidWay,
    /// The transfer of which it is a part.
    pub transfer: Option<TransferId>,
    /// When it arrived.
    pub at: Timestamp,
    /// The account that notes it, or decided what the transfer is for.
    pub by: Option<UserId>,
    /// The name of the device at the door on which it is noted.
    pub device: Option<String>,
}

/// Money that was received for a seat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Payment {
    pub event: EventId,
    pub seat: AttendanceId,
    /// From 1, in the order in which the payments of a seat became known.
    pub number: i64,
    pub receipt: Receipt,
}

/// The organiser's agreement about money beyond the amount due.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Surplus {
    /// In dong. If it is another amount after all, nothing is agreed.
    pub amount: i64,
    /// Why it is kept; None if it is given back.
    pub kept_for: Option<String>,
}

/// A decision about money that is owed back for a seat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decided {
    /// From 1, in the order of the decisions about a seat.
    pub number: i64,
    /// How much of the held money it settles, in dong.
    pub settles: i64,
    /// By how much it reduces the amount received, in dong.
    pub deducted: i64,
    /// The payment with which it was decided.
    pub payment: Option<i64>,
}

/// A taken seat.
#[derive(Debug, Clone)]
pub struct Seat {
    pub event: EventId,
    /// The ticket class; None if the event has none.
    pub ticket: Option<TicketId>,
    /// The participant's name, for the event log.
    pub name: String,
    /// The participant's e-mail address, in lower case.
    pub email_key: String,
    /// The price, in dong.
    pub amount: i64,
    /// The amount received for it, in dong.
    pub received: i64,
    /// Whether nothing is due any more.
    pub is_paid: bool,
    /// Whether the participant is checked in.
    pub is_checked_in: bool,
    /// Until when it is held unconfirmed; None once it is confirmed.
    pub confirm_by: Option<Timestamp>,
    /// The invitation code with which it was taken.
    pub code: Option<InvitationCodeId>,
    /// Whether it has a payment reference.
    pub has_reference: bool,
    /// The transfer that its visitor owes, as it was read.
    pub owed: Option<Owed>,
}

impl Seat {
    /// Returns a refusal if its visitor may not give it back without the organiser.
    pub fn check_returnable(
        &self,
        changes_end: Option<Timestamp>,
        now: Timestamp,
    ) -> Result<(), Refusal> {
        check_changeable(self.is_checked_in, changes_end, now)?;
        if self.has_money() {
            return Err(Refusal::Paid);
        }
        Ok(())
    }

    fn has_money(&self) -> bool {
        self.received > 0
    }

    /// Returns the amount still due, in dong.
    pub fn outstanding(&self) -> i64 {
        if self.is_paid {
            0
        } else {
            (self.amount - self.received).max(0)
        }
    }

    /// Returns whether money was paid for it, or its participant is checked in.
    fn is_used(&self) -> bool {
        self.has_money() || self.is_checked_in
    }
}

/// Returns a refusal if a visitor may not change their own data: after check-in, or from `changes_end` on.
pub fn check_changeable(
    is_checked_in: bool,
    changes_end: Option<Timestamp>,
    now: Timestamp,
) -> Result<(), Refusal> {
    if is_checked_in {
        return Err(Refusal::CheckedIn);
    }
    if changes_end.is_none_or(|end| now >= end) {
        return Err(Refusal::ChangesOver);
    }
    Ok(())
}

/// The first answer to a request with an idempotency key.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum StoredResponse {
    /// The created registration.
    Registration(AttendanceId),
    /// The number of imported people.
    Import(u64),
    /// An import that also changed people.
    Update { added: u64, updated: u64 },
    /// A payment was noted.
    Payment,
}

/// The way in which a seat is requested.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Channel {
    /// By a visitor on the public page.
    Public,
    /// By the organiser, who may add people while registration is closed.
    ByHand,
}

/// A request for a seat.
#[derive(Debug, Clone)]
pub struct SeatRequest<'a> {
    pub channel: Channel,
    pub event: EventId,
    /// The ticket class; None if the event has none.
    pub ticket: Option<TicketId>,
    /// The e-mail address, in lower case; different for everybody without one.
    pub email_key: &'a str,
    /// Whether others may have the same address.
    pub may_share_email: bool,
    /// The invitation code, in lower case.
    pub code_key: Option<&'a str>,
    /// The hash of a visitor's network.
    pub address_hash: Option<&'a str>,
}

/// The terms of a granted request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeatGrant {
    /// The key of the address, under which it is taken.
    pub email_key: String,
    /// The amount due, in dong.
    pub price: i64,
    /// The benefits of the used invitation code; None without a code.
    pub invitation: Option<Invitation>,
    /// Until when the seat is held unless it is confirmed; None if confirmation is not required.
    pub confirm_by: Option<Timestamp>,
    /// Whether it counts against the limit of its network address.
    pub counts_address: bool,
}

/// When a registration counts as paid by a transfer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PaymentTerms {
    /// The amount is exactly the amount due; everything else is refused.
    Exact,
    /// When all of the price is received. Less is a part of it.
    Price,
    /// The organiser takes the amount as enough.
    Enough,
}

/// An event's form and classes before an import adds to them.
#[derive(Debug, Clone)]
pub struct FormState {
    /// The version of the form.
    pub version: i64,
    /// The names of the classes as they are compared.
    pub class_names: HashSet<String>,
}

/// The state on which requests are decided and, afterwards, the state to store.
#[derive(Debug, Clone, Default)]
pub struct SeatInventory {
    pub events: HashMap<EventId, EventSeats>,
    pub classes: HashMap<TicketId, Class>,
    /// Live invitation codes.
    pub codes: HashMap<InvitationCodeId, Code>,
    /// Their identifiers by event and text in lower case.
    pub code_ids: HashMap<(EventId, String), InvitationCodeId>,
    /// E-mail addresses that have a seat.
    pub emails: HashSet<(EventId, String)>,
    /// Registrations of the last day by event and network, as [`address::networks`] names it, for events that limit
    /// them.
    pub addresses: HashMap<(EventId, String), i64>,
    /// Live seats named by requests.
    pub seats: HashMap<AttendanceId, Seat>,
    /// When their rows were changed last.
    pub updated: HashMap<AttendanceId, Timestamp>,
    /// Seats of people whose personal data was erased.
    pub erased: HashSet<AttendanceId>,
    /// The forms to which requests add.
    pub forms: HashMap<EventId, FormState>,
    /// Transfers named by requests that are not decided about.
    pub open_transfers: HashSet<TransferId>,
    /// Payments for seats whose payments may change, by number.
    pub payments: HashMap<AttendanceId, Vec<Payment>>,
    /// Decisions about money that is owed back for these seats, by number.
    pub decided: HashMap<AttendanceId, Vec<Decided>>,
    /// Transfers to take back, with the seats for which they pay.
    pub used_transfers: HashMap<TransferId, Vec<(EventId, AttendanceId)>>,
    /// Stored responses by key, with the hash of the request.
    pub stored_responses: HashMap<IdempotencyKey, (String, StoredResponse)>,
}

impl SeatInventory {
    /// Returns the first answer to this key; None if there is none. Refuses a key that was used for another request.
    pub fn stored_response(
        &self,
        idempotency: &IdempotentRequest,
    ) -> Result<Option<StoredResponse>, Refusal> {
        match self.stored_responses.get(&idempotency.key) {
            None => Ok(None),
            Some((request, stored_response)) if *request == idempotency.request_hash => {
                Ok(Some(stored_response.clone()))
            }
            Some(_) => Err(Refusal::KeyReused),
        }
    }

    /// Keeps the answer for repeated requests.
    pub fn keep(&mut self, idempotency: &IdempotentRequest, stored_response: StoredResponse) {
        self.stored_responses.insert(
            idempotency.key.clone(),
            (idempotency.request_hash.clone(), stored_response),
        );
    }

    /// Gives one seat or returns the first refusal in this order: state of the event, e-mail address, class, code, room
    /// in the event, limit per network address.
    pub fn take(
        &mut self,
        request: &SeatRequest<'_>,
        now: Timestamp,
    ) -> Result<SeatGrant, Refusal> {
        let event = self.events.get(&request.event).ok_or(Refusal::NoEvent)?;
        match request.channel {
            Channel::Public if event.cancelled => return Err(Refusal::NoEvent),
            Channel::Public if now < event.opens => return Err(Refusal::NotOpen),
            Channel::Public if now >= event.closes => return Err(Refusal::Closed),
            Channel::ByHand if event.cancelled => return Err(Refusal::Cancelled),
            Channel::Public | Channel::ByHand => {}
        }
        let key = self.free_key(request.event, request.email_key, request.may_share_email);
        let email = (request.event, key.ok_or(Refusal::EmailInUse)?);
        let code_id = request.code_key.and_then(|code| {
            let code_id = self.code_ids.get(&(request.event, code.to_owned()));
            code_id.copied()
        });
        let code = code_id.and_then(|id| self.codes.get(&id));
        if let Some(ticket) = request.ticket {
            let class = self.class(request.event, ticket)?;
            let unlocked = code.is_some_and(|code| code.ticket == request.ticket);
            if class.hidden && request.channel == Channel::Public && !unlocked {
                return Err(Refusal::NoSuchClass);
            }
            if !class.sold.has_room() {
                return Err(Refusal::SoldOut);
            }
        }
        if request.code_key.is_some() && !code.is_some_and(|code| code.admits(request.ticket, now))
        {
            return Err(Refusal::InvalidCode);
        }
        if !event.seats.has_room() {
            return Err(Refusal::Full);
        }
        let mut networks = Vec::new();
        if let (Channel::Public, Some(limit), Some(hash)) =
            (request.channel, event.per_address, request.address_hash)
        {
            for (network, width) in address::networks(hash) {
                let network = (request.event, network.to_owned());
                let used = self.addresses.get(&network).copied().unwrap_or(0);
                if used >= width.allowance(limit) {
                    return Err(Refusal::AddressLimit);
                }
                networks.push(network);
            }
        }

        let confirm_by = match request.channel {
            Channel::Public => event.confirm_within.map(|time| now.plus(time)),
            Channel::ByHand => None,
        };
        let invitation = code.map(|code| code.invitation.clone());
        if let Some(code) = code_id.and_then(|id| self.codes.get_mut(&id)) {
            code.uses.add(1);
        }
        let counts_address = !networks.is_empty();
        self.emails.insert(email.clone());
        for network in networks {
            *self.addresses.entry(network).or_default() += 1;
        }
        self.count(request.event, request.ticket, 1);
        Ok(SeatGrant {
            email_key: email.1,
            price: self.price(request.ticket),
            invitation,
            confirm_by,
            counts_address,
        })
    }

    /// Gives seats to all or to none. Returns the refusals by index in the list.
    pub fn take_all(
        &mut self,
        requests: &[SeatRequest<'_>],
        now: Timestamp,
    ) -> Result<Vec<SeatGrant>, Vec<(usize, Refusal)>> {
        let mut draft = self.clone();
        let mut granted = Vec::with_capacity(requests.len());
        let mut refused = Vec::new();
        for (at, request) in requests.iter().enumerate() {
            match draft.take(request, now) {
                Ok(grant) => granted.push(grant),
                Err(refusal) => refused.push((at, refusal)),
            }
        }
        if refused.is_empty() {
            *self = draft;
            Ok(granted)
        } else {
            Err(refused)
        }
    }

    /// Changes a seat's e-mail address, class (with `Some(None)` to none), or both, or neither. Returns the amount due
    /// from now on if the class changed.
    #[expect(
        clippy::option_option,
        reason = "as in the API: absent keeps the class, null takes it away"
    )]
    pub fn change(
        &mut self,
        event: EventId,
        id: AttendanceId,
        email_key: Option<&str>,
        may_share_email: bool,
        ticket: Option<Option<TicketId>>,
    ) -> Result<Option<i64>, Refusal> {
        let seat = self.seat(event, id)?.clone();
        let is_new = |key: &&str| !keys_of_address(key, true).any(|known| known == seat.email_key);
        let address = match email_key.filter(is_new) {
            Some(key) => {
                let key = self.free_key(event, key, may_share_email);
                Some((event, key.ok_or(Refusal::EmailInUse)?))
            }
            None => None,
        };
        let to = ticket.filter(|ticket| *ticket != seat.ticket);
        if to.is_some() && self.is_cancelled(event) {
            return Err(Refusal::Cancelled);
        }
        if let Some(Some(class)) = to
            && !self.class(event, class)?.sold.has_room()
        {
            return Err(Refusal::SoldOut);
        }

        // Money agreed to be kept or given back does not pay for a dearer class.
        let price = to.map_or(0, |class| self.price(class));
        let decided = self.decided.get(&id).into_iter().flatten();
        let kept: i64 = decided.map(|decided| decided.settles).sum();
        if kept > 0 && price > seat.amount && seat.received - price < kept {
            return Err(Refusal::RefundDecided);
        }

        let mut changed = seat.clone();
        if let Some(address) = address {
            self.emails.remove(&(event, seat.email_key.clone()));
            changed.email_key.clone_from(&address.1);
            self.emails.insert(address);
        }
        if let Some(to) = to {
            self.count(event, seat.ticket, -1);
            changed.ticket = to;
            self.count(event, to, 1);
            changed.amount = price;
            // An amount accepted for the class before is enough for one that costs no more.
            let was_enough = seat.is_paid && seat.has_money() && changed.amount <= seat.amount;
            changed.is_paid = was_enough || changed.received >= changed.amount;
        }
        let due = to.map(|_| changed.amount);
        self.seats.insert(id, changed);
        Ok(due)
    }

    /// Adds money to the amount received for a live seat, and returns the payment to store.
    pub fn receive(
        &mut self,
        event: EventId,
        id: AttendanceId,
        receipt: Receipt,
    ) -> Result<Payment, Refusal> {
        self.seat(event, id)?;
        let payments = self.payments.entry(id).or_default();
        let payment = Payment {
            event,
            seat: id,
            number: payments.last().map_or(1, |last| last.number + 1),
            receipt,
        };
        let amount = payment.receipt.amount;
        payments.push(payment.clone());
        let seat = self.seat_mut(event, id)?;
        seat.received = seat.received.saturating_add(amount);
        seat.is_paid = seat.is_paid || seat.received >= seat.amount;
        Ok(payment)
    }

    /// Returns the part of an amount beyond the amount due for a live seat. Refuses it unless that was agreed about.
    pub fn check_surplus(
        &self,
        event: EventId,
        id: AttendanceId,
        amount: i64,
        agreed: Option<&Surplus>,
    ) -> Result<i64, Refusal> {
        let seat = self.seat(event, id)?;
        let held = seat.received.saturating_add(amount);
        let over = held.saturating_sub(seat.amount).min(amount).max(0);
        if over == 0 || agreed.is_some_and(|agreed| agreed.amount == over) {
            Ok(over)
        } else {
            Err(Refusal::Surplus(over))
        }
    }

    /// Records that an amount of a payment is kept, and returns the decision to store.
    pub fn keep_surplus(&mut self, payment: &Payment, amount: i64) -> Decided {
        let decided = self.decided.entry(payment.seat).or_default();
        let kept = Decided {
            number: decided.last().map_or(1, |last| last.number + 1),
            settles: amount,
            deducted: 0,
            payment: Some(payment.number),
        };
        decided.push(kept.clone());
        kept
    }

    /// Forgets the decisions that were made with a payment that goes, and returns their numbers.
    pub fn forget_decided(&mut self, payment: &Payment) -> Vec<i64> {
        let decided = self.decided.entry(payment.seat).or_default();
        let gone = decided.extract_if(.., |decided| decided.payment == Some(payment.number));
        gone.map(|decided| decided.number).collect()
    }

    /// Refuses that payments of a live seat go of which money was given back, or kept by a later decision.
    fn check_takable(
        &self,
        event: EventId,
        id: AttendanceId,
        which: impl Fn(&Payment) -> bool,
    ) -> Result<(), Refusal> {
        let seat = self.seat(event, id)?;
        let payments = self.payments.get(&id).into_iter().flatten();
        let gone: HashMap<i64, i64> = payments
            .filter(|payment| which(payment))
            .map(|payment| (payment.number, payment.receipt.amount))
            .collect();
        let stays = |decided: &&Decided| decided.payment.is_none_or(|of| !gone.contains_key(&of));
        let decided = self.decided.get(&id).into_iter().flatten().filter(stays);
        let (kept, returned) = decided.fold((0, 0), |(kept, returned), decided| {
            (kept + decided.settles, returned + decided.deducted)
        });
        let left = seat.received - gone.values().sum::<i64>();
        if kept + returned > 0 && left - seat.amount < kept {
            return Err(Refusal::RefundDecided);
        }
        Ok(())
    }

    /// Takes payments of a live seat back, and returns them.
    fn take_payments(
        &mut self,
        event: EventId,
        id: AttendanceId,
        which: impl Fn(&Payment) -> bool,
    ) -> Result<Vec<Payment>, Refusal> {
        self.check_takable(event, id, &which)?;
        let payments = self.payments.entry(id).or_default();
        let taken: Vec<_> = payments.extract_if(.., |payment| which(payment)).collect();
        let amount: i64 = taken.iter().map(|payment| payment.receipt.amount).sum();
        let seat = self.seat_mut(event, id)?;
        seat.received = (seat.received - amount).max(0);
        seat.is_paid = seat.is_paid && seat.received >= seat.amount;
        Ok(taken)
    }

    /// Returns whether the event was cancelled or deleted.
    pub fn is_cancelled(&self, event: EventId) -> bool {
        self.events.get(&event).is_none_or(|event| event.cancelled)
    }

    /// Returns a refusal if no money can be noted for a seat.
    pub fn check_notable(&self, event: EventId, id: AttendanceId) -> Result<(), Refusal> {
        if self.is_cancelled(event) {
            return Err(Refusal::Cancelled);
        }
        if self.seat(event, id)?.amount == 0 {
            return Err(Refusal::NothingDue);
        }
        let payments = self.payments.get(&id).into_iter().flatten();
        let noted = payments.filter(|payment| payment.receipt.transfer.is_none());
        if noted.count() >= MAX_NOTED {
            return Err(Refusal::TooManyPayments);
        }
        Ok(())
    }

    /// Returns a refusal if the seat is not confirmed, because the door confirms none, or if it owes another amount.
    pub fn check_due_at_door(
        &self,
        event: EventId,
        id: AttendanceId,
        amount: i64,
    ) -> Result<(), Refusal> {
        let seat = self.seat(event, id)?;
        if seat.confirm_by.is_some() {
            return Err(Refusal::NoSuchSeat);
        }
        if seat.is_paid || seat.outstanding() != amount {
            return Err(Refusal::NothingDue);
        }
        Ok(())
    }

    /// Takes back a payment that was noted. Refuses parts of transfers.
    pub fn take_noted(
        &mut self,
        event: EventId,
        id: AttendanceId,
        number: i64,
    ) -> Result<Vec<Payment>, Refusal> {
        if self.is_cancelled(event) {
            return Err(Refusal::Cancelled);
        }
        self.seat(event, id)?;
        let payments = self.payments.get(&id).into_iter().flatten();
        let payment = payments
            .into_iter()
            .find(|payment| payment.number == number);
        match payment {
            None => Err(Refusal::NoSuchPayment),
            Some(payment) if payment.receipt.transfer.is_some() => Err(Refusal::PaidByTransfer),
            Some(_) => self.take_payments(event, id, |payment| payment.number == number),
        }
    }

    /// Records that nothing is due for a live seat any more.
    pub fn mark_paid(&mut self, event: EventId, id: AttendanceId) -> Result<(), Refusal> {
        self.seat_mut(event, id)?.is_paid = true;
        Ok(())
    }

    /// Returns whether transfers alone pay all of a live seat.
    fn is_transferred(&self, event: EventId, id: AttendanceId) -> Result<bool, Refusal> {
        let price = self.seat(event, id)?.amount;
        let payments = self.payments.get(&id).into_iter().flatten();
        let parts = payments.filter(|payment| payment.receipt.transfer.is_some());
        let transferred: i64 = parts.map(|payment| payment.receipt.amount).sum();
        Ok(transferred >= price)
    }

    /// Refuses that a live seat is marked as unpaid, if it was decided about money that is owed back: of payments that would
    /// go, or of any while it also moves to another class.
    pub fn check_unpaid(
        &self,
        event: EventId,
        id: AttendanceId,
        moves: bool,
    ) -> Result<(), Refusal> {
        if self.is_cancelled(event) {
            return Err(Refusal::Cancelled);
        }
        let decided = self.decided.get(&id);
        if moves && decided.is_some_and(|decided| !decided.is_empty()) {
            return Err(Refusal::RefundDecided);
        }
        let takes_all = self.is_transferred(event, id)?;
        self.check_takable(event, id, |payment| {
            takes_all || payment.receipt.transfer.is_none()
        })
    }

    /// Records that a live seat is not paid after all, and returns the payments that go: noted ones, and if transfers
    /// alone pay all of it, these too. Refuses at a cancelled event, because its money is owed back.
    pub fn mark_unpaid(
        &mut self,
        event: EventId,
        id: AttendanceId,
    ) -> Result<Vec<Payment>, Refusal> {
        if self.is_cancelled(event) {
            return Err(Refusal::Cancelled);
        }
        let takes_all = self.is_transferred(event, id)?;
        let taken = self.take_payments(event, id, |payment| {
            takes_all || payment.receipt.transfer.is_none()
        })?;
        self.seat_mut(event, id)?.is_paid = false;
        Ok(taken)
    }

    /// Uses a transfer for seats, each with its part of the amount, and returns the payments to store. Refuses without
    /// a change if it was used, or if a seat is gone, or, for an exact payment, owes nothing or something else;
    /// otherwise if the part beyond the amount due is not agreed about.
    pub fn settle(
        &mut self,
        transfer: TransferId,
        parts: &[(EventId, AttendanceId, Receipt)],
        terms: PaymentTerms,
        agreed: Option<&Surplus>,
    ) -> Result<Vec<Payment>, Refusal> {
        if !self.open_transfers.contains(&transfer) {
            return Err(Refusal::TransferUsed);
        }
        for (event, id, receipt) in parts {
            if self.is_cancelled(*event) {
                return Err(Refusal::Cancelled);
            }
            let seat = self.seat(*event, *id)?;
            if terms == PaymentTerms::Exact {
                if seat.is_paid || receipt.amount != seat.outstanding() {
                    return Err(Refusal::NothingDue);
                }
            } else {
                self.check_surplus(*event, *id, receipt.amount, agreed)?;
            }
        }
        self.open_transfers.remove(&transfer);
        let mut payments = Vec::with_capacity(parts.len());
        for (event, id, receipt) in parts {
            payments.push(self.receive(*event, *id, receipt.clone())?);
            if terms == PaymentTerms::Enough {
                self.mark_paid(*event, *id)?;
            }
        }
        Ok(payments)
    }

    /// Frees a transfer that was used, and returns the payments that go. Refuses without a change if it is not used, if a
    /// seat is gone, or if it was decided about money that is owed back because of it.
    pub fn take_back(&mut self, transfer: TransferId) -> Result<Vec<Payment>, Refusal> {
        let seats = self.used_transfers.get(&transfer);
        let seats = seats.ok_or(Refusal::TransferUsed)?.clone();
        let of_transfer = |payment: &Payment| payment.receipt.transfer == Some(transfer);
        for (event, id) in &seats {
            self.check_takable(*event, *id, of_transfer)?;
        }
        self.used_transfers.remove(&transfer);
        let mut taken = Vec::with_capacity(seats.len());
        for (event, id) in seats {
            taken.extend(self.take_payments(event, id, of_transfer)?);
        }
        Ok(taken)
    }

    /// Takes seats back, all or none, and returns them. Uses of codes are not given back, because
    /// codes count all registrations made with them.
    pub fn release(
        &mut self,
        event: EventId,
        ids: &[AttendanceId],
    ) -> Result<Vec<(AttendanceId, Seat)>, Refusal> {
        for id in ids {
            self.seat(event, *id)?;
        }
        let mut released = Vec::with_capacity(ids.len());
        for id in ids {
            // A seat named twice is taken back once.
            if let Some(seat) = self.seats.remove(id) {
                self.count(event, seat.ticket, -1);
                self.emails.remove(&(event, seat.email_key.clone()));
                released.push((*id, seat));
            }
        }
        Ok(released)
    }

    /// Confirms a seat; `false` if it was confirmed before. A seat that has expired but was not taken back yet can
    /// still be confirmed.
    pub fn confirm(&mut self, event: EventId, id: AttendanceId) -> Result<bool, Refusal> {
        if self.is_cancelled(event) {
            return Err(Refusal::NoEvent);
        }
        Ok(self.seat_mut(event, id)?.confirm_by.take().is_some())
    }

    /// Takes back those of these seats that were not confirmed in time, unless they are paid or checked in. Their codes
    /// can be used again.
    pub fn expire(
        &mut self,
        event: EventId,
        ids: &[AttendanceId],
        now: Timestamp,
    ) -> Vec<(AttendanceId, Seat)> {
        let is_over = |seat: &Seat| seat.confirm_by.is_some_and(|until| until <= now);
        self.lapse(event, ids, is_over)
    }

    /// Takes back those of these seats that were not paid in time, unless a part was paid or the participant is checked
    /// in. Their codes can be used again.
    pub fn release_unpaid(
        &mut self,
        event: EventId,
        ids: &[AttendanceId],
        now: Timestamp,
    ) -> Vec<(AttendanceId, Seat)> {
        let of_event = self.events.get(&event).filter(|event| !event.cancelled);
        let Some(deadline) = of_event.and_then(|event| event.deadline) else {
            return Vec::new();
        };
        let is_over = |owed| deadline.releases_now(owed, now);
        // A command of the same batch may have marked it as paid.
        self.lapse(event, ids, |seat| {
            !seat.is_paid && seat.owed.is_some_and(is_over)
        })
    }

    /// Takes back those of these seats for which `is_over` holds, unless they are used.
    fn lapse(
        &mut self,
        event: EventId,
        ids: &[AttendanceId],
        is_over: impl Fn(&Seat) -> bool,
    ) -> Vec<(AttendanceId, Seat)> {
        let mut lapsed = Vec::new();
        for id in ids {
            let seat = self.seat(event, *id);
            if seat.is_ok_and(|seat| is_over(seat) && !seat.is_used()) {
                lapsed.extend(self.release(event, &[*id]).unwrap_or_default());
            }
        }
        lapsed
    }

    /// Takes back a visitor's seat at their own request. Returns their name.
    pub fn give_back(
        &mut self,
        event: EventId,
        id: AttendanceId,
        now: Timestamp,
    ) -> Result<String, Refusal> {
        let of_event = self.events.get(&event).filter(|event| !event.cancelled);
        let changes_end = of_event.ok_or(Refusal::NoEvent)?.changes_end;
        self.seat(event, id)?.check_returnable(changes_end, now)?;
        let released = self.release(event, &[id])?.pop();
        released
            .map(|(_, seat)| seat.name)
            .ok_or(Refusal::NoSuchSeat)
    }

    fn class(&self, event: EventId, ticket: TicketId) -> Result<&Class, Refusal> {
        let class = self.classes.get(&ticket);
        class
            .filter(|class| class.event == event)
            .ok_or(Refusal::NoSuchClass)
    }

    /// Returns the first free key of an address; None if the address is taken, or, if it may be shared, when
    /// [`MAX_OF_ADDRESS`] have it. In a group's event no address is shared.
    fn free_key(&self, event: EventId, email_key: &str, may_share: bool) -> Option<String> {
        let may_share = may_share && self.events.get(&event).is_none_or(|event| !event.of_group);
        keys_of_address(email_key, may_share).find(|key| {
            let address = (event, key.clone());
            !self.emails.contains(&address)
        })
    }

    /// Returns the live seat `id` of `event`.
    pub fn seat(&self, event: EventId, id: AttendanceId) -> Result<&Seat, Refusal> {
        let seat = self.seats.get(&id);
        seat.filter(|seat| seat.event == event)
            .ok_or(Refusal::NoSuchSeat)
    }

    fn seat_mut(&mut self, event: EventId, id: AttendanceId) -> Result<&mut Seat, Refusal> {
        let seat = self.seats.get_mut(&id);
        seat.filter(|seat| seat.event == event)
            .ok_or(Refusal::NoSuchSeat)
    }

    /// Returns whether a payment reference must be drawn for the seat, because something is due for the first time. It
    /// has one from then on.
    pub fn needs_reference(&mut self, event: EventId, id: AttendanceId) -> Result<bool, Refusal> {
        let seat = self.seat_mut(event, id)?;
        Ok(!mem::replace(&mut seat.has_reference, true))
    }

    /// Returns the price of a seat in a class, or in none, in dong.
    fn price(&self, ticket: Option<TicketId>) -> i64 {
        let class = ticket.and_then(|ticket| self.classes.get(&ticket));
        class.map_or(0, |class| class.price)
    }

    /// Adds `seats` to the counts of the event and the class.
    fn count(&mut self, event: EventId, ticket: Option<TicketId>, seats: i64) {
        if let Some(event) = self.events.get_mut(&event) {
            event.seats.add(seats);
        }
        if let Some(class) = ticket.and_then(|ticket| self.classes.get_mut(&ticket)) {
            class.sold.add(seats);
        }
    }
}

/// Returns the keys under which registrations with an address can be stored: the address itself, and for those that
/// share it, numbers behind it. No address contains a space.
pub fn keys_of_address(email_key: &str, may_share: bool) -> impl Iterator<Item = String> {
    let last = if may_share { MAX_OF_ADDRESS } else { 1 };
    let further = (2..=last).map(move |number| format!("{email_key} {number}"));
    [email_key.to_owned()].into_iter().chain(further)
}

impl Code {
    /// Returns whether the code can still be used.
    pub fn is_usable(&self, now: Timestamp) -> bool {
        CodeState::of(self.active, self.expires, self.uses.quota, now) == CodeState::Active
    }

    fn admits(&self, ticket: Option<TicketId>, now: Timestamp) -> bool {
        let for_class = self.ticket.is_none() || self.ticket == ticket;
        for_class && self.is_usable(now)
    }
}

#[cfg(test)]
mod tests;
