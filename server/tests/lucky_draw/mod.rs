//! The lucky draw: who takes part, the commitment before a draw, and its verification afterwards.

mod draws;
mod live;
mod names;
mod race;
mod rounds;
mod setup;

use axum::http::Method;
use hoi_i18n::Lang;
use hoi_server::attendances::{ParticipationType, Source, attendance};
use hoi_server::events::EventId;
use hoi_server::ids::AttendanceId;
use hoi_server::registration::NewRegistration;
use sea_orm::{ActiveModelTrait, Set};
use serde_json::{Value, json};

use crate::support::{Answer, TestApp, TestUser};

/// An event with enough seats, and its owner.
struct Evening {
    app: TestApp,
    owner: TestUser,
    event: EventId,
}

impl Evening {
    async fn new() -> Self {
        let app = TestApp::new().await;
        let owner = app.committee("an").await;
        let event = app.open_event(&owner, 5_000).await;
        Self { app, owner, event }
    }

    /// Creates an event with `guests` people checked in and a public draw.
    async fn with_guests(guests: usize) -> Self {
        let evening = Self::new().await;
        evening.set_up(json!({ "isOpen": true })).await.data();
        for at in 0..guests {
            evening.guest(&format!("g{at}")).await;
        }
        evening
    }

    /// Adds a person who is checked in.
    async fn guest(&self, name: &str) -> attendance::Model {
        let person = self.registered(name, ParticipationType::Ordinary).await;
        self.check_in(person.id, true).await;
        person
    }

    async fn registered(&self, name: &str, kind: ParticipationType) -> attendance::Model {
        let person = NewRegistration {
            participation_type: kind,
            ..NewRegistration::new(
                self.event,
                format!("Trần {name}"),
                format!("{name}@example.vn"),
                "0912345678".to_owned(),
                "Công ty Sao".to_owned(),
                Source::Manual,
                Lang::VI,
            )
        };
        let desk = &self.app.desk;
        desk.add_by_hand(person, self.owner.id).await.unwrap()
    }

    async fn check_in(&self, id: AttendanceId, is_in: bool) {
        let tx = self.app.app.db.write().await.unwrap();
        let change = attendance::ActiveModel {
            id: Set(id),
            checked_in_time: Set(is_in.then(|| self.app.app.clock.now())),
            ..Default::default()
        };
        change.update(&tx).await.unwrap();
        tx.commit().await.unwrap();
    }

    async fn remove(&self, id: AttendanceId) {
        let desk = &self.app.desk;
        desk.release(self.event, vec![id], self.owner.id)
            .await
            .unwrap();
    }

    async fn call(&self, method: Method, rest: &str, body: Value) -> Answer {
        let path = format!("/api/event/{}/lucky-draw{rest}", self.event);
        let request = self.app.request(method, &path).bearer(&self.owner.token);
        request.json(body).send().await
    }

    async fn set_up(&self, body: Value) -> Answer {
        self.call(Method::PUT, "", body).await
    }

    /// Adds one prize with this quantity.
    async fn prize(&self, name: &str, quantity: i64) -> Value {
        let prizes = json!({ "prizes": [{ "name": name, "quantity": quantity }] });
        self.set_up(prizes).await.data()["prizes"][0]["id"].clone()
    }

    async fn open(&self) -> Answer {
        self.call(Method::POST, "/rounds", Value::Null).await
    }

    async fn draw(&self, body: Value) -> Answer {
        self.call(Method::POST, "/draw", body).await
    }

    async fn void(&self, winner: &Value, query: &str) -> Answer {
        let rest = format!("/winners/{}{query}", winner.as_str().unwrap());
        self.call(Method::DELETE, &rest, Value::Null).await
    }

    /// Returns the public view.
    async fn view(&self) -> Answer {
        let path = format!("/api/event/{}/lucky-draw", self.event);
        self.app.get(&path).await
    }

    async fn round(&self, id: &Value) -> Answer {
        let id = id.as_str().unwrap();
        let path = format!("/api/event/{}/lucky-draw/rounds/{id}", self.event);
        self.app.get(&path).await
    }

    async fn settings(&self) -> Value {
        let path = format!("/api/event/{}/lucky-draw/settings", self.event);
        let request = self.app.request(Method::GET, &path);
        let answer = request.bearer(&self.owner.token).send().await;
        answer.data().clone()
    }
}
