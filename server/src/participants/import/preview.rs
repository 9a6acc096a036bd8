//! What the organiser sees of a file before anything is written.

use hoi_i18n::Lang;
use hoi_spreadsheet::{Kind, Row, Value};
use serde::Serialize;
use utoipa::ToSchema;

use super::super::columns::{Field, importable, is_textual};
use super::layout::Layout;
use super::people::Rules;
use crate::error::{LocalizedText, RowError, RowFault};
use crate::imports::cells::text;
use crate::imports::{ListReport, MAX_FAULTS};

/// The most rows of a preview.
const SAMPLE: usize = 10;
/// Characters of a cell that it shows.
const SAMPLE_CELL: usize = 120;

/// The result of an import or of its preview.
#[derive(Debug, Serialize, ToSchema)]
pub struct ImportAnswer {
    /// How many were added; 0 for a preview.
    pub imported: usize,
    /// Present if the request has `dryRun`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub preview: Option<ImportPreview>,
}

/// What a file is, as its content tells.
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

/// How a file is understood, and what would go wrong.
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
    /// The fields to which columns can be assigned.
    pub fields: Vec<ImportField>,
    /// What the organiser should know, and need not mend.
    pub notes: Vec<String>,
    /// Where the list was found, and what became of broken cells.
    pub list: ListReport,
    /// What would go wrong, at most the first 200.
    pub errors: Vec<RowError>,
    /// How many of those there are in all.
    pub error_count: usize,
}

/// A column of the file.
#[derive(Debug, Serialize, ToSchema)]
pub struct ImportColumn {
    /// The column's title in the file, or its letter.
    pub title: String,
    /// The id of the field it is about; null leaves it out.
    #[schema(required)]
    pub field: Option<String>,
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
        let known =
            importable().filter(|column| column.name != "ticket" || !rules.classes.is_empty());
        let known = known.map(|column| ImportField {
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
        let columns = layout.columns.iter().map(|column| ImportColumn {
            title: column.title.clone(),
            field: column.field.as_ref().map(Field::id),
        });
        let short = |value: &Value| text(value).chars().take(SAMPLE_CELL).collect();
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
            fields: known.chain(questions).collect(),
            notes: Vec::new(),
            list: layout.report.clone(),
            errors: Vec::new(),
            error_count: 0,
        }
    }

    /// Adds notes: the keys of their texts, and how often each is so. What never is so is left out.
    pub fn note(&mut self, notes: &[(&'static str, usize)], lang: Lang) {
        let notes = notes.iter().copied().filter(|(_, count)| *count > 0);
        let text = |(key, count)| {
            let text = LocalizedText::new(key).with("count", count);
            text.in_language(lang)
        };
        self.notes.extend(notes.map(text));
    }

    /// Says what would go wrong: the first of `total` faults.
    pub fn fault(&mut self, faults: &[RowFault], total: usize) {
        self.error_count = total;
        let listed = faults.iter().take(MAX_FAULTS);
        self.errors = listed.map(RowFault::localized).collect();
    }
}
