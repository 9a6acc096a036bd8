//! The organiser's list of participants: showing, adding, changing and removing them.

mod broken_lists;
mod bulk;
mod changes;
mod export;
mod guests;
mod hostile;
mod import;
mod list;
mod lists;
mod mail_allowance;
mod removal_mails;
pub mod support;
mod undelivered;
