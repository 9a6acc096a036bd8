//! Telling accounts that they have as much of something as their plans allow.

use hoi_db::{Timestamp, Tx};
use hoi_platform::ids::UserId;
use sea_orm::DbErr;
use uuid::Uuid;

use super::jobs::PLANS;
use super::rules::month_began;
use crate::notifications::{self, Kind, News};

/// A limit that an account has reached.
pub enum Reached<'a> {
    Events,
    Groups,
    /// Of the members of this group.
    Members {
        group: Uuid,
        name: &'a str,
    },
}

/// Tells an account that it has reached the limit, once a month for each limit.
pub async fn tell_of_limit(
    tx: &Tx,
    account: UserId,
    reached: Reached<'_>,
    limit: i64,
    now: Timestamp,
) -> Result<(), DbErr> {
    let news = match reached {
        Reached::Events => News::new(Kind::LimitEvents, account, PLANS),
        Reached::Groups => News::new(Kind::LimitGroups, account, PLANS),
        Reached::Members { group, name } => {
            let members = format!("/my-group/{group}?tab=members");
            News::new(Kind::LimitMembers, group, members).text("group", name)
        }
    };
    let news = news.text("limit", limit.to_string());
    notifications::tell_once_since(tx, account, news, month_began(now), now).await
}
