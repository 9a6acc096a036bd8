//! Two-step login: setting it up, the second step, and ways to turn it off.

use std::time::Duration;

use axum::http::Method;
use hoi_community::accounts::entity::{recovery_code, second_factor, user};
use hoi_community::accounts::{Role, UserId};
use hoi_db::Timestamp;
use hoi_platform::audit::entity as audit_log;
use hoi_platform::secrets::Secrets;
use sea_orm::{ActiveModelTrait, ColumnTrait, EntityTrait, QueryFilter, Set};
use serde_json::{Value, json};
use totp_rs::{Builder, Secret};

use super::support::{PASSWORD, access};
use crate::support::{Answer, START, TestApp};

const PATH: &str = "/api/users/me/second-factor";

async fn send(app: &TestApp, method: Method, path: &str, token: &str, body: Value) -> Answer {
    app.request(method, path)
        .bearer(token)
        .json(body)
        .send()
        .await
}

/// Returns the code that the app shows.
fn code(secret: &str, at: Timestamp) -> String {
    let secret = Secret::try_from_base32(secret).unwrap();
    let totp = Builder::new().with_secret(secret).build().unwrap();
    totp.generate(u64::try_from(at.0 / 1000).unwrap())
        .to_string()
}

/// Turns it on for a verified account. Returns the secret and the recovery codes.
async fn turn_on(app: &TestApp, token: &str) -> (String, Vec<String>) {
    let setup = send(
        app,
        Method::POST,
        PATH,
        token,
        json!({ "password": PASSWORD }),
    )
    .await;
    let secret = setup.data()["secret"].as_str().unwrap().to_owned();
    let uri = setup.data()["uri"].as_str().unwrap();
    assert!(
        uri.starts_with("otpauth://totp/H%E1%BB%99i:lan%40b.vn?"),
        "{uri}"
    );
    let first = json!({ "code": code(&secret, app.app.clock.now()) });
    let on = send(app, Method::PUT, PATH, token, first).await;
    let codes = on.data()["recoveryCodes"].as_array().unwrap();
    let codes = codes.iter().map(|code| code.as_str().unwrap().to_owned());
    (secret, codes.collect())
}

async fn second_step(app: &TestApp, challenge: &str, code: &str) -> Answer {
    let body = json!({ "challenge": challenge, "code": code });
    app.post("/api/auth/login/second-factor", body).await
}

async fn challenge(app: &TestApp) -> String {
    let first = app.log_in("lan@b.vn", PASSWORD).await;
    assert!(first.data()["token"].is_null(), "{}", first.json);
    assert_eq!(first.header("set-cookie"), "");
    assert_eq!(first.data()["challengeExpiresIn"], 300);
    first.data()["challenge"].as_str().unwrap().to_owned()
}

async fn lan() -> (TestApp, String) {
    let app = TestApp::new().await;
    app.verified("lan@b.vn").await;
    let token = access(&app.log_in("lan@b.vn", PASSWORD).await);
    (app, token)
}

#[tokio::test]
async fn a_login_takes_a_code_once_it_is_on() {
    let (app, token) = lan().await;
    let state = app.request(Method::GET, PATH).bearer(&token).send().await;
    assert_eq!(
        state.data(),
        &json!({ "isOn": false, "isRequired": false, "recoveryCodesLeft": 0 })
    );
    let (secret, codes) = turn_on(&app, &token).await;
    assert_eq!(codes.len(), 10);
    let state = app.request(Method::GET, PATH).bearer(&token).send().await;
    assert_eq!(
        state.data(),
        &json!({ "isOn": true, "isRequired": false, "recoveryCodesLeft": 10 })
    );

    // The code that turned it on is used up; the next one works once.
    let used = code(&secret, app.app.clock.now());
    assert_eq!(
        second_step(&app, &challenge(&app).await, &used)
            .await
            .code(),
        5019
    );
    app.pass(Duration::from_secs(30));
    let next = code(&secret, app.app.clock.now());
    let login = second_step(
        &app,
        &challenge(&app).await,
        &format!(" {} {}", &next[..3], &next[3..]),
    )
    .await;
    app.me(&access(&login)).await.data();
    assert!(login.header("set-cookie").contains("hoi-device"));
    assert_eq!(
        second_step(&app, &challenge(&app).await, &next)
            .await
            .code(),
        5019
    );
    // A clock that is half a minute late or early is accepted, a worse one is not.
    app.pass(Duration::from_mins(5));
    let now = app.app.clock.now();
    for (at, is_good) in [
        (now.minus(Duration::from_mins(1)), false),
        (now.plus(Duration::from_mins(1)), false),
        (now.minus(Duration::from_secs(30)), true),
        (now.plus(Duration::from_secs(30)), true),
    ] {
        let answer = second_step(&app, &challenge(&app).await, &code(&secret, at)).await;
        assert_eq!(answer.code(), if is_good { 2000 } else { 5019 }, "{at}");
    }
}

/// Both requests find the code unused unless the row of the second factor is locked.
#[tokio::test]
async fn of_two_logins_with_one_code_one_succeeds() {
    let (app, token) = lan().await;
    let (secret, codes) = turn_on(&app, &token).await;
    app.pass(Duration::from_secs(30));
    let next = code(&secret, app.app.clock.now());
    for code in [&next, &codes[0]] {
        let challenge = challenge(&app).await;
        let attempts = (0..4).map(|_| second_step(&app, &challenge, code));
        let answers = futures::future::join_all(attempts).await;
        let good = answers.iter().filter(|answer| answer.code() == 2000);
        assert_eq!(good.count(), 1, "{code}");
        // The wrong codes are forgotten.
        app.pass(Duration::from_hours(2));
    }
}

#[tokio::test]
async fn a_recovery_code_works_once() {
    let (app, token) = lan().await;
    let (_, codes) = turn_on(&app, &token).await;
    let typed = codes[3].to_uppercase().replace('-', " ");
    second_step(&app, &challenge(&app).await, &typed)
        .await
        .data();
    assert_eq!(
        second_step(&app, &challenge(&app).await, &codes[3])
            .await
            .code(),
        5019
    );
    second_step(&app, &challenge(&app).await, &codes[4])
        .await
        .data();
    let state = app.request(Method::GET, PATH).bearer(&token).send().await;
    assert_eq!(state.data()["recoveryCodesLeft"], 8);
}

#[tokio::test]
async fn nothing_of_it_is_stored_in_clear() {
    let (app, token) = lan().await;
    let (secret, codes) = turn_on(&app, &token).await;
    let conn = app.app.db.read();
    let row = second_factor::Entity::find()
        .one(conn)
        .await
        .unwrap()
        .unwrap();
    let bytes = Secret::try_from_base32(&secret).unwrap();
    assert!(
        !row.secret
            .contains(&hoi_platform::secrets::hex(bytes.as_bytes()))
    );
    assert!(!row.secret.contains(&secret));
    let stored = recovery_code::Entity::find().all(conn).await.unwrap();
    for code in codes {
        let plain = code.replace('-', "");
        assert!(stored.iter().all(|row| !row.hash.contains(&plain)));
        assert!(
            stored
                .iter()
                .all(|row| row.hash != hoi_platform::secrets::hash(&plain))
        );
    }
}

#[tokio::test]
async fn codes_cannot_be_guessed_and_guesses_do_not_end_the_password() {
    let (app, token) = lan().await;
    let (secret, _) = turn_on(&app, &token).await;
    app.pass(Duration::from_mins(1));
    let held = challenge(&app).await;
    for _ in 0..5 {
        assert_eq!(second_step(&app, &held, "000000").await.code(), 5019);
    }
    let right = code(&secret, app.app.clock.now());
    assert_eq!(second_step(&app, &held, &right).await.code(), 5003);
    app.pass(Duration::from_secs(30));
    let right = code(&secret, app.app.clock.now());
    second_step(&app, &held, &right).await.data();
}

#[tokio::test]
async fn a_challenge_lasts_five_minutes_and_proves_nothing_else() {
    let (app, token) = lan().await;
    let (secret, _) = turn_on(&app, &token).await;
    let held = challenge(&app).await;
    for wrong in ["", "x", &held[..held.len() - 1], &format!("{held}0")] {
        let answer = second_step(&app, wrong, "000000").await;
        assert_eq!(answer.code(), 5019, "{wrong}");
    }
    assert_eq!(app.me(&held).await.code(), 5018);
    app.pass(Duration::from_mins(5));
    let right = code(&secret, app.app.clock.now());
    assert_eq!(second_step(&app, &held, &right).await.code(), 5019);
    // A new password also ends the challenge.
    let held = challenge(&app).await;
    let login = second_step(&app, &challenge(&app).await, &right).await;
    let body = json!({ "oldPassword": PASSWORD, "newPassword": "mật khẩu khác hẳn" });
    app.put_as("/api/auth/password", &access(&login), body)
        .await
        .data();
    app.pass(Duration::from_secs(30));
    let right = code(&secret, app.app.clock.now());
    assert_eq!(second_step(&app, &held, &right).await.code(), 5019);
}

#[tokio::test]
async fn it_is_turned_on_with_the_password_and_off_with_password_and_code() {
    let (app, token) = lan().await;
    let wrong = send(
        &app,
        Method::POST,
        PATH,
        &token,
        json!({ "password": "đoán mò" }),
    )
    .await;
    assert_eq!(wrong.code(), 5019);
    let early = send(&app, Method::PUT, PATH, &token, json!({ "code": "123456" })).await;
    assert_eq!(early.code(), 5005);
    // The second factor is off until the first code.
    send(
        &app,
        Method::POST,
        PATH,
        &token,
        json!({ "password": PASSWORD }),
    )
    .await
    .data();
    let wrong = send(&app, Method::PUT, PATH, &token, json!({ "code": "123456" })).await;
    assert_eq!(wrong.code(), 5019);
    app.log_in("lan@b.vn", PASSWORD).await.data()["token"]
        .as_object()
        .unwrap();

    let (secret, _) = turn_on(&app, &token).await;
    let again = send(
        &app,
        Method::POST,
        PATH,
        &token,
        json!({ "password": PASSWORD }),
    )
    .await;
    assert_eq!(again.code(), 5008);
    app.pass(Duration::from_secs(30));
    let right = code(&secret, app.app.clock.now());
    let off = format!("{PATH}/remove");
    for (field, body) in [
        ("password", json!({ "password": "đoán mò", "code": right })),
        ("code", json!({ "password": PASSWORD, "code": "000000" })),
    ] {
        let refused = send(&app, Method::POST, &off, &token, body).await;
        assert_eq!(refused.code(), 5019);
        let fields = refused.json["fields"].as_object().unwrap();
        assert_eq!(fields.keys().collect::<Vec<_>>(), [field]);
    }
    let body = json!({ "password": PASSWORD, "code": right });
    send(&app, Method::POST, &off, &token, body).await.data();
    access(&app.log_in("lan@b.vn", PASSWORD).await);
    let conn = app.app.db.read();
    assert!(
        recovery_code::Entity::find()
            .all(conn)
            .await
            .unwrap()
            .is_empty()
    );
}

/// Makes the account of the token an administrator's.
async fn make_admin(app: &TestApp, token: &str) -> UserId {
    let id = id_of(app, token).await;
    let tx = app.app.db.write().await.unwrap();
    let change = user::ActiveModel {
        id: Set(id),
        role: Set(Role::Admin),
        ..Default::default()
    };
    change.update(&tx).await.unwrap();
    tx.commit().await.unwrap();
    id
}

async fn id_of(app: &TestApp, token: &str) -> UserId {
    let me = app.me(token).await;
    me.data()["id"].as_str().unwrap().parse().unwrap()
}

/// An account that has turned it on, an administrator, and the call with which the latter turns it off.
struct Lost {
    app: TestApp,
    owner: UserId,
    admin: UserId,
    admins_token: String,
    path: String,
}

impl Lost {
    async fn new() -> Self {
        let (app, token) = lan().await;
        app.verified("quan@b.vn").await;
        let admins_token = access(&app.log_in("quan@b.vn", PASSWORD).await);
        let admin = make_admin(&app, &admins_token).await;
        turn_on(&app, &token).await;
        let owner = id_of(&app, &token).await;
        Self {
            app,
            owner,
            admin,
            admins_token,
            path: format!("/api/users/{owner}/second-factor"),
        }
    }

    async fn turn_off(&self, password: &str) -> Answer {
        let (method, body) = (Method::DELETE, json!({ "password": password }));
        send(&self.app, method, &self.path, &self.admins_token, body).await
    }

    /// Reads from the administrators' list whether the owner has one.
    async fn is_listed_as_on(&self) -> bool {
        let list = self.app.request(Method::GET, "/api/users");
        let list = list.bearer(&self.admins_token).send().await.data().clone();
        let accounts = list["items"].as_array().unwrap();
        let has = |id: &str| {
            let account = accounts.iter().find(|account| account["id"] == id);
            account.unwrap()["hasSecondFactor"].as_bool().unwrap()
        };
        assert!(!has(&self.admin.to_string()));
        has(&self.owner.to_string())
    }
}

#[tokio::test]
async fn an_administrator_turns_off_what_an_owner_has_lost_and_that_is_recorded() {
    let lost = Lost::new().await;
    assert!(lost.is_listed_as_on().await);
    lost.turn_off(PASSWORD).await.data();
    assert!(!lost.is_listed_as_on().await);
    access(&lost.app.log_in("lan@b.vn", PASSWORD).await);
    let log = audit_log::Entity::find()
        .filter(audit_log::Column::Action.eq("secondFactorReset"))
        .one(lost.app.app.db.read())
        .await
        .unwrap()
        .unwrap();
    assert_eq!(
        (log.actor_id, log.subject_id.unwrap().to_string()),
        (Some(lost.admin), lost.owner.to_string())
    );
}

/// A browser that an administrator left open must not make the accounts of others weaker.
#[tokio::test]
async fn it_is_turned_off_for_another_only_with_the_administrators_password() {
    let lost = Lost::new().await;
    let app = &lost.app;
    let missing = app.request(Method::DELETE, &lost.path);
    let missing = missing.bearer(&lost.admins_token).send().await;
    assert_eq!(missing.code(), 5002);
    assert!(!lost.turn_off("").await.json["fields"]["password"].is_null());
    // Throttled like a login.
    for _ in 0..5 {
        let wrong = lost.turn_off("đoán mò").await;
        assert_eq!((wrong.status.as_u16(), wrong.code()), (401, 5019));
        let said = &wrong.json["fields"]["password"][0];
        assert_eq!(said, &wrong.json["messages"][0]);
    }
    assert_eq!(lost.turn_off(PASSWORD).await.status.as_u16(), 429);
    challenge(app).await;
    app.pass(Duration::from_secs(30));
    lost.turn_off(PASSWORD).await.data();
    access(&app.log_in("lan@b.vn", PASSWORD).await);
}

#[tokio::test]
async fn an_administrator_turns_the_own_one_off_only_with_a_code() {
    let (app, token) = lan().await;
    let id = make_admin(&app, &token).await;
    turn_on(&app, &token).await;
    let path = format!("/api/users/{id}/second-factor");
    let body = json!({ "password": PASSWORD });
    let refused = send(&app, Method::DELETE, &path, &token, body).await;
    assert_eq!((refused.status.as_u16(), refused.code()), (409, 5008));
    challenge(&app).await;
}

/// If the installation requires it, an administrator without a second factor may only set it up.
#[tokio::test]
async fn administrators_need_it_where_the_installation_says_so() {
    let app = TestApp::configured(|config| config.require_admin_2fa = true).await;
    app.verified("lan@b.vn").await;
    let login = app.log_in("lan@b.vn", PASSWORD).await;
    let token = access(&login);
    assert_eq!(login.data()["user"]["mustSetUpSecondFactor"], false);
    app.request(Method::GET, "/api/event")
        .bearer(&token)
        .send()
        .await
        .data();

    make_admin(&app, &token).await;

    for path in ["/api/users", "/api/event", "/api/users/search?keyword=lan"] {
        let refused = app.request(Method::GET, path).bearer(&token).send().await;
        assert_eq!(
            (refused.status.as_u16(), refused.code()),
            (403, 5016),
            "{path}"
        );
        assert_eq!(refused.json["data"]["reason"], "MUST_SET_UP_SECOND_FACTOR");
    }
    assert_eq!(app.me(&token).await.data()["mustSetUpSecondFactor"], true);
    turn_on(&app, &token).await;
    assert_eq!(app.me(&token).await.data()["mustSetUpSecondFactor"], false);
    app.request(Method::GET, "/api/users")
        .bearer(&token)
        .send()
        .await
        .data();
    assert!(app.app.clock.now() >= START);
}

/// Second factors encrypted with a lost secret cannot be read, and must not lock out their owners.
#[tokio::test]
async fn it_is_off_after_another_secret_was_accepted() {
    let (app, token) = lan().await;
    turn_on(&app, &token).await;
    challenge(&app).await;
    let (db, now) = (&app.app.db, app.app.clock.now());
    let accept = async |secrets: &Secrets| {
        let accepted = hoi_community::accounts::accept_secret(db, secrets, now);
        accepted.await.unwrap()
    };
    assert_eq!(accept(&app.app.secrets).await, None, "it is the own one");
    challenge(&app).await;
    let folder = tempfile::tempdir().unwrap();
    let another = Secrets::load_or_create(folder.path()).unwrap();
    assert!(accept(&another).await.is_some());
    access(&app.log_in("lan@b.vn", PASSWORD).await);
}
