//! Images of posts are private: only readers of the post see them.

use axum::http::Method;
use hoi_server::uploads::remove_orphans;
use image::ImageFormat;
use serde_json::{Value, json};
use std::time::Duration;

use super::support::path_of;
use crate::support::uploads::picture;
use crate::support::{TestGroup, TestUser};

async fn images(group: &TestGroup, who: &TestUser, count: usize) -> Vec<String> {
    let mut images = Vec::new();
    for _ in 0..count {
        images.push(group.app.uploaded(who, "post").await);
    }
    images
}

async fn read(group: &TestGroup, who: &TestUser, image: &str) -> u64 {
    let request = group.app.request(Method::GET, image);
    let answer = request.bearer(&group.app.fresh_token(who)).send().await;
    if answer.status.is_success() {
        assert_eq!(answer.header("cache-control"), "private, no-cache");
        return 2000;
    }
    answer.code()
}

#[tokio::test]
async fn images_are_seen_by_those_who_see_the_post() {
    let group = TestGroup::new().await;
    let images = images(&group, &group.lan, 2).await;
    assert_eq!(group.app.get(&images[0]).await.code(), 5018);
    let body = json!({ "images": images });
    let post = group.call(&group.lan, Method::POST, "/post", body).await;
    assert_eq!(post.data()["images"], json!(images));
    assert_eq!(post.data()["image"], images[0]);
    let path = path_of(post.data());
    let all = async |expected: [u64; 6]| {
        let who = [
            &group.lan,
            &group.manager,
            &group.owner,
            &group.admin,
            &group.minh,
            &group.stranger,
        ];
        for (who, expected) in who.into_iter().zip(expected) {
            assert_eq!(
                read(&group, who, &images[1]).await,
                expected,
                "{}",
                who.email
            );
        }
    };
    all([2000, 2000, 2000, 2000, 5016, 5016]).await;
    group
        .act(&group.owner, &format!("{path}/approve"))
        .await
        .data();
    all([2000, 2000, 2000, 2000, 2000, 5016]).await;
    let minh = format!("/member/{}", group.minh.id);
    group.delete(&group.owner, &minh).await.data();
    all([2000, 2000, 2000, 2000, 5016, 5016]).await;
    group.delete(&group.owner, &path).await.data();
    all([2000, 5016, 5016, 2000, 5016, 5016]).await;
}

#[tokio::test]
async fn each_image_has_its_preview_and_versions_for_those_who_see_the_post() {
    let group = TestGroup::new().await;
    // Too small for a preview.
    let tiny = group.app.uploaded(&group.lan, "post").await;
    let photo = picture(64, 48, ImageFormat::Jpeg);
    let photo = group.app.upload(&group.lan, "post", &photo).await;
    let photo = photo.data()["url"].as_str().unwrap().to_owned();
    let body = json!({ "images": [tiny, photo] });
    let post = group.call(&group.lan, Method::POST, "/post", body).await;
    let previews = &post.data()["previews"];
    assert!(previews[0].is_null());
    let preview = previews[1].as_str().unwrap();
    assert!(preview.starts_with("data:image/webp;base64,"), "{preview}");
    let smaller = format!("{photo}/480");
    assert_eq!(read(&group, &group.lan, &smaller).await, 2000);
    assert_eq!(read(&group, &group.minh, &smaller).await, 5016);
}

#[tokio::test]
async fn only_own_uploads_for_posts_can_be_shown() {
    let group = TestGroup::new().await;
    let own = images(&group, &group.lan, 1).await;
    let foreign = images(&group, &group.minh, 1).await;
    let avatar = group.app.uploaded(&group.lan, "avatar").await;
    let proof = group.app.uploaded(&group.lan, "proof").await;
    let twice = vec![own[0].clone(), own[0].clone()];
    for wrong in [
        foreign.clone(),
        vec![avatar],
        vec![proof],
        twice,
        vec![own[0].clone(); 11],
    ] {
        let body = json!({ "text": "một", "images": wrong });
        let refused = group.call(&group.lan, Method::POST, "/post", body).await;
        assert_eq!(refused.code(), 5002);
        assert!(
            refused.json["fields"]["images"].is_array(),
            "{}",
            refused.json
        );
    }
    let ten = images(&group, &group.lan, 10).await;
    let body = json!({ "text": "một", "images": ten });
    let post = group.call(&group.lan, Method::POST, "/post", body).await;
    let path = path_of(post.data());

    // A leader keeps the author's images and adds own ones, but no other member's.
    let change = |images: Value| {
        let (group, path) = (&group, &path);
        let body = json!({ "images": images });
        async move { group.call(&group.manager, Method::PUT, path, body).await }
    };
    let leaders = images(&group, &group.manager, 1).await;
    assert_eq!(change(json!([ten[3], foreign[0]])).await.code(), 5002);
    let changed = change(json!([leaders[0], ten[3]])).await;
    assert_eq!(changed.data()["images"], json!([leaders[0], ten[3]]));
    assert_eq!(changed.data()["text"], "một");
    let emptied = change(json!([])).await;
    assert_eq!(emptied.data()["images"], json!([]));
}

#[tokio::test]
async fn images_go_with_their_post() {
    let group = TestGroup::new().await;
    let images = images(&group, &group.lan, 2).await;
    let mut paths = Vec::new();
    for image in &images {
        let body = json!({ "images": [image] });
        let post = group.call(&group.lan, Method::POST, "/post", body).await;
        paths.push(path_of(post.data()));
    }
    group.delete(&group.lan, &paths[0]).await.data();
    group.app.pass(Duration::from_hours(25));
    assert_eq!(remove_orphans(&group.app.app).await.unwrap(), 1);
    assert_eq!(read(&group, &group.lan, &images[0]).await, 5005);
    assert_eq!(read(&group, &group.lan, &images[1]).await, 2000);
}
