//! A command to the desk: the rows that it needs, its decision on the seat inventory, and the effects to store.

use std::collections::BTreeSet;

use hoi_community::accounts::UserId;
use hoi_db::Timestamp;
use hoi_jobs::{Job, Lane, NewJob};
use hoi_platform::error::{Error, LocalizedText, Result};
use hoi_platform::idempotency::{self, IdempotentRequest};
use hoi_platform::ids::TransferId;
use hoi_platform::language;

use super::burst::{self, Burst};
use super::new_registration::{CodeDraws, GeneratedCodes, Keys, NewRegistration};
use super::rules::{MAX_NOTED, Payment, Refusal, SeatInventory, StoredResponse, keys_of_address};
use crate::attendances::{AttendanceId, attendance, refund_decision};
use crate::events::{Additions, EventAction, EventId, InvitationCodeId, LogEntry, TicketId};
use crate::invoice_requests::InvoiceBody;

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
    /// The number of people who ask for seats.
    newcomers: usize,
}

impl Needs {
    pub fn seats(event: EventId, ids: &[AttendanceId]) -> Self {
        Self {
            events: [event].into(),
            seats: ids.iter().copied().collect(),
            ..Self::default()
        }
    }

    /// Names seats with their payments.
    pub fn payments(seats: impl Iterator<Item = (EventId, AttendanceId)>) -> Self {
        let (events, seats): (BTreeSet<_>, BTreeSet<_>) = seats.unzip();
        Self {
            events,
            payments: seats.clone(),
            seats,
            ..Self::default()
        }
    }

    pub fn add_address(&mut self, event: EventId, email_key: &str, may_share: bool) {
        let keys = keys_of_address(email_key, may_share);
        self.emails.extend(keys.map(|key| (event, key)));
    }

    pub fn add_newcomer(&mut self, person: &NewRegistration, keys: &Keys) {
        let event = person.event_id;
        self.newcomers += 1;
        self.events.insert(event);
        self.classes.extend(person.ticket_id);
        self.codes
            .extend(keys.code.clone().map(|code| (event, code)));
        self.add_address(event, &keys.email, person.may_share_email);
        let address = person.address_hash.clone();
        self.addresses.extend(address.map(|hash| (event, hash)));
    }

    /// Adds those of another command.
    pub fn add(&mut self, other: &Self) {
        self.events.extend(&other.events);
        self.classes.extend(&other.classes);
        self.codes.extend(other.codes.iter().cloned());
        self.emails.extend(other.emails.iter().cloned());
        self.addresses.extend(other.addresses.iter().cloned());
        self.seats.extend(&other.seats);
        self.transfers.extend(&other.transfers);
        self.payments.extend(&other.payments);
        self.used_transfers.extend(&other.used_transfers);
        self.forms.extend(&other.forms);
    }
}

/// An effect of a decision, stored in the transaction of the batch. The counts are in the inventory.
#[derive(Debug)]
pub(super) enum Effect {
    Seat(Box<attendance::Model>),
    Change(AttendanceId, Box<attendance::ActiveModel>),
    Release(AttendanceId, Gone),
    Confirm(AttendanceId),
    /// A use to subtract for a seat that was not confirmed or paid in time.
    FreeCode(InvitationCodeId),
    /// An answer for repeated requests.
    Respond(IdempotentRequest, StoredResponse),
    Mail(NewJob),
    /// A visitor, with the name, who registered and need not confirm any more, of whom the owner will be told.
    Arrive(EventId, String),
    Burst(Burst),
    Log(LogEntry),
    /// The text that a registration with a seat wants on its invoice.
    Invoice(EventId, AttendanceId, InvoiceBody),
    Settle(Settled),
    Pay(PaymentChange),
    Refund(RefundChange),
    /// Classes and questions that an import adds to its event.
    Extend(EventId, UserId, Additions),
}

/// The reason why a seat is taken back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Gone {
    /// Removed by this organiser.
    Removed(UserId),
    /// By the visitor. It is taken back only if still neither checked in nor paid, like an unpaid one.
    GivenBack,
    /// Not paid in time, at this event.
    Unpaid(EventId),
    /// Not confirmed in time.
    Unconfirmed,
}

/// A transfer that pays for registrations.
#[derive(Debug)]
pub(super) struct Settled {
    pub transfer: TransferId,
    /// The first of the registrations.
    pub first: Option<(EventId, AttendanceId)>,
    pub by: Option<UserId>,
}

/// A change of the payments for a registration.
#[derive(Debug)]
pub(super) enum PaymentChange {
    Add(Payment),
    Remove(Payment),
}

/// A change of the decisions about money that is owed back.
#[derive(Debug)]
pub(super) enum RefundChange {
    Add(refund_decision::Model),
    Remove(AttendanceId, i64),
}

/// The decisions on a batch: the inventory as decided so far, and the effects in their order.
pub(super) struct Decisions {
    pub inventory: SeatInventory,
    pub effects: Vec<Effect>,
    pub now: Timestamp,
    codes: CodeDraws,
}

impl Decisions {
    pub fn new(inventory: SeatInventory, now: Timestamp) -> Self {
        Self {
            inventory,
            effects: Vec::new(),
            now,
            codes: CodeDraws::default(),
        }
    }

    /// Draws the codes of one registration.
    pub fn draw(&mut self) -> Result<GeneratedCodes> {
        self.codes.draw()
    }

    pub fn push(&mut self, effect: Effect) {
        self.effects.push(effect);
    }

    pub fn log(&mut self, entry: LogEntry) {
        self.push(Effect::Log(entry));
    }

    pub fn mail<J: Job>(&mut self, mail: &J, lane: Lane) {
        self.push(Effect::Mail(NewJob::new(mail, lane, self.now)));
    }

    pub fn seated(&self) -> impl Iterator<Item = &attendance::Model> {
        self.effects.iter().filter_map(|effect| match effect {
            Effect::Seat(row) => Some(&**row),
            _ => None,
        })
    }

    /// Records bursts that begin. The organiser sees them in the log and on the list of participants.
    pub fn note_bursts(&mut self, begun: Vec<Burst>) {
        for burst in begun {
            self.log(
                LogEntry::new(burst.event, EventAction::ParticipantBurst).with(serde_json::json!({
                    "count": burst.limit,
                    "minutes": burst::WINDOW.as_secs() / 60,
                })),
            );
            self.push(Effect::Burst(burst));
        }
    }
}

/// A command to the desk with an answer of type `A`. It may be decided several times before it is answered, because a
/// batch that could not be stored is decided again on a new inventory.
#[must_use = "the desk decides only what is submitted to it"]
pub struct Command<A> {
    pub(super) needs: Needs,
    once: Option<Once<A>>,
    decide: Box<Decide<A>>,
}

/// Updates the inventory for the next command and records the effects.
type Decide<A> = dyn Fn(&mut Decisions) -> Result<A> + Send;

/// A command of which a repetition gets the first answer.
struct Once<A> {
    request: Option<IdempotentRequest>,
    read: fn(StoredResponse) -> Option<A>,
    write: fn(&A) -> Option<StoredResponse>,
}

impl<A> Command<A> {
    pub(super) fn new(
        needs: Needs,
        decide: impl Fn(&mut Decisions) -> Result<A> + Send + 'static,
    ) -> Self {
        Self {
            needs,
            once: None,
            decide: Box::new(decide),
        }
    }

    /// Has the answer stored for a repetition of `request`. `read` returns `None` for the answer to another command.
    pub(super) fn once(
        self,
        request: Option<IdempotentRequest>,
        read: fn(StoredResponse) -> Option<A>,
        write: fn(&A) -> Option<StoredResponse>,
    ) -> Self {
        let once = Some(Once {
            request,
            read,
            write,
        });
        Self { once, ..self }
    }

    /// Names a request that its client did not name, if it must not be carried out twice.
    pub(super) fn name(&mut self) {
        if let Some(once) = &mut self.once {
            once.request
                .get_or_insert_with(IdempotentRequest::of_the_server);
        }
    }

    pub(super) fn request(&self) -> Option<&IdempotentRequest> {
        self.once.as_ref()?.request.as_ref()
    }

    /// Returns the number of seats that the command concerns.
    pub(super) fn size(&self) -> usize {
        self.needs.seats.len() + self.needs.newcomers
    }

    pub(super) fn decide(&self, decisions: &mut Decisions) -> Result<A> {
        let Some(Once {
            request: Some(request),
            read,
            write,
        }) = &self.once
        else {
            return (self.decide)(decisions);
        };
        if let Some(first) = decisions.inventory.stored_response(request)? {
            return read(first).ok_or_else(|| Refusal::KeyReused.into());
        }
        let answer = (self.decide)(decisions)?;
        if let Some(response) = write(&answer) {
            decisions.inventory.keep(request, response.clone());
            decisions.push(Effect::Respond(request.clone(), response));
        }
        Ok(answer)
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
