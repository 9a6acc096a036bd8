//! Refused requests in the audit log: failed logins, lockouts, and calls without permission (5016).
//!
//! A flood must not fill the disk, so the refusals of one network for one account in one hour are one row with a
//! counter. The row is written at the 1st, 2nd, 4th, 8th … refusal: the stored number is at least half of the true one,
//! and a million requests cost twenty writes. One server writes at most [`MAX_ROWS`] rows in an hour, and counts
//! further refusals without account and address. Rows are removed after [`KEPT`].

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;
use hoi_db::{Timestamp, Tx};
use sea_orm::sea_query::{Expr, ExprTrait, OnConflict};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, Set};

use super::{AccountAction, entity};
use crate::access::Caller;
use crate::app::App;
use crate::clock;
use crate::error::{PermissionRefused, Result};
use crate::http::{ClientIp, network};
use crate::ids::UserId;

const KEPT: Duration = Duration::from_hours(90 * 24);
/// The most rows that one server writes in one hour.
const MAX_ROWS: usize = 1_000;
const HOUR: i64 = 3_600_000;

/// The number of refusals in the current hour, by key of their row.
#[derive(Default)]
pub struct Refusals(Mutex<(i64, HashMap<String, i64>)>);

impl Refusals {
    /// Counts a refusal. Returns the row's key and the number to add to the row; None if the row is not written this
    /// time.
    fn count(&self, key: String, now: Timestamp) -> Option<(String, i64)> {
        let hour = now.0 / HOUR;
        let mut counted = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if counted.0 != hour {
            *counted = (hour, HashMap::new());
        }
        let rows = &mut counted.1;
        let key = if rows.len() < MAX_ROWS || rows.contains_key(&key) {
            key
        } else {
            OTHERS.to_owned()
        };
        let count = rows.entry(key.clone()).or_insert(0);
        *count += 1;
        let is_due = *count & (*count - 1) == 0;
        is_due.then(|| (format!("{hour}:{key}"), *count - *count / 2))
    }
}

/// The key of refusals beyond [`MAX_ROWS`].
const OTHERS: &str = "others";

/// Records that `action` was refused to a client at `ip`. `account` is the caller's account, or the one whose password
/// was tried. Failures are only logged.
pub async fn record_refusal(app: &App, action: AccountAction, account: Option<UserId>, ip: IpAddr) {
    if let Err(error) = record(app, action, account, ip).await {
        // The request is refused whether or not it could be recorded.
        tracing::error!(?error, "a refusal could not be recorded");
    }
}

async fn record(
    app: &App,
    action: AccountAction,
    account: Option<UserId>,
    ip: IpAddr,
) -> Result<()> {
    let now = app.clock.now();
    let whose = account.map_or_else(String::new, |id| id.to_string());
    let key = format!("{}:{whose}:{}", action.name(), network(ip));
    let Some((key, more)) = app.refusals.count(key, now) else {
        return Ok(());
    };
    let is_others = key.ends_with(OTHERS);
    let row = entity::ActiveModel {
        id: Set(clock::new_id()),
        actor_id: Set(None),
        action: Set(action.name().to_owned()),
        subject_id: Set(account.map(|id| id.0).filter(|_| !is_others)),
        ip: Set((!is_others).then(|| ip.to_string())),
        created_at: Set(now),
        times: Set(more),
        hourly_key: Set(Some(key)),
    };
    let times = (entity::Entity, entity::Column::Times);
    let tx = app.db.write().await?;
    entity::Entity::insert(row)
        .on_conflict(
            OnConflict::column(entity::Column::HourlyKey)
                .value(entity::Column::Times, Expr::col(times).add(more))
                .to_owned(),
        )
        .exec_without_returning(&tx)
        .await?;
    tx.commit().await?;
    Ok(())
}

/// Removes refusals older than [`KEPT`].
pub async fn remove_old(tx: &Tx, now: Timestamp) -> Result<()> {
    entity::Entity::delete_many()
        .filter(entity::Column::HourlyKey.is_not_null())
        .filter(entity::Column::CreatedAt.lt(now.minus(KEPT)))
        .exec(tx)
        .await?;
    Ok(())
}

/// Middleware around the whole API that records answers with 5016.
pub async fn record_refused_calls(
    State(app): State<App>,
    ClientIp(ip): ClientIp,
    mut request: Request,
    next: Next,
) -> Response {
    let caller = Caller::default();
    request.extensions_mut().insert(caller.clone());
    let response = next.run(request).await;
    if response.extensions().get::<PermissionRefused>().is_some() {
        record_refusal(&app, AccountAction::CallRefused, caller.account(), ip).await;
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flood_is_written_at_every_doubling() {
        let refusals = Refusals::default();
        let written: Vec<_> = (1..=1_000_000)
            .filter_map(|_| refusals.count("a".to_owned(), Timestamp(0)))
            .collect();
        assert_eq!(written.len(), 20);
        let total: i64 = written.iter().map(|(_, more)| more).sum();
        assert_eq!(total, 524_288);
        assert_eq!(
            refusals.count("a".to_owned(), Timestamp(HOUR)),
            Some(("1:a".to_owned(), 1))
        );
    }

    #[test]
    fn an_hour_has_a_bounded_number_of_rows() {
        let refusals = Refusals::default();
        for at in 0..MAX_ROWS {
            assert!(refusals.count(at.to_string(), Timestamp(0)).is_some());
        }
        let beyond: Vec<_> = (0..100)
            .filter_map(|at| refusals.count(format!("x{at}"), Timestamp(0)))
            .collect();
        assert!(beyond.iter().all(|(key, _)| key == "0:others"));
        assert_eq!(beyond.len(), 7);
        // Known rows still have their own counters.
        assert_eq!(
            refusals.count("7".to_owned(), Timestamp(0)),
            Some(("0:7".to_owned(), 1))
        );
    }
}
