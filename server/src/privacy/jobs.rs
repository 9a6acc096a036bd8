//! Mails to people who asked about their personal data.

use anyhow::anyhow;
use hoi_i18n::Lang;
use hoi_jobs::{Attempt, Job, JobError, Retry};
use sea_orm::EntityTrait;
use serde::{Deserialize, Serialize};
use serde_json::json;
use uuid::Uuid;

use super::entity::{Entity, Model};
use super::own_data::kind_key;
use crate::app::App;
use crate::attendances::attendance;
use crate::error::LocalizedText;
use crate::events;
use crate::events::entity::event;
use crate::ids::{AttendanceId, DataRequestId, EventId};
use crate::mails::{self, Dress, OutgoingMail};

/// Mails the answer to a request, or what came of it.
#[derive(Debug, Serialize, Deserialize)]
pub struct MailDataAnswer {
    pub request: DataRequestId,
    pub attendance: AttendanceId,
    /// Whether it says how the request was closed.
    pub is_end: bool,
}

impl MailDataAnswer {
    /// Returns the mail about a request of a participant.
    pub(super) fn of(row: &Model, is_end: bool) -> Option<Self> {
        Some(Self {
            request: row.id,
            attendance: row.attendance_id?,
            is_end,
        })
    }
}

impl Job for MailDataAnswer {
    const NAME: &'static str = "privacy.mailAnswer";
    const RETRY: Retry = mails::RETRY;
    const SERVICE: Option<&'static str> = Some(mails::SERVICE);
    type Context = App;

    fn subject(&self) -> Option<Uuid> {
        Some(self.attendance.0)
    }

    async fn run(&self, app: &App, attempt: Attempt) -> Result<(), JobError> {
        let conn = app.db.read();
        let person = attendance::Entity::find_by_id(self.attendance)
            .one(conn)
            .await?;
        let request = Entity::find_by_id(self.request).one(conn).await?;
        let (Some(person), Some(request)) = (person, request) else {
            return Ok(());
        };
        if person.erased_at.is_some() || person.email.is_empty() {
            return Ok(());
        }
        let Some((event, dress)) = find(app, person.event_id).await? else {
            return Ok(());
        };
        let text = if self.is_end {
            request.reason
        } else {
            request.answer
        };
        let values = json!({
            "fullName": person.full_name,
            "eventTitle": event.title,
            "kind": LocalizedText::new(kind_key(request.kind)).in_language(person.lang),
            "askedAt": request.asked_at.0,
            "result": request.result.filter(|_| self.is_end),
            "text": text.unwrap_or_default(),
        });
        let part = if self.is_end { "end" } else { "answer" };
        let mail = OutgoingMail {
            template: "data_answer",
            to: &person.email,
            name: &person.full_name,
            lang: person.lang,
            values,
            attachments: Vec::new(),
            dress: Some(dress),
            message_id: format!("data-{part}-{}", self.request),
            unsubscribe: None,
        };
        mails::send(app, attempt, mail).await
    }
}

/// Mails to the last address of a person that they were erased. The job alone holds the address, until the mail has left
/// or is given up.
#[derive(Debug, Serialize, Deserialize)]
pub struct MailErased {
    pub event: EventId,
    pub to: String,
    pub lang: Lang,
}

impl Job for MailErased {
    const NAME: &'static str = "privacy.mailErased";
    const RETRY: Retry = mails::RETRY;
    const SERVICE: Option<&'static str> = Some(mails::SERVICE);
    type Context = App;

    async fn run(&self, app: &App, attempt: Attempt) -> Result<(), JobError> {
        let Some((event, dress)) = find(app, self.event).await? else {
            return Ok(());
        };
        let mail = OutgoingMail {
            template: "data_erased",
            to: &self.to,
            name: "",
            lang: self.lang,
            values: json!({ "eventTitle": event.title }),
            attachments: Vec::new(),
            dress: Some(dress),
            message_id: format!("data-erased-{}", attempt.job),
            unsubscribe: None,
        };
        mails::send(app, attempt, mail).await
    }

    /// A dead letter would keep the address.
    async fn on_dead(&self, _: &App, _: Attempt, _: &JobError) -> anyhow::Result<bool> {
        Ok(false)
    }
}

/// Finds the event, also a deleted or cancelled one, and how its mails look.
async fn find(app: &App, id: EventId) -> Result<Option<(event::Model, Dress)>, JobError> {
    let conn = app.db.read();
    let Some(event) = event::Entity::find_by_id(id).one(conn).await? else {
        return Ok(None);
    };
    let dress = events::dress(conn, &event, &app.config.public_url).await;
    let dress = dress.map_err(|error| anyhow!("{error:?}"))?;
    Ok(Some((event, dress)))
}
