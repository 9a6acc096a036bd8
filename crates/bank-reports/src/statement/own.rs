//! Which rows of a file are of one account, where the file is about several.

use hoi_spreadsheet::{Row, Value};

use super::account::{MAX_ACCOUNTS, beside, is_label, may_be_account, number};
use super::recognise::{find_titles, named};
use super::titles::{self, Role};
use super::{is_blank, moment, text};
use crate::time::DateOrder;

/// The rows of one account in a file.
#[derive(Debug, Clone, PartialEq)]
pub struct Own {
    pub rows: Vec<Row>,
    /// The numbers of other accounts, as they are written, whose rows are left out.
    pub others: Vec<String>,
    /// Rows with a day that are left out.
    pub left_out: usize,
    /// Rows are of several accounts, and none of them is this one; nothing is left out.
    pub is_unclear: bool,
    /// The number of a row that gives the columns other titles than those above.
    pub other_titles: Option<usize>,
}

/// Rows below the name of an account among which titles are looked for.
const NEAR: usize = 3;

/// Which columns the titles name, as far as it matters here.
struct Columns {
    titles: Vec<String>,
    below: usize,
    date: Option<usize>,
    text: Option<usize>,
}

/// Leaves out of a file the rows of other accounts than `account`: those below a line that names another one, and those
/// whose column of accounts does.
#[must_use]
pub fn of_account(rows: Vec<Row>, account: &str) -> Own {
    let (titles, _, below) = find_titles(&rows);
    let of_role = |role| {
        let mut roles = titles.iter().map(|title| titles::meaning(title));
        roles.position(|meaning| meaning.is_some_and(|meaning| meaning.role == role))
    };
    let columns = Columns {
        date: of_role(Role::Date),
        text: of_role(Role::Text),
        titles,
        below,
    };
    let mut own = Own {
        rows,
        others: Vec::new(),
        left_out: 0,
        is_unclear: false,
        other_titles: None,
    };
    let sections = sections(&own.rows, &columns, account);
    own.leave_out(&columns, account, |at, _| {
        sections.get(at).cloned().flatten()
    });
    if let Some(column) = column_of_accounts(&own.rows, &columns, account) {
        own.leave_out(&columns, account, |at, row| {
            let is_below = at >= columns.below;
            number(row.cells.get(column)).filter(|_| is_below)
        });
    }
    let mut below = own.rows.iter().skip(columns.below);
    own.other_titles = below
        .find(|row| contradicts(row, &columns.titles))
        .map(|row| row.number);
    own
}

impl Own {
    /// Leaves out the rows of other accounts, if `named` names more than one of which rows are.
    fn leave_out(
        &mut self,
        columns: &Columns,
        account: &str,
        named: impl Fn(usize, &Row) -> Option<String>,
    ) {
        let accounts: Vec<Option<String>> = self
            .rows
            .iter()
            .enumerate()
            .map(|(at, row)| named(at, row))
            .collect();
        let is_other = |written: &String| !may_be_account(written, account);
        if !accounts.iter().flatten().any(is_other) {
            return;
        }
        let is_of_row = |at: usize, row: &Row| at >= columns.below && is_dated(row, columns);
        let mut with_rows: Vec<Option<&String>> = Vec::new();
        let mut left_out = 0;
        for (at, (row, written)) in self.rows.iter().zip(&accounts).enumerate() {
            if !is_of_row(at, row) {
                continue;
            }
            left_out += usize::from(written.as_ref().is_some_and(is_other));
            if !with_rows.contains(&written.as_ref()) && with_rows.len() <= MAX_ACCOUNTS {
                with_rows.push(written.as_ref());
            }
        }
        let is_own = |written: Option<&String>| !written.is_some_and(is_other);
        let others = with_rows
            .iter()
            .copied()
            .filter(|it| !is_own(*it))
            .flatten();
        let others: Vec<String> = others.take(MAX_ACCOUNTS).cloned().collect();
        if !with_rows.iter().any(|it| is_own(*it)) {
            // A single other one is asked about elsewhere.
            self.is_unclear |= others.len() > 1;
            if self.is_unclear {
                self.others = others;
            }
            return;
        }
        let mut at = 0;
        self.rows.retain_mut(|row| {
            let is_left = accounts
                .get(at)
                .and_then(Option::as_ref)
                .is_some_and(is_other);
            let is_above = at < columns.below;
            at += 1;
            if is_left && is_above {
                // The titles keep their place.
                row.cells
                    .retain(|cell| !matches!(cell, Value::Text(label) if is_label(label)));
            }
            !is_left || is_above
        });
        self.others.extend(others);
        self.left_out += left_out;
    }
}

fn is_dated(row: &Row, columns: &Columns) -> bool {
    let is_read = |cell: Option<&Value>| {
        let read = |order| moment(cell, order).is_some();
        read(DateOrder::DayFirst) || read(DateOrder::MonthFirst)
    };
    match columns.date {
        Some(column) => is_read(row.cells.get(column)),
        None => row.cells.iter().any(|cell| is_read(Some(cell))),
    }
}

/// Returns for each row the account that the last line before it names; `None` before the first such line. Empty if no
/// line between the rows names one.
fn sections(rows: &[Row], columns: &Columns, account: &str) -> Vec<Option<String>> {
    let labels = |row: &Row| -> Vec<String> {
        let cells = row.cells.iter().enumerate();
        cells
            .filter_map(|(at, cell)| match cell {
                Value::Text(label) if is_label(label) => beside(row, at, label),
                _ => None,
            })
            .collect()
    };
    let above = rows.get(..columns.below).unwrap_or_default();
    let named: Vec<String> = above.iter().flat_map(labels).collect();
    let own = named
        .iter()
        .find(|written| may_be_account(written, account));
    let mut current = own.or(named.first()).cloned();
    let mut has_lines = false;
    let mut found = Vec::with_capacity(rows.len());
    for (at, row) in rows.iter().enumerate() {
        if at >= columns.below
            && let Some(written) = line_of_account(rows, at, columns)
        {
            has_lines = true;
            current = Some(written);
        }
        found.push(if at >= columns.below || !labels(row).is_empty() {
            current.clone()
        } else {
            None
        });
    }
    if has_lines { found } else { Vec::new() }
}

/// Returns the number of an account that a line between the rows names.
fn line_of_account(rows: &[Row], at: usize, columns: &Columns) -> Option<String> {
    let row = rows.get(at)?;
    let mut cells = row.cells.iter().enumerate();
    let (column, first) = cells.find(|(_, cell)| !is_blank(Some(cell)))?;
    let Value::Text(label) = first else {
        return None;
    };
    if !label.starts_with(|char: char| char.is_alphabetic()) || !is_label(label) {
        return None;
    }
    let written = beside(row, column, label)?;
    let mut next = rows.iter().skip(at + 1).take(NEAR);
    if next.any(|row| {
        named(
            &row.cells
                .iter()
                .map(|cell| text(Some(cell)))
                .collect::<Vec<_>>(),
        ) > 2
    }) {
        return Some(written);
    }
    // A payer's words may say the same, going on from the row above. A line of its own begins in the first column.
    let before = at.checked_sub(1).and_then(|at| rows.get(at));
    let goes_on = column > 0
        && Some(column) == columns.text
        && before.is_some_and(|before| before.number + 1 == row.number);
    (!goes_on && !is_dated(row, columns)).then_some(written)
}

/// Finds a column in which each row with a day names an account, this one among them.
fn column_of_accounts(rows: &[Row], columns: &Columns, account: &str) -> Option<usize> {
    let labelled = columns.titles.iter().enumerate();
    let mut labelled = labelled.filter(|(_, title)| is_label(title));
    labelled.find_map(|(column, _)| {
        let mut named: Vec<String> = Vec::new();
        for row in rows.iter().skip(columns.below) {
            if !is_dated(row, columns) {
                continue;
            }
            let written = number(row.cells.get(column))?;
            if !named.contains(&written) {
                // Many different ones are those of the payers.
                if named.len() == MAX_ACCOUNTS {
                    return None;
                }
                named.push(written);
            }
        }
        let has_own = named.iter().any(|written| may_be_account(written, account));
        has_own.then_some(column)
    })
}

/// Whether a row holds titles that give a column another meaning than those above the rows.
fn contradicts(row: &Row, titles: &[String]) -> bool {
    let is_words = |cell: &Value| match cell {
        Value::Text(text) => !text.contains(|char: char| char.is_ascii_digit()),
        cell => *cell == Value::Empty,
    };
    if !row.cells.iter().all(is_words) {
        return false;
    }
    let own: Vec<String> = row.cells.iter().map(|cell| text(Some(cell))).collect();
    if named(&own) < 3 {
        return false;
    }
    let role = |title: &String| titles::meaning(title).map(|meaning| meaning.role);
    let matters = |role: &Role| {
        matches!(
            role,
            Role::Date | Role::Text | Role::In | Role::Out | Role::Balance
        )
    };
    own.iter().zip(titles).any(|(own, above)| {
        let (own, above) = (role(own).filter(matters), role(above).filter(matters));
        own.is_some() && above.is_some() && own != above
    })
}
