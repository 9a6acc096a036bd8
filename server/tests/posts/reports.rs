//! Members report posts and comments; leaders deal with it.

use axum::http::Method;
use serde_json::json;

use super::support::Club;

#[tokio::test]
async fn a_report_waits_for_leaders() {
    let club = Club::new().await;
    let path = club.publish(&club.lan, "quảng cáo").await;
    let comment = club.comment(&club.lan, &path, "mua đi").await;
    let comment = format!("{path}/comment/{}", comment.data()["id"].as_str().unwrap());
    let report = |who, target: &str, reason: &str| {
        let (path, body) = (format!("{target}/report"), json!({ "reason": reason }));
        let club = &club;
        async move { club.call(who, Method::POST, &path, body).await }
    };
    let seen = club.get(&club.minh, &path).await;
    assert_eq!(seen.data()["rights"]["canReport"], true);
    report(&club.minh, &path, "rác").await.data();
    assert_eq!(report(&club.minh, &path, "rác").await.code(), 5008);
    report(&club.manager, &path, "lạc đề").await.data();
    report(&club.minh, &comment, "rác").await.data();
    assert_eq!(report(&club.admin, &path, "rác").await.code(), 5016);
    assert_eq!(report(&club.owner, &path, " ").await.code(), 5002);
    assert_eq!(
        report(&club.owner, &path, &"a".repeat(501)).await.code(),
        5002
    );
    let seen = club.get(&club.minh, &path).await;
    assert_eq!(seen.data()["rights"]["canReport"], false);

    assert_eq!(club.get(&club.lan, "/report").await.code(), 5016);
    let list = club.get(&club.owner, "/report").await;
    let list = list.data().as_array().unwrap().clone();
    assert_eq!(list.len(), 2);
    assert_eq!(list[0]["text"], "quảng cáo");
    assert_eq!(list[0]["reports"].as_array().unwrap().len(), 2);
    assert_eq!(list[0]["reports"][0]["reporterName"], "Nguyễn minh");
    assert_eq!(list[1]["text"], "mua đi");
    assert_eq!(list[1]["author"]["fullName"], "Nguyễn lan");

    let resolve = format!("/report/{}/resolve", list[0]["id"].as_str().unwrap());
    club.put(&club.manager, &resolve).await.data();
    assert_eq!(club.put(&club.owner, &resolve).await.code(), 5008);
    assert_eq!(
        club.get(&club.owner, "/report")
            .await
            .data()
            .as_array()
            .unwrap()
            .len(),
        1
    );
    club.delete(&club.owner, &comment).await.data();
    assert_eq!(club.get(&club.owner, "/report").await.data(), &json!([]));
    assert_eq!(club.get(&club.minh, &path).await.code(), 2000);
    let log = club.log().await;
    assert_eq!(log, ["post.approved", "report.resolved", "comment.removed"]);
}

#[tokio::test]
async fn removing_a_post_settles_all_reports_of_it() {
    let club = Club::new().await;
    let path = club.publish(&club.lan, "quảng cáo").await;
    let comment = club.comment(&club.lan, &path, "mua đi").await;
    let comment = format!("{path}/comment/{}", comment.data()["id"].as_str().unwrap());
    for target in [&path, &comment] {
        let body = json!({ "reason": "rác" });
        club.call(&club.minh, Method::POST, &format!("{target}/report"), body)
            .await
            .data();
    }
    club.delete(&club.manager, &path).await.data();
    assert_eq!(club.get(&club.owner, "/report").await.data(), &json!([]));
}
