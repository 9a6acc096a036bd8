//! Drafts of events, and publishing them.

use std::time::Duration;

use axum::http::Method;
use futures::future::join_all;
use hoi_server::uploads::remove_orphans;
use hoi_ticketing::events::entity::event_draft;
use sea_orm::{EntityTrait, Set};
use serde_json::{Value, json};

use super::support::refuses;
use crate::support::{Answer, TestApp, TestUser, pdf};

const PATH: &str = "/api/event-draft";

impl TestApp {
    async fn keep(&self, user: &TestUser, title: &str, content: Value) -> Answer {
        let body = json!({ "title": title, "content": content });
        self.send_as(user, Method::POST, PATH, body).await
    }

    /// Keeps a draft and returns its path.
    async fn draft(&self, user: &TestUser) -> String {
        let kept = self.keep(user, "Hội làng", json!({ "event": {} })).await;
        format!("{PATH}/{}", kept.data()["id"].as_str().unwrap())
    }

    async fn drafts(&self, user: &TestUser) -> Vec<Value> {
        self.get_as(user, PATH)
            .await
            .data()
            .as_array()
            .unwrap()
            .clone()
    }
}

fn titles(drafts: &[Value]) -> Vec<&str> {
    let titles = drafts.iter().map(|draft| draft["title"].as_str().unwrap());
    titles.collect()
}

#[tokio::test]
async fn a_draft_is_kept_as_it_was_sent() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    let content = json!({ "event": { "title": "Hội làng", "tickets": [{ "price": null }] }, "own": [], "x": "\u{0}" });
    let kept = app.keep(&user, " Hội làng ", content.clone()).await;
    assert_eq!(kept.json["messages"], json!(["Draft saved"]));
    let id = kept.data()["id"].as_str().unwrap();
    let path = format!("{PATH}/{id}");
    let read = app.get_as(&user, &path).await;
    assert_eq!(read.data()["content"], content);
    assert_eq!(read.data()["title"], "Hội làng");
    assert_eq!(read.data()["version"], 1);

    app.pass(Duration::from_secs(1));
    app.keep(&user, "", json!({})).await.data();
    app.pass(Duration::from_secs(1));
    let body = json!({ "title": "Hội xuân", "content": { "a": 1 }, "version": 1 });
    let saved = app.put(&user, &path, body).await;
    assert_eq!(saved.data()["version"], 2);
    assert_eq!(
        titles(&app.drafts(&user).await),
        ["Hội xuân", ""],
        "the last saved first"
    );
    assert_eq!(app.drafts(&user).await[0].get("content"), None);

    app.send_as(&user, Method::DELETE, &path, json!({}))
        .await
        .data();
    assert_eq!(app.get_as(&user, &path).await.code(), 5005);
    assert_eq!(app.drafts(&user).await.len(), 1);
}

#[tokio::test]
async fn a_draft_is_private_and_no_event() {
    let app = TestApp::new().await;
    let (user, other, admin) = (
        app.committee("an").await,
        app.committee("binh").await,
        app.admin().await,
    );
    let path = app.draft(&user).await;
    for stranger in [&other, &admin] {
        assert!(app.drafts(stranger).await.is_empty());
        assert_eq!(app.get_as(stranger, &path).await.code(), 5005);
        let body = json!({ "content": {}, "version": 1 });
        assert_eq!(app.put(stranger, &path, body).await.code(), 5005);
        let answer = app
            .send_as(stranger, Method::DELETE, &path, json!({}))
            .await;
        assert_eq!(answer.code(), 5005);
    }
    let list = app.get_as(&user, "/api/event").await;
    assert_eq!(list.data()["total"], 0);
    assert_eq!(list.data()["eventsUsed"], 0, "plans do not count drafts");
    let id = path.rsplit('/').next().unwrap();
    let public = app.get(&format!("/api/event/{id}/public")).await;
    assert_eq!(public.code(), 5005);
}

#[tokio::test]
async fn number_and_size_of_drafts_are_bounded() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    // {"a":"…"} is eight bytes around the text.
    let of_size = |bytes: usize| json!({ "a": "x".repeat(bytes - 8) });
    let path = app.draft(&user).await;
    let largest = json!({ "content": of_size(256 * 1024), "version": 1 });
    app.put(&user, &path, largest).await.data();
    let mut larger = json!({ "content": of_size(256 * 1024 + 1) });
    let answer = app.send_as(&user, Method::POST, PATH, larger.clone()).await;
    let text = "The draft is too large. Please shorten its texts.";
    refuses(&answer, "content", text);
    larger["version"] = 2.into();
    let answer = app.put(&user, &path, larger).await;
    refuses(&answer, "content", text);
    let answer = app.keep(&user, &"x".repeat(256), json!({})).await;
    refuses(&answer, "title", "Use at most 255 characters");

    for _ in 1..20 {
        app.keep(&user, "Hội", json!({})).await.data();
    }
    assert_eq!(app.keep(&user, "Hội", json!({})).await.code(), 5003);
    let other = app.committee("binh").await;
    app.keep(&other, "Hội", json!({})).await.data();
    app.send_as(&user, Method::DELETE, &path, json!({}))
        .await
        .data();
    app.keep(&user, "Hội", json!({})).await.data();
}

#[tokio::test]
async fn changes_made_elsewhere_are_not_overwritten() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    let path = app.draft(&user).await;
    let body = |text: &str| json!({ "title": text, "content": { "a": text }, "version": 1 });
    app.put(&user, &path, body("Một")).await.data();
    let answer = app.put(&user, &path, body("Hai")).await;
    assert_eq!(answer.code(), 5008);
    let mut any = body("Ba");
    any.as_object_mut().unwrap().remove("version");
    let answer = app.put(&user, &path, any).await;
    assert_eq!(answer.code(), 5002);
    assert!(answer.json["fields"]["version"].is_array());
    let read = app.get_as(&user, &path).await;
    assert_eq!(read.data()["content"], json!({ "a": "Một" }));
}

#[tokio::test]
async fn a_draft_becomes_one_event_however_often_it_is_published_at_once() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    let path = app.draft(&user).await;
    let mut body = app.event_body(&user).await;
    let publish = async |body: &Value| {
        let calls = [(); 2].map(|()| app.create(&user, body.clone()));
        let mut codes: Vec<u64> = join_all(calls).await.iter().map(Answer::code).collect();
        codes.sort_unstable();
        codes
    };
    assert_eq!(publish(&body).await, [2002, 2002], "without a draft");
    body["draftId"] = path.rsplit('/').next().unwrap().into();
    assert_eq!(publish(&body).await, [2002, 5008]);
    assert!(app.drafts(&user).await.is_empty());
}

#[tokio::test]
async fn a_refused_event_leaves_its_draft() {
    let app = TestApp::new().await;
    let (user, other) = (app.committee("an").await, app.committee("binh").await);
    let path = app.draft(&user).await;
    let mut body = app.event_body(&user).await;
    body["draftId"] = path.rsplit('/').next().unwrap().into();
    let mut incomplete = body.clone();
    incomplete["title"] = "".into();
    assert_eq!(app.create(&user, incomplete).await.code(), 5002);
    body["logo"] = app.uploaded(&other, "eventLogo").await.into();
    assert_eq!(
        app.create(&other, body).await.code(),
        5008,
        "another account's draft"
    );
    assert_eq!(app.drafts(&user).await.len(), 1);
}

#[tokio::test]
async fn images_of_drafts_are_kept() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    let cover = app.uploaded(&user, "eventCover").await;
    let content = json!({ "event": { "coverImage": cover } });
    app.keep(&user, "", content).await.data();
    app.pass(Duration::from_secs(25 * 60 * 60));
    assert_eq!(remove_orphans(&app.app).await.unwrap(), 0);
    let tx = app.app.db.write().await.unwrap();
    event_draft::Entity::delete_many().exec(&tx).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(remove_orphans(&app.app).await.unwrap(), 1);
}

#[tokio::test]
async fn a_poster_is_a_page_with_the_event_and_its_address() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    let mut body = app.event_body(&user).await;
    body["coverImage"] = app.uploaded(&user, "eventCover").await.into();
    let with_cover = app.create(&user, body).await;
    let without = app.created(&user).await;
    let id = with_cover.data()["id"].as_str().unwrap();
    for (path, pictures) in [(format!("/api/event/{id}"), 1), (without, 0)] {
        let poster = app.get_as(&user, &format!("{path}/poster")).await;
        assert_eq!(poster.status, 200);
        assert_eq!(poster.header("content-type"), "application/pdf");
        assert!(poster.header("content-disposition").contains("attachment"));
        let text = String::from_utf8_lossy(&poster.bytes);
        assert_eq!(text.matches("/Type /Page\n").count(), 1);
        assert_eq!(text.matches("/DCTDecode").count(), pictures);
        assert!(text.contains("/e/dem-nhac-trinh"), "the link of the code");
    }
}

#[tokio::test]
async fn a_poster_in_scripts_that_the_fonts_lack_shows_latin_letters_and_copies_the_original() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    for (foreign, latin) in pdf::FOREIGN {
        let id = app
            .event(&user, |event| {
                event.title = Set(foreign.to_owned());
                event.venue_address = Set(foreign.to_owned());
                event.host_name = Set(Some(foreign.to_owned()));
            })
            .await;
        let path = format!("/api/event/{id}/poster");
        let poster = app.request(Method::GET, &path).bearer(&user.token);
        let poster = poster.lang("vi").send().await;
        let shown = pdf::lines(&poster.bytes).join(" ");
        let copied = pdf::copied(&poster.bytes).join(" ");
        for (text, name) in [(shown, latin), (copied, foreign)] {
            assert_eq!(
                text.matches(name).count(),
                3,
                "title, place and host: {text}"
            );
            assert!(text.contains("Quét mã để đăng ký"), "{text}");
        }
    }
}
