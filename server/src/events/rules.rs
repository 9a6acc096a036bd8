//! What an event must be: its status by the clock, the rules on its details, and its state machine. Pure.

use hoi_db::Timestamp;
use hoi_vietqr::Bin;

use super::dto::EventBody;
use super::form::{Question, check_scheme};
use super::mail_variables::{MAIL_VARIABLES, check_variables};
use super::rich_text::{self, TooComplex};
use super::tickets::MAX_SEATS;
use super::{EventStatus, Section};
use crate::error::{Error, LocalizedText, Result};
use crate::http::Check;
use crate::ids::FileId;

/// Registrations from one network address and day that an organiser can allow.
const MAX_PER_ADDRESS: i64 = 1000;
/// Minutes for which an unconfirmed registration can hold its seat, at least.
const MIN_CONFIRM_MINUTES: i64 = 5;
/// The same, at most: a day.
const MAX_CONFIRM_MINUTES: i64 = 24 * 60;
/// Characters of a title.
pub const MAX_TITLE: usize = 255;
/// Characters of a description or a mail, with its markup.
pub const MAX_RICH_TEXT: usize = 20_000;
/// Characters of the reason of a cancellation.
pub const MAX_REASON: usize = 500;
/// Characters of an account number.
pub const MAX_ACCOUNT_NUMBER: usize = 19;
/// Characters of an account holder's and a bank's name, and of a venue.
pub const MAX_NAME: usize = 100;

/// Registration is open from `open` on and before `close`; a cancelled event is closed.
#[must_use]
pub fn status(
    is_cancelled: bool,
    open: Timestamp,
    close: Timestamp,
    now: Timestamp,
) -> EventStatus {
    if is_cancelled || now >= close {
        EventStatus::Closed
    } else if now < open {
        EventStatus::Upcoming
    } else {
        EventStatus::Open
    }
}

/// Whether an event in this state may be reopened until `until`.
pub fn check_reopen(
    is_cancelled: bool,
    status: EventStatus,
    until: Timestamp,
    now: Timestamp,
) -> Result<()> {
    if until <= now {
        return Err(Error::field(
            "newClosedDate",
            LocalizedText::new("event.inThePast"),
        ));
    }
    check_not_cancelled(is_cancelled)?;
    if status != EventStatus::Closed {
        return Err(Error::Conflict(LocalizedText::new("event.notClosed")));
    }
    Ok(())
}

/// Nothing about a cancelled event may change any more.
pub fn check_not_cancelled(is_cancelled: bool) -> Result<()> {
    if is_cancelled {
        return Err(Error::EventBeingClosed(LocalizedText::new(
            "event.cancelled",
        )));
    }
    Ok(())
}

/// Before when visitors may change or cancel their own registration; `None` when they never may. Without a moment of
/// its own (`until`) that is when the event begins.
#[must_use]
pub fn visitor_changes_end(
    is_turned_off: bool,
    until: Option<Timestamp>,
    start: Timestamp,
) -> Option<Timestamp> {
    (!is_turned_off).then_some(until.unwrap_or(start))
}

/// The content of an event that keeps all rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Details {
    pub title: String,
    pub description: String,
    pub total_participants: i64,
    pub open_registration_date: Timestamp,
    pub close_registration_date: Timestamp,
    pub logo: FileId,
    pub cover_image: Option<FileId>,
    pub background_color: Option<String>,
    pub turn_off_payment: bool,
    pub account_number: Option<String>,
    pub account_holder_name: Option<String>,
    pub bank_name: Option<String>,
    pub bank_bin: Option<String>,
    pub payment_email_content: Option<String>,
    pub send_email_after_register: bool,
    pub event_start_date: Timestamp,
    /// When it ends, if that is said.
    pub end_date: Option<Timestamp>,
    pub venue_address: String,
    pub register_email_content: Option<String>,
    pub attachment_image: Option<FileId>,
    pub turn_off_visitor_changes: bool,
    pub visitor_changes_until: Option<Timestamp>,
    pub registrations_per_address: Option<i64>,
    pub confirm_by_mail_minutes: Option<i64>,
    pub scheme: Vec<Question>,
}

impl Details {
    /// Every file that the event refers to, with the field that does.
    #[must_use]
    pub fn files(&self) -> Vec<(String, FileId)> {
        let mut files = vec![("logo".to_owned(), self.logo)];
        files.extend(self.cover_image.map(|id| ("coverImage".to_owned(), id)));
        let attachment = self.attachment_image;
        files.extend(attachment.map(|id| ("attachmentImage".to_owned(), id)));
        let questions = self.scheme.iter().enumerate();
        files.extend(questions.filter_map(|(at, question)| {
            Some((format!("eventForm.scheme.{at}.image"), question.image?.0))
        }));
        files
    }
}

/// An event on its way to being complete.
#[derive(Debug, Clone, Default)]
pub struct Draft {
    title: String,
    description: String,
    total_participants: Option<i64>,
    open_registration_date: Option<Timestamp>,
    close_registration_date: Option<Timestamp>,
    logo: Option<FileId>,
    cover_image: Option<FileId>,
    background_color: Option<String>,
    turn_off_payment: bool,
    account_number: Option<String>,
    account_holder_name: Option<String>,
    bank_name: Option<String>,
    bank_bin: Option<String>,
    payment_email_content: Option<String>,
    send_email_after_register: bool,
    event_start_date: Option<Timestamp>,
    end_date: Option<Timestamp>,
    venue_address: String,
    register_email_content: Option<String>,
    attachment_image: Option<FileId>,
    turn_off_visitor_changes: bool,
    visitor_changes_until: Option<Timestamp>,
    registrations_per_address: Option<i64>,
    confirm_by_mail_minutes: Option<i64>,
    scheme: Vec<Question>,
}

impl From<Details> for Draft {
    fn from(details: Details) -> Self {
        Self {
            title: details.title,
            description: details.description,
            total_participants: Some(details.total_participants),
            open_registration_date: Some(details.open_registration_date),
            close_registration_date: Some(details.close_registration_date),
            logo: Some(details.logo),
            cover_image: details.cover_image,
            background_color: details.background_color,
            turn_off_payment: details.turn_off_payment,
            account_number: details.account_number,
            account_holder_name: details.account_holder_name,
            bank_name: details.bank_name,
            bank_bin: details.bank_bin,
            payment_email_content: details.payment_email_content,
            send_email_after_register: details.send_email_after_register,
            event_start_date: Some(details.event_start_date),
            end_date: details.end_date,
            venue_address: details.venue_address,
            register_email_content: details.register_email_content,
            attachment_image: details.attachment_image,
            turn_off_visitor_changes: details.turn_off_visitor_changes,
            visitor_changes_until: details.visitor_changes_until,
            registrations_per_address: details.registrations_per_address,
            confirm_by_mail_minutes: details.confirm_by_mail_minutes,
            scheme: details.scheme,
        }
    }
}

/// Takes the value over where one was sent.
fn put<T>(place: &mut T, sent: Option<T>) {
    if let Some(value) = sent {
        *place = value;
    }
}

impl Draft {
    /// Lays what was sent over what was there and returns the sections it touches.
    pub fn overlay(&mut self, body: EventBody) -> Vec<Section> {
        let touched = touched(&body);
        put(&mut self.title, body.title);
        put(&mut self.description, body.description);
        put(
            &mut self.total_participants,
            body.total_participants.map(Some),
        );
        put(
            &mut self.open_registration_date,
            body.open_registration_date.map(Some),
        );
        put(
            &mut self.close_registration_date,
            body.close_registration_date.map(Some),
        );
        put(&mut self.logo, body.logo.map(|url| Some(url.0)));
        put(
            &mut self.cover_image,
            body.cover_image.map(|url| url.map(|url| url.0)),
        );
        put(&mut self.background_color, body.background_color);
        put(&mut self.turn_off_payment, body.turn_off_payment);
        put(&mut self.account_number, body.account_number);
        put(&mut self.account_holder_name, body.account_holder_name);
        put(&mut self.bank_name, body.bank_name);
        put(&mut self.bank_bin, body.bank_bin);
        put(&mut self.payment_email_content, body.payment_email_content);
        put(
            &mut self.send_email_after_register,
            body.send_email_after_register,
        );
        put(&mut self.event_start_date, body.event_start_date.map(Some));
        put(&mut self.end_date, body.end_date);
        put(&mut self.venue_address, body.venue_address);
        put(
            &mut self.register_email_content,
            body.register_email_content,
        );
        put(
            &mut self.attachment_image,
            body.attachment_image.map(|url| url.map(|url| url.0)),
        );
        put(
            &mut self.turn_off_visitor_changes,
            body.turn_off_visitor_changes,
        );
        put(&mut self.visitor_changes_until, body.visitor_changes_until);
        put(
            &mut self.registrations_per_address,
            body.registrations_per_address,
        );
        put(
            &mut self.confirm_by_mail_minutes,
            body.confirm_by_mail_minutes,
        );
        put(&mut self.scheme, body.event_form.map(|form| form.scheme));
        touched
    }

    /// Checks and tidies the given sections. The rest of an event that is stored already keeps the rules.
    pub fn complete(
        mut self,
        sections: &[Section],
        mut check: Check,
        new_id: impl Fn() -> String,
    ) -> Result<Details> {
        if sections.contains(&Section::EventInfo) {
            self.check_event_info(&mut check);
        }
        if sections.contains(&Section::FormInfo) {
            check_scheme(&mut self.scheme, "eventForm.scheme", &mut check, new_id);
            if let Some(number) = self.confirm_by_mail_minutes {
                check.between(
                    "confirmByMailMinutes",
                    number,
                    MIN_CONFIRM_MINUTES,
                    MAX_CONFIRM_MINUTES,
                );
            }
            if let Some(number) = self.registrations_per_address {
                check.between("registrationsPerAddress", number, 1, MAX_PER_ADDRESS);
            }
        }
        if sections.contains(&Section::PaymentInfo) {
            self.check_payment_info(&mut check);
        }
        if sections.contains(&Section::EmailContent) {
            self.check_email_content(&mut check);
        }
        let (
            Some(total_participants),
            Some(open_registration_date),
            Some(close_registration_date),
            Some(logo),
            Some(event_start_date),
        ) = (
            self.total_participants,
            self.open_registration_date,
            self.close_registration_date,
            self.logo,
            self.event_start_date,
        )
        else {
            check.finish()?;
            return Err(Error::InvalidPayload(LocalizedText::new("error.5002")));
        };
        check.finish()?;
        Ok(Details {
            title: self.title,
            description: self.description,
            total_participants,
            open_registration_date,
            close_registration_date,
            logo,
            cover_image: self.cover_image,
            background_color: self.background_color,
            turn_off_payment: self.turn_off_payment,
            account_number: self.account_number,
            account_holder_name: self.account_holder_name,
            bank_name: self.bank_name,
            bank_bin: self.bank_bin,
            payment_email_content: self.payment_email_content,
            send_email_after_register: self.send_email_after_register,
            event_start_date,
            end_date: self.end_date,
            venue_address: self.venue_address,
            register_email_content: self.register_email_content,
            attachment_image: self.attachment_image,
            turn_off_visitor_changes: self.turn_off_visitor_changes,
            visitor_changes_until: self.visitor_changes_until,
            registrations_per_address: self.registrations_per_address,
            confirm_by_mail_minutes: self.confirm_by_mail_minutes,
            scheme: self.scheme,
        })
    }

    fn check_event_info(&mut self, check: &mut Check) {
        check.required_text("title", &mut self.title, MAX_TITLE);
        check_rich_text(check, "description", &mut self.description, true);
        match self.total_participants {
            Some(seats) => check.between("totalParticipants", seats, 1, MAX_SEATS),
            None => missing(check, "totalParticipants"),
        }
        require(
            check,
            "openRegistrationDate",
            self.open_registration_date.is_some(),
        );
        require(
            check,
            "closeRegistrationDate",
            self.close_registration_date.is_some(),
        );
        if let (Some(open), Some(close)) =
            (self.open_registration_date, self.close_registration_date)
        {
            check.ensure(
                close > open,
                "closeRegistrationDate",
                LocalizedText::new("event.closesBeforeOpening"),
            );
        }
        require(check, "logo", self.logo.is_some());
        check.optional_text("backgroundColor", &mut self.background_color, 20);
        if let Some(color) = &mut self.background_color {
            *color = color.to_lowercase();
            check.ensure(
                is_color(color),
                "backgroundColor",
                LocalizedText::new("field.color"),
            );
        }
    }

    fn check_payment_info(&mut self, check: &mut Check) {
        if let Some(number) = &mut self.account_number {
            // Banks print them in groups.
            number.retain(|char| !char.is_whitespace());
        }
        check.optional_text(
            "accountNumber",
            &mut self.account_number,
            MAX_ACCOUNT_NUMBER,
        );
        check.optional_text("accountHolderName", &mut self.account_holder_name, MAX_NAME);
        check.optional_text("bankName", &mut self.bank_name, MAX_NAME);
        check.optional_text("bankBin", &mut self.bank_bin, 20);
        optional_rich(
            check,
            "paymentEmailContent",
            &mut self.payment_email_content,
        );
        mail_content(
            check,
            "paymentEmailContent",
            self.payment_email_content.as_deref(),
        );
        if let Some(number) = &self.account_number {
            let plain = number.chars().all(|char| char.is_ascii_alphanumeric());
            check.ensure(
                plain,
                "accountNumber",
                LocalizedText::new("event.accountNumber"),
            );
        }
        if let Some(bin) = &self.bank_bin {
            check.ensure(
                Bin::new(bin).is_ok(),
                "bankBin",
                LocalizedText::new("event.bankBin"),
            );
        }
        if !self.turn_off_payment {
            require(check, "accountNumber", self.account_number.is_some());
            require(
                check,
                "accountHolderName",
                self.account_holder_name.is_some(),
            );
            require(check, "bankName", self.bank_name.is_some());
            require(
                check,
                "paymentEmailContent",
                self.payment_email_content.is_some(),
            );
        }
    }

    fn check_email_content(&mut self, check: &mut Check) {
        require(check, "eventStartDate", self.event_start_date.is_some());
        if let (Some(start), Some(end)) = (self.event_start_date, self.end_date) {
            let message = LocalizedText::new("event.endsBeforeStart");
            check.ensure(end > start, "endDate", message);
        }
        check.required_text("venueAddress", &mut self.venue_address, MAX_NAME);
        optional_rich(
            check,
            "registerEmailContent",
            &mut self.register_email_content,
        );
        mail_content(
            check,
            "registerEmailContent",
            self.register_email_content.as_deref(),
        );
        if self.send_email_after_register {
            require(
                check,
                "registerEmailContent",
                self.register_email_content.is_some(),
            );
        }
    }
}

fn touched(body: &EventBody) -> Vec<Section> {
    let info = body.title.is_some()
        || body.description.is_some()
        || body.total_participants.is_some()
        || body.open_registration_date.is_some()
        || body.close_registration_date.is_some()
        || body.logo.is_some()
        || body.cover_image.is_some()
        || body.background_color.is_some();
    let payment = body.turn_off_payment.is_some()
        || body.account_number.is_some()
        || body.account_holder_name.is_some()
        || body.bank_name.is_some()
        || body.bank_bin.is_some()
        || body.payment_email_content.is_some();
    let email = body.send_email_after_register.is_some()
        || body.event_start_date.is_some()
        || body.end_date.is_some()
        || body.venue_address.is_some()
        || body.register_email_content.is_some()
        || body.attachment_image.is_some()
        || body.turn_off_visitor_changes.is_some()
        || body.visitor_changes_until.is_some();
    let form = body.event_form.is_some()
        || body.confirm_by_mail_minutes.is_some()
        || body.registrations_per_address.is_some();
    [
        (info, Section::EventInfo),
        (form, Section::FormInfo),
        (payment, Section::PaymentInfo),
        (email, Section::EmailContent),
    ]
    .into_iter()
    .filter_map(|(is_touched, section)| is_touched.then_some(section))
    .collect()
}

fn missing(check: &mut Check, field: &str) {
    check.fail(field, LocalizedText::new("field.required"));
}

fn require(check: &mut Check, field: &str, is_there: bool) {
    if !is_there {
        missing(check, field);
    }
}

/// What an editor wrote: made safe in place, at most [`MAX_RICH_TEXT`] characters with its markup; blank becomes empty.
/// Takes some milliseconds for a long one, so callers are on a thread of [`crate::compute`].
pub fn check_rich_text(check: &mut Check, field: &str, html: &mut String, is_required: bool) {
    let too_long = || LocalizedText::new("field.tooLong").with("max", MAX_RICH_TEXT);
    if rich_text::length(html) > MAX_RICH_TEXT {
        check.fail(field, too_long());
        return;
    }
    match rich_text::sanitize(html) {
        Ok(clean) => *html = clean,
        Err(TooComplex::Tags) => {
            let message = LocalizedText::new("field.tooManyTags").with("max", rich_text::MAX_TAGS);
            check.fail(field, message);
            return;
        }
        Err(TooComplex::Depth) => {
            let message = LocalizedText::new("field.tooDeep").with("max", rich_text::MAX_DEPTH);
            check.fail(field, message);
            return;
        }
    }
    check.text(field, html, usize::MAX);
    // Tags that were left open have been closed.
    check.ensure(rich_text::length(html) <= MAX_RICH_TEXT, field, too_long());
    if rich_text::words(html).is_empty() {
        html.clear();
        require(check, field, !is_required);
    }
}

fn optional_rich(check: &mut Check, field: &str, html: &mut Option<String>) {
    if let Some(inner) = html {
        check_rich_text(check, field, inner, false);
        if inner.is_empty() {
            *html = None;
        }
    }
}

fn mail_content(check: &mut Check, field: &str, html: Option<&str>) {
    check_variables(check, field, html.unwrap_or_default(), &MAIL_VARIABLES);
}

/// `#rrggbb`.
fn is_color(text: &str) -> bool {
    text.strip_prefix('#').is_some_and(|digits| {
        digits.len() == 6 && digits.bytes().all(|byte| byte.is_ascii_hexdigit())
    })
}
