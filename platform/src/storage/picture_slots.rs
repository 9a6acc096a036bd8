//! Slots for making smaller versions of pictures. Making one takes a core and tens of megabytes for a moment.

use std::sync::Arc;
use std::thread;
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use crate::limits::KeyedSemaphores;

/// How long a request waits for a slot.
const PATIENCE: Duration = Duration::from_secs(5);

/// Bounds the pictures that are made at the same time.
pub struct PictureSlots {
    all: Arc<Semaphore>,
    of_one: KeyedSemaphores<String>,
}

impl Default for PictureSlots {
    fn default() -> Self {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        Self::with((cores / 2).max(1))
    }
}

/// The leave to make one picture, until it is dropped.
#[derive(Debug)]
pub struct PictureSlot {
    _all: OwnedSemaphorePermit,
    _of_one: OwnedSemaphorePermit,
}

impl PictureSlots {
    /// Lets `at_once` pictures be made at the same time.
    #[must_use]
    pub fn with(at_once: usize) -> Self {
        Self {
            all: Arc::new(Semaphore::new(at_once)),
            of_one: KeyedSemaphores::default(),
        }
    }

    /// Waits until no other request to this server makes the picture called `name`, and then for a slot. The caller must
    /// look again whether the picture exists, because another request may have made it. None after [`PATIENCE`].
    pub async fn wait(&self, name: String) -> Option<PictureSlot> {
        let slot = async {
            let of_one = self.of_one.semaphore(name, 1).acquire_owned().await.ok()?;
            let all = Arc::clone(&self.all).acquire_owned().await.ok()?;
            Some(PictureSlot {
                _all: all,
                _of_one: of_one,
            })
        };
        timeout(PATIENCE, slot).await.ok().flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn one_picture_is_made_once_at_a_time_and_all_within_the_slots() {
        let slots = PictureSlots::with(2);
        let wait = |name: &str| slots.wait(name.to_owned());
        let first = wait("a").await;
        assert!(first.is_some());
        assert!(wait("a").await.is_none(), "another makes it");
        let second = wait("b").await;
        assert!(second.is_some());
        assert!(wait("c").await.is_none(), "no slot is left");
        drop(second);
        assert!(wait("c").await.is_some());
        drop(first);
        assert!(wait("a").await.is_some());
    }
}
