//! Receivers that mean ill, and addresses that lead where no webhook may go.

use std::time::Duration;

use axum::http::Method;
use hoi_server::webhooks::send_due;
use serde_json::{Value, json};
use tokio::net::TcpListener;

use super::support::Desk;
use crate::support::TestApp;

#[tokio::test(flavor = "multi_thread")]
async fn no_answer_harms_and_none_is_followed() {
    let desk = Desk::new().await;
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let closing = format!("http://{}/", listener.local_addr().unwrap());
    tokio::spawn(async move {
        loop {
            drop(listener.accept().await);
        }
    });
    let free = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let nobody = format!("http://{}/", free.local_addr().unwrap());
    drop(free);
    let at = |path: &str| format!("{}{path}", desk.receiver.origin);
    let cases = [
        (at("/moved"), json!([307, null])),
        (at("/huge"), json!([500, null])),
        (at("/zero"), json!([200, null])),
        (at("/slow"), json!([null, "slow"])),
        (closing, json!([null, "failed"])),
        (nobody, json!([null, "failed"])),
    ];
    let mut hooks = Vec::new();
    for (url, outcome) in cases {
        hooks.push((desk.hook_at(&url).await.0, url, outcome));
    }
    desk.guest("hoa").await;
    desk.send().await;
    for (id, url, outcome) in &hooks {
        let log = desk.log(id).await;
        assert_eq!(log.len(), 1);
        let entry = &log[0];
        assert_eq!(&json!([entry["status"], entry["fault"]]), outcome, "{url}");
        let answer = entry["answer"].as_str().unwrap_or_default();
        assert!(answer.chars().count() <= 1000, "{url}");
    }
    let huge = desk.log(&hooks[1].0).await;
    assert_eq!(huge[0]["answer"].as_str().unwrap().len(), 1000);
    let zero = desk.log(&hooks[2].0).await;
    assert_eq!(zero[0]["answer"], "ab\u{1b}");
    let paths: Vec<_> = desk
        .receiver
        .take()
        .into_iter()
        .map(|got| got.path)
        .collect();
    assert!(!paths.contains(&"/landed".to_owned()), "{paths:?}");
}

#[tokio::test]
async fn private_addresses_are_refused_when_they_are_named_and_when_they_are_resolved() {
    let app = TestApp::new().await;
    let owner = app.committee("an").await;
    let event = app.open_event(&owner, 10).await;
    let path = format!("/api/event/{event}/webhooks");
    let add = async |url: &str| {
        let body = json!({ "url": url, "kinds": ["registration.created"] });
        app.call(&owner, Method::POST, &path, body).await
    };
    for url in [
        "http://hooks.example.vn/",
        "https://127.0.0.1/",
        "https://[::1]/",
        "https://10.1.2.3/",
        "https://169.254.169.254/latest/meta-data",
        "https://2130706433/",
        "https://an:secret@hooks.example.vn/",
        "https://hooks.example.vn:25/",
        "nonsense",
    ] {
        let refused = add(url).await;
        assert_eq!(refused.code(), 5002, "{url}");
        assert!(
            refused.json["data"]["url"].is_string() || refused.json.to_string().contains("url")
        );
    }

    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let made = add(&format!("https://localhost:{port}/")).await;
    let id = made.data()["webhook"]["id"].as_str().unwrap().to_owned();
    let tested = app
        .call(
            &owner,
            Method::POST,
            &format!("{path}/{id}/test"),
            Value::Null,
        )
        .await;
    assert_eq!(tested.data()["fault"], "refused");
    app.add(crate::support::new_registration(event, "hoa", None))
        .await;
    send_due(&app.app).await.unwrap();
    let log = app
        .call(
            &owner,
            Method::GET,
            &format!("{path}/{id}/deliveries"),
            Value::Null,
        )
        .await;
    assert_eq!(log.data()["items"][0]["fault"], "refused");
    let reached = tokio::time::timeout(Duration::from_millis(100), listener.accept()).await;
    assert!(reached.is_err(), "a connection was made");
}
