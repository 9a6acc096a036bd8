//! Finished messages: when they are offered, what they say, the reminder to pay, and how a message looks before it is sent.

use std::time::Duration;

use axum::http::Method;
use hoi_i18n::Lang;
use hoi_organising::messages::entity::opt_out;
use hoi_platform::ids::TicketId;
use hoi_ticketing::attendances::{PaymentMethod, PaymentStatus, attendance};
use hoi_ticketing::registration::NewRegistration;
use sea_orm::{EntityTrait as _, Set};
use serde_json::{Value, json};

use super::support::{Mailing, recipients};

const DAY: Duration = Duration::from_hours(24);

impl Mailing {
    /// Creates an event with a bank account and a class with a price.
    async fn with_account() -> (Self, TicketId) {
        let mailing = Self::new().await;
        let event = mailing.app.event(&mailing.owner, |event| {
            event.turn_off_payment = Set(false);
            event.bank_name = Set(Some("Vietcombank".to_owned()));
            event.bank_bin = Set(Some("970436".to_owned()));
            event.account_number = Set(Some("0123456789".to_owned()));
            event.account_holder_name = Set(Some("NGUYEN VAN AN".to_owned()));
        });
        let event = event.await;
        let class = mailing.app.ticket(event, "Thường", 100_000, -1).await;
        (Self { event, ..mailing }, class)
    }

    async fn payer(&self, name: &str, class: TicketId, method: PaymentMethod) -> attendance::Model {
        self.registered(NewRegistration {
            ticket_id: Some(class),
            payment_method: Some(method),
            ..self.new_registration(name)
        })
        .await
    }

    async fn starters(&self) -> Vec<Value> {
        let answer = self.call(Method::GET, "/starters", Value::Null).await;
        answer.data().as_array().unwrap().clone()
    }

    async fn save(&self, starter: &Value) -> String {
        let body = json!({
            "subject": starter["subject"], "content": starter["content"], "segment": starter["segment"],
        });
        let saved = self.call(Method::POST, "", body).await;
        saved.data()["id"].as_str().unwrap().to_owned()
    }
}

fn kinds(starters: &[Value]) -> Vec<&str> {
    let kinds = starters.iter().map(|one| one["kind"].as_str());
    kinds.map(Option::unwrap).collect()
}

#[tokio::test]
async fn finished_messages_fit_the_moment_and_speak_the_language_of_most_guests() {
    let mailing = Mailing::with_guests(1).await;
    let offered = mailing.starters().await;
    assert_eq!(
        kinds(&offered),
        ["soon", "changed"],
        "nothing is to be paid"
    );
    let soon = &offered[0];
    assert_eq!(soon["subject"], "Sắp diễn ra: {{eventTitle}}");
    assert_eq!(soon["segment"]["kind"], "all");
    assert_eq!(soon["recipients"], 1);
    let text = soon["content"].as_str().unwrap();
    for part in [
        "<p>Xin chào {{fullName}},</p>",
        "{{eventStartDate}}",
        "{{venueAddress}} · <a href=\"https://www.google.com/maps/search/?api=1&amp;query=Nh%C3%A0",
        "{{ownLink}}",
        &format!(
            "<a href=\"https://hoi.example/form/{}\">Trang sự kiện</a>",
            mailing.event
        ),
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let mut came = None;
    for name in ["joe", "ann"] {
        let person = NewRegistration {
            lang: Lang::EN,
            ..mailing.new_registration(name)
        };
        came = Some(mailing.registered(person).await.id);
    }
    let offered = mailing.starters().await;
    assert_eq!(offered[0]["subject"], "Coming up: {{eventTitle}}");
    assert_eq!(offered[1]["subject"], "News about {{eventTitle}}");
    for starter in &offered {
        let text = starter["content"].as_str().unwrap();
        assert!(text.contains("Get directions") && text.contains("Event page"));
        mailing.save(starter).await;
    }

    mailing.app.pass(4 * DAY);
    let offered = mailing.starters().await;
    assert_eq!(kinds(&offered), ["thanks"]);
    assert_eq!(
        offered[0]["subject"],
        "Thank you for joining {{eventTitle}}"
    );
    assert_eq!(
        offered[0]["segment"]["kind"], "all",
        "no guest was checked in"
    );
    let came = came.unwrap();
    mailing.app.set_checked_in(came, true).await;
    let offered = mailing.starters().await;
    assert_eq!(offered[0]["segment"]["kind"], "checkedIn");
    assert_eq!(offered[0]["recipients"], 1);
    mailing.save(&offered[0]).await;
}

#[tokio::test]
async fn a_cancelled_event_has_no_finished_messages() {
    let mailing = Mailing::with_guests(1).await;
    assert_eq!(mailing.starters().await.len(), 2);
    mailing.cancel_event().await;
    assert!(mailing.starters().await.is_empty());
}

#[tokio::test]
async fn the_reminder_shows_each_what_is_due_and_leaves_out_those_who_have_paid() {
    let (mailing, class) = Mailing::with_account().await;
    let offered = mailing.starters().await;
    assert_eq!(kinds(&offered), ["payment", "soon", "changed"]);
    assert_eq!(offered[0]["recipients"], 0);
    let lan = mailing
        .payer("lan", class, PaymentMethod::BankTransfer)
        .await;
    let mai = mailing
        .payer("mai", class, PaymentMethod::BankTransfer)
        .await;
    mailing
        .payer("cash", class, PaymentMethod::CashAtVenue)
        .await;
    // Opting out does not stop mails about the ticket.
    let tx = mailing.app.app.db.write().await.unwrap();
    let stopped = opt_out::ActiveModel {
        owner_id: Set(mailing.owner.id),
        email_key: Set(mai.email_key.clone()),
        at: Set(mailing.app.app.clock.now()),
    };
    opt_out::Entity::insert(stopped)
        .exec_without_returning(&tx)
        .await
        .unwrap();
    tx.commit().await.unwrap();

    let reminder = mailing.starters().await.swap_remove(0);
    assert_eq!(reminder["recipients"], 2, "cash is paid at the door");
    let id = mailing.save(&reminder).await;
    assert_eq!(mailing.send(&id).await.code(), 2000);
    // Both change after the message was sent, and before their mails are made.
    mailing
        .change(attendance::ActiveModel {
            id: Set(lan.id),
            payment_status: Set(PaymentStatus::Paid),
            ..Default::default()
        })
        .await;
    mailing
        .change(attendance::ActiveModel {
            id: Set(mai.id),
            amount: Set(80_000),
            ..Default::default()
        })
        .await;
    let mails = mailing.app.run_jobs().await;
    assert_eq!(recipients(&mails), ["mai"]);
    let mail = &mails[0];
    assert!(
        mail.subject.starts_with("Nhắc thanh toán 80.000"),
        "{}",
        mail.subject
    );
    for part in [
        "80.000",
        "Vietcombank",
        "0123456789",
        "NGUYEN VAN AN",
        &mai.payment_ref,
    ] {
        assert!(mail.text.contains(part), "{part}: {}", mail.text);
        assert!(mail.html.contains(part), "{part}: {}", mail.html);
    }
    for body in [&mail.text, &mail.html] {
        let body = body.split_whitespace().collect::<Vec<_>>().join(" ");
        let said = body.find("theo thông tin ở cuối thư").unwrap();
        assert!(body.find("0123456789").unwrap() > said, "{body}");
    }
    assert!(!mail.text.contains("100.000"), "{}", mail.text);
    assert!(mail.text.contains("/ticket#"), "the own page");
    assert!(mail.html.contains("cid:viet-qr"));
    let mut pictures = mail.attachments.iter();
    assert!(pictures.any(|file| file.content_id.as_deref() == Some("viet-qr")));
    let mut headers = mail.headers.iter();
    assert!(headers.all(|(name, _)| name != "List-Unsubscribe"));
    assert_eq!(mailing.deliveries(&id, "").await.len(), 1);

    // No debtor is reminded twice within a day, here or on the page of the money.
    let again = mailing.starters().await.swap_remove(0);
    assert_eq!(again["recipients"], 0);
    let path = format!("/api/event/{}/payment-reminders", mailing.event);
    let token = mailing.app.fresh_token(&mailing.owner);
    let money = mailing.app.request(Method::GET, &path).bearer(&token);
    let money = money.send().await;
    assert_eq!(money.data()["recipients"], 0);
    assert_eq!(money.data()["remindedLately"], 1);
    let second = mailing.save(&again).await;
    assert_eq!(mailing.send(&second).await.code(), 5008);
    mailing.app.pass(DAY + Duration::from_secs(1));
    assert_eq!(mailing.starters().await[0]["recipients"], 1);
}

/// One of 21 waits for the next mails and pays meanwhile.
#[tokio::test]
async fn a_debtor_who_pays_while_the_reminder_is_being_sent_gets_none() {
    let (mailing, class) = Mailing::with_account().await;
    let mut last = None;
    for at in 0..21 {
        let name = format!("g{at}");
        let person = mailing.payer(&name, class, PaymentMethod::BankTransfer);
        last = Some(person.await.id);
    }
    let reminder = mailing.starters().await.swap_remove(0);
    let id = mailing.save(&reminder).await;
    mailing.send(&id).await;
    assert_eq!(recipients(&mailing.app.run_jobs().await).len(), 20);
    mailing
        .change(attendance::ActiveModel {
            id: Set(last.unwrap()),
            payment_status: Set(PaymentStatus::Paid),
            ..Default::default()
        })
        .await;
    mailing.app.pass(Duration::from_secs(5));
    assert!(recipients(&mailing.app.run_jobs().await).is_empty());
    let skipped = mailing.deliveries(&id, "?state=skipped").await;
    assert_eq!(skipped.len(), 1);
    assert_eq!(skipped[0]["reason"], "notAnyMore");
}

#[tokio::test]
async fn two_reminders_at_once_reach_each_debtor_once() {
    let (mailing, class) = Mailing::with_account().await;
    for name in ["lan", "mai"] {
        mailing
            .payer(name, class, PaymentMethod::BankTransfer)
            .await;
    }
    let reminder = mailing.starters().await.swap_remove(0);
    let ids = [mailing.save(&reminder).await, mailing.save(&reminder).await];
    for id in &ids {
        assert_eq!(mailing.send(id).await.code(), 2000);
    }
    let mut reached = recipients(&mailing.app.run_jobs().await);
    mailing.app.pass(Duration::from_mins(1));
    reached.extend(recipients(&mailing.app.run_jobs().await));
    assert_eq!(reached, ["lan", "mai"]);
}

#[tokio::test]
async fn a_test_of_the_reminder_shows_how_to_pay_and_cannot_be_paid() {
    let (mailing, class) = Mailing::with_account().await;
    let lan = mailing
        .payer("lan", class, PaymentMethod::BankTransfer)
        .await;
    let reminder = mailing.starters().await.swap_remove(0);
    let id = mailing.save(&reminder).await;
    let rest = format!("/{id}/test");
    let asked = mailing.call(Method::POST, &rest, Value::Null).await;
    assert_eq!(asked.code(), 2000);
    let mails = mailing.app.run_jobs().await;
    assert_eq!(mails.len(), 1);
    let mail = &mails[0];
    for part in [
        "0123456789",
        "100.000",
        "MẪU",
        "vui lòng không chuyển khoản theo thư này",
    ] {
        assert!(mail.text.contains(part), "{part}: {}", mail.text);
        assert!(mail.html.contains(part), "{part}: {}", mail.html);
    }
    // It says where guests find the code, and has none.
    assert!(mail.html.contains("Khách sẽ thấy mã VietQR ở đây"));
    assert!(!mail.html.contains("cid:viet-qr") && mail.attachments.is_empty());
    assert!(!mail.html.contains("Vui lòng ghi đúng nội dung"));

    // The same in the preview where there is no recipient.
    let body = json!({
        "subject": reminder["subject"], "content": reminder["content"], "segment": reminder["segment"],
    });
    let paid = attendance::ActiveModel {
        id: Set(lan.id),
        payment_status: Set(PaymentStatus::Paid),
        ..Default::default()
    };
    mailing.change(paid).await;
    let shown = mailing.call(Method::POST, "/preview", body).await;
    let html = shown.data()["mail"]["html"].as_str().unwrap();
    assert!(html.contains("MẪU") && !html.contains("data:image/png"));
}

#[tokio::test]
async fn a_message_is_shown_as_its_first_recipient_gets_it() {
    let mailing = Mailing::new().await;
    let body = json!({
        "subject": "Chào {{fullName}}",
        "content": "<p>Mã vé {{ticketCode}}, hạng {{ticketName}}: {{ownLink}}</p>",
        "segment": { "kind": "all" },
    });
    let shown = mailing.call(Method::POST, "/preview", body.clone()).await;
    assert_eq!(shown.data()["fullName"], Value::Null);
    assert_eq!(shown.data()["mail"]["subject"], "Chào Nguyễn Thị Lan");
    assert_eq!(shown.data()["lacking"], json!([]), "there is no recipient");
    let mai = mailing.guest("mai").await;
    let shown = mailing.call(Method::POST, "/preview", body).await;
    let data = shown.data();
    assert_eq!(data["fullName"], mai.full_name);
    assert_eq!(data["mail"]["subject"], format!("Chào {}", mai.full_name));
    let lacking = json!([{ "name": "ticketName", "recipients": 1 }]);
    assert_eq!(data["lacking"], lacking);
    let html = data["mail"]["html"].as_str().unwrap();
    assert!(html.contains(&mai.ticket_code) && html.contains("Hội nghị Đổi mới"));
    assert!(
        !html.contains("/ticket#"),
        "only the guest has the own link"
    );
}

#[tokio::test]
async fn the_reminder_is_shown_with_the_payment_details_of_a_debtor() {
    let (mailing, class) = Mailing::with_account().await;
    let lan = mailing
        .payer("lan", class, PaymentMethod::BankTransfer)
        .await;
    let reminder = mailing.starters().await.swap_remove(0);
    let body = json!({
        "subject": reminder["subject"], "content": reminder["content"], "segment": reminder["segment"],
    });
    let shown = mailing.call(Method::POST, "/preview", body.clone()).await;
    let html = shown.data()["mail"]["html"].as_str().unwrap();
    assert!(html.contains("src=\"data:image/png;base64,") && !html.contains("cid:"));
    assert!(html.contains(&lan.payment_ref) && html.contains("100.000"));
    assert!(
        !html.contains("/ticket#"),
        "only the guest has the own link"
    );

    let unknown =
        json!({ "subject": "{{ten}}", "content": "<p>a</p>", "segment": { "kind": "all" } });
    let unknown = mailing.call(Method::POST, "/preview", unknown).await;
    assert_eq!(unknown.code(), 5002);
    mailing.cancel_event().await;
    let refused = mailing.call(Method::POST, "/preview", body).await;
    assert_eq!(refused.code(), 5009);
}

/// A hundred variables may hold names of a thousand characters, each of which needs more in HTML.
#[tokio::test]
async fn a_message_that_becomes_too_long_is_not_shown() {
    let mailing = Mailing::new().await;
    mailing
        .registered(NewRegistration {
            full_name: "&".repeat(999),
            ..mailing.new_registration("long")
        })
        .await;
    let body = json!({
        "subject": "Chào", "content": format!("<p>{}</p>", "{{fullName}}".repeat(100)), "segment": { "kind": "all" },
    });
    let refused = mailing.call(Method::POST, "/preview", body).await;
    assert_eq!(refused.code(), 5002);
    assert!(
        refused.json["fields"]["content"].is_array(),
        "{}",
        refused.json
    );
}
