//! The meaning of single cells: dates in every order, marks that are no part of a text, and the marks that a
//! spreadsheet shows in place of a value. Pure.

use hoi_i18n::normalize_text;
use hoi_spreadsheet::Value;
use jiff::civil::Date;

use super::dates::DateOrder;
use super::numbers::{self, Reading};

/// Characters of a cell that are repeated in a message.
const QUOTED: usize = 40;

/// The text of a cell, as a person would type it. The apostrophe with which spreadsheets and our own exports mark a
/// text is no part of it.
pub fn text(value: &Value) -> String {
    match value {
        Value::Empty => String::new(),
        Value::Bool(truth) => truth.to_string(),
        Value::Number(number) => number.to_string(),
        Value::Date(moment) if moment.time() == jiff::civil::Time::midnight() => {
            moment.strftime("%d/%m/%Y").to_string()
        }
        Value::Date(moment) => moment.strftime("%d/%m/%Y %H:%M").to_string(),
        Value::Text(text) => {
            let text = normalize_text(text);
            let marks = |char: char| {
                matches!(char, '=' | '+' | '-' | '@' | '＝' | '＋' | '－' | '＠')
                    || char.is_ascii_digit()
            };
            match text.strip_prefix('\'').map(str::trim_start) {
                Some(rest) if rest.starts_with(marks) => rest.to_owned(),
                _ => text,
            }
        }
    }
}

/// The kind of data in a column, as far as its cells can be broken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CellKind {
    /// The name of a person, or a part of it.
    Name,
    Email,
    Phone,
    Identity,
    Tax,
    Country,
    Text,
    /// The answer to a question about such a number, which may be anything.
    AskedPhone,
    AskedIdentity,
    AskedTax,
}

/// How a number is read.
type Rule = fn(&str) -> Reading;

impl CellKind {
    /// The kind of data in a column with this title, if it is a question of the organiser.
    pub fn of_title(title: &str) -> Self {
        let title = format!(" {} ", super::plain_title(title));
        let says = |words: &[&str]| {
            words
                .iter()
                .any(|word| title.contains(&format!(" {word} ")))
        };
        if says(&[
            "cccd",
            "cmnd",
            "can cuoc",
            "can cuoc cong dan",
            "chung minh nhan dan",
        ]) {
            Self::AskedIdentity
        } else if says(&["mst", "ma so thue", "tax code", "tax number", "tax id"]) {
            Self::AskedTax
        } else if says(&["sdt", "dien thoai", "di dong", "dtdd", "phone", "mobile"]) {
            Self::AskedPhone
        } else {
            Self::Text
        }
    }

    /// The rule that reads its numbers, and whether an unreadable number is a fault.
    pub fn rule(self) -> Option<(Rule, bool)> {
        let rule: Rule = match self {
            Self::Phone | Self::AskedPhone => numbers::phone,
            Self::Identity | Self::AskedIdentity => numbers::identity,
            Self::Tax | Self::AskedTax => numbers::tax,
            Self::Name | Self::Email | Self::Country | Self::Text => return None,
        };
        let is_strict = matches!(self, Self::Phone | Self::Identity | Self::Tax);
        Some((rule, is_strict))
    }
}

/// Whether a text marks a failed calculation in a spreadsheet: the cell has no value.
pub fn is_error(text: &str) -> bool {
    const ERRORS: [&str; 14] = [
        "#N/A",
        "#REF!",
        "#VALUE!",
        "#DIV/0!",
        "#NAME?",
        "#NULL!",
        "#NUM!",
        "#ERROR!",
        "#SPILL!",
        "#CALC!",
        "#FIELD!",
        "#DATA!",
        "#GETTING_DATA",
        "#UNKNOWN!",
    ];
    let is_code = |code: &str| !code.is_empty() && code.bytes().all(|byte| byte.is_ascii_digit());
    ERRORS.iter().any(|error| text.eq_ignore_ascii_case(error))
        || text.strip_prefix("Err:").is_some_and(is_code)
}

/// Whether a text is `#####`, which a spreadsheet shows where a column is too narrow for its value.
pub fn is_too_narrow(text: &str) -> bool {
    text.len() >= 3 && text.bytes().all(|byte| byte == b'#')
}

/// Whether a text is a number in scientific notation, which has lost its digits: `7.9E+10`, `7,9E+10`, `8E+10`. Names such
/// as `12E5` are none.
pub fn is_scientific(text: &str) -> bool {
    let Some((mantissa, exponent)) = text.split_once(['E', 'e']) else {
        return false;
    };
    let mantissa = mantissa.strip_prefix(['-', '+']).unwrap_or(mantissa);
    let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let (whole, fraction) = match mantissa.split_once(['.', ',']) {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (mantissa, None),
    };
    let unsigned = exponent.strip_prefix(['+', '-']);
    is_digits(whole)
        && fraction.is_none_or(is_digits)
        && is_digits(unsigned.unwrap_or(exponent))
        && exponent.len() <= 4
        && (unsigned.is_some() || fraction.is_some())
}

/// Reads a date as a spreadsheet keeps it, or written in this order, or as `YYYY-MM-DD`. None if the text is no such date; a
/// year needs four digits.
pub fn date(cell: &Value, text: &str, order: DateOrder) -> Option<Date> {
    if let Value::Date(moment) = cell {
        return Some(moment.date());
    }
    let numbers: Vec<&str> = text.split(['/', '-', '.']).map(str::trim).collect();
    let [first, second, last] = numbers.as_slice() else {
        return None;
    };
    let (day, month, year) = match (first.len(), last.len(), order) {
        (1 | 2, 4, DateOrder::DayFirst) => (first, second, last),
        (1 | 2, 4, DateOrder::MonthFirst) => (second, first, last),
        (4, 1 | 2, _) => (last, second, first),
        _ => return None,
    };
    Date::new(year.parse().ok()?, month.parse().ok()?, day.parse().ok()?).ok()
}

/// The beginning of a cell's text, to be repeated in a message.
pub fn quoted(text: &str) -> String {
    shortened(text, QUOTED)
}

/// The first `max` characters of a text.
pub fn shortened(text: &str, max: usize) -> String {
    if text.chars().count() > max {
        let start: String = text.chars().take(max).collect();
        format!("{start}…")
    } else {
        text.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_in_place_of_a_value_are_recognised() {
        for error in "#N/A #REF! #VALUE! #DIV/0! #NAME? #NULL! #NUM! #n/a Err:502".split(' ') {
            assert!(is_error(error), "{error}");
        }
        for text in ["N/A", "#1", "#REF", "Err:", "Err:x", "#vip", ""] {
            assert!(!is_error(text), "{text}");
        }
        assert!(is_too_narrow("########") && !is_too_narrow("##") && !is_too_narrow("###1"));
        for number in [
            "7.9E+10", "7,9E+10", "8E+10", "7.90E+10", "7.9e+10", "9.1E+08", "1E-5", "7.9E10",
            "-1.5E+3",
        ] {
            assert!(is_scientific(number), "{number}");
        }
        for text in [
            "12E5",
            "10E1",
            "E+10",
            "7.9E+",
            "7.9",
            "1.2.3E+4",
            "7.9E+10000",
            "Lê E+1",
            "7.9E+10a",
            "ee",
            "",
        ] {
            assert!(!is_scientific(text), "{text}");
        }
    }

    #[test]
    fn questions_tell_the_kind_of_their_answers() {
        for (title, kind) in [
            ("SĐT khẩn cấp", CellKind::AskedPhone),
            ("Số điện thoại người thân?", CellKind::AskedPhone),
            ("Số CCCD/CMND", CellKind::AskedIdentity),
            ("Mã số thuế công ty", CellKind::AskedTax),
            ("Cỡ áo", CellKind::Text),
            ("MSSV", CellKind::Text),
        ] {
            assert_eq!(CellKind::of_title(title), kind, "{title}");
        }
        assert_eq!(text(&Value::Number(912_345_678.0)), "912345678");
    }

    #[test]
    fn dates_are_read_in_their_order() {
        let may = Date::new(1990, 5, 31).unwrap();
        for text in [
            "31/05/1990",
            "31/5/1990",
            "31-05-1990",
            "31.5.1990",
            "1990-05-31",
        ] {
            let read = date(&Value::Empty, text, DateOrder::DayFirst);
            assert_eq!(read, Some(may), "{text}");
        }
        for text in [
            "05/31/1990",
            "31/05/90",
            "1990",
            "hôm qua",
            "31/02/1990",
            "1/2/3/4",
        ] {
            let read = date(&Value::Empty, text, DateOrder::DayFirst);
            assert_eq!(read, None, "{text}");
        }
    }

    #[test]
    fn dates_are_read_month_first() {
        let read = |text| date(&Value::Empty, text, DateOrder::MonthFirst);
        assert_eq!(read("05/31/1990"), Date::new(1990, 5, 31).ok());
        assert_eq!(read("1990-05-31"), Date::new(1990, 5, 31).ok());
        assert_eq!(read("31/05/1990"), None);
    }

    #[test]
    fn marks_of_text_are_no_text() {
        for (cell, read) in [
            ("'0912345678", "0912345678"),
            ("'=1+1", "=1+1"),
            ("'+84 912", "+84 912"),
            ("'\t＝1+1", "＝1+1"),
            ("'\u{200b}=1+1", "=1+1"),
            ("'s-Hertogenbosch", "'s-Hertogenbosch"),
            ("=1+1", "=1+1"),
            (" a\u{302}\u{301} ", "ấ"),
        ] {
            assert_eq!(text(&Value::Text(cell.to_owned())), read);
        }
    }
}
