//! Leaders are reminded once a day of what waits for them.

use std::time::Duration;

use axum::http::Method;
use hoi_server::background::clean_up;
use hoi_server::notifications::Kind;
use hoi_server::notifications::entity::notification;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};
use serde_json::{Value, json};

use super::support::Club;
use crate::support::TestUser;

const DAY: Duration = Duration::from_hours(24);

/// The newest reminder of somebody, in English, as the list shows it.
async fn reminder(club: &Club, who: &TestUser) -> Option<Value> {
    let request = club
        .app
        .request(Method::GET, "/api/notification")
        .lang("en");
    let answer = request.bearer(&club.app.fresh_token(who)).send().await;
    let items = answer.data()["items"].as_array().unwrap().clone();
    items
        .into_iter()
        .find(|item| item["type"] == "group.waiting")
}

/// How often leaders have been alerted in all.
async fn reminded(club: &Club) -> usize {
    let rows = notification::Entity::find()
        .filter(notification::Column::Kind.eq(Kind::GroupWaiting))
        .filter(notification::Column::ToldAt.eq(club.app.app.clock.now()));
    rows.all(club.app.app.db.read()).await.unwrap().len()
}

#[tokio::test]
async fn leaders_are_reminded_once_a_day_of_what_has_waited_for_more_than_a_day() {
    let club = Club::new().await;
    let path = club.write(&club.lan, "một").await;
    club.write(&club.minh, "hai").await;
    let ask = club.call(&club.stranger, Method::POST, "/join-request", json!({}));
    let request = ask.await.data()["request"]["id"].clone();
    club.app.run_jobs().await;
    clean_up(&club.app.app).await;
    club.app.pass(DAY);
    clean_up(&club.app.app).await;
    assert!(
        reminder(&club, &club.owner).await.is_none(),
        "exactly a day"
    );

    club.app.pass(Duration::from_millis(1));
    for _ in 0..2 {
        clean_up(&club.app.app).await;
    }
    for leader in [&club.owner, &club.manager] {
        let item = reminder(&club, leader).await.unwrap();
        let content = item["content"].as_str().unwrap();
        assert!(
            content.contains("Requests to join: 1. Posts: 2."),
            "{content}"
        );
        assert_eq!(
            item["link"],
            format!("/my-group/{}?tab=members", club.group)
        );
    }
    assert_eq!(reminded(&club).await, 2);
    assert!(reminder(&club, &club.lan).await.is_none());
    assert_eq!(club.app.run_jobs().await.len(), 2, "a mail to each leader");

    // Not again on the same day, and on the next of what still waits.
    club.app.pass(Duration::from_hours(20));
    clean_up(&club.app.app).await;
    assert_eq!(reminded(&club).await, 0);
    let accept = json!({ "action": "accept" });
    let request = format!("/join-request/{}", request.as_str().unwrap());
    club.call(&club.owner, Method::PUT, &request, accept)
        .await
        .data();
    club.put(&club.owner, &format!("{path}/approve"))
        .await
        .data();
    club.app.pass(Duration::from_hours(4));
    clean_up(&club.app.app).await;
    assert_eq!(reminded(&club).await, 2);
    let item = reminder(&club, &club.manager).await.unwrap();
    let content = item["content"].as_str().unwrap();
    assert!(
        content.contains("Requests to join: 0. Posts: 1."),
        "{content}"
    );
    assert_eq!(item["link"], format!("/my-group/{}?tab=review", club.group));
}

#[tokio::test]
async fn nobody_is_reminded_of_nothing_or_of_an_archived_group() {
    let club = Club::new().await;
    let invitation = json!({ "userIds": [club.stranger.id], "role": "member" });
    club.call(&club.owner, Method::POST, "/invitation", invitation)
        .await
        .data();
    let path = club.write(&club.lan, "một").await;
    club.put(&club.owner, &format!("{path}/approve"))
        .await
        .data();
    club.app.pass(2 * DAY);
    clean_up(&club.app.app).await;
    assert!(reminder(&club, &club.owner).await.is_none());

    club.write(&club.lan, "hai").await;
    club.call(&club.owner, Method::POST, "/archive", json!({}))
        .await
        .data();
    club.app.pass(2 * DAY);
    clean_up(&club.app.app).await;
    assert!(reminder(&club, &club.owner).await.is_none());
}

/// On an engine that lets several servers write.
#[tokio::test(flavor = "multi_thread")]
async fn two_servers_remind_once() {
    let club = Club::new().await;
    let Ok(second) = club.app.second_server().await else {
        return;
    };
    club.write(&club.lan, "một").await;
    club.app.pass(2 * DAY);
    tokio::join!(clean_up(&club.app.app), clean_up(&second.app));
    club.app.run_jobs().await;
    assert_eq!(reminded(&club).await, 2);
    let mails = club.app.run_jobs().await.len();
    assert_eq!(mails, 0, "sent before, once");
}
