//! Letting participants in with a key.

use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use hoi_platform::app::App;
use hoi_platform::error::Result;
use hoi_platform::http::{Envelope, ValidatedJson};
use hoi_platform::ids::EventId;

use super::dto::{V1CheckIn, V1Scan};
use crate::api_keys::{ApiRight, ChecksIn, EventByKey};
use hoi_organising::checkin::{
    self, CheckIn, CheckinAccess, CheckinActor, CheckinRefusedEnvelope, ScanBatches,
};

/// Checks a participant in by ticket code, as a scan at the door. Needs `checkin:write`. 5003: too many unknown codes or
/// requests (429), or too many scans wait (503).
#[utoipa::path(
    post, path = "/v1/events/{eventId}/check-ins", tag = "v1", operation_id = "v1_create_check_in",
    params(("eventId" = EventId, Path)),
    request_body = V1Scan,
    responses(
        (status = 200, description = "2001 checked in", body = Envelope<V1CheckIn>),
        (status = 409, description = "5001 the code lets no one in; 5010 not yet open", body = CheckinRefusedEnvelope),
    ),
    security(("key" = [])),
)]
pub async fn create_check_in(
    State(app): State<App>,
    Extension(queue): Extension<Arc<ScanBatches>>,
    EventByKey {
        key, user, event, ..
    }: EventByKey<ChecksIn>,
    ValidatedJson(body): ValidatedJson<V1Scan>,
) -> Result<Envelope<V1CheckIn>> {
    let reads_money = key.may(ApiRight::ReadMoney);
    let access = CheckinAccess {
        event: event.id,
        actor: CheckinActor::Account(Box::new(user)),
    };
    let scan = CheckIn {
        event_id: event.id,
        code: Some(body.code),
        attendance_id: None,
        checked_in: None,
        nonce: body.nonce,
        occurred_at: None,
        device_id: body.device.or(Some(key.name)),
    };
    let entered = checkin::scan(&app, &queue, access, scan).await?;
    Ok(Envelope {
        code: entered.code,
        data: V1CheckIn::new(entered.data, reads_money),
        messages: entered.messages,
    })
}
