//! Requests and responses of the calls on ticket classes.

use std::collections::HashSet;

use hoi_db::Timestamp;
use hoi_i18n::normalize_text;
use hoi_platform::clock;
use hoi_platform::error::{Error, LocalizedText, Result};
use hoi_platform::fields::sent;
use hoi_platform::ids::{EventId, TicketId};
use hoi_platform::quota::UNLIMITED;
use hoi_platform::validation::{Check, Validate};
use sea_orm::Set;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::store::quota;
use super::ticket;

/// The most classes of one event.
pub const MAX_CLASSES: usize = 50;
/// The most characters of a class's name and of its description.
const MAX_NAME: usize = 255;
const MAX_DESCRIPTION: usize = 2000;
/// The last place in the list of classes.
const MAX_PLACE: i64 = 10_000;
/// The largest amount of a bank transfer by QR code: 13 digits, in dong.
pub const MAX_PRICE: i64 = 9_999_999_999_999;
/// Seats of one class or of a whole event.
pub const MAX_SEATS: i64 = 1_000_000;

/// A ticket class, for the event's owner.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Ticket {
    pub id: TicketId,
    /// Unique within the event, case-insensitively.
    pub name: String,
    /// A description of what the ticket includes.
    pub description: Option<String>,
    /// The price, in dong.
    pub price: i64,
    /// The number of seats; −1 for unlimited.
    pub quantity: i64,
    /// The number of seats taken.
    pub sold: i64,
    /// The number of seats left; −1 for unlimited.
    pub remaining: i64,
    /// Only for people with an invitation code, and for the organizer.
    pub is_hidden: bool,
    /// The class's place in the list, from 0.
    pub sort_order: i64,
    /// A live invitation code for this class, if there is one.
    pub invitation_code: Option<String>,
    /// Registrations made through codes of this class.
    pub times_used: i64,
    /// Send it back with a change; a change that names an older one is refused.
    pub version: i64,
}

/// A ticket class, for visitors.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PublicTicket {
    pub id: TicketId,
    pub name: String,
    /// A description of what the ticket includes.
    pub description: Option<String>,
    /// The price, in dong.
    pub price: i64,
    /// The number of seats left; −1 for unlimited.
    pub remaining: i64,
    /// Whether no seat is left.
    pub sold_out: bool,
}

/// A new ticket class.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewTicket {
    /// 1–255 characters, unique in the event whatever its case.
    #[serde(default)]
    #[schema(min_length = 1, extensions(("max" = json!(MAX_NAME))))]
    pub name: String,
    /// The description, at most 2000 characters.
    #[serde(default)]
    #[schema(extensions(("max" = json!(MAX_DESCRIPTION))))]
    pub description: Option<String>,
    /// The price in dong, at least 0.
    #[serde(default)]
    #[schema(required)]
    #[schema(minimum = 0, extensions(("max" = json!(MAX_PRICE))))]
    pub price: Option<i64>,
    /// The number of seats, at least 1; −1 or null = unlimited. Required, so that unlimited seats are never offered by
    /// mistake.
    #[serde(default, deserialize_with = "sent")]
    #[schema(value_type = Option<i64>, required)]
    #[schema(extensions(("min" = json!(UNLIMITED)), ("max" = json!(MAX_SEATS))))]
    pub quantity: Option<Option<i64>>,
    /// Only for people with an invitation code.
    #[serde(default)]
    pub is_hidden: bool,
}

/// A change to a ticket class: absent fields stay unchanged.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TicketChange {
    /// 1–255 characters, unique in the event whatever its case.
    #[serde(default, deserialize_with = "sent")]
    #[schema(nullable = false)]
    #[schema(min_length = 1, extensions(("max" = json!(MAX_NAME))))]
    pub name: Option<String>,
    /// The description, at most 2000 characters; empty or null removes it.
    #[serde(default, deserialize_with = "sent")]
    #[schema(value_type = Option<String>)]
    #[schema(extensions(("max" = json!(MAX_DESCRIPTION))))]
    pub description: Option<Option<String>>,
    /// The price in dong, 0 or more. The amounts due from earlier registrations do not change.
    #[serde(default, deserialize_with = "sent")]
    #[schema(nullable = false)]
    #[schema(minimum = 0, extensions(("max" = json!(MAX_PRICE))))]
    pub price: Option<i64>,
    /// The number of seats, at least 1 and at least those sold; −1 or null = unlimited.
    #[serde(default, deserialize_with = "sent")]
    #[schema(value_type = Option<i64>)]
    #[schema(extensions(("min" = json!(UNLIMITED)), ("max" = json!(MAX_SEATS))))]
    pub quantity: Option<Option<i64>>,
    /// Only for people with an invitation code.
    #[serde(default, deserialize_with = "sent")]
    #[schema(nullable = false)]
    pub is_hidden: Option<bool>,
    /// The class's place in the list, from 0.
    #[serde(default, deserialize_with = "sent")]
    #[schema(nullable = false)]
    #[schema(minimum = 0, extensions(("max" = json!(MAX_PLACE))))]
    pub sort_order: Option<i64>,
    /// The version that the caller read; 5008 if there is a later one, which the refusal contains. Absent: any version.
    #[serde(default)]
    pub version: Option<i64>,
}

impl NewTicket {
    /// Checks and tidies it; `path` is where it stands in the body, with a dot at its end, or empty.
    pub fn check(&mut self, path: &str, check: &mut Check) {
        let field = |name: &str| format!("{path}{name}");
        check.required_line(&field("name"), &mut self.name, MAX_NAME);
        check.optional_text(
            &field("description"),
            &mut self.description,
            MAX_DESCRIPTION,
        );
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

    /// Returns the number of seats; −1 for unlimited.
    #[must_use]
    pub fn seats(&self) -> i64 {
        self.quantity.flatten().unwrap_or(UNLIMITED)
    }

    /// Converts into a row of `event`.
    #[must_use]
    pub fn into_row(self, event: EventId, sort_order: i64, now: Timestamp) -> ticket::ActiveModel {
        let (name_key, quantity) = (self.name_key(), self.seats());
        ticket::ActiveModel {
            id: Set(clock::new_id()),
            event_id: Set(event),
            name_key: Set(name_key),
            name: Set(self.name),
            description: Set(self.description),
            price: Set(self.price.unwrap_or(0)),
            quantity: Set(quantity),
            sold: Set(0),
            is_hidden: Set(self.is_hidden),
            sort_order: Set(sort_order),
            version: Set(1),
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
            check.required_line("name", name, MAX_NAME);
        }
        if let Some(description) = &mut self.description {
            check.optional_text("description", description, MAX_DESCRIPTION);
        }
        if let Some(price) = self.price {
            check.between("price", price, 0, MAX_PRICE);
        }
        check_quantity("quantity", self.quantity.flatten(), check);
        if let Some(place) = self.sort_order {
            check.between("sortOrder", place, 0, MAX_PLACE);
        }
    }
}

fn check_quantity(field: &str, quantity: Option<i64>, check: &mut Check) {
    if let Some(quantity) = quantity.filter(|quantity| *quantity != UNLIMITED) {
        check.between(field, quantity, 1, MAX_SEATS);
    }
}

/// Returns the name by which two classes are compared for uniqueness.
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

impl From<ticket::Model> for PublicTicket {
    fn from(row: ticket::Model) -> Self {
        let quota = quota(&row);
        Self {
            id: row.id,
            name: row.name,
            description: row.description,
            price: row.price,
            remaining: quota.left_or_unlimited(),
            sold_out: quota.is_used_up(),
        }
    }
}
