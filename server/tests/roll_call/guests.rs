//! Guests of a meeting.

use axum::http::Method;
use serde_json::{Value, json};

use super::support::Meeting;
use crate::support::new_registration;

#[tokio::test]
async fn a_guest_is_added_checked_out_and_removed() {
    let meeting = Meeting::new().await;
    let member = &meeting.circle.member;
    let body = json!({ "fullName": "Trần Khách", "phone": "0987654321", "invitedBy": member.id });
    let added = meeting.add_guest(body).await;
    assert_eq!(added.json["messages"][0], "Guest added");
    assert_eq!(meeting.counters().await, (1, 1));
    let roll = meeting.roll().await;
    let guest = &roll["guests"][0];
    assert_eq!(guest["fullName"], "Trần Khách");
    assert_eq!(guest["invitedBy"], "Nguyễn member");
    assert_eq!(guest["isRemovable"], true);
    // A guest without an address gets no mail.
    meeting
        .add_guest(json!({ "fullName": "Trần Hai" }))
        .await
        .data();
    assert!(meeting.circle.app.run_jobs().await.is_empty());
    assert_eq!(meeting.counters().await, (2, 2));
    let tail = format!("/guest/{}", guest["attendanceId"].as_str().unwrap());
    let owner = &meeting.circle.owner;
    let mark = |is_present: bool| {
        meeting.call(
            owner,
            Method::PUT,
            &tail,
            json!({ "isPresent": is_present }),
        )
    };
    for (is_present, inside) in [(false, 1), (false, 1), (true, 2), (true, 2)] {
        mark(is_present).await.data();
        assert_eq!(meeting.counters().await, (2, inside));
    }
    let id = guest["attendanceId"].as_str().unwrap();
    let path = format!("/api/event/{}/attendances/{id}/resend", meeting.event);
    let resent = meeting
        .circle
        .app
        .call(owner, Method::POST, &path, json!({}))
        .await;
    assert_eq!(resent.code(), 5008, "{}", resent.json);
    let removed = meeting
        .call(owner, Method::DELETE, &tail, Value::Null)
        .await;
    assert_eq!(removed.code(), 2000, "{}", removed.json);
    assert_eq!(meeting.counters().await, (1, 1));
    assert_eq!(mark(true).await.code(), 5005);
    let path = format!("/api/event/{}/cancel", meeting.event);
    let cancelled = meeting
        .circle
        .app
        .call(owner, Method::POST, &path, json!({}));
    cancelled.await.data();
    assert!(meeting.circle.app.run_jobs().await.is_empty());
}

#[tokio::test]
async fn a_guest_sent_twice_is_one_guest() {
    let meeting = Meeting::new().await;
    let (app, owner) = (&meeting.circle.app, &meeting.circle.owner);
    let path = format!(
        "/api/group/{}/event/{}/roll-call/guest",
        meeting.circle.id, meeting.event
    );
    let add = |key: &'static str, name: &'static str| {
        let request = app.request(Method::POST, &path).bearer(&owner.token);
        let request = request.header("idempotency-key", key);
        request.json(json!({ "fullName": name })).send()
    };
    for _ in 0..2 {
        add("a", "Trần Khách").await.data();
        assert_eq!(meeting.counters().await, (1, 1));
    }
    assert_eq!(add("a", "Trần Hai").await.code(), 5008);
    add("b", "Trần Khách").await.data();
    assert_eq!(meeting.counters().await, (2, 2));
}

#[tokio::test]
async fn a_guest_with_an_own_registration_is_not_removed_here() {
    let meeting = Meeting::new().await;
    let owner = &meeting.circle.owner;
    let body = crate::registration::support::form("khach");
    let answer = meeting.circle.app.register(meeting.event, body).await;
    let id = answer.data()["attendanceId"].as_str().unwrap().to_owned();
    let roll = meeting.roll().await;
    assert_eq!(roll["guests"][0]["isRemovable"], false);
    let tail = format!("/guest/{id}");
    assert_eq!(
        meeting
            .call(owner, Method::DELETE, &tail, Value::Null)
            .await
            .code(),
        5016
    );
    meeting
        .call(owner, Method::PUT, &tail, json!({ "isPresent": true }))
        .await
        .data();
    assert_eq!(meeting.counters().await, (1, 1));
}

#[tokio::test]
async fn faults_are_named_at_their_fields() {
    let meeting = Meeting::new().await;
    let stranger = meeting.circle.app.committee("la").await;
    for (field, body) in [
        ("fullName", json!({ "fullName": " " })),
        ("phone", json!({ "fullName": "Trần Khách", "phone": "12" })),
        (
            "email",
            json!({ "fullName": "Trần Khách", "email": "khach" }),
        ),
        (
            "invitedBy",
            json!({ "fullName": "Trần Khách", "invitedBy": stranger.id }),
        ),
    ] {
        let answer = meeting.add_guest(body).await;
        assert!(
            answer.json["fields"][field].is_array(),
            "{field}: {}",
            answer.json
        );
    }
    let person = new_registration(meeting.event, "khach", None);
    let email = person.email.clone();
    meeting.circle.app.add(person).await;
    let again = meeting
        .add_guest(json!({ "fullName": "Trần Khách", "email": email }))
        .await;
    assert_eq!(again.code(), 5013);
    assert_eq!(meeting.counters().await, (1, 0));
}
