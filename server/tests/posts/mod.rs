//! Posts in groups: writing, visibility, review and answers.

mod answers;
mod feed;
mod images;
mod news;
mod race;
mod reminders;
mod reports;
mod review;
mod support;
mod write;
