//! Days and times as services and spreadsheets write them. All are Vietnam's.

use hoi_i18n::fold_for_search;
use jiff::civil::{Date, DateTime, Time, date};
use jiff::{Span, ToSpan as _};

/// Bytes of a cell in which a day is looked for.
const MAX_CELL: usize = 200;
/// The day from which spreadsheets count, and the numbers of the years 2000 to 2099.
const EPOCH: DateTime = date(1899, 12, 30).at(0, 0, 0, 0);
const SERIALS: std::ops::Range<f64> = 36_526.0..73_051.0;
const SECONDS_A_DAY: f64 = 86_400.0;
/// Marks between the parts of a day, with the dashes that programs for texts write.
pub const MARKS: [char; 8] = ['/', '-', '.', '–', '—', '‐', '‑', '−'];

/// The order of day and month in dates such as `03/10/2024`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum DateOrder {
    DayFirst,
    MonthFirst,
}

/// Reads a day, with a time if there is one: `2024-10-03 15:06:37`, `2024-10-03T15:06:37+07:00`, `03/10/2024`,
/// `03-OCT-2024`, `15:06 03/10/2024`, `3:06 CH 03/10/2024`, `4 Aug 2026`, `04 thg 8, 2026`, `04-thg 8-26`,
/// `Thứ 3, 4 Tháng Tám 2026`, `20260804`. Two digits of a year are of this century.
pub fn read(text: &str, order: DateOrder) -> Option<DateTime> {
    let (moment, rest) = read_beginning(text, order)?;
    rest.is_empty().then_some(moment)
}

/// As [`read`], of a cell in which the number of the transaction may follow: words with digits that are no date.
pub fn read_beginning(text: &str, order: DateOrder) -> Option<(DateTime, String)> {
    if text.len() > MAX_CELL {
        return None;
    }
    // The letter between day and time, which months contain too.
    let text = match text.split_at_checked(10) {
        Some((day, rest))
            if rest.starts_with('T') && day.ends_with(|char: char| char.is_ascii_digit()) =>
        {
            format!("{day} {}", rest.replacen('T', "", 1))
        }
        _ => text.to_owned(),
    };
    let words: Vec<&str> = text
        .split(|char: char| char.is_whitespace() || char == ',')
        .filter(|word| !word.is_empty())
        .collect();
    let mut words = words.as_slice();
    let mut day = None;
    let mut time = None;
    let mut is_afternoon = None;
    let mut rest: Vec<&str> = Vec::new();
    let mut before = String::new();
    while let Some((word, after)) = words.split_first() {
        let folded = fold_for_search(word);
        let is_zone = ["+", "gmt", "utc", "ict"]
            .iter()
            .any(|zone| folded.starts_with(zone));
        if day.is_none()
            && let Some((found, used)) = first_date(words, order)
        {
            day = Some(found);
            words = words.get(used..)?;
            continue;
        }
        words = after;
        if time.is_some() && is_zone {
        } else if let Some(half) = half_of_day(&folded) {
            is_afternoon = Some(half);
        } else if folded.contains(':') {
            let (read, half) = read_time(&folded)?;
            time = Some(read);
            is_afternoon = half.or(is_afternoon);
        } else if day.is_some() && folded.contains(|char: char| char.is_ascii_digit()) {
            // A second date would be a period.
            if first_date(&[word], order).is_some() && folded.contains('/') {
                return None;
            }
            rest.push(word);
        } else if !rest.is_empty() && folded == "-" {
            rest.push(word);
        } else {
            let is_around_a_day = is_filler(&folded) || before == "thu" && is_weekday(&folded);
            if day.is_some() || !is_around_a_day {
                return None;
            }
        }
        before = folded;
    }
    let time = in_half(time.unwrap_or_default(), is_afternoon)?;
    Some((day?.to_datetime(time), rest.join(" ")))
}

/// Words before a day that say nothing more.
fn is_filler(word: &str) -> bool {
    let days = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
    matches!(
        word,
        "ngay" | "luc" | "cn" | "chu" | "nhat" | "t2" | "t3" | "t4" | "t5" | "t6" | "t7"
    ) || days.iter().any(|day| word.starts_with(day))
}

/// Whether a word behind "thứ" makes it a day of the week.
fn is_weekday(word: &str) -> bool {
    let names = ["hai", "ba", "tu", "nam", "sau", "bay"];
    names.contains(&word) || matches!(word, "2" | "3" | "4" | "5" | "6" | "7")
}

/// Reads a day at the front of some words, and how many of them it takes.
fn first_date(words: &[&str], order: DateOrder) -> Option<(Date, usize)> {
    let word = |at: usize| words.get(at).copied();
    let first = word(0)?;
    if let Some(day) = read_date(first, order).or_else(|| compact(first)) {
        return Some((day, 1));
    }
    let folded: Vec<String> = words
        .iter()
        .take(6)
        .map(|word| fold_for_search(word))
        .collect();
    let folded = |at: usize| folded.get(at).map(String::as_str);
    // `04-thg 8-26`, `04-Tháng Mười Một-2026`.
    let month_follows = ["thg", "thang"].iter().any(|word| {
        let day = folded(0).and_then(|first| first.strip_suffix(*word));
        day.is_some_and(|day| day.ends_with(MARKS))
    });
    if month_follows {
        let joined = |count: usize| {
            let day = read_date(&words.get(..count)?.concat(), order)?;
            Some((day, count))
        };
        return joined(2).or_else(|| joined(3));
    }
    let day_of = |at: usize| folded(at)?.parse::<i8>().ok();
    // `Aug 4 2026`.
    if let (Some(month), Some(day)) = (folded(0).and_then(named_month), day_of(1)) {
        return Some((Date::new(year(folded(2)?)?, month, day).ok()?, 3));
    }
    let day = day_of(0)?;
    let (month, used) = match folded(1)? {
        "thg" | "thang" | "thg." => match (folded(2)?, folded(3)) {
            ("muoi", Some("mot")) => (11, 4),
            ("muoi", Some("hai")) => (12, 4),
            (month, _) => (numbered_month(month)?, 3),
        },
        month => (named_month(month)?, 2),
    };
    let used = used + usize::from(folded(used) == Some("nam"));
    Some((Date::new(year(folded(used)?)?, month, day).ok()?, used + 1))
}

fn year(text: &str) -> Option<i16> {
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
    match text.len() {
        4 if is_number => text.parse().ok(),
        2 if is_number => Some(2000 + text.parse::<i16>().ok()?),
        _ => None,
    }
}

/// Reads `20260804`.
fn compact(text: &str) -> Option<Date> {
    if text.len() != 8 || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let (year, rest) = text.split_at_checked(4)?;
    let (month, day) = rest.split_at_checked(2)?;
    let year = year
        .parse::<i16>()
        .ok()
        .filter(|year| (2000..2100).contains(year))?;
    Date::new(year, month.parse().ok()?, day.parse().ok()?).ok()
}

/// Reads a number that stands for a day: `46238.63` as spreadsheets count, `20260804`, `20260804150637`.
pub fn of_number(number: f64) -> Option<DateTime> {
    if SERIALS.contains(&number) {
        #[expect(clippy::cast_possible_truncation, reason = "below a hundred years")]
        let seconds = (number * SECONDS_A_DAY).round() as i64;
        return EPOCH
            .checked_add(Span::new().try_seconds(seconds).ok()?)
            .ok();
    }
    let digits = number.to_string();
    if let Some(day) = compact(&digits) {
        return Some(day.to_datetime(Time::midnight()));
    }
    let (day, time) = digits.split_at_checked(8)?;
    if time.len() != 6 {
        return None;
    }
    let (hour, rest) = time.split_at_checked(2)?;
    let (minute, second) = rest.split_at_checked(2)?;
    let time = Time::new(
        hour.parse().ok()?,
        minute.parse().ok()?,
        second.parse().ok()?,
        0,
    );
    Some(compact(day)?.to_datetime(time.ok()?))
}

/// Whether a folded word says before (`false`) or after noon.
fn half_of_day(word: &str) -> Option<bool> {
    match word {
        "am" | "a.m." | "sa" | "sang" => Some(false),
        "pm" | "p.m." | "ch" | "chieu" | "toi" => Some(true),
        _ => None,
    }
}

/// Puts a time of a clock with twelve hours where it belongs.
fn in_half(time: Time, is_afternoon: Option<bool>) -> Option<Time> {
    match (is_afternoon, time.hour()) {
        (Some(true), 1..=11) => time.checked_add(12.hours()).ok(),
        (Some(false), 12) => time.checked_sub(12.hours()).ok(),
        (Some(false), 13..) | (Some(true), 0) => None,
        _ => Some(time),
    }
}

fn read_time(text: &str) -> Option<(Time, Option<bool>)> {
    let letters = text.find(|char: char| char.is_alphabetic() && char != 'z');
    let (text, half) = match letters {
        Some(at) => {
            let (time, half) = text.split_at_checked(at)?;
            (time, Some(half_of_day(half)?))
        }
        None => (text, None),
    };
    // A zone or a fraction of a second follows.
    let text = text.split(['.', '+', 'z']).next()?;
    let mut parts = text.split(':').map(|part| part.parse::<i8>().ok());
    let (hour, minute) = (parts.next()??, parts.next()??);
    let second = parts.next().unwrap_or(Some(0))?;
    Some((Time::new(hour, minute, second, 0).ok()?, half))
}

fn read_date(text: &str, order: DateOrder) -> Option<Date> {
    let parts: Vec<&str> = text.split(MARKS).collect();
    let [first, second, third] = parts.as_slice() else {
        return None;
    };
    if first.len() == 4 {
        return Date::new(first.parse().ok()?, month(second)?, third.parse().ok()?).ok();
    }
    let is_named = second.parse::<i8>().is_err();
    let (day, month_of) = match order {
        DateOrder::MonthFirst if !is_named => (second, first),
        _ => (first, second),
    };
    Date::new(year(third)?, month(month_of)?, day.parse().ok()?).ok()
}

fn month(text: &str) -> Option<i8> {
    let number = text.parse().ok();
    number.or_else(|| named_month(&fold_for_search(text)))
}

/// Reads the number of a month, in digits or as Vietnamese words without a space.
fn numbered_month(text: &str) -> Option<i8> {
    let month = match text {
        "gieng" | "mot" => 1,
        "hai" => 2,
        "ba" => 3,
        "tu" | "bon" => 4,
        "nam" => 5,
        "sau" => 6,
        "bay" => 7,
        "tam" => 8,
        "chin" => 9,
        "muoi" => 10,
        "muoimot" => 11,
        "muoihai" => 12,
        digits => digits.parse().ok()?,
    };
    Some(month)
}

/// Reads `oct`, `october`, `thg10`, `th10`, `thangmuoi`.
fn named_month(text: &str) -> Option<i8> {
    const NAMES: [&str; 12] = [
        "january",
        "february",
        "march",
        "april",
        "may",
        "june",
        "july",
        "august",
        "september",
        "october",
        "november",
        "december",
    ];
    for name in ["thang", "thg", "th"] {
        if let Some(number) = text.strip_prefix(name) {
            return numbered_month(number);
        }
    }
    let text = match text.trim_end_matches('.') {
        "sept" => "sep",
        text => text,
    };
    let at = NAMES
        .iter()
        .position(|name| text.len() >= 3 && name.starts_with(text))?;
    i8::try_from(at + 1).ok()
}

/// The order of day and month, as far as dates reveal it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    Known(DateOrder),
    /// Every date means the same in both orders.
    Either,
    /// All dates can be read in both orders, and some mean another day in each.
    Open,
    /// Some dates can be read only with the day first, others only with the month first.
    Mixed,
}

/// Returns in which order these dates are written.
pub fn order_of<'a>(dates: impl Iterator<Item = &'a str>) -> Order {
    let (mut day, mut month, mut open) = (false, false, false);
    for text in dates {
        let first = |order| read_beginning(text, order).map(|(moment, _)| moment);
        match (first(DateOrder::DayFirst), first(DateOrder::MonthFirst)) {
            (Some(_), None) => day = true,
            (None, Some(_)) => month = true,
            (one, other) => open |= one != other,
        }
    }
    match (day, month) {
        (true, true) => Order::Mixed,
        (true, false) => Order::Known(DateOrder::DayFirst),
        (false, true) => Order::Known(DateOrder::MonthFirst),
        (false, false) if open => Order::Open,
        (false, false) => Order::Either,
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::datetime;
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn dates_are_read_in_every_order() {
        let moment = datetime(2024, 10, 3, 15, 6, 37, 0);
        for text in [
            "2024-10-03 15:06:37",
            "2024-10-03T15:06:37+07:00",
            "2024-10-03T15:06:37.000Z",
            "2024-10-03 15:06:37 +07:00",
            "2024/10/03 15:06:37",
            "03/10/2024 15:06:37",
            "3-10-2024  15:06:37",
            "15:06:37 03.10.2024",
            "03-OCT-2024 15:06:37",
            "03/10/24 15:06:37",
            "03/10/2024 3:06:37 PM",
            "03/10/2024 03:06:37PM",
            "03/10/2024 3:06:37 CH",
            "3:06:37 ch, 03/10/2024",
            "3 Oct 2024 15:06:37",
            "October 3, 2024 15:06:37",
            "03 thg 10, 2024 15:06:37",
            "ngày 3 tháng 10 năm 2024 15:06:37",
            "03-Thg10-2024 15:06:37",
            "Thu, 03 Oct 2024 15:06:37",
            "20241003 15:06:37",
            "03-thg 10-24 15:06:37",
            "03-Tháng Mười-2024 15:06:37",
            "03–10–2024 15:06:37",
            "03‑10‑2024 15:06:37",
            "Thứ 5, 03/10/2024 15:06:37",
            "Thứ năm ngày 3 tháng 10 năm 2024 15:06:37",
            "T5 03/10/2024 15:06:37",
            "3 Tháng Mười 2024 15:06:37",
            "3 tháng mười năm 2024 15:06:37",
        ] {
            assert_eq!(read(text, DateOrder::DayFirst), Some(moment), "{text}");
        }
        for (text, month) in [
            ("4 Tháng Giêng 2026", 1),
            ("04 Tháng Tư 2026", 4),
            ("4 tháng tư, 2026", 4),
            ("4 tháng năm 2026", 5),
            ("4 tháng năm năm 2026", 5),
            ("Chủ nhật, 4 Tháng Tám 2026", 8),
            ("4 Tháng Mười Một 2026", 11),
            ("04-Tháng Mười Hai-26", 12),
        ] {
            let day = datetime(2026, month, 4, 0, 0, 0, 0);
            assert_eq!(read(text, DateOrder::MonthFirst), Some(day), "{text}");
        }
        for (text, hour) in [
            ("04/08/2026 12:00 SA", 0),
            ("04/08/2026 12:00 AM", 0),
            ("04/08/2026 12:00 CH", 12),
            ("04/08/2026 12:00 PM", 12),
            ("04/08/2026 11:00 SA", 11),
            ("04/08/2026 11:00 CH", 23),
        ] {
            let read = read(text, DateOrder::DayFirst);
            assert_eq!(read.map(jiff::civil::DateTime::hour), Some(hour), "{text}");
        }
        assert_eq!(
            read("10/03/2024", DateOrder::MonthFirst),
            Some(datetime(2024, 10, 3, 0, 0, 0, 0))
        );
        for text in [
            "",
            "31/02/2024",
            "hôm qua",
            "2024",
            "1/2",
            "25:00 01/01/2024",
            "1/1/2024 x:y",
            "1/1/2024 15:00 SA",
            "1/1/2024 0:30 CH",
            "1/1/2024 đến 2/1/2024",
            "1/1/2024 - 2/1/2024",
            "01–01–2024 – 02–01–2024",
            "Thứ 8, 04/08/2026",
            "3 04/08/2026",
            "Thứ 3 3 04/08/2026",
            "04-thg 13-26",
            "04-thg",
            "4 tháng",
            "4 Foo 2026",
            "20261340",
            "03 thg 13, 2024",
        ] {
            assert_eq!(read(text, DateOrder::DayFirst), None, "{text}");
        }
    }

    #[test]
    fn a_number_may_follow_the_day() {
        let day = datetime(2026, 8, 4, 0, 0, 0, 0);
        for (text, rest) in [
            ("04/08/2026\n5389 - 82571", "5389 - 82571"),
            ("04/08/2026 FT26216000001", "FT26216000001"),
            ("04/08/2026", ""),
        ] {
            let read = read_beginning(text, DateOrder::DayFirst);
            assert_eq!(read, Some((day, rest.to_owned())), "{text}");
        }
    }

    #[test]
    fn numbers_stand_for_days() {
        let day = datetime(2026, 8, 4, 0, 0, 0, 0);
        for (number, moment) in [
            (46_238.0, Some(day)),
            (46_238.5, Some(day.with().hour(12).build().unwrap())),
            (20_260_804.0, Some(day)),
            (
                20_260_804_150_637.0,
                Some(datetime(2026, 8, 4, 15, 6, 37, 0)),
            ),
            (20_261_304.0, None),
            (500_000.0, None),
            (-1.0, None),
            (f64::NAN, None),
            (f64::INFINITY, None),
        ] {
            assert_eq!(of_number(number), moment, "{number}");
        }
    }

    #[test]
    fn the_order_of_dates_is_known_open_or_mixed() {
        for (dates, order) in [
            (
                vec!["01/02/2024", "01/25/2024"],
                Order::Known(DateOrder::MonthFirst),
            ),
            (
                vec!["01/02/2024", "25/01/2024"],
                Order::Known(DateOrder::DayFirst),
            ),
            (vec!["01/02/2024"], Order::Open),
            (vec!["25/01/2024", "01/25/2024"], Order::Mixed),
            (
                vec!["02/02/2024", "2024-01-25", "4 Aug 2024", "x"],
                Order::Either,
            ),
        ] {
            assert_eq!(order_of(dates.into_iter()), order);
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read(text in "\\PC{0,60}", dated in "[0-9/: thgAPMSC,.-]{0,40}", number in any::<f64>()) {
            for order in [DateOrder::DayFirst, DateOrder::MonthFirst] {
                read_beginning(&text, order);
                read_beginning(&dated, order);
            }
            of_number(number);
        }
    }
}
