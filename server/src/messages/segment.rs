//! Which participants a message is for.

use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, PaginatorTrait, QueryFilter, Select};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use crate::attendances::ParticipationType;
use crate::attendances::PaymentStatus;
use crate::attendances::attendance::{self, Column};
use crate::error::{Error, LocalizedText, Result};
use crate::events::entity::ticket;
use crate::http::Check;
use crate::ids::{EventId, TicketId};

/// A part of an event's participants.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum SegmentKind {
    /// Everyone.
    All,
    /// Those whose payment has not arrived.
    Unpaid,
    /// Those who are not inside.
    NotCheckedIn,
    /// Those who are inside.
    CheckedIn,
    /// VIPs.
    Vip,
    /// Those with a ticket of one class.
    Ticket,
}

/// Whom a message is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Segment {
    /// Which part of the participants.
    pub kind: SegmentKind,
    /// The class, for `ticket`; nothing otherwise.
    #[serde(default)]
    pub ticket_id: Option<TicketId>,
}

impl Segment {
    /// As it was stored.
    pub fn from_column(value: &Value) -> Result<Self> {
        Ok(Self::deserialize(value).map_err(anyhow::Error::from)?)
    }

    /// As it is stored.
    pub fn to_column(self) -> Result<Value> {
        Ok(serde_json::to_value(self).map_err(anyhow::Error::from)?)
    }

    /// Names a class exactly when it is about one.
    pub fn validate(&mut self, check: &mut Check) {
        if self.kind == SegmentKind::Ticket {
            let message = LocalizedText::new("messages.chooseClass");
            check.ensure(self.ticket_id.is_some(), "segment.ticketId", message);
        } else {
            self.ticket_id = None;
        }
    }

    /// The class is one of the event's.
    pub async fn check_class(self, conn: &impl ConnectionTrait, event: EventId) -> Result<()> {
        let Some(id) = self.ticket_id else {
            return Ok(());
        };
        let found = ticket::Entity::find_by_id(id)
            .filter(ticket::Column::EventId.eq(event))
            .filter(ticket::Column::DeletedAt.is_null())
            .one(conn)
            .await?;
        match found {
            Some(_) => Ok(()),
            None => Err(Error::field(
                "segment.ticketId",
                LocalizedText::new("messages.noSuchClass"),
            )),
        }
    }

    /// Its participants who are registered at this moment and have an address.
    #[must_use]
    pub fn participants(self, event: EventId) -> Select<attendance::Entity> {
        let found = attendance::Entity::find()
            .filter(Column::EventId.eq(event))
            .filter(Column::DeletedAt.is_null())
            .filter(Column::ConfirmBy.is_null())
            .filter(Column::Email.ne(""));
        match self.kind {
            SegmentKind::All => found,
            SegmentKind::Unpaid => found.filter(Column::PaymentStatus.eq(PaymentStatus::Unpaid)),
            SegmentKind::NotCheckedIn => found.filter(Column::CheckedInTime.is_null()),
            SegmentKind::CheckedIn => found.filter(Column::CheckedInTime.is_not_null()),
            SegmentKind::Vip => found.filter(Column::ParticipationType.eq(ParticipationType::Vip)),
            SegmentKind::Ticket => found.filter(Column::TicketId.eq(self.ticket_id)),
        }
    }

    /// Whether a mail to `person` still makes sense: whoever has paid or come in since they were chosen is not asked to.
    #[must_use]
    pub fn still_holds(self, person: &attendance::Model) -> bool {
        match self.kind {
            SegmentKind::Unpaid => person.payment_status == PaymentStatus::Unpaid,
            SegmentKind::NotCheckedIn => person.checked_in_time.is_none(),
            SegmentKind::All | SegmentKind::CheckedIn | SegmentKind::Vip | SegmentKind::Ticket => {
                true
            }
        }
    }

    /// How many they are.
    pub async fn count(self, conn: &impl ConnectionTrait, event: EventId) -> Result<u64> {
        Ok(self.participants(event).count(conn).await?)
    }
}
