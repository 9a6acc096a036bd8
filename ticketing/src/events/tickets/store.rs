//! Rows of ticket classes. `sold` is written by the registration desk alone.

use std::collections::HashMap;

use hoi_db::{OnUnique, Timestamp, Tx};
use hoi_platform::error::{Error, Result};
use hoi_platform::ids::EventId;
use hoi_platform::quota::Quota;
use sea_orm::sea_query::Expr;
use sea_orm::{
    ColumnTrait, ConnectionTrait, EntityTrait, FromQueryResult, QueryFilter, QueryOrder,
    QuerySelect,
};

use super::dto::{NewTicket, PublicTicket, Ticket};
use super::ticket;
use crate::events::invitation_codes;

/// Returns the seats of a class and how many are taken.
#[must_use]
pub fn quota(ticket: &ticket::Model) -> Quota {
    Quota::new(ticket.quantity, ticket.sold)
}

/// Stores the classes of a new event.
#[tracing::instrument(name = "tickets.insert_all", skip_all)]
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
#[tracing::instrument(name = "tickets.find_rows", skip_all)]
pub async fn find_rows(conn: &impl ConnectionTrait, event: EventId) -> Result<Vec<ticket::Model>> {
    Ok(ticket::live()
        .filter(ticket::Column::EventId.eq(event))
        .order_by_asc(ticket::Column::SortOrder)
        .order_by_asc(ticket::Column::Id)
        .all(conn)
        .await?)
}

/// Returns the classes of an event with the figures of their invitation codes, in their order.
#[tracing::instrument(name = "tickets.find_all", skip_all)]
pub async fn find_all(conn: &impl ConnectionTrait, event: EventId) -> Result<Vec<Ticket>> {
    let rows = find_rows(conn, event).await?;
    let mut codes = invitation_codes::find_by_class(conn, event).await?;
    Ok(rows
        .into_iter()
        .map(|row| {
            let codes = codes.remove(&row.id);
            Ticket {
                id: row.id,
                remaining: quota(&row).left_or_unlimited(),
                name: row.name,
                description: row.description,
                price: row.price,
                quantity: row.quantity,
                sold: row.sold,
                is_hidden: row.is_hidden,
                sort_order: row.sort_order,
                version: row.version,
                times_used: codes.as_ref().map_or(0, |codes| codes.times_used),
                invitation_code: codes.and_then(|codes| codes.code),
            }
        })
        .collect())
}

/// Returns the classes of an event that visitors see.
#[tracing::instrument(name = "tickets.find_public", skip_all)]
pub async fn find_public(conn: &impl ConnectionTrait, event: EventId) -> Result<Vec<PublicTicket>> {
    let rows = find_rows(conn, event).await?;
    let shown = rows.into_iter().filter(|row| !row.is_hidden);
    Ok(shown.map(PublicTicket::from).collect())
}

/// The seats in the ticket classes of an event for visitors without an invitation code.
#[derive(Debug, FromQueryResult)]
pub struct Offer {
    event_id: EventId,
    /// The number of classes that are not hidden.
    shown: i64,
    /// The number of shown classes that have no limit of their own.
    unlimited: i64,
    /// The number of seats left in classes with a limit.
    remaining: i64,
}

impl Offer {
    /// Returns whether every class is hidden, so that visitors need a code.
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

/// Returns the offers of these events, in one query; events without classes are not in it.
#[tracing::instrument(name = "tickets.find_offers", skip_all)]
pub async fn find_offers(
    conn: &impl ConnectionTrait,
    events: impl IntoIterator<Item = EventId>,
) -> Result<HashMap<EventId, Offer>> {
    let sum = |count: &'static str| {
        Expr::cust(format!(
            "cast(sum(case when not is_hidden then {count} else 0 end) as bigint)"
        ))
    };
    let offers = ticket::live()
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
        .group_by(ticket::Column::EventId)
        .into_model::<Offer>()
        .all(conn)
        .await?;
    Ok(offers
        .into_iter()
        .map(|offer| (offer.event_id, offer))
        .collect())
}
