//! The people of an event as its organiser sees and keeps them: list, add by hand, edit, payment, removal, the ticket
//! mail once more.
//!
//! Seats are the registration desk's alone: everything here that gives, moves or takes one asks `registration`. Coming
//! in and going out is `checkin`.

mod bodies;
mod bulk;
mod bursts;
mod columns;
mod confirm;
mod dto;
mod edit;
mod export;

mod import;
mod own_facts;
mod payment_reminders;
mod resend;
mod routes;
mod sensitive;
mod store;
mod undelivered;
mod value_labels;

pub use bodies::NewParticipant;
pub use bursts::{OpenBursts, count_bursts, open_bursts};
pub use dto::Participant;
pub use export::{FileFormat, ParticipantSheet};
pub use import::begins_with_given_name;
pub use own_facts::{OF_QUESTION, OwnFact, OwnFactKind, own_facts};
pub use payment_reminders::{count_to_be_reminded, reminder_entry, to_be_reminded};
pub use routes::{add_participant, routes};
pub use store::{describe, find, find_by_name};
pub use undelivered::count_undelivered;
