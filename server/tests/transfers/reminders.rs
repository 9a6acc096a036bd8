//! Reminders of due payments.

use std::time::Duration;

use axum::http::Method;
use hoi_i18n::Lang;
use hoi_mail::Email;
use hoi_organising::messages::entity::opt_out;
use hoi_ticketing::attendances::{PaymentMethod, attendance};
use hoi_ticketing::registration::NewRegistration;
use sea_orm::{EntityTrait as _, Set};
use serde_json::{Value, json};

use super::support::{PRICE, Till};
use crate::support::new_registration;

const HOUR: Duration = Duration::from_hours(1);

impl Till {
    async fn owing(&self) -> (Value, Value) {
        let path = format!("/api/event/{}/payment-reminders", self.event);
        let found = self.call(Method::GET, &path, Value::Null).await;
        let found = found.data();
        let todo = self.app.todo(&self.owner, self.event).await;
        assert_eq!(todo["unpaid"], found["recipients"]);
        (found["recipients"].clone(), found["remindedLately"].clone())
    }

    /// Reminds all debtors, and returns the answer and the mails.
    async fn remind(&self) -> (Value, Vec<Email>) {
        let path = format!("/api/event/{}/payment-reminders", self.event);
        let answer = self.call(Method::POST, &path, Value::Null).await;
        let mut mails = self.app.run_jobs().await;
        mails.sort_by_key(|mail| mail.to.email.to_string());
        (answer.data().clone(), mails)
    }

    async fn add(&self, name: &str, method: PaymentMethod, lang: Lang) -> attendance::Model {
        let person = NewRegistration {
            payment_method: Some(method),
            mails: false,
            lang,
            ..new_registration(self.event, name, Some(self.class))
        };
        self.app.add(person).await
    }
}

#[tokio::test]
async fn debtors_of_transfers_are_reminded_once_a_day_whatever_messages_they_take() {
    let till = Till::new().await;
    let hoa = till.guest("hoa").await;
    let ann = till.add("ann", PaymentMethod::BankTransfer, Lang::EN).await;
    till.add("cash", PaymentMethod::CashAtVenue, Lang::VI).await;
    let entered = new_registration(till.event, "entered", Some(till.class));
    till.app
        .add(NewRegistration {
            mails: false,
            ..entered
        })
        .await;
    let paid = till.guest("paid").await;
    till.receive(1, PRICE, &paid.payment_ref).await;
    let tx = till.app.app.db.write().await.unwrap();
    let stopped = opt_out::ActiveModel {
        owner_id: Set(till.owner.id),
        email_key: Set(hoa.email_key.clone()),
        at: Set(till.app.app.clock.now()),
    };
    opt_out::Entity::insert(stopped)
        .exec_without_returning(&tx)
        .await
        .unwrap();
    tx.commit().await.unwrap();
    till.app.run_jobs().await;

    assert_eq!(till.owing().await, (json!(3), json!(0)));
    let (answer, mails) = till.remind().await;
    assert_eq!(answer, json!({ "reminded": 3, "rest": 0 }));
    assert_eq!(mails.len(), 3, "cash is paid at the door");
    let (english, vietnamese) = (&mails[0], &mails[2]);
    assert!(english.subject.contains("Reminder"), "{}", english.subject);
    assert!(english.text.contains(&ann.payment_ref) && english.text.contains("250,000"));
    assert!(vietnamese.text.contains(&hoa.payment_ref) && vietnamese.text.contains("250.000"));
    for mail in &mails {
        assert!(mail.text.contains("/ticket#"), "the own page");
        let ids = mail.attachments.iter();
        assert!(
            ids.clone()
                .any(|file| file.content_id.as_deref() == Some("viet-qr"))
        );
        let mut headers = mail.headers.iter();
        assert!(headers.all(|(name, _)| name != "List-Unsubscribe"));
    }

    assert_eq!(till.owing().await, (json!(0), json!(3)));
    let (answer, mails) = till.remind().await;
    assert_eq!(answer, json!({ "reminded": 0, "rest": 0 }));
    assert!(mails.is_empty());
    till.app.pass(23 * HOUR);
    assert_eq!(till.owing().await, (json!(0), json!(3)));
    till.app.pass(2 * HOUR);
    assert_eq!(till.owing().await, (json!(3), json!(0)));

    let cancel = format!("/api/event/{}/cancel", till.event);
    let body = json!({ "withoutMails": true });
    till.call(Method::POST, &cancel, body).await.data();
    assert_eq!(till.owing().await, (json!(0), json!(0)));
    let path = format!("/api/event/{}/payment-reminders", till.event);
    let refused = till.call(Method::POST, &path, Value::Null).await;
    assert_eq!(refused.code(), 5009);
}

#[tokio::test]
async fn reminders_take_no_more_mails_than_the_account_has() {
    let till = Till::new().await;
    for name in ["hoa", "lan", "mai"] {
        till.guest(name).await;
    }
    till.app.allow_mails(&till.owner, Some(2)).await;
    let (answer, mails) = till.remind().await;
    assert_eq!(answer, json!({ "reminded": 2, "rest": 1 }));
    assert_eq!(mails.len(), 2);
    till.app.pass(Duration::from_mins(2));
    let path = format!("/api/event/{}/payment-reminders", till.event);
    let refused = till.call(Method::POST, &path, Value::Null).await;
    assert_eq!(refused.code(), 5003);
    assert_eq!(till.owing().await, (json!(1), json!(2)));
}
