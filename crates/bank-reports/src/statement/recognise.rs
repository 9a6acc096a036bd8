//! The meaning of columns: titles propose it, balances prove it, and where neither decides a person does.

use std::collections::BTreeSet;

use hoi_i18n::fold_for_search;
use hoi_spreadsheet::{Row, Value};

use super::balance::{self, Sequence};
use super::titles::{self, Meaning, Role};
use super::{
    Beside, Known, Line, Mapping, amount, has_arrived, is_blank, is_dong, moment, read, text,
    time_alone,
};
use crate::reference::{exact, plain};
use crate::time::{self, DateOrder, Order};

/// Rows near the top among which the titles are looked for.
pub(super) const MAX_HEAD: usize = 40;
/// Rows by which the content of a column is judged.
const SAMPLE: usize = 200;
/// Rows by which columns are left out that cannot fit.
const FIRST_ROWS: usize = 50;
/// Columns of amounts among which the balances decide.
const MAX_AMOUNTS: usize = 10;
/// Comparisons of balances that prove columns whose titles are not known.
const MIN_COMPARED: usize = 2;
/// Choices that a person is offered.
const MAX_CHOICES: usize = 4;
/// Rows that are read to compare columns. A larger file has more to compare in fewer columns; beyond it a person is asked.
const MAX_READ: usize = 3_000_000;
/// Comparisons that any file gets.
const MIN_READ: usize = 20;
/// Further columns of text.
pub const MAX_MORE_TEXT: usize = 5;
/// An amount that is no number of a row.
pub(super) const MIN_AMOUNT: i64 = 1000;

/// Why a person has to choose.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Doubt {
    /// No column was found for the day, the text or an amount.
    Columns,
    /// Neither titles nor balances tell arrived amounts from left ones.
    Direction,
    /// The dates can be read day first and month first.
    DateOrder,
    /// The days have no year.
    Year,
    /// The balances prove something else than the titles say.
    Balance,
    /// The only column of amounts has amounts that left.
    OnlyLeft,
}

/// The recognised structure of a statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// The titles of the columns; empty without any.
    pub titles: Vec<String>,
    /// The place of the first row of titles; without any, of the first day.
    pub head: usize,
    /// The place of the first row below the titles.
    pub below: usize,
    /// The meaning of the columns; the balances may still contradict it.
    pub mapping: Option<Mapping>,
    /// Without a mapping: the choices for a person.
    pub choices: Vec<Mapping>,
    /// Without a mapping: why.
    pub doubt: Option<Doubt>,
    /// The columns that a person who names the amounts need not name; `None` without a day or a text.
    pub known: Option<Known>,
}

/// Recognises the columns of a statement.
#[must_use]
pub fn recognise(rows: &[Row]) -> Found {
    let (titles, head, below) = find_titles(rows);
    let (above, rows) = rows.split_at_checked(below).unwrap_or((&[], rows));
    let sheet = Sheet::new(&titles, above, rows);
    let (mapping, choices, doubt) = match sheet.as_ref().map(Sheet::decide) {
        None if lack_year(&titles, rows) => (None, Vec::new(), Some(Doubt::Year)),
        None => (None, Vec::new(), Some(Doubt::Columns)),
        Some(Decision::Sure(mapping)) => (Some(mapping), Vec::new(), None),
        Some(Decision::Ask(doubt, choices)) => (None, choices, Some(doubt)),
    };
    let known = sheet.as_ref().map(Sheet::known);
    Found {
        titles,
        head,
        below,
        mapping,
        choices,
        doubt,
        known,
    }
}

/// Reads a file with the columns that a person chose for another one with the same titles. They say where the day, the
/// text, the amount and its number stand; which amounts arrived and in which order the days are written, this file says
/// or a person is asked anew. A column by which rows are checked is left out of one file alone: the next one may have
/// what the first one lacked.
#[must_use]
pub fn recall(found: Found, rows: &[Row], former: &Mapping) -> Found {
    let Some((above, below)) = rows.split_at_checked(found.below) else {
        return found;
    };
    let Some(sheet) = Sheet::with(&found.titles, above, below, Some(former)) else {
        return found;
    };
    let balance = former.balance.or_else(|| match sheet.judge(former) {
        Judged::Confirmed(fit) => fit.mapping.balance,
        Judged::Contradicted(mapping) | Judged::Open(mapping, _) => mapping.balance,
    });
    let own = sheet.mapping(former.credit, former.debit, former.direction, balance);
    let former = Mapping {
        date_order: sheet.date_order.unwrap_or(former.date_order),
        balance,
        currency: former.currency.or(own.currency),
        status: former.status.or(own.status),
        time: former.time.or(own.time),
        ..former.clone().columns()
    };
    let known = Some(former.clone().known());
    let (mapping, choices, doubt) = match sheet.decide_recalled(former) {
        Decision::Sure(mapping) => (Some(mapping), Vec::new(), None),
        Decision::Ask(doubt, choices) => (None, choices, Some(doubt)),
    };
    Found {
        mapping,
        choices,
        doubt,
        known,
        ..found
    }
}

/// Whether the column of days holds days and months without a year.
fn lack_year(titles: &[String], rows: &[Row]) -> bool {
    let is_date = |title: &String| titles::meaning(title).is_some_and(|it| it.role == Role::Date);
    let mut dates = titles
        .iter()
        .enumerate()
        .filter(|(_, title)| is_date(title));
    let is_bare = |cell: &Value| {
        let said = text(Some(cell));
        let parts: Vec<&str> = said.split(time::MARKS).collect();
        let part = |text: &str| {
            text.parse::<u8>()
                .is_ok_and(|part| (1..=31).contains(&part))
        };
        matches!(parts.as_slice(), [day, month] if part(day) && part(month))
    };
    let first = rows.get(..rows.len().min(SAMPLE)).unwrap_or_default();
    dates.any(|(column, _)| {
        let cells = first.iter().filter_map(|row| row.cells.get(column));
        cells.filter(|cell| is_bare(cell)).count() > 0
    })
}

/// Returns whether the balances in a file prove other amounts to have arrived than those of a mapping that names no
/// column of balances.
#[must_use]
pub fn is_disproved(found: &Found, rows: &[Row], mapping: &Mapping) -> bool {
    let Some((above, rows)) = rows.split_at_checked(found.below) else {
        return false;
    };
    let Some(sheet) = Sheet::new(&found.titles, above, rows) else {
        return false;
    };
    let mut own = arrivals(&read(above, rows, mapping));
    sheet.proved().is_some_and(|proved| {
        // No balance speaks of the rows whose direction they leave open.
        let lines = read(above, rows, &proved.mapping);
        own.retain(|(at, _)| !matches!(lines.get(*at), Some(Line::Open(_))));
        proved.arrivals != own
    })
}

/// Gives a mapping without a column of balances the one that the file is known to have, by its title or because it proves
/// the file's amounts. The balances there may contradict the mapping. A column to which the mapping gives another meaning
/// stays what it is.
#[must_use]
pub fn with_balance(found: &Found, rows: &[Row], mapping: Mapping) -> Mapping {
    if mapping.balance.is_some() {
        return mapping;
    }
    let Some((above, rows)) = rows.split_at_checked(found.below) else {
        return mapping;
    };
    let Some(sheet) = Sheet::with(&found.titles, above, rows, Some(&mapping)) else {
        return mapping;
    };
    let recognised = found.mapping.as_ref().and_then(|own| own.balance);
    let mut known = sheet.of_role(Role::Balance);
    known.extend(recognised);
    known.retain(|column| !mapping.names(*column));
    if known.is_empty() {
        let proved = sheet.proved().and_then(|fit| fit.mapping.balance);
        known.extend(proved.filter(|column| !mapping.names(*column)));
    }
    // Of several columns, one that confirms the amounts is meant, or else one that can be compared.
    let rank = |column: &usize| {
        let with = Mapping {
            balance: Some(*column),
            ..mapping.clone()
        };
        let lines = sheet.read(&with);
        let proof = balance::prove(&lines, sheet.opening(&lines));
        proof.map_or(2, |proof| u8::from(!proof.misfits.is_empty()))
    };
    let balance = match known.as_slice() {
        [] => None,
        [single] => Some(*single),
        _ => known.iter().copied().min_by_key(rank),
    };
    Mapping { balance, ..mapping }
}

enum Decision {
    Sure(Mapping),
    Ask(Doubt, Vec<Mapping>),
}

/// A mapping that fits the balances.
struct Fit {
    mapping: Mapping,
    arrivals: Vec<(usize, i64)>,
    /// Whether no other reading of the same columns fits.
    is_proved: bool,
}

/// The reading of the amounts by titles, compared with the balances.
enum Judged {
    Confirmed(Fit),
    Contradicted(Mapping),
    /// There are no balances to compare.
    Open(Mapping, Vec<(usize, i64)>),
}

fn arrivals(lines: &[Line]) -> Vec<(usize, i64)> {
    let lines = lines.iter().enumerate();
    let arrived = lines.filter_map(|(at, line)| match line {
        Line::In(transfer) => Some((at, transfer.amount)),
        _ => None,
    });
    arrived.collect()
}

/// Whether a cell holds a day or an amount, as titles do not.
fn is_data(cell: &Value) -> bool {
    match cell {
        Value::Empty | Value::Bool(_) => false,
        Value::Number(_) | Value::Date(_) => true,
        Value::Text(_) => amount(Some(cell)).is_some() || is_day(cell),
    }
}

/// Whether a cell holds an amount that is no number of a row.
fn is_large(cell: &Value) -> bool {
    amount(Some(cell)).is_some_and(|amount| amount.abs() >= MIN_AMOUNT)
}

/// Whether a text or a date is a day. Numbers may be days, too, but only in a column of that title.
pub(super) fn is_day(cell: &Value) -> bool {
    let has_marks = |text: &str| text.contains(|char: char| !char.is_ascii_digit() && char != '.');
    match cell {
        Value::Date(_) => true,
        Value::Text(text) if has_marks(text) => {
            let read = |order| moment(Some(cell), order).is_some();
            read(DateOrder::DayFirst) || read(DateOrder::MonthFirst)
        }
        _ => false,
    }
}

/// Finds the titles, which may stand in several rows, the first of these, and the first row below them.
pub(super) fn find_titles(rows: &[Row]) -> (Vec<String>, usize, usize) {
    let of_row =
        |row: &Row| -> Vec<String> { row.cells.iter().map(|cell| text(Some(cell))).collect() };
    let is_head = |row: &Row| !row.cells.iter().any(is_data);
    let near_top = || rows.iter().take(MAX_HEAD).enumerate();
    // The first of equals: `max_by_key` would take the last.
    let best = near_top()
        .filter(|(_, row)| is_head(row))
        .map(|(at, row)| (named(&of_row(row)), at))
        .rev()
        .max_by_key(|(named, _)| *named)
        .filter(|(named, _)| *named >= 2);
    let Some((_, at)) = best else {
        // Titles that are not known stand above the first day.
        let first = near_top().position(|(_, row)| row.cells.iter().any(is_day));
        let titles = first
            .and_then(|first| rows.get(first.checked_sub(1)?))
            .filter(|row| is_head(row))
            .map(of_row)
            .filter(|titles| titles.iter().filter(|title| !title.is_empty()).count() > 1);
        return match (titles, first) {
            (Some(titles), Some(first)) => (titles, first - 1, first),
            (_, first) => (Vec::new(), first.unwrap_or(0), 0),
        };
    };
    let mut titles = rows.get(at).map(of_row).unwrap_or_default();
    let mut below = at + 1;
    // Titles that are divided, or repeated in another language.
    while let Some(row) = rows.get(below).filter(|row| is_head(row)) {
        let next = of_row(row);
        let mut joined = titles.clone();
        joined.resize(joined.len().max(next.len()), String::new());
        for (title, more) in joined.iter_mut().zip(&next) {
            format!("{title} {more}").trim().clone_into(title);
        }
        if named(&joined) <= named(&titles) && named(&next) < 2 {
            break;
        }
        titles = joined;
        below += 1;
    }
    (titles, at, below)
}

/// How many different things titles name.
pub(super) fn named(titles: &[String]) -> usize {
    let roles = titles.iter().filter_map(|title| titles::meaning(title));
    roles
        .map(|meaning| meaning.role)
        .collect::<BTreeSet<_>>()
        .len()
}

/// The rows below the titles, with the columns that do not depend on the direction.
struct Sheet<'a> {
    titles: &'a [String],
    above: &'a [Row],
    rows: &'a [Row],
    /// The first rows with a day.
    sample: Vec<&'a Row>,
    width: usize,
    meanings: Vec<Option<Meaning>>,
    date: usize,
    /// `None` if the dates do not say it.
    date_order: Option<DateOrder>,
    text: usize,
    more_text: Vec<usize>,
    /// The columns of numbers, the one that is probably meant first.
    numbers: Vec<usize>,
    /// They are the customer's own books, in which arrived money is a debit.
    is_of_books: bool,
}

impl<'a> Sheet<'a> {
    fn new(titles: &'a [String], above: &'a [Row], rows: &'a [Row]) -> Option<Self> {
        Self::with(titles, above, rows, None)
    }

    /// With `former`, its columns hold the day and the text.
    fn with(
        titles: &'a [String],
        above: &'a [Row],
        rows: &'a [Row],
        former: Option<&Mapping>,
    ) -> Option<Self> {
        let first = rows.get(..rows.len().min(SAMPLE)).unwrap_or_default();
        let width = first.iter().map(|row| row.cells.len()).max().unwrap_or(0);
        let width = width.max(titles.len());
        let meaning = |at: usize| titles.get(at).and_then(|title| titles::meaning(title));
        let mut meanings: Vec<_> = (0..width).map(meaning).collect();
        // "No" is "owed" only beside "Co", and where no other title says so: it may be the number of the row.
        let says = |role| {
            let mut known = meanings.iter().flatten();
            known.any(|meaning: &Meaning| meaning.role == role && !meaning.is_bare_no)
        };
        if !says(Role::In) || says(Role::Out) {
            for meaning in &mut meanings {
                *meaning = meaning.filter(|meaning| !meaning.is_bare_no);
            }
        }
        let mut sheet = Self {
            titles,
            above,
            rows,
            sample: first.iter().collect(),
            width,
            meanings,
            date: 0,
            date_order: None,
            text: 0,
            more_text: Vec::new(),
            numbers: Vec::new(),
            is_of_books: false,
        };
        sheet.date = match former {
            Some(former) => former.date,
            None => sheet.find_date()?,
        };
        let date = sheet.date;
        sheet.sample.retain(|row| {
            let cell = row.cells.get(date);
            let is_read = |order| moment(cell, order).is_some();
            is_read(DateOrder::DayFirst) || is_read(DateOrder::MonthFirst)
        });
        sheet.date_order = sheet.find_order();
        sheet.text = match former {
            Some(former) => former.text,
            None => sheet.find_text()?,
        };
        sheet.more_text = match former {
            Some(former) => former.more_text.clone(),
            None => sheet.find_more_text(),
        };
        sheet.numbers = sheet.find_numbers();
        if sheet.looks_like_books() {
            for (at, meaning) in sheet.meanings.iter_mut().enumerate() {
                let names_side = titles
                    .get(at)
                    .is_some_and(|title| titles::names_side(title));
                if let Some(meaning) = meaning
                    && matches!(meaning.role, Role::In | Role::Out)
                    && names_side
                {
                    meaning.role = Role::Amount;
                    sheet.is_of_books = true;
                }
            }
        }
        Some(sheet)
    }

    /// Whether titles, the rows above them, or the accounts of a plan of accounts say that a customer's own books are
    /// meant: a debit of theirs is a credit of the bank.
    fn looks_like_books(&self) -> bool {
        let mut above = self.above.iter().flat_map(|row| &row.cells);
        if above.any(|cell| titles::heads_books(&text(Some(cell)))) {
            return true;
        }
        let is_planned = |column: usize| {
            let is_number = |cell: &Value| {
                let said = text(Some(cell));
                (3..=5).contains(&said.len()) && said.bytes().all(|byte| byte.is_ascii_digit())
            };
            let filled = self.cells(column).count();
            filled > 0 && self.count(column, is_number) == filled
        };
        let mut titles = self.titles.iter().enumerate();
        titles.any(|(at, title)| {
            titles::is_of_books(title) || titles::is_other_side(title) && is_planned(at)
        })
    }

    /// The columns of a role, the one that is probably meant first.
    fn of_role(&self, role: Role) -> Vec<usize> {
        let meanings = self.meanings.iter().enumerate();
        let mut columns: Vec<(usize, usize)> = meanings
            .filter_map(|(at, meaning)| Some((meaning.filter(|it| it.role == role)?.rank, at)))
            .collect();
        columns.sort_unstable();
        columns.into_iter().map(|(_, at)| at).collect()
    }

    fn cells(&self, column: usize) -> impl Iterator<Item = &'a Value> {
        let cells = self
            .sample
            .iter()
            .filter_map(move |row| row.cells.get(column));
        cells.filter(|cell| !is_blank(Some(cell)))
    }

    fn count(&self, column: usize, is: impl Fn(&Value) -> bool) -> usize {
        self.cells(column).filter(|cell| is(cell)).count()
    }

    fn find_date(&self) -> Option<usize> {
        let is_read = |cell: &Value| {
            moment(Some(cell), DateOrder::DayFirst).is_some()
                || moment(Some(cell), DateOrder::MonthFirst).is_some()
        };
        let titled = self.of_role(Role::Date);
        if let Some(column) = titled
            .into_iter()
            .find(|column| self.count(*column, is_read) > 0)
        {
            return Some(column);
        }
        let free = || {
            (0..self.width).filter(|column| self.meanings.get(*column).is_none_or(Option::is_none))
        };
        let days = |column: &usize| self.count(*column, is_day);
        let by_content = free()
            .filter(|column| days(column) > 0 && days(column) * 2 > self.sample.len())
            .max_by_key(|column| (days(column), usize::MAX - column));
        // Days as numbers in the order of their parts.
        let is_compact = |cell: &Value| {
            let digits = text(Some(cell));
            digits.len() == 8 && time::read(&digits, DateOrder::DayFirst).is_some()
        };
        by_content.or_else(|| {
            free().find(|column| {
                let days = self.count(*column, is_compact);
                days > 1 && days == self.cells(*column).count()
            })
        })
    }

    /// Decides the order of day and month by the whole column, by the lines above the titles, by the language.
    fn find_order(&self) -> Option<DateOrder> {
        let cells = || self.rows.iter().filter_map(|row| row.cells.get(self.date));
        let texts = || {
            cells().filter_map(|cell| match cell {
                Value::Text(text) => Some(text.as_str()),
                _ => None,
            })
        };
        match time::order_of(texts()) {
            Order::Known(order) => return Some(order),
            Order::Either => return Some(DateOrder::DayFirst),
            Order::Mixed => return None,
            Order::Open => {}
        }
        // The period of the statement.
        let words: Vec<String> = self
            .above
            .iter()
            .flat_map(|row| &row.cells)
            .map(|cell| text(Some(cell)))
            .collect();
        let words = words.iter().flat_map(|text| text.split_whitespace());
        let words = words.map(|word| word.trim_matches(|char: char| !char.is_ascii_digit()));
        let days = words.filter(|word| word.contains(['/', '-', '.']));
        if let Order::Known(order) = time::order_of(days) {
            return Some(order);
        }
        let is_sorted = |order| {
            let moments = cells().filter_map(|cell| Some(moment(Some(cell), order)?.0));
            let moments: Vec<_> = moments.collect();
            moments.is_sorted() || moments.iter().rev().is_sorted()
        };
        let sorted = (
            is_sorted(DateOrder::DayFirst),
            is_sorted(DateOrder::MonthFirst),
        );
        let is_vietnamese = self.titles.iter().any(|title| {
            let folded = titles::plain(title);
            title.contains(|char: char| char.is_alphabetic() && !char.is_ascii())
                || folded.contains("ngay")
                || folded.contains("thoi gian")
        });
        match sorted {
            (false, true) if is_vietnamese => None,
            _ if is_vietnamese => Some(DateOrder::DayFirst),
            (true, false) => Some(DateOrder::DayFirst),
            (false, true) => Some(DateOrder::MonthFirst),
            _ => None,
        }
    }

    fn find_text(&self) -> Option<usize> {
        let titled = self.of_role(Role::Text);
        let length = |column: usize| -> usize {
            let cells = self.cells(column);
            cells
                .map(|cell| match cell {
                    Value::Text(text) if !is_data(cell) => text.chars().count(),
                    _ => 0,
                })
                .sum()
        };
        let filled = titled.iter().find(|column| length(**column) > 0);
        filled.or(titled.first()).copied().or_else(|| {
            let free = (0..self.width).filter(|column| {
                *column != self.date
                    && length(*column) > 0
                    && self.meanings.get(*column).is_none_or(Option::is_none)
                    && !self.is_direction(*column)
            });
            free.max_by_key(|column| (length(*column), usize::MAX - column))
        })
    }

    /// Further columns of text: those titled so, those without a title right of the text, and those of words whose title
    /// is not known.
    fn find_more_text(&self) -> Vec<usize> {
        let words = |column: &usize| {
            self.count(*column, |cell| {
                matches!(cell, Value::Text(_)) && !is_data(cell)
            })
        };
        let titled = [Role::Text, Role::MoreText].map(|role| self.of_role(role));
        let is_untitled = |column: &usize| {
            self.titles
                .get(self.text)
                .is_some_and(|title| !title.is_empty())
                && self.titles.get(*column).is_none_or(String::is_empty)
        };
        let beside = (self.text + 1..self.width).take_while(is_untitled);
        let columns = titled.into_iter().flatten().chain(beside);
        let columns: BTreeSet<usize> = columns
            .filter(|column| *column != self.text && *column != self.date && words(column) > 0)
            .filter(|column| !self.is_direction(*column))
            .collect();
        let mut found: Vec<usize> = columns.into_iter().take(MAX_MORE_TEXT).collect();
        let others = (0..self.width)
            .filter(|column| *column != self.text && *column != self.date)
            .filter(|column| !found.contains(column) && self.holds_words(*column));
        let others: Vec<usize> = others.take(MAX_MORE_TEXT - found.len()).collect();
        found.extend(others);
        found.sort_unstable();
        found
    }

    /// The columns of numbers. A code that most rows share, such as that of the kind of transaction, tells no two of them
    /// apart, so it comes last.
    fn find_numbers(&self) -> Vec<usize> {
        let is_shared = |column: &usize| {
            let numbers = self.cells(*column).map(|cell| text(Some(cell)));
            let different = numbers.collect::<BTreeSet<_>>().len();
            let filled = self.cells(*column).count();
            filled == 0 || different * 2 < filled
        };
        let mut columns = self.of_role(Role::Number);
        columns.sort_by_cached_key(is_shared);
        columns
    }

    /// Whether a payer's words may stand in a column under a title that is not known: there are spaces between them, as
    /// in no number, day or code, or they are a payment reference.
    fn holds_words(&self, column: usize) -> bool {
        let title = self.titles.get(column).filter(|title| !title.is_empty());
        let Some(title) = title.filter(|_| self.role_of(column).is_none()) else {
            return false;
        };
        let is_word = |cell: &Value| matches!(cell, Value::Text(_)) && !is_data(cell);
        let has_space = |cell: &Value| is_word(cell) && text(Some(cell)).contains(' ');
        let is_of_words = self.count(column, is_word) * 2 > self.cells(column).count()
            && self.count(column, has_space) > 0;
        let is_written = is_of_words && !self.is_direction(column);
        is_written && !titles::is_of_accounts(title) || self.names_payment(column)
    }

    /// Whether a cell of a column holds a payment reference.
    fn names_payment(&self, column: usize) -> bool {
        let mut cells = self.rows.iter().filter_map(|row| row.cells.get(column));
        cells.any(|cell| match cell {
            Value::Text(text) => !exact(&plain(text)).is_empty(),
            _ => false,
        })
    }

    /// Whether every word of a column tells a direction.
    fn is_direction(&self, column: usize) -> bool {
        let words: Vec<String> = self
            .cells(column)
            .map(|cell| fold_for_search(&text(Some(cell))))
            .collect();
        let beside = Beside::of(&words);
        !words.is_empty() && words.iter().all(|word| has_arrived(word, beside).is_some())
    }

    fn is_amounts(&self, column: usize) -> bool {
        let filled = self.cells(column).count();
        let read = self.count(column, |cell| amount(Some(cell)).is_some());
        let moves = self.count(column, |cell| {
            amount(Some(cell)).is_some_and(|amount| amount != 0)
        });
        column != self.date && moves > 0 && read * 2 >= filled
    }

    /// A mapping of the columns that are known, with these for the amounts.
    fn mapping(
        &self,
        credit: usize,
        debit: Option<usize>,
        direction: Option<usize>,
        balance: Option<usize>,
    ) -> Mapping {
        let taken = [
            Some(self.date),
            Some(self.text),
            Some(credit),
            debit,
            direction,
            balance,
        ];
        let first_of = |columns: &[usize]| {
            let mut columns = columns.iter().copied();
            columns.find(|column| !taken.contains(&Some(*column)))
        };
        Mapping {
            date: self.date,
            text: self.text,
            more_text: self.more_text.clone(),
            credit,
            debit,
            direction,
            number: first_of(&self.numbers),
            balance,
            by_balance: false,
            open_arrived: None,
            currency: first_of(&self.of_role(Role::Currency)),
            status: self.find_status(),
            time: self.find_time(),
            settled: Vec::new(),
            unsettled: Vec::new(),
            date_order: self.date_order.unwrap_or(DateOrder::DayFirst),
        }
    }

    /// The columns that are known without those of the amounts, in whose place the day stands.
    fn known(&self) -> Known {
        self.mapping(self.date, None, None, None).known()
    }

    /// The column of states, if a row has one.
    fn find_status(&self) -> Option<usize> {
        let mut columns = self.of_role(Role::Status).into_iter();
        columns.find(|column| self.cells(*column).next().is_some())
    }

    /// A column beside the day that holds nothing but times.
    fn find_time(&self) -> Option<usize> {
        let columns = [Role::Time, Role::Date].map(|role| self.of_role(role));
        columns.into_iter().flatten().find(|column| {
            let mut times = self.cells(*column).map(|cell| match cell {
                Value::Date(moment) => moment.year() < 1901,
                cell => time_alone(Some(cell)).is_some(),
            });
            *column != self.date && self.cells(*column).next().is_some() && times.all(|is| is)
        })
    }

    /// The readings of the amounts by titles; several if a title occurs twice.
    fn titled(&self) -> Vec<Mapping> {
        if self.is_of_books {
            return Vec::new();
        }
        let (ins, outs) = (self.of_role(Role::In), self.of_role(Role::Out));
        let mut found = Vec::new();
        for credit in &ins {
            if outs.is_empty() {
                found.push(self.mapping(*credit, None, None, None));
            }
            // Amounts below zero alone have left, whatever the title says.
            for debit in outs.iter().filter(|_| !self.is_negative(*credit)) {
                found.push(self.mapping(*credit, Some(*debit), None, None));
            }
        }
        if !ins.is_empty() || !outs.is_empty() {
            return found;
        }
        let both = self.of_role(Role::Both);
        let amounts = || {
            let amounts = self
                .of_role(Role::Amount)
                .into_iter()
                .chain(both.iter().copied());
            amounts.filter(|column| self.is_amounts(*column))
        };
        let kinds = self.of_role(Role::Kind);
        let words = both
            .iter()
            .chain(&kinds)
            .copied()
            .filter(|column| self.tells_direction(*column));
        for direction in words {
            let columns = amounts().filter(|column| *column != direction);
            found.extend(columns.map(|column| self.mapping(column, None, Some(direction), None)));
        }
        if found.is_empty() {
            // A sign marks amounts that left, if there is one.
            let signed = amounts().filter(|column| self.is_signed(*column));
            found.extend(signed.map(|column| self.mapping(column, None, None, None)));
        }
        let balance = self.of_role(Role::Balance).first().copied();
        if let Some(balance) = balance.filter(|_| found.is_empty()) {
            found.extend(amounts().map(|column| self.by_balance(column, balance)));
        }
        found
    }

    /// A mapping of amounts without a sign whose direction the balances tell.
    fn by_balance(&self, amounts: usize, balance: usize) -> Mapping {
        Mapping {
            by_balance: true,
            ..self.mapping(amounts, None, None, Some(balance))
        }
    }

    fn role_of(&self, column: usize) -> Option<Role> {
        Some(self.meanings.get(column).copied().flatten()?.role)
    }

    /// Whether a column that may tell the direction does.
    fn tells_direction(&self, column: usize) -> bool {
        let words: Vec<String> = self
            .cells(column)
            .map(|cell| fold_for_search(&text(Some(cell))))
            .collect();
        let beside = Beside::of(&words);
        let title = self
            .titles
            .get(column)
            .map(|title| titles::plain(title))
            .unwrap_or_default();
        // Of "Thu" and "Chi" alone, "C" would be taken for "Có".
        let is_unclear = !beside.has_thu
            && words.iter().any(|word| word == "c")
            && title
                .split(' ')
                .any(|word| matches!(word, "thu" | "chi" | "t"));
        !is_unclear && words.iter().any(|word| has_arrived(word, beside).is_some())
    }

    /// Whether a column holds amounts below zero and none above.
    fn is_negative(&self, column: usize) -> bool {
        let sign =
            |is: fn(i64) -> bool| self.count(column, |cell| amount(Some(cell)).is_some_and(is));
        sign(|amount| amount < 0) > 0 && sign(|amount| amount > 0) == 0
    }

    fn is_dated(&self, row: &Row) -> bool {
        let cell = row.cells.get(self.date);
        let read = |order| moment(cell, order).is_some();
        read(DateOrder::DayFirst) || read(DateOrder::MonthFirst)
    }

    /// Whether the signs of a column tell the direction: amounts that left have one and the others none, or all have one. A
    /// plus beside amounts without a sign proves nothing of these.
    fn is_signed(&self, column: usize) -> bool {
        let currency = self.of_role(Role::Currency).first().copied();
        let cells = self
            .rows
            .iter()
            .filter(|row| self.is_dated(row))
            .filter(|row| currency.is_none_or(|column| is_dong(row.cells.get(column))))
            .filter_map(|row| row.cells.get(column));
        let (mut minus, mut plus, mut bare) = (false, false, false);
        for cell in cells {
            let has_plus = || {
                matches!(cell, Value::Text(text) if {
                    let text = text.trim().trim_start_matches('\'');
                    text.starts_with('+') || text.to_uppercase().ends_with("CR")
                })
            };
            match amount(Some(cell)) {
                Some(..0) => minus = true,
                Some(1..) if has_plus() => plus = true,
                Some(1..) => bare = true,
                Some(0) | None => {}
            }
        }
        (minus || plus) && !(plus && bare)
    }

    fn read(&self, mapping: &Mapping) -> Vec<Line> {
        read(self.above, self.rows, mapping)
    }

    fn opening(&self, lines: &[Line]) -> Option<i64> {
        super::opening(self.above, self.rows, lines)
    }

    /// Reads the rows, and compares the balances.
    fn fit(&self, mapping: Mapping) -> (Vec<Line>, Option<balance::Proof>, Sequence) {
        let lines = self.read(&mapping);
        let sequence = match self.date_order {
            Some(_) => balance::sequence(&lines),
            None => Sequence::Any,
        };
        let proof = balance::prove_in(&lines, self.opening(&lines), sequence, 1);
        (lines, proof, sequence)
    }

    /// Returns how the mapping fits, if it fits all balances.
    fn fitting(&self, mapping: Mapping) -> Option<Fit> {
        let (lines, proof, sequence) = self.fit(mapping.clone());
        let proof = proof.filter(|proof| proof.misfits.is_empty())?;
        let mirrored = balance::prove_in(&lines, self.opening(&lines), sequence, -1);
        let is_mirrored = mirrored.is_some_and(|proof| proof.misfits.is_empty());
        let has_left = lines.iter().any(|line| matches!(line, Line::Out(_)));
        let is_checked = proof.checked.0 && (proof.checked.1 || !has_left);
        Some(Fit {
            arrivals: arrivals(&lines),
            is_proved: !is_mirrored && is_checked && proof.compared >= MIN_COMPARED,
            mapping,
        })
    }

    /// Compares the reading by titles with the balances.
    fn judge(&self, titled: &Mapping) -> Judged {
        // A person may have given a titled column another meaning.
        let taken = [Some(titled.credit), titled.debit, titled.direction];
        let mut balances = self.of_role(Role::Balance);
        balances.retain(|column| !taken.contains(&Some(*column)));
        let with = |column: usize| Mapping {
            by_balance: titled.by_balance,
            ..self.mapping(titled.credit, titled.debit, titled.direction, Some(column))
        };
        let mut contradicted = None;
        for column in &balances {
            let (lines, proof, _) = self.fit(with(*column));
            match proof {
                Some(proof) if proof.misfits.is_empty() => {
                    return Judged::Confirmed(Fit {
                        mapping: with(*column),
                        arrivals: arrivals(&lines),
                        is_proved: true,
                    });
                }
                Some(_) => contradicted = contradicted.or(Some(with(*column))),
                None => {}
            }
        }
        if let Some(contradicted) = contradicted {
            return Judged::Contradicted(contradicted);
        }
        let others = (0..self.width).filter(|column| {
            !balances.contains(column)
                && !taken.contains(&Some(*column))
                && self.is_amounts(*column)
        });
        let mut others =
            others.filter(|column| titled.direction.is_some() || self.may_fit(&with(*column)));
        if let Some(fit) =
            others.find_map(|column| self.fitting(with(column)).filter(|fit| fit.is_proved))
        {
            return Judged::Confirmed(fit);
        }
        let mapping = match balances.first() {
            Some(column) => with(*column),
            None => titled.clone(),
        };
        let arrived = arrivals(&self.read(&mapping));
        Judged::Open(mapping, arrived)
    }

    /// Whether the balances of the first rows follow, in either sequence.
    fn may_fit(&self, mapping: &Mapping) -> bool {
        let rows = || self.sample.iter().take(FIRST_ROWS).copied();
        follow(rows(), mapping) || follow(rows().rev(), mapping)
    }

    /// The mappings that fit all balances, whatever the titles say.
    fn fits(&self) -> Vec<Fit> {
        let titled = [Role::In, Role::Out]
            .map(|role| self.of_role(role))
            .concat();
        let columns: Vec<usize> = (0..self.width)
            .filter(|column| {
                titled.contains(column)
                    || self.is_amounts(*column) && self.count(*column, is_large) > 0
            })
            .take(MAX_AMOUNTS)
            .collect();
        let directions =
            (0..self.width).filter(|column| *column != self.text && self.is_direction(*column));
        let directions: Vec<usize> = directions.take(2).collect();
        let mut candidates = Vec::new();
        for balance in &columns {
            for credit in columns.iter().filter(|column| *column != balance) {
                let debits = columns
                    .iter()
                    .filter(|column| *column != balance && *column != credit);
                let pairs =
                    debits.map(|debit| self.mapping(*credit, Some(*debit), None, Some(*balance)));
                // Without a sign and a title, only the balances say that an amount did not leave.
                let says = matches!(self.role_of(*credit), Some(Role::In | Role::Out));
                let single = if says || self.is_signed(*credit) {
                    self.mapping(*credit, None, None, Some(*balance))
                } else {
                    self.by_balance(*credit, *balance)
                };
                let found = std::iter::once(single).chain(pairs);
                candidates.extend(found.filter(|mapping| self.may_fit(mapping)));
                for direction in &directions {
                    candidates.push(self.mapping(*credit, None, Some(*direction), Some(*balance)));
                }
            }
        }
        if candidates.len() > (MAX_READ / self.rows.len().max(1)).max(MIN_READ) {
            return Vec::new();
        }
        let fits = candidates.into_iter();
        let mut fits: Vec<Fit> = fits.filter_map(|mapping| self.fitting(mapping)).collect();
        // Where two columns take turns, the balances have to fit the amounts in both.
        fits.retain(|fit| {
            let mapping = &fit.mapping;
            let is_single = mapping.debit.is_none() && mapping.direction.is_none();
            let mut others = columns.iter();
            !is_single || !others.any(|other| self.take_turns(mapping.credit, *other))
        });
        // Columns that say the direction say it of the first row, too.
        let says = |fit: &Fit| fit.is_proved && !fit.mapping.by_balance;
        if fits.iter().any(says) {
            fits.retain(|fit| !fit.mapping.by_balance);
        }
        fits
    }

    /// Whether each row with a day has an amount in one of the two columns, and some in either.
    fn take_turns(&self, one: usize, other: usize) -> bool {
        let has_amount = |row: &Row, column: usize| {
            amount(row.cells.get(column)).is_some_and(|amount| amount != 0)
        };
        let mut is_used = (false, false);
        for row in self.rows.iter().filter(|row| self.is_dated(row)) {
            let (here, there) = (has_amount(row, one), has_amount(row, other));
            if here == there {
                return false;
            }
            is_used = (is_used.0 | here, is_used.1 | there);
        }
        is_used == (true, true)
    }

    /// The only mapping that the balances prove.
    fn proved(&self) -> Option<Fit> {
        only(self.fits())
    }

    fn decide(&self) -> Decision {
        self.with_order(self.decide_direction())
    }

    /// Decides with the amounts in the columns of a mapping of another file, if this file says which of them arrived.
    fn decide_recalled(&self, former: Mapping) -> Decision {
        if self.tells(&former) {
            return self.with_order(Decision::Sure(former));
        }
        match self.decide_direction() {
            Decision::Sure(mapping) => self.with_order(Decision::Sure(mapping)),
            Decision::Ask(doubt, mut choices) => {
                // The former choice comes first.
                choices.retain(|choice| *choice != former);
                if doubt == Doubt::Direction && self.may_be_chosen(&former) {
                    choices.insert(0, former);
                }
                choices.truncate(MAX_CHOICES);
                self.with_order(Decision::Ask(doubt, choices))
            }
        }
    }

    /// Whether this file itself says which amounts of a mapping arrived.
    fn tells(&self, mapping: &Mapping) -> bool {
        let role = |column: usize| self.role_of(column);
        let by_title = role(mapping.credit) == Some(Role::In)
            && mapping
                .debit
                .is_none_or(|debit| role(debit) == Some(Role::Out));
        let by_words = mapping
            .direction
            .is_some_and(|column| self.tells_direction(column));
        let is_single = mapping.debit.is_none() && mapping.direction.is_none();
        let by_sign = is_single && !mapping.by_balance && self.is_signed(mapping.credit);
        let by_balance = mapping.by_balance && mapping.balance.is_some();
        by_title
            || by_words
            || by_sign
            || by_balance
            || self
                .fitting(mapping.clone())
                .is_some_and(|fit| fit.is_proved)
    }

    /// Whether a mapping has amounts in this file that may have arrived.
    fn may_be_chosen(&self, mapping: &Mapping) -> bool {
        !mapping.by_balance
            && self.is_amounts(mapping.credit)
            && self.role_of(mapping.credit) != Some(Role::Out)
            && mapping.direction.is_none()
    }

    /// Asks for the order of the days too, if the file does not say it.
    fn with_order(&self, decision: Decision) -> Decision {
        if self.date_order.is_some() {
            return decision;
        }
        let (doubt, choices) = match decision {
            Decision::Sure(mapping) => (Doubt::DateOrder, vec![mapping]),
            Decision::Ask(doubt, choices) => (doubt, choices),
        };
        let in_both = |mapping: Mapping| {
            let orders = [DateOrder::DayFirst, DateOrder::MonthFirst];
            orders.map(|date_order| Mapping {
                date_order,
                ..mapping.clone()
            })
        };
        let choices = choices.into_iter().flat_map(in_both).take(MAX_CHOICES);
        Decision::Ask(doubt, choices.collect())
    }

    fn decide_direction(&self) -> Decision {
        let mut confirmed = Vec::new();
        let mut contradicted = Vec::new();
        let mut open: Vec<(Mapping, Vec<(usize, i64)>)> = Vec::new();
        for titled in self.titled().iter().take(MAX_CHOICES) {
            match self.judge(titled) {
                Judged::Confirmed(fit) => confirmed.push(fit),
                Judged::Contradicted(mapping) => contradicted.push(mapping),
                Judged::Open(mapping, arrived) => open.push((mapping, arrived)),
            }
        }
        if !confirmed.is_empty() {
            let choices = confirmed.iter().map(|fit| fit.mapping.clone()).collect();
            return match only(confirmed) {
                Some(fit) => Decision::Sure(fit.mapping),
                None => Decision::Ask(Doubt::Direction, choices),
            };
        }
        let fits = self.fits();
        let fitting: Vec<Mapping> = fits.iter().map(|fit| fit.mapping.clone()).collect();
        let arrived: Vec<_> = fits.iter().map(|fit| fit.arrivals.clone()).collect();
        let has_titles = !contradicted.is_empty() || !open.is_empty();
        if let Some(proved) = only(fits) {
            let balance = proved.mapping.balance;
            // The same with a column whose amounts no balance checks, such as one of the first row alone.
            let mut whole = open
                .iter()
                .filter(|(_, arrived)| *arrived == proved.arrivals);
            let whole = whole.find_map(|(mapping, _)| {
                self.fitting(Mapping {
                    balance,
                    ..mapping.clone()
                })
            });
            if let Some(whole) = whole {
                return Decision::Sure(whole.mapping);
            }
            // Money that left may stand in a column whose title is not known.
            let is_titled = |mapping: &Mapping| arrivals(&self.read(mapping)) == proved.arrivals;
            let is_titled = contradicted.iter().any(is_titled)
                || open.iter().any(|(_, arrived)| *arrived == proved.arrivals);
            let is_left = self.role_of(proved.mapping.credit) == Some(Role::Out);
            return if !has_titles && !is_left || is_titled {
                Decision::Sure(proved.mapping)
            } else {
                Decision::Ask(Doubt::Balance, vec![proved.mapping])
            };
        }
        if let Some(mapping) = contradicted.into_iter().next() {
            // The same columns the other way round, if the balances fit them.
            let is_swapped = |fit: &Mapping| {
                mapping.debit == Some(fit.credit) && fit.debit == Some(mapping.credit)
            };
            return match fitting.into_iter().find(is_swapped) {
                Some(swapped) => Decision::Ask(Doubt::Balance, vec![swapped]),
                None => Decision::Sure(mapping),
            };
        }
        if let Some((mapping, first)) = open.first() {
            // A mapping that fits the balances without proof still disputes other titles.
            let is_disputed = !arrived.is_empty() && !arrived.contains(first);
            return if is_disputed {
                Decision::Ask(
                    Doubt::Balance,
                    fitting.into_iter().take(MAX_CHOICES).collect(),
                )
            } else if open.iter().all(|(_, other)| other == first) {
                Decision::Sure(mapping.clone())
            } else {
                let choices = open.into_iter().map(|(mapping, _)| mapping);
                Decision::Ask(Doubt::Direction, choices.collect())
            };
        }
        if let Some(unreadable) = self.unreadable().filter(|_| fitting.is_empty()) {
            return Decision::Sure(unreadable);
        }
        let choices = if fitting.is_empty() {
            self.possible()
        } else {
            fitting
        };
        let doubt = if !choices.is_empty() || self.has_unknown_words() {
            Doubt::Direction
        } else if self.of_role(Role::Out).is_empty() {
            Doubt::Columns
        } else {
            Doubt::OnlyLeft
        };
        Decision::Ask(doubt, choices.into_iter().take(MAX_CHOICES).collect())
    }

    /// The mapping of a column that is titled as amounts and in which none can be read, where no other title names readable
    /// ones: nothing is taken in with it, and each row is named.
    fn unreadable(&self) -> Option<Mapping> {
        let sides = [Role::In, Role::Out].map(|role| self.of_role(role));
        if self.is_of_books || !sides.concat().is_empty() {
            return None;
        }
        let filled = self.of_role(Role::Amount).into_iter().filter(|column| {
            let is_other = *column != self.date && *column != self.text;
            is_other && self.cells(*column).next().is_some()
        });
        let filled: Vec<usize> = filled.collect();
        let is_read = |cell: &Value| amount(Some(cell)).is_some();
        if filled.iter().any(|column| self.count(*column, is_read) > 0) {
            return None;
        }
        let balance = self.of_role(Role::Balance).first().copied();
        Some(self.mapping(*filled.first()?, None, None, balance))
    }

    /// The possible mappings where nothing decides: two columns of which each row fills one, or a single column.
    fn possible(&self) -> Vec<Mapping> {
        let roles = [Role::In, Role::Out, Role::Amount, Role::Both];
        let is_possible = |column: &usize| {
            self.is_amounts(*column)
                && self.count(*column, is_large) > 0
                && self
                    .role_of(*column)
                    .is_none_or(|role| roles.contains(&role))
        };
        let columns: Vec<usize> = (0..self.width).filter(is_possible).collect();
        let titled = columns
            .iter()
            .copied()
            .filter(|column| self.role_of(*column).is_some());
        let titled: Vec<usize> = titled.collect();
        // Beside titles of left amounts, arrived ones may stand in any other column.
        let is_left = |column: &usize| self.role_of(*column) == Some(Role::Out);
        let columns = if titled.iter().all(is_left) {
            columns
        } else {
            titled
        };
        let moves = |row: &Row, column: usize| {
            amount(row.cells.get(column)).is_some_and(|amount| amount != 0)
        };
        let balance = self.of_role(Role::Balance).first().copied();
        let mut found = Vec::new();
        // A column titled as money that left is never offered as money that arrived.
        let credits: Vec<usize> = columns
            .iter()
            .copied()
            .filter(|column| !is_left(column))
            .collect();
        for one in &credits {
            for other in columns.iter().filter(|other| *other != one) {
                let is_either = self
                    .sample
                    .iter()
                    .all(|row| !(moves(row, *one) && moves(row, *other)));
                if is_either {
                    found.push(self.mapping(*one, Some(*other), None, balance));
                }
            }
        }
        if found.is_empty() {
            let directions: Vec<usize> = (0..self.width)
                .filter(|column| *column != self.text && self.is_direction(*column))
                .collect();
            for credit in &credits {
                let with = directions
                    .iter()
                    .map(|direction| self.mapping(*credit, None, Some(*direction), balance));
                found.extend(with);
            }
        }
        if found.is_empty() && !self.has_unknown_words() && credits.len() == columns.len() {
            let single = credits
                .iter()
                .map(|column| self.mapping(*column, None, None, balance));
            found.extend(single);
        }
        found
    }

    /// Whether a column gives directions according to its title, in words that are not known.
    fn has_unknown_words(&self) -> bool {
        let columns = [Role::Both, Role::Kind].map(|role| self.of_role(role));
        columns.into_iter().flatten().any(|column| {
            let words: BTreeSet<String> = self
                .cells(column)
                .filter(|cell| !is_data(cell))
                .map(|cell| fold_for_search(&text(Some(cell))))
                .collect();
            let title = self.titles.get(column).map(|title| titles::plain(title));
            // Another title may be that of a kind of transaction, of which all rows are.
            let is_certain = self.role_of(column) == Some(Role::Both)
                || title
                    .is_some_and(|title| title.contains("chieu") || title.contains("direction"))
                || words.len() > 1
                || words.iter().any(|word| word == "chuyen" || word == "gui");
            is_certain && !words.is_empty() && !self.tells_direction(column)
        })
    }
}

/// Whether the balances of rows follow from these columns. Unreadable rows are passed over.
fn follow<'a>(rows: impl Iterator<Item = &'a Row>, mapping: &Mapping) -> bool {
    let mut known: Option<i64> = None;
    let mut before: Option<usize> = None;
    for row in rows {
        // A row between them, whose day cannot be read, moved money, too.
        if before.is_some_and(|before| before.abs_diff(row.number) > 1) {
            known = None;
        }
        before = Some(row.number);
        // A transfer that the bank did not carry out changed no balance.
        if mapping.is_unsettled(row) {
            continue;
        }
        let read = |column: usize| match row.cells.get(column) {
            cell if is_blank(cell) => Some(0),
            cell => amount(cell),
        };
        let after = mapping
            .balance
            .and_then(|column| amount(row.cells.get(column)));
        let moved = read(mapping.credit).zip(mapping.debit.map_or(Some(0), read));
        let expected = known
            .zip(moved)
            .map(|(known, (credit, debit))| (known, credit - debit.abs()));
        let follows = |(known, moved): (i64, i64), after: i64| {
            let difference = after - known;
            difference == moved || mapping.by_balance && difference == -moved
        };
        if expected
            .zip(after)
            .is_some_and(|(expected, after)| !follows(expected, after))
        {
            return false;
        }
        let reckoned = expected.filter(|_| !mapping.by_balance);
        known = after.or(reckoned.map(|(known, moved)| known + moved));
    }
    true
}

/// Of mappings that fit the balances, the first proved one, if all that fit agree about the arrived amounts.
fn only(fits: Vec<Fit>) -> Option<Fit> {
    let first = fits.first()?.arrivals.clone();
    if fits.iter().any(|fit| fit.arrivals != first) {
        return None;
    }
    fits.into_iter().find(|fit| fit.is_proved)
}
