//! The `event` table.

use hoi_db::Timestamp;
use hoi_platform::files::FileUrl;
use hoi_platform::ids::{EventId, FileId, GroupId, UserId};
use sea_orm::entity::prelude::*;
use sea_orm::{FromJsonQueryResult, Select};
use serde::{Deserialize, Serialize};

use crate::events::{Asked, EmbedOrigins, Question};

/// The organiser's own questions, in the order asked.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, FromJsonQueryResult)]
pub struct Scheme {
    pub scheme: Vec<Question>,
}

/// The logos on the welcome screen, in their order.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, FromJsonQueryResult)]
pub struct SponsorLogos {
    pub ids: Vec<FileId>,
}

#[derive(Debug, Clone, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "event")]
#[allow(
    clippy::struct_excessive_bools,
    reason = "each is a setting of its own"
)]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: EventId,
    pub slug: Option<String>,
    pub owner_id: UserId,
    pub title: String,
    pub description: String,
    pub total_participants: i64,
    pub open_registration_date: Timestamp,
    pub close_registration_date: Timestamp,
    pub new_closed_date: Option<Timestamp>,
    #[sea_orm(column_name = "logo_file_id")]
    pub logo: FileUrl,
    #[sea_orm(column_name = "cover_file_id")]
    pub cover_image: Option<FileUrl>,
    pub background_color: Option<String>,
    pub host_name: Option<String>,
    pub host_contact: Option<String>,
    pub contact_email: Option<String>,
    pub hide_contact_email: bool,
    pub hide_from_search: bool,
    pub group_id: Option<GroupId>,
    pub members_only: bool,
    pub turn_off_payment: bool,
    pub account_number: Option<String>,
    pub account_holder_name: Option<String>,
    pub bank_name: Option<String>,
    pub bank_bin: Option<String>,
    pub payment_email_content: Option<String>,
    pub payment_days: Option<i64>,
    pub turn_off_payment_reminder: bool,
    pub release_unpaid: bool,
    pub offers_invoices: bool,
    pub turn_off_cash: bool,
    pub cash_has_deadline: bool,
    pub payment_deadline_set_at: Option<Timestamp>,
    pub send_email_after_register: bool,
    pub register_email_content: Option<String>,
    #[sea_orm(column_name = "attachment_file_id")]
    pub attachment_image: Option<FileUrl>,
    pub event_start_date: Timestamp,
    pub end_date: Option<Timestamp>,
    pub venue_address: String,
    pub turn_off_visitor_changes: bool,
    pub visitor_changes_until: Option<Timestamp>,
    pub turn_off_day_reminder: bool,
    pub turn_off_hours_reminder: bool,
    pub registrations_per_address: Option<i64>,
    pub confirm_by_mail_minutes: Option<i64>,
    pub phone_question: Asked,
    pub company_question: Asked,
    pub embed_origins: EmbedOrigins,
    pub cancelled_at: Option<Timestamp>,
    pub cancel_reason: Option<String>,
    pub checkin_waiting_time: i64,
    pub screen_version: i64,
    #[sea_orm(column_name = "sponsor_logo_file_ids")]
    pub sponsor_logos: SponsorLogos,
    pub form: Scheme,
    pub form_version: i64,
    pub registered_count: i64,
    pub search_text: String,
    pub version: i64,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
    pub deleted_at: Option<Timestamp>,
}

#[derive(Debug, Clone, Copy, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

impl Model {
    /// The address for answers, where visitors may see it.
    pub fn shown_email(&self) -> Option<&String> {
        self.contact_email
            .as_ref()
            .filter(|_| !self.hide_contact_email)
    }

    /// How visitors reach the host, if anything is said of it.
    pub fn shown_contact(&self) -> Option<&String> {
        self.host_contact.as_ref().or_else(|| self.shown_email())
    }
}

/// Selects the rows that are not deleted. Queries start here, so that none returns a deleted row by mistake.
pub fn live() -> Select<Entity> {
    Entity::find().filter(Column::DeletedAt.is_null())
}

/// Selects the rows of an owner that are not deleted. The events that a caller may see are another thing:
/// [`visible_to`](crate::events::rights::visible_to).
pub fn owned_by(owner: UserId) -> Select<Entity> {
    live().filter(Column::OwnerId.eq(owner))
}
