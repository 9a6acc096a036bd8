//! A reverse proxy like those that operators use: it takes turns between the servers that say they are well, and passes a
//! request to another one if, and only if, the connection was refused, so that nothing is done twice.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use tokio::net::TcpListener;
use tokio::time::sleep;

use crate::program::client;

const EVERY: Duration = Duration::from_millis(200);
const LARGEST: usize = 1024 * 1024;

struct Upstream {
    address: SocketAddr,
    is_well: AtomicBool,
    /// Requests that it answered.
    answered: AtomicUsize,
}

pub struct Proxy {
    pub address: SocketAddr,
    upstreams: Arc<Upstreams>,
}

struct Upstreams {
    client: reqwest::Client,
    all: Vec<Upstream>,
    next: AtomicUsize,
}

impl Proxy {
    pub async fn start(servers: [SocketAddr; 2]) -> Self {
        let all = servers.map(|address| Upstream {
            address,
            is_well: AtomicBool::new(true),
            answered: AtomicUsize::new(0),
        });
        let upstreams = Arc::new(Upstreams {
            client: client(),
            all: all.into(),
            next: AtomicUsize::new(0),
        });
        for number in 0..servers.len() {
            let upstreams = Arc::clone(&upstreams);
            tokio::spawn(async move {
                let upstream = &upstreams.all[number];
                let health = format!("http://{}/api/health", upstream.address);
                loop {
                    let asked = upstreams.client.get(&health).timeout(EVERY * 5);
                    let is_well = asked
                        .send()
                        .await
                        .is_ok_and(|answer| answer.status() == StatusCode::OK);
                    upstream.is_well.store(is_well, Ordering::Relaxed);
                    sleep(EVERY).await;
                }
            });
        }
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let router = Router::new()
            .fallback(pass)
            .with_state(Arc::clone(&upstreams));
        tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
        Self { address, upstreams }
    }

    /// Returns how many requests this server has answered so far.
    pub fn answered(&self, server: usize) -> usize {
        self.upstreams.all[server].answered.load(Ordering::Relaxed)
    }

    pub fn is_well(&self, server: usize) -> bool {
        self.upstreams.all[server].is_well.load(Ordering::Relaxed)
    }
}

async fn pass(State(upstreams): State<Arc<Upstreams>>, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    let body = to_bytes(body, LARGEST).await.unwrap();
    let first = upstreams.next.fetch_add(1, Ordering::Relaxed);
    let count = upstreams.all.len();
    let turns = (0..count).map(|turn| &upstreams.all[(first + turn) % count]);
    let (well, ill): (Vec<_>, Vec<_>) =
        turns.partition(|upstream| upstream.is_well.load(Ordering::Relaxed));
    let mut failure = String::new();
    for upstream in well.into_iter().chain(ill) {
        let url = format!("http://{}{}", upstream.address, parts.uri);
        let passed = upstreams
            .client
            .request(parts.method.clone(), url)
            .headers(parts.headers.clone())
            .body(body.clone());
        match passed.send().await {
            Ok(answer) => {
                let status = answer.status();
                let Ok(bytes) = answer.bytes().await else {
                    return (StatusCode::BAD_GATEWAY, "the answer broke off").into_response();
                };
                upstream.answered.fetch_add(1, Ordering::Relaxed);
                return (status, Body::from(bytes)).into_response();
            }
            Err(error) => {
                failure = format!("{error:?}");
                upstream.is_well.store(false, Ordering::Relaxed);
                if !error.is_connect() {
                    break;
                }
            }
        }
    }
    (StatusCode::BAD_GATEWAY, failure).into_response()
}
