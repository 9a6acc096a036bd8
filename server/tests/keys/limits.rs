//! Limits on the calls of keys, and records of their use.

use std::time::Duration;

use axum::http::{Method, StatusCode};
use hoi_server::api_keys::{REQUESTS_AT_ONCE, entity};
use sea_orm::EntityTrait;

use super::Office;

#[tokio::test]
async fn a_key_is_told_its_limit_and_held_to_it() {
    let office = Office::new().await;
    let key = office.app.full_key(&office.owner).await;
    let other = office.app.full_key(&office.owner).await;
    for made in 1..=REQUESTS_AT_ONCE {
        let answer = office.get(&key, "/events").await;
        assert_eq!(answer.status, StatusCode::OK, "{made}");
        let told =
            ["limit", "remaining", "reset"].map(|name| answer.header(&format!("ratelimit-{name}")));
        let left = REQUESTS_AT_ONCE - made;
        let expected = [REQUESTS_AT_ONCE, left, made.div_ceil(10)];
        assert_eq!(told, expected.map(|number| number.to_string()), "{made}");
    }
    let over = office.get(&key, "/events").await;
    assert_eq!(
        (over.status, over.code()),
        (StatusCode::TOO_MANY_REQUESTS, 5003)
    );
    assert_eq!(over.header("retry-after"), "1");
    assert_eq!(over.header("ratelimit-remaining"), "0");
    office.get(&other, "/events").await.data();
    office.app.pass(Duration::from_millis(99));
    assert_eq!(office.get(&key, "/events").await.code(), 5003);
    office.app.pass(Duration::from_millis(1));
    office.get(&key, "/events").await.data();
    assert_eq!(office.get(&key, "/events").await.code(), 5003);
    office.app.pass(Duration::from_mins(1));
    let rested = office.get(&key, "/events").await;
    assert_eq!(rested.header("ratelimit-remaining"), "599");
}

#[tokio::test]
async fn refusals_of_a_known_key_tell_the_limit_too() {
    let office = Office::new().await;
    let other = office.app.committee("binh").await;
    let key = office.app.full_key(&other).await;
    let refused = office.get(&key, &office.path("")).await;
    assert_eq!(refused.code(), 5016);
    assert_eq!(refused.header("ratelimit-remaining"), "599");
    let unknown = office.get("hoi_00", "/events").await;
    assert_eq!(unknown.header("ratelimit-limit"), "");
}

#[tokio::test]
async fn wrong_keys_are_braked_by_network_and_right_ones_are_not() {
    let office = Office::new().await;
    let key = office.app.full_key(&office.owner).await;
    let call = async |key: &str, peer: [u8; 4]| {
        let request = office.app.request(Method::GET, "/api/v1/events");
        request.bearer(key).from(peer).send().await
    };
    let (here, elsewhere) = ([203, 0, 113, 9], [203, 0, 113, 10]);
    for _ in 0..30 {
        assert_eq!(call("hoi_wrong", here).await.code(), 5018);
    }
    let braked = call("hoi_wrong", here).await;
    assert_eq!(
        (braked.status, braked.code()),
        (StatusCode::TOO_MANY_REQUESTS, 5003)
    );
    assert_eq!(braked.header("retry-after"), "10");
    assert_eq!(call("hoi_wrong", elsewhere).await.code(), 5018);
    call(&key, here).await.data();
    office.app.pass(Duration::from_secs(10));
    assert_eq!(call("hoi_wrong", here).await.code(), 5018);
    assert_eq!(call("hoi_wrong", here).await.code(), 5003);
}

#[tokio::test]
async fn the_last_use_is_noted_once_a_minute() {
    let office = Office::new().await;
    let key = office.app.full_key(&office.owner).await;
    let noted = async || {
        let row = entity::Entity::find().one(office.app.app.db.read()).await;
        row.unwrap().unwrap().last_used_at
    };
    assert_eq!(noted().await, None);
    let use_until_noted = async || {
        let now = office.app.app.clock.now();
        office.get(&key, "/events").await.data();
        for _ in 0..3_000 {
            if noted().await == Some(now) {
                return;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        panic!("the use was not noted");
    };
    use_until_noted().await;
    let first = noted().await;
    office.app.pass(Duration::from_millis(59_999));
    office.get(&key, "/events").await.data();
    tokio::time::sleep(Duration::from_millis(200)).await;
    assert_eq!(noted().await, first);
    office.app.pass(Duration::from_millis(1));
    use_until_noted().await;
    assert_ne!(noted().await, first);
}
