//! How a visitor pays what is due.

use anyhow::Result;
use hoi_vietqr::{Beneficiary, Bin, QrError, TransferQr, TransferText};
use serde::Serialize;
use utoipa::ToSchema;

use crate::attendances::attendance;
use crate::attendances::{PaymentMethod, PaymentStatus};
use crate::events::entity::event;
use crate::qr;

/// The transfer that is due: where to, how much, and the text by which the organiser finds it again.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PaymentInfo {
    /// The bank, as the organiser writes it.
    pub bank_name: String,
    /// Its six digits at NAPAS, when known.
    pub bank_bin: Option<String>,
    /// The organiser's account.
    pub account_number: String,
    /// Who holds it.
    pub account_holder_name: String,
    /// In dong.
    pub amount: i64,
    /// What to write as the transfer's text. Proves nothing and opens no door.
    pub reference: String,
    /// The text inside the VietQR code; absent when the bank is not known to take such transfers.
    pub viet_qr: Option<String>,
    /// The code as a picture: a `data:` address.
    pub viet_qr_image: Option<String>,
}

impl PaymentInfo {
    /// What `attendance` owes by bank transfer; `None` when nothing is due that way, or the event has no account.
    pub fn of(event: &event::Model, attendance: &attendance::Model) -> Result<Option<Self>> {
        let by_transfer = attendance.payment_status == PaymentStatus::Unpaid
            && attendance.payment_method == Some(PaymentMethod::BankTransfer);
        if !by_transfer || event.turn_off_payment {
            return Ok(None);
        }
        let (Some(bank_name), Some(account_number), Some(account_holder_name)) = (
            event.bank_name.clone(),
            event.account_number.clone(),
            event.account_holder_name.clone(),
        ) else {
            return Ok(None);
        };
        let (amount, reference) = (attendance.amount, attendance.payment_ref.clone());
        let viet_qr = event
            .bank_bin
            .as_deref()
            .and_then(|bin| transfer(bin, &account_number, amount, &reference).ok());
        Ok(Some(Self {
            bank_name,
            bank_bin: event.bank_bin.clone(),
            account_number,
            account_holder_name,
            amount,
            reference,
            viet_qr_image: viet_qr.as_deref().map(qr::svg_address).transpose()?,
            viet_qr,
        }))
    }
}

fn transfer(bin: &str, account: &str, amount: i64, reference: &str) -> Result<String, QrError> {
    let amount = u64::try_from(amount).map_err(|_| QrError::Amount)?;
    let transfer = TransferQr::new(Bin::new(bin)?, Beneficiary::account(account)?)
        .with_amount(amount)?
        .with_purpose(TransferText::new(reference)?);
    Ok(transfer.payload())
}
