//! The calls that manage the ticket classes of an event.

use axum::extract::State;
use hoi_db::{OnUnique, Tx};
use hoi_platform::app::App;
use hoi_platform::error::{Error, LocalizedText, Result, is_stale};
use hoi_platform::http::{Envelope, Existing, Identified, Nothing, PathId, ValidatedJson};
use hoi_platform::idempotency::{Idempotent, KeyHeader};
use hoi_platform::ids::{EventId, TicketId};
use hoi_platform::quota::UNLIMITED;
use hoi_platform::routes;
use sea_orm::{
    ActiveModelTrait, ColumnTrait, ConnectionTrait, IntoActiveModel, QueryFilter, QuerySelect, Set,
};
use serde_json::json;
use utoipa_axum::router::OpenApiRouter;

use super::dto::{MAX_CLASSES, NewTicket, Ticket, TicketChange, name_key};
use super::{quota, store, ticket};
use crate::events::{self, EventAction, InEvent, LogEntry, invitation_codes, rights};

/// Calls on ticket classes.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_tickets, create_ticket))
        .routes(routes!(update_ticket, delete_ticket))
}

/// All classes of the event, hidden ones too, in their order.
#[utoipa::path(get, path = "/event/{eventId}/tickets", tag = "ticket", params(("eventId" = EventId, Path)),
    responses((status = 200, body = Envelope<Vec<Ticket>>)), security(("bearer" = [])))]
async fn list_tickets(
    State(app): State<App>,
    InEvent { event, .. }: InEvent<rights::Tickets>,
) -> Result<Envelope<Vec<Ticket>>> {
    store::find_all(app.db.read(), event.id)
        .await
        .map(Envelope::ok)
}

/// Adds a class at the end. 5012 when its name is taken, 5009 when the event is canceled.
/// 5003: the event has too many.
#[utoipa::path(post, path = "/event/{eventId}/tickets", tag = "ticket", params(("eventId" = EventId, Path), KeyHeader),
    request_body = NewTicket, responses((status = 200, body = Envelope<Ticket>)), security(("bearer" = [])))]
async fn create_ticket(
    State(app): State<App>,
    InEvent { event, user, .. }: InEvent<rights::Tickets>,
    Idempotent(once, body): Idempotent<NewTicket>,
) -> Result<Envelope<Ticket>> {
    let now = app.clock.now();
    let tx = once.begin().await?;
    // The event is always locked before its classes.
    events::lock_not_cancelled(&tx, event.id).await?;
    let classes = store::find_rows(&tx, event.id).await?;
    if classes.len() >= MAX_CLASSES {
        return Err(Error::ResourceExceeded(
            LocalizedText::new("ticket.tooMany").with("max", MAX_CLASSES),
        ));
    }
    let place = classes.last().map_or(0, |last| last.sort_order + 1);
    let name = body.name.clone();
    let row = body.into_row(event.id, place, now);
    let added = row.insert(&tx).await.on_unique(Error::TicketClassExisted)?;
    let entry = LogEntry::new(event.id, EventAction::TicketCreated)
        .by(user.id)
        .about(added.id.0)
        .with(json!({ "name": name }));
    events::log(&tx, entry, now).await?;
    let created = find(&tx, event.id, added.id).await?;
    once.commit(tx, Envelope::said(created, "ticket.created"))
        .await
}

/// Changes a class. 5012 when its new name is taken, 5008 when fewer seats would be left than are sold or the class
/// was changed since it was read, 5009 when the event is canceled.
#[utoipa::path(put, path = "/event/{eventId}/tickets/{id}", tag = "ticket", params(("eventId" = EventId, Path), ("id" = TicketId, Path)),
    request_body = TicketChange, responses((status = 200, body = Envelope<Ticket>)), security(("bearer" = [])))]
async fn update_ticket(
    State(app): State<App>,
    InEvent { event, user, .. }: InEvent<rights::Tickets>,
    Existing(id): Existing<ticket::Entity>,
    ValidatedJson(change): ValidatedJson<TicketChange>,
) -> Result<Envelope<Ticket>> {
    let now = app.clock.now();
    let tx = app.db.write().await?;
    events::lock_not_cancelled(&tx, event.id).await?;
    let class = lock_class(&tx, event.id, id).await?;
    if is_stale(change.version, class.version) {
        return Err(Error::changed_meanwhile(&find(&tx, event.id, id).await?));
    }
    let (seats, former_name, version) = (quota(&class), class.name.clone(), class.version);
    let name = change.name.unwrap_or_else(|| former_name.clone());
    let mut row = class.into_active_model();
    row.name_key.set_ne(name_key(&name));
    row.name.set_ne(name.clone());
    if let Some(description) = change.description {
        row.description.set_ne(description);
    }
    if let Some(price) = change.price {
        row.price.set_ne(price);
    }
    if let Some(quantity) = change.quantity {
        let quantity = quantity.unwrap_or(UNLIMITED);
        if seats.exceeds(quantity) {
            return Err(Error::Conflict(
                LocalizedText::new("ticket.fewerThanSold").with("count", seats.used()),
            ));
        }
        row.quantity.set_ne(quantity);
    }
    if let Some(is_hidden) = change.is_hidden {
        row.is_hidden.set_ne(is_hidden);
    }
    if let Some(place) = change.sort_order {
        row.sort_order.set_ne(place);
    }
    let fields = changed_fields(&row);
    if !fields.is_empty() {
        let former_name = row.name.is_set().then_some(former_name);
        let data = json!({ "name": name, "formerName": former_name, "fields": fields });
        // A place in the list stands in no dialog.
        if fields != ["sortOrder"] {
            row.version = Set(version + 1);
        }
        row.updated_at = Set(now);
        row.update(&tx).await.on_unique(Error::TicketClassExisted)?;
        let entry = LogEntry::new(event.id, EventAction::TicketUpdated)
            .by(user.id)
            .about(id.0)
            .with(data);
        events::log(&tx, entry, now).await?;
        tx.commit().await?;
    }
    Ok(Envelope::said(
        find(app.db.read(), event.id, id).await?,
        "ticket.updated",
    ))
}

/// Returns the names of the changed fields, as the API calls them.
fn changed_fields(row: &ticket::ActiveModel) -> Vec<&'static str> {
    [
        ("name", row.name.is_set()),
        ("description", row.description.is_set()),
        ("price", row.price.is_set()),
        ("quantity", row.quantity.is_set()),
        ("isHidden", row.is_hidden.is_set()),
        ("sortOrder", row.sort_order.is_set()),
    ]
    .into_iter()
    .filter_map(|(name, differs)| differs.then_some(name))
    .collect()
}

/// Removes a class with no sold seats, and with it the invitation codes that are valid for this class only; otherwise
/// 5008. 5009: the event is canceled.
#[utoipa::path(delete, path = "/event/{eventId}/tickets/{id}", tag = "ticket", params(("eventId" = EventId, Path), ("id" = TicketId, Path)),
    responses((status = 200, body = Envelope<Nothing>)), security(("bearer" = [])))]
async fn delete_ticket(
    State(app): State<App>,
    InEvent { event, user, .. }: InEvent<rights::Tickets>,
    PathId(id): PathId<TicketId>,
) -> Result<Envelope<Nothing>> {
    let now = app.clock.now();
    let tx = app.db.write().await?;
    events::lock_not_cancelled(&tx, event.id).await?;
    let class = lock_class(&tx, event.id, id).await?;
    if class.sold > 0 {
        return Err(Error::Conflict(
            LocalizedText::new("ticket.alreadySold").with("count", class.sold),
        ));
    }
    let name = class.name.clone();
    let mut row = class.into_active_model();
    row.deleted_at = Set(Some(now));
    row.updated_at = Set(now);
    row.update(&tx).await?;
    let codes = invitation_codes::delete_of_class(&tx, id, now).await?;
    let entry = LogEntry::new(event.id, EventAction::TicketDeleted)
        .by(user.id)
        .about(id.0)
        .with(json!({ "name": name }));
    events::log(&tx, entry, now).await?;
    if codes > 0 {
        let entry = LogEntry::new(event.id, EventAction::CodeDeleted)
            .by(user.id)
            .with(json!({ "count": codes }));
        events::log(&tx, entry, now).await?;
    }
    tx.commit().await?;
    Ok(Envelope::done("message.deleted"))
}

impl Identified for ticket::Entity {
    type Id = TicketId;

    async fn check_exists(id: TicketId, app: &App, event: Option<EventId>) -> Result<()> {
        let event = event.ok_or_else(Error::not_found)?;
        find(app.db.read(), event, id).await.map(drop)
    }
}

/// The class, locked until the transaction ends; 5005 when the event has none such.
async fn lock_class(tx: &Tx, event: EventId, id: TicketId) -> Result<ticket::Model> {
    ticket::live()
        .filter(ticket::Column::Id.eq(id))
        .filter(ticket::Column::EventId.eq(event))
        .lock_exclusive()
        .one(tx)
        .await?
        .ok_or_else(Error::not_found)
}

async fn find(conn: &impl ConnectionTrait, event: EventId, id: TicketId) -> Result<Ticket> {
    store::find_all(conn, event)
        .await?
        .into_iter()
        .find(|ticket| ticket.id == id)
        .ok_or_else(Error::not_found)
}
