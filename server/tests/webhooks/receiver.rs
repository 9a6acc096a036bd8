//! A receiver on this machine.

use std::sync::atomic::{AtomicU16, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use futures::{StreamExt as _, stream};
use ring::digest::{SHA256, digest};
use serde_json::Value;
use tokio::net::TcpListener;

/// A request that came.
#[derive(Debug, Clone)]
pub struct Got {
    pub path: String,
    pub headers: HeaderMap,
    pub body: Bytes,
}

impl Got {
    pub fn id(&self) -> String {
        self.headers["webhook-id"].to_str().unwrap().to_owned()
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap()
    }

    pub fn kind(&self) -> String {
        self.json()["type"].as_str().unwrap().to_owned()
    }

    /// The signatures, each made by one key, that are made with this secret. Computed from the hash alone, as RFC 2104
    /// says.
    pub fn signed_by(&self, secret: &str) -> Vec<bool> {
        let mut key = BASE64
            .decode(secret.strip_prefix("whsec_").unwrap())
            .unwrap();
        assert!((24..=64).contains(&key.len()));
        key.resize(64, 0);
        let head = |name: &str| self.headers[name].to_str().unwrap();
        let mut message =
            format!("{}.{}.", head("webhook-id"), head("webhook-timestamp")).into_bytes();
        message.extend_from_slice(&self.body);
        let padded = |with: u8, rest: &[u8]| {
            let mut all: Vec<u8> = key.iter().map(|byte| byte ^ with).collect();
            all.extend_from_slice(rest);
            digest(&SHA256, &all)
        };
        let signature = padded(0x5c, padded(0x36, &message).as_ref());
        let expected = format!("v1,{}", BASE64.encode(signature));
        let signatures = head("webhook-signature").split(' ');
        signatures.map(|signature| signature == expected).collect()
    }
}

/// A receiver whose answer is named by the path.
#[derive(Clone)]
pub struct Receiver {
    pub origin: String,
    got: Arc<Mutex<Vec<Got>>>,
    /// The status that `/set` answers.
    pub status: Arc<AtomicU16>,
}

impl Receiver {
    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let receiver = Self {
            origin: format!("http://{}", listener.local_addr().unwrap()),
            got: Arc::default(),
            status: Arc::new(AtomicU16::new(204)),
        };
        let router = Router::new().fallback(answer).with_state(receiver.clone());
        tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
        receiver
    }

    pub fn set(&self, status: u16) {
        self.status.store(status, Ordering::SeqCst);
    }

    /// Returns the deliveries since the last call.
    pub fn take(&self) -> Vec<Got> {
        std::mem::take(&mut self.got.lock().unwrap())
    }

    /// Waits until a request has come.
    pub async fn wait(&self) {
        for _ in 0..1000 {
            if !self.got.lock().unwrap().is_empty() {
                return;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        panic!("nothing came");
    }
}

async fn answer(
    State(receiver): State<Receiver>,
    uri: Uri,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let path = uri.path().to_owned();
    receiver.got.lock().unwrap().push(Got {
        path: path.clone(),
        headers,
        body,
    });
    match path.as_str() {
        "/set" => {
            let status = receiver.status.load(Ordering::SeqCst);
            StatusCode::from_u16(status).unwrap().into_response()
        }
        "/gone" => StatusCode::GONE.into_response(),
        "/moved" => {
            let to = format!("{}/landed", receiver.origin);
            (StatusCode::TEMPORARY_REDIRECT, [(header::LOCATION, to)]).into_response()
        }
        "/slow" => {
            tokio::time::sleep(Duration::from_mins(5)).await;
            StatusCode::OK.into_response()
        }
        "/huge" => {
            let chunk = Bytes::from(vec![b'x'; 1024 * 1024]);
            let endless = stream::repeat(chunk).map(Ok::<_, std::io::Error>);
            (
                StatusCode::INTERNAL_SERVER_ERROR,
                Body::from_stream(endless),
            )
                .into_response()
        }
        "/zero" => (StatusCode::OK, "a\0b\u{1b}").into_response(),
        _ => (StatusCode::OK, "thanks").into_response(),
    }
}
