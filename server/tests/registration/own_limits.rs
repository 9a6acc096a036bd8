//! Limits on the key of a registration: it must not allow flooding a mailbox or the event log, or removing data
//! that others rely on.

use std::time::Duration;

use axum::http::{Method, StatusCode};
use hoi_ticketing::events::entity::event;
use hoi_ticketing::registration::{self, Change};
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::Expr;
use serde_json::{Value, json};

use super::support::{details, form, key_of, with};
use crate::support::{TestApp, typed};

#[tokio::test]
async fn registering_and_cancelling_in_turn_does_not_flood_a_mailbox() {
    let app = TestApp::new().await;
    let owner = app.committee("an").await;
    let event = app.open_event(&owner, 10).await;
    let mut codes = Vec::new();
    for _ in 0..4 {
        let key = key_of(&app.register(event, form("Hoa")).await);
        let cancelled = app.own(Method::DELETE, event, &key, Value::Null).await;
        codes.push(cancelled.code());
    }
    assert_eq!(codes, [2000, 2000, 2000, 5003]);
    assert_eq!(
        app.registered(event).await,
        1,
        "the fourth seat stays taken"
    );
    // Another e-mail address is not affected.
    let key = key_of(&app.register(event, form("Lan")).await);
    let cancelled = app.own(Method::DELETE, event, &key, Value::Null).await;
    assert_eq!(cancelled.code(), 2000);
}

#[tokio::test]
async fn a_cancelling_participant_is_told_by_mail() {
    let app = TestApp::new().await;
    let owner = app.committee("an").await;
    let event = app.open_event(&owner, 10).await;
    let key = key_of(&app.register(event, form("Hoa")).await);
    app.run_jobs().await;
    app.own(Method::DELETE, event, &key, Value::Null).await;
    let mails = app.run_jobs().await;
    assert_eq!(mails.len(), 1);
    assert!(
        mails[0].subject.starts_with("Đã huỷ đăng ký"),
        "{}",
        mails[0].subject
    );
    assert!(
        mails[0]
            .text
            .contains(&format!("https://hoi.example/form/{event}"))
    );
    assert!(!mails[0].text.contains(&key), "the link is dead");
}

#[tokio::test]
async fn the_log_of_an_event_does_not_grow_by_playing_with_a_name() {
    let app = TestApp::new().await;
    let owner = app.committee("an").await;
    let event = app.open_event(&owner, 10).await;
    let key = key_of(&app.register(event, form("Hoa")).await);
    let mut codes = Vec::new();
    for number in 0..21 {
        let body = details(&format!("Lê Hoa {number}"));
        codes.push(app.own(Method::PUT, event, &key, body).await.code());
    }
    assert!(codes[..20].iter().all(|code| *code == 2000), "{codes:?}");
    assert_eq!(codes[20], 5003);
}

#[tokio::test]
async fn a_request_sent_again_after_cancelling_is_not_answered_with_a_dead_ticket() {
    let app = TestApp::new().await;
    let owner = app.committee("an").await;
    let event = app.open_event(&owner, 10).await;
    let send = async || {
        let path = format!("/api/event/{event}/register");
        let request = app.request(Method::POST, &path);
        let request = request.header("Idempotency-Key", "mot-lan");
        request.json(form("Hoa")).send().await
    };
    let first = send().await;
    let again = send().await;
    assert_eq!(first.data()["ticketCode"], again.data()["ticketCode"]);
    app.own(Method::DELETE, event, &key_of(&first), Value::Null)
        .await;
    assert_eq!(send().await.code(), 5008);
    assert_eq!(app.registered(event).await, 0);
}

#[tokio::test]
async fn answers_to_questions_that_are_gone_stay() {
    let app = TestApp::new().await;
    let owner = app.committee("an").await;
    let question = |id: &str| json!({ "id": id, "question": id, "required": "", "type": "TEXT", "choices": [] });
    let event = app
        .event(&owner, |event| {
            event.form = Set(typed(
                json!({ "scheme": [question("meal"), question("size")] }),
            ));
        })
        .await;
    let given = json!([
        { "questionId": "meal", "answer": "Chay" },
        { "questionId": "size", "answer": "S" },
    ]);
    let answer = app
        .register(event, with(form("Hoa"), "answers", given))
        .await;
    let form = Expr::value(json!({ "scheme": [question("size")] }));
    app.alter_event(event, event::Column::Form, form).await;

    let size = json!([{ "questionId": "size", "answer": "M" }]);
    let body = with(details("Hoa"), "answers", size);
    let own = app.own(Method::PUT, event, &key_of(&answer), body).await;
    assert_eq!(own.code(), 2000, "{}", own.json);
    let kept = json!(app.attendance(&answer).await.answers.answers);
    let kept: Vec<_> = kept
        .as_array()
        .unwrap()
        .iter()
        .map(|one| (one["questionId"].clone(), one["answer"].clone()))
        .collect();
    assert_eq!(
        kept,
        [("size".into(), "M".into()), ("meal".into(), "Chay".into())]
    );
}

#[tokio::test]
async fn a_picture_can_be_replaced_until_the_time_for_changes_is_over() {
    let app = TestApp::new().await;
    let owner = app.committee("an").await;
    let scheme = json!([{ "id": "photo", "question": "Ảnh", "required": "", "type": "IMAGE", "choices": [] }]);
    let now = app.app.clock.now();
    let event = app
        .event(&owner, |event| {
            event.form = Set(typed(json!({ "scheme": scheme })));
            event.close_registration_date = Set(now.plus(Duration::from_hours(1)));
            event.event_start_date = Set(now.plus(Duration::from_hours(48)));
        })
        .await;
    let key = key_of(&app.register(event, form("Hoa")).await);
    app.app.clock.set(now.plus(Duration::from_hours(2)));
    let public = format!("/api/event/{event}/upload");
    let own = format!("/api/event/{event}/registration/upload");
    assert_eq!(app.send_picture(&public, "").await.code(), 5015);
    let stored = app.send_picture(&own, &key).await;
    assert_eq!(stored.code(), 2000, "{}", stored.json);
    let photo = json!([{ "questionId": "photo", "answer": stored.data()["url"] }]);
    let body = with(details("Hoa"), "answers", photo);
    assert_eq!(app.own(Method::PUT, event, &key, body).await.code(), 2000);

    assert_eq!(
        app.send_picture(&own, "khong-co").await.status,
        StatusCode::NOT_FOUND
    );
    app.app.clock.set(now.plus(Duration::from_hours(48)));
    assert_eq!(app.send_picture(&own, &key).await.code(), 5009);
}

#[tokio::test]
async fn changes_of_an_organiser_do_not_hide_those_of_the_visitor() {
    let app = TestApp::new().await;
    let owner = app.committee("an").await;
    let event = app.open_event(&owner, 10).await;
    let answer = app.register(event, form("Hoa")).await;
    let before = app.attendance(&answer).await;
    let body = details("Lê Thị Hòa");
    app.own(Method::PUT, event, &key_of(&answer), body).await;
    // Decided on the row before the visitor's change.
    let change = Change {
        company: Some("Công ty Sen Vàng".to_owned()),
        ..Default::default()
    };
    app.desk
        .submit(registration::change(event, before.id, change))
        .await
        .unwrap();
    let text = app.attendance(&answer).await.search_text;
    for part in ["le thi hoa", "0987654321", "sen vang"] {
        assert!(text.contains(part), "{part}: {text}");
    }
}
