//! Commands that give seats, confirm them and take them back.

use hoi_community::accounts::UserId;
use hoi_jobs::{Job as _, Lane};
use hoi_platform::error::Result;
use hoi_platform::idempotency::IdempotentRequest;
use serde_json::{Value, json};

use super::command::{Command, Decisions, Effect, Gone, Needs, PaymentChange};
use super::deadline::is_asked_before_event;
use super::jobs::{MailGivenBack, MailPayment, MailRemoved, MailSeatReleased, MailTicket};
use super::new_registration::{Keys, NewRegistration, seated};
use super::rules::{Channel, EventSeats, Payment, Receipt, Refusal, Seat, StoredResponse};
use crate::attendances::{AttendanceId, PaidWay, PaymentStatus, Source, attendance};
use crate::events::{EventAction, EventId, LogEntry};

/// A successful registration.
#[derive(Debug)]
pub enum Registered {
    /// Created by this request.
    Now(Box<attendance::Model>),
    /// Created by an earlier request with the same idempotency key.
    Before(AttendanceId),
}

/// Gives a visitor a seat.
///
/// # Errors
/// In this order: 5014, 5015; 5013; 5011; 5002 (invitation code); 5003 (full, or the limit per address). 5008 when
/// the idempotency key was used for another request.
pub fn register(
    person: NewRegistration,
    request: Option<IdempotentRequest>,
) -> Command<Registered> {
    give(person, None, request)
}

/// Gives a seat to a person added by the organiser `by`, whether registration is open or not.
///
/// # Errors
/// In this order: 5009 (cancelled); 5013; 5011; 5002 (invitation code); 5003 (full). 5008 when the idempotency key was
/// used for another request.
pub fn add_by_hand(
    person: NewRegistration,
    by: UserId,
    request: Option<IdempotentRequest>,
) -> Command<Registered> {
    give(person, Some(by), request)
}

fn give(
    person: NewRegistration,
    by: Option<UserId>,
    request: Option<IdempotentRequest>,
) -> Command<Registered> {
    let keys = Keys::of(&person);
    let mut needs = Needs::default();
    needs.add_newcomer(&person, &keys);
    let command = Command::new(needs, move |decisions| {
        let now = decisions.now;
        let drawn = decisions.draw()?;
        let (channel, action) = match by {
            None => (Channel::Public, EventAction::ParticipantRegistered),
            Some(_) => (Channel::ByHand, EventAction::ParticipantAdded),
        };
        let request = keys.request(channel, &person);
        let grant = decisions.inventory.take(&request, now)?;
        let row = seated(&person, grant, drawn, by, now)?;
        seat(decisions, &person, row.clone());
        let data = match by {
            None => json!({ "name": row.full_name, "source": row.source }),
            Some(_) => json!({ "name": row.full_name }),
        };
        let entry = LogEntry::new(row.event_id, action).by(by);
        decisions.log(entry.about(row.id.0).with(data));
        Ok(Registered::Now(Box::new(row)))
    });
    command.once(
        request,
        |first| match first {
            StoredResponse::Registration(id) => Some(Registered::Before(id)),
            _ => None,
        },
        |answer| match answer {
            Registered::Now(row) => Some(StoredResponse::Registration(row.id)),
            Registered::Before(_) => None,
        },
    )
}

/// Records a registration that was granted a seat, with its payment and its mails.
pub(super) fn seat(decisions: &mut Decisions, person: &NewRegistration, row: attendance::Model) {
    let (event, id) = (row.event_id, row.id);
    if let Some(invoice) = person.invoice.clone().filter(|_| row.amount > 0) {
        decisions.push(Effect::Invoice(event, id, invoice));
    }
    if row.received > 0 {
        let payment = Payment {
            event,
            seat: id,
            number: 1,
            receipt: Receipt {
                amount: row.received,
                way: PaidWay::Hand,
                transfer: None,
                at: row.registration_time,
                by: row.paid_by,
                device: None,
            },
        };
        decisions.push(Effect::Pay(PaymentChange::Add(payment)));
    }
    // While the seat is unconfirmed, the ticket mail asks for the confirmation.
    let is_confirmed = row.confirm_by.is_none();
    let settings = decisions.inventory.events.get(&event);
    let mails = settings.filter(|_| person.mails);
    let mails_ticket = !is_confirmed || mails.is_some_and(|event| event.mails_tickets);
    let is_asked = |event: &EventSeats| {
        !event.payment_off && is_asked_before_event(event.deadline, row.payment_method, row.source)
    };
    let owes = is_confirmed && row.payment_status == PaymentStatus::Unpaid;
    let mails_payment = owes && mails.is_some_and(is_asked);
    // Visitors' tickets do not wait for those of an import.
    let is_imported = row.source == Source::Import;
    let lane = |own| if is_imported { Lane::Bulk } else { own };
    if mails_ticket {
        decisions.mail(&MailTicket::first(id), lane(MailTicket::LANE));
    }
    if mails_payment {
        decisions.mail(&MailPayment::first(id), lane(MailPayment::LANE));
    }
    if is_confirmed && row.source.is_by_visitor() {
        decisions.push(Effect::Arrive(event, row.full_name.clone()));
    }
    decisions.push(Effect::Seat(Box::new(row)));
}

/// Which of the removed participants get a mail about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RemovalMails {
    None,
    /// To those from whom money was received.
    Payers,
    /// Also to those without a payment who have confirmed.
    Confirmed,
}

impl RemovalMails {
    fn reach(self, seat: &Seat) -> bool {
        let is_wanted = match self {
            Self::None => false,
            Self::Payers => seat.received > 0,
            Self::Confirmed => seat.received > 0 || seat.confirm_by.is_none(),
        };
        // The key of a person without an address is none.
        is_wanted && seat.email_key.contains('@')
    }
}

/// Removes participants and takes their seats back, all or none, and tells those from whom money was received. Answers
/// with their number. Their use of invitation codes still counts.
///
/// # Errors
/// 5005 when one of them is not a participant of this event, or no longer.
pub fn release(event: EventId, mut ids: Vec<AttendanceId>, by: UserId) -> Command<usize> {
    ids.sort_unstable();
    ids.dedup();
    Command::new(Needs::seats(event, &ids), move |decisions| {
        let released = decisions.inventory.release(event, &ids)?;
        remove(decisions, event, released, by, RemovalMails::Payers);
        Ok(ids.len())
    })
}

/// Removes many participants independently. Answers with the refused ones and the reasons.
pub fn release_each(
    event: EventId,
    ids: Vec<AttendanceId>,
    by: UserId,
    mails: RemovalMails,
) -> Command<Vec<(AttendanceId, Refusal)>> {
    Command::new(Needs::seats(event, &ids), move |decisions| {
        let mut refused = Vec::new();
        for id in &ids {
            match decisions.inventory.release(event, &[*id]) {
                Ok(released) => remove(decisions, event, released, by, mails),
                Err(refusal) => refused.push((*id, refusal)),
            }
        }
        Ok(refused)
    })
}

/// Records removed participants, in the log by name, because they cannot be looked up later.
fn remove(
    decisions: &mut Decisions,
    event: EventId,
    people: Vec<(AttendanceId, Seat)>,
    by: UserId,
    mails: RemovalMails,
) {
    // About a cancelled event another mail was sent.
    let is_cancelled = decisions.inventory.is_cancelled(event);
    for (id, seat) in people {
        decisions.push(Effect::Release(id, Gone::Removed(by)));
        let is_told = !is_cancelled && mails.reach(&seat);
        if is_told {
            let mail = MailRemoved {
                attendance: id,
                without_money: seat.received == 0,
            };
            decisions.mail(&mail, Lane::Bulk);
        }
        let amount = (seat.received > 0).then(|| ("amount", json!(seat.received)));
        let told = is_told.then_some(("told", json!(true)));
        let data = [Some(("name", json!(seat.name))), amount, told];
        let data: Value = data.into_iter().flatten().collect();
        let entry = LogEntry::new(event, EventAction::ParticipantRemoved).by(by);
        decisions.log(entry.about(id.0).with(data));
    }
}

/// Takes back the seat of a visitor who cancels; a repeated call is refused. The use of the invitation code still
/// counts.
///
/// # Errors
/// In this order: 5005 (the event is cancelled or deleted, or the seat was taken back); 5008 (checked in); 5009
/// (too late); 5008 (paid).
pub fn give_back(event: EventId, id: AttendanceId) -> Command<()> {
    Command::new(Needs::seats(event, &[id]), move |decisions| {
        let now = decisions.now;
        let name = decisions.inventory.give_back(event, id, now)?;
        decisions.push(Effect::Release(id, Gone::GivenBack));
        decisions.mail(&MailGivenBack { attendance: id }, MailGivenBack::LANE);
        let entry = LogEntry::new(event, EventAction::ParticipantSelfCancelled);
        decisions.log(entry.about(id.0).with(json!({ "name": name })));
        Ok(())
    })
}

/// Confirms the seat of a visitor: with the link in the mail, or by the organiser `by`. Does nothing if the seat is
/// confirmed.
///
/// # Errors
/// 5005: the event is cancelled or deleted, or the seat was taken back.
pub fn confirm(event: EventId, id: AttendanceId, by: Option<UserId>) -> Command<()> {
    Command::new(Needs::seats(event, &[id]), move |decisions| {
        Ok(confirm_seat(decisions, event, id, by)?)
    })
}

/// Confirms a seat and has its ticket mailed. Does nothing if it is confirmed.
pub(super) fn confirm_seat(
    decisions: &mut Decisions,
    event_id: EventId,
    id: AttendanceId,
    by: Option<UserId>,
) -> Result<(), Refusal> {
    let inventory = &mut decisions.inventory;
    let needs_confirmation = inventory.seat(event_id, id)?.confirm_by.is_some();
    if !needs_confirmation || !inventory.confirm(event_id, id)? {
        return Ok(());
    }
    let seat = inventory.seat(event_id, id)?;
    let (name, is_paid) = (seat.name.clone(), seat.is_paid);
    let event = inventory.events.get(&event_id);
    let mails_ticket = event.is_some_and(|event| event.mails_tickets);
    let mails_payment = !is_paid && event.is_some_and(|event| !event.payment_off);
    if mails_ticket {
        decisions.mail(&MailTicket::first(id), MailTicket::LANE);
    }
    // The mail job checks whether a transfer is really due.
    if mails_payment {
        decisions.mail(&MailPayment::first(id), MailPayment::LANE);
    }
    decisions.push(Effect::Confirm(id));
    let data = json!({ "name": name });
    if by.is_none() {
        decisions.push(Effect::Arrive(event_id, name));
    }
    let entry = LogEntry::new(event_id, EventAction::ParticipantConfirmed).by(by);
    decisions.log(entry.about(id.0).with(data));
    Ok(())
}

/// Takes back those of these seats that were not confirmed in time, and answers with their number.
pub fn expire(event: EventId, ids: Vec<AttendanceId>) -> Command<usize> {
    Command::new(Needs::seats(event, &ids), move |decisions| {
        let now = decisions.now;
        let expired = decisions.inventory.expire(event, &ids, now);
        let number = expired.len();
        for (id, seat) in expired {
            let data = json!({ "name": seat.name });
            lapse(decisions, id, &seat, Gone::Unconfirmed);
            let entry = LogEntry::new(event, EventAction::ParticipantUnconfirmed);
            decisions.log(entry.about(id.0).with(data));
        }
        Ok(number)
    })
}

/// Takes back those of these seats that were not paid in time, and answers with their number. Their participants get a
/// mail, the event's owner one notification.
pub fn release_unpaid(event: EventId, ids: Vec<AttendanceId>) -> Command<usize> {
    Command::new(Needs::seats(event, &ids), move |decisions| {
        let now = decisions.now;
        let released = decisions.inventory.release_unpaid(event, &ids, now);
        let number = released.len();
        for (id, seat) in released {
            let data = json!({ "name": seat.name, "amount": seat.amount });
            lapse(decisions, id, &seat, Gone::Unpaid(event));
            decisions.mail(&MailSeatReleased { attendance: id }, Lane::Bulk);
            let entry = LogEntry::new(event, EventAction::ParticipantUnpaidReleased);
            decisions.log(entry.about(id.0).with(data));
        }
        Ok(number)
    })
}

/// Records that a seat was not kept; its code can be used again.
fn lapse(decisions: &mut Decisions, id: AttendanceId, seat: &Seat, gone: Gone) {
    let code = seat.code.map(Effect::FreeCode);
    decisions.effects.extend(code);
    decisions.push(Effect::Release(id, gone));
}
