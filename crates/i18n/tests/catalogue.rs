//! Catalogues: reading, looking up, plural forms, and the completeness check.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use hoi_i18n::{Catalogue, Lang, Missing};
use proptest::prelude::*;

fn catalogue(vi: &str, en: &str) -> Catalogue {
    Catalogue::from_json([(Lang::VI, vi), (Lang::EN, en)]).unwrap()
}

#[test]
fn flat_and_nested_keys_are_the_same() {
    let texts = catalogue(
        r#"{"mail": {"hello": "Chào {name}", "verify": {"subject": "Xác nhận"}}}"#,
        r#"{"mail.hello": "Hello {name}", "mail.verify.subject": "Verify"}"#,
    );
    assert_eq!(
        texts.text(Lang::VI, "mail.hello", &[("name", &"Đức")]),
        "Chào Đức"
    );
    assert_eq!(
        texts.text(Lang::EN, "mail.hello", &[("name", &"Đức")]),
        "Hello Đức"
    );
    assert_eq!(texts.text(Lang::EN, "mail.verify.subject", &[]), "Verify");
    assert_eq!(texts.missing(), []);
    assert!(texts.contains("mail.hello") && !texts.contains("mail"));
}

#[test]
fn the_other_language_stands_in_and_a_key_is_never_shown() {
    let texts = catalogue(r#"{"only_vi": "Có"}"#, r#"{"only_en": "There"}"#);
    assert_eq!(texts.text(Lang::VI, "only_en", &[]), "There");
    assert_eq!(texts.text(Lang::EN, "only_vi", &[]), "Có");
    assert_eq!(
        texts.text(Lang::VI, "neither", &[]),
        "Nội dung này hiện chưa có."
    );
    assert_eq!(
        texts.text(Lang::EN, "neither", &[]),
        "This text is not available."
    );
}

#[test]
fn values_are_filled_in_once() {
    let texts = catalogue(r#"{"a": "{x} và {y}, {x}"}"#, "{}");
    assert_eq!(
        texts.text(Lang::VI, "a", &[("x", &"{y}"), ("y", &5)]),
        "{y} và 5, {y}"
    );
    assert_eq!(
        texts.text(Lang::VI, "a", &[("y", &5), ("unused", &6)]),
        " và 5, "
    );
}

#[test]
fn the_completeness_check_names_what_is_missing() {
    let texts = catalogue(
        r#"{"a": "1", "same": "{n} chỗ", "differs": "{name}: {max}", "b": {"c": "2"}}"#,
        r#"{"same": "seats: {n}", "differs": "{max} {min}", "d": "3"}"#,
    );
    let key = |key: &str| key.to_owned();
    assert_eq!(
        texts.missing(),
        [
            Missing::Message {
                lang: Lang::EN,
                key: key("a")
            },
            Missing::Message {
                lang: Lang::EN,
                key: key("b.c")
            },
            Missing::Message {
                lang: Lang::VI,
                key: key("d")
            },
            Missing::Parameter {
                lang: Lang::VI,
                key: key("differs"),
                name: key("min")
            },
            Missing::Parameter {
                lang: Lang::EN,
                key: key("differs"),
                name: key("name")
            },
        ]
    );
    let words: Vec<String> = texts.missing().iter().map(ToString::to_string).collect();
    assert_eq!(words[0], "a: no message in en");
    assert_eq!(words[3], "differs: {min} is not in vi");
}

#[test]
fn a_number_selects_the_plural_form() {
    let texts = catalogue(
        r#"{"done_other": "Đã nhập {count} người", "sent": "{count} thư"}"#,
        r#"{"done_one": "{count} person imported", "done_other": "{count} people imported", "sent": "mails: {count}"}"#,
    );
    assert_eq!(texts.missing(), []);
    assert!(texts.contains("done") && texts.contains("done_one") && !texts.contains("done_few"));
    for (count, vi, en) in [
        (0, "Đã nhập 0 người", "0 people imported"),
        (1, "Đã nhập 1 người", "1 person imported"),
        (2, "Đã nhập 2 người", "2 people imported"),
        (21, "Đã nhập 21 người", "21 people imported"),
        (-1, "Đã nhập -1 người", "-1 person imported"),
    ] {
        assert_eq!(texts.text(Lang::VI, "done", &[("count", &count)]), vi);
        assert_eq!(texts.text(Lang::EN, "done", &[("count", &count)]), en);
        // Values arrive as text, too.
        let text = count.to_string();
        assert_eq!(texts.text(Lang::EN, "done", &[("count", &text)]), en);
    }
    assert_eq!(
        texts.text(Lang::EN, "done", &[("count", &"some")]),
        "some people imported"
    );
    assert_eq!(texts.text(Lang::EN, "sent", &[("count", &1)]), "mails: 1");
}

#[test]
fn the_completeness_check_names_missing_plural_forms() {
    let texts = catalogue(
        r#"{"done": "{count}", "gone_other": "{count} {name}"}"#,
        r#"{"done_other": "{count}", "gone_one": "one {name}", "gone_other": "{count} {name}"}"#,
    );
    let words: Vec<String> = texts.missing().iter().map(ToString::to_string).collect();
    assert_eq!(
        words,
        [
            "done_other: no message in vi",
            "done_one: no message in en",
            "gone_one: {count} is not in en",
        ]
    );
}

#[test]
fn mistakes_are_refused_with_their_place() {
    for (json, reason) in [
        (
            "{\"a\": \"1\",\n \"a\": \"2\"}",
            "the key \"a\" is there twice at line 2",
        ),
        (
            r#"{"a.b": "1", "a": {"b": "2"}}"#,
            "the key \"a.b\" is there twice",
        ),
        (
            r#"{"a": 5}"#,
            "invalid type: integer `5`, expected a message or an object of messages",
        ),
        (r#"{"a": null}"#, "invalid type: null"),
        (r#"{"a": " "}"#, "a message is empty"),
        (r#"{"a": ["b"]}"#, "invalid type: sequence"),
        (r#""a""#, "expected an object of messages"),
        (r#"{"a": "x {b"}"#, "a brace without a parameter's name"),
        (r#"{"a": "x b}"}"#, "a brace without a parameter's name"),
        (r#"{"a": "{}"}"#, "a brace without a parameter's name"),
        (r#"{"a": "{{b}}"}"#, "a brace without a parameter's name"),
        (r#"{"a": "{b c}"}"#, "a brace without a parameter's name"),
        ("{", "EOF"),
    ] {
        let refusal = Catalogue::from_json([(Lang::EN, json)])
            .unwrap_err()
            .to_string();
        assert!(
            refusal.starts_with("the en messages cannot be read: "),
            "{refusal}"
        );
        assert!(refusal.contains(reason), "{json}: {refusal}");
    }
}

proptest! {
    #[test]
    fn text_without_braces_comes_back_as_it_is(text in "[^{}]*[a-z]") {
        let json = serde_json::json!({ "key": text }).to_string();
        prop_assert_eq!(catalogue(&json, "{}").text(Lang::VI, "key", &[]), text);
    }

    #[test]
    fn no_document_makes_reading_panic(json in r#"[{}":,a.\[\]1 ]{0,40}"#) {
        let _ = Catalogue::from_json([(Lang::VI, json)]);
    }
}
