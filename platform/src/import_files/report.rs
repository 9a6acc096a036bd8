//! The report about a list for its reader: its place in the file, and the outcome for broken cells.

use serde::Serialize;
use utoipa::ToSchema;

use super::cells::shortened;
use crate::error::LocalizedText;

/// The most notes of one kind that are listed.
const MAX_LISTED: usize = 50;
/// Characters of a text that a note shows.
const MAX_SHOWN: usize = 80;

/// The place of a list in its file, and the outcome for broken cells.
#[derive(Debug, Clone, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ListReport {
    /// The sheets with content, if the file has several.
    pub sheets: Vec<SheetChoice>,
    /// The number of rows below the titles that are hidden, by a filter or by hand.
    pub hidden_rows: usize,
    /// Whether these are read.
    pub takes_hidden_rows: bool,
    /// The font of the nineties for which texts of the list were typed; null for none.
    #[schema(required)]
    pub font: Option<&'static str>,
    /// The changed and omitted cells and rows, by kind.
    pub notes: Vec<NoteGroup>,
}

/// A sheet of the file.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SheetChoice {
    /// The sheet's name.
    pub name: String,
    /// Whether its titles fit a list of people.
    pub fits: bool,
    /// Hidden in the spreadsheet program; such a sheet is read when it is named only.
    pub is_hidden: bool,
}

/// Why a cell or row is noted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum NoteKind {
    /// A number got the zeros back that the spreadsheet had dropped, or lost the signs that it had added.
    Number,
    /// A failed formula counts as empty.
    Error,
    /// A text typed for an old font was converted.
    Font,
    /// A text may have been typed for an old font, and stays as it is.
    Unclear,
    /// A row that is not a person is left out.
    Foot,
    /// A hidden row, left out or taken.
    Hidden,
    /// A row that stands for several tickets and has one name, so it is one person.
    Several,
}

/// The notes of one kind.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NoteGroup {
    /// The kind of all these notes.
    pub kind: NoteKind,
    /// How many there are in all.
    pub count: usize,
    /// The first 50 of them, from top to bottom.
    pub notes: Vec<CellNote>,
}

/// The outcome for a cell or row.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CellNote {
    /// The row's number in a spreadsheet program, from 1.
    pub row: usize,
    /// The title of the column; null if the note is about the row.
    #[schema(required)]
    pub column: Option<String>,
    /// The text in the file, shortened.
    pub old: String,
    /// The text that is taken in its place; null for none.
    #[schema(required)]
    pub new: Option<String>,
}

impl ListReport {
    /// Adds a note; `column` is called only for listed ones.
    pub fn note(
        &mut self,
        kind: NoteKind,
        row: usize,
        column: impl FnOnce() -> Option<String>,
        old: &str,
        new: Option<&str>,
    ) {
        let known = self.notes.iter().position(|group| group.kind == kind);
        let at = known.unwrap_or(self.notes.len());
        if known.is_none() {
            self.notes.push(NoteGroup {
                kind,
                count: 0,
                notes: Vec::new(),
            });
        }
        let group = self.notes.get_mut(at);
        let Some(group) = group else { return };
        group.count += 1;
        if group.notes.len() < MAX_LISTED {
            group.notes.push(CellNote {
                row,
                column: column(),
                old: shortened(old, MAX_SHOWN),
                new: new.map(|new| shortened(new, MAX_SHOWN)),
            });
        }
    }

    fn count(&self, kind: NoteKind) -> usize {
        let mut groups = self.notes.iter();
        let group = groups.find(|group| group.kind == kind);
        group.map_or(0, |group| group.count)
    }

    /// Returns the messages that replace the notes where these are not shown one by one.
    pub fn summary(&self) -> Vec<LocalizedText> {
        let said = [
            ("import.numbersMended", NoteKind::Number),
            ("import.errorsEmptied", NoteKind::Error),
            ("import.fontConverted", NoteKind::Font),
            ("import.fontUnclear", NoteKind::Unclear),
            ("import.footLeftOut", NoteKind::Foot),
            ("import.hiddenLeftOut", NoteKind::Hidden),
        ];
        let said = said
            .into_iter()
            .map(|(key, kind)| (key, self.count(kind)))
            .filter(|(_, count)| *count > 0);
        said.map(|(key, count)| LocalizedText::new(key).with("count", count))
            .collect()
    }
}
