//! Who is told of posts and comments.

use axum::http::Method;
use serde_json::{Value, json};

use crate::support::{TestGroup, TestUser};

/// The kinds of somebody's notifications, newest first.
async fn told(group: &TestGroup, who: &TestUser) -> Vec<String> {
    let request = group.app.request(Method::GET, "/api/notification");
    let answer = request.bearer(&group.app.fresh_token(who)).send().await;
    let items = answer.data()["items"].as_array().unwrap().clone();
    let kind = |item: &Value| item["type"].as_str().unwrap().to_owned();
    items.iter().map(kind).collect()
}

#[tokio::test]
async fn leaders_authors_and_members_are_told() {
    let group = TestGroup::new().await;
    let nobody: [&str; 0] = [];
    let path = group.write(&group.lan, "một").await;
    group.app.run_jobs().await;
    for leader in [&group.owner, &group.manager] {
        assert_eq!(told(&group, leader).await, ["post.pending"]);
    }
    assert_eq!(told(&group, &group.minh).await, nobody);
    group
        .act(&group.owner, &format!("{path}/approve"))
        .await
        .data();
    group.app.run_jobs().await;
    assert_eq!(told(&group, &group.lan).await, ["post.approved"]);
    assert_eq!(told(&group, &group.minh).await, ["post.new"]);
    assert_eq!(told(&group, &group.stranger).await, nobody);

    group.comment(&group.minh, &path, "hai").await.data();
    group.act(&group.minh, &format!("{path}/like")).await.data();
    group.app.run_jobs().await;
    let mut lan = told(&group, &group.lan).await;
    lan.sort();
    assert_eq!(lan, ["comment.new", "like.new", "post.approved"]);
    group.comment(&group.lan, &path, "ba").await.data();
    group.app.run_jobs().await;
    assert!(
        told(&group, &group.minh)
            .await
            .contains(&"comment.new".to_owned())
    );
    assert!(
        !told(&group, &group.owner)
            .await
            .contains(&"comment.new".to_owned())
    );

    let body = json!({ "text": "bốn" });
    group
        .call(&group.lan, Method::PUT, &path, body)
        .await
        .data();
    let reason = json!({ "reason": "lạc đề" });
    group
        .call(
            &group.manager,
            Method::PUT,
            &format!("{path}/reject"),
            reason,
        )
        .await
        .data();
    assert!(
        told(&group, &group.lan)
            .await
            .contains(&"post.rejected".to_owned())
    );
}

#[tokio::test]
async fn members_are_told_once_of_a_post() {
    let group = TestGroup::new().await;
    let path = group.publish(&group.lan, "một").await;
    group.app.run_jobs().await;
    let read = group.app.request(Method::PUT, "/api/notification/read-all");
    let read = read
        .bearer(&group.app.fresh_token(&group.minh))
        .json(json!({}));
    read.send().await.data();
    let body = json!({ "text": "hai" });
    group
        .call(&group.lan, Method::PUT, &path, body)
        .await
        .data();
    group
        .act(&group.owner, &format!("{path}/approve"))
        .await
        .data();
    group.app.run_jobs().await;
    assert_eq!(told(&group, &group.minh).await, ["post.new"]);
}

#[tokio::test]
async fn several_posts_are_counted_and_lead_to_the_discussion() {
    let group = TestGroup::new().await;
    let news = async || {
        let request = group
            .app
            .request(Method::GET, "/api/notification")
            .lang("en");
        let answer = request
            .bearer(&group.app.fresh_token(&group.minh))
            .send()
            .await;
        let items = answer.data()["items"].as_array().unwrap().clone();
        assert_eq!(items.len(), 1);
        (items[0]["content"].clone(), items[0]["link"].clone())
    };
    let discussion = format!("/my-group/{}", group.id);
    let path = group.publish(&group.lan, "một").await;
    group.app.run_jobs().await;
    let (content, link) = news().await;
    assert_eq!(
        content,
        "Nguyễn lan has written a post in “Hội Doanh nhân Đà Nẵng”."
    );
    assert_eq!(link, format!("{discussion}{path}").replace("/post", ""));
    for (number, text) in [(2, "hai"), (3, "ba")] {
        group.publish(&group.owner, text).await;
        group.app.run_jobs().await;
        let (content, link) = news().await;
        let content = content.as_str().unwrap();
        assert!(
            content.starts_with(&format!("{number} new posts in")),
            "{content}"
        );
        assert_eq!(link, discussion);
    }
}
