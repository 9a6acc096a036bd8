//! Scans that arrive twice or late.

use std::time::Duration;

use hoi_db::Timestamp;
use serde_json::json;

use super::support::{Hall, new_key};
use crate::support::START;

const MINUTE: Duration = Duration::from_mins(1);

#[tokio::test]
async fn the_same_nonce_gets_the_same_answer_and_one_record() {
    let hall = Hall::new().await;
    let guest = hall.guest("bình").await;
    let scan = json!({ "code": guest.ticket_code, "nonce": "n1" });
    let first = hall.scan(scan.clone()).await;
    hall.app.pass(MINUTE);
    let again = hall.scan(scan).await;
    assert_eq!(first.code(), 2001);
    assert_eq!(first.json, again.json);
    let refused = json!({ "code": guest.ticket_code, "nonce": "n2" });
    let (once, twice) = (hall.scan(refused.clone()).await, hall.scan(refused).await);
    assert_eq!((once.code(), &once.json), (5001, &twice.json));
    assert_eq!(hall.results().await, ["ok", "already"]);
}

#[tokio::test]
async fn of_scans_that_arrive_late_the_earliest_keeps_the_check_in() {
    let hall = Hall::new().await;
    let gate_b = new_key(&hall.app, &hall.owner, hall.event, "Cổng B").await;
    let guest = hall.guest("bình").await;
    let (early, middle, late) = (
        START.plus(MINUTE),
        START.plus(2 * MINUTE),
        START.plus(3 * MINUTE),
    );
    hall.app.pass(2 * MINUTE);
    assert_eq!(
        hall.scan(json!({ "code": guest.ticket_code })).await.code(),
        2001
    );
    assert_eq!(hall.conflicts().await, json!([]));
    hall.app.pass(8 * MINUTE);

    // Gate B was offline and has let a person in with the same code afterwards…
    let answer = hall.scan_at(&gate_b, &guest.ticket_code, late).await;
    assert_eq!(answer.code(), 5001);
    assert_eq!(answer.json["data"]["conflict"], true);
    assert_eq!(
        answer.json["data"]["firstEntry"]["time"],
        middle.to_string()
    );
    assert_eq!(hall.app.row(guest.id).await.checked_in_time, Some(middle));
    // …and before.
    let answer = hall.scan_at(&gate_b, &guest.ticket_code, early).await;
    assert_eq!(answer.code(), 2001);
    assert_eq!(
        answer.data()["conflict"],
        json!({ "time": middle.to_string(), "device": "Cổng A" })
    );
    let row = hall.app.row(guest.id).await;
    assert_eq!(
        (row.checked_in_time, row.checked_in_by.as_deref()),
        (Some(early), Some("Cổng B"))
    );

    let conflicts = hall.conflicts().await;
    assert_eq!(conflicts[0]["person"]["fullName"], "Trần bình");
    assert_eq!(
        conflicts[0]["entries"],
        json!([
            { "time": early.to_string(), "device": "Cổng B" },
            { "time": middle.to_string(), "device": "Cổng A" },
            { "time": late.to_string(), "device": "Cổng B" },
        ])
    );
    assert_eq!(hall.results().await, ["ok", "conflict", "ok"]);

    // Undoing also resolves the conflicts.
    hall.by_owner(json!({ "attendanceId": guest.id, "checkedIn": false }))
        .await;
    assert_eq!(hall.conflicts().await, json!([]));
}

#[tokio::test]
async fn a_second_scan_while_online_is_refused_and_no_conflict() {
    let hall = Hall::new().await;
    let guest = hall.guest("bình").await;
    for _ in 0..3 {
        hall.scan(json!({ "code": guest.ticket_code })).await;
    }
    assert_eq!(hall.conflicts().await, json!([]));
}

#[tokio::test]
async fn a_device_with_a_wrong_clock_cannot_come_before_the_registration_or_after_now() {
    let hall = Hall::new().await;
    let (first, second) = (hall.guest("bình").await, hall.guest("chi").await);
    hall.app.pass(MINUTE);
    let answer = hall
        .scan_at(&hall.key, &first.ticket_code, Timestamp(0))
        .await;
    assert_eq!(answer.data()["checkedInTime"], START.to_string());
    let answer = hall
        .scan_at(&hall.key, &second.ticket_code, START.plus(100 * MINUTE))
        .await;
    assert_eq!(
        answer.data()["checkedInTime"],
        START.plus(MINUTE).to_string()
    );
}
