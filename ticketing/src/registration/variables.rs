//! The variables that organisers' texts may contain, with their values for one guest.

use anyhow::anyhow;
use hoi_i18n::{Lang, format_date_time, format_money};
use hoi_jobs::JobError;
use hoi_mail::{html_to_text, substitute_text, substitute_with_links};
use hoi_platform::app::App;
use hoi_platform::mails;

use crate::events::entity::event;

/// The most bytes of HTML of a text with its variables filled in. Variables may repeat long names.
const MAX_FILLED: usize = 256 * 1024;

/// An organiser's text filled in for one guest, as HTML and as plain text; both None if there is no text.
pub struct Content {
    pub html: Option<String>,
    /// For mail programs that do not show HTML.
    pub text: Option<String>,
}

impl Content {
    /// Fills in `html`, which was sanitised when it was saved.
    ///
    /// # Errors
    /// A dead letter when the result is longer than [`MAX_FILLED`].
    pub async fn fill(
        app: &App,
        variables: Variables,
        html: Option<String>,
    ) -> Result<Self, JobError> {
        let filled = mails::compose(app, move || {
            let html = html.map(|html| variables.fill_html(&html));
            let html = html.filter(|html| !html.trim().is_empty());
            if html.as_ref().is_some_and(|html| html.len() > MAX_FILLED) {
                return Err(JobError::Dead(anyhow!("too long once it is filled in")));
            }
            Ok(Self {
                text: html.as_deref().map(html_to_text),
                html,
            })
        });
        filled.await?
    }
}

/// The data of the guest whom a mail is for. Tests of messages use a fictitious guest.
#[derive(Debug, Clone, Copy)]
pub struct Guest<'a> {
    /// The name, family name first.
    pub full_name: &'a str,
    /// The ticket class; None if there is none.
    pub ticket_name: Option<&'a str>,
    pub ticket_code: &'a str,
    /// The address of the guest's own registration.
    pub own_link: &'a str,
    /// The amount still due, in dong, or the price of the ticket if nothing is.
    pub amount: i64,
    /// The text of the guest's transfer.
    pub payment_reference: &'a str,
}

/// The variables with their values for one guest.
pub struct Variables([(&'static str, String); 12]);

impl Variables {
    /// Returns the values, with dates and amounts formatted for `lang`. A free ticket has no payment reference.
    #[must_use]
    pub fn of(event: &event::Model, guest: &Guest<'_>, lang: Lang) -> Self {
        let text = |value: &Option<String>| value.clone().unwrap_or_default();
        let reference = if guest.amount > 0 {
            guest.payment_reference
        } else {
            ""
        };
        Self([
            ("fullName", guest.full_name.to_owned()),
            ("eventTitle", event.title.clone()),
            (
                "eventStartDate",
                format_date_time(lang, event.event_start_date.0),
            ),
            ("venueAddress", event.venue_address.clone()),
            (
                "ticketName",
                guest.ticket_name.unwrap_or_default().to_owned(),
            ),
            ("ticketCode", guest.ticket_code.to_owned()),
            ("ownLink", guest.own_link.to_owned()),
            ("amount", format_money(lang, guest.amount)),
            ("paymentReference", reference.to_owned()),
            ("accountNumber", text(&event.account_number)),
            ("accountHolderName", text(&event.account_holder_name)),
            ("bankName", text(&event.bank_name)),
        ])
    }

    fn values(&self) -> [(&str, &str); 12] {
        self.0
            .each_ref()
            .map(|(name, value)| (*name, value.as_str()))
    }

    /// Fills the variables, written `{{name}}`, into HTML that was sanitised before. Their values are escaped here. Unknown
    /// variables stay as they were typed.
    #[must_use]
    pub fn fill_html(&self, html: &str) -> String {
        substitute_with_links(html, &self.values(), &["ownLink"])
    }

    /// Fills in a line of plain text.
    #[must_use]
    pub fn fill_text(&self, text: &str) -> String {
        substitute_text(text, &self.values())
    }
}
