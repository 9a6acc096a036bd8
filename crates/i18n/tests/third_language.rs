//! A language that the product does not have, with four plural forms: it needs its data and its messages, no code.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use hoi_i18n::{Catalogue, Lang, Language, Missing, format_date_time, format_money};

const RUSSIAN: Lang = Lang::new(&Language {
    code: "ru",
    locale: "ru_RU",
    no_message: "Нет текста.",
    thousands: '\u{a0}',
    money: "{}\u{a0}₫",
    day: "%d.%m.%Y",
    date_time: "%d.%m.%Y, %H:%M",
    plural_forms: &["one", "few", "many", "other"],
    plural_form: |number| match (number % 10, number % 100) {
        (1, rest) if rest != 11 => "one",
        (2..=4, rest) if !(12..=14).contains(&rest) => "few",
        _ => "many",
    },
    in_words: |number| number.to_string(),
});

fn catalogue(ru: &str) -> Catalogue {
    let en =
        r#"{"hello": "Hello {name}", "seats_one": "{count} seat", "seats_other": "{count} seats"}"#;
    let vi = r#"{"hello": "Chào {name}", "seats_other": "{count} chỗ"}"#;
    Catalogue::from_json([(Lang::VI, vi), (Lang::EN, en), (RUSSIAN, ru)]).unwrap()
}

#[test]
fn its_messages_are_found_and_the_default_language_stands_in() {
    let texts = catalogue(
        r#"{"hello": "Привет, {name}", "seats_one": "{count} место", "seats_few": "{count} места",
            "seats_many": "{count} мест", "seats_other": "{count} места"}"#,
    );
    assert_eq!(texts.missing(), []);
    assert_eq!(
        texts.text(RUSSIAN, "hello", &[("name", &"An")]),
        "Привет, An"
    );
    for (count, text) in [
        (0, "0 мест"),
        (1, "1 место"),
        (2, "2 места"),
        (21, "21 место"),
    ] {
        assert_eq!(texts.text(RUSSIAN, "seats", &[("count", &count)]), text);
    }
    assert_eq!(texts.text(RUSSIAN, "neither", &[]), "Нет текста.");

    let texts = catalogue(r#"{"seats_one": "{count} место", "seats_many": "мест"}"#);
    assert_eq!(texts.text(RUSSIAN, "hello", &[("name", &"An")]), "Chào An");
    assert_eq!(texts.text(RUSSIAN, "seats", &[("count", &2)]), "2 chỗ");
    let key = |key: &str| Missing::Message {
        lang: RUSSIAN,
        key: key.to_owned(),
    };
    let missing = texts.missing();
    for expected in [key("hello"), key("seats_few"), key("seats_other")] {
        assert!(missing.contains(&expected), "{expected:?}: {missing:?}");
    }
    assert_eq!(missing.len(), 4, "{missing:?}");
}

#[test]
fn a_caller_can_ask_for_it() {
    let known = [Lang::VI, Lang::EN, RUSSIAN];
    for (value, lang) in [
        ("ru-RU,ru;q=0.9,en;q=0.8", RUSSIAN),
        ("en;q=0.8, RU;q=0.9", RUSSIAN),
        ("ru;q=0.8, en", Lang::EN),
        ("fr, ru;q=0.1", RUSSIAN),
        ("fr", Lang::VI),
    ] {
        assert_eq!(Lang::from_accept_language(value, &known), lang, "{value}");
        let without = Lang::from_accept_language(value, &Lang::ALL);
        assert_ne!(without, RUSSIAN, "{value}");
    }
    assert_eq!(serde_json::to_string(&RUSSIAN).unwrap(), "\"ru\"");
    assert_eq!(RUSSIAN.locale(), "ru_RU");
}

#[test]
fn it_has_formats_of_its_own() {
    assert_eq!(
        format_money(RUSSIAN, -1_250_000),
        "-1\u{a0}250\u{a0}000\u{a0}₫"
    );
    assert_eq!(
        format_date_time(RUSSIAN, 1_798_200_000_000),
        "25.12.2026, 19:00"
    );
}
