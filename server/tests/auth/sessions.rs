//! Sessions: opened by a login, and ended in various ways.

use std::time::Duration;

use axum::http::{Method, StatusCode};
use hoi_community::accounts::entity::session;
use hoi_platform::audit::entity as audit_log;
use sea_orm::{EntityTrait, QueryOrder};
use serde_json::json;

use super::support::{PASSWORD, access, refresh};
use crate::support::TestApp;

#[tokio::test]
async fn wrong_password_and_unknown_address_get_the_same_answer_and_the_same_work() {
    let app = TestApp::new().await;
    app.verified("lan@b.vn").await;
    let before = app.app.passwords.computed();
    let wrong = app.log_in("lan@b.vn", "không phải mật khẩu").await;
    assert_eq!(app.app.passwords.computed(), before + 1);
    let unknown = app.log_in("ai@b.vn", "không phải mật khẩu").await;
    assert_eq!(app.app.passwords.computed(), before + 2);
    assert_eq!(
        (wrong.status, wrong.code()),
        (StatusCode::UNAUTHORIZED, 5019)
    );
    assert_eq!((unknown.status, &unknown.json), (wrong.status, &wrong.json));
}

#[tokio::test]
async fn remember_me_makes_the_session_last() {
    let app = TestApp::new().await;
    app.verified("lan@b.vn").await;
    let short = app.log_in("lan@b.vn", PASSWORD).await;
    let body = json!({ "email": "lan@b.vn", "password": PASSWORD, "remember": true });
    let long = app.post("/api/auth/login", body).await;
    assert_eq!(long.data()["refreshToken"]["expiresIn"], 30 * 24 * 3600);
    app.pass(Duration::from_hours(12));
    assert_eq!(app.refresh(&refresh(&short)).await.code(), 5017);
    app.refresh(&refresh(&long)).await.data();
    app.pass(Duration::from_hours(30 * 24));
    assert_eq!(app.refresh(&refresh(&long)).await.code(), 5017);
    hoi_server::background::clean_up(&app.app).await;
    let left = session::Entity::find().all(app.app.db.read()).await;
    assert!(left.unwrap().is_empty());
}

#[tokio::test]
async fn the_name_of_the_scheme_may_be_written_in_any_case() {
    let app = TestApp::new().await;
    let user = app.committee("lan").await;
    for (header, status) in [
        (format!("Bearer {}", user.token), 200),
        (format!("bearer {}", user.token), 200),
        (format!("BEARER  {}", user.token), 200),
        (format!("Basic {}", user.token), 401),
        (format!("Bearer{}", user.token), 401),
        (user.token.clone(), 401),
        ("Bearer".to_owned(), 401),
    ] {
        let request = app.request(Method::GET, "/api/event");
        let answer = request.header("authorization", &header).send().await;
        assert_eq!(answer.status.as_u16(), status, "{header}");
    }
}

#[tokio::test]
async fn an_access_token_is_short_lived_and_renewed_with_the_same_refresh_token() {
    let app = TestApp::new().await;
    app.verified("lan@b.vn").await;
    let login = app.log_in("lan@b.vn", PASSWORD).await;
    app.pass(Duration::from_mins(15));
    let over = app.me(&access(&login)).await;
    assert_eq!((over.status, over.code()), (StatusCode::UNAUTHORIZED, 5018));
    for _ in 0..2 {
        let renewed = app.refresh(&refresh(&login)).await;
        let token = &renewed.data()["token"];
        assert_eq!(token["expiresIn"], 900);
        assert!(renewed.data().get("refreshToken").is_none());
        app.me(token["accessToken"].as_str().unwrap()).await.data();
    }
}

#[tokio::test]
async fn garbage_is_not_a_token() {
    let app = TestApp::new().await;
    app.verified("lan@b.vn").await;
    let login = app.log_in("lan@b.vn", PASSWORD).await;
    let good = access(&login);
    for bad in [
        "",
        "x",
        "a.b.c",
        &good[1..],
        &format!("{good}0"),
        &refresh(&login),
    ] {
        assert_eq!(app.me(bad).await.code(), 5018, "{bad}");
    }
    let other_scheme = app
        .request(Method::GET, "/api/users/me")
        .header("authorization", &format!("Basic {good}"));
    assert_eq!(other_scheme.send().await.code(), 5018);
    assert_eq!(app.get("/api/users/me").await.code(), 5018);
    for bad in ["", "x", &good] {
        let answer = app.refresh(bad).await;
        assert_eq!(
            (answer.status, answer.code()),
            (StatusCode::UNAUTHORIZED, 5017),
            "{bad}"
        );
    }
}

#[tokio::test]
async fn logging_out_ends_this_session_and_always_succeeds() {
    let app = TestApp::new().await;
    app.verified("lan@b.vn").await;
    let here = app.log_in("lan@b.vn", PASSWORD).await;
    let there = app.log_in("lan@b.vn", PASSWORD).await;
    for _ in 0..2 {
        let request = app
            .request(Method::POST, "/api/auth/logout")
            .bearer(&access(&here));
        assert_eq!(request.send().await.code(), 2000);
    }
    assert_eq!(app.me(&access(&here)).await.code(), 5018);
    assert_eq!(app.refresh(&refresh(&here)).await.code(), 5017);
    app.me(&access(&there)).await.data();

    let body = json!({ "refreshToken": refresh(&there) });
    assert_eq!(app.post("/api/auth/logout", body).await.code(), 2000);
    assert_eq!(app.me(&access(&there)).await.code(), 5018);
    for body in [
        "",
        "{",
        "[]",
        "{\"refreshToken\":7}",
        "{\"refreshToken\":\"x\"}",
    ] {
        let request = app
            .request(Method::POST, "/api/auth/logout")
            .bearer("garbage")
            .body(body);
        assert_eq!(request.send().await.code(), 2000, "{body}");
    }
}

#[tokio::test]
async fn tokens_are_stored_only_as_hashes_and_actions_without_secrets() {
    let app = TestApp::new().await;
    app.verified("lan@b.vn").await;
    let login = app.log_in("lan@b.vn", PASSWORD).await;
    let conn = app.app.db.read();
    let rows = session::Entity::find().all(conn).await.unwrap();
    assert!(!format!("{rows:?}").contains(&refresh(&login)));
    let log = audit_log::Entity::find()
        .order_by_asc(audit_log::Column::Id)
        .all(conn)
        .await
        .unwrap();
    let actions: Vec<_> = log.iter().map(|row| row.action.as_str()).collect();
    assert_eq!(actions, ["registered", "emailVerified", "loggedIn"]);
    assert!(log.iter().all(|row| row.ip.as_deref() == Some("127.0.0.1")));
}

#[tokio::test]
async fn expired_sessions_links_and_counters_are_removed() {
    let app = TestApp::new().await;
    app.verified("lan@b.vn").await;
    app.log_in("lan@b.vn", PASSWORD).await.data();
    app.log_in("ai@b.vn", PASSWORD).await;
    let count = || async {
        let conn = app.app.db.read();
        let sessions = session::Entity::find().all(conn).await.unwrap().len();
        let counters = hoi_platform::limits::throttle::entity::Entity::find()
            .all(conn)
            .await
            .unwrap()
            .len();
        let links = hoi_community::accounts::entity::one_time_token::Entity::find()
            .all(conn)
            .await
            .unwrap()
            .len();
        (sessions, counters > 0, links)
    };
    hoi_server::background::clean_up(&app.app).await;
    assert_eq!(count().await, (1, true, 1));
    app.pass(Duration::from_hours(25));
    hoi_server::background::clean_up(&app.app).await;
    assert_eq!(count().await, (0, false, 0));
}

#[tokio::test]
async fn devices_are_listed_and_logged_out_one_by_one_or_together() {
    let app = TestApp::new().await;
    app.verified("lan@b.vn").await;
    app.verified("khac@b.vn").await;
    let stranger = app.log_in("khac@b.vn", PASSWORD).await;
    let mut logins = Vec::new();
    for _ in 0..4 {
        logins.push(app.log_in("lan@b.vn", PASSWORD).await);
        app.pass(Duration::from_mins(1));
    }
    let here = access(&logins[1]);
    let send = async |method: Method, path: &str, token: &str| {
        let path = format!("/api/users/me/sessions{path}");
        let body = json!({ "password": PASSWORD });
        app.request(method, &path)
            .bearer(token)
            .json(body)
            .send()
            .await
    };
    let list = send(Method::GET, "", &here).await;
    let list = list.data().as_array().unwrap().clone();
    let current: Vec<_> = list
        .iter()
        .map(|device| device["isCurrent"] == true)
        .collect();
    assert_eq!(current, [true, false, false, false]);
    assert!(
        list.iter()
            .all(|device| device.get("refreshHash").is_none())
    );
    // After the current one, the latest login comes first.
    let newest = list[1]["id"].as_str().unwrap();
    let one = format!("/{newest}");

    assert_eq!(
        send(Method::DELETE, &one, &access(&stranger)).await.code(),
        5005
    );
    assert_eq!(send(Method::DELETE, &one, &here).await.code(), 2000);
    assert_eq!(app.me(&access(&logins[3])).await.code(), 5018);
    assert_eq!(app.refresh(&refresh(&logins[3])).await.code(), 5017);
    assert_eq!(send(Method::DELETE, &one, &here).await.code(), 5005);

    assert_eq!(send(Method::DELETE, "", &here).await.code(), 2000);
    for gone in [&logins[0], &logins[2]] {
        assert_eq!(app.me(&access(gone)).await.code(), 5018);
    }
    for kept in [&here, &access(&stranger)] {
        app.me(kept).await.data();
    }
    assert_eq!(
        send(Method::GET, "", &here)
            .await
            .data()
            .as_array()
            .unwrap()
            .len(),
        1
    );
}

/// A browser left open must not log out its owner everywhere else.
#[tokio::test]
async fn other_sessions_end_only_with_the_password_which_cannot_be_guessed() {
    let app = TestApp::new().await;
    app.verified("lan@b.vn").await;
    let here = access(&app.log_in("lan@b.vn", PASSWORD).await);
    let there = app.log_in("lan@b.vn", PASSWORD).await;
    let path = "/api/users/me/sessions";
    let list = app.request(Method::GET, path).bearer(&here).send().await;
    let devices = list.data().as_array().unwrap();
    let other = devices.iter().find(|device| device["isCurrent"] == false);
    let one = format!("{path}/{}", other.unwrap()["id"].as_str().unwrap());
    let end = async |path: &str, password: &str| {
        app.request(Method::DELETE, path)
            .bearer(&here)
            .json(json!({ "password": password }))
            .send()
            .await
    };
    for path in [path, &one] {
        let missing = app.request(Method::DELETE, path).bearer(&here);
        assert_eq!(missing.send().await.code(), 5002, "{path}");
        assert!(!end(path, "").await.json["fields"]["password"].is_null());
        let wrong = end(path, "đoán mò").await;
        assert_eq!(
            (wrong.status, wrong.code()),
            (StatusCode::UNAUTHORIZED, 5019)
        );
        let said = &wrong.json["fields"]["password"][0];
        assert_eq!(said, &wrong.json["messages"][0], "{path}");
        app.me(&access(&there)).await.data();
    }
    // Throttled like a login, whichever of the two calls is used.
    for _ in 0..3 {
        assert_eq!(end(&one, "đoán mò").await.code(), 5019);
    }
    let throttled = end(path, PASSWORD).await;
    assert_eq!(throttled.status, StatusCode::TOO_MANY_REQUESTS);
    app.me(&access(&there)).await.data();
    app.pass(Duration::from_secs(30));
    end(path, PASSWORD).await.data();
    assert_eq!(app.me(&access(&there)).await.code(), 5018);
}
