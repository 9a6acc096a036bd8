//! Traces of requests, as a collector gets them.

use std::time::Duration;

use axum::Router;
use axum::body::Bytes;
use axum::routing::post;
use opentelemetry_proto::tonic::collector::trace::v1::ExportTraceServiceRequest;
use opentelemetry_proto::tonic::common::v1::KeyValue;
use opentelemetry_proto::tonic::common::v1::any_value::Value;
use opentelemetry_proto::tonic::trace::v1::Span;
use prost::Message as _;
use tokio::net::TcpListener;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

use crate::program::{ADMIN, PASSWORD, Place, Program, client};

/// Starts a collector. Returns its address and what it gets.
async fn collector() -> (String, UnboundedReceiver<Bytes>) {
    let (sender, received) = unbounded_channel();
    let take = post(async move |body: Bytes| sender.send(body).unwrap());
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let router = Router::new().route("/v1/traces", take);
    tokio::spawn(async move { axum::serve(listener, router).await });
    (format!("http://{address}"), received)
}

async fn start(place: &Place, url: &str, share: &str) -> Program {
    let mut command = place.command("serve");
    command
        .env("HOI_ADMIN_EMAIL", ADMIN)
        .env("HOI_ADMIN_PASSWORD", PASSWORD)
        .env("HOI_TRACES_URL", url)
        .env("HOI_TRACES_SHARE", share);
    Program::start(command).await
}

fn text(fields: &[KeyValue], name: &str) -> Option<String> {
    let field = fields.iter().find(|field| field.key == name)?;
    match field.value.as_ref()?.value.as_ref()? {
        Value::StringValue(text) => Some(text.clone()),
        Value::IntValue(number) => Some(number.to_string()),
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn a_request_is_a_span_with_its_database_calls_and_names_no_person() {
    let (url, mut received) = collector().await;
    let place = Place::new().await;
    let program = start(&place, &url, "1").await;
    let token = program.log_in().await;
    let own = format!("http://{}/api/users/me", program.address);
    let answer = client().get(&own).bearer_auth(&token).send().await.unwrap();
    let request_id = answer.headers()["x-request-id"]
        .to_str()
        .unwrap()
        .to_owned();
    let account: serde_json::Value = answer.json().await.unwrap();
    let account = account["data"]["id"].as_str().unwrap().to_owned();
    client().get(&own).send().await.unwrap();
    let (status, said, _) = program.stop().await;
    assert!(status.success(), "{said}");

    let mut spans = Vec::<Span>::new();
    while let Ok(body) = received.try_recv() {
        for secret in [ADMIN, &account, &token, "127.0.0.1"] {
            let found = body
                .windows(secret.len())
                .any(|part| part == secret.as_bytes());
            assert!(!found, "{secret} was sent");
        }
        let sent = ExportTraceServiceRequest::decode(body).unwrap();
        for part in sent.resource_spans {
            let resource = part.resource.unwrap().attributes;
            assert_eq!(text(&resource, "service.name").as_deref(), Some("hoi"));
            spans.extend(part.scope_spans.into_iter().flat_map(|part| part.spans));
        }
    }
    let asked =
        |name: &str| -> Vec<&Span> { spans.iter().filter(|span| span.name == name).collect() };
    assert_eq!(asked("POST /api/auth/login").len(), 1);
    let statuses: Vec<_> = asked("GET /api/users/me")
        .iter()
        .map(|span| text(&span.attributes, "http.response.status_code").unwrap())
        .collect();
    assert_eq!(statuses, ["200", "401"]);
    let known = asked("GET /api/users/me")[0];
    assert_eq!(text(&known.attributes, "hoi.request.id"), Some(request_id));
    assert_eq!(
        text(&known.attributes, "http.route").as_deref(),
        Some("/api/users/me")
    );
    let calls = spans
        .iter()
        .filter(|span| span.parent_span_id == known.span_id);
    assert!(calls.count() > 0, "no database call is in it");
    // The server's own work is in no trace.
    let roots = spans.iter().filter(|span| span.parent_span_id.is_empty());
    for root in roots {
        assert!(text(&root.attributes, "http.route").is_some(), "{root:?}");
    }
}

#[tokio::test]
async fn no_request_is_traced_of_a_share_of_nothing() {
    let (url, mut received) = collector().await;
    let place = Place::new().await;
    let program = start(&place, &url, "0").await;
    program.log_in().await;
    program.stop().await;
    assert!(received.try_recv().is_err());
}

#[tokio::test]
async fn a_collector_that_is_away_or_silent_keeps_nothing_up() {
    let silent = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let silent = format!("http://{}", silent.local_addr().unwrap());
    for url in ["http://127.0.0.1:9", &silent] {
        let place = Place::new().await;
        let program = start(&place, url, "1").await;
        program.log_in().await;
        let (status, said, took) = program.stop().await;
        assert!(status.success(), "{said}");
        assert!(took < Duration::from_secs(10), "{took:?}");
    }
}
