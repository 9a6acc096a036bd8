//! Answers that are compressed for the line.

use std::io::Read as _;

use axum::body::to_bytes;
use axum::http::{Method, StatusCode};
use flate2::read::GzDecoder;

use crate::support::TestApp;

/// Returns the header `content-encoding`, and the length as it is sent.
async fn encoding(
    app: &TestApp,
    path: &str,
    token: Option<&str>,
    accepted: &str,
) -> (String, Vec<u8>) {
    let request = app
        .request(Method::GET, path)
        .header("accept-encoding", accepted);
    let request = match token {
        Some(token) => request.bearer(token),
        None => request,
    };
    let response = request.begin().await;
    assert_eq!(response.status(), StatusCode::OK, "{path}");
    let header = |name: &str| {
        let values = response.headers().get_all(name);
        let values: Vec<_> = values.iter().map(|value| value.to_str().unwrap()).collect();
        values.join(", ")
    };
    let encoding = header("content-encoding");
    assert_eq!(
        !encoding.is_empty(),
        header("vary").contains("accept-encoding"),
        "{path}"
    );
    let sent = to_bytes(response.into_body(), usize::MAX).await.unwrap();
    (encoding, sent.to_vec())
}

#[tokio::test]
async fn lists_are_compressed_for_accounts_and_not_for_visitors() {
    let app = TestApp::new().await;
    let owner = app.committee("owner").await;
    let mut event = None;
    for _ in 0..5 {
        event = Some(app.open_event(&owner, 10).await);
    }
    let list = "/api/event?limit=10";
    let (encoding_of_plain, plain) = encoding(&app, list, Some(&owner.token), "br;q=1").await;
    assert_eq!(encoding_of_plain, "");
    let (gzip, packed) = encoding(&app, list, Some(&owner.token), "gzip, deflate, br").await;
    assert_eq!(gzip, "gzip");
    assert!(
        packed.len() * 2 < plain.len(),
        "{} {}",
        packed.len(),
        plain.len()
    );
    let mut unpacked = Vec::new();
    GzDecoder::new(&*packed).read_to_end(&mut unpacked).unwrap();
    assert!(unpacked == plain, "another answer");

    let public = format!("/api/event/{}/public", event.unwrap());
    let (to_a_visitor, _) = encoding(&app, &public, None, "gzip").await;
    assert_eq!(to_a_visitor, "");
}
