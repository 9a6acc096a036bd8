//! Registrations that were paid lately, in memory: pages that wait for a payment ask every second or two, too often for
//! the database.
//!
//! Every server looks for payments since its last look, whichever server noted them.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::extract::State;
use axum::http::HeaderMap;
use hoi_db::Timestamp;
use hoi_platform::app::App;
use hoi_platform::error::Result;
use hoi_platform::http::{ClientIp, Envelope};
use sea_orm::{ColumnTrait, QueryFilter, QuerySelect};
use serde::Serialize;
use utoipa::ToSchema;

use super::{AppWithDesk, OWN_KEY_HEADER, RateLimits};
use crate::attendances::{AttendanceId, PaymentStatus, attendance, registration_called};
use crate::events::{EventId, RegistrableEvent};

/// How long a server waits before it looks for payments again.
const PAUSE: Duration = Duration::from_millis(500);
/// How far back each look reaches: longer than a transaction lasts and than the clocks of servers differ.
const REACH: Duration = Duration::from_secs(30);
/// How long a payment is remembered. A page that has not asked for as long reads the registration again.
const REMEMBERED: Duration = Duration::from_mins(10);
/// The most payments of one look, and the most that are remembered.
const MAX: usize = 100_000;

/// Registrations that were paid lately, and when.
#[derive(Default)]
pub struct LatelyPaid(Mutex<HashMap<AttendanceId, Timestamp>>);

impl LatelyPaid {
    /// Looks for payments. The first look reaches as far back as payments are remembered.
    pub async fn look(&self, app: &App) -> Result<()> {
        let now = app.clock.now();
        let reach = if self.paid().is_empty() {
            REMEMBERED
        } else {
            REACH
        };
        let found: Vec<(AttendanceId, Timestamp)> = attendance::live()
            .select_only()
            .columns([attendance::Column::Id, attendance::Column::PaidAt])
            .filter(attendance::Column::PaidAt.gte(now.minus(reach)))
            .filter(attendance::Column::PaymentStatus.eq(PaymentStatus::Paid))
            .limit(u64::try_from(MAX).unwrap_or(u64::MAX))
            .into_tuple()
            .all(app.db.read())
            .await?;
        let since = now.minus(REMEMBERED);
        let mut paid = self.paid();
        paid.retain(|_, at| *at >= since);
        for (id, at) in found {
            if paid.len() < MAX {
                paid.insert(id, at);
            }
        }
        Ok(())
    }

    fn paid(&self) -> MutexGuard<'_, HashMap<AttendanceId, Timestamp>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Looks at short intervals. Every server does it.
pub async fn watch_payments(server: AppWithDesk) {
    loop {
        if let Err(error) = server.lately_paid.look(&server.app).await {
            tracing::error!(?error, "payments could not be looked for");
        }
        tokio::time::sleep(PAUSE).await;
    }
}

/// Whether the amount due has arrived lately.
#[derive(Debug, Serialize, ToSchema)]
pub struct PaymentNews {
    /// Whether it arrived within the last ten minutes.
    pub paid: bool,
}

/// Returns whether the amount due for the visitor's own registration arrived within the last ten minutes, without asking
/// the database: pages ask every second or two while they wait. A wrong key gets the same answer as a payment that has not
/// arrived. 5005: there is no such event, or it was canceled; 5016, 5018, 5020: a token that is not
/// good, at an event for members; 5003 (429): too many requests from this address.
#[utoipa::path(get, path = "/event/{eventId}/registration/paid", tag = "registration", params(("eventId" = EventId, Path), ("X-Registration-Key" = Option<String>, Header, description = "From the link in the mail")),
    responses((status = 200, body = Envelope<PaymentNews>)))]
pub(super) async fn get_payment_news(
    State(server): State<AppWithDesk>,
    State(rate_limits): State<Arc<RateLimits>>,
    _: RegistrableEvent,
    ClientIp(address): ClientIp,
    headers: HeaderMap,
) -> Result<Envelope<PaymentNews>> {
    rate_limits
        .waiting_page
        .count(address, server.app.clock.monotonic())?;
    let key = headers
        .get(OWN_KEY_HEADER)
        .and_then(|key| key.to_str().ok());
    let id = key.and_then(registration_called);
    // With the identifier alone, a caller learns whether the registration was paid lately, and nothing else.
    let paid = id.is_some_and(|id| server.lately_paid.paid().contains_key(&id));
    Ok(Envelope::ok(PaymentNews { paid }))
}
