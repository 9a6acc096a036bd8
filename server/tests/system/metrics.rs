//! Prometheus reads counts and states on a listener of their own.

use axum::http::StatusCode;
use hoi_mail::SendError;
use hoi_server::system::metrics_router;
use sea_orm::Set;
use serde_json::json;

use crate::operations::jobs::store;
use crate::registration::support::form;
use crate::support::{TestApp, serve};

/// Returns the page of a server, as Prometheus gets it.
async fn read(app: &TestApp) -> String {
    let address = serve(metrics_router(app.server.clone())).await;
    let answer = reqwest::get(format!("http://{address}/metrics"))
        .await
        .unwrap();
    assert_eq!(answer.status(), StatusCode::OK);
    let format = answer.headers()["content-type"].to_str().unwrap();
    assert!(
        format.starts_with("application/openmetrics-text"),
        "{format}"
    );
    answer.text().await.unwrap()
}

#[track_caller]
fn assert_line(page: &str, line: &str) {
    assert!(
        page.lines().any(|written| written == line),
        "{line}\n{page}"
    );
}

#[tokio::test]
async fn traffic_is_counted_by_route_and_never_by_path() {
    let app = TestApp::new().await;
    let owner = app.committee("an").await;
    let event = app
        .event(&owner, |event| {
            event.total_participants = Set(1);
            event.send_email_after_register = Set(true);
        })
        .await;
    app.mails
        .fail_next(SendError::Temporary("451 later".to_owned()));
    let first = app.register(event, form("binh")).await;
    let person = app.attendance(&first).await;
    app.register(event, form("chi")).await;
    app.run_jobs().await;
    for code in [person.ticket_code.as_str(), "0000000000AA"] {
        let body = json!({ "eventId": event, "code": code });
        app.send_as(&owner, axum::http::Method::POST, "/api/event/checkin", body)
            .await;
    }
    app.get(&format!("/api/nothing/{event}")).await;
    store(&app, "mail.ticket", "dead", None).await;

    let page = read(&app).await;
    let route = r#"method="POST",route="/api/event/{eventId}/register""#;
    assert_line(
        &page,
        &format!(r#"hoi_http_requests_total{{{route},status="200"}} 1"#),
    );
    assert_line(
        &page,
        &format!(r#"hoi_http_requests_total{{{route},status="409"}} 1"#),
    );
    assert_line(
        &page,
        &format!("hoi_http_request_duration_seconds_count{{{route}}} 2"),
    );
    assert_line(
        &page,
        r#"hoi_http_requests_total{method="GET",route="page",status="404"} 1"#,
    );
    assert!(!page.contains(&event.to_string()), "{page}");
    assert_line(&page, r#"hoi_registrations_total{result="accepted"} 1"#);
    assert_line(
        &page,
        r#"hoi_registrations_total{result="RESOURCE_EXCEEDED"} 1"#,
    );
    assert_line(&page, "hoi_desk_batch_size_count 2");
    assert_line(&page, r#"hoi_check_ins_total{result="ok"} 1"#);
    assert_line(&page, r#"hoi_check_ins_total{result="notFound"} 1"#);
    assert_line(&page, r#"hoi_mails_total{result="failed"} 1"#);
    assert_line(&page, r#"hoi_jobs{lane="normal",state="dead"} 1.0"#);
    assert_line(&page, r#"hoi_jobs{lane="normal",state="later"} 1.0"#);
    assert_line(&page, "hoi_desk_queue 0.0");
    assert_line(&page, "hoi_sockets 0.0");
    for figure in [
        "hoi_database_bytes ",
        "hoi_disk_free_bytes ",
        "hoi_uptime_seconds ",
        "hoi_database_connections{",
        "process_resident_memory_bytes ",
    ] {
        assert!(
            page.lines().any(|line| line.starts_with(figure)),
            "{figure}\n{page}"
        );
    }
    let build = page
        .lines()
        .find(|line| line.starts_with("hoi_build_info{"));
    let build = build.unwrap();
    for label in [
        format!(r#"version="{}""#, env!("CARGO_PKG_VERSION")),
        r#"commit=""#.to_owned(),
        r#"built_on=""#.to_owned(),
        format!(r#"sqlite="{}""#, hoi_db::SQLITE_VERSION),
        r#"lowest_postgres="15""#.to_owned(),
    ] {
        assert!(build.contains(&label), "{label}: {build}");
    }
    assert!(build.ends_with("} 1"), "{build}");
    assert!(page.ends_with("# EOF\n"));
}

#[tokio::test]
async fn the_public_port_does_not_serve_them() {
    let app = TestApp::new().await;
    for path in ["/metrics", "/api/metrics", "/api/system/metrics"] {
        let answer = app.get(path).await;
        let text = String::from_utf8_lossy(&answer.bytes);
        assert!(!text.contains("hoi_http_requests"), "{path}: {text}");
    }
}
