//! A strict reader of calendar files (RFC 5545) with one event, and a calendar that takes them in one after another.

use std::collections::HashMap;

/// The event of a calendar file: its properties by name, texts without their escapes.
#[derive(Debug, Clone)]
pub struct Entry {
    pub method: String,
    properties: HashMap<String, String>,
    parameters: HashMap<String, String>,
}

impl Entry {
    /// Reads a file and panics where it breaks a rule.
    #[track_caller]
    pub fn read(file: &[u8]) -> Self {
        let mut components: Vec<String> = Vec::new();
        let mut entry = Self {
            method: String::new(),
            properties: HashMap::new(),
            parameters: HashMap::new(),
        };
        let mut seen: Vec<(String, String)> = Vec::new();
        for line in lines(file) {
            let (name, parameters, value) = parts(&line);
            match name.as_str() {
                "BEGIN" => {
                    let inside = components.last().map_or("", String::as_str);
                    let fits = [
                        ("", "VCALENDAR"),
                        ("VCALENDAR", "VEVENT"),
                        ("VEVENT", "VALARM"),
                    ];
                    assert!(fits.contains(&(inside, value.as_str())), "{line}");
                    components.push(value);
                    continue;
                }
                "END" => {
                    assert_eq!(components.pop(), Some(value));
                    continue;
                }
                _ => {}
            }
            let component = components.last().expect("a property stands in a component");
            let key = (component.clone(), name.clone());
            assert!(!seen.contains(&key), "{name} stands twice in {component}");
            seen.push(key);
            let value = checked(&name, &value);
            match component.as_str() {
                "VCALENDAR" if name == "METHOD" => entry.method = value,
                "VCALENDAR" if name == "VERSION" => assert_eq!(value, "2.0"),
                "VEVENT" => {
                    entry.properties.insert(name.clone(), value);
                    entry.parameters.insert(name, parameters);
                }
                _ => {}
            }
        }
        assert!(components.is_empty(), "{components:?} do not end");
        for (component, name) in [
            ("VCALENDAR", "VERSION"),
            ("VCALENDAR", "PRODID"),
            ("VCALENDAR", "METHOD"),
            ("VEVENT", "UID"),
            ("VEVENT", "DTSTAMP"),
            ("VEVENT", "DTSTART"),
            ("VEVENT", "DTEND"),
            ("VEVENT", "SEQUENCE"),
            ("VEVENT", "ORGANIZER"),
        ] {
            let key = (component.to_owned(), name.to_owned());
            assert!(seen.contains(&key), "{name} is missing");
        }
        let is_cancelled = entry.get("STATUS") == "CANCELLED";
        assert_eq!(is_cancelled, entry.method == "CANCEL");
        assert!(
            is_cancelled || entry.method == "PUBLISH",
            "{}",
            entry.method
        );
        assert!(entry.get("DTSTART") < entry.get("DTEND"));
        entry
    }

    /// Returns the value of a property; empty without it.
    pub fn get(&self, name: &str) -> &str {
        self.properties.get(name).map_or("", String::as_str)
    }

    /// Returns the parameters of a property as they are written.
    pub fn parameters(&self, name: &str) -> &str {
        self.parameters.get(name).map_or("", String::as_str)
    }

    /// By what calendars tell which of two entries is the newer one.
    pub fn age(&self) -> (i64, &str) {
        (self.get("SEQUENCE").parse().unwrap(), self.get("DTSTAMP"))
    }
}

/// The lines without their folds.
fn lines(file: &[u8]) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut rest = file;
    while !rest.is_empty() {
        let end = rest.windows(2).position(|pair| pair == b"\r\n");
        let (line, after) = rest.split_at(end.expect("every line ends with CRLF"));
        assert!(!line.is_empty() && line.len() <= 75, "{} bytes", line.len());
        let line = std::str::from_utf8(line).expect("no character is split");
        assert!(!line.contains(['\r', '\n']), "{line:?}");
        match line.strip_prefix(' ') {
            Some(more) => lines.last_mut().expect("a line before").push_str(more),
            None => lines.push(line.to_owned()),
        }
        rest = &after[2..];
    }
    lines
}

/// The name of a line, its parameters and its value.
fn parts(line: &str) -> (String, String, String) {
    let is_name = |char: char| char.is_ascii_uppercase() || char.is_ascii_digit() || char == '-';
    let end = line.find(|char: char| !is_name(char)).expect("a value");
    let name = line[..end].to_owned();
    assert!(!name.is_empty(), "{line}");
    let mut is_quoted = false;
    let end_of_parameters = line[end..].find(|char: char| {
        is_quoted ^= char == '"';
        assert!(!char.is_control(), "{line:?}");
        char == ':' && !is_quoted
    });
    let colon = end + end_of_parameters.expect("a colon");
    let parameters = &line[end..colon];
    assert!(parameters.is_empty() || parameters.starts_with(';') && parameters.contains('='));
    assert_eq!(parameters.matches('"').count() % 2, 0);
    (name, parameters.to_owned(), line[colon + 1..].to_owned())
}

/// The value of a property, judged by its type.
fn checked(name: &str, value: &str) -> String {
    match name {
        "DTSTAMP" | "DTSTART" | "DTEND" | "LAST-MODIFIED" => {
            let digits = value.replace(['T', 'Z'], "");
            let is_moment = value.len() == 16 && value.as_bytes()[8] == b'T';
            assert!(
                is_moment && value.ends_with('Z') && digits.len() == 14,
                "{value}"
            );
            assert!(digits.bytes().all(|byte| byte.is_ascii_digit()), "{value}");
            value.to_owned()
        }
        "SEQUENCE" => {
            let number: i32 = value.parse().unwrap();
            assert!(number >= 0);
            value.to_owned()
        }
        "ORGANIZER" => {
            assert!(value.starts_with("mailto:") && value.is_ascii(), "{value}");
            value.to_owned()
        }
        "SUMMARY" | "LOCATION" | "DESCRIPTION" => unescaped(value),
        _ => value.to_owned(),
    }
}

fn unescaped(value: &str) -> String {
    let mut text = String::new();
    let mut chars = value.chars();
    while let Some(char) = chars.next() {
        match char {
            '\\' => match chars.next() {
                Some(escaped @ ('\\' | ';' | ',')) => text.push(escaped),
                Some('n' | 'N') => text.push('\n'),
                other => panic!("{other:?} is escaped"),
            },
            ',' | ';' => panic!("{char} is not escaped in {value}"),
            char => {
                assert!(!char.is_control(), "{value:?}");
                text.push(char);
            }
        }
    }
    text
}

/// A calendar program: of the entries with one identifier it keeps the newest.
#[derive(Debug, Default)]
pub struct Calendar(pub HashMap<String, Entry>);

impl Calendar {
    pub fn take(&mut self, entry: Entry) {
        let kept = self.0.get(entry.get("UID"));
        if kept.is_none_or(|kept| kept.age() <= entry.age()) {
            self.0.insert(entry.get("UID").to_owned(), entry);
        }
    }

    /// Returns the only entry.
    #[track_caller]
    pub fn only(&self) -> &Entry {
        assert_eq!(self.0.len(), 1, "{:?}", self.0.keys());
        self.0.values().next().unwrap()
    }
}
