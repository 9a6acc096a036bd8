//! The values that an import wrote into a row, so that the next import recognises later changes. Pure.

use std::collections::{BTreeMap, HashMap};

use hoi_platform::ids::AttendanceId;
use hoi_platform::secrets::{Secrets, hex};
use ring::hmac;
use sea_orm::FromJsonQueryResult;
use serde::{Deserialize, Serialize};

use super::{AnswerValue, Source, attendance};

/// Hexadecimal digits of a fingerprint: 64 bits, so that no changed value looks unchanged.
const DIGITS: usize = 16;
const PURPOSE: &str = "import-mark";

/// The installation's key of fingerprints. A copy of the database alone is not enough to test guesses of a value that
/// was erased.
#[derive(Debug, Clone)]
pub struct MarkKey(hmac::Key);

impl MarkKey {
    /// Derives the key.
    #[must_use]
    pub fn of(secrets: &Secrets) -> Self {
        let key = secrets.sign(PURPOSE, &[]);
        Self(hmac::Key::new(hmac::HMAC_SHA256, &key))
    }

    fn fingerprint(&self, id: AttendanceId, field: &str, value: &str) -> String {
        let message = format!("{id}\n{field}\n{value}");
        let mut mark = hex(hmac::sign(&self.0, message.as_bytes()).as_ref());
        mark.truncate(DIGITS);
        mark
    }
}

/// By field, a fingerprint of the value that an import wrote. Not the value: it is erased with the row's column. No
/// value fits a mark of another key or length, so that field counts as changed and stays.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, FromJsonQueryResult)]
pub struct ImportMarks {
    marks: BTreeMap<String, String>,
}

impl ImportMarks {
    /// Marks all values of a row that was just imported.
    #[must_use]
    pub fn of(row: &attendance::Model, key: &MarkKey) -> Self {
        let mut marks = Self::default();
        for (field, value) in values(row) {
            marks.note(key, row.id, field, &value);
        }
        marks
    }

    /// The marks of a row. A row without marks, because it was imported before marks had a key, has its values from the
    /// import if it did not change since.
    #[must_use]
    pub fn known(row: &attendance::Model, key: &MarkKey) -> Self {
        match &row.imported {
            Some(marks) => marks.clone(),
            None if row.source == Source::Import && row.updated_at == row.created_at => {
                Self::of(row, key)
            }
            None => Self::default(),
        }
    }

    /// Notes that an import wrote `value`.
    pub fn note(&mut self, key: &MarkKey, id: AttendanceId, field: String, value: &str) {
        let mark = key.fingerprint(id, &field, value);
        self.marks.insert(field, mark);
    }

    /// Returns whether an import may write the field, whose present value is `value`: it is unchanged since an import
    /// wrote it, or was always empty.
    #[must_use]
    pub fn may_replace(
        &self,
        key: &MarkKey,
        id: AttendanceId,
        field: &str,
        value: Option<&str>,
    ) -> bool {
        match (self.marks.get(field), value) {
            (None, value) => value.is_none(),
            (Some(mark), value) => {
                value.is_some_and(|value| key.fingerprint(id, field, value) == *mark)
            }
        }
    }
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
    use hoi_platform::clock;
    use serde_json::json;

    use super::*;

    fn new_key() -> MarkKey {
        let folder = tempfile::tempdir().unwrap();
        MarkKey::of(&Secrets::load_or_create(folder.path()).unwrap())
    }

    #[test]
    fn an_import_replaces_only_its_own_unchanged_values() {
        let (key, id) = (new_key(), clock::new_id());
        let mut marks = ImportMarks::default();
        let may = |marks: &ImportMarks, id, field, value| marks.may_replace(&key, id, field, value);
        assert!(may(&marks, id, "company", None));
        assert!(!may(&marks, id, "company", Some("Sao")));
        marks.note(&key, id, "company".to_owned(), "Sao");
        assert!(may(&marks, id, "company", Some("Sao")));
        assert!(!may(&marks, id, "company", Some("Sao Mai")));
        // Emptied after the import.
        assert!(!may(&marks, id, "company", None));
        assert!(!may(&marks, id, "phone", Some("Sao")));
        assert!(!may(&marks, clock::new_id(), "company", Some("Sao")));
    }

    #[test]
    fn a_mark_is_long_enough_and_belongs_to_its_key() {
        let (key, id) = (new_key(), clock::new_id());
        let mark = key.fingerprint(id, "company", "Sao");
        assert_eq!(mark.len(), 16);
        assert_eq!(mark, key.fingerprint(id, "company", "Sao"));
        let other = new_key();
        assert_ne!(mark, other.fingerprint(id, "company", "Sao"));
        let mut marks = ImportMarks::default();
        marks.note(&key, id, "company".to_owned(), "Sao");
        assert!(!marks.may_replace(&other, id, "company", Some("Sao")));
    }

    #[test]
    fn a_mark_as_they_were_before_counts_as_changed_since() {
        let (key, id) = (new_key(), clock::new_id());
        let digest = hoi_platform::secrets::digest(format!("{id}\ncompany\nSao").as_bytes());
        let cut = key.fingerprint(id, "company", "Sao");
        for mark in [&digest[..4], &cut[..4], ""] {
            let marks = json!({ "marks": { "company": mark } });
            let marks: ImportMarks = serde_json::from_value(marks).unwrap();
            assert!(
                !marks.may_replace(&key, id, "company", Some("Sao")),
                "{mark}"
            );
            assert!(!marks.may_replace(&key, id, "company", None), "{mark}");
        }
    }
}
