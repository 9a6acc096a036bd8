//! Days and times as services and spreadsheets write them. All are Vietnam's.

use jiff::civil::{Date, DateTime, Time};

/// The order of day and month in dates such as `03/10/2024`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum DateOrder {
    DayFirst,
    MonthFirst,
}

/// Reads a day, with a time if there is one: `2024-10-03 15:06:37`, `2024-10-03T15:06:37+07:00`, `03/10/2024`,
/// `03-OCT-2024`, `15:06 03/10/2024`. Two digits of a year are of this century.
pub fn read(text: &str, order: DateOrder) -> Option<DateTime> {
    if text.len() > 64 {
        return None;
    }
    let mut date = None;
    let mut time = None;
    // The letter between day and time, which months contain too.
    let text = match text.split_at_checked(10) {
        Some((day, rest)) if rest.starts_with('T') => {
            format!("{day} {}", rest.replacen('T', "", 1))
        }
        _ => text.to_owned(),
    };
    for part in text.split(|char: char| char.is_whitespace() || char == ',') {
        if part.is_empty() {
            continue;
        }
        if part.contains(':') {
            time = Some(read_time(part)?);
        } else if date.is_none() {
            date = Some(part);
        }
    }
    let date = read_date(date?, order)?;
    Some(date.to_datetime(time.unwrap_or_default()))
}

fn read_time(text: &str) -> Option<Time> {
    // A zone or a fraction of a second follows.
    let text = text.split(['.', '+', 'Z']).next()?;
    let mut parts = text.split(':').map(|part| part.parse::<i8>().ok());
    let (hour, minute) = (parts.next()??, parts.next()??);
    let second = parts.next().unwrap_or(Some(0))?;
    Time::new(hour, minute, second, 0).ok()
}

fn read_date(text: &str, order: DateOrder) -> Option<Date> {
    let parts: Vec<&str> = text.split(['/', '-', '.']).collect();
    let [first, second, third] = parts.as_slice() else {
        return None;
    };
    if first.len() == 4 {
        return Date::new(first.parse().ok()?, month(second)?, third.parse().ok()?).ok();
    }
    let year: i16 = match third.len() {
        4 => third.parse().ok()?,
        2 => 2000 + third.parse::<i16>().ok()?,
        _ => return None,
    };
    let is_named = second.parse::<i8>().is_err();
    let (day, month_of) = match order {
        DateOrder::MonthFirst if !is_named => (second, first),
        _ => (first, second),
    };
    Date::new(year, month(month_of)?, day.parse().ok()?).ok()
}

fn month(text: &str) -> Option<i8> {
    const NAMES: [&str; 12] = [
        "JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC",
    ];
    if let Ok(month) = text.parse() {
        return Some(month);
    }
    let upper = text.to_uppercase();
    NAMES
        .iter()
        .zip(1..)
        .find(|(name, _)| upper.starts_with(**name))
        .map(|(_, month)| month)
}

/// Returns the order that fits the most of these dates; day first if both fit equally.
pub fn order_of<'a>(dates: impl Iterator<Item = &'a str>) -> DateOrder {
    let (mut day, mut month) = (0_usize, 0_usize);
    for text in dates {
        day += usize::from(read(text, DateOrder::DayFirst).is_some());
        month += usize::from(read(text, DateOrder::MonthFirst).is_some());
    }
    if month > day {
        DateOrder::MonthFirst
    } else {
        DateOrder::DayFirst
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::datetime;

    use super::*;

    #[test]
    fn dates_are_read_in_every_order() {
        let moment = datetime(2024, 10, 3, 15, 6, 37, 0);
        for text in [
            "2024-10-03 15:06:37",
            "2024-10-03T15:06:37+07:00",
            "2024-10-03T15:06:37.000Z",
            "03/10/2024 15:06:37",
            "3-10-2024  15:06:37",
            "15:06:37 03.10.2024",
            "03-OCT-2024 15:06:37",
            "03/10/24 15:06:37",
        ] {
            assert_eq!(read(text, DateOrder::DayFirst), Some(moment), "{text}");
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
        ] {
            assert_eq!(read(text, DateOrder::DayFirst), None, "{text}");
        }
        assert_eq!(
            order_of(["01/02/2024", "01/25/2024"].into_iter()),
            DateOrder::MonthFirst
        );
        assert_eq!(
            order_of(["01/02/2024", "25/01/2024"].into_iter()),
            DateOrder::DayFirst
        );
        assert_eq!(order_of(["01/02/2024"].into_iter()), DateOrder::DayFirst);
    }
}
