//! Turns the organiser's input into values to store.

use hoi_i18n::Lang;
use hoi_platform::error::{Error, LocalizedText, Result};
use hoi_platform::fields::api_name;
use hoi_platform::ids::{EventId, UserId};
use serde_json::json;

use super::bodies::{ChangeParticipant, NewParticipant};
use crate::attendances::{PaidWay, ParticipationType, PaymentStatus, Source, attendance};
use crate::events::EventAction;
use crate::registration::{Change, NewRegistration, PaymentMark};

/// A participant added by hand; their mails are in `lang`.
pub fn new_registration(event: EventId, body: NewParticipant, lang: Lang) -> NewRegistration {
    let ordinary = ParticipationType::Ordinary;
    NewRegistration {
        ticket_id: body.ticket_id,
        details: body.details.into(),
        participation_type: body.participation_type.unwrap_or(ordinary),
        invitation_code: body.invitation_code,
        payment_status: body.payment_status,
        payment_method: body.payment_method,
        mails: body.send_mail.unwrap_or(true),
        may_share_email: body.shares_email,
        ..NewRegistration::new(
            event,
            body.full_name,
            body.email,
            body.phone,
            body.company,
            Source::Manual,
            lang,
        )
    }
}

/// Returns what `body` changes in `row`, with the entry for the event log; `None` if `body` equals `row`. 5008: the
/// participant was erased.
pub fn change(
    row: &attendance::Model,
    body: ChangeParticipant,
    by: UserId,
) -> Result<Option<Change>> {
    if row.erased_at.is_some() {
        return Err(Error::Conflict(LocalizedText::new("participant.erased")));
    }
    let mut fields = Vec::new();
    let name = body.full_name.as_ref().unwrap_or(&row.full_name).clone();
    // Nothing is due, so none is shown; the earlier choice is kept for a class that costs something.
    let payment_method = body
        .payment_method
        .filter(|method| method.is_some() || row.amount > 0);
    macro_rules! new {
        ($column:ident, $value:expr) => {{
            let new = $value.filter(|value| *value != row.$column);
            fields.extend(new.is_some().then(|| api_name(stringify!($column))));
            new
        }};
    }
    let full_name = new!(full_name, body.full_name);
    let phone = new!(phone, body.phone);
    let company = new!(company, body.company);
    let participation_type = new!(participation_type, body.participation_type);
    let payment_method = new!(payment_method, payment_method);
    let mut details = body.details;
    fields.extend(details.leave_out_same(&row.into()));
    let email = new!(email, body.email);
    let ticket = body.ticket_id.filter(|ticket| *ticket != row.ticket_id);
    if ticket.is_some() {
        fields.push("ticket".to_owned());
    }
    let mut payment = None;
    // After a move to a dearer class, a participant who has paid may owe again.
    let may_owe = ticket.is_some() && body.payment_status == Some(PaymentStatus::Paid);
    if let Some(status) = body.payment_status
        && (status != row.payment_status || may_owe)
    {
        if status == PaymentStatus::Unpaid && row.amount == 0 && ticket.is_none() {
            return Err(Error::field(
                "paymentStatus",
                LocalizedText::new("participant.nothingDue"),
            ));
        }
        let is_at_door = body.at_door == Some(true);
        payment = Some(PaymentMark {
            status,
            way: if is_at_door {
                PaidWay::Door
            } else {
                PaidWay::Hand
            },
            by,
        });
    }
    if fields.is_empty() && payment.is_none() {
        return Ok(None);
    }
    let mut log = Vec::new();
    if !fields.is_empty() {
        let data = json!({ "name": name, "fields": fields });
        log.push((by, EventAction::ParticipantChanged, data));
    }
    Ok(Some(Change {
        seen: body.updated_at,
        ticket,
        email,
        may_share_email: body.shares_email,
        payment,
        full_name,
        phone,
        company,
        participation_type,
        payment_method,
        details,
        log,
        ..Change::default()
    }))
}
