//! The calendar entry of an event (RFC 5545): the same on its page, on a visitor's own page, in mails, in the calendar of its
//! organiser and in the link into Google's calendar. Nothing else writes calendar files. All entries have one `UID`, so that a calendar replaces the entry that it was given before.
//!
//! Calendars recognise the newer of two entries by `SEQUENCE`, which rises with the event's version in all entries.
//! Below that it counts how often a visitor has registered and given back, so that the entry of a repeated registration
//! replaces the cancelled one.

use std::fmt::Write as _;
use std::time::Duration;

use hoi_db::Timestamp;
use hoi_i18n::Lang;
use hoi_mail::Attachment;
use hoi_platform::config::Config;
use hoi_platform::error::LocalizedText;
use hoi_platform::mails;
use reqwest::Url;
use sea_orm::{ColumnTrait, ConnectionTrait, DbErr, EntityTrait, PaginatorTrait, QueryFilter};

use super::entity::event;
use super::{end_of, rich_text};
use crate::attendances::attendance;

/// The media type of calendar files.
pub const CALENDAR_MIME: &str = "text/calendar; charset=utf-8";
/// Bytes in a line, without its end (RFC 5545, 3.1).
const LINE: usize = 75;
/// Characters of the event's description in an entry.
const MAX_DESCRIPTION: usize = 500;
/// How much `SEQUENCE` rises with a version of the event.
const STEP: i64 = 100;
/// The largest `SEQUENCE`, a signed number of 32 bits.
const MAX_SEQUENCE: i64 = i32::MAX as i64;
/// Minutes that the entry of the opening lasts; its alarm rings as many minutes before.
const AHEAD: u64 = 10;

/// An entry for a calendar.
#[derive(Debug, Clone)]
pub struct CalendarEntry {
    uid: String,
    is_cancelled: bool,
    sequence: i64,
    /// When its content was last changed.
    changed: Timestamp,
    begins: Timestamp,
    ends: Timestamp,
    /// None for an entry that only tells of the cancellation.
    words: Option<Words>,
    host: Option<String>,
    /// An address of the host, or that of the installation.
    organizer: String,
    reminds: bool,
}

#[derive(Debug, Clone)]
struct Words {
    title: String,
    place: String,
    description: String,
    /// The address of the event's page.
    page: String,
}

impl CalendarEntry {
    /// Returns the entry for everyone. For a cancelled event it says only that the event will not take place, as its
    /// page does.
    #[must_use]
    pub fn of(event: &event::Model, config: &Config, lang: Lang) -> Self {
        let entry = Self::whole(event, config, lang);
        if !entry.is_cancelled {
            return entry;
        }
        Self {
            words: None,
            host: None,
            organizer: config.mail_from.email.to_string(),
            ..entry
        }
    }

    /// Returns the entry for callers who may read only the head of the event's page: title and start.
    #[must_use]
    pub fn of_head(event: &event::Model, config: &Config, lang: Lang) -> Self {
        let entry = Self::of(event, config, lang);
        Self {
            ends: end_of(entry.begins, None),
            words: entry.words.map(|words| Words {
                place: String::new(),
                description: LocalizedText::new("calendar.page")
                    .with("link", &words.page)
                    .in_language(lang),
                ..words
            }),
            host: None,
            organizer: config.mail_from.email.to_string(),
            ..entry
        }
    }

    /// Returns the entry of the opening of registration, which reminds of it.
    #[must_use]
    pub fn of_opening(event: &event::Model, config: &Config, lang: Lang) -> Self {
        let entry = Self::of(event, config, lang);
        let begins = event.open_registration_date;
        Self {
            uid: uid(event, "-opening", config),
            begins,
            ends: begins.plus(Duration::from_mins(AHEAD)),
            words: entry.words.map(|words| Words {
                title: LocalizedText::new("calendar.opening")
                    .with("title", &words.title)
                    .in_language(lang),
                place: words.page.clone(),
                ..words
            }),
            reminds: true,
            ..entry
        }
    }

    /// Returns the entry of a visitor, with the link of their own page if it is given; a cancelled one when the event
    /// was cancelled or the registration is over.
    pub async fn of_visitor(
        conn: &impl ConnectionTrait,
        event: &event::Model,
        visitor: &attendance::Model,
        own_page: Option<&str>,
        config: &Config,
        lang: Lang,
    ) -> Result<Self, DbErr> {
        let before = earlier_registrations(conn, visitor).await?;
        let is_over = visitor.deleted_at.is_some();
        let mut entry = Self::whole(event, config, lang);
        entry.is_cancelled |= is_over;
        let rounds = i64::try_from(before).unwrap_or(STEP).min(STEP) * 2 + i64::from(is_over);
        entry.sequence = (entry.sequence + rounds.min(STEP - 1)).min(MAX_SEQUENCE);
        let own_change = visitor.deleted_at.unwrap_or(visitor.registration_time);
        entry.changed = entry.changed.max(own_change);
        if let (Some(own_page), Some(words)) = (own_page, &mut entry.words) {
            let link = LocalizedText::new("calendar.ownPage").with("link", own_page);
            words.description = with_link(event, &link.in_language(lang));
        }
        Ok(entry)
    }

    fn whole(event: &event::Model, config: &Config, lang: Lang) -> Self {
        let page = format!("{}/form/{}", config.public_url, event.id);
        let link = LocalizedText::new("calendar.page").with("link", &page);
        Self {
            uid: uid(event, "", config),
            is_cancelled: event.cancelled_at.is_some(),
            sequence: ((event.version - 1).max(0) * STEP).min(MAX_SEQUENCE),
            changed: event.updated_at,
            begins: event.event_start_date,
            ends: end_of(event.event_start_date, event.end_date),
            words: Some(Words {
                title: event.title.clone(),
                place: event.venue_address.clone(),
                description: with_link(event, &link.in_language(lang)),
                page,
            }),
            host: event.host_name.clone(),
            organizer: match event.shown_email() {
                Some(email) => email.clone(),
                None => config.mail_from.email.to_string(),
            },
            reminds: false,
        }
    }

    /// Returns the media type of the file, with the method for calendars.
    #[must_use]
    pub fn mime(&self) -> String {
        format!("{CALENDAR_MIME}; method={}", self.method())
    }

    fn method(&self) -> &'static str {
        if self.is_cancelled {
            "CANCEL"
        } else {
            "PUBLISH"
        }
    }

    /// Returns the entry as a part of a mail.
    #[must_use]
    pub fn attachment(&self) -> Attachment {
        Attachment {
            name: "event.ics".to_owned(),
            mime: self.mime(),
            bytes: self.file().into_bytes(),
            content_id: None,
        }
    }

    /// Returns the calendar file with this entry.
    #[must_use]
    pub fn file(&self) -> String {
        in_calendar(self.method(), None, std::slice::from_ref(self))
    }

    /// Returns the file of a calendar to subscribe to, with all these entries.
    #[must_use]
    pub fn feed(name: &str, entries: &[Self]) -> String {
        in_calendar("PUBLISH", Some(name), entries)
    }

    fn lines(&self) -> Vec<String> {
        let status = if self.is_cancelled {
            "CANCELLED"
        } else {
            "CONFIRMED"
        };
        let changed = in_utc(self.changed);
        let mut lines = vec![
            "BEGIN:VEVENT".to_owned(),
            format!("UID:{}", self.uid),
            format!("SEQUENCE:{}", self.sequence),
            format!("DTSTAMP:{changed}"),
            format!("LAST-MODIFIED:{changed}"),
            format!("DTSTART:{}", in_utc(self.begins)),
            format!("DTEND:{}", in_utc(self.ends)),
            format!("STATUS:{status}"),
            self.organizer_line(),
        ];
        if let Some(words) = &self.words {
            lines.push(format!("SUMMARY:{}", escaped(&words.title)));
            if !words.place.is_empty() {
                lines.push(format!("LOCATION:{}", escaped(&words.place)));
            }
            lines.push(format!("DESCRIPTION:{}", escaped(&words.description)));
            lines.push(format!("URL:{}", words.page));
            if self.reminds {
                lines.push("BEGIN:VALARM".to_owned());
                lines.push("ACTION:DISPLAY".to_owned());
                lines.push(format!("DESCRIPTION:{}", escaped(&words.title)));
                lines.push(format!("TRIGGER:-PT{AHEAD}M"));
                lines.push("END:VALARM".to_owned());
            }
        }
        lines.push("END:VEVENT".to_owned());
        lines
    }

    fn organizer_line(&self) -> String {
        // Nothing in quotes can stand for a quote.
        let name = self.host.as_ref().map(|host| {
            let plain = host.replace('"', "'");
            let plain: String = plain.chars().filter(|char| !char.is_control()).collect();
            format!(";CN=\"{plain}\"")
        });
        let address = in_address(&self.organizer);
        format!("ORGANIZER{}:mailto:{address}", name.unwrap_or_default())
    }

    /// Returns the address at which Google's calendar offers to add the same entry; None for one that only tells of the
    /// cancellation. No visitor's own link stands in it: addresses are kept in many places.
    #[must_use]
    pub fn google_link(&self) -> Option<String> {
        let words = self.words.as_ref()?;
        let dates = format!("{}/{}", in_utc(self.begins), in_utc(self.ends));
        let link = Url::parse_with_params(
            "https://calendar.google.com/calendar/render",
            [
                ("action", "TEMPLATE"),
                ("text", words.title.as_str()),
                ("dates", dates.as_str()),
                ("location", words.place.as_str()),
                ("details", words.description.as_str()),
            ],
        );
        link.ok().map(String::from)
    }
}

/// Hours after which programs ask for a calendar again.
const REFRESH: u32 = 1;

/// Returns the file of a calendar; `name` is that of one to subscribe to.
fn in_calendar(method: &str, name: Option<&str>, entries: &[CalendarEntry]) -> String {
    let mut lines = vec![
        "BEGIN:VCALENDAR".to_owned(),
        "VERSION:2.0".to_owned(),
        "PRODID:-//Hội//Hội//VI".to_owned(),
        "CALSCALE:GREGORIAN".to_owned(),
        format!("METHOD:{method}"),
    ];
    if let Some(name) = name {
        // RFC 7986, and the properties that programs understood before it.
        lines.push(format!("NAME:{}", escaped(name)));
        lines.push(format!("X-WR-CALNAME:{}", escaped(name)));
        lines.push(format!("REFRESH-INTERVAL;VALUE=DURATION:PT{REFRESH}H"));
        lines.push(format!("X-PUBLISHED-TTL:PT{REFRESH}H"));
    }
    lines.extend(entries.iter().flat_map(CalendarEntry::lines));
    lines.push("END:VCALENDAR".to_owned());
    let mut file = String::new();
    for line in lines {
        push_folded(&mut file, &line);
    }
    file
}

/// How often the visitor registered for the event before and gave the seat back.
async fn earlier_registrations(
    conn: &impl ConnectionTrait,
    visitor: &attendance::Model,
) -> Result<u64, DbErr> {
    attendance::Entity::find()
        .filter(attendance::Column::EventId.eq(visitor.event_id))
        .filter(attendance::Column::EmailKey.eq(visitor.email_key.as_str()))
        .filter(attendance::Column::DeletedAt.is_not_null())
        .filter(attendance::Column::Id.lt(visitor.id))
        .count(conn)
        .await
}

fn uid(event: &event::Model, part: &str, config: &Config) -> String {
    format!("event-{}{part}@{}", event.id, mails::host(config))
}

/// The beginning of the event's description above a link.
fn with_link(event: &event::Model, link: &str) -> String {
    let text = rich_text::beginning(&event.description, MAX_DESCRIPTION);
    if text.is_empty() {
        link.to_owned()
    } else {
        format!("{text}\n\n{link}")
    }
}

/// Formats a moment like `20260301T020000Z`.
fn in_utc(moment: Timestamp) -> String {
    let moment = jiff::Timestamp::from_millisecond(moment.0).unwrap_or(jiff::Timestamp::UNIX_EPOCH);
    moment.strftime("%Y%m%dT%H%M%SZ").to_string()
}

/// Writes an e-mail address as the path of a `mailto:` (RFC 6068).
fn in_address(email: &str) -> String {
    let mut address = String::with_capacity(email.len());
    for byte in email.bytes() {
        if byte.is_ascii_alphanumeric() || b"@.-_~+!$'*".contains(&byte) {
            address.push(char::from(byte));
        } else {
            // Writing to a string cannot fail.
            let _ = write!(address, "%{byte:02X}");
        }
    }
    address
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
            '\t' => escaped.push(' '),
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
    use proptest::prelude::*;

    use super::*;

    fn sample(title: &str) -> CalendarEntry {
        CalendarEntry {
            uid: "event-1@hoi.example".to_owned(),
            is_cancelled: false,
            sequence: 100,
            changed: Timestamp(1_772_330_400_000),
            begins: Timestamp(1_772_334_000_000),
            ends: Timestamp(1_772_344_800_000),
            words: Some(Words {
                title: title.to_owned(),
                place: "Nhà hát Lớn; 1 Tràng Tiền, Hà Nội".to_owned(),
                description: "Một đêm\n\nTrang: https://hoi.example/form/1".to_owned(),
                page: "https://hoi.example/form/1".to_owned(),
            }),
            host: None,
            organizer: "no-reply@hoi.example".to_owned(),
            reminds: false,
        }
    }

    #[test]
    fn times_are_utc_and_text_is_escaped() {
        let file = sample("A\\B\r\nC").file();
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
        let file = sample(&title).file();
        assert!(file.split("\r\n").all(|line| line.len() <= LINE));
        let unfolded = file.replace("\r\n ", "");
        assert!(unfolded.contains(&format!("SUMMARY:{title}\r\n")));
    }

    #[test]
    fn a_name_and_an_address_stay_inside_their_line() {
        let entry = CalendarEntry {
            host: Some("CLB \"Nhạc; Xưa\":\r\nX".to_owned()),
            organizer: "a%b?c&d@nhacxua.example".to_owned(),
            ..sample("A")
        };
        let file = entry.file();
        let line =
            "\r\nORGANIZER;CN=\"CLB 'Nhạc; Xưa':X\":mailto:a%25b%3Fc%26d@nhacxua.example\r\n";
        assert!(file.replace("\r\n ", "").contains(line), "{file}");
    }

    #[test]
    fn the_link_says_the_same_as_the_file() {
        let link = sample("Đêm nhạc & thơ").google_link().unwrap();
        let link: Url = link.parse().unwrap();
        let of = |name: &str| {
            let mut pairs = link.query_pairs();
            pairs.find(|(key, _)| key == name).unwrap().1.into_owned()
        };
        assert_eq!(of("text"), "Đêm nhạc & thơ");
        assert_eq!(of("dates"), "20260301T030000Z/20260301T060000Z");
        assert_eq!(of("location"), "Nhà hát Lớn; 1 Tràng Tiền, Hà Nội");
        assert_eq!(
            of("details"),
            "Một đêm\n\nTrang: https://hoi.example/form/1"
        );
    }

    #[test]
    fn a_cancelled_entry_says_only_that_it_is_cancelled() {
        let entry = CalendarEntry {
            is_cancelled: true,
            words: None,
            ..sample("A")
        };
        let file = entry.file();
        assert!(file.contains("\r\nMETHOD:CANCEL\r\n") && file.contains("STATUS:CANCELLED"));
        assert!(
            !file.contains("SUMMARY") && !file.contains("Nhà hát"),
            "{file}"
        );
        assert_eq!(entry.google_link(), None);
    }

    proptest! {
        /// Whatever the organiser types, every line ends as it must, is short enough, and no text adds a property.
        #[test]
        fn any_text_makes_a_file(title in "\\PC*|[\r\n\t;,\\\\:\"]{0,40}", host in "\\PC{0,100}|[\r\n\";:]{0,9}") {
            let entry = CalendarEntry { host: Some(host), ..sample(&title) };
            let file = entry.file();
            prop_assert!(file.ends_with("END:VCALENDAR\r\n"));
            prop_assert!(!file.replace("\r\n", "").contains(['\r', '\n']));
            prop_assert!(file.split("\r\n").all(|line| line.len() <= LINE));
            let unfolded = file.replace("\r\n ", "");
            let names = unfolded.lines().filter_map(|line| line.split([':', ';']).next());
            let names: Vec<_> = names.collect();
            prop_assert_eq!(names.len(), 20, "{}", unfolded);
            prop_assert!(names.iter().all(|name| name.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b'-')));
        }
    }
}
