use std::fmt;
use std::process::ExitCode;

use hoi_platform::terminal::plain;

/// The outcome of one check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    Fine,
    /// Nothing is wrong, but the operator may want to know it.
    Note,
    /// Something is wrong; the line says how to mend it.
    Problem,
    /// The check could not be made.
    Unchecked,
}

/// The result of one check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    pub level: Level,
    /// The thing that was checked, in a word or two.
    pub subject: &'static str,
    pub text: String,
}

/// The results of several checks, in the order in which they are shown.
#[derive(Debug, Default)]
pub struct Report {
    pub lines: Vec<Line>,
}

impl Report {
    fn add(&mut self, level: Level, subject: &'static str, text: impl Into<String>) {
        // An answer of another program may have several lines, or control characters that a terminal would obey.
        let text: String = text.into();
        let words = text.split(|char: char| char.is_whitespace() || char.is_control());
        let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
        self.lines.push(Line {
            level,
            subject,
            text: plain(&words.join(" ")),
        });
    }

    pub(super) fn fine(&mut self, subject: &'static str, text: impl Into<String>) {
        self.add(Level::Fine, subject, text);
    }

    pub(super) fn note(&mut self, subject: &'static str, text: impl Into<String>) {
        self.add(Level::Note, subject, text);
    }

    pub(super) fn problem(&mut self, subject: &'static str, text: impl Into<String>) {
        self.add(Level::Problem, subject, text);
    }

    pub(super) fn unchecked(&mut self, subject: &'static str, error: &anyhow::Error) {
        self.add(
            Level::Unchecked,
            subject,
            format!("could not be checked: {error:#}"),
        );
    }

    /// Returns the lines of this level.
    pub fn of(&self, level: Level) -> impl Iterator<Item = &Line> {
        self.lines.iter().filter(move |line| line.level == level)
    }

    /// Returns 1 if there is a problem, otherwise 2 if something could not be checked, otherwise 0.
    #[must_use]
    pub fn exit_code(&self) -> ExitCode {
        if self.of(Level::Problem).next().is_some() {
            ExitCode::from(1)
        } else if self.of(Level::Unchecked).next().is_some() {
            ExitCode::from(2)
        } else {
            ExitCode::SUCCESS
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for line in &self.lines {
            let level = match line.level {
                Level::Fine => "fine",
                Level::Note => "note",
                Level::Problem => "PROBLEM",
                Level::Unchecked => "UNKNOWN",
            };
            writeln!(f, "{level:<8} {:<10} {}", line.subject, line.text)?;
        }
        Ok(())
    }
}
