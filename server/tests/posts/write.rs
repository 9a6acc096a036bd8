//! Writing, changing, closing, pinning and removing posts.

use axum::http::Method;
use hoi_server::groups::{GroupRole, PostApproval};
use sea_orm::{ActiveModelTrait, Set};
use serde_json::json;

use super::support::{Club, path_of};

#[tokio::test]
async fn a_post_waits_unseen_until_a_leader_approves_it() {
    let club = Club::new().await;
    let path = club.write(&club.lan, "Chào cả nhà").await;
    let own = club.get(&club.lan, &path).await;
    assert_eq!(own.data()["status"], "pending");
    assert_eq!(own.data()["author"]["fullName"], "Nguyễn lan");
    assert_eq!(own.data()["rights"]["canEdit"], true);
    assert_eq!(own.data()["rights"]["canReview"], false);
    for leader in [&club.manager, &club.owner, &club.admin] {
        let seen = club.get(leader, &path).await;
        assert_eq!(seen.data()["rights"]["canReview"], true);
        let waiting = club.texts(leader, "/post?status=pending").await;
        assert_eq!(waiting, ["Chào cả nhà"]);
    }
    assert_eq!(club.get(&club.minh, &path).await.code(), 5005);
    for list in ["/post", "/post?status=pending", "/post?status=rejected"] {
        assert!(club.texts(&club.minh, list).await.is_empty(), "{list}");
    }
    assert_eq!(club.texts(&club.lan, "/post?status=pending").await.len(), 1);
    for who in [&club.lan, &club.minh] {
        assert_eq!(club.feed(who, "").await["items"], json!([]));
    }
    for answer in [
        club.comment(&club.minh, &path, "Chào").await,
        club.put(&club.minh, &format!("{path}/like")).await,
        club.get(&club.minh, &format!("{path}/comment")).await,
    ] {
        assert_eq!(answer.code(), 5005, "{}", answer.json);
    }
    assert_eq!(club.get(&club.stranger, &path).await.code(), 5016);

    club.put(&club.manager, &format!("{path}/approve"))
        .await
        .data();
    let seen = club.get(&club.minh, &path).await;
    assert_eq!(seen.data()["status"], "approved");
    assert_eq!(seen.data()["rights"]["canAnswer"], true);
    assert_eq!(club.texts(&club.minh, "/post").await, ["Chào cả nhà"]);
    assert_eq!(
        club.feed(&club.minh, "").await["items"][0]["group"]["id"],
        json!(club.group)
    );
    let administrated = club.get(&club.admin, &path).await;
    assert_eq!(administrated.data()["rights"]["canAnswer"], false);
    assert_eq!(club.feed(&club.admin, "").await["items"], json!([]));
}

#[tokio::test]
async fn what_leaders_write_and_the_setting_allows_is_seen_at_once() {
    let club = Club::with(|group| {
        group.post_approval = Set(PostApproval::FirstN);
        group.first_n = Set(2);
    })
    .await;
    club.write(&club.manager, "Thông báo").await;
    assert_eq!(club.texts(&club.lan, "/post").await, ["Thông báo"]);
    for text in ["một", "hai"] {
        club.publish(&club.lan, text).await;
    }
    let third = club.write(&club.lan, "ba").await;
    assert_eq!(club.row(&third).await.decided_by, None);
    assert_eq!(club.get(&club.minh, &third).await.code(), 2000);
    let first = club.write(&club.minh, "bốn").await;
    assert_eq!(club.get(&club.lan, &first).await.code(), 5005);

    let open = Club::with(|group| group.post_approval = Set(PostApproval::None)).await;
    let path = open.write(&open.lan, "ngay").await;
    assert_eq!(open.get(&open.minh, &path).await.code(), 2000);
}

#[tokio::test]
async fn an_edit_by_a_member_waits_again_and_one_by_a_leader_does_not() {
    let club = Club::new().await;
    let path = club.publish(&club.lan, "trước").await;
    let approved_at = club.row(&path).await.approved_at;
    club.put(&club.owner, &format!("{path}/pin")).await.data();
    let change = |who, text: &'static str| {
        let (club, path) = (&club, &path);
        async move {
            club.call(who, Method::PUT, path, json!({ "text": text }))
                .await
        }
    };
    assert_eq!(change(&club.minh, "khác").await.code(), 5016);
    let by_leader = change(&club.manager, "khác").await;
    assert_eq!(by_leader.code(), 5016, "words of others stay theirs");

    let same = change(&club.lan, "trước").await;
    assert_eq!(same.data()["status"], "approved");
    let edited = change(&club.lan, "sau").await;
    assert_eq!(edited.data()["status"], "pending");
    assert_eq!(edited.data()["isPinned"], false);
    assert!(edited.data()["editedAt"].is_string());
    assert_eq!(club.get(&club.minh, &path).await.code(), 5005);
    assert!(club.texts(&club.minh, "/post").await.is_empty());

    let mended = change(&club.manager, "sau, đã sửa lỗi").await;
    assert_eq!(mended.data()["status"], "pending");
    club.put(&club.manager, &format!("{path}/approve"))
        .await
        .data();
    let again = club.row(&path).await;
    assert_eq!(
        again.approved_at, approved_at,
        "an edit does not bring it to the top"
    );

    let own = club.write(&club.manager, "của quản lý").await;
    let body = json!({ "text": "của quản lý, sửa" });
    let kept = club.call(&club.manager, Method::PUT, &own, body).await;
    assert_eq!(kept.data()["status"], "approved");
    assert_eq!(
        club.get(&club.minh, &own).await.data()["text"],
        "của quản lý, sửa"
    );
}

#[tokio::test]
async fn an_edit_of_an_older_version_is_refused() {
    let club = Club::new().await;
    let path = club.write(&club.lan, "một").await;
    let change = |who, version: i64, text: &'static str| {
        let (club, path) = (&club, &path);
        let body = json!({ "text": text, "version": version });
        async move { club.call(who, Method::PUT, path, body).await }
    };
    assert_eq!(change(&club.lan, 1, "hai").await.data()["version"], 2);
    assert_eq!(change(&club.manager, 1, "ba").await.code(), 5008);
    assert_eq!(change(&club.manager, 2, "ba").await.data()["version"], 3);
    let empty = json!({ "text": "" });
    let refused = club.call(&club.lan, Method::PUT, &path, empty).await;
    assert_eq!(refused.code(), 5002);
}

#[tokio::test]
async fn a_closed_post_takes_no_answers_until_it_is_reopened() {
    let club = Club::new().await;
    let path = club.publish(&club.lan, "hỏi").await;
    let comment = club.comment(&club.minh, &path, "đáp").await;
    let comment = format!("{path}/comment/{}", comment.data()["id"].as_str().unwrap());
    assert_eq!(
        club.put(&club.minh, &format!("{path}/close")).await.code(),
        5016
    );
    club.put(&club.lan, &format!("{path}/close")).await.data();
    let like = format!("{path}/like");
    for answer in [
        club.comment(&club.minh, &path, "nữa").await,
        club.put(&club.minh, &like).await,
        club.delete(&club.minh, &like).await,
        club.put(&club.lan, &format!("{comment}/like")).await,
        club.call(&club.minh, Method::PUT, &comment, json!({ "text": "khác" }))
            .await,
    ] {
        assert_eq!(answer.code(), 5009, "{}", answer.json);
    }
    let seen = club.get(&club.minh, &path).await;
    assert_eq!(seen.data()["isClosed"], true);
    assert_eq!(seen.data()["comments"]["items"][0]["text"], "đáp");
    club.delete(&club.minh, &comment).await.data();
    club.put(&club.manager, &format!("{path}/reopen"))
        .await
        .data();
    club.comment(&club.minh, &path, "nữa").await.data();
    let waiting = club.write(&club.lan, "chờ").await;
    let early = club.put(&club.lan, &format!("{waiting}/close")).await;
    assert_eq!(early.code(), 5008);
    assert_eq!(club.log().await, ["post.approved", "post.reopened"]);
}

#[tokio::test]
async fn three_posts_stand_on_top() {
    let club = Club::new().await;
    let mut paths = Vec::new();
    for text in ["một", "hai", "ba", "bốn", "năm"] {
        paths.push(club.publish(&club.owner, text).await);
    }
    for path in &paths[..3] {
        club.app.pass(std::time::Duration::from_secs(1));
        club.put(&club.manager, &format!("{path}/pin")).await.data();
    }
    let fourth = format!("{}/pin", paths[3]);
    assert_eq!(club.put(&club.manager, &fourth).await.code(), 5003);
    assert_eq!(club.put(&club.lan, &fourth).await.code(), 5016);
    let again = club.put(&club.manager, &format!("{}/pin", paths[2])).await;
    assert_eq!(again.data()["isPinned"], true);
    let first = club.get(&club.lan, "/post?limit=1").await;
    let texts = super::support::texts(first.data());
    assert_eq!(texts, ["ba", "hai", "một", "năm"]);
    let cursor = first.data()["nextCursor"].as_str().unwrap();
    let rest = club
        .texts(&club.lan, &format!("/post?cursor={cursor}"))
        .await;
    assert_eq!(rest, ["bốn"]);
    let feed = super::support::texts(&club.feed(&club.lan, "").await);
    assert_eq!(feed, ["năm", "bốn", "ba", "hai", "một"]);
    club.put(&club.owner, &format!("{}/unpin", paths[0]))
        .await
        .data();
    club.put(&club.owner, &fourth).await.data();
}

#[tokio::test]
async fn removed_posts_are_gone() {
    let club = Club::new().await;
    let by_author = club.publish(&club.lan, "một").await;
    let by_leader = club.publish(&club.lan, "hai").await;
    assert_eq!(club.delete(&club.minh, &by_author).await.code(), 5016);
    club.delete(&club.lan, &by_author).await.data();
    club.delete(&club.manager, &by_leader).await.data();
    for path in [&by_author, &by_leader] {
        for who in [&club.lan, &club.owner, &club.admin] {
            assert_eq!(club.get(who, path).await.code(), 5005);
        }
        assert_eq!(club.delete(&club.lan, path).await.code(), 5005);
    }
    assert!(club.texts(&club.owner, "/post").await.is_empty());
    assert_eq!(club.feed(&club.lan, "").await["items"], json!([]));
    let log = club.log().await;
    assert_eq!(log, ["post.approved", "post.approved", "post.removed"]);
}

#[tokio::test]
async fn an_archived_group_is_only_read() {
    let club = Club::new().await;
    let path = club.publish(&club.lan, "một").await;
    let waiting = club.write(&club.minh, "hai").await;
    club.call(&club.owner, Method::POST, "/archive", json!({}))
        .await
        .data();
    let text = json!({ "text": "ba" });
    for answer in [
        club.call(&club.lan, Method::POST, "/post", text.clone())
            .await,
        club.call(&club.lan, Method::PUT, &path, text.clone()).await,
        club.comment(&club.minh, &path, "bốn").await,
        club.put(&club.minh, &format!("{path}/like")).await,
        club.put(&club.lan, &format!("{path}/close")).await,
        club.put(&club.owner, &format!("{path}/pin")).await,
        club.put(&club.owner, &format!("{waiting}/approve")).await,
    ] {
        assert_eq!(answer.code(), 5009, "{}", answer.json);
    }
    let seen = club.get(&club.minh, &path).await;
    assert_eq!(seen.data()["rights"]["canAnswer"], false);
    assert_eq!(seen.data()["rights"]["canRemove"], false);
    let own = club.get(&club.lan, &path).await;
    assert_eq!(own.data()["rights"]["canEdit"], false);
    assert_eq!(own.data()["rights"]["canRemove"], true);
    club.delete(&club.lan, &path).await.data();
}

#[tokio::test]
async fn a_post_sent_twice_is_one_post() {
    let club = Club::new().await;
    let send = |key: &'static str, text: &'static str| {
        let path = format!("/api/group/{}/post", club.group);
        let request = club.app.request(Method::POST, &path);
        let request = request
            .bearer(&club.lan.token)
            .header("idempotency-key", key);
        request.json(json!({ "text": text })).send()
    };
    let first = send("a", "một").await;
    let second = send("a", "một").await;
    assert_eq!(first.data()["id"], second.data()["id"]);
    assert_eq!(send("a", "hai").await.code(), 5008);
    assert_ne!(send("b", "một").await.data()["id"], first.data()["id"]);
    assert_eq!(
        club.texts(&club.owner, "/post?status=pending").await.len(),
        2
    );
}

#[tokio::test]
async fn limits_on_what_is_written() {
    let club = Club::new().await;
    for (body, field) in [
        (json!({}), "text"),
        (json!({ "text": "  " }), "text"),
        (json!({ "text": "ề".repeat(10_001) }), "text"),
        (json!({ "text": "a", "images": ["x"] }), "images[0]"),
    ] {
        let answer = club.call(&club.lan, Method::POST, "/post", body).await;
        assert_eq!(answer.code(), 5002);
        assert!(
            answer.json["fields"][field].is_array(),
            "{field}: {}",
            answer.json
        );
    }
    let longest = json!({ "text": "ề".repeat(10_000) });
    club.call(&club.lan, Method::POST, "/post", longest)
        .await
        .data();
    let removed = club
        .call(&club.lan, Method::GET, "/post?status=removed", json!({}))
        .await;
    assert_eq!(removed.code(), 5002);
    let cursor = club.get(&club.lan, "/post?cursor=x").await;
    assert_eq!(cursor.code(), 5002);
}

#[tokio::test]
async fn who_leaves_loses_sight_and_what_they_wrote_stays() {
    let club = Club::new().await;
    let path = club.publish(&club.lan, "một").await;
    let leave = format!("/member/{}", club.lan.id);
    club.delete(&club.owner, &leave).await.data();
    for answer in [
        club.get(&club.lan, &path).await,
        club.get(&club.lan, "/post").await,
        club.call(&club.lan, Method::PUT, &path, json!({ "text": "hai" }))
            .await,
        club.delete(&club.lan, &path).await,
        club.put(&club.lan, &format!("{path}/like")).await,
    ] {
        assert_eq!(answer.code(), 5016, "{}", answer.json);
    }
    assert_eq!(club.feed(&club.lan, "").await["items"], json!([]));
    let seen = club.get(&club.minh, &path).await;
    assert_eq!(seen.data()["author"]["fullName"], "Nguyễn lan");

    let tx = club.app.app.db.write().await.unwrap();
    let deleted = hoi_server::accounts::entity::user::ActiveModel {
        id: Set(club.lan.id),
        deleted_at: Set(Some(club.app.app.clock.now())),
        ..Default::default()
    };
    deleted.update(&tx).await.unwrap();
    tx.commit().await.unwrap();
    let seen = club.get(&club.minh, &path).await;
    assert_eq!(seen.data()["author"], json!(null));
    assert_eq!(seen.data()["text"], "một");
}

#[tokio::test]
async fn posts_belong_to_the_group_of_their_path() {
    let club = Club::new().await;
    let path = club.publish(&club.lan, "một").await;
    let other = club.app.group(&club.minh).await;
    club.app
        .join_group(other, &club.lan, GroupRole::Member)
        .await;
    let elsewhere = format!("/api/group/{other}{path}");
    let answer = club.app.get_as(&club.minh, &elsewhere).await;
    assert_eq!(answer.code(), 5005);
    let body = json!({ "ids": [path.rsplit('/').next().unwrap()], "action": "reject" });
    let review = format!("/api/group/{other}/post/review");
    let refused = club.app.put_as(&review, &club.minh.token, body).await;
    assert_eq!(refused.code(), 5008);
    assert_eq!(path_of(club.get(&club.lan, &path).await.data()), path);
}
