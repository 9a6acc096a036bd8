//! Telling the members of a group something.

use sea_orm::QuerySelect as _;

use super::entity::group_member;
use super::{GroupId, store};
use crate::app::App;
use crate::error::Result;
use crate::ids::UserId;
use crate::notifications::{self, News};

/// Members told in one transaction.
const AT_ONCE: usize = 500;

/// Tells all members of a group. Writers wait for one another, so a large group is told in several transactions; a job
/// that begins again tells nobody twice who has not read it yet.
pub async fn tell_members(app: &App, group: GroupId, news: &News) -> Result<()> {
    let members: Vec<UserId> = store::members_of(group)
        .select_only()
        .column(group_member::Column::UserId)
        .into_tuple()
        .all(app.db.read())
        .await?;
    for members in members.chunks(AT_ONCE) {
        let tx = app.db.write().await?;
        let now = app.clock.now();
        notifications::tell(&tx, members.iter().copied(), news.clone(), now).await?;
        tx.commit().await?;
    }
    app.jobs.notify_one();
    Ok(())
}
