//! Sockets: permission to connect, messages, and disconnection.

use std::time::{Duration, Instant};

use axum::http::{Method, StatusCode};
use hoi_community::notifications::NotificationId;
use hoi_i18n::Lang;
use hoi_platform::error::LocalizedText;
use hoi_platform::realtime::Notice;
use serde_json::json;
use uuid::Uuid;

use crate::support::{Heard, Socket, TestApp, TestUser};

const MOMENT: Duration = Duration::from_millis(400);

const NOTIFICATION: NotificationId = NotificationId(Uuid::from_u128(7));

fn notice(lang: Lang) -> Notice {
    Notice {
        title: LocalizedText::new("error.5010").in_language(lang),
        content: LocalizedText::new("event.notFound").in_language(lang),
        id: NOTIFICATION,
        kind: "test",
        link: "/notifications".to_owned(),
        browser: true,
    }
}

/// Connects a client with its language, and waits until the server has read the language.
async fn client(
    app: &TestApp,
    address: std::net::SocketAddr,
    who: &TestUser,
    lang: &str,
) -> Socket {
    let auth = json!({ "token": who.token });
    let mut socket = Socket::connect(address, "/notification", auth)
        .await
        .unwrap();
    socket.emit("whoAmI", json!(lang)).await;
    // The server answers neither `whoAmI` nor the entry into the account's room; a notification in the right language shows
    // that both were done. One that is sent before them does not arrive.
    for _ in 0..50 {
        app.app.realtime.notify(who.id, notice).await;
        let heard = socket.next_within(MOMENT).await;
        if matches!(&heard, Heard::Event(_, data) if data["content"] == json!(content(lang))) {
            // A notification sent in both languages during the change may still be on its way.
            while socket.next_within(MOMENT).await != Heard::Nothing {}
            return socket;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("the language was not taken up");
}

fn content(lang: &str) -> String {
    let lang = hoi_i18n::Lang::from_tag(lang).unwrap();
    LocalizedText::new("event.notFound").in_language(lang)
}

#[tokio::test(flavor = "multi_thread")]
async fn only_a_good_token_opens_a_connection() {
    let app = TestApp::new().await;
    let an = app.committee("an").await;
    let address = app.listen().await;
    for namespace in ["/notification", "/"] {
        for auth in [
            json!({}),
            json!({ "token": "nonsense" }),
            json!({ "token": 5 }),
            json!("x"),
        ] {
            let refused = Socket::connect(address, namespace, auth.clone()).await;
            assert_eq!(
                refused.err().as_deref(),
                Some("INVALID_ACCESS_TOKEN"),
                "{auth}"
            );
        }
        let auth = json!({ "token": an.token });
        assert!(Socket::connect(address, namespace, auth).await.is_ok());
    }
}

/// Clients that can send headers may send the bearer token there.
#[tokio::test(flavor = "multi_thread")]
async fn a_bearer_on_the_polling_handshake_is_enough() {
    let app = TestApp::new().await;
    let an = app.committee("an").await;
    for (token, expected) in [
        (an.token.as_str(), "40/notification,"),
        ("no", "44/notification,"),
    ] {
        let path = "/socket.io/?EIO=4&transport=polling";
        let opened = app.request(Method::GET, path).bearer(token).send().await;
        let opened = String::from_utf8(opened.bytes).unwrap();
        let sid = opened
            .split("\"sid\":\"")
            .nth(1)
            .unwrap()
            .split('"')
            .next()
            .unwrap();
        let path = format!("{path}&sid={sid}");
        let joined = app
            .request(Method::POST, &path)
            .header("content-type", "text/plain;charset=UTF-8")
            .body("40/notification,")
            .send()
            .await;
        assert_eq!(joined.status, StatusCode::OK);
        let mut heard = String::new();
        while !heard.contains("/notification,") {
            // Heartbeats come first.
            let answer = app.request(Method::GET, &path).send().await;
            heard = String::from_utf8(answer.bytes).unwrap();
        }
        let packet = heard.split('\u{1e}').find(|packet| packet.starts_with('4'));
        assert!(packet.unwrap().starts_with(expected), "{heard}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_notification_reaches_its_person_alone_in_each_devices_language() {
    let app = TestApp::new().await;
    let (an, binh) = (app.committee("an").await, app.committee("binh").await);
    let address = app.listen().await;
    let mut vi = client(&app, address, &an, "vi").await;
    let mut en = client(&app, address, &an, "en").await;
    let mut other = client(&app, address, &binh, "en").await;
    while vi.next_within(MOMENT).await != Heard::Nothing {}

    app.app.realtime.notify(an.id, notice).await;
    let heard = vi.expect("notification").await;
    assert_eq!(heard["content"], content("vi"));
    assert_eq!(
        (&heard["id"], &heard["type"], &heard["link"]),
        (
            &json!(NOTIFICATION),
            &json!("test"),
            &json!("/notifications")
        )
    );
    let heard = en.expect("notification").await;
    assert_eq!(heard["content"], content("en"));
    assert_eq!(
        heard["title"],
        LocalizedText::new("error.5010").in_language(hoi_i18n::Lang::EN)
    );
    assert_eq!(other.next_within(MOMENT).await, Heard::Nothing);
    assert_eq!(
        en.next_within(MOMENT).await,
        Heard::Nothing,
        "told once, not twice"
    );

    en.emit("whoAmI", json!({ "lang": "vi" })).await;
    tokio::time::sleep(MOMENT).await;
    app.app.realtime.notify(an.id, notice).await;
    assert_eq!(en.expect("notification").await["content"], content("vi"));
}

#[tokio::test(flavor = "multi_thread")]
async fn logging_out_closes_the_sockets_of_that_session_alone() {
    let app = TestApp::new().await;
    let (an, binh) = (app.committee("an").await, app.committee("binh").await);
    let address = app.listen().await;
    let mut leaving = client(&app, address, &an, "vi").await;
    let mut staying = client(&app, address, &binh, "vi").await;
    let answer = app
        .request(Method::POST, "/api/auth/logout")
        .bearer(&an.token)
        .json(json!({}))
        .send()
        .await;
    assert_eq!(answer.code(), 2000);
    assert_eq!(leaving.next().await, Heard::Disconnected);
    assert_eq!(staying.next_within(MOMENT).await, Heard::Nothing);
    let again = Socket::connect(address, "/notification", json!({ "token": an.token })).await;
    assert_eq!(again.err().as_deref(), Some("INVALID_ACCESS_TOKEN"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_suspended_account_is_let_go_at_once() {
    let app = TestApp::new().await;
    let (admin, an) = (app.admin().await, app.committee("an").await);
    let address = app.listen().await;
    let mut socket = client(&app, address, &an, "vi").await;
    let answer = app
        .request(Method::PUT, &format!("/api/users/{}", an.id))
        .bearer(&admin.token)
        .json(json!({ "isActive": false }))
        .send()
        .await;
    assert_eq!(answer.code(), 2000, "{}", answer.json);
    assert_eq!(socket.next().await, Heard::Disconnected);
    let again = Socket::connect(address, "/notification", json!({ "token": an.token })).await;
    assert_eq!(again.err().as_deref(), Some("ACCOUNT_DISABLED"));
}

#[tokio::test(flavor = "multi_thread")]
async fn another_sites_page_may_not_open_sockets() {
    let app = TestApp::new().await;
    for (origin, expected) in [
        (None, StatusCode::OK),
        (Some("https://hoi.example"), StatusCode::OK),
        (Some("http://127.0.0.1:5173"), StatusCode::OK),
        (Some("https://evil.example"), StatusCode::FORBIDDEN),
        (Some("null"), StatusCode::FORBIDDEN),
    ] {
        let mut request = app
            .request(Method::GET, "/socket.io/?EIO=4&transport=polling")
            .header("host", "127.0.0.1:5173");
        if let Some(origin) = origin {
            request = request.header("origin", origin);
        }
        let answer = request.send().await;
        assert_eq!(answer.status, expected, "{origin:?}");
        assert_eq!(answer.header("x-content-type-options"), "nosniff");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_oversized_message_ends_the_connection() {
    let app = TestApp::new().await;
    let an = app.committee("an").await;
    let address = app.listen().await;
    let mut socket = client(&app, address, &an, "vi").await;
    socket.emit("whoAmI", json!("x".repeat(64 * 1024))).await;
    let began = Instant::now();
    assert_eq!(socket.next().await, Heard::Disconnected);
    assert!(began.elapsed() < Duration::from_secs(5));
}
