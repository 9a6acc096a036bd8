//! Text of organisers: HTML with `{{variables}}`.

use minijinja::HtmlEscape;

/// Replaces `{{name}}` in HTML by its value, escaped for HTML; spaces inside the braces are allowed. A name that is not
/// in `values` stays as it was typed, and values are not searched for names.
///
/// The caller must have sanitised the HTML.
#[must_use]
pub fn substitute(html: &str, values: &[(&str, &str)]) -> String {
    substitute_with_links(html, values, &[])
}

/// Like [`substitute`]. The values of the names in `links` are addresses and become links.
#[must_use]
pub fn substitute_with_links(html: &str, values: &[(&str, &str)], links: &[&str]) -> String {
    fill(html, values, |name, value| {
        let value = HtmlEscape(value);
        if links.contains(&name) {
            format!(r#"<a href="{value}">{value}</a>"#)
        } else {
            value.to_string()
        }
    })
}

/// Like [`substitute`], for plain text such as a subject.
#[must_use]
pub fn substitute_text(text: &str, values: &[(&str, &str)]) -> String {
    fill(text, values, |_, value| value.to_owned())
}

/// Returns the first `{{…}}` in text or HTML whose name is not in `known` or that is not closed, without markup and
/// with at most 40 characters of its content. None if there is none.
#[must_use]
pub fn unknown_variable(text: &str, known: &[&str]) -> Option<String> {
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("{{") {
        match variable(after) {
            Some((name, end)) if known.contains(&name) => rest = end,
            None if after.starts_with('{') => {
                rest = rest.get(before.len() + 1..).unwrap_or_default();
            }
            _ => return Some(as_typed(after)),
        }
    }
    None
}

/// Returns the text that follows opening braces, up to the closing braces or the end of the paragraph, without markup.
fn as_typed(after: &str) -> String {
    let paragraph = after.split("</p>").next().unwrap_or_default();
    let (inner, closing) = match paragraph.split_once("}}") {
        Some((inner, _)) => (inner, "}}"),
        None => (paragraph, ""),
    };
    let mut in_tag = false;
    let words = inner.chars().filter(|char| {
        let is_markup = in_tag || *char == '<';
        in_tag = is_markup && *char != '>';
        !is_markup
    });
    let mut shown: String = words.take(40).collect();
    shown = shown.replace("&nbsp;", " ");
    format!("{{{{{shown}{closing}")
}

fn fill(text: &str, values: &[(&str, &str)], written: impl Fn(&str, &str) -> String) -> String {
    let mut filled = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("{{") {
        filled.push_str(before);
        let known = variable(after).and_then(|(name, end)| {
            let (_, value) = values.iter().find(|(known, _)| *known == name)?;
            Some((name, value, end))
        });
        if let Some((name, value, end)) = known {
            filled.push_str(&written(name, value));
            rest = end;
        } else {
            // Only one brace is skipped, so that `{{{name}}}` is still found.
            filled.push('{');
            rest = rest.get(before.len() + 1..).unwrap_or_default();
        }
    }
    filled + rest
}

/// Reads `name}}` and returns the name and the text after it.
fn variable(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_start();
    let end = text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_')?;
    let (name, after) = text.split_at_checked(end)?;
    Some((name, after.trim_start().strip_prefix("}}")?))
}

/// Converts HTML to plain text for mail readers without HTML: links keep their addresses, lists their marks, and lines
/// have at most 78 characters where possible.
#[must_use]
pub fn html_to_text(html: &str) -> String {
    html2text::config::plain_no_decorate() // no asterisks, which readers do not recognise as bold
        .link_footnotes(true)
        .no_link_wrapping()
        .no_table_borders()
        .allow_width_overflow() // the only way it fails on text is a table too wide for the lines
        .string_from_read(html.as_bytes(), 78)
        .unwrap_or_default()
}
