//! Erases due data, a few people at a time.

use std::time::Duration;

use hoi_db::{Only as _, Timestamp};
use hoi_jobs::{Attempt, Job, JobError, Lane};
use hoi_platform::app::App;
use hoi_platform::error::{Error, Result};
use hoi_platform::ids::{AttendanceId, EventId};
use hoi_ticketing::attendances::attendance;
use hoi_ticketing::events::{self, EventAction, LogEntry};
use sea_orm::{
    ColumnTrait, EntityTrait, IntoActiveModel as _, PaginatorTrait as _, QueryFilter, QueryOrder,
    QuerySelect, Set,
};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::entity::erasure_notice;
use super::rules::{Announced, erased_at};
use super::{Part, store};
use crate::privacy::erase::{erase_documents, erase_due};

/// Registrations that one attempt erases, in one transaction.
const BATCH: u64 = 20;
/// Between two attempts, so that an erasure of thousands leaves the database to others.
const PAUSE: Duration = Duration::from_secs(1);

/// Erases the next people whose data is due, and has the others follow, unless the date was changed since.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub struct EraseDue {
    pub event: EventId,
    pub part: Part,
    /// The date for which it was announced.
    pub due_at: Timestamp,
}

impl Job for EraseDue {
    const NAME: &'static str = "privacy.eraseDue";
    const LANE: Lane = Lane::Bulk;
    type Context = App;

    async fn run(&self, app: &App, _: Attempt) -> std::result::Result<(), JobError> {
        self.erase_next(app).await.map_err(Error::to_be_retried)
    }
}

impl EraseDue {
    async fn erase_next(&self, app: &App) -> Result<()> {
        if !self.is_due(app).await? {
            return Ok(());
        }
        let next: Vec<AttendanceId> = store::left(self.event, self.part)
            .select_only()
            .column(attendance::Column::Id)
            .order_by_asc(attendance::Column::Id)
            .limit(BATCH)
            .into_tuple()
            .all(app.db.read())
            .await?;
        match self.part {
            Part::Everything => erase_due(app, self.event, &next).await?,
            Part::Documents => erase_documents(app, self.event, &next).await?,
        }
        if (next.len() as u64) < BATCH {
            return self.end(app).await;
        }
        let now = app.clock.now();
        let tx = app.db.write().await?;
        hoi_jobs::enqueue_at(&tx, self, now, now.plus(PAUSE)).await?;
        Ok(tx.commit().await?)
    }

    /// Returns whether the date is still the one that was announced, and has come.
    async fn is_due(&self, app: &App) -> Result<bool> {
        let (conn, now) = (app.db.read(), app.clock.now());
        let Some((_, terms)) = store::dates(conn, app, self.event).await? else {
            return Ok(false);
        };
        let notice = erasure_notice::Entity::find_by_id((self.event, self.part))
            .only(conn)
            .await?;
        Ok(terms.due(self.part) == Some(self.due_at)
            && notice.is_some_and(|row| {
                row.due_at == self.due_at
                    && now >= erased_at(self.due_at, Some(Announced::from(&row)), now)
            }))
    }

    /// Notes that nothing is left, and says so in the event's log once.
    async fn end(&self, app: &App) -> Result<()> {
        let now = app.clock.now();
        let tx = app.db.write().await?;
        let notice = store::lock_notice(&tx, self.event, self.part).await?;
        if notice.due_at != self.due_at || notice.ended_at.is_some() {
            return Ok(tx.rollback().await?);
        }
        let action = match self.part {
            Part::Everything => EventAction::EventDataErased,
            Part::Documents => EventAction::EventDocumentsErased,
        };
        let mut entry = LogEntry::new(self.event, action);
        if self.part == Part::Everything {
            let since = erased_at(self.due_at, Some(Announced::from(&notice)), now);
            let erased = attendance::Entity::find()
                .filter(attendance::Column::EventId.eq(self.event))
                .filter(attendance::Column::ErasedAt.gte(since))
                .count(&tx)
                .await?;
            entry = entry.with(json!({ "count": erased }));
        }
        let mut row = notice.into_active_model();
        row.ended_at = Set(Some(now));
        erasure_notice::Entity::update(row).exec(&tx).await?;
        events::log(&tx, entry, now).await?;
        Ok(tx.commit().await?)
    }
}
