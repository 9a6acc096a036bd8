//! Events: the calls of an organiser and the public pages.

mod activities;
mod answers;
mod blocks;
mod cancel;
mod change;
mod create;
mod drafts;
mod embedding;
mod fields;
mod form;
mod host;
mod letters;
mod list;
mod page;
mod public;
mod reminders;
mod reopen;
mod share_picture;
mod support;
mod tickets;
mod visitor_upload;
