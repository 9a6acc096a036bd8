//! Reads the price of a ticket from a cell, in dong. Pure.

use hoi_i18n::fold_for_search;
use hoi_platform::import_files::cells::text;
use hoi_spreadsheet::Value;

use crate::events::MAX_PRICE;

/// Less than this is no price in dong, but one in another currency.
const LEAST: f64 = 1_000.0;

/// Reads a price: a whole number of dong, or nothing in whatever currency. `None` for everything else, because money is
/// not guessed.
pub fn read(cell: &Value) -> Option<i64> {
    let number = match cell {
        Value::Number(number) => *number,
        Value::Text(_) => of_text(&text(cell))?,
        _ => return None,
    };
    let is_price = number == 0.0 || (number >= LEAST && number.fract() == 0.0);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_precision_loss,
        reason = "a whole number within the bounds"
    )]
    (is_price && number <= MAX_PRICE as f64).then_some(number as i64)
}

fn of_text(text: &str) -> Option<f64> {
    let folded = fold_for_search(text);
    if matches!(folded.as_str(), "free" | "mien phi" | "0") {
        return Some(0.0);
    }
    let digits: String = folded.chars().filter(char::is_ascii_digit).collect();
    if digits.is_empty() {
        return None;
    }
    if digits.chars().all(|digit| digit == '0') {
        return Some(0.0);
    }
    // Groups of three digits, with a mark of the currency or without.
    let marks = ["vnd", "vnđ", "dong", "d", "đ", "₫"];
    let number = marks
        .iter()
        .find_map(|mark| {
            folded
                .strip_suffix(mark)
                .or_else(|| folded.strip_prefix(mark))
        })
        .unwrap_or(folded.as_str())
        .trim();
    let separator = |char: char| matches!(char, '.' | ',' | ' ');
    let mut groups = number.split(separator);
    let first = groups.next()?;
    let is_number =
        |group: &str| !group.is_empty() && group.bytes().all(|byte| byte.is_ascii_digit());
    let rest: Vec<&str> = groups.collect();
    let is_grouped = rest
        .iter()
        .all(|group| group.len() == 3 && is_number(group));
    let is_first = is_number(first) && (rest.is_empty() || first.len() <= 3);
    (is_first && is_grouped && digits.len() <= 13)
        .then(|| digits.parse().ok())
        .flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prices_in_dong_and_nothing_else() {
        for (cell, price) in [
            ("250000", Some(250_000)),
            ("250.000", Some(250_000)),
            ("1,250,000 đ", Some(1_250_000)),
            ("250.000 VNĐ", Some(250_000)),
            ("250 000₫", Some(250_000)),
            ("$0.00", Some(0)),
            ("Free", Some(0)),
            ("Miễn phí", Some(0)),
            ("$25.00", None),
            ("25.00", None),
            ("250k", None),
            ("-250.000", None),
            ("EUR 2.500", None),
            ("", None),
            ("99999999999999", None),
        ] {
            assert_eq!(read(&Value::Text(cell.to_owned())), price, "{cell}");
        }
        assert_eq!(read(&Value::Number(250_000.0)), Some(250_000));
        assert_eq!(read(&Value::Number(25.5)), None);
        assert_eq!(read(&Value::Number(-1.0)), None);
        assert_eq!(read(&Value::Number(f64::NAN)), None);
    }
}
