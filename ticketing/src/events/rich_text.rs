//! Text from an organiser's editor, made safe to show to strangers and to put into mails.
//!
//! The parser behind the sanitiser repeats formatting elements that are left open in every later paragraph: 20 kB can
//! become millions of nodes. So [`outline`] runs first: one pass over the text, without a tree, that keeps the allowed
//! tags only, closes every one of them where it belongs and bounds their number and depth. The parser needs time in
//! proportion to the length of its result.

mod outline;
mod pieces;

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use ammonia::{Builder, UrlRelative};

pub use self::outline::{MAX_DEPTH, MAX_TAGS, TooComplex};
use self::outline::{TAGS, outline};
use self::pieces::{Piece, Pieces};

static CLEANER: LazyLock<Builder<'static>> = LazyLock::new(|| {
    let mut builder = Builder::empty();
    builder
        .tags(HashSet::from(TAGS))
        .tag_attributes(HashMap::from([("a", HashSet::from(["href"]))]))
        .url_schemes(HashSet::from(["http", "https", "mailto", "tel"]))
        .url_relative(UrlRelative::Deny)
        // Nothing is added to the typed text, so its length stays within the limit; the page that opens a link in a new
        // window says `rel` itself.
        .link_rel(None);
    builder
});

/// The allowed part of `html`; `{{variables}}` stay as they are typed. Takes time in proportion to its length.
pub fn sanitize(html: &str) -> Result<String, TooComplex> {
    Ok(CLEANER.clean(&outline(html)?).to_string())
}

/// Characters that the sanitiser writes in another way.
const ENTITIES: [(&str, &str); 5] = [
    ("&nbsp;", " "),
    ("&lt;", "<"),
    ("&gt;", ">"),
    ("&quot;", "\""),
    ("&amp;", "&"),
];

/// Returns the number of characters of `html` with its markup. An entity that the sanitiser writes counts as one
/// character, so that sanitising does not change the length.
#[must_use]
pub fn length(html: &str) -> usize {
    let added = ENTITIES
        .iter()
        .map(|(entity, _)| html.matches(entity).count() * (entity.len() - 1));
    html.chars().count() - added.sum::<usize>()
}

/// Where one piece of text ends and the next begins.
const BREAKS: [&str; 10] = [
    "p",
    "br",
    "li",
    "ul",
    "h1",
    "h2",
    "h3",
    "h4",
    "blockquote",
    "hr",
];

/// The words of sanitised HTML in one line.
#[must_use]
pub fn words(html: &str) -> String {
    let mut text = String::with_capacity(html.len());
    for piece in Pieces::of(html) {
        match piece {
            Piece::Text(words) => text.push_str(words),
            Piece::Start { name, .. } | Piece::End { name } if BREAKS.contains(&name) => {
                text.push(' ');
            }
            Piece::Start { .. } | Piece::End { .. } => {}
        }
    }
    let text = ENTITIES
        .iter()
        .fold(text, |text, (entity, char)| text.replace(entity, char));
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The beginning of sanitised HTML in one line of plain text of at most `max` characters, cut between words where that is
/// possible.
#[must_use]
pub fn beginning(html: &str, max: usize) -> String {
    let text = words(html);
    if text.chars().count() <= max {
        return text;
    }
    let cut: String = text.chars().take(max - 1).collect();
    let whole_words = cut
        .rsplit_once(' ')
        .map_or(cut.as_str(), |(words, _)| words);
    format!("{whole_words}…")
}

#[cfg(test)]
mod tests;
