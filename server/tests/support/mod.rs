//! A whole server in memory: its own database, a clock that stands still, mails that are not sent.

mod api_keys;
mod description;
mod fixtures;
mod groups;
pub mod ics;
pub mod pdf;
mod sockets;
pub mod uploads;
pub mod workbook;

use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

pub use description::{Operation, operations};
pub use fixtures::{TestUser, new_registration, seated, typed};
pub use groups::{TestGroup, actions};
pub use sockets::{Heard, Socket};

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::{HeaderMap, HeaderName, Method, Request, StatusCode, header};
use axum::response::Response;
use futures::{StreamExt as _, stream};
use hoi_db::{Timestamp, test_support};
use hoi_mail::{Email, Memory, Transport};
use hoi_platform::app::App;
use hoi_platform::clock::Clock;
use hoi_platform::config::Config;
use hoi_platform::migrations::MIGRATIONS;
use hoi_server::{background, router, serve};
use hoi_ticketing::registration::{AppWithDesk, Desk};
use serde_json::Value;
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio_util::sync::CancellationToken;
use tower::ServiceExt;

const KEY: HeaderName = HeaderName::from_static("idempotency-key");
static NEXT_KEY: AtomicU64 = AtomicU64::new(0);

/// The time at which every test begins: 1 March 2026, 09:00 in Vietnam.
pub const START: Timestamp = Timestamp(1_772_330_400_000);

pub struct TestApp {
    pub app: App,
    pub server: AppWithDesk,
    pub desk: Arc<Desk>,
    pub mails: Memory,
    router: Router,
    _folder: Arc<TempDir>,
}

impl TestApp {
    pub async fn new() -> Self {
        Self::configured(|_| {}).await
    }

    /// Creates a server with a changed configuration.
    pub async fn configured(change: impl FnOnce(&mut Config)) -> Self {
        let mails = Memory::default();
        Self::open(change, mails.clone(), Transport::Memory(mails)).await
    }

    /// Creates a server that sends mails to the mail server at `address`.
    pub async fn mailing_to(address: SocketAddr) -> Self {
        let server = Transport::smtp(&format!("smtp://{address}")).unwrap();
        Self::open(|_| {}, Memory::default(), server).await
    }

    async fn open(change: impl FnOnce(&mut Config), mails: Memory, mail: Transport) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let url = test_support::fresh_database(folder.path(), MIGRATIONS).await;
        let data_dir = folder.path().to_string_lossy().into_owned();
        let mut config = Config::from("", |name| match name {
            "HOI_DATA_DIR" => Some(data_dir.clone()),
            "HOI_PUBLIC_URL" => Some("https://hoi.example".to_owned()),
            _ => None,
        })
        .unwrap();
        config.database_url = url;
        change(&mut config);
        let app = App::open(config, Clock::fixed(START), mail).await.unwrap();
        let server = AppWithDesk::new(app.clone());
        Self {
            desk: Arc::clone(&server.desk),
            router: router::router(server.clone()),
            server,
            app,
            mails,
            _folder: Arc::new(folder),
        }
    }

    pub fn request(&self, method: Method, path: &str) -> TestRequest {
        TestRequest {
            router: self.router.clone(),
            request: Request::builder().method(method).uri(path),
            body: Body::empty(),
            text: Some(String::new()),
            peer: IpAddr::V4(Ipv4Addr::LOCALHOST),
        }
    }

    pub async fn get(&self, path: &str) -> Answer {
        self.request(Method::GET, path).send().await
    }

    pub async fn post(&self, path: &str, body: Value) -> Answer {
        self.request(Method::POST, path).json(body).send().await
    }

    pub async fn get_as(&self, user: &TestUser, path: &str) -> Answer {
        self.request(Method::GET, path)
            .bearer(&user.token)
            .send()
            .await
    }

    pub async fn send_as(
        &self,
        user: &TestUser,
        method: Method,
        path: &str,
        body: Value,
    ) -> Answer {
        self.request(method, path)
            .bearer(&user.token)
            .json(body)
            .lang("en")
            .send()
            .await
    }

    /// Makes a call with a new token of `user`; without a body if it is null.
    pub async fn call(&self, user: &TestUser, method: Method, path: &str, body: Value) -> Answer {
        let token = self.fresh_token(user);
        let request = self.request(method, path).bearer(&token).lang("en");
        if body.is_null() {
            request.send().await
        } else {
            request.json(body).send().await
        }
    }

    pub async fn put_as(&self, path: &str, token: &str, body: Value) -> Answer {
        let request = self.request(Method::PUT, path).bearer(token);
        request.json(body).send().await
    }

    /// Creates another server on the same database, with its own data folder.
    pub async fn second_server(&self) -> anyhow::Result<Self> {
        let folder = tempfile::tempdir()?;
        let mut config = self.app.config.clone();
        let secret = config.data_dir.join("secret");
        std::fs::copy(secret, folder.path().join("secret"))?;
        config.data_dir = folder.path().to_owned();
        let app = App::open(
            config,
            self.app.clock.clone(),
            Transport::Memory(self.mails.clone()),
        )
        .await?;
        let server = AppWithDesk::new(app.clone());
        Ok(Self {
            desk: Arc::clone(&server.desk),
            router: router::router(server.clone()),
            server,
            app,
            mails: self.mails.clone(),
            _folder: Arc::new(folder),
        })
    }

    /// Serves the application on a port of its own until the test ends.
    pub async fn listen(&self) -> SocketAddr {
        serve(self.router.clone()).await
    }

    /// Moves the clock forward.
    pub fn pass(&self, time: Duration) {
        self.app.clock.set(self.app.clock.now().plus(time));
    }

    /// Runs all due jobs and returns the mails they sent.
    pub async fn run_jobs(&self) -> Vec<Email> {
        background::runner(&self.app)
            .run_due(&self.server, self.app.clock.now())
            .await
            .unwrap();
        self.mails.take()
    }
}

/// Returns an address in the /64 with the number `at` of one IPv6 /48. 256 of them make a /56.
pub fn subnet(at: u16) -> Ipv6Addr {
    Ipv6Addr::new(0x2001, 0xdb8, 1, at, 0, 0, 0, 1)
}

/// Returns a body whose second half is sent when the sender says so.
pub fn held_body(body: impl Into<Vec<u8>>) -> (Body, oneshot::Sender<()>) {
    let mut first = body.into();
    let rest = first.split_off(first.len() / 2);
    let (release, released) = oneshot::channel();
    let rest = async move {
        released.await.unwrap();
        Ok::<_, Infallible>(rest)
    };
    let pieces = stream::once(async { Ok(first) }).chain(stream::once(rest));
    (Body::from_stream(pieces), release)
}

/// Serves `router` on a free port until the test ends.
pub async fn serve(router: Router) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let limits = serve::Limits::for_files(1_000_000, Default::default());
    tokio::spawn(serve::serve(
        listener,
        router,
        limits,
        CancellationToken::new(),
    ));
    address
}

pub struct TestRequest {
    router: Router,
    request: axum::http::request::Builder,
    body: Body,
    /// The body, unless it is a stream.
    text: Option<String>,
    peer: IpAddr,
}

impl TestRequest {
    pub fn lang(self, lang: &str) -> Self {
        self.header("accept-language", lang)
    }

    /// Sets the network address of the request.
    pub fn from(mut self, peer: impl Into<IpAddr>) -> Self {
        self.peer = peer.into();
        self
    }

    pub fn bearer(self, token: &str) -> Self {
        self.header("authorization", &format!("Bearer {token}"))
    }

    pub fn header(mut self, name: &str, value: &str) -> Self {
        self.request = self.request.header(name, value);
        self
    }

    pub fn json(mut self, body: Value) -> Self {
        let text = body.to_string();
        self.body = Body::from(text.clone());
        self.text = Some(text);
        self.header(header::CONTENT_TYPE.as_str(), "application/json")
    }

    pub fn body(mut self, body: impl Into<Body>) -> Self {
        self.body = body.into();
        self.text = None;
        self
    }

    /// Gives a call that must be carried out once a key, and returns it once more.
    fn once_more(&mut self) -> Option<Self> {
        let (method, uri) = (self.request.method_ref()?, self.request.uri_ref()?);
        let headers = self.request.headers_ref()?;
        if headers.contains_key(KEY) || !description::is_carried_out_once(method, uri.path()) {
            return None;
        }
        let text = self.text.clone()?;
        let (method, uri, mut headers) = (method.clone(), uri.clone(), headers.clone());
        headers.insert(KEY, NEXT_KEY.fetch_add(1, Ordering::Relaxed).into());
        *self.request.headers_mut()? = headers.clone();
        let mut request = Request::builder().method(method).uri(uri);
        *request.headers_mut()? = headers;
        Some(Self {
            router: self.router.clone(),
            request,
            body: Body::from(text.clone()),
            text: Some(text),
            peer: self.peer,
        })
    }

    /// Returns the answer with its body unread.
    pub async fn begin(self) -> Response {
        let mut request = self.request.body(self.body).unwrap();
        request
            .extensions_mut()
            .insert(ConnectInfo(SocketAddr::new(self.peer, 40_000)));
        self.router.oneshot(request).await.unwrap()
    }

    /// Sends the request; a call that must be carried out once, twice under one key.
    pub async fn send(mut self) -> Answer {
        let repeated = self.once_more();
        let answer = self.send_once().await;
        if let Some(repeated) = repeated
            && answer.status.is_success()
        {
            let again = repeated.send_once().await;
            let (first, again) = ((answer.status, &answer.json), (again.status, &again.json));
            assert_eq!(first, again, "a repeated request got another answer");
        }
        answer
    }

    async fn send_once(self) -> Answer {
        let method = self.request.method_ref().unwrap().clone();
        let path = self.request.uri_ref().unwrap().path().to_owned();
        let response = self.begin().await;
        let (parts, body) = response.into_parts();
        let bytes = axum::body::to_bytes(body, usize::MAX).await.unwrap();
        let answer = Answer {
            status: parts.status,
            headers: parts.headers,
            json: serde_json::from_slice(&bytes).unwrap_or(Value::Null),
            bytes: bytes.to_vec(),
        };
        description::expect_documented(&method, &path, &answer);
        answer
    }
}

#[derive(Debug)]
pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub json: Value,
    pub bytes: Vec<u8>,
}

impl Answer {
    pub fn code(&self) -> u64 {
        self.json["code"].as_u64().unwrap_or(0)
    }

    pub fn header(&self, name: &str) -> String {
        let values: Vec<_> = self
            .headers
            .get_all(name)
            .iter()
            .map(|value| value.to_str().unwrap())
            .collect();
        values.join(", ")
    }

    /// Returns the `data` of a successful answer.
    #[track_caller]
    pub fn data(&self) -> &Value {
        assert!(self.status.is_success(), "{} {}", self.status, self.json);
        &self.json["data"]
    }
}
