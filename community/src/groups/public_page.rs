//! The owners of the public pages at `/o/{slug}`, and which pages are shown. The pages themselves are made in
//! `organisers`, which knows their events; an event only names the address of its organiser's.

use hoi_platform::error::Result;
use hoi_platform::files::FileUrl;
use hoi_platform::ids::{GroupId, UserId};
use sea_orm::sea_query::SelectStatement;
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, EntityTrait, QueryFilter, QuerySelect, QueryTrait as _,
};

use super::entity::{group, organiser_page};
use super::store;
use crate::accounts::entity::user;

/// The owner of the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PageOf {
    Account(UserId),
    Group(GroupId),
}

impl PageOf {
    fn condition(self) -> Condition {
        match self {
            Self::Account(id) => Condition::all().add(organiser_page::Column::UserId.eq(id)),
            Self::Group(id) => Condition::all().add(organiser_page::Column::GroupId.eq(id)),
        }
    }
}

/// A public page that is shown, without its events.
#[derive(Debug, Clone)]
pub struct ShownOrganiser {
    pub of: PageOf,
    pub slug: String,
    pub name: String,
    /// None where an account has neither a logo nor a picture.
    pub picture: Option<FileUrl>,
    /// Sanitised HTML; may be empty.
    pub content: String,
}

/// Selects the groups that strangers may know of.
pub fn known_to_strangers() -> SelectStatement {
    group::live()
        .filter(group::Column::IsListed.eq(true))
        .filter(group::Column::ArchivedAt.is_null())
        .select_only()
        .column(group::Column::Id)
        .into_query()
}

/// Returns the row of a page, shown or not; None if there never was one.
pub async fn page_of(
    conn: &impl ConnectionTrait,
    of: PageOf,
) -> Result<Option<organiser_page::Model>> {
    let found = organiser_page::Entity::find().filter(of.condition());
    Ok(found.one(conn).await?)
}

/// Returns the page with this slug. None if it is switched off, its account is suspended, or its group is archived or
/// not listed.
#[tracing::instrument(name = "groups.find_shown_page", skip_all)]
pub async fn find_shown(conn: &impl ConnectionTrait, slug: &str) -> Result<Option<ShownOrganiser>> {
    let found = organiser_page::Entity::find()
        .filter(organiser_page::Column::Slug.eq(slug))
        .one(conn)
        .await?;
    match found {
        Some(row) => shown(conn, row).await,
        None => Ok(None),
    }
}

/// Returns the slug of the page that is shown of an event's group, or else of its owner.
pub async fn page_slug(
    conn: &impl ConnectionTrait,
    owner: UserId,
    group: Option<GroupId>,
) -> Result<Option<String>> {
    let of_group = group.map(PageOf::Group);
    for of in of_group.into_iter().chain([PageOf::Account(owner)]) {
        if let Some(row) = page_of(conn, of).await?
            && let Some(page) = shown(conn, row).await?
        {
            return Ok(Some(page.slug));
        }
    }
    Ok(None)
}

async fn shown(
    conn: &impl ConnectionTrait,
    row: organiser_page::Model,
) -> Result<Option<ShownOrganiser>> {
    if !row.is_on {
        return Ok(None);
    }
    if let Some(id) = row.group_id {
        let group = store::find(conn, id).await?;
        let group = group.filter(|group| group.is_listed && group.archived_at.is_none());
        return Ok(group.map(|group| ShownOrganiser {
            of: PageOf::Group(id),
            slug: row.slug,
            name: group.name,
            picture: Some(group.avatar),
            content: row.content,
        }));
    }
    let Some(id) = row.user_id else {
        return Ok(None);
    };
    let user = user::live()
        .filter(user::Column::Id.eq(id))
        .filter(user::Column::IsActive.eq(true))
        .one(conn)
        .await?;
    Ok(user.map(|user| ShownOrganiser {
        of: PageOf::Account(id),
        slug: row.slug,
        name: row.name,
        picture: user.app_logo_file_id.or(user.avatar_file_id).map(FileUrl),
        content: row.content,
    }))
}
