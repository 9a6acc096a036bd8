//! HTML reduced to allowed tags that are properly nested, within bounds.

use super::pieces::{Piece, Pieces};

/// The tags that the editor writes, and those that people paste from other editors. No images, styles, classes or
/// scripts.
pub const TAGS: [&str; 20] = [
    "a",
    "b",
    "blockquote",
    "br",
    "del",
    "em",
    "h1",
    "h2",
    "h3",
    "h4",
    "hr",
    "i",
    "li",
    "ol",
    "p",
    "s",
    "span",
    "strong",
    "u",
    "ul",
];

/// Tags that have no content.
const VOID: [&str; 2] = ["br", "hr"];

/// Tags that end a paragraph which is still open.
const BLOCKS: [&str; 10] = [
    "blockquote",
    "h1",
    "h2",
    "h3",
    "h4",
    "hr",
    "li",
    "ol",
    "p",
    "ul",
];

/// Opening tags of one text. A description of 20,000 characters with a link in every line has under a thousand.
pub const MAX_TAGS: usize = 4000;
/// Tags inside one another. A list in a list in a list with a bold link has nine.
pub const MAX_DEPTH: usize = 32;

/// The reason why a text is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TooComplex {
    /// More than [`MAX_TAGS`] tags, of whatever kind.
    Tags,
    /// More than [`MAX_DEPTH`] tags inside one another.
    Depth,
}

/// The allowed tags of `html` and its text, with every tag closed and none closed that was not opened.
pub fn outline(html: &str) -> Result<String, TooComplex> {
    let mut outline = Outline {
        html: String::with_capacity(html.len()),
        open: Vec::new(),
    };
    let mut tags = 0;
    for piece in Pieces::of(html) {
        match piece {
            Piece::Text("<") => outline.html.push_str("&lt;"),
            Piece::Text(text) => outline.html.push_str(text),
            Piece::Start { name, href } => {
                tags += 1;
                if tags > MAX_TAGS {
                    return Err(TooComplex::Tags);
                }
                if let Some(name) = allowed(name) {
                    outline.start(name, href)?;
                }
            }
            Piece::End { name } => {
                if let Some(name) = allowed(name) {
                    outline.end(name);
                }
            }
        }
    }
    outline.close_from(0);
    Ok(outline.html)
}

fn allowed(name: &str) -> Option<&'static str> {
    TAGS.into_iter().find(|tag| tag.eq_ignore_ascii_case(name))
}

struct Outline {
    html: String,
    /// The open elements, the innermost last; at most [`MAX_DEPTH`].
    open: Vec<&'static str>,
}

impl Outline {
    fn start(&mut self, name: &'static str, href: Option<&str>) -> Result<(), TooComplex> {
        if BLOCKS.contains(&name) {
            self.close("p");
        }
        let list = self.find("ul").max(self.find("ol"));
        match name {
            "li" if self.find("li") > list => self.close("li"),
            "a" => self.close("a"),
            _ => {}
        }
        if !VOID.contains(&name) {
            if self.open.len() == MAX_DEPTH {
                return Err(TooComplex::Depth);
            }
            self.open.push(name);
        }
        self.html.push('<');
        self.html.push_str(name);
        if let Some(href) = href.filter(|_| name == "a") {
            self.html.push_str(" href=\"");
            self.html.push_str(&href.replace('"', "&quot;"));
            self.html.push('"');
        }
        self.html.push('>');
        Ok(())
    }

    /// The closing tag of an inline element says nothing about a block around or inside it.
    fn end(&mut self, name: &'static str) {
        let Some(at) = self.find(name) else { return };
        let inside = self.open.iter().skip(at + 1);
        if BLOCKS.contains(&name) || !inside.clone().any(|tag| BLOCKS.contains(tag)) {
            self.close_from(at);
        }
    }

    fn find(&self, name: &str) -> Option<usize> {
        self.open.iter().rposition(|open| *open == name)
    }

    /// Closes the innermost `name`, if it is open, with everything in it.
    fn close(&mut self, name: &str) {
        if let Some(at) = self.find(name) {
            self.close_from(at);
        }
    }

    fn close_from(&mut self, at: usize) {
        for name in self.open.drain(at..).rev() {
            self.html.push_str("</");
            self.html.push_str(name);
            self.html.push('>');
        }
    }
}
