//! Payloads, byte for byte, and the bounds of their fields.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use hoi_vietqr::{Beneficiary, Bin, QrError, TransferQr, TransferText, banks, find_bank};
use proptest::prelude::*;

fn bin(digits: &str) -> Bin {
    Bin::new(digits).unwrap()
}

fn text(text: &str) -> TransferText {
    TransferText::new(text).unwrap()
}

// NAPAS "QR_Format_T&C v1.0 VN 09/2021", 6.1.2 to 6.1.4.

#[test]
fn static_transfer_to_a_card() {
    let qr = TransferQr::new(
        bin("970403"),
        Beneficiary::card("9704031101234567").unwrap(),
    );
    assert_eq!(
        qr.payload(),
        "00020101021138600010A00000072701300006970403011697040311012345670208QRIBFTTC53037045802VN63044F52"
    );
}

#[test]
fn dynamic_transfer_to_an_account() {
    let qr = TransferQr::new(
        bin("970403"),
        Beneficiary::account("0011012345678").unwrap(),
    )
    .with_amount(180_000)
    .unwrap()
    .with_bill_number(text("NPS6869"))
    .with_purpose(text("thanh toán đơn hàng"));
    assert_eq!(
        qr.payload(),
        "00020101021238570010A00000072701270006970403011300110123456780208QRIBFTTA530370454061800005802VN62340107NPS68690819thanh toan don hang63042E2E"
    );
}

#[test]
fn dynamic_transfer_to_a_card() {
    let qr = TransferQr::new(
        bin("970403"),
        Beneficiary::card("9704031101234567").unwrap(),
    )
    .with_amount(180_000)
    .unwrap()
    .with_bill_number(text("NPS6869"))
    .with_purpose(text("thanh toan don hang"));
    assert_eq!(
        qr.payload(),
        "00020101021238600010A00000072701300006970403011697040311012345670208QRIBFTTC530370454061800005802VN62340107NPS68690819thanh toan don hang6304A203"
    );
}

// Samples from payOS and our own, not from NAPAS.

#[test]
fn a_sample_of_payos() {
    let qr = TransferQr::new(
        bin("970422"),
        Beneficiary::account("7104520894624").unwrap(),
    )
    .with_amount(3_000)
    .unwrap()
    .with_purpose(text("TT1BQG8F khanh"));
    assert_eq!(
        qr.payload(),
        "00020101021238570010A00000072701270006970422011371045208946240208QRIBFTTA5303704540430005802VN62180814TT1BQG8F khanh6304D4F6"
    );
}

#[test]
fn an_event_registration() {
    let qr = TransferQr::new(bin("970422"), Beneficiary::account("0123 456 789").unwrap())
        .with_amount(250_000)
        .unwrap()
        .with_purpose(text("EV7K2Q9XAB"));
    assert_eq!(
        qr.payload(),
        "00020101021238540010A00000072701240006970422011001234567890208QRIBFTTA530370454062500005802VN62140810EV7K2Q9XAB6304F3A8"
    );
}

#[test]
fn a_bin_is_six_digits() {
    for wrong in ["", "97042", "9704222", "97042a", "９７０４", "97042 "] {
        assert_eq!(Bin::new(wrong), Err(QrError::Bin), "{wrong:?}");
    }
}

#[test]
fn an_account_number_is_1_to_19_letters_or_digits() {
    for right in ["1", "19001234567890ABCde", " 0011 0012 "] {
        assert!(Beneficiary::account(right).is_ok(), "{right:?}");
    }
    for wrong in ["", " ", "12345678901234567890", "12-34", "số 1", "1\u{0}"] {
        assert_eq!(
            Beneficiary::account(wrong),
            Err(QrError::Account),
            "{wrong:?}"
        );
    }
}

#[test]
fn a_card_number_is_16_to_19_digits() {
    for right in ["9704031101234567", "9704 0311 0123 4567 890"] {
        assert!(Beneficiary::card(right).is_ok(), "{right:?}");
    }
    for wrong in [
        "970403110123456",
        "97040311012345678901",
        "970403110123456A",
    ] {
        assert_eq!(Beneficiary::card(wrong), Err(QrError::Card), "{wrong:?}");
    }
}

#[test]
fn an_amount_has_1_to_13_digits_and_is_not_zero() {
    let qr = TransferQr::new(bin("970422"), Beneficiary::account("1").unwrap());
    assert_eq!(qr.clone().with_amount(0), Err(QrError::Amount));
    assert_eq!(
        qr.clone().with_amount(TransferQr::MAX_AMOUNT + 1),
        Err(QrError::Amount)
    );
    assert!(
        qr.clone()
            .with_amount(1)
            .unwrap()
            .payload()
            .contains("5303704540115802VN")
    );
    let most = qr.with_amount(TransferQr::MAX_AMOUNT).unwrap();
    assert!(most.payload().contains("5303704541399999999999995802VN"));
}

#[test]
fn text_is_folded_and_never_shortened() {
    assert_eq!(
        text("  Đặng Thị Hường đóng phí ").to_string(),
        "Dang Thi Huong dong phi"
    );
    let decomposed = "Nguyê\u{303}n Đức";
    assert_eq!(text(decomposed).to_string(), "Nguyen Duc");
    assert_eq!(text(&"ế".repeat(25)).to_string(), "e".repeat(25));
    for wrong in ["", "   ", "\u{301}", "新年", "a\nb", &"ế".repeat(26)] {
        assert_eq!(TransferText::new(wrong), Err(QrError::Text), "{wrong:?}");
    }
}

#[test]
fn every_bank_is_listed_once_and_can_be_found() {
    for bank in banks() {
        assert!(Bin::new(bank.bin).is_ok(), "{}", bank.short_name);
        assert!(!bank.short_name.is_empty() && !bank.name.is_empty());
        assert_eq!(
            find_bank(bank.bin),
            Some(bank),
            "{} shares its BIN",
            bank.short_name
        );
        let namesakes = banks()
            .iter()
            .filter(|other| other.short_name == bank.short_name);
        assert_eq!(namesakes.count(), 1, "{}", bank.short_name);
    }
    assert_eq!(banks().len(), 51);
    assert_eq!(find_bank("970436").unwrap().short_name, "Vietcombank");
    assert_eq!(find_bank("000000"), None);
}

/// Reads fields as a bank's app does: by their lengths alone.
fn fields(mut payload: &str) -> Vec<(&str, &str)> {
    let mut found = Vec::new();
    while !payload.is_empty() {
        let length: usize = payload[2..4].parse().unwrap();
        found.push((&payload[..2], &payload[4..4 + length]));
        payload = &payload[4 + length..];
    }
    found
}

fn value<'a>(fields: &[(&str, &'a str)], id: &str) -> Option<&'a str> {
    fields
        .iter()
        .find(|(known, _)| *known == id)
        .map(|(_, value)| *value)
}

proptest! {
    #[test]
    fn a_payload_can_be_read_back(
        digits in "[0-9]{6}",
        number in "[0-9A-Za-z]{1,19}",
        amount in proptest::option::of(1..=TransferQr::MAX_AMOUNT),
        bill in proptest::option::of("[!-~]{1,25}"),
        purpose in proptest::option::of("[!-~]{1,25}"),
    ) {
        let mut qr = TransferQr::new(bin(&digits), Beneficiary::account(&number).unwrap());
        if let Some(amount) = amount {
            qr = qr.with_amount(amount).unwrap();
        }
        if let Some(bill) = &bill {
            qr = qr.with_bill_number(text(bill));
        }
        if let Some(purpose) = &purpose {
            qr = qr.with_purpose(text(purpose));
        }
        let payload = qr.payload();
        prop_assert!(payload.len() <= 180, "{} characters", payload.len());

        let top = fields(&payload);
        prop_assert!(top.is_sorted_by_key(|(id, _)| *id));
        prop_assert_eq!(top.last().unwrap().0, "63");
        prop_assert_eq!(value(&top, "01"), Some(if amount.is_some() { "12" } else { "11" }));
        prop_assert_eq!(value(&top, "54").map(|amount| amount.parse().unwrap()), amount);
        let account = fields(value(&top, "38").unwrap());
        let to = fields(value(&account, "01").unwrap());
        prop_assert_eq!(value(&to, "00"), Some(digits.as_str()));
        prop_assert_eq!(value(&to, "01"), Some(number.as_str()));
        let additional = value(&top, "62").map(fields).unwrap_or_default();
        prop_assert_eq!(value(&additional, "01"), bill.as_deref());
        prop_assert_eq!(value(&additional, "08"), purpose.as_deref());
    }

    #[test]
    fn any_text_is_refused_or_becomes_short_ascii(anything in "\\PC{0,30}") {
        if let Ok(text) = TransferText::new(&anything) {
            prop_assert!(text.to_string().is_ascii());
            prop_assert!((1..=TransferText::MAX).contains(&text.to_string().len()));
        }
    }
}
