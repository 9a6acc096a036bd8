//! The questions of a form.

use serde_json::{Value, json};

use super::support::refuses;
use crate::support::TestApp;

fn question(kind: &str) -> Value {
    json!({ "question": "Câu hỏi?", "type": kind, "required": "", "choices": ["A", "B"] })
}

#[tokio::test]
async fn every_type_round_trips() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    let path = app.created(&user).await;
    let kinds = [
        "TEXT",
        "EMAIL",
        "NUMBER",
        "ONE_CHOICE",
        "MULTIPLE_CHOICE",
        "IMAGE",
        "READ_ONLY",
    ];
    let scheme: Vec<Value> = kinds.iter().map(|kind| question(kind)).collect();
    let saved = app
        .put(&user, &format!("{path}/form"), json!({ "scheme": scheme }))
        .await;
    let scheme = saved.data()["scheme"].as_array().unwrap().clone();
    for (kind, question) in kinds.iter().zip(&scheme) {
        assert_eq!(question["type"], *kind);
        assert_eq!(question["required"], "");
        let has_choices = kind.ends_with("CHOICE");
        assert_eq!(
            question["choices"],
            if has_choices {
                json!(["A", "B"])
            } else {
                json!([])
            }
        );
    }
    // Saving the same form again changes nothing, not even the identifiers.
    let again = app
        .put(&user, &format!("{path}/form"), json!({ "scheme": scheme }))
        .await;
    assert_eq!(again.data()["scheme"], json!(scheme));
    assert_eq!(again.data()["version"], saved.data()["version"]);
    let whole = app
        .put(&user, &path, json!({ "eventForm": { "scheme": scheme } }))
        .await;
    assert_eq!(whole.data()["eventForm"]["scheme"], json!(scheme));
}

#[tokio::test]
async fn required_is_a_string_and_a_boolean_is_taken_too() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    let path = format!("{}/form", app.created(&user).await);
    for (sent, kept) in [
        (json!("true"), "true"),
        (json!(true), "true"),
        (json!(""), ""),
        (json!(false), ""),
        (Value::Null, ""),
        (json!("false"), ""),
    ] {
        let mut one = question("TEXT");
        one["required"] = sent.clone();
        let answer = app.put(&user, &path, json!({ "scheme": [one] })).await;
        assert_eq!(answer.data()["scheme"][0]["required"], kept, "{sent}");
    }
}

#[tokio::test]
async fn the_four_fixed_questions_are_never_stored_twice() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    let path = app.created(&user).await;
    let mut scheme: Vec<Value> = ["fullName", "email", "phone", "company"]
        .iter()
        .map(|id| json!({ "id": id, "question": id, "type": "TEXT", "required": "true" }))
        .collect();
    scheme.push(json!({ "id": "shirt", "question": "Cỡ áo?", "type": "TEXT" }));
    let body = json!({ "scheme": scheme });
    for _ in 0..2 {
        let saved = app.put(&user, &format!("{path}/form"), body.clone()).await;
        assert_eq!(saved.data()["scheme"].as_array().unwrap().len(), 1);
        let public = app.get(&format!("{path}/public")).await;
        let shown = public.data()["eventForm"]["scheme"].as_array().unwrap();
        let ids: Vec<_> = shown
            .iter()
            .map(|question| question["id"].as_str().unwrap())
            .collect();
        assert_eq!(ids, ["fullName", "email", "phone", "company", "shirt"]);
        let types: Vec<_> = shown
            .iter()
            .map(|question| question["type"].as_str().unwrap())
            .collect();
        assert_eq!(types, ["TEXT", "EMAIL", "NUMBER", "TEXT", "TEXT"]);
        assert!(
            shown[..4]
                .iter()
                .all(|question| question["required"] == "true")
        );
    }
}

#[tokio::test]
async fn bounds_of_a_form() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    let path = app.created(&user).await;
    let with = |field: &str, value: Value| {
        let mut one = question("ONE_CHOICE");
        one[field] = value;
        json!({ "scheme": [question("TEXT"), one] })
    };
    let many = |count: usize| json!({ "scheme": vec![question("TEXT"); count] });
    let choices = |count: usize| json!((0..count).map(|at| at.to_string()).collect::<Vec<_>>());
    let empty = "Choice list must not be empty";
    for good in [
        with("question", "ề".repeat(1000).into()),
        with("choices", json!(["ề".repeat(255)])),
        with("choices", choices(100)),
        with("id", "a_B-9".into()),
        many(0),
        many(100),
    ] {
        app.put(&user, &format!("{path}/form"), good.clone())
            .await
            .data();
        app.put(&user, &path, json!({ "eventForm": good }))
            .await
            .data();
    }
    for (bad, field, text) in [
        (
            with("question", "ề".repeat(1001).into()),
            "scheme.1.question",
            "Use at most 1000 characters",
        ),
        (
            with("question", "  ".into()),
            "scheme.1.question",
            "This field is required",
        ),
        (with("choices", json!([])), "scheme.1.choices", empty),
        (
            with("choices", json!(["A", " "])),
            "scheme.1.choices",
            empty,
        ),
        (
            with("choices", json!(["A", " A "])),
            "scheme.1.choices",
            "The same choice appears twice",
        ),
        (
            with("choices", json!(["ề".repeat(256)])),
            "scheme.1.choices",
            "Use at most 255 characters",
        ),
        (
            with("choices", choices(101)),
            "scheme.1.choices",
            "Use at most 100 choices",
        ),
        (
            with("id", "a b".into()),
            "scheme.1.id",
            "A question's id may contain letters, digits, - and _ only",
        ),
        (many(101), "scheme", "A form has at most 100 questions"),
    ] {
        refuses(
            &app.put(&user, &format!("{path}/form"), bad.clone()).await,
            field,
            text,
        );
        let whole = app
            .put(&user, &path, json!({ "eventForm": bad.clone() }))
            .await;
        refuses(&whole, &format!("eventForm.{field}"), text);
        let mut body = app.event_body(&user).await;
        body["eventForm"] = bad;
        refuses(
            &app.create(&user, body).await,
            &format!("eventForm.{field}"),
            text,
        );
    }
    let mut twice = json!({ "scheme": [question("TEXT"), question("TEXT")] });
    twice["scheme"][0]["id"] = "a".into();
    twice["scheme"][1]["id"] = "a".into();
    let answer = app.put(&user, &format!("{path}/form"), twice).await;
    refuses(&answer, "scheme.1.id", "Two questions have the same id");
    let wrong = json!({ "scheme": [{ "question": "?", "type": "DATE" }] });
    assert_eq!(
        app.put(&user, &format!("{path}/form"), wrong).await.code(),
        5002
    );
}

#[tokio::test]
async fn a_form_changed_by_another_account_is_not_overwritten() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    let path = app.created(&user).await;
    let form = format!("{path}/form");
    let first = app
        .put(
            &user,
            &form,
            json!({ "scheme": [question("TEXT")], "version": 1 }),
        )
        .await;
    assert_eq!(first.data()["version"], 2);
    let late = app
        .put(&user, &form, json!({ "scheme": [], "version": 1 }))
        .await;
    assert_eq!(late.code(), 5008);
    assert_eq!(&late.json["data"], first.data());
    app.put(&user, &form, json!({ "scheme": [], "version": 2 }))
        .await
        .data();
}
