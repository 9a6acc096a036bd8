//! An event with a webhook.

use axum::http::Method;
use hoi_platform::outbox::entity::webhook_news;
use hoi_server::webhooks::send_due;
use hoi_ticketing::attendances::attendance;
use hoi_ticketing::events::EventId;
use sea_orm::{EntityTrait as _, PaginatorTrait as _};
use serde_json::{Value, json};

use super::receiver::Receiver;
use crate::support::{Answer, TestApp, TestUser, new_registration};

pub const OF_EVENTS: [&str; 6] = [
    "registration.created",
    "registration.changed",
    "registration.cancelled",
    "payment.received",
    "participant.checked_in",
    "participant.erased",
];

pub struct Desk {
    pub app: TestApp,
    pub owner: TestUser,
    pub event: EventId,
    pub receiver: Receiver,
}

/// Creates a server that reaches receivers on this machine.
pub async fn near() -> TestApp {
    TestApp::configured(|config| {
        config.webhook_allowed_networks = vec!["127.0.0.0/8".parse().unwrap()];
    })
    .await
}

impl Desk {
    pub async fn new() -> Self {
        let app = near().await;
        let owner = app.committee("an").await;
        let event = app.open_event(&owner, 100).await;
        Self {
            app,
            owner,
            event,
            receiver: Receiver::start().await,
        }
    }

    pub async fn call(&self, method: Method, tail: &str, body: Value) -> Answer {
        let path = format!("/api/event/{}/webhooks{tail}", self.event);
        self.app.call(&self.owner, method, &path, body).await
    }

    /// Adds a webhook at this path of the receiver and returns its identifier and secret.
    pub async fn hook(&self, path: &str) -> (String, String) {
        self.hook_at(&format!("{}{path}", self.receiver.origin))
            .await
    }

    pub async fn hook_at(&self, url: &str) -> (String, String) {
        let body = json!({ "url": url, "kinds": OF_EVENTS });
        let made = self.call(Method::POST, "", body).await;
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let data = made.data();
        (text(&data["webhook"]["id"]), text(&data["secret"]))
    }

    pub async fn guest(&self, name: &str) -> attendance::Model {
        self.app.add(new_registration(self.event, name, None)).await
    }

    pub async fn send(&self) {
        send_due(&self.app.app).await.unwrap();
    }

    /// Returns the webhook as the list shows it.
    pub async fn shown(&self, id: &str) -> Value {
        let list = self.call(Method::GET, "", Value::Null).await;
        let list = list.data().as_array().unwrap().clone();
        list.into_iter().find(|hook| hook["id"] == id).unwrap()
    }

    /// Returns the deliveries of a webhook, newest first.
    pub async fn log(&self, id: &str) -> Vec<Value> {
        let tail = format!("/{id}/deliveries");
        let log = self.call(Method::GET, &tail, Value::Null).await;
        log.data()["items"].as_array().unwrap().clone()
    }

    /// Returns how many rows the outbox has.
    pub async fn in_outbox(&self) -> u64 {
        let all = webhook_news::Entity::find();
        all.count(self.app.app.db.read()).await.unwrap()
    }
}
