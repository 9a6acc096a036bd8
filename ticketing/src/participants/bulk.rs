//! One action on many participants in one call. The answer names each participant for whom it failed; the others are
//! still processed. The size of a call is bounded, so clients split longer lists.

use std::collections::HashMap;
use std::sync::Arc;

use axum::extract::State;
use hoi_community::accounts;
use hoi_platform::app::App;
use hoi_platform::error::{Error, LocalizedText, Result};
use hoi_platform::http::Envelope;
use hoi_platform::idempotency::{Idempotent, KeyHeader};
use hoi_platform::ids::{AttendanceId, EventId, TicketId};
use hoi_platform::validation::{Check, Validate};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::bodies::ChangeParticipant;
use super::{edit, resend, store};
use crate::attendances::{PaymentStatus, attendance};
use crate::events::{self, InEvent, rights};
use crate::registration::{Desk, RemovalMails, change_each, release_each};

/// Participants in one call, at most: decided at the desk in one transaction, for which everybody else waits.
const MAX: usize = 500;

/// The action on the chosen participants.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum BulkAction {
    /// Removes the participants and releases their seats.
    Delete,
    /// Records that the amount due has arrived.
    MarkPaid,
    /// Records that the amount due has not arrived.
    MarkUnpaid,
    /// Moved to `ticketId`, as long as it has seats, in the order of `ids`.
    ChangeClass,
    /// Sends their tickets again.
    Resend,
}

/// One action for many participants.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BulkChange {
    pub action: BulkAction,
    /// 1–500 participants.
    #[schema(example = json!({ "max": MAX }))]
    pub ids: Vec<AttendanceId>,
    /// For `changeClass`: the class they are moved to.
    pub ticket_id: Option<TicketId>,
    /// For `delete`: whether the removed people get a mail about it, which takes the event out of their calendars:
    /// those from whom money was received, and before the event's end all who have confirmed. Absent: only the former.
    pub send_mail: Option<bool>,
}

impl Validate for BulkChange {
    fn validate(&mut self, check: &mut Check) {
        check.ensure(
            !self.ids.is_empty(),
            "ids",
            LocalizedText::new("field.required"),
        );
        let too_many = LocalizedText::new("field.tooMany").with("max", MAX);
        check.ensure(self.ids.len() <= MAX, "ids", too_many);
        let knows_where = self.action != BulkAction::ChangeClass || self.ticket_id.is_some();
        check.ensure(
            knows_where,
            "ticketId",
            LocalizedText::new("field.required"),
        );
    }
}

/// The result of a bulk change.
#[derive(Debug, Serialize, ToSchema)]
pub struct BulkResult {
    /// The number of participants for whom the result is as asked, unchanged ones included.
    pub done: usize,
    /// The participants for whom it failed, with the reasons.
    pub failed: Vec<BulkFailure>,
}

/// A participant to whom the action could not be applied, with the reasons.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BulkFailure {
    pub id: AttendanceId,
    /// The participant's name; null when there is no such participant (anymore).
    #[schema(required)]
    pub full_name: Option<String>,
    /// The reason of the failure, in the request's language.
    pub reason: String,
}

/// Removes, moves, marks or mails up to 500 participants, each on their own, so that one refusal does not affect the
/// others. 5003: more mails than the account may send today; 5009: the event is canceled.
#[utoipa::path(
    post, path = "/event/{eventId}/attendances/bulk", tag = "participant",
    params(("eventId" = EventId, Path), KeyHeader),
    request_body = BulkChange,
    responses((status = 200, body = Envelope<BulkResult>)),
    security(("bearer" = [])),
)]
pub async fn change_participants(
    State(app): State<App>,
    State(desk): State<Arc<Desk>>,
    caller: InEvent<rights::Guests>,
    Idempotent(once, body): Idempotent<BulkChange>,
) -> Result<Envelope<BulkResult>> {
    let event = caller.event.id;
    let people = in_order(
        &body.ids,
        store::find_many(app.db.read(), event, &body.ids).await?,
    );
    let names: HashMap<_, _> = people
        .iter()
        .map(|row| (row.id, row.full_name.clone()))
        .collect();
    let mut refused = missing(&body.ids, &names);
    let asked = people.len() + refused.len();
    let mut mailing = None;
    refused.extend(match body.action {
        BulkAction::Delete => remove(&app, &desk, &caller, people, body.send_mail).await?,
        BulkAction::Resend => {
            let tx = mailing.insert(once.begin().await?);
            resend::resend(tx, &caller, &people, app.clock.now()).await?
        }
        BulkAction::MarkPaid => pay(&desk, &caller, people, PaymentStatus::Paid).await?,
        BulkAction::MarkUnpaid => pay(&desk, &caller, people, PaymentStatus::Unpaid).await?,
        BulkAction::ChangeClass => {
            let class = find_class(&app, event, body.ticket_id).await?;
            let wanted = ChangeParticipant {
                ticket_id: Some(Some(class)),
                ..Default::default()
            };
            change(&desk, &caller, people, &wanted).await?
        }
    });
    let failed = refused.into_iter().map(|(id, error)| BulkFailure {
        id,
        full_name: names.get(&id).cloned(),
        reason: error.reason(),
    });
    let failed: Vec<_> = failed.collect();
    let done = asked - failed.len();
    let answer = Envelope::ok(BulkResult { done, failed });
    let Some(tx) = mailing else {
        return once.answer(answer).await;
    };
    let answer = once.commit(tx, answer).await?;
    app.jobs.notify_one();
    Ok(answer)
}

type Refused = Vec<(AttendanceId, Error)>;

/// Each once, in the order asked for: when seats run out, those at the front have got them.
fn in_order(ids: &[AttendanceId], found: Vec<attendance::Model>) -> Vec<attendance::Model> {
    let mut found: HashMap<_, _> = found.into_iter().map(|row| (row.id, row)).collect();
    ids.iter().filter_map(|id| found.remove(id)).collect()
}

fn missing(ids: &[AttendanceId], names: &HashMap<AttendanceId, String>) -> Refused {
    let mut missing: Vec<_> = ids
        .iter()
        .copied()
        .filter(|id| !names.contains_key(id))
        .collect();
    missing.sort_unstable();
    missing.dedup();
    let not_found = |id| {
        (
            id,
            Error::NotFound(LocalizedText::new("participant.notFound")),
        )
    };
    missing.into_iter().map(not_found).collect()
}

async fn remove(
    app: &App,
    desk: &Desk,
    caller: &InEvent<rights::Guests>,
    people: Vec<attendance::Model>,
    send_mail: Option<bool>,
) -> Result<Refused> {
    let (event, by, now) = (&caller.event, caller.user.id, app.clock.now());
    let is_ahead = event.cancelled_at.is_none()
        && now < events::end_of(event.event_start_date, event.end_date);
    let mails = match send_mail {
        Some(false) => RemovalMails::None,
        Some(true) if is_ahead => RemovalMails::Confirmed,
        Some(true) | None => RemovalMails::Payers,
    };
    // The mails about money do not count, because they are not the organiser's choice.
    let is_counted = |row: &&attendance::Model| {
        let is_for_money = row.received > 0;
        let is_mailed = row.confirm_by.is_none() && !row.email.is_empty();
        mails == RemovalMails::Confirmed && is_mailed && !is_for_money
    };
    let counted: HashMap<_, _> = people
        .iter()
        .filter(is_counted)
        .map(|row| (row.id, row.email_key.clone()))
        .collect();
    let addresses: Vec<_> = counted.values().cloned().collect();
    if !addresses.is_empty() {
        accounts::take_mails(&app.db, by, &addresses, true, now).await?;
    }
    let ids = people.into_iter().map(|row| row.id).collect();
    let refused = desk.submit(release_each(event.id, ids, by, mails)).await;
    let unsent: Vec<_> = match &refused {
        Ok(refused) => {
            let stays = refused.iter();
            stays
                .filter_map(|(id, _)| counted.get(id).cloned())
                .collect()
        }
        Err(_) => addresses,
    };
    if !unsent.is_empty()
        && let Err(error) = accounts::give_back_mails(&app.db, by, &unsent, now).await
    {
        // The removals are done, and the caller has to hear of them.
        tracing::warn!(?error, "mails that are not sent stay counted");
    }
    Ok(refused?
        .into_iter()
        .map(|(id, refusal)| (id, refusal.into()))
        .collect())
}

async fn pay(
    desk: &Desk,
    caller: &InEvent<rights::Guests>,
    people: Vec<attendance::Model>,
    status: PaymentStatus,
) -> Result<Refused> {
    let wanted = ChangeParticipant {
        payment_status: Some(status),
        ..Default::default()
    };
    change(desk, caller, people, &wanted).await
}

/// Changes everybody in the same way.
async fn change(
    desk: &Desk,
    caller: &InEvent<rights::Guests>,
    people: Vec<attendance::Model>,
    wanted: &ChangeParticipant,
) -> Result<Refused> {
    let mut refused = Vec::new();
    let mut changes = Vec::new();
    for row in people {
        match edit::change(&row, wanted.clone(), caller.user.id) {
            Ok(Some(change)) => changes.push((row.id, change)),
            Ok(None) => {}
            Err(error) => refused.push((row.id, error)),
        }
    }
    if !changes.is_empty() {
        let at_desk = desk.submit(change_each(caller.event.id, changes)).await?;
        refused.extend(
            at_desk
                .into_iter()
                .map(|(id, refusal)| (id, refusal.into())),
        );
    }
    Ok(refused)
}

/// A class that is not there is wrong for everybody, so it is the call's mistake.
async fn find_class(app: &App, event: EventId, id: Option<TicketId>) -> Result<TicketId> {
    let class = match id {
        Some(id) => store::find_class(app.db.read(), event, id).await?,
        None => None,
    };
    class.ok_or_else(|| Error::field("ticketId", LocalizedText::new("registration.noSuchClass")))
}
