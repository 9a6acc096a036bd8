//! Registration and confirmation of the address.

use std::time::Duration;

use axum::http::{Method, StatusCode};
use hoi_community::accounts::entity::user;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};
use serde_json::{Value, json};

use super::support::{PASSWORD, access, token_of};
use crate::support::{Answer, TestApp};

async fn verify(app: &TestApp, token: &str) -> Answer {
    let path = format!("/api/auth/verify-email/{token}");
    app.request(Method::POST, &path).send().await
}

#[tokio::test]
async fn the_way_in_leads_over_the_mailed_link() {
    let app = TestApp::new().await;
    let answer = app.sign_up("Lan@CongTy.vn").await;
    assert_eq!(answer.data()["email"], "Lan@CongTy.vn");
    assert!(answer.data()["id"].is_string());
    assert!(answer.data().get("password").is_none());

    let early = app.log_in("lan@congty.vn", PASSWORD).await;
    assert_eq!((early.status, early.code()), (StatusCode::FORBIDDEN, 5020));
    assert_eq!(early.json["data"]["reason"], "UNVERIFIED");
    assert!(
        early.json["messages"][0]
            .as_str()
            .unwrap()
            .contains("xác minh")
    );

    let [mail] = app.run_jobs().await.try_into().unwrap();
    assert_eq!(mail.to.email.to_string(), "Lan@CongTy.vn");
    assert_eq!(mail.subject, "Xác minh email của bạn tại Hội");
    assert!(
        mail.text.contains("Xin chào Nguyễn Thị Lan,"),
        "{}",
        mail.text
    );
    let token = token_of(&mail, "/verify-email/");
    assert_eq!(verify(&app, &token).await.code(), 2000);

    let login = app.log_in("LAN@congty.VN", PASSWORD).await;
    let data = login.data();
    assert_eq!(data["user"]["role"], "COMMITTEE");
    assert_eq!(data["user"]["fullName"], "Nguyễn Thị Lan");
    assert_eq!(data["user"]["mustChangePassword"], false);
    assert_eq!(data["token"]["expiresIn"], 900);
    assert_eq!(data["refreshToken"]["expiresIn"], 12 * 3600);
    app.me(&access(&login)).await.data();
}

#[tokio::test]
async fn an_account_made_in_english_gets_english_mails() {
    let app = TestApp::new().await;
    let body = json!({ "fullName": "Ann", "email": "ann@example.org", "phone": "0901234567", "company": "X", "password": PASSWORD });
    let mut raised = body.clone();
    raised["role"] = json!("ADMIN");
    let request = app.request(Method::POST, "/api/auth/register");
    let refused = request.json(raised).send().await;
    assert_eq!(refused.code(), 5002);
    assert!(
        refused.json["fields"]["role"].is_array(),
        "{}",
        refused.json
    );
    let request = app.request(Method::POST, "/api/auth/register").lang("en");
    request.json(body).send().await.data();
    let [mail] = app.run_jobs().await.try_into().unwrap();
    assert_eq!(mail.subject, "Verify your email for Hội");
    assert!(mail.html.contains("Hello Ann,"));
    let token = token_of(&mail, "/verify-email/");
    verify(&app, &token).await.data();
    let login = app.log_in("ann@example.org", PASSWORD).await;
    assert_eq!(login.data()["user"]["role"], "COMMITTEE");
    let me = app.me(&access(&login)).await;
    assert_eq!(me.data()["lang"], "en");
    assert_eq!(me.data()["planSummary"]["eventLimit"], -1);
}

#[tokio::test]
async fn a_link_works_once_and_for_a_day() {
    let app = TestApp::new().await;
    app.sign_up("a@b.vn").await.data();
    let [mail] = app.run_jobs().await.try_into().unwrap();
    let token = token_of(&mail, "/verify-email/");
    app.pass(Duration::from_hours(24));
    let late = verify(&app, &token).await;
    assert_eq!((late.status, late.code()), (StatusCode::NOT_FOUND, 5005));

    let again = app
        .post(
            "/api/auth/resend-verification",
            json!({ "email": "A@b.vn" }),
        )
        .await;
    again.data();
    let [mail] = app.run_jobs().await.try_into().unwrap();
    let token = token_of(&mail, "/verify-email/");
    let request = app.request(Method::POST, &format!("/api/auth/verify-email/{token}"));
    assert_eq!(request.json(json!({})).send().await.code(), 2000);
    assert_eq!(verify(&app, &token).await.code(), 5005);
}

/// The account of the link, the address with which the browser signed up, and whether that opens a session.
#[tokio::test]
async fn a_link_logs_in_the_account_that_signed_up_in_this_browser() {
    let app = TestApp::new().await;
    for (email, body, opens) in [
        ("a@b.vn", json!({ "logInAs": " A@B.vn" }), true),
        ("b@b.vn", json!({ "logInAs": "a@b.vn" }), false),
        ("c@b.vn", json!({ "logInAs": null }), false),
        ("d@b.vn", json!({ "logInAs": 7 }), false),
        ("e@b.vn", json!({ "logInAs": "" }), false),
    ] {
        app.sign_up(email).await.data();
        let [mail] = app.run_jobs().await.try_into().unwrap();
        let path = format!(
            "/api/auth/verify-email/{}",
            token_of(&mail, "/verify-email/")
        );
        let link = || app.request(Method::POST, &path).json(body.clone());
        let answer = link().send().await;
        let login = &answer.data()["login"];
        assert_eq!(login.is_object(), opens, "{email}");
        assert_eq!(answer.headers.contains_key("set-cookie"), opens, "{email}");
        if opens {
            assert_eq!(login["user"]["email"], email);
            assert_eq!(login["refreshToken"]["expiresIn"], 30 * 24 * 3600);
            app.me(login["token"]["accessToken"].as_str().unwrap())
                .await
                .data();
        }
        assert_eq!(link().send().await.code(), 5005, "{email}");
        app.log_in(email, PASSWORD).await.data();
    }
}

#[tokio::test]
async fn a_link_opens_no_session_for_a_suspended_account() {
    let app = TestApp::new().await;
    app.sign_up("a@b.vn").await.data();
    let [mail] = app.run_jobs().await.try_into().unwrap();
    let path = format!(
        "/api/auth/verify-email/{}",
        token_of(&mail, "/verify-email/")
    );
    let tx = app.app.db.write().await.unwrap();
    user::Entity::update_many()
        .col_expr(user::Column::IsActive, false.into())
        .filter(user::Column::EmailKey.eq("a@b.vn"))
        .exec(&tx)
        .await
        .unwrap();
    tx.commit().await.unwrap();
    let request = app.request(Method::POST, &path);
    let answer = request.json(json!({ "logInAs": "a@b.vn" })).send().await;
    assert!(answer.data()["login"].is_null());
    assert_eq!(app.log_in("a@b.vn", PASSWORD).await.code(), 5020);
}

#[tokio::test]
async fn a_newer_link_voids_the_older_one() {
    let app = TestApp::new().await;
    app.sign_up("a@b.vn").await.data();
    let [first] = app.run_jobs().await.try_into().unwrap();
    app.post(
        "/api/auth/resend-verification",
        json!({ "email": "a@b.vn" }),
    )
    .await
    .data();
    let [second] = app.run_jobs().await.try_into().unwrap();
    assert_ne!(first.message_id, second.message_id);
    let (first, second) = (
        token_of(&first, "/verify-email/"),
        token_of(&second, "/verify-email/"),
    );
    assert_eq!(verify(&app, &first).await.code(), 5005);
    assert_eq!(verify(&app, &second).await.code(), 2000);
}

/// A token of one kind is not valid for the other.
#[tokio::test]
async fn a_link_is_for_one_thing() {
    let app = TestApp::new().await;
    app.sign_up("a@b.vn").await.data();
    let [mail] = app.run_jobs().await.try_into().unwrap();
    let token = token_of(&mail, "/verify-email/");
    let body = json!({ "token": token, "password": "một mật khẩu khác" });
    assert_eq!(
        app.post("/api/auth/reset-password", body).await.code(),
        5005
    );
}

#[tokio::test]
async fn asking_again_tells_nothing_and_mails_only_unverified_accounts() {
    let app = TestApp::new().await;
    app.verified("done@b.vn").await;
    app.sign_up("waiting@b.vn").await.data();
    app.run_jobs().await;
    let mut answers = Vec::new();
    let mut mails = Vec::new();
    for email in ["done@b.vn", "waiting@b.vn", "nobody@b.vn"] {
        answers.push(
            app.post("/api/auth/resend-verification", json!({ "email": email }))
                .await
                .json,
        );
        mails.push(app.run_jobs().await.len());
    }
    assert!(
        answers.iter().all(|answer| *answer == answers[0]),
        "{answers:?}"
    );
    assert_eq!(mails, [0, 1, 0]);
}

#[tokio::test]
async fn an_address_has_one_account() {
    let app = TestApp::new().await;
    app.sign_up("lan@congty.vn").await.data();
    let again = app.sign_up("LAN@CONGTY.VN").await;
    assert_eq!((again.status, again.code()), (StatusCode::CONFLICT, 5013));
    // Also when both requests come at once.
    let (one, two) = tokio::join!(app.sign_up("race@b.vn"), app.sign_up("Race@b.vn"));
    let mut codes = [one.code(), two.code()];
    codes.sort_unstable();
    assert_eq!(codes, [2000, 5013]);
}

#[tokio::test]
async fn every_field_keeps_its_rules() {
    let app = TestApp::new().await;
    let long = |count: usize| "ềấộ".chars().cycle().take(count).collect::<String>();
    let address = |count: usize| format!("{}@b.vn", "a".repeat(count - 5));
    let cases: Vec<(&str, Value, Option<u16>)> = vec![
        ("fullName", json!("   "), Some(400)),
        ("fullName", json!(long(999)), None),
        ("fullName", json!(long(1000)), Some(400)),
        ("email", json!(""), Some(400)),
        ("email", json!("a@"), Some(400)),
        ("email", json!("a b@c.d"), Some(400)),
        ("email", json!("lan+su-kien@congty.vn"), None),
        ("email", json!(address(999)), None),
        ("email", json!(address(1000)), Some(400)),
        ("phone", json!(" "), Some(400)),
        ("phone", json!("1".repeat(99)), None),
        ("phone", json!("1".repeat(100)), Some(400)),
        ("phone", json!("call me"), Some(400)),
        ("company", json!(""), Some(400)),
        ("company", json!(long(999)), None),
        ("company", json!(long(1000)), Some(400)),
        ("password", json!(""), Some(400)),
        ("password", json!(long(7)), Some(400)),
        ("password", json!(long(8)), None),
        ("password", json!(long(128)), None),
        ("password", json!(long(129)), Some(400)),
        ("fullName", Value::Null, Some(400)),
        ("phone", json!(901_234_567), Some(400)),
    ];
    for lang in ["vi", "en"] {
        for (at, (field, value, refused)) in cases.iter().enumerate() {
            let mut body = json!({ "fullName": "Lan", "email": format!("{lang}{at}@b.vn"), "phone": "0901234567", "company": "X", "password": PASSWORD });
            body[field] = value.clone();
            let request = app.request(Method::POST, "/api/auth/register").lang(lang);
            let answer = request
                .from([10, 0, if lang == "vi" { 0 } else { 1 }, at as u8])
                .json(body)
                .send()
                .await;
            let shown = value.to_string().chars().take(20).collect::<String>();
            match refused {
                Some(status) => {
                    assert_eq!(
                        (answer.status.as_u16(), answer.code()),
                        (*status, 5002),
                        "{field} {shown}"
                    );
                    assert!(
                        answer.json["fields"][field][0].is_string(),
                        "{field} {shown}: {}",
                        answer.json
                    );
                }
                // In the second language the long addresses have an account already.
                None => assert!(
                    matches!(answer.code(), 2000 | 5013),
                    "{field} {shown}: {}",
                    answer.json
                ),
            }
        }
    }
}
