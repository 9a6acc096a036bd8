//! The preview of a file, before anything is written.

use hoi_i18n::{Lang, fold_for_search};
use hoi_platform::error::{LocalizedText, RowError, RowFault};
use hoi_platform::ids::{AttendanceId, TicketId};
use hoi_platform::import_files::cells::text;
use hoi_platform::import_files::dates::DateOrder;
use hoi_platform::import_files::{ListReport, MAX_FAULTS, NoteKind};
use hoi_spreadsheet::{Kind, Row, Value};
use serde::Serialize;
use utoipa::ToSchema;

use super::super::columns::{Field, importable, is_textual};
use super::layout::Layout;
use super::names::NameOrder;
use super::people::{Judged, OddPayments, OddPhones, Rules, SeveralTickets};
use super::update::{self, Compared};

/// The most rows of a preview.
const SAMPLE: usize = 10;
/// Columns left out that are named.
const LOST_NAMED: usize = 20;
/// The most words or people that a note names.
const NAMED: usize = 5;
/// Characters of a cell that it shows.
const SAMPLE_CELL: usize = 120;

/// The result of an import or of its preview.
#[derive(Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportAnswer {
    /// How many were added; 0 for a preview.
    pub imported: u64,
    /// How many people on the list were changed; absent if none.
    #[serde(skip_serializing_if = "is_zero")]
    #[schema(required = false)]
    pub updated: u64,
    /// How many people of the file were left out; absent if none.
    #[serde(skip_serializing_if = "is_zero")]
    #[schema(required = false)]
    pub left_out: u64,
    /// Present if the request has `dryRun`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub preview: Option<ImportPreview>,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde passes fields by reference"
)]
fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// The format of a file, detected from its content.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum FileKind {
    /// Text with separators.
    Csv,
    /// A file of Excel since 2007.
    Xlsx,
    /// A file of Excel 97 to 2003.
    Xls,
}

/// The interpretation of a file, and the faults that an import would meet.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportPreview {
    /// The format of the file.
    pub kind: FileKind,
    /// The sheet that is read, where there are sheets.
    #[schema(required)]
    pub sheet: Option<String>,
    /// The number of people in the file.
    pub rows: usize,
    /// The columns, from left to right.
    pub columns: Vec<ImportColumn>,
    /// The first rows of the file.
    pub sample: Vec<ImportRow>,
    /// The fields to which columns can be assigned; to `status` and `newQuestion` several.
    pub fields: Vec<ImportField>,
    /// Notes for the organizer that need no correction.
    pub notes: Vec<String>,
    /// Where the list was found, and how broken cells were treated.
    pub list: ListReport,
    /// The faults of an import, at most the first 200.
    pub errors: Vec<RowError>,
    /// How many of those there are in all.
    pub error_count: usize,
    /// The decisions that the organizer has to make before anything is imported, at most the first 200; phone numbers
    /// are not among them.
    pub questions: Vec<RowError>,
    /// How many of those there are in all.
    pub question_count: usize,
    /// The number of rows that wait for a decision, and have no error.
    pub open: usize,
    /// The number of rows with errors. Together with `added`, `updated`, `unchanged`, `leftOutCount` and `open` these are
    /// all `rows`.
    pub failed: usize,
    /// The number of people who would be added.
    pub added: usize,
    /// The number of people on the list who would change.
    pub updated: usize,
    /// The number of people on the list who stay as they are.
    pub unchanged: usize,
    /// How people on the list differ from the file, at most the first 200 of `different`.
    pub differences: Vec<ImportDifference>,
    /// The number of people on the list of whom the file says something else.
    pub different: usize,
    /// The people who are left out, with the reason, at most the first 200.
    pub left_out: Vec<ImportLeftOut>,
    /// How many those are in all.
    pub left_out_count: usize,
    /// The words in the columns about taking part, at most 50; empty if everyone takes part.
    pub statuses: Vec<ImportStatus>,
    /// The classes of the file that the event does not have, at most 50.
    pub classes: Vec<ImportClass>,
    /// Names in each order, where the file does not show in which they stand; empty otherwise.
    pub names: Vec<ImportNames>,
    /// The order of names that was used; `byName` unless one was sent.
    pub name_order: NameOrder,
    /// Rows with the address of a person on the list and another name; with `renames` they count as the same person.
    pub renamed: usize,
    /// People in the file who are no longer on the list; they are added again with `addRemoved`.
    pub gone: usize,
    /// People on the list who are recognized by name and phone number and have another address, at most the first 200.
    /// They keep it unless the import has `replaceEmails`.
    pub other_emails: Vec<ImportEmail>,
    /// How many those are in all.
    pub other_email_count: usize,
    /// Invalid phone numbers. `badPhones` decides about them.
    pub bad_phones: ImportPhones,
    /// Phone numbers that are not in use. `doubtfulPhones` decides about them.
    pub doubtful_phones: ImportPhones,
    /// People who would be added and paid another amount than is due. `oddPayments` decides about them.
    pub odd_payments: ImportPayments,
    /// Rows with nothing but a name at the end of the list. `lastRows` decides about them.
    pub last_rows: Vec<ImportLastRow>,
    /// Dates of birth in both orders, where the file does not prove the order; empty otherwise.
    pub dates: Vec<ImportDate>,
    /// The order of dates that was sent.
    #[schema(required)]
    pub date_order: Option<DateOrder>,
}

/// People of a file who paid another amount than is due.
#[derive(Debug, Default, Serialize, ToSchema)]
pub struct ImportPayments {
    /// The first 200 of them.
    pub listed: Vec<ImportPayment>,
    /// How many there are in all.
    pub count: usize,
}

/// A row with nothing but a name at the end of the list.
#[derive(Debug, Serialize, ToSchema)]
pub struct ImportLastRow {
    /// The row's number in the spreadsheet.
    pub row: usize,
    /// The text in the file.
    pub name: String,
}

/// A person who paid another amount than is due.
#[derive(Debug, Serialize, ToSchema)]
pub struct ImportPayment {
    /// The row's number in the spreadsheet.
    pub row: usize,
    /// The name in the file.
    pub name: String,
    /// The amounts.
    pub reason: String,
}

impl ImportPayments {
    fn of(payments: &OddPayments, lang: Lang) -> Self {
        let listed = payments.listed.iter().map(|payment| ImportPayment {
            row: payment.row,
            name: shortened(&payment.name),
            reason: payment.message.in_language(lang),
        });
        Self {
            listed: listed.collect(),
            count: payments.count,
        }
    }
}

/// A date as it stands in the file, and its meaning in each order.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportDate {
    /// The date in the file.
    pub text: String,
    /// `YYYY-MM-DD` when the day stands first; null if that is no date.
    #[schema(required)]
    pub day_first: Option<String>,
    /// `YYYY-MM-DD` when the month stands first; null if that is no date.
    #[schema(required)]
    pub month_first: Option<String>,
}

/// A person on the list with another address than in the file.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportEmail {
    /// The row's number in the spreadsheet.
    pub row: usize,
    /// The name on the list.
    pub name: String,
    pub on_list: String,
    pub in_file: String,
}

/// Phone numbers that the organizer is asked about.
#[derive(Debug, Default, Serialize, ToSchema)]
pub struct ImportPhones {
    /// The first 200 of them.
    pub listed: Vec<ImportPhone>,
    /// How many there are in all.
    pub count: usize,
    /// How many of them are numbers from before 2018 that have become others.
    pub old: usize,
}

/// A phone number that is none, or not in use.
#[derive(Debug, Serialize, ToSchema)]
pub struct ImportPhone {
    /// The row's number in the spreadsheet.
    pub row: usize,
    /// The name in the file.
    pub name: String,
    /// The problem with the number, with the number.
    pub reason: String,
}

impl ImportPhones {
    fn of(phones: &OddPhones, lang: Lang) -> Self {
        let listed = phones.listed.iter().map(|phone| ImportPhone {
            row: phone.row,
            name: shortened(&phone.name),
            reason: phone.message.in_language(lang),
        });
        Self {
            listed: listed.collect(),
            count: phones.count,
            old: phones.old,
        }
    }
}

/// A person on the list whose row in the file differs.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportDifference {
    /// The row's number in the spreadsheet.
    pub row: usize,
    /// The participant.
    pub id: AttendanceId,
    /// The name on the list.
    pub name: String,
    /// The values that would change.
    pub changed: Vec<ImportValue>,
    /// The values that stay, because they were changed since the last import or were never the import's.
    pub kept: Vec<ImportValue>,
}

/// A value on the list and in the file.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportValue {
    /// The field's name in the request's language.
    pub field: String,
    /// The value on the list; null for none.
    #[schema(required)]
    pub on_list: Option<String>,
    pub in_file: String,
}

/// A person in the file who is not added.
#[derive(Debug, Serialize, ToSchema)]
pub struct ImportLeftOut {
    /// The row's number in the spreadsheet.
    pub row: usize,
    pub name: String,
    /// The word in the file, or a sentence.
    pub reason: String,
}

/// A word that says whether a person takes part.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportStatus {
    /// The word in the file; empty for an empty cell.
    pub word: String,
    /// The number of rows with it.
    pub rows: usize,
    /// Whether they are added; null while the organizer has to say.
    #[schema(required)]
    pub takes_part: Option<bool>,
}

/// A class that the event does not have.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportClass {
    /// The class as the file calls it.
    pub name: String,
    /// The number of rows with it.
    pub rows: usize,
    /// The price in the file, in dong; null if the file does not give it clearly.
    #[schema(required)]
    pub price: Option<i64>,
    /// Whether its meaning was decided.
    pub is_decided: bool,
    /// The class of the event that it was decided to be.
    #[schema(required)]
    pub ticket_id: Option<TicketId>,
}

/// A name in each order.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportNames {
    pub by_name: String,
    pub family_first: String,
    pub given_first: String,
}

/// A column of the file.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportColumn {
    /// The column's title in the file, or its letter.
    pub title: String,
    /// The id of the field it is about; null leaves it out.
    #[schema(required)]
    pub field: Option<String>,
    /// Whether nothing knows it although it has answers that a question could have: to be offered as one.
    pub is_offered: bool,
}

/// A row of the file.
#[derive(Debug, Serialize, ToSchema)]
pub struct ImportRow {
    /// The row's number in the spreadsheet, from 1.
    pub row: usize,
    /// The cells as text; long texts are shortened.
    pub cells: Vec<String>,
}

/// A field to which a column can be assigned.
#[derive(Debug, Serialize, ToSchema)]
pub struct ImportField {
    /// The field's identifier in `mapping`.
    pub id: String,
    /// The field's name in the request's language; the text of an own question.
    pub label: String,
    /// Whether a participant must have a value in it.
    pub required: bool,
}

impl ImportPreview {
    pub fn new(layout: &Layout, rows: &[Row], rules: &Rules) -> Self {
        let known = importable().map(|column| ImportField {
            id: column.name.to_owned(),
            label: column.title(rules.lang),
            required: column.is_required(),
        });
        let questions = rules.scheme.iter().filter(|question| is_textual(question));
        let questions = questions.map(|question| ImportField {
            id: Field::Question(question.id.clone()).id(),
            label: question.question.clone(),
            required: false,
        });
        let others = [
            (Field::Status, "import.status"),
            (Field::NewQuestion, "import.newQuestion"),
        ];
        let others = others.into_iter().map(|(field, label)| ImportField {
            id: field.id(),
            label: LocalizedText::new(label).in_language(rules.lang),
            required: false,
        });
        let columns = layout.columns.iter().map(|column| ImportColumn {
            title: column.title.clone(),
            field: column.field.as_ref().map(Field::id),
            is_offered: column.is_offered,
        });
        let short = |value: &Value| shortened(&text(value));
        let sample = rows.iter().take(SAMPLE).map(|row| ImportRow {
            row: row.number,
            cells: row.cells.iter().map(short).collect(),
        });
        Self {
            kind: match layout.kind {
                Kind::Csv => FileKind::Csv,
                Kind::Xlsx => FileKind::Xlsx,
                Kind::Xls => FileKind::Xls,
            },
            sheet: layout.sheet.clone(),
            rows: rows.len(),
            columns: columns.collect(),
            sample: sample.collect(),
            fields: others.chain(known).chain(questions).collect(),
            notes: Vec::new(),
            list: layout.report.clone(),
            errors: Vec::new(),
            error_count: 0,
            questions: Vec::new(),
            question_count: 0,
            open: 0,
            failed: 0,
            added: 0,
            updated: 0,
            unchanged: 0,
            differences: Vec::new(),
            different: 0,
            left_out: Vec::new(),
            left_out_count: 0,
            statuses: Vec::new(),
            classes: Vec::new(),
            names: Vec::new(),
            name_order: rules.name_order.unwrap_or(NameOrder::ByName),
            renamed: 0,
            gone: 0,
            other_emails: Vec::new(),
            other_email_count: 0,
            bad_phones: ImportPhones::default(),
            doubtful_phones: ImportPhones::default(),
            odd_payments: ImportPayments::default(),
            last_rows: Vec::new(),
            dates: Vec::new(),
            date_order: rules.date_order,
        }
    }

    /// Counts the people who are added and who change.
    pub fn count(&mut self, added: &[usize], updated: &[usize], compared: &Compared) {
        self.added = added.len();
        self.updated = updated.len();
        self.unchanged = compared.unchanged;
        self.different = compared.different;
        self.renamed = compared.renamed;
        self.gone = compared.gone;
        self.other_email_count = compared.other_email_count;
        let emails = compared.other_emails.iter().map(|other| ImportEmail {
            row: other.row,
            name: shortened(&other.name),
            on_list: shortened(&other.on_list),
            in_file: shortened(&other.in_file),
        });
        self.other_emails = emails.collect();
        let value = |value: &update::Value| ImportValue {
            field: value.field.clone(),
            on_list: value.on_list.as_deref().map(shortened),
            in_file: shortened(&value.in_file),
        };
        let differences = compared.listed.iter().map(|person| ImportDifference {
            row: person.row,
            id: person.id,
            name: person.name.clone(),
            changed: person.changed.iter().map(value).collect(),
            kept: person.kept.iter().map(value).collect(),
        });
        self.differences = differences.collect();
    }

    /// Lists the people who are left out, and the organiser's open decisions.
    pub fn ask(&mut self, judged: &Judged, rules: &Rules) {
        let left_out = judged.left_out.iter().map(|left| ImportLeftOut {
            row: left.row,
            name: left.name.clone(),
            reason: left.reason.clone(),
        });
        self.left_out = left_out.collect();
        self.left_out_count = judged.left_out_count;
        let questions = judged.questions.iter();
        self.questions = questions.map(RowFault::localized).collect();
        self.question_count = judged.question_count;
        self.open = judged.open;
        self.bad_phones = ImportPhones::of(&judged.bad_phones, rules.lang);
        self.doubtful_phones = ImportPhones::of(&judged.doubtful_phones, rules.lang);
        self.odd_payments = ImportPayments::of(&judged.odd_payments, rules.lang);
        let last_rows = judged.last_rows.iter();
        let last_rows = last_rows.map(|(row, name)| ImportLastRow {
            row: *row,
            name: shortened(name),
        });
        self.last_rows = last_rows.collect();
        let dates = judged.dates.iter().map(|date| ImportDate {
            text: shortened(&date.text),
            day_first: date.day_first.clone(),
            month_first: date.month_first.clone(),
        });
        self.dates = dates.collect();
        let says_no = judged
            .words
            .iter()
            .any(|word| word.takes_part != Some(true));
        let is_decided = !rules.words.is_empty();
        let words = judged.words.iter().filter(|_| says_no || is_decided);
        let words = words.map(|word| ImportStatus {
            word: word.word.clone(),
            rows: word.rows,
            takes_part: word.takes_part,
        });
        self.statuses = words.collect();
        let classes = judged.classes.iter().map(|class| {
            let chosen = rules.named.chosen.get(&fold_for_search(&class.name));
            let chosen_id = chosen.copied().flatten();
            ImportClass {
                name: class.name.clone(),
                rows: class.rows,
                price: class.price,
                is_decided: chosen.is_some(),
                ticket_id: chosen_id.filter(|id| rules.classes.iter().any(|row| row.id == *id)),
            }
        });
        self.classes = classes.collect();
        let names = judged.names.iter().cloned();
        let names = names.map(|[by_name, family_first, given_first]| ImportNames {
            by_name,
            family_first,
            given_first,
        });
        self.names = names.collect();
    }

    /// Counts the rows with errors, among them those of new and known people for whom there is no seat.
    pub fn settle(&mut self, (added, updated): (usize, usize)) {
        self.added = self.added.saturating_sub(added);
        self.updated = self.updated.saturating_sub(updated);
        let done = self.added + self.updated + self.unchanged;
        let others = done + self.left_out_count + self.open;
        self.failed = self.rows.saturating_sub(others);
    }

    /// Names the rows that stand for several tickets: each is one person.
    pub fn tell_several(&mut self, several: &[SeveralTickets]) {
        for SeveralTickets { row, name, number } in several {
            let text = format!("{name}: {number}");
            self.list
                .note(NoteKind::Several, *row, || None, &text, None);
        }
    }

    /// Names the columns with values that are neither taken nor offered.
    pub fn tell_lost(&mut self, titles: &[String], lang: Lang) {
        let named = titles.iter().take(LOST_NAMED);
        let named: Vec<String> = named
            .map(|title| format!("“{}”", shortened(title)))
            .collect();
        let more = titles.len() - named.len();
        let (key, count) = match (titles.is_empty(), more) {
            (true, _) => return,
            (false, 0) => ("import.columnsLeftOut", titles.len()),
            (false, _) => ("import.moreColumnsLeftOut", more),
        };
        let text = LocalizedText::new(key)
            .with("count", count)
            .with("columns", named.join(", "));
        self.notes.push(text.in_language(lang));
    }

    /// Adds notes: the keys of their texts with their counts. A count of zero is left out.
    pub fn note(&mut self, notes: &[(&'static str, usize)], lang: Lang) {
        let notes = notes.iter().copied().filter(|(_, count)| *count > 0);
        let text = |(key, count)| {
            let text = LocalizedText::new(key).with("count", count);
            text.in_language(lang)
        };
        self.notes.extend(notes.map(text));
    }

    /// Adds a note with the number of `words`, each of one person, and the first of them that differ.
    pub fn note_about(&mut self, key: &'static str, words: &[String], lang: Lang) {
        if words.is_empty() {
            return;
        }
        let mut named: Vec<String> = Vec::new();
        for word in words {
            let word = shortened(word);
            if named.contains(&word) {
                continue;
            }
            if named.len() == NAMED {
                named.push("…".to_owned());
                break;
            }
            named.push(word);
        }
        let text = LocalizedText::new(key)
            .with("count", words.len())
            .with("named", named.join(", "));
        self.notes.push(text.in_language(lang));
    }

    /// Lists the faults that an import would meet: the first of `total`.
    pub fn fault(&mut self, faults: &[RowFault], total: usize) {
        self.error_count = total;
        let listed = faults.iter().take(MAX_FAULTS);
        self.errors = listed.map(RowFault::localized).collect();
    }
}

/// The beginning of a long value.
fn shortened(value: &str) -> String {
    value.chars().take(SAMPLE_CELL).collect()
}
