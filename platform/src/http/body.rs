use std::error::Error as StdError;
use std::fmt;
use std::future::Future as _;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::body::{Body, Bytes, HttpBody};
use http_body::{Frame, SizeHint};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, Sleep, sleep_until};

use crate::error::Error;
use crate::limits::{Share, Shares};

/// The time that every body may take, however slow the connection is.
const GRACE: Duration = Duration::from_secs(10);
/// The same while places for connections are scarce, like the time for a request's head.
const SCARCE_GRACE: Duration = Duration::from_secs(3);
/// How often a body that is waited for looks whether places have become scarce.
const LOOK_AGAIN: Duration = Duration::from_secs(1);
/// The minimum rate beyond that, in bytes a second: below the slowest mobile networks that can transfer pictures.
const LEAST_RATE: u64 = 16 * 1024;

/// The size up to which bodies are not limited in number, in bytes. Visitors' requests are smaller.
const SMALL: u64 = 64 * 1024;
/// The most larger bodies at the same time. Uploads of files are limited to fewer, and JSON to
/// [`super::layers::BODY_LIMIT`] bytes.
const LARGE: usize = 64;
/// The most of these bodies from one address.
const LARGE_OF_ADDRESS: usize = 16;

/// Limits the number of bodies larger than [`SMALL`].
pub struct LargeBodies {
    all: Arc<Semaphore>,
    of_address: Shares,
}

impl Default for LargeBodies {
    fn default() -> Self {
        Self {
            all: Arc::new(Semaphore::new(LARGE)),
            of_address: Shares::new(LARGE_OF_ADDRESS),
        }
    }
}

impl LargeBodies {
    fn leave(&self, address: IpAddr) -> Option<Leave> {
        let of_address = self.of_address.try_take(address)?;
        let of_all = Arc::clone(&self.all).try_acquire_owned().ok()?;
        Some((of_all, of_address))
    }
}

/// Held while the body is being read.
type Leave = (OwnedSemaphorePermit, Share);

/// Tells whether places for connections are scarce, so that slow bodies have less time; an extension of a request.
#[derive(Clone)]
pub struct Hurry(Arc<dyn Fn() -> bool + Send + Sync>);

impl Hurry {
    /// Hurries while `are_scarce`.
    #[must_use]
    pub fn when(are_scarce: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        Self(Arc::new(are_scarce))
    }
}

/// A request's body that fails with [`Unread`] when it arrives more slowly than the minimum rate, or is large while
/// many others are. Time counts from the first read, so a request that waits for its turn loses nothing.
pub struct BoundedBody {
    body: Body,
    sender: IpAddr,
    large: Arc<LargeBodies>,
    hurry: Option<Hurry>,
    leave: Option<Leave>,
    arrived: u64,
    began: Option<Instant>,
    alarm: Option<Pin<Box<Sleep>>>,
}

impl BoundedBody {
    /// Bounds `body`, sent by `sender`. Without `hurry` it always has the whole time.
    #[must_use]
    pub fn new(body: Body, sender: IpAddr, large: Arc<LargeBodies>, hurry: Option<Hurry>) -> Self {
        Self {
            body,
            sender,
            large,
            hurry,
            leave: None,
            arrived: 0,
            began: None,
            alarm: None,
        }
    }

    /// Fails with `why` and ends the body.
    fn give_up<T>(&mut self, why: Unread) -> Poll<Option<Result<T, axum::Error>>> {
        self.body = Body::empty();
        Poll::Ready(Some(Err(axum::Error::new(why))))
    }
}

impl HttpBody for BoundedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let this = &mut *self;
        let began = *this.began.get_or_insert_with(Instant::now);
        match Pin::new(&mut this.body).poll_frame(cx) {
            Poll::Ready(frame) => {
                if let Some(Ok(frame)) = &frame {
                    let bytes = frame.data_ref().map_or(0, Bytes::len);
                    this.arrived += u64::try_from(bytes).unwrap_or(u64::MAX);
                    if this.arrived > SMALL && this.leave.is_none() {
                        this.leave = this.large.leave(this.sender);
                        if this.leave.is_none() {
                            return this.give_up(Unread::TooMany);
                        }
                    }
                }
                Poll::Ready(frame)
            }
            Poll::Pending => {
                let earned = Duration::from_millis(this.arrived * 1000 / LEAST_RATE);
                loop {
                    let is_hurried = this.hurry.as_ref().is_some_and(|hurry| (hurry.0)());
                    let grace = if is_hurried { SCARCE_GRACE } else { GRACE };
                    let (now, deadline) = (Instant::now(), began + grace + earned);
                    if now >= deadline {
                        return this.give_up(Unread::TooSlow);
                    }
                    let look = deadline.min(now + LOOK_AGAIN);
                    let alarm = this
                        .alarm
                        .get_or_insert_with(|| Box::pin(sleep_until(look)));
                    alarm.as_mut().reset(look);
                    ready!(alarm.as_mut().poll(cx));
                }
            }
        }
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// The reason why a body was not read completely.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unread {
    TooSlow,
    /// The body is large, and there are too many other large bodies.
    TooMany,
}

impl fmt::Display for Unread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::TooSlow => "the body arrived too slowly",
            Self::TooMany => "too many large bodies at the same time",
        })
    }
}

impl StdError for Unread {}

impl Unread {
    /// Returns the reason if it is among the causes of `error`.
    #[must_use]
    pub fn behind(error: &(dyn StdError + 'static)) -> Option<Self> {
        let mut cause = Some(error);
        while let Some(error) = cause {
            if let Some(why) = error.downcast_ref::<Self>() {
                return Some(*why);
            }
            cause = error.source();
        }
        None
    }
}

impl From<Unread> for Error {
    fn from(why: Unread) -> Self {
        match why {
            Unread::TooSlow => Self::TooSlow,
            Unread::TooMany => Self::Busy,
        }
    }
}

#[cfg(test)]
mod tests {
    use futures::stream;
    use futures::{StreamExt as _, future};

    use super::*;

    fn bounded(body: Body) -> BoundedBody {
        BoundedBody::new(body, IpAddr::from([10, 0, 0, 1]), Arc::default(), None)
    }

    #[tokio::test]
    async fn an_address_sends_so_many_large_bodies_at_a_time_and_any_number_of_small_ones() {
        let large = Arc::new(LargeBodies::default());
        let begin = |address: [u8; 4], bytes: usize| {
            let whole = stream::iter([Ok::<_, std::io::Error>(Bytes::from(vec![0; bytes]))]);
            let body = Body::from_stream(whole.chain(stream::pending()));
            let bounded = BoundedBody::new(body, IpAddr::from(address), Arc::clone(&large), None);
            let mut stream = Body::new(bounded).into_data_stream();
            async move {
                let first = stream.next().await.unwrap();
                first
                    .map(|_| stream)
                    .map_err(|error| Unread::behind(&error))
            }
        };
        let (one, other) = ([10, 0, 0, 1], [10, 0, 0, 2]);
        let mut held = Vec::new();
        for _ in 0..100 {
            held.push(begin(one, 64 * 1024).await.unwrap());
        }
        for _ in 0..16 {
            held.push(begin(one, 64 * 1024 + 1).await.unwrap());
        }
        let refused = begin(one, 64 * 1024 + 1).await.err();
        assert_eq!(refused, Some(Some(Unread::TooMany)));
        held.push(begin(other, 64 * 1024 + 1).await.unwrap());
        held.clear();
        assert!(begin(one, 64 * 1024 + 1).await.is_ok());
    }

    /// Returns the bytes that arrive from a body of pieces of `piece` bytes, one per `pause`, before it is given up;
    /// None if it is not given up.
    async fn read(piece: usize, pause: Duration, pieces: usize) -> (usize, bool) {
        let slow = stream::iter(0..pieces).then(move |_| async move {
            tokio::time::sleep(pause).await;
            Ok::<_, std::io::Error>(Bytes::from(vec![0; piece]))
        });
        let body = bounded(Body::from_stream(slow.boxed()));
        let mut arrived = 0;
        let mut given_up = false;
        Body::new(body)
            .into_data_stream()
            .for_each(|piece| {
                match piece {
                    Ok(piece) => arrived += piece.len(),
                    Err(error) => given_up = Unread::behind(&error) == Some(Unread::TooSlow),
                }
                future::ready(())
            })
            .await;
        (arrived, given_up)
    }

    #[tokio::test(start_paused = true)]
    async fn a_body_has_ten_seconds_and_then_a_least_rate() {
        let second = Duration::from_secs(1);
        // At the minimum rate without end, and at half of it.
        assert_eq!(read(16 * 1024, second, 600).await, (600 * 16 * 1024, false));
        let (arrived, given_up) = read(8 * 1024, second, 600).await;
        assert!(given_up);
        assert!((18..=20).contains(&(arrived / 8 / 1024)), "{arrived}");
        // A small body.
        assert_eq!(read(1, 9 * second, 1).await, (1, false));
        assert_eq!(read(1, 11 * second, 1).await, (0, true));
    }

    /// Returns the seconds after which a body of which nothing arrives is given up; places become scarce after
    /// `scarce_after`.
    async fn seconds(scarce_after: u64) -> u64 {
        let began = Instant::now();
        let scarce = began + Duration::from_secs(scarce_after);
        let body = Body::from_stream(stream::pending::<Result<Bytes, std::io::Error>>());
        let mut body = bounded(body);
        body.hurry = Some(Hurry::when(move || Instant::now() >= scarce));
        let read = axum::body::to_bytes(Body::new(body), 10).await;
        assert_eq!(Unread::behind(&read.unwrap_err()), Some(Unread::TooSlow));
        began.elapsed().as_secs()
    }

    #[tokio::test(start_paused = true)]
    async fn a_body_has_three_seconds_while_places_are_scarce() {
        assert_eq!(seconds(0).await, 3);
        assert_eq!(seconds(2).await, 3);
        let late = seconds(5).await;
        assert!((5..=6).contains(&late), "{late}");
        assert_eq!(seconds(20).await, 10);
    }

    #[tokio::test(start_paused = true)]
    async fn waiting_for_its_turn_costs_a_body_nothing() {
        let slow = stream::iter([Ok::<_, std::io::Error>(Bytes::from_static(b"a"))]);
        let body = bounded(Body::from_stream(slow));
        tokio::time::sleep(Duration::from_mins(5)).await;
        let read = axum::body::to_bytes(Body::new(body), 10).await;
        assert_eq!(read.unwrap(), "a");
    }
}
