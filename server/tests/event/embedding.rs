//! The registration form in a frame of another site.

use axum::http::{Method, StatusCode};
use hoi_ticketing::events::{EventId, store_visits};
use sea_orm::Set;
use serde_json::{Value, json};

use super::support::{id_in, refuses};
use crate::support::{Answer, TestApp};

const SITE: &str = "https://congty.example";
const OTHER: &str = "https://tin.congty.example:8443";

/// The part of the page's policy that says which sites may show it.
fn framers(page: &Answer) -> String {
    let policy = page.header("content-security-policy");
    let mut parts = policy.split(';').map(str::trim);
    let part = parts.find_map(|part| part.strip_prefix("frame-ancestors "));
    part.unwrap_or_else(|| panic!("{policy}")).to_owned()
}

fn html(page: &Answer) -> String {
    String::from_utf8(page.bytes.to_vec()).unwrap()
}

async fn event_on(app: &TestApp, sites: &[&str]) -> EventId {
    let user = app.committee("an").await;
    let sites = sites.join(" ");
    app.event(&user, |event| {
        event.embed_origins = Set(sites.parse().unwrap());
        event.slug = Set(Some("dem-nhac".to_owned()));
    })
    .await
}

#[tokio::test]
async fn only_the_named_sites_may_show_the_form_and_only_the_form() {
    let app = TestApp::new().await;
    let event = event_on(&app, &[SITE, OTHER]).await;
    let form = app.get(&format!("/form/{event}?embedded")).await;
    assert_eq!(form.status, StatusCode::OK);
    assert_eq!(framers(&form), format!("'self' {SITE} {OTHER}"));
    assert_eq!(
        form.header("x-frame-options"),
        "",
        "it could not name the sites"
    );
    assert_eq!(form.header("set-cookie"), "");
    let meta = format!("<meta name=\"embed-origins\" content=\"{SITE} {OTHER}\">");
    assert!(html(&form).contains(&meta));

    for path in [
        format!("/form/{event}"),
        format!("/form/{event}?embed"),
        format!("/form/{event}?lang=en&code=embedded"),
        format!("/form/{event}/ticket"),
        format!("/form/{event}/ticket?embedded"),
        format!("/form/preview/{event}?embedded"),
        "/e/dem-nhac?embedded".to_owned(),
        "/auth/login?embedded".to_owned(),
        format!("/event-management/{event}?embedded"),
        "/form/khong-co?embedded".to_owned(),
    ] {
        let page = app.get(&path).await;
        assert_eq!(framers(&page), "'self'", "{path}");
        assert_eq!(page.header("x-frame-options"), "SAMEORIGIN", "{path}");
        assert!(!html(&page).contains("embed-origins"), "{path}");
    }
    let call = app.get(&format!("/api/event/{event}/public")).await;
    assert_eq!(framers(&call), "'none'");
}

#[tokio::test]
async fn an_event_without_sites_and_another_event_are_framed_by_none() {
    let app = TestApp::new().await;
    event_on(&app, &[SITE]).await;
    let user = app.committee("binh").await;
    let other = app.open_event(&user, 10).await;
    let form = app.get(&format!("/form/{other}?embedded")).await;
    assert_eq!(form.status, StatusCode::OK);
    assert_eq!(framers(&form), "'self'");
    assert_eq!(form.header("x-frame-options"), "SAMEORIGIN");
    let meta = "<meta name=\"embed-origins\" content=\"\">";
    assert!(html(&form).contains(meta));
}

#[tokio::test]
async fn a_site_that_is_taken_off_the_list_is_shut_out_at_once() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    let path = app.created(&user).await;
    let form = format!("/form/{}?embedded", id_in(&path));
    let name = async |sites: Value| {
        let change = json!({ "embedOrigins": sites, "section": "formInfo" });
        app.put(&user, &path, change).await.data()["embedOrigins"].clone()
    };
    assert_eq!(framers(&app.get(&form).await), "'self'");
    let written = name(json!(["HTTPS://CongTy.example:443/", SITE, OTHER])).await;
    assert_eq!(written, json!([SITE, OTHER]));
    assert_eq!(
        framers(&app.get(&form).await),
        format!("'self' {SITE} {OTHER}")
    );
    // Another change leaves them as they are.
    let limit = json!({ "registrationsPerAddress": 5, "section": "formInfo" });
    let event = app.put(&user, &path, limit).await;
    assert_eq!(event.data()["embedOrigins"], json!([SITE, OTHER]));
    name(json!([OTHER])).await;
    assert_eq!(framers(&app.get(&form).await), format!("'self' {OTHER}"));
    assert_eq!(name(json!([])).await, json!([]));
    assert_eq!(framers(&app.get(&form).await), "'self'");
    let log = app.get_as(&user, &format!("{path}/activities")).await;
    assert!(log.json.to_string().contains("embedOrigins"));
}

#[tokio::test]
async fn what_is_no_site_is_refused() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    let path = app.created(&user).await;
    for text in [
        "",
        "*",
        "'self'",
        "congty.example",
        "http://congty.example",
        "https://*.congty.example",
        "https://congty.example/su-kien",
        "https://congty.example https://khac.example",
        "https://congty.example; script-src *",
        "https://cong\u{a0}ty.example",
        "https://côngty.vn",
    ] {
        let expected = format!(
            "“{text}” is not the address of a site. Write it like https://congty.vn, without a path; a name with \
             accents in its form xn--…"
        );
        let change = json!({ "embedOrigins": [SITE, text] });
        let answer = app.put(&user, &path, change).await;
        refuses(&answer, "embedOrigins", &expected);
        let mut new = app.event_body(&user).await;
        new["embedOrigins"] = json!([text]);
        refuses(&app.create(&user, new).await, "embedOrigins", &expected);
    }
    // A long text is not said again as a whole.
    let long = format!("https://{}.example", "a".repeat(100_000));
    let answer = app
        .put(&user, &path, json!({ "embedOrigins": [long] }))
        .await;
    assert_eq!(answer.code(), 5002);
    assert!(answer.json.to_string().len() < 2000);

    let sites = |count: usize| -> Vec<String> {
        (0..count)
            .map(|at| format!("https://a{at}.example"))
            .collect()
    };
    let five = app
        .put(&user, &path, json!({ "embedOrigins": sites(5) }))
        .await;
    assert_eq!(five.data()["embedOrigins"], json!(sites(5)));
    let six = app
        .put(&user, &path, json!({ "embedOrigins": sites(6) }))
        .await;
    refuses(&six, "embedOrigins", "Name at most 5 sites");
    for wrong in [json!(SITE), json!([1]), Value::Null] {
        let change = json!({ "embedOrigins": wrong });
        assert_eq!(app.put(&user, &path, change).await.code(), 5002, "{wrong}");
    }
}

#[tokio::test]
async fn the_form_of_a_cancelled_event_says_so_in_the_frame() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    let event = app
        .event(&user, |event| {
            event.embed_origins = Set(SITE.parse().unwrap());
            event.cancelled_at = Set(Some(app.app.clock.now()));
        })
        .await;
    let form = app.get(&format!("/form/{event}?embedded")).await;
    assert_eq!(form.status, StatusCode::NOT_FOUND);
    assert_eq!(framers(&form), format!("'self' {SITE}"));
    assert!(html(&form).contains("name=\"event-status\" content=\"cancelled\""));
    let page = app.get(&format!("/form/{event}")).await;
    assert_eq!(framers(&page), "'self'");
}

#[tokio::test]
async fn the_frame_begins_in_the_language_of_its_site() {
    let app = TestApp::new().await;
    let event = event_on(&app, &[SITE]).await;
    for (query, code) in [
        ("embedded&lang=en", "en"),
        ("lang=en-GB&embedded=", "en"),
        ("embedded", "vi"),
        ("embedded&lang=xx", "vi"),
        ("lang=en", "vi"),
    ] {
        let page = html(&app.get(&format!("/form/{event}?{query}")).await);
        let first = format!("<main class=\"first\" lang=\"{code}\">");
        assert!(page.contains(&first), "{query}");
    }
}

#[tokio::test]
async fn a_form_in_a_frame_is_a_visit_and_a_page_in_one_is_not() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    let event = app.open_event(&user, 5).await;
    for (query, destination) in [
        ("?embedded", "iframe"),
        ("?embedded", "empty"),
        ("", "iframe"),
        ("", "document"),
    ] {
        app.request(Method::GET, &format!("/form/{event}{query}"))
            .header(
                "user-agent",
                "Mozilla/5.0 (Linux; Android 14) Mobile Safari/537.36",
            )
            .header("sec-fetch-dest", destination)
            .begin()
            .await;
    }
    store_visits(&app.app).await;
    let path = format!("/api/statistic/overview?eventId={event}");
    assert_eq!(app.get_as(&user, &path).await.data()["visits"], 2);
}

#[tokio::test]
async fn the_script_of_other_sites_is_small_and_kept_for_an_hour() {
    let app = TestApp::new().await;
    let script = app.get("/embed.js").await;
    assert_eq!(script.status, StatusCode::OK);
    assert!(script.header("content-type").contains("javascript"));
    assert_eq!(script.header("cache-control"), "public, max-age=3600");
    assert_eq!(script.header("set-cookie"), "");
    assert!(script.bytes.len() < 4096, "{}", script.bytes.len());
    let packed = app
        .request(Method::GET, "/embed.js")
        .header("accept-encoding", "gzip")
        .send()
        .await;
    assert_eq!(packed.header("content-encoding"), "gzip");
    assert!(packed.bytes.len() < 2048, "{}", packed.bytes.len());
}
