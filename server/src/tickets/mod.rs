//! Ticket classes and invitation codes of an event.
//!
//! The calls on codes stand in `invitations`, because a code may belong to a participant.

pub mod entity;
mod routes;

pub use crate::ids::{InvitationCodeId, TicketId};
pub use routes::routes;

use hoi_i18n::normalize_text;
use sea_orm::{DeriveActiveEnum, EnumIter};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// How somebody takes part.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, EnumIter, DeriveActiveEnum, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[sea_orm(
    rs_type = "String",
    db_type = "Text",
    rename_all = "SCREAMING_SNAKE_CASE"
)]
pub enum ParticipationType {
    /// Normal.
    Ordinary,
    /// Very important.
    #[serde(rename = "VIP")]
    #[sea_orm(string_value = "VIP")]
    Vip,
    /// Sponsor.
    Sponsor,
    /// Invited guest.
    Invited,
    /// Member of the organising committee.
    Committee,
    /// Owner of a block of tickets.
    TicketOwner,
}

impl ParticipationType {
    /// The key of its name in the catalogue.
    #[must_use]
    pub fn name_key(self) -> &'static str {
        match self {
            Self::Ordinary => "sheet.ordinary",
            Self::Vip => "sheet.vip",
            Self::Sponsor => "sheet.sponsor",
            Self::Invited => "sheet.invited",
            Self::Committee => "sheet.committee",
            Self::TicketOwner => "sheet.ticketOwner",
        }
    }
}

/// What invitation codes are compared by. Control characters mean nothing in them, and a database may refuse them.
#[must_use]
pub fn code_key(code: &str) -> String {
    normalize_text(&code.replace(char::is_control, "")).to_lowercase()
}
