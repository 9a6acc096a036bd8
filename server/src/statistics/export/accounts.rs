//! The sheets of accounts, of plans and of accounts' plans.

use hoi_community::accounts::entity::user;
use hoi_community::accounts::{self, Role};
use hoi_community::plans::entity::{personal_plan, plan};
use hoi_platform::exports::moment_cell;
use hoi_platform::http::{Download, broken};
use hoi_platform::ids::{PersonalPlanId, PlanId, UserId};
use hoi_spreadsheet::Cell;
use sea_orm::{ColumnTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait};

use super::{PAGE, Writing, names};
use crate::statistics::store::Scope;

/// The keys of the columns.
pub const ACCOUNTS: [&str; 9] = [
    "export.id",
    "sheet.fullName",
    "sheet.email",
    "sheet.phone",
    "sheet.company",
    "sheet.country",
    "export.role",
    "export.isActive",
    "export.createdAt",
];
const PLANS: [&str; 13] = [
    "export.id",
    "export.plan",
    "export.price",
    "export.soldFrom",
    "export.soldUntil",
    "export.months",
    "export.packages",
    "export.numberOfEvents",
    "export.attendeesPerEvent",
    "export.numberOfGroups",
    "export.membersPerGroup",
    "export.report",
    "export.createdAt",
];
const PERSONAL_PLANS: [&str; 10] = [
    "export.plan",
    "export.account",
    "export.firstDay",
    "export.lastDay",
    "export.numberOfEvents",
    "export.attendeesPerEvent",
    "export.numberOfGroups",
    "export.membersPerGroup",
    "export.report",
    "export.createdAt",
];

impl Writing {
    pub async fn accounts(&self, file: &mut Download) -> anyhow::Result<()> {
        let mut last: Option<UserId> = None;
        loop {
            let own = (self.scope != Scope::Platform).then_some(self.account);
            let found = user::live()
                .apply_if(own, |found, own| found.filter(user::Column::Id.eq(own)))
                .apply_if(last, |found, last| found.filter(user::Column::Id.gt(last)))
                .order_by_asc(user::Column::Id)
                .limit(PAGE)
                .all(self.app.db.read())
                .await?;
            let Some(row) = found.last() else {
                return Ok(());
            };
            last = Some(row.id);
            let rows = found.into_iter().map(|row| self.account(row)).collect();
            file.rows(rows).await?;
        }
    }

    fn account(&self, row: user::Model) -> Vec<Cell> {
        let role = match row.role {
            Role::Committee => "export.committee",
            Role::Admin => "export.admin",
        };
        vec![
            row.id.to_string().into(),
            row.full_name.into(),
            row.email.into(),
            row.phone.into(),
            row.company.into(),
            row.country.into(),
            self.text(role).into(),
            self.yes_or_no(row.is_active),
            moment_cell(Some(row.created_at)),
        ]
    }

    pub async fn plans(&self, file: &mut Download) -> anyhow::Result<()> {
        self.sheet(file, "export.plans", &PLANS).await?;
        let mut last: Option<PlanId> = None;
        loop {
            let found = plan::live()
                .apply_if(last, |found, last| found.filter(plan::Column::Id.gt(last)))
                .order_by_asc(plan::Column::Id)
                .limit(PAGE)
                .all(self.app.db.read())
                .await?;
            let Some(row) = found.last() else {
                return Ok(());
            };
            last = Some(row.id);
            let rows = found.into_iter().map(|row| {
                vec![
                    row.id.to_string().into(),
                    row.base_name.into(),
                    Cell::Number(row.price),
                    row.start_date.into(),
                    row.expiration_date.into(),
                    Cell::Number(row.duration),
                    self.limit(row.number_of_packages),
                    self.limit(row.number_of_events),
                    self.limit(row.attendees_per_event),
                    self.limit(row.number_of_groups),
                    self.limit(row.users_per_group),
                    self.yes_or_no(row.has_report),
                    moment_cell(Some(row.created_at)),
                ]
            });
            file.rows(rows.collect()).await?;
        }
    }

    pub async fn personal_plans(&self, file: &mut Download) -> anyhow::Result<()> {
        self.sheet(file, "export.personalPlans", &PERSONAL_PLANS)
            .await?;
        let own = (self.scope != Scope::Platform).then_some(self.account);
        let mut last: Option<PersonalPlanId> = None;
        loop {
            let conn = self.app.db.read();
            let found = personal_plan::live()
                .apply_if(own, |found, own| {
                    found.filter(personal_plan::Column::UserId.eq(own))
                })
                .apply_if(last, |found, last| {
                    found.filter(personal_plan::Column::Id.gt(last))
                })
                .order_by_asc(personal_plan::Column::Id)
                .limit(PAGE)
                .all(conn)
                .await?;
            let Some(row) = found.last() else {
                return Ok(());
            };
            last = Some(row.id);
            let columns = (plan::Column::Id, plan::Column::BaseName);
            let plans = found.iter().map(|row| row.plan_id);
            let plans = names::<plan::Entity, _>(conn, columns, plans).await?;
            let owners = found.iter().map(|row| row.user_id);
            let owners = accounts::full_names(conn, owners).await.map_err(broken)?;
            let rows = found.into_iter().map(|row| {
                vec![
                    plans.get(&row.plan_id).cloned().into(),
                    owners.get(&row.user_id).cloned().into(),
                    row.start_date.into(),
                    row.expiration_date.into(),
                    self.limit(row.event_limit),
                    self.limit(row.max_attendees_per_event),
                    self.limit(row.group_limit),
                    self.limit(row.max_members_per_group),
                    self.yes_or_no(row.has_report),
                    moment_cell(Some(row.created_at)),
                ]
            });
            file.rows(rows.collect()).await?;
        }
    }
}
