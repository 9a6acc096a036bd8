//! Removes the rows of jobs that have succeeded. Those that finish while others are being removed share a transaction,
//! so that sending many mails costs few commits.

use std::sync::{Mutex, MutexGuard, PoisonError};

use hoi_db::Db;
use sea_orm::{ColumnTrait, DbErr, EntityTrait, QueryFilter};
use tokio::sync::{Mutex as Turn, oneshot};
use uuid::Uuid;

use crate::entity::{Column, Entity};

/// A job whose row is to be removed, and whom to tell.
type Waiting = (Uuid, oneshot::Sender<Result<(), DbErr>>);

#[derive(Default)]
pub(crate) struct Removals {
    waiting: Mutex<Vec<Waiting>>,
    turn: Turn<()>,
}

impl Removals {
    /// Removes the row of a job.
    ///
    /// # Errors
    /// When the transaction failed; then none of those that shared it is removed.
    pub(crate) async fn remove(&self, db: &Db, id: Uuid) -> Result<(), DbErr> {
        let (sender, mut done) = oneshot::channel();
        self.waiting().push((id, sender));
        let _turn = self.turn.lock().await;
        match done.try_recv() {
            // It was removed with others while it waited for its turn.
            Ok(removed) => return removed,
            // It is still among those that wait.
            Err(oneshot::error::TryRecvError::Empty) => {}
            // The one that removed the others was cancelled.
            Err(oneshot::error::TryRecvError::Closed) => return remove(db, vec![id]).await,
        }
        let together = std::mem::take(&mut *self.waiting());
        let removed = remove(db, together.iter().map(|(id, _)| *id).collect()).await;
        for (_, sender) in together {
            // The job that removed them does not wait for itself.
            drop(sender.send(removed.clone()));
        }
        removed
    }

    fn waiting(&self) -> MutexGuard<'_, Vec<Waiting>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

async fn remove(db: &Db, ids: Vec<Uuid>) -> Result<(), DbErr> {
    let tx = db.write().await?;
    Entity::delete_many()
        .filter(Column::Id.is_in(ids))
        .exec(&tx)
        .await?;
    tx.commit().await
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::disallowed_methods)]
mod tests {
    use std::sync::Arc;

    use hoi_db::{Migration, Timestamp, test_support};
    use sea_orm::{PaginatorTrait, Set};
    use tokio::task::JoinSet;

    use super::*;
    use crate::Lane;
    use crate::entity::{ActiveModel, State};

    const SCHEMA: &[Migration] = &[Migration {
        name: "0002_jobs",
        sql: include_str!("../../../server/migrations/0002_jobs.sql"),
    }];

    /// One of them is cancelled, as at the end of the server, whether it removes the others or waits for its turn.
    #[tokio::test]
    async fn all_that_are_told_so_are_removed() {
        let folder = tempfile::tempdir().unwrap();
        let url = test_support::fresh_database(folder.path(), SCHEMA).await;
        let db = Db::open(&url).await.unwrap();
        let removals = Arc::new(Removals::default());
        for cancelled in 0..20 {
            let ids: Vec<_> = (0..20).map(|_| Uuid::now_v7()).collect();
            let rows = ids.iter().map(|id| ActiveModel {
                id: Set(*id),
                name: Set("test".to_owned()),
                payload: Set(serde_json::json!({})),
                state: Set(State::Waiting),
                lane: Set(Lane::Normal),
                attempts: Set(0),
                run_at: Set(Timestamp(0)),
                due_at: Set(Timestamp(0)),
                created_at: Set(Timestamp(0)),
                ..Default::default()
            });
            let tx = db.write().await.unwrap();
            let rows = Entity::insert_many(rows);
            rows.exec_without_returning(&tx).await.unwrap();
            tx.commit().await.unwrap();
            let mut tasks = JoinSet::new();
            let mut handles = Vec::new();
            for id in ids {
                let (removals, db) = (Arc::clone(&removals), db.clone());
                handles.push(tasks.spawn(async move { removals.remove(&db, id).await }));
            }
            if let Some(handle) = handles.get(cancelled) {
                tokio::task::yield_now().await;
                handle.abort();
            }
            let mut removed = 0;
            while let Some(task) = tasks.join_next().await {
                if let Ok(done) = task {
                    done.unwrap();
                    removed += 1;
                }
            }
            assert!(removed >= 19, "{removed}");
            let left = Entity::find().count(db.read()).await.unwrap();
            assert!(left <= 20 - removed, "{left} rows are left of {removed}");
            removals.waiting().clear();
            let tx = db.write().await.unwrap();
            Entity::delete_many().exec(&tx).await.unwrap();
            tx.commit().await.unwrap();
        }
    }
}
