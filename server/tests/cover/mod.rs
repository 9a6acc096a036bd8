//! The collection of cover images.

use axum::http::Method;
use futures::future::join_all;
use hoi_db::{Timestamp, Tx};
use hoi_platform::files::entity::file;
use hoi_platform::files::{FileId, Visibility};
use hoi_ticketing::events::entity::cover;
use sea_orm::{ColumnTrait, EntityTrait, PaginatorTrait, QueryFilter, Set};
use serde_json::{Value, json};
use tokio::sync::Barrier;

use crate::support::{START, TestApp, TestUser};

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
async fn covers_are_removed_by_their_uploader() {
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

/// Sends the same requests at once and returns the codes of the answers.
async fn add_all(app: &TestApp, user: &TestUser, urls: &[String]) -> Vec<u64> {
    let add = |url: &String| {
        let body = json!({ "fileId": url });
        async move {
            let answer = app.send_as(user, Method::POST, "/api/cover", body).await;
            answer.code()
        }
    };
    join_all(urls.iter().map(add)).await
}

/// Fills the collection so that `room` more covers fit.
async fn fill(app: &TestApp, user: &TestUser, room: usize) {
    let tx = app.app.db.write().await.unwrap();
    for _ in room..200 {
        let url = app_file(&tx, user).await;
        cover::Entity::insert(row(user, url))
            .exec_without_returning(&tx)
            .await
            .unwrap();
    }
    tx.commit().await.unwrap();
}

async fn app_file(tx: &Tx, user: &TestUser) -> FileId {
    let id: FileId = hoi_platform::clock::new_id();
    let row = file::ActiveModel {
        id: Set(id),
        owner_id: Set(Some(user.id)),
        event_id: Set(None),
        attendance_id: Set(None),
        purpose: Set("eventCover".to_owned()),
        mime: Set("image/png".to_owned()),
        bytes: Set(1),
        sha256: Set("-".to_owned()),
        visibility: Set(Visibility::Public),
        preview: Set(None),
        // Created long ago, so that they do not count against the hourly allowance.
        created_at: Set(Timestamp(0)),
        deleted_at: Set(None),
    };
    file::Entity::insert(row)
        .exec_without_returning(tx)
        .await
        .unwrap();
    id
}

fn row(user: &TestUser, file: FileId) -> cover::ActiveModel {
    cover::ActiveModel {
        id: Set(hoi_platform::clock::new_id()),
        owner_id: Set(user.id),
        file_id: Set(file),
        is_shared: Set(false),
        created_at: Set(START),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_album_holds_an_image_once_and_200_of_them_however_many_come_at_once() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    let same = app.uploaded(&user, "eventCover").await;
    let codes = add_all(&app, &user, &vec![same; 12]).await;
    assert_eq!(codes, [2000; 12]);
    assert_eq!(album(&app, &user).await.len(), 1);

    let other = app.committee("binh").await;
    fill(&app, &other, 3).await;
    let mut urls = Vec::new();
    for _ in 0..12 {
        urls.push(app.uploaded(&other, "eventCover").await);
    }
    let mut codes = add_all(&app, &other, &urls).await;
    codes.sort_unstable();
    assert_eq!(codes[..3], [2000; 3]);
    assert_eq!(codes[3..], [5003; 9]);
    assert_eq!(album(&app, &other).await.len(), 200);
}

/// Counts the covers and then adds one, without a lock.
#[tokio::test(flavor = "multi_thread")]
async fn without_the_lock_the_same_race_adds_too_many() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    fill(&app, &user, 3).await;
    let tx = app.app.db.write().await.unwrap();
    let mut files = Vec::new();
    for _ in 0..12 {
        files.push(app_file(&tx, &user).await);
    }
    tx.commit().await.unwrap();
    let all_have_looked = Barrier::new(files.len());
    let naive = |file: FileId| {
        let (db, user, all_have_looked) = (&app.app.db, &user, &all_have_looked);
        async move {
            let own = cover::Entity::find().filter(cover::Column::OwnerId.eq(user.id));
            let count = own.count(db.read()).await.unwrap();
            all_have_looked.wait().await;
            if count < 200 {
                let tx = db.write().await.unwrap();
                let insert = cover::Entity::insert(row(user, file));
                insert.exec_without_returning(&tx).await.unwrap();
                tx.commit().await.unwrap();
            }
        }
    };
    join_all(files.into_iter().map(naive)).await;
    let own = cover::Entity::find().filter(cover::Column::OwnerId.eq(user.id));
    let count = own.count(app.app.db.read()).await.unwrap();
    assert!(count > 200, "{count} covers: the race does not happen");
}
