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
        "process_virtual_memory_bytes ",
        "process_open_fds ",
        "process_max_fds ",
        "process_start_time_seconds ",
        "process_cpu_seconds_total ",
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

/// Of a counter that appears with its first count, Prometheus does not see that it grew.
#[tokio::test]
async fn counters_of_known_results_begin_at_zero() {
    let app = TestApp::new().await;
    let page = read(&app).await;
    for counter in [
        r#"hoi_registrations_total{result="accepted"}"#,
        r#"hoi_registrations_total{result="waiting"}"#,
        r#"hoi_registrations_total{result="RESOURCE_EXCEEDED"}"#,
        r#"hoi_registrations_total{result="INTERNAL_ERROR"}"#,
        r#"hoi_check_ins_total{result="ok"}"#,
        r#"hoi_check_ins_total{result="wrongEvent"}"#,
        r#"hoi_mails_total{result="sent"}"#,
        r#"hoi_mails_total{result="outage"}"#,
    ] {
        assert_line(&page, &format!("{counter} 0"));
    }
    app.server.app.metrics.mail("sent");
    assert_line(&read(&app).await, r#"hoi_mails_total{result="sent"} 1"#);
}

/// Returns the metrics that a query of the dashboard or of an alarm names, each with the labels that it asks for:
/// `name{label="value",…}`. Comparisons of labels other than `=` are left out.
fn figures_named_in(text: &str) -> Vec<(&str, Vec<&str>)> {
    let is_of_name = |char: char| char.is_ascii_alphanumeric() || char == '_';
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find(is_of_name) {
        let word = &rest[start..];
        let end = word
            .find(|char: char| !is_of_name(char))
            .unwrap_or(word.len());
        let (name, after) = word.split_at(end);
        rest = after;
        if !name.starts_with("hoi_") && !name.starts_with("process_") {
            continue;
        }
        let labels = after
            .strip_prefix('{')
            .and_then(|labels| labels.split_once('}'));
        let labels = labels.map_or("", |(labels, _)| labels);
        let equal = labels.split(',').filter(|label| {
            !label.is_empty() && !label.contains("=~") && !label.starts_with("job=")
        });
        found.push((name, equal.collect()));
    }
    found
}

#[tokio::test]
async fn dashboard_and_alarms_ask_for_figures_that_exist() {
    let app = TestApp::new().await;
    app.get("/api/health").await;
    app.server.app.metrics.batch(1);
    let page = read(&app).await;
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../deploy/monitoring");
    let dashboard = std::fs::read_to_string(format!("{folder}/dashboard.json")).unwrap();
    let dashboard: serde_json::Value = serde_json::from_str(&dashboard).unwrap();
    let panels = dashboard["panels"].as_array().unwrap();
    let targets = panels
        .iter()
        .flat_map(|panel| panel["targets"].as_array().unwrap());
    let mut expressions: Vec<String> = targets
        .map(|target| target["expr"].as_str().unwrap().to_owned())
        .collect();
    let variable = &dashboard["templating"]["list"][1]["query"];
    expressions.push(variable.as_str().unwrap().to_owned());
    let alarms = std::fs::read_to_string(format!("{folder}/alerts.yaml")).unwrap();
    let rules: Vec<&str> = alarms.split("- alert: ").skip(1).collect();
    for rule in &rules {
        let (_, expression) = rule.split_once("expr: ").unwrap();
        let (expression, _) = expression.split_once("labels: ").unwrap();
        expressions.push(expression.to_owned());
    }
    assert!(panels.len() > 10 && rules.len() > 10);
    for expression in &expressions {
        let figures = figures_named_in(expression);
        assert!(
            !figures.is_empty() || expression.starts_with("up{"),
            "{expression}"
        );
        for (name, labels) in figures {
            let exists = page.lines().any(|line| {
                let written = line
                    .strip_prefix(name)
                    .is_some_and(|rest| rest.starts_with(['{', ' ']));
                written && labels.iter().all(|label| line.contains(label))
            });
            assert!(exists, "{name} {labels:?} of: {expression}\n{page}");
        }
    }
}
