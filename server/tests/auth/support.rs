//! Signing up and logging in, with the content of the mails and answers of both.

use axum::http::Method;
use hoi_mail::Email;
use serde_json::json;

use crate::support::{Answer, TestApp};

pub const PASSWORD: &str = "mật khẩu đủ dài";

impl TestApp {
    pub async fn sign_up(&self, email: &str) -> Answer {
        let body = json!({
            "fullName": "Nguyễn Thị Lan", "email": email, "phone": "0901234567", "company": "Hoa Sen", "password": PASSWORD,
        });
        self.post("/api/auth/register", body).await
    }

    /// Registers, follows the link in the mail, and returns the mail.
    pub async fn verified(&self, email: &str) -> Email {
        self.sign_up(email).await.data();
        let [mail] = self.run_jobs().await.try_into().unwrap();
        let token = token_of(&mail, "/verify-email/");
        let path = format!("/api/auth/verify-email/{token}");
        self.request(Method::POST, &path).send().await.data();
        mail
    }

    pub async fn log_in(&self, email: &str, password: &str) -> Answer {
        let body = json!({ "email": email, "password": password });
        self.post("/api/auth/login", body).await
    }

    pub async fn me(&self, token: &str) -> Answer {
        self.request(Method::GET, "/api/users/me")
            .bearer(token)
            .send()
            .await
    }

    pub async fn refresh(&self, token: &str) -> Answer {
        let body = json!({ "refreshToken": token });
        self.post("/api/auth/refresh-token", body).await
    }
}

/// Returns the token in the link of a mail, which is the same in both parts.
#[track_caller]
pub fn token_of(mail: &Email, path: &str) -> String {
    let start = format!("https://hoi.example{path}");
    let token = |part: &str| -> String {
        let (_, rest) = part.split_once(&start).expect("the mail has no link");
        rest.chars()
            .take_while(char::is_ascii_alphanumeric)
            .collect()
    };
    assert_eq!(token(&mail.text), token(&mail.html.replace("&#x2f;", "/")));
    token(&mail.text)
}

pub fn access(login: &Answer) -> String {
    login.data()["token"]["accessToken"]
        .as_str()
        .unwrap()
        .to_owned()
}

pub fn refresh(login: &Answer) -> String {
    login.data()["refreshToken"]["refreshToken"]
        .as_str()
        .unwrap()
        .to_owned()
}

/// Returns the password in the line `Mật khẩu: …` of a mail.
#[track_caller]
pub fn password_in(text: &str) -> String {
    let line = text
        .lines()
        .find_map(|line| line.strip_prefix("Mật khẩu: "));
    let password = line.expect("the mail has no password").trim().to_owned();
    assert_eq!(password.len(), 16);
    password
}
