//! Common parts of exported files: how many are written for an account at the same time, because each reads a whole
//! event and may be downloaded slowly, and how they show a moment.

use std::sync::Arc;
use std::time::Duration;

use hoi_db::Timestamp;
use hoi_spreadsheet::Cell;
use tokio::sync::OwnedSemaphorePermit;

use crate::calendar::VIETNAM;
use crate::error::{Error, Result};
use crate::ids::UserId;
use crate::limits::KeyedSemaphores;

/// The most files written for one account at the same time.
const AT_ONCE: usize = 3;
/// The pause that a refused client is asked for.
const PAUSE: Duration = Duration::from_secs(10);

/// Returns a cell with the moment as the clocks of Vietnam show it, empty for None.
pub fn moment_cell(moment: Option<Timestamp>) -> Cell {
    let shown = moment.and_then(|moment| VIETNAM.find_shown(moment));
    shown.map_or(Cell::Empty, Cell::Moment)
}

/// The files being written on this server, by account.
#[derive(Default)]
pub struct Exports(KeyedSemaphores<UserId>);

impl Exports {
    /// Returns a permit to write one more file for `account`, held while it is written.
    ///
    /// # Errors
    /// 5003 (HTTP 429) while the account has the most files allowed.
    pub fn begin(&self, account: UserId) -> Result<OwnedSemaphorePermit> {
        let semaphore: Arc<_> = self.0.semaphore(account, AT_ONCE);
        let permit = semaphore.try_acquire_owned();
        permit.map_err(|_| Error::TooManyRequests { retry_after: PAUSE })
    }
}
