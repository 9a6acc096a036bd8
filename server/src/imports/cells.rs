//! What single cells say: phones that lost their zero, dates in every order, marks that are no part of a text. Pure.

use hoi_i18n::normalize_text;
use hoi_spreadsheet::Value;
use jiff::civil::Date;

/// Characters of a cell that are repeated in a message.
const QUOTED: usize = 40;

/// What a cell says, as somebody would type it. The apostrophe with which spreadsheets and our own exports mark a text
/// is no part of it.
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

/// Puts back the leading zero of a mobile number that a spreadsheet has stored as a number: nine digits of which the first
/// is 3, 5, 7, 8 or 9. `zeros` counts them.
pub fn with_zero(phone: String, zeros: &mut usize) -> String {
    let digits = phone.chars().filter(char::is_ascii_digit).count();
    if digits == 9 && phone.starts_with(['3', '5', '7', '8', '9']) {
        *zeros += 1;
        format!("0{phone}")
    } else {
        phone
    }
}

/// Reads a date as a spreadsheet keeps it, or written day first, or as `YYYY-MM-DD`. None if the text is no such date; a year
/// needs four digits.
pub fn date(cell: &Value, text: &str) -> Option<Date> {
    if let Value::Date(moment) = cell {
        return Some(moment.date());
    }
    let numbers: Vec<&str> = text.split(['/', '-', '.']).map(str::trim).collect();
    let [first, month, last] = numbers.as_slice() else {
        return None;
    };
    let (day, year) = match (first.len(), last.len()) {
        (1 | 2, 4) => (first, last),
        (4, 1 | 2) => (last, first),
        _ => return None,
    };
    Date::new(year.parse().ok()?, month.parse().ok()?, day.parse().ok()?).ok()
}

/// The beginning of what was written, to be repeated in a message.
pub fn quoted(text: &str) -> String {
    if text.chars().count() > QUOTED {
        let start: String = text.chars().take(QUOTED).collect();
        format!("{start}…")
    } else {
        text.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lost_zeros_come_back() {
        let mut zeros = 0;
        for (phone, whole) in [
            ("912345678", "0912345678"),
            ("912 345 678", "0912 345 678"),
            ("0912345678", "0912345678"),
            ("+84912345678", "+84912345678"),
            ("84912345678", "84912345678"),
            ("212345678", "212345678"),
            ("12345678", "12345678"),
        ] {
            assert_eq!(with_zero(phone.to_owned(), &mut zeros), whole);
        }
        assert_eq!(zeros, 2);
        assert_eq!(text(&Value::Number(912_345_678.0)), "912345678");
    }

    #[test]
    fn dates_are_read_day_first() {
        let may = Date::new(1990, 5, 31).unwrap();
        for text in [
            "31/05/1990",
            "31/5/1990",
            "31-05-1990",
            "31.5.1990",
            "1990-05-31",
        ] {
            assert_eq!(date(&Value::Empty, text), Some(may), "{text}");
        }
        for text in [
            "05/31/1990",
            "31/05/90",
            "1990",
            "hôm qua",
            "31/02/1990",
            "1/2/3/4",
        ] {
            assert_eq!(date(&Value::Empty, text), None, "{text}");
        }
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
