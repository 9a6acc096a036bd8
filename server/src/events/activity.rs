//! The append-only log of an event: who did what, and when.

use hoi_db::{Timestamp, Tx};
use sea_orm::{EntityTrait, Set};
use serde_json::Value;
use uuid::Uuid;

use super::entity::event_activity;
use crate::clock;
use crate::error::Result;
use crate::ids::{EventId, UserId};

/// Adds an entry in the transaction of the change itself. `action` is `<thing>.<done>`, such as `ticket.created`;
/// `subject` is what it was done to, when it is not the event; `data` is a JSON object with what the reader needs, and
/// never an e-mail address or a phone number, because nothing is ever removed from here.
pub async fn log(
    tx: &Tx,
    event: EventId,
    actor: Option<UserId>,
    action: &str,
    subject: Option<Uuid>,
    data: Value,
    now: Timestamp,
) -> Result<()> {
    let row = event_activity::ActiveModel {
        id: Set(clock::new_id()),
        event_id: Set(event),
        actor_id: Set(actor),
        action: Set(action.to_owned()),
        subject_id: Set(subject),
        data: Set(data),
        created_at: Set(now),
    };
    event_activity::Entity::insert(row)
        .exec_without_returning(tx)
        .await?;
    Ok(())
}
