//! Keeps texts of others, such as a name in an archive, from steering the operator's terminal or from looking like
//! another line.

use std::io::{self, Write};

use hoi_i18n::is_invisible;

/// Returns the text as one line, in which characters that a terminal obeys, hides or turns the writing with stand as
/// `\u{1b}`.
#[must_use]
pub fn plain(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for char in text.chars() {
        let is_line_end = matches!(char, '\u{2028}' | '\u{2029}');
        if char.is_control() || is_invisible(char) || is_line_end {
            shown.extend(char.escape_unicode());
        } else {
            shown.push(char);
        }
    }
    shown
}

/// Like [`plain`] for a text of several lines, which stay lines.
#[must_use]
pub fn plain_lines(text: &str) -> String {
    let lines: Vec<String> = text.split('\n').map(plain).collect();
    lines.join("\n")
}

/// Writes each call as one line: line ends within it stand as `\n` and `\r`.
pub struct OneLine<W>(pub W);

impl<W: Write> Write for OneLine<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let line = bytes.strip_suffix(b"\n").unwrap_or(bytes);
        let mut shown = Vec::with_capacity(bytes.len());
        for byte in line {
            match byte {
                b'\n' => shown.extend(b"\\n"),
                b'\r' => shown.extend(b"\\r"),
                byte => shown.push(*byte),
            }
        }
        shown.push(b'\n');
        self.0.write_all(&shown)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_line_stays_one_line() {
        let mut written = OneLine(Vec::new());
        written
            .write_all("error=Trần\r\n2026 INFO forged\n".as_bytes())
            .unwrap();
        let shown = String::from_utf8(written.0).unwrap();
        assert_eq!(shown, "error=Trần\\r\\n2026 INFO forged\n");
    }

    #[test]
    fn nothing_steers_the_terminal_and_words_stay() {
        assert_eq!(
            plain("Trần “Bình” 'a' \\ \u{1b}[2J\u{9b}1m\r\n\t\u{7f}"),
            "Trần “Bình” 'a' \\ \\u{1b}[2J\\u{9b}1m\\u{d}\\u{a}\\u{9}\\u{7f}"
        );
        assert_eq!(
            plain("a\u{202e}b\u{2066}c\u{200b}d\u{2028}"),
            "a\\u{202e}b\\u{2066}c\\u{200b}d\\u{2028}"
        );
        assert_eq!(plain_lines("one\ntwo\u{1b}c"), "one\ntwo\\u{1b}c");
    }
}
