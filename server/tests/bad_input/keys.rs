//! Keys that open something: the genuine one does, and nothing that differs from it in one place.

use axum::http::Method;
use hoi_community::notifications::Kind;
use hoi_mail::Email;
use hoi_ticketing::registration::OWN_KEY_HEADER;
use hoi_ticketing::registration::own_key;
use serde_json::json;

use super::peer;
use crate::auth::support::PASSWORD;
use crate::notifications::support::{news, tell};
use crate::support::{Answer, TestApp, new_registration};

/// Where a key is presented.
enum Lock {
    Header(&'static str, String),
    Path(&'static str),
    Body(&'static str, &'static str),
}

impl Lock {
    async fn try_key(&self, app: &TestApp, key: &str) -> Answer {
        let request = match self {
            Self::Header("authorization", path) => app.request(Method::GET, path).bearer(key),
            Self::Header(name, path) => app.request(Method::GET, path).header(name, key),
            Self::Path(path) => app.request(Method::GET, &format!("{path}{key}")),
            Self::Body(path, name) => app.request(Method::POST, path).json(json!({ *name: key })),
        };
        request.from(peer()).send().await
    }
}

/// The key after `before` in a mail.
fn key_in(mail: &Email, before: &str) -> String {
    let headers = mail.headers.iter().map(|(_, value)| value.as_str());
    let mut parts = headers.chain([mail.text.as_str()]);
    let (_, rest) = parts.find_map(|part| part.split_once(before)).unwrap();
    let is_key = |char: &char| char.is_ascii_alphanumeric() || matches!(char, '.' | '-');
    rest.chars().take_while(is_key).collect()
}

/// Copies of `key` with another character, one less or one more, at every third place.
fn changed(key: &str) -> Vec<String> {
    let mut all = vec![String::new(), format!("{key}0"), key.repeat(2)];
    for at in (0..key.len()).step_by(3) {
        let (before, rest) = key.split_at(at);
        let other = if rest.starts_with('0') { '1' } else { '0' };
        all.push(format!("{before}{other}{}", &rest[1..]));
        all.push(format!("{before}{}", &rest[1..]));
        all.push(format!("{before}{other}{rest}"));
    }
    all
}

#[tokio::test]
async fn only_the_genuine_key_opens() {
    let app = TestApp::new().await;
    let owner = app.committee("an").await;
    let event = app.open_event(&owner, 10).await;
    let (path, group) = (format!("/api/event/{event}"), app.group(&owner).await);
    let guest = new_registration(event, "bình", None);
    let guest = app.add(guest).await;
    let body = json!({ "label": "Cổng A" });
    let device = format!("{path}/checkin-keys");
    let device = app.send_as(&owner, Method::POST, &device, body).await;
    let device = device.data()["key"].as_str().unwrap().to_owned();
    let link = format!("/api/group/{group}/join-link");
    let link = app.send_as(&owner, Method::POST, &link, json!({})).await;
    let link = link.data()["url"].as_str().unwrap().to_owned();
    app.run_jobs().await;

    app.verified("lan@hoi.example").await;
    let login = app.log_in("lan@hoi.example", PASSWORD).await;
    let text = |pointer: &str| {
        login
            .data()
            .pointer(pointer)
            .unwrap()
            .as_str()
            .unwrap()
            .to_owned()
    };
    app.run_jobs().await;
    let forgotten = json!({ "email": "lan@hoi.example" });
    app.post("/api/auth/forget-password", forgotten)
        .await
        .data();
    let [forgotten] = app.run_jobs().await.try_into().unwrap();
    let people = json!({ "people": [{ "email": "moi@hoi.example" }], "role": "member" });
    let invitation = format!("/api/group/{group}/invitation/email");
    app.send_as(&owner, Method::POST, &invitation, people)
        .await
        .data();
    let [invitation] = app.run_jobs().await.try_into().unwrap();
    let news = news(Kind::JoinRequestCreated, 1, "Lan");
    tell(&app, &[&owner], news).await;
    let [news] = app.run_jobs().await.try_into().unwrap();

    let messages = format!("{path}/messages");
    let message =
        json!({ "subject": "Tin", "content": "<p>Chào</p>", "segment": { "kind": "all" } });
    let message = app.send_as(&owner, Method::POST, &messages, message).await;
    let message = message.data()["id"].as_str().unwrap().to_owned();
    let message = format!("{messages}/{message}/send");
    app.send_as(&owner, Method::POST, &message, json!({ "version": 1 }))
        .await
        .data();
    let [message] = app.run_jobs().await.try_into().unwrap();

    let registration = format!("{path}/registration");
    for (lock, key) in [
        (
            Lock::Header(OWN_KEY_HEADER, registration),
            own_key(&app.app.secrets, &guest),
        ),
        (
            Lock::Header("x-checkin-key", format!("{path}/checkin/device")),
            device,
        ),
        (
            Lock::Header("authorization", "/api/users/me".to_owned()),
            text("/token/accessToken"),
        ),
        (
            Lock::Body("/api/auth/reset-password/check", "token"),
            key_in(&forgotten, "/auth/reset-password/"),
        ),
        (
            Lock::Path("/api/group-invitation/"),
            key_in(&invitation, "/invitation/"),
        ),
        (
            Lock::Path("/api/group-join/"),
            link.rsplit_once("/join/").unwrap().1.to_owned(),
        ),
        (
            Lock::Path("/api/messages/unsubscribe/"),
            key_in(&message, "/stop-messages/"),
        ),
        (
            Lock::Path("/api/notification/mail/unsubscribe/"),
            key_in(&news, "/notification/mail/unsubscribe/"),
        ),
        (
            Lock::Body("/api/auth/refresh-token", "refreshToken"),
            text("/refreshToken/refreshToken"),
        ),
    ] {
        assert!(key.len() >= 20, "{key}");
        for forged in changed(&key) {
            let answer = lock.try_key(&app, &forged).await;
            assert!(
                answer.status.is_client_error(),
                "{forged} opens like {key}: {}",
                answer.status
            );
        }
        let answer = lock.try_key(&app, &key).await;
        let opens = answer.status.is_success() || answer.status.is_redirection();
        assert!(opens, "{key}: {}", answer.json);
    }
}
