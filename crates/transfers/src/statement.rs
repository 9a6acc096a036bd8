//! Statements of accounts as banks export them: which column says what, and the transfers in them.

use hoi_i18n::fold_for_search;
use hoi_spreadsheet::{Row, Value};
use jiff::civil::DateTime;
use serde::{Deserialize, Serialize};

use crate::services::kept;
use crate::time::{self, DateOrder};
use crate::{Transfer, money};

/// Rows near the top among which the titles are looked for.
const MAX_HEAD: usize = 40;
/// Rows from which columns are recognised by what they contain.
const SAMPLE: usize = 200;
/// Characters of a text that are kept.
const MAX_TEXT: usize = 500;
/// Characters of a number of a transaction that are kept.
const MAX_NUMBER: usize = 100;

/// What the column of a statement contains.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Field {
    /// The day, perhaps with a time.
    Date,
    /// What the payer and the banks wrote.
    Text,
    /// What arrived; with its sign if there is no other column for what left.
    Credit,
    /// The amount that left the account.
    Debit,
    /// Whether it arrived or left, in words or letters.
    Direction,
    /// The bank's number of the transaction.
    Number,
    /// The balance afterwards.
    Balance,
    /// The currency, if the account has several.
    Currency,
}

impl Field {
    pub const ALL: [Self; 8] = [
        Self::Date,
        Self::Text,
        Self::Credit,
        Self::Debit,
        Self::Direction,
        Self::Number,
        Self::Balance,
        Self::Currency,
    ];

    /// Titles of such a column, without accents, the most telling first.
    fn titles(self) -> &'static [&'static str] {
        match self {
            Self::Date => &[
                "ngay giao dich",
                "ngay gd",
                "transaction date",
                "ngay gio giao dich",
                "thoi gian giao dich",
                "ngay hach toan",
                "ngay hieu luc",
                "posting date",
                "value date",
                "thoi gian",
                "ngay",
                "date",
                "tnx date",
            ],
            Self::Text => &[
                "noi dung giao dich",
                "dien giai",
                "noi dung chi tiet",
                "noi dung",
                "mo ta giao dich",
                "mo ta",
                "chi tiet giao dich",
                "transaction description",
                "transactions in detail",
                "description",
                "details",
                "transaction details",
                "remark",
                "remarks",
                "narrative",
                "content",
            ],
            Self::Credit => &[
                "so tien ghi co",
                "phat sinh co",
                "ghi co",
                "so tien gui vao",
                "tien vao",
                "co",
                "credit amount",
                "credit",
                "deposit",
                "so tien giao dich",
                "so tien",
                "amount",
                "transaction amount",
            ],
            Self::Debit => &[
                "so tien ghi no",
                "phat sinh no",
                "ghi no",
                "so tien rut ra",
                "tien ra",
                "no",
                "debit amount",
                "debit",
                "withdrawal",
            ],
            Self::Direction => &[
                "ghi no ghi co",
                "no co",
                "loai giao dich",
                "loai",
                "debit credit",
                "dr cr",
                "d c",
                "transaction type",
                "type",
            ],
            Self::Number => &[
                "so giao dich",
                "ma giao dich",
                "so tham chieu",
                "ma tham chieu",
                "so chung tu",
                "so ct",
                "so but toan",
                "but toan",
                "reference number",
                "reference",
                "ref no",
                "transaction no",
                "transaction id",
                "transaction number",
                "doc no",
            ],
            Self::Balance => &[
                "so du sau giao dich",
                "so du cuoi",
                "so du",
                "running balance",
                "ending balance",
                "balance",
            ],
            Self::Currency => &["loai tien", "loai tien te", "tien te", "currency", "ccy"],
        }
    }

    /// Returns how well a folded title fits; 0 if it does not.
    fn fit(self, title: &str) -> usize {
        let titles = self.titles();
        let at = titles.iter().position(|known| *known == title);
        if let Some(at) = at {
            return 100 + titles.len() - at;
        }
        // Titles in two languages, or with a unit.
        let holds =
            |known: &&str| known.len() > 4 && format!(" {title} ").contains(&format!(" {known} "));
        let at = titles.iter().position(holds);
        at.map_or(0, |at| titles.len() - at)
    }
}

/// Which column, counted from 0, says what.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Mapping {
    pub date: usize,
    pub text: usize,
    pub credit: usize,
    pub debit: Option<usize>,
    pub direction: Option<usize>,
    pub number: Option<usize>,
    pub balance: Option<usize>,
    pub currency: Option<usize>,
    pub date_order: DateOrder,
}

/// What was recognised of a statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recognised {
    /// The place of the row with the titles; `None` if the rows begin at once.
    pub head: Option<usize>,
    /// `None` if no columns were found for the day, the text and what arrived.
    pub mapping: Option<Mapping>,
}

/// Why a row is no transfer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Fault {
    Date,
    Amount,
    /// It is not in dong.
    Currency,
    /// The word for whether it arrived or left is not known.
    Direction,
}

/// What a row of a statement stands for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Line {
    In(Box<Transfer>),
    /// Money that left the account.
    Out,
    /// A sum, a note, an empty row.
    Nothing,
    Fault(Fault),
}

/// What a cell says, as text.
fn text(cell: Option<&Value>) -> String {
    match cell {
        None | Some(Value::Empty) => String::new(),
        Some(Value::Text(text)) => text.trim().trim_start_matches('\'').to_owned(),
        Some(Value::Number(number)) => number.to_string(),
        Some(Value::Bool(truth)) => truth.to_string(),
        Some(Value::Date(moment)) => moment.strftime("%d/%m/%Y %H:%M:%S").to_string(),
    }
}

fn amount(cell: Option<&Value>) -> Option<i64> {
    match cell? {
        Value::Number(number) => money::of_float(*number),
        Value::Text(text) => money::of_text(text),
        _ => None,
    }
}

fn is_blank(cell: Option<&Value>) -> bool {
    match cell {
        None | Some(Value::Empty) => true,
        Some(Value::Text(text)) => matches!(text.trim(), "" | "-" | "'"),
        Some(_) => false,
    }
}

fn moment(cell: Option<&Value>, order: DateOrder) -> Option<DateTime> {
    match cell? {
        Value::Date(moment) => Some(*moment),
        Value::Text(text) => time::read(text.trim_start_matches('\''), order),
        _ => None,
    }
}

/// A title without accents, marks and line ends.
fn title(cell: &Value) -> String {
    let folded = fold_for_search(&text(Some(cell)));
    let words = folded.split(|char: char| !char.is_alphanumeric());
    words
        .filter(|word| !word.is_empty())
        .take(12)
        .collect::<Vec<_>>()
        .join(" ")
}

/// Recognises the columns by their titles, and where titles say nothing by what the columns contain.
#[must_use]
pub fn recognise(rows: &[Row]) -> Recognised {
    let head = find_head(rows);
    let below = rows.get(head.map_or(0, |at| at + 1)..).unwrap_or_default();
    let sample = below.get(..SAMPLE.min(below.len())).unwrap_or_default();
    let titles: Vec<String> = head
        .and_then(|at| rows.get(at))
        .map(|row| row.cells.iter().map(title).collect())
        .unwrap_or_default();
    let mut chosen: Vec<(Field, usize)> = Vec::new();
    let mut fits: Vec<(usize, Field, usize)> = Vec::new();
    for field in Field::ALL {
        for (column, title) in titles.iter().enumerate() {
            fits.push((field.fit(title), field, column));
        }
    }
    fits.retain(|(fit, ..)| *fit > 0);
    fits.sort_by_key(|(fit, _, column)| (usize::MAX - fit, *column));
    for (_, field, column) in fits {
        if !chosen
            .iter()
            .any(|(known, at)| *known == field || *at == column)
        {
            chosen.push((field, column));
        }
    }
    let by_title = |field| {
        chosen
            .iter()
            .find(|(known, _)| *known == field)
            .map(|(_, at)| *at)
    };
    let taken = |column: &usize| chosen.iter().any(|(_, at)| at == column);
    let width = sample.iter().map(|row| row.cells.len()).max().unwrap_or(0);
    let free = || (0..width).filter(|column| !taken(column));
    let order_at = |column: usize| {
        let cells: Vec<String> = sample
            .iter()
            .map(|row| text(row.cells.get(column)))
            .collect();
        time::order_of(cells.iter().map(String::as_str))
    };
    let share = |column: usize, is: &dyn Fn(&Value) -> bool| {
        sample
            .iter()
            .filter(|row| row.cells.get(column).is_some_and(is))
            .count()
    };
    let date = by_title(Field::Date).or_else(|| {
        let dates = |column: &usize| {
            let order = order_at(*column);
            share(*column, &|cell| moment(Some(cell), order).is_some())
        };
        free()
            .filter(|column| dates(column) * 2 > sample.len())
            .max_by_key(|column| (dates(column), usize::MAX - column))
    });
    let credit = by_title(Field::Credit).or_else(|| {
        let amounts = |column: &usize| {
            share(*column, &|cell| {
                amount(Some(cell)).is_some_and(|amount| amount.abs() >= 1000)
            })
        };
        free()
            .filter(|column| Some(*column) != date && amounts(column) > 0)
            .max_by_key(|column| (amounts(column), usize::MAX - column))
    });
    let words = by_title(Field::Text).or_else(|| {
        let length = |column: &usize| -> usize {
            let cells = sample.iter().map(|row| row.cells.get(*column));
            cells
                .map(|cell| match cell {
                    Some(Value::Text(text)) if money::of_text(text).is_none() => {
                        text.chars().count().min(MAX_TEXT)
                    }
                    _ => 0,
                })
                .sum()
        };
        free()
            .filter(|column| Some(*column) != date && Some(*column) != credit && length(column) > 0)
            .max_by_key(length)
    });
    let mapping = match (date, words, credit) {
        (Some(date), Some(text), Some(credit)) => Some(Mapping {
            date,
            text,
            credit,
            debit: by_title(Field::Debit),
            direction: by_title(Field::Direction)
                .filter(|column| is_direction(titles.get(*column), sample, *column)),
            number: by_title(Field::Number),
            balance: by_title(Field::Balance),
            currency: by_title(Field::Currency),
            date_order: order_at(date),
        }),
        _ => None,
    };
    Recognised { head, mapping }
}

/// Returns whether a column tells the direction. What is called the kind of transaction may tell anything.
fn is_direction(title: Option<&String>, sample: &[Row], column: usize) -> bool {
    let is_kind = title.is_some_and(|title| title.contains("loai") || title.contains("type"));
    let mut words = sample.iter().map(|row| text(row.cells.get(column)));
    !is_kind || words.any(|word| has_arrived(&fold_for_search(&word)).is_some())
}

/// Finds the row near the top in which the most fields are named, at least two.
fn find_head(rows: &[Row]) -> Option<usize> {
    let named = |row: &Row| {
        let titles: Vec<String> = row.cells.iter().map(title).collect();
        let is_named = |field: &Field| titles.iter().any(|title| field.fit(title) > 0);
        Field::ALL.iter().filter(|field| is_named(field)).count()
    };
    let near_top = rows.iter().take(MAX_HEAD).enumerate();
    // The first of equals: `max_by_key` would take the last.
    let best = near_top
        .map(|(at, row)| (named(row), at))
        .rev()
        .max_by_key(|(named, _)| *named);
    best.filter(|(named, _)| *named >= 2).map(|(_, at)| at)
}

/// Returns whether money arrived (`true`) or left, as a folded word for the direction says; `None` if it is not known.
fn has_arrived(word: &str) -> Option<bool> {
    match word {
        "c" | "cr" | "credit" | "co" | "ghi co" | "ps co" | "phat sinh co" | "+" | "tien vao"
        | "in" | "thu" | "chuyen den" => Some(true),
        "d" | "dr" | "debit" | "no" | "ghi no" | "ps no" | "phat sinh no" | "-" | "tien ra"
        | "out" | "chi" | "chuyen di" => Some(false),
        _ => None,
    }
}

/// Reads the rows below the titles. A day that stands in merged cells counts for the rows below it.
#[must_use]
pub fn read(rows: &[Row], mapping: &Mapping) -> Vec<Line> {
    let mut day = None;
    rows.iter()
        .map(|row| read_row(row, mapping, &mut day))
        .collect()
}

fn read_row(row: &Row, mapping: &Mapping, day: &mut Option<DateTime>) -> Line {
    let cell = |column: usize| row.cells.get(column);
    let words = text(cell(mapping.text));
    let date = cell(mapping.date);
    let folded = fold_for_search(words.get(..words.len().min(40)).unwrap_or(&words));
    let is_sum = [
        "tong", "cong", "total", "so du", "opening", "closing", "balance",
    ]
    .iter()
    .any(|start| folded.starts_with(start));
    let credit = cell(mapping.credit);
    let debit = mapping.debit.and_then(cell);
    if is_blank(credit) && is_blank(debit) {
        return Line::Nothing;
    }
    let at = if is_blank(date) {
        if is_sum || words.is_empty() {
            return Line::Nothing;
        }
        *day
    } else {
        let read = moment(date, mapping.date_order);
        // Rows such as "Tổng cộng" have a word where others have their day.
        if read.is_none() && fold_for_search(&text(date)).starts_with("tong") {
            return Line::Nothing;
        }
        read
    };
    let Some(at) = at else {
        return Line::Fault(Fault::Date);
    };
    *day = Some(at);
    if let Some(column) = mapping.currency {
        let currency = text(cell(column)).to_uppercase();
        if !matches!(currency.as_str(), "" | "VND" | "VNĐ" | "Đ" | "₫") {
            return Line::Fault(Fault::Currency);
        }
    }
    let credit = if is_blank(credit) {
        Some(0)
    } else {
        amount(credit)
    };
    let debit = if is_blank(debit) {
        Some(0)
    } else {
        amount(debit)
    };
    let (Some(credit), Some(debit)) = (credit, debit) else {
        return Line::Fault(Fault::Amount);
    };
    let direction = mapping
        .direction
        .map(|column| fold_for_search(&text(cell(column))));
    let is_out = match direction.as_deref().map(has_arrived) {
        None | Some(Some(true)) => false,
        Some(Some(false)) => true,
        // Where two columns tell the directions apart, the word says nothing more.
        Some(None) if mapping.debit.is_some() => false,
        // Money that left must never count as money that arrived.
        Some(None) => return Line::Fault(Fault::Direction),
    };
    if credit < 0 || is_out || (credit == 0 && debit != 0) {
        return Line::Out;
    }
    if credit == 0 {
        return Line::Nothing;
    }
    let number = mapping.number.map(|column| text(cell(column)));
    Line::In(Box::new(Transfer {
        id: None,
        account: None,
        virtual_account: None,
        amount: credit,
        at,
        text: kept(&words, MAX_TEXT),
        number: number
            .map(|number| kept(&number, MAX_NUMBER))
            .filter(|number| !number.is_empty()),
        balance: mapping.balance.and_then(|column| amount(cell(column))),
        payer: None,
        payer_account: None,
        payer_bank: None,
    }))
}

#[cfg(test)]
mod tests {
    use hoi_spreadsheet::Limits;
    use jiff::civil::datetime;
    use proptest::prelude::*;

    use super::*;

    fn rows(csv: &str) -> Vec<Row> {
        let limits = Limits {
            rows: 1000,
            columns: 50,
            inflated: 1 << 20,
        };
        hoi_spreadsheet::read(csv.as_bytes(), limits).unwrap().rows
    }

    /// Reads a file with what is recognised: amounts and texts of what arrived.
    fn arrived(csv: &str) -> Vec<(i64, String)> {
        let rows = rows(csv);
        let found = recognise(&rows);
        let below = &rows[found.head.map_or(0, |at| at + 1)..];
        let lines = read(below, &found.mapping.unwrap());
        let arrived = lines.into_iter().filter_map(|line| match line {
            Line::In(transfer) => Some((transfer.amount, transfer.text)),
            _ => None,
        });
        arrived.collect()
    }

    #[test]
    fn banks_with_two_columns_are_read() {
        let csv = "SAO KÊ TÀI KHOẢN;;;;;\nSố tài khoản;0123456789;;;;\n\
            STT;Ngày giao dịch;Số tham chiếu;Số tiền ghi nợ;Số tiền ghi có;Số dư;Mô tả\n\
            1;03/10/2026;FT1;;1.250.000;5.250.000;EV7K2Q9XAR NGUYEN VAN A\n\
            2;25/10/2026;FT2;300.000;;4.950.000;Phi\n\
            ;;;300.000;1.250.000;;Tổng cộng\n";
        assert_eq!(
            arrived(csv),
            [(1_250_000, "EV7K2Q9XAR NGUYEN VAN A".to_owned())]
        );
        let found = recognise(&rows(csv)).mapping.unwrap();
        assert_eq!(
            (found.number, found.balance, found.debit),
            (Some(2), Some(5), Some(3))
        );
    }

    #[test]
    fn banks_with_one_column_are_read() {
        let csv = "Transaction Date,Description,Amount,Currency\n\
            10/25/2026,EV7K2Q9XAR,\"+1,250,000.00\",VND\n\
            10/03/2026,Fee,\"-11,000.00\",VND\n\
            10/04/2026,Other,\"100.00\",USD\n";
        assert_eq!(arrived(csv), [(1_250_000, "EV7K2Q9XAR".to_owned())]);
        let rows = rows(csv);
        let mapping = recognise(&rows).mapping.unwrap();
        assert_eq!(mapping.date_order, DateOrder::MonthFirst);
        let lines = read(&rows[1..], &mapping);
        assert!(
            matches!(&lines[0], Line::In(transfer) if transfer.at == datetime(2026, 10, 25, 0, 0, 0, 0))
        );
        assert_eq!(lines[1..], [Line::Out, Line::Fault(Fault::Currency)]);
    }

    #[test]
    fn an_unknown_word_for_the_direction_is_a_fault() {
        let csv = "Ngày;Nội dung;Số tiền;Loại\n\
            03/10/2026;một;1000;C\n03/10/2026;hai;2000;Nợ\n03/10/2026;ba;3000;Khác\n";
        let rows = rows(csv);
        let mapping = recognise(&rows).mapping.unwrap();
        assert_eq!(mapping.direction, Some(3));
        let lines = read(&rows[1..], &mapping);
        assert!(matches!(&lines[0], Line::In(transfer) if transfer.amount == 1000));
        assert_eq!(lines[1..], [Line::Out, Line::Fault(Fault::Direction)]);
        // A kind of transaction is no direction.
        let csv = "Ngày;Nội dung;Số tiền;Loại giao dịch\n03/10/2026;một;1000;Chuyển khoản\n";
        assert_eq!(arrived(csv), [(1000, "một".to_owned())]);
    }

    #[test]
    fn columns_without_titles_are_recognised_by_what_they_contain() {
        let csv =
            "03/10/2026 15:06:37;EV7K2Q9XAR chuyen tien mua ve;250000\n25/10/2026;khac;50000\n";
        let found = recognise(&rows(csv));
        assert_eq!(found.head, None);
        let mapping = found.mapping.unwrap();
        assert_eq!((mapping.date, mapping.text, mapping.credit), (0, 1, 2));
        assert_eq!(arrived(csv).len(), 2);
        assert_eq!(recognise(&rows("a;b\nc;d\n")).mapping, None);
    }

    #[test]
    fn merged_days_formulas_and_nonsense_are_told_apart() {
        let csv = "Ngày;Nội dung;Ghi có\n03/10/2026;một;1000\n;hai;2000\nhôm qua;ba;3000\n04/10/2026;bốn;=1+1\n04/10/2026;năm;99999999999999999\n04/10/2026;sáu;-\n";
        let rows = rows(csv);
        let mapping = recognise(&rows).mapping.unwrap();
        let lines = read(&rows[1..], &mapping);
        let day = datetime(2026, 10, 3, 0, 0, 0, 0);
        assert!(
            matches!(&lines[1], Line::In(transfer) if transfer.at == day && transfer.text == "hai")
        );
        assert_eq!(
            lines[2..],
            [
                Line::Fault(Fault::Date),
                Line::Fault(Fault::Amount),
                Line::Fault(Fault::Amount),
                Line::Nothing
            ]
        );
    }

    fn cell() -> impl Strategy<Value = Value> {
        let day = (-9999_i16..=9999, 1_i8..=12, 1_i8..=28);
        prop_oneof![
            "\\PC{0,20}".prop_map(Value::Text),
            "[-+0-9., /:()]{0,20}".prop_map(Value::Text),
            any::<f64>().prop_map(Value::Number),
            day.prop_map(|(year, month, day)| Value::Date(datetime(
                year, month, day, 23, 59, 59, 0
            ))),
            any::<bool>().prop_map(Value::Bool),
            Just(Value::Empty),
        ]
    }

    proptest! {
        #[test]
        fn any_table_is_read(cells in prop::collection::vec(prop::collection::vec(cell(), 0..6), 0..12), columns in prop::collection::vec(0_usize..8, 8)) {
            let rows: Vec<Row> = cells
                .into_iter()
                .zip(1..)
                .map(|(cells, number)| Row { number, cells })
                .collect();
            let found = recognise(&rows);
            let mapping = found.mapping.unwrap_or(Mapping {
                date: columns[0],
                text: columns[1],
                credit: columns[2],
                debit: Some(columns[3]),
                direction: Some(columns[4]),
                number: Some(columns[5]),
                balance: Some(columns[6]),
                currency: Some(columns[7]),
                date_order: DateOrder::DayFirst,
            });
            prop_assert_eq!(read(&rows, &mapping).len(), rows.len());
        }
    }
}
