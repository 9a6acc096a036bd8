//! The event as a calendar file (RFC 5545), for the registration mail.

use hoi_db::Timestamp;

use crate::events::end_of;

pub const MIME: &str = "text/calendar; charset=utf-8; method=PUBLISH";

/// Bytes in a line, without its end (RFC 5545, 3.1).
const LINE: usize = 75;

/// A calendar entry for an event.
pub struct CalendarEvent<'a> {
    /// Equal for every copy of the same entry, `local@domain`, so that a calendar replaces the entry.
    pub uid: &'a str,
    /// The time at which the entry was written (`DTSTAMP`).
    pub written: Timestamp,
    pub begins: Timestamp,
    /// When the event ends, if the organiser has said it; otherwise the entry has the usual length.
    pub ends: Option<Timestamp>,
    pub title: &'a str,
    pub place: &'a str,
    /// The address of the event's page.
    pub url: &'a str,
}

/// Returns the calendar file with this entry.
#[must_use]
pub fn file(entry: &CalendarEvent<'_>) -> String {
    let ends = end_of(entry.begins, entry.ends);
    let mut file = String::new();
    for line in [
        "BEGIN:VCALENDAR".to_owned(),
        "VERSION:2.0".to_owned(),
        "PRODID:-//Hội//Hội//VI".to_owned(),
        "METHOD:PUBLISH".to_owned(),
        "BEGIN:VEVENT".to_owned(),
        format!("UID:{}", entry.uid),
        format!("DTSTAMP:{}", in_utc(entry.written)),
        format!("DTSTART:{}", in_utc(entry.begins)),
        format!("DTEND:{}", in_utc(ends)),
        format!("SUMMARY:{}", escaped(entry.title)),
        format!("LOCATION:{}", escaped(entry.place)),
        format!("URL:{}", entry.url),
        "END:VEVENT".to_owned(),
        "END:VCALENDAR".to_owned(),
    ] {
        push_folded(&mut file, &line);
    }
    file
}

/// Formats a moment like `20260301T020000Z`.
fn in_utc(moment: Timestamp) -> String {
    let moment = jiff::Timestamp::from_millisecond(moment.0).unwrap_or(jiff::Timestamp::UNIX_EPOCH);
    moment.strftime("%Y%m%dT%H%M%SZ").to_string()
}

/// Escapes a TEXT value (RFC 5545, 3.3.11).
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for char in text.chars() {
        match char {
            '\\' | ';' | ',' => {
                escaped.push('\\');
                escaped.push(char);
            }
            '\n' => escaped.push_str("\\n"),
            char if char.is_control() => {}
            char => escaped.push(char),
        }
    }
    escaped
}

/// Appends a line, folded into pieces of at most 75 bytes without splitting a character. Each further piece begins with
/// a space.
fn push_folded(file: &mut String, line: &str) {
    let mut used = 0;
    for char in line.chars() {
        if used + char.len_utf8() > LINE {
            file.push_str("\r\n ");
            used = 1;
        }
        file.push(char);
        used += char.len_utf8();
    }
    file.push_str("\r\n");
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(title: &str) -> String {
        file(&CalendarEvent {
            uid: "event-1@hoi.example",
            written: Timestamp(1_772_330_400_000),
            begins: Timestamp(1_772_334_000_000),
            ends: None,
            title,
            place: "Nhà hát Lớn; 1 Tràng Tiền, Hà Nội",
            url: "https://hoi.example/form/1",
        })
    }

    #[test]
    fn times_are_utc_and_text_is_escaped() {
        let file = sample("A\\B\r\nC");
        assert!(
            file.contains("\r\nDTSTART:20260301T030000Z\r\nDTEND:20260301T060000Z\r\n"),
            "{file}"
        );
        assert!(file.contains("\r\nSUMMARY:A\\\\B\\nC\r\n"), "{file}");
        assert!(
            file.contains("LOCATION:Nhà hát Lớn\\; 1 Tràng Tiền\\, Hà Nội\r\n"),
            "{file}"
        );
    }

    #[test]
    fn long_lines_are_folded_between_characters() {
        let title = "Hội nghị Đổi mới sáng tạo ".repeat(20);
        let file = sample(&title);
        assert!(file.split("\r\n").all(|line| line.len() <= LINE));
        let unfolded = file.replace("\r\n ", "");
        assert!(unfolded.contains(&format!("SUMMARY:{title}\r\n")));
    }
}
