//! Accounts for their owners and for administrators.

mod accounts;
mod admins;
mod profile;
mod search;
