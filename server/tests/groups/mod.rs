//! Groups: joining and leaving, decisions, visibility.

mod access;
mod discovery;
mod founding;
mod held;
mod import;
mod invitations;
mod join_link;
mod manage;
mod members;
mod news;
mod race;
mod requests;
pub mod support;
