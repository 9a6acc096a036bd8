//! The part of a mail that says how to pay what is due: amount, account, reference and VietQR code. The templates
//! `payment_card` show it.

use anyhow::Result;
use hoi_db::Timestamp;
use hoi_mail::Attachment;
use hoi_platform::qr;
use serde_json::{Value, json};

use super::payment_info::PaymentInfo;

/// The facts that a mail needs to show how to pay.
#[derive(Debug)]
pub struct PaymentCard {
    /// The values of the template, under the name `payment`.
    pub values: Value,
    /// The VietQR code as a picture in the mail; `None` if the bank is not known to take such transfers.
    pub picture: Option<Attachment>,
}

impl PaymentCard {
    /// Returns the card for a transfer. `is_in_cash` is for a guest who chose cash and may also transfer. A deadline that
    /// has passed is not shown: a reminder may come after it.
    ///
    /// # Errors
    /// When the code cannot be drawn.
    pub fn of(payment: &PaymentInfo, is_in_cash: bool, now: Timestamp) -> Result<Self> {
        let picture = payment
            .viet_qr
            .as_deref()
            .map(|text| qr::png(text, qr::ON_SCREEN))
            .transpose()?;
        let values = values(payment, is_in_cash, false, now);
        let picture = picture.map(|bytes| Attachment {
            name: format!("{}.png", payment.reference),
            mime: "image/png".to_owned(),
            bytes,
            content_id: Some("viet-qr".to_owned()),
        });
        Ok(Self { values, picture })
    }

    /// Returns the card of a guest who does not exist, for the test of a mail. It says where guests find the code and has
    /// none, because money that is sent by mistake would belong to no registration.
    #[must_use]
    pub fn sample(payment: &PaymentInfo, now: Timestamp) -> Self {
        Self {
            values: values(payment, false, true, now),
            picture: None,
        }
    }
}

fn values(payment: &PaymentInfo, is_in_cash: bool, is_sample: bool, now: Timestamp) -> Value {
    json!({
        "amount": payment.amount,
        "received": payment.received,
        "bankName": payment.bank_name,
        "accountNumber": payment.account_number,
        "accountHolderName": payment.account_holder_name,
        "reference": payment.reference,
        "hasQr": payment.viet_qr.is_some(),
        "payBy": payment.pay_by.filter(|end| now < *end).map(|end| end.0),
        "isReleased": payment.is_released_unpaid,
        "isInCash": is_in_cash,
        "isSample": is_sample,
    })
}
