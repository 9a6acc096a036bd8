use jiff::civil::{Date, DateTime};
use jiff::{Timestamp, tz::Offset};

use crate::Lang;

/// The clocks of Vietnam, which have been seven hours ahead without summer time since 1975.
pub const VIETNAM: Offset = Offset::constant(7);

/// Whole dong as the language writes them: `1.250.000 ₫` in Vietnamese, `₫1,250,000` in English.
#[must_use]
pub fn format_money(lang: Lang, dong: i64) -> String {
    let sign = if dong < 0 { "-" } else { "" };
    let digits = dong.unsigned_abs().to_string();
    let mut grouped = String::new();
    for (digit, remaining) in digits.chars().zip((0..digits.len()).rev()) {
        grouped.push(digit);
        if remaining > 0 && remaining.is_multiple_of(3) {
            grouped.push(lang.0.thousands);
        }
    }
    sign.to_owned() + &lang.0.money.replace("{}", &grouped)
}

/// A number in words of the language: `một triệu hai trăm nghìn` in Vietnamese.
#[must_use]
pub fn number_in_words(lang: Lang, number: u64) -> String {
    (lang.0.in_words)(number)
}

/// An instant in Vietnamese time, to the minute: `25/12/2026 19:00` in Vietnamese, `Dec 25, 2026, 19:00` in English.
///
/// `epoch_ms` is in milliseconds since 1970 UTC. An instant outside the years -9999 to 9999 is written as the
/// beginning of 1970 UTC.
#[must_use]
pub fn format_date_time(lang: Lang, epoch_ms: i64) -> String {
    in_vietnam(epoch_ms).strftime(lang.0.date_time).to_string()
}

/// From one instant to another, as [`format_date_time`] writes them; one day is named once: `25/12/2026 19:00 – 22:00`.
#[must_use]
pub fn format_date_time_range(lang: Lang, start_ms: i64, end_ms: i64) -> String {
    let (start, end) = (in_vietnam(start_ms), in_vietnam(end_ms));
    let end_format = if start.date() == end.date() {
        "%H:%M"
    } else {
        lang.0.date_time
    };
    let start = start.strftime(lang.0.date_time);
    format!("{start} – {}", end.strftime(end_format))
}

fn in_vietnam(epoch_ms: i64) -> DateTime {
    let instant = Timestamp::from_millisecond(epoch_ms).unwrap_or(Timestamp::UNIX_EPOCH);
    VIETNAM.to_datetime(instant)
}

/// A day, given as `YYYY-MM-DD`: `25/12/2026` in Vietnamese, `Dec 25, 2026` in English. Any other text stays as it is.
#[must_use]
pub fn format_day(lang: Lang, day: &str) -> String {
    match day.parse::<Date>() {
        Ok(date) => date.strftime(lang.0.day).to_string(),
        Err(_) => day.to_owned(),
    }
}

/// A Vietnamese mobile number as `0912 345 678` or `+84 912 345 678`. Any other text stays as it is.
#[must_use]
pub fn format_phone(phone: &str) -> String {
    let is_separator = |char: char| char.is_whitespace() || matches!(char, '.' | '-');
    let number: String = phone.chars().filter(|char| !is_separator(*char)).collect();
    let parts = match (number.strip_prefix("+84"), number.strip_prefix('0')) {
        (Some(rest), _) => Some(("+84 ", rest)),
        (None, Some(rest)) => Some(("0", rest)),
        (None, None) => None,
    };
    match parts {
        Some((prefix, rest))
            if rest.len() == 9 && rest.bytes().all(|byte| byte.is_ascii_digit()) =>
        {
            let (first, rest) = rest.split_at(3);
            let (second, third) = rest.split_at(3);
            format!("{prefix}{first} {second} {third}")
        }
        _ => phone.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn money() {
        for (dong, vi, en) in [
            (0, "0 ₫", "₫0"),
            (999, "999 ₫", "₫999"),
            (1_000, "1.000 ₫", "₫1,000"),
            (250_000, "250.000 ₫", "₫250,000"),
            (1_250_000, "1.250.000 ₫", "₫1,250,000"),
            (-1_250_000, "-1.250.000 ₫", "-₫1,250,000"),
            (
                i64::MIN,
                "-9.223.372.036.854.775.808 ₫",
                "-₫9,223,372,036,854,775,808",
            ),
        ] {
            assert_eq!(format_money(Lang::VI, dong), vi);
            assert_eq!(format_money(Lang::EN, dong), en);
        }
    }

    #[test]
    fn dates() {
        for (epoch_ms, vi, en) in [
            (0, "01/01/1970 07:00", "Jan 1, 1970, 07:00"),
            (-1, "01/01/1970 06:59", "Jan 1, 1970, 06:59"),
            (1_798_200_000_000, "25/12/2026 19:00", "Dec 25, 2026, 19:00"),
            // 17:00 UTC is midnight in Vietnam: the next day, month and year.
            (1_798_736_399_999, "31/12/2026 23:59", "Dec 31, 2026, 23:59"),
            (1_798_736_400_000, "01/01/2027 00:00", "Jan 1, 2027, 00:00"),
            // No summer time in July.
            (1_783_900_800_000, "13/07/2026 07:00", "Jul 13, 2026, 07:00"),
            (i64::MAX, "01/01/1970 07:00", "Jan 1, 1970, 07:00"),
        ] {
            assert_eq!(format_date_time(Lang::VI, epoch_ms), vi);
            assert_eq!(format_date_time(Lang::EN, epoch_ms), en);
        }
    }

    #[test]
    fn a_range_names_one_day_once() {
        const HOUR: i64 = 60 * 60 * 1000;
        let start = 1_798_200_000_000;
        for (hours, vi, en) in [
            (3, "25/12/2026 19:00 – 22:00", "Dec 25, 2026, 19:00 – 22:00"),
            (
                5,
                "25/12/2026 19:00 – 26/12/2026 00:00",
                "Dec 25, 2026, 19:00 – Dec 26, 2026, 00:00",
            ),
        ] {
            let end = start + hours * HOUR;
            assert_eq!(format_date_time_range(Lang::VI, start, end), vi);
            assert_eq!(format_date_time_range(Lang::EN, start, end), en);
        }
    }

    #[test]
    fn days() {
        assert_eq!(format_day(Lang::VI, "2026-12-05"), "05/12/2026");
        assert_eq!(format_day(Lang::EN, "2026-12-05"), "Dec 5, 2026");
        assert_eq!(format_day(Lang::EN, "soon"), "soon");
    }

    /// The frontend's tests read the same examples, so that mails and screens write alike.
    #[test]
    fn the_frontend_writes_the_same() {
        let examples: serde_json::Value =
            serde_json::from_str(include_str!("../examples.json")).unwrap();
        for phone in examples["phones"].as_array().unwrap() {
            assert_eq!(format_phone(phone[0].as_str().unwrap()), phone[1]);
        }
        for example in examples["moments"].as_array().unwrap() {
            let instant: Timestamp = example["instant"].as_str().unwrap().parse().unwrap();
            let day = VIETNAM.to_datetime(instant).date().to_string();
            for lang in Lang::ALL {
                let written = &example[lang.code()];
                assert_eq!(
                    format_date_time(lang, instant.as_millisecond()),
                    written["dateTime"]
                );
                assert_eq!(format_day(lang, &day), written["date"]);
                let dong = example["dong"].as_i64().unwrap();
                assert_eq!(format_money(lang, dong), written["money"]);
            }
        }
    }
}
