//! The list: newest first, in parts, and only the account's own.

use std::time::Duration;

use axum::http::Method;
use hoi_community::notifications::Kind;
use hoi_server::background::clean_up;
use serde_json::{Value, json};

use super::support::{contents, kinds, listed, news, prefer, read, tell};
use crate::support::TestApp;

#[tokio::test]
async fn the_list_has_parts_newest_first_and_counts_what_is_unread() {
    let app = TestApp::new().await;
    let (an, binh) = (app.committee("an").await, app.committee("binh").await);
    for number in 1..=5 {
        let news = news(Kind::JoinRequestCreated, number, &format!("Khách {number}"));
        tell(&app, &[&an], news).await;
        // Two of them at the same moment.
        app.pass(Duration::from_secs(u64::from(number != 2)));
    }
    tell(&app, &[&binh], news(Kind::PostNew, 9, "Lan")).await;

    let mut seen = Vec::new();
    let mut query = "limit=2".to_owned();
    loop {
        let part = listed(&app, &an, &query).await;
        assert_eq!(part["unread"], 5);
        for item in part["items"].as_array().unwrap() {
            seen.push(item["content"].as_str().unwrap().to_owned());
        }
        let Some(cursor) = part["nextCursor"].as_str() else {
            break;
        };
        query = format!("limit=2&cursor={cursor}");
    }
    let expected: Vec<_> = (1..=5)
        .rev()
        .map(|number| format!("Khách {number} asks to join “Hội Trăng”."))
        .collect();
    assert_eq!(seen, expected);

    let item = &listed(&app, &an, "").await["items"][0];
    assert_eq!(item["type"], "joinRequest.created");
    assert_eq!(item["title"], "Request to join");
    assert_eq!(item["link"], "/my-group/7");
    assert_eq!(item["readAt"], Value::Null);

    assert_eq!(read(&app, &an, 1).await, json!({ "unread": 4 }));
    assert_eq!(read(&app, &an, 1).await, json!({ "unread": 4 }));
    let unread = listed(&app, &an, "unread=true").await;
    assert_eq!(unread["items"].as_array().unwrap().len(), 4);
    let me = app.get_as(&an, "/api/users/me").await;
    assert_eq!(me.data()["unreadCount"], 4);

    let all = app.send_as(&an, Method::PUT, "/api/notification/read-all", json!({}));
    assert_eq!(all.await.data(), &json!({ "unread": 0 }));
    assert_eq!(listed(&app, &an, "unread=true").await["items"], json!([]));
    assert_eq!(listed(&app, &binh, "").await["unread"], 1);
}

#[tokio::test]
async fn the_list_speaks_the_language_of_the_request() {
    let app = TestApp::new().await;
    let an = app.committee("an").await;
    tell(&app, &[&an], news(Kind::PostApproved, 1, "")).await;
    let vi = app.get_as(&an, "/api/notification").await;
    assert_eq!(vi.data()["items"][0]["title"], "Bài viết được duyệt");
    let en = listed(&app, &an, "").await;
    assert_eq!(en["items"][0]["title"], "Post approved");
}

#[tokio::test]
async fn other_peoples_notifications_do_not_exist() {
    let app = TestApp::new().await;
    let (an, binh) = (app.committee("an").await, app.committee("binh").await);
    let admin = app.admin().await;
    tell(&app, &[&an], news(Kind::PostNew, 1, "Lan")).await;
    let list = listed(&app, &an, "").await;
    let path = format!(
        "/api/notification/{}/read",
        list["items"][0]["id"].as_str().unwrap()
    );
    for stranger in [&binh, &admin] {
        assert!(contents(&app, stranger).await.is_empty());
        let answer = app.send_as(stranger, Method::PUT, &path, json!({})).await;
        assert_eq!(answer.code(), 5005);
        let all = app.send_as(
            stranger,
            Method::PUT,
            "/api/notification/read-all",
            json!({}),
        );
        assert_eq!(all.await.code(), 2000);
    }
    assert_eq!(listed(&app, &an, "").await["unread"], 1);
}

#[tokio::test]
async fn a_cursor_of_something_else_is_refused() {
    let app = TestApp::new().await;
    let an = app.committee("an").await;
    let answer = app.get_as(&an, "/api/notification?cursor=nonsense").await;
    assert_eq!(answer.code(), 5002);
    assert!(answer.json["fields"]["cursor"].is_array());
}

#[tokio::test]
async fn notifications_are_kept_for_180_days() {
    let app = TestApp::new().await;
    let an = app.committee("an").await;
    let day = Duration::from_hours(24);
    tell(&app, &[&an], news(Kind::PostNew, 1, "Lan")).await;
    app.pass(179 * day);
    tell(&app, &[&an], news(Kind::PostNew, 2, "Mai")).await;
    clean_up(&app.app).await;
    assert_eq!(kinds(&app, &an).await.len(), 2);
    app.pass(2 * day);
    clean_up(&app.app).await;
    assert_eq!(kinds(&app, &an).await.len(), 1);
}

#[tokio::test]
async fn preferences_name_every_type_and_change_one_by_one() {
    let app = TestApp::new().await;
    let (an, binh) = (app.committee("an").await, app.committee("binh").await);
    let of = |preferences: &Value, kind: &str| {
        let items = preferences["items"].as_array().unwrap();
        let item = items.iter().find(|item| item["type"] == kind);
        item.unwrap().clone()
    };
    let usual = app.get_as(&an, "/api/notification/preference").await;
    let usual = usual.data();
    assert_eq!(usual["digest"], "daily");
    assert_eq!(
        of(usual, "joinRequest.created"),
        json!({ "type": "joinRequest.created", "category": "membership", "inApp": true, "browser": true, "email": "instant" })
    );
    assert_eq!(of(usual, "like.new")["email"], "off");

    let change = json!({
        "items": [
            { "type": "like.new", "inApp": false },
            { "type": "plan.expiring", "email": "off", "browser": false },
        ],
        "digest": "weekly",
    });
    let changed = prefer(&app, &an, change).await;
    assert_eq!(changed["digest"], "weekly");
    assert_eq!(of(&changed, "like.new")["inApp"], false);
    assert_eq!(of(&changed, "like.new")["email"], "off");
    let changed = prefer(
        &app,
        &an,
        json!({ "items": [{ "type": "plan.expiring", "email": "digest" }] }),
    )
    .await;
    assert_eq!(changed["digest"], "weekly");
    let plan = of(&changed, "plan.expiring");
    assert_eq!(
        (&plan["browser"], &plan["email"]),
        (&json!(false), &json!("digest"))
    );

    let admin = app.admin().await;
    let path = "/api/notification/preference";
    let of_admin = app.get_as(&admin, path).await.data().clone();
    assert_eq!(
        of(&of_admin, "account.searchedTooOften"),
        json!({ "type": "account.searchedTooOften", "category": "administration", "inApp": true, "browser": true, "email": "digest" })
    );
    let mut items = of_admin["items"].as_array().unwrap().clone();
    items.retain(|item| item["category"] != "administration");
    assert_eq!(&Value::from(items), &usual["items"]);

    let others = app.get_as(&binh, "/api/notification/preference").await;
    assert_eq!(others.data(), usual);
    for wrong in [
        json!({ "items": [{ "type": "account.password" }] }),
        json!({ "items": [{ "type": "like.new", "email": "hourly" }] }),
        json!({ "digest": "hourly" }),
    ] {
        let answer = app.send_as(&an, Method::PUT, "/api/notification/preference", wrong);
        assert_eq!(answer.await.code(), 5002);
    }
}
