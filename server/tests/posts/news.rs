//! Who is told of posts and comments.

use axum::http::Method;
use serde_json::{Value, json};

use super::support::Club;
use crate::support::TestUser;

/// The kinds of somebody's notifications, newest first.
async fn told(club: &Club, who: &TestUser) -> Vec<String> {
    let request = club.app.request(Method::GET, "/api/notification");
    let answer = request.bearer(&club.app.fresh_token(who)).send().await;
    let items = answer.data()["items"].as_array().unwrap().clone();
    let kind = |item: &Value| item["type"].as_str().unwrap().to_owned();
    items.iter().map(kind).collect()
}

#[tokio::test]
async fn leaders_authors_and_members_are_told() {
    let club = Club::new().await;
    let nobody: [&str; 0] = [];
    let path = club.write(&club.lan, "một").await;
    club.app.run_jobs().await;
    for leader in [&club.owner, &club.manager] {
        assert_eq!(told(&club, leader).await, ["post.pending"]);
    }
    assert_eq!(told(&club, &club.minh).await, nobody);
    club.put(&club.owner, &format!("{path}/approve"))
        .await
        .data();
    club.app.run_jobs().await;
    assert_eq!(told(&club, &club.lan).await, ["post.approved"]);
    assert_eq!(told(&club, &club.minh).await, ["post.new"]);
    assert_eq!(told(&club, &club.stranger).await, nobody);

    club.comment(&club.minh, &path, "hai").await.data();
    club.put(&club.minh, &format!("{path}/like")).await.data();
    club.app.run_jobs().await;
    let mut lan = told(&club, &club.lan).await;
    lan.sort();
    assert_eq!(lan, ["comment.new", "like.new", "post.approved"]);
    club.comment(&club.lan, &path, "ba").await.data();
    club.app.run_jobs().await;
    assert!(
        told(&club, &club.minh)
            .await
            .contains(&"comment.new".to_owned())
    );
    assert!(
        !told(&club, &club.owner)
            .await
            .contains(&"comment.new".to_owned())
    );

    let body = json!({ "text": "bốn" });
    club.call(&club.lan, Method::PUT, &path, body).await.data();
    let reason = json!({ "reason": "lạc đề" });
    club.call(
        &club.manager,
        Method::PUT,
        &format!("{path}/reject"),
        reason,
    )
    .await
    .data();
    assert!(
        told(&club, &club.lan)
            .await
            .contains(&"post.rejected".to_owned())
    );
}

#[tokio::test]
async fn members_are_told_once_of_a_post() {
    let club = Club::new().await;
    let path = club.publish(&club.lan, "một").await;
    club.app.run_jobs().await;
    let read = club.app.request(Method::PUT, "/api/notification/read-all");
    let read = read
        .bearer(&club.app.fresh_token(&club.minh))
        .json(json!({}));
    read.send().await.data();
    let body = json!({ "text": "hai" });
    club.call(&club.lan, Method::PUT, &path, body).await.data();
    club.put(&club.owner, &format!("{path}/approve"))
        .await
        .data();
    club.app.run_jobs().await;
    assert_eq!(told(&club, &club.minh).await, ["post.new"]);
}
