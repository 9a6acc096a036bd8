//! Telling people who have the application open, at the moment when something happens.
//!
//! Every server looks for notifications since its last look, whichever server stored them, and tells the sockets
//! connected to itself. So a change neither waits for sockets nor needs to know of them.

use std::collections::HashMap;
use std::time::Duration;

use hoi_db::Timestamp;
use hoi_platform::app::App;
use hoi_platform::error::Result;
use hoi_platform::ids::NotificationId;
use hoi_platform::realtime::Notice;
use sea_orm::{ColumnTrait as _, EntityTrait as _, QueryFilter as _, QuerySelect as _};

use super::entity::notification;
use crate::accounts::{UserId, connected_users};

/// How long a server waits before it looks for new rows again.
const PAUSE: Duration = Duration::from_secs(1);
/// How far back each look reaches: longer than a transaction lasts and than the clocks of servers differ.
const REACH: Duration = Duration::from_secs(30);
/// Rows in one statement, below the engines' limit on bound values.
const CHUNK: usize = 500;

/// The notifications that a server has lately sent to its sockets.
pub struct Live {
    started: Timestamp,
    told: HashMap<NotificationId, Timestamp>,
}

impl Live {
    /// Begins with notifications from `now` on.
    #[must_use]
    pub fn new(now: Timestamp) -> Self {
        Self {
            started: now,
            told: HashMap::new(),
        }
    }

    /// Sends connected people the notifications that they have not got yet.
    pub async fn deliver(&mut self, app: &App) -> Result<()> {
        let connected = connected_users(app);
        if connected.is_empty() {
            return Ok(());
        }
        let since = self.started.max(app.clock.now().minus(REACH));
        let told: Vec<(NotificationId, UserId, Timestamp)> = notification::Entity::find()
            .select_only()
            .columns([
                notification::Column::Id,
                notification::Column::UserId,
                notification::Column::ToldAt,
            ])
            .filter(notification::Column::ToldAt.gte(since))
            .filter(notification::Column::InApp.eq(true))
            .into_tuple()
            .all(app.db.read())
            .await?;
        self.told.retain(|_, at| *at >= since);
        let new: Vec<_> = told
            .into_iter()
            .filter(|(id, user, at)| connected.contains(user) && self.told.get(id) != Some(at))
            .collect();
        self.told.extend(new.iter().map(|(id, _, at)| (*id, *at)));
        for new in new.chunks(CHUNK) {
            let rows = notification::Entity::find()
                .filter(notification::Column::Id.is_in(new.iter().map(|(id, ..)| *id)))
                .all(app.db.read())
                .await?;
            for row in rows {
                notify(app, &row).await;
            }
        }
        Ok(())
    }
}

async fn notify(app: &App, row: &notification::Model) {
    let notice = |lang| {
        let words = row.in_language(lang);
        Notice {
            title: words.title,
            content: words.content,
            id: row.id,
            kind: row.kind.name(),
            link: row.link.clone(),
            browser: row.browser,
        }
    };
    app.realtime.notify(row.user_id, notice).await;
}

/// Does so again and again. Every server does it.
pub async fn deliver_live(app: App) {
    let mut live = Live::new(app.clock.now());
    loop {
        if let Err(error) = live.deliver(&app).await {
            tracing::error!(?error, "people could not be told of what happened");
        }
        tokio::time::sleep(PAUSE).await;
    }
}
