//! The sheets of groups, of their members, their posts and their points.

use hoi_community::accounts;
use hoi_community::accounts::entity::user;
use hoi_community::groups::GroupRole;
use hoi_community::groups::entity::{group, group_member};
use hoi_community::points::entity as point;
use hoi_community::posts::PostStatus;
use hoi_community::posts::entity::post;
use hoi_platform::exports::moment_cell;
use hoi_platform::http::{Download, broken};
use hoi_platform::ids::{GroupId, GroupMemberId, PointId, PostId};
use hoi_spreadsheet::Cell;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait};

use super::{PAGE, Writing, names};

const GROUPS: [&str; 4] = [
    "export.id",
    "groupReport.group",
    "export.archivedAt",
    "export.createdAt",
];
const MEMBERS: [&str; 7] = [
    "groupReport.group",
    "sheet.fullName",
    "sheet.email",
    "export.role",
    "group.businessField",
    "group.position",
    "group.attendDate",
];
const POSTS: [&str; 5] = [
    "groupReport.group",
    "export.author",
    "export.text",
    "export.state",
    "export.createdAt",
];
const POINTS: [&str; 8] = [
    "groupReport.group",
    "groupReport.dealDate",
    "groupReport.seller",
    "groupReport.counterparty",
    "groupReport.role",
    "groupReport.value",
    "export.state",
    "export.createdAt",
];

/// The columns by which [`names`] finds groups.
const GROUP_NAMES: (group::Column, group::Column) = (group::Column::Id, group::Column::Name);

impl Writing {
    pub async fn groups(&self, file: &mut Download) -> anyhow::Result<()> {
        self.sheet(file, "groupReport.groupSheet", &GROUPS).await?;
        let mut last: Option<GroupId> = None;
        loop {
            let found = group::live()
                .apply_if(last, |found, last| found.filter(group::Column::Id.gt(last)))
                .order_by_asc(group::Column::Id)
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
                    row.name.into(),
                    moment_cell(row.archived_at),
                    moment_cell(Some(row.created_at)),
                ]
            });
            file.rows(rows.collect()).await?;
        }
    }

    pub async fn members(&self, file: &mut Download) -> anyhow::Result<()> {
        self.sheet(file, "export.groupMembers", &MEMBERS).await?;
        let mut last: Option<GroupMemberId> = None;
        loop {
            let conn = self.app.db.read();
            let found = group_member::live()
                .apply_if(last, |found, last| {
                    found.filter(group_member::Column::Id.gt(last))
                })
                .order_by_asc(group_member::Column::Id)
                .limit(PAGE)
                .all(conn)
                .await?;
            let Some(row) = found.last() else {
                return Ok(());
            };
            last = Some(row.id);
            let groups = found.iter().map(|row| row.group_id);
            let groups = names::<group::Entity, _>(conn, GROUP_NAMES, groups).await?;
            let people = || found.iter().map(|row| row.user_id);
            let full_names = (user::Column::Id, user::Column::FullName);
            let full_names = names::<user::Entity, _>(conn, full_names, people()).await?;
            let emails = (user::Column::Id, user::Column::Email);
            let emails = names::<user::Entity, _>(conn, emails, people()).await?;
            let rows = found.into_iter().map(|row| {
                let role = match row.role {
                    GroupRole::Owner => "export.groupOwner",
                    GroupRole::Manager => "group.manager",
                    GroupRole::Member => "group.member",
                };
                vec![
                    groups.get(&row.group_id).cloned().into(),
                    full_names.get(&row.user_id).cloned().into(),
                    emails.get(&row.user_id).cloned().into(),
                    self.text(role).into(),
                    row.business_field.into(),
                    row.position.into(),
                    row.attend_date.into(),
                ]
            });
            file.rows(rows.collect()).await?;
        }
    }

    pub async fn posts(&self, file: &mut Download) -> anyhow::Result<()> {
        self.sheet(file, "export.posts", &POSTS).await?;
        let mut last: Option<PostId> = None;
        loop {
            let conn = self.app.db.read();
            let found = post::live()
                .apply_if(last, |found, last| found.filter(post::Column::Id.gt(last)))
                .order_by_asc(post::Column::Id)
                .limit(PAGE)
                .all(conn)
                .await?;
            let Some(row) = found.last() else {
                return Ok(());
            };
            last = Some(row.id);
            let groups = found.iter().map(|row| row.group_id);
            let groups = names::<group::Entity, _>(conn, GROUP_NAMES, groups).await?;
            let authors = found.iter().map(|row| row.author_id);
            let authors = accounts::full_names(conn, authors).await.map_err(broken)?;
            let rows = found.into_iter().map(|row| {
                let status = match row.status {
                    PostStatus::Pending => "groupReport.waits",
                    PostStatus::Approved => "groupReport.approved",
                    PostStatus::Rejected => "groupReport.rejected",
                };
                vec![
                    groups.get(&row.group_id).cloned().into(),
                    authors.get(&row.author_id).cloned().into(),
                    row.text.into(),
                    self.text(status).into(),
                    moment_cell(Some(row.created_at)),
                ]
            });
            file.rows(rows.collect()).await?;
        }
    }

    pub async fn points(&self, file: &mut Download) -> anyhow::Result<()> {
        self.sheet(file, "groupReport.dealSheet", &POINTS).await?;
        let mut last: Option<PointId> = None;
        loop {
            let conn = self.app.db.read();
            let found = point::Entity::find()
                .apply_if(last, |found, last| found.filter(point::Column::Id.gt(last)))
                .order_by_asc(point::Column::Id)
                .limit(PAGE)
                .all(conn)
                .await?;
            let Some(row) = found.last() else {
                return Ok(());
            };
            last = Some(row.id);
            let groups = found.iter().map(|row| row.group_id);
            let groups = names::<group::Entity, _>(conn, GROUP_NAMES, groups).await?;
            let parties = found
                .iter()
                .flat_map(|row| [row.seller_id, row.counterparty_id]);
            let parties = accounts::full_names(conn, parties).await.map_err(broken)?;
            let rows = found.into_iter().map(|row| {
                let (role, status) = (row.role_text(), row.status_text());
                vec![
                    groups.get(&row.group_id).cloned().into(),
                    row.deal_date.into(),
                    parties.get(&row.seller_id).cloned().into(),
                    parties.get(&row.counterparty_id).cloned().into(),
                    self.text(role).into(),
                    Cell::Number(row.value),
                    self.text(status).into(),
                    moment_cell(Some(row.created_at)),
                ]
            });
            file.rows(rows.collect()).await?;
        }
    }
}
