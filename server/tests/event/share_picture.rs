//! The picture that chats show with an event's link.

use axum::http::{Method, StatusCode};
use sea_orm::Set;
use serde_json::json;

use crate::support::{Answer, TestApp, typed};

fn size_of(answer: &Answer) -> (u32, u32) {
    assert_eq!(answer.status, StatusCode::OK);
    assert_eq!(answer.header("content-type"), "image/jpeg");
    let image = image::load_from_memory(&answer.bytes).unwrap();
    (image.width(), image.height())
}

#[tokio::test]
async fn a_picture_is_drawn_with_and_without_a_cover() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    let cover = app.uploaded(&user, "eventCover").await;
    let bare = app.open_event(&user, 5).await;
    let covered = app
        .event(&user, |event| {
            event.cover_image = Set(Some(typed(json!(cover))));
            event.title = Set("Hội nghị khách hàng ".repeat(12).trim().to_owned());
        })
        .await;
    for id in [bare, covered] {
        let picture = app.get(&format!("/api/event/{id}/share-picture")).await;
        assert_eq!(size_of(&picture), (1200, 630));
    }
}

#[tokio::test]
async fn the_address_names_what_the_picture_shows() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    let id = app.open_event(&user, 5).await;
    let address = async || {
        let page = app.get(&format!("/form/{id}")).await;
        let page = String::from_utf8(page.bytes.to_vec()).unwrap();
        let (_, rest) = page.split_once("og:image\" content=\"").unwrap();
        let (address, _) = rest.split_once('"').unwrap();
        let address = address.replace("&amp;", "&");
        address.trim_start_matches("https://hoi.example").to_owned()
    };
    let before = address().await;
    let picture = app.get(&before).await;
    assert!(picture.header("cache-control").contains("immutable"));
    let tag = picture.header("etag");
    let known = app
        .request(Method::GET, &before)
        .header("if-none-match", &tag);
    assert_eq!(known.send().await.status, StatusCode::NOT_MODIFIED);

    let path = format!("/api/event/{id}");
    let changed = json!({ "venueAddress": "Huế" });
    app.send_as(&user, Method::PUT, &path, changed).await.data();
    let after = address().await;
    assert_ne!(before, after);
    let old = app.get(&before).await;
    assert_eq!(old.header("cache-control"), "public, max-age=60");
    assert_ne!(old.header("etag"), tag, "it shows the event as it is now");
}

#[tokio::test]
async fn no_picture_tells_of_an_event_for_members() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    let members = app
        .event(&user, |event| event.members_only = Set(true))
        .await;
    for id in [members.to_string(), "x".to_owned()] {
        let answer = app.get(&format!("/api/event/{id}/share-picture")).await;
        assert_eq!(
            (answer.status, answer.code()),
            (StatusCode::NOT_FOUND, 5005)
        );
    }
}
