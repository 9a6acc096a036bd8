//! Statements of accounts as banks export them: which column says what, and the transfers in them.
//!
//! Which amounts arrived and which left is proved, by titles that are known ([`titles`]) and by the balances
//! ([`balance`]), or asked; it is never guessed.

mod account;
mod balance;
mod recognise;
#[cfg(test)]
mod tests;
mod titles;

use hoi_i18n::fold_for_search;
use hoi_spreadsheet::{Row, Value};
use jiff::civil::{Date, DateTime};
use serde::{Deserialize, Serialize};

use crate::services::kept;
use crate::time::{self, DateOrder, Order};
use crate::{Transfer, money};

pub use account::{may_be_account, named_accounts};
pub use balance::{Proof, prove};
pub use recognise::{Doubt, Found, MAX_MORE_TEXT, is_disproved, recognise};

/// Characters of a text that are kept.
const MAX_TEXT: usize = 500;
/// Characters of a number of a transaction that are kept.
const MAX_NUMBER: usize = 100;

/// Which column, counted from 0, says what.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Mapping {
    pub date: usize,
    pub text: usize,
    /// Further columns of text.
    #[serde(default)]
    pub more_text: Vec<usize>,
    /// What arrived; with its sign if neither `debit`, `direction` nor `by_balance` tells what left.
    pub credit: usize,
    pub debit: Option<usize>,
    /// Whether it arrived or left, in words or letters.
    pub direction: Option<usize>,
    pub number: Option<usize>,
    pub balance: Option<usize>,
    /// Amounts have no sign, and the balances tell which of them arrived.
    #[serde(default)]
    pub by_balance: bool,
    /// Whether the only row whose direction no balance tells arrived, as a person says. True of one file alone.
    #[serde(default)]
    pub open_arrived: Option<bool>,
    pub currency: Option<usize>,
    pub date_order: DateOrder,
}

impl Mapping {
    /// Whether nothing but the balances tells what arrived and what left.
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
}

/// What a row of a statement stands for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Line {
    In(Box<Transfer>),
    /// Money that left the account.
    Out(Box<Transfer>),
    /// Money of which the balances do not tell whether it arrived: there is none before it.
    Open(Box<Transfer>),
    /// A sum, a note, more of the text above, an empty row.
    Nothing,
    /// What cannot be read, and the balance after it.
    Fault(Fault, Option<i64>),
}

impl Line {
    /// What arrived or left.
    #[must_use]
    pub fn movement(&self) -> Option<&Transfer> {
        match self {
            Self::In(transfer) | Self::Out(transfer) => Some(transfer),
            Self::Open(_) | Self::Nothing | Self::Fault(..) => None,
        }
    }

    /// What moved, in a direction that is known or not.
    fn moved(&self) -> Option<&Transfer> {
        match self {
            Self::In(transfer) | Self::Out(transfer) | Self::Open(transfer) => Some(transfer),
            Self::Nothing | Self::Fault(..) => None,
        }
    }
}

/// What a cell says, as text on one line.
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
    match cell? {
        Value::Date(moment) => Some((*moment, String::new())),
        Value::Number(counted) => number(*counted),
        Value::Text(text) => {
            let text = text.trim().trim_start_matches('\'');
            let counted = || number(text.replace(',', ".").parse().ok()?);
            time::read_beginning(text, order).or_else(counted)
        }
        _ => None,
    }
}

/// What the other words of a column say of those that mean several things.
#[derive(Debug, Clone, Copy)]
struct Beside {
    /// "C" is "Chi".
    has_thu: bool,
    /// "Chuyển" is what was sent, not a kind of transaction; "Gửi" is no deposit.
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
        "chuyen" | "gui" => beside.has_nhan.then_some(false),
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

/// Beginnings of what stands in rows of sums and balances. Names of people and companies begin with some of these
/// words, too.
const SUMS: [&str; 22] = [
    "tong cong",
    "tong so",
    "tong phat sinh",
    "tong ps",
    "tong tien",
    "tong ghi",
    "tong gia tri",
    "tong giao dich",
    "cong phat sinh",
    "cong ps",
    "cong so",
    "cong trang",
    "so du",
    "phat sinh trong",
    "phat sinh ky",
    "luy ke",
    "doanh so",
    "total",
    "grand total",
    "subtotal",
    "opening balance",
    "closing balance",
];
/// The same, where nothing follows.
const WHOLE_SUMS: [&str; 7] = [
    "tong",
    "cong",
    "tong thu",
    "tong chi",
    "balance",
    "sum",
    "phat sinh",
];
/// What stands in such rows even where they have a day.
const DATED_SUMS: [&str; 12] = [
    "so du dau",
    "so du dau ky",
    "so du dau ngay",
    "so du cuoi",
    "so du cuoi ky",
    "so du cuoi ngay",
    "opening balance",
    "closing balance",
    "balance brought forward",
    "tong cong",
    "tong phat sinh",
    "cong phat sinh",
];

/// Whether a cell names a sum or a balance.
fn is_sum(row: &Row) -> bool {
    row.cells.iter().any(|cell| match cell {
        Value::Text(text) => {
            let start: String = text.trim().chars().take(40).collect();
            let folded = fold_for_search(&start);
            let folded = folded.trim_end_matches([':', '.']);
            let begins = SUMS.iter().any(|sum| folded.starts_with(sum));
            WHOLE_SUMS.contains(&folded) || begins && !folded.starts_with("tong cong ty")
        }
        _ => false,
    })
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
        // A payer's words name no balance.
        let others = rows.iter().zip(&lines);
        let others = others.filter(|(_, line)| matches!(line, Line::Nothing));
        let opening = opening(above.iter().chain(others.map(|(row, _)| row)));
        balance::direct(&mut lines, opening, mapping.open_arrived);
    }
    lines
}

/// Finds the balance that the file names as the one before its first row.
fn opening<'a>(mut rows: impl Iterator<Item = &'a Row>) -> Option<i64> {
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
    ["so du dau", "opening balance", "balance brought forward"]
        .iter()
        .any(|name| folded.starts_with(name))
}

/// Names the movements of days after `last` as faults: no bank lists what has not happened, so their day is misread.
pub fn refuse_after(lines: &mut [Line], last: Date) {
    for line in lines {
        let movement = line.moved().filter(|transfer| transfer.at.date() > last);
        if let Some(balance) = movement.map(|transfer| transfer.balance) {
            *line = Line::Fault(Fault::Future, balance);
        }
    }
}

/// Reads rows, by what the whole columns say.
struct Reader<'a> {
    mapping: &'a Mapping,
    /// Amounts have a sign where they left.
    is_signed: bool,
    /// What left is written with a sign in a column of its own.
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
        if moved().all(is_blank) || is_numbering(row) {
            return Line::Nothing;
        }
        let balance = mapping.balance.and_then(|column| amount(cell(column)));
        let read = moment(date, mapping.date_order)
            .filter(|_| !(self.dates_are_doubtful && matches!(date, Some(Value::Date(_)))));
        let Some((at, behind)) = read else {
            // Sums, and titles that are repeated on each page.
            let has_digit = |cell: Option<&Value>| {
                !is_blank(cell) && text(cell).contains(|char: char| char.is_ascii_digit())
            };
            let has_words = row.cells.iter().any(
                |cell| matches!(cell, Value::Text(text) if text.contains(char::is_alphabetic)),
            );
            let is_nothing = is_sum(row) || !has_words && is_blank(date) || !moved().any(has_digit);
            return if is_nothing {
                Line::Nothing
            } else {
                Line::Fault(Fault::Date, balance)
            };
        };
        let words = self.words(row);
        if DATED_SUMS.contains(&fold_for_search(words.trim_end_matches([':', '.'])).as_str()) {
            return Line::Nothing;
        }
        if let Some(column) = mapping.currency {
            let currency = text(cell(column)).to_uppercase();
            if !matches!(currency.as_str(), "" | "VND" | "VNĐ" | "Đ" | "₫") {
                return Line::Fault(Fault::Currency, balance);
            }
        }
        let moved = match self.moved(row) {
            Ok(0) => return Line::Nothing,
            Ok(moved) => moved,
            Err(fault) => return Line::Fault(fault, balance),
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
        if moved > 0 {
            Line::In(transfer)
        } else {
            Line::Out(transfer)
        }
    }

    /// Returns the amount of a row: above zero what arrived, below what left.
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
                // What the columns say is not what the word says.
                (1.., _, Some(Some(false))) | (_, 1.., Some(Some(true))) => Err(Fault::Direction),
                (_, 0, _) => Ok(credit),
                (0, 1.., _) => Ok(-debit),
                _ => Err(Fault::Direction),
            };
        }
        // What arrives here has its direction from the balances, after all rows are read.
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
        }) && !is_sum(row)
    }
}
