//! An administrator who sells plans.

use axum::http::Method;
use serde_json::{Value, json};

use crate::support::{Answer, TestApp, TestUser};

pub struct Shop {
    pub app: TestApp,
    pub admin: TestUser,
}

/// A complete plan, sold during March 2026, for three months.
pub fn offer() -> Value {
    json!({
        "baseName": "Gói Đồng",
        "price": 2_000_000,
        "startDate": "2026-03-01",
        "expirationDate": "2026-03-31",
        "duration": 3,
        "numberOfPackages": 2,
        "eventItem": { "numberOfEvents": 5, "attendeesPerEvent": 200, "price": 1_500_000 },
        "groupItem": { "numberOfGroups": 1, "usersPerGroup": 50, "hasReport": true, "price": 500_000 },
    })
}

/// `base` with the fields of `change` in place of its own.
pub fn with(mut base: Value, change: Value) -> Value {
    for (name, value) in change.as_object().unwrap() {
        base[name] = value.clone();
    }
    base
}

impl Shop {
    pub async fn new() -> Self {
        let app = TestApp::new().await;
        let admin = app.admin().await;
        Self { app, admin }
    }

    /// Makes a call below `/api/plan` as the administrator.
    pub async fn call(&self, method: Method, path: &str, body: Value) -> Answer {
        let token = self.app.fresh_token(&self.admin);
        let request = self
            .app
            .request(method.clone(), &format!("/api/plan{path}"));
        let mut request = request.bearer(&token).lang("en");
        if method != Method::GET {
            request = request.json(body);
        }
        request.send().await
    }

    pub async fn get(&self, path: &str) -> Answer {
        self.call(Method::GET, path, Value::Null).await
    }

    /// Creates [`offer`] with some changes, and returns the path of the plan below `/api/plan`.
    pub async fn plan(&self, change: Value) -> String {
        let body = with(offer(), change);
        let answer = self.call(Method::POST, "", body).await;
        format!("/{}", answer.data()["id"].as_str().unwrap())
    }

    /// Gives the plan to accounts.
    pub async fn sell(&self, plan: &str, users: &[&TestUser]) -> Answer {
        let ids: Vec<_> = users.iter().map(|user| user.id).collect();
        let path = format!("{plan}/users");
        self.call(Method::POST, &path, json!({ "userIds": ids }))
            .await
    }

    /// Changes an account's entry in the plan.
    pub async fn adjust(&self, plan: &str, user: &TestUser, change: Value) -> Answer {
        let path = format!("{plan}/users/{}", user.id);
        self.call(Method::PUT, &path, change).await
    }

    /// An account's view of its own plans.
    pub async fn mine(&self, user: &TestUser) -> Value {
        let token = self.app.fresh_token(user);
        let request = self.app.request(Method::GET, "/api/plan/mine");
        request.bearer(&token).send().await.data().clone()
    }
}
