//! The administrators' view of the running platform.

mod audit;
mod jobs;
mod mails;
mod metrics;
mod needs;
mod state;
mod words;

use axum::http::Method;
use serde_json::{Value, json};

use crate::support::{Answer, TestApp, TestUser};

/// A server with an administrator.
struct Office {
    app: TestApp,
    admin: TestUser,
}

impl Office {
    async fn new() -> Self {
        let app = TestApp::new().await;
        let admin = app.admin().await;
        Self { app, admin }
    }

    async fn get(&self, path: &str) -> Answer {
        let token = self.app.fresh_token(&self.admin);
        let request = self.app.request(Method::GET, &format!("/api{path}"));
        request.bearer(&token).send().await
    }

    /// Returns the items of a list.
    async fn items(&self, path: &str) -> Vec<Value> {
        let answer = self.get(path).await;
        let items = answer.data()["items"].as_array().unwrap().clone();
        assert!(answer.data()["total"].as_u64().unwrap() >= items.len() as u64);
        items
    }

    /// Makes a call as the administrator, from 203.0.113.9.
    async fn post(&self, path: &str) -> Answer {
        let token = self.app.fresh_token(&self.admin);
        let request = self.app.request(Method::POST, &format!("/api{path}"));
        let request = request.bearer(&token).lang("en").from([203, 0, 113, 9]);
        request.json(json!({})).send().await
    }
}
