//! An event with a lucky draw.

use axum::http::Method;
use hoi_platform::ids::AttendanceId;
use hoi_ticketing::attendances::{ParticipationType, attendance};
use hoi_ticketing::events::EventId;
use hoi_ticketing::registration::NewRegistration;
use serde_json::{Value, json};

use crate::support::{Answer, Heard, Socket, TestApp, TestUser, new_registration};

/// Returns the data of the next message of this name.
pub async fn heard(socket: &mut Socket, name: &str) -> Value {
    loop {
        let Heard::Event(event, data) = socket.next().await else {
            panic!("{name} did not come");
        };
        if event == name {
            return data;
        }
    }
}

/// An event with enough seats, and its owner.
pub struct Evening {
    pub app: TestApp,
    pub owner: TestUser,
    pub event: EventId,
}

impl Evening {
    pub async fn new() -> Self {
        let app = TestApp::new().await;
        let owner = app.committee("an").await;
        let event = app.open_event(&owner, 5_000).await;
        Self { app, owner, event }
    }

    /// Creates an event with `guests` people checked in and a public draw.
    pub async fn with_guests(guests: usize) -> Self {
        let evening = Self::new().await;
        evening.set_up(json!({ "isOpen": true })).await.data();
        for at in 0..guests {
            evening.guest(&format!("g{at}")).await;
        }
        evening
    }

    /// Adds a person who is checked in.
    pub async fn guest(&self, name: &str) -> attendance::Model {
        let person = self.registered(name, ParticipationType::Ordinary).await;
        self.app.set_checked_in(person.id, true).await;
        person
    }

    pub async fn registered(&self, name: &str, kind: ParticipationType) -> attendance::Model {
        let person = NewRegistration {
            participation_type: kind,
            ..new_registration(self.event, name, None)
        };
        self.app.add(person).await
    }

    pub async fn remove(&self, id: AttendanceId) {
        self.app.remove(self.event, id, self.owner.id).await;
    }

    pub async fn call(&self, method: Method, rest: &str, body: Value) -> Answer {
        let path = format!("/api/event/{}/lucky-draw{rest}", self.event);
        let request = self.app.request(method, &path).bearer(&self.owner.token);
        request.json(body).send().await
    }

    pub async fn set_up(&self, body: Value) -> Answer {
        self.call(Method::PUT, "", body).await
    }

    /// Adds one prize with this quantity.
    pub async fn prize(&self, name: &str, quantity: i64) -> Value {
        let prizes = json!({ "prizes": [{ "name": name, "quantity": quantity }] });
        self.set_up(prizes).await.data()["prizes"][0]["id"].clone()
    }

    pub async fn open(&self) -> Answer {
        self.call(Method::POST, "/rounds", Value::Null).await
    }

    pub async fn draw(&self, body: Value) -> Answer {
        self.call(Method::POST, "/draw", body).await
    }

    pub async fn void(&self, winner: &Value, query: &str) -> Answer {
        let rest = format!("/winners/{}{query}", winner.as_str().unwrap());
        self.call(Method::DELETE, &rest, Value::Null).await
    }

    /// Returns the public view.
    pub async fn view(&self) -> Answer {
        let path = format!("/api/event/{}/lucky-draw", self.event);
        self.app.get(&path).await
    }

    pub async fn round(&self, id: &Value) -> Answer {
        let id = id.as_str().unwrap();
        let path = format!("/api/event/{}/lucky-draw/rounds/{id}", self.event);
        self.app.get(&path).await
    }

    pub async fn settings(&self) -> Value {
        let path = format!("/api/event/{}/lucky-draw/settings", self.event);
        let request = self.app.request(Method::GET, &path);
        let answer = request.bearer(&self.owner.token).send().await;
        answer.data().clone()
    }
}
