//! Many gates scan one code.

use std::sync::Arc;

use axum::http::Method;
use futures::future::join_all;
use hoi_organising::checkin::entity::scan;
use hoi_platform::clock::new_id;
use hoi_ticketing::attendances::attendance;
use sea_orm::sea_query::Expr;
use sea_orm::{
    ActiveModelTrait, ColumnTrait, EntityTrait, IntoActiveModel, PaginatorTrait, QueryFilter,
    QuerySelect, Set,
};
use serde_json::json;

use super::support::Hall;
use crate::support::new_registration;

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

/// The control: reading first and writing afterwards, without the guard, lets several in. If it did not, the test above
/// would prove nothing.
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

/// Scans that wait at the same moment are decided together; each still gets its own answer.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn scans_of_one_moment_are_each_answered_as_if_alone() {
    let hall = Arc::new(Hall::new().await);
    let other = hall.app.event(&hall.owner, |_| {}).await;
    let stranger = hall.app.add(new_registration(other, "lạ", None)).await;
    let mut expected = Vec::new();
    for at in 0..GATES {
        let guest = hall.guest(&format!("khách {at}")).await;
        expected.push((json!({ "code": guest.ticket_code }), 2001));
    }
    expected.push((json!({ "code": stranger.ticket_code }), 5001));
    expected.push((json!({ "code": "ZZZZZZZZZZZZ" }), 5001));
    expected.push((
        json!({ "attendanceId": stranger.id, "checkedIn": true }),
        5016,
    ));
    let scans = expected.into_iter().map(|(body, code)| {
        let hall = Arc::clone(&hall);
        tokio::spawn(async move { (hall.scan(body).await.code(), code) })
    });
    for scan in scans.collect::<Vec<_>>() {
        let (code, expected) = scan.await.unwrap();
        assert_eq!(code, expected);
    }
    let mut results = hall.results().await;
    results.sort();
    let mut logged = vec!["notFound"];
    logged.extend(["ok"; GATES]);
    logged.push("wrongEvent");
    assert_eq!(results, logged);
    let inside = attendance::Entity::find()
        .filter(attendance::Column::EventId.eq(hall.event))
        .filter(attendance::Column::CheckedInBy.eq("Cổng A"))
        .count(hall.app.app.db.read());
    assert_eq!(inside.await.unwrap(), GATES as u64);
}

/// Every guess would see fewer than thirty earlier ones if they were not counted under a lock.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_many_simultaneous_guesses_thirty_are_answered() {
    let hall = Hall::new().await;
    let codes = join_all((0..120).map(|at| {
        let hall = &hall;
        async move {
            hall.scan(json!({ "code": format!("ZZZZZZZZZ{at:03}") }))
                .await
                .code()
        }
    }))
    .await;
    let answered = codes.iter().filter(|code| **code == 5001).count();
    let refused = codes.iter().filter(|code| **code == 5003).count();
    assert_eq!((answered, refused), (30, 90));
    assert_eq!(hall.log().await.len(), 30);
}

/// The control: counting first and writing afterwards lets all of them through.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn without_the_lock_more_guesses_than_allowed_are_answered() {
    let hall = Hall::new().await;
    hall.scan(json!({ "code": "ZZZZZZZZZZ00" })).await;
    let first = hall.log().await.remove(0);
    let barrier = tokio::sync::Barrier::new(60);
    join_all((0..60).map(|_| {
        let (hall, barrier, first) = (&hall, &barrier, &first);
        async move {
            let db = &hall.app.app.db;
            let guesses = scan::Entity::find().filter(scan::Column::Actor.eq(&first.actor));
            let count = guesses.count(db.read()).await.unwrap();
            barrier.wait().await;
            if count < 30 {
                let tx = db.write().await.unwrap();
                let mut row = first.clone().into_active_model().reset_all();
                row.id = Set(new_id());
                row.insert(&tx).await.unwrap();
                tx.commit().await.unwrap();
            }
        }
    }))
    .await;
    assert_eq!(hall.log().await.len(), 61);
}

/// Scans in the future, from before the clock was set back, do not cause refusals.
#[tokio::test]
async fn guesses_from_before_the_clock_was_set_back_refuse_no_device() {
    let hall = Hall::new().await;
    for at in 0..30 {
        hall.scan(json!({ "code": format!("ZZZZZZZZZZ{at:02}") }))
            .await;
    }
    let guess = json!({ "code": "ZZZZZZZZZZ99" });
    assert_eq!(hall.scan(guess.clone()).await.code(), 5003);
    let back = hall
        .app
        .app
        .clock
        .now()
        .minus(std::time::Duration::from_hours(2));
    hall.app.app.clock.set(back);
    assert_eq!(hall.scan(guess).await.code(), 5001);
}

/// When check-ins and undoing happen at the same time, the row and the log still agree.
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
