//! One participant as one row. Pure.

use std::collections::HashMap;

use hoi_i18n::Lang;
use hoi_spreadsheet::{Cell, Column};
use jiff::tz::Offset;
use serde_json::Value;

use super::super::column_labels::Word;
use super::super::dto::Participant;
use crate::error::LocalizedText;
use crate::events::{Answer, AnswerValue, QuestionType};
use crate::files::FileUrl;
use hoi_db::Timestamp;

/// The columns of an export, in one language.
pub struct Sheet {
    lang: Lang,
    /// Where files are reached.
    public_url: String,
    /// Papers and photographs, too.
    sensitive: bool,
    questions: Vec<AskedQuestion>,
}

/// A question of the form, now or when somebody answered it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AskedQuestion {
    /// Its identifier, by which answers find their column.
    pub id: String,
    /// The column's title.
    pub text: String,
    /// Photographs are left out unless sensitive things are asked for: they may be of papers.
    pub kind: QuestionType,
}

/// Titles and widths of what every event has, in order.
const COLUMNS: [(&str, u16); 23] = [
    ("sheet.fullName", 28),
    ("sheet.email", 30),
    ("sheet.phone", 16),
    ("sheet.company", 28),
    ("sheet.role", 18),
    ("sheet.country", 14),
    ("sheet.participationType", 16),
    ("sheet.ticket", 18),
    ("sheet.ticketCode", 16),
    ("sheet.paymentStatus", 18),
    ("sheet.paymentMethod", 20),
    ("sheet.amount", 16),
    ("sheet.paymentRef", 18),
    ("sheet.paidAt", 18),
    ("sheet.invitedBy", 22),
    ("sheet.invitationCode", 16),
    ("sheet.checkedInTime", 18),
    ("sheet.checkedInBy", 18),
    ("sheet.registrationTime", 18),
    ("sheet.source", 18),
    ("sheet.dateOfBirth", 14),
    ("sheet.gender", 12),
    ("sheet.note", 30),
];
const SENSITIVE: [(&str, u16); 5] = [
    ("sheet.identificationNumber", 22),
    ("sheet.taxNumber", 18),
    ("sheet.businessLicense", 30),
    ("sheet.avatar", 30),
    ("sheet.logo", 30),
];

impl Sheet {
    /// The columns that every event has, and one for each question that can be answered.
    pub fn new(
        lang: Lang,
        public_url: &str,
        sensitive: bool,
        mut questions: Vec<AskedQuestion>,
    ) -> Self {
        questions.retain(|question| match question.kind {
            QuestionType::ReadOnly => false,
            QuestionType::Image => sensitive,
            _ => true,
        });
        Self {
            lang,
            public_url: public_url.trim_end_matches('/').to_owned(),
            sensitive,
            questions,
        }
    }

    /// What stands above them.
    pub fn columns(&self) -> Vec<Column> {
        let sensitive = SENSITIVE.iter().filter(|_| self.sensitive);
        let known = COLUMNS.iter().chain(sensitive).map(|(key, width)| Column {
            title: LocalizedText::new(key).in_language(self.lang),
            width: *width,
            choices: Vec::new(),
        });
        let asked = self.questions.iter().map(|question| Column {
            title: question.text.clone(),
            width: 24,
            choices: Vec::new(),
        });
        known.chain(asked).collect()
    }

    /// What stands in the row of a participant.
    pub fn row(&self, person: Participant) -> Vec<Cell> {
        let mut answers = answers_of(person.answers);
        // Of a free ticket nothing was ever due, so nothing was paid or transferred either.
        let is_due = person.amount > 0;
        let mut row: Vec<Cell> = vec![
            person.full_name.into(),
            person.email.into(),
            person.phone.into(),
            person.company.into(),
            person.role.into(),
            person.country.into(),
            self.word(Some(person.participation_type)),
            person.ticket.map(|ticket| ticket.name).into(),
            person.ticket_code.into(),
            self.word(Some(person.payment_status).filter(|_| is_due)),
            self.word(person.payment_method),
            Cell::Number(person.amount),
            Some(person.payment_ref).filter(|_| is_due).into(),
            moment(person.paid_at),
            person.invited_by.into(),
            person.invitation_code.into(),
            moment(person.checked_in_time),
            person.checked_in_by.into(),
            moment(Some(person.registration_time)),
            self.word(Some(person.source)),
            date(person.date_of_birth),
            self.word(person.gender),
            person.note.into(),
        ];
        if self.sensitive {
            row.extend([
                person.identification_number.into(),
                person.tax_number.into(),
                self.file(person.business_license),
                self.file(person.avatar),
                self.file(person.logo),
            ]);
        }
        row.extend(self.questions.iter().map(|question| {
            let answer = answers.remove(&question.id);
            match (answer, question.kind) {
                (None, _) => Cell::Empty,
                (Some(AnswerValue::Text(path)), QuestionType::Image) => self.link(&path).into(),
                (Some(AnswerValue::Text(text)), _) => text.into(),
                (Some(AnswerValue::Choices(chosen)), _) => chosen.join("; ").into(),
            }
        }));
        row
    }

    fn word<W: Word>(&self, word: Option<W>) -> Cell {
        word.map(|word| word.text(self.lang)).into()
    }

    fn file(&self, file: Option<FileUrl>) -> Cell {
        file.map(|file| self.link(&file.to_string())).into()
    }

    fn link(&self, path: &str) -> String {
        format!("{}{path}", self.public_url)
    }
}

/// The questions of the form, then those that are no longer in it but were answered.
pub fn with_former(mut now: Vec<AskedQuestion>, former: Vec<AskedQuestion>) -> Vec<AskedQuestion> {
    for question in former {
        if !now.iter().any(|other| other.id == question.id) {
            now.push(question);
        }
    }
    now
}

/// The questions that somebody answered.
pub fn asked(answers: Value) -> Vec<AskedQuestion> {
    let list = match answers {
        Value::Object(mut answers) => answers.remove("answers"),
        _ => None,
    };
    let list: Vec<Answer> = list
        .and_then(|list| serde_json::from_value(list).ok())
        .unwrap_or_default();
    let asked = list.into_iter().map(|answer| AskedQuestion {
        id: answer.question_id,
        text: answer.question,
        kind: answer.kind,
    });
    asked.collect()
}

fn answers_of(answers: Vec<Value>) -> HashMap<String, AnswerValue> {
    let answers = answers.into_iter();
    answers
        .filter_map(|answer| serde_json::from_value::<Answer>(answer).ok())
        .map(|answer| (answer.question_id, answer.answer))
        .collect()
}

/// A moment on the clocks of Vietnam, which have been seven hours ahead without summer time since 1975.
fn moment(moment: Option<Timestamp>) -> Cell {
    let instant = moment.and_then(|moment| jiff::Timestamp::from_millisecond(moment.0).ok());
    instant.map_or(Cell::Empty, |instant| {
        Cell::Moment(Offset::constant(7).to_datetime(instant))
    })
}

/// A date of birth; what is none stays as it was written.
fn date(text: Option<String>) -> Cell {
    text.map_or(Cell::Empty, |text| match text.parse() {
        Ok(date) => Cell::Date(date),
        Err(_) => text.into(),
    })
}
