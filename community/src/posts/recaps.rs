//! Posts in which the program sums up a month of a group, in the name of the group's owner.

use std::collections::HashMap;

use hoi_db::{Timestamp, Tx};
use hoi_platform::error::Result;
use hoi_platform::ids::UserId;
use sea_orm::sea_query::{Expr, OnConflict, SelectStatement};
use sea_orm::{
    ActiveModelTrait as _, ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QuerySelect,
    QueryTrait as _, Set,
};

use super::dto::{PostAuthor, Recap, RecapPlace};
use super::entity::recap;
use super::entity::recap::Best;
use super::{PostId, news, store};
use crate::groups::GroupId;

/// A month of a group, summed up.
#[derive(Debug)]
pub struct NewRecap {
    /// As `YYYY-MM`.
    pub month: String,
    /// None if there is nothing to sum up: then no post is written, and the month is not looked at again.
    pub text: Option<String>,
    pub best: Best,
}

/// Writes the post about a month in the name of `author`, unless the month was looked at before. The group must be
/// locked.
#[tracing::instrument(name = "posts.write_recap", skip_all)]
pub async fn write_recap(
    tx: &Tx,
    group: GroupId,
    author: UserId,
    recap: NewRecap,
    now: Timestamp,
) -> Result<()> {
    let row = recap::ActiveModel {
        group_id: Set(group),
        month: Set(recap.month.clone()),
        post_id: Set(None),
        best: Set(recap.best),
        created_at: Set(now),
    };
    let noted = recap::Entity::insert(row)
        .on_conflict(OnConflict::new().do_nothing().to_owned())
        .exec_without_returning(tx)
        .await?;
    let Some(text) = recap.text.filter(|_| noted > 0) else {
        return Ok(());
    };
    let post = store::new_row(group, author, text, false, now);
    let post = post.insert(tx).await?;
    recap::Entity::update_many()
        .col_expr(recap::Column::PostId, Expr::value(post.id))
        .filter(recap::Column::GroupId.eq(group))
        .filter(recap::Column::Month.eq(recap.month))
        .exec(tx)
        .await?;
    news::sent(tx, &post, now).await
}

/// Selects the posts of a group that the program wrote.
#[must_use]
pub fn recaps_of(group: GroupId) -> SelectStatement {
    recap::Entity::find()
        .select_only()
        .column(recap::Column::PostId)
        .filter(recap::Column::GroupId.eq(group))
        .filter(recap::Column::PostId.is_not_null())
        .into_query()
}

/// Selects the groups whose month (`YYYY-MM`) was looked at.
#[must_use]
pub fn groups_with_recap(month: &str) -> SelectStatement {
    recap::Entity::find()
        .select_only()
        .column(recap::Column::GroupId)
        .filter(recap::Column::Month.eq(month))
        .into_query()
}

/// Returns what these posts sum up, if the program wrote them.
#[tracing::instrument(name = "posts.recaps", skip_all)]
pub async fn of_posts(
    conn: &impl ConnectionTrait,
    posts: impl IntoIterator<Item = PostId>,
) -> Result<HashMap<PostId, recap::Model>> {
    let rows = recap::Entity::find()
        .filter(recap::Column::PostId.is_in(posts))
        .all(conn)
        .await?;
    let recaps = rows.into_iter();
    Ok(recaps
        .filter_map(|recap| Some((recap.post_id?, recap)))
        .collect())
}

/// Returns the recap as members see it. Deleted accounts are left out.
pub fn view(recap: &recap::Model, accounts: &HashMap<UserId, PostAuthor>) -> Recap {
    let best = recap.best.members.iter().filter_map(|best| {
        Some(RecapPlace {
            rank: best.rank,
            member: accounts.get(&best.user_id)?.clone(),
            count: best.count,
            value: best.value,
        })
    });
    Recap {
        month: recap.month.clone(),
        best: best.collect(),
    }
}
