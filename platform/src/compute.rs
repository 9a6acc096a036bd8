//! Runs processor-heavy work of requests on threads that do not serve requests, a bounded number at a time.

use std::sync::Arc;
use std::thread;
use std::time::Duration;

use anyhow::Context;
use tokio::sync::Semaphore;
use tokio::{task, time};

use crate::error::{Error, Result};

/// The most tasks that may wait; more are refused at once.
const QUEUE: usize = 64;
/// How long a task waits for its turn before it is refused.
const PATIENCE: Duration = Duration::from_secs(5);

/// Limits tasks that run and wait.
pub struct Compute {
    /// Tasks that run or wait.
    places: Arc<Semaphore>,
    /// Tasks that run. One core is left for everything else.
    cores: Arc<Semaphore>,
    patience: Duration,
}

impl Default for Compute {
    fn default() -> Self {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        Self::with(cores.saturating_sub(1).max(1), QUEUE)
    }
}

impl Compute {
    /// Runs `at_once` tasks while `queue` more wait.
    #[must_use]
    pub fn with(at_once: usize, queue: usize) -> Self {
        Self {
            places: Arc::new(Semaphore::new(at_once + queue)),
            cores: Arc::new(Semaphore::new(at_once)),
            patience: PATIENCE,
        }
    }

    /// Runs `work` and returns its result.
    ///
    /// # Errors
    /// [`Error::Busy`] when too many tasks wait already, or the turn does not come in time.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T> {
        let busy = |_| Error::Busy;
        let place = Arc::clone(&self.places).try_acquire_owned();
        let place = place.map_err(|_| Error::Busy)?;
        let core = time::timeout(self.patience, Arc::clone(&self.cores).acquire_owned());
        let core = core.await.map_err(busy)?.map_err(|_| Error::Busy)?;
        // The thread holds the permits, because cancelling the request does not stop it.
        let outcome = task::spawn_blocking(move || {
            let outcome = work();
            drop((place, core));
            outcome
        });
        Ok(outcome.await.context("a computation did not finish")?)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    #[tokio::test]
    async fn a_full_queue_is_busy_and_the_threads_stay_free() {
        let compute = Arc::new(Compute {
            patience: Duration::from_millis(50),
            ..Compute::with(1, 1)
        });
        let (release, gate) = mpsc::channel::<()>();
        let slow = {
            let compute = Arc::clone(&compute);
            tokio::spawn(async move { compute.run(move || gate.recv()).await })
        };
        task::yield_now().await;
        let waiting = {
            let compute = Arc::clone(&compute);
            tokio::spawn(async move { compute.run(|| 2).await })
        };
        task::yield_now().await;
        assert!(matches!(compute.run(|| 3).await, Err(Error::Busy)));
        // The turn does not come in time.
        assert!(matches!(waiting.await.unwrap(), Err(Error::Busy)));

        release.send(()).unwrap();
        assert!(slow.await.unwrap().unwrap().is_ok());
        assert_eq!(compute.run(|| 4).await.unwrap(), 4);
    }

    #[tokio::test]
    async fn a_panic_costs_one_answer() {
        let compute = Compute::with(1, 0);
        assert!(matches!(
            compute.run(|| panic!("once")).await,
            Err::<(), _>(Error::Internal(_))
        ));
        assert_eq!(compute.run(|| 1).await.unwrap(), 1);
    }
}
