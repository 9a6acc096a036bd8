//! The sheets of groups, of their members, their posts and their points.

use hoi_community::accounts;
use hoi_community::accounts::entity::user;
use hoi_community::groups::GroupRole;
use hoi_community::groups::entity::{group, group_member};
use hoi_community::points::entity as point;
use hoi_community::posts::PostStatus;
use hoi_community::posts::entity::post;
use hoi_platform::export_files::{PAGE, Pages, moment_cell};
use hoi_platform::http::{Download, broken};
use hoi_spreadsheet::Cell;
use sea_orm::EntityTrait;

use super::{ColumnOf, Writing, names};

/// A row with the names of its group and of two others that it refers to.
type Named<R> = (R, [Option<String>; 3]);

#[rustfmt::skip]
const GROUPS: [ColumnOf<group::Model>; 4] = [
    ("export.id", |row, _| row.id.to_string().into()),
    ("groupReport.group", |row, _| row.name.clone().into()),
    ("export.archivedAt", |row, _| moment_cell(row.archived_at)),
    ("export.createdAt", |row, _| moment_cell(Some(row.created_at))),
];
/// With full name and e-mail address.
#[rustfmt::skip]
const MEMBERS: [ColumnOf<Named<group_member::Model>>; 7] = [
    ("groupReport.group", |(_, [group, ..]), _| group.clone().into()),
    ("sheet.fullName", |(_, [_, name, _]), _| name.clone().into()),
    ("sheet.email", |(_, [.., email]), _| email.clone().into()),
    ("export.role", |(row, _), file| file.text(role(row.role)).into()),
    ("group.businessField", |(row, _), _| row.business_field.clone().into()),
    ("group.position", |(row, _), _| row.position.clone().into()),
    ("group.attendDate", |(row, _), _| row.attend_date.clone().into()),
];
/// With the author.
#[rustfmt::skip]
const POSTS: [ColumnOf<Named<post::Model>>; 5] = [
    ("groupReport.group", |(_, [group, ..]), _| group.clone().into()),
    ("export.author", |(_, [_, author, _]), _| author.clone().into()),
    ("export.text", |(row, _), _| row.text.clone().into()),
    ("export.state", |(row, _), file| file.text(state(row.status)).into()),
    ("export.createdAt", |(row, _), _| moment_cell(Some(row.created_at))),
];
/// With seller and counterparty.
#[rustfmt::skip]
const POINTS: [ColumnOf<Named<point::Model>>; 8] = [
    ("groupReport.group", |(_, [group, ..]), _| group.clone().into()),
    ("groupReport.dealDate", |(row, _), _| row.deal_date.clone().into()),
    ("groupReport.seller", |(_, [_, seller, _]), _| seller.clone().into()),
    ("groupReport.counterparty", |(_, [.., party]), _| party.clone().into()),
    ("groupReport.role", |(row, _), file| file.text(row.role_text()).into()),
    ("groupReport.value", |(row, _), _| Cell::Number(row.value)),
    ("export.state", |(row, _), file| file.text(row.status_text()).into()),
    ("export.createdAt", |(row, _), _| moment_cell(Some(row.created_at))),
];

/// The columns by which [`names`] finds groups.
const GROUP_NAMES: (group::Column, group::Column) = (group::Column::Id, group::Column::Name);

fn role(role: GroupRole) -> &'static str {
    match role {
        GroupRole::Owner => "export.groupOwner",
        GroupRole::Manager => "group.manager",
        GroupRole::Member => "group.member",
    }
}

fn state(status: PostStatus) -> &'static str {
    match status {
        PostStatus::Pending => "groupReport.waits",
        PostStatus::Approved => "groupReport.approved",
        PostStatus::Rejected => "groupReport.rejected",
    }
}

impl Writing {
    pub async fn groups(&self, file: &mut Download) -> anyhow::Result<()> {
        self.sheet(file, "groupReport.groupSheet", &GROUPS).await?;
        let mut pages = Pages::new(group::live(), group::Column::Id);
        while let Some(found) = pages.next(self.app.db.read(), PAGE).await? {
            self.rows(file, &GROUPS, found.into_iter()).await?;
        }
        Ok(())
    }

    pub async fn members(&self, file: &mut Download) -> anyhow::Result<()> {
        self.sheet(file, "export.groupMembers", &MEMBERS).await?;
        let mut pages = Pages::new(group_member::live(), group_member::Column::Id);
        let conn = self.app.db.read();
        while let Some(found) = pages.next(conn, PAGE).await? {
            let groups = found.iter().map(|row| row.group_id);
            let groups = names::<group::Entity, _>(conn, GROUP_NAMES, groups).await?;
            let people = || found.iter().map(|row| row.user_id);
            let full_names = (user::Column::Id, user::Column::FullName);
            let full_names = names::<user::Entity, _>(conn, full_names, people()).await?;
            let emails = (user::Column::Id, user::Column::Email);
            let emails = names::<user::Entity, _>(conn, emails, people()).await?;
            let rows = found.into_iter().map(|row| {
                let person = [&full_names, &emails].map(|names| names.get(&row.user_id).cloned());
                let ([name, email], group) = (person, groups.get(&row.group_id).cloned());
                (row, [group, name, email])
            });
            self.rows(file, &MEMBERS, rows).await?;
        }
        Ok(())
    }

    pub async fn posts(&self, file: &mut Download) -> anyhow::Result<()> {
        self.sheet(file, "export.posts", &POSTS).await?;
        let mut pages = Pages::new(post::live(), post::Column::Id);
        let conn = self.app.db.read();
        while let Some(found) = pages.next(conn, PAGE).await? {
            let groups = found.iter().map(|row| row.group_id);
            let groups = names::<group::Entity, _>(conn, GROUP_NAMES, groups).await?;
            let authors = found.iter().map(|row| row.author_id);
            let authors = accounts::full_names(conn, authors).await.map_err(broken)?;
            let rows = found.into_iter().map(|row| {
                let group = groups.get(&row.group_id).cloned();
                let author = authors.get(&row.author_id).cloned();
                (row, [group, author, None])
            });
            self.rows(file, &POSTS, rows).await?;
        }
        Ok(())
    }

    pub async fn points(&self, file: &mut Download) -> anyhow::Result<()> {
        self.sheet(file, "groupReport.dealSheet", &POINTS).await?;
        let mut pages = Pages::new(point::Entity::find(), point::Column::Id);
        let conn = self.app.db.read();
        while let Some(found) = pages.next(conn, PAGE).await? {
            let groups = found.iter().map(|row| row.group_id);
            let groups = names::<group::Entity, _>(conn, GROUP_NAMES, groups).await?;
            let parties = found
                .iter()
                .flat_map(|row| [row.seller_id, row.counterparty_id]);
            let parties = accounts::full_names(conn, parties).await.map_err(broken)?;
            let rows = found.into_iter().map(|row| {
                let group = groups.get(&row.group_id).cloned();
                let deal = [row.seller_id, row.counterparty_id];
                let [seller, counterparty] = deal.map(|id| parties.get(&id).cloned());
                (row, [group, seller, counterparty])
            });
            self.rows(file, &POINTS, rows).await?;
        }
        Ok(())
    }
}
