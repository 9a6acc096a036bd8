//! From what the organiser wrote to what is to be stored.

use hoi_db::Timestamp;
use hoi_i18n::Lang;
use sea_orm::Set;
use serde_json::json;

use super::fields::{ChangeParticipant, NewParticipant};
use crate::attendances::{ParticipationType, PaymentStatus, Source, attendance};
use crate::error::{Error, LocalizedText, Result};
use crate::events::EventAction;
use crate::files::FileUrl;
use crate::ids::{EventId, UserId};
use crate::registration::{Change, NewRegistration};

/// Somebody added by hand; they are written to in `lang`.
pub fn new_registration(event: EventId, body: NewParticipant, lang: Lang) -> NewRegistration {
    NewRegistration {
        event_id: event,
        ticket_id: body.ticket_id,
        full_name: body.full_name,
        email: body.email,
        phone: body.phone,
        country: body.country,
        company: body.company,
        role: body.role,
        note: body.note,
        participation_type: body
            .participation_type
            .unwrap_or(ParticipationType::Ordinary),
        invitation_code: body.invitation_code,
        invited_by: body.invited_by,
        payment_status: body.payment_status,
        payment_method: body.payment_method,
        date_of_birth: body.date_of_birth,
        gender: body.gender,
        identification_number: body.identification_number,
        tax_number: body.tax_number,
        business_license_file_id: body.business_license.map(|file| file.0),
        avatar_file_id: body.avatar.map(|file| file.0),
        logo_file_id: body.logo.map(|file| file.0),
        source: Source::Manual,
        answers: Vec::new(),
        consent: None,
        lang,
        address_hash: None,
        mails: body.send_mail.unwrap_or(true),
    }
}

/// What `body` changes of `row`, with what the event's log is to say; `None` when it says what is so already.
pub fn change(
    row: &attendance::Model,
    body: ChangeParticipant,
    by: UserId,
    now: Timestamp,
) -> Result<Option<Change>> {
    let mut after = row.clone();
    let mut columns = attendance::ActiveModel::default();
    let mut fields: Vec<&'static str> = Vec::new();
    macro_rules! set {
        ($name:literal, $column:ident, $value:expr) => {
            if let Some(value) = $value
                && value != after.$column
            {
                after.$column = value.clone();
                columns.$column = Set(value);
                fields.push($name);
            }
        };
    }
    let file = |given: Option<Option<FileUrl>>| given.map(|file| file.map(|file| file.0));
    set!("fullName", full_name, body.full_name);
    set!("phone", phone, body.phone);
    set!("company", company, body.company);
    set!("country", country, body.country);
    set!("role", role, body.role);
    set!("note", note, body.note);
    set!(
        "participationType",
        participation_type,
        body.participation_type
    );
    set!("invitedBy", invited_by, body.invited_by);
    if columns.invited_by.is_set() && row.invited_by_attendance_id.is_some() {
        columns.invited_by_attendance_id = Set(None);
    }
    // Nothing is due, so none is shown; what was chosen before is kept for a class that costs something.
    let method = body
        .payment_method
        .filter(|method| method.is_some() || row.amount > 0);
    set!("paymentMethod", payment_method, method);
    set!("dateOfBirth", date_of_birth, body.date_of_birth);
    set!("gender", gender, body.gender);
    set!(
        "identificationNumber",
        identification_number,
        body.identification_number
    );
    set!("taxNumber", tax_number, body.tax_number);
    set!(
        "businessLicense",
        business_license_file_id,
        file(body.business_license)
    );
    set!("avatar", avatar_file_id, file(body.avatar));
    set!("logo", logo_file_id, file(body.logo));

    let email = body.email.filter(|email| *email != row.email);
    if let Some(email) = &email {
        after.email.clone_from(email);
        fields.push("email");
    }
    let ticket = body.ticket_id.filter(|ticket| *ticket != row.ticket_id);
    if ticket.is_some() {
        fields.push("ticket");
    }
    let mut log = Vec::new();
    if let Some(status) = body.payment_status
        && status != row.payment_status
    {
        if status == PaymentStatus::Unpaid && row.amount == 0 && ticket.is_none() {
            return Err(Error::field(
                "paymentStatus",
                LocalizedText::new("participant.nothingDue"),
            ));
        }
        let is_paid = status == PaymentStatus::Paid;
        columns.payment_status = Set(status);
        columns.paid_at = Set(is_paid.then_some(now));
        let action = if is_paid {
            EventAction::ParticipantPaid
        } else {
            EventAction::ParticipantUnpaid
        };
        let data = json!({ "name": after.full_name, "amount": row.amount });
        log.push((by, action, data));
    }
    if fields.is_empty() && log.is_empty() {
        return Ok(None);
    }
    if !fields.is_empty() {
        let data = json!({ "name": after.full_name, "fields": fields });
        log.push((by, EventAction::ParticipantChanged, data));
    }
    Ok(Some(Change {
        ticket,
        email,
        columns,
        log,
    }))
}
