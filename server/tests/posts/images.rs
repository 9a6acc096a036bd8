//! Images of posts are private: who sees the post sees them.

use axum::http::Method;
use hoi_server::uploads::remove_orphans;
use serde_json::{Value, json};
use std::time::Duration;

use super::support::{Club, path_of};
use crate::support::TestUser;

async fn images(club: &Club, who: &TestUser, count: usize) -> Vec<String> {
    let mut images = Vec::new();
    for _ in 0..count {
        images.push(club.app.uploaded(who, "post").await);
    }
    images
}

async fn read(club: &Club, who: &TestUser, image: &str) -> u64 {
    let request = club.app.request(Method::GET, image);
    let answer = request.bearer(&club.app.fresh_token(who)).send().await;
    if answer.status.is_success() {
        assert_eq!(answer.header("cache-control"), "private, no-cache");
        return 2000;
    }
    answer.code()
}

#[tokio::test]
async fn images_are_seen_by_those_who_see_the_post() {
    let club = Club::new().await;
    let images = images(&club, &club.lan, 2).await;
    assert_eq!(club.app.get(&images[0]).await.code(), 5018);
    let body = json!({ "images": images });
    let post = club.call(&club.lan, Method::POST, "/post", body).await;
    assert_eq!(post.data()["images"], json!(images));
    assert_eq!(post.data()["image"], images[0]);
    let path = path_of(post.data());
    let all = async |expected: [u64; 6]| {
        let who = [
            &club.lan,
            &club.manager,
            &club.owner,
            &club.admin,
            &club.minh,
            &club.stranger,
        ];
        for (who, expected) in who.into_iter().zip(expected) {
            assert_eq!(
                read(&club, who, &images[1]).await,
                expected,
                "{}",
                who.email
            );
        }
    };
    all([2000, 2000, 2000, 2000, 5016, 5016]).await;
    club.put(&club.owner, &format!("{path}/approve"))
        .await
        .data();
    all([2000, 2000, 2000, 2000, 2000, 5016]).await;
    let minh = format!("/member/{}", club.minh.id);
    club.delete(&club.owner, &minh).await.data();
    all([2000, 2000, 2000, 2000, 5016, 5016]).await;
    club.delete(&club.owner, &path).await.data();
    all([2000, 5016, 5016, 2000, 5016, 5016]).await;
}

#[tokio::test]
async fn only_own_uploads_for_posts_can_be_shown() {
    let club = Club::new().await;
    let own = images(&club, &club.lan, 1).await;
    let foreign = images(&club, &club.minh, 1).await;
    let avatar = club.app.uploaded(&club.lan, "avatar").await;
    let proof = club.app.uploaded(&club.lan, "proof").await;
    let twice = vec![own[0].clone(), own[0].clone()];
    for wrong in [
        foreign.clone(),
        vec![avatar],
        vec![proof],
        twice,
        vec![own[0].clone(); 11],
    ] {
        let body = json!({ "text": "một", "images": wrong });
        let refused = club.call(&club.lan, Method::POST, "/post", body).await;
        assert_eq!(refused.code(), 5002);
        assert!(
            refused.json["fields"]["images"].is_array(),
            "{}",
            refused.json
        );
    }
    let ten = images(&club, &club.lan, 10).await;
    let body = json!({ "text": "một", "images": ten });
    let post = club.call(&club.lan, Method::POST, "/post", body).await;
    let path = path_of(post.data());

    // A leader keeps the author's images and adds own ones, but nobody else's.
    let change = |images: Value| {
        let (club, path) = (&club, &path);
        let body = json!({ "images": images });
        async move { club.call(&club.manager, Method::PUT, path, body).await }
    };
    let leaders = images(&club, &club.manager, 1).await;
    assert_eq!(change(json!([ten[3], foreign[0]])).await.code(), 5002);
    let changed = change(json!([leaders[0], ten[3]])).await;
    assert_eq!(changed.data()["images"], json!([leaders[0], ten[3]]));
    assert_eq!(changed.data()["text"], "một");
    let emptied = change(json!([])).await;
    assert_eq!(emptied.data()["images"], json!([]));
}

#[tokio::test]
async fn images_go_with_their_post() {
    let club = Club::new().await;
    let images = images(&club, &club.lan, 2).await;
    let mut paths = Vec::new();
    for image in &images {
        let body = json!({ "images": [image] });
        let post = club.call(&club.lan, Method::POST, "/post", body).await;
        paths.push(path_of(post.data()));
    }
    club.delete(&club.lan, &paths[0]).await.data();
    club.app.pass(Duration::from_hours(25));
    assert_eq!(remove_orphans(&club.app.app).await.unwrap(), 1);
    assert_eq!(read(&club, &club.lan, &images[0]).await, 5005);
    assert_eq!(read(&club, &club.lan, &images[1]).await, 2000);
}
