//! Limits files that are written for an account at the same time, because each reads a whole event and may be
//! downloaded slowly.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::OwnedSemaphorePermit;

use crate::error::{Error, Result};
use crate::http::KeyedSemaphores;
use crate::ids::UserId;

/// The most files written for one account at the same time.
const AT_ONCE: usize = 3;
/// The pause that a refused client is asked for.
const PAUSE: Duration = Duration::from_secs(10);

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
