//! Recipients, times and contents of messages.

use std::time::Duration;

use axum::http::Method;
use hoi_i18n::Lang;
use hoi_mail::SendError;
use hoi_platform::mails;
use hoi_ticketing::attendances::{PaymentStatus, attendance};
use hoi_ticketing::registration::{NewRegistration, own_page};
use sea_orm::Set;
use serde_json::{Value, json};

use super::support::{Mailing, recipients};

const HOUR: Duration = Duration::from_hours(1);

#[tokio::test]
async fn every_segment_reaches_exactly_its_people() {
    let mailing = Mailing::with_payment().await;
    let paid = mailing
        .app
        .ticket(mailing.event, "Có phí", 100_000, -1)
        .await;
    let free = mailing.app.ticket(mailing.event, "Miễn phí", 0, -1).await;
    let with = |name: &str, ticket| NewRegistration {
        ticket_id: Some(ticket),
        ..mailing.new_registration(name)
    };
    mailing.registered(with("unpaid", paid)).await;
    mailing
        .registered(NewRegistration {
            payment_status: Some(PaymentStatus::Paid),
            ..with("paid", paid)
        })
        .await;
    mailing
        .registered(NewRegistration {
            participation_type: hoi_ticketing::attendances::ParticipationType::Vip,
            ..with("vip", free)
        })
        .await;
    let inside = mailing.registered(with("inside", free)).await;
    mailing.app.set_checked_in(inside.id, true).await;
    let gone = mailing.registered(with("gone", free)).await;
    mailing.remove(gone.id).await;
    let silent = mailing.registered(with("silent", free)).await;
    mailing
        .change(attendance::ActiveModel {
            id: Set(silent.id),
            email: Set(String::new()),
            ..Default::default()
        })
        .await;
    let cases: [(&str, Value, &[&str]); 7] = [
        ("all", Value::Null, &["inside", "paid", "unpaid", "vip"]),
        ("unpaid", Value::Null, &["unpaid"]),
        ("notCheckedIn", Value::Null, &["paid", "unpaid", "vip"]),
        ("checkedIn", Value::Null, &["inside"]),
        ("vip", Value::Null, &["vip"]),
        ("ticket", json!(paid), &["paid", "unpaid"]),
        ("ticket", json!(free), &["inside", "vip"]),
    ];
    for (kind, ticket, expected) in cases {
        let class = ticket.as_str().map(|id| format!("&ticketId={id}"));
        let query = format!("/count?segment={kind}{}", class.unwrap_or_default());
        let count = mailing.call(Method::GET, &query, Value::Null).await;
        assert_eq!(count.data()["recipients"], expected.len(), "{kind}");
        let id = mailing
            .write(json!({ "kind": kind, "ticketId": ticket }))
            .await;
        assert_eq!(mailing.send(&id).await.code(), 2000, "{kind}");
        assert_eq!(
            recipients(&mailing.app.run_jobs().await),
            expected,
            "{kind}"
        );
        let message = mailing.show(&id).await;
        assert_eq!(message["status"], "sent", "{kind}");
        assert_eq!(message["deliveries"]["sent"], expected.len(), "{kind}");
        mailing.app.pass(Duration::from_mins(1));
        assert!(
            recipients(&mailing.app.run_jobs().await).is_empty(),
            "{kind}"
        );
    }
}

#[tokio::test]
async fn each_reads_their_own_details_in_a_frame_in_their_language() {
    let mailing = Mailing::new().await;
    let hoa = NewRegistration {
        full_name: "Lê <b>Hoa</b>".to_owned(),
        ..mailing.new_registration("hoa")
    };
    let hoa = mailing.registered(hoa).await;
    mailing
        .registered(NewRegistration {
            lang: Lang::EN,
            ..mailing.new_registration("joe")
        })
        .await;
    let body = json!({
        "subject": "{{fullName}}, hẹn gặp ở {{venueAddress}}",
        "content": "<p>Chào {{ fullName }}: {{eventStartDate}}, mã {{ticketCode}}, {{ownLink}}</p>",
        "segment": { "kind": "all" },
    });
    let id = mailing.call(Method::POST, "", body).await.data()["id"].clone();
    let id = id.as_str().unwrap();
    mailing.send(id).await;
    let mails = mailing.app.run_jobs().await;
    let to = |name: &str| {
        let email = format!("{name}@example.vn");
        let found = mails.iter().find(|mail| mail.to.email.to_string() == email);
        found.unwrap()
    };
    let mail = to("hoa");
    assert_eq!(mail.subject, "Lê <b>Hoa</b>, hẹn gặp ở Nhà hát Lớn, Hà Nội");
    assert_eq!(
        mail.message_id,
        format!("message-{id}-{}@hoi.example", hoa.id)
    );
    let date = "03/03/2026 09:00";
    let html = mail.html.replace("&#x2f;", "/");
    let link = own_page("https://hoi.example", &mailing.app.app.secrets, &hoa);
    assert!(
        html.contains(&format!("<a href=\"{link}\">{link}</a>")),
        "{html}"
    );
    for part in [date, &hoa.ticket_code, &link] {
        assert!(mail.text.contains(part), "{part}: {}", mail.text);
        assert!(html.contains(part), "{part}: {html}");
    }
    assert!(mail.html.contains("Lê &lt;b&gt;Hoa"), "{}", mail.html);
    assert!(mail.text.contains("Chào Lê <b>Hoa</b>"), "{}", mail.text);
    let why = "Bạn nhận được thư này từ ban tổ chức vì đã đăng ký sự kiện “Hội nghị Đổi mới”.";
    assert!(mail.text.contains(why) && mail.html.contains(why));
    let english = to("joe");
    let why = "You receive this mail from the organizer because you are registered for";
    assert!(english.text.contains(why) && english.html.contains(why));
    assert!(english.html.contains("lang=\"en\""));
    for mail in &mails {
        mail.to_eml().unwrap();
    }
}

#[tokio::test]
async fn a_test_goes_to_the_organiser_alone() {
    let mailing = Mailing::with_guests(2).await;
    let id = mailing.write(json!({ "kind": "all" })).await;
    let rest = format!("/{id}/test");
    assert_eq!(
        mailing.call(Method::POST, &rest, Value::Null).await.code(),
        2000
    );
    let again = mailing.call(Method::POST, &rest, Value::Null).await;
    assert_eq!((again.code(), again.status.as_u16()), (5003, 429));
    let mails = mailing.app.run_jobs().await;
    assert_eq!(mails.len(), 1);
    assert_eq!(mails[0].to.email.to_string(), mailing.owner.email);
    assert_eq!(mails[0].subject, "[Thử] Giờ đón khách");
    assert!(mails[0].text.contains("Chào Nguyễn Thị Lan"));
    assert!(mails[0].text.contains("thư thử"));
    assert_eq!(mailing.show(&id).await["status"], "draft");
    mailing.app.pass(Duration::from_secs(10));
    assert_eq!(
        mailing.call(Method::POST, &rest, Value::Null).await.code(),
        2000
    );
}

#[tokio::test]
async fn a_scheduled_message_goes_to_those_who_are_there_at_its_time() {
    let mailing = Mailing::new().await;
    let early = mailing.guest("early").await;
    mailing.guest("stays").await;
    let id = mailing.write(json!({ "kind": "all" })).await;
    let at = mailing.app.app.clock.now().plus(HOUR);
    assert_eq!(mailing.schedule(&id, at).await.code(), 2000);
    mailing.remove(early.id).await;
    mailing.guest("late").await;
    let change = json!({ "subject": "Đổi giờ", "version": 2 });
    let changed = mailing.call(Method::PUT, &format!("/{id}"), change).await;
    assert_eq!(changed.data()["status"], "scheduled");
    mailing.app.pass(HOUR - Duration::from_millis(1));
    assert!(recipients(&mailing.app.run_jobs().await).is_empty());
    mailing.app.pass(Duration::from_millis(1));
    let mails = mailing.app.run_jobs().await;
    assert_eq!(recipients(&mails), ["late", "stays"]);
    assert_eq!(mails[0].subject, "Đổi giờ");
    assert_eq!(
        mailing.log().await,
        [
            "message.created",
            "message.scheduled",
            "message.updated",
            "message.sent"
        ]
    );
}

#[tokio::test]
async fn a_message_called_off_or_put_off_is_not_sent_at_its_first_time() {
    let mailing = Mailing::with_guests(1).await;
    let off = mailing.write(json!({ "kind": "all" })).await;
    let later = mailing.write(json!({ "kind": "all" })).await;
    let deleted = mailing.write(json!({ "kind": "all" })).await;
    let now = mailing.app.app.clock.now();
    for id in [&off, &later, &deleted] {
        mailing.schedule(id, now.plus(HOUR)).await;
    }
    mailing.schedule(&later, now.plus(2 * HOUR)).await;
    let answer = mailing
        .call(Method::POST, &format!("/{off}/cancel"), Value::Null)
        .await;
    assert_eq!(answer.data()["status"], "cancelled");
    mailing
        .call(Method::DELETE, &format!("/{deleted}"), Value::Null)
        .await;
    mailing.app.pass(HOUR);
    assert!(recipients(&mailing.app.run_jobs().await).is_empty());
    assert_eq!(mailing.show(&later).await["status"], "scheduled");
    mailing.app.pass(HOUR);
    assert_eq!(recipients(&mailing.app.run_jobs().await), ["g0"]);
    assert_eq!(mailing.show(&off).await["status"], "cancelled");
}

#[tokio::test]
async fn a_refusal_is_final_and_can_be_tried_again() {
    let mailing = Mailing::with_guests(2).await;
    let id = mailing.write(json!({ "kind": "all" })).await;
    let refused = SendError::Permanent("550 nobody here".to_owned());
    mailing.app.mails.fail_next(refused);
    mailing.send(&id).await;
    let mails = mailing.app.run_jobs().await;
    assert_eq!(mails.len(), 1);
    let message = mailing.show(&id).await;
    assert_eq!(message["status"], "sent");
    let counts = json!({ "total": 2, "waiting": 0, "sent": 1, "failed": 1, "skipped": 0 });
    assert_eq!(message["deliveries"], counts);
    let failed = mailing.deliveries(&id, "?state=failed").await;
    assert_eq!(failed.len(), 1);
    assert_eq!(failed[0]["reason"], "refused");
    let retry = format!("/{id}/retry");
    let retried = mailing.call(Method::POST, &retry, Value::Null).await;
    assert_eq!(retried.data()["retried"], 1);
    assert_eq!(mailing.show(&id).await["status"], "sending");
    mailing.app.pass(Duration::from_secs(5));
    let again = mailing.app.run_jobs().await;
    assert_eq!(again.len(), 1);
    assert_ne!(again[0].to.email, mails[0].to.email);
    assert_eq!(mailing.show(&id).await["deliveries"]["sent"], 2);
    assert_eq!(
        mailing.call(Method::POST, &retry, Value::Null).await.code(),
        5008
    );
}

#[tokio::test]
async fn a_recipient_who_cannot_be_reached_is_tried_for_four_days() {
    let mailing = Mailing::with_guests(1).await;
    let id = mailing.write(json!({ "kind": "all" })).await;
    mailing.send(&id).await;
    let mut attempts = 0;
    let mut waited = Duration::ZERO;
    while mailing.show(&id).await["status"] == "sending" {
        let full = SendError::Temporary("452 4.2.2 mailbox full".to_owned());
        mailing.app.mails.fail_next(full);
        assert!(mailing.app.run_jobs().await.is_empty());
        attempts += 1;
        let one = &mailing.deliveries(&id, "").await[0];
        assert_eq!(one["attempts"], attempts);
        mailing.app.pass(mails::RETRY.pause(attempts));
        waited += mails::RETRY.pause(attempts);
        assert!(attempts < 100);
    }
    assert!(waited > 96 * HOUR && waited <= 98 * HOUR, "{waited:?}");
    let one = &mailing.deliveries(&id, "").await[0];
    assert_eq!(one["state"], "failed");
    assert_eq!(one["reason"], "unreachable");
    assert_eq!(mailing.show(&id).await["status"], "sent");
    // Repeating the delivery makes another attempt.
    mailing
        .call(Method::POST, &format!("/{id}/retry"), Value::Null)
        .await;
    mailing.app.pass(Duration::from_mins(1));
    assert_eq!(recipients(&mailing.app.run_jobs().await), ["g0"]);
}

#[tokio::test]
async fn while_no_mail_can_leave_a_message_waits_and_loses_no_recipient() {
    let mailing = Mailing::with_guests(60).await;
    let id = mailing.write(json!({ "kind": "all" })).await;
    mailing.send(&id).await;
    // As many mails as may be on their way at once, and then the probes of six hours.
    for _ in 0..4 + 70 {
        mailing
            .app
            .mails
            .fail_next(SendError::Outage("relay denied".to_owned()));
    }
    mailing.app.run_jobs().await;
    let mut passed = Duration::ZERO;
    while passed < 6 * HOUR {
        assert!(recipients(&mailing.app.run_jobs().await).is_empty());
        mailing.app.pass(Duration::from_mins(5));
        passed += Duration::from_mins(5);
    }
    assert_eq!(mailing.show(&id).await["status"], "sending");
    mailing.app.mails.works_again();
    let mut sent = Vec::new();
    for _ in 0..200 {
        sent.extend(recipients(&mailing.app.run_jobs().await));
        mailing.app.pass(Duration::from_secs(30));
    }
    assert_eq!(sent.len(), 60, "one mail each");
    assert_eq!(mailing.show(&id).await["deliveries"]["sent"], 60);
}

#[tokio::test]
async fn an_address_that_is_none_is_not_called_a_refusal() {
    let mailing = Mailing::new().await;
    let odd = mailing.guest("odd").await;
    mailing
        .change(attendance::ActiveModel {
            id: Set(odd.id),
            email: Set("odd at example.vn".to_owned()),
            ..Default::default()
        })
        .await;
    let id = mailing.write(json!({ "kind": "all" })).await;
    mailing.send(&id).await;
    mailing.app.run_jobs().await;
    let one = &mailing.deliveries(&id, "").await[0];
    assert_eq!(
        (&one["state"], &one["reason"]),
        (&json!("failed"), &json!("notMade"))
    );
}
