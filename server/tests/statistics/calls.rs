use std::time::Duration;

use axum::http::Method;
use serde_json::json;
use uuid::Uuid;

use crate::support::{TestApp, TestUser, new_registration};

#[tokio::test]
async fn an_empty_platform_has_zeros_and_one_empty_point() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let nothing = json!({ "value": 0, "previous": 0 });
    let overview = app.get_as(&admin, "/api/statistic/overview").await;
    assert_eq!(
        *overview.data(),
        json!({
            "totalCommittees": 0, "totalEvents": 0, "open": 0, "upcoming": 0, "closed": 0, "cancelled": 0,
            "participants": 0, "checkedIn": 0, "moneyDue": 0, "moneyReceived": 0, "groups": 0,
            "period": {
                "events": nothing, "participants": nothing,
                "checkedIn": nothing, "moneyReceived": nothing,
            },
        })
    );
    for query in ["", "?chartType=12", "?metric=received"] {
        let chart = app
            .get_as(&admin, &format!("/api/statistic/chart{query}"))
            .await;
        assert_eq!(*chart.data(), json!([{ "timeLabel": "", "value": 0 }]));
    }
}

#[tokio::test]
async fn the_chart_shows_the_registrations_of_seven_days_unless_asked_otherwise() {
    let app = TestApp::new().await;
    let owner = app.committee("an").await;
    let event = app.open_event(&owner, 10).await;
    app.add(new_registration(event, "hoa", None)).await;
    let chart = app.get_as(&owner, "/api/statistic/chart").await;
    let points = chart.data().as_array().unwrap();
    assert_eq!(points.len(), 7);
    // Tests begin on this day.
    assert_eq!(points[6], json!({ "timeLabel": "2026-03-01", "value": 1 }));
    assert_eq!(points[0], json!({ "timeLabel": "2026-02-23", "value": 0 }));
    let chart = app
        .get_as(&owner, "/api/statistic/chart?chartType=12&metric=events")
        .await;
    let points = chart.data().as_array().unwrap();
    assert_eq!(points.len(), 12);
    assert_eq!(points[11], json!({ "timeLabel": "2026-03", "value": 1 }));
    assert_eq!(points[0], json!({ "timeLabel": "2025-04", "value": 0 }));
}

#[tokio::test]
async fn new_accounts_are_counted_for_the_whole_platform_alone() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let owner = app.committee("an").await;
    app.open_event(&owner, 10).await;
    app.pass(Duration::from_hours(24));
    app.committee("binh").await;
    app.committee("chi").await;
    let values = async |user: &TestUser, query: &str| -> Vec<i64> {
        let token = app.fresh_token(user);
        let path = format!("/api/statistic/chart?metric=accounts{query}");
        let chart = app.request(Method::GET, &path).bearer(&token).send().await;
        let points = chart.data().as_array().unwrap();
        let values = points.iter().map(|point| point["value"].as_i64().unwrap());
        values.collect()
    };
    // The administrator is no organiser.
    assert_eq!(values(&admin, "").await, [0, 0, 0, 0, 0, 1, 2]);
    assert_eq!(values(&admin, "&chartType=12").await.last(), Some(&3));
    assert_eq!(values(&owner, "").await, [0; 7]);
}

#[tokio::test]
async fn only_its_owner_and_administrators_see_an_events_figures() {
    let app = TestApp::new().await;
    let owner = app.committee("an").await;
    let stranger = app.committee("binh").await;
    let admin = app.admin().await;
    let event = app.open_event(&owner, 10).await;
    app.add(new_registration(event, "hoa", None)).await;
    for call in ["overview", "chart"] {
        let of = |id: &dyn std::fmt::Display| format!("/api/statistic/{call}?eventId={id}");
        for (caller, code) in [(&owner, 2000), (&admin, 2000), (&stranger, 5016)] {
            assert_eq!(app.get_as(caller, &of(&event)).await.code(), code, "{call}");
        }
        let unknown = of(&Uuid::from_u128(7));
        assert_eq!(app.get_as(&owner, &unknown).await.code(), 5005);
    }
    let strangers = app.get_as(&stranger, "/api/statistic/overview").await;
    assert_eq!(strangers.data()["participants"], 0);
    assert!(strangers.data().get("totalCommittees").is_none());
    let all = app.get_as(&admin, "/api/statistic/overview").await;
    assert_eq!(all.data()["participants"], 1);
    assert_eq!(all.data()["totalCommittees"], 2);
}

#[tokio::test]
async fn other_periods_and_figures_are_refused() {
    let app = TestApp::new().await;
    let owner = app.committee("an").await;
    for query in [
        "chartType=7&unit=month",
        "chartType=12&unit=day",
        "unit=month",
        "chartType=30",
        "chartType=",
        "unit=week",
        "metric=revenue",
        "eventId=7",
    ] {
        let answer = app
            .get_as(&owner, &format!("/api/statistic/chart?{query}"))
            .await;
        assert_eq!(answer.code(), 5002, "{query}: {}", answer.json);
    }
    let answer = app.request(
        axum::http::Method::GET,
        "/api/statistic/overview?chartType=12&unit=day",
    );
    let answer = answer.bearer(&owner.token).lang("en").send().await;
    assert_eq!(
        answer.json["fields"]["unit"][0],
        "Choose 7 days (chartType=7, unit=day) or 12 months (chartType=12, unit=month)"
    );
}
