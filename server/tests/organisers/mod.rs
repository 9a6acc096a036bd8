//! Public pages of organisers and groups: visibility, content, calendars, and the list for search engines.

use std::time::Duration;

use axum::http::{Method, StatusCode};
use hoi_community::accounts::entity::user;
use hoi_community::groups::entity::group;
use hoi_ticketing::events::entity::event;
use sea_orm::{ActiveModelTrait, Set};
use serde_json::{Value, json};

use crate::support::{Answer, TestApp, TestUser};

const MINE: &str = "/api/users/me/page";
const DAY: Duration = Duration::from_hours(24);

fn page(slug: &str, name: &str) -> Value {
    json!({ "slug": slug, "name": name, "content": "<p onclick='x'>Nhạc <b>xưa</b></p>", "isOn": true })
}

async fn switched_on(app: &TestApp, user: &TestUser, slug: &str) {
    put(app, user, MINE, page(slug, "CLB Nhạc Xưa"))
        .await
        .data();
}

/// Changes a page, with its current version.
async fn put(app: &TestApp, user: &TestUser, path: &str, mut body: Value) -> Answer {
    let stored = app.call(user, Method::GET, path, Value::Null).await;
    body["version"] = stored.json["data"]["version"].clone();
    app.call(user, Method::PUT, path, body).await
}

fn titles(events: &Value) -> Vec<&str> {
    let events = events.as_array().unwrap().iter();
    events
        .map(|event| event["title"].as_str().unwrap())
        .collect()
}

async fn text(app: &TestApp, path: &str) -> String {
    String::from_utf8(app.get(path).await.bytes).unwrap()
}

#[tokio::test]
async fn a_page_is_off_until_it_is_switched_on() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    let settings = app.get_as(&user, MINE).await;
    assert_eq!(settings.data()["isOn"], false);
    assert_eq!(settings.data()["slug"], "");
    let mut off = page("nhac-xua", "CLB Nhạc Xưa");
    off["isOn"] = json!(false);
    put(&app, &user, MINE, off).await.data();
    for path in [
        "/api/o/nhac-xua",
        "/o/nhac-xua",
        "/o/nhac-xua/calendar.ics",
        "/o/%FF",
    ] {
        let answer = app.get(path).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{path}");
    }
    switched_on(&app, &user, "nhac-xua").await;
    for path in [
        "/api/o/nhac-xua",
        "/api/o/Nhac-Xua",
        "/o/nhac-xua",
        "/o/nhac-xua/calendar.ics",
    ] {
        assert_eq!(app.get(path).await.status, StatusCode::OK, "{path}");
    }
    let shown = app.get("/api/o/nhac-xua").await;
    assert_eq!(shown.data()["name"], "CLB Nhạc Xưa");
    assert_eq!(shown.data()["content"], "<p>Nhạc <b>xưa</b></p>");
    let html = text(&app, "/o/nhac-xua").await;
    for part in [
        "<link rel=\"canonical\" href=\"https://hoi.example/o/nhac-xua\">",
        "<h1>CLB Nhạc Xưa</h1>",
        "Nhạc <b>xưa</b>",
    ] {
        assert!(html.contains(part), "{part}\n{html}");
    }
    for all in [html, shown.json.to_string()] {
        assert!(!all.contains("an@hoi.example"), "the login's address");
    }
}

#[tokio::test]
async fn a_page_shows_only_public_content() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    let other = app.committee("binh").await;
    let now = app.app.clock.now();
    let listed = app.group(&user).await;
    let hidden = app.group(&user).await;
    let tx = app.app.db.write().await.unwrap();
    group::ActiveModel {
        id: Set(hidden),
        is_listed: Set(false),
        ..Default::default()
    }
    .update(&tx)
    .await
    .unwrap();
    tx.commit().await.unwrap();
    let named = async |owner: &TestUser, title: &str, change: &dyn Fn(&mut event::ActiveModel)| {
        let title = title.to_owned();
        app.event(owner, |event| {
            event.slug = Set(Some(title.to_lowercase()));
            event.title = Set(title);
            change(event);
        })
        .await
    };
    named(&user, "Second", &|_| ()).await;
    named(&user, "First", &|event| {
        event.event_start_date = Set(now.plus(DAY));
        event.group_id = Set(Some(listed));
    })
    .await;
    named(&user, "Over", &|event| {
        event.event_start_date = Set(now.minus(DAY))
    })
    .await;
    named(&user, "Cancelled", &|event| {
        event.cancelled_at = Set(Some(now))
    })
    .await;
    named(&user, "Unlisted", &|event| {
        event.hide_from_search = Set(true)
    })
    .await;
    named(&user, "Members", &|event| event.members_only = Set(true)).await;
    named(&user, "Deleted", &|event| event.deleted_at = Set(Some(now))).await;
    named(&user, "Hidden", &|event| event.group_id = Set(Some(hidden))).await;
    named(&other, "Foreign", &|_| ()).await;
    switched_on(&app, &user, "nhac-xua").await;
    let shown = app.get("/api/o/nhac-xua").await;
    assert_eq!(titles(&shown.data()["coming"]), ["First", "Second"]);
    assert_eq!(titles(&shown.data()["past"]), ["Over"]);
    let (html, sitemap) = (
        text(&app, "/o/nhac-xua").await,
        text(&app, "/sitemap.xml").await,
    );
    assert!(html.contains("<a href=\"/e/first\">First</a>"), "{html}");
    for found in [
        "/e/first",
        "/e/second",
        "/e/over",
        "/e/foreign",
        "/o/nhac-xua",
    ] {
        let line = format!("<url><loc>https://hoi.example{found}</loc><lastmod>2026-03-01T");
        assert!(sitemap.contains(&line), "{line}\n{sitemap}");
    }
    let feed = text(&app, "/o/nhac-xua/calendar.ics").await;
    for secret in ["Unlisted", "Members", "Deleted", "Hidden"] {
        let address = format!("/e/{}", secret.to_lowercase());
        assert!(!html.contains(&address), "{secret}\n{html}");
        assert!(!sitemap.contains(&address), "{secret}\n{sitemap}");
        assert!(!feed.contains(secret), "{secret}\n{feed}");
    }
    assert!(!sitemap.contains("/e/cancelled") && !html.contains("/e/cancelled"));

    // The group's own page, while strangers may know of the group.
    let path = format!("/api/group/{listed}/page");
    put(&app, &user, &path, page("clb-nhac", "")).await.data();
    let shown = app.get("/api/o/clb-nhac").await;
    assert_eq!(titles(&shown.data()["coming"]), ["First"]);
    let path = format!("/api/group/{hidden}/page");
    put(&app, &user, &path, page("hoi-kin", "")).await.data();
    assert_eq!(app.get("/api/o/hoi-kin").await.code(), 5005);
}

#[tokio::test]
async fn an_event_names_the_page_of_its_organiser() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    let event = app
        .event(&user, |event| event.host_name = Set(Some("CLB".to_owned())))
        .await;
    let head = text(&app, &format!("/form/{event}")).await;
    assert!(!head.contains("/o/nhac-xua"));
    switched_on(&app, &user, "nhac-xua").await;
    let head = text(&app, &format!("/form/{event}")).await;
    assert!(
        head.contains(r#""url":"https://hoi.example/o/nhac-xua""#),
        "{head}"
    );
}

#[tokio::test]
async fn an_address_belongs_to_one_page_and_none_looks_like_it() {
    let app = TestApp::new().await;
    let (user, other) = (app.committee("an").await, app.committee("binh").await);
    let group = app.group(&other).await;
    let path = format!("/api/group/{group}/page");
    switched_on(&app, &user, "ha-noi").await;
    for taken in ["ha-noi", "hanoi", "han0i"] {
        for path in [MINE, &path] {
            let refused = put(&app, &other, path, page(taken, "Khác")).await;
            assert_eq!(refused.code(), 5002, "{taken}");
            assert!(
                refused.json.to_string().contains("slug"),
                "{}",
                refused.json
            );
        }
    }
    for wrong in ["", "ab", "Hà-Nội", "admin", "h\u{430}noi", &"a".repeat(41)] {
        let refused = put(&app, &other, MINE, page(wrong, "Khác")).await;
        assert_eq!(refused.code(), 5002, "{wrong}");
    }
    assert_eq!(
        put(&app, &other, MINE, page("khac", " ")).await.code(),
        5002
    );
    // The own page may take an address that looks like its own; the one before leads nowhere.
    switched_on(&app, &user, "hanoi").await;
    assert_eq!(app.get("/api/o/ha-noi").await.code(), 5005);
    assert_eq!(app.get("/api/o/hanoi").await.status, StatusCode::OK);
}

#[tokio::test]
async fn a_page_goes_with_its_account_or_group() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    let group = app.group(&user).await;
    switched_on(&app, &user, "nhac-xua").await;
    let path = format!("/api/group/{group}/page");
    put(&app, &user, &path, page("clb-nhac", "")).await.data();
    assert_eq!(app.get("/api/o/clb-nhac").await.status, StatusCode::OK);
    let path = format!("/api/group/{group}");
    let name = app.get_as(&user, &path).await.data()["name"].clone();
    let confirmed = json!({ "confirmName": name });
    app.send_as(&user, Method::DELETE, &path, confirmed)
        .await
        .data();
    assert_eq!(app.get("/api/o/clb-nhac").await.code(), 5005);
    let tx = app.app.db.write().await.unwrap();
    user::ActiveModel {
        id: Set(user.id),
        is_active: Set(false),
        ..Default::default()
    }
    .update(&tx)
    .await
    .unwrap();
    tx.commit().await.unwrap();
    assert_eq!(app.get("/api/o/nhac-xua").await.code(), 5005);
    assert!(!text(&app, "/sitemap.xml").await.contains("/o/"));
}

#[tokio::test]
async fn a_calendar_follows_the_events_and_takes_out_what_is_cancelled() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    let first = app
        .event(&user, |event| event.title = Set("Đêm nhạc".to_owned()))
        .await;
    let second = app
        .event(&user, |event| event.title = Set("Hội thơ".to_owned()))
        .await;
    switched_on(&app, &user, "nhac-xua").await;
    let path = "/o/nhac-xua/calendar.ics";
    let answer = app.get(path).await;
    assert_eq!(
        answer.header("content-type"),
        "text/calendar; charset=utf-8"
    );
    let tag = answer.header("etag");
    let file = String::from_utf8(answer.bytes)
        .unwrap()
        .replace("\r\n ", "");
    assert_eq!(file.matches("BEGIN:VEVENT").count(), 2);
    assert!(file.contains("\r\nX-WR-CALNAME:CLB Nhạc Xưa\r\n"), "{file}");
    for event in [first, second] {
        // The same entry as on the event's own page.
        let own = text(&app, &format!("/api/event/{event}/calendar.ics")).await;
        let uid = own.lines().find(|line| line.starts_with("UID:")).unwrap();
        assert!(file.contains(uid), "{file}");
    }
    let known = app.request(Method::GET, path).header("if-none-match", &tag);
    let known = known.send().await;
    assert_eq!(known.status, StatusCode::NOT_MODIFIED);
    assert!(known.bytes.is_empty());

    app.send_as(
        &user,
        Method::POST,
        &format!("/api/event/{second}/cancel"),
        json!({ "reason": "Mưa bão" }),
    )
    .await
    .data();
    let changed = app.request(Method::GET, path).header("if-none-match", &tag);
    let file = String::from_utf8(changed.send().await.bytes).unwrap();
    assert_eq!(file.matches("STATUS:CANCELLED").count(), 1, "{file}");
    assert!(!file.contains("Hội thơ") && !file.contains("Mưa bão"));
    assert_eq!(file.matches("METHOD:").count(), 1);
}

#[tokio::test]
async fn search_engines_are_told_where_the_list_is() {
    let app = TestApp::new().await;
    let robots = text(&app, "/robots.txt").await;
    assert!(
        robots.ends_with("Sitemap: https://hoi.example/sitemap.xml\n"),
        "{robots}"
    );
    let sitemap = app.get("/sitemap.xml").await;
    assert_eq!(
        sitemap.header("content-type"),
        "application/xml; charset=utf-8"
    );
    for path in ["/sitemap/0.xml", "/sitemap/2.xml", "/sitemap/x"] {
        assert_eq!(app.get(path).await.status, StatusCode::NOT_FOUND, "{path}");
    }
    // Made anew every ten minutes.
    let user = app.committee("an").await;
    switched_on(&app, &user, "nhac-xua").await;
    assert!(!text(&app, "/sitemap.xml").await.contains("/o/"));
    app.pass(Duration::from_mins(10));
    assert!(text(&app, "/sitemap.xml").await.contains("/o/nhac-xua"));
}
