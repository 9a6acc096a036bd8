//! The brake on guessing.

use std::net::Ipv6Addr;
use std::time::Duration;

use axum::http::{Method, StatusCode};
use hoi_server::accounts::throttle::{self, Counter, PASSWORD_OF_PEER};
use serde_json::json;

use super::PASSWORD;
use crate::support::{Answer, TestApp};

async fn guess(app: &TestApp, email: &str, peer: u8) -> Answer {
    let request = app
        .request(Method::POST, "/api/auth/login")
        .from([10, 0, 0, peer]);
    let body = json!({ "email": email, "password": "đoán mò" });
    request.json(body).send().await
}

fn retry_after(answer: &Answer) -> u64 {
    assert_eq!(
        (answer.status, answer.code()),
        (StatusCode::TOO_MANY_REQUESTS, 5003)
    );
    answer.header("retry-after").parse().unwrap()
}

#[tokio::test]
async fn five_wrong_passwords_bring_a_growing_pause_for_known_and_unknown_addresses_alike() {
    let app = TestApp::new().await;
    app.verified("lan@b.vn").await;
    for email in ["lan@b.vn", "ai@b.vn"] {
        for peer in 0..5 {
            assert_eq!(guess(&app, email, peer).await.code(), 5019);
        }
        // Another peer, another spelling: the same account.
        let locked = guess(&app, &email.to_uppercase(), 9).await;
        assert_eq!(retry_after(&locked), 30);
        assert!(locked.json["messages"][0].as_str().unwrap().contains("30"));
        app.pass(Duration::from_secs(29));
        assert_eq!(retry_after(&guess(&app, email, 9).await), 1);
        app.pass(Duration::from_secs(1));
        assert_eq!(guess(&app, email, 9).await.code(), 5019);
        assert_eq!(retry_after(&guess(&app, email, 9).await), 60);
    }
    // Not even the right password, so that nothing is learnt from trying. Half of the minute is over.
    assert_eq!(retry_after(&app.log_in("lan@b.vn", PASSWORD).await), 30);
    app.pass(Duration::from_secs(30));
    app.log_in("lan@b.vn", PASSWORD).await.data();
    // Success clears the account's counter.
    for peer in 0..5 {
        assert_eq!(guess(&app, "lan@b.vn", peer).await.code(), 5019);
    }
}

/// Each of the guesses sees a free counter, unless it is counted before it is made.
#[tokio::test]
async fn guesses_made_at_once_are_counted_like_guesses_made_in_turn() {
    let app = TestApp::new().await;
    app.verified("lan@b.vn").await;
    let guesses = futures::future::join_all((0..20).map(|_| guess(&app, "lan@b.vn", 1))).await;
    let wrong = guesses
        .iter()
        .filter(|answer| answer.code() == 5019)
        .count();
    assert_eq!(wrong, 5);
    assert!(
        guesses
            .iter()
            .all(|answer| matches!(answer.code(), 5019 | 5003))
    );
}

#[tokio::test]
async fn one_peer_may_not_go_through_many_accounts() {
    let app = TestApp::new().await;
    app.verified("lan@b.vn").await;
    for at in 0..30 {
        assert_eq!(
            guess(&app, &format!("nguoi{at}@b.vn"), 7).await.code(),
            5019
        );
    }
    assert_eq!(retry_after(&guess(&app, "nguoi99@b.vn", 7).await), 10);
    assert_eq!(guess(&app, "nguoi99@b.vn", 8).await.code(), 5019);
    app.log_in("lan@b.vn", PASSWORD).await.data();
}

/// Logging in rightly does not use up what a shared address may get wrong.
#[tokio::test]
async fn a_busy_office_is_not_locked_out() {
    let app = TestApp::new().await;
    app.verified("lan@b.vn").await;
    for _ in 0..35 {
        app.log_in("lan@b.vn", PASSWORD).await.data();
    }
}

#[tokio::test]
async fn a_peer_is_its_whole_ipv6_network() {
    let app = TestApp::new().await;
    for at in 0..31_u16 {
        let peer = Ipv6Addr::new(0x2001, 0xdb8, 1, 2, at, at, at, at);
        let request = app.request(Method::POST, "/api/auth/login").from(peer);
        let body = json!({ "email": format!("nguoi{at}@b.vn"), "password": "đoán mò" });
        let code = request.json(body).send().await.code();
        assert_eq!(code, if at < 30 { 5019 } else { 5003 }, "{at}");
    }
}

#[tokio::test]
async fn a_mailbox_cannot_be_flooded() {
    let app = TestApp::new().await;
    app.verified("lan@b.vn").await;
    let ask = |path: &'static str, peer: u8| {
        let request = app.request(Method::POST, path).from([10, 1, 0, peer]);
        request.json(json!({ "email": "lan@b.vn" })).send()
    };
    // The sign-up was the first mail.
    assert_eq!(ask("/api/auth/forget-password", 1).await.code(), 2000);
    assert_eq!(ask("/api/auth/resend-verification", 2).await.code(), 2000);
    assert_eq!(retry_after(&ask("/api/auth/forget-password", 3).await), 60);
    assert_eq!(
        retry_after(&ask("/api/auth/resend-verification", 4).await),
        60
    );
    assert_eq!(retry_after(&app.sign_up("lan@b.vn").await), 60);
    app.pass(Duration::from_mins(1));
    assert_eq!(ask("/api/auth/forget-password", 3).await.code(), 2000);
}

#[tokio::test]
async fn one_peer_cannot_sign_up_without_end_or_try_links_without_end() {
    let app = TestApp::new().await;
    for at in 0..20 {
        app.sign_up(&format!("nguoi{at}@b.vn")).await.data();
    }
    assert_eq!(retry_after(&app.sign_up("nguoi99@b.vn").await), 30);
    for _ in 0..30 {
        assert_eq!(
            app.request(Method::POST, "/api/auth/verify-email/khong-co")
                .send()
                .await
                .code(),
            5005
        );
    }
    retry_after(
        &app.request(Method::POST, "/api/auth/verify-email/khong-co")
            .send()
            .await,
    );
}

/// A session that was stolen does not give away the password behind it.
#[tokio::test]
async fn the_old_password_cannot_be_guessed_with_a_session() {
    let app = TestApp::new().await;
    app.verified("lan@b.vn").await;
    let login = app.log_in("lan@b.vn", PASSWORD).await;
    let token = super::access(&login);
    let body = json!({ "oldPassword": "đoán mò", "newPassword": "mật khẩu khác hẳn" });
    for _ in 0..5 {
        assert_eq!(
            app.put_as("/api/auth/password", &token, body.clone())
                .await
                .code(),
            5019
        );
    }
    retry_after(&app.put_as("/api/auth/password", &token, body).await);
}

/// Somebody with an account of their own could otherwise open the lock that their guesses have set.
#[tokio::test]
async fn an_attempt_that_is_taken_back_leaves_the_lock_of_the_others() {
    let app = TestApp::new().await;
    let peer = Counter::of_peer(&PASSWORD_OF_PEER, [10, 0, 0, 7].into());
    let attempt = async || {
        let counters = std::slice::from_ref(&peer);
        throttle::attempt(&app.app.db, counters, app.app.clock.now()).await
    };
    // The first is the right one, and takes its time.
    for _ in 0..30 {
        attempt().await.unwrap();
    }
    app.pass(Duration::from_secs(10));
    attempt().await.unwrap();
    assert!(attempt().await.is_err());
    let tx = app.app.db.write().await.unwrap();
    throttle::forgive(&tx, &peer).await.unwrap();
    tx.commit().await.unwrap();
    assert!(attempt().await.is_err(), "thirty wrong ones are left");
}
