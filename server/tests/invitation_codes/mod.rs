//! Invitation codes: the organiser's calls, and their effect for visitors.

mod codes;
mod export;
mod log;
mod race;
mod support;
