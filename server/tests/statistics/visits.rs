//! Visits of an event's public page.

use std::time::Duration;

use axum::http::Method;
use hoi_ticketing::events::{EventId, store_visits};
use sea_orm::Set;
use serde_json::{Value, json};

use crate::support::{START, TestApp, TestUser};

const BROWSER: &str = "Mozilla/5.0 (Linux; Android 14) Chrome/130.0 Mobile Safari/537.36";

async fn visit(app: &TestApp, path: &str) {
    app.request(Method::GET, path)
        .header("user-agent", BROWSER)
        .begin()
        .await;
}

async fn visits(app: &TestApp, user: &TestUser, event: EventId) -> Value {
    let path = format!("/api/statistic/overview?eventId={event}");
    app.get_as(user, &path).await.data()["visits"].clone()
}

#[tokio::test]
async fn the_public_page_counts_those_who_see_it() {
    let app = TestApp::new().await;
    let owner = app.committee("an").await;
    let (event, other) = (
        app.open_event(&owner, 5).await,
        app.open_event(&owner, 5).await,
    );
    let cancelled = app
        .event(&owner, |event| event.cancelled_at = Set(Some(START)))
        .await;
    let page = format!("/form/{event}");
    for _ in 0..3 {
        visit(&app, &page).await;
    }
    assert_eq!(
        visits(&app, &owner, event).await,
        0,
        "counted later, in the background"
    );
    store_visits(&app.app).await;
    visit(&app, &page).await;
    for path in [
        format!("/form/{event}/ticket"),
        format!("/form/preview/{event}"),
        format!("/form/{cancelled}"),
        "/form/1".to_owned(),
    ] {
        visit(&app, &path).await;
    }
    for (name, value) in [
        ("user-agent", "facebookexternalhit/1.1"),
        ("user-agent", "Mozilla/5.0 (compatible; Googlebot/2.1)"),
        ("sec-fetch-dest", "empty"),
        ("sec-purpose", "prefetch"),
    ] {
        let asked = app.request(Method::GET, &page).header(name, value);
        asked.begin().await;
    }
    app.request(Method::HEAD, &page).begin().await;
    store_visits(&app.app).await;
    assert_eq!(visits(&app, &owner, event).await, 4);
    assert_eq!(visits(&app, &owner, other).await, 0);

    app.pass(Duration::from_hours(24));
    visit(&app, &page).await;
    store_visits(&app.app).await;
    let path = format!("/api/statistic/chart?metric=visits&eventId={event}");
    let token = app.fresh_token(&owner);
    let chart = app.request(Method::GET, &path).bearer(&token).send().await;
    let points = chart.data().as_array().unwrap();
    let last: Vec<&Value> = points.iter().map(|point| &point["value"]).collect();
    assert_eq!(json!(last), json!([0, 0, 0, 0, 0, 4, 1]));
}
