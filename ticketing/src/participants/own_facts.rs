//! The stored data of a participant, in words for the person: the columns of the list without those about others.

use hoi_i18n::{Lang, format_date_time, format_day, format_money, format_phone};
use hoi_platform::days::VIETNAM;
use hoi_platform::error::{LocalizedText, Result};
use hoi_platform::files::{FileId, FileUrl};
use hoi_spreadsheet::Cell;
use sea_orm::ConnectionTrait;
use serde::Serialize;
use utoipa::ToSchema;

use super::columns::{COLUMNS, KnownColumn, WriteContext};
use super::dto::Participant;
use super::store;
use crate::attendances::{Answer, AnswerValue, QuestionType, attendance};

/// Columns that are about others. The organiser's note is not among them: it is about the person.
const OF_OTHERS: [&str; 3] = ["invitedBy", "invitationCode", "checkedInBy"];

/// How the name of a fact begins that is an answer.
pub const OF_QUESTION: &str = "question:";

/// The kind of a fact's value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum OwnFactKind {
    Text,
    /// The address of an image, which opens without a login for a week.
    Picture,
    /// The address of a PDF file, likewise.
    Document,
}

/// Something that is stored of a person.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct OwnFact {
    /// The field's name in the API; `question:` and its identifier for an answer.
    pub name: String,
    /// The name in the request's language, or the question as it was asked.
    pub label: String,
    /// The value in the request's language.
    pub value: String,
    pub kind: OwnFactKind,
    /// The file that is meant.
    #[serde(skip)]
    pub file: Option<FileId>,
}

impl OwnFact {
    /// Creates a fact in words.
    #[must_use]
    pub fn text(name: &str, label: String, value: String) -> Self {
        Self {
            name: name.to_owned(),
            label,
            value,
            kind: OwnFactKind::Text,
            file: None,
        }
    }
}

/// Returns everything that the row says of its person. The code of a ticket that waits for confirmation is left out. A file
/// is named as the organiser reaches it.
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
            if is_hidden || OF_OTHERS.contains(&column.name) {
                continue;
            }
            let value = column
                .write
                .and_then(|write| text(write(&person, &context), lang));
            facts.extend(value.map(|value| OwnFact {
                file: file_of(column.name, &person),
                ..OwnFact::text(column.name, label(column, lang), said(column.name, value))
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

/// The titles of the list name the unit of an amount, which stands in the value here.
fn label(column: &KnownColumn, lang: Lang) -> String {
    let key = match column.name {
        "amount" => "receipt.amount",
        "received" => "privacy.received",
        _ => return column.title(lang),
    };
    LocalizedText::new(key).in_language(lang)
}

fn said(column: &str, value: String) -> String {
    match column {
        "phone" => format_phone(&value),
        _ => value,
    }
}

fn file_of(column: &str, person: &Participant) -> Option<FileId> {
    let details = &person.details;
    let file = match column {
        "businessLicense" => details.business_license,
        "avatar" => details.avatar,
        "logo" => details.logo,
        _ => None,
    };
    file.map(|FileUrl(id)| id)
}

fn given(answer: Answer, context: &WriteContext) -> OwnFact {
    let (value, file) = match answer.answer {
        AnswerValue::Text(path) if answer.kind == QuestionType::Image => {
            let id = path.rsplit('/').next().and_then(|id| id.parse().ok());
            (context.link(&path), id)
        }
        AnswerValue::Text(text) => (text, None),
        AnswerValue::Choices(chosen) => (chosen.join("; "), None),
    };
    let name = format!("{OF_QUESTION}{}", answer.question_id);
    OwnFact {
        file,
        ..OwnFact::text(&name, answer.question, value)
    }
}

fn text(cell: Cell, lang: Lang) -> Option<String> {
    match cell {
        Cell::Empty => None,
        Cell::Text(text) => Some(text),
        // The only numbers of the list are amounts.
        Cell::Number(number) => Some(format_money(lang, number)),
        Cell::Date(date) => Some(format_day(lang, &date.to_string())),
        Cell::Moment(moment) => Some(format_date_time(lang, VIETNAM.moment(moment).0)),
    }
}
