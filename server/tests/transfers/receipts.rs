//! Receipts for payments.

use axum::http::Method;
use hoi_ticketing::attendances::PaymentMethod;
use hoi_ticketing::events::entity::event;
use hoi_ticketing::registration::{NewRegistration, OWN_KEY_HEADER, own_key};
use sea_orm::sea_query::Expr;
use serde_json::Value;

use super::support::{PRICE, Till};
use crate::support::{Answer, new_registration, pdf};

impl Till {
    async fn own_receipt(&self, key: &str, lang: &str) -> Answer {
        let path = format!("/api/event/{}/registration/receipt", self.event);
        let request = self.app.request(Method::GET, &path);
        request.header(OWN_KEY_HEADER, key).lang(lang).send().await
    }
}

#[tokio::test]
async fn the_payer_and_the_organiser_get_a_receipt() {
    let till = Till::new().await;
    let hoa = till.guest("hoa").await;
    let key = own_key(&till.app.app.secrets, &hoa);
    assert_eq!(
        till.own_receipt(&key, "vi").await.code(),
        5008,
        "nothing was paid"
    );
    till.receive(1, PRICE, &hoa.payment_ref).await;
    let name = format!("260301-{}.pdf", hoa.payment_ref);
    for lang in ["vi", "en"] {
        let receipt = till.own_receipt(&key, lang).await;
        assert!(receipt.bytes.starts_with(b"%PDF-"), "{lang}");
        let header = receipt.headers["content-disposition"].to_str().unwrap();
        assert!(header.contains(&name), "{header}");
    }
    assert_eq!(till.own_receipt("nonsense", "vi").await.code(), 5005);
    let path = format!("/api/event/{}/attendances/{}/receipt", till.event, hoa.id);
    let of_organiser = till.call(Method::GET, &path, Value::Null).await;
    assert!(of_organiser.bytes.starts_with(b"%PDF-"));
    // A participant of another event.
    let other = till.app.event(&till.owner, |_| {}).await;
    let path = format!("/api/event/{other}/attendances/{}/receipt", hoa.id);
    assert_eq!(
        till.call(Method::GET, &path, Value::Null).await.code(),
        5005
    );
}

#[tokio::test]
async fn the_mail_after_the_payment_has_the_receipt() {
    let till = Till::new().await;
    let hoa = till.guest("hoa").await;
    till.deliver(&super::support::sepay(1, PRICE, &hoa.payment_ref))
        .await;
    let mails = till.app.run_jobs().await;
    assert_eq!(mails.len(), 1);
    assert!(
        mails[0].text.contains("đã nhận 250.000 ₫") && mails[0].text.contains("biên nhận"),
        "{}",
        mails[0].text
    );
    let [subject, text] = [&mails[0].subject, &mails[0].text];
    assert!(subject.starts_with("Đã nhận 250.000 ₫: "), "{subject}");
    assert!(!text.contains("thừa"), "{text}");
    assert!(text.contains("/ticket#"));
    let names = mails[0].attachments.iter().map(|file| file.name.as_str());
    let receipt = format!("Biên nhận thanh toán 260301-{}.pdf", hoa.payment_ref);
    let at = names.collect::<Vec<_>>();
    let place = at.iter().position(|name| *name == receipt);
    let place = place.unwrap_or_else(|| panic!("{at:?}"));
    assert!(mails[0].attachments[place].bytes.starts_with(b"%PDF-"));
}

#[tokio::test]
async fn a_receipt_in_scripts_that_the_fonts_lack_shows_latin_letters_and_copies_the_original() {
    for (foreign, latin) in pdf::FOREIGN {
        let till = Till::new().await;
        for column in [
            event::Column::Title,
            event::Column::HostName,
            event::Column::VenueAddress,
        ] {
            let text = Expr::value(foreign);
            till.app.alter_event(till.event, column, text).await;
        }
        let class = till.app.ticket(till.event, foreign, PRICE, -1).await;
        let guest = NewRegistration {
            full_name: foreign.to_owned(),
            company: foreign.to_owned(),
            payment_method: Some(PaymentMethod::BankTransfer),
            mails: false,
            ..new_registration(till.event, "hoa", Some(class))
        };
        let guest = till.app.add(guest).await;
        till.receive(1, PRICE, &guest.payment_ref).await;
        let key = own_key(&till.app.app.secrets, &guest);
        let receipt = till.own_receipt(&key, "vi").await;
        let shown = pdf::lines(&receipt.bytes).join(" ");
        let copied = pdf::copied(&receipt.bytes).join(" ");
        for (text, name) in [(shown, latin), (copied, foreign)] {
            assert_eq!(
                text.matches(name).count(),
                6,
                "organiser, payer, company, event, place and class: {text}"
            );
            assert!(text.contains("Biên nhận thanh toán"), "{text}");
            assert!(!text.contains('…'), "{text}");
        }
    }
}
