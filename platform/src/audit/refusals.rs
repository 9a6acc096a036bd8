//! Refused requests in the audit log: failed logins, lockouts, calls without permission (5016), and searches beyond the
//! limit.
//!
//! A flood must not fill the disk, so the refusals of one network for one account in one hour are one row with a
//! counter. The row is written at the 1st, 2nd, 4th, 8th … refusal: the stored number is at least half of the true one,
//! and a million requests cost twenty writes. One server writes at most [`MAX_ROWS`] rows in an hour, and counts
//! further refusals without account and address. Rows are removed after [`KEPT`].

use std::net::IpAddr;
use std::time::Duration;

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;
use hoi_db::{Timestamp, Tx};
use sea_orm::sea_query::{Expr, ExprTrait, OnConflict};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, Set};

use super::{AuditAction, entity};
use crate::app::App;
use crate::clock;
use crate::error::{PermissionRefused, Result};
use crate::http::{Caller, ClientIp};
use crate::ids::UserId;
use crate::limits::{HourlyCounts, Network};

const DAY: i64 = 24 * 3_600_000;
const KEPT: Duration = Duration::from_hours(90 * 24);

/// Records that `action` was refused to a client at `ip`. `account` is the caller's account, or the one whose password
/// was tried. Failures are only logged.
pub async fn record_refusal(app: &App, action: AuditAction, account: Option<UserId>, ip: IpAddr) {
    if let Err(error) = record(app, action, account, ip).await {
        // The request is refused whether or not it could be recorded.
        tracing::error!(?error, "a refusal could not be recorded");
    }
}

async fn record(app: &App, action: AuditAction, account: Option<UserId>, ip: IpAddr) -> Result<()> {
    let now = app.clock.now();
    let whose = account.map_or_else(String::new, |id| id.to_string());
    let key = format!("{}:{whose}:{}", action.name(), Network::of(ip));
    let Some((key, more)) = app.refusals.count(key, now) else {
        return Ok(());
    };
    let is_others = key.ends_with(HourlyCounts::OTHERS);
    let row = entity::ActiveModel {
        id: Set(clock::new_id()),
        actor_id: Set(None),
        action: Set(action.name()),
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

/// Records that `action` was refused to the account, at most once a day. Returns whether it is the first time today.
pub async fn record_daily(
    tx: &Tx,
    action: AuditAction,
    account: UserId,
    ip: IpAddr,
    now: Timestamp,
) -> Result<bool> {
    let key = format!("day {}:{}:{account}", now.0 / DAY, action.name());
    let row = entity::ActiveModel {
        id: Set(clock::new_id()),
        actor_id: Set(None),
        action: Set(action.name()),
        subject_id: Set(Some(account.0)),
        ip: Set(Some(ip.to_string())),
        created_at: Set(now),
        times: Set(1),
        hourly_key: Set(Some(key)),
    };
    let stored = entity::Entity::insert(row)
        .on_conflict(
            OnConflict::column(entity::Column::HourlyKey)
                .do_nothing()
                .to_owned(),
        )
        .exec_without_returning(tx)
        .await?;
    Ok(stored > 0)
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
        record_refusal(&app, AuditAction::CallRefused, caller.account(), ip).await;
    }
    response
}
