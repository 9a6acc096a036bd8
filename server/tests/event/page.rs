//! The head of the registration page, for crawlers that do not run the application.

use axum::http::StatusCode;
use hoi_i18n::Lang;
use hoi_server::events::{EventId, find_event, head};
use sea_orm::Set;

use crate::support::{TestApp, TestUser};

async fn head_of(app: &TestApp, event: EventId, lang: Lang) -> String {
    let event = find_event(app.app.db.read(), event).await.unwrap().unwrap();
    head(&event, &app.app.config.public_url, lang)
}

async fn event(app: &TestApp, user: &TestUser, title: &str, description: &str) -> EventId {
    app.event(user, |event| {
        event.title = Set(title.to_owned());
        event.description = Set(description.to_owned());
    })
    .await
}

#[tokio::test]
async fn a_link_introduces_its_event() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    let id = event(
        &app,
        &user,
        "Đêm nhạc",
        "<p>Một đêm</p><p><b>đáng</b> nhớ</p>",
    )
    .await;
    let row = find_event(app.app.db.read(), id).await.unwrap().unwrap();
    let logo = row.logo.0;
    let head = head_of(&app, id, Lang::VI).await;
    for line in [
        "<title>Đêm nhạc</title>".to_owned(),
        "<meta property=\"og:title\" content=\"Đêm nhạc\">".to_owned(),
        "<meta property=\"og:description\" content=\"Một đêm đáng nhớ\">".to_owned(),
        format!("<meta property=\"og:image\" content=\"https://hoi.example/api/upload/{logo}\">"),
        format!("<meta property=\"og:url\" content=\"https://hoi.example/form/{id}\">"),
        "<meta property=\"og:locale\" content=\"vi_VN\">".to_owned(),
    ] {
        assert!(head.lines().any(|is| is == line), "{line}\n{head}");
    }
    assert!(
        head_of(&app, id, Lang::EN)
            .await
            .contains("content=\"en_US\"")
    );
}

#[tokio::test]
async fn nothing_an_organiser_writes_leaves_its_attribute() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    let attack = "\"><script>alert('1')</script>&amp;";
    let id = event(&app, &user, attack, "<p>\" onload=\"x &lt;b&gt;</p>").await;
    let head = head_of(&app, id, Lang::VI).await;
    assert!(!head.contains("<script>"));
    assert!(head.contains("&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;amp;"));
    assert!(
        head.contains("content=\"&quot; onload=&quot;x &lt;b&gt;\""),
        "{head}"
    );
    for line in head.lines() {
        assert!(line.starts_with('<') && line.ends_with('>'), "{line}");
    }
}

#[tokio::test]
async fn a_long_description_ends_between_words_within_200_characters() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    let description = |head: &str| {
        let start = head
            .split("og:description\" content=\"")
            .nth(1)
            .unwrap()
            .to_owned();
        start.split('"').next().unwrap().to_owned()
    };
    for (text, expected) in [
        ("ề".repeat(200), "ề".repeat(200)),
        ("ề".repeat(201), format!("{}…", "ề".repeat(199))),
        (
            "chữ ".repeat(60),
            format!("{}…", "chữ ".repeat(49).trim_end()),
        ),
    ] {
        let id = event(&app, &user, "Dài", &text).await;
        let found = description(&head_of(&app, id, Lang::VI).await);
        assert_eq!(found, expected);
        assert!(found.chars().count() <= 200);
    }
}

#[tokio::test]
async fn pages_of_no_event_are_not_found_and_not_in_the_envelope() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    let cancelled = app
        .event(&user, |event| {
            event.cancelled_at = Set(Some(app.app.clock.now()))
        })
        .await;
    for path in [
        "/form/x".to_owned(),
        format!("/form/{cancelled}"),
        "/form/a/b/c".to_owned(),
        "/form/%FF".to_owned(),
    ] {
        let answer = app.get(&path).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{path}");
        assert!(answer.json.is_null(), "{path}");
    }
}
