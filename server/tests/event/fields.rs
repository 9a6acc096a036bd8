//! Every bound on an event's fields, at its edge, on creation and on change.

use serde_json::{Value, json};

use super::refuses;
use crate::support::TestApp;

const REQUIRED: &str = "This field is required";

#[tokio::test]
async fn what_is_required_is_asked_for_field_by_field() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    let body = app.event_body(&user).await;
    for field in [
        "title",
        "description",
        "totalParticipants",
        "openRegistrationDate",
        "closeRegistrationDate",
        "logo",
        "accountNumber",
        "accountHolderName",
        "bankName",
        "paymentEmailContent",
        "eventStartDate",
        "venueAddress",
        "registerEmailContent",
    ] {
        let mut without = body.clone();
        without.as_object_mut().unwrap().remove(field);
        refuses(&app.create(&user, without).await, field, REQUIRED);
    }
    for (field, blank) in [
        ("title", " \t"),
        ("description", "<p> </p><p></p>"),
        ("accountNumber", "  "),
        ("accountHolderName", " "),
        ("bankName", " "),
        ("paymentEmailContent", "<p></p>"),
        ("venueAddress", "\n"),
        ("registerEmailContent", "<p><br></p>"),
    ] {
        let mut without = body.clone();
        without[field] = blank.into();
        refuses(&app.create(&user, without).await, field, REQUIRED);
    }
    let answer = app.create(&user, json!({})).await;
    let missing = answer.json["fields"].as_object().unwrap().len();
    assert_eq!(missing, 12, "all at once: {}", answer.json);
}

#[tokio::test]
async fn payment_and_mails_ask_only_for_what_they_need() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    let mut body = app.event_body(&user).await;
    body["turnOffPayment"] = true.into();
    body["sendEmailAfterRegister"] = false.into();
    for field in [
        "accountNumber",
        "accountHolderName",
        "bankName",
        "bankBin",
        "paymentEmailContent",
        "registerEmailContent",
    ] {
        body[field] = Value::Null;
    }
    let answer = app.create(&user, body).await;
    assert_eq!(answer.code(), 2002, "{}", answer.json);
    let path = format!("/api/event/{}", answer.data()["id"].as_str().unwrap());
    let on = app
        .put(&user, &path, json!({ "turnOffPayment": false }))
        .await;
    let fields: Vec<_> = on.json["fields"]
        .as_object()
        .unwrap()
        .keys()
        .cloned()
        .collect();
    let mut asked = [
        "accountNumber",
        "accountHolderName",
        "bankName",
        "paymentEmailContent",
    ];
    asked.sort_unstable();
    assert_eq!(fields, asked);
    let on = app
        .put(&user, &path, json!({ "sendEmailAfterRegister": true }))
        .await;
    refuses(&on, "registerEmailContent", REQUIRED);
}

#[tokio::test]
async fn bounds_hold_at_their_edge() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    let body = app.event_body(&user).await;
    let path = app.created(&user).await;
    let word = |count: usize| Value::from("ề".repeat(count));
    let digits = |count: usize| Value::from("7".repeat(count));
    let too_long = |max: usize| format!("Use at most {max} characters");
    let rich = |count: usize| Value::from(format!("<p>{}</p>", "ề".repeat(count - 7)));
    let seats = "Enter a number from 1 to 1000000".to_owned();
    let color = "Use a colour such as #0f766e".to_owned();
    let bank = "Choose a bank from the list, or leave the code empty".to_owned();
    let account = "Use only letters and digits".to_owned();
    for (field, good, bad, text) in [
        (
            "title",
            vec![word(1), word(255)],
            vec![word(256)],
            too_long(255),
        ),
        (
            "description",
            vec![rich(20_000)],
            vec![rich(20_001)],
            too_long(20_000),
        ),
        (
            "totalParticipants",
            vec![json!(1), json!(1_000_000)],
            vec![json!(0), json!(-1), json!(1_000_001)],
            seats,
        ),
        (
            "accountNumber",
            vec![digits(1), digits(19), json!("0123 4567 8901 2345 678")],
            vec![digits(20)],
            too_long(19),
        ),
        (
            "accountNumber",
            vec![json!("ABC123")],
            vec![json!("12-34"), json!("số 5")],
            account,
        ),
        (
            "accountHolderName",
            vec![word(100)],
            vec![word(101)],
            too_long(100),
        ),
        ("bankName", vec![word(100)], vec![word(101)], too_long(100)),
        (
            "bankBin",
            vec![json!("970436"), json!("123456"), json!("")],
            vec![json!("97043"), json!("9704366"), json!("97O436")],
            bank,
        ),
        (
            "paymentEmailContent",
            vec![rich(20_000)],
            vec![rich(20_001)],
            too_long(20_000),
        ),
        (
            "venueAddress",
            vec![word(100)],
            vec![word(101)],
            too_long(100),
        ),
        (
            "registerEmailContent",
            vec![rich(20_000)],
            vec![rich(20_001)],
            too_long(20_000),
        ),
        (
            "backgroundColor",
            vec![json!("#ffffff"), json!("#ABCDEF"), Value::Null, json!("")],
            vec![
                json!("ffffff"),
                json!("#fff"),
                json!("#ggffff"),
                json!("red"),
            ],
            color,
        ),
    ] {
        for value in good {
            let mut new = body.clone();
            new[field] = value.clone();
            let answer = app.create(&user, new).await;
            assert_eq!(answer.code(), 2002, "{field}: {}", answer.json);
            let answer = app.put(&user, &path, json!({ field: value })).await;
            assert_eq!(answer.code(), 2000, "{field}: {}", answer.json);
        }
        for value in bad {
            let mut new = body.clone();
            new[field] = value.clone();
            refuses(&app.create(&user, new).await, field, &text);
            refuses(
                &app.put(&user, &path, json!({ field: value })).await,
                field,
                &text,
            );
        }
    }
}

#[tokio::test]
async fn registration_closes_after_it_opens() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    let path = app.created(&user).await;
    let text = "Registration must close after it opens";
    for close in [
        "2026-02-28T09:00:00+07:00",
        "2026-02-28T02:00:00Z",
        "2026-02-27T00:00:00Z",
    ] {
        let mut body = app.event_body(&user).await;
        body["closeRegistrationDate"] = close.into();
        refuses(
            &app.create(&user, body).await,
            "closeRegistrationDate",
            text,
        );
        let change = json!({ "closeRegistrationDate": close });
        refuses(
            &app.put(&user, &path, change).await,
            "closeRegistrationDate",
            text,
        );
    }
    let change = json!({ "closeRegistrationDate": "2026-02-28T02:00:00.001Z" });
    app.put(&user, &path, change).await.data();
}

#[tokio::test]
async fn wrong_types_are_reported_at_their_field() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    let body = app.event_body(&user).await;
    for (field, value) in [
        ("title", json!(5)),
        ("totalParticipants", json!("100")),
        ("totalParticipants", json!(1.5)),
        ("totalParticipants", json!(9_223_372_036_854_775_808_u64)),
        ("openRegistrationDate", json!("2026-03-01")),
        ("eventStartDate", json!("soon")),
        ("logo", json!("logo.png")),
        ("turnOffPayment", json!("true")),
        ("section", json!("everything")),
    ] {
        let mut wrong = body.clone();
        wrong[field] = value;
        refuses(
            &app.create(&user, wrong).await,
            field,
            "This value has the wrong type",
        );
    }
}

#[tokio::test]
async fn rich_text_of_the_allowed_length_is_kept_whole() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    let link = "<p><a href=\"https://hoi.example\">a</a></p>";
    let longest = format!(
        "{link}<p>{}</p>",
        "ă".repeat(20_000 - link.len() - "<p></p>".len())
    );
    let mut body = app.event_body(&user).await;
    body["description"] = longest.as_str().into();
    assert_eq!(
        app.create(&user, body.clone()).await.data()["description"],
        longest
    );

    body["description"] = format!("{longest}.").into();
    assert_eq!(app.create(&user, body).await.code(), 5002);
}

#[tokio::test]
async fn rich_text_is_cleaned_and_keeps_its_variables() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    for (written, kept) in [
        (
            "<p>Chào {{fullName}}, vé <b>{{ ticketCode }}</b></p>",
            "<p>Chào {{fullName}}, vé <b>{{ ticketCode }}</b></p>",
        ),
        ("<p>a<script>alert(1)</script>b</p>", "<p>ab</p>"),
        ("<img src=x onerror=alert(1)><p>a</p>", "<p>a</p>"),
        (
            "<p onclick=\"x()\" style=\"position:fixed\" class=\"c\">a</p>",
            "<p>a</p>",
        ),
        ("<a href=\"javascript:alert(1)\">a</a>", "<a>a</a>"),
        ("<a href=\"//evil.example\">a</a>", "<a>a</a>"),
        (
            "<a href=\"https://hoi.example/a?b=1&amp;c=2\" target=\"_blank\">a</a>",
            "<a href=\"https://hoi.example/a?b=1&amp;c=2\">a</a>",
        ),
        (
            "<h2>a</h2><ul><li>b</li></ul><style>p{}</style>",
            "<h2>a</h2><ul><li>b</li></ul>",
        ),
        ("<p>a &lt;b&gt; &amp; c", "<p>a &lt;b&gt; &amp; c</p>"),
        (
            "<iframe src=\"https://x.example\"></iframe><form><input>a</form>",
            "a",
        ),
        ("<svg><p>a</p></svg><math>b</math><!-- c -->", "<p>a</p>b"),
    ] {
        let mut body = app.event_body(&user).await;
        for field in ["description", "paymentEmailContent", "registerEmailContent"] {
            body[field] = written.into();
        }
        let answer = app.create(&user, body).await;
        for field in ["description", "paymentEmailContent", "registerEmailContent"] {
            assert_eq!(answer.data()[field], kept, "{field}");
        }
    }
}
