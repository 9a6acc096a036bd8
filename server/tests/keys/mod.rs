//! Keys of the API: making and revoking them, their rights, and the calls of `/api/v1`.

mod calls;
mod life;
mod limits;
mod rights;

use axum::http::Method;
use hoi_ticketing::events::EventId;
use serde_json::Value;

use crate::support::{Answer, TestApp, TestUser};

/// An organiser with an event.
struct Office {
    app: TestApp,
    owner: TestUser,
    event: EventId,
}

impl Office {
    async fn new() -> Self {
        let app = TestApp::new().await;
        let owner = app.committee("an").await;
        let event = app.open_event(&owner, 50).await;
        Self { app, owner, event }
    }

    async fn get(&self, key: &str, path: &str) -> Answer {
        get(&self.app, key, path).await
    }

    async fn post(&self, key: &str, path: &str, body: Value) -> Answer {
        let request = self.app.request(Method::POST, &format!("/api/v1{path}"));
        request.bearer(key).lang("en").json(body).send().await
    }

    fn path(&self, rest: &str) -> String {
        format!("/events/{}{rest}", self.event)
    }
}

/// Reads a path below `/api/v1`.
async fn get(app: &TestApp, key: &str, path: &str) -> Answer {
    let request = app.request(Method::GET, &format!("/api/v1{path}"));
    request.bearer(key).lang("en").send().await
}
