//! Forgotten, changed and generated passwords.

use std::time::Duration;

use axum::http::{Method, StatusCode};
use serde_json::{Value, json};

use super::support::{PASSWORD, access, password_in, refresh, token_of};
use crate::support::{Answer, TestApp, TestUser};

const NEW: &str = "mật khẩu hoàn toàn mới";

async fn forget(app: &TestApp, email: &str) -> Answer {
    app.post("/api/auth/forget-password", json!({ "email": email }))
        .await
}

async fn reset(app: &TestApp, token: &str, password: &str) -> Answer {
    let body = json!({ "token": token, "password": password });
    app.post("/api/auth/reset-password", body).await
}

async fn change(app: &TestApp, token: &str, old: &str, new: &str) -> Answer {
    let body = json!({ "oldPassword": old, "newPassword": new });
    app.put_as("/api/auth/password", token, body).await
}

async fn generate(app: &TestApp, admin: &TestUser, email: &str) -> Answer {
    let request = app.request(Method::POST, "/api/auth/password/generate");
    request
        .bearer(&admin.token)
        .json(json!({ "email": email }))
        .send()
        .await
}

#[tokio::test]
async fn a_forgotten_password_is_replaced_by_the_mailed_link() {
    let app = TestApp::new().await;
    app.verified("lan@b.vn").await;
    let login = app.log_in("lan@b.vn", PASSWORD).await;

    forget(&app, "LAN@b.vn").await.data();
    let [mail] = app.run_jobs().await.try_into().unwrap();
    assert_eq!(mail.subject, "Đặt lại mật khẩu Hội");
    let token = token_of(&mail, "/auth/reset-password/");
    let short = reset(&app, &token, "1234567").await;
    assert_eq!(short.code(), 5002);
    assert_eq!(reset(&app, &token, NEW).await.code(), 2000);

    assert_eq!(app.me(&access(&login)).await.code(), 5018);
    assert_eq!(app.refresh(&refresh(&login)).await.code(), 5017);
    assert_eq!(app.log_in("lan@b.vn", PASSWORD).await.code(), 5019);
    app.log_in("lan@b.vn", NEW).await.data();
    let again = reset(&app, &token, "thêm một lần nữa").await;
    assert_eq!((again.status, again.code()), (StatusCode::NOT_FOUND, 5005));

    let [notice] = app.run_jobs().await.try_into().unwrap();
    assert_eq!(notice.subject, "Mật khẩu Hội của bạn vừa được thay đổi");
}

#[tokio::test]
async fn a_reset_link_works_for_an_hour_and_only_the_newest() {
    let app = TestApp::new().await;
    app.verified("lan@b.vn").await;
    let mut tokens = Vec::new();
    for _ in 0..2 {
        forget(&app, "lan@b.vn").await.data();
        let [mail] = app.run_jobs().await.try_into().unwrap();
        tokens.push(token_of(&mail, "/auth/reset-password/"));
    }
    assert_eq!(reset(&app, &tokens[0], NEW).await.code(), 5005);
    app.pass(Duration::from_mins(60));
    assert_eq!(reset(&app, &tokens[1], NEW).await.code(), 5005);
    app.log_in("lan@b.vn", PASSWORD).await.data();
}

#[tokio::test]
async fn a_reset_link_can_be_checked_without_using_it() {
    let app = TestApp::new().await;
    app.verified("lan@b.vn").await;
    let check = async |token: &str| {
        let body = json!({ "token": token });
        let answer = app.post("/api/auth/reset-password/check", body).await;
        answer.code()
    };
    assert_eq!(check("").await, 5002);
    assert_eq!(check("khong-co").await, 5005);
    let mut tokens = Vec::new();
    for _ in 0..2 {
        forget(&app, "lan@b.vn").await.data();
        let [mail] = app.run_jobs().await.try_into().unwrap();
        tokens.push(token_of(&mail, "/auth/reset-password/"));
    }
    assert_eq!(check(&tokens[0]).await, 5005, "only the newest works");
    // Checking a valid link does not count against the limit.
    for _ in 0..40 {
        assert_eq!(check(&tokens[1]).await, 2000);
    }
    assert_eq!(reset(&app, &tokens[1], NEW).await.code(), 2000);
    assert_eq!(check(&tokens[1]).await, 5005, "used");

    app.pass(Duration::from_mins(2));
    forget(&app, "lan@b.vn").await.data();
    let mails = app.run_jobs().await;
    let mail = mails
        .iter()
        .find(|mail| mail.subject.starts_with("Đặt lại"));
    let token = token_of(mail.unwrap(), "/auth/reset-password/");
    app.pass(Duration::from_mins(60));
    assert_eq!(check(&token).await, 5005, "over");
}

#[tokio::test]
async fn asking_tells_nothing_about_who_has_an_account() {
    let app = TestApp::new().await;
    app.verified("lan@b.vn").await;
    let known = forget(&app, "lan@b.vn").await;
    let unknown = forget(&app, "ai@b.vn").await;
    assert_eq!((known.status, &known.json), (unknown.status, &unknown.json));
    assert_eq!(app.run_jobs().await.len(), 1);
}

/// Using the mailed link also proves the address.
#[tokio::test]
async fn a_reset_verifies_the_address() {
    let app = TestApp::new().await;
    app.sign_up("lan@b.vn").await.data();
    app.run_jobs().await;
    forget(&app, "lan@b.vn").await.data();
    let [mail] = app.run_jobs().await.try_into().unwrap();
    // The screen's name of the field is accepted too.
    let body = json!({ "token": token_of(&mail, "/auth/reset-password/"), "newPassword": NEW });
    app.post("/api/auth/reset-password", body).await.data();
    app.log_in("lan@b.vn", NEW).await.data();
}

#[tokio::test]
async fn a_changed_password_ends_the_other_sessions() {
    let app = TestApp::new().await;
    app.verified("lan@b.vn").await;
    let here = app.log_in("lan@b.vn", PASSWORD).await;
    let there = app.log_in("lan@b.vn", PASSWORD).await;
    let wrong = change(&app, &access(&here), "không phải", NEW).await;
    assert_eq!(
        (wrong.status, wrong.code()),
        (StatusCode::UNAUTHORIZED, 5019)
    );
    for (new, field) in [
        ("", "newPassword"),
        ("1234567", "newPassword"),
        (PASSWORD, "newPassword"),
    ] {
        let refused = change(&app, &access(&here), PASSWORD, new).await;
        assert_eq!(refused.code(), 5002, "{new}");
        assert!(refused.json["fields"][field][0].is_string());
    }
    assert_eq!(
        change(&app, &access(&here), PASSWORD, NEW).await.code(),
        2000
    );
    app.me(&access(&here)).await.data();
    app.refresh(&refresh(&here)).await.data();
    assert_eq!(app.me(&access(&there)).await.code(), 5018);
    assert_eq!(app.refresh(&refresh(&there)).await.code(), 5017);
    assert_eq!(app.log_in("lan@b.vn", PASSWORD).await.code(), 5019);
    app.log_in("lan@b.vn", NEW).await.data();
    assert_eq!(app.run_jobs().await.len(), 1);
}

/// A reset link requested with the old password must not outlive that password.
#[tokio::test]
async fn a_changed_password_voids_a_reset_link() {
    let app = TestApp::new().await;
    app.verified("lan@b.vn").await;
    forget(&app, "lan@b.vn").await.data();
    let [mail] = app.run_jobs().await.try_into().unwrap();
    let login = app.log_in("lan@b.vn", PASSWORD).await;
    change(&app, &access(&login), PASSWORD, NEW).await.data();
    let token = token_of(&mail, "/auth/reset-password/");
    assert_eq!(reset(&app, &token, "của kẻ khác").await.code(), 5005);
}

#[tokio::test]
async fn an_administrator_has_a_password_generated_without_seeing_it() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    app.verified("lan@b.vn").await;
    let login = app.log_in("lan@b.vn", PASSWORD).await;

    assert_eq!(generate(&app, &admin, "ai@b.vn").await.code(), 5005);
    let answer = generate(&app, &admin, "Lan@b.vn").await;
    assert_eq!(answer.data(), &json!({}));
    assert_eq!(app.me(&access(&login)).await.code(), 5018);
    assert_eq!(app.log_in("lan@b.vn", PASSWORD).await.code(), 5019);

    // The waiting job does not contain the password.
    let waiting = hoi_jobs::entity::Entity::find_all(&app).await;
    let [mail] = app.run_jobs().await.try_into().unwrap();
    let generated = password_in(&mail.text);
    assert!(!waiting.contains(&generated));
    assert!(mail.html.contains(&generated));

    let login = app.log_in("lan@b.vn", &generated).await;
    assert_eq!(login.data()["user"]["mustChangePassword"], true);
    change(&app, &access(&login), &generated, NEW).await.data();
    let login = app.log_in("lan@b.vn", NEW).await;
    assert_eq!(login.data()["user"]["mustChangePassword"], false);
}

trait FindAll {
    async fn find_all(app: &TestApp) -> String;
}

impl FindAll for hoi_jobs::entity::Entity {
    async fn find_all(app: &TestApp) -> String {
        use sea_orm::EntityTrait;
        let rows = Self::find().all(app.app.db.read()).await.unwrap();
        assert!(!rows.is_empty());
        format!("{rows:?}")
    }
}

/// A mail that is sent again after an incomplete first attempt contains the same link and Message-ID.
#[tokio::test]
async fn a_repeated_attempt_sends_the_same_link() {
    let app = TestApp::new().await;
    app.verified("lan@b.vn").await;
    let link: hoi_community::accounts::OneTimeTokenId = hoi_platform::clock::new_id();
    let job = hoi_community::accounts::SendLink {
        kind: hoi_community::accounts::TokenKind::ResetPassword,
        email: "lan@b.vn".to_owned(),
        link,
    };
    let run = || async {
        let attempt = hoi_jobs::Attempt {
            job: hoi_platform::clock::new_id(),
            number: 1,
            due_at: app.app.clock.now(),
        };
        hoi_jobs::Job::run(&job, &app.app, attempt).await.unwrap();
        app.mails.take()
    };
    let [first] = run().await.try_into().unwrap();
    let [second] = run().await.try_into().unwrap();
    assert_eq!(first.message_id, second.message_id);
    assert_eq!(first.text, second.text);
    let token = token_of(&first, "/auth/reset-password/");
    reset(&app, &token, NEW).await.data();
    app.run_jobs().await;
    // The third attempt does not make a used link valid again.
    assert!(run().await.is_empty());
    assert_eq!(reset(&app, &token, PASSWORD).await.code(), 5005);
}

#[tokio::test]
async fn every_mail_about_an_account_reads_well() {
    let app = TestApp::new().await;
    for lang in [hoi_i18n::Lang::VI, hoi_i18n::Lang::EN] {
        for mail in [
            "verify_email",
            "reset_password",
            "password_changed",
            "account_created",
            "password_generated",
            "account_activated",
        ] {
            let values: Value = json!({ "fullName": "Lan & <b>Mai</b>", "email": "lan@b.vn", "password": "abcd2345", "link": "https://hoi.example/x/1" });
            let mut mail = app.app.templates.render(mail, lang, values).unwrap();
            mail.html = mail.html.replace("&#x2f;", "/");
            assert!(
                mail.html.contains("Lan &amp; &lt;b&gt;Mai&lt;/b&gt;"),
                "{}",
                mail.html
            );
            assert!(
                mail.html.contains("href=\"https://hoi.example/x/1\""),
                "{}",
                mail.html
            );
            assert!(
                mail.text.contains(": https://hoi.example/x/1\n"),
                "{}",
                mail.text
            );
            assert!(!mail.text.contains("\n\n\n"), "{}", mail.text);
        }
    }
}

#[tokio::test]
async fn of_two_generated_passwords_only_the_one_that_works_is_mailed() {
    let app = TestApp::new().await;
    app.verified("lan@b.vn").await;
    let admin = app.admin().await;
    for _ in 0..2 {
        generate(&app, &admin, "lan@b.vn").await.data();
    }
    let [mail] = app.run_jobs().await.try_into().unwrap();
    let password = mail
        .text
        .split_whitespace()
        .find(|word| word.len() >= 12 && !word.contains('/') && !word.contains('@'))
        .unwrap()
        .to_owned();
    app.log_in("lan@b.vn", &password).await.data();
}

/// Checked at registration, with a mailed link and in the profile, and reported at the field.
#[tokio::test]
async fn common_passwords_and_the_own_name_are_refused() {
    let app = TestApp::new().await;
    app.verified("lan.nguyen@b.vn").await;
    let login = app.log_in("lan.nguyen@b.vn", PASSWORD).await;
    forget(&app, "lan.nguyen@b.vn").await.data();
    let [mail] = app.run_jobs().await.try_into().unwrap();
    let token = token_of(&mail, "/auth/reset-password/");
    for (weak, says) in [("Password1", "phổ biến"), ("lan.nguyen2026", "tên")] {
        let sign_up = json!({
            "fullName": "Nguyễn Thị Lan", "email": "lan.nguyen@c.vn", "phone": "0901234567", "company": "Hoa Sen",
            "password": weak,
        });
        for (answer, field) in [
            (app.post("/api/auth/register", sign_up).await, "password"),
            (reset(&app, &token, weak).await, "password"),
            (
                change(&app, &access(&login), PASSWORD, weak).await,
                "newPassword",
            ),
        ] {
            assert_eq!(answer.code(), 5002, "{weak}");
            let message = answer.json["fields"][field][0].as_str().unwrap();
            assert!(message.contains(says), "{message}");
        }
    }
    // The refusal does not use up the link.
    reset(&app, &token, NEW).await.data();
}
