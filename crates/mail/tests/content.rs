//! Variables in organisers' texts, and HTML as plain text.

use hoi_mail::{html_to_text, substitute, substitute_with_links, unknown_variable};
use proptest::prelude::*;

#[test]
fn known_variables_are_filled_in_and_escaped() {
    let values = [
        ("fullName", "Đặng <b>\"Tí\"</b> & 'Tèo'"),
        ("amount", "250.000 ₫"),
    ];
    for (html, filled) in [
        (
            "<p>Chào {{fullName}}</p>",
            "<p>Chào Đặng &lt;b&gt;&quot;Tí&quot;&lt;&#x2f;b&gt; &amp; &#x27;Tèo&#x27;</p>",
        ),
        ("{{ amount }}{{amount}}", "250.000 ₫250.000 ₫"),
        ("{{{amount}}}", "{250.000 ₫}"),
        ("{{ {{amount}}", "{{ 250.000 ₫"),
        ("", ""),
    ] {
        assert_eq!(substitute(html, &values), filled);
    }
}

#[test]
fn everything_else_stays_as_it_was_typed() {
    let values = [("fullName", "An")];
    for html in [
        "{{unknown}} {{FullName}} {{ full name }}",
        "{{}} {{ }} {{fullName} } {fullName} {{fullName",
        "}} a { b } {{",
        "{{{{{{",
        "{{full<b>Name</b>}} {{ế}}",
    ] {
        assert_eq!(substitute(html, &values), html);
    }
}

#[test]
fn a_value_is_not_searched_for_variables() {
    assert_eq!(
        substitute("{{a}}{{b}}", &[("a", "{{b}}"), ("b", "{{a}}")]),
        "{{b}}{{a}}"
    );
}

#[test]
fn an_address_becomes_a_link() {
    let values = [("link", "https://hoi.example/?a&b"), ("name", "https://x")];
    let filled = substitute_with_links("{{link}} {{name}}", &values, &["link"]);
    let address = "https:&#x2f;&#x2f;hoi.example&#x2f;?a&amp;b";
    let link = format!("<a href=\"{address}\">{address}</a> https:&#x2f;&#x2f;x");
    assert_eq!(filled, link);
}

#[test]
fn placeholders_that_would_stay_as_typed_are_found() {
    let known = ["fullName", "amount"];
    for fine in [
        "",
        "{{fullName}} {{ amount }}",
        "{{{amount}}}",
        "{fullName} } {",
        "<p>{{fullName}}</p><p>{{amount}}</p>",
    ] {
        assert_eq!(unknown_variable(fine, &known), None, "{fine}");
    }
    for (text, found) in [
        ("{{fullName}} {{FullName}} {{x}}", "{{FullName}}"),
        ("{{ full name }}", "{{ full name }}"),
        ("{{full<b>Name</b>}}", "{{fullName}}"),
        ("{{full&nbsp;name}}", "{{full name}}"),
        ("{{}}", "{{}}"),
        ("{{fullName} }", "{{fullName} }"),
        ("<p>{{fullName</p><p>{{amount}}</p>", "{{fullName"),
        ("{{{x}}}", "{{x}}"),
        ("{{{{{{", "{{"),
    ] {
        assert_eq!(
            unknown_variable(text, &known).as_deref(),
            Some(found),
            "{text}"
        );
    }
    let long = unknown_variable(&format!("{{{{{}}}}}", "ề".repeat(100)), &known);
    assert_eq!(long.unwrap().chars().count(), 44);
}

#[test]
fn html_becomes_readable_text() {
    let html = r#"<h2>Hội nghị mùa thu</h2><p>Chào <strong>Đức</strong>,<br>hẹn gặp bạn &amp; gia đình.</p>
        <ul><li>Mang theo vé</li><li>Đến trước 18:30</li></ul><p><a href="https://hoi.example/ve/1">Xem vé</a></p>
        <script>alert(1)</script><style>p { color: red }</style>"#;
    let text = html_to_text(html);
    for part in [
        "Hội nghị mùa thu",
        "Chào Đức,",
        "hẹn gặp bạn & gia đình.",
        "* Mang theo vé",
        "Xem vé",
        "https://hoi.example/ve/1",
    ] {
        assert!(text.contains(part), "{part} is not in\n{text}");
    }
    assert!(
        !text.contains('<') && !text.contains("alert") && !text.contains("color"),
        "{text}"
    );
}

#[test]
fn no_layout_makes_text_disappear() {
    let table = format!("<table><tr>{}</tr></table>", "<td>chữ</td>".repeat(200));
    let nested = format!("{}chữ", "<blockquote>".repeat(1_600));
    let deep = format!("{}chữ", "<b>".repeat(6_000));
    for html in [table, nested, deep] {
        assert!(html_to_text(&html).contains("chữ"));
    }
}

proptest! {
    #[test]
    fn text_without_variables_is_untouched(html in "[^{]*") {
        prop_assert_eq!(substitute(&html, &[("a", "b")]), html);
    }

    #[test]
    fn any_value_is_harmless_in_text_and_in_an_attribute(value: String) {
        let filled = substitute("{{v}}", &[("v", &value)]);
        prop_assert!(!filled.contains(['<', '>', '"', '\'']), "{}", filled);
    }

    #[test]
    fn no_html_makes_it_panic(html in r#"[<>/{} a-c"'=&;]{0,60}"#) {
        let _ = substitute(&html, &[("a", "b")]);
        let _ = unknown_variable(&html, &["a"]);
        let _ = html_to_text(&html);
    }
}
