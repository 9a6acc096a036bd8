use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use hyper::rt::{Sleep, Timer};
use tokio::time::{Instant, sleep_until};

use super::Limits;

/// The time for the head of a request while places for connections are scarce, counted like
/// [`HEAD_TIMEOUT`](super::HEAD_TIMEOUT).
const SCARCE_HEAD_TIMEOUT: Duration = Duration::from_secs(3);
/// How often a connection that waits longer for a head looks whether places have become scarce.
const LOOK_AGAIN: Duration = Duration::from_secs(1);

/// The clock by which hyper ends connections that wait for a head, its only use of a timer here. It rings early when
/// places for connections are scarce, unless the other side is a proxy: that keeps connections for the next visitor.
pub(super) struct HeadTimer {
    limits: Arc<Limits>,
    is_proxy: bool,
}

impl HeadTimer {
    pub(super) fn new(limits: Arc<Limits>, is_proxy: bool) -> Self {
        Self { limits, is_proxy }
    }

    fn until(&self, deadline: Instant) -> impl Future<Output = ()> + Send + Sync + use<> {
        let limits = Arc::clone(&self.limits);
        let first_look = if self.is_proxy {
            deadline
        } else {
            Instant::now() + SCARCE_HEAD_TIMEOUT
        };
        async move {
            let mut look = first_look;
            loop {
                sleep_until(look.min(deadline)).await;
                if look >= deadline || limits.are_scarce() {
                    return;
                }
                look += LOOK_AGAIN;
            }
        }
    }
}

impl Timer for HeadTimer {
    fn sleep(&self, duration: Duration) -> Pin<Box<dyn Sleep>> {
        self.sleep_until(self.now() + duration)
    }

    fn sleep_until(&self, deadline: std::time::Instant) -> Pin<Box<dyn Sleep>> {
        let until = self.until(Instant::from_std(deadline));
        Box::pin(Waiting(Box::pin(until)))
    }

    fn now(&self) -> std::time::Instant {
        Instant::now().into_std()
    }
}

/// The wait for a head.
struct Waiting(Pin<Box<dyn Future<Output = ()> + Send + Sync>>);

impl Future for Waiting {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        self.0.as_mut().poll(cx)
    }
}

impl Sleep for Waiting {}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use hoi_platform::config::TrustedProxies;

    use super::*;

    const ADDRESS: IpAddr = IpAddr::V4(std::net::Ipv4Addr::LOCALHOST);

    /// Returns the seconds until a head is waited for no longer; places become scarce after `scarce_after`.
    async fn seconds(is_proxy: bool, scarce_after: Option<u64>) -> u64 {
        let limits = Arc::new(Limits::new(4, 4, TrustedProxies::default()));
        let timer = HeadTimer::new(Arc::clone(&limits), is_proxy);
        let began = Instant::now();
        let waiting = timer.sleep(Duration::from_secs(30));
        let become_scarce = async {
            let Some(after) = scarce_after else {
                return Vec::new();
            };
            sleep_until(began + Duration::from_secs(after)).await;
            (0..3).map(|_| limits.admit(ADDRESS)).collect()
        };
        let ((), held) = tokio::join!(waiting, become_scarce);
        drop(held);
        began.elapsed().as_secs()
    }

    #[tokio::test(start_paused = true)]
    async fn a_head_has_three_seconds_when_places_are_scarce_and_else_half_a_minute() {
        assert_eq!(seconds(false, None).await, 30);
        assert_eq!(seconds(false, Some(0)).await, 3);
        assert_eq!(seconds(false, Some(2)).await, 3);
        let late = seconds(false, Some(10)).await;
        assert!((10..=11).contains(&late), "{late}");
        assert_eq!(seconds(true, Some(0)).await, 30);
    }
}
