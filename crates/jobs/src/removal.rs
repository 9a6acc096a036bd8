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
