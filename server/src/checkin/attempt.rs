//! Makes one check-in attempt, from the request to the log.

use hoi_db::{OnUnique as _, Timestamp, Tx};
use sea_orm::sea_query::LockType;
use sea_orm::{ActiveModelTrait, ConnectionTrait, EntityTrait, QuerySelect, Set};
use serde_json::json;

use super::dto::CheckIn;
use super::entity::{checkin_key, scan};
use super::keys;
use super::rules::{self, Entry, Outcome};
use super::store::{self, Member};
use crate::accounts::entity::user;
use crate::app::App;
use crate::attendances::{PaymentStatus, attendance};
use crate::checkin::{CheckinAccess, CheckinActor};
use crate::clock::new_id;
use crate::error::{Error, Result};
use crate::events::{self, EventAction, LogEntry};
use crate::ids::{AttendanceId, EventId, UserId};

/// The most unknown codes that one caller may try…
const UNKNOWN_CODES: u64 = 30;
/// …within this time. A device that reads a stack of foreign tickets stays below it; guessing exceeds it.
const WINDOW: std::time::Duration = std::time::Duration::from_mins(1);

/// The prefix of an account's identifier in the column `actor` of scans.
pub const ACCOUNT: &str = "user:";

/// The result of an attempt.
pub struct Attempt {
    pub outcome: Outcome,
    /// The participant after the attempt; None if the code belongs to no participant of this event.
    pub participant: Option<attendance::Model>,
    /// Whether this request changed who is inside; false if it repeats an earlier one.
    pub is_news: bool,
}

/// Makes one attempt and logs it. The log and the change are one transaction.
pub async fn make(app: &App, access: &CheckinAccess, body: CheckIn) -> Result<Attempt> {
    let now = app.clock.now();
    let scan = Scan::new(access, body, now);
    if let Some(earlier) = scan.find_answered(app.db.read()).await? {
        return Ok(earlier);
    }
    check_guesses(app.db.read(), &scan.actor, now).await?;
    let tx = app.db.write().await?;
    let attempt = scan.decide(&tx, access).await?;
    if matches!(attempt.outcome, Outcome::NotFound) {
        // Checked again under a lock, so that codes tried at the same moment are counted one after the other.
        lock_caller(&tx, access).await?;
        check_guesses(&tx, &scan.actor, now).await?;
    }
    if matches!(attempt.outcome, Outcome::Undone) && !attempt.is_news {
        // The participant was not inside, so nothing has changed and nothing is logged.
        return Ok(attempt);
    }
    if let (CheckinActor::Owner(user), true) = (&access.actor, attempt.is_news) {
        scan.note(&tx, user.id, &attempt).await?;
    }
    match scan.log(&tx, &attempt).await {
        Ok(()) => tx.commit().await?,
        // Another request with the same nonce has committed first. This one is rolled back.
        Err(LogError::Repeated) => {
            drop(tx);
            return scan.find_answered(app.db.read()).await?.ok_or(Error::Busy);
        }
        Err(LogError::Other(error)) => return Err(error),
    }
    Ok(attempt)
}

/// Locks the row of the device or account until the transaction ends.
async fn lock_caller(tx: &Tx, access: &CheckinAccess) -> Result<()> {
    match &access.actor {
        CheckinActor::Device(key) => {
            let row = checkin_key::Entity::find_by_id(key.id);
            row.lock(LockType::NoKeyUpdate).one(tx).await?;
        }
        CheckinActor::Owner(user) => {
            let row = user::Entity::find_by_id(user.id);
            row.lock(LockType::NoKeyUpdate).one(tx).await?;
        }
    }
    Ok(())
}

async fn check_guesses(conn: &impl ConnectionTrait, actor: &str, now: Timestamp) -> Result<()> {
    // Scans in the future were made before the machine's clock was set back.
    let window = now.minus(WINDOW)..=now;
    match store::nth_unknown_code(conn, actor, window, UNKNOWN_CODES).await? {
        Some(at) => Err(Error::TooManyRequests {
            retry_after: now.until(at.plus(WINDOW)),
        }),
        None => Ok(()),
    }
}

enum Target {
    Code(String),
    Participant { id: AttendanceId, wants_in: bool },
}

/// A check-in request with its caller and time, ready to be decided and logged.
struct Scan {
    event: EventId,
    target: Target,
    nonce: Option<String>,
    claimed: Option<Timestamp>,
    device: Option<String>,
    actor: String,
    now: Timestamp,
}

enum LogError {
    Repeated,
    Other(Error),
}

impl From<sea_orm::DbErr> for LogError {
    fn from(error: sea_orm::DbErr) -> Self {
        Self::Other(error.into())
    }
}

impl Scan {
    fn new(access: &CheckinAccess, body: CheckIn, now: Timestamp) -> Self {
        let (actor, name) = match &access.actor {
            CheckinActor::Device(key) => (keys::actor(key.id), &key.label),
            CheckinActor::Owner(user) => (format!("{ACCOUNT}{}", user.id), &user.full_name),
        };
        let target = match (body.code, body.attendance_id) {
            (None, Some(id)) => Target::Participant {
                id,
                wants_in: body.checked_in.unwrap_or(true),
            },
            (code, _) => Target::Code(code.unwrap_or_default()),
        };
        Self {
            event: access.event.id,
            target,
            nonce: body.nonce,
            claimed: body.occurred_at,
            device: body.device_id.or_else(|| Some(name.clone())),
            actor,
            now,
        }
    }

    /// Returns the earlier answer to this nonce; None if there is none.
    async fn find_answered(&self, conn: &impl ConnectionTrait) -> Result<Option<Attempt>> {
        let Some(nonce) = &self.nonce else {
            return Ok(None);
        };
        let Some(scan) = store::find_scan(conn, self.event, nonce).await? else {
            return Ok(None);
        };
        let outcome = scan
            .answer
            .ok_or_else(|| anyhow::anyhow!("scan {} has no answer", scan.id))?;
        let outcome = serde_json::from_value(outcome).map_err(anyhow::Error::from)?;
        let participant = match scan.attendance_id {
            Some(id) => store::find_by_id(conn, id).await?,
            None => None,
        };
        Ok(Some(Attempt {
            outcome,
            participant,
            is_news: false,
        }))
    }

    /// Finds the participant and checks them in or refuses. Whether the ticket is valid is checked before whether it
    /// was used.
    async fn decide(&self, tx: &Tx, access: &CheckinAccess) -> Result<Attempt> {
        let nobody = |outcome| Attempt {
            outcome,
            participant: None,
            is_news: false,
        };
        if access.event.cancelled_at.is_some() {
            return Ok(nobody(Outcome::EventCancelled));
        }
        if self.now < access.event.open_registration_date {
            return Ok(nobody(Outcome::NotYetOpen));
        }
        let found = match &self.target {
            Target::Code(code) => {
                let normalized = rules::normalize_code(code);
                match store::find_by_ticket_code(tx, &normalized).await? {
                    Some(row) => Some(row),
                    None => match store::find_by_member_code(tx, self.event, [code, &normalized])
                        .await?
                    {
                        Member::Here(row) => Some(*row),
                        Member::Elsewhere => return Ok(nobody(Outcome::WrongEvent)),
                        Member::Unknown => None,
                    },
                }
            }
            Target::Participant { id, .. } => Some(
                store::find_by_id(tx, *id)
                    .await?
                    .filter(|row| row.event_id == self.event)
                    .ok_or_else(Error::not_found)?,
            ),
        };
        let Some(row) = found else {
            return Ok(nobody(Outcome::NotFound));
        };
        if row.event_id != self.event {
            return Ok(nobody(Outcome::WrongEvent));
        }
        if row.deleted_at.is_some() {
            return Ok(Attempt {
                outcome: Outcome::Cancelled,
                participant: Some(row),
                is_news: false,
            });
        }
        if row.confirm_by.is_some() {
            return Ok(Attempt {
                outcome: Outcome::NotConfirmed,
                participant: Some(row),
                is_news: false,
            });
        }
        match self.target {
            Target::Participant {
                wants_in: false, ..
            } => self.undo(tx, row).await,
            _ => self.let_in(tx, row).await,
        }
    }

    async fn let_in(&self, tx: &Tx, row: attendance::Model) -> Result<Attempt> {
        let at = rules::occurred_at(self.claimed, Some(row.registration_time), self.now);
        let device = self.device.as_deref();
        if store::check_in(tx, row.id, at, device).await? {
            return Ok(entered(row, at, self.device.clone(), None));
        }
        // Another transaction changed the row before or during this scan, so the current row decides.
        let row = store::find_by_id(tx, row.id).await?.unwrap_or(row);
        let (Some(first), None) = (row.checked_in_time, row.deleted_at) else {
            return Ok(Attempt {
                outcome: Outcome::Cancelled,
                participant: Some(row),
                is_news: false,
            });
        };
        let seen = Entry {
            time: first,
            device: row.checked_in_by.clone(),
        };
        // The earliest entry keeps the check-in. Only a scan of an offline device can arrive after a later one.
        let was_offline = self.claimed.is_some();
        let overtakes = was_offline && at < first;
        if overtakes && store::check_in_earlier(tx, row.id, first, at, device).await? {
            return Ok(entered(row, at, self.device.clone(), Some(seen)));
        }
        Ok(Attempt {
            outcome: Outcome::Already {
                first: seen,
                conflict: was_offline,
            },
            participant: Some(row),
            is_news: false,
        })
    }

    async fn undo(&self, tx: &Tx, row: attendance::Model) -> Result<Attempt> {
        let is_news = store::undo_check_in(tx, row.id, self.now).await?;
        Ok(Attempt {
            outcome: Outcome::Undone,
            participant: Some(attendance::Model {
                checked_in_time: None,
                checked_in_by: None,
                ..row
            }),
            is_news,
        })
    }

    /// Records changes that the organiser makes by hand in the event log. Check-ins by code are only in the scan log.
    async fn note(&self, tx: &Tx, by: UserId, attempt: &Attempt) -> Result<()> {
        let (Target::Participant { id, wants_in }, Some(row)) =
            (&self.target, &attempt.participant)
        else {
            return Ok(());
        };
        let action = if *wants_in {
            EventAction::ParticipantCheckedIn
        } else {
            EventAction::ParticipantCheckinUndone
        };
        let data = json!({ "name": row.full_name });
        let subject = Some(id.0);
        let entry = LogEntry::new(self.event, action)
            .by(by)
            .about(subject)
            .with(data);
        events::log(tx, entry, self.now).await
    }

    async fn log(&self, tx: &Tx, attempt: &Attempt) -> Result<(), LogError> {
        let answer = serde_json::to_value(&attempt.outcome).map_err(anyhow::Error::from);
        let registered_at = attempt
            .participant
            .as_ref()
            .map(|participant| participant.registration_time);
        let code = match (&self.target, &attempt.outcome) {
            (Target::Code(code), Outcome::NotFound) => Some(code.clone()),
            _ => None,
        };
        let row = scan::ActiveModel {
            id: Set(new_id()),
            event_id: Set(self.event),
            attendance_id: Set(attempt.participant.as_ref().map(|row| row.id)),
            code: Set(code),
            device_id: Set(self.device.clone()),
            nonce: Set(self.nonce.clone()),
            occurred_at: Set(rules::occurred_at(self.claimed, registered_at, self.now)),
            received_at: Set(self.now),
            result: Set(attempt.outcome.result().to_owned()),
            answer: Set(Some(answer.map_err(|error| LogError::Other(error.into()))?)),
            actor: Set(self.actor.clone()),
        };
        row.insert(tx).await.map(drop).on_unique(LogError::Repeated)
    }
}

fn entered(
    row: attendance::Model,
    at: Timestamp,
    device: Option<String>,
    conflict: Option<Entry>,
) -> Attempt {
    let due = (row.payment_status == PaymentStatus::Unpaid).then_some(row.amount);
    Attempt {
        outcome: Outcome::Entered { at, due, conflict },
        participant: Some(attendance::Model {
            checked_in_time: Some(at),
            checked_in_by: device,
            ..row
        }),
        is_news: true,
    }
}
