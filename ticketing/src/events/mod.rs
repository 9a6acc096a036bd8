//! Events: announcement, form, ticket classes, payment details and mails.
//!
//! Registrations are not made here: this feature defines valid answers and ticket classes; the desk in `registration`
//! takes seats, and it alone writes `registered_count` and `sold`.

mod access;
mod action;
mod additions;
mod blocks;
mod calendar;
mod details;
mod drafts;
mod dress;
mod dto;
mod embedding;
pub mod entity;
mod form;
pub mod invitation_codes;
mod jobs;
pub mod letters;
pub mod lifecycle;
mod log;
mod mail_variables;
mod own_files;
mod plan_limits;
mod poster;
mod public_page;
mod published;
mod rich_text;
pub mod rights;
mod routes;
mod rules;
mod sealing;
mod share_picture;
mod slug;
mod store;
pub mod tickets;
mod usage;
mod visits;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub use access::{
    InEvent, InKeptEvent, ReadableEvent, RegistrableEvent, VisibleEvent, Visitor, in_event,
};
pub use action::{ActionKind, EventAction};
pub use additions::{Additions, store_additions};
pub use blocks::{PageBlocks, find_blocks};
pub use calendar::{CALENDAR_MIME, CalendarEntry};
pub use details::EventDetails;
pub use dress::dress;
pub use dto::{EventLog, EventLogEntry};
pub use embedding::EmbedOrigins;
pub use form::{
    Asked, Form, GivenAnswer, MAX_QUESTION, MAX_QUESTIONS, Question, answered_files, check_answers,
    check_scheme,
};
pub use hoi_platform::ids::{CoverId, EventId, GroupId, InvitationCodeId, TicketId};
pub use invitation_codes::{code_key, opens_page};
pub use jobs::{MailCancellation, TellEntered, TellMembers, TellParticipants, tell_undelivered};
pub use log::{LogEntry, LogFilter, add_log, erase_names, find_log, find_names, log, log_all};
pub use mail_variables::{MAIL_VARIABLES, check_variables, subject_variables, uses_variable};
pub use public_page::{ShownPage, first_screen, head, pages};
pub use published::PublishedEvent;
pub use rich_text::beginning;
pub use routes::{CalendarQuery, answer_with_calendar, receive_answer_image, routes};
pub use rules::{USUAL_LENGTH, changes_end, check_not_cancelled, check_rich_text, end_of, status};
pub use sealing::{
    SealAnswers, open_answers, open_numbers, open_row, seal_answers, seal_numbers_from_before,
};
pub use share_picture::SharePictures;
pub use slug::give_missing_slugs;
pub use store::{
    count_by_state, find_event, is_over, lock_event, lock_not_cancelled, status_of,
    visitor_changes_end,
};
pub use tickets::{
    MAX_CLASSES, MAX_PRICE, MAX_SEATS, NewTicket, PublicTicket, Ticket, find_all as find_tickets,
    find_rows as find_ticket_rows, name_key, quota as seats_of_class,
};
pub use usage::count_used;
pub use visits::{store_visits, watch_visits};

/// The state of an event's registration at this moment; derived from the clock, never stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum EventStatus {
    /// Registration has not opened yet.
    Upcoming,
    /// Registration is open.
    Open,
    /// Registration is over, or the event was cancelled.
    Closed,
}

/// The four parts of an event, as the wizard shows them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum Section {
    /// Title, description, seats, dates, images.
    EventInfo,
    /// The organiser's questions.
    FormInfo,
    /// Bank details and the payment mail.
    PaymentInfo,
    /// Start, venue and the registration mail.
    EmailContent,
}

impl Section {
    pub const ALL: [Self; 4] = [
        Self::EventInfo,
        Self::FormInfo,
        Self::PaymentInfo,
        Self::EmailContent,
    ];
}
