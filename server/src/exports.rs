//! Files that are written for an account: a few at a time, because each reads a whole event and may be read slowly.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::OwnedSemaphorePermit;

use crate::error::{Error, Result};
use crate::ids::UserId;
use crate::limits::KeyedSemaphores;

/// Files written for one account at the same time.
const AT_ONCE: usize = 3;
/// When asking again is worth it.
const PAUSE: Duration = Duration::from_secs(10);

/// Who has files written right now, on this server.
#[derive(Default)]
pub struct Exports(KeyedSemaphores<UserId>);

impl Exports {
    /// Leave to write one more file for `account`, until what is returned is dropped.
    ///
    /// # Errors
    /// 5003 (HTTP 429) while as many are written as an account may have.
    pub fn begin(&self, account: UserId) -> Result<OwnedSemaphorePermit> {
        let semaphore: Arc<_> = self.0.semaphore(account, AT_ONCE);
        let permit = semaphore.try_acquire_owned();
        permit.map_err(|_| Error::TooManyRequests { retry_after: PAUSE })
    }
}
