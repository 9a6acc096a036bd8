//! What an organiser writes in an editor, made safe to show to strangers and to put into mails.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use ammonia::{Builder, UrlRelative};

/// What the editor can write, and what people paste from other editors. No images, styles, classes or scripts.
const TAGS: [&str; 20] = [
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

static CLEANER: LazyLock<Builder<'static>> = LazyLock::new(|| {
    let mut builder = Builder::empty();
    builder
        .tags(HashSet::from(TAGS))
        .clean_content_tags(HashSet::from([
            "script", "style", "iframe", "object", "template", "title",
        ]))
        .tag_attributes(HashMap::from([("a", HashSet::from(["href"]))]))
        .url_schemes(HashSet::from(["http", "https", "mailto", "tel"]))
        .url_relative(UrlRelative::Deny)
        // Nothing is added to what was typed, so a text of the allowed length stays one; the page that opens a link in
        // a new window says `rel` itself.
        .link_rel(None);
    builder
});

/// The allowed part of `html`; `{{variables}}` stay as they are typed.
#[must_use]
pub fn sanitize(html: &str) -> String {
    CLEANER.clean(html).to_string()
}

/// Where one piece of text ends and the next begins.
const BREAKS: [&str; 9] = [
    "</p>",
    "<br>",
    "</li>",
    "</h1>",
    "</h2>",
    "</h3>",
    "</h4>",
    "</blockquote>",
    "<hr>",
];

/// The words of sanitised HTML in one line.
#[must_use]
pub fn words(html: &str) -> String {
    let spaced = BREAKS.iter().fold(html.to_owned(), |text, end| {
        text.replace(end, &format!("{end} "))
    });
    let text = Builder::empty().clean(&spaced).to_string();
    let text = [
        ("&nbsp;", " "),
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&amp;", "&"),
    ]
    .iter()
    .fold(text, |text, (escaped, char)| text.replace(escaped, char));
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
