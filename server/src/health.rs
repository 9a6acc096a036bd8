//! Whether the server can do its work.

use axum::extract::State;
use sea_orm::ConnectionTrait;
use serde::Serialize;
use utoipa::ToSchema;

use crate::app::App;
use crate::error::Result;
use crate::http::Envelope;

/// The state of the server; no version, address or other detail that a stranger could use.
#[derive(Debug, Serialize, ToSchema)]
pub struct Health {
    /// The database answers.
    pub database: bool,
}

/// Liveness and readiness: 2000 when the database answers, 5003 while it is too busy, 5000 when it is gone.
#[utoipa::path(get, path = "/health", tag = "platform", responses((status = 200, body = Envelope<Health>)))]
pub async fn get_health(State(app): State<App>) -> Result<Envelope<Health>> {
    app.db.read().execute_unprepared("select 1").await?;
    Ok(Envelope::ok(Health { database: true }))
}
