//! How often an account writes: each time others are told.

use std::time::Duration;

use crate::app::App;
use crate::error::Result;
use crate::ids::UserId;
use crate::limits::throttle::{self, Counter, Limit};

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

/// 5003 (HTTP 429) when the account has written too often in a row.
pub async fn count(app: &App, limit: &'static Limit, account: UserId) -> Result<()> {
    let counter = Counter::named(limit, &account.to_string());
    throttle::attempt(&app.db, &[counter], app.clock.now()).await
}
