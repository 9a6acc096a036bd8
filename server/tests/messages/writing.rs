//! Drafts: allowed contents, and when they may be changed.

use std::time::Duration;

use axum::http::Method;
use serde_json::{Value, json};

use super::support::Mailing;

fn draft(subject: &str, content: &str) -> Value {
    json!({ "subject": subject, "content": content, "segment": { "kind": "all" } })
}

#[tokio::test]
async fn a_subject_has_255_characters_and_a_text_20_000() {
    let mailing = Mailing::new().await;
    let text = |length: usize| format!("<p>{}</p>", "ề".repeat(length - 7));
    for (subject, content, code) in [
        ("ề".repeat(255), text(20_000), 2000),
        ("ề".repeat(256), text(20), 5002),
        ("Một".to_owned(), text(20_001), 5002),
        (" ".to_owned(), text(20), 5002),
        ("Một".to_owned(), "<p> </p>".to_owned(), 5002),
    ] {
        let answer = mailing
            .call(Method::POST, "", draft(&subject, &content))
            .await;
        assert_eq!(answer.code(), code, "{} {}", subject.len(), content.len());
        if code == 2000 {
            let rest = format!("/{}", answer.data()["id"].as_str().unwrap());
            for (mut change, code) in [
                (json!({ "subject": "ề".repeat(256) }), 5002),
                (json!({ "content": text(20_001) }), 5002),
                (json!({ "subject": "Hai" }), 2000),
            ] {
                change["version"] = 1.into();
                assert_eq!(mailing.call(Method::PUT, &rest, change).await.code(), code);
            }
        }
    }
}

#[tokio::test]
async fn a_message_is_made_safe_and_kept() {
    let mailing = Mailing::new().await;
    let body = draft(
        "Chào {{fullName}}",
        "<p>Chào <b>{{fullName}}</b><script>alert(1)</script></p>",
    );
    let answer = mailing.call(Method::POST, "", body).await;
    let message = answer.data().clone();
    assert_eq!(message["content"], "<p>Chào <b>{{fullName}}</b></p>");
    assert_eq!(message["status"], "draft");
    assert_eq!(message["version"], 1);
    assert_eq!(message["author"], "Nguyễn an");
    let id = message["id"].as_str().unwrap();
    let change = json!({ "subject": "Mới", "segment": { "kind": "vip" }, "version": 1 });
    let changed = mailing.call(Method::PUT, &format!("/{id}"), change).await;
    assert_eq!(changed.data()["subject"], "Mới");
    assert_eq!(changed.data()["content"], message["content"]);
    assert_eq!(changed.data()["segment"]["kind"], "vip");
    let late = json!({ "subject": "Cũ", "version": 1 });
    let late = mailing.call(Method::PUT, &format!("/{id}"), late).await;
    assert_eq!(late.code(), 5008);
    assert_eq!(&late.json["data"], changed.data());
    let send = format!("/{id}/send");
    let late = mailing.call(Method::POST, &send, json!({ "version": 1 }));
    let late = late.await;
    assert_eq!(late.code(), 5008);
    assert_eq!(&late.json["data"], changed.data());
    for (method, rest) in [(Method::PUT, format!("/{id}")), (Method::POST, send)] {
        let refused = mailing.call(method, &rest, json!({})).await;
        assert_eq!(refused.code(), 5002, "{rest}");
        assert!(refused.json["fields"]["version"].is_array(), "{rest}");
    }
    let list = mailing.call(Method::GET, "", Value::Null).await;
    assert_eq!(list.data()["total"], 1);
    assert_eq!(list.data()["items"][0]["subject"], "Mới");
    let deleted = mailing
        .call(Method::DELETE, &format!("/{id}"), Value::Null)
        .await;
    assert_eq!(deleted.code(), 2000);
    let gone = mailing
        .call(Method::GET, &format!("/{id}"), Value::Null)
        .await;
    assert_eq!(gone.code(), 5005);
    assert_eq!(
        mailing.log().await,
        ["message.created", "message.updated", "message.deleted"]
    );
}

#[tokio::test]
async fn saving_the_same_again_is_no_change() {
    let mailing = Mailing::new().await;
    let mut body = draft("Một", "<p>Chào <b>bạn</b></p>");
    let first = mailing.call(Method::POST, "", body.clone()).await;
    let first = first.data().clone();
    mailing.app.pass(Duration::from_secs(1));
    let rest = format!("/{}", first["id"].as_str().unwrap());
    body["version"] = 1.into();
    let again = mailing.call(Method::PUT, &rest, body).await;
    assert_eq!(*again.data(), first);
    assert_eq!(mailing.log().await, ["message.created"]);
}

#[tokio::test]
async fn null_is_no_text() {
    let mailing = Mailing::new().await;
    let body = draft("Một", "<p>Chào <b>bạn</b></p>");
    let made = mailing.call(Method::POST, "", body).await.data().clone();
    let rest = format!("/{}", made["id"].as_str().unwrap());
    for field in ["subject", "content", "segment"] {
        let answer = mailing
            .call(Method::PUT, &rest, json!({ field: null, "version": 1 }))
            .await;
        assert_eq!(answer.code(), 5002, "{field}");
        assert!(answer.json["fields"][field].is_array(), "{}", answer.json);
    }
    let kept = mailing.call(Method::GET, &rest, Value::Null).await;
    assert_eq!(*kept.data(), made);
}

#[tokio::test]
async fn a_class_is_named_exactly_when_the_message_is_for_one() {
    let mailing = Mailing::new().await;
    let class = mailing.app.ticket(mailing.event, "Thường", 0, -1).await;
    let other = mailing.app.open_event(&mailing.owner, 5).await;
    let foreign = mailing.app.ticket(other, "Khác", 0, -1).await;
    for (segment, code) in [
        (json!({ "kind": "ticket", "ticketId": class }), 2000),
        (json!({ "kind": "ticket" }), 5002),
        (json!({ "kind": "ticket", "ticketId": foreign }), 5002),
        (json!({ "kind": "nobody" }), 5002),
        (json!({}), 5002),
    ] {
        let body = json!({ "subject": "Một", "content": "<p>a</p>", "segment": segment });
        let answer = mailing.call(Method::POST, "", body).await;
        assert_eq!(answer.code(), code, "{segment}");
    }
}

#[tokio::test]
async fn another_event_has_other_messages() {
    let mailing = Mailing::new().await;
    let id = mailing.write(json!({ "kind": "all" })).await;
    let other = mailing.app.open_event(&mailing.owner, 5).await;
    for (method, rest) in [
        (Method::GET, ""),
        (Method::PUT, ""),
        (Method::DELETE, ""),
        (Method::POST, "/send"),
        (Method::POST, "/cancel"),
        (Method::POST, "/retry"),
        (Method::POST, "/test"),
        (Method::GET, "/deliveries"),
    ] {
        let path = format!("/api/event/{other}/messages/{id}{rest}");
        let request = mailing
            .app
            .request(method, &path)
            .bearer(&mailing.owner.token);
        assert_eq!(request.json(json!({})).send().await.code(), 5005, "{rest}");
    }
}

#[tokio::test]
async fn a_message_that_was_sent_stays_as_it_is() {
    let mailing = Mailing::with_guests(1).await;
    let id = mailing.write(json!({ "kind": "all" })).await;
    assert_eq!(mailing.send(&id).await.code(), 2000);
    for step in ["sending", "sent"] {
        assert_eq!(mailing.show(&id).await["status"], step);
        let rest = format!("/{id}");
        let changed = mailing.call(
            Method::PUT,
            &rest,
            json!({ "subject": "Mới", "version": 1 }),
        );
        assert_eq!(changed.await.code(), 5008);
        let deleted = mailing.call(Method::DELETE, &rest, Value::Null).await;
        assert_eq!(deleted.code(), 5008);
        assert_eq!(mailing.send(&id).await.code(), 5008);
        let cancel = format!("/{id}/cancel");
        let cancelled = mailing.call(Method::POST, &cancel, Value::Null).await;
        assert_eq!(cancelled.code(), 5008);
        mailing.app.run_jobs().await;
    }
}

#[tokio::test]
async fn nothing_is_written_or_sent_for_a_cancelled_event() {
    let mailing = Mailing::with_guests(1).await;
    let id = mailing.write(json!({ "kind": "all" })).await;
    mailing.cancel_event().await;
    let created = mailing
        .call(Method::POST, "", draft("Một", "<p>a</p>"))
        .await;
    assert_eq!(created.code(), 5009);
    for (rest, body) in [
        ("/send", json!({ "version": 1 })),
        ("/cancel", json!({})),
        ("/retry", json!({})),
        ("/test", json!({})),
    ] {
        let answer = mailing
            .call(Method::POST, &format!("/{id}{rest}"), body)
            .await;
        assert_eq!(answer.code(), 5009, "{rest}");
    }
    assert_eq!(mailing.show(&id).await["status"], "draft");
}

#[tokio::test]
async fn a_time_lies_ahead() {
    let mailing = Mailing::with_guests(1).await;
    let id = mailing.write(json!({ "kind": "all" })).await;
    let now = mailing.app.app.clock.now();
    let day = Duration::from_hours(24);
    assert_eq!(mailing.schedule(&id, now).await.code(), 5002);
    assert_eq!(
        mailing.schedule(&id, now.plus(367 * day)).await.code(),
        5002
    );
    assert_eq!(
        mailing.schedule(&id, now.plus(366 * day)).await.code(),
        2000
    );
    assert_eq!(mailing.show(&id).await["status"], "scheduled");
}

#[tokio::test]
async fn a_variable_that_does_not_exist_is_refused_with_those_that_do() {
    let mailing = Mailing::new().await;
    let fine = draft("Chào {{fullName}}", "<p>{{ownLink}} {{ amount }}</p>");
    let created = mailing.call(Method::POST, "", fine).await;
    let rest = format!("/{}", created.data()["id"].as_str().unwrap());
    for (field, body) in [
        ("content", draft("Chào", "<p>Chào {{fulName}}</p>")),
        ("content", draft("Chào", "<p>Chào {{full<b>Name</b>}}</p>")),
        ("content", draft("Chào", "<p>Chào {{fullName</p><p>…</p>")),
        ("subject", draft("Chào {{ten}}", "<p>Chào</p>")),
        // The link opens the registration, and mail servers log subjects.
        ("subject", draft("Vé: {{ownLink}}", "<p>Chào</p>")),
    ] {
        let mut change = body.clone();
        change["version"] = 1.into();
        for (method, rest, body) in [
            (Method::POST, "", &body),
            (Method::PUT, rest.as_str(), &change),
        ] {
            let refused = mailing.call(method, rest, body.clone()).await;
            assert_eq!(refused.code(), 5002, "{body}");
            let told = refused.json["fields"][field][0].as_str().unwrap();
            assert!(told.contains("{{fullName}}, {{eventTitle}}"), "{told}");
            assert_eq!(told.contains("{{ownLink}},"), field == "content", "{told}");
        }
    }
}
