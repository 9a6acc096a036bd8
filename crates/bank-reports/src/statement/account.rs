//! Which account a statement says it is of.

use std::collections::BTreeSet;

use hoi_spreadsheet::{Row, Value};

use super::recognise::{Found, MAX_HEAD, is_day};
use super::{Line, is_blank, text, titles};

/// Different numbers that are kept of a file.
pub(super) const MAX_ACCOUNTS: usize = 5;
/// Digits that must be shown of a number.
const MIN_DIGITS: usize = 3;
/// Digits of a number that a spreadsheet keeps.
const EXACT_DIGITS: usize = 15;
/// Characters of a group, in a number that is written in groups.
const MAX_GROUP: usize = 5;

/// Marks in the place of digits that are not shown.
const fn is_mask(char: char) -> bool {
    matches!(char, '*' | 'x' | 'X' | '•' | '●' | '#')
}

/// Titles of numbers of accounts, as [`titles::plain`] writes them.
const LABELS: [&str; 10] = [
    "so tai khoan",
    "so tk",
    "tai khoan so",
    "tk so",
    "stk",
    "account no",
    "account number",
    "acct no",
    "acc no",
    "a c no",
];
/// The same, where no other word stands beside them.
const WHOLE_LABELS: [&str; 5] = [
    "tai khoan",
    "tk",
    "account",
    "tai khoan account",
    "so tai khoan account",
];
/// Words of titles about the accounts of others.
const OTHERS: [&str; 21] = [
    "ghi",
    "debit",
    "credit",
    "doi",
    "ung",
    "nguoi",
    "ben",
    "gui",
    "nhan",
    "thu",
    "huong",
    "den",
    "di",
    "chuyen",
    "nguon",
    "dich",
    "lien",
    "beneficiary",
    "remitter",
    "counter",
    "partner",
];

/// Returns the numbers of accounts that a file names as its own, as they are written: above the titles, and in a column
/// in which each row that moved money names one.
#[must_use]
pub fn named_accounts(rows: &[Row], found: &Found, lines: &[Line]) -> Vec<String> {
    let below = found.below;
    let head = if below > 0 {
        below
    } else {
        // Without titles, the rows above the first day.
        let first = rows
            .iter()
            .take(MAX_HEAD)
            .position(|row| row.cells.iter().any(is_day));
        first.unwrap_or(0)
    };
    let mut accounts: BTreeSet<String> = BTreeSet::new();
    for row in rows.iter().take(head) {
        for (at, cell) in row.cells.iter().enumerate() {
            if let Value::Text(label) = cell
                && is_label(label)
            {
                accounts.extend(beside(row, at, label));
            }
        }
    }
    let movements = || {
        let moved = rows.iter().skip(below).zip(lines);
        moved
            .filter(|(_, line)| line.moved().is_some())
            .map(|(row, _)| row)
    };
    for (column, title) in found.titles.iter().enumerate() {
        if !is_label(title) || movements().next().is_none() {
            continue;
        }
        let numbers = movements().map(|row| number(row.cells.get(column)));
        let mut all = BTreeSet::new();
        let is_whole = numbers.take_while(|number| {
            all.extend(number.clone());
            number.is_some() && all.len() <= MAX_ACCOUNTS
        });
        // Many different ones are those of the payers.
        if is_whole.count() == movements().count() {
            accounts.extend(all);
        }
    }
    accounts.into_iter().take(MAX_ACCOUNTS).collect()
}

/// Returns whether a number as a statement writes it, perhaps with digits that are not shown, may be that of an account.
#[must_use]
pub fn may_be_account(written: &str, account: &str) -> bool {
    // Spreadsheets drop zeros at the front.
    let bare = |text: &str| text.trim_start_matches('0').to_owned();
    let account: String = account
        .chars()
        .filter(|char| char.is_alphanumeric())
        .collect();
    let (Some(first), Some(last)) = (written.find(is_mask), written.rfind(is_mask)) else {
        return bare(written) == bare(&account);
    };
    let start = written.get(..first).unwrap_or_default();
    let rest = written.get(last..).unwrap_or_default();
    let end = rest.trim_start_matches(is_mask);
    let begins = account.starts_with(start) || bare(&account).starts_with(&bare(start));
    begins && account.ends_with(end) && account.len() >= start.len() + end.len()
}

/// Whether a cell is the title of a number of an account, perhaps with the number.
pub(super) fn is_label(label: &str) -> bool {
    let start: String = label.chars().take(80).collect();
    // Of a transaction, "dịch" says nothing of the other side, as "đích" does.
    let plain = titles::plain(&start).replace("giao dich", "");
    let has_digit = |word: &&str| word.contains(|char: char| char.is_ascii_digit());
    let words: Vec<&str> = plain
        .split_whitespace()
        .skip_while(has_digit)
        .take_while(|word| !has_digit(word))
        .collect();
    let words_alone = words.join(" ");
    let padded = format!(" {words_alone} ");
    let says = LABELS
        .iter()
        .any(|known| padded.contains(&format!(" {known} ")));
    (says || WHOLE_LABELS.contains(&words_alone.as_str()))
        && !words.iter().any(|word| OTHERS.contains(word))
}

/// Returns the number behind a title in its own cell, or in the next one that says something.
pub(super) fn beside(row: &Row, at: usize, label: &str) -> Option<String> {
    if let Some(number) = of_text(label) {
        return Some(number);
    }
    let says = |cell: &&Value| {
        !is_blank(Some(cell)) && text(Some(cell)).contains(char::is_alphanumeric)
            || matches!(cell, Value::Text(text) if text.contains(is_mask))
    };
    number(row.cells.iter().skip(at + 1).find(says))
}

pub(super) fn number(cell: Option<&Value>) -> Option<String> {
    match cell? {
        Value::Text(text) => of_text(text),
        Value::Number(number) if *number >= 100.0 && number.fract() == 0.0 && *number < 1e20 => {
            let digits = format!("{number:.0}");
            let (exact, lost) = digits
                .split_at_checked(EXACT_DIGITS)
                .unwrap_or((digits.as_str(), ""));
            Some(format!("{exact}{}", "*".repeat(lost.len())))
        }
        _ => None,
    }
}

/// Returns the first number in a text, without the marks that divide it.
fn of_text(text: &str) -> Option<String> {
    let mut found = String::new();
    let mut is_grouped = true;
    let words = text
        .split(|char: char| char.is_whitespace() || matches!(char, ':' | ';' | ',' | '(' | ')'));
    for word in words.filter(|word| !word.is_empty()).take(60) {
        let is_part = |char: char| char.is_ascii_digit() || is_mask(char);
        let inner = word.trim_matches(|char: char| !is_part(char));
        // The letter alone is a part of a word.
        let is_x = |char: char| matches!(char, 'x' | 'X');
        let says = inner.contains(|char: char| is_part(char) && !is_x(char))
            || word.len() > 1 && word.chars().all(is_x);
        let is_number = says
            && inner
                .chars()
                .all(|char| is_part(char) || matches!(char, '-' | '.'));
        if !is_number {
            if digits(&found) >= MIN_DIGITS {
                break;
            }
            found.clear();
            is_grouped = true;
            continue;
        }
        let part: String = inner.chars().filter(|char| is_part(*char)).collect();
        let is_group = part.chars().count() <= MAX_GROUP;
        if !(found.is_empty() || is_grouped && is_group) {
            break;
        }
        is_grouped = is_group;
        found.push_str(&part);
    }
    (digits(&found) >= MIN_DIGITS).then_some(found)
}

fn digits(text: &str) -> usize {
    text.chars().filter(char::is_ascii_digit).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn head(cells: &[&str]) -> Vec<String> {
        let row = |cells: &[&str], number| Row {
            number,
            cells: cells
                .iter()
                .map(|cell| Value::Text((*cell).to_owned()))
                .collect(),
        };
        let rows = [
            row(cells, 1),
            row(&["Ngày", "Nội dung", "Ghi có"], 2),
            row(&["03/10/2026", "x", "1.000"], 3),
        ];
        let found = super::super::recognise(&rows);
        assert_eq!(found.below, 2);
        named_accounts(&rows, &found, &[])
    }

    #[test]
    fn the_head_names_the_account() {
        for cells in [
            &["Số tài khoản: 0123456789"][..],
            &["Số tài khoản/Account No: 0123456789 - VND"],
            &["Số tài khoản", "", "0123456789"],
            &["Số TK :", "0123 456 789"],
            &["Account number", ":", "012-345-6789"],
            &["STK 0123456789 Từ ngày 01/10/2026"],
            &[
                "SAO KÊ",
                "Tài khoản:",
                "0123456789",
                "Ngày in",
                "03/10/2026",
            ],
            &["Số tài khoản: 0123456789 01.10.2026"],
            &["BẢNG SAO KÊ GIAO DỊCH - Tài khoản số: 0123456789"],
            &["Tài khoản giao dịch:", "0123456789"],
        ] {
            assert_eq!(head(cells), ["0123456789"], "{cells:?}");
        }
        assert_eq!(head(&["Số tài khoản", "****6789"]), ["****6789"]);
        assert_eq!(head(&["Số tài khoản: 0123xxx789"]), ["0123xxx789"]);
        for cells in [
            &["SAO KÊ TÀI KHOẢN"][..],
            &["Chủ tài khoản: CONG TY 247"],
            &["Số tài khoản", "Từ ngày 01/10/2026"],
            &["Số tài khoản đối ứng", "0123456789"],
            &["Mã khách hàng", "0123456789"],
            &["Loại tài khoản", "0123456789"],
        ] {
            assert!(head(cells).is_empty(), "{cells:?}");
        }
    }

    #[test]
    fn a_number_is_compared_by_the_digits_that_are_shown() {
        for written in [
            "0123456789",
            "123456789",
            "****6789",
            "xxxxxx6789",
            "0123***789",
            "123****789",
        ] {
            assert!(may_be_account(written, "0123456789"), "{written}");
        }
        for written in [
            "0123456780",
            "23456789",
            "****6780",
            "0124***789",
            "01234567890",
            "0123456***3456789",
        ] {
            assert!(!may_be_account(written, "0123456789"), "{written}");
        }
    }

    #[test]
    fn a_column_names_the_account_if_each_row_does() {
        let csv = |title: &str, one: &str, other: &str| {
            format!(
                "Ngày;{title};Nội dung;Ghi có\n03/10/2026;{one};x;1.000\n04/10/2026;{other};x;2.000\nTổng cộng;;;3.000\n"
            )
        };
        let named = |csv: &str| {
            let limits = hoi_spreadsheet::Limits {
                rows: 100,
                columns: 50,
                inflated: 1 << 20,
            };
            let rows = hoi_spreadsheet::read(csv.as_bytes(), limits).unwrap().rows;
            let found = super::super::recognise(&rows);
            let mapping = found.mapping.clone().unwrap();
            let (above, below) = rows.split_at(found.below);
            named_accounts(&rows, &found, &super::super::read(above, below, &mapping))
        };
        assert_eq!(named(&csv("Số tài khoản", "998877", "998877")), ["998877"]);
        assert_eq!(
            named(&csv("Account No", "998877", "998866")),
            ["998866", "998877"]
        );
        assert!(named(&csv("Số tài khoản", "998877", "")).is_empty());
        assert!(named(&csv("Số tài khoản người gửi", "998877", "998877")).is_empty());
    }
}
