//! A push service, and browsers that subscribe there and decrypt the messages for them.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{HeaderMap, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64URL;
use futures::{StreamExt as _, stream};
use ring::agreement::{ECDH_P256, EphemeralPrivateKey, UnparsedPublicKey, agree_ephemeral};
use ring::rand::SystemRandom;
use ring::{aead, hkdf};
use serde_json::{Value, json};
use tokio::net::TcpListener;

/// A request that the service got.
#[derive(Debug, Clone)]
pub struct Sent {
    pub path: String,
    pub headers: HeaderMap,
    pub body: Bytes,
}

/// A push service whose answer is named by the beginning of the path.
#[derive(Clone)]
pub struct PushService {
    pub origin: String,
    sent: Arc<Mutex<Vec<Sent>>>,
}

impl PushService {
    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let service = Self {
            origin: format!("http://{}", listener.local_addr().unwrap()),
            sent: Arc::default(),
        };
        let router = Router::new().fallback(answer).with_state(service.clone());
        tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
        service
    }

    /// Returns the messages since the last call.
    pub fn take(&self) -> Vec<Sent> {
        std::mem::take(&mut self.sent.lock().unwrap())
    }

    /// Returns the paths of the messages since the last call.
    pub fn paths(&self) -> Vec<String> {
        let mut paths: Vec<_> = self.take().into_iter().map(|sent| sent.path).collect();
        paths.sort();
        paths
    }
}

async fn answer(
    State(service): State<PushService>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    assert_eq!(method, Method::POST);
    let path = uri.path().to_owned();
    let kind = path.split('/').nth(1).unwrap().to_owned();
    service.sent.lock().unwrap().push(Sent {
        path,
        headers,
        body,
    });
    match kind.as_str() {
        "gone" => StatusCode::GONE.into_response(),
        "unknown" => StatusCode::NOT_FOUND.into_response(),
        "busy" => StatusCode::SERVICE_UNAVAILABLE.into_response(),
        "many" => StatusCode::TOO_MANY_REQUESTS.into_response(),
        "refused" => StatusCode::BAD_REQUEST.into_response(),
        "moved" => {
            let to = format!("{}/ok/moved", service.origin);
            (StatusCode::TEMPORARY_REDIRECT, [(header::LOCATION, to)]).into_response()
        }
        "slow" => {
            tokio::time::sleep(Duration::from_mins(5)).await;
            StatusCode::CREATED.into_response()
        }
        "huge" => {
            let chunk = Bytes::from(vec![0; 1024 * 1024]);
            let endless = stream::repeat(chunk).map(Ok::<_, std::io::Error>);
            (StatusCode::CREATED, Body::from_stream(endless)).into_response()
        }
        _ => StatusCode::CREATED.into_response(),
    }
}

/// A browser that has subscribed.
pub struct Browser {
    private: EphemeralPrivateKey,
    public: Vec<u8>,
    auth: [u8; 16],
}

impl Browser {
    pub fn new() -> Self {
        let private = EphemeralPrivateKey::generate(&ECDH_P256, &SystemRandom::new()).unwrap();
        let public = private.compute_public_key().unwrap().as_ref().to_vec();
        Self {
            private,
            public,
            auth: [7; 16],
        }
    }

    /// The subscription of the browser, as `PushSubscription.toJSON()` gives it.
    pub fn subscription(&self, endpoint: &str) -> Value {
        json!({
            "endpoint": endpoint,
            "expirationTime": null,
            "keys": { "p256dh": BASE64URL.encode(&self.public), "auth": BASE64URL.encode(self.auth) },
        })
    }

    /// Decrypts a message (RFC 8291) and returns its content; a key opens one message.
    pub fn open(self, body: &[u8]) -> Value {
        let (salt, rest) = body.split_at(16);
        let (size, rest) = rest.split_at(4);
        assert_eq!(size, 4096_u32.to_be_bytes());
        assert_eq!(rest[0], 65);
        let (sender, record) = rest[1..].split_at(65);
        let theirs = UnparsedPublicKey::new(&ECDH_P256, sender);
        let shared = agree_ephemeral(self.private, &theirs, <[u8]>::to_vec).unwrap();
        let info = [b"WebPush: info\0", self.public.as_slice(), sender].concat();
        let secret = expanded(&self.auth, &shared, &info, 32);
        let key = expanded(salt, &secret, b"Content-Encoding: aes128gcm\0", 16);
        let nonce = expanded(salt, &secret, b"Content-Encoding: nonce\0", 12);
        let key = aead::LessSafeKey::new(aead::UnboundKey::new(&aead::AES_128_GCM, &key).unwrap());
        let nonce = aead::Nonce::try_assume_unique_for_key(&nonce).unwrap();
        let mut record = record.to_vec();
        let plain = key.open_in_place(nonce, aead::Aad::empty(), &mut record);
        let (end, message) = plain.unwrap().split_last().unwrap();
        assert_eq!(*end, 2, "the last record");
        serde_json::from_slice(message).unwrap()
    }
}

struct Length(usize);

impl hkdf::KeyType for Length {
    fn len(&self) -> usize {
        self.0
    }
}

fn expanded(salt: &[u8], secret: &[u8], info: &[u8], length: usize) -> Vec<u8> {
    let mut key = vec![0; length];
    let prk = hkdf::Salt::new(hkdf::HKDF_SHA256, salt).extract(secret);
    let info = [info];
    prk.expand(&info, Length(length))
        .unwrap()
        .fill(&mut key)
        .unwrap();
    key
}
