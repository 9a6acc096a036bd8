//! How often an account writes: each time others are told.

use std::time::Duration;

use crate::limits::throttle::Limit;

pub static POSTS: Limit = Limit {
    name: "postOfAccount",
    free: 60,
    first: Duration::from_mins(1),
    longest: Duration::from_hours(1),
    forgotten: Duration::from_hours(2),
};
pub static COMMENTS: Limit = Limit {
    name: "commentOfAccount",
    free: 200,
    first: Duration::from_mins(1),
    longest: Duration::from_hours(1),
    forgotten: Duration::from_hours(2),
};
pub static REPORTS: Limit = Limit {
    name: "reportOfAccount",
    free: 20,
    first: Duration::from_mins(10),
    longest: Duration::from_hours(6),
    forgotten: Duration::from_hours(12),
};
