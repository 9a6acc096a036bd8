//! Web Push: recipients, content and addresses of messages, and the effects of the answers of the services.

use std::time::{Duration, Instant};

use axum::http::Method;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64URL;
use hoi_community::notifications::Kind;
use hoi_community::notifications::entity::{push_key, push_subscription};
use hoi_server::background::clean_up;
use ring::signature::{ECDSA_P256_SHA256_FIXED, UnparsedPublicKey};
use sea_orm::{ActiveModelTrait, EntityTrait, PaginatorTrait, Set};
use serde_json::{Value, json};

use super::push_service::{Browser, PushService};
use super::support::{news, prefer, read, tell};
use crate::support::{Answer, START, Socket, TestApp, TestUser};

const SUBSCRIPTION: &str = "/api/notification/push-subscription";

async fn app_with(service: &PushService) -> TestApp {
    TestApp::configured(|config| config.push_service = Some(service.origin.clone())).await
}

async fn send(app: &TestApp, who: &TestUser, method: Method, body: Value) -> Answer {
    let request = app.request(method, SUBSCRIPTION).lang("en").json(body);
    request.bearer(&app.fresh_token(who)).send().await
}

/// Subscribes a browser of `who` at this path of the service.
async fn subscribe(app: &TestApp, service: &PushService, who: &TestUser, path: &str) -> Browser {
    let browser = Browser::new();
    let body = browser.subscription(&format!("{}{path}", service.origin));
    send(app, who, Method::POST, body).await.data();
    browser
}

async fn subscriptions(app: &TestApp) -> u64 {
    let all = push_subscription::Entity::find();
    all.count(app.app.db.read()).await.unwrap()
}

async fn public_key(app: &TestApp, who: &TestUser) -> String {
    let request = app.request(Method::GET, "/api/notification/push-key");
    let answer = request.bearer(&app.fresh_token(who)).send().await;
    answer.data()["publicKey"].as_str().unwrap().to_owned()
}

fn decoded(part: &str) -> Vec<u8> {
    BASE64URL.decode(part).unwrap()
}

#[tokio::test]
async fn a_browser_reads_what_it_is_sent_and_the_service_knows_the_sender() {
    let service = PushService::start().await;
    let app = app_with(&service).await;
    let (an, binh) = (app.committee("an").await, app.committee("binh").await);
    let public = public_key(&app, &an).await;
    assert_eq!(public_key(&app, &binh).await, public, "one installation");
    let browser = subscribe(&app, &service, &an, "/ok/an").await;
    subscribe(&app, &service, &binh, "/ok/binh").await;

    tell(&app, &[&an], news(Kind::PointPending, 1, "Lan")).await;
    app.run_jobs().await;
    let sent = service.take();
    assert_eq!(sent.len(), 1);
    let sent = &sent[0];
    assert_eq!(sent.path, "/ok/an");
    assert_eq!(sent.headers["content-encoding"], "aes128gcm");
    assert_eq!(sent.headers["ttl"], "86400");
    assert!(sent.body.len() <= 4096);

    let list = app.get_as(&an, "/api/notification").await;
    let item = &list.data()["items"][0];
    let expected = json!({
        "id": item["id"],
        "title": item["title"],
        "content": item["content"],
        "link": item["link"],
    });
    assert_eq!(browser.open(&sent.body), expected);
    let id = item["id"].as_str().unwrap().replace('-', "");
    assert_eq!(sent.headers["topic"], id);

    let signed = sent.headers["authorization"].to_str().unwrap();
    let (token, key) = signed
        .strip_prefix("vapid t=")
        .unwrap()
        .split_once(", k=")
        .unwrap();
    assert_eq!(key, public);
    let (claims, signature) = token.rsplit_once('.').unwrap();
    UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, decoded(&public))
        .verify(claims.as_bytes(), &decoded(signature))
        .unwrap();
    let claims = decoded(claims.split_once('.').unwrap().1);
    let claims: Value = serde_json::from_slice(&claims).unwrap();
    assert_eq!(claims["aud"], json!(service.origin));
    assert_eq!(claims["exp"], json!(START.0 / 1000 + 12 * 3600));
    assert!(claims["sub"].as_str().unwrap().starts_with("mailto:"));

    app.run_jobs().await;
    assert!(service.take().is_empty(), "nothing is sent twice");
}

#[tokio::test]
async fn the_key_is_stored_sealed_and_a_lost_secret_makes_a_new_one() {
    let service = PushService::start().await;
    let app = app_with(&service).await;
    let an = app.committee("an").await;
    let public = public_key(&app, &an).await;
    subscribe(&app, &service, &an, "/ok").await;
    let conn = app.app.db.read();
    let stored = push_key::Entity::find().one(conn).await.unwrap().unwrap();
    let bytes = hoi_platform::secrets::unhex(&stored.sealed).unwrap();
    let point = decoded(&public);
    assert!(
        !bytes
            .windows(16)
            .any(|part| point.windows(16).any(|of| of == part))
    );

    let tx = app.app.db.write().await.unwrap();
    let mut row: push_key::ActiveModel = stored.into();
    row.sealed = Set("00".repeat(60));
    row.update(&tx).await.unwrap();
    tx.commit().await.unwrap();
    assert_ne!(public_key(&app, &an).await, public);
    assert_eq!(subscriptions(&app).await, 0, "they belonged to the old key");
}

#[tokio::test(flavor = "multi_thread")]
async fn only_recipients_who_are_away_and_want_it_get_a_message() {
    let service = PushService::start().await;
    let app = app_with(&service).await;
    let an = app.committee("an").await;
    subscribe(&app, &service, &an, "/ok").await;

    // A kind that browsers do not show by default, such as new registrations.
    tell(&app, &[&an], news(Kind::RegistrationNew, 1, "Lan")).await;
    // The same thing again within ten minutes.
    tell(&app, &[&an], news(Kind::CommentNew, 1, "Lan")).await;
    tell(&app, &[&an], news(Kind::CommentNew, 1, "Mai")).await;
    app.run_jobs().await;
    assert_eq!(service.paths(), ["/ok"]);

    // Read before the service was reached.
    app.pass(Duration::from_secs(1));
    tell(&app, &[&an], news(Kind::CommentNew, 2, "Lan")).await;
    read(&app, &an, 0).await;
    // Switched off meanwhile.
    tell(&app, &[&an], news(Kind::PointPending, 3, "Lan")).await;
    let off = json!({ "items": [{ "type": "point.pending", "browser": false }] });
    prefer(&app, &an, off).await;
    app.run_jobs().await;
    tell(&app, &[&an], news(Kind::PointPending, 4, "Lan")).await;
    app.run_jobs().await;
    assert!(service.take().is_empty());

    // The application is open: its socket tells.
    let address = app.listen().await;
    let auth = json!({ "token": an.token });
    let socket = Socket::connect(address, "/notification", auth)
        .await
        .unwrap();
    tell(&app, &[&an], news(Kind::CommentNew, 5, "Lan")).await;
    app.run_jobs().await;
    assert!(service.take().is_empty());
    drop(socket);
    let patience = Instant::now();
    while app.app.realtime.sockets() > 0 {
        assert!(patience.elapsed() < Duration::from_secs(5));
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    tell(&app, &[&an], news(Kind::CommentNew, 6, "Lan")).await;
    app.run_jobs().await;
    assert_eq!(service.paths(), ["/ok"]);
}

#[tokio::test]
async fn a_subscription_ends_with_its_login() {
    let service = PushService::start().await;
    let app = app_with(&service).await;
    let (an, binh) = (app.committee("an").await, app.committee("binh").await);
    subscribe(&app, &service, &an, "/ok/an").await;
    subscribe(&app, &service, &binh, "/ok/binh").await;
    tell(&app, &[&an, &binh], news(Kind::CommentNew, 1, "Lan")).await;
    let logout = app.request(Method::POST, "/api/auth/logout");
    let logout = logout.bearer(&an.token).json(json!({}));
    assert_eq!(logout.send().await.code(), 2000);
    tell(&app, &[&an, &binh], news(Kind::CommentNew, 2, "Lan")).await;
    app.run_jobs().await;
    assert_eq!(service.paths(), ["/ok/binh", "/ok/binh"]);
    clean_up(&app.app).await;
    assert_eq!(subscriptions(&app).await, 1);
}

#[tokio::test]
async fn a_browser_belongs_to_its_last_login_and_unsubscribes_for_its_owner_alone() {
    let service = PushService::start().await;
    let app = app_with(&service).await;
    let (an, binh) = (app.committee("an").await, app.committee("binh").await);
    subscribe(&app, &service, &an, "/ok").await;
    tell(&app, &[&an], news(Kind::CommentNew, 1, "Lan")).await;
    subscribe(&app, &service, &binh, "/ok").await;
    tell(&app, &[&an], news(Kind::CommentNew, 2, "Lan")).await;
    app.run_jobs().await;
    assert!(service.take().is_empty(), "not for the other's eyes");

    let endpoint = json!({ "endpoint": format!("{}/ok", service.origin) });
    let foreign = send(&app, &an, Method::DELETE, endpoint.clone()).await;
    assert_eq!(foreign.code(), 2000);
    assert_eq!(subscriptions(&app).await, 1);
    send(&app, &binh, Method::DELETE, endpoint).await.data();
    assert_eq!(subscriptions(&app).await, 0);
}

#[tokio::test]
async fn an_account_has_ten_browsers_and_the_eleventh_takes_the_place_of_the_first() {
    let service = PushService::start().await;
    let app = app_with(&service).await;
    let (an, binh) = (app.committee("an").await, app.committee("binh").await);
    subscribe(&app, &service, &binh, "/ok/binh").await;
    for number in 0..10 {
        subscribe(&app, &service, &an, &format!("/ok/{number}")).await;
        app.pass(Duration::from_secs(1));
    }
    assert_eq!(subscriptions(&app).await, 11);
    // Once more is not one more.
    subscribe(&app, &service, &an, "/ok/9").await;
    assert_eq!(subscriptions(&app).await, 11);
    app.pass(Duration::from_secs(1));
    subscribe(&app, &service, &an, "/ok/10").await;
    assert_eq!(subscriptions(&app).await, 11);
    tell(&app, &[&an], news(Kind::CommentNew, 1, "Lan")).await;
    app.run_jobs().await;
    let mut expected: Vec<_> = (1..=10).map(|number| format!("/ok/{number}")).collect();
    expected.sort();
    assert_eq!(service.paths(), expected);
}

#[tokio::test]
async fn subscriptions_unknown_to_the_service_are_removed_and_busy_ones_tried_again() {
    let service = PushService::start().await;
    let app = app_with(&service).await;
    let an = app.committee("an").await;
    for path in ["/gone", "/unknown", "/busy", "/many", "/refused", "/ok"] {
        subscribe(&app, &service, &an, path).await;
    }
    tell(&app, &[&an], news(Kind::CommentNew, 1, "Lan")).await;
    app.run_jobs().await;
    let all = ["/busy", "/gone", "/many", "/ok", "/refused", "/unknown"];
    assert_eq!(service.paths(), all);
    assert_eq!(subscriptions(&app).await, 4);
    app.run_jobs().await;
    assert!(service.take().is_empty(), "not at once");
    app.pass(Duration::from_mins(1));
    app.run_jobs().await;
    assert_eq!(service.paths(), ["/busy", "/many"]);
    app.pass(Duration::from_hours(2));
    app.run_jobs().await;
    service.take();
    app.pass(Duration::from_hours(2));
    app.run_jobs().await;
    assert!(service.take().is_empty(), "given up");
    let dead = hoi_jobs::count_dead(app.app.db.read()).await.unwrap();
    assert_eq!(dead, 0, "administrators have nothing to do about it");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_service_leads_nowhere_else_and_holds_up_no_other() {
    let service = PushService::start().await;
    let app = app_with(&service).await;
    let an = app.committee("an").await;
    for path in ["/moved", "/huge"] {
        subscribe(&app, &service, &an, path).await;
    }
    tell(&app, &[&an], news(Kind::CommentNew, 1, "Lan")).await;
    let began = Instant::now();
    app.run_jobs().await;
    assert!(
        began.elapsed() < Duration::from_secs(4),
        "the answer is not read"
    );
    assert_eq!(service.paths(), ["/huge", "/moved"]);

    subscribe(&app, &service, &an, "/slow").await;
    tell(&app, &[&an], news(Kind::CommentNew, 2, "Lan")).await;
    let began = Instant::now();
    app.run_jobs().await;
    assert!(began.elapsed() < Duration::from_secs(20));
    assert_eq!(service.paths(), ["/huge", "/moved", "/slow"]);
}

#[tokio::test]
async fn only_addresses_of_push_services_and_keys_of_browsers_are_taken() {
    let app = TestApp::new().await;
    let an = app.committee("an").await;
    let good = "https://fcm.googleapis.com/fcm/send/a:b";
    let browser = Browser::new();
    let longest = format!("{good}{}", "x".repeat(2048 - good.len()));
    for endpoint in [good, &longest] {
        let answer = send(&app, &an, Method::POST, browser.subscription(endpoint)).await;
        assert_eq!(answer.code(), 2000, "{}", answer.json);
    }
    let too_long = format!("{longest}x");
    for endpoint in [
        "",
        "https://127.0.0.1/x",
        "https://push.example/x",
        "http://fcm.googleapis.com/x",
        &too_long,
    ] {
        let answer = send(&app, &an, Method::POST, browser.subscription(endpoint)).await;
        assert_eq!(answer.code(), 5002, "{endpoint}");
        assert!(answer.json["fields"]["endpoint"].is_array(), "{endpoint}");
    }
    let long = "x".repeat(88);
    for (p256dh, auth) in [("", ""), ("AAAA", "AAAA"), (long.as_str(), "AAAA")] {
        let mut body = browser.subscription(good);
        body["keys"] = json!({ "p256dh": p256dh, "auth": auth });
        let answer = send(&app, &an, Method::POST, body).await;
        assert_eq!(answer.code(), 5002, "{p256dh}");
    }
    assert_eq!(subscriptions(&app).await, 2);
}
