//! Accounts as their owners and administrators see them.

mod accounts;
mod admins;
mod profile;
mod search;
