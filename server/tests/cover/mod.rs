//! The album of cover images.

use axum::http::Method;
use serde_json::{Value, json};

use crate::support::{TestApp, TestUser};

async fn add(app: &TestApp, user: &TestUser) -> Value {
    let url = app.uploaded(user, "eventCover").await;
    let answer = app
        .send_as(user, Method::POST, "/api/cover", json!({ "fileId": url }))
        .await;
    assert_eq!(answer.json["messages"], json!(["Cover added"]));
    assert_eq!(answer.data()["url"], url);
    answer.data().clone()
}

async fn album(app: &TestApp, user: &TestUser) -> Vec<(String, bool, bool)> {
    let list = app.get_as(user, "/api/cover").await;
    let covers = list.data().as_array().unwrap().clone();
    covers
        .iter()
        .map(|cover| {
            let url = cover["url"].as_str().unwrap().to_owned();
            (url, cover["isShared"] == true, cover["isOwn"] == true)
        })
        .collect()
}

#[tokio::test]
async fn an_album_holds_own_covers_and_shared_ones() {
    let app = TestApp::new().await;
    let (user, other, admin) = (
        app.committee("an").await,
        app.committee("binh").await,
        app.admin().await,
    );
    let url = |cover: &Value| cover["url"].as_str().unwrap().to_owned();
    let shared = add(&app, &admin).await;
    app.pass(std::time::Duration::from_secs(1));
    let mine = add(&app, &user).await;
    add(&app, &other).await;
    assert_eq!(
        album(&app, &user).await,
        [(url(&mine), false, true), (url(&shared), true, false)]
    );
    let again = json!({ "fileId": url(&mine) });
    app.send_as(&user, Method::POST, "/api/cover", again)
        .await
        .data();
    assert_eq!(
        album(&app, &user).await.len(),
        2,
        "the same image is one entry"
    );
    assert_eq!(app.get("/api/cover").await.code(), 5018);
}

#[tokio::test]
async fn only_images_of_ones_own_go_into_an_album() {
    let app = TestApp::new().await;
    let (user, other) = (app.committee("an").await, app.committee("binh").await);
    let foreign = app.uploaded(&other, "eventCover").await;
    let private = app.uploaded(&user, "businessLicense").await;
    let nothing = "/api/upload/0198c5a1-7c00-7000-8000-000000000000".to_owned();
    for url in [foreign, private, nothing] {
        let answer = app
            .send_as(&user, Method::POST, "/api/cover", json!({ "fileId": url }))
            .await;
        assert_eq!(answer.code(), 5002, "{url}");
        assert!(answer.json["fields"]["fileId"].is_array());
    }
    assert!(album(&app, &user).await.is_empty());
}

#[tokio::test]
async fn covers_are_removed_by_whoever_added_them() {
    let app = TestApp::new().await;
    let (user, other, admin) = (
        app.committee("an").await,
        app.committee("binh").await,
        app.admin().await,
    );
    let second = app.admin_called("second").await;
    let path = |cover: &Value| format!("/api/cover/{}", cover["id"].as_str().unwrap());
    let (mine, shared) = (add(&app, &user).await, add(&app, &admin).await);
    let remove = async |who: &TestUser, cover: &Value| {
        let answer = app
            .send_as(who, Method::DELETE, &path(cover), json!({}))
            .await;
        answer.code()
    };
    assert_eq!(remove(&other, &mine).await, 5016);
    assert_eq!(remove(&user, &shared).await, 5016);
    assert_eq!(
        remove(&admin, &mine).await,
        5016,
        "another's album is their own"
    );
    assert_eq!(remove(&user, &mine).await, 2000);
    assert_eq!(remove(&user, &mine).await, 5005);
    assert_eq!(
        remove(&second, &shared).await,
        2000,
        "shared ones belong to all administrators"
    );

    // An event keeps the cover it shows.
    let cover = add(&app, &user).await;
    let mut body = app.event_body(&user).await;
    body["coverImage"] = cover["url"].clone();
    app.create(&user, body).await.data();
    assert_eq!(remove(&user, &cover).await, 2000);
    let file = app.get(cover["url"].as_str().unwrap()).await;
    assert_eq!(file.status, 200);
}
