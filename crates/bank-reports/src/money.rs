//! Amounts in dong, as services and spreadsheets write them.

use serde_json::Value;

/// The largest amount, in dong, that a `VietQR` code can name.
pub const MAX_AMOUNT: i64 = 9_999_999_999_999;

/// Marks that mean less than nothing, as keyboards, typesetters and wide scripts write them.
const MINUS: [char; 8] = ['-', '−', '–', '—', '‒', '‐', '﹣', '－'];
const UNITS: [&str; 4] = ["VND", "VNĐ", "Đ", "₫"];

/// Reads a whole number of dong with its sign; `None` for anything else, fractions and numbers beyond [`MAX_AMOUNT`].
pub fn of_json(value: &Value) -> Option<i64> {
    match value {
        Value::Number(number) => match number.as_i64() {
            Some(whole) => bounded(whole),
            None => of_float(number.as_f64()?),
        },
        Value::String(text) => of_text(text),
        _ => None,
    }
}

/// As [`of_json`], for the number of a spreadsheet. A sum there may be less than a millionth beside the whole number.
pub fn of_float(number: f64) -> Option<i64> {
    let number = if (number - number.round()).abs() < 1e-6 {
        number.round()
    } else {
        number
    };
    #[expect(clippy::cast_precision_loss, reason = "below 2^53")]
    let max = MAX_AMOUNT as f64;
    if !number.is_finite() || number.abs() > max || number.fract() != 0.0 {
        return None;
    }
    #[expect(clippy::cast_possible_truncation, reason = "whole and bounded")]
    let whole = number as i64;
    Some(whole)
}

/// As [`of_json`], for text: `1.250.000`, `1,250,000.00`, `+1 250 000 VND`, `(1,250,000)`, `−1.250.000`, `1.25000E+05`. A
/// single separator before three digits divides thousands. A power of ten is read only if all digits before it are
/// written: a spreadsheet rounds a number that it writes so.
pub fn of_text(text: &str) -> Option<i64> {
    let text: String = text
        .chars()
        .filter(|char| !char.is_whitespace() && *char != '\u{200b}')
        .collect();
    let upper = text.to_uppercase();
    let mut rest = upper.as_str();
    for unit in UNITS {
        rest = rest.strip_suffix(unit).unwrap_or(rest);
        rest = rest.strip_prefix(unit).unwrap_or(rest);
    }
    let (mut negative, mut rest) = match rest.strip_prefix('(') {
        Some(inner) => (true, inner.strip_suffix(')')?),
        None => (false, rest),
    };
    if let Some(number) = rest.strip_prefix('+') {
        rest = number;
    } else if let Some(number) = rest
        .strip_prefix(MINUS)
        .or_else(|| rest.strip_suffix(MINUS))
    {
        negative = !negative;
        rest = number;
    }
    for unit in UNITS {
        rest = rest.strip_prefix(unit).unwrap_or(rest);
    }
    let whole = match rest.split_once('E') {
        Some((digits, power)) => of_power(digits, power)?,
        None => whole(rest)?,
    };
    let whole = bounded(whole)?;
    Some(if negative { -whole } else { whole })
}

fn bounded(whole: i64) -> Option<i64> {
    (-MAX_AMOUNT..=MAX_AMOUNT).contains(&whole).then_some(whole)
}

/// Reads `1.25000E+05`, if it has as many digits as the number.
fn of_power(digits: &str, power: &str) -> Option<i64> {
    let power: usize = power.strip_prefix('+').unwrap_or(power).parse().ok()?;
    let (first, rest) = digits.split_once(['.', ',']).unwrap_or((digits, ""));
    if first.len() != 1 || rest.len() < power || power > 15 {
        return None;
    }
    let (rest, fraction) = rest.split_at_checked(power)?;
    let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if !is_digits(first) || !is_digits(rest) || fraction.bytes().any(|byte| byte != b'0') {
        return None;
    }
    format!("{first}{rest}").parse().ok()
}

/// Reads digits with separators.
fn whole(text: &str) -> Option<i64> {
    let is_mark = |char: char| matches!(char, '.' | ',' | '\'');
    if text.is_empty()
        || !text
            .chars()
            .all(|char| char.is_ascii_digit() || is_mark(char))
    {
        return None;
    }
    let last = text.rfind(is_mark);
    let (whole, fraction) = match last {
        None => (text, ""),
        Some(at) => {
            let (head, tail) = text.split_at(at);
            let mark = tail.chars().next()?;
            let tail = tail.get(mark.len_utf8()..)?;
            if tail.len() == 3 || head.contains(mark) {
                (text, "")
            } else {
                (head, tail)
            }
        }
    };
    if fraction.len() > 2 || fraction.chars().any(|digit| digit != '0') {
        return None;
    }
    let mut groups = whole.split(is_mark);
    let first = groups.next()?;
    let mut digits = first.to_owned();
    let mut grouped = false;
    for group in groups {
        if group.len() != 3 {
            return None;
        }
        grouped = true;
        digits.push_str(group);
    }
    if grouped && !(1..=3).contains(&first.len()) {
        return None;
    }
    // Longer numbers are beyond the bound anyway, and would not fit.
    if digits.is_empty() || digits.len() > 18 {
        return None;
    }
    digits.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_read_as_banks_write_them() {
        for (text, amount) in [
            ("1.250.000", Some(1_250_000)),
            ("1,250,000.00", Some(1_250_000)),
            ("1.250.000,00", Some(1_250_000)),
            ("+1 250 000 VND", Some(1_250_000)),
            ("-350.000 đ", Some(-350_000)),
            ("(350,000)", Some(-350_000)),
            ("350000-", Some(-350_000)),
            ("250.000", Some(250_000)),
            ("250000", Some(250_000)),
            ("250000.0", Some(250_000)),
            ("1,5", None),
            ("250.50", None),
            ("1.2500.000", None),
            ("=1+1", None),
            ("", None),
            ("-", None),
            ("VND", None),
            ("1e6", None),
            ("5E+05", None),
            ("2.5E+06", None),
            ("1.25000E+05", Some(125_000)),
            ("-1,250000E+06", Some(-1_250_000)),
            ("1.2345678E+06", None),
            ("1.234567E-06", None),
            ("1E0", Some(1)),
            ("–1.250.000", Some(-1_250_000)),
            ("−1,250,000", Some(-1_250_000)),
            ("— 1 250 000", Some(-1_250_000)),
            ("1.250.000－", Some(-1_250_000)),
            ("-₫350.000", Some(-350_000)),
            ("1\u{a0}250\u{202f}000", Some(1_250_000)),
            ("9999999999999", Some(MAX_AMOUNT)),
            ("10000000000000", None),
            ("99999999999999999999999999", None),
        ] {
            assert_eq!(of_text(text), amount, "{text}");
        }
        assert_eq!(of_float(1_250_000.0), Some(1_250_000));
        assert_eq!(of_float(0.5), None);
        assert_eq!(of_float(1e13), None);
        assert_eq!(of_float(f64::NAN), None);
        assert_eq!(of_json(&serde_json::json!(599_000.0)), Some(599_000));
        assert_eq!(of_json(&serde_json::json!(u64::MAX)), None);
        assert_eq!(of_json(&serde_json::json!(null)), None);
    }
}
