//! Programme, speakers, questions and sponsors of an event's page.

use axum::http::Method;
use serde_json::{Value, json};

use super::support::{id_in, refuses};
use crate::support::{Answer, TestApp, TestUser};

const LAN: &str = "0198c5a1-7c00-7000-8000-000000000001";
const DUNG: &str = "0198c5a1-7c00-7000-8000-000000000002";

fn item(start: &str, title: &str) -> Value {
    json!({ "day": 1, "start": start, "end": null, "title": title, "note": null, "speakers": [] })
}

fn speaker(id: &str, name: &str) -> Value {
    json!({ "id": id, "name": name, "role": null, "bio": null, "photo": null })
}

fn question(question: &str) -> Value {
    json!({ "question": question, "answer": "Có.\nMiễn phí." })
}

fn blocks() -> Value {
    let mut main = item("09:00", "Phiên chính");
    main["speakers"] = json!([LAN]);
    json!({
        "programme": [item("08:00", "Đón khách"), main],
        "speakers": [speaker(LAN, "Nguyễn Ngọc Lan"), speaker(DUNG, "Trần Quang Dũng")],
        "questions": [question("Có chỗ gửi xe không?")],
        "sponsors": [{ "name": "Gốm Bát Tràng", "logo": null, "website": "https://gom.vn" }],
    })
}

/// Changes the blocks in the version that is stored.
async fn put(app: &TestApp, user: &TestUser, path: &str, mut body: Value) -> Answer {
    let page = format!("{path}/page");
    body["version"] = app.get_as(user, &page).await.data()["version"].clone();
    app.put(user, &page, body).await
}

async fn saved(app: &TestApp, user: &TestUser, path: &str, body: Value) -> Value {
    put(app, user, path, body).await.data().clone()
}

#[tokio::test]
async fn visitors_see_the_texts_of_the_organiser() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    let path = app.created(&user).await;
    let none = json!({ "programme": [], "speakers": [], "questions": [], "sponsors": [] });
    let before = app.get_as(&user, &format!("{path}/page")).await;
    assert_eq!(before.data()["version"], 0);
    let public = async || app.get(&format!("{path}/public")).await.data()["blocks"].clone();
    assert_eq!(public().await, none);

    let page = saved(&app, &user, &path, blocks()).await;
    assert_eq!(page["version"], 1);
    assert_eq!(public().await, blocks());
    let again = app.get_as(&user, &format!("{path}/page")).await;
    assert_eq!(*again.data(), page);
    let preview = app.get_as(&user, &format!("{path}/preview")).await;
    assert_eq!(preview.data()["blocks"], blocks());

    // A block that is not sent stays; one that is sent empty goes.
    let page = saved(&app, &user, &path, json!({ "questions": [] })).await;
    assert_eq!(page["programme"], blocks()["programme"]);
    assert_eq!(page["questions"], json!([]));
    // The same once more is no new version.
    let page = saved(&app, &user, &path, json!({ "questions": [] })).await;
    assert_eq!(page["version"], 2);
    // The version of the event itself stays, so that its open editors are not refused.
    assert_eq!(app.get_as(&user, &path).await.data()["version"], 1);
}

#[tokio::test]
async fn texts_are_tidied_and_what_is_blank_is_absent() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    let path = app.created(&user).await;
    let body = json!({
        "programme": [
            { "start": "10:00", "end": "", "title": "  Sau ", "note": " ", "speakers": [LAN, LAN] },
            { "start": "08:00", "title": "Trước" },
        ],
        "speakers": [{ "id": LAN, "name": " Lan\t", "role": "", "bio": " \n" }],
    });
    let page = saved(&app, &user, &path, body).await;
    let mut last = item("10:00", "Sau");
    last["speakers"] = json!([LAN]);
    assert_eq!(page["programme"], json!([item("08:00", "Trước"), last]));
    assert_eq!(page["speakers"], json!([speaker(LAN, "Lan")]));
}

#[tokio::test]
async fn bounds_hold_at_their_edge() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    let path = app.created(&user).await;
    let word = |count: usize| Value::from("ề".repeat(count));
    let too_long = |max: usize| format!("Use at most {max} characters");
    let id = |at: usize| format!("0198c5a1-7c00-7000-8000-{at:012}");
    let everybody = |count| (0..count).map(id).collect::<Vec<_>>();
    let speakers: Vec<Value> = everybody(11).iter().map(|id| speaker(id, "Lan")).collect();
    let day = "Enter a number from 1 to 31".to_owned();
    let time = "Write the time as hours:minutes, for example 07:00".to_owned();
    for (block, field, good, bad, text) in [
        ("programme", "title", word(120), word(121), too_long(120)),
        ("programme", "note", word(500), word(501), too_long(500)),
        ("programme", "day", json!(31), json!(32), day.clone()),
        ("programme", "day", json!(1), json!(0), day),
        (
            "programme",
            "start",
            json!("00:00"),
            json!("24:00"),
            time.clone(),
        ),
        ("programme", "end", json!("23:59"), json!("9h"), time),
        (
            "programme",
            "end",
            json!("09:01"),
            json!("09:00"),
            "The end must be after the start".to_owned(),
        ),
        (
            "programme",
            "speakers",
            json!(everybody(10)),
            json!(everybody(11)),
            "Choose at most 10 entries".to_owned(),
        ),
        (
            "programme",
            "speakers",
            json!([id(10)]),
            json!([LAN, id(11)]),
            "A speaker is no longer in the list. Choose again.".to_owned(),
        ),
        ("speakers", "name", word(100), word(101), too_long(100)),
        ("speakers", "role", word(120), word(121), too_long(120)),
        ("speakers", "bio", word(600), word(601), too_long(600)),
        ("questions", "question", word(200), word(201), too_long(200)),
        (
            "questions",
            "answer",
            word(2000),
            word(2001),
            too_long(2000),
        ),
    ] {
        for (value, is_good) in [(good, true), (bad, false)] {
            let mut body = json!({
                "programme": [item("09:00", "Phiên chính")],
                "speakers": speakers,
                "questions": [question("?")],
            });
            body[block][0][field] = value;
            let answer = put(&app, &user, &path, body).await;
            if is_good {
                assert_eq!(answer.code(), 2000, "{field}: {}", answer.json);
            } else {
                refuses(&answer, &format!("{block}.0.{field}"), &text);
            }
        }
    }
    for (block, field) in [
        ("programme", "title"),
        ("programme", "start"),
        ("speakers", "name"),
        ("questions", "question"),
        ("questions", "answer"),
    ] {
        let mut body = blocks();
        body[block][0][field] = " ".into();
        let answer = put(&app, &user, &path, body).await;
        let text = &answer.json["fields"][format!("{block}.0.{field}")][0];
        assert!(text.is_string(), "{field}: {}", answer.json);
    }
}

#[tokio::test]
async fn each_block_has_room_for_so_many() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    let path = app.created(&user).await;
    let speakers = |count: usize| {
        let all = (0..count).map(|at| speaker(&format!("0198c5a1-7c00-7000-8000-{at:012}"), "Lan"));
        all.collect::<Vec<_>>()
    };
    for (block, max, of) in [
        (
            "programme",
            60,
            &(|count| vec![item("09:00", "Phiên"); count]) as &dyn Fn(usize) -> Vec<Value>,
        ),
        ("speakers", 40, &speakers),
        ("questions", 30, &|count| vec![question("?"); count]),
    ] {
        let page = saved(&app, &user, &path, json!({ block: of(max) })).await;
        assert_eq!(page[block].as_array().unwrap().len(), max);
        let answer = put(&app, &user, &path, json!({ block: of(max + 1) })).await;
        refuses(&answer, block, &format!("Use at most {max} entries"));
    }
    let twice = json!({ "speakers": [speaker(LAN, "Lan"), speaker(LAN, "Dũng")] });
    let answer = put(&app, &user, &path, twice).await;
    refuses(
        &answer,
        "speakers.1.id",
        "Two speakers have the same identifier",
    );
}

#[tokio::test]
async fn a_speaker_who_is_in_the_programme_does_not_go_alone() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    let path = app.created(&user).await;
    saved(&app, &user, &path, blocks()).await;
    let body = json!({ "speakers": [speaker(DUNG, "Trần Quang Dũng")] });
    let answer = put(&app, &user, &path, body).await;
    refuses(
        &answer,
        "programme.1.speakers",
        "A speaker is no longer in the list. Choose again.",
    );
}

#[tokio::test]
async fn photos_are_the_organisers_own_or_already_there() {
    let app = TestApp::new().await;
    let (user, other) = (app.committee("an").await, app.committee("binh").await);
    let admin = app.admin().await;
    let path = app.created(&user).await;
    let with = |photo: &str| {
        let mut one = speaker(LAN, "Lan");
        one["photo"] = photo.into();
        json!({ "speakers": [one] })
    };
    let (own, foreign) = (
        app.uploaded(&user, "avatar").await,
        app.uploaded(&other, "avatar").await,
    );
    let page = saved(&app, &user, &path, with(&own)).await;
    assert_eq!(page["speakers"][0]["photo"], own);
    let private = app.uploaded(&user, "businessLicense").await;
    for photo in [&foreign, &private] {
        let answer = put(&app, &user, &path, with(photo)).await;
        assert!(
            answer.json["fields"]["speakers.0.photo"].is_array(),
            "{}",
            answer.json
        );
    }
    // An image from an administrator may stay when the owner changes something else.
    let helped = app.uploaded(&admin, "avatar").await;
    saved(&app, &admin, &path, with(&helped)).await;
    let mut changed = with(&helped);
    changed["speakers"][0]["role"] = "Chủ toạ".into();
    saved(&app, &user, &path, changed).await;
}

#[tokio::test]
async fn only_the_owner_and_administrators_edit_and_not_a_cancelled_event() {
    let app = TestApp::new().await;
    let (user, other) = (app.committee("an").await, app.committee("binh").await);
    let admin = app.admin().await;
    let path = app.created(&user).await;
    let page = format!("{path}/page");
    assert_eq!(app.put(&other, &page, blocks()).await.code(), 5016);
    assert_eq!(app.get_as(&other, &page).await.code(), 5016);
    assert_eq!(app.get(&page).await.code(), 5018);
    saved(&app, &admin, &path, blocks()).await;
    app.send_as(&user, Method::POST, &format!("{path}/cancel"), json!({}))
        .await
        .data();
    let answer = put(&app, &user, &path, json!({ "questions": [] })).await;
    assert_eq!(answer.code(), 5009);
    assert_eq!(app.get_as(&user, &page).await.data()["version"], 1);
}

#[tokio::test]
async fn a_change_is_logged_with_the_names_of_its_blocks() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    let path = app.created(&user).await;
    saved(&app, &user, &path, blocks()).await;
    saved(&app, &user, &path, json!({ "questions": [] })).await;
    saved(&app, &user, &path, json!({ "questions": [] })).await;
    let log = app.get_as(&user, &format!("{path}/activities")).await;
    let fields: Vec<&Value> = log.data()["items"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|entry| entry["action"] == "event.updated")
        .map(|entry| &entry["data"]["fields"])
        .collect();
    assert_eq!(
        fields,
        [
            &json!(["questions"]),
            &json!(["programme", "speakers", "questions", "sponsors"])
        ]
    );
}

#[tokio::test]
async fn no_save_overwrites_an_unseen_change() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    let path = app.created(&user).await;
    let page = format!("{path}/page");
    let change = |at: usize, version: Option<i64>| {
        let questions = [question(&format!("Câu {at}?"))];
        let body = json!({ "questions": questions, "version": version });
        app.put(&user, &page, body)
    };
    let answers = futures::future::join_all((0..8).map(|at| change(at, Some(0)))).await;
    let mut codes: Vec<u64> = answers.iter().map(|answer| answer.code()).collect();
    codes.sort_unstable();
    assert_eq!(codes, [2000, 5008, 5008, 5008, 5008, 5008, 5008, 5008]);
    let stored = app.get_as(&user, &page).await;
    let refused = change(9, Some(0)).await;
    assert_eq!(&refused.json["data"], stored.data());
    let any = change(9, None).await;
    assert_eq!(any.code(), 5002);
    assert!(any.json["fields"]["version"].is_array());
    // Control: one after another, each with the version it has read, all of them are stored.
    for at in 10..18_usize {
        let version = i64::try_from(at).unwrap() - 9;
        assert_eq!(change(at, Some(version)).await.code(), 2000);
    }
    assert_eq!(app.get_as(&user, &page).await.data()["version"], 9);
}

#[tokio::test]
async fn a_copy_takes_the_blocks_over() {
    let app = TestApp::new().await;
    let (user, other) = (app.committee("an").await, app.committee("binh").await);
    let admin = app.admin().await;
    let path = app.created(&user).await;
    let mut sent = blocks();
    // An administrator's photo, which the owner could not choose.
    sent["speakers"][0]["photo"] = app.uploaded(&admin, "avatar").await.into();
    saved(&app, &admin, &path, sent.clone()).await;
    let copied = async |caller: &TestUser| {
        let mut body = app.event_body(caller).await;
        body["copiedFrom"] = json!(id_in(&path));
        let answer = app.create(caller, body).await;
        let copy = format!("/api/event/{}", answer.data()["id"].as_str().unwrap());
        let page = app.get_as(caller, &format!("{copy}/page")).await;
        (copy, page.data().clone())
    };
    let (copy, page) = copied(&user).await;
    for block in ["programme", "speakers", "questions"] {
        assert_eq!(page[block], sent[block]);
    }
    assert_eq!(page["version"], 1);
    // The copy is an event of its own, and its photos stay with it when something else changes.
    saved(&app, &user, &copy, json!({ "questions": [] })).await;
    let source = app.get_as(&user, &format!("{path}/page")).await;
    assert_eq!(source.data()["questions"], sent["questions"]);
    let (_, of_admin) = copied(&admin).await;
    assert_eq!(of_admin["programme"], sent["programme"]);
    // Nothing comes from another organiser's event, nor from a deleted one.
    let (_, of_other) = copied(&other).await;
    assert_eq!(of_other["version"], 0);
    app.send_as(&user, Method::DELETE, &path, json!({}))
        .await
        .data();
    assert_eq!(copied(&user).await.1["version"], 0);
}
