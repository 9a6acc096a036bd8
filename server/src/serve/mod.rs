//! Connections: how many are accepted, from which addresses, how long a client may be silent, and how they end when the
//! server stops.
//!
//! Requests and their bodies are handled in [`hoi_platform::http`].

mod head_timer;
mod places;
pub mod signals;
mod stream;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use self::head_timer::HeadTimer;
pub use self::places::Limits;
use self::stream::Stream;
use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::uri::Authority;
use axum::http::{HeaderValue, StatusCode, Version, header};
use axum::response::Response;
use hoi_platform::http::Hurry;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use tokio::io::AsyncWriteExt as _;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::time::{Instant, sleep, timeout, timeout_at};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tower::Service as _;

/// The longest time for the head of a request, counted while the connection is otherwise idle. It is shorter while
/// places for connections are scarce.
const HEAD_TIMEOUT: Duration = Duration::from_secs(30);
/// The buffer of one connection in bytes, which also limits the head of a request.
const BUFFER: usize = 64 * 1024;
/// The pause after accepting a connection failed, for example because too many files are open.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);
/// The interval between log lines about refused connections.
const LOG_PAUSE: Duration = Duration::from_mins(1);
/// How long the server waits for a further connection before it closes its listener.
const LAST_CONNECTION: Duration = Duration::from_millis(10);
/// How long it takes such connections at most.
const LAST_CONNECTIONS: Duration = Duration::from_millis(200);
/// How long a new connection has for its first request when the server stops.
const FIRST_REQUEST: Duration = Duration::from_millis(500);
/// The answer to a refused connection.
const REFUSAL: &[u8] =
    b"HTTP/1.1 503 Service Unavailable\r\nretry-after: 1\r\nconnection: close\r\ncontent-length: 0\r\n\r\n";

/// How long a refused client has to read its answer.
const LINGER: Duration = Duration::from_secs(2);
/// The most refused clients that have time to read. Further ones may see a connection that breaks: they are part of a
/// flood, and each costs an open file.
const MOST_LINGERING: usize = 128;

/// Raises the process's limit of open files as far as the system allows, and returns it.
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

/// HTTP connections that were open when the server was asked to stop. Upgraded sockets do not count.
pub struct Remaining {
    open: TaskTracker,
    cut: CancellationToken,
}

impl Remaining {
    /// Waits until all connections have ended, and cuts those that remain at `deadline`.
    pub async fn end(self, deadline: Instant) {
        self.open.close();
        if timeout_at(deadline, self.open.wait()).await.is_err() {
            tracing::warn!(connections = self.open.len(), "connections were cut");
            self.cut.cancel();
        }
    }
}

/// Serves `router` on `listener` until `stop`. Then idle connections end at once, others after their current answer.
/// Connections that were opened before are still taken, because closing the listener would break them.
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
    let limits = Arc::new(limits);
    let lingering = Arc::new(Semaphore::new(MOST_LINGERING));
    let mut refused = Refused::default();
    let mut stopped_at = None;
    loop {
        let accepted = if stop.is_cancelled() {
            let stopped_at = *stopped_at.get_or_insert_with(Instant::now);
            if stopped_at.elapsed() > LAST_CONNECTIONS {
                return remaining;
            }
            match timeout(LAST_CONNECTION, listener.accept()).await {
                Ok(accepted) => accepted,
                Err(_) => return remaining,
            }
        } else {
            tokio::select! {
                biased;
                () = stop.cancelled() => continue,
                accepted = listener.accept() => accepted,
            }
        };
        let (socket, peer) = match accepted {
            Ok((socket, peer)) => (socket, peer),
            Err(error) => {
                tracing::warn!(%error, "a connection could not be taken");
                sleep(ACCEPT_PAUSE).await;
                continue;
            }
        };
        // A listener on all addresses reports IPv4 addresses as IPv6.
        let peer = SocketAddr::new(peer.ip().to_canonical(), peer.port());
        let Some(place) = limits.admit(peer.ip()) else {
            refuse(socket, &lingering);
            refused.count();
            continue;
        };
        let stream = Stream::new(socket_without_delay(socket), place);
        let (router, limits) = (router.clone(), Arc::clone(&limits));
        let (stop, cut) = (stop.clone(), remaining.cut.clone());
        remaining.open.spawn(async move {
            tokio::select! {
                () = cut.cancelled() => {}
                () = converse(stream, peer, router, limits, stop) => {}
            }
        });
    }
}

/// Refuses a connection without reading a request. Closing it at once would reset it, because the request is there or
/// still to come, and a reset takes the answer away from a client that has not read it. So it stays until the client
/// has closed it or [`LINGER`] is over, and everything that arrives is thrown away.
fn refuse(socket: TcpStream, lingering: &Arc<Semaphore>) {
    let _ = socket.try_write(REFUSAL);
    let Ok(place) = Arc::clone(lingering).try_acquire_owned() else {
        return;
    };
    tokio::spawn(async move {
        let read = async {
            let (mut requests, mut answers) = socket.into_split();
            answers.shutdown().await?;
            tokio::io::copy(&mut requests, &mut tokio::io::sink()).await
        };
        drop(timeout(LINGER, read).await);
        drop(place);
    });
}

/// Disables Nagle's algorithm: answers are written whole, so waiting for more data would only delay them.
fn socket_without_delay(socket: TcpStream) -> TcpStream {
    if let Err(error) = socket.set_nodelay(true) {
        tracing::debug!(%error, "a connection keeps its delay");
    }
    socket
}

async fn converse(
    stream: Stream,
    peer: SocketAddr,
    router: Router,
    limits: Arc<Limits>,
    stop: CancellationToken,
) {
    let is_proxy = limits.is_proxy(peer.ip());
    let timer = HeadTimer::new(Arc::clone(&limits), is_proxy);
    let watched = Arc::clone(&limits);
    let hurry = (!is_proxy).then(|| Hurry::when(move || watched.are_scarce()));
    let asked = CancellationToken::new();
    let has_asked = asked.clone();
    let service = service_fn(move |mut request: hyper::Request<Incoming>| {
        has_asked.cancel();
        request.extensions_mut().insert(ConnectInfo(peer));
        if let Some(hurry) = &hurry {
            request.extensions_mut().insert(hurry.clone());
        }
        let answer = names_its_host(&request).then(|| router.clone().call(request.map(Body::new)));
        let limits = Arc::clone(&limits);
        async move {
            match answer {
                Some(answer) => answer.await.map(|answer| ending_if_scarce(answer, &limits)),
                None => Ok(without_host()),
            }
        }
    });
    let connection = http1::Builder::new()
        .timer(timer)
        .header_read_timeout(HEAD_TIMEOUT)
        .max_buf_size(BUFFER)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    tokio::pin!(connection);
    let opened = Instant::now();
    let stopped = async {
        stop.cancelled().await;
        // A connection on which nothing was asked yet would be closed before its first request is read.
        let _ = timeout_at(opened + FIRST_REQUEST, asked.cancelled()).await;
    };
    let ended = tokio::select! {
        // First, so that a request that has just arrived is read.
        biased;
        ended = connection.as_mut() => ended,
        () = stopped => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = ended {
        tracing::debug!(%error, "a connection broke off");
    }
}

/// Returns whether a request has the one `Host` that HTTP/1.1 demands. With two, also in one line, a proxy could have
/// gone by the other one.
fn names_its_host(request: &hyper::Request<Incoming>) -> bool {
    let mut hosts = request.headers().get_all(header::HOST).iter();
    match (hosts.next(), hosts.next()) {
        (Some(host), None) => is_host(host),
        (None, _) => request.version() < Version::HTTP_11,
        _ => false,
    }
}

/// Returns whether this is the name or address of one host, with or without a port.
fn is_host(host: &HeaderValue) -> bool {
    // An authority may also hold a login, and commas within a name.
    Authority::try_from(host.as_bytes())
        .is_ok_and(|authority| !authority.as_str().contains(['@', ',']))
}

/// The answer to a request without one host, which ends the connection: where its body ends may be disputed, too.
fn without_host() -> Response {
    let mut answer = Response::new(Body::empty());
    *answer.status_mut() = StatusCode::BAD_REQUEST;
    let close = HeaderValue::from_static("close");
    answer.headers_mut().insert(header::CONNECTION, close);
    answer
}

fn ending_if_scarce(mut answer: Response, limits: &Limits) -> Response {
    if limits.are_scarce() && answer.status() != StatusCode::SWITCHING_PROTOCOLS {
        let close = HeaderValue::from_static("close");
        answer.headers_mut().insert(header::CONNECTION, close);
    }
    answer
}

/// Counts refused connections between two log lines.
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
    use std::net::IpAddr;

    use hoi_platform::config::TrustedProxies;

    use super::*;

    #[test]
    fn connections_end_with_their_answer_when_a_quarter_is_left() {
        let limits = Limits::new(8, 8, TrustedProxies::default());
        let address = IpAddr::from([10, 0, 0, 1]);
        let mut held: Vec<_> = (0..5).map(|_| limits.admit(address)).collect();
        let ends = || {
            let answer = ending_if_scarce(Response::default(), &limits);
            answer.headers().contains_key(header::CONNECTION)
        };
        assert!(!ends());
        held.push(limits.admit(address));
        assert!(ends());
        let mut socket = Response::default();
        *socket.status_mut() = StatusCode::SWITCHING_PROTOCOLS;
        let socket = ending_if_scarce(socket, &limits);
        assert!(!socket.headers().contains_key(header::CONNECTION));
        held.pop();
        assert!(!ends());
    }
}
