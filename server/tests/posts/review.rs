//! Leaders decide about posts that wait.

use crate::support::TestGroup;
use axum::http::Method;
use serde_json::{Value, json};

fn id(path: &str) -> &str {
    path.rsplit('/').next().unwrap()
}

#[tokio::test]
async fn a_rejected_post_shows_its_author_the_reason_and_can_be_sent_again() {
    let group = TestGroup::new().await;
    let path = group.write(&group.lan, "bán hàng").await;
    let reject = format!("{path}/reject");
    let reason = json!({ "reason": "Chỉ đăng bán vào thứ Sáu" });
    let by_member = group.call(&group.minh, Method::PUT, &reject, reason.clone());
    assert_eq!(by_member.await.code(), 5016);
    let long = json!({ "reason": "a".repeat(501) });
    let refused = group.call(&group.manager, Method::PUT, &reject, long).await;
    assert_eq!(refused.code(), 5002);
    group
        .call(&group.manager, Method::PUT, &reject, reason)
        .await
        .data();
    let own = group.get(&group.lan, &path).await;
    assert_eq!(own.data()["status"], "rejected");
    assert_eq!(own.data()["reason"], "Chỉ đăng bán vào thứ Sáu");
    assert_eq!(group.get(&group.minh, &path).await.code(), 5005);
    let list = "/post?status=rejected";
    assert_eq!(group.texts(&group.lan, list).await.len(), 1);
    assert_eq!(group.texts(&group.owner, list).await.len(), 1);
    assert!(group.texts(&group.minh, list).await.is_empty());

    let late = group.act(&group.owner, &format!("{path}/approve")).await;
    assert_eq!(late.code(), 5008);
    let said = late.json["messages"][0].as_str().unwrap();
    assert!(said.contains("Nguyễn manager"), "{said}");

    let body = json!({ "text": "chào" });
    let again = group.call(&group.lan, Method::PUT, &path, body).await;
    assert_eq!(again.data()["status"], "pending");
    assert_eq!(again.data()["reason"], json!(null));
    // A decision needs no body.
    let approve = format!("/api/group/{}{path}/approve", group.id);
    let request = group
        .app
        .request(Method::PUT, &approve)
        .bearer(&group.owner.token);
    assert_eq!(request.send().await.data()["status"], "approved");
    assert_eq!(group.log().await, ["post.rejected", "post.approved"]);
}

#[tokio::test]
async fn a_changed_post_is_not_approved_unread() {
    let group = TestGroup::new().await;
    let path = group.write(&group.lan, "lành").await;
    let body = json!({ "text": "dữ" });
    group
        .call(&group.lan, Method::PUT, &path, body)
        .await
        .data();
    let approve = format!("{path}/approve");
    let read = |version: i64| json!({ "version": version });
    let first = group
        .call(&group.owner, Method::PUT, &approve, read(1))
        .await;
    assert_eq!((first.code(), &first.json["data"]), (5008, &Value::Null));
    let review = json!({ "ids": [id(&path)], "action": "approve", "versions": { id(&path): 1 } });
    let refused = group
        .call(&group.owner, Method::PUT, "/post/review", review)
        .await;
    assert_eq!(
        (refused.code(), &refused.json["data"]),
        (5008, &Value::Null)
    );
    assert_eq!(
        group.get(&group.lan, &path).await.data()["status"],
        "pending"
    );
    let second = group
        .call(&group.owner, Method::PUT, &approve, read(2))
        .await;
    assert_eq!(second.data()["status"], "approved");
}

#[tokio::test]
async fn several_are_decided_at_once_and_the_others_are_left() {
    let group = TestGroup::new().await;
    let mut paths = Vec::new();
    for text in ["một", "hai", "ba"] {
        paths.push(group.write(&group.lan, text).await);
    }
    group
        .act(&group.manager, &format!("{}/reject", paths[0]))
        .await
        .data();
    let ids: Vec<&str> = paths.iter().map(|path| id(path)).collect();
    let body = json!({ "ids": ids, "action": "approve" });
    let answer = group
        .call(&group.owner, Method::PUT, "/post/review", body.clone())
        .await;
    assert_eq!(answer.data()["decided"].as_array().unwrap().len(), 2);
    assert_eq!(answer.data()["left"], json!([ids[0]]));
    assert_eq!(answer.data()["leftDecidedBy"], json!(["Nguyễn manager"]));
    assert_eq!(answer.json["messages"][0], "2 posts approved");
    let again = group
        .call(&group.owner, Method::PUT, "/post/review", body)
        .await;
    assert_eq!(again.code(), 5008);
    let none = json!({ "ids": [], "action": "approve" });
    let refused = group
        .call(&group.owner, Method::PUT, "/post/review", none)
        .await;
    assert_eq!(refused.code(), 5002);
    let log = group.log().await;
    assert_eq!(log, ["post.rejected", "post.approved", "post.approved"]);
}

#[tokio::test]
async fn leaders_see_how_many_wait() {
    let group = TestGroup::new().await;
    for text in ["một", "hai"] {
        group.write(&group.lan, text).await;
    }
    for (who, waiting) in [(&group.owner, 2), (&group.manager, 2), (&group.lan, 0)] {
        let mine = group.app.get_as(who, "/api/group/mine").await;
        assert_eq!(mine.data()[0]["pendingPosts"], waiting);
        assert_eq!(mine.data()[0]["name"], "Hội Doanh nhân Đà Nẵng");
    }
}

#[tokio::test]
async fn the_longest_waiting_stand_first() {
    let group = TestGroup::new().await;
    let second = std::time::Duration::from_secs(1);
    let first = group.write(&group.lan, "một").await;
    for text in ["hai", "ba"] {
        group.app.pass(second);
        group.write(&group.minh, text).await;
    }
    group.app.pass(second);
    let body = json!({ "text": "một, sửa" });
    group
        .call(&group.lan, Method::PUT, &first, body)
        .await
        .data();
    let part = group
        .get(&group.owner, "/post?status=pending&limit=2")
        .await;
    assert_eq!(super::support::texts(part.data()), ["một, sửa", "hai"]);
    let cursor = part.data()["nextCursor"].as_str().unwrap();
    let rest = format!("/post?status=pending&limit=2&cursor={cursor}");
    assert_eq!(group.texts(&group.owner, &rest).await, ["ba"]);
}
