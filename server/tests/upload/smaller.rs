//! Smaller versions of pictures: made once, for readers of the picture, and removed with it.

use std::path::PathBuf;

use axum::http::{Method, StatusCode};
use bytes::Bytes;
use futures::future::join_all;
use hoi_platform::files::{self, FileId};
use hoi_platform::storage::Width;
use image::{GenericImageView, ImageFormat};
use sea_orm::{ConnectionTrait, Set, Statement};
use serde_json::json;

use super::decoded;
use crate::support::uploads::{multipart, picture};
use crate::support::{TestApp, TestUser, typed};

/// Uploads a picture of this size and returns its address.
async fn uploaded(app: &TestApp, user: &TestUser, purpose: &str, size: (u32, u32)) -> String {
    let bytes = picture(size.0, size.1, ImageFormat::Jpeg);
    let answer = app.upload(user, purpose, &bytes).await;
    answer.data()["url"].as_str().unwrap().to_owned()
}

fn id_of(url: &str) -> FileId {
    url.rsplit('/').next().unwrap().parse().unwrap()
}

/// The names of all stored contents.
fn stored(app: &TestApp) -> Vec<PathBuf> {
    let folder = app.app.config.data_dir.join("files");
    let folders = std::fs::read_dir(folder).unwrap();
    let files = folders.flat_map(|folder| std::fs::read_dir(folder.unwrap().path()).unwrap());
    files.map(|file| file.unwrap().path()).collect()
}

async fn execute(app: &TestApp, sql: &str) {
    let tx = app.app.db.write().await.unwrap();
    let statement = Statement::from_string(tx.get_database_backend(), sql);
    tx.execute_raw(statement).await.unwrap();
    tx.commit().await.unwrap();
}

#[tokio::test]
async fn a_picture_comes_as_webp_in_three_widths_and_is_never_enlarged() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    let url = uploaded(&app, &user, "eventCover", (1500, 900)).await;
    for (width, expected) in [(480, (480, 288)), (960, (960, 576)), (1600, (1500, 900))] {
        let answer = app.get(&format!("{url}/{width}")).await;
        let (format, image) = decoded(&answer);
        assert_eq!((format, image.dimensions()), (ImageFormat::WebP, expected));
        assert_eq!(answer.header("content-type"), "image/webp");
        assert_eq!(answer.header("x-content-type-options"), "nosniff");
        assert_eq!(
            answer.header("cache-control"),
            "public, max-age=31536000, immutable"
        );
        let again = app
            .request(Method::GET, &format!("{url}/{width}"))
            .header("if-none-match", &answer.header("etag"));
        assert_eq!(again.send().await.status, StatusCode::NOT_MODIFIED);
    }
    assert_eq!(stored(&app).len(), 4);
    for other in [
        "479",
        "481",
        "0",
        "-480",
        "480.0",
        "0480",
        "99999999999",
        "x",
    ] {
        assert_eq!(
            app.get(&format!("{url}/{other}")).await.code(),
            5005,
            "{other}"
        );
    }
    let nothing = "/api/upload/0198c5a1-7c00-7000-8000-000000000000/480";
    assert_eq!(app.get(nothing).await.code(), 5005);
}

#[tokio::test]
async fn private_pictures_stay_private_and_documents_have_no_versions() {
    let app = TestApp::new().await;
    let (user, other) = (app.committee("an").await, app.committee("binh").await);
    for (purpose, cache) in [
        ("post", "private, no-cache"),
        ("proof", "private, no-store"),
    ] {
        let url = app.uploaded(&user, purpose).await + "/480";
        // Before and after it was made.
        for _ in 0..2 {
            assert_eq!(app.get(&url).await.code(), 5018, "{purpose}");
            assert_eq!(app.get_as(&other, &url).await.code(), 5016, "{purpose}");
            let own = app.get_as(&user, &url).await;
            assert_eq!(own.header("cache-control"), cache);
            assert_eq!(decoded(&own).0, ImageFormat::WebP);
        }
    }
    let form = multipart(&[
        ("purpose", None, b"proof"),
        ("file", Some("a.pdf"), b"%PDF-1.7"),
    ]);
    let answer = app.send_form("/api/upload", Some(&user), form).await;
    let url = format!("{}/480", answer.data()["url"].as_str().unwrap());
    assert_eq!(app.get_as(&user, &url).await.code(), 5005);
}

#[tokio::test]
async fn versions_are_removed_with_their_picture() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    let url = uploaded(&app, &user, "eventCover", (600, 400)).await;
    for width in Width::ALL {
        app.get(&format!("{url}/{width}")).await;
    }
    assert_eq!(stored(&app).len(), 4);
    app.send_as(&user, Method::DELETE, &url, json!({}))
        .await
        .data();
    assert_eq!(stored(&app), Vec::<PathBuf>::new());
    assert_eq!(app.get(&format!("{url}/480")).await.code(), 5005);
}

/// Holds requests for a version until the picture is marked as deleted, when its contents are not removed yet.
async fn made_while_removed(is_removed: bool) -> (StatusCode, usize) {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    let url = uploaded(&app, &user, "eventCover", (600, 400)).await;
    let slots = &app.app.picture_slots;
    let slot = slots.wait(format!("{}.480", id_of(&url))).await;
    let address = format!("{url}/480");
    let asked = app.get(&address);
    let removed = async {
        tokio::time::sleep(std::time::Duration::from_millis(300)).await;
        if is_removed {
            execute(&app, "update file set deleted_at = 1").await;
        }
        drop(slot);
    };
    let (answer, ()) = futures::future::join(asked, removed).await;
    (answer.status, stored(&app).len())
}

#[tokio::test]
async fn a_version_made_while_its_picture_is_removed_does_not_stay() {
    assert_eq!(
        made_while_removed(false).await,
        (StatusCode::OK, 2),
        "the control"
    );
    let (_, stored) = made_while_removed(true).await;
    assert_eq!(stored, 1, "only the picture, which its own removal deletes");
}

#[tokio::test]
async fn waiting_requests_take_the_version_stored_meanwhile() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    let url = uploaded(&app, &user, "eventCover", (600, 400)).await;
    let id = id_of(&url);
    let slot = app.app.picture_slots.wait(format!("{id}.480")).await;
    let address = format!("{url}/480");
    let asked = join_all((0..5).map(|_| app.get(&address)));
    let of_another_server = async {
        tokio::time::sleep(std::time::Duration::from_millis(300)).await;
        let bytes = Bytes::from_static(b"of another server");
        let storage = &app.app.storage;
        storage.put_smaller(id, Width::Small, bytes).await.unwrap();
        drop(slot);
    };
    let (answers, ()) = futures::future::join(asked, of_another_server).await;
    for answer in answers {
        assert_eq!(answer.bytes, b"of another server".as_slice());
    }
}

#[tokio::test]
async fn while_no_version_can_be_made_the_picture_itself_is_shown() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    let url = uploaded(&app, &user, "eventCover", (600, 400)).await;
    let slot = app
        .app
        .picture_slots
        .wait(format!("{}.480", id_of(&url)))
        .await;
    let answer = app.get(&format!("{url}/480")).await;
    assert_eq!(decoded(&answer).0, ImageFormat::Jpeg);
    assert_eq!(answer.header("cache-control"), "no-store");
    drop(slot);
    let answer = app.get(&format!("{url}/480")).await;
    assert_eq!(decoded(&answer).0, ImageFormat::WebP);
}

#[tokio::test]
async fn a_cover_is_told_with_its_preview_also_one_from_before() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    let url = uploaded(&app, &user, "eventCover", (600, 400)).await;
    let cover = id_of(&url);
    let event = app
        .event(&user, |event| {
            event.cover_image = Set(Some(typed(json!(url))));
        })
        .await;
    let preview = async || {
        app.app.snapshots.forget_all();
        let public = app.get(&format!("/api/event/{event}/public")).await;
        public.data()["coverPreview"].clone()
    };
    let kept = preview().await;
    assert!(
        kept.as_str()
            .unwrap()
            .starts_with("data:image/webp;base64,")
    );
    execute(&app, "update file set preview = null").await;
    assert!(preview().await.is_null());
    app.get(&format!("{url}/960")).await;
    assert!(preview().await.is_string());
    let previews = files::previews(app.app.db.read(), [cover]).await.unwrap();
    assert_eq!(previews.len(), 1);
}
