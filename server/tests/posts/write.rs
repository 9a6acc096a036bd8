//! Writing, changing, closing, pinning and removing posts.

use axum::http::Method;
use hoi_community::groups::{GroupRole, PostApproval};
use sea_orm::{ActiveModelTrait, Set};
use serde_json::{Value, json};

use super::support::path_of;
use crate::support::TestGroup;

#[tokio::test]
async fn a_post_waits_unseen_until_a_leader_approves_it() {
    let group = TestGroup::new().await;
    let path = group.write(&group.lan, "Chào cả nhà").await;
    let own = group.get(&group.lan, &path).await;
    assert_eq!(own.data()["status"], "pending");
    assert_eq!(own.data()["author"]["fullName"], "Nguyễn lan");
    assert_eq!(own.data()["rights"]["canEdit"], true);
    assert_eq!(own.data()["rights"]["canReview"], false);
    for leader in [&group.manager, &group.owner, &group.admin] {
        let seen = group.get(leader, &path).await;
        assert_eq!(seen.data()["rights"]["canReview"], true);
        let waiting = group.texts(leader, "/post?status=pending").await;
        assert_eq!(waiting, ["Chào cả nhà"]);
    }
    assert_eq!(group.get(&group.minh, &path).await.code(), 5005);
    for list in ["/post", "/post?status=pending", "/post?status=rejected"] {
        assert!(group.texts(&group.minh, list).await.is_empty(), "{list}");
    }
    assert_eq!(
        group.texts(&group.lan, "/post?status=pending").await.len(),
        1
    );
    for who in [&group.lan, &group.minh] {
        assert_eq!(group.feed(who, "").await["items"], json!([]));
    }
    for answer in [
        group.comment(&group.minh, &path, "Chào").await,
        group.act(&group.minh, &format!("{path}/like")).await,
        group.get(&group.minh, &format!("{path}/comment")).await,
    ] {
        assert_eq!(answer.code(), 5005, "{}", answer.json);
    }
    assert_eq!(group.get(&group.stranger, &path).await.code(), 5016);

    group
        .act(&group.manager, &format!("{path}/approve"))
        .await
        .data();
    let seen = group.get(&group.minh, &path).await;
    assert_eq!(seen.data()["status"], "approved");
    assert_eq!(seen.data()["rights"]["canAnswer"], true);
    assert_eq!(group.texts(&group.minh, "/post").await, ["Chào cả nhà"]);
    assert_eq!(
        group.feed(&group.minh, "").await["items"][0]["group"]["id"],
        json!(group.id)
    );
    let administrated = group.get(&group.admin, &path).await;
    assert_eq!(administrated.data()["rights"]["canAnswer"], false);
    assert_eq!(group.feed(&group.admin, "").await["items"], json!([]));
}

#[tokio::test]
async fn posts_of_leaders_and_those_that_the_setting_allows_are_seen_at_once() {
    let group = TestGroup::with(|group| {
        group.post_approval = Set(PostApproval::FirstN);
        group.first_n = Set(2);
    })
    .await;
    group.write(&group.manager, "Thông báo").await;
    assert_eq!(group.texts(&group.lan, "/post").await, ["Thông báo"]);
    for text in ["một", "hai"] {
        group.publish(&group.lan, text).await;
    }
    let third = group.write(&group.lan, "ba").await;
    assert_eq!(group.row(&third).await.decided_by, None);
    assert_eq!(group.get(&group.minh, &third).await.code(), 2000);
    let first = group.write(&group.minh, "bốn").await;
    assert_eq!(group.get(&group.lan, &first).await.code(), 5005);

    let open = TestGroup::with(|group| group.post_approval = Set(PostApproval::None)).await;
    let path = open.write(&open.lan, "ngay").await;
    assert_eq!(open.get(&open.minh, &path).await.code(), 2000);
}

#[tokio::test]
async fn an_edit_by_a_member_waits_again_and_one_by_a_leader_does_not() {
    let group = TestGroup::new().await;
    let path = group.publish(&group.lan, "trước").await;
    let approved_at = group.row(&path).await.approved_at;
    group.act(&group.owner, &format!("{path}/pin")).await.data();
    let change = |who, text: &'static str| {
        let (group, path) = (&group, &path);
        async move {
            group
                .call(who, Method::PUT, path, json!({ "text": text }))
                .await
        }
    };
    assert_eq!(change(&group.minh, "khác").await.code(), 5016);
    let by_leader = change(&group.manager, "khác").await;
    assert_eq!(by_leader.code(), 5016, "words of others stay theirs");

    let same = change(&group.lan, "trước").await;
    assert_eq!(same.data()["status"], "approved");
    let edited = change(&group.lan, "sau").await;
    assert_eq!(edited.data()["status"], "pending");
    assert_eq!(edited.data()["isPinned"], false);
    assert!(edited.data()["editedAt"].is_string());
    assert_eq!(group.get(&group.minh, &path).await.code(), 5005);
    assert!(group.texts(&group.minh, "/post").await.is_empty());

    let mended = change(&group.manager, "sau, đã sửa lỗi").await;
    assert_eq!(mended.data()["status"], "pending");
    group
        .act(&group.manager, &format!("{path}/approve"))
        .await
        .data();
    let again = group.row(&path).await;
    assert_eq!(
        again.approved_at, approved_at,
        "an edit does not bring it to the top"
    );

    let own = group.write(&group.manager, "của quản lý").await;
    let body = json!({ "text": "của quản lý, sửa" });
    let kept = group.call(&group.manager, Method::PUT, &own, body).await;
    assert_eq!(kept.data()["status"], "approved");
    assert_eq!(
        group.get(&group.minh, &own).await.data()["text"],
        "của quản lý, sửa"
    );
}

#[tokio::test]
async fn an_edit_of_an_older_version_is_refused() {
    let group = TestGroup::new().await;
    let path = group.write(&group.lan, "một").await;
    let change = |who, version: i64, text: &'static str| {
        let (group, path) = (&group, &path);
        let body = json!({ "text": text, "version": version });
        async move { group.call(who, Method::PUT, path, body).await }
    };
    assert_eq!(change(&group.lan, 1, "hai").await.data()["version"], 2);
    let refused = change(&group.manager, 1, "ba").await;
    assert_eq!(refused.code(), 5008);
    // It is refused with the post as it is stored, with the rights of the reader.
    let stored = &refused.json["data"];
    assert_eq!(stored["text"], "hai");
    assert_eq!(stored["version"], 2);
    assert_eq!(stored["rights"]["canReview"], true);
    assert_eq!(change(&group.manager, 2, "ba").await.data()["version"], 3);
    let empty = json!({ "text": "" });
    let refused = group.call(&group.lan, Method::PUT, &path, empty).await;
    assert_eq!(refused.code(), 5002);
}

/// A leader who still writes gets the post as it was decided, so that the dialog shows both texts.
#[tokio::test]
async fn an_edit_of_a_post_that_was_decided_meanwhile_is_refused_with_what_is_stored() {
    let group = TestGroup::new().await;
    for (decision, status) in [("approve", "approved"), ("reject", "rejected")] {
        let path = group.write(&group.lan, "một").await;
        let read = group.get(&group.manager, &path).await;
        assert_eq!(read.data()["rights"]["canEdit"], true);
        let decide = format!("{path}/{decision}");
        group.act(&group.owner, &decide).await.data();
        let change = json!({ "text": "hai", "version": read.data()["version"] });
        let by_member = group.call(&group.minh, Method::PUT, &path, change.clone());
        assert_ne!(by_member.await.code(), 5008, "{decision}");
        let refused = group.call(&group.manager, Method::PUT, &path, change).await;
        assert_eq!(refused.code(), 5008, "{decision}");
        let stored = &refused.json["data"];
        assert_eq!(stored["status"], status);
        assert_eq!(stored["text"], "một");
        assert_eq!(stored["rights"]["canEdit"], false);
        // Nothing has changed since, so the refusal is about the right alone.
        let current = json!({ "text": "hai", "version": stored["version"] });
        let refused = group.call(&group.manager, Method::PUT, &path, current);
        assert_eq!(refused.await.code(), 5016, "{decision}");
        assert_eq!(group.get(&group.lan, &path).await.data()["text"], "một");
    }
}

#[tokio::test]
async fn a_closed_post_takes_no_answers_until_it_is_reopened() {
    let group = TestGroup::new().await;
    let path = group.publish(&group.lan, "hỏi").await;
    let comment = group.comment(&group.minh, &path, "đáp").await;
    let comment = format!("{path}/comment/{}", comment.data()["id"].as_str().unwrap());
    assert_eq!(
        group
            .act(&group.minh, &format!("{path}/close"))
            .await
            .code(),
        5016
    );
    group.act(&group.lan, &format!("{path}/close")).await.data();
    let like = format!("{path}/like");
    for answer in [
        group.comment(&group.minh, &path, "nữa").await,
        group.act(&group.minh, &like).await,
        group.delete(&group.minh, &like).await,
        group.act(&group.lan, &format!("{comment}/like")).await,
        group
            .call(
                &group.minh,
                Method::PUT,
                &comment,
                json!({ "text": "khác" }),
            )
            .await,
    ] {
        assert_eq!(answer.code(), 5009, "{}", answer.json);
    }
    let seen = group.get(&group.minh, &path).await;
    assert_eq!(seen.data()["isClosed"], true);
    assert_eq!(seen.data()["comments"]["items"][0]["text"], "đáp");
    group.delete(&group.minh, &comment).await.data();
    // Not even by its author, who could undo a leader's decision.
    let own = group.act(&group.lan, &format!("{path}/reopen")).await;
    assert_eq!(own.code(), 5016);
    let seen = group.get(&group.lan, &path).await;
    assert_eq!(seen.data()["rights"]["canClose"], false);
    group
        .act(&group.manager, &format!("{path}/reopen"))
        .await
        .data();
    group.comment(&group.minh, &path, "nữa").await.data();
    let waiting = group.write(&group.lan, "chờ").await;
    let early = group.act(&group.lan, &format!("{waiting}/close")).await;
    assert_eq!(early.code(), 5008);
    assert_eq!(group.log().await, ["post.approved", "post.reopened"]);
}

#[tokio::test]
async fn three_posts_stand_on_top() {
    let group = TestGroup::new().await;
    let mut paths = Vec::new();
    for text in ["một", "hai", "ba", "bốn", "năm"] {
        paths.push(group.publish(&group.owner, text).await);
    }
    for path in &paths[..3] {
        group.app.pass(std::time::Duration::from_secs(1));
        group
            .act(&group.manager, &format!("{path}/pin"))
            .await
            .data();
    }
    let fourth = format!("{}/pin", paths[3]);
    assert_eq!(group.act(&group.manager, &fourth).await.code(), 5003);
    assert_eq!(group.act(&group.lan, &fourth).await.code(), 5016);
    let again = group
        .act(&group.manager, &format!("{}/pin", paths[2]))
        .await;
    assert_eq!(again.data()["isPinned"], true);
    let first = group.get(&group.lan, "/post?limit=1").await;
    let texts = super::support::texts(first.data());
    assert_eq!(texts, ["ba", "hai", "một", "năm"]);
    let cursor = first.data()["nextCursor"].as_str().unwrap();
    let rest = group
        .texts(&group.lan, &format!("/post?cursor={cursor}"))
        .await;
    assert_eq!(rest, ["bốn"]);
    let feed = super::support::texts(&group.feed(&group.lan, "").await);
    assert_eq!(feed, ["năm", "bốn", "ba", "hai", "một"]);
    group
        .act(&group.owner, &format!("{}/unpin", paths[0]))
        .await
        .data();
    group.act(&group.owner, &fourth).await.data();
}

#[tokio::test]
async fn removed_posts_are_gone() {
    let group = TestGroup::new().await;
    let by_author = group.publish(&group.lan, "một").await;
    let by_leader = group.publish(&group.lan, "hai").await;
    assert_eq!(group.delete(&group.minh, &by_author).await.code(), 5016);
    group.delete(&group.lan, &by_author).await.data();
    group.delete(&group.manager, &by_leader).await.data();
    for path in [&by_author, &by_leader] {
        for who in [&group.lan, &group.owner, &group.admin] {
            assert_eq!(group.get(who, path).await.code(), 5005);
        }
        assert_eq!(group.delete(&group.lan, path).await.code(), 5005);
    }
    assert!(group.texts(&group.owner, "/post").await.is_empty());
    assert_eq!(group.feed(&group.lan, "").await["items"], json!([]));
    let log = group.log().await;
    assert_eq!(log, ["post.approved", "post.approved", "post.removed"]);
}

#[tokio::test]
async fn an_archived_group_is_only_read() {
    let group = TestGroup::new().await;
    let path = group.publish(&group.lan, "một").await;
    let waiting = group.write(&group.minh, "hai").await;
    group
        .call(&group.owner, Method::POST, "/archive", json!({}))
        .await
        .data();
    let text = json!({ "text": "ba" });
    for answer in [
        group
            .call(&group.lan, Method::POST, "/post", text.clone())
            .await,
        group
            .call(&group.lan, Method::PUT, &path, text.clone())
            .await,
        group.comment(&group.minh, &path, "bốn").await,
        group.act(&group.minh, &format!("{path}/like")).await,
        group.act(&group.lan, &format!("{path}/close")).await,
        group.act(&group.owner, &format!("{path}/pin")).await,
        group.act(&group.owner, &format!("{waiting}/approve")).await,
    ] {
        assert_eq!(answer.code(), 5009, "{}", answer.json);
    }
    let seen = group.get(&group.minh, &path).await;
    assert_eq!(seen.data()["rights"]["canAnswer"], false);
    assert_eq!(seen.data()["rights"]["canRemove"], false);
    let own = group.get(&group.lan, &path).await;
    assert_eq!(own.data()["rights"]["canEdit"], false);
    assert_eq!(own.data()["rights"]["canRemove"], true);
    group.delete(&group.lan, &path).await.data();
}

#[tokio::test]
async fn a_post_sent_twice_is_one_post() {
    let group = TestGroup::new().await;
    let send = |key: &'static str, text: &'static str| {
        let path = format!("/api/group/{}/post", group.id);
        let request = group.app.request(Method::POST, &path);
        let request = request
            .bearer(&group.lan.token)
            .header("idempotency-key", key);
        request.json(json!({ "text": text })).send()
    };
    let first = send("a", "một").await;
    let second = send("a", "một").await;
    assert_eq!(first.data()["id"], second.data()["id"]);
    assert_eq!(send("a", "hai").await.code(), 5008);
    assert_ne!(send("b", "một").await.data()["id"], first.data()["id"]);
    assert_eq!(
        group
            .texts(&group.owner, "/post?status=pending")
            .await
            .len(),
        2
    );
}

#[tokio::test]
async fn limits_on_what_is_written() {
    let group = TestGroup::new().await;
    for (body, field) in [
        (json!({}), "text"),
        (json!({ "text": "  " }), "text"),
        (json!({ "text": "ề".repeat(10_001) }), "text"),
        (json!({ "text": "a", "images": ["x"] }), "images[0]"),
    ] {
        let answer = group.call(&group.lan, Method::POST, "/post", body).await;
        assert_eq!(answer.code(), 5002);
        assert!(
            answer.json["fields"][field].is_array(),
            "{field}: {}",
            answer.json
        );
    }
    let longest = json!({ "text": "ề".repeat(10_000) });
    group
        .call(&group.lan, Method::POST, "/post", longest)
        .await
        .data();
    let removed = group
        .call(&group.lan, Method::GET, "/post?status=removed", Value::Null)
        .await;
    assert_eq!(removed.code(), 5002);
    let cursor = group.get(&group.lan, "/post?cursor=x").await;
    assert_eq!(cursor.code(), 5002);
}

#[tokio::test]
async fn a_member_who_leaves_loses_sight_and_their_posts_stay() {
    let group = TestGroup::new().await;
    let path = group.publish(&group.lan, "một").await;
    let leave = format!("/member/{}", group.lan.id);
    group.delete(&group.owner, &leave).await.data();
    for answer in [
        group.get(&group.lan, &path).await,
        group.get(&group.lan, "/post").await,
        group
            .call(&group.lan, Method::PUT, &path, json!({ "text": "hai" }))
            .await,
        group.delete(&group.lan, &path).await,
        group.act(&group.lan, &format!("{path}/like")).await,
    ] {
        assert_eq!(answer.code(), 5016, "{}", answer.json);
    }
    assert_eq!(group.feed(&group.lan, "").await["items"], json!([]));
    let seen = group.get(&group.minh, &path).await;
    assert_eq!(seen.data()["author"]["fullName"], "Nguyễn lan");

    let tx = group.app.app.db.write().await.unwrap();
    let deleted = hoi_community::accounts::entity::user::ActiveModel {
        id: Set(group.lan.id),
        deleted_at: Set(Some(group.app.app.clock.now())),
        ..Default::default()
    };
    deleted.update(&tx).await.unwrap();
    tx.commit().await.unwrap();
    let seen = group.get(&group.minh, &path).await;
    assert_eq!(seen.data()["author"], json!(null));
    assert_eq!(seen.data()["text"], "một");
}

#[tokio::test]
async fn posts_belong_to_the_group_of_their_path() {
    let group = TestGroup::new().await;
    let path = group.publish(&group.lan, "một").await;
    let other = group.app.group(&group.minh).await;
    group
        .app
        .join_group(other, &group.lan, GroupRole::Member)
        .await;
    let elsewhere = format!("/api/group/{other}{path}");
    let answer = group.app.get_as(&group.minh, &elsewhere).await;
    assert_eq!(answer.code(), 5005);
    let body = json!({ "ids": [path.rsplit('/').next().unwrap()], "action": "reject" });
    let review = format!("/api/group/{other}/post/review");
    let refused = group.app.put_as(&review, &group.minh.token, body).await;
    assert_eq!(refused.code(), 5008);
    assert_eq!(path_of(group.get(&group.lan, &path).await.data()), path);
}
