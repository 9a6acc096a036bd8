//! Ticket classes as a part of their event: what they look like, what holds for one, and their rows. The calls that
//! manage them are in `tickets`; seats are sold by the registration desk alone, so nothing here writes `sold`.

use std::collections::{HashMap, HashSet};

use hoi_db::{OnUnique, Timestamp, Tx};
use hoi_i18n::normalize_text;
use sea_orm::sea_query::Expr;
use sea_orm::{
    ColumnTrait, ConnectionTrait, EntityTrait, FromQueryResult, QueryFilter, QueryOrder,
    QuerySelect, Set, Statement,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::entity::ticket;
use crate::clock;
use crate::error::{Error, LocalizedText, Result};
use crate::http::{Check, Validate, given, not_null};
use crate::ids::{EventId, TicketId};

/// Classes of one event.
pub const MAX_CLASSES: usize = 50;
/// What a bank transfer by QR code can carry: 13 digits, in dong.
pub const MAX_PRICE: i64 = 9_999_999_999_999;
/// Seats of one class or of a whole event.
pub const MAX_SEATS: i64 = 1_000_000;
/// Stands for "as many as there are seats".
pub const UNLIMITED: i64 = -1;

/// A ticket class, for the event's owner.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Ticket {
    /// Its identifier.
    pub id: TicketId,
    /// Unique in the event.
    pub name: String,
    /// What it includes.
    pub description: Option<String>,
    /// In dong.
    pub price: i64,
    /// Seats; −1 = unlimited.
    pub quantity: i64,
    /// Seats taken.
    pub sold: i64,
    /// Seats left; −1 = unlimited.
    pub remaining: i64,
    /// Only for people with an invitation code, and for the organiser.
    pub is_hidden: bool,
    /// Its place in the list, from 0.
    pub sort_order: i64,
    /// A live invitation code for this class, if there is one.
    pub invitation_code: Option<String>,
    /// Registrations made through codes of this class.
    pub times_used: i64,
}

/// A ticket class, for visitors.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PublicTicket {
    /// Its identifier.
    pub id: TicketId,
    /// Its name.
    pub name: String,
    /// What it includes.
    pub description: Option<String>,
    /// In dong.
    pub price: i64,
    /// Seats left; −1 = unlimited.
    pub remaining: i64,
    /// No seat is left.
    pub sold_out: bool,
}

/// A new ticket class.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewTicket {
    /// 1–255 characters, unique in the event whatever its case.
    #[serde(default)]
    pub name: String,
    /// At most 2000 characters.
    #[serde(default)]
    pub description: Option<String>,
    /// In dong, 0 or more.
    #[serde(default)]
    #[schema(required)]
    pub price: Option<i64>,
    /// At least 1; −1 or null = unlimited. Must be given, so that nobody sells without a limit by mistake.
    #[serde(default, deserialize_with = "given")]
    #[schema(value_type = Option<i64>, required)]
    pub quantity: Option<Option<i64>>,
    /// Only for people with an invitation code.
    #[serde(default)]
    pub is_hidden: bool,
}

/// A change to a ticket class: what is absent stays as it is.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TicketChange {
    /// 1–255 characters, unique in the event whatever its case.
    #[serde(default, deserialize_with = "not_null")]
    #[schema(nullable = false)]
    pub name: Option<String>,
    /// At most 2000 characters; empty or null clears it.
    #[serde(default, deserialize_with = "given")]
    #[schema(value_type = Option<String>)]
    pub description: Option<Option<String>>,
    /// In dong, 0 or more. What people owe who have registered does not change.
    #[serde(default, deserialize_with = "not_null")]
    #[schema(nullable = false)]
    pub price: Option<i64>,
    /// At least 1 and at least what is sold; −1 or null = unlimited.
    #[serde(default, deserialize_with = "given")]
    #[schema(value_type = Option<i64>)]
    pub quantity: Option<Option<i64>>,
    /// Only for people with an invitation code.
    #[serde(default, deserialize_with = "not_null")]
    #[schema(nullable = false)]
    pub is_hidden: Option<bool>,
    /// Its place in the list, from 0.
    #[serde(default, deserialize_with = "not_null")]
    #[schema(nullable = false)]
    pub sort_order: Option<i64>,
}

impl NewTicket {
    /// Checks and tidies it; `path` is where it stands in the body, with a dot at its end, or empty.
    pub fn check(&mut self, path: &str, check: &mut Check) {
        let field = |name: &str| format!("{path}{name}");
        check.required_text(&field("name"), &mut self.name, 255);
        check.optional_text(&field("description"), &mut self.description, 2000);
        match self.price {
            Some(price) => check.between(&field("price"), price, 0, MAX_PRICE),
            None => check.fail(&field("price"), LocalizedText::new("field.required")),
        }
        match self.quantity {
            Some(quantity) => check_quantity(&field("quantity"), quantity, check),
            None => check.fail(&field("quantity"), LocalizedText::new("field.required")),
        }
    }

    /// Names are the same when they differ in case only.
    #[must_use]
    pub fn name_key(&self) -> String {
        name_key(&self.name)
    }

    /// The row of this class.
    #[must_use]
    pub fn into_row(self, event: EventId, sort_order: i64, now: Timestamp) -> ticket::ActiveModel {
        ticket::ActiveModel {
            id: Set(clock::new_id()),
            event_id: Set(event),
            name_key: Set(self.name_key()),
            name: Set(self.name),
            description: Set(self.description),
            price: Set(self.price.unwrap_or(0)),
            quantity: Set(self.quantity.flatten().unwrap_or(UNLIMITED)),
            sold: Set(0),
            is_hidden: Set(self.is_hidden),
            sort_order: Set(sort_order),
            created_at: Set(now),
            updated_at: Set(now),
            deleted_at: Set(None),
        }
    }
}

impl Validate for NewTicket {
    fn validate(&mut self, check: &mut Check) {
        self.check("", check);
    }
}

impl Validate for TicketChange {
    fn validate(&mut self, check: &mut Check) {
        if let Some(name) = &mut self.name {
            check.required_text("name", name, 255);
        }
        if let Some(description) = &mut self.description {
            check.optional_text("description", description, 2000);
        }
        if let Some(price) = self.price {
            check.between("price", price, 0, MAX_PRICE);
        }
        check_quantity("quantity", self.quantity.flatten(), check);
        if let Some(place) = self.sort_order {
            check.between("sortOrder", place, 0, 10_000);
        }
    }
}

fn check_quantity(field: &str, quantity: Option<i64>, check: &mut Check) {
    if let Some(quantity) = quantity.filter(|quantity| *quantity != UNLIMITED) {
        check.between(field, quantity, 1, MAX_SEATS);
    }
}

/// What uniqueness goes by.
#[must_use]
pub fn name_key(name: &str) -> String {
    normalize_text(name).to_lowercase()
}

/// Checks the classes of a new event. Two of one name are refused with 5012, as the second would be later.
pub fn check_all(tickets: &mut [NewTicket], check: &mut Check) -> Result<()> {
    check.ensure(
        tickets.len() <= MAX_CLASSES,
        "tickets",
        LocalizedText::new("ticket.tooMany").with("max", MAX_CLASSES),
    );
    let mut names = HashSet::new();
    let mut twice = false;
    for (at, ticket) in tickets.iter_mut().enumerate() {
        ticket.check(&format!("tickets.{at}."), check);
        twice |= !names.insert(ticket.name_key());
    }
    if twice && check.is_clean() {
        return Err(Error::TicketClassExisted);
    }
    Ok(())
}

/// Stores the classes of a new event.
pub async fn insert_all(
    tx: &Tx,
    event: EventId,
    tickets: Vec<NewTicket>,
    now: Timestamp,
) -> Result<()> {
    if tickets.is_empty() {
        return Ok(());
    }
    let rows = (0..)
        .zip(tickets)
        .map(|(at, new)| new.into_row(event, at, now));
    ticket::Entity::insert_many(rows)
        .exec_without_returning(tx)
        .await
        .on_unique(Error::TicketClassExisted)?;
    Ok(())
}

/// The live rows of an event's classes, in their order.
pub async fn find_rows(conn: &impl ConnectionTrait, event: EventId) -> Result<Vec<ticket::Model>> {
    Ok(ticket::Entity::find()
        .filter(ticket::Column::EventId.eq(event))
        .filter(ticket::Column::DeletedAt.is_null())
        .order_by_asc(ticket::Column::SortOrder)
        .order_by_asc(ticket::Column::Id)
        .all(conn)
        .await?)
}

/// The classes of an event with what its invitation codes add, in their order.
pub async fn find_all(conn: &impl ConnectionTrait, event: EventId) -> Result<Vec<Ticket>> {
    let rows = find_rows(conn, event).await?;
    let mut codes = find_codes(conn, event).await?;
    Ok(rows
        .into_iter()
        .map(|row| {
            let codes = codes.remove(&row.id);
            Ticket {
                id: row.id,
                remaining: remaining(&row),
                name: row.name,
                description: row.description,
                price: row.price,
                quantity: row.quantity,
                sold: row.sold,
                is_hidden: row.is_hidden,
                sort_order: row.sort_order,
                times_used: codes.as_ref().map_or(0, |codes| codes.times_used),
                invitation_code: codes.and_then(|codes| codes.code),
            }
        })
        .collect())
}

/// What visitors see of an event's classes.
pub async fn find_public(conn: &impl ConnectionTrait, event: EventId) -> Result<Vec<PublicTicket>> {
    let rows = find_rows(conn, event).await?;
    let shown = rows.into_iter().filter(|row| !row.is_hidden);
    Ok(shown.map(PublicTicket::from).collect())
}

impl From<ticket::Model> for PublicTicket {
    fn from(row: ticket::Model) -> Self {
        let remaining = remaining(&row);
        Self {
            id: row.id,
            name: row.name,
            description: row.description,
            price: row.price,
            remaining,
            sold_out: remaining == 0,
        }
    }
}

/// Seats left; −1 = unlimited.
#[must_use]
pub fn remaining(ticket: &ticket::Model) -> i64 {
    if ticket.quantity == UNLIMITED {
        UNLIMITED
    } else {
        (ticket.quantity - ticket.sold).max(0)
    }
}

/// What the ticket classes of an event leave to visitors without an invitation code.
#[derive(Debug, FromQueryResult)]
pub struct Offer {
    event_id: EventId,
    /// Classes that are not hidden.
    shown: i64,
    /// Those of them that have no limit of their own.
    unlimited: i64,
    /// Seats left in the others.
    remaining: i64,
}

impl Offer {
    /// Every class is hidden.
    #[must_use]
    pub fn needs_code(&self) -> bool {
        self.shown == 0
    }

    /// How many of the event's `free` seats are on offer.
    #[must_use]
    pub fn seats(&self, free: i64) -> i64 {
        if self.unlimited > 0 {
            free
        } else {
            free.min(self.remaining)
        }
    }
}

/// What the classes of these events offer, in one query; events without classes are not in it.
pub async fn find_offers(
    conn: &impl ConnectionTrait,
    events: impl IntoIterator<Item = EventId>,
) -> Result<HashMap<EventId, Offer>> {
    let sum = |count: &'static str| {
        Expr::cust(format!(
            "cast(sum(case when not is_hidden then {count} else 0 end) as bigint)"
        ))
    };
    let offers = ticket::Entity::find()
        .select_only()
        .column(ticket::Column::EventId)
        .column_as(sum("1"), "shown")
        .column_as(
            sum("case when quantity = -1 then 1 else 0 end"),
            "unlimited",
        )
        .column_as(
            sum("case when quantity > sold then quantity - sold else 0 end"),
            "remaining",
        )
        .filter(ticket::Column::EventId.is_in(events))
        .filter(ticket::Column::DeletedAt.is_null())
        .group_by(ticket::Column::EventId)
        .into_model::<Offer>()
        .all(conn)
        .await?;
    Ok(offers
        .into_iter()
        .map(|offer| (offer.event_id, offer))
        .collect())
}

/// Whether visitors are to be asked for an invitation code. Also true while all of them are over or used up, so that
/// somebody who holds one learns so.
pub async fn takes_codes(conn: &impl ConnectionTrait, event: EventId) -> Result<bool> {
    let statement = Statement::from_sql_and_values(
        conn.get_database_backend(),
        "select id from invitation_code where event_id = $1 and is_active and deleted_at is null limit 1",
        [event.into()],
    );
    Ok(conn.query_one_raw(statement).await?.is_some())
}

#[derive(FromQueryResult)]
struct Codes {
    ticket_id: TicketId,
    /// A code that anybody may pass on, not one that belongs to a participant.
    code: Option<String>,
    times_used: i64,
}

async fn find_codes(
    conn: &impl ConnectionTrait,
    event: EventId,
) -> Result<HashMap<TicketId, Codes>> {
    let statement = Statement::from_sql_and_values(
        conn.get_database_backend(),
        "select ticket_id, \
         min(case when is_active and owner_attendance_id is null then code end) as code, \
         cast(sum(times_used) as bigint) as times_used \
         from invitation_code \
         where event_id = $1 and ticket_id is not null and deleted_at is null \
         group by ticket_id",
        [event.into()],
    );
    let rows = Codes::find_by_statement(statement).all(conn).await?;
    Ok(rows.into_iter().map(|row| (row.ticket_id, row)).collect())
}
