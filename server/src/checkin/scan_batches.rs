//! Scans that arrive at the same moment are decided together, in order of arrival, in one short transaction. At rest
//! that is one scan a transaction, without delay; when many gates scan, it is what makes them fast.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::oneshot;

use super::attempt::{self, Attempt, Scan};
use crate::app::App;
use crate::error::{Error, Result};

/// The most scans that wait. Further ones are refused at once (5003), and sent again by the devices.
const QUEUE: usize = 2048;
/// Scans decided in one transaction.
const BATCH: usize = 256;

/// The scans that wait on this server.
#[derive(Default)]
pub struct ScanBatches {
    waiting: Mutex<VecDeque<Waiting>>,
    /// Whoever has it decides about all who wait.
    turn: tokio::sync::Mutex<()>,
}

struct Waiting {
    scan: Scan,
    reply: oneshot::Sender<Result<Attempt>>,
}

impl ScanBatches {
    /// Makes an attempt together with those that wait. It is made even if its caller stops waiting.
    ///
    /// # Errors
    /// Those of an attempt; 5003 (HTTP 503) when too many wait.
    pub async fn make(self: &Arc<Self>, app: &App, scan: Scan) -> Result<Attempt> {
        let (reply, answer) = oneshot::channel();
        {
            let mut waiting = self.waiting();
            if waiting.len() >= QUEUE {
                return Err(Error::Busy);
            }
            waiting.push_back(Waiting { scan, reply });
        }
        // A task of its own, so that a caller who stops waiting takes no other scans along.
        tokio::spawn(Arc::clone(self).take_turn(app.clone()));
        answer
            .await
            .map_err(|_| anyhow::anyhow!("a scan was left unanswered"))?
    }

    async fn take_turn(self: Arc<Self>, app: App) {
        let _turn = self.turn.lock().await;
        let batch: Vec<_> = {
            let mut waiting = self.waiting();
            let size = waiting.len().min(BATCH);
            waiting.drain(..size).collect()
        };
        // Somebody with an earlier turn has decided.
        if batch.is_empty() {
            return;
        }
        let (scans, replies): (Vec<_>, Vec<_>) = batch
            .into_iter()
            .map(|waiting| (waiting.scan, waiting.reply))
            .unzip();
        for (reply, made) in replies.into_iter().zip(decide(&app, &scans).await) {
            // If the caller has stopped waiting, the attempt stays.
            drop(reply.send(made));
        }
    }

    fn waiting(&self) -> MutexGuard<'_, VecDeque<Waiting>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
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
        // While the database cannot be reached, the others would only wait longer.
        let is_unreachable = matches!(made.last(), Some(Err(Error::Busy)));
        made.push(if is_unreachable {
            Err(Error::Busy)
        } else {
            attempt::make(app, scan).await
        });
    }
    made
}
