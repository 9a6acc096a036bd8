//! Webhooks: addresses of organisers and leaders to which changes are sent, signed by the specification of Standard
//! Webhooks.
//!
//! A change writes its news into the outbox (`outbox`) in the same transaction. From there a delivery is made for each
//! webhook that wants it; the deliveries of one webhook are sent one after the other, and a failed one is repeated for
//! three days. docs/webhooks.md tells a receiver how to verify them.

mod access;
mod calls;
mod dto;
mod of_events;
mod of_groups;
mod rules;
mod sending;
mod store;

use std::time::Duration;

use hoi_platform::app::App;
use hoi_platform::error::Result;
use hoi_platform::outbox::entity::webhook_delivery;
use sea_orm::{ColumnTrait as _, EntityTrait as _, QueryFilter as _};
use utoipa_axum::router::OpenApiRouter;

pub use sending::{send_due, watch};

/// How long deliveries are kept.
const KEPT: Duration = Duration::from_hours(24 * 30);

/// Routes of webhooks.
pub fn routes() -> OpenApiRouter<App> {
    of_events::routes().merge(of_groups::routes())
}

/// Removes deliveries that are older than 30 days.
pub async fn remove_old(app: &App) -> Result<()> {
    let tx = app.db.write().await?;
    webhook_delivery::Entity::delete_many()
        .filter(webhook_delivery::Column::CreatedAt.lt(app.clock.now().minus(KEPT)))
        .exec(&tx)
        .await?;
    Ok(tx.commit().await?)
}
