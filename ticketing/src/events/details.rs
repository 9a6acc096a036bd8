//! The settings of an event, by the parts of the API, each with its meaning and its rule.
//!
//! A new setting is a column of the entity, a field here and, where it needs one, a rule below its struct.

use hoi_db::Timestamp;
use hoi_platform::error::LocalizedText;
use hoi_platform::fields;
use hoi_platform::files::FileUrl;
use hoi_platform::ids::{FileId, GroupId};
use hoi_platform::validation::Check;
use hoi_vietqr::Bin;
use serde::Serialize;
use utoipa::ToSchema;

use super::Section;
use super::embedding::EmbedOrigins;
use super::entity::event;
use super::form::{Asked, Question, check_scheme};
use super::mail_variables::{MAIL_VARIABLES, check_variables};
use super::rules::{MAX_ACCOUNT_NUMBER, MAX_NAME, MAX_TITLE, check_rich_text};
use super::tickets::MAX_SEATS;

/// The most characters of an address that mail servers take (RFC 5321).
const MAX_EMAIL: usize = 254;
/// Registrations from one network address and day that an organiser can allow.
const MAX_PER_ADDRESS: i64 = 1000;
/// Minutes for which an unconfirmed registration can hold its seat, at least.
const MIN_CONFIRM_MINUTES: i64 = 5;
/// The most days that a visitor can have to pay.
const MAX_PAYMENT_DAYS: i64 = 60;
/// The longest time to confirm a registration: a day.
const MAX_CONFIRM_MINUTES: i64 = 24 * 60;

fields! {
    /// The event itself and the dates of registration.
    EventInfo, changed by EventInfoChange, kept in event {
        /// The event's title, 1–255 characters.
        #[schema(extensions(("max" = json!(MAX_TITLE))))]
        title: String,
        /// Sanitized HTML, at most 20,000 characters, not blank.
        description: String,
        /// The number of seats in the event, at least 1.
        #[schema(minimum = 1, extensions(("max" = json!(MAX_SEATS))))]
        total_participants: i64,
        /// When registration opens, before the closing date.
        open_registration_date: Timestamp,
        /// When it closes, after the opening date; after a reopening the new date.
        close_registration_date: Timestamp,
        /// Address of an uploaded image.
        logo: FileUrl,
        /// Address of an uploaded image, or of one in the album.
        cover_image: Option<FileUrl>,
        /// Color as `#rrggbb`.
        #[schema(pattern = "^#[0-9a-fA-F]{6}$")]
        background_color: Option<String>,
        /// The host's name for visitors, 1–100 characters; null = only the logo is shown.
        #[schema(extensions(("max" = json!(MAX_NAME))))]
        host_name: Option<String>,
        /// How visitors reach the host: an e-mail address, a phone number, a web address or words, 1–100 characters; null
        /// = not said.
        #[schema(extensions(("max" = json!(MAX_NAME))))]
        host_contact: Option<String>,
        /// Search engines are asked not to list the event's page.
        hide_from_search: bool,
        /// The group that the event belongs to: the event's owner leads it when it is chosen, and it is not archived
        /// then. It stays when any of this changes.
        group_id: Option<GroupId>,
        /// Only members of the group, and guests with an invitation code, can register; false without a group.
        members_only: bool,
    }
}

impl EventInfo {
    fn check(&mut self, check: &mut Check) {
        check.required_line("title", &mut self.title, MAX_TITLE);
        check_rich_text(check, "description", &mut self.description);
        check.required("description", !self.description.is_empty());
        check.between("totalParticipants", self.total_participants, 1, MAX_SEATS);
        check.ensure(
            self.close_registration_date > self.open_registration_date,
            "closeRegistrationDate",
            LocalizedText::new("event.closesBeforeOpening"),
        );
        check.optional_text("backgroundColor", &mut self.background_color, 20);
        if let Some(color) = &mut self.background_color {
            *color = color.to_lowercase();
            let message = LocalizedText::new("field.color");
            check.ensure(is_color(color), "backgroundColor", message);
        }
        check.optional_line("hostName", &mut self.host_name, MAX_NAME);
        check.optional_line("hostContact", &mut self.host_contact, MAX_NAME);
        check.ensure(
            !self.members_only || self.group_id.is_some(),
            "membersOnly",
            LocalizedText::new("event.membersOfWhichGroup"),
        );
    }
}

fields! {
    /// The conditions of registration, beside the organizer's own questions.
    FormInfo, changed by FormInfoChange, kept in event {
        /// How many may register from one network address within a day, 1–1000; null = any number.
        #[schema(minimum = 1, extensions(("max" = json!(MAX_PER_ADDRESS))))]
        registrations_per_address: Option<i64>,
        /// Minutes for which a visitor's registration holds its seat until the link in the mail is opened, 5–1440; null
        /// = registrations need no confirmation.
        #[schema(extensions(("min" = json!(MIN_CONFIRM_MINUTES)), ("max" = json!(MAX_CONFIRM_MINUTES))))]
        confirm_by_mail_minutes: Option<i64>,
        /// Whether the form asks for the phone number.
        phone_question: Asked,
        /// Whether the form asks for the company.
        company_question: Asked,
        /// The sites that may show the form in a frame, at most 5: origins such as `https://congty.example:8443`, without
        /// path and wildcard, and `http` only for `localhost` and `127.0.0.1`. The frame's address is
        /// `/form/{eventId}?embedded`.
        embed_origins: EmbedOrigins,
    }
}

impl FormInfo {
    fn check(&mut self, check: &mut Check) {
        if let Some(minutes) = self.confirm_by_mail_minutes {
            let (min, max) = (MIN_CONFIRM_MINUTES, MAX_CONFIRM_MINUTES);
            check.between("confirmByMailMinutes", minutes, min, max);
        }
        if let Some(number) = self.registrations_per_address {
            check.between("registrationsPerAddress", number, 1, MAX_PER_ADDRESS);
        }
        self.embed_origins.check("embedOrigins", check);
    }
}

fields! {
    /// The settings of payment: third step of the wizard.
    PaymentSettings, changed by PaymentSettingsChange, kept in event {
        /// Nothing is to be paid for this event; the rest of the payment information may then be missing.
        turn_off_payment: bool,
        /// The number of the account to which transfers go, 1–19 letters or digits.
        #[schema(extensions(("max" = json!(MAX_ACCOUNT_NUMBER))))]
        account_number: Option<String>,
        /// The name of the account's holder, 1–100 characters.
        #[schema(extensions(("max" = json!(MAX_NAME))))]
        account_holder_name: Option<String>,
        /// The bank, as the organizer writes it, 1–100 characters.
        #[schema(extensions(("max" = json!(MAX_NAME))))]
        bank_name: Option<String>,
        /// The bank's six digits at NAPAS, from `GET /bank`; null if the bank was typed. A QR code is drawn only with
        /// them.
        #[schema(pattern = "^[0-9]{6}$")]
        bank_bin: Option<String>,
        /// Sanitized HTML with `{{variables}}`, at most 20,000 characters.
        payment_email_content: Option<String>,
        /// Days in which visitors who chose a bank transfer pay, 1–60; null = no deadline. The last one ends at midnight
        /// in Vietnam. `cashHasDeadline` says whether it holds for cash.
        #[schema(minimum = 1, extensions(("max" = json!(MAX_PAYMENT_DAYS))))]
        payment_days: Option<i64>,
        /// Visitors get no mail on the day before the last. Within a single day there is none anyway.
        turn_off_payment_reminder: bool,
        /// The registrations of visitors who have not paid by then are canceled, no sooner than a day after this was
        /// changed and after they were reminded.
        release_unpaid: bool,
        /// People who pay can ask for an invoice, which the organizer issues elsewhere.
        offers_invoices: bool,
        /// Visitors can only pay by bank transfer.
        turn_off_cash: bool,
        /// The deadline holds for visitors who chose cash, too: they pay the organizer before it, or by transfer after
        /// all. Changes nothing without a deadline.
        cash_has_deadline: bool,
    }
}

impl PaymentSettings {
    fn check(&mut self, check: &mut Check) {
        if let Some(number) = &mut self.account_number {
            // Banks print them in groups.
            number.retain(|char| !char.is_whitespace());
        }
        let number = &mut self.account_number;
        check.optional_text("accountNumber", number, MAX_ACCOUNT_NUMBER);
        check.optional_line("accountHolderName", &mut self.account_holder_name, MAX_NAME);
        check.optional_line("bankName", &mut self.bank_name, MAX_NAME);
        check.optional_text("bankBin", &mut self.bank_bin, 20);
        check_mail(
            check,
            "paymentEmailContent",
            &mut self.payment_email_content,
        );
        if let Some(number) = &self.account_number {
            let is_plain = number.chars().all(|char| char.is_ascii_alphanumeric());
            let message = LocalizedText::new("event.accountNumber");
            check.ensure(is_plain, "accountNumber", message);
        }
        if let Some(bin) = &self.bank_bin {
            let message = LocalizedText::new("event.bankBin");
            check.ensure(Bin::new(bin).is_ok(), "bankBin", message);
        }
        for (field, text) in [
            ("accountNumber", &self.account_number),
            ("accountHolderName", &self.account_holder_name),
            ("bankName", &self.bank_name),
            ("paymentEmailContent", &self.payment_email_content),
        ] {
            check.required(field, self.turn_off_payment || text.is_some());
        }
        if let Some(days) = self.payment_days {
            check.between("paymentDays", days, 1, MAX_PAYMENT_DAYS);
        }
    }

    /// Returns the settings on which the deadline of payment depends.
    pub fn deadline(&self) -> (bool, Option<i64>, bool, bool, bool) {
        (
            self.turn_off_payment,
            self.payment_days,
            self.turn_off_payment_reminder,
            self.release_unpaid,
            self.cash_has_deadline,
        )
    }
}

fields! {
    /// When and where the event takes place, the mails to registered people, and the changes that they can make
    /// themselves.
    EmailContent, changed by EmailContentChange, kept in event {
        /// Whether people get a mail when they have registered.
        send_email_after_register: bool,
        /// The time at which the event begins.
        event_start_date: Timestamp,
        /// When it ends, after it begins; null = not said.
        end_date: Option<Timestamp>,
        /// The address of the venue, 1–100 characters.
        #[schema(extensions(("max" = json!(MAX_NAME))))]
        venue_address: String,
        /// Sanitized HTML with `{{variables}}`, at most 20,000 characters; required when mails are sent.
        register_email_content: Option<String>,
        /// The address for answers to the event's mails, at most 254 characters; null = nowhere. Recipients who answer
        /// see it, and so do visitors, if the host gives no other contact and it is not hidden.
        #[schema(extensions(("max" = json!(MAX_EMAIL))))]
        contact_email: Option<String>,
        /// The page, the calendar entry and search engines are not told the address for answers.
        hide_contact_email: bool,
        /// Address of an uploaded image, which goes with the registration mail.
        attachment_image: Option<FileUrl>,
        /// Visitors can only look at their registration.
        turn_off_visitor_changes: bool,
        /// The end of the time in which visitors can change or cancel their registration; null = until the event
        /// begins.
        visitor_changes_until: Option<Timestamp>,
        /// Registered people are not reminded a day before the event begins.
        turn_off_day_reminder: bool,
        /// Registered people are not reminded three hours before the event begins.
        turn_off_hours_reminder: bool,
    }
}

impl EmailContent {
    fn check(&mut self, check: &mut Check) {
        if let Some(end) = self.end_date {
            let message = LocalizedText::new("event.endsBeforeStart");
            check.ensure(end > self.event_start_date, "endDate", message);
        }
        check.required_line("venueAddress", &mut self.venue_address, MAX_NAME);
        check.optional_text("contactEmail", &mut self.contact_email, MAX_EMAIL);
        if let Some(email) = &mut self.contact_email {
            check.email("contactEmail", email);
        }
        let content = &mut self.register_email_content;
        check_mail(check, "registerEmailContent", content);
        let is_there = content.is_some() || !self.send_email_after_register;
        check.required("registerEmailContent", is_there);
    }
}

/// The details that an organizer sets in the four steps of the wizard.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct EventDetails {
    #[serde(flatten)]
    pub info: EventInfo,
    #[serde(flatten)]
    pub form: FormInfo,
    #[serde(flatten)]
    pub payment: PaymentSettings,
    #[serde(flatten)]
    pub mails: EmailContent,
    /// The organiser's own questions, shown with their version.
    #[serde(skip)]
    pub scheme: Vec<Question>,
}

/// A change of the four parts.
#[derive(Debug, Default)]
pub struct EventDetailsChange {
    pub info: EventInfoChange,
    pub form: FormInfoChange,
    pub payment: PaymentSettingsChange,
    pub mails: EmailContentChange,
    /// The organiser's own questions, sent with their version.
    pub scheme: Option<Vec<Question>>,
}

impl EventDetailsChange {
    /// The parts with at least one field in the change.
    pub fn sections(&self) -> Vec<Section> {
        let is_form_sent = self.form != FormInfoChange::default() || self.scheme.is_some();
        [
            (Section::EventInfo, self.info != EventInfoChange::default()),
            (Section::FormInfo, is_form_sent),
            (
                Section::PaymentInfo,
                self.payment != PaymentSettingsChange::default(),
            ),
            (
                Section::EmailContent,
                self.mails != EmailContentChange::default(),
            ),
        ]
        .into_iter()
        .filter_map(|(section, is_sent)| is_sent.then_some(section))
        .collect()
    }

    /// Reports the fields that a new event needs and the request lacks; the other rules pass over an absent field.
    pub fn check_new(&self, check: &mut Check) {
        let (info, mails) = (&self.info, &self.mails);
        for (field, is_sent) in [
            ("totalParticipants", info.total_participants.is_some()),
            (
                "openRegistrationDate",
                info.open_registration_date.is_some(),
            ),
            (
                "closeRegistrationDate",
                info.close_registration_date.is_some(),
            ),
            ("logo", info.logo.is_some()),
            ("eventStartDate", mails.event_start_date.is_some()),
        ] {
            check.required(field, is_sent);
        }
    }
}

impl From<&event::Model> for EventDetails {
    fn from(row: &event::Model) -> Self {
        Self {
            info: row.into(),
            form: row.into(),
            payment: row.into(),
            mails: row.into(),
            scheme: row.form.scheme.clone(),
        }
    }
}

impl EventDetails {
    /// Replaces the fields that `change` contains.
    pub fn apply(&mut self, change: EventDetailsChange) {
        self.info.apply(change.info);
        self.form.apply(change.form);
        self.payment.apply(change.payment);
        self.mails.apply(change.mails);
        if let Some(scheme) = change.scheme {
            self.scheme = scheme;
        }
    }

    /// Checks and tidies the given parts. The rest of an event that is stored already keeps the rules.
    pub fn check(&mut self, sections: &[Section], check: &mut Check, new_id: impl Fn() -> String) {
        if sections.contains(&Section::EventInfo) {
            self.info.check(check);
        }
        if sections.contains(&Section::FormInfo) {
            check_scheme(&mut self.scheme, "eventForm.scheme", check, new_id);
            self.form.check(check);
        }
        if sections.contains(&Section::PaymentInfo) {
            self.payment.check(check);
        }
        if sections.contains(&Section::EmailContent) {
            self.mails.check(check);
        }
    }

    /// Writes the differences from `before` into `row`, or everything if there was nothing before, and returns the
    /// names of the fields written, as the API calls them.
    pub fn write(&self, before: Option<&Self>, row: &mut event::ActiveModel) -> Vec<String> {
        let mut written = self.info.write(before.map(|before| &before.info), row);
        written.extend(self.form.write(before.map(|before| &before.form), row));
        written.extend(
            self.payment
                .write(before.map(|before| &before.payment), row),
        );
        written.extend(self.mails.write(before.map(|before| &before.mails), row));
        if before.is_none_or(|before| before.scheme != self.scheme) {
            row.form = sea_orm::Set(event::Scheme {
                scheme: self.scheme.clone(),
            });
            written.push("eventForm".to_owned());
        }
        written
    }

    /// Every file that the event refers to, with the referring field.
    #[must_use]
    pub fn files(&self) -> Vec<(String, FileId)> {
        let mut files = vec![("logo".to_owned(), self.info.logo.0)];
        let cover = self.info.cover_image;
        files.extend(cover.map(|file| ("coverImage".to_owned(), file.0)));
        let attachment = self.mails.attachment_image;
        files.extend(attachment.map(|file| ("attachmentImage".to_owned(), file.0)));
        let questions = self.scheme.iter().enumerate();
        files.extend(questions.filter_map(|(at, question)| {
            Some((format!("eventForm.scheme.{at}.image"), question.image?.0))
        }));
        files
    }
}

/// A mail's content: as [`check_rich_text`], and only with variables that mails have; blank becomes absent.
fn check_mail(check: &mut Check, field: &str, html: &mut Option<String>) {
    if let Some(inner) = html {
        check_rich_text(check, field, inner);
        check_variables(check, field, inner, &MAIL_VARIABLES);
        if inner.is_empty() {
            *html = None;
        }
    }
}

/// Returns whether `text` is a colour as `#rrggbb`.
fn is_color(text: &str) -> bool {
    text.strip_prefix('#').is_some_and(|digits| {
        digits.len() == 6 && digits.bytes().all(|byte| byte.is_ascii_hexdigit())
    })
}
