//! The calls that check in and list conflicts, and all routes of check-in.

use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use hoi_platform::app::App;
use hoi_platform::error::{Error, LocalizedText, Result};
use hoi_platform::http::{Envelope, ValidatedJson};
use hoi_platform::ids::{AttendanceId, EventId};
use hoi_platform::language;
use hoi_platform::routes;
use hoi_ticketing::events::{InEvent, rights};
use utoipa_axum::router::OpenApiRouter;

use super::at_door::describe;
use super::attempt::{self, Attempt, Scan, Target};
use super::dto::{
    CheckIn, CheckedIn, CheckinConflict, CheckinRefusal, CheckinRefusedEnvelope, DoorPerson,
    RefusalReason,
};
use super::rules::ScanOutcome;
use super::{
    ScanBatches, arrivals, conflicts, guests, keys, live, participant_history, practice, store,
    welcome_screen,
};
use crate::checkin::{CheckinAccess, CheckinCaller};

/// Routes of check-in.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(check_in))
        .routes(routes!(
            welcome_screen::get_welcome_screen,
            welcome_screen::update_welcome_screen
        ))
        .routes(routes!(
            keys::list_checkin_keys,
            keys::create_checkin_key,
            keys::revoke_checkin_keys
        ))
        .routes(routes!(keys::update_checkin_key, keys::revoke_checkin_key))
        .routes(routes!(guests::get_device_rights))
        .routes(routes!(guests::find_guests))
        .routes(routes!(practice::practise_checkin))
        .routes(routes!(list_checkin_conflicts))
        .routes(routes!(arrivals::get_arrivals))
        .routes(routes!(participant_history::get_participant_history))
}

/// Checks a participant in by code (a paired device, or the owner), in by hand (a device that may serve guests, or the
/// owner) or out by hand (the owner). 5005: there is no such event; 5016: the caller may not check in at this event, or
/// not in this way; 5003: too many unknown codes (429), or too many scans wait (503).
#[utoipa::path(
    post, path = "/event/checkin", tag = "checkin",
    params(("X-Checkin-Key" = Option<String>, Header, description = "The key of a paired device")),
    request_body = CheckIn,
    responses(
        (status = 200, description = "2001 checked in; 2000 sent back out", body = Envelope<CheckedIn>),
        (status = 409, description = "5001 the participant was not let in; 5010 not yet open", body = CheckinRefusedEnvelope),
    ),
    security(("bearer" = []), ()),
)]
async fn check_in(
    State(app): State<App>,
    Extension(queue): Extension<Arc<ScanBatches>>,
    caller: CheckinCaller,
    ValidatedJson(body): ValidatedJson<CheckIn>,
) -> Result<Envelope<CheckedIn>> {
    let access = caller.at(&app, body.event_id).await?;
    if body.attendance_id.is_some() && !access.actor.serves_guests() {
        return Err(Error::InsufficientPermission);
    }
    scan(&app, &queue, access, body).await
}

/// Makes one attempt together with the waiting ones, and tells the screens of the event.
///
/// # Errors
/// 5001 when the code lets no one in; 5010 before registration has opened; 5003 when too many unknown codes were tried (429),
/// or too many scans wait (503).
pub async fn scan(
    app: &App,
    queue: &Arc<ScanBatches>,
    access: CheckinAccess,
    body: CheckIn,
) -> Result<Envelope<CheckedIn>> {
    let (event, serves_guests) = (access.event, access.actor.serves_guests());
    let attempt = queue.make(app, Scan::sent(access, body)).await?;
    let (attempt, person) = tell(app, event, attempt).await?;
    answer(attempt, person, serves_guests)
}

/// Checks a participant in or out by hand. A call that changes nothing is no error.
///
/// # Errors
/// 5001 when the participant cannot be let in; 5005 when the event has no such one; 5010 before registration has
/// opened.
pub async fn set_checked_in(
    app: &App,
    access: &CheckinAccess,
    id: AttendanceId,
    wants_in: bool,
) -> Result<()> {
    let target = Target::Participant { id, wants_in };
    let attempt = attempt::make(app, &Scan::new(access.clone(), target)).await?;
    let (attempt, person) = tell(app, access.event, attempt).await?;
    match attempt.outcome {
        ScanOutcome::Entered { .. } | ScanOutcome::Undone | ScanOutcome::Already { .. } => Ok(()),
        refusal => Err(refuse(refusal, person)),
    }
}

/// Tells the screens of the event of an attempt. Returns with it the data of its participant that a device may see.
async fn tell(
    app: &App,
    event: EventId,
    attempt: Attempt,
) -> Result<(Attempt, Option<DoorPerson>)> {
    app.metrics.check_in(attempt.outcome.result());
    if attempt.is_news {
        app.snapshots.forget_seats(event);
        app.realtime.event_changed(event);
    }
    let person = match &attempt.participant {
        Some(row) => Some(describe(app, row.clone()).await?),
        None => None,
    };
    if attempt.is_news
        && let (ScanOutcome::Entered { at, .. }, Some(person)) = (&attempt.outcome, &person)
    {
        live::announce(app, event, person, *at).await;
    }
    Ok((attempt, person))
}

/// Returns the answer to an attempt. `serves_guests`: whether the caller learns the amount due.
pub fn answer(
    attempt: Attempt,
    person: Option<DoorPerson>,
    serves_guests: bool,
) -> Result<Envelope<CheckedIn>> {
    let Attempt {
        outcome,
        participant,
        ..
    } = attempt;
    let payment_status = participant.as_ref().map(|row| row.payment_status);
    let (checked_in_time, due, conflict) = match outcome {
        ScanOutcome::Entered { at, due, conflict } => (Some(at), due, conflict),
        ScanOutcome::Undone => (None, None, None),
        outcome => return Err(refuse(outcome, person)),
    };
    let (Some(person), Some(payment_status)) = (person, payment_status) else {
        return Err(Error::not_found());
    };
    let mut messages = Vec::new();
    match checked_in_time {
        Some(_) => messages.push(LocalizedText::new("checkin.success")),
        None => messages.push(LocalizedText::new("checkin.undone")),
    }
    match due {
        Some(due) if serves_guests => {
            let amount = hoi_i18n::format_money(language::current(), due);
            messages.push(LocalizedText::new("checkin.unpaidAmount").with("amount", amount));
        }
        Some(_) => messages.push(LocalizedText::new("checkin.unpaid")),
        None => {}
    }
    if let Some(entry) = &conflict {
        messages.push(
            LocalizedText::new("checkin.conflict")
                .with("time", time_of(entry.time))
                .with("device", entry.device.as_deref().unwrap_or("—")),
        );
    }
    let data = CheckedIn {
        person,
        checked_in_time,
        payment_status,
        amount_due: due.filter(|_| serves_guests),
        conflict,
    };
    Ok(Envelope {
        code: if checked_in_time.is_some() {
            2001
        } else {
            2000
        },
        data,
        messages: messages.iter().map(LocalizedText::localized).collect(),
    })
}

/// Lists the codes with which more than one person entered. They occur because an offline device does not know the
/// scans of other gates.
#[utoipa::path(
    get, path = "/event/{eventId}/checkin-conflicts", tag = "checkin",
    params(("eventId" = EventId, Path)),
    responses((status = 200, body = Envelope<Vec<CheckinConflict>>)),
    security(("bearer" = [])),
)]
async fn list_checkin_conflicts(
    State(app): State<App>,
    caller: InEvent<rights::Door>,
) -> Result<Envelope<Vec<CheckinConflict>>> {
    let found = conflicts::find_conflicts(app.db.read(), caller.event.id).await?;
    let mut conflicts = Vec::with_capacity(found.len());
    for (participant, entries) in found {
        let Some(row) = store::find_by_id(app.db.read(), participant).await? else {
            continue;
        };
        let person = describe(&app, row).await?;
        conflicts.push(CheckinConflict { person, entries });
    }
    Ok(Envelope::ok(conflicts))
}

fn refuse(outcome: ScanOutcome, person: Option<DoorPerson>) -> Error {
    let (reason, message, first_entry, conflict) = match outcome {
        ScanOutcome::NotYetOpen => return Error::EventNotYetOpen,
        ScanOutcome::Already { first, conflict } => {
            let key = if conflict {
                "checkin.enteredTwice"
            } else {
                "checkin.already"
            };
            let message = LocalizedText::new(key)
                .with("time", time_of(first.time))
                .with("device", first.device.as_deref().unwrap_or("—"));
            (
                RefusalReason::AlreadyCheckedIn,
                message,
                Some(first),
                conflict,
            )
        }
        ScanOutcome::Cancelled => (
            RefusalReason::Cancelled,
            LocalizedText::new("checkin.cancelled"),
            None,
            false,
        ),
        ScanOutcome::NotConfirmed => (
            RefusalReason::NotConfirmed,
            LocalizedText::new("checkin.notConfirmed"),
            None,
            false,
        ),
        ScanOutcome::EventCancelled => (
            RefusalReason::Cancelled,
            LocalizedText::new("checkin.eventCancelled"),
            None,
            false,
        ),
        ScanOutcome::WrongEvent => (
            RefusalReason::WrongEvent,
            LocalizedText::new("checkin.wrongEvent"),
            None,
            false,
        ),
        ScanOutcome::NotFound | ScanOutcome::Entered { .. } | ScanOutcome::Undone => (
            RefusalReason::CodeNotFound,
            LocalizedText::new("checkin.codeNotFound"),
            None,
            false,
        ),
    };
    let data = CheckinRefusal {
        reason,
        person,
        first_entry,
        conflict,
    };
    match serde_json::to_value(data) {
        Ok(data) => Error::CheckinFail { message, data },
        Err(error) => Error::Internal(error.into()),
    }
}

fn time_of(moment: hoi_db::Timestamp) -> String {
    hoi_i18n::format_date_time(language::current(), moment.0)
}
