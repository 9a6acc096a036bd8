//! Members report posts and comments; leaders deal with it.

use crate::support::{TestGroup, TestUser};
use axum::http::Method;
use serde_json::json;

#[tokio::test]
async fn a_report_waits_for_leaders() {
    let group = TestGroup::new().await;
    let path = group.publish(&group.lan, "quảng cáo").await;
    let comment = group.comment(&group.lan, &path, "mua đi").await;
    let comment = format!("{path}/comment/{}", comment.data()["id"].as_str().unwrap());
    let report = |who, target: &str, reason: &str| {
        let (path, body) = (format!("{target}/report"), json!({ "reason": reason }));
        let group = &group;
        async move { group.call(who, Method::POST, &path, body).await }
    };
    let seen = group.get(&group.minh, &path).await;
    assert_eq!(seen.data()["rights"]["canReport"], true);
    report(&group.minh, &path, "rác").await.data();
    assert_eq!(report(&group.minh, &path, "rác").await.code(), 5008);
    report(&group.manager, &path, "lạc đề").await.data();
    report(&group.minh, &comment, "rác").await.data();
    assert_eq!(report(&group.admin, &path, "rác").await.code(), 5016);
    assert_eq!(report(&group.owner, &path, " ").await.code(), 5002);
    assert_eq!(
        report(&group.owner, &path, &"a".repeat(501)).await.code(),
        5002
    );
    let seen = group.get(&group.minh, &path).await;
    assert_eq!(seen.data()["rights"]["canReport"], false);

    assert_eq!(group.get(&group.lan, "/report").await.code(), 5016);
    let list = group.get(&group.owner, "/report").await;
    let list = list.data().as_array().unwrap().clone();
    assert_eq!(list.len(), 2);
    assert_eq!(list[0]["text"], "quảng cáo");
    assert_eq!(list[0]["reports"].as_array().unwrap().len(), 2);
    assert_eq!(list[0]["reports"][0]["reporterName"], "Nguyễn minh");
    assert_eq!(list[1]["text"], "mua đi");
    assert_eq!(list[1]["author"]["fullName"], "Nguyễn lan");

    let resolve = format!("/report/{}/resolve", list[0]["id"].as_str().unwrap());
    group.act(&group.manager, &resolve).await.data();
    assert_eq!(group.act(&group.owner, &resolve).await.code(), 5008);
    assert_eq!(
        group
            .get(&group.owner, "/report")
            .await
            .data()
            .as_array()
            .unwrap()
            .len(),
        1
    );
    group.delete(&group.owner, &comment).await.data();
    assert_eq!(group.get(&group.owner, "/report").await.data(), &json!([]));
    assert_eq!(group.get(&group.minh, &path).await.code(), 2000);
    let log = group.log().await;
    assert_eq!(log, ["post.approved", "report.resolved", "comment.removed"]);
}

#[tokio::test]
async fn removing_a_post_settles_all_reports_of_it() {
    let group = TestGroup::new().await;
    let path = group.publish(&group.lan, "quảng cáo").await;
    let comment = group.comment(&group.lan, &path, "mua đi").await;
    let comment = format!("{path}/comment/{}", comment.data()["id"].as_str().unwrap());
    for target in [&path, &comment] {
        let body = json!({ "reason": "rác" });
        group
            .call(&group.minh, Method::POST, &format!("{target}/report"), body)
            .await
            .data();
    }
    group.delete(&group.manager, &path).await.data();
    assert_eq!(group.get(&group.owner, "/report").await.data(), &json!([]));
}

/// Whether the account's list has an unread notification of a report.
async fn hears_of_report(group: &TestGroup, who: &TestUser) -> bool {
    let news = group.app.get_as(who, "/api/notification?unread=true").await;
    let items = news.data()["items"].as_array().unwrap().clone();
    items.iter().any(|item| {
        let review = format!("/my-group/{}?tab=review&report=", group.id);
        item["type"] == "post.reported" && item["link"].as_str().unwrap().starts_with(&review)
    })
}

/// The reports that wait for an account, on the card of the group and in the number beside the menu.
async fn waiting(group: &TestGroup, who: &TestUser) -> (i64, i64) {
    let mine = group.app.get_as(who, "/api/group/mine").await;
    let me = group.app.get_as(who, "/api/users/me").await;
    (
        mine.data()[0]["reported"].as_i64().unwrap(),
        me.data()["waitingCount"].as_i64().unwrap(),
    )
}

#[tokio::test]
async fn leaders_hear_of_reports_except_of_their_own_writing() {
    let group = TestGroup::new().await;
    let path = group.publish(&group.manager, "quảng cáo").await;
    let comment = group.comment(&group.lan, &path, "mua đi").await;
    let comment = format!("{path}/comment/{}", comment.data()["id"].as_str().unwrap());
    let body = json!({ "reason": "rác" });
    for (who, target) in [
        (&group.lan, &path),
        (&group.minh, &path),
        (&group.minh, &comment),
    ] {
        let report = format!("{target}/report");
        let sent = group.call(who, Method::POST, &report, body.clone());
        sent.await.data();
    }
    assert_eq!(waiting(&group, &group.owner).await, (2, 2));
    assert_eq!(
        waiting(&group, &group.manager).await,
        (1, 1),
        "not of the post"
    );
    assert_eq!(waiting(&group, &group.lan).await, (0, 0));
    assert!(hears_of_report(&group, &group.owner).await);
    assert!(hears_of_report(&group, &group.manager).await);
    assert!(!hears_of_report(&group, &group.lan).await);

    group.delete(&group.owner, &comment).await.data();
    assert_eq!(waiting(&group, &group.owner).await, (1, 1));
    assert!(!hears_of_report(&group, &group.manager).await, "dealt with");
    let list = group.get(&group.owner, "/report").await;
    let id = list.data()[0]["id"].as_str().unwrap().to_owned();
    let resolve = format!("/report/{id}/resolve");
    group.act(&group.owner, &resolve).await.data();
    assert_eq!(waiting(&group, &group.owner).await, (0, 0));
    assert!(!hears_of_report(&group, &group.owner).await);
}

#[tokio::test]
async fn an_author_does_not_judge_reports_of_an_own_text() {
    let group = TestGroup::new().await;
    let path = group.publish(&group.manager, "quảng cáo").await;
    let report = format!("{path}/report");
    let body = json!({ "reason": "rác" });
    let own = group.call(&group.manager, Method::POST, &report, body.clone());
    assert_eq!(own.await.code(), 5008);
    let sent = group.call(&group.lan, Method::POST, &report, body);
    sent.await.data();
    assert_eq!(
        group.get(&group.manager, "/report").await.data(),
        &json!([])
    );
    let list = group.get(&group.owner, "/report").await;
    let id = list.data()[0]["id"].as_str().unwrap().to_owned();
    let resolve = format!("/report/{id}/resolve");
    assert_eq!(group.act(&group.manager, &resolve).await.code(), 5016);
    group.act(&group.owner, &resolve).await.data();
}

#[tokio::test]
async fn reports_comments_and_posts_in_a_row_pause() {
    let group = TestGroup::new().await;
    let path = group.publish(&group.owner, "Chào cả nhà").await;
    let body = json!({ "text": "Chào" });
    let comment = format!("{path}/comment");
    for (call, free, body) in [("/post", 60, body.clone()), (comment.as_str(), 200, body)] {
        for _ in 0..free {
            let sent = group.call(&group.lan, Method::POST, call, body.clone());
            sent.await.data();
        }
        let refused = group.call(&group.lan, Method::POST, call, body).await;
        assert_eq!((refused.code(), refused.status.as_u16()), (5003, 429));
    }
    let body = json!({ "reason": "rác" });
    for at in 0..=20 {
        let comment = group.comment(&group.owner, &path, "mua đi").await;
        let id = comment.data()["id"].as_str().unwrap().to_owned();
        let report = format!("{path}/comment/{id}/report");
        let sent = group.call(&group.lan, Method::POST, &report, body.clone());
        let expected = if at < 20 { 2000 } else { 5003 };
        assert_eq!(sent.await.code(), expected);
    }
}
