//! Creating, changing and cancelling events within a transaction of the caller: one event of an organiser, or several
//! meetings of a group.

use hoi_community::accounts::entity::user;
use hoi_community::groups;
use hoi_community::plans::{self, Reached, limits_of};
use hoi_db::{Timestamp, Tx};
use hoi_platform::error::{Error, LocalizedText, Result};
use hoi_platform::ids::{GroupId, UserId};
use sea_orm::{EntityTrait, QuerySelect};
use serde_json::json;

use super::action::EventAction;
use super::details::EventDetails;
use super::entity::event;
use super::jobs::TellParticipants;
use super::log::{LogEntry, log, log_all};
use super::{EventId, letters, plan_limits, rules, sealing, store, usage};
use crate::attendances::attendance;

/// Locks an account until the transaction ends. Events created at the same moment wait for one another here, or all
/// would find room below the limit.
pub async fn lock_owner(tx: &Tx, id: UserId) -> Result<user::Model> {
    let owner = user::Entity::find_by_id(id)
        .lock_exclusive()
        .one(tx)
        .await?;
    owner.ok_or(Error::InvalidAccessToken)
}

/// Refuses `number` new events with these `details` that a locked account may not create.
///
/// # Errors
/// 5002 (`groupId`) when the account does not lead their group; 5003 when its limits do not allow their size or number.
/// The account is told once its limit is reached.
pub async fn check_new(
    tx: &Tx,
    owner: UserId,
    details: &EventDetails,
    number: u64,
    now: Timestamp,
) -> Result<()> {
    if let Some(group) = details.info.group_id {
        check_leads(tx, owner, group).await?;
    }
    let allowed = limits_of(tx, owner, now).await?;
    let used = usage::count_used(tx, owner).await?;
    plan_limits::check_events(allowed, used, number)?;
    plan_limits::check_participants(allowed, details.info.total_participants)?;
    if u64::try_from(allowed.events) == Ok(used.saturating_add(number)) {
        plans::tell_of_limit(tx, owner, Reached::Events, allowed.events, now).await?;
    }
    Ok(())
}

/// 5002 (`groupId`) unless the account leads the group, and it is not archived.
pub async fn check_leads(tx: &Tx, owner: UserId, group: GroupId) -> Result<()> {
    if groups::leads_open(tx, group, owner).await? {
        return Ok(());
    }
    let message = LocalizedText::new("event.groupNotLed");
    Err(Error::field("groupId", message))
}

/// Stores a new event that [`check_new`] accepted, with the first entry of its log.
pub async fn insert(
    tx: &Tx,
    owner: UserId,
    details: &EventDetails,
    now: Timestamp,
) -> Result<EventId> {
    let id = store::insert(tx, owner, details, now).await?;
    let entry = LogEntry::new(id, EventAction::EventCreated)
        .by(owner)
        .with(json!({ "title": details.info.title }));
    log(tx, entry, now).await?;
    Ok(id)
}

/// Writes `details` over a locked event. Without a difference there is no new version and no entry in the log.
pub async fn change(
    tx: &Tx,
    locked: event::Model,
    details: &EventDetails,
    by: UserId,
    now: Timestamp,
) -> Result<()> {
    let (id, before) = (locked.id, EventDetails::from(&locked));
    if *details == before {
        return Ok(());
    }
    let is_limited = |details: &EventDetails| details.form.registrations_per_address.is_some();
    if is_limited(details) && !is_limited(&before) {
        attendance::count_addresses(tx, id, now).await?;
    }
    let fields = store::update_details(tx, locked, &before, details, now).await?;
    letters::note_change(tx, id, &before.mails, &details.mails, now).await?;
    let entry = |action, data| LogEntry::new(id, action).by(by).with(data);
    let mut entries = vec![entry(
        EventAction::EventUpdated,
        json!({ "fields": fields }),
    )];
    for opened in sealing::find_opened(&before.scheme, &details.scheme) {
        let data = json!({ "question": opened.question });
        entries.push(entry(EventAction::EventAnswersOpened, data));
    }
    Ok(log_all(tx, entries, now).await?)
}

/// Whether participants are told of a cancellation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Telling {
    /// By mail.
    Everybody,
    /// The organiser does not want it.
    Nobody,
}

/// Cancels a locked event for good. 5009 when it is cancelled already.
pub async fn cancel(
    tx: &Tx,
    locked: event::Model,
    reason: Option<String>,
    telling: Telling,
    by: UserId,
    now: Timestamp,
) -> Result<()> {
    rules::check_not_cancelled(locked.cancelled_at.is_some())?;
    let (id, registered) = (locked.id, locked.registered_count);
    let told = if telling == Telling::Everybody {
        registered
    } else {
        0
    };
    let data = json!({ "reason": reason, "participants": told });
    store::cancel(tx, locked, reason, now).await?;
    // The mail about the cancellation replaces any other news.
    letters::forget(tx, id).await?;
    if told > 0 {
        hoi_jobs::enqueue(tx, &TellParticipants { event: id }, now).await?;
    }
    let entry = LogEntry::new(id, EventAction::EventCancelled)
        .by(by)
        .with(data);
    log(tx, entry, now).await
}
