//! Invitation codes: the organiser's calls, and their effect for visitors.

mod codes;
mod export;
mod log;
mod race;

use axum::http::Method;
use hoi_server::attendances::{AttendanceId, ParticipationType};
use hoi_server::events::{EventId, TicketId};
use serde_json::{Value, json};

use crate::registration::desk::new_registration;
use crate::support::{Answer, TestApp, TestUser};

fn path(event: EventId) -> String {
    format!("/api/event/{event}/invitation-codes")
}

/// Returns the body that creates a code for one invited guest.
fn new_codes() -> Value {
    json!({ "participationType": "INVITED", "maxUses": 1 })
}

impl TestApp {
    async fn make_codes(&self, user: &TestUser, event: EventId, new_codes: Value) -> Answer {
        self.send_as(user, Method::POST, &path(event), new_codes)
            .await
    }

    /// Creates codes and returns them.
    async fn codes(&self, user: &TestUser, event: EventId, new_codes: Value) -> Vec<Value> {
        let answer = self.make_codes(user, event, new_codes).await;
        answer.data().as_array().unwrap().clone()
    }

    /// Adds a participant of this type.
    async fn guest(
        &self,
        owner: &TestUser,
        event: EventId,
        name: &str,
        kind: ParticipationType,
        ticket: Option<TicketId>,
    ) -> AttendanceId {
        let mut person = new_registration(event, name, ticket);
        person.participation_type = kind;
        let row = self.desk.add_by_hand(person, owner.id).await.unwrap();
        row.id
    }
}
