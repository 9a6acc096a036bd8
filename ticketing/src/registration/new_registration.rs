//! A registration that asks the desk for a seat.

use hoi_community::accounts::{email_key, with_readable_domains};
use hoi_db::Timestamp;
use hoi_i18n::{Lang, fold_for_search};
use hoi_platform::error::Result;
use hoi_platform::ids::UserId;
use hoi_platform::{clock, secrets};
use hoi_vietqr::reference;
use sea_orm::{Set, TryIntoModel};
use serde_json::Value;
use uuid::Uuid;

use super::deadline::{PaymentDeadline, is_asked_before_event};
use super::rules::{Channel, SeatGrant, SeatRequest};
use crate::attendances::attendance::{self, Answers};
use crate::attendances::{
    Answer, PaidWay, ParticipantDetails, ParticipationType, PaymentMethod, PaymentStatus, Source,
};
use crate::events::entity::event;
use crate::events::{EventId, TicketId, code_key};
use crate::invoice_requests::InvoiceBody;

/// The data of a registration before the desk gives it a seat: checked and normalised by the caller.
#[derive(Debug, Clone)]
pub struct NewRegistration {
    pub event_id: EventId,
    pub ticket_id: Option<TicketId>,
    pub full_name: String,
    /// May be empty for people added by hand, who then get no mails.
    pub email: String,
    pub phone: String,
    pub company: String,
    /// An invitation code's owner goes before its `invited_by`.
    pub details: ParticipantDetails,
    /// An invitation code's own type goes before this.
    pub participation_type: ParticipationType,
    /// The invitation code as typed; compared case-insensitively.
    pub invitation_code: Option<String>,
    /// The organiser's statement; otherwise unpaid. A registration with nothing due is always paid.
    pub payment_status: Option<PaymentStatus>,
    /// The amount received, in dong; `None` for the amount due if it is paid, and for 0 otherwise. Ignored if nothing
    /// is due.
    pub received: Option<i64>,
    /// Ignored if nothing is due.
    pub payment_method: Option<PaymentMethod>,
    pub source: Source,
    pub answers: Vec<Answer>,
    /// The values that an import writes sealed, by field, in the form in which they are marked.
    pub sealed_values: Vec<(String, String)>,
    /// The text for the invoice. Ignored if nothing is due.
    pub invoice: Option<InvoiceBody>,
    /// JSON `{wording, version, at}`: the visitor's consent, and its time.
    pub consent: Option<Value>,
    /// The language they are written to in.
    pub lang: Lang,
    /// The hash of the network of a visitor who registered themselves.
    pub address_hash: Option<String>,
    /// Whether they get the mails that the event sends on registration.
    pub mails: bool,
    /// Whether other participants may have the same address, as the organiser says.
    pub may_share_email: bool,
}

/// The addresses of those of `people` whom the event mails when they get their seats, once for each mail.
#[must_use]
pub fn mailed_addresses(event: &event::Model, people: &[NewRegistration]) -> Vec<String> {
    let deadline = PaymentDeadline::of(event);
    let mails_to = |person: &NewRegistration| {
        let gets_mail = person.mails && !person.email.is_empty();
        let pays = is_asked_before_event(deadline, person.payment_method, person.source);
        let ticket = gets_mail && event.send_email_after_register;
        let payment = gets_mail && pays && !event.turn_off_payment;
        usize::from(ticket) + usize::from(payment)
    };
    let addresses = people
        .iter()
        .flat_map(|person| std::iter::repeat_n(email_key(&person.email), mails_to(person)));
    addresses.collect()
}

impl NewRegistration {
    /// A registration with only the four things that everyone gives. It is an ordinary participant's and gets the
    /// event's mails.
    #[must_use]
    pub fn new(
        event_id: EventId,
        full_name: String,
        email: String,
        phone: String,
        company: String,
        source: Source,
        lang: Lang,
    ) -> Self {
        Self {
            event_id,
            ticket_id: None,
            full_name,
            email,
            phone,
            company,
            details: ParticipantDetails::default(),
            participation_type: ParticipationType::Ordinary,
            invitation_code: None,
            payment_status: None,
            received: None,
            payment_method: None,
            source,
            answers: Vec::new(),
            sealed_values: Vec::new(),
            invoice: None,
            consent: None,
            lang,
            address_hash: None,
            mails: true,
            may_share_email: false,
        }
    }
}

/// Returns the key of an address within an event: the address in lower case, and a different one for each person
/// without an address.
pub(super) fn address_key(email: &str) -> String {
    if email.is_empty() {
        clock::new_id::<Uuid>().to_string()
    } else {
        email_key(email)
    }
}

/// The normalised address and invitation code by which registrations are compared.
#[derive(Debug, Clone)]
pub(super) struct Keys {
    /// As [`address_key`] returns it.
    pub email: String,
    pub code: Option<String>,
}

impl Keys {
    pub fn of(person: &NewRegistration) -> Self {
        Self {
            email: address_key(&person.email),
            code: person.invitation_code.as_deref().map(code_key),
        }
    }

    pub fn request<'a>(&'a self, channel: Channel, person: &'a NewRegistration) -> SeatRequest<'a> {
        SeatRequest {
            channel,
            event: person.event_id,
            ticket: person.ticket_id,
            email_key: &self.email,
            may_share_email: person.may_share_email,
            code_key: self.code.as_deref(),
            address_hash: person.address_hash.as_deref(),
        }
    }
}

/// The bits of a ticket code that make its first two characters.
const CODE_START: u64 = 0x3ff;

/// The most registrations whose codes begin alike. An import stores thousands in one transaction; if all their references
/// began alike, many would repeat and a wrong character would often fit several of them.
const ALIKE: u64 = 64;

/// Draws the codes of the registrations that are stored in one transaction. Both codes can repeat by chance (payment
/// references in about one of thirty thousand draws once a million exist, and in about one of 160 imports of 5,000
/// people); the unique indexes notice, and the desk draws again.
#[derive(Debug, Default)]
pub(super) struct CodeDraws {
    /// The beginnings of the present [`ALIKE`]: all their ticket codes begin with the same two characters, and so do
    /// all their references. Thus they stand together in their indexes, while codes without anything in common would
    /// each change a page of their own. Each ticket code has 50 random bits of its own; 15 of them are public when the
    /// lucky draw shows the last three characters.
    start: [u64; 2],
    drawn: u64,
}

/// The two codes that are drawn for everyone, though only who owes something gets the payment reference.
#[derive(Debug, Clone)]
pub(super) struct GeneratedCodes {
    ticket_code: String,
    pub payment_ref: String,
}

impl CodeDraws {
    /// Draws the codes of one registration.
    pub fn draw(&mut self) -> Result<GeneratedCodes> {
        let code = u64::from_ne_bytes(secrets::random::<8>()?);
        let number = u64::from_ne_bytes(secrets::random::<8>()?);
        let remainder = number % reference::BEGINNINGS;
        if self.drawn.is_multiple_of(ALIKE) {
            self.start = [code & CODE_START, remainder];
        }
        self.drawn += 1;
        let [code_start, beginning] = self.start;
        let number = (number - remainder).saturating_add(beginning);
        Ok(GeneratedCodes {
            ticket_code: ticket_code((code & !CODE_START) | code_start),
            payment_ref: reference::generate(number),
        })
    }
}

/// Twelve characters of Crockford's base 32, no letter that can be read as another: one for each five bits, beginning with
/// the lowest; 60 bits in all.
fn ticket_code(random: u64) -> String {
    const ALPHABET: [char; 32] = [
        '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'A', 'B', 'C', 'D', 'E', 'F', 'G', 'H',
        'J', 'K', 'M', 'N', 'P', 'Q', 'R', 'S', 'T', 'V', 'W', 'X', 'Y', 'Z',
    ];
    (0..12)
        .filter_map(|place| usize::try_from((random >> (5 * place)) & 31).ok())
        .filter_map(|digit| ALPHABET.get(digit))
        .collect()
}

/// The row of a registration that was granted a seat. `by` is the organiser who added it.
pub(super) fn seated(
    person: &NewRegistration,
    grant: SeatGrant,
    generated: GeneratedCodes,
    by: Option<UserId>,
    now: Timestamp,
) -> Result<attendance::Model> {
    let person = person.clone();
    let due = grant.price > 0;
    let payment_status = if due {
        person.payment_status.unwrap_or(PaymentStatus::Unpaid)
    } else {
        PaymentStatus::Paid
    };
    let is_paid_now = due && payment_status == PaymentStatus::Paid;
    let received = match person.received.filter(|_| due) {
        Some(received) => received,
        None if is_paid_now => grant.price,
        None => 0,
    };
    let has_money = received > 0;
    let mut row = attendance::ActiveModel {
        id: Set(clock::new_id()),
        event_id: Set(person.event_id),
        ticket_id: Set(person.ticket_id),
        user_id: Set(None),
        full_name: Set(person.full_name),
        email: Set(person.email),
        email_key: Set(grant.email_key),
        phone: Set(person.phone),
        company: Set(person.company),
        participation_type: Set(person.participation_type),
        invitation_code_id: Set(None),
        invited_by_attendance_id: Set(None),
        ticket_code: Set(generated.ticket_code),
        checked_in_time: Set(None),
        checked_in_by: Set(None),
        registration_time: Set(now),
        payment_status: Set(payment_status),
        payment_method: Set(person.payment_method.filter(|_| due)),
        payment_ref: Set(if due {
            generated.payment_ref
        } else {
            String::new()
        }),
        paid_at: Set(is_paid_now.then_some(now)),
        paid_way: Set(has_money.then_some(PaidWay::Hand)),
        paid_by: Set(by.filter(|_| has_money)),
        due_since: Set(None),
        payment_reminded_at: Set(None),
        amount: Set(grant.price),
        received: Set(received),
        source: Set(person.source),
        answers: Set(Answers {
            answers: person.answers,
        }),
        consent_address: Set(person
            .address_hash
            .clone()
            .filter(|_| person.consent.is_some())),
        consent: Set(person.consent),
        consent_withdrawn_at: Set(None),
        lang: Set(person.lang),
        search_text: Set(String::new()),
        confirm_by: Set(grant.confirm_by),
        counted_address: Set(person.address_hash.clone().filter(|_| grant.counts_address)),
        imported: Set(None),
        told_at: Set(None),
        address_hash: Set(person.address_hash),
        created_at: Set(now),
        updated_at: Set(now),
        deleted_at: Set(None),
        erased_at: Set(None),
        ..Default::default()
    };
    person.details.write(None, &mut row);
    let mut row = row.try_into_model()?;
    if let Some(invitation) = grant.invitation {
        row.invitation_code_id = Some(invitation.code);
        row.participation_type = invitation.participation_type;
        if let Some((owner, name)) = invitation.owner {
            row.invited_by = Some(name);
            row.invited_by_attendance_id = Some(owner);
        }
        if row.source == Source::Form {
            row.source = Source::Invitation;
        }
    }
    row.search_text = search_text(&row);
    Ok(row)
}

/// The text that a search for a participant looks into: also the phone without its spaces and dots, the payment
/// reference, which is all an organiser sees on a bank statement, and the ticket code, which a scanner types. Must be
/// set again whenever one of these changes.
#[must_use]
pub(super) fn search_text(row: &attendance::Model) -> String {
    let digits: String = row.phone.chars().filter(char::is_ascii_digit).collect();
    // The address is found by both forms of its domain, because a search is read in the same way.
    let email = with_readable_domains(&row.email);
    fold_for_search(&format!(
        "{} {email} {} {digits} {} {} {}",
        row.full_name, row.phone, row.company, row.payment_ref, row.ticket_code
    ))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn ticket_codes_are_twelve_unmistakable_characters() {
        assert_eq!(ticket_code(0), "000000000000");
        assert_eq!(ticket_code(u64::MAX), "ZZZZZZZZZZZZ");
        let code = ticket_code(0x0123_4567_89ab_cdef);
        assert_eq!(code.len(), 12);
        assert!(!code.contains(['I', 'L', 'O', 'U']));
        assert_ne!(code, ticket_code(0x0123_4567_89ab_cdee));
    }

    #[test]
    fn codes_of_a_transaction_begin_alike_and_differ() {
        let kinds: [fn(GeneratedCodes) -> String; 2] = [
            |drawn| drawn.ticket_code,
            |drawn| drawn.payment_ref[reference::PREFIX.len()..].to_owned(),
        ];
        for kind in kinds {
            let mut starts = HashSet::new();
            let mut of_one = CodeDraws::default();
            for _ in 0..20 {
                let codes: Vec<String> = (0..ALIKE).map(|_| kind(of_one.draw().unwrap())).collect();
                let start = codes[0][..2].to_owned();
                assert!(codes.iter().all(|code| code.starts_with(&start)));
                let others: HashSet<_> = codes.iter().map(|code| &code[2..3]).collect();
                assert!(others.len() > 10, "{codes:?}");
                // References may repeat: each has one of 31⁵ ends.
                assert!(codes.iter().collect::<HashSet<_>>().len() > 61, "{codes:?}");
                starts.insert(start);
            }
            assert!(starts.len() > 10, "{starts:?}");
        }
    }

    /// Three attempts store an import; references that all began alike would repeat in every third attempt.
    #[test]
    fn references_of_a_large_import_rarely_repeat() {
        let repeats = |_: &i32| {
            let mut draws = CodeDraws::default();
            let mut references = HashSet::new();
            (0..5_000).any(|_| !references.insert(draws.draw().unwrap().payment_ref))
        };
        assert!((0..40).filter(repeats).count() <= 5);
    }
}
