//! Registrations that have to be confirmed by mail: seats that are not are given back in time.

use std::time::Duration;

use hoi_platform::app::App;
use hoi_platform::error::Result;

use super::{AppWithDesk, Desk, MAX_SEATS, rows, seats};

/// The pause between two searches for seats that were not confirmed in time.
const PAUSE: Duration = Duration::from_secs(20);

/// Gives back the seats that were not confirmed in time; returns how many.
pub async fn release_unconfirmed(app: &App, desk: &Desk) -> Result<usize> {
    let limit = u64::try_from(MAX_SEATS).unwrap_or(u64::MAX);
    let mut released = 0;
    for (event, ids) in rows::find_unconfirmed(app.db.read(), app.clock.now(), limit).await? {
        released += desk.submit(seats::expire(event, ids)).await?;
    }
    Ok(released)
}

/// Does so at short intervals. Every server does it, and doing it twice does no harm.
pub async fn watch_unconfirmed(AppWithDesk { app, desk, .. }: AppWithDesk) {
    loop {
        if let Err(error) = release_unconfirmed(&app, &desk).await {
            tracing::error!(?error, "unconfirmed seats could not be given back");
        }
        tokio::time::sleep(PAUSE).await;
    }
}
