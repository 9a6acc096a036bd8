//! The search for people.

use axum::http::Method;
use serde_json::{Value, json};

use crate::support::{Answer, TestApp, TestUser};

async fn search(app: &TestApp, user: &TestUser, keyword: &str) -> Answer {
    let request = app.request(Method::GET, &format!("/api/users/search?keyword={keyword}"));
    request.bearer(&user.token).send().await
}

#[tokio::test]
async fn people_are_found_without_accents_and_shown_without_contact_data() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let lan = app.committee("Đặng").await;
    let found = search(&app, &lan, "NGUYEN%20dang").await;
    let people = found.data().as_array().unwrap();
    assert_eq!(people.len(), 1);
    let fields: Vec<_> = people[0].as_object().unwrap().keys().cloned().collect();
    assert_eq!(
        fields,
        [
            "avatar",
            "company",
            "email",
            "emailMasked",
            "fullName",
            "id"
        ]
    );
    assert_eq!(people[0]["emailMasked"], "Đ***@hoi.example");
    assert_eq!(people[0]["email"], Value::Null);
    assert!(!found.json.to_string().contains("0912345678"));
    assert_eq!(
        search(&app, &admin, "dang").await.data()[0]["email"],
        "Đặng@hoi.example"
    );
}

#[tokio::test]
async fn an_address_is_found_only_as_a_whole() {
    let app = TestApp::new().await;
    let lan = app.committee("lan").await;
    app.committee("binh").await;
    for (keyword, count) in [
        ("binh@hoi.example", 1),
        ("BINH@hoi.example", 1),
        ("binh@", 0),
        ("hoi.example", 0),
        ("0912", 0),
    ] {
        let found = search(&app, &lan, keyword).await;
        assert_eq!(found.data().as_array().unwrap().len(), count, "{keyword}");
    }
}

#[tokio::test]
async fn at_least_two_characters_and_at_most_twenty_people() {
    let app = TestApp::new().await;
    let lan = app.committee("lan").await;
    for at in 0..21 {
        app.committee(&format!("nguoi{at}")).await;
    }
    for keyword in ["", "n", "%20n%20", "%C4%90"] {
        let answer = search(&app, &lan, keyword).await;
        assert_eq!(answer.code(), 5002, "{keyword}");
        assert!(answer.json["fields"]["keyword"][0].is_string());
    }
    let none = app
        .request(Method::GET, "/api/users/search")
        .bearer(&lan.token);
    assert_eq!(none.send().await.code(), 5002);
    assert_eq!(
        search(&app, &lan, "nguoi")
            .await
            .data()
            .as_array()
            .unwrap()
            .len(),
        20
    );
    assert_eq!(search(&app, &lan, "%25%25").await.data(), &json!([]));
}

#[tokio::test]
async fn suspended_people_are_not_found() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let lan = app.committee("lan").await;
    app.put_as(
        &format!("/api/users/{}", lan.id),
        &admin.token,
        json!({ "isActive": false }),
    )
    .await
    .data();
    assert_eq!(search(&app, &admin, "lan").await.data(), &json!([]));
}
