//! Notifications about posts and comments.

use axum::http::Method;
use hoi_community::posts::{TellMembers, TellOfComment};
use hoi_db::Timestamp;
use hoi_jobs::{Attempt, Job as _};
use hoi_platform::clock::new_id;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::support::{TestGroup, TestUser};

/// The kinds of an account's notifications, newest first.
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

/// Content and link of an account's notifications of this kind, newest first.
async fn links(group: &TestGroup, who: &TestUser, kind: &str) -> Vec<(String, String)> {
    let request = group
        .app
        .request(Method::GET, "/api/notification")
        .lang("en");
    let answer = request.bearer(&group.app.fresh_token(who)).send().await;
    let items = answer.data()["items"].as_array().unwrap().clone();
    let text = |item: &Value, field: &str| item[field].as_str().unwrap().to_owned();
    let of_kind = items.iter().filter(|item| item["type"] == kind);
    of_kind
        .map(|item| (text(item, "content"), text(item, "link")))
        .collect()
}

#[tokio::test]
async fn the_author_is_told_once_of_a_reaction_that_changes() {
    let group = TestGroup::new().await;
    let path = group.publish(&group.lan, "một").await;
    for kind in ["heart", "thanks", "laugh"] {
        let (react, body) = (format!("{path}/reaction"), json!({ "kind": kind }));
        group
            .call(&group.minh, Method::PUT, &react, body)
            .await
            .data();
    }
    let told = links(&group, &group.lan, "like.new").await;
    let said = "Nguyễn minh reacted to your post “một” in “Hội Doanh nhân Đà Nẵng”.";
    let link = format!("/my-group/{}{path}", group.id).replace("/post", "");
    assert_eq!(told, [(said.to_owned(), link)]);
}

fn attempt(job: Uuid) -> Attempt {
    Attempt {
        job,
        number: 1,
        due_at: Timestamp(0),
    }
}

/// As after a crash between the telling and the end of the job.
#[tokio::test]
async fn a_job_that_runs_again_counts_nothing_twice() {
    let group = TestGroup::new().await;
    let app = &group.app.app;
    let id_of = |path: &str| path.rsplit('/').next().unwrap().parse().unwrap();
    let tell = async |path: &str, job: Uuid| {
        let tell = TellMembers { post: id_of(path) };
        tell.run(app, attempt(job)).await.unwrap();
        let told = links(&group, &group.minh, "post.new").await;
        told.into_iter().map(|(content, _)| content).next().unwrap()
    };
    let first = group.publish(&group.lan, "một").await;
    let said = tell(&first, new_id()).await;
    assert!(said.ends_with("has written a post in “Hội Doanh nhân Đà Nẵng”."));
    let second = group.publish(&group.lan, "hai").await;
    let job = new_id();
    for _ in 0..2 {
        let said = tell(&second, job).await;
        assert!(said.starts_with("2 new posts"), "{said}");
    }
    // The control: another job counts the same post once more.
    let said = tell(&second, new_id()).await;
    assert!(said.starts_with("3 new posts"), "{said}");

    let comment = group.comment(&group.minh, &first, "hay").await;
    let comment = comment.data()["id"].as_str().unwrap().parse().unwrap();
    let job = new_id();
    for (job, said) in [
        (job, "Nguyễn minh commented"),
        (job, "Nguyễn minh commented"),
        (new_id(), "Nguyễn minh and 1 other"),
    ] {
        let tell = TellOfComment { comment };
        tell.run(app, attempt(job)).await.unwrap();
        let told = links(&group, &group.lan, "comment.new").await;
        assert!(told[0].0.contains(said), "{told:?}");
    }
}

#[tokio::test]
async fn news_lead_to_the_very_comment() {
    let group = TestGroup::new().await;
    let path = group.publish(&group.lan, "một").await;
    let page = format!("/my-group/{}{path}", group.id).replace("/post", "");
    let first = group.comment(&group.minh, &path, "hai").await;
    let first = first.data()["id"].as_str().unwrap().to_owned();
    group.app.run_jobs().await;
    let of_lan = links(&group, &group.lan, "comment.new").await;
    assert_eq!(of_lan[0].1, format!("{page}?comment={first}"));
    // An answer, too; and several that are unread lead to the last.
    let body = json!({ "text": "ba", "parentId": first });
    let answer = group
        .call(&group.owner, Method::POST, &format!("{path}/comment"), body)
        .await;
    let answer = answer.data()["id"].as_str().unwrap().to_owned();
    group.app.run_jobs().await;
    for reader in [&group.lan, &group.minh] {
        let told = links(&group, reader, "comment.new").await;
        assert_eq!(told[0].1, format!("{page}?comment={answer}"));
    }

    let like = format!("{path}/comment/{first}/like");
    for who in [&group.owner, &group.lan, &group.minh] {
        // A second like by the same member causes no second notification.
        group.act(who, &like).await.data();
        group.act(who, &like).await.data();
    }
    let told = links(&group, &group.minh, "comment.liked").await;
    let said = "Nguyễn lan and 1 other like your comment “hai” in “Hội Doanh nhân Đà Nẵng”.";
    assert_eq!(told, [(said.to_owned(), format!("{page}?comment={first}"))]);
    assert!(links(&group, &group.lan, "comment.liked").await.is_empty());

    let report = format!("{path}/comment/{first}/report");
    let reason = json!({ "reason": "rác" });
    group
        .call(&group.lan, Method::POST, &report, reason)
        .await
        .data();
    let told = links(&group, &group.manager, "post.reported").await;
    let review = format!("/my-group/{}?tab=review&report={first}", group.id);
    assert_eq!(told[0].1, review);
}
