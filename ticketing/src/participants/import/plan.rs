//! The plan for a file: the people to add or change, and the faults that prevent it. Pure.

use std::collections::HashSet;

use bytes::Bytes;
use hoi_i18n::Lang;
use hoi_platform::clock;
use hoi_platform::error::{Error, LocalizedText, Result, RowFault};
use hoi_platform::ids::UserId;
use hoi_platform::import_files::MAX_FAULTS;
use hoi_platform::validation::Check;
use sea_orm::prelude::Uuid;

use super::super::columns::Field;
use super::layout::Layout;
use super::people::{self, Column, Judged, OddPhones, Person, Rules};
use super::preview::{ImportAnswer, ImportPreview};
use super::update;
use crate::attendances::{QuestionType, attendance};
use crate::events::{Additions, MAX_QUESTIONS, Question, check_scheme};
use crate::registration::{ImportBatch, NewRegistration, Refusal};

/// A file that was read and judged.
pub struct Plan {
    layout: Layout,
    preview: ImportPreview,
    rules: Rules,
    judged: Judged,
    additions: Additions,
    /// The numbers of the rows of added people, and after them those of changed people.
    numbers: Vec<usize>,
    /// How many of the added, and of the changed people, the desk has no seat for.
    refused: (usize, usize),
    /// Nothing stands in the way but the number of seats.
    is_only_full: bool,
}

impl Plan {
    /// Reads the file and judges its rows, which takes up to a second. `form_version` is that of the form to which
    /// questions are added.
    pub fn of(
        file: &Bytes,
        name: &str,
        mapping: Option<&str>,
        mut rules: Rules,
        form_version: i64,
    ) -> Result<Self> {
        let (mut layout, rows) = Layout::of(file, name, mapping, &rules)?;
        let mut preview = ImportPreview::new(&layout, &rows, &rules);
        let mut additions = Additions {
            classes: rules.named.new.clone(),
            scheme: None,
            form_version,
        };
        let columns = add_questions(&layout.columns, &mut rules.scheme, &mut additions)?;
        let mut broken = std::mem::take(&mut layout.broken);
        let mut missing = layout.missing_columns(rules.lang);
        missing.extend(layout.person_in_titles());
        let mut judged = if missing.is_empty() {
            people::judge(rows, &columns, &rules, &broken)
        } else {
            Judged {
                fault_count: missing.len(),
                faults: missing,
                ..Judged::default()
            }
        };
        preview.note(
            &[
                ("import.titleRowsSkipped", layout.skipped),
                ("import.withoutEmail", judged.without_email),
                ("import.sharedInOrder", judged.sharing),
            ],
            rules.lang,
        );
        preview.tell_several(&judged.several);
        preview.tell_lost(&layout.lost(), rules.lang);
        for column in layout.missing_usual() {
            let title = column.title(rules.lang);
            let text = LocalizedText::new("import.withoutColumn").with("column", title);
            preview.notes.push(text.in_language(rules.lang));
        }
        broken.forget(&judged.rows_left_out);
        judged.people.retain(|person| !broken.has(person.row));
        let faults = std::mem::take(&mut judged.faults);
        (judged.faults, judged.fault_count) = broken.before(faults, judged.fault_count);
        // A class without people is not made.
        let gets = |id| {
            let mut people = judged.people.iter();
            people.any(|person| person.registration.ticket_id == Some(id))
        };
        additions.classes.retain(|(id, _)| gets(*id));
        Ok(Self {
            layout,
            preview,
            rules,
            judged,
            additions,
            numbers: Vec::new(),
            refused: (0, 0),
            is_only_full: false,
        })
    }

    /// The people whose rows have no fault.
    pub fn people(&self) -> &[Person] {
        &self.judged.people
    }

    /// Everyone in the file who may be on the list, with those whose rows say that they do not take part.
    pub fn looked_for(&self) -> Vec<&NewRegistration> {
        let people = self.people().iter();
        let people = people.map(|person| &person.registration);
        people.chain(&self.judged.not_taking_part).collect()
    }

    /// Compares them with those on the list, and returns the batch to import.
    pub fn compare(&mut self, known: &[attendance::Model], by: UserId) -> ImportBatch {
        let people = std::mem::take(&mut self.judged.people);
        let title = self.layout.title("email", self.rules.lang);
        let judged = &mut self.judged;
        let mut compared = update::compare(people, known, &self.rules, by, title, judged);
        self.judged.faults.sort_by_key(|fault| fault.row);
        self.judged.questions.sort_by_key(|fault| fault.row);
        self.judged.left_out.sort_by_key(|left| left.row);
        let lang = self.rules.lang;
        let notes = [
            ("import.paidByStatus", compared.paid),
            ("import.namesakes", compared.namesakes),
        ];
        self.preview.note(&notes, lang);
        let staying = &compared.staying;
        self.preview.note_about("import.staysOnList", staying, lang);
        let methods = &compared.unknown_methods;
        self.preview
            .note_about("import.unknownMethods", methods, lang);
        let (added, people): (Vec<usize>, _) =
            std::mem::take(&mut compared.added).into_iter().unzip();
        let (rows, updates): (Vec<usize>, _) =
            std::mem::take(&mut compared.updated).into_iter().unzip();
        self.preview.count(&added, &rows, &compared);
        self.numbers = [added, rows].concat();
        ImportBatch {
            people,
            updates,
            additions: self.additions.clone(),
            marks: Some(self.rules.marks.clone()),
        }
    }

    /// Returns whether faults or open questions prevent the import.
    pub fn has_faults(&self) -> bool {
        self.judged.fault_count + self.judged.question_count > 0
            || self.open_phones().any(|phones| phones.count > 0)
    }

    /// Phone numbers that wait for a decision.
    fn open_phones(&self) -> impl Iterator<Item = &OddPhones> {
        let (rules, judged) = (&self.rules, &self.judged);
        let bad = rules.bad_phones.is_none().then_some(&judged.bad_phones);
        let doubtful = rules.doubtful_phones.is_none();
        let doubtful = doubtful.then_some(&judged.doubtful_phones);
        bad.into_iter().chain(doubtful)
    }

    /// Notes the people for whom the desk has no seat: their places in the batch, and the reasons.
    pub fn refuse(&mut self, refusals: Vec<(usize, Refusal)>, lang: Lang) {
        let is_full = |(_, why): &(usize, Refusal)| *why == Refusal::Full;
        self.is_only_full = !self.has_faults() && refusals.iter().all(is_full);
        let places: HashSet<usize> = refusals.iter().map(|(at, _)| *at).collect();
        let added = places.iter().filter(|at| **at < self.preview.added).count();
        self.refused = (added, places.len() - added);
        let refused: Vec<RowFault> = refusals
            .into_iter()
            .filter_map(|(at, why)| {
                let row = self.numbers.get(at)?;
                Some(self.layout.refused(*row, why, lang))
            })
            .collect();
        self.judged.fault_count += refused.len();
        self.judged.faults.extend(refused);
        self.judged.faults.sort_by_key(|fault| fault.row);
    }

    /// The preview for the organiser, before anything is written.
    pub fn preview(mut self) -> ImportAnswer {
        let Judged {
            faults,
            fault_count,
            ..
        } = &self.judged;
        self.preview.fault(faults, *fault_count);
        self.preview.ask(&self.judged, &self.rules);
        self.preview.settle(self.refused);
        ImportAnswer {
            preview: Some(self.preview),
            ..ImportAnswer::default()
        }
    }

    /// How many rows were left out, or why nothing was done: `room` is the number of seats left in the event.
    pub fn report(mut self, room: i64) -> Result<usize> {
        if self.is_only_full {
            return Err(Error::ResourceExceeded(
                LocalizedText::new("import.fullAdvice")
                    .with("count", room.max(0))
                    .with("people", self.preview.added),
            ));
        }
        if !self.has_faults() {
            return Ok(self.judged.left_out_count);
        }
        let title = self.layout.title("phone", self.rules.lang);
        let phones = self.open_phones().flat_map(|phones| &phones.listed);
        let phones = phones.map(|phone| RowFault {
            row: phone.row,
            column: title.clone(),
            message: phone.message.clone(),
        });
        let phones: Vec<RowFault> = phones.collect();
        let phone_count: usize = self.open_phones().map(|phones| phones.count).sum();
        let mut faults = std::mem::take(&mut self.judged.questions);
        faults.extend(phones);
        faults.append(&mut self.judged.faults);
        faults.sort_by_key(|fault| fault.row);
        faults.truncate(MAX_FAULTS);
        Err(Error::ImportFailed {
            faults,
            total: self.judged.fault_count + self.judged.question_count + phone_count,
        })
    }
}

/// Makes a question of each column that is to become one, and returns the columns with these.
fn add_questions(
    columns: &[Column],
    scheme: &mut Vec<Question>,
    additions: &mut Additions,
) -> Result<Vec<Column>> {
    let mut columns = columns.to_vec();
    let mut is_new = false;
    for column in &mut columns {
        if column.field == Some(Field::NewQuestion) {
            let id = clock::new_id::<Uuid>().to_string();
            scheme.push(Question {
                id: id.clone(),
                question: column.title.clone(),
                required: false,
                kind: QuestionType::Text,
                choices: Vec::new(),
                image: None,
                sensitive: false,
            });
            column.field = Some(Field::Question(id));
            is_new = true;
        }
    }
    if is_new {
        if scheme.len() > MAX_QUESTIONS {
            let message = LocalizedText::new("form.tooManyQuestions").with("max", MAX_QUESTIONS);
            return Err(Error::field("mapping", message));
        }
        let mut check = Check::default();
        check_scheme(scheme, "mapping", &mut check, String::new);
        check.finish()?;
        additions.scheme = Some(scheme.clone());
    }
    Ok(columns)
}
