//! The part of an event's participants that a message is for.

use hoi_db::Timestamp;
use hoi_platform::error::{Error, LocalizedText, Result};
use hoi_platform::ids::{EventId, TicketId};
use hoi_platform::validation::Check;
use hoi_ticketing::attendances::attendance::{self, Column};
use hoi_ticketing::attendances::{ParticipationType, PaymentStatus};
use hoi_ticketing::events::entity::{event, ticket};
use hoi_ticketing::participants::to_be_reminded;
use hoi_ticketing::registration::PaymentInfo;
use sea_orm::{ColumnTrait, ConnectionTrait, PaginatorTrait, QueryFilter, Select};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::opt_out;

/// A part of an event's participants.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum SegmentKind {
    /// All participants of the event.
    All,
    /// Participants whose payment has not arrived.
    Unpaid,
    /// Participants who have to pay before the event and were not reminded within the last 24 hours. A message to them
    /// shows each how to pay. Like other mails about a ticket, it also goes to those who take no messages.
    Owing,
    /// Participants who are not checked in.
    NotCheckedIn,
    /// Participants who are checked in.
    CheckedIn,
    /// Participants who take part as VIPs.
    Vip,
    /// Participants with a ticket of one class.
    Ticket,
}

/// The recipients of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Segment {
    /// A part of the participants.
    pub kind: SegmentKind,
    /// The ticket class, for `ticket`; null otherwise.
    #[serde(default)]
    pub ticket_id: Option<TicketId>,
}

impl Segment {
    /// A part that needs no ticket class.
    #[must_use]
    pub fn of(kind: SegmentKind) -> Self {
        Self {
            kind,
            ticket_id: None,
        }
    }

    /// Reads the stored value.
    pub fn from_column(value: &Value) -> Result<Self> {
        Ok(Self::deserialize(value).map_err(anyhow::Error::from)?)
    }

    /// Returns the value to store.
    pub fn to_column(self) -> Result<Value> {
        Ok(serde_json::to_value(self).map_err(anyhow::Error::from)?)
    }

    /// Requires a ticket class for `ticket`, and removes it for others.
    pub fn validate(&mut self, check: &mut Check) {
        if self.kind == SegmentKind::Ticket {
            let message = LocalizedText::new("messages.chooseClass");
            check.ensure(self.ticket_id.is_some(), "segment.ticketId", message);
        } else {
            self.ticket_id = None;
        }
    }

    /// Refuses a ticket class that the event does not have.
    pub async fn check_class(self, conn: &impl ConnectionTrait, event: EventId) -> Result<()> {
        let Some(id) = self.ticket_id else {
            return Ok(());
        };
        let found = ticket::live()
            .filter(ticket::Column::Id.eq(id))
            .filter(ticket::Column::EventId.eq(event))
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

    /// Whether messages to this part concern the ticket itself: they carry the payment instructions, and opting out does not
    /// stop them.
    #[must_use]
    pub fn is_about_payment(self) -> bool {
        self.kind == SegmentKind::Owing
    }

    /// Selects the registered participants of this part who have a mail address and take the organiser's messages: they have
    /// neither opted out nor taken their consent back.
    #[must_use]
    pub fn recipients(self, event: &event::Model, now: Timestamp) -> Select<attendance::Entity> {
        let people = self.participants(event, now);
        if self.is_about_payment() {
            return people;
        }
        let agreeing = people.filter(Column::ConsentWithdrawnAt.is_null());
        opt_out::without_opted_out(agreeing, event.id)
    }

    fn participants(self, event: &event::Model, now: Timestamp) -> Select<attendance::Entity> {
        let found = attendance::live()
            .filter(Column::EventId.eq(event.id))
            .filter(Column::ConfirmBy.is_null())
            .filter(Column::Email.ne(""));
        match self.kind {
            SegmentKind::All => found,
            SegmentKind::Unpaid => found.filter(Column::PaymentStatus.eq(PaymentStatus::Unpaid)),
            // An identifier is never null: this part is empty where nothing is to be paid.
            SegmentKind::Owing => {
                to_be_reminded(event, now).unwrap_or_else(|| found.filter(Column::Id.is_null()))
            }
            SegmentKind::NotCheckedIn => found.filter(Column::CheckedInTime.is_null()),
            SegmentKind::CheckedIn => found.filter(Column::CheckedInTime.is_not_null()),
            SegmentKind::Vip => found
                .filter(attendance::has_any_status())
                .filter(Column::ParticipationType.eq(ParticipationType::Vip)),
            SegmentKind::Ticket => found
                .filter(attendance::has_any_status())
                .filter(attendance::has_any_type())
                .filter(Column::TicketId.eq(self.ticket_id)),
        }
    }

    /// Returns whether `person` should still be mailed. People who have paid, or have been checked in, meanwhile must
    /// not be asked to.
    #[must_use]
    pub fn still_holds(self, event: &event::Model, person: &attendance::Model) -> bool {
        match self.kind {
            SegmentKind::Unpaid => person.payment_status == PaymentStatus::Unpaid,
            SegmentKind::Owing => PaymentInfo::of_owing(event, person).is_some(),
            SegmentKind::NotCheckedIn => person.checked_in_time.is_none(),
            SegmentKind::All | SegmentKind::CheckedIn | SegmentKind::Vip | SegmentKind::Ticket => {
                true
            }
        }
    }

    /// Counts the recipients.
    pub async fn count(
        self,
        conn: &impl ConnectionTrait,
        event: &event::Model,
        now: Timestamp,
    ) -> Result<u64> {
        Ok(self.recipients(event, now).count(conn).await?)
    }

    /// Counts the participants of this part who would be recipients if they took messages.
    pub async fn count_opted_out(
        self,
        conn: &impl ConnectionTrait,
        event: &event::Model,
        now: Timestamp,
    ) -> Result<u64> {
        let all = self.participants(event, now).count(conn).await?;
        Ok(all.saturating_sub(self.count(conn, event, now).await?))
    }
}
