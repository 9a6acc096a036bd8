//! A participant's own data: complete, with files that open.

use std::time::Duration;

use axum::http::Method;
use hoi_i18n::{Lang, format_money};
use hoi_platform::files::Visibility;
use hoi_ticketing::attendances::{AnswerValue, attendance};
use hoi_ticketing::events::entity::event;
use hoi_ticketing::registration::{OWN_KEY_HEADER, own_key};
use sea_orm::sea_query::Expr;
use sea_orm::{ActiveModelTrait as _, Set};
use serde_json::{Value, json};

use super::{Evening, FOLDED, NAME};
use crate::support::{Answer, TestApp, pdf};
use crate::transfers::support::PRICE;

async fn read(evening: &Evening, rest: &str) -> Answer {
    let app = &evening.till.app;
    let key = own_key(&app.app.secrets, &evening.giao);
    let path = format!("/api/event/{}/registration/{rest}", evening.till.event);
    let request = app.request(Method::GET, &path);
    request.header(OWN_KEY_HEADER, &key).lang("vi").send().await
}

fn values(facts: &Value, name: &str) -> Vec<String> {
    let facts = facts.as_array().unwrap().iter();
    let named = facts.filter(|fact| fact["name"] == name);
    named
        .map(|fact| fact["value"].as_str().unwrap().to_owned())
        .collect()
}

#[tokio::test]
async fn a_participant_reads_what_was_consented_paid_mailed_noted_and_seen_at_the_door() {
    let evening = Evening::new().await;
    evening.live().await;
    let data = read(&evening, "data").await;
    let facts = &data.data()["data"]["facts"];
    let has = |name: &str| !values(facts, name).is_empty();
    for name in ["consent", "consentVersion", "consentTime", "mail", "scan"] {
        assert!(has(name), "{name}: {facts}");
    }
    let kept = &evening.giao.consent_address;
    assert!(kept.is_some());
    assert_eq!(values(facts, "consentAddress").first(), kept.as_ref());
    assert_eq!(values(facts, "note"), [format!("Bạn của {NAME}")]);
    let price = format_money(Lang::ALL[0], PRICE);
    assert_eq!(values(facts, "amount"), std::slice::from_ref(&price));
    let [payment]: [String; 1] = values(facts, "payment").try_into().unwrap();
    assert!(payment.starts_with(&price), "{payment}");
    assert!(payment.contains(&FOLDED.to_uppercase()), "{payment}");
    let [message]: [String; 1] = values(facts, "message").try_into().unwrap();
    assert!(message.starts_with("Giờ đón khách"), "{message}");
}

#[tokio::test]
async fn an_own_picture_opens_without_a_login_for_a_week_and_stands_in_the_file() {
    let evening = Evening::new().await;
    let app = &evening.till.app;
    assert_eq!(app.get(&evening.picture).await.status, 401);
    let data = read(&evening, "data").await;
    let facts = data.data()["data"]["facts"].as_array().unwrap();
    let picture = facts.iter().find(|fact| fact["name"] == "question:photo");
    assert_eq!(picture.unwrap()["kind"], "picture");
    let address = picture.unwrap()["value"].as_str().unwrap();
    let host = app.app.config.public_url.trim_end_matches('/');
    let path = address.strip_prefix(host).unwrap();
    let opened = app.get(path).await;
    assert_eq!(opened.status, 200);
    assert!(opened.header("content-type").starts_with("image/"));
    assert_eq!(opened.header("cache-control"), "private, no-store");
    assert!(!opened.bytes.is_empty());

    let pdf = read(&evening, "data/file?format=pdf").await;
    let text = String::from_utf8_lossy(&pdf.bytes);
    assert_eq!(text.matches("/DCTDecode").count(), 1);
    let file = read(&evening, "data/file?format=json").await;
    let named = values(&file.json["facts"], "question:photo");
    assert_eq!(
        app.get(named[0].strip_prefix(host).unwrap()).await.status,
        200
    );

    let forged = format!("{path}0");
    assert_eq!(app.get(&forged).await.code(), 5005);
    app.pass(Duration::from_hours(7 * 24));
    assert_eq!(app.get(path).await.code(), 5005);
}

#[tokio::test]
async fn the_file_shows_other_scripts_in_latin_letters_and_copies_the_original() {
    let evening = Evening::new().await;
    let [.., (foreign, latin)] = pdf::FOREIGN;
    let title = Expr::value(foreign);
    let app = &evening.till.app;
    app.alter_event(evening.till.event, event::Column::Title, title)
        .await;
    let file = read(&evening, "data/file?format=pdf").await;
    let (shown, copied) = (pdf::lines(&file.bytes), pdf::copied(&file.bytes));
    assert!(shown.iter().any(|line| line == latin), "{shown:?}");
    assert!(copied.iter().any(|line| line == foreign), "{copied:?}");
}

#[tokio::test]
async fn an_answer_that_names_another_owners_file_opens_nothing() {
    let evening = Evening::new().await;
    let app = &evening.till.app;
    let minh = app.committee("minh").await;
    let file = app.file(&minh, "businessLicense", Visibility::Private);
    let address = file.await.to_string();
    let mut answers = evening.giao.answers.clone();
    for answer in &mut answers.answers {
        if answer.question_id == "photo" {
            answer.answer = AnswerValue::Text(address.clone());
        }
    }
    let tx = app.app.db.write().await.unwrap();
    let changed = attendance::ActiveModel {
        id: Set(evening.giao.id),
        answers: Set(answers),
        ..Default::default()
    };
    changed.update(&tx).await.unwrap();
    tx.commit().await.unwrap();
    let data = read(&evening, "data").await;
    let facts = &data.data()["data"]["facts"];
    assert_eq!(values(facts, "question:home").len(), 1);
    assert_eq!(values(facts, "question:photo"), Vec::<String>::new());
}

#[tokio::test]
async fn an_erased_picture_opens_no_more() {
    let evening = Evening::new().await;
    evening.till.app.run_jobs().await;
    let data = read(&evening, "data").await;
    let address = values(&data.data()["data"]["facts"], "question:photo");
    let host = evening.till.app.app.config.public_url.trim_end_matches('/');
    let path = address[0].strip_prefix(host).unwrap();
    assert_eq!(evening.till.app.get(path).await.status, 200);
    evening.erase().await;
    assert_eq!(evening.till.app.get(path).await.code(), 5005);
}

#[tokio::test]
async fn an_account_opens_its_own_document() {
    let app = TestApp::new().await;
    let lan = app.committee("lan").await;
    let license = app.uploaded(&lan, "businessLicense").await;
    let change = json!({ "businessLicense": license });
    let changed = app.call(&lan, Method::PUT, "/api/users/profile", change);
    let changed = changed.await;
    assert!(changed.status.is_success(), "{}", changed.json);
    let data = app.get_as(&lan, "/api/users/me/data").await;
    let address = values(&data.data()["facts"], "businessLicense");
    let host = app.app.config.public_url.trim_end_matches('/');
    let path = address[0].strip_prefix(host).unwrap();
    assert_eq!(app.get(path).await.status, 200);
}
