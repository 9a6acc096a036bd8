//! Who gets a seat. Pure: [`SeatInventory`] is what the desk has read about the events concerned; every method decides one
//! request, in order of arrival, and updates the inventory for the next one.
//!
//! Several refusals may hold at once; the answer is the first in the order of the checks here. Always true, whatever is
//! asked at the same moment: an event has at most as many registered people as seats, a class at most as many as it
//! offers, a code at most as many uses as it has.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use hoi_db::Timestamp;
use serde::{Deserialize, Serialize};

use super::idempotency::{IdempotencyKey, IdempotentRequest};
use crate::attendances::{AttendanceId, ParticipationType};
use crate::events::EventId;
use crate::events::invitations::CodeState;
use crate::events::{InvitationCodeId, TicketId};
use crate::quota::Quota;

/// Why somebody gets no seat, or a seat cannot be changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// The event does not exist, or, for visitors, was cancelled.
    NoEvent,
    /// The event was cancelled; said to organisers only.
    Cancelled,
    /// Public registration has not begun.
    NotOpen,
    /// Public registration is over.
    Closed,
    /// The address has a seat at this event already.
    EmailInUse,
    /// The event has no such ticket class, or not for this visitor.
    NoSuchClass,
    /// The class has no seat left.
    SoldOut,
    /// The invitation code is unknown, over, used up, or for another class.
    InvalidCode,
    /// The event has no seat left.
    Full,
    /// As many as the organiser allows have registered from this network address within a day.
    AddressLimit,
    /// The event has no such participant (any more).
    NoSuchSeat,
    /// The idempotency key was used for another request.
    KeyReused,
    /// The organiser's time for visitors' own changes is over, or there never was one.
    ChangesOver,
    /// Somebody came in with this ticket already.
    CheckedIn,
    /// Money was paid for the seat; the organiser decides about it.
    Paid,
}

/// A bounded number as it was read and as decided so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Count {
    before: i64,
    quota: Quota,
}

impl Count {
    /// `quota` as read.
    pub fn new(quota: Quota) -> Self {
        Self {
            before: quota.used(),
            quota,
        }
    }

    /// What has to be added to the stored number.
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

    fn add(&mut self, more: i64) {
        self.quota.add(more);
    }
}

/// What the desk knows of an event.
#[derive(Debug, Clone)]
pub struct EventSeats {
    /// Public registration is open from here …
    pub opens: Timestamp,
    /// … until just before here.
    pub closes: Timestamp,
    /// Cancelled for good.
    pub cancelled: bool,
    /// Live registrations.
    pub seats: Count,
    /// The organiser wants everyone who registers to get a mail.
    pub mails_tickets: bool,
    /// Nothing is to be paid, whatever the classes cost.
    pub payment_off: bool,
    /// Visitors who may register from one network address within a day; any number when absent.
    pub per_address: Option<i64>,
    /// How long a visitor's seat is held until the visitor confirms it; no confirmation when absent.
    pub confirm_within: Option<Duration>,
    /// Visitors may give their seats back until just before here; never when absent.
    pub changes_end: Option<Timestamp>,
}

/// What the desk knows of a ticket class.
#[derive(Debug, Clone)]
pub struct Class {
    /// The event it belongs to.
    pub event: EventId,
    /// In dong.
    pub price: i64,
    /// Offered only to holders of a code for it, and by the organiser.
    pub hidden: bool,
    /// Live registrations.
    pub sold: Count,
}

/// What the desk knows of an invitation code.
#[derive(Debug, Clone)]
pub struct Code {
    /// What it gives its users.
    pub invitation: Invitation,
    /// The only class it is good for.
    pub ticket: Option<TicketId>,
    /// Not switched off by the organiser.
    pub active: bool,
    /// Good until just before here.
    pub expires: Option<Timestamp>,
    /// Registrations ever made through it.
    pub uses: Count,
}

/// What a registration gets from its invitation code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invitation {
    /// The code.
    pub code: InvitationCodeId,
    /// How its users take part.
    pub participation_type: ParticipationType,
    /// The participant who shares seats through it.
    pub owner: Option<(AttendanceId, String)>,
}

/// A seat that is taken.
#[derive(Debug, Clone)]
pub struct Seat {
    /// Where.
    pub event: EventId,
    /// In which class.
    pub ticket: Option<TicketId>,
    /// By whom, as the event's log calls them.
    pub name: String,
    /// Their address.
    pub email_key: String,
    /// What was due for it.
    pub amount: i64,
    /// That has arrived; so it is, too, when nothing was due.
    pub is_paid: bool,
    /// Its ticket was used at the door.
    pub is_checked_in: bool,
    /// Until when it is held unconfirmed; absent once it is confirmed.
    pub confirm_by: Option<Timestamp>,
    /// The code that it came by.
    pub code: Option<InvitationCodeId>,
}

impl Seat {
    /// Whether its visitor may give it back without asking the organiser.
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
        self.is_paid && self.amount > 0
    }

    /// Whether money was paid for it, or somebody came in with it.
    fn is_used(&self) -> bool {
        self.has_money() || self.is_checked_in
    }
}

/// Whether a visitor may change what they said of themselves: not after they came in, and only until `changes_end`.
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

/// What a request with an idempotency key was answered with the first time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum StoredResponse {
    /// The registration it made.
    Registration(AttendanceId),
    /// How many people it imported.
    Import(u64),
}

/// Who asks for a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Channel {
    /// A visitor on the public page.
    Public,
    /// The organiser, who may add people while the form is closed.
    ByHand,
}

/// A request for a seat.
#[derive(Debug, Clone)]
pub struct SeatRequest<'a> {
    /// Who asks.
    pub channel: Channel,
    /// Where.
    pub event: EventId,
    /// In which class.
    pub ticket: Option<TicketId>,
    /// For whom: the lower-case address.
    pub email_key: &'a str,
    /// With which invitation code, in lower case.
    pub code_key: Option<&'a str>,
    /// From which network, when a visitor asks.
    pub address_hash: Option<&'a str>,
}

/// What a granted request means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeatGrant {
    /// What is due, in dong.
    pub price: i64,
    /// What came with the code.
    pub invitation: Option<Invitation>,
    /// Until when the seat is held unless it is confirmed; absent when it need not be.
    pub confirm_by: Option<Timestamp>,
}

/// The state on which requests are decided, and, afterwards, the state to be stored.
#[derive(Debug, Clone, Default)]
pub struct SeatInventory {
    /// Live events.
    pub events: HashMap<EventId, EventSeats>,
    /// Live classes.
    pub classes: HashMap<TicketId, Class>,
    /// Live codes, by event and lower-case code.
    pub codes: HashMap<(EventId, String), Code>,
    /// Addresses that have a seat.
    pub emails: HashSet<(EventId, String)>,
    /// Registrations of the last day by event and network address, where the event limits them.
    pub addresses: HashMap<(EventId, String), i64>,
    /// Live seats that requests name.
    pub seats: HashMap<AttendanceId, Seat>,
    /// What was answered to keys before, with the request that used them.
    pub stored_responses: HashMap<IdempotencyKey, (String, StoredResponse)>,
}

impl SeatInventory {
    /// The first answer to this key, if there was one.
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

    /// Remembers the answer for repeated requests.
    pub fn keep(&mut self, idempotency: &IdempotentRequest, stored_response: StoredResponse) {
        self.stored_responses.insert(
            idempotency.key.clone(),
            (idempotency.request_hash.clone(), stored_response),
        );
    }

    /// Gives one seat, or says why not. Refusals are looked for in a fixed order: state of the event, address, class,
    /// code, room in the event.
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
        let address = (request.event, request.email_key.to_owned());
        if self.emails.contains(&address) {
            return Err(Refusal::EmailInUse);
        }
        let code_at = request
            .code_key
            .map(|code| (request.event, code.to_owned()));
        let code = code_at.as_ref().and_then(|at| self.codes.get(at));
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
        if code_at.is_some() && !code.is_some_and(|code| code.admits(request.ticket, now)) {
            return Err(Refusal::InvalidCode);
        }
        if !event.seats.has_room() {
            return Err(Refusal::Full);
        }
        let network = match (request.channel, event.per_address, request.address_hash) {
            (Channel::Public, Some(limit), Some(hash)) => {
                let network = (request.event, hash.to_owned());
                if self
                    .addresses
                    .get(&network)
                    .is_some_and(|used| *used >= limit)
                {
                    return Err(Refusal::AddressLimit);
                }
                Some(network)
            }
            _ => None,
        };

        let confirm_by = match request.channel {
            Channel::Public => event.confirm_within.map(|time| now.plus(time)),
            Channel::ByHand => None,
        };
        let invitation = code.map(|code| code.invitation.clone());
        if let Some(code) = code_at.and_then(|at| self.codes.get_mut(&at)) {
            code.uses.add(1);
        }
        self.emails.insert(address);
        if let Some(network) = network {
            *self.addresses.entry(network).or_default() += 1;
        }
        let price = self.count(request.event, request.ticket, 1);
        Ok(SeatGrant {
            price,
            invitation,
            confirm_by,
        })
    }

    /// Gives seats to all, or to nobody and says why not, by place in the list.
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

    /// Gives a seat another address, another class (or, with `Some(None)`, none), or both; or says why neither. Returns
    /// what is due for the seat from now on when its class is another one.
    #[expect(
        clippy::option_option,
        reason = "as in the API: absent keeps the class, null takes it away"
    )]
    pub fn change(
        &mut self,
        event: EventId,
        id: AttendanceId,
        email_key: Option<&str>,
        ticket: Option<Option<TicketId>>,
    ) -> Result<Option<i64>, Refusal> {
        let seat = self.seat(event, id)?.clone();
        let address = email_key
            .filter(|key| *key != seat.email_key)
            .map(|key| (event, key.to_owned()));
        if address
            .as_ref()
            .is_some_and(|address| self.emails.contains(address))
        {
            return Err(Refusal::EmailInUse);
        }
        let to = ticket.filter(|ticket| *ticket != seat.ticket);
        if to.is_some() && self.events.get(&event).is_none_or(|event| event.cancelled) {
            return Err(Refusal::Cancelled);
        }
        if let Some(Some(class)) = to
            && !self.class(event, class)?.sold.has_room()
        {
            return Err(Refusal::SoldOut);
        }

        let mut changed = seat.clone();
        if let Some(address) = address {
            self.emails.remove(&(event, seat.email_key));
            changed.email_key.clone_from(&address.1);
            self.emails.insert(address);
        }
        if let Some(to) = to {
            self.count(event, seat.ticket, -1);
            changed.ticket = to;
            changed.amount = self.count(event, to, 1);
        }
        let due = to.map(|_| changed.amount);
        self.seats.insert(id, changed);
        Ok(due)
    }

    /// Gives seats back, all or none, and says whose they were. Codes are not given back: they count registrations ever
    /// made.
    pub fn release(
        &mut self,
        event: EventId,
        ids: &[AttendanceId],
    ) -> Result<Vec<(AttendanceId, String)>, Refusal> {
        for id in ids {
            self.seat(event, *id)?;
        }
        let mut released = Vec::with_capacity(ids.len());
        for id in ids {
            // A seat named twice is given back once.
            if let Some(seat) = self.seats.remove(id) {
                self.count(event, seat.ticket, -1);
                self.emails.remove(&(event, seat.email_key));
                released.push((*id, seat.name));
            }
        }
        Ok(released)
    }

    /// Confirms a seat; `false` when it was confirmed before. A seat whose time is over but which was not given back
    /// yet still belongs to its participant.
    pub fn confirm(&mut self, event: EventId, id: AttendanceId) -> Result<bool, Refusal> {
        let seats = self.events.get(&event).ok_or(Refusal::NoEvent)?;
        if seats.cancelled {
            return Err(Refusal::NoEvent);
        }
        self.seat(event, id)?;
        let seat = self.seats.get_mut(&id).ok_or(Refusal::NoSuchSeat)?;
        Ok(seat.confirm_by.take().is_some())
    }

    /// Gives back those of these seats that were not confirmed in time, unless they are paid or used. Their codes can be
    /// used again.
    pub fn expire(
        &mut self,
        event: EventId,
        ids: &[AttendanceId],
        now: Timestamp,
    ) -> Vec<(AttendanceId, Seat)> {
        let mut expired = Vec::new();
        for id in ids {
            let Ok(seat) = self.seat(event, *id).cloned() else {
                continue;
            };
            let is_over = seat.confirm_by.is_some_and(|until| until <= now);
            if is_over && !seat.is_used() && self.release(event, &[*id]).is_ok() {
                expired.push((*id, seat));
            }
        }
        expired
    }

    /// A visitor gives their own seat back. Returns their name.
    pub fn give_back(
        &mut self,
        event: EventId,
        id: AttendanceId,
        now: Timestamp,
    ) -> Result<String, Refusal> {
        let seats = self.events.get(&event).ok_or(Refusal::NoEvent)?;
        if seats.cancelled {
            return Err(Refusal::NoEvent);
        }
        let changes_end = seats.changes_end;
        self.seat(event, id)?.check_returnable(changes_end, now)?;
        let released = self.release(event, &[id])?.pop();
        released.map(|(_, name)| name).ok_or(Refusal::NoSuchSeat)
    }

    fn class(&self, event: EventId, ticket: TicketId) -> Result<&Class, Refusal> {
        let class = self.classes.get(&ticket);
        class
            .filter(|class| class.event == event)
            .ok_or(Refusal::NoSuchClass)
    }

    /// The live seat `id` of `event`.
    pub fn seat(&self, event: EventId, id: AttendanceId) -> Result<&Seat, Refusal> {
        let seat = self.seats.get(&id);
        seat.filter(|seat| seat.event == event)
            .ok_or(Refusal::NoSuchSeat)
    }

    /// Adds to the counts of the event and the class; returns what is due for one such seat.
    fn count(&mut self, event: EventId, ticket: Option<TicketId>, seats: i64) -> i64 {
        let mut free = false;
        if let Some(event) = self.events.get_mut(&event) {
            event.seats.add(seats);
            free = event.payment_off;
        }
        let Some(class) = ticket.and_then(|ticket| self.classes.get_mut(&ticket)) else {
            return 0;
        };
        class.sold.add(seats);
        if free { 0 } else { class.price }
    }
}

impl Code {
    /// Whether it still is good for anything.
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
