//! The link with which people ask to join a group.

use axum::http::Method;
use hoi_community::groups::JoinPolicy;
use sea_orm::Set;
use serde_json::{Value, json};

use super::support::Circle;
use crate::support::{Answer, TestUser};

/// Makes a link and returns the path of its calls.
async fn make(circle: &Circle) -> String {
    let made = circle.post(&circle.manager, "/join-link", json!({})).await;
    let url = made.data()["url"].as_str().unwrap();
    let (_, key) = url.rsplit_once("/join/").unwrap();
    format!("/api/group-join/{key}")
}

async fn join(circle: &Circle, who: &TestUser, path: &str) -> Answer {
    let call = circle.app.request(Method::POST, path).lang("en");
    call.bearer(&who.token).json(json!({})).send().await
}

#[tokio::test]
async fn a_link_leads_to_a_hidden_group_that_admits_by_invitation() {
    let circle = Circle::with(|group| {
        group.is_listed = Set(false);
        group.join_policy = Set(JoinPolicy::Invite);
    })
    .await;
    let link = circle.get(&circle.owner, "/join-link").await;
    assert_eq!(link.data(), &json!({ "url": null }));
    let path = make(&circle).await;
    let shown = circle.app.request(Method::GET, &path).send().await;
    assert_eq!(shown.data()["name"], "Hội Doanh nhân Đà Nẵng");
    assert_eq!(shown.data()["myState"], "none");
    let an = circle.app.committee("an").await;
    assert_eq!(circle.get(&an, "").await.code(), 5005);
    let asked = join(&circle, &an, &path).await;
    assert_eq!(asked.data()["myState"], "requested");
    let shown = circle.app.get_as(&an, &path).await;
    assert_eq!(shown.data()["myState"], "requested");
    assert_eq!(join(&circle, &an, &path).await.code(), 5008);
    let id = asked.data()["request"]["id"].as_str().unwrap().to_owned();
    circle.decide(&circle.owner, &id, "accept").await.data();
    assert_eq!(circle.get(&an, "").await.data()["myState"], "member");
}

#[tokio::test]
async fn a_renewed_link_ends_the_one_before() {
    let circle = Circle::with(|group| group.join_policy = Set(JoinPolicy::Open)).await;
    let old = make(&circle).await;
    let new = make(&circle).await;
    let an = circle.app.committee("an").await;
    assert_eq!(join(&circle, &an, &old).await.code(), 5005);
    assert_eq!(join(&circle, &an, &new).await.data()["myState"], "member");
    let off = circle.call(&circle.owner, Method::DELETE, "/join-link", Value::Null);
    assert_eq!(off.await.data(), &json!({ "url": null }));
    let binh = circle.app.committee("binh").await;
    assert_eq!(join(&circle, &binh, &new).await.code(), 5005);
    assert_eq!(
        circle.app.request(Method::GET, &new).send().await.code(),
        5005
    );
}

#[tokio::test]
async fn a_removed_member_does_not_come_back_by_the_link() {
    let circle = Circle::with(|group| group.join_policy = Set(JoinPolicy::Open)).await;
    let path = make(&circle).await;
    circle.remove(&circle.owner, &circle.member).await;
    let refused = join(&circle, &circle.member, &path).await;
    assert_eq!(refused.code(), 5008);
    circle
        .post(&circle.owner, "/archive", json!({}))
        .await
        .data();
    let an = circle.app.committee("an").await;
    assert_eq!(join(&circle, &an, &path).await.code(), 5009);
}
