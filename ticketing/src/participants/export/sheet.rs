//! One participant as one row. Pure.

use std::collections::HashMap;

use hoi_i18n::Lang;
use hoi_spreadsheet::{Cell, Column};

use super::super::columns::{COLUMNS, KnownColumn, Write, WriteContext};
use super::super::dto::Participant;
use crate::attendances::{Answer, AnswerValue, QuestionType};

/// The columns of an export, in one language.
pub struct Sheet {
    context: WriteContext,
    contents: Contents,
    has_consent: bool,
    questions: Vec<AskedQuestion>,
}

/// Which columns are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Contents {
    /// Without codes, which give entry or open hidden classes.
    WithoutCodes,
    /// Without identity documents and photographs.
    Usual,
    /// All columns.
    WithSensitive,
}

/// A question of the form, now or when it was answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AskedQuestion {
    /// The question's identifier, by which answers find their column.
    pub id: String,
    /// The column's title.
    pub text: String,
    /// Photographs count as sensitive data, because they may show identity documents.
    pub kind: QuestionType,
    /// Whether its answers are written only on request.
    pub is_sensitive: bool,
}

impl From<Answer> for AskedQuestion {
    fn from(answer: Answer) -> Self {
        Self {
            id: answer.question_id,
            text: answer.question,
            kind: answer.kind,
            is_sensitive: answer.sensitive,
        }
    }
}

impl Sheet {
    /// The columns that every event has, and one for each question that can be answered.
    pub fn new(
        lang: Lang,
        public_url: &str,
        contents: Contents,
        mut questions: Vec<AskedQuestion>,
    ) -> Self {
        questions.retain(|question| match question.kind {
            QuestionType::ReadOnly => false,
            QuestionType::Image => contents == Contents::WithSensitive,
            _ => !question.is_sensitive || contents == Contents::WithSensitive,
        });
        Self {
            context: WriteContext {
                lang,
                public_url: public_url.trim_end_matches('/').to_owned(),
            },
            contents,
            has_consent: false,
            questions,
        }
    }

    /// Adds the columns about consent, or leaves them out.
    pub fn with_consent(mut self, has_consent: bool) -> Self {
        self.has_consent = has_consent;
        self
    }

    /// The columns that every event has, with the functions that write their cells.
    fn known(&self) -> impl Iterator<Item = (&'static KnownColumn, Write)> {
        let (contents, has_consent) = (self.contents, self.has_consent);
        let columns = COLUMNS.iter().filter(move |column| match contents {
            Contents::WithoutCodes => !column.is_sensitive && !column.is_code,
            Contents::Usual => !column.is_sensitive,
            Contents::WithSensitive => true,
        });
        columns
            .filter(move |column| has_consent || !column.is_consent)
            .filter_map(|column| Some((column, column.write?)))
    }

    /// Returns the columns with their titles and widths.
    pub fn columns(&self) -> Vec<Column> {
        let known = self.known().map(|(column, _)| Column {
            title: column.title(self.context.lang),
            width: column.width,
            choices: Vec::new(),
        });
        let asked = self.questions.iter().map(|question| Column {
            title: question.text.clone(),
            width: 24,
            choices: Vec::new(),
        });
        known.chain(asked).collect()
    }

    /// The cells of a participant's row.
    pub fn row(&self, mut person: Participant) -> Vec<Cell> {
        let answers = std::mem::take(&mut person.answers).into_iter();
        let mut answers: HashMap<String, AnswerValue> = answers
            .map(|answer| (answer.question_id, answer.answer))
            .collect();
        let known = self.known().map(|(_, write)| write(&person, &self.context));
        let asked = self.questions.iter().map(|question| {
            let answer = answers.remove(&question.id);
            match (answer, question.kind) {
                (None, _) => Cell::Empty,
                (Some(AnswerValue::Text(path)), QuestionType::Image) => {
                    self.context.link(&path).into()
                }
                (Some(AnswerValue::Text(text)), _) => text.into(),
                (Some(AnswerValue::Choices(chosen)), _) => chosen.join("; ").into(),
            }
        });
        known.chain(asked).collect()
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
