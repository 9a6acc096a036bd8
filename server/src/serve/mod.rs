//! Connections: how many are taken, from whom, how long a client may be silent, and how they end when the server stops.
//!
//! Requests and their bodies are the business of [`crate::http`].

pub mod signals;
mod stream;

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, sleep, timeout_at};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tower::Service as _;

use self::stream::Stream;
use crate::limits::{Share, Shares};

/// How long the head of a request may take, from the moment the connection has nothing else to do.
const HEAD_TIMEOUT: Duration = Duration::from_secs(30);
/// Bytes that are kept of one connection while they are read or written; also the largest head of a request.
const BUFFER: usize = 64 * 1024;
/// Connections at the same time when the system allows enough files.
const MOST_CONNECTIONS: usize = 4096;
/// Files the server needs for itself: database, uploads, mails.
const OWN_FILES: usize = 256;
/// Connections of one address. A school or an office may be behind it, with several connections for every browser.
const MOST_OF_ADDRESS: usize = 512;
/// Pause after the system refused to hand over a connection, for example because too many files are open.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);
/// How often refused connections are logged.
const LOG_PAUSE: Duration = Duration::from_mins(1);
/// What a connection that is refused hears, if it listens.
const REFUSAL: &[u8] =
    b"HTTP/1.1 503 Service Unavailable\r\nretry-after: 1\r\nconnection: close\r\ncontent-length: 0\r\n\r\n";

/// How many connections are taken.
pub struct Limits {
    all: Arc<Semaphore>,
    of_address: Shares,
    /// Proxies, whose connections belong to many people.
    unlimited: Vec<IpAddr>,
}

/// What a connection holds for as long as it is open.
struct Places {
    _of_all: OwnedSemaphorePermit,
    _of_address: Option<Share>,
}

impl Limits {
    /// `most` connections, of which a single address may hold `of_address`, unless it is one of `unlimited`.
    #[must_use]
    pub fn new(most: usize, of_address: usize, unlimited: Vec<IpAddr>) -> Self {
        Self {
            all: Arc::new(Semaphore::new(most)),
            of_address: Shares::new(of_address),
            unlimited,
        }
    }

    /// As many as `files` that the process may open allow, up to 4096; one address may hold 512 of them, and never more
    /// than a quarter.
    #[must_use]
    pub fn for_files(files: usize, unlimited: Vec<IpAddr>) -> Self {
        let most = files
            .saturating_sub(OWN_FILES)
            .max(files / 2)
            .clamp(1, MOST_CONNECTIONS);
        Self::new(most, MOST_OF_ADDRESS.min(most / 4).max(1), unlimited)
    }

    fn admit(&self, address: IpAddr) -> Option<Places> {
        let of_all = Arc::clone(&self.all).try_acquire_owned().ok()?;
        let of_address = if self.unlimited.contains(&address) {
            None
        } else {
            Some(self.of_address.try_take(address)?)
        };
        Some(Places {
            _of_all: of_all,
            _of_address: of_address,
        })
    }
}

/// Lets the process open as many files as the system allows; returns how many.
#[must_use]
pub fn raise_file_limit() -> usize {
    let limit = getrlimit(Resource::Nofile);
    let raised = Rlimit {
        current: limit.maximum,
        ..limit
    };
    let current = match setrlimit(Resource::Nofile, raised) {
        Ok(()) => raised.current,
        Err(error) => {
            tracing::warn!(%error, "the limit of open files could not be raised");
            limit.current
        }
    };
    current.map_or(usize::MAX, |files| {
        usize::try_from(files).unwrap_or(usize::MAX)
    })
}

/// HTTP connections that were open when the server was asked to stop; sockets are not waited for.
pub struct Remaining {
    open: TaskTracker,
    cut: CancellationToken,
}

impl Remaining {
    /// Waits until all connections have ended; those that are left at `deadline` are cut.
    pub async fn end(self, deadline: Instant) {
        self.open.close();
        if timeout_at(deadline, self.open.wait()).await.is_err() {
            tracing::warn!(connections = self.open.len(), "connections were cut");
            self.cut.cancel();
        }
    }
}

/// Serves `router` on `listener` until `stop`. Connections that have nothing to do then end at once, the others after
/// the answer they are at.
pub async fn serve(
    listener: TcpListener,
    router: Router,
    limits: Limits,
    stop: CancellationToken,
) -> Remaining {
    let remaining = Remaining {
        open: TaskTracker::new(),
        cut: CancellationToken::new(),
    };
    let mut refused = Refused::default();
    loop {
        let accepted = tokio::select! {
            biased;
            () = stop.cancelled() => return remaining,
            accepted = listener.accept() => accepted,
        };
        let (socket, peer) = match accepted {
            Ok((socket, peer)) => (socket, peer),
            Err(error) => {
                tracing::warn!(%error, "a connection could not be taken");
                sleep(ACCEPT_PAUSE).await;
                continue;
            }
        };
        // A listener on all addresses writes IPv4 as IPv6.
        let peer = SocketAddr::new(peer.ip().to_canonical(), peer.port());
        let Some(places) = limits.admit(peer.ip()) else {
            // A best effort: waiting for the client would cost what is refused.
            let _ = socket.try_write(REFUSAL);
            refused.count();
            continue;
        };
        let stream = Stream::new(socket_without_delay(socket), places);
        let (router, stop, cut) = (router.clone(), stop.clone(), remaining.cut.clone());
        remaining.open.spawn(async move {
            tokio::select! {
                () = cut.cancelled() => {}
                () = converse(stream, peer, router, stop) => {}
            }
        });
    }
}

/// Answers are written whole, so waiting for more to send would only make them late.
fn socket_without_delay(socket: TcpStream) -> TcpStream {
    if let Err(error) = socket.set_nodelay(true) {
        tracing::debug!(%error, "a connection keeps its delay");
    }
    socket
}

async fn converse(stream: Stream, peer: SocketAddr, router: Router, stop: CancellationToken) {
    let service = service_fn(move |mut request: hyper::Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(peer));
        router.clone().call(request.map(Body::new))
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIMEOUT)
        .max_buf_size(BUFFER)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    tokio::pin!(connection);
    let ended = tokio::select! {
        ended = connection.as_mut() => ended,
        () = stop.cancelled() => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = ended {
        tracing::debug!(%error, "a connection broke off");
    }
}

/// Counts refused connections between two lines of the log.
#[derive(Default)]
struct Refused {
    since_logged: u64,
    logged_at: Option<Instant>,
}

impl Refused {
    fn count(&mut self) {
        self.since_logged += 1;
        if self
            .logged_at
            .is_none_or(|logged| logged.elapsed() >= LOG_PAUSE)
        {
            tracing::warn!(
                connections = self.since_logged,
                "connections were refused, because there were too many"
            );
            *self = Self {
                since_logged: 0,
                logged_at: Some(Instant::now()),
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn most(files: usize) -> usize {
        Limits::for_files(files, Vec::new()).all.available_permits()
    }

    #[test]
    fn connections_leave_files_for_the_server() {
        assert_eq!(most(usize::MAX), 4096);
        assert_eq!(most(4096 + 256), 4096);
        assert_eq!(most(4096 + 255), 4095);
        assert_eq!(most(1024), 768);
        assert_eq!(most(256), 128);
        assert_eq!(most(0), 1);
    }

    #[test]
    fn one_address_never_takes_more_than_a_quarter_and_a_proxy_all() {
        let proxy = IpAddr::from([10, 0, 0, 1]);
        let limits = Limits::for_files(1024, vec![proxy]);
        let mut held = Vec::new();
        while let Some(places) = limits.admit(IpAddr::from([10, 0, 0, 2])) {
            held.push(places);
        }
        assert_eq!(held.len(), 192);
        while let Some(places) = limits.admit(proxy) {
            held.push(places);
        }
        assert_eq!(held.len(), 768);
        assert!(limits.admit(IpAddr::from([10, 0, 0, 3])).is_none());
        held.pop();
        assert!(limits.admit(IpAddr::from([10, 0, 0, 3])).is_some());
    }
}
