//! How often an account asks to join groups, invites people and searches for them.

use std::time::Duration;

use hoi_platform::limits::throttle::{Limit, Window};

/// How often an account asks to join groups: each time their leaders get a mail.
pub static REQUESTS: Limit = Limit {
    name: "joinRequestOfAccount",
    attempts_without_pause: 30,
    first_pause: Duration::from_mins(10),
    longest_pause: Duration::from_hours(2),
    reset_after: Duration::from_hours(4),
};
/// How often an account invites or adds people. One call tells up to 100 people, or those of a file.
pub static INVITATIONS: Limit = Limit {
    name: "invitationOfAccount",
    attempts_without_pause: 60,
    first_pause: Duration::from_mins(10),
    longest_pause: Duration::from_hours(2),
    reset_after: Duration::from_hours(4),
};
/// How often an account searches for people: 60 times in any hour, too few to copy the list of all accounts.
pub static SEARCHES: Window = Window {
    name: "peopleSearchOfAccount",
    most: 60,
    length: Duration::from_hours(1),
};
