//! Finds the rows of people in a file and the subjects of its columns. Pure.

use hoi_i18n::Lang;
use hoi_platform::error::{Error, LocalizedText, Result, RowFault};
use hoi_platform::import_files::cells::{CellKind, quoted};
use hoi_platform::import_files::{Faults, List, ListReport, MAX_COLUMNS};
use hoi_platform::validation::{is_email, is_phone};
use hoi_spreadsheet::{Kind, Row, column_name};

use super::super::columns::{Field, KnownColumn, Need, importable, known};
use super::people::{Column, Rules};
use super::recognition::{Recognised, numbered, recognise};
use crate::registration::Refusal;

/// The most characters of a column's title.
const MAX_TITLE: usize = 200;
/// Titles that a message shows.
const SHOWN_TITLES: usize = 4;

/// A file with its columns assigned to fields.
pub struct Layout {
    pub kind: Kind,
    /// The sheet's name; None for CSV.
    pub sheet: Option<String>,
    /// The number of the row with the titles.
    pub header: usize,
    /// Rows above it that were stepped over.
    pub skipped: usize,
    /// The columns, from left to right.
    pub columns: Vec<Column>,
    /// Where the list was found, and how broken cells were treated.
    pub report: ListReport,
    /// Cells that could not be mended.
    pub broken: Faults,
}

impl Layout {
    /// Finds the row with the titles: the one, near the top, of which the most is understood. `mapping` is the caller's
    /// list of fields by column. Also returns the rows below it, mended.
    pub fn of(
        file: &[u8],
        name: &str,
        mapping: Option<&str>,
        rules: &Rules,
    ) -> Result<(Self, Vec<Row>)> {
        let understood = |titles: &[String]| {
            let found = recognise(titles, None, &rules.scheme);
            let known = found.iter().filter(|column| column.field.is_some());
            known.count()
        };
        let mut list = List::find(file, name, &rules.wishes, understood)?;
        let mut titles = list.titles.clone();
        let widest = list.rows.iter().map(|row| row.cells.len()).max();
        let width = titles.len().max(widest.unwrap_or(0));
        let mut whole = titles.clone();
        whole.resize(width, String::new());
        let mut recognised = recognise(&whole, Some(&list.rows), &rules.scheme);
        if let Some(numbered) = numbered(&whole, &recognised) {
            recognised = recognise(&numbered, Some(&list.rows), &rules.scheme);
            titles = numbered;
        }
        if let Some(mapping) = mapping {
            let mut chosen = chosen(mapping, rules)?.into_iter();
            for column in &mut recognised {
                column.field = chosen.next().flatten();
            }
        }
        let columns = recognised.into_iter().enumerate().map(|(at, column)| {
            let Recognised {
                field,
                is_offered,
                is_lost,
            } = column;
            Column {
                title: titles
                    .get(at)
                    .filter(|title| !title.is_empty())
                    .map_or_else(
                        || column_name(at),
                        |title| title.chars().take(MAX_TITLE).collect(),
                    ),
                is_lost: is_lost && field.is_none(),
                field,
                is_offered,
            }
        });
        let columns: Vec<Column> = columns.collect();
        let kinds: Vec<Option<CellKind>> = columns.iter().map(Column::kind).collect();
        let title = |at: usize| columns.get(at).map(|column| column.title.clone());
        let broken = list.mend(&kinds, title)?;
        let layout = Self {
            kind: list.kind,
            sheet: list.sheet,
            header: list.header,
            skipped: list.skipped,
            columns,
            report: list.report,
            broken,
        };
        Ok((layout, list.rows))
    }

    /// Faults for required fields that no column holds.
    pub fn missing_columns(&self, lang: Lang) -> Vec<RowFault> {
        self.without(Need::Required)
            .map(|column| RowFault {
                row: self.header,
                column: Some(column.title(lang)),
                message: LocalizedText::new("import.missingColumn"),
            })
            .collect()
    }

    /// The fault of a file without titles: its first row is read as these and would be lost.
    pub fn person_in_titles(&self) -> Option<RowFault> {
        let is_number = |title: &str| {
            let digits = title.chars().filter(char::is_ascii_digit).count();
            is_phone(title) && (9..=15).contains(&digits)
        };
        let mut titles = self.columns.iter().map(|column| column.title.as_str());
        let is_person = titles.any(|title| is_email(title) || is_number(title));
        is_person.then(|| {
            let titles = self.columns.iter().take(SHOWN_TITLES);
            let titles: Vec<&str> = titles.map(|column| column.title.as_str()).collect();
            RowFault {
                row: self.header,
                column: None,
                message: LocalizedText::new("import.titlesLookLikePerson")
                    .with("row", self.header)
                    .with("line", quoted(&titles.join(" · "))),
            }
        })
    }

    /// Returns the fields that visitors always give and that no column of the file holds.
    pub fn missing_usual(&self) -> impl Iterator<Item = &'static KnownColumn> {
        self.without(Need::Usual)
    }

    /// Returns the titles of columns with values that are neither taken nor offered.
    pub fn lost(&self) -> Vec<String> {
        let lost = self.columns.iter().filter(|column| column.is_lost);
        lost.map(|column| column.title.clone()).collect()
    }

    fn without(&self, need: Need) -> impl Iterator<Item = &'static KnownColumn> {
        let wanted = importable().filter(move |column| column.need == need);
        wanted.filter(|column| {
            let is_in_parts = column.name == "fullName"
                && self.about("familyName").is_some()
                && self.about("givenName").is_some();
            self.about(column.name).is_none() && !is_in_parts
        })
    }

    /// The column of the file that is about the field of this name.
    fn about(&self, name: &str) -> Option<&Column> {
        let is_it = |field: &Field| field.is(name);
        let mut columns = self.columns.iter();
        columns.find(|column| column.field.as_ref().is_some_and(is_it))
    }

    /// The title of the column that is about this field, or would be.
    pub fn title(&self, field: &str, lang: Lang) -> Option<String> {
        let own = self.about(field).map(|column| column.title.clone());
        own.or_else(|| Some(known(field)?.title(lang)))
    }

    /// Why the desk has no seat for the person in a row.
    pub fn refused(&self, row: usize, why: Refusal, lang: Lang) -> RowFault {
        let (field, key) = match why {
            Refusal::EmailInUse => (Some("email"), "import.emailInUse"),
            Refusal::NoSuchClass => (Some("ticket"), "import.unknownClass"),
            Refusal::SoldOut => (Some("ticket"), "import.soldOut"),
            Refusal::InvalidCode => (Some("invitationCode"), "import.invalidCode"),
            Refusal::Full => (None, "import.full"),
            Refusal::Cancelled => (None, "registration.eventCancelled"),
            Refusal::ChangedMeanwhile | Refusal::NoSuchSeat => (None, "import.changedMeanwhile"),
            Refusal::NoEvent
            | Refusal::NotOpen
            | Refusal::Closed
            | Refusal::AddressLimit
            | Refusal::KeyReused
            | Refusal::ChangesOver
            | Refusal::CheckedIn
            | Refusal::Paid
            | Refusal::NothingDue
            | Refusal::Surplus(_)
            | Refusal::RefundDecided
            | Refusal::TransferUsed
            | Refusal::NoSuchPayment
            | Refusal::PaidByTransfer
            | Refusal::TooManyPayments => (None, "error.5008"),
        };
        RowFault {
            row,
            column: field.and_then(|field| self.title(field, lang)),
            message: LocalizedText::new(key),
        }
    }
}

/// The caller's mapping: no field twice, and none that the event does not have.
fn chosen(mapping: &str, rules: &Rules) -> Result<Vec<Option<Field>>> {
    let bad = || Error::field("mapping", LocalizedText::new("import.badMapping"));
    let ids: Vec<Option<String>> = serde_json::from_str(mapping).map_err(|_| bad())?;
    if ids.len() > MAX_COLUMNS {
        return Err(bad());
    }
    let mut fields: Vec<Option<Field>> = Vec::new();
    for id in ids {
        let field = match id.as_deref() {
            None | Some("") => None,
            Some(id) => Some(Field::from_id(id, &rules.scheme).ok_or_else(bad)?),
        };
        let repeats = field.as_ref().is_none_or(Field::repeats);
        if !repeats && fields.contains(&field) {
            return Err(bad());
        }
        fields.push(field);
    }
    Ok(fields)
}
