//! Refused requests in the audit log.

use std::time::Duration;

use axum::http::Method;
use hoi_platform::audit::entity as audit_log;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder};
use serde_json::json;

use super::support::PASSWORD;
use crate::support::TestApp;

async fn refusals(app: &TestApp) -> Vec<audit_log::Model> {
    audit_log::Entity::find()
        .filter(audit_log::Column::HourlyKey.is_not_null())
        .order_by_asc(audit_log::Column::Id)
        .all(app.app.db.read())
        .await
        .unwrap()
}

async fn guess(app: &TestApp, email: &str, peer: u8) {
    let request = app.request(Method::POST, "/api/auth/login");
    let body = json!({ "email": email, "password": "đoán mò" });
    request.from([10, 0, 0, peer]).json(body).send().await;
}

#[tokio::test]
async fn failed_logins_and_lockouts_are_counted_per_account_address_and_hour() {
    let app = TestApp::new().await;
    app.verified("lan@b.vn").await;
    let login = app.log_in("lan@b.vn", PASSWORD).await;
    let lan = login.data()["user"]["id"].as_str().unwrap();
    for _ in 0..7 {
        guess(&app, "lan@b.vn", 1).await;
    }
    guess(&app, "ai@b.vn", 2).await;
    app.pass(Duration::from_hours(1));
    guess(&app, "lan@b.vn", 1).await;
    let log = refusals(&app).await;
    let rows: Vec<_> = log
        .iter()
        .map(|row| {
            let account = row.subject_id.map(|id| id.to_string() == lan);
            (
                row.action.as_str(),
                account,
                row.ip.as_deref().unwrap(),
                row.times,
            )
        })
        .collect();
    assert_eq!(
        rows,
        [
            // Five refusals; the row was last written at the fourth.
            ("loginFailed", Some(true), "10.0.0.1", 4),
            ("loginLocked", Some(true), "10.0.0.1", 2),
            // There is no such account, and the typed address is not stored.
            ("loginFailed", None, "10.0.0.2", 1),
            ("loginFailed", Some(true), "10.0.0.1", 1),
        ]
    );
    assert!(!format!("{log:?}").contains("@"));
}

#[tokio::test]
async fn calls_without_permission_are_recorded_with_account_and_address() {
    let app = TestApp::new().await;
    let (owner, stranger) = (app.committee("an").await, app.committee("binh").await);
    let event = app.open_event(&owner, 10).await;
    let path = format!("/api/event/{event}");
    for _ in 0..3 {
        let request = app.request(Method::GET, &path).from([10, 0, 0, 7]);
        assert_eq!(request.bearer(&stranger.token).send().await.code(), 5016);
    }
    // Neither an allowed request nor an unknown thing counts as a refusal.
    app.request(Method::GET, &path)
        .bearer(&owner.token)
        .send()
        .await
        .data();
    assert_eq!(app.get(&path).await.code(), 5018);
    let log = refusals(&app).await;
    assert_eq!(log.len(), 1);
    assert_eq!(log[0].action, "callRefused");
    assert_eq!(
        (log[0].subject_id, log[0].ip.as_deref(), log[0].times),
        (Some(stranger.id.0), Some("10.0.0.7"), 2)
    );
}

#[tokio::test]
async fn refusals_are_removed_after_ninety_days_and_deeds_are_not() {
    let app = TestApp::new().await;
    app.verified("lan@b.vn").await;
    guess(&app, "lan@b.vn", 1).await;
    app.pass(Duration::from_hours(24 * 90));
    hoi_server::background::clean_up(&app.app).await;
    assert_eq!(refusals(&app).await.len(), 1);
    app.pass(Duration::from_secs(1));
    hoi_server::background::clean_up(&app.app).await;
    assert!(refusals(&app).await.is_empty());
    let log = audit_log::Entity::find()
        .all(app.app.db.read())
        .await
        .unwrap();
    assert_eq!(log.len(), 2);
}
