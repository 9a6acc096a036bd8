//! A group that meets now, with an owner, a manager and a member.

use std::time::Duration;

use axum::http::Method;
use hoi_db::Timestamp;
use hoi_ticketing::events::EventId;
use hoi_ticketing::events::entity::event;
use sea_orm::{ActiveModelTrait as _, Set};
use serde_json::{Value, json};

use crate::groups::support::Circle;
use crate::support::{Answer, TestUser};

const HOUR: Duration = Duration::from_hours(1);

pub struct Meeting {
    pub circle: Circle,
    pub event: EventId,
}

impl Meeting {
    pub async fn new() -> Self {
        let circle = Circle::new().await;
        let group = circle.id;
        let event = circle
            .app
            .event(&circle.owner, |event| event.group_id = Set(Some(group)));
        let event = event.await;
        Self { circle, event }
    }

    pub async fn call(&self, who: &TestUser, method: Method, tail: &str, body: Value) -> Answer {
        let tail = format!("/event/{}/roll-call{tail}", self.event);
        self.circle.call(who, method, &tail, body).await
    }

    /// Has the meeting have begun an hour ago.
    pub async fn begin_before_now(&self) {
        self.begin(self.now().minus(HOUR)).await;
    }

    /// Has the meeting begin in an hour.
    pub async fn begin_after_now(&self) {
        self.begin(self.now().plus(HOUR)).await;
    }

    fn now(&self) -> Timestamp {
        self.circle.app.app.clock.now()
    }

    async fn begin(&self, at: Timestamp) {
        let tx = self.circle.app.app.db.write().await.unwrap();
        let event = event::ActiveModel {
            id: Set(self.event),
            event_start_date: Set(at),
            ..Default::default()
        };
        event.update(&tx).await.unwrap();
        tx.commit().await.unwrap();
        self.circle.app.app.snapshots.forget_all();
    }

    /// Returns the roll as the owner sees it.
    pub async fn roll(&self) -> Value {
        let owner = &self.circle.owner;
        let answer = self.call(owner, Method::GET, "", Value::Null).await;
        answer.data().clone()
    }

    /// Returns a member's entry on the roll.
    pub async fn on_roll(&self, whom: &TestUser) -> Value {
        let roll = self.roll().await;
        let mut members = roll["members"].as_array().unwrap().iter();
        let found = members.find(|member| member["userId"] == json!(whom.id));
        found.unwrap().clone()
    }

    /// Has `leader`, who saw `seen`, mark a member.
    pub async fn mark(
        &self,
        leader: &TestUser,
        whom: &TestUser,
        seen: Option<&str>,
        mark: Option<&str>,
    ) -> u64 {
        let mut body = json!({ "mark": mark, "seen": seen });
        if mark == Some("substituted") {
            body["substitute"] = json!({ "fullName": "Lê Thay", "company": "Công ty Sao" });
        }
        let tail = format!("/{}", whom.id);
        self.call(leader, Method::PUT, &tail, body).await.code()
    }

    pub async fn add_guest(&self, body: Value) -> Answer {
        self.call(&self.circle.manager, Method::POST, "/guest", body)
            .await
    }

    /// Returns how many are registered and how many of them are inside, as the welcome screen counts.
    pub async fn counters(&self) -> (i64, i64) {
        let counted =
            hoi_organising::checkin::count(self.circle.app.app.db.read(), self.event).await;
        let counters = serde_json::to_value(counted.unwrap().unwrap()).unwrap();
        let number = |name: &str| counters[name].as_i64().unwrap();
        (number("total"), number("checkedIn"))
    }
}
