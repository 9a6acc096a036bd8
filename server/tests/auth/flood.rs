//! A flood of logins fills only the queue for hashing.

use std::time::{Duration, Instant};

use axum::http::Method;
use futures::future::join_all;
use serde_json::json;

use super::support::PASSWORD;
use crate::support::TestApp;

/// Hashing on the threads that answer requests would make `/health` wait for the whole flood. This test fails if
/// `spawn_blocking` is removed from `accounts/passwords.rs`.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_server_answers_during_a_flood_of_logins() {
    let app = TestApp::new().await;
    let logins = async {
        let requests = (0..300_u16).map(|at| {
            let [high, low] = at.to_be_bytes();
            let body = json!({ "email": format!("nguoi{at}@b.vn"), "password": "đoán mò" });
            let request = app.request(axum::http::Method::POST, "/api/auth/login");
            request.from([10, 2, high, low]).json(body).send()
        });
        let started = Instant::now();
        (join_all(requests).await, started.elapsed())
    };
    let health = async {
        let mut slowest = Duration::ZERO;
        for _ in 0..20 {
            tokio::time::sleep(Duration::from_millis(10)).await;
            let started = Instant::now();
            app.get("/api/health").await.data();
            slowest = slowest.max(started.elapsed());
        }
        slowest
    };
    let ((answers, flood), slowest) = tokio::join!(logins, health);
    let refused: Vec<_> = answers
        .iter()
        .filter(|answer| answer.code() == 5003)
        .collect();
    let wrong = answers
        .iter()
        .filter(|answer| answer.code() == 5019)
        .count();
    assert_eq!(refused.len() + wrong, 300);
    // The number of refusals depends on the speed; that a full queue refuses is tested beside it.
    assert!(wrong >= 64, "{wrong} were compared");
    for answer in refused {
        assert_eq!(answer.status, 503);
        assert_eq!(answer.header("retry-after"), "1");
    }
    // Blocked threads would make the slowest answer take as long as the flood itself, however loaded the machine is.
    assert!(slowest < flood / 2, "{slowest:?} of {flood:?}");
}

/// One address fills only its own places in the queue for hashing. With a single queue the flood would take all places
/// and both owners would get 503.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_flood_from_one_address_does_not_keep_others_from_logging_in() {
    let app = TestApp::new().await;
    app.verified("lan@b.vn").await;
    app.verified("minh@b.vn").await;
    let attacker = [10, 3, 0, 1];
    let log_in = |from: [u8; 4], email: String, password: &str| {
        let body = json!({ "email": email, "password": password });
        let request = app.request(Method::POST, "/api/auth/login");
        request.from(from).json(body).send()
    };
    // Lan shares the attacker's address and has logged in from there before.
    log_in(attacker, "lan@b.vn".to_owned(), PASSWORD)
        .await
        .data();
    let flood = join_all((0..140).map(|at| log_in(attacker, format!("nguoi{at}@b.vn"), "đoán mò")));
    let owners = async {
        // Waits until the flood has begun.
        while app.app.passwords.computed() < 5 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        tokio::join!(
            log_in(attacker, "lan@b.vn".to_owned(), PASSWORD),
            log_in([192, 0, 2, 1], "minh@b.vn".to_owned(), PASSWORD)
        )
    };
    let (answers, (lan, minh)) = tokio::join!(flood, owners);
    lan.data();
    minh.data();
    let refused = answers.iter().filter(|answer| answer.status == 503);
    assert!(refused.count() >= 100);
}
