//! Many gates, one code.

use std::sync::Arc;

use axum::http::Method;
use hoi_server::registration::entity::attendance;
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, QueryFilter};
use sea_orm::{EntityTrait, QuerySelect};
use serde_json::json;

use super::Hall;

const GATES: usize = 40;

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_many_simultaneous_scans_of_one_code_exactly_one_lets_in() {
    let hall = Arc::new(Hall::new().await);
    let guest = hall.guest("bình").await;
    let scans = (0..GATES).map(|_| {
        let (hall, code) = (Arc::clone(&hall), guest.ticket_code.clone());
        tokio::spawn(async move { hall.scan(json!({ "code": code })).await.code() })
    });
    let mut codes = Vec::new();
    for scan in scans.collect::<Vec<_>>() {
        codes.push(scan.await.unwrap());
    }
    assert_eq!(
        codes.iter().filter(|code| **code == 2001).count(),
        1,
        "{codes:?}"
    );
    assert_eq!(
        codes.iter().filter(|code| **code == 5001).count(),
        GATES - 1,
        "{codes:?}"
    );
    let results = hall.results().await;
    assert_eq!(results.len(), GATES);
    assert_eq!(results.iter().filter(|result| *result == "ok").count(), 1);
    let list = format!("/api/event/{}/attendances", hall.event);
    let list = hall
        .app
        .request(Method::GET, &list)
        .bearer(&hall.owner.token)
        .send()
        .await;
    assert_eq!(list.data()["checkedIn"], 1);
}

/// The control: looking first and writing afterwards, without the guard, lets several in. If it did not, the test
/// above would prove nothing.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn without_the_guard_the_same_scans_let_several_in() {
    let hall = Arc::new(Hall::new().await);
    let guest = hall.guest("bình").await;
    let barrier = Arc::new(tokio::sync::Barrier::new(GATES));
    let scans = (0..GATES).map(|_| {
        let (hall, barrier, id) = (Arc::clone(&hall), Arc::clone(&barrier), guest.id);
        tokio::spawn(async move {
            let db = &hall.app.app.db;
            let seen: Option<Option<i64>> = attendance::Entity::find_by_id(id)
                .select_only()
                .column(attendance::Column::CheckedInTime)
                .into_tuple()
                .one(db.read())
                .await
                .unwrap();
            barrier.wait().await;
            if seen != Some(None) {
                return 0;
            }
            let tx = db.write().await.unwrap();
            let updated = attendance::Entity::update_many()
                .col_expr(attendance::Column::CheckedInTime, Expr::value(1_i64))
                .filter(attendance::Column::Id.eq(id))
                .exec(&tx)
                .await
                .unwrap();
            tx.commit().await.unwrap();
            updated.rows_affected
        })
    });
    let mut let_in = 0;
    for scan in scans.collect::<Vec<_>>() {
        let_in += scan.await.unwrap();
    }
    assert!(let_in > 1, "the control let in {let_in}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn one_nonce_sent_many_times_at_once_leaves_one_record_and_one_answer() {
    let hall = Arc::new(Hall::new().await);
    let guest = hall.guest("bình").await;
    let scans = (0..GATES).map(|_| {
        let (hall, code) = (Arc::clone(&hall), guest.ticket_code.clone());
        tokio::spawn(async move { hall.scan(json!({ "code": code, "nonce": "n1" })).await.json })
    });
    let mut answers = Vec::new();
    for scan in scans.collect::<Vec<_>>() {
        answers.push(scan.await.unwrap());
    }
    assert!(
        answers.iter().all(|answer| *answer == answers[0]),
        "{answers:#?}"
    );
    assert_eq!(answers[0]["code"], 2001);
    assert_eq!(hall.results().await, ["ok"]);
}

/// Checking in and undoing at the same time: the row and the log never disagree on whether somebody is in.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn scans_and_undoing_at_once_leave_row_and_log_in_agreement() {
    let hall = Arc::new(Hall::new().await);
    let guest = hall.guest("bình").await;
    let calls = (0..GATES).map(|at| {
        let hall = Arc::clone(&hall);
        let (id, code) = (guest.id, guest.ticket_code.clone());
        tokio::spawn(async move {
            if at % 2 == 0 {
                hall.scan(json!({ "code": code })).await.code()
            } else {
                hall.by_owner(json!({ "attendanceId": id, "checkedIn": false }))
                    .await
                    .code()
            }
        })
    });
    let mut codes = Vec::new();
    for call in calls.collect::<Vec<_>>() {
        codes.push(call.await.unwrap());
    }
    assert!(
        codes.iter().all(|code| matches!(code, 2000 | 2001 | 5001)),
        "{codes:?}"
    );
    let entered = codes.iter().filter(|code| **code == 2001).count();
    let logged = hall
        .results()
        .await
        .iter()
        .filter(|result| *result == "ok")
        .count();
    assert_eq!(entered, logged);
    assert!(entered >= 1);
}
