//! Templates: languages, escaping, and the mistakes that loading and rendering catch.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::{collections::BTreeMap, sync::Arc};

use hoi_i18n::{Catalogue, Lang, Language};
use hoi_mail::{TemplateError, Templates};
use serde::Serialize;

const FILES: [(&str, &str); 4] = [
    (
        "layout.html.j2",
        "<html lang=\"{{ lang }}\">{% block body %}{% endblock %}</html>",
    ),
    (
        "paid/subject.j2",
        "{{ t(\"subject\", event=eventTitle) }}\n",
    ),
    (
        "paid/text.j2",
        "{{ t(\"hello\", name=fullName) }}\n\n{% if amount %}\n{{ money(amount) }}\n{% endif %}\n{{ date_time(startsAt) }}\n",
    ),
    (
        "paid/html.j2",
        "{% extends \"layout.html.j2\" %}\n{% block body %}<p>{{ t(\"hello\", name=fullName) }}</p>{{ money(amount) }}{% endblock %}\n",
    ),
];

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Paid {
    full_name: &'static str,
    event_title: &'static str,
    amount: i64,
    starts_at: i64,
}

const PAID: Paid = Paid {
    full_name: "Đức <script>",
    event_title: "Gala & tiệc\r\nBcc: x@example.com",
    amount: 1_250_000,
    starts_at: 1_798_200_000_000,
};

fn catalogue() -> Arc<Catalogue> {
    let vi = r#"{"subject": "Đã nhận tiền cho {event}", "hello": "Chào {name}!"}"#;
    let en = r#"{"subject": "Paid: {event}", "hello": "Hello {name}!"}"#;
    Arc::new(Catalogue::from_json([(Lang::VI, vi), (Lang::EN, en)]).unwrap())
}

fn templates(files: &[(&str, &str)]) -> Result<Templates, TemplateError> {
    Templates::new(files.iter().copied(), catalogue())
}

/// Loads the mail above with one file replaced.
fn with(path: &str, source: &str) -> Result<Templates, TemplateError> {
    let mut files = BTreeMap::from(FILES);
    files.insert(path, source);
    Templates::new(files, catalogue())
}

#[test]
fn a_mail_speaks_the_readers_language() {
    let templates = templates(&FILES).unwrap();
    assert_eq!(templates.names().collect::<Vec<_>>(), ["paid"]);

    let vi = templates.render("paid", Lang::VI, &PAID).unwrap();
    assert_eq!(
        vi.subject,
        "Đã nhận tiền cho Gala & tiệc Bcc: x@example.com"
    );
    assert_eq!(
        vi.text,
        "Chào Đức <script>!\n\n1.250.000 ₫\n25/12/2026 19:00\n"
    );
    assert_eq!(
        vi.html,
        "<html lang=\"vi\"><p>Chào Đức &lt;script&gt;!</p>1.250.000 ₫</html>"
    );

    let en = templates.render("paid", Lang::EN, &PAID).unwrap();
    assert_eq!(en.subject, "Paid: Gala & tiệc Bcc: x@example.com");
    assert_eq!(
        en.text,
        "Hello Đức <script>!\n\n₫1,250,000\nDec 25, 2026, 19:00\n"
    );
    assert_eq!(
        en.html,
        "<html lang=\"en\"><p>Hello Đức &lt;script&gt;!</p>₫1,250,000</html>"
    );
}

#[test]
fn a_time_may_have_an_end() {
    let source = "{{ date_time(start, end) }}";
    let files = [
        ("a/subject.j2", source),
        ("a/text.j2", ""),
        ("a/html.j2", ""),
    ];
    let templates = templates(&files).unwrap();
    let start = PAID.starts_at;
    for (end, written) in [
        (Some(start + 3_600_000), "25/12/2026 19:00 – 20:00"),
        (None, "25/12/2026 19:00"),
    ] {
        let values = BTreeMap::from([("start", Some(start)), ("end", end)]);
        let mail = templates.render("a", Lang::VI, &values).unwrap();
        assert_eq!(mail.subject, written);
    }
}

/// A language that the product does not have.
#[test]
fn a_further_language_needs_only_its_messages() {
    const RUSSIAN: Lang = Lang::new(&Language {
        code: "ru",
        locale: "ru_RU",
        no_message: "",
        thousands: ' ',
        money: "{} ₫",
        day: "%d.%m.%Y",
        date_time: "%d.%m.%Y",
        plural_forms: &["one", "few", "many", "other"],
        plural_form: |number| if number % 10 == 1 { "one" } else { "few" },
        in_words: |number| number.to_string(),
    });
    let ru = r#"{"subject_one": "{count} место", "subject_few": "{count} места",
        "subject_many": "{count} мест", "subject_other": "{count} места", "hello": "Привет, {name}!"}"#;
    let catalogue = Arc::new(Catalogue::from_json([(RUSSIAN, ru)]).unwrap());
    let mut files = BTreeMap::from(FILES);
    files.insert("paid/subject.j2", "{{ t(\"subject\", count=seats) }}");
    let templates = Templates::new(files, catalogue).unwrap();
    for (seats, subject) in [(1, "1 место"), (2, "2 места"), (21, "21 место")] {
        let values = minijinja::context! { fullName => "An", amount => 9000, startsAt => 0, seats };
        let mail = templates.render("paid", RUSSIAN, &values).unwrap();
        assert_eq!(mail.subject, subject);
        assert_eq!(mail.text, "Привет, An!\n\n9 000 ₫\n01.01.1970\n");
        assert!(mail.html.starts_with("<html lang=\"ru\">"), "{}", mail.html);
    }
}

#[test]
fn a_callers_value_cannot_replace_what_templates_are_given() {
    let templates = with(
        "paid/subject.j2",
        "{{ lang }} {{ t(\"subject\", event=1) }}",
    )
    .unwrap();
    let values = BTreeMap::from([
        ("lang", "xx"),
        ("t", "xx"),
        ("fullName", "An"),
        ("amount", ""),
        ("startsAt", ""),
    ]);
    let refusal = templates.render("paid", Lang::EN, &values);
    assert!(refusal.is_err(), "date_time takes no text");
    let templates = Templates::new(
        [
            ("a/subject.j2", "{{ lang }} {{ t(\"subject\", event=1) }}"),
            ("a/text.j2", ""),
            ("a/html.j2", ""),
        ],
        catalogue(),
    );
    assert_eq!(
        templates
            .unwrap()
            .render("a", Lang::EN, &values)
            .unwrap()
            .subject,
        "en Paid: 1"
    );
}

#[test]
fn half_a_sentence_is_never_sent() {
    for (source, reason) in [
        ("{{ nothing }}", "undefined"),
        (
            "{{ t(\"hello\", name=nothing) }}",
            "name of hello is undefined",
        ),
        (
            "{{ t(\"no.such.message\") }}",
            "there is no message no.such.message",
        ),
        ("{{ money(fullName) }}", "cannot convert"),
        ("{% include \"no.j2\" %}", "no.j2"),
    ] {
        let refusal = with("paid/text.j2", source)
            .unwrap()
            .render("paid", Lang::VI, &PAID)
            .unwrap_err()
            .to_string();
        assert!(refusal.contains(reason), "{source}: {refusal}");
        assert!(refusal.contains("paid/text.j2"), "{refusal}");
    }
}

#[test]
fn mistakes_are_found_when_templates_are_loaded() {
    assert!(matches!(
        with("paid/text.j2", "{% if %}"),
        Err(TemplateError::Template(_))
    ));
    let incomplete = templates(&FILES[..3]).unwrap_err().to_string();
    assert_eq!(incomplete, "the mail paid has no html.j2");
    let unknown = templates(&FILES)
        .unwrap()
        .render("refund", Lang::VI, &PAID)
        .unwrap_err()
        .to_string();
    assert_eq!(unknown, "there is no mail refund");
    assert!(matches!(
        templates(&FILES).unwrap().render("layout", Lang::VI, &PAID),
        Err(TemplateError::Unknown(_))
    ));
}
