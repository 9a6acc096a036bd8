//! Every limit on an event's fields, at its boundary, on creation and on change.

use std::sync::{Arc, Mutex, mpsc};
use std::time::{Duration, Instant};

use axum::http::Method;
use serde_json::{Value, json};

use super::support::refuses;
use crate::support::TestApp;

const REQUIRED: &str = "This field is required";

#[tokio::test]
async fn required_fields_are_asked_for_one_by_one() {
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
    let color = "Use a color such as #0f766e".to_owned();
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
async fn an_event_may_say_when_it_ends() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    let mut body = app.event_body(&user).await;
    for end in ["2026-03-05T19:30:00+07:00", "2026-03-05T19:29:59.999+07:00"] {
        body["endDate"] = end.into();
        let answer = app
            .request(Method::POST, "/api/event")
            .bearer(&user.token)
            .lang("en")
            .json(body.clone())
            .send()
            .await;
        refuses(&answer, "endDate", "The event must end after it starts");
    }
    body["endDate"] = "2026-03-05T19:30:00.001+07:00".into();
    let event = app.create(&user, body).await;
    assert_eq!(event.data()["endDate"], "2026-03-05T12:30:00.001Z");
    let path = format!("/api/event/{}", event.data()["id"].as_str().unwrap());
    let public = app.get(&format!("{path}/public")).await;
    assert_eq!(public.data()["endDate"], "2026-03-05T12:30:00.001Z");

    // Moving the beginning after the end is refused; without an end it is not.
    let later = json!({ "eventStartDate": "2026-03-06T19:30:00+07:00" });
    assert_eq!(app.put(&user, &path, later.clone()).await.code(), 5002);
    let cleared = app.put(&user, &path, json!({ "endDate": null })).await;
    assert_eq!(cleared.data()["endDate"], Value::Null);
    app.put(&user, &path, later).await.data();
}

/// Written as by an editor: the sanitiser adds nothing that counts.
#[tokio::test]
async fn additions_of_the_sanitiser_do_not_count() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    let mut body = app.event_body(&user).await;
    body["description"] = format!("<p>{}</p>", "&\u{a0}".repeat(9_996)).into();
    let stored = app.create(&user, body.clone()).await.data()["description"].clone();
    assert_eq!(
        stored.as_str().unwrap().len(),
        7 + 9_996 * "&amp;&nbsp;".len()
    );
    // The stored text may be sent again.
    body["description"] = stored.clone();
    assert_eq!(app.create(&user, body).await.data()["description"], stored);
}

/// The parser repeats unclosed elements in every paragraph: 20 kB could take seconds and a gigabyte.
#[tokio::test]
async fn formatting_without_bounds_is_refused_at_its_field() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    let open: String = (0..1500).map(|at| format!("<b {at:x}>")).collect();
    let hostile = format!("<p>{open}{}", "<p>x".repeat(2400));
    let start = Instant::now();
    for field in ["description", "paymentEmailContent", "registerEmailContent"] {
        let mut body = app.event_body(&user).await;
        body[field] = hostile.as_str().into();
        let answer = app
            .request(Method::POST, "/api/event")
            .bearer(&user.token)
            .lang("en")
            .json(body)
            .send()
            .await;
        refuses(
            &answer,
            field,
            "This text has too many nested styles (at most 32 inside one another). Remove the formatting and try again.",
        );
    }
    let event = app.open_event(&user, 5).await;
    let message = json!({ "subject": "a", "content": hostile, "segment": { "kind": "all" } });
    let path = format!("/api/event/{event}/messages");
    let answer = app.send_as(&user, Method::POST, &path, message).await;
    assert_eq!(answer.code(), 5002, "{}", answer.json);
    assert!(
        answer.json["fields"]["content"].is_array(),
        "{}",
        answer.json
    );
    // Several requests of a debug build, beside other tests; quadratic growth took minutes.
    assert!(start.elapsed() < Duration::from_secs(30));
}

/// Bodies are checked on separate threads, few at a time. While those are busy, other requests are still answered.
#[tokio::test]
async fn the_server_answers_while_texts_are_checked() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    let mut body = app.event_body(&user).await;
    let (release, gate) = mpsc::channel::<()>();
    let gate = Arc::new(Mutex::new(gate));
    let mut busy = Vec::new();
    loop {
        let (app, gate) = (app.app.clone(), Arc::clone(&gate));
        let work = move || gate.lock().unwrap().recv().is_ok();
        let work = tokio::spawn(async move { app.compute.run(work).await });
        tokio::task::yield_now().await;
        if work.is_finished() {
            break;
        }
        busy.push(work);
    }
    let refused = app.create(&user, body.clone()).await;
    assert_eq!((refused.status.as_u16(), refused.code()), (503, 5003));
    assert_eq!(refused.header("retry-after"), "1");
    app.get_as(&user, "/api/event").await.data();
    // A long body waits for these threads, a short one does not.
    body["description"] = format!("<p>{}</p>", "a".repeat(19_000)).into();
    let event = app.open_event(&user, 5).await;
    let path = format!("/api/event/{event}/messages");
    let message = |content: &Value| json!({ "subject": "a", "content": content, "segment": { "kind": "all" } });
    let long = app
        .send_as(&user, Method::POST, &path, message(&body["description"]))
        .await;
    assert_eq!((long.status.as_u16(), long.code()), (503, 5003));
    let short = message(&"<p>a</p>".into());
    app.send_as(&user, Method::POST, &path, short).await.data();

    drop(release);
    for work in busy {
        let _ = work.await.unwrap();
    }
    assert_eq!(app.create(&user, body).await.code(), 2002);
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

#[tokio::test]
async fn a_variable_that_does_not_exist_is_refused_with_those_that_do() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    let body = app.event_body(&user).await;
    let path = app.created(&user).await;
    let known = "{{fullName}}, {{eventTitle}}, {{eventStartDate}}, {{venueAddress}}, {{ticketName}}, \
        {{ticketCode}}, {{ownLink}}, {{amount}}, {{paymentReference}}, {{accountNumber}}, \
        {{accountHolderName}}, {{bankName}}";
    for field in ["registerEmailContent", "paymentEmailContent"] {
        for typed in ["{{fulName}}", "{{ full name }}", "{{}}"] {
            let text = format!("{typed} is not a variable. Variables you can use: {known}");
            let wrong = format!("<p>Chào {typed}</p>");
            let mut whole = body.clone();
            whole[field] = wrong.clone().into();
            refuses(&app.create(&user, whole).await, field, &text);
            let change = json!({ field: wrong, "section": "eventInfo" });
            refuses(&app.put(&user, &path, change).await, field, &text);
        }
        let every = format!("<p>{known} {{not one}}</p>");
        let change = json!({ field: every, "section": "eventInfo" });
        assert_eq!(app.put(&user, &path, change).await.code(), 2000);
    }
}

#[tokio::test]
async fn the_contact_is_an_address_that_mail_servers_take() {
    let app = TestApp::new().await;
    let user = app.committee("an").await;
    let mut body = app.event_body(&user).await;
    let of_length = |length: usize| format!("{}@nhacxua.example", "a".repeat(length - 16));
    for (contact, text) in [
        ("Lan".to_owned(), "Enter a valid email address"),
        (
            "lan@nhacxua.example\r\nBcc: a@b.vn".to_owned(),
            "Enter a valid email address",
        ),
        (of_length(255), "Use at most 254 characters"),
    ] {
        body["contactEmail"] = contact.into();
        refuses(&app.create(&user, body.clone()).await, "contactEmail", text);
    }
    body["contactEmail"] = of_length(254).into();
    let event = app.create(&user, body.clone()).await;
    assert_eq!(event.data()["contactEmail"], body["contactEmail"]);
    // Visitors see it where the host gives no other contact.
    let path = format!("/api/event/{}/public", event.data()["id"].as_str().unwrap());
    let public = app.get(&path).await;
    assert_eq!(public.data()["hostContact"], body["contactEmail"]);
    body["contactEmail"] = " ".into();
    let event = app.create(&user, body).await;
    assert!(event.data()["contactEmail"].is_null());
}
