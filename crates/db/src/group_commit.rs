//! Small changes that arrive at the same moment, in one transaction.

use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};

use sea_orm::DbErr;
use tokio::sync::oneshot::error::TryRecvError;
use tokio::sync::{Mutex as Turn, oneshot};

use crate::{Db, Tx};

/// Commits changes of one kind. Those that arrive while others are being committed share the next transaction, so that
/// many of them cost few commits, and one alone does not wait.
pub struct GroupCommit<T> {
    waiting: Mutex<Vec<Waiting<T>>>,
    turn: Turn<()>,
}

/// A change, and the sender of its outcome.
type Waiting<T> = (T, oneshot::Sender<Result<(), DbErr>>);

impl<T> Default for GroupCommit<T> {
    fn default() -> Self {
        Self {
            waiting: Mutex::default(),
            turn: Turn::default(),
        }
    }
}

impl<T> fmt::Debug for GroupCommit<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("GroupCommit")
            .finish_non_exhaustive()
    }
}

impl<T: Clone> GroupCommit<T> {
    /// Commits a change by `write`, which writes all that share the transaction. A caller who stops waiting may have
    /// the change committed nevertheless; if that one was committing for others, theirs may be written a second time.
    ///
    /// # Errors
    /// When the transaction failed; then none of the changes that shared it is stored.
    pub async fn commit(
        &self,
        db: &Db,
        change: T,
        write: impl AsyncFn(&Tx, Vec<T>) -> Result<(), DbErr>,
    ) -> Result<(), DbErr> {
        let (sender, mut done) = oneshot::channel();
        self.waiting().push((change.clone(), sender));
        let _turn = self.turn.lock().await;
        match done.try_recv() {
            // It was committed with others while it waited for its turn.
            Ok(committed) => return committed,
            // It is still among those that wait.
            Err(TryRecvError::Empty) => {}
            // The caller that committed the others was cancelled, before or after the commit.
            Err(TryRecvError::Closed) => return commit(db, vec![change], write).await,
        }
        let waiting = std::mem::take(&mut *self.waiting());
        let (changes, senders): (Vec<_>, Vec<_>) = waiting.into_iter().unzip();
        let committed = commit(db, changes, write).await;
        for sender in senders {
            // The receiver of a cancelled caller is gone, which is no error.
            drop(sender.send(committed.clone()));
        }
        committed
    }

    fn waiting(&self) -> MutexGuard<'_, Vec<Waiting<T>>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

async fn commit<T>(
    db: &Db,
    changes: Vec<T>,
    write: impl AsyncFn(&Tx, Vec<T>) -> Result<(), DbErr>,
) -> Result<(), DbErr> {
    let tx = db.write().await?;
    write(&tx, changes).await?;
    tx.commit().await
}
