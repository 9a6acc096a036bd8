//! The `attendance` table.

use std::time::Duration;

use hoi_community::accounts::Gender;
use hoi_db::{Timestamp, Tx};
use hoi_i18n::Lang;
use hoi_platform::files::FileUrl;
use hoi_platform::ids::{AttendanceId, EventId, FileId, InvitationCodeId, TicketId, UserId};
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::Func;
use sea_orm::{FromJsonQueryResult, Iterable as _, QueryFilter, Select};
use serde::{Deserialize, Serialize};

use crate::attendances::{
    Answer, AnswerValue, ImportMarks, PaidWay, ParticipationType, PaymentMethod, PaymentStatus,
    QuestionType, Source,
};

/// How long a registration counts against the limit of its network address.
pub const COUNTED_FOR: Duration = Duration::from_hours(24);

/// The answers to the organiser's own questions, in the form's order.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, FromJsonQueryResult)]
pub struct Answers {
    pub answers: Vec<Answer>,
}

impl Answers {
    /// Returns the files with which questions for a picture were answered.
    pub fn pictures(&self) -> impl Iterator<Item = FileId> {
        self.answers
            .iter()
            .filter_map(|answer| match &answer.answer {
                AnswerValue::Text(text) if answer.kind == QuestionType::Image => {
                    text.rsplit('/').next()?.parse().ok()
                }
                _ => None,
            })
    }
}

#[derive(Debug, Clone, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "attendance")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: AttendanceId,
    pub event_id: EventId,
    pub ticket_id: Option<TicketId>,
    pub user_id: Option<UserId>,
    pub full_name: String,
    pub email: String,
    pub email_key: String,
    pub phone: String,
    pub country: Option<String>,
    pub company: String,
    pub role: Option<String>,
    pub note: Option<String>,
    pub participation_type: ParticipationType,
    pub invitation_code_id: Option<InvitationCodeId>,
    pub invited_by: Option<String>,
    pub invited_by_attendance_id: Option<AttendanceId>,
    pub ticket_code: String,
    pub checked_in_time: Option<Timestamp>,
    pub checked_in_by: Option<String>,
    pub registration_time: Timestamp,
    pub payment_status: PaymentStatus,
    pub payment_method: Option<PaymentMethod>,
    /// Empty until something is due for the first time.
    pub payment_ref: String,
    pub paid_at: Option<Timestamp>,
    pub paid_way: Option<PaidWay>,
    pub paid_by: Option<UserId>,
    pub due_since: Option<Timestamp>,
    pub payment_reminded_at: Option<Timestamp>,
    pub amount: i64,
    pub received: i64,
    pub date_of_birth: Option<String>,
    pub gender: Option<Gender>,
    pub identification_number: Option<String>,
    pub tax_number: Option<String>,
    #[sea_orm(column_name = "business_license_file_id")]
    pub business_license: Option<FileUrl>,
    #[sea_orm(column_name = "avatar_file_id")]
    pub avatar: Option<FileUrl>,
    #[sea_orm(column_name = "logo_file_id")]
    pub logo: Option<FileUrl>,
    pub source: Source,
    pub answers: Answers,
    pub consent: Option<Json>,
    /// When the person withdrew the consent: from then on the organiser's messages skip this person.
    pub consent_withdrawn_at: Option<Timestamp>,
    /// The network from which it was given, as in `address_hash`; kept with the consent.
    pub consent_address: Option<String>,
    pub lang: Lang,
    pub search_text: String,
    pub confirm_by: Option<Timestamp>,
    pub address_hash: Option<String>,
    /// The same at events that limit registrations per network address, where it is counted.
    pub counted_address: Option<String>,
    /// None for a participant who was never in an imported file.
    pub imported: Option<ImportMarks>,
    /// The last change of time or place that a letter told of.
    pub told_at: Option<Timestamp>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
    pub deleted_at: Option<Timestamp>,
    /// When the personal data was erased; see `privacy`.
    pub erased_at: Option<Timestamp>,
}

#[derive(Debug, Clone, Copy, EnumIter, DeriveRelation)]
pub enum Relation {}

impl Model {
    /// Returns since when the participant knows the event's time and place; see [`known_since`].
    #[must_use]
    pub fn known_since(&self) -> Timestamp {
        self.told_at.unwrap_or(self.registration_time)
    }

    /// Returns the outstanding amount, in dong.
    #[must_use]
    pub fn outstanding(&self) -> i64 {
        outstanding(self.payment_status, self.amount, self.received)
    }

    /// Returns the surplus over the price, in dong.
    #[must_use]
    pub fn surplus(&self) -> i64 {
        (self.received - self.amount).max(0)
    }

    /// Returns the outstanding amount, in dong, or the price if nothing is due.
    #[must_use]
    pub fn outstanding_or_price(&self) -> i64 {
        match self.outstanding() {
            0 => self.amount,
            outstanding => outstanding,
        }
    }
}

/// Returns the outstanding part of an amount, in dong.
#[must_use]
pub fn outstanding(status: PaymentStatus, amount: i64, received: i64) -> i64 {
    match status {
        PaymentStatus::Unpaid => (amount - received).max(0),
        PaymentStatus::Paid => 0,
    }
}

impl ActiveModelBehavior for ActiveModel {}

/// Selects the rows that are not deleted. Queries start here, so that none returns a deleted row by mistake.
pub fn live() -> Select<Entity> {
    Entity::find().filter(Column::DeletedAt.is_null())
}

/// Holds for everybody. Written beside a condition about the type or the ticket class, because the index of such conditions
/// (`attendance_filter`) has the payment status before them.
#[must_use]
pub fn has_any_status() -> Expr {
    Column::PaymentStatus.is_in(PaymentStatus::iter())
}

/// As [`has_any_status`], beside a condition about the ticket class: the index has the type before it, too.
#[must_use]
pub fn has_any_type() -> Expr {
    Column::ParticipationType.is_in(ParticipationType::iter())
}

/// Returns since when a participant knows the event's time and place: since the change that a letter told of, or since the
/// registration.
#[must_use]
pub fn known_since() -> Expr {
    let column = |column: Column| Expr::col((Entity, column));
    Func::coalesce([column(Column::ToldAt), column(Column::RegistrationTime)]).into()
}

/// Selects the participants who owe something: confirmed ones that were not removed. Literals, because an index names them.
pub fn owing() -> Select<Entity> {
    use sea_orm::sea_query::ExprTrait as _;

    live()
        .filter(Column::ConfirmBy.is_null())
        .filter(Expr::col((Entity, Column::PaymentStatus)).eq(Expr::cust("'unpaid'")))
        .filter(Expr::col((Entity, Column::Amount)).gt(Expr::cust("0")))
        // Money that arrives for a cancelled event is received, and leaves the registration unpaid.
        .filter(Expr::col((Entity, Column::Amount)).gt(Expr::col((Entity, Column::Received))))
}

/// Selects the participants with money received: confirmed ones that were not removed. A literal, because an index
/// names it.
pub fn with_money() -> Select<Entity> {
    use sea_orm::sea_query::ExprTrait as _;

    live()
        .filter(Column::ConfirmBy.is_null())
        .filter(Expr::col((Entity, Column::Received)).gt(Expr::cust("0")))
}

/// Returns the sum of the outstanding amounts of the selected participants. PostgreSQL gives sums of `bigint` a wider
/// type.
#[must_use]
pub fn sum_outstanding() -> Expr {
    use sea_orm::sea_query::ExprTrait as _;

    let column = |column: Column| Expr::col((Entity, column));
    let outstanding = column(Column::Amount).sub(column(Column::Received));
    Func::sum(outstanding).cast_as("bigint")
}

/// Returns the amount received for the ticket, without any surplus over its price.
#[must_use]
pub fn received_for_ticket() -> Expr {
    use sea_orm::sea_query::ExprTrait as _;

    let column = |column: Column| Expr::col((Entity, column));
    let is_more = column(Column::Received).gt(column(Column::Amount));
    let price = Expr::case(is_more, column(Column::Amount));
    price.finally(column(Column::Received)).into()
}

/// Returns the sum of the amounts received for tickets, without any surplus over their prices.
#[must_use]
pub fn sum_received() -> Expr {
    use sea_orm::sea_query::ExprTrait as _;

    Func::sum(received_for_ticket()).cast_as("bigint")
}

/// Selects the participants with a surplus over the price of their tickets. Written like the condition of an index.
pub fn with_surplus() -> Select<Entity> {
    use sea_orm::sea_query::ExprTrait as _;

    let column = |column: Column| Expr::col((Entity, column));
    live()
        .filter(Column::ConfirmBy.is_null())
        .filter(column(Column::Received).gt(column(Column::Amount)))
}

/// Returns the sum of the surpluses over the prices of tickets.
#[must_use]
pub fn sum_surplus() -> Expr {
    use sea_orm::sea_query::ExprTrait as _;

    let column = |column: Column| Expr::col((Entity, column));
    let surplus = column(Column::Received).sub(column(Column::Amount));
    Func::sum(surplus).cast_as("bigint")
}

/// Counts the registrations of the last [`COUNTED_FOR`] against the limit of their network addresses, which the event has
/// only now. The event is locked.
pub async fn count_addresses(tx: &Tx, event: EventId, now: Timestamp) -> Result<(), DbErr> {
    Entity::update_many()
        .col_expr(Column::CountedAddress, Expr::col(Column::AddressHash))
        .filter(Column::EventId.eq(event))
        .filter(Column::RegistrationTime.gt(now.minus(COUNTED_FOR)))
        .filter(Column::AddressHash.is_not_null())
        .exec(tx)
        .await?;
    Ok(())
}
