//! Comments, likes and other reactions.

use std::time::Duration;

use crate::support::{TestGroup, TestUser};
use axum::http::Method;
use sea_orm::{ActiveModelTrait, Set};
use serde_json::{Value, json};

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

async fn answer(group: &TestGroup, post: &str, parent: &Value, text: &str) -> Value {
    let body = json!({ "text": text, "parentId": parent });
    let path = format!("{post}/comment");
    let answer = group.call(&group.lan, Method::POST, &path, body).await;
    answer.data().clone()
}

#[tokio::test]
async fn answers_follow_what_they_answer() {
    let group = TestGroup::new().await;
    let path = group.publish(&group.lan, "hỏi").await;
    let first = group
        .comment(&group.minh, &path, "một")
        .await
        .data()
        .clone();
    let second = group
        .comment(&group.minh, &path, "hai")
        .await
        .data()
        .clone();
    let reply = answer(&group, &path, &first["id"], "một một").await;
    // An answer to an answer belongs to the thread of the first comment.
    let deeper = answer(&group, &path, &reply["id"], "một hai").await;
    assert_eq!(deeper["parentId"], first["id"]);
    let post = group.get(&group.minh, &path).await;
    let expected = ["một", "> một một", "> một hai", "hai"];
    assert_eq!(shown(&post.data()["comments"]), expected);
    assert_eq!(post.data()["commentCount"], 4);

    let mut pages = Vec::new();
    let mut cursor = String::new();
    loop {
        let list = group
            .get(&group.minh, &format!("{path}/comment?limit=1{cursor}"))
            .await;
        pages.extend(shown(list.data()));
        match list.data()["nextCursor"].as_str() {
            Some(next) => cursor = format!("&cursor={next}"),
            None => break,
        }
    }
    assert_eq!(pages, expected);
    let other = group.publish(&group.lan, "khác").await;
    let body = json!({ "text": "lạc", "parentId": second["id"] });
    let foreign = group
        .call(&group.lan, Method::POST, &format!("{other}/comment"), body)
        .await;
    assert_eq!(foreign.code(), 5005);
    assert_eq!(group.row(&other).await.comment_count, 0);
    let wrong = format!("{other}/comment?cursor={}", second["id"].as_str().unwrap());
    assert_eq!(group.get(&group.lan, &wrong).await.code(), 5002);
}

#[tokio::test]
async fn a_removed_comment_leaves_its_answers() {
    let group = TestGroup::new().await;
    let path = group.publish(&group.lan, "hỏi").await;
    let at = |comment: &Value| format!("{path}/comment/{}", comment["id"].as_str().unwrap());
    let first = group
        .comment(&group.minh, &path, "một")
        .await
        .data()
        .clone();
    let reply = answer(&group, &path, &first["id"], "đáp").await;
    assert_eq!(group.delete(&group.lan, &at(&first)).await.code(), 5016);
    group.delete(&group.manager, &at(&first)).await.data();
    let list = group.get(&group.lan, &format!("{path}/comment")).await;
    assert_eq!(shown(list.data()), ["", "> đáp"]);
    assert_eq!(list.data()["items"][0]["isRemoved"], true);
    assert_eq!(list.data()["items"][0]["author"], json!(null));
    let late = json!({ "text": "nữa", "parentId": first["id"] });
    let late = group
        .call(&group.lan, Method::POST, &format!("{path}/comment"), late)
        .await;
    assert_eq!(late.code(), 5005);
    assert_eq!(group.row(&path).await.comment_count, 1);
    group.delete(&group.lan, &at(&reply)).await.data();
    let list = group.get(&group.lan, &format!("{path}/comment")).await;
    assert!(shown(list.data()).is_empty());
    assert_eq!(group.row(&path).await.comment_count, 0);
    assert_eq!(group.log().await, ["post.approved", "comment.removed"]);
}

#[tokio::test]
async fn only_authors_change_comments() {
    let group = TestGroup::new().await;
    let path = group.publish(&group.lan, "hỏi").await;
    let comment = group
        .comment(&group.minh, &path, " một ")
        .await
        .data()
        .clone();
    assert_eq!(comment["text"], "một");
    let rights = json!({ "canEdit": true, "canRemove": true });
    assert_eq!(comment["rights"], rights);
    let at = format!("{path}/comment/{}", comment["id"].as_str().unwrap());
    let body = json!({ "text": "hai" });
    for who in [&group.lan, &group.owner] {
        let refused = group.call(who, Method::PUT, &at, body.clone()).await;
        assert_eq!(refused.code(), 5016);
    }
    let changed = group.call(&group.minh, Method::PUT, &at, body).await;
    assert_eq!(changed.data()["text"], "hai");
    assert!(changed.data()["editedAt"].is_string());
    for text in ["", "  "] {
        assert_eq!(group.comment(&group.minh, &path, text).await.code(), 5002);
    }
    let long = "ề".repeat(2_001);
    assert_eq!(group.comment(&group.minh, &path, &long).await.code(), 5002);
    group.comment(&group.minh, &path, &long[3..]).await.data();
    assert_eq!(group.comment(&group.admin, &path, "một").await.code(), 5016);
}

#[tokio::test]
async fn a_like_counts_once() {
    let group = TestGroup::new().await;
    let path = group.publish(&group.lan, "hỏi").await;
    let comment = group.comment(&group.minh, &path, "một").await;
    let comment = format!("{path}/comment/{}", comment.data()["id"].as_str().unwrap());
    for target in [path.clone(), comment] {
        let like = format!("{target}/like");
        for _ in 0..2 {
            let liked = group.act(&group.minh, &like).await;
            assert_eq!(*liked.data(), json!({ "likeCount": 1, "isLiked": true }));
        }
        let two = group.act(&group.lan, &like).await;
        assert_eq!(two.data()["likeCount"], 2);
        for _ in 0..2 {
            let left = group.delete(&group.minh, &like).await;
            assert_eq!(*left.data(), json!({ "likeCount": 1, "isLiked": false }));
        }
        assert_eq!(group.act(&group.admin, &like).await.code(), 5016);
    }
    let seen = group.get(&group.lan, &path).await;
    assert_eq!(seen.data()["isLiked"], true);
    assert_eq!(seen.data()["comments"]["items"][0]["isLiked"], true);
}

#[tokio::test]
async fn a_reaction_is_replaced_and_taken_back() {
    let group = TestGroup::new().await;
    let path = group.publish(&group.lan, "hỏi").await;
    let react = async |who: &TestUser, kind: &str| {
        let body = json!({ "kind": kind });
        let path = format!("{path}/reaction");
        group.call(who, Method::PUT, &path, body).await
    };
    let like = format!("{path}/like");
    group.act(&group.minh, &like).await.data();
    react(&group.owner, "thanks").await.data();
    for _ in 0..2 {
        let seen = react(&group.minh, "applause").await.data().clone();
        let counts = json!([{ "kind": "applause", "count": 1 }, { "kind": "thanks", "count": 1 }]);
        assert_eq!(seen["reactions"]["counts"], counts);
        assert_eq!(seen["reactions"]["own"], "applause");
        assert_eq!(seen["reactions"]["people"].as_array().unwrap().len(), 1);
        assert_eq!(seen["isLiked"], false);
        assert_eq!(seen["likeCount"], 0, "only hearts are likes");
    }
    // Taking back a like leaves another reaction.
    let unliked = group.delete(&group.minh, &like).await;
    assert_eq!(*unliked.data(), json!({ "likeCount": 0, "isLiked": false }));
    let seen = group.get(&group.minh, &path).await.data().clone();
    assert_eq!(seen["reactions"]["own"], "applause");
    // A like is the heart, and replaces it.
    group.act(&group.minh, &like).await.data();
    let seen = group.feed(&group.minh, "").await["items"][0].clone();
    assert_eq!(seen["reactions"]["own"], "heart");
    assert_eq!(
        (&seen["isLiked"], &seen["likeCount"]),
        (&json!(true), &json!(1))
    );
    let more = react(&group.manager, "thanks").await.data().clone();
    let counts = json!([{ "kind": "thanks", "count": 2 }, { "kind": "heart", "count": 1 }]);
    assert_eq!(more["reactions"]["counts"], counts);
    for _ in 0..2 {
        let path = format!("{path}/reaction");
        let seen = group.delete(&group.minh, &path).await.data().clone();
        assert_eq!(seen["reactions"]["own"], json!(null));
        assert_eq!(
            (&seen["isLiked"], &seen["likeCount"]),
            (&json!(false), &json!(0))
        );
    }
    for body in [json!({ "kind": "anger" }), json!({})] {
        let path = format!("{path}/reaction");
        let refused = group.call(&group.minh, Method::PUT, &path, body).await;
        assert_eq!(refused.code(), 5002, "{}", refused.json);
    }
    assert_eq!(react(&group.admin, "heart").await.code(), 5016);
    group.act(&group.lan, &format!("{path}/close")).await.data();
    assert_eq!(react(&group.minh, "heart").await.code(), 5009);
    let path = format!("{path}/reaction");
    assert_eq!(group.delete(&group.owner, &path).await.code(), 5009);
    let waiting = group.write(&group.lan, "chờ").await;
    let path = format!("{waiting}/reaction");
    let body = json!({ "kind": "heart" });
    let early = group.call(&group.lan, Method::PUT, &path, body).await;
    assert_eq!(early.code(), 5008);
}

#[tokio::test]
async fn those_who_reacted_are_listed_in_parts() {
    let group = TestGroup::new().await;
    let path = group.publish(&group.lan, "hỏi").await;
    let kinds = ["heart", "laugh", "heart", "agree"];
    let people = [&group.owner, &group.manager, &group.minh, &group.lan];
    for (who, kind) in people.into_iter().zip(kinds) {
        group.app.pass(Duration::from_secs(1));
        let body = json!({ "kind": kind });
        let react = format!("{path}/reaction");
        group.call(who, Method::PUT, &react, body).await.data();
    }
    // A changed reaction keeps its place.
    group.app.pass(Duration::from_secs(1));
    let body = json!({ "kind": "heart" });
    let react = format!("{path}/reaction");
    group
        .call(&group.manager, Method::PUT, &react, body)
        .await
        .data();
    let list = async |query: &str| {
        let path = format!("{path}/reaction?{query}");
        group.get(&group.admin, &path).await
    };
    let ids = |list: &Value| -> Vec<String> {
        let items = list["items"].as_array().unwrap().iter();
        items
            .map(|item| item["person"]["id"].as_str().unwrap().to_owned())
            .collect()
    };
    let id = |who: &TestUser| who.id.to_string();
    let first = list("limit=3").await.data().clone();
    assert_eq!(
        ids(&first),
        [id(&group.lan), id(&group.minh), id(&group.manager)]
    );
    assert_eq!(first["items"][2]["kind"], "heart");
    let cursor = first["nextCursor"].as_str().unwrap();
    let rest = list(&format!("limit=3&cursor={cursor}")).await;
    assert_eq!(ids(rest.data()), [id(&group.owner)]);
    assert_eq!(rest.data()["nextCursor"], json!(null));
    let agreed = list("kind=agree").await;
    assert_eq!(ids(agreed.data()), [id(&group.lan)]);
    for wrong in ["limit=0", "limit=101", "cursor=x", "kind=anger"] {
        assert_eq!(list(wrong).await.code(), 5002, "{wrong}");
    }
    list("limit=100").await.data();
    let path = format!("{path}/reaction");
    assert_eq!(group.get(&group.stranger, &path).await.code(), 5016);
    // The faces are those of three others.
    let post = path.trim_end_matches("/reaction");
    let seen = group.get(&group.lan, post).await.data().clone();
    let faces = seen["reactions"]["people"].as_array().unwrap().iter();
    let faces: Vec<&str> = faces.map(|face| face["id"].as_str().unwrap()).collect();
    assert_eq!(
        faces,
        [id(&group.minh), id(&group.manager), id(&group.owner)]
    );
}

#[tokio::test]
async fn the_reaction_of_a_deleted_account_still_counts_without_a_name() {
    let group = TestGroup::new().await;
    let path = group.publish(&group.lan, "hỏi").await;
    let react = format!("{path}/reaction");
    let body = json!({ "kind": "congratulation" });
    group
        .call(&group.minh, Method::PUT, &react, body)
        .await
        .data();
    let tx = group.app.app.db.write().await.unwrap();
    let deleted = hoi_community::accounts::entity::user::ActiveModel {
        id: Set(group.minh.id),
        deleted_at: Set(Some(group.app.app.clock.now())),
        ..Default::default()
    };
    deleted.update(&tx).await.unwrap();
    tx.commit().await.unwrap();
    let seen = group.get(&group.lan, &path).await.data().clone();
    let counts = json!([{ "kind": "congratulation", "count": 1 }]);
    assert_eq!(seen["reactions"]["counts"], counts);
    assert_eq!(seen["reactions"]["people"], json!([]));
    let list = group.get(&group.lan, &react).await;
    let item = json!({ "kind": "congratulation", "person": null });
    assert_eq!(list.data()["items"], json!([item]));
}

#[tokio::test]
async fn a_comment_brings_a_post_up_by_activity_until_it_is_removed() {
    let group = TestGroup::new().await;
    let first = group.publish(&group.lan, "một").await;
    group.publish(&group.lan, "hai").await;
    let order = async || super::support::texts(&group.feed(&group.minh, "sort=active").await);
    assert_eq!(order().await, ["hai", "một"]);
    group.app.pass(Duration::from_secs(1));
    let comment = group.comment(&group.minh, &first, "lên").await;
    assert_eq!(order().await, ["một", "hai"]);
    let newest = super::support::texts(&group.feed(&group.minh, "").await);
    assert_eq!(newest, ["hai", "một"]);
    let comment = format!("{first}/comment/{}", comment.data()["id"].as_str().unwrap());
    group.delete(&group.manager, &comment).await.data();
    assert_eq!(order().await, ["hai", "một"]);
}

#[tokio::test]
async fn the_part_around_a_comment_is_read_in_both_directions() {
    let group = TestGroup::new().await;
    let path = group.publish(&group.lan, "hỏi").await;
    let mut ids = Vec::new();
    for number in 0..12 {
        let text = number.to_string();
        let added = group.comment(&group.minh, &path, &text).await;
        ids.push(added.data()["id"].clone());
    }
    // The answer stands directly after the comment that it answers, before comments that are older.
    let answer = answer(&group, &path, &ids[4], "đáp").await;
    let list = async |query: &str| {
        let path = format!("{path}/comment?{query}");
        group.get(&group.minh, &path).await.data().clone()
    };
    let (id, limit) = (answer["id"].as_str().unwrap(), 6);
    let middle = list(&format!("around={id}&limit={limit}")).await;
    assert_eq!(shown(&middle), ["3", "4", "> đáp", "5", "6", "7"]);
    let before = middle["previousCursor"].as_str().unwrap();
    let earlier = list(&format!("before={before}&limit=2")).await;
    assert_eq!(shown(&earlier), ["1", "2"]);
    assert!(!earlier["nextCursor"].is_null());
    let before = earlier["previousCursor"].as_str().unwrap();
    let first = list(&format!("before={before}&limit=2")).await;
    assert_eq!(shown(&first), ["0"]);
    assert!(first["previousCursor"].is_null());
    let next = middle["nextCursor"].as_str().unwrap();
    let later = list(&format!("cursor={next}")).await;
    assert_eq!(shown(&later), ["8", "9", "10", "11"]);
    assert!(later["nextCursor"].is_null());
    // At both ends there is nothing beyond.
    let begin = list(&format!("around={}&limit=3", ids[0].as_str().unwrap())).await;
    assert_eq!(shown(&begin), ["0", "1"]);
    assert!(begin["previousCursor"].is_null() && !begin["nextCursor"].is_null());
    let end = list(&format!("around={}&limit=3", ids[11].as_str().unwrap())).await;
    assert_eq!(shown(&end), ["10", "11"]);
    assert!(!end["previousCursor"].is_null() && end["nextCursor"].is_null());
    // A removed one still has its place; one of another post has none.
    group
        .delete(
            &group.minh,
            &format!("{path}/comment/{}", ids[6].as_str().unwrap()),
        )
        .await
        .data();
    let gone = list(&format!("around={}&limit=3", ids[6].as_str().unwrap())).await;
    assert_eq!(shown(&gone), ["5", "7", "8"]);
    let other = group.publish(&group.lan, "khác").await;
    let foreign = format!("{other}/comment?around={id}");
    assert!(shown(group.get(&group.lan, &foreign).await.data()).is_empty());
    let foreign = format!("{other}/comment?before={id}");
    assert_eq!(group.get(&group.lan, &foreign).await.code(), 5002);
}
