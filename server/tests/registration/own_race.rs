//! Cancelling while others cancel, register or check in: a seat is given back once, and only if it is unused.

use std::sync::Arc;

use axum::http::Method;
use futures::future::join_all;
use hoi_platform::error::Error;
use hoi_ticketing::attendances::attendance;
use hoi_ticketing::events::EventId;
use hoi_ticketing::registration::give_back;
use sea_orm::{ActiveValue::Set, ConnectionTrait, EntityTrait, FromQueryResult, Statement};
use serde_json::{Value, json};
use tokio::sync::Barrier;

use super::support::form;
use crate::support::TestApp;

const WINDOWS: usize = 30;

async fn seated(app: &TestApp, event: EventId, name: &str) -> (String, attendance::Model) {
    let answer = app.register(event, form(name)).await;
    let key = answer.data()["ownKey"].as_str().unwrap().to_owned();
    (key, app.attendance(&answer).await)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_many_cancellations_at_once_one_gives_the_seat_back() {
    let app = Arc::new(TestApp::new().await);
    let owner = app.committee("an").await;
    let event = app.open_event(&owner, 10).await;
    let (_, hoa) = seated(&app, event, "Hoa").await;
    seated(&app, event, "Lan").await;
    let barrier = Arc::new(Barrier::new(WINDOWS));
    let calls = (0..WINDOWS).map(|_| {
        let (app, barrier) = (Arc::clone(&app), Arc::clone(&barrier));
        let id = hoa.id;
        tokio::spawn(async move {
            barrier.wait().await;
            // Calls the desk directly, because the route allows only a few attempts for one address.
            app.desk.submit(give_back(event, id)).await
        })
    });
    let answers = join_all(calls.collect::<Vec<_>>()).await;
    let answers: Vec<_> = answers.into_iter().map(Result::unwrap).collect();
    let done = answers.iter().filter(|answer| answer.is_ok()).count();
    let is_gone = |answer: &&Result<(), Error>| matches!(answer, Err(Error::NotFound(_)));
    let gone = answers.iter().filter(is_gone).count();
    assert_eq!((done, gone), (1, WINDOWS - 1), "{answers:?}");
    assert_eq!(app.registered(event).await, 1);
}

#[derive(FromQueryResult)]
struct Number {
    number: i64,
}

/// The control: checking whether the seat is taken and giving it back afterwards, on copies of the tables without the
/// desk, gives it back several times. If it did not, the test above would prove nothing.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn without_the_desk_the_same_cancellations_give_it_back_several_times() {
    let app = Arc::new(TestApp::new().await);
    let tx = app.app.db.write().await.unwrap();
    for statement in [
        "create table naive_event (registered bigint not null)",
        "create table naive_seat (gone bigint not null)",
        "insert into naive_event values (2)",
        "insert into naive_seat values (0)",
    ] {
        tx.execute_unprepared(statement).await.unwrap();
    }
    tx.commit().await.unwrap();
    let barrier = Arc::new(Barrier::new(WINDOWS));
    let calls = (0..WINDOWS).map(|_| {
        let (app, barrier) = (Arc::clone(&app), Arc::clone(&barrier));
        tokio::spawn(async move {
            let gone = number(&app, "select gone as number from naive_seat").await;
            barrier.wait().await;
            if gone == 0 {
                let tx = app.app.db.write().await.unwrap();
                for statement in [
                    "update naive_seat set gone = 1",
                    "update naive_event set registered = registered - 1",
                ] {
                    tx.execute_unprepared(statement).await.unwrap();
                }
                tx.commit().await.unwrap();
            }
        })
    });
    join_all(calls.collect::<Vec<_>>()).await;
    let left = number(&app, "select registered as number from naive_event").await;
    assert!(left < 1, "{left} are left: the race does not happen");
}

async fn number(app: &TestApp, sql: &str) -> i64 {
    let conn = app.app.db.read();
    let statement = Statement::from_string(conn.get_database_backend(), sql);
    let found = Number::find_by_statement(statement).one(conn).await;
    found.unwrap().unwrap().number
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn no_check_in_on_a_seat_that_was_given_back() {
    let app = Arc::new(TestApp::new().await);
    let owner = app.committee("an").await;
    let event = app
        .event(&owner, |event| event.total_participants = Set(100))
        .await;
    let mut guests = Vec::new();
    for number in 0..15 {
        guests.push(seated(&app, event, &format!("khach{number}")).await);
    }
    let calls = guests.iter().map(|(key, row)| {
        let (app, key, token) = (Arc::clone(&app), key.clone(), owner.token.clone());
        let scan = json!({ "eventId": event, "code": row.ticket_code });
        tokio::spawn(async move {
            let cancel = app.own(Method::DELETE, event, &key, Value::Null);
            let scan = app
                .request(Method::POST, "/api/event/checkin")
                .bearer(&token)
                .json(scan)
                .send();
            let (cancelled, scanned) = tokio::join!(cancel, scan);
            (cancelled.code(), scanned.code())
        })
    });
    let codes = join_all(calls.collect::<Vec<_>>()).await;
    let mut inside = 0;
    for ((_, row), codes) in guests.iter().zip(codes) {
        let (cancelled, scanned) = codes.unwrap();
        let now = attendance::Entity::find_by_id(row.id)
            .one(app.app.db.read())
            .await
            .unwrap()
            .unwrap();
        assert_ne!(
            cancelled == 2000,
            scanned == 2001,
            "exactly one of the two happens: {cancelled} {scanned}"
        );
        assert_eq!(now.deleted_at.is_some(), cancelled == 2000);
        assert_eq!(now.checked_in_time.is_some(), scanned == 2001);
        inside += i64::from(scanned == 2001);
    }
    assert_eq!(app.registered(event).await, inside);
}
