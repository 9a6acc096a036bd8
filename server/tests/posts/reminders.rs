//! Leaders are reminded once a day of waiting reviews.

use std::time::Duration;

use axum::http::Method;
use hoi_community::notifications::Kind;
use hoi_community::notifications::entity::notification;
use hoi_server::background::clean_up;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};
use serde_json::{Value, json};

use crate::support::{TestGroup, TestUser};

const DAY: Duration = Duration::from_hours(24);

/// An account's newest reminder, in English, as the list shows it.
async fn reminder(group: &TestGroup, who: &TestUser) -> Option<Value> {
    let request = group
        .app
        .request(Method::GET, "/api/notification")
        .lang("en");
    let answer = request.bearer(&group.app.fresh_token(who)).send().await;
    let items = answer.data()["items"].as_array().unwrap().clone();
    items
        .into_iter()
        .find(|item| item["type"] == "group.waiting")
}

/// How often leaders have been alerted in all.
async fn reminded(group: &TestGroup) -> usize {
    let rows = notification::Entity::find()
        .filter(notification::Column::Kind.eq(Kind::GroupWaiting))
        .filter(notification::Column::ToldAt.eq(group.app.app.clock.now()));
    rows.all(group.app.app.db.read()).await.unwrap().len()
}

#[tokio::test]
async fn leaders_are_reminded_once_a_day_of_what_has_waited_for_more_than_a_day() {
    let group = TestGroup::new().await;
    let path = group.write(&group.lan, "một").await;
    group.write(&group.minh, "hai").await;
    let ask = group.call(&group.stranger, Method::POST, "/join-request", json!({}));
    let request = ask.await.data()["request"]["id"].clone();
    group.app.run_jobs().await;
    clean_up(&group.app.app).await;
    group.app.pass(DAY);
    clean_up(&group.app.app).await;
    assert!(
        reminder(&group, &group.owner).await.is_none(),
        "exactly a day"
    );

    group.app.pass(Duration::from_millis(1));
    for _ in 0..2 {
        clean_up(&group.app.app).await;
    }
    for leader in [&group.owner, &group.manager] {
        let item = reminder(&group, leader).await.unwrap();
        let content = item["content"].as_str().unwrap();
        assert!(
            content.contains("Requests to join: 1. Posts: 2. Deals: 0."),
            "{content}"
        );
        let waiting = format!("/my-group/{}?tab=members&view=waiting", group.id);
        assert_eq!(item["link"], waiting);
    }
    assert_eq!(reminded(&group).await, 2);
    assert!(reminder(&group, &group.lan).await.is_none());
    assert_eq!(group.app.run_jobs().await.len(), 2, "a mail to each leader");

    // Not again on the same day, and on the next of the remaining ones.
    group.app.pass(Duration::from_hours(20));
    clean_up(&group.app.app).await;
    assert_eq!(reminded(&group).await, 0);
    let accept = json!({ "action": "accept" });
    let request = format!("/join-request/{}", request.as_str().unwrap());
    group
        .call(&group.owner, Method::PUT, &request, accept)
        .await
        .data();
    group
        .act(&group.owner, &format!("{path}/approve"))
        .await
        .data();
    group.app.pass(Duration::from_hours(4));
    clean_up(&group.app.app).await;
    assert_eq!(reminded(&group).await, 2);
    let item = reminder(&group, &group.manager).await.unwrap();
    let content = item["content"].as_str().unwrap();
    assert!(
        content.contains("Requests to join: 0. Posts: 1."),
        "{content}"
    );
    assert_eq!(item["link"], format!("/my-group/{}?tab=review", group.id));
}

#[tokio::test]
async fn no_reminder_without_reviews_or_of_an_archived_group() {
    let group = TestGroup::new().await;
    let invitation = json!({ "userIds": [group.stranger.id], "role": "member" });
    group
        .call(&group.owner, Method::POST, "/invitation", invitation)
        .await
        .data();
    let path = group.write(&group.lan, "một").await;
    group
        .act(&group.owner, &format!("{path}/approve"))
        .await
        .data();
    group.app.pass(2 * DAY);
    clean_up(&group.app.app).await;
    assert!(reminder(&group, &group.owner).await.is_none());

    group.write(&group.lan, "hai").await;
    group
        .call(&group.owner, Method::POST, "/archive", json!({}))
        .await
        .data();
    group.app.pass(2 * DAY);
    clean_up(&group.app.app).await;
    assert!(reminder(&group, &group.owner).await.is_none());
}

#[tokio::test]
async fn leaders_are_reminded_of_points_that_they_can_decide() {
    let group = TestGroup::new().await;
    let mut deal = json!({
        "sellerId": group.owner.id, "counterpartyId": group.minh.id, "roleType": "buyer",
        "value": 100, "dealDate": "2026-03-01",
    });
    for (value, submitter) in [(100, &group.owner), (200, &group.minh)] {
        deal["value"] = json!(value);
        let sent = group.call(submitter, Method::POST, "/point", deal.clone());
        sent.await.data();
    }
    group.app.pass(2 * DAY);
    clean_up(&group.app.app).await;
    assert!(
        reminder(&group, &group.owner).await.is_none(),
        "a leader does not decide about an own deal"
    );
    let item = reminder(&group, &group.manager).await.unwrap();
    let content = item["content"].as_str().unwrap();
    assert!(content.contains("Deals: 2."), "{content}");
    let pending = format!("/my-group/{}?tab=statistics&points=pending", group.id);
    assert_eq!(item["link"], pending);
}

/// On an engine that lets several servers write.
#[tokio::test(flavor = "multi_thread")]
async fn two_servers_remind_once() {
    let group = TestGroup::new().await;
    let Ok(second) = group.app.second_server().await else {
        return;
    };
    group.write(&group.lan, "một").await;
    group.app.pass(2 * DAY);
    tokio::join!(clean_up(&group.app.app), clean_up(&second.app));
    group.app.run_jobs().await;
    assert_eq!(reminded(&group).await, 2);
    let mails = group.app.run_jobs().await.len();
    assert_eq!(mails, 0, "sent before, once");
}
