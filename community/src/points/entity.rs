//! The `point` table.

use hoi_db::Timestamp;
use hoi_platform::files::FileUrl;
use hoi_platform::ids::{GroupId, PointId, UserId};
use sea_orm::entity::prelude::*;

use super::{PartyAnswer, PointStatus, RoleType};

#[derive(Debug, Clone, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "point")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: PointId,
    pub group_id: GroupId,
    pub seller_id: UserId,
    pub counterparty_id: UserId,
    pub role_type: RoleType,
    pub buyer_name: Option<String>,
    pub value: i64,
    pub deal_date: String,
    pub note: Option<String>,
    #[sea_orm(column_name = "proof_file_id")]
    pub proof: Option<FileUrl>,
    pub status: PointStatus,
    pub submitted_by: UserId,
    pub other_party_answer: Option<PartyAnswer>,
    pub decided_by: Option<UserId>,
    pub decided_at: Option<Timestamp>,
    pub voided_by: Option<UserId>,
    pub voided_at: Option<Timestamp>,
    pub reason: Option<String>,
    pub version: i64,
    pub created_at: Timestamp,
}

#[derive(Debug, Clone, Copy, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

impl Model {
    #[must_use]
    pub fn is_party(&self, account: UserId) -> bool {
        self.seller_id == account || self.counterparty_id == account
    }

    /// Returns the key of the text that names the counterparty's role in files.
    #[must_use]
    pub fn role_text(&self) -> &'static str {
        match self.role_type {
            RoleType::Buyer => "groupReport.buyer",
            RoleType::Introducer => "groupReport.introducer",
        }
    }

    /// Returns the key of the text that names the point's state in files.
    #[must_use]
    pub fn status_text(&self) -> &'static str {
        match self.status {
            PointStatus::Pending => "groupReport.waits",
            PointStatus::Approved => "groupReport.approved",
            PointStatus::Rejected if self.voided_at.is_some() => "groupReport.voided",
            PointStatus::Rejected => "groupReport.rejected",
        }
    }

    /// Returns the party that is asked to confirm: the one that did not submit the point. If a leader submitted it for
    /// two others, it is the counterparty.
    #[must_use]
    pub fn other_party(&self) -> UserId {
        if self.submitted_by == self.counterparty_id {
            self.seller_id
        } else {
            self.counterparty_id
        }
    }
}
