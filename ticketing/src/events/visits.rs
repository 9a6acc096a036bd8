//! Stores the visits of events' public pages.

use std::time::Duration;

use hoi_platform::app::App;
use hoi_platform::error::Result;
use hoi_platform::page_visits::Visits;
use sea_orm::sea_query::{Alias, Expr, ExprTrait as _, OnConflict};
use sea_orm::{EntityTrait as _, Set};

use super::entity::event_visit;

/// The pause between two times at which visits are stored.
const PAUSE: Duration = Duration::from_secs(5);

/// Stores the counted visits every few seconds.
pub async fn watch_visits(app: App) {
    loop {
        tokio::time::sleep(PAUSE).await;
        store_visits(&app).await;
    }
}

/// Adds the visits counted since the last time to those of their days; they are kept if that fails.
pub async fn store_visits(app: &App) {
    let visits = app.page_visits.take();
    if visits.is_empty() {
        return;
    }
    if let Err(error) = add(app, &visits).await {
        tracing::warn!(?error, "visits could not be stored");
        app.page_visits.add(visits);
    }
}

#[tracing::instrument(name = "events.add_visits", skip_all)]
async fn add(app: &App, visits: &Visits) -> Result<()> {
    use event_visit::Column::{Day, EventId, Visits};
    let rows = visits
        .iter()
        .map(|((event, day), number)| event_visit::ActiveModel {
            event_id: Set(*event),
            day: Set(*day),
            visits: Set(*number),
        });
    let new = Expr::col((Alias::new("excluded"), Visits));
    let sum = Expr::col((event_visit::Entity, Visits)).add(new);
    let more = OnConflict::columns([EventId, Day])
        .value(Visits, sum)
        .to_owned();
    let tx = app.db.write().await?;
    event_visit::Entity::insert_many(rows)
        .on_conflict(more)
        .exec_without_returning(&tx)
        .await?;
    tx.commit().await?;
    Ok(())
}
