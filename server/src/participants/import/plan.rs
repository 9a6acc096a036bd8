//! What is to become of a file: who can be added, and what stands in the way. Pure.

use bytes::Bytes;
use hoi_i18n::Lang;

use super::layout::Layout;
use super::people::{self, Judged, Rules};
use super::preview::{ImportAnswer, ImportPreview};
use crate::error::{Error, LocalizedText, Result, RowFault};
use crate::imports::MAX_FAULTS;
use crate::registration::{NewRegistration, Refusal};

/// A file that was read and judged.
pub struct Plan {
    layout: Layout,
    preview: ImportPreview,
    /// The numbers of the rows of those who can be added.
    numbers: Vec<usize>,
    /// At most the first [`MAX_FAULTS`] of the rows, and those of the desk.
    faults: Vec<RowFault>,
    fault_count: usize,
    /// Nothing stands in the way but the number of seats.
    is_only_full: bool,
}

impl Plan {
    /// Reads the file and judges its rows, which takes up to a second; also returns the people who can be added.
    pub fn of(
        file: &Bytes,
        name: &str,
        mapping: Option<&str>,
        rules: &Rules,
    ) -> Result<(Self, Vec<NewRegistration>)> {
        let (mut layout, rows) = Layout::of(file, name, mapping, rules)?;
        let mut preview = ImportPreview::new(&layout, &rows, rules);
        let missing = layout.missing_columns(rules.lang);
        let judged = if missing.is_empty() {
            people::judge(rows, &layout.columns, rules)
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
            ],
            rules.lang,
        );
        for column in layout.missing_usual() {
            let title = column.title(rules.lang);
            let text = LocalizedText::new("import.withoutColumn").with("column", title);
            preview.notes.push(text.in_language(rules.lang));
        }
        let (numbers, people) = judged.people.into_iter().unzip();
        let broken = std::mem::take(&mut layout.broken);
        let (faults, fault_count) = broken.before(judged.faults, judged.fault_count);
        let plan = Self {
            layout,
            preview,
            numbers,
            faults,
            fault_count,
            is_only_full: false,
        };
        Ok((plan, people))
    }

    /// Returns whether faults prevent the import.
    pub fn has_faults(&self) -> bool {
        !self.faults.is_empty()
    }

    /// Notes for whom the desk has no seat: their places among the people who can be added, and why.
    pub fn refuse(&mut self, refusals: Vec<(usize, Refusal)>, lang: Lang) {
        let is_full = |(_, why): &(usize, Refusal)| *why == Refusal::Full;
        self.is_only_full = !self.has_faults() && refusals.iter().all(is_full);
        let judged = self.faults.len();
        let refused = refusals.into_iter().filter_map(|(at, why)| {
            let row = self.numbers.get(at)?;
            Some(self.layout.refused(*row, why, lang))
        });
        self.faults.extend(refused);
        self.fault_count += self.faults.len() - judged;
        self.faults.sort_by_key(|fault| fault.row);
    }

    /// What the organiser is shown before anything is written.
    pub fn preview(mut self) -> ImportAnswer {
        self.preview.fault(&self.faults, self.fault_count);
        ImportAnswer {
            imported: 0,
            preview: Some(self.preview),
        }
    }

    /// How many were added, or why nobody was: `room` is the number of seats left in the event.
    pub fn report(mut self, room: i64) -> Result<usize> {
        let count = self.numbers.len();
        if self.is_only_full {
            return Err(Error::ResourceExceeded(
                LocalizedText::new("import.fullAdvice")
                    .with("count", room.max(0))
                    .with("people", count),
            ));
        }
        if !self.has_faults() {
            return Ok(count);
        }
        self.faults.truncate(MAX_FAULTS);
        Err(Error::ImportFailed {
            faults: self.faults,
            total: self.fault_count,
        })
    }
}
