//! Mails about a registration.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use hoi_i18n::Lang;
use hoi_mail::SendError;
use hoi_ticketing::events::entity::event;
use hoi_ticketing::events::{EventId, MAIL_VARIABLES, TicketId};
use hoi_ticketing::registration::{self, mail_again};
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};
use serde_json::Value;

use super::support::{form, with};
use crate::support::{START, TestApp};

async fn event_with_mails(app: &TestApp) -> (EventId, TicketId) {
    let owner = app.committee("an").await;
    let event = app
        .event(&owner, |event| {
            event.send_email_after_register = Set(true);
            event.register_email_content = Set(Some(
                "<p>Chào {{fullName}}, hẹn gặp ở {{ venueAddress }}! {{unknown}}</p>".to_owned(),
            ));
            event.payment_email_content = Set(Some(
                "<p>Mong nhận {{amount}} từ {{fullName}}.</p>".to_owned(),
            ));
            event.turn_off_payment = Set(false);
            event.account_number = Set(Some("0123456789".to_owned()));
            event.account_holder_name = Set(Some("CONG TY HOI".to_owned()));
            event.bank_name = Set(Some("MB".to_owned()));
            event.bank_bin = Set(Some("970422".to_owned()));
        })
        .await;
    let ticket = app.ticket(event, "Thường", 250_000, -1).await;
    (event, ticket)
}

fn transfer(name: &str, ticket: TicketId) -> Value {
    let body = with(form(name), "ticketId", ticket.to_string());
    with(body, "paymentMethod", "BANK_TRANSFER")
}

/// Runs on one thread, which composing the mail would block if it happened there.
#[tokio::test]
async fn composing_a_long_mail_holds_nothing_up() {
    let app = TestApp::new().await;
    let owner = app.committee("an").await;
    let event = app.event(&owner, |event| {
        event.send_email_after_register = Set(true);
        event.register_email_content = Set(Some("{{fullName}} ".repeat(50)));
    });
    let event = event.await;
    let long = with(form("Hoa"), "fullName", "<&".repeat(499));
    app.register(event, long).await;
    let ticks = tokio::spawn(async {
        let mut longest = Duration::ZERO;
        loop {
            let before = Instant::now();
            tokio::time::sleep(Duration::from_millis(1)).await;
            longest = longest.max(before.elapsed());
            LONGEST.store(
                u64::try_from(longest.as_millis()).unwrap(),
                Ordering::Relaxed,
            );
        }
    });
    tokio::task::yield_now().await;
    let began = Instant::now();
    let mails = app.run_jobs().await;
    let took = began.elapsed();
    ticks.abort();
    assert_eq!(mails.len(), 1);
    assert!(mails[0].html.len() > 200_000, "{}", mails[0].html.len());
    let longest = Duration::from_millis(LONGEST.load(Ordering::Relaxed));
    assert!(longest < took / 2, "{longest:?} of {took:?}");
}

static LONGEST: AtomicU64 = AtomicU64::new(0);

#[tokio::test]
async fn words_that_become_too_long_are_a_dead_letter() {
    let app = TestApp::new().await;
    let owner = app.committee("an").await;
    let event = app.event(&owner, |event| {
        event.send_email_after_register = Set(true);
        event.register_email_content = Set(Some("{{fullName}} ".repeat(100)));
    });
    let event = event.await;
    app.register(event, with(form("Hoa"), "fullName", "<&".repeat(499)))
        .await;
    app.register(event, form("Lan")).await;
    let mails = app.run_jobs().await;
    assert_eq!(mails.len(), 1, "only the short name");
    assert_eq!(mails[0].to.email.to_string(), "Lan@example.vn");
}

#[tokio::test]
async fn the_ticket_and_how_to_pay_are_mailed() {
    let app = TestApp::new().await;
    let (event, ticket) = event_with_mails(&app).await;
    let answer = app
        .register(
            event,
            with(transfer("Hoa", ticket), "fullName", "Lê <b>Hoa</b>"),
        )
        .await;
    let row = app.attendance(&answer).await;
    let mails = app.run_jobs().await;
    assert_eq!(mails.len(), 2);
    let ticket = mails
        .iter()
        .find(|mail| mail.message_id.starts_with("ticket-"))
        .unwrap();
    assert_eq!(ticket.to.email.to_string(), "Hoa@example.vn");
    assert_eq!(ticket.message_id, format!("ticket-{}@hoi.example", row.id));
    assert_eq!(ticket.subject, "Vé của bạn: Hội nghị Đổi mới");
    assert!(
        ticket.html.contains(
            "Chào Lê &lt;b&gt;Hoa&lt;&#x2f;b&gt;, hẹn gặp ở Nhà hát Lớn, Hà Nội! {{unknown}}"
        ),
        "{}",
        ticket.html
    );
    assert!(
        ticket.text.contains("Chào Lê <b>Hoa</b>"),
        "{}",
        ticket.text
    );
    assert!(ticket.text.contains(&row.ticket_code));
    let names: Vec<_> = ticket
        .attachments
        .iter()
        .map(|file| (file.name.as_str(), file.content_id.as_deref()))
        .collect();
    let picture = format!("{}.png", row.ticket_code);
    assert_eq!(
        names,
        [(picture.as_str(), Some("ticket-qr")), ("event.ics", None)]
    );
    assert!(ticket.html.contains("cid:ticket-qr"));
    let calendar = String::from_utf8(ticket.attachments[1].bytes.clone()).unwrap();
    assert!(calendar.contains("DTSTART:20260303T020000Z"), "{calendar}");
    assert!(calendar.contains("DTEND:20260303T050000Z"), "{calendar}");
    assert!(calendar.contains(&format!("UID:event-{event}@hoi.example")));

    let payment = mails
        .iter()
        .find(|mail| mail.message_id.starts_with("payment-"))
        .unwrap();
    assert_eq!(payment.subject, "Thanh toán 250.000 ₫ cho Hội nghị Đổi mới");
    for part in [
        "Mong nhận 250.000 ₫",
        "0123456789",
        "CONG TY HOI",
        &row.payment_ref,
    ] {
        assert!(
            payment.text.contains(part) && payment.html.contains(part),
            "{part}"
        );
    }
    // How to pay stands before the organiser's words, however long they are.
    for body in [&payment.text, &payment.html] {
        let own = body.find("Mong nhận").unwrap();
        for part in ["0123456789", row.payment_ref.as_str()] {
            assert!(body.find(part).unwrap() < own, "{part}: {body}");
        }
    }
    assert!(
        !payment.text.contains(&row.ticket_code),
        "the payment mail may be passed on; the ticket may not"
    );
    assert_eq!(
        payment.attachments[0].content_id.as_deref(),
        Some("viet-qr")
    );
    let key = answer.data()["ownKey"].as_str().unwrap();
    let link = format!("https://hoi.example/form/{event}/ticket#{key}");
    for mail in &mails {
        mail.to_eml().unwrap();
        assert!(mail.text.contains(&link), "{}", mail.text);
        let in_html = mail.html.replace("&#x2f;", "/");
        assert!(in_html.contains(&format!("href=\"{link}\"")), "{in_html}");
        assert!(mail.text.contains("Liên kết này dành riêng cho bạn"));
    }
}

/// The wizard's hint and the text that it suggests say where the details of the payment stand; this looks into the mail.
#[tokio::test]
async fn words_about_the_payment_mail_say_where_its_details_stand() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    for (lang, begin, hint, suggested) in [
        (
            Lang::VI,
            "Để giữ chỗ",
            ["ngay trên phần chữ này", "dưới phần chữ này"],
            ["ở đầu thư này", "cuối thư"],
        ),
        (
            Lang::EN,
            "To keep your seat",
            ["above this text", "below this text"],
            ["at the top of this mail", "end of this mail"],
        ),
    ] {
        let file = root.join(format!("../frontend/src/locales/{lang}/events.json"));
        let texts: Value = serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
        let app = TestApp::new().await;
        let (event, ticket) = event_with_mails(&app).await;
        let content = texts["email"]["paymentText"].as_str().unwrap();
        let column = event::Column::PaymentEmailContent;
        app.alter_event(event, column, Expr::value(content)).await;
        let path = format!("/api/event/{event}/register");
        let request = app.request(axum::http::Method::POST, &path);
        let request = request.lang(lang.code()).json(transfer("Hoa", ticket));
        let row = app.attendance(&request.send().await).await;
        let mails = app.run_jobs().await;
        let mail = mails
            .iter()
            .find(|mail| mail.message_id.starts_with("payment-"))
            .unwrap();

        let reference = row.payment_ref.as_str();
        let of_text = ["0123456789", "CONG TY HOI", reference].map(|part| (&mail.text, part));
        let of_html = ["cid:viet-qr", "0123456789", "CONG TY HOI", reference];
        let of_html = of_html.map(|part| (&mail.html, part));
        let parts = of_text.into_iter().chain(of_html);
        let stand_first: Vec<bool> = parts
            .map(|(body, part)| body.find(part).unwrap() < body.find(begin).unwrap())
            .collect();
        // All parts stand on the same side of the text.
        let is_first = stand_first[0];
        assert_eq!(stand_first, [is_first; 7], "{}", mail.html);

        let said = texts["payment"]["emailHint"].as_str().unwrap();
        for (text, [if_first, if_last]) in [(said, hint), (content, suggested)] {
            assert_eq!(text.contains(if_first), is_first, "{text}");
            assert_eq!(text.contains(if_last), !is_first, "{text}");
        }
    }
}

#[tokio::test]
async fn visitors_are_written_to_in_their_language() {
    let app = TestApp::new().await;
    let (event, ticket) = event_with_mails(&app).await;
    app.request(
        axum::http::Method::POST,
        &format!("/api/event/{event}/register"),
    )
    .lang("en")
    .json(transfer("Hoa", ticket))
    .send()
    .await;
    let mails = app.run_jobs().await;
    for mail in &mails {
        assert!(
            mail.text.contains("This link is yours alone"),
            "{}",
            mail.text
        );
    }
    let mut subjects: Vec<_> = mails.into_iter().map(|mail| mail.subject).collect();
    subjects.sort();
    assert_eq!(
        subjects,
        [
            "Your ticket: Hội nghị Đổi mới",
            "₫250,000 due for Hội nghị Đổi mới"
        ]
    );
}

#[tokio::test]
async fn no_mail_is_sent_when_none_is_wanted_or_due() {
    let app = TestApp::new().await;
    let owner = app.committee("an").await;
    let event = app.open_event(&owner, 5).await;
    assert_eq!(app.register(event, form("Hoa")).await.code(), 2000);
    assert!(app.run_jobs().await.is_empty());
}

#[tokio::test]
async fn a_mail_that_fails_costs_no_seat_and_is_sent_later() {
    let app = TestApp::new().await;
    let (event, ticket) = event_with_mails(&app).await;
    let cash = with(transfer("Hoa", ticket), "paymentMethod", "CASH_AT_VENUE");
    app.mails
        .fail_next(SendError::Temporary("greylisted".to_owned()));
    assert_eq!(app.register(event, cash).await.code(), 2000);
    assert!(app.run_jobs().await.is_empty());
    app.pass(std::time::Duration::from_mins(1));
    assert_eq!(app.run_jobs().await.len(), 1);
}

#[tokio::test]
async fn no_second_request_to_pay_and_none_to_removed_participants() {
    let app = TestApp::new().await;
    let (event, ticket) = event_with_mails(&app).await;
    let owner = app.admin().await;
    let paid = app
        .attendance(&app.register(event, transfer("paid", ticket)).await)
        .await;
    let gone = app
        .attendance(&app.register(event, transfer("gone", ticket)).await)
        .await;
    let change = hoi_ticketing::registration::Change {
        payment: Some(hoi_ticketing::registration::PaymentMark {
            status: hoi_ticketing::attendances::PaymentStatus::Paid,
            way: hoi_ticketing::attendances::PaidWay::Hand,
            by: owner.id,
        }),
        ..Default::default()
    };
    app.desk
        .submit(registration::change(event, paid.id, change))
        .await
        .unwrap();
    app.remove(event, gone.id, owner.id).await;
    let mails = app.run_jobs().await;
    let ids: Vec<_> = mails.iter().map(|mail| mail.message_id.clone()).collect();
    assert_eq!(ids, [format!("ticket-{}@hoi.example", paid.id)]);
}

#[tokio::test]
async fn a_ticket_can_be_sent_again_as_a_mail_of_its_own() {
    let app = TestApp::new().await;
    let (event, ticket) = event_with_mails(&app).await;
    let row = app
        .attendance(&app.register(event, transfer("Hoa", ticket)).await)
        .await;
    app.run_jobs().await;
    app.pass(std::time::Duration::from_mins(1));
    let tx = app.app.db.write().await.unwrap();
    let of = event::Entity::find_by_id(event).one(&tx);
    let of = of.await.unwrap().unwrap();
    let now = app.app.clock.now();
    mail_again(&tx, &of, &[&row], now).await.unwrap();
    tx.commit().await.unwrap();
    let mut ids: Vec<_> = app
        .run_jobs()
        .await
        .into_iter()
        .map(|mail| mail.message_id)
        .collect();
    ids.sort();
    let at = app.app.clock.now().0;
    assert_eq!(
        ids,
        [
            format!("payment-{}-{at}@hoi.example", row.id),
            format!("ticket-{}-{at}@hoi.example", row.id)
        ]
    );
}

#[tokio::test]
async fn own_words_can_name_the_link_the_amount_and_the_reference() {
    let app = TestApp::new().await;
    let owner = app.committee("an").await;
    let words = "<p>{{ownLink}} | {{amount}} | [{{paymentReference}}]</p>";
    let event = app
        .event(&owner, |event| {
            event.send_email_after_register = Set(true);
            event.register_email_content = Set(Some(words.to_owned()));
            event.payment_email_content = Set(Some(words.to_owned()));
            event.turn_off_payment = Set(false);
            event.account_number = Set(Some("0123456789".to_owned()));
            event.account_holder_name = Set(Some("CONG TY HOI".to_owned()));
            event.bank_name = Set(Some("MB".to_owned()));
        })
        .await;
    let due = app.ticket(event, "Thường", 250_000, -1).await;
    let free = app.ticket(event, "Mời", 0, -1).await;
    for (name, ticket, amount) in [("Hoa", due, "250.000 ₫"), ("Mai", free, "0 ₫")] {
        let answer = app.register(event, transfer(name, ticket)).await;
        let row = app.attendance(&answer).await;
        let key = answer.data()["ownKey"].as_str().unwrap();
        let link = format!("https://hoi.example/form/{event}/ticket#{key}");
        let mails = app.run_jobs().await;
        assert_eq!(mails.len(), if ticket == due { 2 } else { 1 });
        // Nothing is due for a free ticket, so there is no reference.
        let reference = if ticket == due {
            row.payment_ref
        } else {
            String::new()
        };
        for mail in mails {
            let html = mail.html.replace("&#x2f;", "/");
            let filled = format!("<a href=\"{link}\">{link}</a> | {amount} | [{reference}]</p>");
            assert!(html.contains(&filled), "{filled} is not in {html}");
            assert!(mail.text.contains(&link), "{}", mail.text);
        }
    }
}

#[tokio::test]
async fn every_variable_that_may_be_saved_is_filled_in() {
    let app = TestApp::new().await;
    let owner = app.committee("an").await;
    let words = MAIL_VARIABLES.map(|name| format!("<p>{{{{{name}}}}}</p>"));
    let event = app
        .event(&owner, |event| {
            event.send_email_after_register = Set(true);
            event.register_email_content = Set(Some(words.concat()));
        })
        .await;
    app.register(event, form("Hoa")).await.data();
    let [mail] = app.run_jobs().await.try_into().unwrap();
    assert!(!mail.html.contains("{{"), "{}", mail.html);
}

/// Date and Message-ID belong to the mail, not to the attempt.
#[tokio::test]
async fn every_copy_of_a_mail_has_the_same_identity_and_date() {
    let app = TestApp::new().await;
    let (event, ticket) = event_with_mails(&app).await;
    let cash = with(transfer("Hoa", ticket), "paymentMethod", "CASH_AT_VENUE");
    app.register(event, cash).await;
    app.mails
        .fail_next(SendError::Temporary("greylisted".to_owned()));
    app.run_jobs().await;
    app.pass(std::time::Duration::from_hours(5));
    let mails = app.run_jobs().await;
    assert_eq!(mails[0].epoch_ms, START.0);
}

#[tokio::test]
async fn no_ticket_is_lost_while_the_mail_server_refuses_us() {
    let app = TestApp::new().await;
    let (event, ticket) = event_with_mails(&app).await;
    for name in ["Hoa", "Lan", "Mai"] {
        let cash = with(transfer(name, ticket), "paymentMethod", "CASH_AT_VENUE");
        assert_eq!(app.register(event, cash).await.code(), 2000);
        app.mails
            .fail_next(SendError::Outage("554 5.7.1 relay denied".to_owned()));
    }
    assert!(app.run_jobs().await.is_empty());
    // Three days and a half of probes, at last every ten minutes.
    for _ in 0..84 {
        app.mails
            .fail_next(SendError::Outage("554 5.7.1 relay denied".to_owned()));
        app.pass(std::time::Duration::from_hours(1));
        assert!(app.run_jobs().await.is_empty());
    }
    app.pass(std::time::Duration::from_hours(1));
    assert_eq!(app.run_jobs().await.len(), 3);
}

#[tokio::test]
async fn a_clock_that_is_set_back_makes_no_ticket_wait() {
    let app = TestApp::new().await;
    let (event, ticket) = event_with_mails(&app).await;
    let cash = with(transfer("Hoa", ticket), "paymentMethod", "CASH_AT_VENUE");
    assert_eq!(app.register(event, cash).await.code(), 2000);
    app.app
        .clock
        .set(START.minus(std::time::Duration::from_hours(2)));
    assert_eq!(app.run_jobs().await.len(), 1);
}

#[tokio::test]
async fn mails_wear_the_dress_of_the_event_and_answers_reach_its_organiser() {
    let app = TestApp::new().await;
    let (event, ticket) = event_with_mails(&app).await;
    app.register(event, transfer("Hoa", ticket)).await;
    let mails = app.run_jobs().await;
    assert_eq!(mails.len(), 2);
    for mail in &mails {
        let from = mail.from.name.as_deref().unwrap();
        assert!(from.ends_with(" qua Hội"), "the owner's name: {from}");
        assert_eq!(mail.from.email, app.app.config.mail_from.email);
        assert!(
            mail.reply_to.is_none(),
            "the organiser gave no address for answers"
        );
        let eml = String::from_utf8(mail.to_eml().unwrap()).unwrap();
        assert!(
            !eml.contains("an@hoi.example"),
            "the login's address: {eml}"
        );
        assert!(mail.text.contains("không trả lời thư này"), "{}", mail.text);
        assert!(mail.html.contains("không trả lời thư này"));
        assert!(mail.html.contains("#0e7c66"));
    }

    let tx = app.app.db.write().await.unwrap();
    event::Entity::update_many()
        .set(event::ActiveModel {
            host_name: Set(Some(format!(
                "CLB\r\nBcc: ke@gian.example \"<a@b>\" {}",
                "x".repeat(60)
            ))),
            contact_email: Set(Some("lan@nhacxua.example".to_owned())),
            background_color: Set(Some("#fde8c8".to_owned())),
            ..Default::default()
        })
        .filter(event::Column::Id.eq(event))
        .exec(&tx)
        .await
        .unwrap();
    tx.commit().await.unwrap();
    app.app.snapshots.forget_all();
    app.register(event, transfer("Lan", ticket)).await;
    for mail in app.run_jobs().await {
        let from = mail.from.name.as_deref().unwrap();
        let name = from.strip_suffix(" qua Hội").unwrap();
        assert!(
            name.starts_with("CLB Bcc ke gian.example a b xxx"),
            "{name}"
        );
        assert_eq!(name.chars().count(), 60);
        let answers = mail.reply_to.as_ref().unwrap().email.to_string();
        assert_eq!(answers, "lan@nhacxua.example");
        assert!(
            mail.html.contains("background:#fde8c8;border"),
            "its colour"
        );
        let eml = String::from_utf8(mail.to_eml().unwrap()).unwrap();
        let head = eml.split("\r\n\r\n").next().unwrap();
        assert!(!head.contains("\r\nBcc:"), "{head}");
        assert!(head.contains("Reply-To: lan@nhacxua.example\r\n"), "{head}");
    }
}
