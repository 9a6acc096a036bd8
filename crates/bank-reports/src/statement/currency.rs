//! In which unit a statement counts, where it says so. Anything but single dong is refused, never converted.

use hoi_spreadsheet::{Row, Value};

use super::account::is_label;
use super::recognise::Found;
use super::titles::{holds, plain};
use super::{Mapping, is_blank, text};

/// A unit that is not the dong, as the file names it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unit {
    /// A currency other than the dong, as the file writes it.
    Foreign(String),
    /// A multiple of the dong, such as thousands, as the file writes it.
    Multiple(String),
}

/// Characters of a cell that are looked at and repeated.
const MAX_SAID: usize = 80;

const FOREIGN: [&str; 32] = [
    "usd",
    "eur",
    "jpy",
    "gbp",
    "aud",
    "cad",
    "chf",
    "cny",
    "rmb",
    "sgd",
    "hkd",
    "thb",
    "krw",
    "twd",
    "nzd",
    "lak",
    "khr",
    "rub",
    "inr",
    "myr",
    "idr",
    "php",
    "sek",
    "nok",
    "dkk",
    "aed",
    "sar",
    "kwd",
    "mmk",
    "do la",
    "us dollar",
    "euro",
];
const OWN: [&str; 2] = ["vnd", "dong"];
/// Titles of a currency.
const CURRENCY: [&str; 9] = [
    "loai tien",
    "tien te",
    "dong tien",
    "loai ngoai te",
    "ngoai te",
    "nguyen te",
    "currency",
    "ccy",
    "don vi tien",
];
/// Titles of the unit in which amounts are counted.
const UNIT: [&str; 4] = ["don vi tinh", "dvt", "unit", "units"];
/// The same in short, which is the word for an organisation, too.
const UNIT_IN_SHORT: &str = "don vi";
const MULTIPLE: [&str; 30] = [
    "nghin",
    "ngan",
    "ngd",
    "ng d",
    "ng dong",
    "ng vnd",
    "trieu",
    "trd",
    "tr d",
    "tr dong",
    "tr vnd",
    "ty",
    "ti d",
    "ti dong",
    "ti vnd",
    "1 000",
    "1 000d",
    "1000",
    "1000d",
    "1 000 000",
    "1000000",
    "1000000d",
    "000",
    "000d",
    "thousand",
    "thousands",
    "million",
    "millions",
    "billion",
    "billions",
];
/// Words beside those of a currency.
const BESIDE: [&str; 3] = ["d", "viet nam", "my"];
/// Words for an account as a whole.
const ACCOUNT: [&str; 6] = [
    "sao ke",
    "statement",
    "tai khoan",
    "account",
    "so du",
    "balance",
];
/// Words for its holder, whose name may be anything.
const HOLDER: [&str; 8] = [
    "chu tai khoan",
    "ten",
    "name",
    "holder",
    "khach hang",
    "customer",
    "cong ty",
    "cty",
];

fn is_foreign(said: &str) -> bool {
    holds(said, &FOREIGN) && !holds(said, &OWN)
}

/// Whether words name a currency or a multiple of one, and nothing else.
fn is_unit_alone(said: &str) -> bool {
    let phrases = || MULTIPLE.iter().chain(&FOREIGN).chain(&OWN).chain(&BESIDE);
    let is_known =
        |word: &str| phrases().any(|phrase| phrase.split(' ').any(|known| known == word));
    // A number alone may be that of a branch.
    said.contains(char::is_alphabetic) && said.split(' ').all(is_known)
}

/// Returns what stands behind the short word for a unit.
fn behind_short(said: &str) -> Option<String> {
    let padded = format!(" {said} ");
    let (_, behind) = padded.split_once(&format!(" {UNIT_IN_SHORT} "))?;
    Some(behind.trim().to_owned())
}

/// Returns the unit other than the dong that the file names: above its titles, in a line between its rows, or in the
/// titles of the amounts. `None` if it names none, or the dong.
#[must_use]
pub fn foreign_unit<'a>(
    rows: &[Row],
    found: &Found,
    mut mappings: impl Iterator<Item = &'a Mapping>,
) -> Option<Unit> {
    let above = rows.get(..found.head).unwrap_or_default();
    let below = rows.get(found.below..).unwrap_or_default();
    let names_dong = || {
        let mut cells = above.iter().flat_map(|row| &row.cells);
        cells.any(|cell| holds(&plain(&shortened(&text(Some(cell)))), &OWN))
    };
    let labelled = above
        .iter()
        .chain(below.iter().filter(|row| is_labelled(row)))
        .find_map(of_labels);
    let whole = || {
        let mut cells = above.iter().flat_map(|row| &row.cells);
        let said = cells.find(|cell| {
            let said = plain(&shortened(&text(Some(cell))));
            let is_of_account = holds(&said, &ACCOUNT) && !holds(&said, &HOLDER);
            is_foreign(&said) && (is_of_account || FOREIGN.contains(&said.as_str()))
        })?;
        let said = Unit::Foreign(shortened(&text(Some(said))));
        (!names_dong()).then_some(said)
    };
    let titled = |mapping: &Mapping| {
        let columns = [Some(mapping.credit), mapping.debit];
        let mut titles = columns
            .iter()
            .flatten()
            .filter_map(|at| found.titles.get(*at));
        titles.find_map(|title| {
            let said = plain(&shortened(title));
            if is_foreign(&said) {
                Some(Unit::Foreign(shortened(title)))
            } else if holds(&said, &MULTIPLE) {
                Some(Unit::Multiple(shortened(title)))
            } else {
                None
            }
        })
    };
    labelled
        .or_else(whole)
        .or_else(|| mappings.find_map(titled))
}

fn shortened(text: &str) -> String {
    text.chars().take(MAX_SAID).collect()
}

/// Whether a row between others begins with the title of an account, a currency or a unit.
fn is_labelled(row: &Row) -> bool {
    let first = row.cells.iter().find(|cell| !is_blank(Some(cell)));
    let Some(Value::Text(first)) = first else {
        return false;
    };
    // Days and amounts begin most rows.
    if !first.starts_with(|char: char| char.is_alphabetic()) {
        return false;
    }
    let said = plain(&shortened(first));
    let begins = |known: &[&str]| known.iter().any(|known| said.starts_with(known));
    begins(&CURRENCY) || begins(&UNIT) || begins(&[UNIT_IN_SHORT]) || is_label(first)
}

/// Returns the unit that the titles in a row name, in their own cell or the next one that says something.
fn of_labels(row: &Row) -> Option<Unit> {
    let cells = || row.cells.iter().filter(|cell| !is_blank(Some(cell)));
    cells().enumerate().find_map(|(at, cell)| {
        let Value::Text(label) = cell else {
            return None;
        };
        let label = shortened(label);
        let own = plain(&label);
        let is_currency = holds(&own, &CURRENCY) || is_label(&label);
        let is_titled = holds(&own, &UNIT);
        let short = behind_short(&own).filter(|_| !is_titled && !is_currency);
        let is_unit = is_titled || short.is_some();
        if !is_unit && !is_currency {
            return None;
        }
        let next = || {
            let next = shortened(&text(cells().nth(at + 1)));
            (plain(&next), next)
        };
        let says = |said: &str| holds(said, &FOREIGN) || holds(said, &OWN);
        let (said, shown) = match short {
            Some(behind) => {
                let (said, shown) = if behind.is_empty() {
                    next()
                } else {
                    (behind, label)
                };
                is_unit_alone(&said).then_some((said, shown))?
            }
            None if says(&own) || is_unit && holds(&own, &MULTIPLE) => (own, label),
            None => next(),
        };
        if is_foreign(&said) {
            Some(Unit::Foreign(shown))
        } else if is_unit && holds(&said, &MULTIPLE) {
            Some(Unit::Multiple(shown))
        } else {
            None
        }
    })
}
