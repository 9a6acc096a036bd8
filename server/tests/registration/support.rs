//! Registrations on the public page, and events that limit them.

use std::net::IpAddr;
use std::time::Duration;

use axum::http::Method;
use hoi_platform::clock::new_id;
use hoi_ticketing::attendances::{ParticipationType, attendance};
use hoi_ticketing::events::entity::{event, event_activity, invitation_code};
use hoi_ticketing::events::{EventAction, EventId, InvitationCodeId};
use hoi_ticketing::registration::{OWN_KEY_HEADER, own_key};
use image::ImageFormat;
use sea_orm::sea_query::Expr;
use sea_orm::{
    ActiveValue::Set, ColumnTrait, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder as _,
};
use serde_json::{Value, json};

use crate::support::uploads::{multipart, picture};
use crate::support::{Answer, TestApp, TestUser};

/// Returns the body of a registration with the four fields that every visitor fills in.
pub fn form(name: &str) -> Value {
    json!({
        "fullName": format!("Lê Thị {name}"),
        "email": format!("{name}@example.vn"),
        "phone": "0912 345 678",
        "company": "Công ty Hai",
        "consent": true,
    })
}

/// Replaces a field of a body.
pub fn with(mut form: Value, field: &str, value: impl Into<Value>) -> Value {
    form[field] = value.into();
    form
}

/// Returns the key that the visitor got with the confirmation.
pub fn key_of(confirmation: &Answer) -> String {
    confirmation.data()["ownKey"].as_str().unwrap().to_owned()
}

/// Returns the body with which a visitor changes their own registration.
pub fn details(name: &str) -> Value {
    json!({ "fullName": name, "phone": "0987 654 321", "company": "Công ty Ba", "answers": [] })
}

impl TestApp {
    /// Registers as a visitor on the public page.
    pub async fn register(&self, event: EventId, body: Value) -> Answer {
        self.post(&format!("/api/event/{event}/register"), body)
            .await
    }

    pub async fn register_once(&self, event: EventId, key: &str, body: Value) -> Answer {
        self.request(Method::POST, &format!("/api/event/{event}/register"))
            .header("idempotency-key", key)
            .json(body)
            .send()
            .await
    }

    /// Returns the row of the registration that `answer` confirms.
    pub async fn attendance(&self, answer: &Answer) -> attendance::Model {
        let id = answer.data()["attendanceId"]
            .as_str()
            .unwrap()
            .parse()
            .unwrap();
        self.row(id).await
    }

    /// Creates an invitation code without a limit of uses, changed by `change` before it is stored.
    pub async fn invitation(
        &self,
        event: EventId,
        code: &str,
        change: impl FnOnce(&mut invitation_code::ActiveModel),
    ) -> InvitationCodeId {
        let id: InvitationCodeId = new_id();
        let mut row = invitation_code::ActiveModel {
            id: Set(id),
            event_id: Set(event),
            code: Set(code.to_owned()),
            code_key: Set(code.to_lowercase()),
            participation_type: Set(ParticipationType::Invited),
            max_uses: Set(-1),
            times_used: Set(0),
            is_active: Set(true),
            created_at: Set(self.app.clock.now()),
            ..Default::default()
        };
        change(&mut row);
        let tx = self.app.db.write().await.unwrap();
        invitation_code::Entity::insert(row)
            .exec_without_returning(&tx)
            .await
            .unwrap();
        tx.commit().await.unwrap();
        id
    }

    /// Calls the page of a visitor's own registration with its key.
    pub async fn own(&self, method: Method, event: EventId, key: &str, body: Value) -> Answer {
        let path = format!("/api/event/{event}/registration");
        let request = self.request(method, &path).header(OWN_KEY_HEADER, key);
        if body.is_null() {
            request.send().await
        } else {
            request.json(body).send().await
        }
    }

    pub async fn look(&self, event: EventId, key: &str) -> Answer {
        self.own(Method::GET, event, key, Value::Null).await
    }

    pub async fn cancel_own(&self, event: EventId, key: &str) -> Answer {
        self.own(Method::DELETE, event, key, Value::Null).await
    }

    /// Writes to a registration directly, in place of time or the organiser.
    pub async fn alter(&self, row: &attendance::Model, column: attendance::Column, value: Expr) {
        let tx = self.app.db.write().await.unwrap();
        attendance::Entity::update_many()
            .col_expr(column, value)
            .filter(attendance::Column::Id.eq(row.id))
            .exec(&tx)
            .await
            .unwrap();
        tx.commit().await.unwrap();
    }

    pub async fn alter_event(&self, id: EventId, column: event::Column, value: Expr) {
        let tx = self.app.db.write().await.unwrap();
        event::Entity::update_many()
            .col_expr(column, value)
            .filter(event::Column::Id.eq(id))
            .exec(&tx)
            .await
            .unwrap();
        tx.commit().await.unwrap();
    }

    pub async fn logged(&self, event: EventId) -> Vec<event_activity::Model> {
        event_activity::Entity::find()
            .filter(event_activity::Column::EventId.eq(event))
            .order_by_asc(event_activity::Column::Id)
            .all(self.app.db.read())
            .await
            .unwrap()
    }

    pub async fn send_picture(&self, path: &str, key: &str) -> Answer {
        let bytes = picture(20, 20, ImageFormat::Png);
        let body = multipart(&[("file", Some("anh.png"), &bytes[..])]);
        self.request(Method::POST, path)
            .header(OWN_KEY_HEADER, key)
            .form(body)
            .send()
            .await
    }
}

/// An open event and its owner.
pub struct Party {
    pub app: TestApp,
    pub owner: TestUser,
    pub event: EventId,
}

impl Party {
    /// Creates an event with 500 seats whose registration closes in ten days.
    pub async fn new() -> Self {
        let app = TestApp::new().await;
        let owner = app.committee("an").await;
        let closes = app.app.clock.now().plus(Duration::from_hours(10 * 24));
        let open = app.event(&owner, |event| {
            event.total_participants = Set(500);
            event.close_registration_date = Set(closes);
        });
        let event = open.await;
        Self { app, owner, event }
    }

    /// Creates an event whose registrations hold their seats for half an hour and whose tickets are mailed.
    pub async fn confirming(seats: i64) -> Self {
        let app = TestApp::new().await;
        let owner = app.committee("an").await;
        let open = app.event(&owner, |event| {
            event.total_participants = Set(seats);
            event.confirm_by_mail_minutes = Set(Some(30));
            event.send_email_after_register = Set(true);
            event.register_email_content = Set(Some("<p>Chào!</p>".to_owned()));
            event.turn_off_payment = Set(false);
        });
        let event = open.await;
        Self { app, owner, event }
    }

    /// Creates an event with a limit of registrations from one address.
    pub async fn limited(limit: i64) -> Self {
        let party = Self::new().await;
        party.limit(json!(limit)).await.data();
        party
    }

    pub async fn limit(&self, limit: Value) -> Answer {
        let path = format!("/api/event/{}", self.event);
        let body = json!({ "registrationsPerAddress": limit, "section": "formInfo" });
        self.app.put(&self.owner, &path, body).await
    }

    pub async fn register(&self, name: &str, from: impl Into<IpAddr>) -> Answer {
        let path = format!("/api/event/{}/register", self.event);
        let request = self.app.request(Method::POST, &path).from(from);
        request.lang("en").json(form(name)).send().await
    }

    pub async fn bursts(&self) -> Value {
        let path = format!("/api/event/{}/registration-bursts", self.event);
        let request = self.app.request(Method::GET, &path);
        let token = self.app.fresh_token(&self.owner);
        let bursts = request.bearer(&token).send().await.data().clone();
        let todo = self.app.todo(&self.owner, self.event).await;
        assert_eq!(todo["bursts"], bursts.as_array().unwrap().len());
        bursts
    }

    pub async fn count(&self) -> u64 {
        attendance::Entity::find()
            .filter(attendance::Column::EventId.eq(self.event))
            .count(self.app.app.db.read())
            .await
            .unwrap()
    }

    /// Returns the number of bursts in the event log.
    pub async fn logged_bursts(&self) -> u64 {
        event_activity::Entity::find()
            .filter(event_activity::Column::EventId.eq(self.event))
            .filter(event_activity::Column::Action.eq(EventAction::ParticipantBurst))
            .count(self.app.app.db.read())
            .await
            .unwrap()
    }

    /// Registers a visitor without confirmation. Returns the key that only the mail contains.
    pub async fn pending(&self, name: &str) -> (attendance::Model, String) {
        let answer = self.app.register(self.event, form(name)).await;
        let row = self.app.attendance(&answer).await;
        let key = own_key(&self.app.app.secrets, &row);
        (row, key)
    }

    pub async fn confirm(&self, key: &str) -> Answer {
        let path = format!("/api/event/{}/registration/confirm", self.event);
        let request = self.app.request(Method::POST, &path);
        request.header(OWN_KEY_HEADER, key).send().await
    }

    pub async fn by_owner(&self, method: Method, rest: &str, body: Value) -> Answer {
        let path = format!("/api/event/{}{rest}", self.event);
        self.app.send_as(&self.owner, method, &path, body).await
    }

    pub async fn seats(&self) -> i64 {
        self.app.registered(self.event).await
    }
}
