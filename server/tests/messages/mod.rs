//! Messages to participants: written, sent to the right people at the right time and pace, and followed.

mod mail_server;
mod opting_out;
mod pace;
mod race;
mod sending;
mod slow;
mod starters;
mod stopped;
mod support;
mod writing;
