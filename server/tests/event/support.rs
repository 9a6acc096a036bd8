//! Events created through the API.

use axum::http::Method;
use hoi_i18n::Lang;
use hoi_platform::ids::{AttendanceId, TicketId};
use hoi_ticketing::events::EventId;
use hoi_ticketing::registration::NewRegistration;
use serde_json::{Value, json};

use crate::support::{Answer, TestApp, TestUser, new_registration};

impl TestApp {
    /// Returns a complete event, open from yesterday until tomorrow, with payment and mails.
    pub async fn event_body(&self, user: &TestUser) -> Value {
        json!({
            "title": "Đêm nhạc Trịnh",
            "description": "<p>Một đêm <strong>đáng nhớ</strong></p>",
            "totalParticipants": 100,
            "openRegistrationDate": "2026-02-28T09:00:00+07:00",
            "closeRegistrationDate": "2026-03-02T09:00:00+07:00",
            "logo": self.uploaded(user, "eventLogo").await,
            "turnOffPayment": false,
            "accountNumber": "0123456789",
            "accountHolderName": "NGUYEN VAN AN",
            "bankName": "Vietcombank",
            "bankBin": "970436",
            "paymentEmailContent": "<p>Chào {{fullName}}</p>",
            "sendEmailAfterRegister": true,
            "eventStartDate": "2026-03-05T19:30:00+07:00",
            "venueAddress": "Nhà hát Lớn, Hà Nội",
            "registerEmailContent": "<p>Vé của bạn: {{ticketCode}}</p>",
            "eventForm": { "scheme": [] },
        })
    }

    pub async fn create(&self, user: &TestUser, body: Value) -> Answer {
        self.send_as(user, Method::POST, "/api/event", body).await
    }

    /// Creates an event through the API and returns its path.
    pub async fn created(&self, user: &TestUser) -> String {
        let answer = self.create(user, self.event_body(user).await).await;
        format!("/api/event/{}", answer.data()["id"].as_str().unwrap())
    }

    pub async fn put(&self, user: &TestUser, path: &str, body: Value) -> Answer {
        self.send_as(user, Method::PUT, path, body).await
    }

    /// Registers a participant at the desk.
    pub async fn participant(
        &self,
        event: EventId,
        name: &str,
        ticket: Option<TicketId>,
        lang: Lang,
    ) -> AttendanceId {
        let person = NewRegistration {
            lang,
            mails: false,
            ..new_registration(event, name, ticket)
        };
        self.add(person).await.id
    }
}

/// Returns the identifier in an event's path.
pub fn id_in(path: &str) -> EventId {
    path.rsplit('/').next().unwrap().parse().unwrap()
}

/// Checks that `answer` refuses exactly this field with this text.
#[track_caller]
pub fn refuses(answer: &Answer, field: &str, text: &str) {
    assert_eq!(answer.code(), 5002, "{field}: {}", answer.json);
    let fields = answer.json["fields"].as_object().unwrap();
    assert_eq!(
        fields.keys().collect::<Vec<_>>(),
        [field],
        "{}",
        answer.json
    );
    assert_eq!(fields[field][0], text, "{field}");
}
