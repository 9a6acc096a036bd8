//! HTML cut into tags and the text between them, in one pass.

/// One piece of a document.
#[derive(Debug, PartialEq, Eq)]
pub enum Piece<'a> {
    /// Text as it was written, entities included.
    Text(&'a str),
    /// `<name …>`
    Start {
        /// As it was written, in either case.
        name: &'a str,
        /// The first `href`, as it was written between its quotes.
        href: Option<&'a str>,
    },
    /// `</name …>`
    End {
        /// As it was written, in either case.
        name: &'a str,
    },
}

/// The pieces of a document in their order. Comments and declarations are left out, and so is a tag without an end. The
/// content of elements that show no text, such as scripts, is left out too.
pub struct Pieces<'a> {
    rest: &'a str,
}

/// Elements whose content is left out with them.
const HIDDEN: [&str; 6] = ["script", "style", "iframe", "object", "template", "title"];

impl<'a> Pieces<'a> {
    /// Splits `html` into pieces.
    #[must_use]
    pub fn of(html: &'a str) -> Self {
        Self { rest: html }
    }

    /// The rest of a tag of which `<` or `</` was read; none when the document ends inside it.
    fn tag(&mut self, tag: &'a str, is_end: bool) -> Option<Piece<'a>> {
        let (name, attributes) = split_before(tag, |char| is_space(char) || "/>".contains(char));
        let mut attributes = Attributes { rest: attributes };
        let mut href = None;
        while let Some((name, value)) = attributes.read()? {
            if name.eq_ignore_ascii_case("href") {
                href = href.or(Some(value));
            }
        }
        self.rest = attributes.rest;
        if is_end {
            return Some(Piece::End { name });
        }
        if HIDDEN
            .iter()
            .any(|hidden| hidden.eq_ignore_ascii_case(name))
        {
            self.rest = after_element(self.rest, name);
        }
        Some(Piece::Start { name, href })
    }
}

impl<'a> Iterator for Pieces<'a> {
    type Item = Piece<'a>;

    fn next(&mut self) -> Option<Piece<'a>> {
        loop {
            let Some(inner) = self.rest.strip_prefix('<') else {
                let (text, after) = split_before(self.rest, |char| char == '<');
                self.rest = after;
                return (!text.is_empty()).then_some(Piece::Text(text));
            };
            let (is_end, tag) = match inner.strip_prefix('/') {
                Some(tag) => (true, tag),
                None => (false, inner),
            };
            match tag.chars().next() {
                Some(char) if char.is_ascii_alphabetic() => {
                    let piece = self.tag(tag, is_end);
                    if piece.is_none() {
                        self.rest = "";
                    }
                    return piece;
                }
                Some('!') if !is_end => self.rest = after_declaration(tag),
                Some('?') if !is_end => self.rest = after(tag, ">"),
                Some(_) if is_end => self.rest = after(tag, ">"),
                _ => {
                    self.rest = inner;
                    return Some(Piece::Text("<"));
                }
            }
        }
    }
}

/// The attributes of a tag, from behind its name.
struct Attributes<'a> {
    rest: &'a str,
}

impl<'a> Attributes<'a> {
    /// The next attribute; `Some(None)` behind the last, and none when the document ends before.
    #[expect(
        clippy::option_option,
        reason = "the end of the tag and the end of the document are two things"
    )]
    fn read(&mut self) -> Option<Option<(&'a str, &'a str)>> {
        let rest = self
            .rest
            .trim_start_matches(|char| is_space(char) || char == '/');
        if let Some(after) = rest.strip_prefix('>') {
            self.rest = after;
            return Some(None);
        }
        // A name may begin with the sign that ends every other one.
        let begins = rest.chars().next()?.len_utf8();
        let (_, behind) = rest.split_at_checked(begins)?;
        let (_, after) = split_before(behind, |char| is_space(char) || "/>=".contains(char));
        let name = rest.get(..rest.len() - after.len())?;
        let Some(value) = after.trim_start_matches(is_space).strip_prefix('=') else {
            self.rest = after;
            return Some(Some((name, "")));
        };
        let value = value.trim_start_matches(is_space);
        let quote = value.chars().next().filter(|char| "\"'".contains(*char));
        let (value, after) = match quote {
            Some(quote) => value.strip_prefix(quote)?.split_once(quote)?,
            None => split_before(value, |char| is_space(char) || char == '>'),
        };
        self.rest = after;
        Some(Some((name, value)))
    }
}

fn is_space(char: char) -> bool {
    matches!(char, ' ' | '\t' | '\n' | '\r' | '\u{c}')
}

/// Cut before the first character that fits; all of `text` when none does.
fn split_before(text: &str, fits: impl Fn(char) -> bool) -> (&str, &str) {
    text.find(fits)
        .and_then(|at| text.split_at_checked(at))
        .unwrap_or((text, ""))
}

/// Returns the text behind the first `end`; nothing when it is missing.
fn after<'a>(text: &'a str, end: &str) -> &'a str {
    text.split_once(end).map_or("", |(_, after)| after)
}

/// Returns the text behind a comment or a declaration, from behind its `<`.
fn after_declaration(text: &str) -> &str {
    let Some(comment) = text.strip_prefix("!--") else {
        return after(text, ">");
    };
    let empty = comment
        .strip_prefix('>')
        .or_else(|| comment.strip_prefix("->"));
    empty.unwrap_or_else(|| after(comment, "-->"))
}

/// Returns the text from the end tag of `name` on.
fn after_element<'a>(text: &'a str, name: &str) -> &'a str {
    let mut rest = text;
    while let Some((_, tag)) = rest.split_once("</") {
        let found = tag.get(..name.len());
        if found.is_some_and(|found| found.eq_ignore_ascii_case(name)) {
            // From `</` on.
            return text.get(text.len() - tag.len() - 2..).unwrap_or("");
        }
        rest = tag;
    }
    ""
}
