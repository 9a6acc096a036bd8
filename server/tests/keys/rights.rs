//! The calls that keys open, and those that stay closed.

use axum::http::{Method, StatusCode};
use hoi_server::api_keys::ApiRight;
use sea_orm::Iterable as _;
use serde_json::{Value, json};
use uuid::Uuid;

use super::Office;
use crate::support::new_registration;

/// The calls, by the right that each needs, with a body where they take one.
fn calls(office: &Office, guest: Uuid, code: &str) -> Vec<(ApiRight, Method, String, Value)> {
    let get = |right, path: String| (right, Method::GET, path, Value::Null);
    vec![
        get(ApiRight::ReadEvents, "/events".to_owned()),
        get(ApiRight::ReadEvents, office.path("")),
        get(ApiRight::ReadGuests, office.path("/participants")),
        get(
            ApiRight::ReadGuests,
            office.path(&format!("/participants/{guest}")),
        ),
        (
            ApiRight::WriteGuests,
            Method::POST,
            office.path("/participants"),
            json!({ "fullName": "Trần Chi" }),
        ),
        (
            ApiRight::CheckIn,
            Method::POST,
            office.path("/check-ins"),
            json!({ "code": code }),
        ),
        get(ApiRight::ReadMoney, office.path("/payments")),
    ]
}

#[tokio::test]
async fn each_right_opens_its_calls_and_no_other() {
    let office = Office::new().await;
    let guest = new_registration(office.event, "binh", None);
    let guest = office.app.add(guest).await;
    let calls = calls(&office, guest.id.0, &guest.ticket_code);
    for right in ApiRight::iter() {
        assert!(calls.iter().any(|(needed, ..)| *needed == right));
        let key = office.app.key_of(&office.owner, [right], None).await;
        let others = ApiRight::iter().filter(|other| *other != right);
        let others = office.app.key_of(&office.owner, others, None).await;
        for (needed, method, path, body) in &calls {
            for (key, is_open) in [(&key, *needed == right), (&others, *needed != right)] {
                let answer = if *method == Method::GET {
                    office.get(key, path).await
                } else {
                    office.post(key, path, body.clone()).await
                };
                // The ticket lets its holder in only once.
                let codes: &[u64] = match (is_open, needed) {
                    (true, ApiRight::CheckIn) => &[2001, 5001],
                    (true, _) => &[2000],
                    (false, _) => &[5016],
                };
                let what = format!("{method} {path} with {right:?}: {}", answer.json);
                assert!(codes.contains(&answer.code()), "{what}");
            }
        }
    }
}

#[tokio::test]
async fn a_key_opens_the_chosen_events_of_its_account_alone() {
    let office = Office::new().await;
    let app = &office.app;
    let other = app.committee("binh").await;
    let admin = app.admin().await;
    let own = app.open_event(&office.owner, 5).await;
    let chosen = app.key_of(&office.owner, ApiRight::iter(), Some(vec![office.event]));
    let chosen = chosen.await;
    let all = app.full_key(&office.owner).await;
    let (others, admins) = (app.full_key(&other).await, app.full_key(&admin).await);
    let later = app.open_event(&office.owner, 5).await;
    let listed = async |key: &str| {
        let list = office.get(key, "/events").await;
        list.data()["items"].as_array().unwrap().len()
    };
    assert_eq!(listed(&chosen).await, 1);
    assert_eq!(listed(&all).await, 3);
    assert_eq!((listed(&others).await, listed(&admins).await), (0, 0));
    for rest in ["", "/participants", "/payments"] {
        for event in [office.event, own, later] {
            let path = format!("/events/{event}{rest}");
            let in_chosen = if event == office.event { 2000 } else { 5016 };
            assert_eq!(office.get(&chosen, &path).await.code(), in_chosen, "{path}");
            assert_eq!(office.get(&all, &path).await.code(), 2000, "{path}");
            assert_eq!(office.get(&others, &path).await.code(), 5016, "{path}");
            assert_eq!(office.get(&admins, &path).await.code(), 5016, "{path}");
        }
    }
    let guest = new_registration(own, "chi", None);
    let guest = app.add(guest).await;
    // A ticket of one event is no ticket of another, and opens no door there.
    let path = office.path("/check-ins");
    let wrong = office.post(&all, &path, json!({ "code": guest.ticket_code }));
    let wrong = wrong.await;
    assert_eq!(wrong.code(), 5001, "{}", wrong.json);
    assert_eq!(wrong.json["data"]["reason"], "WRONG_EVENT");
    let path = office.path(&format!("/participants/{}", guest.id));
    assert_eq!(office.get(&all, &path).await.code(), 5005);
}

#[tokio::test]
async fn keys_and_sessions_open_different_doors() {
    let office = Office::new().await;
    let key = office.app.full_key(&office.owner).await;
    let session = office.get(&office.owner.token, "/events").await;
    assert_eq!(
        (session.status, session.code()),
        (StatusCode::UNAUTHORIZED, 5018)
    );
    let none = office.app.get("/api/v1/events").await;
    assert_eq!(none.code(), 5018);
    let wrong = format!("hoi_{}", "0".repeat(64));
    assert_eq!(office.get(&wrong, "/events").await.code(), 5018);
    // Where a session would do, a key is refused with the reason.
    for (method, path) in [
        (Method::GET, "/api/users/me".to_owned()),
        (Method::GET, "/api/event".to_owned()),
        (Method::GET, format!("/api/event/{}", office.event)),
        (Method::GET, "/api/users/me/api-keys".to_owned()),
        (Method::POST, "/api/users/me/api-keys".to_owned()),
        (Method::PUT, "/api/auth/password".to_owned()),
        (Method::DELETE, format!("/api/event/{}", office.event)),
    ] {
        let request = office.app.request(method.clone(), &path).bearer(&key);
        let refused = request.lang("en").json(json!({})).send().await;
        assert_eq!(
            (refused.status, refused.code()),
            (StatusCode::UNAUTHORIZED, 5018),
            "{method} {path}"
        );
        let message = refused.json["messages"][0].as_str().unwrap();
        assert!(message.contains("/api/v1"), "{method} {path}: {message}");
    }
}
