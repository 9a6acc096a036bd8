//! The organiser's list of participants: showing, adding, changing and removing them.

mod bulk;
mod changes;
mod export;
mod guests;
mod hostile;
mod import;
mod list;
mod mail_allowance;
mod undelivered;

use axum::http::Method;
use hoi_server::clock::new_id;
use hoi_server::events::entity::{event, ticket};
use hoi_server::events::{EventId, TicketId};
use hoi_server::files::Visibility;
use hoi_server::files::entity::file;
use hoi_server::ids::FileId;
use sea_orm::{EntityTrait, Set};
use serde_json::{Value, json};

use crate::support::{Answer, START, TestApp, TestUser};

/// An open event with payment, and its owner.
struct Organiser {
    app: TestApp,
    owner: TestUser,
    event: EventId,
}

impl Organiser {
    async fn new(seats: i64) -> Self {
        let app = TestApp::new().await;
        let owner = app.committee("an").await;
        let event = app.event(&owner, |event| {
            event.total_participants = Set(seats);
            event.turn_off_payment = Set(false);
        });
        let event = event.await;
        Self { app, owner, event }
    }

    async fn call(&self, method: Method, tail: &str, body: Value) -> Answer {
        let path = format!("/api/event/{}/attendances{tail}", self.event);
        let request = self
            .app
            .request(method.clone(), &path)
            .bearer(&self.owner.token);
        if body.is_null() {
            request.send().await
        } else {
            request.json(body).send().await
        }
    }

    async fn add(&self, name: &str, more: Value) -> Answer {
        let mut body = json!({
            "fullName": name,
            "email": format!("{}@example.vn", hoi_i18n::fold_for_search(name).replace(' ', ".")),
            "phone": "0912345678",
            "company": "Công ty Sao",
        });
        let fields = body.as_object_mut().unwrap();
        fields.extend(more.as_object().cloned().unwrap_or_default());
        self.call(Method::POST, "", body).await
    }

    /// Creates a file row without content.
    async fn file(&self, owner: &TestUser, visibility: Visibility) -> String {
        let id: FileId = new_id();
        let row = file::ActiveModel {
            id: Set(id),
            owner_id: Set(Some(owner.id)),
            purpose: Set("avatar".to_owned()),
            mime: Set("image/png".to_owned()),
            bytes: Set(1),
            sha256: Set("-".to_owned()),
            visibility: Set(visibility),
            created_at: Set(START),
            ..Default::default()
        };
        let tx = self.app.app.db.write().await.unwrap();
        file::Entity::insert(row)
            .exec_without_returning(&tx)
            .await
            .unwrap();
        tx.commit().await.unwrap();
        format!("/api/upload/{id}")
    }

    /// Returns the names on the page that `query` asks for.
    async fn names(&self, query: &str) -> Vec<String> {
        let page = self.call(Method::GET, query, Value::Null).await;
        let items = page.data()["items"].as_array().unwrap().clone();
        items
            .iter()
            .map(|item| item["fullName"].as_str().unwrap().to_owned())
            .collect()
    }

    async fn registered(&self) -> i64 {
        let event = event::Entity::find_by_id(self.event);
        let event = event.one(self.app.app.db.read()).await.unwrap().unwrap();
        event.registered_count
    }

    async fn sold(&self, class: TicketId) -> i64 {
        let class = ticket::Entity::find_by_id(class);
        let class = class.one(self.app.app.db.read()).await.unwrap().unwrap();
        class.sold
    }

    /// Returns the newest log entries about participants.
    async fn log(&self) -> Vec<Value> {
        let path = format!("/api/event/{}/activities", self.event);
        let log = self
            .app
            .request(Method::GET, &path)
            .bearer(&self.owner.token)
            .send()
            .await;
        log.data()["items"].as_array().unwrap().clone()
    }
}

fn id_of(answer: &Answer) -> String {
    answer.data()["id"].as_str().unwrap().to_owned()
}
