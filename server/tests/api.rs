//! Requests against the whole server, on the engine chosen by `HOI_TEST_DATABASE_URL`. A folder per
//! feature; those of accounts, events and uploads are named as their paths begin.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::pedantic
)]

mod auth;
mod bad_input;
mod checkin;
mod cover;
mod demo;
mod event;
mod group_events;
mod groups;
mod idempotency;
mod invitation_codes;
mod keys;
mod lucky_draw;
mod messages;
mod notifications;
mod operations;
mod organisers;
mod participants;
mod permissions;
mod plans;
mod platform;
mod points;
mod posts;
mod privacy;
mod realtime;
mod registration;
mod roll_call;
mod statistics;
mod support;
mod system;
mod transfers;
mod upload;
mod users;
mod versions;
mod webhooks;
