//! Comments and likes.

use std::time::Duration;

use axum::http::Method;
use serde_json::{Value, json};

use super::support::Club;

/// The comments of a list: the text, and `>` before answers.
fn shown(list: &Value) -> Vec<String> {
    let items = list["items"].as_array().unwrap().iter();
    items
        .map(|item| {
            let mark = if item["parentId"].is_null() { "" } else { "> " };
            format!("{mark}{}", item["text"].as_str().unwrap())
        })
        .collect()
}

async fn answer(club: &Club, post: &str, parent: &Value, text: &str) -> Value {
    let body = json!({ "text": text, "parentId": parent });
    let path = format!("{post}/comment");
    let answer = club.call(&club.lan, Method::POST, &path, body).await;
    answer.data().clone()
}

#[tokio::test]
async fn answers_follow_what_they_answer() {
    let club = Club::new().await;
    let path = club.publish(&club.lan, "hỏi").await;
    let first = club.comment(&club.minh, &path, "một").await.data().clone();
    let second = club.comment(&club.minh, &path, "hai").await.data().clone();
    let reply = answer(&club, &path, &first["id"], "một một").await;
    // An answer to an answer joins the thread.
    let deeper = answer(&club, &path, &reply["id"], "một hai").await;
    assert_eq!(deeper["parentId"], first["id"]);
    let post = club.get(&club.minh, &path).await;
    let expected = ["một", "> một một", "> một hai", "hai"];
    assert_eq!(shown(&post.data()["comments"]), expected);
    assert_eq!(post.data()["commentCount"], 4);

    let mut pages = Vec::new();
    let mut cursor = String::new();
    loop {
        let list = club
            .get(&club.minh, &format!("{path}/comment?limit=1{cursor}"))
            .await;
        pages.extend(shown(list.data()));
        match list.data()["nextCursor"].as_str() {
            Some(next) => cursor = format!("&cursor={next}"),
            None => break,
        }
    }
    assert_eq!(pages, expected);
    let other = club.publish(&club.lan, "khác").await;
    let body = json!({ "text": "lạc", "parentId": second["id"] });
    let foreign = club
        .call(&club.lan, Method::POST, &format!("{other}/comment"), body)
        .await;
    assert_eq!(foreign.code(), 5005);
    assert_eq!(club.row(&other).await.comment_count, 0);
    let wrong = format!("{other}/comment?cursor={}", second["id"].as_str().unwrap());
    assert_eq!(club.get(&club.lan, &wrong).await.code(), 5002);
}

#[tokio::test]
async fn a_removed_comment_leaves_its_answers() {
    let club = Club::new().await;
    let path = club.publish(&club.lan, "hỏi").await;
    let at = |comment: &Value| format!("{path}/comment/{}", comment["id"].as_str().unwrap());
    let first = club.comment(&club.minh, &path, "một").await.data().clone();
    let reply = answer(&club, &path, &first["id"], "đáp").await;
    assert_eq!(club.delete(&club.lan, &at(&first)).await.code(), 5016);
    club.delete(&club.manager, &at(&first)).await.data();
    let list = club.get(&club.lan, &format!("{path}/comment")).await;
    assert_eq!(shown(list.data()), ["", "> đáp"]);
    assert_eq!(list.data()["items"][0]["isRemoved"], true);
    assert_eq!(list.data()["items"][0]["author"], json!(null));
    let late = json!({ "text": "nữa", "parentId": first["id"] });
    let late = club
        .call(&club.lan, Method::POST, &format!("{path}/comment"), late)
        .await;
    assert_eq!(late.code(), 5005);
    assert_eq!(club.row(&path).await.comment_count, 1);
    club.delete(&club.lan, &at(&reply)).await.data();
    let list = club.get(&club.lan, &format!("{path}/comment")).await;
    assert!(shown(list.data()).is_empty());
    assert_eq!(club.row(&path).await.comment_count, 0);
    assert_eq!(club.log().await, ["post.approved", "comment.removed"]);
}

#[tokio::test]
async fn only_authors_change_comments() {
    let club = Club::new().await;
    let path = club.publish(&club.lan, "hỏi").await;
    let comment = club
        .comment(&club.minh, &path, " một ")
        .await
        .data()
        .clone();
    assert_eq!(comment["text"], "một");
    let rights = json!({ "canEdit": true, "canRemove": true });
    assert_eq!(comment["rights"], rights);
    let at = format!("{path}/comment/{}", comment["id"].as_str().unwrap());
    let body = json!({ "text": "hai" });
    for who in [&club.lan, &club.owner] {
        let refused = club.call(who, Method::PUT, &at, body.clone()).await;
        assert_eq!(refused.code(), 5016);
    }
    let changed = club.call(&club.minh, Method::PUT, &at, body).await;
    assert_eq!(changed.data()["text"], "hai");
    assert!(changed.data()["editedAt"].is_string());
    for text in ["", "  "] {
        assert_eq!(club.comment(&club.minh, &path, text).await.code(), 5002);
    }
    let long = "ề".repeat(2_001);
    assert_eq!(club.comment(&club.minh, &path, &long).await.code(), 5002);
    club.comment(&club.minh, &path, &long[3..]).await.data();
    assert_eq!(club.comment(&club.admin, &path, "một").await.code(), 5016);
}

#[tokio::test]
async fn a_like_counts_once() {
    let club = Club::new().await;
    let path = club.publish(&club.lan, "hỏi").await;
    let comment = club.comment(&club.minh, &path, "một").await;
    let comment = format!("{path}/comment/{}", comment.data()["id"].as_str().unwrap());
    for target in [path.clone(), comment] {
        let like = format!("{target}/like");
        for _ in 0..2 {
            let liked = club.put(&club.minh, &like).await;
            assert_eq!(*liked.data(), json!({ "likeCount": 1, "isLiked": true }));
        }
        let two = club.put(&club.lan, &like).await;
        assert_eq!(two.data()["likeCount"], 2);
        for _ in 0..2 {
            let left = club.delete(&club.minh, &like).await;
            assert_eq!(*left.data(), json!({ "likeCount": 1, "isLiked": false }));
        }
        assert_eq!(club.put(&club.admin, &like).await.code(), 5016);
    }
    let seen = club.get(&club.lan, &path).await;
    assert_eq!(seen.data()["isLiked"], true);
    assert_eq!(seen.data()["comments"]["items"][0]["isLiked"], true);
}

#[tokio::test]
async fn a_comment_brings_a_post_up_by_activity_until_it_is_removed() {
    let club = Club::new().await;
    let first = club.publish(&club.lan, "một").await;
    club.publish(&club.lan, "hai").await;
    let order = async || super::support::texts(&club.feed(&club.minh, "sort=active").await);
    assert_eq!(order().await, ["hai", "một"]);
    club.app.pass(Duration::from_secs(1));
    let comment = club.comment(&club.minh, &first, "lên").await;
    assert_eq!(order().await, ["một", "hai"]);
    let newest = super::support::texts(&club.feed(&club.minh, "").await);
    assert_eq!(newest, ["hai", "một"]);
    let comment = format!("{first}/comment/{}", comment.data()["id"].as_str().unwrap());
    club.delete(&club.manager, &comment).await.data();
    assert_eq!(order().await, ["hai", "một"]);
}
