//! From the rows of a file to people who may be given seats. Pure.

use std::collections::{HashMap, HashSet};

use hoi_i18n::{Lang, fold_for_search};
use hoi_spreadsheet::{Row, Value};

use super::super::bodies::NewParticipant;
use super::super::columns::{Draft, Field, ImportedCell, Vocabulary, known};
use super::super::edit;
use crate::accounts::email_key;
use crate::attendances::{Answer, AnswerValue, QuestionType, Source};
use crate::error::{Error, LocalizedText, RowFault};
use crate::events::entity::ticket;
use crate::events::{GivenAnswer, Question, check_answers};
use crate::ids::{EventId, FileId, TicketId};
use crate::imports::cells::text;
use crate::imports::{MAX_FAULTS, Wishes};
use crate::registration::NewRegistration;
use crate::validation::{Check, Validate};

/// The event's settings by which rows are checked.
pub struct Rules {
    /// The event to import into.
    pub event: EventId,
    /// The organiser's own questions.
    pub scheme: Vec<Question>,
    /// The event's ticket classes.
    pub classes: Vec<ticket::Model>,
    /// The class of rows that name none.
    pub default_class: Option<TicketId>,
    /// Whether the imported people get the event's mails.
    pub mails: bool,
    /// Whether several people may have one address.
    pub may_share_emails: bool,
    /// How the list is read.
    pub wishes: Wishes,
    /// The language of those mails.
    pub lang: Lang,
}

/// A column of the file.
pub struct Column {
    /// The column's title in the file, or its letter.
    pub title: String,
    /// What it is about; `None` is left out.
    pub field: Option<Field>,
}

/// The result of checking the rows.
#[derive(Default)]
pub struct Judged {
    /// The people whose rows have no fault, each with the number of its row in the file.
    pub people: Vec<(usize, NewRegistration)>,
    /// The first faults of the others, from top to bottom, at most [`MAX_FAULTS`]: a file of 5 MiB can hold a million.
    pub faults: Vec<RowFault>,
    /// The number of all faults; `faults` may contain fewer.
    pub fault_count: usize,
    /// People without an address, who are not recognised when the file is imported again.
    pub without_email: usize,
}

/// Judges every row by itself, and against the others: an address may stand in one of them only.
pub fn judge(rows: Vec<Row>, columns: &[Column], rules: &Rules) -> Judged {
    let reader = Reader::new(columns, rules);
    let mut judged = Judged::default();
    let mut addresses: HashMap<String, usize> = HashMap::new();
    for row in rows {
        let number = row.number;
        let mut read = reader.read(&row);
        let key = email_key(&read.person.email);
        if key.is_empty() {
            judged.without_email += 1;
        } else if let Some(first) = addresses.get(&key).filter(|_| !rules.may_share_emails) {
            let message = LocalizedText::new("import.sameEmail").with("row", first);
            read.faults.push(reader.fault(number, "email", message));
        } else {
            addresses.insert(key, number);
        }
        if read.faults.is_empty() {
            judged.people.push((number, read.person));
        } else {
            judged.fault_count += read.faults.len();
            let room = MAX_FAULTS.saturating_sub(judged.faults.len());
            judged.faults.extend(read.faults.into_iter().take(room));
        }
    }
    judged
}

/// The context in which every row is read.
struct Reader<'a> {
    columns: &'a [Column],
    rules: &'a Rules,
    /// The form's questions, all of them optional, because the organiser may not know every answer.
    questions: Vec<Question>,
    /// By the question's identifier: its type, and its choices by how they are compared.
    choices: HashMap<&'a str, (QuestionType, HashMap<String, &'a str>)>,
    /// The columns' titles by the identifier of what they are about.
    titles: HashMap<String, &'a str>,
    vocabulary: Vocabulary,
}

struct Read {
    person: NewRegistration,
    faults: Vec<RowFault>,
}

impl<'a> Reader<'a> {
    fn new(columns: &'a [Column], rules: &'a Rules) -> Self {
        let questions = rules.scheme.iter().cloned().map(|question| Question {
            required: false,
            ..question
        });
        let choices = rules.scheme.iter().map(|question| {
            // The first of those that are compared alike.
            let choices = question.choices.iter().rev();
            let choices = choices.map(|choice| (fold_for_search(choice), choice.as_str()));
            (question.id.as_str(), (question.kind, choices.collect()))
        });
        let titles = columns.iter().rev().filter_map(|column| {
            let field = column.field.as_ref()?;
            Some((field.id(), column.title.as_str()))
        });
        let classes = rules.classes.iter();
        let classes = classes.map(|class| (class.name.as_str(), class.id));
        Self {
            choices: choices.collect(),
            titles: titles.collect(),
            columns,
            rules,
            questions: questions.collect(),
            vocabulary: Vocabulary::new(rules.lang, classes),
        }
    }

    /// A fault in the column that is about `field`, or in the one that would be.
    fn fault(&self, row: usize, field: &str, message: LocalizedText) -> RowFault {
        let id = field.strip_prefix("answers.").map_or_else(
            || field.to_owned(),
            |question| format!("question:{question}"),
        );
        let own = self.titles.get(&id).map(|title| (*title).to_owned());
        let column = own.or_else(|| Some(known(field)?.title(self.rules.lang)));
        RowFault {
            row,
            column,
            message,
        }
    }

    fn read(&self, row: &Row) -> Read {
        let mut faults: Vec<(String, LocalizedText)> = Vec::new();
        let mut answers = Vec::new();
        let mut draft = Draft::default();
        for (cell, column) in row.cells.iter().zip(self.columns) {
            let known = match &column.field {
                None => continue,
                Some(Field::Question(id)) => {
                    answers.extend(self.answer(id, cell));
                    continue;
                }
                Some(Field::Known(known)) => known,
            };
            let (text, vocabulary) = (text(cell), &self.vocabulary);
            let entry = ImportedCell {
                cell,
                text,
                vocabulary,
            };
            if let (false, Some(read)) = (entry.text.is_empty(), known.read)
                && let Err(message) = read(&mut draft, entry)
            {
                faults.push((known.name.to_owned(), message));
            }
        }
        let mut body = draft.person;
        body.full_name = format!("{} {}", draft.family_name, body.full_name);
        body.send_mail = Some(self.rules.mails);
        body.shares_email = self.rules.may_share_emails;
        self.choose_class(&mut body, &mut faults);

        let mut check = Check::default();
        body.validate(&mut check);
        if let Err(Error::InvalidFields(errors)) = check.finish() {
            // What could not be understood is not missing as well.
            let known: HashSet<String> = faults.iter().map(|(field, _)| field.clone()).collect();
            let new = errors
                .into_iter()
                .filter(|(field, _)| !known.contains(field));
            faults.extend(new);
        }
        let answers = self.check_answers(&answers, &mut faults);
        let person = NewRegistration {
            source: Source::Import,
            answers,
            ..edit::new_registration(self.rules.event, body, self.rules.lang)
        };
        let faults = faults.into_iter();
        Read {
            person,
            faults: faults
                .map(|(field, message)| self.fault(row.number, &field, message))
                .collect(),
        }
    }

    /// Who names no class gets the one chosen for such rows, or the only one there is.
    fn choose_class(&self, body: &mut NewParticipant, faults: &mut Vec<(String, LocalizedText)>) {
        if body.ticket_id.is_some() || faults.iter().any(|(field, _)| field == "ticket") {
            return;
        }
        body.ticket_id = match self.rules.classes.as_slice() {
            [only] => Some(only.id),
            _ => self.rules.default_class,
        };
        if body.ticket_id.is_none() && !self.rules.classes.is_empty() {
            let message = LocalizedText::new("import.chooseClass")
                .with("known", &self.vocabulary.class_names);
            faults.push(("ticket".to_owned(), message));
        }
    }

    fn check_answers(
        &self,
        given: &[GivenAnswer],
        faults: &mut Vec<(String, LocalizedText)>,
    ) -> Vec<Answer> {
        let answers = check_answers(&self.questions, given, &HashSet::<FileId>::new());
        answers.unwrap_or_else(|errors| {
            faults.extend(errors);
            Vec::new()
        })
    }

    /// Choices are recognised whatever their case and accents; several are separated by semicolons or lines, or by
    /// commas when no choice has one.
    fn answer(&self, id: &str, cell: &Value) -> Option<GivenAnswer> {
        let (kind, choices) = self.choices.get(id)?;
        let value = text(cell);
        let choice = |text: &str| {
            let known = choices.get(&fold_for_search(text));
            known.map(|choice| (*choice).to_owned())
        };
        let answer = match kind {
            QuestionType::OneChoice => AnswerValue::Text(choice(&value).unwrap_or(value)),
            QuestionType::MultipleChoice => {
                let parts = |separators: &[char]| {
                    let parts = value.split(separators).map(str::trim);
                    let parts = parts.filter(|part| !part.is_empty());
                    parts.map(ToOwned::to_owned).collect::<Vec<String>>()
                };
                let known = |parts: &[String]| parts.iter().map(|part| choice(part)).collect();
                let lines = parts(&[';', '\n']);
                let commas = parts(&[';', '\n', ',']);
                let chosen: Option<Vec<String>> = known(&lines);
                AnswerValue::Choices(chosen.or_else(|| known(&commas)).unwrap_or(commas))
            }
            _ => AnswerValue::Text(value),
        };
        Some(GivenAnswer {
            question_id: id.to_owned(),
            answer: Some(answer),
        })
    }
}
