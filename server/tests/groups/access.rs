//! Groups that are not listed, and administrators.

use axum::http::Method;
use sea_orm::Set;
use serde_json::{Value, json};

use super::support::Circle;

#[tokio::test]
async fn a_group_that_is_not_listed_is_unknown_to_others() {
    let circle = Circle::with(|group| group.is_listed = Set(false)).await;
    let stranger = circle.app.committee("stranger").await;
    let member = format!("/member/{}", circle.member.id);
    for (method, tail, body) in [
        (Method::GET, "", Value::Null),
        (Method::PUT, "", json!({})),
        (Method::DELETE, "", json!({})),
        (Method::GET, "/member", Value::Null),
        (Method::PUT, &member, json!({})),
        (Method::DELETE, &member, Value::Null),
        (Method::POST, "/join-request", json!({})),
        (Method::GET, "/log", Value::Null),
    ] {
        let answer = circle.call(&stranger, method.clone(), tail, body).await;
        assert_eq!(answer.code(), 5005, "{method} {tail}");
    }
    let path = format!(
        "/api/users/search?keyword=nguyen&excludeGroupId={}",
        circle.id
    );
    assert_eq!(circle.app.get_as(&stranger, &path).await.code(), 5005);
    let found = circle.app.get_as(&stranger, "/api/group/search").await;
    assert_eq!(found.data()["total"], 0);
    let suggested = circle.app.get_as(&stranger, "/api/group/suggestion").await;
    assert_eq!(suggested.data(), &json!([]));
    // Members and administrators know it.
    let admin = circle.app.admin().await;
    for who in [&circle.member, &admin] {
        assert!(circle.get(who, "").await.data()["details"].is_object());
    }
    assert_eq!(circle.get(&circle.member, "/log").await.code(), 5016);
}

#[tokio::test]
async fn strangers_see_the_card_of_a_listed_group() {
    let circle = Circle::new().await;
    let stranger = circle.app.committee("stranger").await;
    let group = circle.get(&stranger, "").await;
    let group = group.data();
    assert_eq!(group["name"], "Hội Doanh nhân Đà Nẵng");
    assert_eq!(group["memberCount"], 3);
    assert_eq!(group["details"], Value::Null);
    let fields: Vec<_> = group.as_object().unwrap().keys().cloned().collect();
    assert_eq!(
        fields,
        [
            "archivedAt",
            "avatar",
            "description",
            "details",
            "foundedDate",
            "id",
            "joinPolicy",
            "memberCount",
            "myState",
            "name",
            "onePerBusinessField",
            "rejection",
            "requestId",
            "validationInfo",
            "wasRemoved",
        ]
    );
}

#[tokio::test]
async fn a_removed_member_loses_the_group_at_once() {
    let circle = Circle::new().await;
    let member = &circle.member;
    circle.get(member, "/member").await.data();
    circle.remove(&circle.owner, member).await.data();
    for tail in ["/member", "/log", "/join-request"] {
        assert_eq!(circle.get(member, tail).await.code(), 5016, "{tail}");
    }
    assert_eq!(circle.get(member, "").await.data()["details"], Value::Null);
    let mine = circle.app.get_as(member, "/api/group/mine").await;
    assert_eq!(mine.data(), &json!([]));
}

/// Administrators manage every group, but belong to none.
#[tokio::test]
async fn administrators_decide_and_do_not_join() {
    let circle = Circle::new().await;
    let (admin, an) = (circle.app.admin().await, circle.app.committee("an").await);
    assert_eq!(
        circle.post(&admin, "/join-request", json!({})).await.code(),
        5016
    );
    let request = circle.ask(&an).await;
    circle.decide(&admin, &request, "accept").await.data();
    let invited = json!({ "userIds": [admin.id], "role": "member" });
    assert_eq!(
        circle
            .post(&circle.owner, "/invitation", invited)
            .await
            .code(),
        5002
    );
    let shown = circle.get(&admin, "").await;
    assert_eq!(shown.data()["myState"], "none");
    assert_eq!(shown.data()["details"]["myRole"], Value::Null);
    assert_eq!(shown.data()["memberCount"], 4);
    circle
        .call(&admin, Method::PUT, "", json!({ "isListed": false }))
        .await
        .data();
}
