//! Looking at a sensitive answer, one at a time.

use axum::extract::State;
use hoi_platform::app::App;
use hoi_platform::error::{Error, LocalizedText, Result};
use hoi_platform::http::{Envelope, Existing, ValidatedJson};
use hoi_platform::ids::{AttendanceId, EventId};
use hoi_platform::validation::{Check, Validate};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use super::routes::find;
use crate::attendances::{self, AnswerValue, attendance};
use crate::events::{self, EventAction, InEvent, LogEntry, rights};

/// The most characters of a question's identifier.
const MAX_ID: usize = 64;

/// Which answer is to be shown.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RevealAnswer {
    /// The question's identifier, or `identificationNumber` or `taxNumber`.
    #[schema(min_length = 1, extensions(("max" = json!(MAX_ID))))]
    pub question_id: String,
}

impl Validate for RevealAnswer {
    fn validate(&mut self, check: &mut Check) {
        check.required_text("questionId", &mut self.question_id, MAX_ID);
    }
}

/// A sensitive answer as it was given.
#[derive(Debug, Serialize, ToSchema)]
pub struct RevealedAnswer {
    pub answer: AnswerValue,
}

/// Shows one answer, or number, of a participant that is masked elsewhere; the event's log says who looked at it. 5005:
/// there is no such answer; 5008: it was sealed with a secret of the server that is lost.
#[utoipa::path(
    post, path = "/event/{eventId}/attendances/{id}/answer", tag = "participant",
    params(("eventId" = EventId, Path), ("id" = AttendanceId, Path)),
    request_body = RevealAnswer,
    responses((status = 200, body = Envelope<RevealedAnswer>)),
    security(("bearer" = [])),
)]
pub async fn reveal_answer(
    State(app): State<App>,
    caller: InEvent<rights::PersonalData>,
    Existing(id): Existing<attendance::Entity>,
    ValidatedJson(body): ValidatedJson<RevealAnswer>,
) -> Result<Envelope<RevealedAnswer>> {
    let event = caller.event.id;
    let row = find(&app, event, id).await?;
    let name = &row.full_name;
    let mut answers = row.answers.answers.iter();
    let answer = answers.find(|answer| answer.question_id == body.question_id);
    let number = match body.question_id.as_str() {
        "identificationNumber" => row.identification_number.clone(),
        "taxNumber" => row.tax_number.clone(),
        _ => None,
    };
    let lost = |_| Error::Conflict(LocalizedText::new("participant.answerLost"));
    let (answer, look) = match (answer.cloned(), number) {
        (Some(mut answer), _) => {
            let look = json!({ "name": name, "question": answer.question });
            let look = answer.sensitive.then_some(look);
            answer.open(&app.secrets, event).map_err(lost)?;
            (answer.answer, look)
        }
        (None, Some(number)) => {
            let mut number = Some(number);
            attendances::open_number(&app.secrets, event, &mut number).map_err(lost)?;
            let look = json!({ "name": name, "fields": [body.question_id] });
            (AnswerValue::Text(number.unwrap_or_default()), Some(look))
        }
        (None, None) => {
            let message = LocalizedText::new("participant.noAnswer");
            return Err(Error::NotFound(message));
        }
    };
    if let Some(look) = look {
        let entry = LogEntry::new(event, EventAction::ParticipantAnswerSeen);
        let entry = entry.by(caller.user.id).about(id.0).with(look);
        let tx = app.db.write().await?;
        events::log(&tx, entry, app.clock.now()).await?;
        tx.commit().await?;
    }
    Ok(Envelope::ok(RevealedAnswer { answer }))
}
