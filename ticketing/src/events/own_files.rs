//! Which files an event may refer to.

use std::collections::HashSet;

use hoi_community::accounts::Role;
use hoi_community::accounts::entity::user;
use hoi_db::Tx;
use hoi_platform::error::{LocalizedText, Result};
use hoi_platform::files::{self, Visibility};
use hoi_platform::ids::FileId;
use hoi_platform::validation::Check;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};

use super::entity::cover;
use super::store;

/// Refuses files that are gone or another account's. Allowed are also the files that the event refers to already
/// (`before`) and those of another event of the caller: a copy has the images of its original, even if another account
/// uploaded them. Each file stands beside the field that names it.
pub async fn check(
    tx: &Tx,
    user: &user::Model,
    before: &[(String, FileId)],
    files: Vec<(String, FileId)>,
) -> Result<()> {
    let known: HashSet<FileId> = before.iter().map(|(_, id)| *id).collect();
    let mut check = Check::default();
    for (field, id) in files {
        if known.contains(&id) {
            continue;
        }
        let is_admin = user.role == Role::Admin;
        let usable = files::is_usable(tx, id, user.id, is_admin, Visibility::Public).await?
            || is_shared_cover(tx, id).await?
            || store::is_in_event_of(tx, user.id, id).await?
                && files::is_usable(tx, id, user.id, true, Visibility::Public).await?;
        check.ensure(usable, &field, LocalizedText::new("file.notAvailable"));
    }
    check.finish()
}

async fn is_shared_cover(tx: &Tx, id: FileId) -> Result<bool> {
    let found = cover::Entity::find()
        .filter(cover::Column::FileId.eq(id))
        .filter(cover::Column::IsShared.eq(true))
        .one(tx)
        .await?;
    Ok(found.is_some())
}
