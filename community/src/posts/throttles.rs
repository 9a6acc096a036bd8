//! How often an account writes: each time others are told.

use std::time::Duration;

use hoi_platform::limits::throttle::Limit;

pub static POSTS: Limit = Limit {
    name: "postOfAccount",
    attempts_without_pause: 60,
    first_pause: Duration::from_mins(1),
    longest_pause: Duration::from_hours(1),
    reset_after: Duration::from_hours(2),
};
pub static COMMENTS: Limit = Limit {
    name: "commentOfAccount",
    attempts_without_pause: 200,
    first_pause: Duration::from_mins(1),
    longest_pause: Duration::from_hours(1),
    reset_after: Duration::from_hours(2),
};
pub static REPORTS: Limit = Limit {
    name: "reportOfAccount",
    attempts_without_pause: 20,
    first_pause: Duration::from_mins(10),
    longest_pause: Duration::from_hours(6),
    reset_after: Duration::from_hours(12),
};
