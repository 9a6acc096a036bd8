//! Limits on guessing.

use std::net::Ipv6Addr;
use std::time::Duration;

use axum::http::{Method, StatusCode};
use hoi_community::accounts::PASSWORD_OF_PEER;
use hoi_community::accounts::entity::known_origin;
use hoi_platform::limits::throttle::{self, Counter};
use sea_orm::EntityTrait;
use serde_json::json;

use super::support::PASSWORD;
use crate::support::{Answer, TestApp, subnet};

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
async fn five_wrong_passwords_bring_a_growing_pause_there_for_known_and_unknown_addresses_alike() {
    let app = TestApp::new().await;
    app.verified("lan@b.vn").await;
    for (email, peer) in [("lan@b.vn", 1), ("ai@b.vn", 2)] {
        for _ in 0..5 {
            assert_eq!(guess(&app, email, peer).await.code(), 5019);
        }
        // Another spelling names the same account.
        let locked = guess(&app, &email.to_uppercase(), peer).await;
        assert_eq!(retry_after(&locked), 30);
        assert!(locked.json["messages"][0].as_str().unwrap().contains("30"));
        app.pass(Duration::from_secs(29));
        assert_eq!(retry_after(&guess(&app, email, peer).await), 1);
        // Another network has its own counter.
        assert_eq!(guess(&app, email, peer + 100).await.code(), 5019);
        app.pass(Duration::from_secs(1));
        assert_eq!(guess(&app, email, peer).await.code(), 5019);
        assert_eq!(retry_after(&guess(&app, email, peer).await), 60);
    }
    // From the locked network even the right password is refused, so that trying reveals nothing. Half of the minute is
    // over.
    let right = async || {
        let body = json!({ "email": "lan@b.vn", "password": PASSWORD });
        let request = app.request(Method::POST, "/api/auth/login");
        request.from([10, 0, 0, 1]).json(body).send().await
    };
    assert_eq!(retry_after(&right().await), 30);
    app.pass(Duration::from_secs(30));
    right().await.data();
    // Success clears the counter of that network.
    for _ in 0..5 {
        assert_eq!(guess(&app, "lan@b.vn", 1).await.code(), 5019);
    }
}

/// With a counter per account alone, the owner would be refused after five guesses of strangers.
#[tokio::test]
async fn strangers_lock_out_strangers_and_never_the_owner() {
    let app = TestApp::new().await;
    app.verified("lan@b.vn").await;
    let (home, away) = ([192, 0, 2, 1], [192, 0, 2, 2]);
    let log_in = |from: [u8; 4], cookie: &str| {
        let body = json!({ "email": "lan@b.vn", "password": PASSWORD });
        let request = app.request(Method::POST, "/api/auth/login").from(from);
        request.header("cookie", cookie).json(body).send()
    };
    let login = log_in(home, "").await;
    let cookie = login.header("set-cookie");
    let cookie = cookie.split(';').next().unwrap();

    // Known and unknown addresses take the same number of guesses from strangers.
    for email in ["lan@b.vn", "ai@b.vn"] {
        for peer in 0..30 {
            assert_eq!(guess(&app, email, peer).await.code(), 5019, "{peer}");
        }
        assert_eq!(retry_after(&guess(&app, email, 99).await), 60);
    }
    // Even the right password is refused, so that trying reveals nothing.
    assert_eq!(retry_after(&log_in(away, "").await), 60);
    let foreign = format!("__Host-hoi-device={}", "a".repeat(64));
    assert_eq!(retry_after(&log_in(away, &foreign).await), 60);

    log_in(home, "").await.data();
    log_in(away, &format!("x=1; {cookie}; y=2")).await.data();
    let (token, new) = (super::support::access(&login), "mật khẩu khác hẳn");
    let body = json!({ "oldPassword": PASSWORD, "newPassword": new });
    app.put_as("/api/auth/password", &token, body).await.data();
}

#[tokio::test]
async fn an_account_takes_37_guesses_from_strangers_in_an_hour_and_then_four_an_hour() {
    let app = TestApp::new().await;
    app.verified("lan@b.vn").await;
    let start = app.app.clock.now();
    let (mut guesses, mut network) = (vec![0, 0], 0_u16);
    loop {
        let hour = start.until(app.app.clock.now()).as_secs() / 3601;
        if hour > 1 {
            break;
        }
        network += 1;
        let [high, low] = network.to_be_bytes();
        let request = app.request(Method::POST, "/api/auth/login");
        let body = json!({ "email": "lan@b.vn", "password": "đoán mò" });
        let answer = request.from([10, 7, high, low]).json(body).send().await;
        if answer.code() == 5019 {
            guesses[hour as usize] += 1;
        } else {
            app.pass(Duration::from_secs(retry_after(&answer)));
        }
    }
    assert_eq!(guesses, [37, 4]);
}

/// The device's cookie is random, not readable by scripts, and not in the database.
#[tokio::test]
async fn a_device_is_known_by_a_cookie_that_opens_nothing() {
    let app = TestApp::new().await;
    app.verified("lan@b.vn").await;
    let login = app.log_in("lan@b.vn", PASSWORD).await;
    let cookie = login.header("set-cookie");
    for attribute in [
        "HttpOnly",
        "Secure",
        "SameSite=Strict",
        "Path=/",
        "Max-Age=7776000",
    ] {
        assert!(cookie.contains(attribute), "{cookie}");
    }
    let (name, token) = cookie.split(';').next().unwrap().split_once('=').unwrap();
    assert_eq!((name, token.len()), ("__Host-hoi-device", 64 + 1 + 64));
    let rows = known_origin::Entity::find()
        .all(app.app.db.read())
        .await
        .unwrap();
    assert_eq!(rows.len(), 2);
    assert!(
        rows.iter()
            .all(|row| !row.origin.contains(token) && !row.origin.contains("127.0.0.1"))
    );
    // The device is counted like any other.
    let wrong = async || {
        let body = json!({ "email": "lan@b.vn", "password": "đoán mò" });
        let request = app.request(Method::POST, "/api/auth/login");
        let request = request.header("cookie", &format!("{name}={token}"));
        request.json(body).send().await
    };
    for _ in 0..5 {
        assert_eq!(wrong().await.code(), 5019);
    }
    assert_eq!(retry_after(&wrong().await), 30);
    // Without the cookie the network counts, which has not guessed yet.
    app.log_in("lan@b.vn", PASSWORD).await.data();
    // Forgotten after 90 days without use.
    app.pass(Duration::from_hours(90 * 24 + 1));
    hoi_server::background::clean_up(&app.app).await;
    let rows = known_origin::Entity::find()
        .all(app.app.db.read())
        .await
        .unwrap();
    assert!(rows.is_empty());
}

/// Otherwise an attacker could plant a cookie in a browser, and would then be known to the account of its user.
#[tokio::test]
async fn a_device_gets_another_cookie_in_place_of_one_that_the_server_did_not_give() {
    let app = TestApp::new().await;
    app.verified("lan@b.vn").await;
    let given = async |cookie: String| {
        let body = json!({ "email": "lan@b.vn", "password": PASSWORD });
        let request = app.request(Method::POST, "/api/auth/login");
        let login = request.header("cookie", &cookie).json(body).send().await;
        login.data();
        let given = login.header("set-cookie");
        given.split(';').next().unwrap().to_owned()
    };
    let own = given(String::new()).await;
    assert_eq!(given(own.clone()).await, own);
    let (name, value) = own.split_once('=').unwrap();
    let other = if value.starts_with('0') { "1" } else { "0" };
    for planted in [
        "a".repeat(64),
        format!("{}.{}", "a".repeat(64), "b".repeat(64)),
        format!("{other}{}", &value[1..]),
        value[..64].to_owned(),
    ] {
        let given = given(format!("{name}={planted}")).await;
        assert!(!given.contains(&planted), "{given}");
    }
    // A genuine one beside it is found.
    let both = format!("{name}={}; {own}", "a".repeat(64));
    assert_eq!(given(both).await, own);
}

/// Lets an owner on a new device log in while strangers guess.
#[tokio::test]
async fn a_reset_by_mail_makes_the_device_known() {
    let app = TestApp::new().await;
    app.verified("lan@b.vn").await;
    for peer in 0..30 {
        guess(&app, "lan@b.vn", peer).await;
    }
    retry_after(&app.log_in("lan@b.vn", PASSWORD).await);
    let body = json!({ "email": "lan@b.vn" });
    app.post("/api/auth/forget-password", body).await.data();
    let [mail] = app.run_jobs().await.try_into().unwrap();
    let token = super::support::token_of(&mail, "/auth/reset-password/");
    let body = json!({ "token": token, "password": "mật khẩu khác hẳn" });
    let reset = app.post("/api/auth/reset-password", body).await;
    assert!(reset.header("set-cookie").contains("hoi-device"));
    app.log_in("lan@b.vn", "mật khẩu khác hẳn").await.data();
}

/// The stored times then lie two hours in the future. The pause is never longer than the longest one.
#[tokio::test]
async fn a_clock_that_is_set_back_locks_no_account_out() {
    let app = TestApp::new().await;
    app.verified("lan@b.vn").await;
    for _ in 0..5 {
        guess(&app, "lan@b.vn", 1).await;
    }
    retry_after(&guess(&app, "lan@b.vn", 1).await);
    let back = app.app.clock.now().minus(Duration::from_hours(2));
    app.app.clock.set(back);
    assert_eq!(guess(&app, "lan@b.vn", 1).await.code(), 5019);
    // The earlier guesses are not forgotten.
    assert_eq!(retry_after(&guess(&app, "lan@b.vn", 1).await), 60);
}

/// Registrations with an address of another person send no mail, and strangers' requests do not count as the owner's.
#[tokio::test]
async fn strangers_do_not_use_up_the_mails_an_owner_may_ask_for() {
    let app = TestApp::new().await;
    app.verified("lan@b.vn").await;
    app.log_in("lan@b.vn", PASSWORD).await.data();
    app.pass(Duration::from_hours(3));
    for _ in 0..4 {
        assert_eq!(app.sign_up("lan@b.vn").await.code(), 5013);
    }
    let ask = |peer: u8| {
        let request = app.request(Method::POST, "/api/auth/forget-password");
        let request = request.from([10, 1, 0, peer]);
        request.json(json!({ "email": "lan@b.vn" })).send()
    };
    for peer in 0..3 {
        assert_eq!(ask(peer).await.code(), 2000);
    }
    assert_eq!(retry_after(&ask(9).await), 60);
    let body = json!({ "email": "lan@b.vn" });
    app.post("/api/auth/forget-password", body).await.data();
}

/// Every guess would see a free counter if guesses were not counted before they are made.
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

/// Successful logins do not use up the free attempts of a shared address.
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

/// Calls `path` from each of the IPv6 networks, with another e-mail address every time, and returns how many calls were
/// one too many.
async fn refused(app: &TestApp, path: &str, networks: impl Iterator<Item = u16>) -> usize {
    let mut refused = 0;
    for at in networks {
        let mut body = json!({ "email": format!("nguoi{at}@b.vn") });
        if !path.ends_with("forget-password") {
            body["password"] = json!(PASSWORD);
        }
        if path.ends_with("register") {
            body["fullName"] = json!("Nguyễn Thị Lan");
            body["phone"] = json!("0901234567");
            body["company"] = json!("Hoa Sen");
        }
        let request = app.request(Method::POST, path).from(subnet(at));
        let answer = request.json(body).send().await;
        refused += usize::from(answer.status == StatusCode::TOO_MANY_REQUESTS);
    }
    refused
}

#[tokio::test]
async fn an_ipv6_network_is_limited_however_many_parts_it_has() {
    for (path, limit) in [
        ("/api/auth/login", 30),
        ("/api/auth/forget-password", 20),
        ("/api/auth/register", 20),
    ] {
        let app = TestApp::new().await;
        // The networks of one /56, then those of others in the same /48.
        let more = limit / 2;
        let neighbours = 0..limit + more + 5;
        assert_eq!(refused(&app, path, neighbours).await, 5, "{path}");
        let further = (1..=more + 5).map(|at| at * 256);
        assert_eq!(refused(&app, path, further).await, 5, "{path}");
        // The network of others has its own number.
        let body = json!({ "email": "lan@b.vn", "password": "đoán mò" });
        let request = app.request(Method::POST, "/api/auth/login");
        let elsewhere = Ipv6Addr::new(0x2001, 0xdb8, 2, 0, 0, 0, 0, 1);
        let answer = request.from(elsewhere).json(body).send().await;
        assert_eq!(answer.code(), 5019, "{path}");
    }
}

#[tokio::test]
async fn strangers_around_a_known_ipv6_network_do_not_lock_it() {
    let app = TestApp::new().await;
    app.verified("lan@b.vn").await;
    let log_in = async |at: u16, password: &str| {
        let body = json!({ "email": "lan@b.vn", "password": password });
        let request = app.request(Method::POST, "/api/auth/login");
        request.from(subnet(at)).json(body).send().await
    };
    log_in(0, PASSWORD).await.data();
    // Ten guesses are free for all strangers of the /48: twice as many as for an address.
    for at in 1..=10 {
        assert_eq!(log_in(at * 256, "đoán mò").await.code(), 5019, "{at}");
    }
    assert_eq!(retry_after(&log_in(11 * 256, "đoán mò").await), 30);
    log_in(0, PASSWORD).await.data();
    assert_eq!(guess(&app, "lan@b.vn", 1).await.code(), 5019);
}

/// Counting all of its attempts in the wider networks without end would lock them as well.
#[tokio::test]
async fn one_ipv6_network_that_goes_on_for_hours_leaves_attempts_to_its_neighbours() {
    let app = TestApp::new().await;
    let attempt = async |at: u16| {
        let peer = Counter::of_peer(&PASSWORD_OF_PEER, subnet(at).into());
        throttle::attempt(&app.app.db, &[peer], app.app.clock.now()).await
    };
    let start = app.app.clock.now();
    while start.until(app.app.clock.now()) < Duration::from_hours(6) {
        while attempt(0).await.is_ok() {}
        // A refused attempt is counted in no network.
        assert!(attempt(0).await.is_err());
        app.pass(Duration::from_secs(30));
        if attempt(0).await.is_ok() {
            attempt(1).await.unwrap();
            let tx = app.app.db.write().await.unwrap();
            let neighbour = Counter::of_peer(&PASSWORD_OF_PEER, subnet(1).into());
            throttle::forgive(&tx, &neighbour).await.unwrap();
            tx.commit().await.unwrap();
            app.pass(Duration::from_mins(15));
        }
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
    // The registration caused the first mail.
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

#[tokio::test]
async fn reset_links_cannot_be_checked_without_end() {
    let app = TestApp::new().await;
    let check = async || {
        let body = json!({ "token": "khong-co" });
        app.post("/api/auth/reset-password/check", body).await
    };
    for _ in 0..30 {
        assert_eq!(check().await.code(), 5005);
    }
    retry_after(&check().await);
}

/// A stolen session does not allow guessing the password.
#[tokio::test]
async fn the_old_password_cannot_be_guessed_with_a_session() {
    let app = TestApp::new().await;
    app.verified("lan@b.vn").await;
    let login = app.log_in("lan@b.vn", PASSWORD).await;
    let token = super::support::access(&login);
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

/// Otherwise the holder of an own account could remove the lock that their guesses have caused.
#[tokio::test]
async fn an_attempt_that_is_taken_back_leaves_the_lock_of_the_others() {
    let app = TestApp::new().await;
    let peer = Counter::of_peer(&PASSWORD_OF_PEER, [10, 0, 0, 7].into());
    let attempt = async || {
        let counters = std::slice::from_ref(&peer);
        throttle::attempt(&app.app.db, counters, app.app.clock.now()).await
    };
    // The first attempt is the right one, and takes some time.
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
