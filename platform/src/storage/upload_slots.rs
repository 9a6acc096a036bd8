//! Slots for uploads: how many files are held in memory and decoded at the same time, and for whom.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use crate::error::{Error, Result};
use crate::ids::{EventId, UserId};
use crate::limits::{KeyedSemaphores, Network, RateLimit, Share, Shares};

/// The most files in memory at the same time for each kind of sender, from the first byte of a request's body until the
/// file is stored.
const SLOTS: usize = 12;
/// The most of these files from one address.
const SLOTS_OF_ADDRESS: usize = 4;
/// The most of these files from one account, whatever its addresses.
const SLOTS_OF_ACCOUNT: usize = 3;
/// How long a request waits, unread, for others to finish.
const PATIENCE: Duration = Duration::from_secs(10);
/// Images decoded at the same time for each kind of sender. Each may take a few hundred megabytes.
const DECODERS: usize = 1;

/// The size of the files that visitors with one address may store for one event in an hour, in kilobytes: a quarter of
/// an event's allowance, about as many photos as one address may send at once.
const BUDGET: u32 = 256 * 1024;
const HOUR: Duration = Duration::from_hours(1);

/// Bounds the uploads of accounts and of visitors, each for themselves.
pub struct UploadSlots {
    accounts: Queue,
    of_visitors: Queue,
    /// Visitors' uploads per network address, which a school or an office may share.
    pub visitors: RateLimit,
    /// Kilobytes of visitors' pictures per event and network address.
    budgets: RateLimit<(EventId, Network)>,
}

/// The kind of sender. The kinds have separate queues, so neither waits for the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sender {
    /// A logged-in account.
    Account(UserId),
    /// A visitor of an event's page.
    Visitor,
}

/// The queue of one kind of sender.
struct Queue {
    slots: Arc<Semaphore>,
    of_address: Shares,
    of_account: KeyedSemaphores<UserId>,
    decoders: Arc<Semaphore>,
}

impl Default for Queue {
    fn default() -> Self {
        Self {
            slots: Arc::new(Semaphore::new(SLOTS)),
            of_address: Shares::new(SLOTS_OF_ADDRESS),
            of_account: KeyedSemaphores::default(),
            decoders: Arc::new(Semaphore::new(DECODERS)),
        }
    }
}

impl Default for UploadSlots {
    fn default() -> Self {
        Self {
            accounts: Queue::default(),
            of_visitors: Queue::default(),
            visitors: RateLimit::new(300, Duration::from_secs(1)),
            budgets: RateLimit::new(BUDGET, HOUR / BUDGET),
        }
    }
}

/// The share of the limits that a request holds while its file is in memory.
#[derive(Debug)]
pub struct UploadSlot {
    _all: OwnedSemaphorePermit,
    _address: Share,
    _account: Option<OwnedSemaphorePermit>,
}

impl UploadSlots {
    fn queue(&self, sender: Sender) -> &Queue {
        match sender {
            Sender::Account(_) => &self.accounts,
            Sender::Visitor => &self.of_visitors,
        }
    }

    /// Waits for a slot to hold a file in memory, until the returned slot is dropped.
    ///
    /// # Errors
    /// 5003 (HTTP 503) when there is none for ten seconds.
    pub async fn slot(&self, sender: Sender, address: IpAddr) -> Result<UploadSlot> {
        self.queue(sender).slot(sender, address).await
    }

    /// Refuses visitors with this address who have stored too much for `event` within an hour.
    ///
    /// # Errors
    /// 5003 (HTTP 429) with the time to wait.
    pub fn check_budget(&self, event: EventId, address: IpAddr, now: Duration) -> Result<()> {
        self.budgets.check_budget(event, address, now)
    }

    /// Counts the bytes that a visitor has stored for `event`.
    pub fn charge_budget(&self, event: EventId, address: IpAddr, bytes: usize, now: Duration) {
        let kilobytes = u32::try_from(bytes.div_ceil(1024)).unwrap_or(u32::MAX);
        self.budgets.charge_budget(event, address, kilobytes, now);
    }

    /// Waits for leave to decode an image, until the returned permit is dropped.
    pub async fn decoder(&self, sender: Sender) -> Result<OwnedSemaphorePermit> {
        let decoders = Arc::clone(&self.queue(sender).decoders);
        Ok(decoders
            .acquire_owned()
            .await
            .map_err(anyhow::Error::from)?)
    }
}

impl Queue {
    // An account and an address wait for their own shares first, so that they are never ahead of others more often than
    // they may hold slots.
    async fn slot(&self, sender: Sender, address: IpAddr) -> Result<UploadSlot> {
        let slot = async {
            let of_account = match sender {
                Sender::Account(id) => {
                    let own = self.of_account.semaphore(id, SLOTS_OF_ACCOUNT);
                    Some(own.acquire_owned().await.ok()?)
                }
                Sender::Visitor => None,
            };
            let of_address = self.of_address.take(address).await;
            let of_all = Arc::clone(&self.slots).acquire_owned().await.ok()?;
            Some(UploadSlot {
                _all: of_all,
                _address: of_address,
                _account: of_account,
            })
        };
        timeout(PATIENCE, slot)
            .await
            .ok()
            .flatten()
            .ok_or(Error::Busy)
    }
}

#[cfg(test)]
mod tests {
    use futures::future::join_all;

    use super::*;
    use crate::clock;

    #[tokio::test(start_paused = true)]
    async fn an_account_holds_three_slots_wherever_it_sends_from() {
        let slots = UploadSlots::default();
        let address = |last| IpAddr::from([127, 0, 67, last]);
        let slot = |account, last| {
            let sender = Sender::Account(account);
            slots.slot(sender, address(last))
        };
        let (an, binh) = (clock::new_id(), clock::new_id());
        let held = join_all([slot(an, 1), slot(an, 2), slot(an, 3)]).await;
        assert!(held.iter().all(Result::is_ok));
        assert!(matches!(slot(an, 4).await, Err(Error::Busy)));
        assert!(slot(binh, 1).await.is_ok());
        drop(held);
        assert!(slot(an, 4).await.is_ok());
    }
}
