//! The data for paying the amount due.

use hoi_db::Timestamp;
use hoi_vietqr::{Beneficiary, Bin, QrError, TransferQr, TransferText};
use sea_orm::{ColumnTrait, Condition, QueryFilter, Select};
use serde::Serialize;
use utoipa::ToSchema;

use super::deadline::{Owed, PaymentDeadline, is_asked_before_event};
use crate::attendances::{PaymentMethod, PaymentStatus, Source, attendance};
use crate::events::entity::event;

/// The transfer that is due: account, amount, and the text by which the organizer recognizes it.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PaymentInfo {
    /// The bank's name, as the organizer wrote it.
    pub bank_name: String,
    /// The bank's six digits at NAPAS; null if unknown.
    pub bank_bin: Option<String>,
    pub account_number: String,
    pub account_holder_name: String,
    /// The amount that is still due, in dong.
    pub amount: i64,
    /// The part that was received already, in dong.
    pub received: i64,
    /// The text for the transfer. It is no credential.
    pub reference: String,
    /// The text of the VietQR code; null if the bank is not known to take such transfers.
    pub viet_qr: Option<String>,
    /// The end of the time to pay; absent without a deadline.
    pub pay_by: Option<Timestamp>,
    /// Whether the registration is canceled when the amount has not arrived by then; never after a part of it arrived.
    #[schema(required = false)]
    pub is_released_unpaid: bool,
}

impl PaymentInfo {
    /// Returns the transfer that `attendance` owes, or may make instead of paying in cash before the deadline; `None` if
    /// nothing is due before the event, or the event has no account.
    pub fn of(event: &event::Model, attendance: &attendance::Model) -> Option<Self> {
        let is_asked = is_asked_before_event(
            PaymentDeadline::of(event),
            attendance.payment_method,
            attendance.source,
        );
        is_asked.then(|| Self::due(event, attendance)).flatten()
    }

    /// As [`Self::of`], and also for a participant with no way to pay chosen, such as one whom the organiser entered.
    /// No mail asks them by itself: only their own page, and the organiser's reminder.
    pub fn of_owing(event: &event::Model, attendance: &attendance::Model) -> Option<Self> {
        if attendance.payment_method.is_none() {
            Self::due(event, attendance)
        } else {
            Self::of(event, attendance)
        }
    }

    /// Returns the transfer of a guest who does not exist, for the test of a mail; `None` if the event has no account. No
    /// registration has its `reference`, so it is shown by `PaymentCard::sample` alone, which draws no code.
    #[must_use]
    pub fn of_sample(event: &event::Model, amount: i64, reference: &str) -> Option<Self> {
        Self::new(event, amount, reference.to_owned())
    }

    fn due(event: &event::Model, attendance: &attendance::Model) -> Option<Self> {
        if attendance.payment_status != PaymentStatus::Unpaid {
            return None;
        }
        let deadline = PaymentDeadline::of(event).zip(Owed::of(attendance));
        let deadline = deadline.filter(|(deadline, owed)| deadline.holds_for(*owed));
        let info = Self::new(
            event,
            attendance.outstanding(),
            attendance.payment_ref.clone(),
        )?;
        Some(Self {
            pay_by: deadline.map(|(deadline, owed)| deadline.of_visitor(owed)),
            is_released_unpaid: attendance.received == 0
                && deadline.is_some_and(|(deadline, _)| deadline.releases),
            received: attendance.received,
            ..info
        })
    }

    /// A transfer to the event's account without a deadline, of which nothing was received.
    fn new(event: &event::Model, amount: i64, reference: String) -> Option<Self> {
        let [bank_name, account_number, account_holder_name] = account_of(event)?;
        let viet_qr = event
            .bank_bin
            .as_deref()
            .and_then(|bin| viet_qr(bin, &account_number, amount, &reference).ok());
        Some(Self {
            bank_name,
            bank_bin: event.bank_bin.clone(),
            account_number,
            account_holder_name,
            amount,
            received: 0,
            reference,
            viet_qr,
            pay_by: None,
            is_released_unpaid: false,
        })
    }
}

/// Returns the bank, number and holder of the account to which guests transfer; `None` if there is none, or if nothing is
/// to be paid for the event.
fn account_of(event: &event::Model) -> Option<[String; 3]> {
    if event.turn_off_payment || event.cancelled_at.is_some() {
        return None;
    }
    Some([
        event.bank_name.clone()?,
        event.account_number.clone()?,
        event.account_holder_name.clone()?,
    ])
}

/// Selects the people who may be asked to pay before the event, as [`PaymentInfo::of_owing`] says; `None` if
/// the event asks for no money.
#[must_use]
pub fn asked_to_pay(event: &event::Model) -> Option<Select<attendance::Entity>> {
    use attendance::Column::{
        ConfirmBy, EventId, PaymentMethod as Method, PaymentStatus as Status, Source as Origin,
    };
    account_of(event)?;
    let early_cash = PaymentDeadline::of(event).filter(|deadline| deadline.holds_for_cash);
    let early_cash = early_cash.map(|_| {
        Condition::all()
            .add(Method.eq(PaymentMethod::CashAtVenue))
            .add(Origin.is_in([Source::Form, Source::Invitation]))
    });
    let method = Condition::any()
        .add(Method.eq(PaymentMethod::BankTransfer))
        .add(Method.is_null())
        .add_option(early_cash);
    let asked = attendance::live()
        .filter(EventId.eq(event.id))
        .filter(Status.eq(PaymentStatus::Unpaid))
        .filter(ConfirmBy.is_null())
        .filter(method);
    Some(asked)
}

/// Returns the text of the VietQR code of a transfer.
///
/// # Errors
/// When a part of it is not fit for a code.
pub fn viet_qr(bin: &str, account: &str, amount: i64, text: &str) -> Result<String, QrError> {
    let amount = u64::try_from(amount).map_err(|_| QrError::Amount)?;
    let transfer = TransferQr::new(Bin::new(bin)?, Beneficiary::account(account)?)
        .with_amount(amount)?
        .with_purpose(TransferText::new(text)?);
    Ok(transfer.payload())
}
