//! The account to which a visitor wants their money back.

use std::slice;
use std::time::Duration;

use axum::extract::State;
use hoi_db::Timestamp;
use hoi_platform::app::App;
use hoi_platform::error::{Error, LocalizedText, Result, is_stale};
use hoi_platform::fields::flattened;
use hoi_platform::http::{Envelope, ValidatedJson};
use hoi_platform::ids::EventId;
use hoi_platform::limits::throttle::{self, Counter, Limit};
use hoi_platform::validation::{Check, Validate};
use hoi_ticketing::attendances::attendance;
use hoi_ticketing::bank_accounts::BankAccountBody;
use hoi_ticketing::events::entity::event;
use hoi_ticketing::events::{self, EventAction, LogEntry};
use hoi_ticketing::registration::HolderByKey;
use sea_orm::{ColumnTrait, ConnectionTrait, QueryFilter};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use super::RefundState;
use super::dto::{Refund, RefundAccount};
use super::store;

/// Accounts named from registrations of one e-mail address. Each stays in the event log.
const NAME_OF_EMAIL: Limit = Limit {
    name: "nameRefundAccount",
    attempts_without_pause: 10,
    first_pause: Duration::from_mins(1),
    longest_pause: Duration::from_hours(1),
    reset_after: Duration::from_hours(2),
};

/// A visitor's refund.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwnRefund {
    pub event_title: String,
    pub event_start_date: Timestamp,
    /// Why the event was canceled; null if it was not, or without a reason.
    #[schema(required)]
    pub cancel_reason: Option<String>,
    #[schema(required)]
    pub host_name: Option<String>,
    /// How to reach the organizer, as they publish it.
    #[schema(required)]
    pub host_contact: Option<String>,
    /// In dong, the amount owed; 0 once it was decided about.
    pub amount: i64,
    /// In dong, the amount given back.
    pub returned: i64,
    /// The account that was named for it; null without one, and once it was decided about. The account from which the
    /// money came is not shown, because another person may have paid.
    #[schema(required)]
    pub account: Option<RefundAccount>,
    /// The version of amount and account as they were named; 0 while neither was.
    pub version: i64,
}

/// The account to which a visitor wants their money back.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OwnRefundChange {
    #[serde(flatten, deserialize_with = "flattened")]
    pub account: BankAccountBody,
    /// The version that the visitor read; 5008 if there is a later one, which the refusal contains. Absent: any version.
    #[serde(default)]
    pub version: Option<i64>,
}

impl Validate for OwnRefundChange {
    fn validate(&mut self, check: &mut Check) {
        self.account.validate(check);
    }
}

/// Returns the visitor's refund, also of a canceled event. 5005: the event is deleted, or the key is not valid, or no
/// longer, or nothing is or was owed back; 5003 (429): too many requests from this address.
#[utoipa::path(get, path = "/event/{eventId}/registration/refund", tag = "registration", params(("eventId" = EventId, Path), ("X-Registration-Key" = Option<String>, Header, description = "From the link in the mail")),
    responses((status = 200, body = Envelope<OwnRefund>)))]
pub async fn get_own_refund(
    State(app): State<App>,
    holder: HolderByKey,
) -> Result<Envelope<OwnRefund>> {
    let HolderByKey { event, attendance } = holder;
    let conn = app.db.read();
    if !store::is_known(conn, &event, attendance.id).await? {
        return Err(Error::NotFound(LocalizedText::new("refund.nothingOwed")));
    }
    Ok(Envelope::ok(show(conn, event, &attendance).await?))
}

/// Names the account to which the visitor wants the money back. 5005: as for reading; 5008: it was decided about, or the
/// organizer changed it since it was read; 5003 (429): too many requests from this address.
#[utoipa::path(put, path = "/event/{eventId}/registration/refund", tag = "registration", params(("eventId" = EventId, Path), ("X-Registration-Key" = Option<String>, Header, description = "From the link in the mail")),
    request_body = OwnRefundChange, responses((status = 200, body = Envelope<OwnRefund>)))]
pub async fn name_own_refund_account(
    State(app): State<App>,
    holder: HolderByKey,
    ValidatedJson(body): ValidatedJson<OwnRefundChange>,
) -> Result<Envelope<OwnRefund>> {
    let HolderByKey { event, attendance } = holder;
    let now = app.clock.now();
    if !store::is_known(app.db.read(), &event, attendance.id).await? {
        return Err(Error::NotFound(LocalizedText::new("refund.nothingOwed")));
    }
    let counter = Counter::of_email(&NAME_OF_EMAIL, &attendance.email_key);
    throttle::attempt(&app.db, &[counter], now).await?;
    let tx = app.db.write().await?;
    let event = events::lock_event(&tx, event.id)
        .await?
        .ok_or_else(Error::not_found)?;
    let before = find_owed(&tx, &event, &attendance).await?;
    let before =
        before.ok_or_else(|| Error::Conflict(LocalizedText::new("refund.decidedMeanwhile")))?;
    if is_stale(body.version, before.version) {
        return Err(Error::changed_meanwhile(
            &show(&tx, event, &attendance).await?,
        ));
    }
    let withheld = Some(before.most - before.amount).filter(|part| *part > 0);
    // The code to transfer with is for the bank that the organiser reads.
    let account = store::typed(BankAccountBody {
        bank_bin: None,
        ..body.account
    });
    if before.account.as_ref() != Some(&account) {
        store::change(&tx, event.id, attendance.id, withheld, Some(account), now).await?;
        // The account itself stays out of the log.
        let action = EventAction::ParticipantRefundAccount;
        let entry = LogEntry::new(event.id, action)
            .about(attendance.id.0)
            .with(json!({ "name": attendance.full_name }));
        events::log(&tx, entry, now).await?;
    }
    let shown = show(&tx, event, &attendance).await?;
    tx.commit().await?;
    Ok(Envelope::said(shown, "refund.accountNamed"))
}

async fn find_owed(
    conn: &impl ConnectionTrait,
    event: &event::Model,
    attendance: &attendance::Model,
) -> Result<Option<Refund>> {
    let owed = store::owed_back(slice::from_ref(event))
        .filter(attendance::Column::Id.eq(attendance.id))
        .all(conn)
        .await?;
    let refunds = store::describe(conn, event, owed).await?;
    Ok(refunds.into_iter().next())
}

async fn show(
    conn: &impl ConnectionTrait,
    event: event::Model,
    attendance: &attendance::Model,
) -> Result<OwnRefund> {
    let owed = find_owed(conn, &event, attendance).await?;
    let decided = store::find_decided(conn, &[attendance.id]).await?;
    let returned = decided
        .iter()
        .filter(|row| row.state == RefundState::Returned)
        .map(|row| row.amount)
        .sum();
    Ok(OwnRefund {
        event_title: event.title,
        event_start_date: event.event_start_date,
        cancel_reason: event.cancel_reason,
        host_name: event.host_name,
        host_contact: event.contact_email.or(event.host_contact),
        amount: owed.as_ref().map_or(0, |owed| owed.amount),
        returned,
        version: owed.as_ref().map_or(0, |owed| owed.version),
        account: owed
            .and_then(|owed| owed.account)
            .filter(|account| account.is_typed),
    })
}
