//! Practice at the door: answered as the door answers, and nothing stored.

use std::time::Duration;

use axum::http::{Method, StatusCode};
use hoi_ticketing::attendances::{AttendanceId, attendance};
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, Set};
use serde_json::{Value, json};

use super::support::{Hall, new_key, post};
use crate::support::{Answer, Heard, START, new_registration};

const DAY: Duration = Duration::from_hours(24);
const MOMENT: Duration = Duration::from_millis(300);
/// Scans for practice that one device may make at once.
const AT_ONCE: usize = 30;

impl Hall {
    async fn practise_with(&self, key: &str, body: Value) -> Answer {
        let path = format!("/api/event/{}/checkin/practice", self.event);
        post(&self.app, &path, body)
            .header("x-checkin-key", key)
            .send()
            .await
    }

    async fn practise(&self, code: &str) -> Answer {
        let body = json!({ "code": code });
        self.practise_with(&self.key, body).await
    }

    async fn unconfirm(&self, id: AttendanceId) {
        let tx = self.app.app.db.write().await.unwrap();
        attendance::Entity::update_many()
            .col_expr(
                attendance::Column::ConfirmBy,
                Expr::value(self.app.app.clock.now().plus(Duration::from_hours(1))),
            )
            .filter(attendance::Column::Id.eq(id))
            .exec(&tx)
            .await
            .unwrap();
        tx.commit().await.unwrap();
    }
}

#[tokio::test]
async fn practice_answers_every_code_as_the_door_does_and_leaves_no_trace() {
    let hall = Hall::with(|event| event.turn_off_payment = Set(false)).await;
    let app = &hall.app;
    let class = app.ticket(hall.event, "Thường", 250_000, -1).await;
    let paid = hall.guest("bình").await;
    let unpaid = app
        .add(new_registration(hall.event, "chi", Some(class)))
        .await;
    let other_event = app.open_event(&hall.owner, 10).await;
    let elsewhere = app.add(new_registration(other_event, "dũng", None)).await;
    let inside = hall.guest("giang").await;
    let (cancelled, unconfirmed) = (hall.guest("hà").await, hall.guest("khoa").await);
    app.remove(hall.event, cancelled.id, hall.owner.id).await;
    hall.unconfirm(unconfirmed.id).await;
    let entered = hall.scan(json!({ "code": inside.ticket_code })).await;
    assert_eq!(entered.code(), 2001);
    let (screen, keys) = (
        hall.show().await,
        hall.keys(Method::GET, "", Value::Null).await,
    );

    let codes = [
        (paid.ticket_code.as_str(), "ok"),
        (unpaid.ticket_code.as_str(), "unpaid"),
        ("ABCDEFGH2345", "notFound"),
        (elsewhere.ticket_code.as_str(), "wrongEvent"),
        (inside.ticket_code.as_str(), "already"),
        (cancelled.ticket_code.as_str(), "cancelled"),
        (unconfirmed.ticket_code.as_str(), "notConfirmed"),
    ];
    let before = (app.row(paid.id).await, app.row(unpaid.id).await);
    let mut practised = Vec::new();
    for (code, _) in codes {
        let (first, again) = (hall.practise(code).await, hall.practise(code).await);
        assert_eq!(first.json, again.json, "{code}");
        practised.push(first);
    }
    assert_eq!(hall.results().await, ["ok"], "the check-in before practice");
    assert_eq!(hall.show().await, screen);
    assert_eq!(
        hall.keys(Method::GET, "", Value::Null).await.json,
        keys.json
    );
    let after = (app.row(paid.id).await, app.row(unpaid.id).await);
    assert_eq!(after, before, "the rows are as they were");

    for ((code, _), practised) in codes.iter().zip(practised) {
        let real = hall.scan(json!({ "code": code })).await;
        assert_eq!(practised.status, real.status, "{code}");
        assert_eq!(practised.json["data"], real.json["data"], "{code}");
        if real.status == StatusCode::OK {
            assert_eq!((practised.code(), real.code()), (2000, 2001));
            let told = practised.json["messages"][0].as_str().unwrap();
            assert!(told.contains("Chạy thử"), "{told}");
        } else {
            assert_eq!(practised.json, real.json, "{code}");
        }
    }
    let results = codes.map(|(_, result)| result.to_owned());
    assert_eq!(hall.results().await[1..], results);
}

#[tokio::test(flavor = "multi_thread")]
async fn no_screen_hears_of_practice() {
    let hall = Hall::new().await;
    let guest = hall.guest("bình").await;
    let address = hall.app.listen().await;
    let mut display = hall.watch(address, json!({ "key": hall.key })).await;
    assert_eq!(hall.practise(&guest.ticket_code).await.code(), 2000);
    assert_eq!(display.next_within(MOMENT).await, Heard::Nothing);
    hall.scan(json!({ "code": guest.ticket_code })).await;
    // A scan that is no practice is told: the arrival and the counters, in either order.
    let heard = [display.next().await, display.next().await];
    let is_arrival = |heard: &Heard| matches!(heard, Heard::Event(name, _) if name == "checkedIn");
    assert!(heard.iter().any(is_arrival), "{heard:?}");
}

#[tokio::test]
async fn practice_before_the_opening_and_after_a_cancellation_is_refused_as_at_the_door() {
    let hall = Hall::with(|event| {
        event.open_registration_date = Set(START.plus(DAY));
        event.close_registration_date = Set(START.plus(2 * DAY));
    })
    .await;
    let guest = hall.guest("bình").await;
    let early = hall.practise(&guest.ticket_code).await;
    assert_eq!((early.status, early.code()), (StatusCode::CONFLICT, 5010));
    let path = format!("/api/event/{}/cancel", hall.event);
    post(&hall.app, &path, json!({}))
        .bearer(&hall.owner.token)
        .send()
        .await;
    let refused = hall.practise(&guest.ticket_code).await;
    assert_eq!(
        (refused.code(), &refused.json["data"]["reason"]),
        (5001, &json!("CANCELLED"))
    );
}

#[tokio::test]
async fn only_callers_that_check_in_by_name_may_practise_it() {
    let hall = Hall::new().await;
    let guest = hall.guest("bình").await;
    let body = json!({ "attendanceId": guest.id });
    let by_device = hall.practise_with(&hall.key, body.clone()).await;
    assert_eq!(
        (by_device.status, by_device.code()),
        (StatusCode::FORBIDDEN, 5016)
    );
    let path = format!("/api/event/{}/checkin/practice", hall.event);
    let by_owner = post(&hall.app, &path, body)
        .bearer(&hall.owner.token)
        .send()
        .await;
    assert_eq!(by_owner.code(), 2000, "{}", by_owner.json);
    assert_eq!(by_owner.data()["fullName"], "Trần bình");
    assert_eq!(hall.app.row(guest.id).await.checked_in_time, None);
    for body in [
        json!({}),
        json!({ "code": "  " }),
        json!({ "code": "A", "attendanceId": guest.id }),
        json!({ "code": "x".repeat(201) }),
    ] {
        let answer = hall.practise_with(&hall.key, body.clone()).await;
        assert_eq!(answer.code(), 5002, "{body}");
    }
}

#[tokio::test]
async fn codes_cannot_be_guessed_by_practising() {
    let hall = Hall::new().await;
    let guest = hall.guest("bình").await;
    for at in 0..AT_ONCE {
        let answer = hall.practise(&format!("ZZZZZZZZZZ{at:02}")).await;
        assert_eq!(answer.code(), 5001, "{at}");
    }
    let braked = hall.practise(&guest.ticket_code).await;
    assert_eq!(
        (braked.status, braked.code()),
        (StatusCode::TOO_MANY_REQUESTS, 5003)
    );
    let other = new_key(&hall.app, &hall.owner, hall.event, "Cổng B").await;
    let body = json!({ "code": guest.ticket_code });
    assert_eq!(hall.practise_with(&other, body).await.code(), 2000);
    // The door itself is not held up, and afterwards practice goes on.
    let real = hall.scan(json!({ "code": guest.ticket_code })).await;
    assert_eq!(real.code(), 2001);
    hall.app.pass(Duration::from_secs(2));
    assert_eq!(hall.practise(&guest.ticket_code).await.code(), 5001);
}

#[tokio::test]
async fn a_device_that_guessed_at_the_door_cannot_go_on_by_practising() {
    let hall = Hall::new().await;
    let guest = hall.guest("bình").await;
    for at in 0..30 {
        hall.scan(json!({ "code": format!("ZZZZZZZZZZ{at:02}") }))
            .await;
    }
    let braked = hall.practise(&guest.ticket_code).await;
    assert_eq!(
        (braked.status, braked.code()),
        (StatusCode::TOO_MANY_REQUESTS, 5003)
    );
}
