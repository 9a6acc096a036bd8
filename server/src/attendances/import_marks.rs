//! What an import wrote into a row, so that the next one sees what was changed since. Pure.

use std::collections::{BTreeMap, HashMap};

use sea_orm::FromJsonQueryResult;
use serde::{Deserialize, Serialize};

use super::{AnswerValue, Source, attendance};
use crate::ids::AttendanceId;
use crate::secrets;

/// Hexadecimal digits of a fingerprint. One changed value in 65,536 looks unchanged; a number that was erased has thousands
/// of others with its fingerprint.
const DIGITS: usize = 4;

/// By field, a fingerprint of the value that an import wrote. Not the value: it is erased with the row's column.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, FromJsonQueryResult)]
pub struct ImportMarks {
    marks: BTreeMap<String, String>,
}

impl ImportMarks {
    /// Marks everything that somebody just imported has.
    #[must_use]
    pub fn of(row: &attendance::Model) -> Self {
        let mut marks = Self::default();
        for (field, value) in values(row) {
            marks.note(row.id, field, &value);
        }
        marks
    }

    /// The marks of a row. Somebody imported before there were marks has their values from the import if nothing
    /// happened to the row since.
    #[must_use]
    pub fn known(row: &attendance::Model) -> Self {
        match &row.imported {
            Some(marks) => marks.clone(),
            None if row.source == Source::Import && row.updated_at == row.created_at => {
                Self::of(row)
            }
            None => Self::default(),
        }
    }

    /// Notes that an import wrote `value`.
    pub fn note(&mut self, id: AttendanceId, field: String, value: &str) {
        let mark = fingerprint(id, &field, value);
        self.marks.insert(field, mark);
    }

    /// Returns whether an import may write the field, which has this value or none: it is still what an import wrote,
    /// or was always empty.
    #[must_use]
    pub fn may_replace(&self, id: AttendanceId, field: &str, value: Option<&str>) -> bool {
        match (self.marks.get(field), value) {
            (None, value) => value.is_none(),
            (Some(mark), value) => {
                value.is_some_and(|value| fingerprint(id, field, value) == *mark)
            }
        }
    }
}

fn fingerprint(id: AttendanceId, field: &str, value: &str) -> String {
    let mut mark = secrets::digest(format!("{id}\n{field}\n{value}").as_bytes());
    mark.truncate(DIGITS);
    mark
}

/// The values that an import can write, by field, as text; empty ones are left out. Fields are called as in the mapping
/// of an import.
#[must_use]
pub fn values(row: &attendance::Model) -> HashMap<String, String> {
    let text = |text: &String| Some(text.clone()).filter(|text| !text.is_empty());
    let known = [
        ("fullName", text(&row.full_name)),
        ("email", text(&row.email)),
        ("phone", text(&row.phone)),
        ("company", text(&row.company)),
        ("role", row.role.clone()),
        ("country", row.country.clone()),
        ("invitedBy", row.invited_by.clone()),
        ("dateOfBirth", row.date_of_birth.clone()),
        ("gender", row.gender.map(code)),
        ("note", row.note.clone()),
        ("identificationNumber", row.identification_number.clone()),
        ("taxNumber", row.tax_number.clone()),
        ("participationType", Some(code(row.participation_type))),
        ("ticket", row.ticket_id.map(|id| id.to_string())),
    ];
    let known = known
        .into_iter()
        .filter_map(|(field, value)| Some((field.to_owned(), value?)));
    let answers = row.answers.answers.iter();
    let answers = answers.map(|answer| {
        let value = match &answer.answer {
            AnswerValue::Text(text) => text.clone(),
            AnswerValue::Choices(choices) => choices.join("\n"),
        };
        (format!("question:{}", answer.question_id), value)
    });
    known.chain(answers).collect()
}

/// The value as the API calls it.
fn code(value: impl Serialize) -> String {
    let value = serde_json::to_value(value).unwrap_or_default();
    value.as_str().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock;

    #[test]
    fn only_what_an_import_wrote_and_nobody_changed_is_replaced() {
        let id = clock::new_id();
        let mut marks = ImportMarks::default();
        assert!(marks.may_replace(id, "company", None));
        assert!(!marks.may_replace(id, "company", Some("Sao")));
        marks.note(id, "company".to_owned(), "Sao");
        assert!(marks.may_replace(id, "company", Some("Sao")));
        assert!(!marks.may_replace(id, "company", Some("Sao Mai")));
        // Somebody has emptied it.
        assert!(!marks.may_replace(id, "company", None));
        assert!(!marks.may_replace(id, "phone", Some("Sao")));
        assert!(!marks.may_replace(clock::new_id(), "company", Some("Sao")));
    }
}
