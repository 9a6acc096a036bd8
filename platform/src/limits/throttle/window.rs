//! A limit on how often an account does something within any span of a length.

use std::time::Duration;

use hoi_db::{Db, Timestamp, Tx};
use sea_orm::sea_query::{Expr, ExprTrait, OnConflict};
use sea_orm::{DbErr, EntityTrait, Set};

use super::entity as throttle;
use crate::error::{Error, Result};
use crate::ids::UserId;

/// How often an account may do something within `length`, wherever that begins: a counter that starts anew at fixed
/// times would allow twice as much around such a time.
///
/// An account has one row that numbers what it does, and `most` rows in turn, each with the time of the last one that
/// fell on it. So one more is refused while the one `most` before it lies within `length`.
#[derive(Debug)]
pub struct Window {
    /// Distinguishes the counters of this limit from others.
    pub name: &'static str,
    /// At least 1.
    pub most: i64,
    /// Shorter than the time for which counters are stored, a day.
    pub length: Duration,
}

/// Counts something that an account does, or refuses with 5003 (HTTP 429) and the time to wait. Refusals are not
/// counted.
pub async fn count_within(db: &Db, window: &Window, account: UserId, now: Timestamp) -> Result<()> {
    let tx = db.write().await?;
    let key = format!("{}:{account}", window.name);
    // Locks the account's counter until the transaction ends.
    let number = number_next(&tx, &key, now).await?;
    let turn = format!("{key}:{}", number.rem_euclid(window.most));
    let before = throttle::Entity::find_by_id(turn.as_str()).one(&tx).await?;
    // A later time was stored before the machine's clock was set back.
    let before = before.map(|row| row.updated_at).filter(|at| *at <= now);
    let end = before.map(|at| at.plus(window.length));
    if let Some(end) = end.filter(|end| now < *end) {
        // The number is given back with the transaction.
        return Err(Error::TooManyRequests {
            retry_after: now.until(end).max(Duration::from_secs(1)),
        });
    }
    throttle::Entity::insert(row(turn, now))
        .on_conflict(
            OnConflict::column(throttle::Column::Key)
                .update_column(throttle::Column::UpdatedAt)
                .to_owned(),
        )
        .exec_without_returning(&tx)
        .await?;
    tx.commit().await?;
    Ok(())
}

/// Returns the number of what the account does now.
async fn number_next(tx: &Tx, key: &str, now: Timestamp) -> Result<i64, DbErr> {
    let number = Expr::col((throttle::Entity, throttle::Column::Failures));
    let counted = throttle::Entity::insert(row(key.to_owned(), now))
        .on_conflict(
            OnConflict::column(throttle::Column::Key)
                .update_column(throttle::Column::UpdatedAt)
                .value(throttle::Column::Failures, number.add(1))
                .to_owned(),
        )
        .exec_with_returning(tx)
        .await?;
    Ok(counted.failures)
}

fn row(key: String, now: Timestamp) -> throttle::ActiveModel {
    throttle::ActiveModel {
        key: Set(key),
        failures: Set(1),
        locked_until: Set(None),
        updated_at: Set(now),
    }
}
