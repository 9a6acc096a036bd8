//! Classes and questions that an import adds to an event.

use hoi_db::{Timestamp, Tx};
use hoi_platform::ids::{EventId, TicketId, UserId};
use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{
    ActiveModelTrait as _, ColumnTrait, DbErr, EntityTrait, QueryFilter, QueryOrder, QuerySelect,
    Set,
};
use serde_json::json;

use super::entity::event;
use super::form::Question;
use super::tickets::{MAX_CLASSES, NewTicket, ticket};
use super::{EventAction, LogEntry};

/// The additions to an event. Nothing by default.
#[derive(Debug, Clone, Default)]
pub struct Additions {
    /// New classes, checked, with the identifiers that they will have.
    pub classes: Vec<(TicketId, NewTicket)>,
    /// All questions of the form from now on; `None` if none is added.
    pub scheme: Option<Vec<Question>>,
    /// The version of the form to which the questions are added.
    pub form_version: i64,
}

impl Additions {
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.classes.is_empty() && self.scheme.is_none()
    }

    /// The names of the classes as they are compared.
    pub fn class_names(&self) -> impl Iterator<Item = String> {
        self.classes.iter().map(|(_, class)| class.name_key())
    }

    /// Returns whether an event with `classes` has room for them.
    #[must_use]
    pub fn fits(&self, classes: usize) -> bool {
        classes + self.classes.len() <= MAX_CLASSES
    }
}

/// Stores the additions to an event that the transaction has locked, and returns the entries for its log.
#[tracing::instrument(name = "events.store_additions", skip_all)]
pub async fn store_additions(
    tx: &Tx,
    event: EventId,
    by: UserId,
    additions: Additions,
    now: Timestamp,
) -> Result<Vec<LogEntry>, DbErr> {
    let mut log = Vec::new();
    let last: Option<i64> = ticket::live()
        .select_only()
        .column(ticket::Column::SortOrder)
        .filter(ticket::Column::EventId.eq(event))
        .order_by_desc(ticket::Column::SortOrder)
        .into_tuple()
        .one(tx)
        .await?;
    for ((id, class), place) in additions
        .classes
        .into_iter()
        .zip(last.map_or(0, |last| last + 1)..)
    {
        let data = json!({ "name": class.name });
        let row = ticket::ActiveModel {
            id: Set(id),
            ..class.into_row(event, place, now)
        };
        row.insert(tx).await?;
        let entry = LogEntry::new(event, EventAction::TicketCreated);
        log.push(entry.by(by).about(id.0).with(data));
    }
    if let Some(scheme) = additions.scheme {
        let change = event::ActiveModel {
            form: Set(event::Scheme { scheme }),
            form_version: Set(additions.form_version + 1),
            updated_at: Set(now),
            ..Default::default()
        };
        event::Entity::update_many()
            .set(change)
            .col_expr(
                event::Column::Version,
                Expr::col(event::Column::Version).add(1),
            )
            .filter(event::Column::Id.eq(event))
            .exec(tx)
            .await?;
        let entry = LogEntry::new(event, EventAction::EventUpdated);
        log.push(entry.by(by).with(json!({ "fields": ["eventForm"] })));
    }
    Ok(log)
}
