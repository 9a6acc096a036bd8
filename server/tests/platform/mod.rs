//! Properties shared by all routes.

mod compression;
mod languages;
mod outage;

use axum::http::{Method, StatusCode};

use crate::support::TestApp;

#[tokio::test]
async fn health_answers_when_the_database_does() {
    let app = TestApp::new().await;
    let answer = app.get("/api/health").await;
    assert_eq!(answer.status, StatusCode::OK);
    assert_eq!(answer.json["data"]["database"], true);
}

#[tokio::test]
async fn health_names_the_program_and_what_it_was_built_from() {
    let app = TestApp::new().await;
    let health = app.get("/api/health").await.data().clone();
    assert_eq!(health["name"], "hoi");
    assert_eq!(health["version"], env!("CARGO_PKG_VERSION"));
    // Null where neither the environment of the build nor git knows them.
    for part in ["commit", "builtOn"] {
        let told = health.get(part);
        assert!(
            told.is_some_and(|told| told.is_string() || told.is_null()),
            "{part}: {health}"
        );
    }
    assert_eq!(health["sqlite"], hoi_db::SQLITE_VERSION);
    assert_eq!(health["lowestPostgres"], "15");
}

/// The reported version is the linked one, and the engine a supported one.
#[tokio::test]
async fn the_engine_is_the_one_that_the_version_names() {
    let app = TestApp::new().await;
    let engine = app.app.db.version().await.unwrap();
    match engine.strip_prefix("PostgreSQL ") {
        None => assert_eq!(engine, format!("SQLite {}", hoi_db::SQLITE_VERSION)),
        Some(version) => {
            let major: u32 = version.split(['.', ' ']).next().unwrap().parse().unwrap();
            let lowest: u32 = hoi_db::LOWEST_POSTGRES_VERSION.parse().unwrap();
            assert!(major >= lowest, "{engine}");
        }
    }
}

#[tokio::test]
async fn unknown_paths_and_methods_answer_in_the_envelope() {
    let app = TestApp::new().await;
    for path in ["/api/nope", "/api/", "/api/event/x/y/z"] {
        let answer = app.get(path).await;
        assert_eq!(
            (answer.status, answer.code()),
            (StatusCode::NOT_FOUND, 5005),
            "{path}"
        );
    }
    let answer = app.request(Method::DELETE, "/api/health").send().await;
    assert_eq!(
        (answer.status, answer.code()),
        (StatusCode::METHOD_NOT_ALLOWED, 5002)
    );
}

#[tokio::test]
async fn answers_in_the_callers_language_and_vietnamese_by_default() {
    let app = TestApp::new().await;
    let vi = app.get("/api/nope").await;
    let en = app
        .request(Method::GET, "/api/nope")
        .lang("en")
        .send()
        .await;
    let other = app
        .request(Method::GET, "/api/nope")
        .lang("fr")
        .send()
        .await;
    assert_ne!(vi.json["messages"], en.json["messages"]);
    assert_eq!(vi.json["messages"], other.json["messages"]);
    assert!(vi.header("vary").contains("accept-language"));
}

#[tokio::test]
async fn every_answer_carries_security_headers_and_a_request_id() {
    let app = TestApp::new().await;
    for path in ["/api/health", "/api/nope", "/auth/login"] {
        let answer = app.get(path).await;
        assert_eq!(answer.header("x-content-type-options"), "nosniff", "{path}");
        assert!(
            answer
                .header("content-security-policy")
                .contains("default-src"),
            "{path}"
        );
        assert!(
            !answer.header("content-security-policy").contains("unsafe"),
            "{path}"
        );
        assert_eq!(answer.header("x-request-id").len(), 32, "{path}");
    }
}

#[tokio::test]
async fn browsers_are_told_to_come_by_https_when_they_can() {
    let by_https = TestApp::new().await;
    let by_http =
        TestApp::configured(|config| config.public_url = "http://hoi.example".to_owned()).await;
    for path in ["/api/health", "/api/nope", "/auth/login"] {
        let header = |answer: crate::support::Answer| answer.header("strict-transport-security");
        assert_eq!(
            header(by_https.get(path).await),
            "max-age=31536000",
            "{path}"
        );
        assert_eq!(header(by_http.get(path).await), "", "{path}");
    }
}

/// Works with and without a built frontend, where the answer names the missing page.
async fn is_landing_page(app: &TestApp, path: &str) -> bool {
    let html = String::from_utf8(app.get(path).await.bytes).unwrap();
    html.contains("<link rel=\"canonical\" href=\"https://hoi.example/\">")
        || html.starts_with("landing.vi.html is not part")
}

#[tokio::test]
async fn the_landing_page_stands_at_the_root_when_switched_on() {
    let app = TestApp::configured(|config| config.landing_page = true).await;
    assert!(is_landing_page(&app, "/").await);
    for path in ["/auth/login", "/landing", "/landing.html", "/index.html"] {
        assert!(!is_landing_page(&app, path).await, "{path}");
    }
}

#[tokio::test]
async fn no_path_leads_to_the_landing_page_by_default() {
    let app = TestApp::new().await;
    for path in ["/", "/landing", "/landing.html"] {
        assert!(!is_landing_page(&app, path).await, "{path}");
    }
}

/// That the list is complete is checked by `xtask tidy`, which fails when a component is missing.
#[tokio::test]
async fn the_components_of_the_program_are_shown_to_anyone() {
    let app = TestApp::new().await;
    let plain = app.get("/licenses.txt").await;
    assert_eq!(plain.header("content-type"), "text/plain; charset=utf-8");
    let text = String::from_utf8(plain.bytes).unwrap();
    assert_eq!(text, hoi_server::licenses::text().unwrap());
    for name in [
        "axum",
        "sea-orm",
        "preact",
        "@mantine/core",
        "Roboto",
        "SQLite",
    ] {
        assert!(text.contains(&format!("\n{name} ")), "{name}");
    }
    assert!(text.contains("Permission is hereby granted, free of charge"));
    let request = app.request(Method::GET, "/licenses.txt");
    let packed = request.header("accept-encoding", "br, gzip").send().await;
    assert_eq!(packed.header("content-encoding"), "gzip");
    assert!(packed.bytes.len() * 4 < text.len());
}

#[tokio::test]
async fn the_committed_description_is_current() {
    let committed =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../openapi.json")).unwrap();
    let current = hoi_server::openapi::written(&hoi_server::router::description()).unwrap();
    assert!(
        committed == current,
        "openapi.json is stale: run `make gen`"
    );
}

#[tokio::test]
async fn the_description_is_served_once_for_each_version() {
    let app = TestApp::new().await;
    let served = app.get("/api/openapi.json").await;
    assert_eq!(served.status, StatusCode::OK);
    let current = hoi_server::router::description().to_json().unwrap();
    assert!(served.bytes == current.as_bytes(), "another description");
    assert_eq!(served.header("content-type"), "application/json");
    let tag = served.header("etag").to_owned();
    let request = app.request(Method::GET, "/api/openapi.json");
    let again = request.header("if-none-match", &tag).send().await;
    assert_eq!(again.status, StatusCode::NOT_MODIFIED);
    assert!(again.bytes.is_empty());
    let request = app.request(Method::GET, "/api/openapi.json");
    let packed = request.header("accept-encoding", "gzip").send().await;
    assert_eq!(packed.header("content-encoding"), "gzip");
    assert!(packed.bytes.len() * 4 < current.len());
}

/// Searches the source for keys, because a missing key would only show when its error occurs.
#[test]
fn every_key_in_the_source_is_in_the_catalogue() {
    fn visit(folder: &std::path::Path, missing: &mut Vec<String>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                visit(&path, missing);
            } else if path.extension().is_some_and(|kind| kind == "rs") {
                let source = std::fs::read_to_string(&path).unwrap();
                for call in ["LocalizedText::new(\"", "Envelope::done(\""] {
                    for part in source.split(call).skip(1) {
                        let key = part.split('"').next().unwrap();
                        let named = key.contains('.')
                            && key
                                .chars()
                                .all(|char| char.is_ascii_alphanumeric() || char == '.');
                        if named && !hoi_platform::language::texts().contains(key) {
                            missing.push(format!("{}: {key}", path.display()));
                        }
                    }
                }
            }
        }
    }
    let mut missing = Vec::new();
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for name in ["platform", "community", "ticketing", "organising", "server"] {
        visit(&root.join(name).join("src"), &mut missing);
    }
    assert!(missing.is_empty(), "{missing:#?}");
}

#[tokio::test]
async fn fixtures_stand() {
    let app = TestApp::new().await;
    let owner = app.committee("an").await;
    let event = app.open_event(&owner, 50).await;
    app.ticket(event, "Thường", 250_000, 20).await;
}

/// A tab older than the program would run the page as a script.
#[tokio::test]
async fn a_file_of_an_earlier_build_is_not_found() {
    let app = TestApp::new().await;
    assert_eq!(app.get("/assets/old-1a2b3c.js").await.status, 404);
}

#[tokio::test]
async fn an_address_that_no_screen_has_is_not_found() {
    let app = TestApp::new().await;
    for path in ["/khong-co", "/dashboard/more", "/form", "/wp-login.php"] {
        let answer = app.get(path).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{path}");
        let html = String::from_utf8(answer.bytes).unwrap();
        assert!(html.contains("<h1>Không tìm thấy trang</h1>"), "{path}");
    }
    let english = app.request(Method::GET, "/khong-co");
    let english = english.header("cookie", "lang=en").send().await;
    let html = String::from_utf8(english.bytes).unwrap();
    assert!(html.contains(r#"<main class="first" lang="en">"#), "{html}");
    for path in ["/", "/dashboard", "/join/abc", "/event-management/old"] {
        assert_eq!(app.get(path).await.status, StatusCode::OK, "{path}");
    }
    let unknown = app.get("/api/khong-co").await;
    assert_eq!(
        (unknown.status, unknown.code()),
        (StatusCode::NOT_FOUND, 5005)
    );
}

#[tokio::test]
async fn programs_that_look_for_agreed_files_get_no_page() {
    let app = TestApp::new().await;
    let answer = app.get("/.well-known/apple-app-site-association").await;
    assert_eq!(answer.status, StatusCode::NOT_FOUND);
    assert!(answer.bytes.is_empty());
    let password = app.get("/.well-known/change-password").await;
    assert_eq!(password.status, StatusCode::SEE_OTHER);
    assert_eq!(password.header("location"), "/profile");
}

#[tokio::test]
async fn the_application_and_a_door_can_be_installed() {
    let app = TestApp::new().await;
    let event: hoi_ticketing::events::EventId = hoi_platform::clock::new_id();
    let door = format!("/event-management/checkin/{event}");
    let of_door = format!("/door.webmanifest?event={event}");
    for (page, manifest, start) in [
        ("/dashboard", "/app.webmanifest", "/event-management"),
        (door.as_str(), of_door.as_str(), door.as_str()),
    ] {
        let html = String::from_utf8(app.get(page).await.bytes).unwrap();
        let link =
            format!(r#"<link rel="manifest" href="{manifest}" crossorigin="use-credentials">"#);
        assert!(html.contains(&link), "{page}");
        let answer = app.request(Method::GET, manifest);
        let answer = answer.header("cookie", "lang=en").send().await;
        assert_eq!(answer.header("content-type"), "application/manifest+json");
        assert_eq!(answer.json["start_url"], start);
        assert_eq!(answer.json["lang"], "en");
        let scope = answer.json["scope"].as_str().unwrap();
        assert!(start.starts_with(scope), "{scope}");
        for icon in answer.json["icons"].as_array().unwrap() {
            let file = app.get(icon["src"].as_str().unwrap()).await;
            assert_eq!(file.header("content-type"), "image/png");
        }
    }
    let wrong = app.get("/door.webmanifest?event=x").await;
    assert_eq!(wrong.status, StatusCode::BAD_REQUEST);
    let icon = app.get("/favicon.ico").await;
    assert_eq!(icon.status, StatusCode::OK);
    assert!(icon.header("content-type").starts_with("image/"));
}

/// Behind a proxy, the address that the proxy adds counts, whatever the caller wrote before it.
#[tokio::test]
async fn the_callers_address_is_the_last_that_the_proxy_added() {
    use hoi_platform::http::ClientIp;

    let app = TestApp::configured(|config| {
        config.trusted_proxies = "10.0.0.1, 10.9.0.0/16".parse().unwrap()
    })
    .await;
    for (peer, forwarded, address) in [
        ("10.0.0.1", "203.0.113.9", "203.0.113.9"),
        ("10.0.0.1", "198.51.100.1, 203.0.113.9", "203.0.113.9"),
        (
            "10.0.0.1",
            "198.51.100.1, 203.0.113.9:4711, 10.0.0.1",
            "203.0.113.9",
        ),
        ("10.0.0.1", "198.51.100.1, [2001:db8::1]:80", "2001:db8::1"),
        ("10.0.0.1", "198.51.100.1, unknown", "10.0.0.1"),
        ("10.9.1.2", "203.0.113.9, 10.9.200.1", "203.0.113.9"),
        ("10.8.1.2", "203.0.113.9", "10.8.1.2"),
        ("192.0.2.7", "198.51.100.1", "192.0.2.7"),
    ] {
        let (mut parts, ()) = axum::http::Request::builder()
            .header("x-forwarded-for", forwarded)
            .body(())
            .unwrap()
            .into_parts();
        let peer = std::net::SocketAddr::new(peer.parse().unwrap(), 1);
        parts.extensions.insert(axum::extract::ConnectInfo(peer));
        let Ok(ClientIp(found)) =
            <ClientIp as axum::extract::FromRequestParts<_>>::from_request_parts(
                &mut parts, &app.app,
            )
            .await;
        assert_eq!(found.to_string(), address, "{forwarded}");
    }
}
