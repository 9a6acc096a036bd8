//! Check-in: who is let in, what is shown, and what is stored.

mod devices;
mod live;
mod race;
mod replay;
mod scans;
mod screen;

use axum::http::Method;
use hoi_i18n::Lang;
use hoi_server::accounts::UserId;
use hoi_server::attendances::{Source, attendance};
use hoi_server::checkin::entity::scan;
use hoi_server::events::EventId;
use hoi_server::events::entity::event;
use hoi_server::ids::{AttendanceId, TicketId};
use hoi_server::registration::NewRegistration;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder};
use serde_json::{Value, json};

use crate::support::{Answer, TestApp, TestRequest, TestUser};

/// An open event, its owner, and a device for check-in.
struct Hall {
    app: TestApp,
    owner: TestUser,
    event: EventId,
    key: String,
}

impl Hall {
    async fn new() -> Self {
        Self::with(|_| {}).await
    }

    async fn with(change: impl FnOnce(&mut event::ActiveModel)) -> Self {
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

    async fn guest(&self, name: &str) -> attendance::Model {
        guest(&self.app, self.owner.id, self.event, name, None).await
    }

    /// Scans as a paired device.
    async fn scan(&self, body: Value) -> Answer {
        post(&self.app, "/api/event/checkin", self.with_event(body))
            .header("x-checkin-key", &self.key)
            .send()
            .await
    }

    /// Checks in as the event's owner.
    async fn by_owner(&self, body: Value) -> Answer {
        post(&self.app, "/api/event/checkin", self.with_event(body))
            .bearer(&self.owner.token)
            .send()
            .await
    }

    fn with_event(&self, mut body: Value) -> Value {
        body["eventId"] = json!(self.event);
        body
    }

    async fn row(&self, id: AttendanceId) -> attendance::Model {
        attendance::Entity::find_by_id(id)
            .one(self.app.app.db.read())
            .await
            .unwrap()
            .unwrap()
    }

    /// Returns the log's rows in the order in which they were written.
    async fn log(&self) -> Vec<scan::Model> {
        scan::Entity::find()
            .filter(scan::Column::EventId.eq(self.event))
            .order_by_asc(scan::Column::Id)
            .all(self.app.app.db.read())
            .await
            .unwrap()
    }

    async fn results(&self) -> Vec<String> {
        self.log()
            .await
            .into_iter()
            .map(|scan| scan.result)
            .collect()
    }
}

async fn guest(
    app: &TestApp,
    owner: UserId,
    event: EventId,
    name: &str,
    ticket: Option<TicketId>,
) -> attendance::Model {
    let email = format!("{name}@example.vn");
    let person = NewRegistration {
        ticket_id: ticket,
        ..NewRegistration::new(
            event,
            format!("Trần {name}"),
            email,
            "0912345678".to_owned(),
            "Công ty Sao".to_owned(),
            Source::Manual,
            Lang::VI,
        )
    };
    app.desk.add_by_hand(person, owner).await.unwrap()
}

async fn new_key(app: &TestApp, owner: &TestUser, event: EventId, label: &str) -> String {
    let path = format!("/api/event/{event}/checkin-keys");
    let made = post(app, &path, json!({ "label": label }))
        .bearer(&owner.token)
        .send()
        .await;
    made.data()["key"].as_str().unwrap().to_owned()
}

fn post(app: &TestApp, path: &str, body: Value) -> TestRequest {
    app.request(Method::POST, path).json(body)
}
