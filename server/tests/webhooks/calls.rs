//! The calls: secrets shown once, changes, tests, replays, removal and ownership.

use std::time::Duration;

use axum::http::Method;
use serde_json::{Value, json};

use super::support::Desk;

#[tokio::test]
async fn a_new_secret_signs_beside_the_old_one_for_a_day() {
    let desk = Desk::new().await;
    let (id, old) = desk.hook("/ok").await;
    let shown = desk.shown(&id).await;
    assert!(!shown.to_string().contains("whsec_"), "shown once");
    let renewed = desk
        .call(Method::POST, &format!("/{id}/secret"), Value::Null)
        .await;
    let new = renewed.data()["secret"].as_str().unwrap().to_owned();
    assert_ne!(old, new);
    let send = async || {
        desk.guest(&format!("guest{}", desk.app.app.clock.now().0))
            .await;
        desk.send().await;
        desk.receiver.take().remove(0)
    };
    let got = send().await;
    assert_eq!(got.signed_by(&new), [true, false]);
    assert_eq!(got.signed_by(&old), [false, true]);
    desk.app.pass(Duration::from_hours(25));
    let got = send().await;
    assert_eq!(got.signed_by(&new), [true]);
    assert_eq!(got.signed_by(&old), [false]);
}

#[tokio::test]
async fn a_test_tells_what_was_answered_and_changes_nothing() {
    let desk = Desk::new().await;
    let (id, secret) = desk.hook("/set").await;
    let test = async || {
        desk.call(Method::POST, &format!("/{id}/test"), Value::Null)
            .await
            .data()
            .clone()
    };
    let good = test().await;
    assert_eq!(
        (&good["isGood"], &good["status"]),
        (&json!(true), &json!(204))
    );
    assert!(good["tookMs"].is_number());
    desk.receiver.set(500);
    let bad = test().await;
    assert_eq!(
        (&bad["isGood"], &bad["status"]),
        (&json!(false), &json!(500))
    );
    let got = desk.receiver.take();
    assert_eq!(got.len(), 2);
    assert_eq!(got[0].kind(), "ping");
    assert_eq!(got[0].signed_by(&secret), [true]);
    assert!(desk.log(&id).await.is_empty());
    assert_eq!(desk.shown(&id).await["failingSince"], Value::Null);
}

#[tokio::test]
async fn a_corrected_address_is_tried_at_once_and_the_log_says_who_did_it() {
    let desk = Desk::new().await;
    let (id, _) = desk.hook("/set").await;
    desk.receiver.set(500);
    desk.guest("hoa").await;
    desk.send().await;
    desk.app.pass(Duration::from_secs(6));
    desk.send().await;
    assert_eq!(desk.receiver.take().len(), 2);
    desk.send().await;
    assert!(desk.receiver.take().is_empty(), "it waits for minutes");
    let url = format!("{}/ok", desk.receiver.origin);
    let version = desk.shown(&id).await["version"].clone();
    let body =
        json!({ "url": url, "kinds": ["registration.created"], "isOn": true, "version": version });
    desk.call(Method::PUT, &format!("/{id}"), body).await.data();
    desk.send().await;
    assert_eq!(desk.receiver.take().len(), 1);
    desk.call(Method::POST, &format!("/{id}/secret"), Value::Null)
        .await
        .data();
    desk.call(Method::DELETE, &format!("/{id}"), Value::Null)
        .await
        .data();
    let path = format!("/api/event/{}/activities", desk.event);
    let log = desk
        .app
        .call(&desk.owner, Method::GET, &path, Value::Null)
        .await;
    let entries = log.data()["items"].as_array().unwrap().clone();
    let mut actions: Vec<_> = entries
        .iter()
        .filter(|entry| entry["data"]["label"] == "127.0.0.1")
        .map(|entry| entry["action"].as_str().unwrap())
        .collect();
    actions.sort_unstable();
    assert_eq!(
        actions,
        [
            "webhook.added",
            "webhook.changed",
            "webhook.removed",
            "webhook.renewed"
        ]
    );
    assert!(entries[0]["actorId"] == json!(desk.owner.id));
}

#[tokio::test]
async fn a_delivery_is_sent_again_under_the_same_name() {
    let desk = Desk::new().await;
    let (id, _) = desk.hook("/ok").await;
    desk.guest("hoa").await;
    desk.send().await;
    let first = desk.receiver.take().remove(0);
    let entry = desk.log(&id).await.remove(0);
    let delivery = entry["id"].as_str().unwrap();
    let tail = format!("/{id}/deliveries/{delivery}/replay");
    let again = desk.call(Method::POST, &tail, Value::Null).await;
    assert_eq!(again.data()["waiting"], 1);
    desk.send().await;
    let second = desk.receiver.take().remove(0);
    assert_eq!((second.id(), second.body), (first.id(), first.body));
    let unknown = format!("/{id}/deliveries/{id}/replay");
    let missing = desk.call(Method::POST, &unknown, Value::Null).await;
    assert_eq!(missing.code(), 5005);
}

#[tokio::test]
async fn ten_webhooks_are_enough_and_a_removed_one_is_gone() {
    let desk = Desk::new().await;
    let mut ids = Vec::new();
    for _ in 0..10 {
        ids.push(desk.hook("/ok").await.0);
    }
    let body = json!({ "url": "https://a.vn/", "kinds": ["payment.received"] });
    assert_eq!(desk.call(Method::POST, "", body).await.code(), 5003);
    desk.guest("hoa").await;
    desk.send().await;
    assert_eq!(desk.receiver.take().len(), 10);
    for id in &ids {
        desk.call(Method::DELETE, &format!("/{id}"), Value::Null)
            .await
            .data();
    }
    desk.guest("lan").await;
    desk.send().await;
    assert!(desk.receiver.take().is_empty());
    assert_eq!(desk.in_outbox().await, 0);
    let log = format!("/{}/deliveries", ids[0]);
    assert_eq!(desk.call(Method::GET, &log, Value::Null).await.code(), 5005);
}

#[tokio::test]
async fn a_webhook_belongs_to_one_event() {
    let desk = Desk::new().await;
    let (id, _) = desk.hook("/ok").await;
    let other = desk.app.open_event(&desk.owner, 10).await;
    let path = format!("/api/event/{other}/webhooks/{id}");
    let answer = desk
        .app
        .call(&desk.owner, Method::DELETE, &path, Value::Null);
    assert_eq!(answer.await.code(), 5005);
    let stranger = desk.app.committee("binh").await;
    let path = format!("/api/event/{}/webhooks/{id}/deliveries", desk.event);
    let answer = desk.app.call(&stranger, Method::GET, &path, Value::Null);
    assert_eq!(answer.await.code(), 5016);
}

#[tokio::test]
async fn a_webhook_says_what_it_wants() {
    let desk = Desk::new().await;
    let wrong = [
        json!({ "url": "https://a.vn/", "kinds": [] }),
        json!({ "url": "https://a.vn/", "kinds": ["member.joined"] }),
        json!({ "url": "https://a.vn/", "kinds": ["nonsense"] }),
        json!({ "url": "", "kinds": ["payment.received"] }),
        json!({ "kinds": ["payment.received"] }),
    ];
    for body in wrong {
        let refused = desk.call(Method::POST, "", body.clone()).await;
        assert_eq!(refused.code(), 5002, "{body}");
    }
    let body = json!({ "url": "https://a.vn/", "kinds": ["payment.received", "payment.received"] });
    let made = desk.call(Method::POST, "", body).await;
    assert_eq!(made.data()["webhook"]["kinds"], json!(["payment.received"]));
}
