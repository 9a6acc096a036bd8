//! Reopening an event, and its status over time.

use std::time::Duration;

use axum::http::Method;
use serde_json::{Value, json};

use super::support::refuses;
use crate::support::{START, TestApp};

const HOUR: Duration = Duration::from_hours(1);
/// Short enough for the owner's token to last two of them.
const FEW: Duration = Duration::from_mins(5);

#[tokio::test]
async fn the_clock_alone_moves_an_event_from_upcoming_to_open_to_closed() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    let mut body = app.event_body(&user).await;
    body["openRegistrationDate"] = START.plus(FEW).to_string().into();
    body["closeRegistrationDate"] = START.plus(2 * FEW).to_string().into();
    let answer = app.create(&user, body).await;
    let path = format!("/api/event/{}", answer.data()["id"].as_str().unwrap());
    let one = Duration::from_millis(1);
    for (at, status) in [
        (START, "upcoming"),
        (START.plus(FEW - one), "upcoming"),
        (START.plus(FEW), "open"),
        (START.plus(2 * FEW - one), "open"),
        (START.plus(2 * FEW), "closed"),
    ] {
        app.app.clock.set(at);
        assert_eq!(app.get_as(&user, &path).await.data()["status"], status);
        assert_eq!(
            app.get(&format!("{path}/public")).await.data()["formType"],
            status
        );
        for filter in ["upcoming", "open", "closed"] {
            let list = app
                .get_as(&user, &format!("/api/event?status={filter}"))
                .await;
            let expected = u64::from(filter == status);
            assert_eq!(list.data()["total"], expected, "{filter} at {at}");
            assert_eq!(list.data()["counts"][filter], expected, "{filter} at {at}");
        }
    }
}

#[tokio::test]
async fn a_closed_event_opens_again_until_its_new_date() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    let event = app
        .event(&user, |event| {
            event.close_registration_date = sea_orm::Set(START.minus(HOUR))
        })
        .await;
    let path = format!("/api/event/{event}");
    let until = START.plus(3 * HOUR).to_string();
    let answer = app
        .send_as(
            &user,
            Method::POST,
            &format!("{path}/reopen"),
            json!({ "newClosedDate": until }),
        )
        .await;
    assert_eq!(answer.json["messages"], json!(["Event reopened"]));
    let event = answer.data();
    assert_eq!(event["status"], "open");
    assert_eq!(
        (&event["newClosedDate"], &event["closeRegistrationDate"]),
        (&json!(until), &json!(until))
    );
}

#[tokio::test]
async fn reopening_is_refused_where_it_means_nothing() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    let open = app.open_event(&user, 5).await;
    let upcoming = app
        .event(&user, |event| {
            event.open_registration_date = sea_orm::Set(START.plus(HOUR))
        })
        .await;
    let closed = app
        .event(&user, |event| {
            event.close_registration_date = sea_orm::Set(START.minus(HOUR))
        })
        .await;
    let cancelled = app
        .event(&user, |event| {
            event.cancelled_at = sea_orm::Set(Some(START))
        })
        .await;
    let reopen = |event, at: Value| {
        let (app, user) = (&app, &user);
        let path = format!("/api/event/{event}/reopen");
        async move {
            app.send_as(user, Method::POST, &path, json!({ "newClosedDate": at }))
                .await
        }
    };
    let future = json!(START.plus(HOUR).to_string());
    for past in [START.to_string(), START.minus(HOUR).to_string()] {
        refuses(
            &reopen(closed, json!(past)).await,
            "newClosedDate",
            "Choose a time in the future",
        );
    }
    assert_eq!(reopen(open, future.clone()).await.code(), 5008);
    assert_eq!(reopen(upcoming, future.clone()).await.code(), 5008);
    assert_eq!(reopen(cancelled, future.clone()).await.code(), 5009);
    assert_eq!(reopen(closed, Value::Null).await.code(), 5002);
    assert_eq!(reopen(closed, future).await.code(), 2000);
}
