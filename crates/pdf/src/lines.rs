//! Breaking of texts into lines.

use unicode_normalization::UnicodeNormalization;

use crate::readable::{goes_on, is_divisible};

/// Breaks a text into at most `most` lines that `fits` accepts, between words and between characters of scripts without
/// spaces, and inside a word only when the word alone is too wide; a single letter stands alone even if it does not fit. The
/// lines have the letters of the text, not those in which the fonts show them. Returns them and whether all of the text is in
/// them; otherwise the last one ends with an ellipsis.
pub fn break_lines(text: &str, most: usize, fits: impl Fn(&str) -> bool) -> (Vec<String>, bool) {
    let text: String = text.nfc().collect();
    let mut lines: Vec<String> = Vec::new();
    let mut line = String::new();
    for (is_word, part) in parts(&text) {
        let gap = if is_word && !line.is_empty() { " " } else { "" };
        let longer = format!("{line}{gap}{part}");
        if fits(&longer) {
            line = longer;
            continue;
        }
        if !line.is_empty() {
            lines.push(std::mem::take(&mut line));
        }
        for letter in pieces(part, |before, after| !goes_on(before, after)) {
            let longer = format!("{line}{letter}");
            if line.is_empty() || fits(&longer) {
                line = longer;
            } else {
                lines.push(std::mem::replace(&mut line, letter.to_owned()));
            }
        }
        if lines.len() >= most {
            break;
        }
    }
    if !line.is_empty() {
        lines.push(line);
    }
    let is_whole = lines.len() <= most;
    if !is_whole {
        lines.truncate(most);
        if let Some(last) = lines.last_mut() {
            shorten(last, fits);
        }
    }
    (lines, is_whole)
}

/// Ends a line with an ellipsis, in place of letters if there is no room beside them.
fn shorten(line: &mut String, fits: impl Fn(&str) -> bool) {
    while !line.is_empty() && !fits(&format!("{line}…")) {
        line.pop();
    }
    let end = line
        .trim_end_matches([' ', ',', '.', '-', '–', ':', ';'])
        .len();
    line.truncate(end);
    line.push('…');
}

/// Returns the parts between which a line may end; true for those that begin a word.
fn parts(text: &str) -> impl Iterator<Item = (bool, &str)> {
    text.split_whitespace().flat_map(|word| {
        let parts = pieces(word, is_divisible).into_iter().enumerate();
        parts.map(|(at, part)| (at == 0, part))
    })
}

/// Divides a word between the characters that `is_end` accepts.
fn pieces(word: &str, is_end: impl Fn(char, char) -> bool) -> Vec<&str> {
    let mut found: Vec<&str> = Vec::new();
    let mut begin = 0;
    let followers = word.char_indices().skip(1);
    for (before, (at, char)) in word.chars().zip(followers) {
        if is_end(before, char) {
            found.extend(word.get(begin..at));
            begin = at;
        }
    }
    found.extend(word.get(begin..));
    found
}
