//! Posts in groups: who writes, sees, decides and answers them.

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
