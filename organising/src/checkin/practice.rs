//! Practice at the door: answers a scan as the door would, and stores nothing. No screen is told and nothing is counted.

use std::sync::Arc;
use std::time::Duration;

use axum::Extension;
use axum::extract::State;
use hoi_platform::app::App;
use hoi_platform::error::{LocalizedText, Result};
use hoi_platform::http::{Envelope, ValidatedJson};
use hoi_platform::ids::EventId;
use hoi_platform::limits::RateLimit;

use super::access::Device;
use super::at_door::describe;
use super::attempt::{self, Scan, Target};
use super::dto::{CheckedIn, CheckinRefusedEnvelope, PracticeScan};
use super::routes::answer;
use crate::checkin::CheckinAccess;

/// The most scans at once, then one a pause. Unknown codes of practice are in no log from which they could be counted,
/// so all scans are limited, to the number of unknown codes allowed in a minute.
const AT_ONCE: u32 = 30;
const PAUSE: Duration = Duration::from_secs(2);

/// Limits how often each device or account practises.
pub struct PracticeScans(RateLimit<String>);

impl Default for PracticeScans {
    fn default() -> Self {
        Self(RateLimit::new(AT_ONCE, PAUSE))
    }
}

/// Answers a scan for practice as the door would answer it now, without storing or telling anything: the same scan is
/// answered in the same way again. 5003 (429): the device or account practices too often, or has tried too many
/// unknown codes.
#[utoipa::path(
    post, path = "/event/{eventId}/checkin/practice", tag = "checkin",
    params(("eventId" = EventId, Path), ("X-Checkin-Key" = Option<String>, Header, description = "The key of a paired device")),
    request_body = PracticeScan,
    responses(
        (status = 200, description = "2000 would be let in", body = Envelope<CheckedIn>),
        (status = 409, description = "5001 the participant would not be let in; 5010 not yet open", body = CheckinRefusedEnvelope),
    ),
    security(("bearer" = []), ()),
)]
pub async fn practise_checkin(
    State(app): State<App>,
    Extension(limit): Extension<Arc<PracticeScans>>,
    Device { event, actor }: Device,
    ValidatedJson(body): ValidatedJson<PracticeScan>,
) -> Result<Envelope<CheckedIn>> {
    let serves_guests = actor.serves_guests();
    let target = Target::of(body.code, body.attendance_id, true);
    let scan = Scan::new(CheckinAccess { event, actor }, target);
    limit
        .0
        .count_caller(scan.actor().to_owned(), app.clock.monotonic())?;
    let attempt = attempt::rehearse(&app, &scan).await?;
    let person = match &attempt.participant {
        Some(row) => Some(describe(&app, row.clone()).await?),
        None => None,
    };
    let mut answer = answer(attempt, person, serves_guests)?;
    answer.code = 2000;
    // Replaces the message that the participant was checked in.
    if let Some(first) = answer.messages.first_mut() {
        *first = LocalizedText::new("checkin.practice").localized();
    }
    Ok(answer)
}
