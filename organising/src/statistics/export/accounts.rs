//! The sheets of accounts, of plans and of accounts' plans.

use hoi_community::accounts::entity::user;
use hoi_community::accounts::{self, Role};
use hoi_community::plans::entity::{personal_plan, plan};
use hoi_platform::export_files::{PAGE, Pages, moment_cell};
use hoi_platform::http::{Download, broken};
use hoi_spreadsheet::Cell;
use sea_orm::{ColumnTrait, QueryFilter, QueryTrait};

use super::{ColumnOf, Writing, names};

#[rustfmt::skip]
pub const ACCOUNTS: [ColumnOf<user::Model>; 9] = [
    ("export.id", |row, _| row.id.to_string().into()),
    ("sheet.fullName", |row, _| row.full_name.clone().into()),
    ("sheet.email", |row, _| row.email.clone().into()),
    ("sheet.phone", |row, _| row.phone.clone().into()),
    ("sheet.company", |row, _| row.company.clone().into()),
    ("sheet.country", |row, _| row.country.clone().into()),
    ("export.role", |row, file| file.text(role(row.role)).into()),
    ("export.isActive", |row, file| file.yes_or_no(row.is_active)),
    ("export.createdAt", |row, _| moment_cell(Some(row.created_at))),
];
#[rustfmt::skip]
const PLANS: [ColumnOf<plan::Model>; 13] = [
    ("export.id", |row, _| row.id.to_string().into()),
    ("export.plan", |row, _| row.base_name.clone().into()),
    ("export.price", |row, _| Cell::Number(row.price)),
    ("export.soldFrom", |row, _| row.start_date.clone().into()),
    ("export.soldUntil", |row, _| row.expiration_date.clone().into()),
    ("export.months", |row, _| Cell::Number(row.duration)),
    ("export.packages", |row, file| file.limit(row.number_of_packages)),
    ("export.numberOfEvents", |row, file| file.limit(row.number_of_events)),
    ("export.attendeesPerEvent", |row, file| file.limit(row.attendees_per_event)),
    ("export.numberOfGroups", |row, file| file.limit(row.number_of_groups)),
    ("export.membersPerGroup", |row, file| file.limit(row.users_per_group)),
    ("export.report", |row, file| file.yes_or_no(row.has_report)),
    ("export.createdAt", |row, _| moment_cell(Some(row.created_at))),
];
/// An account's plan with the names of the plan and of the account.
type NamedPlan = (personal_plan::Model, Option<String>, Option<String>);
#[rustfmt::skip]
const PERSONAL_PLANS: [ColumnOf<NamedPlan>; 10] = [
    ("export.plan", |(_, plan, _), _| plan.clone().into()),
    ("export.account", |(.., owner), _| owner.clone().into()),
    ("export.firstDay", |(row, ..), _| row.start_date.clone().into()),
    ("export.lastDay", |(row, ..), _| row.expiration_date.clone().into()),
    ("export.numberOfEvents", |(row, ..), file| file.limit(row.event_limit)),
    ("export.attendeesPerEvent", |(row, ..), file| file.limit(row.max_attendees_per_event)),
    ("export.numberOfGroups", |(row, ..), file| file.limit(row.group_limit)),
    ("export.membersPerGroup", |(row, ..), file| file.limit(row.max_members_per_group)),
    ("export.report", |(row, ..), file| file.yes_or_no(row.has_report)),
    ("export.createdAt", |(row, ..), _| moment_cell(Some(row.created_at))),
];

fn role(role: Role) -> &'static str {
    match role {
        Role::Committee => "export.committee",
        Role::Admin => "export.admin",
    }
}

impl Writing {
    pub async fn accounts(&self, file: &mut Download) -> anyhow::Result<()> {
        let live = user::live().apply_if(self.own(), |found, own| {
            found.filter(user::Column::Id.eq(own))
        });
        let mut pages = Pages::new(live, user::Column::Id);
        while let Some(found) = pages.next(self.app.db.read(), PAGE).await? {
            self.rows(file, &ACCOUNTS, found.into_iter()).await?;
        }
        Ok(())
    }

    pub async fn plans(&self, file: &mut Download) -> anyhow::Result<()> {
        self.sheet(file, "export.plans", &PLANS).await?;
        let mut pages = Pages::new(plan::live(), plan::Column::Id);
        while let Some(found) = pages.next(self.app.db.read(), PAGE).await? {
            self.rows(file, &PLANS, found.into_iter()).await?;
        }
        Ok(())
    }

    pub async fn personal_plans(&self, file: &mut Download) -> anyhow::Result<()> {
        self.sheet(file, "export.personalPlans", &PERSONAL_PLANS)
            .await?;
        let live = personal_plan::live().apply_if(self.own(), |found, own| {
            found.filter(personal_plan::Column::UserId.eq(own))
        });
        let mut pages = Pages::new(live, personal_plan::Column::Id);
        let conn = self.app.db.read();
        while let Some(found) = pages.next(conn, PAGE).await? {
            let columns = (plan::Column::Id, plan::Column::BaseName);
            let plans = found.iter().map(|row| row.plan_id);
            let plans = names::<plan::Entity, _>(conn, columns, plans).await?;
            let owners = found.iter().map(|row| row.user_id);
            let owners = accounts::full_names(conn, owners).await.map_err(broken)?;
            let rows = found.into_iter().map(|row| {
                let plan = plans.get(&row.plan_id).cloned();
                let owner = owners.get(&row.user_id).cloned();
                (row, plan, owner)
            });
            self.rows(file, &PERSONAL_PLANS, rows).await?;
        }
        Ok(())
    }
}
