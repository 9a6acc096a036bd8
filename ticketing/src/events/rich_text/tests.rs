use std::time::Duration;

use hoi_testing::time_on_processor;
use proptest::prelude::*;

use super::*;

/// Formatting that is left open, told apart by an attribute, before many paragraphs.
fn open_formatting(tags: usize, paragraphs: usize) -> String {
    let open: String = (0..tags)
        .flat_map(|at| ["<b ".to_owned(), format!("{at:x}"), ">".to_owned()])
        .collect();
    format!("<p>{open}{}", "<p>x".repeat(paragraphs))
}

#[test]
fn formatting_that_is_left_open_is_not_repeated() {
    let quick = open_formatting(MAX_DEPTH - 1, 1000);
    let cleaned = sanitize(&quick).unwrap();
    assert!(length(&cleaned) < 2 * quick.len(), "{}", cleaned.len());
    // Without the outline the parser repeats each of them in each paragraph.
    let repeated = CLEANER.clean(&quick).to_string();
    assert!(repeated.len() > 20 * quick.len(), "{}", repeated.len());

    assert_eq!(
        sanitize(&open_formatting(1500, 2400)),
        Err(TooComplex::Depth)
    );
}

#[test]
fn bounds_hold_at_their_edge() {
    let nested = |depth: usize| format!("{}a{}", "<b>".repeat(depth), "</b>".repeat(depth));
    assert_eq!(sanitize(&nested(MAX_DEPTH)), Ok(nested(MAX_DEPTH)));
    assert_eq!(sanitize(&nested(MAX_DEPTH + 1)), Err(TooComplex::Depth));

    let many = |tags: usize| "<b>a</b>".repeat(tags);
    assert_eq!(sanitize(&many(MAX_TAGS)), Ok(many(MAX_TAGS)));
    assert_eq!(sanitize(&many(MAX_TAGS + 1)), Err(TooComplex::Tags));
    assert_eq!(sanitize(&"<x>".repeat(MAX_TAGS + 1)), Err(TooComplex::Tags));
}

#[test]
fn markup_that_is_not_well_formed_keeps_its_text() {
    for (written, kept) in [
        ("<p>a<p>b", "<p>a</p><p>b</p>"),
        (
            "<ul><li>a<li>b<ul><li>c</ul>",
            "<ul><li>a</li><li>b<ul><li>c</li></ul></li></ul>",
        ),
        ("<b>a<i>b</b>c</i>d", "<b>a<i>b</i></b>cd"),
        ("<P>a</P><BR/>b</b></p>", "<p>a</p><br>b"),
        ("1 < 2 > 1 <3 </ a>x", "1 &lt; 2 &gt; 1 &lt;3 x"),
        (
            "a<!-- <b> -->b<!-->c<!--->d<!doctype html>e<?php ?>f",
            "abcdef",
        ),
        (
            "a<script>\"</b>\"</script>b<STYLE><p></sTyle >c<title>d",
            "abc",
        ),
        (
            "<a HREF='https://a.vn/?a=\"b' title=\">\">a</a>",
            "<a href=\"https://a.vn/?a=&quot;b\">a</a>",
        ),
        (
            "<a href=https://a.vn>a<a href=\"mailto:a@b.vn\">b",
            "<a href=\"https://a.vn\">a</a><a href=\"mailto:a@b.vn\">b</a>",
        ),
        ("<a href=\"java&#115;cript:alert(1)\">a</a>", "<a>a</a>"),
        ("a<b title=\"", "a"),
        ("&amp;lt;b&gt;&nbsp;&eacute;", "&amp;lt;b&gt;&nbsp;é"),
    ] {
        assert_eq!(sanitize(written).unwrap(), kept, "{written}");
    }
}

#[test]
fn words_are_those_of_the_page() {
    for (html, text) in [
        ("<p>Một đêm</p><p><b>đáng</b> nhớ</p>", "Một đêm đáng nhớ"),
        ("a<br>b<hr>c", "a b c"),
        ("<ul><li>a</li><li>b</li></ul>", "a b"),
        ("<p>&amp;lt; &lt;b&gt;&nbsp;c</p>", "&lt; <b> c"),
        ("<p>&nbsp; </p><br>", ""),
    ] {
        assert_eq!(words(html), text, "{html}");
    }
}

/// Shapes of text for which parsers have taken more time than in proportion to their length, `count` times each.
fn hostile(count: usize) -> Vec<String> {
    let numbered = |tag: fn(usize) -> String| (0..count).map(tag).collect::<String>();
    vec![
        numbered(|at| format!("<b {at:x}>")),
        numbered(|at| format!("<b {at:x}><p>x</b>")),
        numbered(|at| format!("<a href={at}><p>")),
        format!("<b {}>x", numbered(|at| format!(" a{at:x}"))),
        "<p>".repeat(count),
        "</p>".repeat(count),
        "<li><ul>".repeat(count),
        "<table><b>".repeat(count),
        "<svg><![CDATA[".repeat(count),
        "<!--".repeat(count),
        "<!-->".repeat(count),
        "<script>".repeat(count),
        "<object></script>".repeat(count),
        "</scrip".repeat(count),
        "<".repeat(count),
        "&".repeat(count),
        "&amp".repeat(count),
        "<b \"".repeat(count),
        "<a href='".repeat(count),
        "e\u{301}\u{323}".repeat(count),
    ]
}

#[test]
fn hostile_text_is_taken_or_refused_at_once() {
    for text in hostile(20_000) {
        let start = time_on_processor();
        let cleaned = sanitize(&text);
        // A debug build; quadratic work took minutes.
        let shown: String = text.chars().take(20).collect();
        assert!(
            time_on_processor().saturating_sub(start) < Duration::from_secs(5),
            "{shown}"
        );
        if let Ok(cleaned) = cleaned {
            assert!(cleaned.len() <= 8 * text.len(), "{shown}");
            assert!(words(&cleaned).len() <= cleaned.len(), "{shown}");
        }
    }
}

/// Text in which markup of every kind is likely.
fn tangled() -> impl Strategy<Value = String> {
    let names = prop::sample::select(vec![
        "a",
        "b",
        "p",
        "P",
        "li",
        "ul",
        "ol",
        "h1",
        "br",
        "hr",
        "span",
        "blockquote",
        "i",
        "script",
        "style",
        "table",
        "td",
        "svg",
        "math",
        "div",
        "select",
        "template",
        "textarea",
        "plaintext",
        "!--",
        "/",
        "",
    ]);
    let ends = prop::sample::select(vec![
        ">",
        " x=\"",
        "'>",
        " href=\"https://a.vn\">",
        "/>",
        " ",
        "-->",
        "",
        "]]>",
    ]);
    let starts = prop::sample::select(vec!["<", "</", "text", "&amp;", "&", "\"", "<", "</"]);
    prop::collection::vec((starts, names, ends), 0..40).prop_map(|parts| {
        let parts = parts.into_iter().map(|(a, b, c)| format!("{a}{b}{c}"));
        parts.collect()
    })
}

proptest! {
    #[test]
    fn cleaned_text_stays_the_same(html in tangled()) {
        if let Ok(once) = sanitize(&html) {
            prop_assert_eq!(sanitize(&once), Ok(once.clone()), "{}", html);
            prop_assert_eq!(CLEANER.clean(&once).to_string(), once);
        }
    }

    #[test]
    fn plain_text_is_all_kept(text in "[^<>&\\r\\x00\\x{feff}]{0,60}") {
        let kept = sanitize(&text).unwrap();
        prop_assert_eq!(kept.replace("&nbsp;", "\u{a0}"), text);
    }
}
