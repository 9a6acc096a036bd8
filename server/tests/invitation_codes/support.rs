//! Invitation codes and their use.

use axum::http::Method;
use hoi_ticketing::attendances::{AttendanceId, ParticipationType, attendance};
use hoi_ticketing::events::entity::invitation_code;
use hoi_ticketing::events::{EventId, InvitationCodeId, TicketId};
use hoi_ticketing::registration::NewRegistration;
use sea_orm::{ColumnTrait, EntityTrait, PaginatorTrait, QueryFilter};
use serde_json::{Value, json};

use crate::support::{Answer, TestApp, TestUser, new_registration};

pub fn path(event: EventId) -> String {
    format!("/api/event/{event}/invitation-codes")
}

/// Returns the body that creates a code for one invited guest.
pub fn new_codes() -> Value {
    json!({ "participationType": "INVITED", "maxUses": 1 })
}

pub fn also(mut new_codes: Value, more: Value) -> Value {
    new_codes
        .as_object_mut()
        .unwrap()
        .extend(more.as_object().unwrap().clone());
    new_codes
}

impl TestApp {
    pub async fn make_codes(&self, user: &TestUser, event: EventId, new_codes: Value) -> Answer {
        self.send_as(user, Method::POST, &path(event), new_codes)
            .await
    }

    /// Creates codes and returns them.
    pub async fn codes(&self, user: &TestUser, event: EventId, new_codes: Value) -> Vec<Value> {
        let answer = self.make_codes(user, event, new_codes).await;
        answer.data().as_array().unwrap().clone()
    }

    /// Adds a participant of this type.
    pub async fn guest(
        &self,
        event: EventId,
        name: &str,
        kind: ParticipationType,
        ticket: Option<TicketId>,
    ) -> AttendanceId {
        let person = NewRegistration {
            participation_type: kind,
            ..new_registration(event, name, ticket)
        };
        self.add(person).await.id
    }

    /// Returns how often the code was used: the stored count, and the number of registrations made with it.
    pub async fn uses(&self, code: InvitationCodeId) -> (i64, u64) {
        let conn = self.app.db.read();
        let row = invitation_code::Entity::find_by_id(code).one(conn).await;
        let through = attendance::Entity::find()
            .filter(attendance::Column::InvitationCodeId.eq(code))
            .count(conn)
            .await
            .unwrap();
        (row.unwrap().unwrap().times_used, through)
    }

    /// Returns the log entries about codes: action, count and actor, newest first.
    pub async fn said_of_codes(
        &self,
        owner: &TestUser,
        event: EventId,
    ) -> Vec<(String, Value, Value)> {
        let log = format!("/api/event/{event}/activities");
        let log = self.get_as(owner, &log).await;
        let items = log.data()["items"].as_array().unwrap().iter();
        items
            .filter(|item| {
                item["action"]
                    .as_str()
                    .unwrap()
                    .starts_with("invitationCode.")
            })
            .map(|item| {
                (
                    item["action"].as_str().unwrap().to_owned(),
                    item["data"]["count"].clone(),
                    item["actorId"].clone(),
                )
            })
            .collect()
    }
}
