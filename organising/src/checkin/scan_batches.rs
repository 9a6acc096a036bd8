//! Decides scans that arrive at the same moment together, in order of arrival, in one short transaction. A single scan
//! has a transaction of its own, without delay; scans of many gates share one, which makes them fast.

use std::collections::VecDeque;
use std::panic::AssertUnwindSafe;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use futures::FutureExt as _;
use hoi_platform::app::App;
use hoi_platform::error::{Error, Result};
use tokio::sync::{Notify, oneshot};
use tokio::time::{Instant, timeout_at};

use super::attempt::{self, Attempt, Scan};

/// The most scans that wait. Further ones are refused at once (5003), and sent again by the devices.
const QUEUE: usize = 2048;
/// Scans decided in one transaction.
const BATCH: usize = 256;
/// Devices that got their answers together tend to scan together. After a batch of this size or larger, the next one
/// waits for as many scans, so that they share a transaction…
const COMPANIONS: usize = 4;
/// …for at most this time.
const PATIENCE: Duration = Duration::from_millis(1);

/// The scans that wait on this server.
#[derive(Default)]
pub struct ScanBatches {
    queue: Mutex<Queue>,
    /// Wakes the deciding task when as many scans wait as it wants.
    enough: Notify,
}

#[derive(Default)]
struct Queue {
    waiting: VecDeque<Waiting>,
    /// Whether a task is deciding the waiting scans.
    is_deciding: bool,
    /// How many scans the task waits for, if it does.
    wanted: Option<usize>,
}

struct Waiting {
    scan: Scan,
    reply: oneshot::Sender<Result<Attempt>>,
}

impl ScanBatches {
    /// Makes an attempt together with the waiting ones. It is made even if its caller stops waiting.
    ///
    /// # Errors
    /// Those of an attempt; 5003 (HTTP 503) when too many wait.
    pub async fn make(self: &Arc<Self>, app: &App, scan: Scan) -> Result<Attempt> {
        let (reply, answer) = oneshot::channel();
        let was_deciding = {
            let mut queue = self.queue();
            if queue.waiting.len() >= QUEUE {
                return Err(Error::Busy);
            }
            queue.waiting.push_back(Waiting { scan, reply });
            if queue
                .wanted
                .is_some_and(|wanted| queue.waiting.len() >= wanted)
            {
                self.enough.notify_one();
            }
            std::mem::replace(&mut queue.is_deciding, true)
        };
        if !was_deciding {
            // A task of its own, so that a caller who stops waiting does not cancel the others' scans.
            tokio::spawn(Arc::clone(self).decide_all(app.clone()));
        }
        answer
            .await
            .map_err(|_| anyhow::anyhow!("a scan was left unanswered"))?
    }

    async fn decide_all(self: Arc<Self>, app: App) {
        let mut companions = 0;
        loop {
            self.wait_for(companions).await;
            let batch: Vec<_> = {
                let mut queue = self.queue();
                let size = queue.waiting.len().min(BATCH);
                queue.is_deciding = size > 0;
                queue.waiting.drain(..size).collect()
            };
            if batch.is_empty() {
                return;
            }
            companions = batch.len();
            // A panic fails this batch and not the door.
            let decided = AssertUnwindSafe(answer(&app, batch)).catch_unwind().await;
            if decided.is_err() {
                tracing::error!("scans were not decided, because deciding them panicked");
            }
        }
    }

    /// Waits until as many scans wait as the last batch had, but not for long.
    async fn wait_for(&self, companions: usize) {
        if companions < COMPANIONS {
            return;
        }
        let until = Instant::now() + PATIENCE;
        self.queue().wanted = Some(companions);
        let enough = async {
            while self.queue().waiting.len() < companions {
                self.enough.notified().await;
            }
        };
        // After the timeout, the scans that have arrived are decided without the others.
        let _ = timeout_at(until, enough).await;
        self.queue().wanted = None;
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Decides scans, and answers them.
async fn answer(app: &App, batch: Vec<Waiting>) {
    let (scans, replies): (Vec<_>, Vec<_>) = batch
        .into_iter()
        .map(|waiting| (waiting.scan, waiting.reply))
        .unzip();
    for (reply, made) in replies.into_iter().zip(decide(app, &scans).await) {
        // If the caller has stopped waiting, the attempt stays.
        drop(reply.send(made));
    }
}

/// Makes attempts together; if they cannot be stored together, each alone, so that none fails because of another.
async fn decide(app: &App, scans: &[Scan]) -> Vec<Result<Attempt>> {
    match attempt::make_all(app, scans).await {
        Ok(made) => return made,
        Err(error) => tracing::warn!(?error, size = scans.len(), "scans were not stored together"),
    }
    let mut made: Vec<Result<Attempt>> = Vec::with_capacity(scans.len());
    for scan in scans {
        // While the database cannot be reached, trying the others would only make them wait longer.
        let is_unreachable = matches!(made.last(), Some(Err(Error::Busy)));
        made.push(if is_unreachable {
            Err(Error::Busy)
        } else {
            attempt::make(app, scan).await
        });
    }
    made
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn many_are_waited_for_a_moment_and_few_not_at_all() {
        let batches = ScanBatches::default();
        for (companions, waited) in [
            (0, Duration::ZERO),
            (COMPANIONS - 1, Duration::ZERO),
            (COMPANIONS, PATIENCE),
            (BATCH, PATIENCE),
        ] {
            let began = Instant::now();
            batches.wait_for(companions).await;
            assert_eq!(began.elapsed(), waited, "after {companions}");
            assert_eq!(batches.queue().wanted, None);
        }
    }
}
