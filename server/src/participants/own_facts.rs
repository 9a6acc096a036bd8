//! What is stored of a participant, in words for the person: the columns of the list without those about others.

use hoi_i18n::{Lang, VIETNAM, format_date_time, format_day};
use hoi_spreadsheet::Cell;
use sea_orm::ConnectionTrait;
use serde::Serialize;
use utoipa::ToSchema;

use super::columns::{COLUMNS, WriteContext};
use super::store;
use crate::attendances::{Answer, AnswerValue, QuestionType, attendance};
use crate::error::Result;

/// Columns that are about others, or were written about the person by others, who may name others in it.
const OF_OTHERS: [&str; 4] = ["invitedBy", "invitationCode", "checkedInBy", "note"];

/// Something that is stored of a person.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct OwnFact {
    /// The field's name in the API; `question:` and its identifier for an answer.
    pub name: String,
    /// The name in the request's language, or the question as it was asked.
    pub label: String,
    /// The value in the request's language.
    pub value: String,
}

/// Returns everything that the row says of its person. The code of a ticket that waits for confirmation is left out.
pub async fn own_facts(
    conn: &impl ConnectionTrait,
    public_url: &str,
    row: attendance::Model,
    lang: Lang,
) -> Result<Vec<OwnFact>> {
    let awaits_confirmation = row.confirm_by.is_some();
    let context = WriteContext {
        lang,
        public_url: public_url.trim_end_matches('/').to_owned(),
    };
    let mut facts = Vec::new();
    for person in store::describe(conn, vec![row]).await? {
        for column in &COLUMNS {
            let is_hidden = awaits_confirmation && column.name == "ticketCode";
            if is_hidden || column.is_consent || OF_OTHERS.contains(&column.name) {
                continue;
            }
            let value = column
                .write
                .and_then(|write| text(write(&person, &context), lang));
            facts.extend(value.map(|value| OwnFact {
                name: column.name.to_owned(),
                label: column.title(lang),
                value,
            }));
        }
        facts.extend(
            person
                .answers
                .into_iter()
                .map(|answer| given(answer, &context)),
        );
    }
    Ok(facts)
}

fn given(answer: Answer, context: &WriteContext) -> OwnFact {
    let value = match answer.answer {
        AnswerValue::Text(path) if answer.kind == QuestionType::Image => context.link(&path),
        AnswerValue::Text(text) => text,
        AnswerValue::Choices(chosen) => chosen.join("; "),
    };
    OwnFact {
        name: format!("question:{}", answer.question_id),
        label: answer.question,
        value,
    }
}

fn text(cell: Cell, lang: Lang) -> Option<String> {
    match cell {
        Cell::Empty => None,
        Cell::Text(text) => Some(text),
        Cell::Number(number) => Some(number.to_string()),
        Cell::Date(date) => Some(format_day(lang, &date.to_string())),
        Cell::Moment(moment) => {
            let instant = VIETNAM.to_timestamp(moment).ok()?;
            Some(format_date_time(lang, instant.as_millisecond()))
        }
    }
}
