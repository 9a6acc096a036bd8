//! The public data of an event.

use std::collections::BTreeSet;
use std::time::Duration;

use axum::http::Method;
use hoi_i18n::Lang;
use hoi_platform::snapshots;
use hoi_ticketing::events::entity::event;
use sea_orm::{EntityTrait, Set};
use serde_json::json;

use super::support::id_in;
use crate::support::TestApp;

#[tokio::test]
async fn a_visitor_sees_the_event_and_nothing_else() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    let path = app.created(&user).await;
    let answer = app.get(&format!("{path}/public")).await;
    let names: BTreeSet<&str> = answer
        .data()
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect();
    let hidden = [
        "accountNumber",
        "accountHolderName",
        "bankName",
        "bankBin",
        "paymentEmailContent",
        "registerEmailContent",
        "ownerId",
        "registeredCount",
        "totalParticipants",
        "version",
    ];
    for name in hidden {
        assert!(!names.contains(name), "{name}");
    }
    let text = answer.json.to_string();
    for secret in ["0123456789", "NGUYEN VAN AN", &user.email] {
        assert!(!text.contains(secret), "{secret}");
    }
    assert_eq!(answer.data()["title"], "Đêm nhạc Trịnh");
    assert_eq!(answer.data()["formType"], "open");
    assert_eq!(answer.data()["isFull"], false);
    let preview = app.get_as(&user, &format!("{path}/preview")).await;
    assert_eq!(preview.data(), answer.data());
    assert_eq!(app.get(&format!("{path}/preview")).await.code(), 5018);
}

#[tokio::test]
async fn the_fixed_questions_speak_the_visitors_language() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    let path = app.created(&user).await;
    for (lang, first) in [("vi", "Họ và tên"), ("en", "Full name")] {
        let answer = app
            .request(Method::GET, &format!("{path}/public"))
            .lang(lang)
            .send()
            .await;
        assert_eq!(answer.data()["eventForm"]["scheme"][0]["question"], first);
    }
}

#[tokio::test]
async fn hidden_classes_stay_hidden_and_sold_out_ones_say_so() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    let event = app.open_event(&user, 2).await;
    let one = app.ticket(event, "Thường", 100_000, 1).await;
    app.ticket(event, "Tự do", 0, -1).await;
    let tickets = format!("/api/event/{event}/tickets");
    let body = json!({ "name": "Khách mời", "price": 0, "quantity": 5, "isHidden": true });
    app.send_as(&user, Method::POST, &tickets, body)
        .await
        .data();
    app.participant(event, "a", Some(one), Lang::VI).await;
    let answer = app.get(&format!("/api/event/{event}/public")).await;
    assert!(answer.data()["seatsLeft"].is_null());
    let shown = answer.data()["tickets"].as_array().unwrap();
    assert_eq!(shown.len(), 2);
    assert_eq!(
        (
            &shown[0]["name"],
            &shown[0]["remaining"],
            &shown[0]["soldOut"]
        ),
        (&json!("Thường"), &json!(0), &json!(true))
    );
    assert_eq!(
        (&shown[1]["remaining"], &shown[1]["soldOut"]),
        (&json!(-1), &json!(false))
    );
    assert!(shown[0].get("sold").is_none() && shown[0].get("quantity").is_none());
    let all = app.get_as(&user, &tickets).await;
    assert_eq!(all.data().as_array().unwrap().len(), 3);
    app.participant(event, "b", None, Lang::VI).await;
    assert_eq!(
        app.get(&format!("/api/event/{event}/public")).await.data()["isFull"],
        true
    );
}

#[tokio::test]
async fn the_seats_left_are_those_of_the_classes_within_the_event() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    let event = app.open_event(&user, 3).await;
    let one = app.ticket(event, "Thường", 0, 2).await;
    let left = async || {
        let answer = app.get(&format!("/api/event/{event}/public")).await;
        answer.data()["seatsLeft"].clone()
    };
    assert_eq!(left().await, 2);
    app.ticket(event, "Quý khách", 0, 5).await;
    assert_eq!(left().await, 3);
    app.participant(event, "a", Some(one), Lang::VI).await;
    assert_eq!(left().await, 2);
}

/// The page of an event is kept in memory, so that a surge does not read the same rows for everyone. A title written
/// past the server tells when it is read again.
#[tokio::test]
async fn the_cache_of_an_event_is_renewed_by_seats_calls_and_time() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    let event = app.open_event(&user, 3).await;
    let title = async || {
        let answer = app.get(&format!("/api/event/{event}/public")).await;
        answer.data()["title"].as_str().unwrap().to_owned()
    };
    let write = async |title: &str| {
        let tx = app.app.db.write().await.unwrap();
        let row = event::ActiveModel {
            id: Set(event),
            title: Set(title.to_owned()),
            ..Default::default()
        };
        event::Entity::update(row).exec(&tx).await.unwrap();
        tx.commit().await.unwrap();
    };
    write("Một").await;
    assert_eq!(title().await, "Một");

    write("Hai").await;
    assert_eq!(title().await, "Một", "nothing is kept");
    app.participant(event, "a", None, Lang::VI).await;
    assert_eq!(title().await, "Hai", "a seat was taken");

    write("Ba").await;
    assert_eq!(title().await, "Hai");
    app.send_as(&user, Method::POST, "/api/event", json!({}))
        .await;
    assert_eq!(title().await, "Ba", "the organiser called");

    write("Bốn").await;
    app.pass(snapshots::MAX_AGE - Duration::from_millis(1));
    assert_eq!(title().await, "Ba");
    app.pass(Duration::from_millis(1));
    assert_eq!(title().await, "Bốn", "a second has passed");
}

#[tokio::test]
async fn cancelled_and_deleted_events_do_not_exist_for_visitors() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    let cancelled = app
        .event(&user, |event| {
            event.cancelled_at = Set(Some(app.app.clock.now()))
        })
        .await;
    let deleted = app.created(&user).await;
    app.send_as(&user, Method::DELETE, &deleted, json!({}))
        .await
        .data();
    for id in [
        cancelled.to_string(),
        id_in(&deleted).to_string(),
        "x".to_owned(),
        user.id.to_string(),
    ] {
        let path = format!("/api/event/{id}/public");
        let answer = app.request(Method::GET, &path).lang("en").send().await;
        assert_eq!(answer.code(), 5005, "{path}");
        assert_eq!(answer.json["messages"], json!(["This event doesn't exist"]));
    }
}

#[tokio::test]
async fn banks_are_listed_the_most_used_first() {
    let app = TestApp::new().await;
    let answer = app.get("/api/bank").await;
    let banks = answer.data().as_array().unwrap();
    assert!(banks.len() > 40);
    assert_eq!(
        (&banks[0]["bin"], &banks[0]["shortName"]),
        (&json!("970436"), &json!("Vietcombank"))
    );
}
