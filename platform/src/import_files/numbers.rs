//! Numbers of people as spreadsheets break them: without their leading zeros, with a fraction, with digits in groups. Pure.
//!
//! A zero is put back where the length of the number allows one reading only. Numbers with letters or a country code are
//! left alone, and so are phone numbers that are longer than a Vietnamese one: they are from abroad. A phone number that the plan of
//! its country does not have is a doubt, because only the organiser can tell a slip from an exception.

use hoi_i18n::fold_for_search;

use super::cells::quoted;
use crate::error::LocalizedText;
use crate::validation::is_phone;

/// The result of reading a number.
#[derive(Debug)]
pub enum Reading {
    AsItIs,
    Mended(String),
    /// It is complete, and no such number is in use.
    Doubt {
        number: String,
        /// The present form of an old number.
        today: Option<String>,
    },
    /// It is not whole, and the missing digits cannot be told.
    Fault(LocalizedText),
}

/// The codes of provinces with which the identity numbers of 12 digits begin.
const PROVINCES: &str = "001 002 004 006 008 010 011 012 014 015 017 019 020 022 024 025 026 027 030 031 033 034 035 036 \
    037 038 040 042 044 045 046 048 049 051 052 054 056 058 060 062 064 066 067 068 070 072 074 075 077 079 080 082 083 \
    084 086 087 089 091 092 093 094 095 096";
/// The codes of places with which landline numbers begin.
const AREAS: &str = "0203 0204 0205 0206 0207 0208 0209 0210 0211 0212 0213 0214 0215 0216 0218 0219 0220 0221 0222 0225 \
    0226 0227 0228 0229 0232 0233 0234 0235 0236 0237 0238 0239 024 0251 0252 0254 0255 0256 0257 0258 0259 0260 0261 \
    0262 0263 0269 0270 0271 0272 0273 0274 0275 0276 0277 028 0290 0291 0292 0293 0294 0296 0297 0299";

/// Words of people who have no tax number, folded.
const NONE: [&str; 8] = [
    "khong", "khong co", "ko", "ko co", "chua co", "none", "n/a", "na",
];

/// Beginnings of the mobile numbers with 11 digits that ended in 2018, each with its replacement.
#[rustfmt::skip]
const OLD_MOBILES: [(&str, &str); 21] = [
    ("0120", "070"), ("0121", "079"), ("0122", "077"), ("0126", "076"), ("0128", "078"),
    ("0123", "083"), ("0124", "084"), ("0125", "085"), ("0127", "081"), ("0129", "082"),
    ("0162", "032"), ("0163", "033"), ("0164", "034"), ("0165", "035"), ("0166", "036"), ("0167", "037"),
    ("0168", "038"), ("0169", "039"), ("0186", "056"), ("0188", "058"), ("0199", "059"),
];

/// Reads a phone number: mobile numbers have 10 digits and begin with 03, 05, 07, 08 or 09, landlines 11 and 02.
pub fn phone(text: &str) -> Reading {
    let whole = whole(text);
    let Some(digits) = digits(&whole) else {
        return doubt(text).unwrap_or(Reading::AsItIs);
    };
    let with_zero = format!("0{digits}");
    match (digits.len(), digits.as_bytes().first()) {
        (9, Some(b'3' | b'5' | b'7' | b'8' | b'9')) => Reading::Mended(format!("0{whole}")),
        (10, Some(b'2')) if begins_with(AREAS, &with_zero) => Reading::Mended(format!("0{whole}")),
        (10, Some(b'2')) | (9, Some(b'1' | b'2' | b'4' | b'6')) => {
            fault("import.phoneDigits", text)
        }
        _ => doubt(&whole).unwrap_or_else(|| unless_same(text, whole)),
    }
}

/// Compares a text in the shape of a phone number with the plan of Vietnam, or with the lengths of E.164 if it is from
/// abroad.
fn doubt(number: &str) -> Option<Reading> {
    if !is_phone(number) {
        return None;
    }
    let digits: String = number.chars().filter(char::is_ascii_digit).collect();
    let abroad = if number.starts_with('+') {
        Some(digits.as_str())
    } else {
        digits.strip_prefix("00")
    };
    let vietnam = abroad.unwrap_or(&digits).strip_prefix("84");
    let local = match (abroad, vietnam) {
        (Some(_), Some(rest)) => Some(rest),
        (None, Some(rest)) if digits.len() >= 11 => Some(rest),
        _ => None,
    };
    let local = local.map(|rest| format!("0{}", rest.strip_prefix('0').unwrap_or(rest)));
    let (is_known, today) = match (local, abroad) {
        (Some(local), _) => (is_local(&local), today(&local)),
        (None, Some(abroad)) => (
            (7..=15).contains(&abroad.len()) && !abroad.starts_with('0'),
            None,
        ),
        (None, None) if digits.starts_with('0') => (is_local(&digits), today(&digits)),
        // Without a zero it is a hotline, or long and from abroad.
        (None, None) => (
            (11..=15).contains(&digits.len()) || is_hotline(&digits),
            None,
        ),
    };
    (!is_known).then(|| Reading::Doubt {
        number: number.to_owned(),
        today,
    })
}

fn is_local(digits: &str) -> bool {
    match digits.len() {
        // The army and the police have 069.
        9 => digits.starts_with("069"),
        10 => {
            digits.starts_with("069")
                || matches!(
                    digits.as_bytes().get(1),
                    Some(b'3' | b'5' | b'7' | b'8' | b'9')
                )
        }
        11 => begins_with(AREAS, digits),
        _ => false,
    }
}

fn is_hotline(digits: &str) -> bool {
    (8..=10).contains(&digits.len()) && (digits.starts_with("1800") || digits.starts_with("1900"))
}

fn today(digits: &str) -> Option<String> {
    if digits.len() != 11 {
        return None;
    }
    let mut known = OLD_MOBILES.iter();
    known.find_map(|(old, new)| Some(format!("{new}{}", digits.strip_prefix(*old)?)))
}

/// Reads an identity number: 12 digits, or 9 in old cards.
pub fn identity(text: &str) -> Reading {
    let whole = whole(text);
    let Some(digits) = digits(&whole) else {
        return Reading::AsItIs;
    };
    let zeros = match digits.len() {
        9 | 12 => 0,
        8 => 1,
        length @ (10 | 11) => 12 - length,
        _ => return fault("import.identityDigits", text),
    };
    if zeros == 0 {
        return unless_same(text, whole);
    }
    let restored = format!("{}{digits}", "0".repeat(zeros));
    if digits.starts_with('0') || restored.len() == 12 && !begins_with(PROVINCES, &restored) {
        return fault("import.identityDigits", text);
    }
    Reading::Mended(restored)
}

/// Reads a tax number: 10 digits, 13 for a branch, or the 12 of a person's identity number, with whatever else stands
/// beside them. Words and strokes for "none" stay as they are.
pub fn tax(text: &str) -> Reading {
    let whole = whole(text);
    let (main, branch) = whole.split_once('-').unwrap_or((&whole, ""));
    let is_branch = branch.is_empty()
        || (branch.len() == 3 && branch.bytes().all(|byte| byte.is_ascii_digit()));
    let Some(main) = digits(main).filter(|_| is_branch) else {
        let digits = text.chars().filter(char::is_ascii_digit).count();
        let is_none = !text.contains(char::is_alphanumeric)
            || NONE.contains(&fold_for_search(text.trim()).as_str());
        return if is_none || matches!(digits, 10 | 12 | 13) {
            Reading::AsItIs
        } else {
            fault("import.taxDigits", text)
        };
    };
    let starts_with_zero = main.starts_with('0');
    let with_zero = format!("0{main}");
    match (main.len(), branch.len()) {
        (9, 0 | 3) if !starts_with_zero => Reading::Mended(format!("0{whole}")),
        (12, 0) if !starts_with_zero => Reading::Mended(with_zero),
        (11, 0) if !starts_with_zero && begins_with(PROVINCES, &with_zero) => {
            Reading::Mended(with_zero)
        }
        (10 | 12 | 13, 0) | (10, 3) => unless_same(text, whole),
        _ => fault("import.taxDigits", text),
    }
}

fn begins_with(codes: &str, number: &str) -> bool {
    codes
        .split_ascii_whitespace()
        .any(|code| number.starts_with(code))
}

fn fault(key: &'static str, text: &str) -> Reading {
    Reading::Fault(LocalizedText::new(key).with("value", quoted(text)))
}

fn unless_same(text: &str, whole: String) -> Reading {
    if text == whole {
        Reading::AsItIs
    } else {
        Reading::Mended(whole)
    }
}

/// Returns the number without the fraction (`912345678.0`) and the commas (`912,345,678`) of an amount.
fn whole(text: &str) -> String {
    let (front, fraction) = text.rsplit_once(['.', ',']).unwrap_or((text, ""));
    let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if matches!(fraction, "0" | "00") && is_digits(front) {
        return front.to_owned();
    }
    let mut groups = text.split(',');
    let first = groups.next().unwrap_or_default();
    let are_groups = (1..=3).contains(&first.len())
        && is_digits(first)
        && groups.all(|group| group.len() == 3 && is_digits(group));
    if are_groups {
        text.replace(',', "")
    } else {
        text.to_owned()
    }
}

/// Returns the digits of a number that has nothing else but signs between them.
fn digits(text: &str) -> Option<String> {
    let bare: String = text
        .chars()
        .filter(|char| !matches!(char, ' ' | '\u{a0}' | '.' | '-'))
        .collect();
    let is_number = !bare.is_empty() && bare.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then_some(bare)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// `None` for a fault.
    fn read(rule: Rule, text: &str) -> Option<String> {
        match rule(text) {
            Reading::AsItIs => Some(text.to_owned()),
            Reading::Mended(number) => Some(number),
            Reading::Doubt { .. } | Reading::Fault(_) => None,
        }
    }

    #[test]
    fn phones_outside_the_plan_are_doubts() {
        for (text, today) in [
            ("0912 345 67", None),
            ("09123456789", None),
            ("0412345678", None),
            ("0239123456", None),
            ("02171234567", None),
            ("+84 912 345 67", None),
            ("0084 91234567", None),
            ("84-412-345-678", None),
            ("(091) 234-567", None),
            ("123456", None),
            ("+1 23456", None),
            ("+1234567890123456", None),
            ("0912345678 - 0987654321", None),
            ("01234567890", Some("0834567890")),
            ("0169 123 4567", Some("0391234567")),
            ("+84 (0)120 123 4567", Some("0701234567")),
            ("841991234567", Some("0591234567")),
            ("01101234567", None),
        ] {
            match phone(text) {
                Reading::Doubt { number, today: new } => {
                    assert_eq!((number.as_str(), new.as_deref()), (text, today), "{text}");
                }
                other => panic!("{text}: {other:?}"),
            }
        }
        for text in [
            "0912345678",
            "(091) 234-5678",
            "84-912-345-678",
            "+84 (0)24 3825 1234",
            "0084 912 345 678",
            "02363123456",
            "069 234 567",
            "0692345678",
            "1800 6789",
            "1900545454",
            "+1 212 555 0123",
            "+6834000",
            "8613912345678",
        ] {
            assert!(matches!(phone(text), Reading::AsItIs), "{text}");
        }
        // A fraction is no part of the number.
        let fraction = phone("01234567890.0");
        let is_told = matches!(&fraction, Reading::Doubt { number, .. } if number == "01234567890");
        assert!(is_told, "{fraction:?}");
    }

    #[test]
    fn phones_get_their_zero_back() {
        for (text, number) in [
            ("912345678", Some("0912345678")),
            ("352345678", Some("0352345678")),
            ("912 345 678", Some("0912 345 678")),
            ("912.345.678", Some("0912.345.678")),
            ("912345678.0", Some("0912345678")),
            ("912,345,678", Some("0912345678")),
            ("2438251234", Some("02438251234")),
            ("2838251234", Some("02838251234")),
            ("2363123456", Some("02363123456")),
            ("0912345678", Some("0912345678")),
            ("02438251234", Some("02438251234")),
            ("0912345678.0", Some("0912345678")),
            ("+84912345678", Some("+84912345678")),
            ("84912345678", Some("84912345678")),
            ("+1 212 555 0123", Some("+1 212 555 0123")),
            ("(024) 3825 1234", Some("(024) 3825 1234")),
            ("19001234", Some("19001234")),
            ("0912345678, 0987654321", Some("0912345678, 0987654321")),
            ("hỏi anh Nam", Some("hỏi anh Nam")),
            // Nothing says which zero or which digit is missing.
            ("212345678", None),
            ("412345678", None),
            ("612345678", None),
            ("2001234567", None),
        ] {
            assert_eq!(read(phone, text).as_deref(), number, "{text}");
        }
    }

    #[test]
    fn identity_numbers_have_twelve_digits_or_nine() {
        for (text, number) in [
            ("79090012345", Some("079090012345")),
            ("1090012345", Some("001090012345")),
            ("79.090.012.345", Some("079090012345")),
            ("79 090 012345", Some("079090012345")),
            ("79090012345.0", Some("079090012345")),
            ("12345678", Some("012345678")),
            ("079090012345", Some("079090012345")),
            ("079 090 012 345", Some("079 090 012 345")),
            ("123456789", Some("123456789")),
            ("C1234567", Some("C1234567")),
            // Foreign numbers: rows that name a foreign country skip this rule.
            ("110101199003071234", None),
            ("123456789012345", None),
            ("1234567890123", None),
            // No province has this code.
            ("3090012345", None),
            ("98090012345", None),
            ("0790900123", None),
            ("01234567", None),
            ("1234567", None),
            ("5", None),
        ] {
            assert_eq!(read(identity, text).as_deref(), number, "{text}");
        }
    }

    #[test]
    fn tax_numbers_have_ten_digits_or_thirteen() {
        for (text, number) in [
            ("101234567", Some("0101234567")),
            ("101234567001", Some("0101234567001")),
            ("101234567-001", Some("0101234567-001")),
            ("101234567.0", Some("0101234567")),
            ("0101234567", Some("0101234567")),
            ("0101234567-001", Some("0101234567-001")),
            ("0101234567001", Some("0101234567001")),
            ("3101234567", Some("3101234567")),
            // People have their identity number.
            ("079090012345", Some("079090012345")),
            ("79090012345", Some("079090012345")),
            ("MST 0101234567", Some("MST 0101234567")),
            ("0101234567 / 001", Some("0101234567 / 001")),
            ("-", Some("-")),
            // Foreign numbers: rows that name a foreign country skip this rule.
            ("DE123456789", None),
            ("12-3456789", None),
            ("abc", None),
            ("0101234567 001 002", None),
            ("Không có", Some("Không có")),
            ("N/A", Some("N/A")),
            ("01234567", None),
            ("12345678", None),
            ("98090012345", None),
            ("01012345678901", None),
        ] {
            assert_eq!(read(tax, text).as_deref(), number, "{text}");
        }
    }

    type Rule = fn(&str) -> Reading;

    proptest! {
        #[test]
        fn lost_zeros_come_back(
            mobile in "0[35789][0-9]{8}",
            area in proptest::sample::select(AREAS.split_ascii_whitespace().collect::<Vec<_>>()),
            province in proptest::sample::select(PROVINCES.split_ascii_whitespace().collect::<Vec<_>>()),
            old in "0[1-9][0-9]{7}",
            company in "0[1-9][0-9]{8}",
            branch in "0[1-9][0-9]{8}-?[0-9]{3}",
            rest in "[0-9]{9}",
        ) {
            let broken = |number: &str| number.trim_start_matches('0').to_owned();
            let landline = format!("{area}{}", &rest[..11 - area.len()]);
            let citizen = format!("{province}{rest}");
            for (rule, number) in [
                (phone as Rule, &mobile),
                (phone as Rule, &landline),
                (identity as Rule, &citizen),
                (identity as Rule, &old),
                (tax as Rule, &company),
                (tax as Rule, &branch),
            ] {
                for written in [number.clone(), broken(number)] {
                    let read = read(rule, &written);
                    prop_assert_eq!(read.as_ref(), Some(number));
                }
            }
        }

        #[test]
        fn mended_numbers_are_right(text in "[0-9., -]{0,20}|\\PC{0,20}") {
            for rule in [phone as Rule, identity as Rule, tax as Rule] {
                if let Reading::Mended(number) = rule(&text) {
                    prop_assert!(matches!(rule(&number), Reading::AsItIs), "{} {}", text, number);
                }
            }
        }
    }
}
