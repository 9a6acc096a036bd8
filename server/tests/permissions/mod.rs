//! Permissions: one line per route of the API. A route without a line fails, and so does a line without a route.
//!
//! Permission is checked before the payload, so most calls are made with an empty body.

use std::collections::BTreeSet;

use axum::http::{Method, StatusCode};
use hoi_server::accounts::entity::user;
use sea_orm::{ActiveModelTrait, Set};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::support::{Socket, TestApp, TestUser};

/// Not refused for lack of permission: any answer except 5016, 5018 and 5020, and no internal error.
const OK: u64 = 0;

/// The callers, in the order of the columns: without a token; suspended; an organiser without a connection to the
/// event; the event's owner; an administrator.
const CALLERS: [&str; 5] = ["public", "suspended", "stranger", "owner", "admin"];

/// Allowed for everyone; the caller is not examined.
const EVERYONE: [u64; 5] = [OK, OK, OK, OK, OK];
const SIGNED: [u64; 5] = [5018, 5020, OK, OK, OK];
const OWNER: [u64; 5] = [5018, 5020, 5016, OK, OK];
const ADMIN: [u64; 5] = [5018, 5020, 5016, 5016, OK];

#[rustfmt::skip]
fn table() -> Vec<Row> {
    vec![
        row("GET /health", EVERYONE),
        row("GET /health/mail", ADMIN),

        row("POST /auth/login", EVERYONE),
        row("POST /auth/register", EVERYONE),
        row("POST /auth/verify-email/{token}", EVERYONE),
        row("POST /auth/resend-verification", EVERYONE),
        row("POST /auth/forget-password", EVERYONE),
        row("POST /auth/reset-password", EVERYONE),
        row("POST /auth/reset-password/check", EVERYONE),
        row("POST /auth/refresh-token", EVERYONE),
        row("POST /auth/logout", EVERYONE),
        row("PUT /auth/password", SIGNED),
        row("POST /auth/password/generate", ADMIN),

        row("POST /auth/login/second-factor", EVERYONE),
        row("GET /users/me/second-factor", SIGNED),
        row("POST /users/me/second-factor", SIGNED),
        row("PUT /users/me/second-factor", SIGNED),
        row("POST /users/me/second-factor/remove", SIGNED),
        row("DELETE /users/{id}/second-factor", ADMIN),

        row("GET /users", ADMIN),
        row("POST /users", ADMIN),
        row("PUT /users/{id}", ADMIN),
        row("GET /users/me", SIGNED),
        row("GET /users/me/qr-code", SIGNED),
        row("GET /users/me/sessions", SIGNED),
        row("DELETE /users/me/sessions", SIGNED),
        row("DELETE /users/me/sessions/{id}", SIGNED),
        row("PUT /users/profile", SIGNED),
        row("GET /users/search", SIGNED),

        row("POST /upload", SIGNED),
        row("GET /upload/{id}", EVERYONE),
        row("DELETE /upload/{id}", SIGNED),
        row("GET /bank", EVERYONE),
        row("GET /cover", SIGNED),
        row("POST /cover", SIGNED),
        row("DELETE /cover/{id}", SIGNED),

        row("GET /event", SIGNED),
        row("POST /event", SIGNED),
        row("GET /event/{eventId}", OWNER),
        row("PUT /event/{eventId}", OWNER),
        row("DELETE /event/{eventId}", OWNER),
        row("POST /event/{eventId}/reopen", OWNER),
        row("POST /event/{eventId}/cancel", OWNER),
        row("PUT /event/{eventId}/form", OWNER),
        row("GET /event/{eventId}/activities", OWNER),
        row("GET /event/{eventId}/activities/actors", OWNER),
        row("GET /event/{eventId}/public", EVERYONE),
        row("GET /event/{eventId}/preview", OWNER),
        row("POST /event/{eventId}/upload", EVERYONE),
        row("GET /event/{eventId}/tickets", OWNER),
        row("POST /event/{eventId}/tickets", OWNER),
        row("PUT /event/{eventId}/tickets/{id}", OWNER),
        row("DELETE /event/{eventId}/tickets/{id}", OWNER),

        row("GET /event/{eventId}/invitation-codes", OWNER),
        row("POST /event/{eventId}/invitation-codes", OWNER),
        row("PUT /event/{eventId}/invitation-codes", OWNER),
        row("DELETE /event/{eventId}/invitation-codes", OWNER),
        row("PUT /event/{eventId}/invitation-codes/{id}", OWNER),
        row("DELETE /event/{eventId}/invitation-codes/{id}", OWNER),
        row("GET /event/{eventId}/invitation-codes/export", OWNER),
        row("POST /event/{eventId}/invitation-codes/export", OWNER),

        row("GET /event/{eventId}/attendances", OWNER),
        row("POST /event/{eventId}/attendances", OWNER),
        row("DELETE /event/{eventId}/attendances", OWNER),
        row("POST /event/{eventId}/attendances/import", OWNER),
        row("GET /event/{eventId}/attendances/import/template", OWNER),
        row("GET /event/{eventId}/attendances/export", OWNER),
        row("POST /event/{eventId}/attendances/export", OWNER),
        row("GET /event/{eventId}/attendances/ids", OWNER),
        row("POST /event/{eventId}/attendances/bulk", OWNER),
        row("GET /event/{eventId}/attendances/{id}", OWNER),
        row("GET /event/{eventId}/attendances/{id}/history", OWNER),
        row("PUT /event/{eventId}/attendances/{id}", OWNER),
        row("POST /event/{eventId}/attendances/{id}/resend", OWNER),
        row("GET /event/{eventId}/attendances/undelivered", OWNER),
        row("POST /event/{eventId}/attendances/undelivered/resend", OWNER),
        row("POST /event/{eventId}/attendances/{id}/confirm", OWNER),
        row("GET /event/{eventId}/registration-bursts", OWNER),
        row("DELETE /event/{eventId}/registration-bursts/{id}", OWNER),

        row("POST /event/{eventId}/register", EVERYONE),
        row("GET /event/{eventId}/invitation/{code}", EVERYONE),
        // Opened by its own key instead of a login; its rules are tested with the registration.
        row("GET /event/{eventId}/registration", EVERYONE),
        row("PUT /event/{eventId}/registration", EVERYONE),
        row("DELETE /event/{eventId}/registration", EVERYONE),
        row("POST /event/{eventId}/registration/confirm", EVERYONE),
        row("POST /event/{eventId}/registration/upload", EVERYONE),
        row("POST /event/{eventId}/find-ticket", EVERYONE),

        // A device at check-in has a key instead of a login; its rules are tested with check-in.
        row("POST /event/checkin", [5016, 5020, 5016, OK, OK]).body(|event| json!({ "eventId": event, "code": "0000000000AA" })),
        row("GET /event/{eventId}/checkin", EVERYONE),
        row("PUT /event/{eventId}/checkin", OWNER),
        row("GET /event/{eventId}/checkin-conflicts", OWNER),
        row("GET /event/{eventId}/checkin-keys", OWNER),
        row("POST /event/{eventId}/checkin-keys", OWNER),
        row("DELETE /event/{eventId}/checkin-keys", OWNER),
        row("DELETE /event/{eventId}/checkin-keys/{id}", OWNER),

        row("GET /event/{eventId}/lucky-draw", EVERYONE),
        row("PUT /event/{eventId}/lucky-draw", OWNER),
        row("GET /event/{eventId}/lucky-draw/settings", OWNER),
        row("POST /event/{eventId}/lucky-draw/rounds", OWNER),
        row("GET /event/{eventId}/lucky-draw/rounds/{id}", EVERYONE),
        row("POST /event/{eventId}/lucky-draw/draw", OWNER),
        row("DELETE /event/{eventId}/lucky-draw/winners/{id}", OWNER),

        row("GET /event/{eventId}/messages", OWNER),
        row("POST /event/{eventId}/messages", OWNER),
        row("GET /event/{eventId}/messages/count", OWNER),
        row("GET /event/{eventId}/messages/{id}", OWNER),
        row("PUT /event/{eventId}/messages/{id}", OWNER),
        row("DELETE /event/{eventId}/messages/{id}", OWNER),
        row("POST /event/{eventId}/messages/{id}/send", OWNER),
        row("POST /event/{eventId}/messages/{id}/cancel", OWNER),
        row("GET /event/{eventId}/messages/{id}/deliveries", OWNER),
        row("POST /event/{eventId}/messages/{id}/retry", OWNER),
        row("POST /event/{eventId}/messages/{id}/test", OWNER),
    ]
}

struct Row {
    method: Method,
    path: &'static str,
    expected: [u64; 5],
    body: fn(&str) -> Value,
}

fn row(route: &'static str, expected: [u64; 5]) -> Row {
    let (method, path) = route.split_once(' ').unwrap();
    Row {
        method: method.parse().unwrap(),
        path,
        expected,
        body: |_| json!({}),
    }
}

impl Row {
    /// Sets a body for calls that name the event in it.
    fn body(mut self, body: fn(&str) -> Value) -> Self {
        self.body = body;
        self
    }

    fn route(&self) -> String {
        format!("{} {}", self.method, self.path)
    }
}

#[test]
fn every_route_has_a_line() {
    let routes: BTreeSet<String> = crate::support::operations()
        .into_iter()
        .map(|operation| operation.route())
        .collect();
    let lines: Vec<String> = table().iter().map(Row::route).collect();
    let distinct: BTreeSet<String> = lines.iter().cloned().collect();
    assert_eq!(lines.len(), distinct.len(), "a route has two lines");
    let missing: Vec<_> = routes.difference(&distinct).collect();
    let stale: Vec<_> = distinct.difference(&routes).collect();
    assert!(
        missing.is_empty() && stale.is_empty(),
        "without a line: {missing:?}; without a route: {stale:?}"
    );
}

#[tokio::test]
async fn every_caller_gets_what_the_table_says() {
    let app = TestApp::new().await;
    let mut wrong = Vec::new();
    for (at, row) in table().iter().enumerate() {
        // New accounts for every route, because some calls end sessions or change accounts.
        let owner = app.committee(&format!("owner{at}")).await;
        let stranger = app.committee(&format!("stranger{at}")).await;
        let admin = app.admin_called(&format!("admin{at}")).await;
        let suspended = app.committee(&format!("suspended{at}")).await;
        suspend(&app, &suspended).await;
        let event = app.open_event(&owner, 10).await.to_string();
        let tokens = [
            None,
            Some(&suspended.token),
            Some(&stranger.token),
            Some(&owner.token),
            Some(&admin.token),
        ];
        let path = row
            .path
            .replace("{eventId}", &event)
            .replace("{id}", &Uuid::from_u128(7).to_string())
            .replace("{token}", "nothing")
            .replace("{code}", "NOTHING1");
        for ((caller, token), expected) in CALLERS.iter().zip(tokens).zip(row.expected) {
            let mut request = app.request(row.method.clone(), &format!("/api{path}"));
            if row.method != Method::GET {
                request = request.json((row.body)(&event));
            }
            if let Some(token) = token {
                request = request.bearer(token);
            }
            let answer = request.send().await;
            let code = answer.code();
            let is_right = if expected == OK {
                !matches!(code, 5000 | 5016 | 5018 | 5020) && !answer.status.is_server_error()
            } else {
                code == expected
            };
            if !is_right {
                let expected = if expected == OK {
                    "OK".to_owned()
                } else {
                    expected.to_string()
                };
                wrong.push(format!(
                    "{} as {caller}: {code}, not {expected}",
                    row.route()
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Calls allowed to an account with a generated password: reading itself, and replacing the password. Refreshing and
/// logging out need no access token.
const BEFORE_THE_PASSWORD_IS_REPLACED: [&str; 2] = ["GET /users/me", "PUT /auth/password"];

#[tokio::test(flavor = "multi_thread")]
async fn who_must_replace_a_generated_password_may_do_nothing_else() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let event = app.open_event(&admin, 10).await.to_string();
    let file = app.uploaded(&admin, "businessLicense").await;
    change(&app, &admin, |user| user.must_change_password = Set(true)).await;
    let mut wrong = Vec::new();
    for row in table().iter().filter(|row| row.expected[0] == 5018) {
        let path = row
            .path
            .replace("{eventId}", &event)
            .replace("{id}", &Uuid::from_u128(7).to_string());
        let mut request = app.request(row.method.clone(), &format!("/api{path}"));
        if row.method != Method::GET {
            request = request.json((row.body)(&event));
        }
        let answer = request.bearer(&admin.token).send().await;
        let is_refused = (answer.status, answer.code()) == (StatusCode::FORBIDDEN, 5016)
            && answer.json["data"]["reason"] == "MUST_CHANGE_PASSWORD";
        if is_refused == BEFORE_THE_PASSWORD_IS_REPLACED.contains(&row.route().as_str()) {
            wrong.push(format!("{}: {}", row.route(), answer.json));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert_eq!(app.get_as(&admin, &file).await.code(), 5016);
    let address = app.listen().await;
    let token = json!({ "token": admin.token });
    let refused = Socket::connect(address, "/notification", token).await;
    assert_eq!(refused.err().as_deref(), Some("INSUFFICIENT_PERMISSION"));
}

async fn suspend(app: &TestApp, who: &TestUser) {
    change(app, who, |user| user.is_active = Set(false)).await;
}

async fn change(app: &TestApp, who: &TestUser, what: impl FnOnce(&mut user::ActiveModel)) {
    let tx = app.app.db.write().await.unwrap();
    let mut change = user::ActiveModel {
        id: Set(who.id),
        ..Default::default()
    };
    what(&mut change);
    change.update(&tx).await.unwrap();
    tx.commit().await.unwrap();
}
