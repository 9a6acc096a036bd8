//! Answers to sensitive questions: nothing of them is readable in the database, and each look is in the log. And the proof
//! of consent.

use std::collections::BTreeSet;
use std::time::Duration;

use axum::http::Method;
use hoi_ticketing::attendances::attendance::{self, Answers};
use hoi_ticketing::attendances::{AttendanceId, MASK};
use hoi_ticketing::events::seal_numbers_from_before;
use hoi_ticketing::registration::{OWN_KEY_HEADER, forget_addresses};
use sea_orm::{ActiveModelTrait as _, Set};
use serde_json::{Value, json};

use super::tables_with;
use crate::participants::support::{Organiser, id_of, question};
use crate::support::Answer;

const NUMBER: &str = "079203004455";
const OTHER: &str = "079203009988";
const SIZE: &str = "size-xxl";
const TITLE: &str = "Số giấy tờ";

fn scheme(is_sensitive: bool) -> Value {
    let mut number = question("paper", TITLE, "NUMBER", &[]);
    number["sensitive"] = json!(is_sensitive);
    json!([number, question("shirt", "Cỡ áo", "TEXT", &[])])
}

fn answers(number: &str) -> Value {
    json!([{ "questionId": "paper", "answer": number }, { "questionId": "shirt", "answer": SIZE }])
}

/// An event with a question, and a participant who has answered it on the public page.
struct Asked {
    organiser: Organiser,
    id: String,
    key: String,
}

impl Asked {
    async fn new(is_sensitive: bool) -> Self {
        let organiser = Organiser::new(10).await;
        organiser.ask(scheme(is_sensitive)).await;
        organiser.app.app.snapshots.forget_all();
        let body = json!({
            "fullName": "Lê Thị Giao", "email": "giao@example.vn", "phone": "0912345678", "company": "Sao",
            "consent": true, "answers": answers(NUMBER),
        });
        let path = format!("/api/event/{}/register", organiser.event);
        let registered = organiser.app.post(&path, body).await;
        assert_eq!(registered.code(), 2000, "{}", registered.json);
        let text = |field: &str| registered.data()[field].as_str().unwrap().to_owned();
        let (id, key) = (text("attendanceId"), text("ownKey"));
        Self { organiser, id, key }
    }

    async fn tables(&self, text: &str) -> BTreeSet<String> {
        tables_with(&self.organiser.app.app.db, text).await
    }

    async fn row(&self) -> attendance::Model {
        let id: AttendanceId = self.id.parse().unwrap();
        self.organiser.app.row(id).await
    }

    async fn reveal(&self, question: &str) -> Answer {
        let body = json!({ "questionId": question });
        let tail = format!("/{}/answer", self.id);
        self.organiser.call(Method::POST, &tail, body).await
    }

    async fn looks(&self) -> Vec<Value> {
        self.logged("participant.answerSeen").await
    }

    async fn logged(&self, action: &str) -> Vec<Value> {
        let mut log = self.organiser.log().await;
        log.retain(|entry| entry["action"] == action);
        log
    }

    /// Returns the organiser's notifications.
    async fn change_form(&self, scheme: Value) -> Value {
        let organiser = &self.organiser;
        let path = format!("/api/event/{}/form", organiser.event);
        let body = json!({ "scheme": scheme });
        let request = organiser.app.request(Method::PUT, &path);
        let token = organiser.app.fresh_token(&organiser.owner);
        let changed = request.bearer(&token).json(body).send().await;
        assert_eq!(changed.code(), 2000, "{}", changed.json);
        changed.json["messages"].clone()
    }

    async fn own(&self, method: Method, body: Value) -> Value {
        let path = format!("/api/event/{}/registration", self.organiser.event);
        let request = self.organiser.app.request(method, &path);
        let request = request.header(OWN_KEY_HEADER, &self.key);
        let answer = match body {
            Value::Null => request.send().await,
            body => request.json(body).send().await,
        };
        assert_eq!(answer.code(), 2000, "{}", answer.json);
        answer.data().clone()
    }
}

#[tokio::test]
async fn a_sensitive_answer_is_sealed_and_masked_and_each_look_is_logged() {
    let asked = Asked::new(true).await;
    assert!(asked.tables(SIZE).await.contains("attendance"));
    assert_eq!(asked.tables(NUMBER).await, BTreeSet::new());

    let list = asked.organiser.call(Method::GET, "", Value::Null).await;
    let panel = asked.organiser.one(&asked.id).await;
    for answers in [
        &list.data()["items"][0]["answers"],
        &panel.data()["answers"],
    ] {
        assert_eq!(
            (&answers[0]["answer"], &answers[0]["sensitive"]),
            (&json!(MASK), &json!(true))
        );
        assert_eq!(
            (&answers[1]["answer"], &answers[1]["sensitive"]),
            (&json!(SIZE), &Value::Null)
        );
    }
    assert!(
        asked
            .organiser
            .names(&format!("?search={NUMBER}"))
            .await
            .is_empty()
    );
    assert!(asked.looks().await.is_empty());

    assert_eq!(asked.reveal("paper").await.data()["answer"], NUMBER);
    let looks = asked.looks().await;
    assert_eq!(looks.len(), 1);
    assert_eq!(looks[0]["subjectId"], asked.id);
    assert_eq!(looks[0]["actorId"], asked.organiser.owner.id.to_string());
    assert_eq!(
        looks[0]["data"],
        json!({ "name": "Lê Thị Giao", "question": TITLE })
    );
    asked.reveal("paper").await;
    assert_eq!(asked.looks().await.len(), 2);
    // An answer that is shown anyway is no look.
    assert_eq!(asked.reveal("shirt").await.data()["answer"], SIZE);
    assert_eq!(asked.looks().await.len(), 2);
    assert_eq!(asked.reveal("gone").await.code(), 5005);
    assert_eq!(asked.tables(NUMBER).await, BTreeSet::new());
}

#[tokio::test]
async fn the_person_sees_and_changes_their_own_answer() {
    let asked = Asked::new(true).await;
    let own = asked.own(Method::GET, Value::Null).await;
    assert_eq!(own["answers"][0]["answer"], NUMBER);
    let before = asked.row().await;
    let change = |number: &str| {
        json!({
            "fullName": "Lê Thị Giao", "phone": "0912345678", "company": "Sao", "answers": answers(number),
        })
    };
    asked.own(Method::PUT, change(NUMBER)).await;
    assert_eq!(asked.row().await, before, "nothing has changed");
    let own = asked.own(Method::PUT, change(OTHER)).await;
    assert_eq!(own["answers"][0]["answer"], OTHER);
    assert_ne!(asked.row().await.answers, before.answers);
    for number in [NUMBER, OTHER] {
        assert_eq!(asked.tables(number).await, BTreeSet::new());
    }
    assert_eq!(asked.reveal("paper").await.data()["answer"], OTHER);
}

#[tokio::test]
async fn an_export_has_sensitive_answers_and_consent_only_on_request_and_the_log_says_so() {
    let asked = Asked::new(true).await;
    let export = async |query: &str| {
        let file = asked
            .organiser
            .export(&format!("?format=csv{query}"), "en")
            .await;
        let action = asked.organiser.log().await[0].clone();
        (String::from_utf8_lossy(&file.bytes).into_owned(), action)
    };
    let (plain, entry) = export("").await;
    assert!(plain.contains(SIZE) && plain.contains("Cỡ áo"), "{plain}");
    for hidden in [NUMBER, TITLE, MASK, "Consent given at"] {
        assert!(!plain.contains(hidden), "{hidden}: {plain}");
    }
    assert_eq!(entry["action"], "participant.exported");
    let (whole, entry) = export("&sensitive=true").await;
    assert!(whole.contains(NUMBER) && whole.contains(TITLE), "{whole}");
    assert_eq!(entry["action"], "participant.exportedSensitive");

    let (proof, entry) = export("&consent=true").await;
    let address = asked.row().await.consent_address.unwrap();
    for shown in [
        "Consent given at",
        "Version of the consent",
        address.as_str(),
    ] {
        assert!(proof.contains(shown), "{shown}: {proof}");
    }
    assert!(!proof.contains(NUMBER));
    assert_eq!(entry["data"]["consent"], true);
}

#[tokio::test]
async fn marking_a_question_seals_what_was_answered_and_unmarking_opens_it() {
    let asked = Asked::new(false).await;
    assert!(asked.tables(NUMBER).await.contains("attendance"));
    let told = asked.change_form(scheme(true)).await;
    assert_eq!(told.as_array().unwrap().len(), 2, "{told}");
    assert!(told[1].as_str().unwrap().contains('1'), "{told}");
    // Without any time that passes.
    asked.organiser.app.run_jobs().await;
    assert_eq!(asked.tables(NUMBER).await, BTreeSet::new());
    let told = asked.change_form(scheme(true)).await;
    assert_eq!(told.as_array().unwrap().len(), 1, "{told}");
    let sealed = asked.row().await;
    let panel = asked.organiser.one(&asked.id).await;
    assert_eq!(panel.data()["answers"][0]["answer"], MASK);
    assert_eq!(asked.reveal("paper").await.data()["answer"], NUMBER);

    // A registration that was checked against the former form is stored only now.
    let mut plain: Answers = sealed.answers.clone();
    let (app, event) = (&asked.organiser.app.app, asked.organiser.event);
    for answer in &mut plain.answers {
        answer.open(&app.secrets, event).unwrap();
    }
    let tx = app.db.write().await.unwrap();
    let late = attendance::ActiveModel {
        id: Set(sealed.id),
        answers: Set(plain),
        ..Default::default()
    };
    late.update(&tx).await.unwrap();
    tx.commit().await.unwrap();
    assert!(asked.tables(NUMBER).await.contains("attendance"));
    asked.organiser.app.pass(Duration::from_mins(5));
    asked.organiser.app.run_jobs().await;
    assert_eq!(asked.tables(NUMBER).await, BTreeSet::new());

    // Without its question an answer stays sealed.
    asked.change_form(json!([scheme(true)[1]])).await;
    asked.organiser.app.run_jobs().await;
    assert_eq!(asked.tables(NUMBER).await, BTreeSet::new());

    asked.change_form(scheme(true)).await;
    asked.change_form(scheme(false)).await;
    asked.organiser.app.run_jobs().await;
    assert!(asked.tables(NUMBER).await.contains("attendance"));
    let panel = asked.organiser.one(&asked.id).await;
    assert_eq!(panel.data()["answers"][0]["answer"], NUMBER);
}

#[tokio::test]
async fn the_log_names_a_question_that_is_no_longer_sensitive() {
    const OPENED: &str = "event.answersOpened";
    let asked = Asked::new(true).await;
    // Another text, and a question that is not asked any more, open nothing.
    let mut renamed = scheme(true);
    renamed[0]["question"] = json!("CCCD");
    asked.change_form(renamed).await;
    asked.change_form(json!([scheme(true)[1]])).await;
    asked.change_form(scheme(true)).await;
    assert!(asked.logged(OPENED).await.is_empty());
    asked.change_form(scheme(false)).await;
    asked.change_form(scheme(false)).await;
    let opened = asked.logged(OPENED).await;
    assert_eq!(opened.len(), 1, "{opened:?}");
    assert_eq!(opened[0]["data"], json!({ "question": TITLE }));
    let owner = asked.organiser.owner.id.to_string();
    assert_eq!(opened[0]["actorId"], owner);

    // A type that cannot be sensitive opens them, too.
    asked.change_form(scheme(true)).await;
    let mut picture = scheme(true);
    picture[0]["type"] = json!("IMAGE");
    asked.change_form(picture).await;
    assert_eq!(asked.logged(OPENED).await.len(), 2);
}

/// Otherwise removing and adding a question would open its answers without an entry in the log.
#[tokio::test]
async fn answers_stay_sealed_when_their_question_comes_back_without_being_sensitive() {
    let asked = Asked::new(true).await;
    asked.change_form(json!([scheme(true)[1]])).await;
    asked.change_form(scheme(false)).await;
    asked.organiser.app.run_jobs().await;
    asked.organiser.app.pass(Duration::from_mins(5));
    asked.organiser.app.run_jobs().await;
    assert_eq!(asked.tables(NUMBER).await, BTreeSet::new());
    let panel = asked.organiser.one(&asked.id).await;
    assert_eq!(panel.data()["answers"][0]["answer"], MASK);
    let file = format!(
        "Họ và tên,Email,SĐT,Công ty,{TITLE}\nLê Thị Giao,giao@example.vn,0912345678,Sao,{OTHER}\n"
    );
    for options in [&[("dryRun", "true")][..], &[]] {
        let imported = asked.organiser.import_as("x.csv", file.as_bytes(), options);
        let told = imported.await.json.to_string();
        assert!(!told.contains(NUMBER), "{told}");
        assert_eq!(asked.tables(NUMBER).await, BTreeSet::new());
    }
}

#[tokio::test]
async fn erasing_takes_sealed_answers_and_the_proof_of_consent_along() {
    let asked = Asked::new(true).await;
    let panel = asked.organiser.one(&asked.id).await;
    let consent = &panel.data()["consent"];
    let row = asked.row().await;
    assert_eq!(consent["version"], row.consent.clone().unwrap()["version"]);
    assert_eq!(consent["at"], "2026-03-01T02:00:00.000Z");
    assert_eq!(consent["address"], json!(row.consent_address));
    assert!(row.consent_address.is_some());
    // A week later the hash beside the registration is forgotten, the one of the consent is not.
    asked.organiser.app.pass(Duration::from_hours(8 * 24));
    let app = &asked.organiser.app.app;
    forget_addresses(app).await.unwrap();
    let later = asked.row().await;
    assert_eq!(later.address_hash, None);
    assert_eq!(later.consent_address, row.consent_address);

    let tail = format!("/{}/erase", asked.id);
    let body = json!({ "fullName": "Lê Thị Giao", "updatedAt": panel.data()["updatedAt"] });
    let erased = asked.organiser.call(Method::POST, &tail, body).await;
    assert_eq!(erased.code(), 2000, "{}", erased.json);
    let row = asked.row().await;
    assert_eq!(
        (row.answers, row.consent_address),
        (Answers::default(), None)
    );
    assert_eq!(asked.reveal("paper").await.code(), 5005);
}

#[tokio::test]
async fn identification_and_tax_numbers_are_sealed_like_sensitive_answers() {
    let organiser = Organiser::new(10).await;
    let numbers = json!({ "identificationNumber": NUMBER, "taxNumber": OTHER });
    let made = organiser.add("Giao", numbers).await;
    let id = id_of(&made);
    let tail = format!("/{id}/answer");
    let db = &organiser.app.app.db;
    for number in [NUMBER, OTHER] {
        assert_eq!(tables_with(db, number).await, BTreeSet::new());
        assert!(!made.json.to_string().contains(number), "{}", made.json);
    }
    let reveal = async |field: &str| {
        let body = json!({ "questionId": field });
        let shown = organiser.call(Method::POST, &tail, body).await;
        shown.data()["answer"].clone()
    };
    assert_eq!(reveal("identificationNumber").await, NUMBER);
    let log = organiser.log().await;
    assert_eq!(log[0]["action"], "participant.answerSeen");
    assert_eq!(
        log[0]["data"],
        json!({ "name": "Giao", "fields": ["identificationNumber"] })
    );

    // A value that comes back masked, or unchanged, is no change.
    let same = json!({ "identificationNumber": MASK, "taxNumber": OTHER });
    assert_eq!(organiser.change(&id, same).await.code(), 2000);
    assert_eq!(reveal("identificationNumber").await, NUMBER);
    let changed = organiser.change(&id, json!({ "taxNumber": SIZE })).await;
    assert_eq!(changed.data()["taxNumber"], MASK, "{}", changed.json);
    assert_eq!(reveal("taxNumber").await, SIZE);
    assert_eq!(tables_with(db, SIZE).await, BTreeSet::new());

    let plain = organiser.export("?format=csv", "en").await;
    let whole = organiser.export("?format=csv&sensitive=true", "en").await;
    let has = |answer: &Answer| String::from_utf8_lossy(&answer.bytes).contains(NUMBER);
    assert_eq!((has(&plain), has(&whole)), (false, true));

    // As it was stored before.
    let tx = db.write().await.unwrap();
    let before = attendance::ActiveModel {
        id: Set(id.parse().unwrap()),
        identification_number: Set(Some(NUMBER.to_owned())),
        ..Default::default()
    };
    before.update(&tx).await.unwrap();
    tx.commit().await.unwrap();
    assert!(tables_with(db, NUMBER).await.contains("attendance"));
    seal_numbers_from_before(&organiser.app.app).await.unwrap();
    assert_eq!(tables_with(db, NUMBER).await, BTreeSet::new());
    assert_eq!(reveal("identificationNumber").await, NUMBER);
    assert_eq!(reveal("taxNumber").await, SIZE);
}

#[tokio::test]
async fn a_list_that_is_imported_again_changes_a_sealed_value_and_shows_none() {
    let organiser = Organiser::new(10).await;
    organiser.ask(scheme(true)).await;
    let titles = format!("Họ và tên,Email,SĐT,Công ty,CCCD,{TITLE}");
    let import = async |number: &str, more: &[(&str, &str)]| {
        let row = format!("Lê Thị Giao,giao@example.vn,0912345678,Sao,{number},{number}");
        let file = format!("{titles}\n{row}\n");
        let answer = organiser.import_as("x.csv", file.as_bytes(), more).await;
        assert_eq!(answer.code(), 2000, "{}", answer.json);
        answer.data().clone()
    };
    let db = &organiser.app.app.db;
    assert_eq!(import(NUMBER, &[]).await["imported"], 1);
    assert_eq!(tables_with(db, NUMBER).await, BTreeSet::new());
    let same = import(NUMBER, &[]).await;
    assert_eq!(same["updated"], Value::Null, "{same}");
    let preview = import(OTHER, &[("dryRun", "true")]).await.to_string();
    assert!(!preview.contains(NUMBER), "{preview}");
    assert_eq!(import(OTHER, &[]).await["updated"], 1);
    for number in [NUMBER, OTHER] {
        assert_eq!(tables_with(db, number).await, BTreeSet::new());
    }
    let people = organiser.everyone().await;
    let tail = format!("/{}/answer", people[0]["id"].as_str().unwrap());
    for field in ["identificationNumber", "paper"] {
        let body = json!({ "questionId": field });
        let shown = organiser.call(Method::POST, &tail, body).await;
        assert_eq!(shown.data()["answer"], OTHER, "{field}");
    }
}
