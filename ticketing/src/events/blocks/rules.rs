//! The rules on the blocks of a page. Pure.

use std::collections::HashSet;

use hoi_platform::days::read_time;
use hoi_platform::error::LocalizedText;
use hoi_platform::validation::Check;
use jiff::ToSpan as _;
use jiff::civil::{Date, Time};
use uuid::Uuid;

use super::{AnsweredQuestion, PageBlocks, ProgrammeItem, Speaker, Sponsor};
use crate::events::rules::MAX_NAME;

pub const MAX_ITEMS: usize = 60;
pub const MAX_SPEAKERS: usize = 40;
pub const MAX_QUESTIONS: usize = 30;
pub const MAX_SPONSORS: usize = 40;
/// Days of an event that a programme can name.
pub const MAX_DAYS: i64 = 31;
/// Speakers of one item.
pub const MAX_SPEAKERS_OF_ITEM: usize = 10;
/// The most characters of an item's title, and of a speaker's role.
pub const MAX_LINE: usize = 120;
pub const MAX_NOTE: usize = 500;
pub const MAX_BIO: usize = 600;
pub const MAX_QUESTION: usize = 200;
pub const MAX_ANSWER: usize = 2000;
pub const MAX_WEBSITE: usize = 500;
/// Minutes that an item can last that ends after midnight. Anything longer is a slip: it ends before it begins.
const MAX_NIGHT: i16 = 12 * 60;

impl PageBlocks {
    /// Checks and tidies the blocks, and brings the programme into the order of time.
    pub fn check(&mut self, check: &mut Check) {
        let known: HashSet<Uuid> = self.speakers.iter().map(|speaker| speaker.id).collect();
        if fits(check, "programme", self.programme.len(), MAX_ITEMS) {
            for (at, item) in self.programme.iter_mut().enumerate() {
                check_item(item, &format!("programme.{at}"), &known, check);
            }
        }
        if fits(check, "speakers", self.speakers.len(), MAX_SPEAKERS) {
            let mut ids = HashSet::new();
            for (at, speaker) in self.speakers.iter_mut().enumerate() {
                let path = format!("speakers.{at}");
                let message = LocalizedText::new("page.sameSpeaker");
                check.ensure(ids.insert(speaker.id), &format!("{path}.id"), message);
                check_speaker(speaker, &path, check);
            }
        }
        if fits(check, "questions", self.questions.len(), MAX_QUESTIONS) {
            for (at, question) in self.questions.iter_mut().enumerate() {
                check_question(question, &format!("questions.{at}"), check);
            }
        }
        if fits(check, "sponsors", self.sponsors.len(), MAX_SPONSORS) {
            for (at, sponsor) in self.sponsors.iter_mut().enumerate() {
                check_sponsor(sponsor, &format!("sponsors.{at}"), check);
            }
        }
        // Times are written in one way, so their letters sort like them. Items of the same time stay as they were sent.
        self.programme
            .sort_by(|a, b| (a.day, &a.start).cmp(&(b.day, &b.start)));
    }
}

/// Whether a list is not too long to be looked at.
fn fits(check: &mut Check, field: &str, len: usize, max: usize) -> bool {
    let message = LocalizedText::new("page.tooMany").with("max", max);
    check.ensure(len <= max, field, message);
    len <= max
}

fn check_item(item: &mut ProgrammeItem, path: &str, known: &HashSet<Uuid>, check: &mut Check) {
    let field = |name: &str| format!("{path}.{name}");
    check.between(&field("day"), item.day, 1, MAX_DAYS);
    check.required(&field("start"), !item.start.is_empty());
    let start = read_time(&item.start);
    let wrong = || LocalizedText::new("field.time");
    check.ensure(start.is_some(), &field("start"), wrong());
    if item.end.as_deref() == Some("") {
        item.end = None;
    }
    if let Some(end) = &item.end {
        let end = read_time(end);
        check.ensure(end.is_some(), &field("end"), wrong());
        if let (Some(start), Some(end)) = (start, end) {
            let message = LocalizedText::new("page.endsBeforeStart");
            check.ensure(can_end(start, end), &field("end"), message);
        }
    }
    check.required_line(&field("title"), &mut item.title, MAX_LINE);
    check.optional_text(&field("note"), &mut item.note, MAX_NOTE);
    let mut seen = HashSet::new();
    item.speakers.retain(|speaker| seen.insert(*speaker));
    let message = LocalizedText::new("field.tooMany").with("max", MAX_SPEAKERS_OF_ITEM);
    let is_few = item.speakers.len() <= MAX_SPEAKERS_OF_ITEM;
    check.ensure(is_few, &field("speakers"), message);
    let are_known = item.speakers.iter().all(|speaker| known.contains(speaker));
    let message = LocalizedText::new("page.noSuchSpeaker");
    check.ensure(are_known, &field("speakers"), message);
}

fn check_speaker(speaker: &mut Speaker, path: &str, check: &mut Check) {
    check.required_line(&format!("{path}.name"), &mut speaker.name, MAX_NAME);
    check.optional_line(&format!("{path}.role"), &mut speaker.role, MAX_LINE);
    check.optional_text(&format!("{path}.bio"), &mut speaker.bio, MAX_BIO);
}

fn check_question(question: &mut AnsweredQuestion, path: &str, check: &mut Check) {
    let field = |name: &str| format!("{path}.{name}");
    check.required_text(&field("question"), &mut question.question, MAX_QUESTION);
    check.required_text(&field("answer"), &mut question.answer, MAX_ANSWER);
}

fn check_sponsor(sponsor: &mut Sponsor, path: &str, check: &mut Check) {
    let field = |name: &str| format!("{path}.{name}");
    check.required_line(&field("name"), &mut sponsor.name, MAX_NAME);
    check.optional_text(&field("website"), &mut sponsor.website, MAX_WEBSITE);
    if let Some(website) = &mut sponsor.website {
        if !website.contains("://") {
            website.insert_str(0, "https://");
        }
        let message = LocalizedText::new("page.website");
        check.ensure(is_website(website), &field("website"), message);
    }
}

/// Whether it is the address of a web page, which a browser opens as one: a script or a file is not.
fn is_website(address: &str) -> bool {
    let Some((scheme, rest)) = address.split_once("://") else {
        return false;
    };
    let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let is_odd =
        |char: char| char.is_whitespace() || matches!(char, '"' | '\'' | '<' | '>' | '\\' | '`');
    // A name before the host makes an address look like another one.
    matches!(scheme, "https" | "http")
        && !address.contains(is_odd)
        && !host.contains('@')
        && host.trim_matches('.').contains('.')
}

/// Returns whether an item that begins at `start` can end at `end`, on the same day or after midnight.
fn can_end(start: Time, end: Time) -> bool {
    let minutes = |time: Time| i16::from(time.hour()) * 60 + i16::from(time.minute());
    let lasts = minutes(end) - minutes(start);
    lasts > 0 || lasts < 0 && lasts + 24 * 60 <= MAX_NIGHT
}

/// Returns when the item begins and ends. None if its beginning is no time, which validation refuses.
pub(super) fn times(item: &ProgrammeItem) -> Option<(Time, Option<Time>)> {
    Some((
        read_time(&item.start)?,
        item.end.as_deref().and_then(read_time),
    ))
}

/// Returns the day so many days later.
pub(super) fn later(day: Date, days: i64) -> Date {
    day.saturating_add(days.clamp(0, MAX_DAYS).days())
}

#[cfg(test)]
mod tests {
    use hoi_platform::error::Error;

    use super::*;

    fn item(start: &str, end: Option<&str>) -> ProgrammeItem {
        ProgrammeItem {
            day: 1,
            start: start.to_owned(),
            end: end.map(str::to_owned),
            title: start.to_owned(),
            note: None,
            speakers: Vec::new(),
        }
    }

    #[test]
    fn sponsors_lead_to_web_pages() {
        let sponsor = |website: &str| Sponsor {
            name: "Gốm Bát Tràng".to_owned(),
            logo: None,
            website: Some(website.to_owned()),
        };
        let mut blocks = PageBlocks {
            sponsors: ["gom.vn", "http://gom.vn/a?b=c", "https://www.gom.vn", " "]
                .map(sponsor)
                .to_vec(),
            ..PageBlocks::default()
        };
        assert!(faults(&mut blocks).is_empty());
        let kept: Vec<_> = blocks
            .sponsors
            .iter()
            .map(|sponsor| sponsor.website.as_deref())
            .collect();
        let expected = [
            Some("https://gom.vn"),
            Some("http://gom.vn/a?b=c"),
            Some("https://www.gom.vn"),
            None,
        ];
        assert_eq!(kept, expected);
        for wrong in [
            "javascript://gom.vn/%0aalert(1)",
            "data:text/html,x",
            "ftp://gom.vn",
            "https://bank.vn@gom.vn",
            "https://localhost",
            "https://",
            "gom bat trang.vn",
        ] {
            let mut blocks = PageBlocks {
                sponsors: vec![sponsor(wrong)],
                ..PageBlocks::default()
            };
            assert_eq!(faults(&mut blocks), ["sponsors.0.website"], "{wrong}");
        }
        let mut blocks = PageBlocks {
            sponsors: vec![sponsor("gom.vn"); MAX_SPONSORS],
            ..PageBlocks::default()
        };
        assert!(faults(&mut blocks).is_empty());
        blocks.sponsors.push(sponsor("gom.vn"));
        assert_eq!(faults(&mut blocks), ["sponsors"]);
    }

    fn faults(blocks: &mut PageBlocks) -> Vec<String> {
        let mut check = Check::default();
        blocks.check(&mut check);
        match check.finish() {
            Err(Error::InvalidFields(fields)) => {
                fields.into_iter().map(|(field, _)| field).collect()
            }
            _ => Vec::new(),
        }
    }

    #[test]
    fn the_programme_is_in_the_order_of_time_and_otherwise_as_sent() {
        let mut blocks = PageBlocks {
            programme: vec![
                item("10:00", None),
                ProgrammeItem {
                    day: 2,
                    ..item("07:00", None)
                },
                item("08:30", Some("09:00")),
                ProgrammeItem {
                    title: "second".to_owned(),
                    ..item("08:30", None)
                },
            ],
            ..PageBlocks::default()
        };
        assert!(faults(&mut blocks).is_empty());
        let order: Vec<_> = blocks
            .programme
            .iter()
            .map(|item| item.title.as_str())
            .collect();
        assert_eq!(order, ["08:30", "second", "10:00", "07:00"]);
    }

    #[test]
    fn an_item_ends_after_it_begins_or_within_twelve_hours_of_the_night() {
        for (start, end, is_good) in [
            ("08:00", "08:01", true),
            ("08:00", "08:00", false),
            ("00:00", "23:59", true),
            ("22:00", "01:30", true),
            ("22:00", "10:00", true),
            ("22:00", "10:01", false),
            ("08:30", "08:00", false),
        ] {
            let mut blocks = PageBlocks {
                programme: vec![item(start, Some(end))],
                ..PageBlocks::default()
            };
            let expected: &[&str] = if is_good { &[] } else { &["programme.0.end"] };
            assert_eq!(faults(&mut blocks), expected, "{start}–{end}");
        }
    }

    #[test]
    fn an_item_is_on_its_day_and_ends_on_the_next_after_midnight() {
        let start = "2026-03-05T20:00:00+07:00".parse().unwrap();
        let at = |text: &str| text.parse::<hoi_db::Timestamp>().unwrap();
        let night = ProgrammeItem {
            day: 2,
            ..item("23:00", Some("00:30"))
        };
        let (from, until) = night.moments(start).unwrap();
        assert_eq!(from, at("2026-03-06T23:00:00+07:00"));
        assert_eq!(until, Some(at("2026-03-07T00:30:00+07:00")));
        let (from, until) = item("19:00", None).moments(start).unwrap();
        assert_eq!((from, until), (at("2026-03-05T19:00:00+07:00"), None));
    }

    #[test]
    fn mistakes_are_named_where_they_were_sent_not_where_they_are_sorted() {
        let mut blocks = PageBlocks {
            programme: vec![item("10:00", None), item("8:00", None)],
            ..PageBlocks::default()
        };
        assert_eq!(faults(&mut blocks), ["programme.1.start"]);
    }
}
