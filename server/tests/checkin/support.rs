//! An event at which participants are checked in.

use axum::http::Method;
use hoi_db::Timestamp;
use hoi_organising::checkin::entity::scan;
use hoi_platform::files::Visibility;
use hoi_ticketing::attendances::attendance;
use hoi_ticketing::events::EventId;
use hoi_ticketing::events::entity::event;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder};
use serde_json::{Value, json};

use crate::support::{Answer, Socket, TestApp, TestRequest, TestUser, new_registration};

/// An open event, its owner, and a device for check-in.
pub struct Hall {
    pub app: TestApp,
    pub owner: TestUser,
    pub event: EventId,
    pub key: String,
}

impl Hall {
    pub async fn new() -> Self {
        Self::with(|_| {}).await
    }

    pub async fn with(change: impl FnOnce(&mut event::ActiveModel)) -> Self {
        let app = TestApp::new().await;
        let owner = app.committee("an").await;
        let event = app.event(&owner, change).await;
        let key = new_key(&app, &owner, event, "Cổng A").await;
        Self {
            app,
            owner,
            event,
            key,
        }
    }

    pub async fn guest(&self, name: &str) -> attendance::Model {
        let person = new_registration(self.event, name, None);
        self.app.add(person).await
    }

    /// Scans as a paired device.
    pub async fn scan(&self, body: Value) -> Answer {
        post(&self.app, "/api/event/checkin", self.with_event(body))
            .header("x-checkin-key", &self.key)
            .send()
            .await
    }

    /// Checks in as the event's owner.
    pub async fn by_owner(&self, body: Value) -> Answer {
        post(&self.app, "/api/event/checkin", self.with_event(body))
            .bearer(&self.owner.token)
            .send()
            .await
    }

    pub fn with_event(&self, mut body: Value) -> Value {
        body["eventId"] = json!(self.event);
        body
    }

    /// Returns the log's rows in the order in which they were written.
    pub async fn log(&self) -> Vec<scan::Model> {
        scan::Entity::find()
            .filter(scan::Column::EventId.eq(self.event))
            .order_by_asc(scan::Column::Id)
            .all(self.app.app.db.read())
            .await
            .unwrap()
    }

    pub async fn results(&self) -> Vec<String> {
        self.log()
            .await
            .into_iter()
            .map(|scan| scan.result)
            .collect()
    }

    pub async fn show(&self) -> Value {
        self.app
            .get(&format!("/api/event/{}/checkin", self.event))
            .await
            .data()
            .clone()
    }

    pub async fn set(&self, body: Value) -> Answer {
        let path = format!("/api/event/{}/checkin", self.event);
        self.app
            .request(Method::PUT, &path)
            .bearer(&self.owner.token)
            .json(body)
            .send()
            .await
    }

    pub async fn logo(&self, owner: &TestUser, visibility: Visibility) -> String {
        let logo = self.app.file(owner, "sponsorLogo", visibility).await;
        logo.to_string()
    }

    pub async fn keys(&self, method: Method, tail: &str, body: Value) -> Answer {
        let path = format!("/api/event/{}/checkin-keys{tail}", self.event);
        let request = self
            .app
            .request(method.clone(), &path)
            .bearer(&self.owner.token);
        if method == Method::GET || body.is_null() {
            request.send().await
        } else {
            request.json(body).send().await
        }
    }

    pub async fn watch(&self, address: std::net::SocketAddr, auth: Value) -> Socket {
        let mut socket = Socket::connect(address, "/checkin", self.with_event(auth))
            .await
            .unwrap();
        socket.expect("counters").await;
        socket
    }

    pub async fn conflicts(&self) -> Value {
        let path = format!("/api/event/{}/checkin-conflicts", self.event);
        let answer = self.app.get_as(&self.owner, &path).await;
        let conflicts = answer.data().clone();
        let todo = self.app.todo(&self.owner, self.event).await;
        assert_eq!(todo["usedTwice"], conflicts.as_array().unwrap().len());
        conflicts
    }

    pub async fn scan_at(&self, key: &str, code: &str, at: Timestamp) -> Answer {
        let body = json!({ "code": code, "occurredAt": at.to_string() });
        post(&self.app, "/api/event/checkin", self.with_event(body))
            .header("x-checkin-key", key)
            .send()
            .await
    }
}

pub async fn new_key(app: &TestApp, owner: &TestUser, event: EventId, label: &str) -> String {
    let path = format!("/api/event/{event}/checkin-keys");
    let made = post(app, &path, json!({ "label": label }))
        .bearer(&owner.token)
        .send()
        .await;
    made.data()["key"].as_str().unwrap().to_owned()
}

pub fn post(app: &TestApp, path: &str, body: Value) -> TestRequest {
    app.request(Method::POST, path).json(body)
}
