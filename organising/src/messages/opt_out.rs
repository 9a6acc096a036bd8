//! Opting out of an organiser's messages: by address and for all of their events. Mails about a registration go on.
//!
//! The key that each message carries is signed instead of stored, covers the address to which the mail went, and lasts
//! as long as the registration's row, removed or not. It opens nothing else.

use hoi_community::accounts::email_key;
use hoi_db::{Timestamp, Tx};
use hoi_platform::error::{Error, LocalizedText, Result};
use hoi_platform::ids::{AttendanceId, EventId, UserId};
use hoi_platform::secrets::{Secrets, hex, unhex};
use hoi_ticketing::attendances::attendance;
use hoi_ticketing::events::entity::event;
use sea_orm::sea_query::{Expr, ExprTrait as _, OnConflict, Query, SelectStatement};
use sea_orm::{
    ActiveModelTrait as _, ColumnTrait, ConnectionTrait, EntityTrait, IntoActiveModel as _,
    PaginatorTrait as _, QueryFilter, Select,
};
use uuid::Uuid;

use super::entity::opt_out;

const PURPOSE: &str = "message-opt-out";

/// The reader of a message, as its key names them.
pub struct Reader {
    pub event: event::Model,
    email_key: String,
}

/// Where the reader of a message stops further ones.
pub struct Addresses {
    /// Takes a POST, and sends readers who follow it as a link to the page.
    pub one_click: String,
    /// The page that asks first.
    pub page: String,
}

impl Addresses {
    #[must_use]
    pub fn of(public_url: &str, key: &str) -> Self {
        Self {
            one_click: format!("{public_url}/api/messages/unsubscribe/{key}"),
            page: format!("{public_url}/stop-messages/{key}"),
        }
    }
}

/// Returns the key for messages to this participant.
#[must_use]
pub fn key(secrets: &Secrets, person: &attendance::Model) -> String {
    let signature = secrets.sign(PURPOSE, &claim(person));
    format!("{}.{}", person.id.0.simple(), hex(&signature))
}

fn claim(person: &attendance::Model) -> Vec<u8> {
    [person.id.0.as_bytes(), email_key(&person.email).as_bytes()].concat()
}

/// Returns the reader whose messages carry `key`.
///
/// # Errors
/// 5005 for a key that no message carries.
pub async fn open(conn: &impl ConnectionTrait, secrets: &Secrets, key: &str) -> Result<Reader> {
    let outdated = || Error::NotFound(LocalizedText::new("messages.linkOver"));
    let (id, signature) = read(key).ok_or_else(outdated)?;
    let person = attendance::Entity::find_by_id(id).one(conn).await?;
    let is_theirs = |person: &attendance::Model| {
        !person.email.is_empty() && secrets.verify(PURPOSE, &claim(person), &signature)
    };
    let person = person.filter(is_theirs).ok_or_else(outdated)?;
    // Of a deleted event, too: its organiser has others.
    let event = event::Entity::find_by_id(person.event_id).one(conn).await?;
    Ok(Reader {
        event: event.ok_or_else(outdated)?,
        email_key: email_key(&person.email),
    })
}

fn read(key: &str) -> Option<(AttendanceId, Vec<u8>)> {
    let (id, signature) = key.split_once('.')?;
    Some((AttendanceId(Uuid::parse_str(id).ok()?), unhex(signature)?))
}

impl Reader {
    /// Stops the messages of the event's organiser to this address; nothing if they are stopped already.
    pub async fn opt_out(self, tx: &Tx, now: Timestamp) -> Result<()> {
        let row = opt_out::Model {
            owner_id: self.event.owner_id,
            email_key: self.email_key,
            at: now,
        };
        let again = OnConflict::columns([opt_out::Column::OwnerId, opt_out::Column::EmailKey])
            .do_nothing()
            .to_owned();
        opt_out::Entity::insert(row.into_active_model().reset_all())
            .on_conflict(again)
            .exec_without_returning(tx)
            .await?;
        Ok(())
    }

    /// Takes back [`Reader::opt_out`].
    pub async fn opt_in(self, tx: &Tx) -> Result<()> {
        let key = (self.event.owner_id, self.email_key);
        opt_out::Entity::delete_by_id(key).exec(tx).await?;
        Ok(())
    }

    /// Returns whether the messages are stopped.
    pub async fn is_out(&self, conn: &impl ConnectionTrait) -> Result<bool> {
        is_out(conn, self.event.owner_id, &self.email_key).await
    }
}

/// Forgets that an address stopped the messages of this organiser.
pub async fn forget_opt_out(tx: &Tx, owner: UserId, email_key: &str) -> Result<()> {
    let row = opt_out::Entity::delete_by_id((owner, email_key.to_owned()));
    row.exec(tx).await?;
    Ok(())
}

/// Returns whether the person behind `email` gets no messages of this organiser.
pub async fn has_opted_out(
    conn: &impl ConnectionTrait,
    owner: UserId,
    email: &str,
) -> Result<bool> {
    is_out(conn, owner, &email_key(email)).await
}

async fn is_out(conn: &impl ConnectionTrait, owner: UserId, email_key: &str) -> Result<bool> {
    let found = opt_out::Entity::find_by_id((owner, email_key.to_owned()));
    Ok(found.count(conn).await? > 0)
}

/// Keeps the participants of `event` among `people` who have not opted out.
#[must_use]
pub fn without_opted_out(
    people: Select<attendance::Entity>,
    event: EventId,
) -> Select<attendance::Entity> {
    people.filter(address().not_in_subquery(opted_out(event)))
}

/// A participant's address without the number of people who share it, which stands behind a space.
fn address() -> Expr {
    Expr::cust(
        "case when attendance.email_key like '% %' \
         then rtrim(rtrim(attendance.email_key, '0123456789'), ' ') else attendance.email_key end",
    )
}

/// Selects the addresses that have opted out of messages of the event's owner.
fn opted_out(event: EventId) -> SelectStatement {
    let owner = Query::select()
        .column(event::Column::OwnerId)
        .from(event::Entity)
        .and_where(event::Column::Id.eq(event))
        .to_owned();
    Query::select()
        .column(opt_out::Column::EmailKey)
        .from(opt_out::Entity)
        .and_where(opt_out::Column::OwnerId.in_subquery(owner))
        .to_owned()
}
