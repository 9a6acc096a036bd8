//! Statements of accounts as banks export them: the meaning of their columns, and their transfers.
//!
//! Which amounts arrived and which left is proved, by titles that are known ([`titles`]) and by the balances
//! ([`balance`]), or asked; it is never guessed.

mod account;
mod balance;
mod currency;
mod own;
mod recognise;
mod status;
mod sums;
#[cfg(test)]
mod tests;
mod titles;

use hoi_i18n::fold_for_search;
use hoi_spreadsheet::{Row, Value};
use jiff::civil::{Date, DateTime, Time};
use serde::{Deserialize, Serialize};

use crate::services::kept;
use crate::time::{self, DateOrder, Order};
use crate::{Transfer, money, references};

pub use account::{may_be_account, named_accounts};
pub use balance::{Proof, prove};
pub use currency::{Unit, foreign_unit};
pub use own::{Own, of_account};
use recognise::MIN_AMOUNT;
pub use recognise::{Doubt, Found, MAX_MORE_TEXT, is_disproved, recall, recognise, with_balance};
use status::Status;
use sums::Sum;

/// Characters of a text that are kept.
const MAX_TEXT: usize = 500;
/// Characters of a number of a transaction that are kept.
const MAX_NUMBER: usize = 100;
/// Years before this one are misread: banks keep statements for some ten years.
const EARLIEST: i16 = 2000;
/// States about which a person may say whether the money moved, in each direction of the answer.
pub const MAX_STATES: usize = 20;

/// The columns of a statement by meaning, counted from 0.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Mapping {
    pub date: usize,
    pub text: usize,
    /// Further columns of text.
    #[serde(default)]
    pub more_text: Vec<usize>,
    /// The amounts that arrived; signed amounts if neither `debit`, `direction` nor `by_balance` tells which ones left.
    pub credit: usize,
    pub debit: Option<usize>,
    /// Whether it arrived or left, in words or letters.
    pub direction: Option<usize>,
    pub number: Option<usize>,
    pub balance: Option<usize>,
    /// Amounts have no sign, and the balances tell which of them arrived.
    #[serde(default)]
    pub by_balance: bool,
    /// Whether the only row whose direction no balance tells arrived, according to a person. True of one file alone.
    #[serde(default)]
    pub open_arrived: Option<bool>,
    pub currency: Option<usize>,
    /// Whether the bank carried the transfer out, in words.
    #[serde(default)]
    pub status: Option<usize>,
    /// The time of the day, beside the day.
    #[serde(default)]
    pub time: Option<usize>,
    /// States of `status` of which a person says that the money moved, and that it did not. True of one file alone.
    #[serde(default)]
    pub settled: Vec<String>,
    #[serde(default)]
    pub unsettled: Vec<String>,
    pub date_order: DateOrder,
}

/// The columns of a statement that are the same whichever amounts arrived, as those of [`Mapping`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Known {
    pub date: usize,
    pub text: usize,
    pub more_text: Vec<usize>,
    pub number: Option<usize>,
    pub currency: Option<usize>,
    pub status: Option<usize>,
    pub time: Option<usize>,
    /// Day first where the file does not say it.
    pub date_order: DateOrder,
}

impl Mapping {
    /// The part that also fits another file: the roles of the columns, without the answers about the rows of one file.
    #[must_use]
    pub fn columns(self) -> Self {
        Self {
            open_arrived: None,
            settled: Vec::new(),
            unsettled: Vec::new(),
            ..self
        }
    }

    /// The part that does not depend on which amounts arrived.
    fn known(self) -> Known {
        Known {
            date: self.date,
            text: self.text,
            more_text: self.more_text,
            number: self.number,
            currency: self.currency,
            status: self.status,
            time: self.time,
            date_order: self.date_order,
        }
    }

    /// Whether a column has a meaning other than that of the balance.
    fn names(&self, column: usize) -> bool {
        let single = [
            Some(self.date),
            Some(self.text),
            Some(self.credit),
            self.debit,
            self.direction,
            self.number,
            self.currency,
            self.status,
            self.time,
        ];
        single.contains(&Some(column)) || self.more_text.contains(&column)
    }

    /// Whether the state of a row says that nothing moved.
    fn is_unsettled(&self, row: &Row) -> bool {
        self.status.is_some() && self.status_of(&state_of(row, self)) == Status::Unsettled
    }

    /// The status that a state means, from the known words or from a person's answers.
    fn status_of(&self, text: &str) -> Status {
        let word = status::word(text);
        let says = |words: &[String]| words.iter().any(|known| status::word(known) == word);
        match status::of_word(&word) {
            Status::Unknown if says(&self.unsettled) => Status::Unsettled,
            Status::Unknown if says(&self.settled) => Status::Settled,
            known => known,
        }
    }

    /// Whether only the balances tell arrived amounts from left ones.
    const fn tells_by_balance(&self) -> bool {
        self.by_balance && self.debit.is_none() && self.direction.is_none()
    }
}

/// Why a row is no transfer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Fault {
    Date,
    Amount,
    /// It is not in dong.
    Currency,
    /// It is not clear whether it arrived or left.
    Direction,
    /// Its day has not come.
    Future,
    /// It has a day and a text, and no amount.
    Empty,
    /// It may be a sum of others.
    Sum,
}

/// The meaning of one row of a statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Line {
    In(Box<Transfer>),
    /// Money that left the account.
    Out(Box<Transfer>),
    /// Money of which the balances do not tell whether it arrived: there is none before it.
    Open(Box<Transfer>),
    /// Money that would have arrived, had the bank carried the transfer out.
    Unsettled(Box<Transfer>),
    /// Money that arrived if its state says so, which is not known.
    Unstated(Box<Transfer>),
    /// A sum, a note, more of the text above, an empty row.
    Nothing,
    /// The reason why the row cannot be read, and the balance after it.
    Fault(Fault, Option<i64>),
}

impl Line {
    /// The transfer of a row that is known to have arrived or left.
    #[must_use]
    pub fn movement(&self) -> Option<&Transfer> {
        match self {
            Self::In(transfer) | Self::Out(transfer) => Some(transfer),
            Self::Open(_)
            | Self::Unsettled(_)
            | Self::Unstated(_)
            | Self::Nothing
            | Self::Fault(..) => None,
        }
    }

    /// The transfer of a row that moved money, in a known direction or not.
    fn moved(&self) -> Option<&Transfer> {
        match self {
            Self::In(transfer)
            | Self::Out(transfer)
            | Self::Open(transfer)
            | Self::Unstated(transfer) => Some(transfer),
            Self::Unsettled(_) | Self::Nothing | Self::Fault(..) => None,
        }
    }
}

/// The content of a cell, as text on one line.
fn text(cell: Option<&Value>) -> String {
    match cell {
        None | Some(Value::Empty) => String::new(),
        Some(Value::Text(text)) => {
            let words: Vec<&str> = text.split_whitespace().collect();
            words.join(" ").trim_start_matches('\'').to_owned()
        }
        Some(Value::Number(number)) => number.to_string(),
        Some(Value::Bool(truth)) => truth.to_string(),
        Some(Value::Date(moment)) => moment.strftime("%d/%m/%Y %H:%M:%S").to_string(),
    }
}

/// Reads an amount with its sign, or with the letters for credit and debit behind it.
fn amount(cell: Option<&Value>) -> Option<i64> {
    let text = match cell? {
        Value::Number(number) => return money::of_float(*number),
        Value::Text(text) => text.trim().trim_start_matches('\''),
        _ => return None,
    };
    let upper = text.to_uppercase();
    let of_mark = |mark: &str| money::of_text(upper.strip_suffix(mark)?.trim_end());
    if let Some(amount) = of_mark("CR") {
        return (amount >= 0).then_some(amount);
    }
    of_mark("DR")
        .map(|amount| -amount.abs())
        .or_else(|| money::of_text(text))
}

/// Whether a currency is none other than the dong.
fn is_dong(cell: Option<&Value>) -> bool {
    let currency = text(cell).to_uppercase();
    matches!(currency.as_str(), "" | "VND" | "VNĐ" | "Đ" | "₫")
}

fn is_blank(cell: Option<&Value>) -> bool {
    match cell {
        None | Some(Value::Empty) => true,
        Some(Value::Text(text)) => matches!(text.trim(), "" | "-" | "–" | "—" | "'"),
        Some(_) => false,
    }
}

/// Reads a day, and the number of the transaction that may stand behind it.
fn moment(cell: Option<&Value>, order: DateOrder) -> Option<(DateTime, String)> {
    let number = |number| Some((time::of_number(number)?, String::new()));
    let read = match cell? {
        Value::Date(moment) => Some((*moment, String::new())),
        Value::Number(counted) => number(*counted),
        Value::Text(text) => {
            let text = text.trim().trim_start_matches('\'');
            let counted = || number(text.replace(',', ".").parse().ok()?);
            time::read_beginning(text, order).or_else(counted)
        }
        _ => None,
    };
    read.filter(|(moment, _)| moment.year() >= EARLIEST)
}

/// The state of a row, as it is written.
#[must_use]
pub fn state_of(row: &Row, mapping: &Mapping) -> String {
    let column = mapping.status;
    let state = column.map(|column| text(row.cells.get(column)));
    kept(&state.unwrap_or_default(), MAX_NUMBER)
}

/// Reads a time that stands alone.
fn time_alone(cell: Option<&Value>) -> Option<Time> {
    match cell? {
        Value::Date(moment) => Some(moment.time()),
        Value::Number(part) if (0.0..1.0).contains(part) => {
            // Any day will do.
            Some(time::of_number(40_000.0 + part)?.time())
        }
        Value::Text(text) if text.contains(':') && text.len() < 40 => {
            let dated = format!("2000-01-01 {}", text.trim().trim_start_matches('\''));
            Some(time::read(&dated, DateOrder::DayFirst)?.time())
        }
        _ => None,
    }
}

/// Facts about the other words of a column that settle words with several meanings.
#[derive(Debug, Clone, Copy)]
struct Beside {
    /// "C" is "Chi".
    has_thu: bool,
    /// "Chuyển" is a sent amount, not a kind of transaction; "Gửi" is no deposit.
    has_nhan: bool,
}

impl Beside {
    fn of(words: &[String]) -> Self {
        let has = |known: &[&str]| words.iter().any(|word| known.contains(&word.as_str()));
        Self {
            has_thu: has(&["t", "thu"]),
            has_nhan: has(&["nhan", "nhan tien", "nhan ve"]),
        }
    }
}

/// Returns whether money arrived (`true`) or left, as a folded word for the direction says; `None` if it is not known.
fn has_arrived(word: &str, beside: Beside) -> Option<bool> {
    match word {
        // "Có", credit; but beside "T" for "Thu" it is "Chi".
        "c" => Some(!beside.has_thu),
        "chuyen" | "chuyen tien" | "gui" => beside.has_nhan.then_some(false),
        "cr" | "credit" | "co" | "ghi co" | "ps co" | "phat sinh co" | "+" | "(+)" | "tien vao"
        | "vao" | "in" | "thu" | "t" | "den" | "tien den" | "chuyen den" | "chuyen tien den"
        | "nhan" | "nhan tien" | "nhan ve" | "nop tien" | "gui vao" | "tang" | "deposit"
        | "incoming" | "received" | "money in" => Some(true),
        "d" | "n" | "dr" | "debit" | "no" | "ghi no" | "ps no" | "phat sinh no" | "-" | "(-)"
        | "−" | "–" | "tien ra" | "ra" | "out" | "chi" | "di" | "tien di" | "chuyen di"
        | "chuyen tien di" | "rut ra" | "rut tien" | "giam" | "withdrawal" | "outgoing"
        | "sent" | "money out" => Some(false),
        _ => None,
    }
}

/// Whether the cells count the columns, as below some titles: `(1)`, `(2)`, `(3)`.
fn is_numbering(row: &Row) -> bool {
    let cells = row.cells.iter().filter(|cell| !is_blank(Some(cell)));
    let mut count = 0;
    for (cell, number) in cells.zip(1_i64..) {
        let is_next = amount(Some(cell)).is_some_and(|amount| amount.abs() == number);
        if !is_next {
            return false;
        }
        count += 1;
    }
    count > 2
}

/// Reads the rows below the titles. The rows `above` may tell the balance before the first of them.
#[must_use]
pub fn read(above: &[Row], rows: &[Row], mapping: &Mapping) -> Vec<Line> {
    let reader = Reader::new(rows, mapping);
    let mut lines: Vec<Line> = Vec::with_capacity(rows.len());
    // The transfer whose text may go on in the next row.
    let mut open: Option<(usize, usize)> = None;
    for (at, row) in rows.iter().enumerate() {
        let line = reader.read(row);
        let follows = open.filter(|(_, number)| row.number == number + 1);
        open = match (&line, follows) {
            (Line::In(_) | Line::Out(_), _) => Some((at, row.number)),
            (Line::Nothing, Some((of, _))) if reader.is_more_text(row) => {
                if let Some(Line::In(transfer) | Line::Out(transfer)) = lines.get_mut(of) {
                    let text = format!("{} {}", transfer.text, reader.words(row));
                    transfer.text = kept(&text, MAX_TEXT);
                }
                Some((of, row.number))
            }
            _ => None,
        };
        lines.push(line);
    }
    if mapping.tells_by_balance() {
        let opening = opening(above, rows, &lines);
        balance::direct(&mut lines, opening, mapping.open_arrived);
    }
    lines
}

/// Finds the balance that the file names as the one before its first row: above the titles, or in a row that is no
/// transfer. `lines` are the rows as they were read.
#[must_use]
pub fn opening(above: &[Row], rows: &[Row], lines: &[Line]) -> Option<i64> {
    // A payer's words name no balance.
    let others = rows.iter().zip(lines);
    let others = others.filter(|(_, line)| matches!(line, Line::Nothing));
    let mut rows = above.iter().chain(others.map(|(row, _)| row));
    rows.find_map(|row| {
        let mut cells = row.cells.iter();
        let label = cells.find_map(|cell| match cell {
            Value::Text(text) if is_opening(text) => Some(text),
            _ => None,
        })?;
        let behind = label.rsplit_once(':').map(|(_, behind)| behind.trim());
        match behind.filter(|behind| !behind.is_empty()) {
            Some(behind) => amount(Some(&Value::Text(behind.to_owned()))),
            None => amount(cells.find(|cell| !is_blank(Some(cell)))),
        }
    })
}

/// Whether a cell begins with the name of the balance before the first row.
fn is_opening(text: &str) -> bool {
    let start: String = text.trim().chars().take(40).collect();
    let folded = fold_for_search(&start);
    [
        "so du dau",
        "du dau ky",
        "opening balance",
        "beginning balance",
        "balance brought forward",
    ]
    .iter()
    .any(|name| folded.starts_with(name))
}

/// Names the movements of days after `last` as faults: no bank lists future transfers, so their day is misread.
pub fn refuse_after(lines: &mut [Line], last: Date) {
    for line in lines {
        let movement = line.moved().filter(|transfer| transfer.at.date() > last);
        if let Some(balance) = movement.map(|transfer| transfer.balance) {
            *line = Line::Fault(Fault::Future, balance);
        }
    }
}

/// Reads rows by facts about whole columns.
struct Reader<'a> {
    mapping: &'a Mapping,
    /// Amounts have a sign where they left.
    is_signed: bool,
    /// Amounts that left have a column of their own, and a minus sign in it.
    debits_are_negative: bool,
    beside: Beside,
    /// The days that could be of another month are dates, the others are text: a program for tables took the day for
    /// the month where it could.
    dates_are_doubtful: bool,
}

impl<'a> Reader<'a> {
    fn new(rows: &[Row], mapping: &'a Mapping) -> Self {
        // Sums below have no sign.
        let is_dated =
            |row: &&Row| moment(row.cells.get(mapping.date), mapping.date_order).is_some();
        let with_day: Vec<&Row> = rows.iter().filter(is_dated).collect();
        let amounts = |column: usize| {
            with_day
                .iter()
                .filter_map(move |row| amount(row.cells.get(column)))
        };
        let has_negative = |column: usize| amounts(column).any(|amount| amount < 0);
        let dates = || rows.iter().filter_map(|row| row.cells.get(mapping.date));
        let texts = || {
            dates().filter_map(|cell| match cell {
                Value::Text(text) => Some(text.as_str()),
                _ => None,
            })
        };
        let mut moments = dates().filter_map(|cell| match cell {
            Value::Date(moment) => Some(*moment),
            _ => None,
        });
        let words: Vec<String> = mapping
            .direction
            .into_iter()
            .flat_map(|column| rows.iter().map(move |row| text(row.cells.get(column))))
            .map(|word| fold_for_search(&word))
            .collect();
        let first = moments.next();
        let is_never_open = || {
            texts().all(|text| {
                let read = |order| time::read_beginning(text, order);
                read(DateOrder::DayFirst).is_none() || read(DateOrder::MonthFirst).is_none()
            })
        };
        Self {
            mapping,
            is_signed: has_negative(mapping.credit),
            debits_are_negative: mapping.debit.is_some_and(|column| {
                has_negative(column) && amounts(column).all(|amount| amount <= 0)
            }),
            beside: Beside::of(&words),
            dates_are_doubtful: first.is_some_and(|first| first.day() <= 12)
                && time::order_of(texts()) == Order::Known(DateOrder::DayFirst)
                && moments.all(|moment| moment.day() <= 12)
                && is_never_open(),
        }
    }

    fn read(&self, row: &Row) -> Line {
        let mapping = self.mapping;
        let cell = |column: usize| row.cells.get(column);
        let date = cell(mapping.date);
        let moved = [Some(mapping.credit), mapping.debit];
        let moved = || moved.iter().flatten().map(|column| cell(*column));
        if is_numbering(row) {
            return Line::Nothing;
        }
        let balance = mapping.balance.and_then(|column| amount(cell(column)));
        let read = moment(date, mapping.date_order)
            .filter(|_| !(self.dates_are_doubtful && matches!(date, Some(Value::Date(_)))));
        if moved().all(is_blank) {
            let is_missing = read.is_some() && self.lacks_amount(row);
            return if is_missing {
                Line::Fault(Fault::Empty, balance)
            } else {
                Line::Nothing
            };
        }
        let Some((at, behind)) = read else {
            // Sums, and titles that are repeated on each page.
            let has_digit = |cell: Option<&Value>| {
                !is_blank(cell) && text(cell).contains(|char: char| char.is_ascii_digit())
            };
            let has_words = row.cells.iter().any(
                |cell| matches!(cell, Value::Text(text) if text.contains(char::is_alphabetic)),
            );
            let is_nothing =
                sums::names(row) || !has_words && is_blank(date) || !moved().any(has_digit);
            return if is_nothing {
                Line::Nothing
            } else {
                Line::Fault(Fault::Date, balance)
            };
        };
        let words = self.words(row);
        let sum = sums::of_text(&words);
        if sum == Sum::Certain {
            return Line::Nothing;
        }
        let status = mapping
            .status
            .map(|_| mapping.status_of(&state_of(row, mapping)));
        let status = status.unwrap_or(Status::Settled);
        if mapping
            .currency
            .is_some_and(|column| !is_dong(cell(column)))
        {
            return Line::Fault(Fault::Currency, balance);
        }
        let moved = match self.moved(row) {
            Ok(0) => return Line::Nothing,
            Ok(..0) | Err(_) if status == Status::Unsettled => return Line::Nothing,
            Ok(moved) => moved,
            Err(fault) => return Line::Fault(fault, balance),
        };
        // A payer may have begun so; neither a balance nor a payment reference says it.
        if sum == Sum::Possible && balance.is_none() && references(&words).exact.is_empty() {
            return Line::Fault(Fault::Sum, None);
        }
        let at = match mapping.time.and_then(|column| time_alone(cell(column))) {
            Some(time) if at.time() == Time::midnight() => at.date().to_datetime(time),
            _ => at,
        };
        let number = mapping.number.map(|column| text(cell(column)));
        let number = number.filter(|number| !number.is_empty()).unwrap_or(behind);
        let transfer = Box::new(Transfer {
            id: None,
            account: None,
            virtual_account: None,
            amount: moved.abs(),
            at,
            text: kept(&words, MAX_TEXT),
            number: Some(kept(&number, MAX_NUMBER)).filter(|number| !number.is_empty()),
            balance,
            payer: None,
            payer_account: None,
            payer_bank: None,
        });
        match status {
            _ if moved < 0 => Line::Out(transfer),
            Status::Settled => Line::In(transfer),
            Status::Unsettled => Line::Unsettled(transfer),
            Status::Unknown => Line::Unstated(transfer),
        }
    }

    /// Whether a row with a day tells of a transfer and not of its amount.
    fn lacks_amount(&self, row: &Row) -> bool {
        let mapping = self.mapping;
        let is_empty = |column: usize| match row.cells.get(column) {
            None | Some(Value::Empty) => true,
            // A dash says that there is none.
            Some(Value::Text(text)) => text.trim().is_empty(),
            Some(_) => false,
        };
        // An amount that left may stand in a column of unknown meaning.
        let known = [
            Some(mapping.date),
            Some(mapping.text),
            mapping.number,
            mapping.balance,
        ];
        let has_other = || {
            let cells = row.cells.iter().enumerate();
            let mut others = cells.filter(|(at, _)| !known.contains(&Some(*at)));
            others.any(|(_, cell)| {
                amount(Some(cell)).is_some_and(|amount| amount.abs() >= MIN_AMOUNT)
            })
        };
        let words = self.words(row);
        is_empty(mapping.credit)
            && mapping.debit.map_or_else(|| !has_other(), is_empty)
            && !words.is_empty()
            && sums::of_text(&words) == Sum::No
    }

    /// Returns the amount of a row: above zero if it arrived, below if it left.
    fn moved(&self, row: &Row) -> Result<i64, Fault> {
        let cell = |column: usize| row.cells.get(column);
        let read = |column: usize| match cell(column) {
            blank if is_blank(blank) => Ok(0),
            cell => amount(cell).ok_or(Fault::Amount),
        };
        let credit = read(self.mapping.credit)?;
        let word = self
            .mapping
            .direction
            .map(|column| fold_for_search(&text(cell(column))));
        let has_arrived = word.map(|word| has_arrived(&word, self.beside));
        if let Some(column) = self.mapping.debit {
            let debit = read(column)? * if self.debits_are_negative { -1 } else { 1 };
            return match (credit, debit, has_arrived) {
                // The columns contradict the word.
                (1.., _, Some(Some(false))) | (_, 1.., Some(Some(true))) => Err(Fault::Direction),
                (_, 0, _) => Ok(credit),
                (0, 1.., _) => Ok(-debit),
                _ => Err(Fault::Direction),
            };
        }
        // By balance, the direction follows after all rows are read, so each amount must be positive and have a balance column.
        let is_open = credit < 0 || credit > 0 && self.mapping.balance.is_none();
        if self.mapping.tells_by_balance() && is_open {
            return Err(Fault::Direction);
        }
        match (credit, has_arrived) {
            (_, None) | (0, _) | (1.., Some(Some(true))) | (..0, Some(Some(false))) => Ok(credit),
            (1.., Some(Some(false))) if !self.is_signed => Ok(-credit),
            // Money that left must never count as money that arrived.
            _ => Err(Fault::Direction),
        }
    }

    /// The columns of text.
    fn text_columns(&self) -> impl Iterator<Item = usize> {
        let more = self.mapping.more_text.iter().copied();
        std::iter::once(self.mapping.text).chain(more)
    }

    fn words(&self, row: &Row) -> String {
        let mut words = String::new();
        for column in self.text_columns() {
            let text = text(row.cells.get(column));
            if text.is_empty() || words.contains(&text) {
                continue;
            }
            if !words.is_empty() {
                words.push(' ');
            }
            words.push_str(&text);
        }
        words
    }

    /// Whether a row holds nothing but text in the columns of text.
    fn is_more_text(&self, row: &Row) -> bool {
        let cells = row.cells.iter().enumerate();
        let mut filled = cells.filter(|(_, cell)| !is_blank(Some(cell)));
        filled.all(|(at, cell)| {
            matches!(cell, Value::Text(_)) && self.text_columns().any(|column| column == at)
        }) && !sums::names(row)
    }
}
