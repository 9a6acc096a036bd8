//! An event whose organiser writes messages to its participants.

use axum::http::Method;
use hoi_mail::Email;
use hoi_platform::ids::AttendanceId;
use hoi_ticketing::attendances::{ParticipationType, attendance};
use hoi_ticketing::events::EventId;
use hoi_ticketing::registration::NewRegistration;
use sea_orm::{ActiveModelTrait, Set};
use serde_json::{Value, json};

use crate::support::{Answer, TestApp, TestUser, new_registration};

/// An event with enough seats, and its organiser.
pub struct Mailing {
    pub app: TestApp,
    pub owner: TestUser,
    pub event: EventId,
}

impl Mailing {
    pub async fn new() -> Self {
        Self::of(TestApp::new().await).await
    }

    pub async fn of(app: TestApp) -> Self {
        let owner = app.committee("an").await;
        let event = app.open_event(&owner, 5_000).await;
        Self { app, owner, event }
    }

    /// Creates an event with `guests` participants.
    pub async fn with_guests(guests: usize) -> Self {
        let mailing = Self::new().await;
        mailing.invite(guests).await;
        mailing
    }

    /// Creates an event whose classes have prices.
    pub async fn with_payment() -> Self {
        let mailing = Self::new().await;
        let event = mailing.app.event(&mailing.owner, |event| {
            event.turn_off_payment = Set(false);
        });
        let event = event.await;
        Self { event, ..mailing }
    }

    pub async fn invite(&self, guests: usize) {
        for at in 0..guests {
            self.guest(&format!("g{at}")).await;
        }
    }

    pub async fn guest(&self, name: &str) -> attendance::Model {
        self.registered(self.new_registration(name)).await
    }

    pub fn new_registration(&self, name: &str) -> NewRegistration {
        new_registration(self.event, name, None)
    }

    pub async fn vip(&self, name: &str) -> attendance::Model {
        self.registered(NewRegistration {
            participation_type: ParticipationType::Vip,
            ..self.new_registration(name)
        })
        .await
    }

    pub async fn registered(&self, person: NewRegistration) -> attendance::Model {
        let row = self.app.add(person).await;
        // The participants' tickets are not under test here.
        self.app.run_jobs().await;
        row
    }

    pub async fn change(&self, change: attendance::ActiveModel) {
        let tx = self.app.app.db.write().await.unwrap();
        change.update(&tx).await.unwrap();
        tx.commit().await.unwrap();
    }

    pub async fn remove(&self, id: AttendanceId) {
        self.app.remove(self.event, id, self.owner.id).await;
        self.app.run_jobs().await;
    }

    pub async fn call(&self, method: Method, rest: &str, body: Value) -> Answer {
        let path = format!("/api/event/{}/messages{rest}", self.event);
        let token = self.app.fresh_token(&self.owner);
        let request = self.app.request(method, &path).bearer(&token);
        if body.is_null() {
            request.send().await
        } else {
            request.json(body).send().await
        }
    }

    pub async fn write(&self, segment: Value) -> String {
        let body = json!({ "subject": "Giờ đón khách", "content": "<p>Chào {{fullName}}</p>", "segment": segment });
        let answer = self.call(Method::POST, "", body).await;
        answer.data()["id"].as_str().unwrap().to_owned()
    }

    pub async fn send(&self, id: &str) -> Answer {
        let rest = format!("/{id}/send");
        let body = json!({ "version": self.show(id).await["version"] });
        self.call(Method::POST, &rest, body).await
    }

    pub async fn schedule(&self, id: &str, at: hoi_db::Timestamp) -> Answer {
        let rest = format!("/{id}/send");
        let body = json!({ "sendAt": at, "version": self.show(id).await["version"] });
        self.call(Method::POST, &rest, body).await
    }

    pub async fn show(&self, id: &str) -> Value {
        let answer = self.call(Method::GET, &format!("/{id}"), Value::Null).await;
        answer.data().clone()
    }

    pub async fn deliveries(&self, id: &str, query: &str) -> Vec<Value> {
        let rest = format!("/{id}/deliveries{query}");
        let answer = self.call(Method::GET, &rest, Value::Null).await;
        answer.data()["items"].as_array().unwrap().clone()
    }

    pub async fn cancel_event(&self) {
        let path = format!("/api/event/{}/cancel", self.event);
        let request = self.app.request(Method::POST, &path);
        let token = self.app.fresh_token(&self.owner);
        let request = request.bearer(&token).json(json!({}));
        assert_eq!(request.send().await.code(), 2000);
    }

    /// Returns the actions in the event log about messages, the latest last.
    pub async fn log(&self) -> Vec<String> {
        let path = format!("/api/event/{}/activities?limit=100", self.event);
        let token = self.app.fresh_token(&self.owner);
        let answer = self
            .app
            .request(Method::GET, &path)
            .bearer(&token)
            .send()
            .await;
        let items = answer.data()["items"].as_array().unwrap().clone();
        let actions = items.iter().rev().map(|item| item["action"].as_str());
        actions
            .flatten()
            .filter(|action| action.starts_with("message."))
            .map(ToOwned::to_owned)
            .collect()
    }
}

/// Returns the recipients of the messages among these mails.
pub fn recipients(mails: &[Email]) -> Vec<String> {
    let messages = mails
        .iter()
        .filter(|mail| mail.message_id.starts_with("message-"));
    let mut names: Vec<_> = messages
        .map(|mail| mail.to.email.to_string().replace("@example.vn", ""))
        .collect();
    names.sort();
    names
}
