//! Queries on notifications and on how people want to hear of them.

use std::collections::{HashMap, HashSet};
use std::hash::BuildHasher;

use hoi_db::{Timestamp, Tx};
use sea_orm::sea_query::{Expr, OnConflict};
use sea_orm::{
    ColumnTrait, ConnectionTrait, DbErr, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder,
    QuerySelect, Select, Set,
};

use hoi_platform::error::{Error, LocalizedText, Result};
use hoi_platform::http::Cursor;
use hoi_platform::ids::{GroupId, NotificationId, UserId};
use uuid::Uuid;

use super::entity::{
    digest_setting, muted_group, notification, notification_preference, told_so_far,
};
use super::text::{Param, Params};
use super::{Channels, DigestFrequency, Kind, rules};

/// Identifiers in one statement, below the engines' limits on bound values.
const CHUNK: usize = 500;

fn listed(user: UserId) -> Select<notification::Entity> {
    notification::Entity::find()
        .filter(notification::Column::UserId.eq(user))
        .filter(notification::Column::InApp.eq(true))
}

/// Returns the newest notifications of a person before `before`, newest first.
#[tracing::instrument(name = "notifications.list", skip_all)]
pub async fn list(
    conn: &impl ConnectionTrait,
    user: UserId,
    is_unread: bool,
    before: Option<Cursor>,
    limit: u64,
) -> Result<Vec<notification::Model>> {
    use notification::Column::{HappenedAt, Id, ReadAt};
    let mut found = listed(user);
    if is_unread {
        found = found.filter(ReadAt.is_null());
    }
    let rows = Cursor::newest_first(found, before, HappenedAt, Id)
        .limit(limit)
        .all(conn)
        .await?;
    Ok(rows)
}

/// Returns how many notifications a person has not read.
#[tracing::instrument(name = "notifications.count_unread", skip_all)]
pub async fn count_unread(conn: &impl ConnectionTrait, user: UserId) -> Result<u64> {
    let unread = listed(user).filter(notification::Column::ReadAt.is_null());
    Ok(unread.count(conn).await?)
}

/// Marks a notification as read. 5005 when the person has no such notification.
#[tracing::instrument(name = "notifications.mark_read", skip_all)]
pub async fn mark_read(tx: &Tx, user: UserId, id: NotificationId, now: Timestamp) -> Result<()> {
    let row = listed(user).filter(notification::Column::Id.eq(id));
    let row = row.one(tx).await?.ok_or_else(Error::not_found)?;
    notification::Entity::update_many()
        .col_expr(notification::Column::ReadAt, Expr::value(now))
        .filter(notification::Column::Id.eq(row.id))
        .filter(notification::Column::ReadAt.is_null())
        .exec(tx)
        .await?;
    Ok(())
}

/// Marks all of a person's notifications as read.
#[tracing::instrument(name = "notifications.mark_all_read", skip_all)]
pub async fn mark_all_read(tx: &Tx, user: UserId, now: Timestamp) -> Result<()> {
    notification::Entity::update_many()
        .col_expr(notification::Column::ReadAt, Expr::value(now))
        .filter(notification::Column::UserId.eq(user))
        .filter(notification::Column::InApp.eq(true))
        .filter(notification::Column::ReadAt.is_null())
        .exec(tx)
        .await?;
    Ok(())
}

/// Marks the notifications of these kinds about a thing as read for every account, because their task is done.
#[tracing::instrument(name = "notifications.settle", skip_all)]
pub async fn settle(
    tx: &Tx,
    object: impl Into<Uuid>,
    kinds: impl IntoIterator<Item = Kind>,
    now: Timestamp,
) -> Result<()> {
    notification::Entity::update_many()
        .col_expr(notification::Column::ReadAt, Expr::value(now))
        .filter(notification::Column::ObjectId.eq(object.into()))
        .filter(notification::Column::Kind.is_in(kinds))
        .filter(notification::Column::ReadAt.is_null())
        .exec(tx)
        .await?;
    Ok(())
}

/// Marks a person's unread notifications of a group as read, because the person may not see them any more.
#[tracing::instrument(name = "notifications.end_in_group", skip_all)]
pub async fn end_in_group(tx: &Tx, user: UserId, group: GroupId, now: Timestamp) -> Result<()> {
    // Two statements, because each finds its rows by an index.
    for listed in [notification::Column::InApp, notification::Column::InDigest] {
        notification::Entity::update_many()
            .col_expr(notification::Column::ReadAt, Expr::value(now))
            .filter(notification::Column::UserId.eq(user))
            .filter(listed.eq(true))
            .filter(notification::Column::ReadAt.is_null())
            .filter(notification::Column::Link.starts_with(format!("/my-group/{group}")))
            .exec(tx)
            .await?;
    }
    Ok(())
}

/// Removes notifications that are older than [`rules::KEPT`], and how far jobs of that time have come.
#[tracing::instrument(name = "notifications.remove_old", skip_all)]
pub async fn remove_old(tx: &Tx, now: Timestamp) -> Result<()> {
    let old = now.minus(rules::KEPT);
    notification::Entity::delete_many()
        .filter(notification::Column::HappenedAt.lt(old))
        .exec(tx)
        .await?;
    told_so_far::Entity::delete_many()
        .filter(told_so_far::Column::ToldAt.lt(old))
        .exec(tx)
        .await?;
    Ok(())
}

/// Returns the channels that people have chosen for a kind; people without a choice are missing.
#[tracing::instrument(name = "notifications.channels_of", skip_all)]
pub async fn channels_of(
    conn: &impl ConnectionTrait,
    users: &[UserId],
    kind: Kind,
) -> Result<HashMap<UserId, Channels>, DbErr> {
    let rows = notification_preference::Entity::find()
        .filter(notification_preference::Column::Kind.eq(kind))
        .filter(notification_preference::Column::UserId.is_in(users.iter().copied()))
        .all(conn)
        .await?;
    let chosen = rows.iter().map(|row| (row.user_id, Channels::from(row)));
    Ok(chosen.collect())
}

/// Returns the channels that a person has chosen; kinds without a choice are missing.
#[tracing::instrument(name = "notifications.chosen_by", skip_all)]
pub async fn chosen_by(
    conn: &impl ConnectionTrait,
    user: UserId,
) -> Result<HashMap<Kind, Channels>> {
    let rows = notification_preference::Entity::find()
        .filter(notification_preference::Column::UserId.eq(user))
        .all(conn)
        .await?;
    let chosen = rows.iter().map(|row| (row.kind, Channels::from(row)));
    Ok(chosen.collect())
}

impl From<&notification_preference::Model> for Channels {
    fn from(row: &notification_preference::Model) -> Self {
        Self {
            in_app: row.in_app,
            browser: row.browser,
            email: row.email,
        }
    }
}

/// Stores the channels that a person has chosen for a kind.
#[tracing::instrument(name = "notifications.set_channels", skip_all)]
pub async fn set_channels(tx: &Tx, user: UserId, kind: Kind, channels: Channels) -> Result<()> {
    use notification_preference::Column;
    let row = notification_preference::ActiveModel {
        user_id: Set(user),
        kind: Set(kind),
        in_app: Set(channels.in_app),
        browser: Set(channels.browser),
        email: Set(channels.email),
    };
    let replace = OnConflict::columns([Column::UserId, Column::Kind])
        .update_columns([Column::InApp, Column::Browser, Column::Email])
        .to_owned();
    notification_preference::Entity::insert(row)
        .on_conflict(replace)
        .exec_without_returning(tx)
        .await?;
    Ok(())
}

/// Returns how often a person gets a digest.
#[tracing::instrument(name = "notifications.frequency_of", skip_all)]
pub async fn frequency_of(
    conn: &impl ConnectionTrait,
    user: UserId,
) -> Result<DigestFrequency, DbErr> {
    let row = digest_setting::Entity::find_by_id(user).one(conn).await?;
    Ok(row.map(|row| row.frequency).unwrap_or_default())
}

/// Stores how often a person gets a digest.
#[tracing::instrument(name = "notifications.set_frequency", skip_all)]
pub async fn set_frequency(tx: &Tx, user: UserId, frequency: DigestFrequency) -> Result<()> {
    use digest_setting::Column;
    let row = digest_setting::ActiveModel {
        user_id: Set(user),
        frequency: Set(frequency),
        last_sent_at: Set(None),
    };
    let replace = OnConflict::column(Column::UserId)
        .update_column(Column::Frequency)
        .to_owned();
    digest_setting::Entity::insert(row)
        .on_conflict(replace)
        .exec_without_returning(tx)
        .await?;
    Ok(())
}

/// The most groups that an account can have muted.
const MAX_MUTED: u64 = 500;

/// Returns the groups that a person has muted.
#[tracing::instrument(name = "notifications.muted_by", skip_all)]
pub async fn muted_by(conn: &impl ConnectionTrait, user: UserId) -> Result<Vec<GroupId>, DbErr> {
    muted_group::Entity::find()
        .select_only()
        .column(muted_group::Column::GroupId)
        .filter(muted_group::Column::UserId.eq(user))
        .order_by_asc(muted_group::Column::GroupId)
        .into_tuple()
        .all(conn)
        .await
}

/// Returns which of these people have muted a group.
#[tracing::instrument(name = "notifications.who_muted", skip_all)]
pub async fn who_muted(
    conn: &impl ConnectionTrait,
    users: &[UserId],
    group: GroupId,
) -> Result<HashSet<UserId>, DbErr> {
    let found: Vec<UserId> = muted_group::Entity::find()
        .select_only()
        .column(muted_group::Column::UserId)
        .filter(muted_group::Column::GroupId.eq(group))
        .filter(muted_group::Column::UserId.is_in(users.iter().copied()))
        .into_tuple()
        .all(conn)
        .await?;
    Ok(found.into_iter().collect())
}

/// Mutes a group for a person. 5002 when they have muted 500 others.
#[tracing::instrument(name = "notifications.mute", skip_all)]
pub async fn mute(tx: &Tx, user: UserId, group: GroupId) -> Result<()> {
    let row = muted_group::ActiveModel {
        user_id: Set(user),
        group_id: Set(group),
    };
    muted_group::Entity::insert(row)
        .on_conflict(OnConflict::new().do_nothing().to_owned())
        .exec_without_returning(tx)
        .await?;
    let muted = muted_group::Entity::find().filter(muted_group::Column::UserId.eq(user));
    if muted.count(tx).await? > MAX_MUTED {
        let too_many = LocalizedText::new("field.tooMany").with("max", MAX_MUTED);
        return Err(Error::field("groups", too_many));
    }
    Ok(())
}

/// Ends a person's muting of a group.
#[tracing::instrument(name = "notifications.unmute", skip_all)]
pub async fn unmute(tx: &Tx, user: UserId, group: GroupId) -> Result<()> {
    muted_group::Entity::delete_by_id((user, group))
        .exec(tx)
        .await?;
    Ok(())
}

/// Replaces these texts by another one in all notifications about these things, read or not.
#[tracing::instrument(name = "notifications.replace_texts", skip_all)]
pub async fn replace_texts(
    tx: &Tx,
    objects: &[Uuid],
    texts: &HashSet<String, impl BuildHasher>,
    by: &str,
) -> Result<()> {
    replace(tx, objects, by, |_, text| texts.contains(text)).await
}

/// Replaces the quotes of these posts and comments.
#[tracing::instrument(name = "notifications.replace_quotes", skip_all)]
pub async fn replace_quotes(tx: &Tx, objects: &[Uuid], by: &str) -> Result<()> {
    replace_params(tx, objects, &["post", "comment"], by).await
}

/// Replaces the values of these parameters in all notifications about these things, read or not.
#[tracing::instrument(name = "notifications.replace_params", skip_all)]
pub async fn replace_params(tx: &Tx, objects: &[Uuid], params: &[&str], by: &str) -> Result<()> {
    replace(tx, objects, by, |name, _| params.contains(&name)).await
}

/// Finds the notifications of which `{name}` is the account's name, as it was then. No index has it; `since` limits it
/// to what happened from then on, which an index finds.
#[tracing::instrument(name = "notifications.find_naming", skip_all)]
pub async fn find_naming(
    conn: &impl ConnectionTrait,
    account: UserId,
    since: Option<Timestamp>,
) -> Result<Vec<NotificationId>> {
    use notification::Column::{HappenedAt, Id, NamedId};
    let mut found = notification::Entity::find()
        .select_only()
        .column(Id)
        .filter(NamedId.eq(account));
    if let Some(since) = since {
        found = found.filter(HappenedAt.gte(since));
    }
    Ok(found.into_tuple().all(conn).await?)
}

/// Replaces the account's name in these notifications, unless they name another one by now.
#[tracing::instrument(name = "notifications.forget_names", skip_all)]
pub async fn forget_names(
    tx: &Tx,
    account: UserId,
    notifications: &[NotificationId],
    by: &str,
) -> Result<()> {
    use notification::Column::{Id, NamedId, Params as OfParams};
    for ids in notifications.chunks(CHUNK) {
        let rows = notification::Entity::find()
            .select_only()
            .columns([Id, OfParams])
            .filter(Id.is_in(ids.iter().copied()))
            .filter(NamedId.eq(account))
            .into_tuple::<(NotificationId, Params)>()
            .all(tx)
            .await?;
        replace_in(tx, rows, by, |name, _| name == "name").await?;
    }
    Ok(())
}

async fn replace(
    tx: &Tx,
    objects: &[Uuid],
    by: &str,
    is_meant: impl Fn(&str, &str) -> bool,
) -> Result<()> {
    use notification::Column::{Id, ObjectId, ReadAt};
    let mut rows: Vec<(NotificationId, Params)> = Vec::new();
    // Two queries, because each finds its rows by an index.
    for is_read in [ReadAt.is_null(), ReadAt.is_not_null()] {
        // Without the kind, which only a later version may know.
        let found = notification::Entity::find()
            .select_only()
            .columns([Id, notification::Column::Params])
            .filter(ObjectId.is_in(objects.iter().copied()))
            .filter(is_read);
        rows.extend(
            found
                .into_tuple::<(NotificationId, Params)>()
                .all(tx)
                .await?,
        );
    }
    replace_in(tx, rows, by, is_meant).await
}

async fn replace_in(
    tx: &Tx,
    rows: Vec<(NotificationId, Params)>,
    by: &str,
    is_meant: impl Fn(&str, &str) -> bool,
) -> Result<()> {
    use notification::Column::Id;
    for (id, Params(mut params)) in rows {
        let mut is_changed = false;
        for (name, param) in &mut params {
            if let Param::Text(text) = param
                && is_meant(name.as_str(), text.as_str())
            {
                by.clone_into(text);
                is_changed = true;
            }
        }
        if is_changed {
            let columns = notification::ActiveModel {
                params: Set(Params(params)),
                ..Default::default()
            };
            let changed = notification::Entity::update_many().set(columns);
            changed.filter(Id.eq(id)).exec(tx).await?;
        }
    }
    Ok(())
}
