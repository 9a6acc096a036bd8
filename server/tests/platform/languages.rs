//! The texts of every language, and the fallback for a language that the product does not have.

use std::collections::BTreeMap;

use axum::http::Method;
use hoi_i18n::{Catalogue, Lang, Language};
use sea_orm::ConnectionTrait;
use serde_json::{Value, json};

use crate::support::TestApp;

#[test]
fn every_catalogue_has_every_text() {
    let missing = hoi_platform::language::texts().missing();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn every_file_of_texts_belongs_to_a_language() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../platform/locales");
    let files = std::fs::read_dir(folder).unwrap();
    let mut files: Vec<String> = files
        .map(|file| file.unwrap().file_name().into_string().unwrap())
        .collect();
    let mut known = Lang::ALL.map(|lang| format!("{lang}.json"));
    files.sort();
    known.sort();
    assert_eq!(files, known);
}

#[test]
fn texts_agree_with_their_numbers() {
    let text = |lang, key, count: i64| {
        hoi_platform::language::texts().text(lang, key, &[("count", &count)])
    };
    for (count, done, advice) in [
        (0, "0 participants imported", "0 errors were found"),
        (1, "1 participant imported", "1 error was found"),
        (2, "2 participants imported", "2 errors were found"),
        (21, "21 participants imported", "21 errors were found"),
    ] {
        assert_eq!(text(Lang::EN, "import.done", count), done);
        assert!(text(Lang::EN, "import.advice", count).starts_with(advice));
        assert_eq!(
            text(Lang::VI, "import.done", count),
            format!("Đã nhập {count} người tham dự")
        );
    }
}

const RUSSIAN: Lang = Lang::new(&Language {
    code: "ru",
    locale: "ru_RU",
    no_message: "",
    thousands: ' ',
    money: "{} ₫",
    day: "%d.%m.%Y",
    date_time: "%d.%m.%Y",
    plural_forms: &["one", "few", "many", "other"],
    plural_form: |number| if number % 10 == 1 { "one" } else { "few" },
    in_words: |number| number.to_string(),
});

/// The English texts marked with "ru", in the plural forms of Russian.
fn translated(texts: &Value) -> Value {
    let Value::Object(texts) = texts else {
        return json!(format!("ru {}", texts.as_str().unwrap()));
    };
    let mut all = BTreeMap::new();
    for (key, text) in texts {
        if let Some(base) = key.strip_suffix("_other") {
            for form in ["one", "few", "many", "other"] {
                all.insert(format!("{base}_{form}"), translated(text));
            }
        } else if !key.ends_with("_one") {
            all.insert(key.clone(), translated(text));
        }
    }
    json!(all)
}

#[test]
fn one_file_of_texts_completes_a_further_language() {
    let mut documents = Lang::ALL.map(|lang| (lang, read(lang))).to_vec();
    let english = serde_json::from_str(&read(Lang::EN)).unwrap();
    documents.push((RUSSIAN, translated(&english).to_string()));
    let texts = Catalogue::from_json(documents).unwrap();
    let missing = texts.missing();
    assert!(missing.is_empty(), "{missing:?}");
    assert_eq!(
        texts.text(RUSSIAN, "import.done", &[("count", &21)]),
        "ru 21 participants imported"
    );
}

fn read(lang: Lang) -> String {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../platform/locales");
    std::fs::read_to_string(format!("{folder}/{lang}.json")).unwrap()
}

#[tokio::test]
async fn an_unknown_language_is_refused_and_a_stored_one_reads_as_the_default() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    let request = app.request(Method::PUT, "/api/users/profile");
    let refused = request.bearer(&user.token).json(json!({ "lang": "fr" }));
    let refused = refused.send().await;
    assert_eq!(refused.code(), 5002, "{}", refused.json);
    assert!(
        refused.json["fields"]["lang"].is_array(),
        "{}",
        refused.json
    );

    let tx = app.app.db.write().await.unwrap();
    tx.execute_unprepared("update \"user\" set lang = 'fr'")
        .await
        .unwrap();
    tx.commit().await.unwrap();
    let request = app.request(Method::GET, "/api/users/me");
    let profile = request.bearer(&user.token).send().await;
    assert_eq!(profile.data()["lang"], "vi", "{}", profile.json);
}
