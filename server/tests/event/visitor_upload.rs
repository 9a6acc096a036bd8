//! Images that visitors upload for a form.

use std::time::Duration;

use axum::http::{Method, StatusCode};
use hoi_ticketing::events::EventId;
use image::ImageFormat;
use sea_orm::Set;
use serde_json::json;

use crate::support::uploads::{multipart, picture};
use crate::support::{Answer, START, TestApp, typed};

fn with_image_question(event: &mut hoi_ticketing::events::entity::event::ActiveModel) {
    event.form = Set(typed(json!({ "scheme": [
        { "id": "photo", "question": "Ảnh thẻ", "type": "IMAGE", "required": "true" }
    ] })));
}

async fn send(app: &TestApp, event: EventId, bytes: &[u8]) -> Answer {
    let body = multipart(&[("file", Some("anh.png"), bytes)]);
    app.send_form(&format!("/api/event/{event}/upload"), None, body)
        .await
}

#[tokio::test]
async fn an_answer_is_for_the_organiser_only() {
    let app = TestApp::new().await;
    let (owner, other, admin) = (
        app.committee("an").await,
        app.committee("binh").await,
        app.admin().await,
    );
    let event = app.event(&owner, with_image_question).await;
    let answer = send(&app, event, &picture(30, 20, ImageFormat::Png)).await;
    let url = answer.data()["url"].as_str().unwrap();
    assert_eq!(app.get(url).await.code(), 5018);
    assert_eq!(app.get_as(&other, url).await.code(), 5016);
    for who in [&owner, &admin] {
        let file = app.get_as(who, url).await;
        assert_eq!(file.status, StatusCode::OK);
        assert!(file.header("cache-control").contains("no-store"));
    }
    let remove = app.send_as(&other, Method::DELETE, url, json!({})).await;
    assert_eq!(remove.code(), 5016);
    // Another owner cannot make it public by using it for an event.
    let mut body = app.event_body(&owner).await;
    body["logo"] = url.into();
    assert_eq!(app.create(&owner, body).await.code(), 5002);
}

#[tokio::test]
async fn only_while_registration_is_open_and_asks_for_an_image() {
    let app = TestApp::new().await;
    let owner = app.committee("an").await;
    let png = picture(8, 8, ImageFormat::Png);
    let hour = Duration::from_hours(1);
    let plain = app.open_event(&owner, 5).await;
    let upcoming = app
        .event(&owner, |event| {
            with_image_question(event);
            event.open_registration_date = Set(START.plus(hour));
        })
        .await;
    let closed = app
        .event(&owner, |event| {
            with_image_question(event);
            event.close_registration_date = Set(START);
        })
        .await;
    let cancelled = app
        .event(&owner, |event| {
            with_image_question(event);
            event.cancelled_at = Set(Some(START));
        })
        .await;
    for (event, code) in [
        (plain, 5006),
        (upcoming, 5014),
        (closed, 5015),
        (cancelled, 5005),
    ] {
        assert_eq!(send(&app, event, &png).await.code(), code);
    }
    let open = app.event(&owner, with_image_question).await;
    let answer = send(&app, open, b"%PDF-1.7\n%%EOF").await;
    assert_eq!(
        (answer.status, answer.code()),
        (StatusCode::UNSUPPORTED_MEDIA_TYPE, 5006)
    );
    let huge = vec![0_u8; 50 * 1024 * 1024];
    let answer = send(&app, open, &huge).await;
    assert_eq!(
        (answer.status, answer.code()),
        (StatusCode::PAYLOAD_TOO_LARGE, 5006)
    );
}

#[tokio::test]
async fn one_peer_cannot_fill_the_disk() {
    let app = TestApp::new().await;
    let owner = app.committee("an").await;
    let event = app.event(&owner, with_image_question).await;
    let png = picture(2, 2, ImageFormat::Png);
    let mut taken = 0;
    let refused = loop {
        let answer = send(&app, event, &png).await;
        if answer.status != StatusCode::OK {
            break answer;
        }
        taken += 1;
        assert!(taken <= 300);
    };
    assert_eq!(
        (refused.status, refused.code()),
        (StatusCode::TOO_MANY_REQUESTS, 5003)
    );
    assert!(!refused.header("retry-after").is_empty());
    assert_eq!(taken, 300);
    let body = multipart(&[("file", Some("a.png"), &png[..])]);
    let other = app
        .request(Method::POST, &format!("/api/event/{event}/upload"))
        .from([10, 0, 0, 9])
        .form(body)
        .send()
        .await;
    assert_eq!(other.status, StatusCode::OK, "others are not held up");
}
