//! Permission to check in: devices with keys, and the owner.

use axum::http::{Method, StatusCode};
use futures::future::join_all;
use hoi_organising::checkin::entity::checkin_key;
use hoi_platform::clock::new_id;
use sea_orm::{ActiveModelTrait, ColumnTrait, EntityTrait, PaginatorTrait, QueryFilter, Set};
use serde_json::{Value, json};

use super::support::{Hall, new_key, post};
use crate::support::{Answer, TestApp, TestUser};

async fn scan(app: &TestApp, body: &Value, key: Option<&str>, who: Option<&TestUser>) -> Answer {
    let mut request = post(app, "/api/event/checkin", body.clone());
    if let Some(key) = key {
        request = request.header("x-checkin-key", key);
    }
    if let Some(who) = who {
        request = request.bearer(&who.token);
    }
    request.send().await
}

#[tokio::test]
async fn a_ticket_alone_opens_no_door() {
    let hall = Hall::new().await;
    let guest = hall.guest("bình").await;
    let stranger = hall.app.committee("em").await;
    let other_event = hall.app.open_event(&hall.owner, 5).await;
    let foreign = new_key(&hall.app, &hall.owner, other_event, "Khác").await;
    let body = json!({ "eventId": hall.event, "code": guest.ticket_code });
    for (key, who) in [
        (None, None),
        (Some("nonsense"), None),
        (Some(foreign.as_str()), None),
        (None, Some(&stranger)),
        (Some(foreign.as_str()), Some(&stranger)),
    ] {
        let answer = scan(&hall.app, &body, key, who).await;
        assert_eq!(
            (answer.status, answer.code()),
            (StatusCode::FORBIDDEN, 5016)
        );
    }
    assert!(hall.log().await.is_empty());
    // The key suffices with any login of the device, even an expired one.
    assert_eq!(
        scan(&hall.app, &body, Some(&hall.key), Some(&stranger))
            .await
            .code(),
        2001
    );
    let expired = TestUser {
        token: "over".to_owned(),
        ..stranger
    };
    assert_eq!(
        scan(&hall.app, &body, Some(&hall.key), Some(&expired))
            .await
            .code(),
        5001
    );
    assert_eq!(
        scan(&hall.app, &body, None, Some(&expired)).await.code(),
        5018
    );
}

#[tokio::test]
async fn an_unknown_event_is_not_found() {
    let hall = Hall::new().await;
    let body = json!({ "eventId": "01999999-0000-7000-8000-000000000000", "code": "ABC" });
    let owner = Some(&hall.owner);
    assert_eq!(scan(&hall.app, &body, None, owner).await.code(), 5005);
    assert_eq!(
        scan(&hall.app, &body, Some(&hall.key), None).await.code(),
        5005
    );
    assert_eq!(scan(&hall.app, &body, None, None).await.code(), 5016);
    let body = json!({ "eventId": "no id", "code": "ABC" });
    assert_eq!(scan(&hall.app, &body, None, owner).await.code(), 5002);
}

#[tokio::test]
async fn a_device_checks_in_by_code_only() {
    let hall = Hall::new().await;
    let guest = hall.guest("bình").await;
    for checked_in in [true, false] {
        let answer = hall
            .scan(json!({ "attendanceId": guest.id, "checkedIn": checked_in }))
            .await;
        assert_eq!(answer.code(), 5016);
    }
    assert_eq!(hall.app.row(guest.id).await.checked_in_time, None);
}

#[tokio::test]
async fn a_key_is_shown_once_and_stored_as_a_hash() {
    let hall = Hall::new().await;
    let made = hall
        .keys(Method::POST, "", json!({ "label": "  Cổng B " }))
        .await;
    let key = made.data()["key"].as_str().unwrap();
    assert_eq!(made.data()["label"], "Cổng B");
    let link = format!(
        "https://hoi.example/event-management/checkin/{}#key={key}",
        hall.event
    );
    assert_eq!(made.data()["link"], link);
    let stored = checkin_key::Entity::find()
        .all(hall.app.app.db.read())
        .await
        .unwrap();
    assert!(stored.iter().all(|row| !row.hash.contains(key)));
    let list = hall.keys(Method::GET, "", Value::Null).await;
    assert!(!list.json.to_string().contains(key));
    let labels: Vec<&str> = list
        .data()
        .as_array()
        .unwrap()
        .iter()
        .map(|key| key["label"].as_str().unwrap())
        .collect();
    assert_eq!(labels, ["Cổng A", "Cổng B"]);
    assert_eq!(hall.app.todo(&hall.owner, hall.event).await["devices"], 2);
    assert_eq!(
        hall.keys(Method::POST, "", json!({ "label": " " }))
            .await
            .code(),
        5002
    );
    assert_eq!(
        hall.keys(Method::POST, "", json!({ "label": "x".repeat(101) }))
            .await
            .code(),
        5002
    );
}

#[tokio::test]
async fn a_revoked_key_stops_at_once() {
    let hall = Hall::new().await;
    let guest = hall.guest("bình").await;
    for way in ["path", "query", "body"] {
        let made = hall.keys(Method::POST, "", json!({ "label": way })).await;
        let (id, key) = (
            made.data()["id"].as_str().unwrap(),
            made.data()["key"].as_str().unwrap(),
        );
        let body = json!({ "eventId": hall.event, "code": guest.ticket_code });
        assert_ne!(scan(&hall.app, &body, Some(key), None).await.code(), 5016);
        let used = hall.keys(Method::GET, "", Value::Null).await;
        let used = used
            .data()
            .as_array()
            .unwrap()
            .iter()
            .find(|row| row["id"] == id)
            .unwrap()
            .clone();
        assert!(used["lastUsedAt"].is_string(), "{used}");
        let revoke = || async {
            match way {
                "path" => {
                    hall.keys(Method::DELETE, &format!("/{id}"), Value::Null)
                        .await
                }
                "query" => {
                    hall.keys(Method::DELETE, &format!("?id={id}"), Value::Null)
                        .await
                }
                _ => hall.keys(Method::DELETE, "", json!({ "id": id })).await,
            }
        };
        assert_eq!(revoke().await.code(), 2000, "{way}");
        assert_eq!(scan(&hall.app, &body, Some(key), None).await.code(), 5016);
        assert_eq!(revoke().await.code(), 5005, "{way}");
    }
    assert_eq!(hall.keys(Method::DELETE, "", json!({})).await.code(), 5002);
    let list = hall.keys(Method::GET, "", Value::Null).await;
    assert_eq!(list.data().as_array().unwrap().len(), 1);
    assert_eq!(hall.app.todo(&hall.owner, hall.event).await["devices"], 1);
}

#[tokio::test]
async fn an_event_has_a_bounded_number_of_keys() {
    let hall = Hall::new().await;
    for at in 1..50 {
        let label = format!("Cổng {at}");
        assert_eq!(
            hall.keys(Method::POST, "", json!({ "label": label }))
                .await
                .code(),
            2000
        );
    }
    assert_eq!(
        hall.keys(Method::POST, "", json!({ "label": "quá nhiều" }))
            .await
            .code(),
        5003
    );
}

/// If keys were not counted under the event's lock, PostgreSQL would let more than fifty through; the control below
/// shows that these requests do meet.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn keys_made_at_the_same_moment_are_counted_one_after_the_other() {
    let hall = Hall::new().await;
    let made = join_all((0..70).map(|at| {
        let label = format!("Cổng {at}");
        let hall = &hall;
        async move {
            hall.keys(Method::POST, "", json!({ "label": label }))
                .await
                .code()
        }
    }))
    .await;
    assert_eq!(made.iter().filter(|code| **code == 2000).count(), 49);
    assert_eq!(made.iter().filter(|code| **code == 5003).count(), 21);
    let list = hall.keys(Method::GET, "", Value::Null).await;
    assert_eq!(list.data().as_array().unwrap().len(), 50);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn without_the_lock_more_keys_than_allowed_are_made() {
    let hall = Hall::new().await;
    let barrier = tokio::sync::Barrier::new(70);
    join_all((0..70).map(|at| {
        let (hall, barrier) = (&hall, &barrier);
        async move {
            let live = checkin_key::Entity::find()
                .filter(checkin_key::Column::EventId.eq(hall.event))
                .filter(checkin_key::Column::RevokedAt.is_null());
            let count = live.count(hall.app.app.db.read()).await.unwrap();
            barrier.wait().await;
            if count < 50 {
                let row = checkin_key::ActiveModel {
                    id: Set(new_id()),
                    event_id: Set(hall.event),
                    hash: Set(format!("{at}")),
                    label: Set(format!("Cổng {at}")),
                    serves_guests: Set(false),
                    created_at: Set(hall.app.app.clock.now()),
                    revoked_at: Set(None),
                };
                let tx = hall.app.app.db.write().await.unwrap();
                row.insert(&tx).await.unwrap();
                tx.commit().await.unwrap();
            }
        }
    }))
    .await;
    let list = hall.keys(Method::GET, "", Value::Null).await;
    assert_eq!(list.data().as_array().unwrap().len(), 71);
}
