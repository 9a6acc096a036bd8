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
        .link_rel(Some("noopener noreferrer nofollow"));
    builder
});

/// The allowed part of `html`; `{{variables}}` stay as they are typed.
#[must_use]
pub fn sanitize(html: &str) -> String {
    CLEANER.clean(html).to_string()
}
