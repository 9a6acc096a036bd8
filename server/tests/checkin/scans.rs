//! Sequences of scans.

use std::time::Duration;

use axum::http::{Method, StatusCode};
use hoi_community::accounts::entity::user;
use sea_orm::{ActiveModelTrait, Set};
use serde_json::json;

use super::support::{Hall, new_key, post};
use crate::support::{START, TestApp, new_registration};

const DAY: Duration = Duration::from_hours(24);

#[tokio::test]
async fn a_guest_comes_in_once_and_the_first_time_stays() {
    let hall = Hall::new().await;
    let guest = hall.guest("bình").await;
    let scan = json!({ "code": guest.ticket_code });
    let first = hall.scan(scan.clone()).await;
    assert_eq!((first.status, first.code()), (StatusCode::OK, 2001));
    assert_eq!(first.data()["fullName"], "Trần bình");
    assert_eq!(first.data()["checkedInTime"], START.to_string());
    assert_eq!(first.data()["paymentStatus"], "paid");

    hall.app.pass(Duration::from_mins(3));
    let second = hall.by_owner(scan).await;
    assert_eq!((second.status, second.code()), (StatusCode::CONFLICT, 5001));
    assert_eq!(second.json["error"], "CHECKIN_FAIL");
    let data = &second.json["data"];
    assert_eq!(data["reason"], "ALREADY_CHECKED_IN");
    assert_eq!(
        data["firstEntry"],
        json!({ "time": START.to_string(), "device": "Cổng A" })
    );
    assert_eq!(data["person"]["fullName"], "Trần bình");
    assert_eq!(data["conflict"], false);
    let message = second.json["messages"][0].as_str().unwrap();
    assert!(
        message.contains("09:00") && message.contains("Cổng A"),
        "{message}"
    );
    assert_eq!(hall.app.row(guest.id).await.checked_in_time, Some(START));
    assert_eq!(hall.results().await, ["ok", "already"]);
}

#[tokio::test]
async fn a_device_learns_only_what_a_greeting_needs() {
    let hall = Hall::new().await;
    let class = hall.app.ticket(hall.event, "Thường", 100_000, -1).await;
    let guest = new_registration(hall.event, "bình", Some(class));
    let guest = hall.app.add(guest).await;
    let answer = hall.scan(json!({ "code": guest.ticket_code })).await;
    let mut keys: Vec<&String> = answer.data().as_object().unwrap().keys().collect();
    keys.sort();
    assert_eq!(
        keys,
        [
            "amountDue",
            "attendanceId",
            "avatar",
            "checkedInTime",
            "company",
            "conflict",
            "fullName",
            "participationType",
            "paymentStatus",
            "ticketName"
        ]
    );
    for answer in [
        answer,
        hall.scan(json!({ "code": guest.ticket_code })).await,
    ] {
        let text = answer.json.to_string();
        for secret in [
            &guest.email,
            &guest.phone,
            &guest.ticket_code,
            &guest.payment_ref,
        ] {
            assert!(!text.contains(secret.as_str()), "{text}");
        }
    }
}

#[tokio::test]
async fn codes_are_read_as_people_type_them() {
    let hall = Hall::new().await;
    let guest = hall.guest("bình").await;
    let code = guest
        .ticket_code
        .to_lowercase()
        .replace('0', "o")
        .replace('1', "l");
    let (left, right) = code.split_at(4);
    let answer = hall
        .scan(json!({ "code": format!("  {left}-{right} \n") }))
        .await;
    assert_eq!(answer.code(), 2001, "{}", answer.json);
}

#[tokio::test]
async fn every_reason_to_refuse_has_its_code_and_words() {
    let hall = Hall::new().await;
    let app = &hall.app;
    let other_event = app.open_event(&hall.owner, 10).await;
    let elsewhere = app.add(new_registration(other_event, "chi", None)).await;
    let gone = hall.guest("dũng").await;
    hall.scan(json!({ "code": gone.ticket_code })).await;
    app.remove(hall.event, gone.id, hall.owner.id).await;

    for (code, reason, text) in [
        (
            "ABCDEFGH2345",
            "CODE_NOT_FOUND",
            "This ticket code doesn't exist",
        ),
        ("—", "CODE_NOT_FOUND", "This ticket code doesn't exist"),
        (
            &elsewhere.ticket_code,
            "WRONG_EVENT",
            "This code belongs to another event.",
        ),
        // Whether the ticket is valid is checked before whether it was used.
        (
            &gone.ticket_code,
            "CANCELLED",
            "This registration has been canceled. Ask the guest to see the organizer.",
        ),
    ] {
        let answer = post(
            app,
            "/api/event/checkin",
            hall.with_event(json!({ "code": code })),
        )
        .header("x-checkin-key", &hall.key)
        .lang("en")
        .send()
        .await;
        assert_eq!(
            (answer.status, answer.code()),
            (StatusCode::CONFLICT, 5001),
            "{code}"
        );
        assert_eq!(answer.json["data"]["reason"], reason);
        assert_eq!(answer.json["messages"], json!([text]));
    }
    assert_eq!(
        hall.results().await,
        ["ok", "notFound", "notFound", "wrongEvent", "cancelled"]
    );
    // Codes that let their holder in are not stored.
    let kept: Vec<Option<String>> = hall.log().await.into_iter().map(|scan| scan.code).collect();
    assert_eq!(
        kept,
        [
            None,
            Some("ABCDEFGH2345".to_owned()),
            Some("—".to_owned()),
            None,
            None
        ]
    );
    assert_eq!(hall.app.row(elsewhere.id).await.checked_in_time, None);
}

#[tokio::test]
async fn check_in_begins_with_registration_and_goes_on_after_it_closed() {
    let app = TestApp::new().await;
    let owner = app.committee("an").await;
    let event = app
        .event(&owner, |event| {
            event.open_registration_date = Set(START.plus(DAY));
            event.close_registration_date = Set(START.plus(2 * DAY));
        })
        .await;
    let guest = app.add(new_registration(event, "bình", None)).await;
    let key = new_key(&app, &owner, event, "Cổng A").await;
    let scan = || {
        let body = json!({ "eventId": event, "code": guest.ticket_code });
        post(&app, "/api/event/checkin", body)
            .header("x-checkin-key", &key)
            .send()
    };
    let early = scan().await;
    assert_eq!((early.status, early.code()), (StatusCode::CONFLICT, 5010));
    app.pass(3 * DAY);
    assert_eq!(scan().await.code(), 2001);
}

#[tokio::test]
async fn a_cancelled_event_has_no_check_in() {
    let hall = Hall::new().await;
    let guest = hall.guest("bình").await;
    let path = format!("/api/event/{}/cancel", hall.event);
    let cancelled = post(&hall.app, &path, json!({}))
        .bearer(&hall.owner.token)
        .send()
        .await;
    assert_eq!(cancelled.code(), 2000, "{}", cancelled.json);
    let answer = hall.scan(json!({ "code": guest.ticket_code })).await;
    assert_eq!(
        (answer.code(), &answer.json["data"]["reason"]),
        (5001, &json!("CANCELLED"))
    );
    assert_eq!(hall.app.row(guest.id).await.checked_in_time, None);
    let screen = hall
        .app
        .get(&format!("/api/event/{}/checkin", hall.event))
        .await;
    assert_eq!(
        (screen.status, screen.code()),
        (StatusCode::NOT_FOUND, 5005)
    );
}

#[tokio::test]
async fn an_unpaid_participant_comes_in_and_the_staff_are_told() {
    let hall = Hall::with(|event| event.turn_off_payment = Set(false)).await;
    let ticket = hall.app.ticket(hall.event, "Thường", 250_000, -1).await;
    let (first, second) = (
        hall.app
            .add(new_registration(hall.event, "bình", Some(ticket)))
            .await,
        hall.app
            .add(new_registration(hall.event, "chi", Some(ticket)))
            .await,
    );
    let to_owner = hall.by_owner(json!({ "code": first.ticket_code })).await;
    assert_eq!(to_owner.code(), 2001);
    assert_eq!(to_owner.data()["paymentStatus"], "unpaid");
    assert_eq!(to_owner.data()["amountDue"], 250_000);
    assert_eq!(to_owner.data()["ticketName"], "Thường");
    assert!(
        to_owner.json["messages"][1]
            .as_str()
            .unwrap()
            .contains("250.000")
    );
    let to_device = hall.scan(json!({ "code": second.ticket_code })).await;
    assert_eq!(to_device.data()["paymentStatus"], "unpaid");
    assert_eq!(to_device.data()["amountDue"], json!(null));
    // Not "250" alone, which may be in an identifier.
    for amount in ["250000", "250.000", "250,000"] {
        assert!(
            !to_device.json.to_string().contains(amount),
            "{}",
            to_device.json
        );
    }
    assert_eq!(hall.results().await, ["unpaid", "unpaid"]);
}

#[tokio::test]
async fn a_members_own_code_opens_the_events_they_registered_for() {
    let hall = Hall::new().await;
    let member = hall.app.committee("em").await;
    let code = "U0123456789ABCDE";
    let change = |verified: bool| {
        let app = &hall.app;
        let row = user::ActiveModel {
            id: Set(member.id),
            email: Set("Em@Example.vn".to_owned()),
            email_key: Set("em@example.vn".to_owned()),
            user_code: Set(code.to_owned()),
            email_verified_at: Set(verified.then_some(START)),
            ..Default::default()
        };
        async move {
            let tx = app.app.db.write().await.unwrap();
            row.update(&tx).await.unwrap();
            tx.commit().await.unwrap();
        }
    };
    change(true).await;
    let body = json!({ "code": "u0123-4567-89ab-cdE" });
    let stranger = hall.scan(body.clone()).await;
    assert_eq!(stranger.json["data"]["reason"], "WRONG_EVENT");
    let guest = hall.guest("em").await;
    change(false).await;
    let unproven = hall.scan(body.clone()).await;
    assert_eq!(
        unproven.json["data"]["reason"], "CODE_NOT_FOUND",
        "an unverified address could belong to another person"
    );
    change(true).await;
    let answer = hall.scan(body).await;
    assert_eq!(answer.code(), 2001, "{}", answer.json);
    assert_eq!(answer.data()["attendanceId"], json!(guest.id));
}

#[tokio::test]
async fn the_owner_lets_in_and_back_out_by_hand() {
    let hall = Hall::new().await;
    let guest = hall.guest("bình").await;
    let toggle = |checked_in: bool| json!({ "attendanceId": guest.id, "checkedIn": checked_in });
    assert_eq!(hall.by_owner(toggle(true)).await.code(), 2001);
    assert_eq!(hall.by_owner(toggle(true)).await.code(), 5001);
    let out = hall.by_owner(toggle(false)).await;
    assert_eq!(
        (out.code(), &out.data()["checkedInTime"]),
        (2000, &json!(null))
    );
    let scans = hall.log().await.len();
    assert_eq!(hall.app.row(guest.id).await.checked_in_time, None);
    assert_eq!(hall.app.row(guest.id).await.checked_in_by, None);
    assert_eq!(hall.by_owner(toggle(false)).await.code(), 2000);
    assert_eq!(hall.log().await.len(), scans, "they were not in");
    assert_eq!(
        hall.scan(json!({ "code": guest.ticket_code })).await.code(),
        2001
    );

    let path = format!("/api/event/{}/activities", hall.event);
    let log = hall
        .app
        .request(Method::GET, &path)
        .bearer(&hall.owner.token)
        .send()
        .await;
    let actions: Vec<&str> = log.data()["items"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|entry| entry["action"].as_str())
        .filter(|action| action.starts_with("participant.check"))
        .collect();
    assert_eq!(
        actions,
        ["participant.checkinUndone", "participant.checkedIn"]
    );
}

#[tokio::test]
async fn a_participant_of_another_event_is_not_found_by_id() {
    let hall = Hall::new().await;
    let other = hall.app.open_event(&hall.owner, 10).await;
    let guest = hall.app.add(new_registration(other, "bình", None)).await;
    let answer = hall
        .by_owner(json!({ "attendanceId": guest.id, "checkedIn": true }))
        .await;
    assert_eq!(
        (answer.status, answer.code()),
        (StatusCode::NOT_FOUND, 5005)
    );
    assert_eq!(hall.app.row(guest.id).await.checked_in_time, None);
}

#[tokio::test]
async fn unusable_bodies_are_refused_before_anything_is_logged() {
    let hall = Hall::new().await;
    let guest = hall.guest("bình").await;
    for body in [
        json!({}),
        json!({ "code": "  " }),
        json!({ "code": "A".repeat(201) }),
        json!({ "code": 12 }),
        json!({ "code": "A", "attendanceId": guest.id }),
        json!({ "attendanceId": guest.id }),
        json!({ "code": "A", "nonce": "n".repeat(101) }),
        json!({ "code": "A", "occurredAt": "yesterday" }),
    ] {
        let answer = hall.by_owner(body.clone()).await;
        assert_eq!(
            (answer.status, answer.code()),
            (StatusCode::BAD_REQUEST, 5002),
            "{body}"
        );
    }
    assert!(hall.log().await.is_empty());
}

#[tokio::test]
async fn guessing_codes_is_slowed_down_for_that_device_alone() {
    let hall = Hall::new().await;
    let guest = hall.guest("bình").await;
    for at in 0..30 {
        let answer = hall
            .scan(json!({ "code": format!("ZZZZZZZZZZ{at:02}") }))
            .await;
        assert_eq!(answer.code(), 5001);
    }
    let right = json!({ "code": guest.ticket_code });
    let braked = hall.scan(right.clone()).await;
    assert_eq!(
        (braked.status, braked.code()),
        (StatusCode::TOO_MANY_REQUESTS, 5003)
    );
    assert_eq!(braked.header("retry-after"), "60");
    assert_eq!(hall.log().await.len(), 30);
    assert_eq!(hall.by_owner(right.clone()).await.code(), 2001);
    hall.app.pass(Duration::from_secs(61));
    assert_eq!(
        hall.scan(right).await.code(),
        5001,
        "in already, but heard again"
    );
}

#[tokio::test]
async fn a_bad_token_is_told_before_a_bad_body() {
    let hall = Hall::new().await;
    let request = hall
        .app
        .request(Method::POST, "/api/event/checkin")
        .bearer("x");
    assert_eq!(request.json(json!({})).send().await.code(), 5018);
}
