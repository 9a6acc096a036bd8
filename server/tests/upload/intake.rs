//! Slow senders over real connections. Every address of 127.0.0.0/8 belongs to this machine.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use hoi_ticketing::events::EventId;
use image::ImageFormat;
use sea_orm::Set;
use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::{sleep, timeout};

use crate::support::uploads::{multipart, picture};
use crate::support::{TestApp, TestUser, typed};

const SHORT: Duration = Duration::from_secs(5);

/// The route and the credentials of uploads.
struct Target {
    address: SocketAddr,
    path: String,
    bearer: Option<String>,
}

impl Target {
    fn of_visitors(address: SocketAddr, event: EventId) -> Self {
        Self {
            address,
            path: format!("/api/event/{event}/upload"),
            bearer: None,
        }
    }

    fn of_account(address: SocketAddr, user: &TestUser) -> Self {
        Self {
            address,
            path: "/api/upload".to_owned(),
            bearer: Some(user.token.clone()),
        }
    }

    /// Sends the first `share` bytes of an upload from `source`, or all if there are fewer.
    async fn send(&self, source: [u8; 4], share: usize) -> TcpStream {
        let purpose: (&str, Option<&str>, &[u8]) = ("purpose", None, b"avatar");
        let png = picture(8, 8, ImageFormat::Png);
        let body = multipart(&[purpose, ("file", Some("a.png"), &png)]);
        let bearer = self.bearer.as_ref().map_or(String::new(), |token| {
            format!("authorization: Bearer {token}\r\n")
        });
        let head = format!(
            "POST {} HTTP/1.1\r\nhost: hoi\r\nconnection: close\r\n{bearer}content-type: multipart/form-data; \
             boundary=----hoi-test-boundary\r\ncontent-length: {}\r\n\r\n",
            self.path,
            body.len()
        );
        let socket = TcpSocket::new_v4().unwrap();
        socket.bind(SocketAddr::from((source, 0))).unwrap();
        let mut connection = socket.connect(self.address).await.unwrap();
        connection.write_all(head.as_bytes()).await.unwrap();
        let body = &body[..share.min(body.len())];
        connection.write_all(body).await.unwrap();
        connection
    }

    /// Returns the status of a whole upload, and how long it took.
    async fn upload(&self, source: [u8; 4]) -> (u16, Duration) {
        let began = Instant::now();
        let connection = self.send(source, usize::MAX).await;
        (status(connection).await, began.elapsed())
    }
}

/// Returns the status of the answer.
async fn status(mut connection: TcpStream) -> u16 {
    let mut answer = String::new();
    let read = connection.read_to_string(&mut answer);
    timeout(Duration::from_secs(40), read)
        .await
        .unwrap()
        .unwrap();
    answer.split(' ').nth(1).unwrap().parse().unwrap()
}

async fn event_with_image_question(app: &TestApp, owner: &TestUser) -> EventId {
    app.event(owner, |event| {
        event.form = Set(typed(json!({ "scheme": [
            { "id": "photo", "question": "Ảnh thẻ", "type": "IMAGE", "required": "true" }
        ] })));
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn slow_senders_at_one_address_do_not_hold_up_others() {
    let app = TestApp::new().await;
    let owner = app.committee("an").await;
    let event = event_with_image_question(&app, &owner).await;
    let address = app.listen().await;
    let (visitors, accounts) = (
        Target::of_visitors(address, event),
        Target::of_account(address, &owner),
    );
    let mut slow = Vec::new();
    for _ in 0..40 {
        slow.push(visitors.send([127, 0, 0, 3], 20).await);
        slow.push(accounts.send([127, 0, 0, 3], 20).await);
    }
    sleep(Duration::from_millis(500)).await;
    // Slow uploads of an account delay only that account.
    let other = app.committee("binh").await;
    for target in [&visitors, &Target::of_account(address, &other)] {
        let (status, took) = target.upload([127, 0, 0, 2]).await;
        assert_eq!(status, 200);
        assert!(took < SHORT, "{took:?}");
    }
}

/// A sender who has sent nothing of the body holds no place, from however many addresses.
#[tokio::test(flavor = "multi_thread")]
async fn a_body_that_has_not_begun_holds_no_place() {
    let app = TestApp::new().await;
    let owner = app.committee("an").await;
    let event = event_with_image_question(&app, &owner).await;
    let visitors = Target::of_visitors(app.listen().await, event);
    let mut silent = Vec::new();
    for number in 1..=60 {
        silent.push(visitors.send([127, 0, 1, number], 0).await);
    }
    sleep(Duration::from_millis(500)).await;
    let (status, took) = visitors.upload([127, 0, 0, 2]).await;
    assert_eq!(status, 200);
    assert!(took < SHORT, "{took:?}");
}

/// The control of both: if slow senders at several addresses hold all places, visitors have to wait. Accounts have
/// their own places and need not wait, and after the bodies' deadline the places are free.
#[tokio::test(flavor = "multi_thread")]
async fn slow_senders_at_many_addresses_hold_up_visitors_only_and_not_for_long() {
    let app = TestApp::new().await;
    let owner = app.committee("an").await;
    let event = event_with_image_question(&app, &owner).await;
    let address = app.listen().await;
    let visitors = Target::of_visitors(address, event);
    let mut slow = Vec::new();
    for number in 1..=12 {
        slow.push(visitors.send([127, 0, 1, number], 20).await);
    }
    sleep(Duration::from_millis(500)).await;
    let (status_of_account, took) = Target::of_account(address, &owner)
        .upload([127, 0, 0, 2])
        .await;
    assert_eq!(status_of_account, 200);
    assert!(took < SHORT, "{took:?}");
    let (status_of_visitor, took) = visitors.upload([127, 0, 0, 2]).await;
    assert!(took > SHORT, "all places were held, but it took {took:?}");
    assert_eq!(status_of_visitor, 200, "after {took:?}");
    for connection in slow {
        assert_eq!(status(connection).await, 408);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_json_body_has_a_deadline_too() {
    let app = TestApp::new().await;
    let address = app.listen().await;
    let mut connection = TcpStream::connect(address).await.unwrap();
    let head = "POST /api/auth/login HTTP/1.1\r\nhost: hoi\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{";
    connection.write_all(head.as_bytes()).await.unwrap();
    let began = Instant::now();
    assert_eq!(status(connection).await, 408);
    let took = began.elapsed();
    assert!(took > Duration::from_secs(9), "{took:?}");
}
