//! What an organiser's words may say of a registration: the variables of model-and-api §11.

use hoi_i18n::{Lang, format_date_time, format_money};
use hoi_mail::{substitute, substitute_text};

use crate::events::entity::event;

/// The guest a mail is for; also one that was made up.
#[derive(Debug, Clone, Copy)]
pub struct Guest<'a> {
    /// Family name first.
    pub full_name: &'a str,
    /// Their class, if the event has classes.
    pub ticket_name: Option<&'a str>,
    /// Lets them in.
    pub ticket_code: &'a str,
    /// What their ticket costs, in dong.
    pub amount: i64,
}

/// The variables with their values for one guest.
pub struct Variables([(&'static str, String); 10]);

impl Variables {
    /// Dates and amounts are written as `lang` does.
    #[must_use]
    pub fn of(event: &event::Model, guest: &Guest<'_>, lang: Lang) -> Self {
        let text = |value: &Option<String>| value.clone().unwrap_or_default();
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
            ("amount", format_money(lang, guest.amount)),
            ("accountNumber", text(&event.account_number)),
            ("accountHolderName", text(&event.account_holder_name)),
            ("bankName", text(&event.bank_name)),
        ])
    }

    fn values(&self) -> [(&str, &str); 10] {
        self.0
            .each_ref()
            .map(|(name, value)| (*name, value.as_str()))
    }

    /// Fills in HTML, which must have been sanitised; unknown variables stay as they were typed.
    #[must_use]
    pub fn fill_html(&self, html: &str) -> String {
        substitute(html, &self.values())
    }

    /// Fills in a line of text.
    #[must_use]
    pub fn fill_text(&self, text: &str) -> String {
        substitute_text(text, &self.values())
    }
}
