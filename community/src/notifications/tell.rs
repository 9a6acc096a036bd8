//! Telling people of a change.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::ops::Bound;
use std::time::Duration;

use hoi_db::{Timestamp, Tx};
use hoi_platform::clock;
use hoi_platform::ids::{GroupId, NotificationId, UserId};
use sea_orm::sea_query::{Alias, Expr, ExprTrait as _, Func, OnConflict};
use sea_orm::{ColumnTrait as _, DbErr, EntityTrait as _, QueryFilter as _, QuerySelect as _, Set};
use uuid::Uuid;

use super::entity::{notification, told_so_far};
use super::jobs::MailNotification;
use super::text::{Param, Params};
use super::{ByEmail, Kind, push, store};
use crate::accounts;

/// How long after an alert the same thing alerts a person no more. Repetitions meanwhile are only in the list.
const QUIET: Duration = Duration::from_mins(10);
/// People in one statement: fourteen columns each, well below the limit of bound values.
const CHUNK: usize = 500;

/// Something to tell people about.
#[derive(Debug, Clone)]
pub struct News {
    kind: Kind,
    object: Uuid,
    link: String,
    link_of_several: Option<String>,
    actor: Option<UserId>,
    named: Option<UserId>,
    group: Option<GroupId>,
    times: i64,
    params: BTreeMap<String, Param>,
    has_own_mail: bool,
}

impl News {
    /// News of `kind` about the thing `object`. `link` is the path in the application at which a person sees it or
    /// acts on it.
    #[must_use]
    pub fn new(kind: Kind, object: impl Into<Uuid>, link: impl Into<String>) -> Self {
        Self {
            kind,
            object: object.into(),
            link: link.into(),
            link_of_several: None,
            actor: None,
            named: None,
            group: None,
            times: 1,
            params: BTreeMap::new(),
            has_own_mail: false,
        }
    }

    /// Sets the path at which a person sees all of it, for a row that tells of several things with pages of their own.
    /// News of the same page counts as one thing.
    #[must_use]
    pub fn several_at(mut self, link: impl Into<String>) -> Self {
        self.link_of_several = Some(link.into());
        self
    }

    /// Sets the account that did it, which is not told.
    #[must_use]
    pub fn by(mut self, actor: impl Into<Option<UserId>>) -> Self {
        self.actor = actor.into();
        self
    }

    /// Sets the account that the placeholder `name` names, if it is not the one that did it.
    #[must_use]
    pub fn naming(mut self, account: UserId) -> Self {
        self.named = Some(account);
        self
    }

    /// Returns the account that the placeholder `name` names.
    fn named(&self) -> Option<UserId> {
        let account = self.named.or(self.actor);
        account.filter(|_| self.params.contains_key("name"))
    }

    /// Sets the group in which it happened, which people may have muted.
    #[must_use]
    pub fn in_group(mut self, group: GroupId) -> Self {
        self.group = Some(group);
        self
    }

    /// Sets how often it happened, for kinds of which one row counts several times.
    #[must_use]
    pub fn times(mut self, times: i64) -> Self {
        self.times = times;
        self
    }

    /// Fills a placeholder of the kind's texts.
    #[must_use]
    pub fn text(self, name: &str, text: impl Into<String>) -> Self {
        self.param(name, Param::Text(text.into()))
    }

    /// As [`Self::text`], with a moment in the reader's format.
    #[must_use]
    pub fn moment(self, name: &str, moment: Timestamp) -> Self {
        self.param(name, Param::Moment(moment.0))
    }

    /// As [`Self::text`], with an amount of dong in the reader's format.
    #[must_use]
    pub fn money(self, name: &str, dong: i64) -> Self {
        self.param(name, Param::Money(dong))
    }

    /// As [`Self::text`], with a day, given as `YYYY-MM-DD`, in the reader's format.
    #[must_use]
    pub fn day(self, name: &str, day: impl Into<String>) -> Self {
        self.param(name, Param::Day(day.into()))
    }

    /// As [`Self::text`], with the words of this key of the catalogue in the reader's language.
    #[must_use]
    pub fn key(self, name: &str, key: &str) -> Self {
        self.param(name, Param::Key(key.to_owned()))
    }

    /// Fills `{reason}` with the given text, or says that there is no reason.
    #[must_use]
    pub fn reason(self, reason: Option<&str>) -> Self {
        match reason {
            Some(reason) => self.text("reason", reason),
            None => self.key("reason", "notificationWord.noReason"),
        }
    }

    fn param(mut self, name: &str, param: Param) -> Self {
        self.params.insert(name.to_owned(), param);
        self
    }

    /// Leaves the mail that is sent at once to the feature, which has a better one and knows when it repeats itself.
    #[must_use]
    pub fn with_own_mail(mut self) -> Self {
        self.has_own_mail = true;
        self
    }
}

/// Tells people of `news` in the transaction of the change. Returns the accounts that want a mail about it at once: the
/// feature sends it itself if it has called [`News::with_own_mail`].
///
/// An account has one row for all unread news of the same thing, and is alerted of it at most once in ten minutes.
/// Mails count against the daily allowance of the actor; beyond it they wait for digests.
///
/// # Errors
/// Also when the placeholders are not those of the kind.
#[tracing::instrument(name = "notifications.tell", skip_all)]
pub async fn tell(
    tx: &Tx,
    to: impl IntoIterator<Item = UserId>,
    news: News,
    now: Timestamp,
) -> Result<Vec<UserId>, DbErr> {
    let given = news.params.keys().map(String::as_str);
    let given: BTreeSet<_> = given.collect();
    if given != news.kind.params().iter().copied().collect() {
        let kind = news.kind;
        return Err(DbErr::Custom(format!("{kind:?} is told with {given:?}")));
    }
    let stops_where_muted = news.kind.stops_in_muted_groups();
    if stops_where_muted && news.group.is_none() {
        return Err(DbErr::Custom(format!("{:?} names no group", news.kind)));
    }
    let group = news.group.filter(|_| stops_where_muted);
    // In one order, so that transactions that tell the same people do not block each other.
    let to: BTreeSet<_> = to
        .into_iter()
        .filter(|user| Some(*user) != news.actor)
        .collect();
    let to: Vec<_> = to.into_iter().collect();
    let mut mailed = Vec::new();
    for to in to.chunks(CHUNK) {
        let muted = match group {
            Some(group) => store::who_muted(tx, to, group).await?,
            None => HashSet::new(),
        };
        let mut heard = to.to_vec();
        heard.retain(|user| !muted.contains(user));
        mailed.extend(tell_some(tx, &heard, &news, now).await?);
    }
    Ok(mailed)
}

/// Tells the next people of a job that tells a large set, `to`: up to `most` people whom the job has not told yet.
/// Returns whether some are left. Their rows and the progress of the job are stored together, so a job that begins
/// again, also after a crash, counts nothing twice.
///
/// # Errors
/// Those of [`tell`]; and when the job runs somewhere else at the same moment.
pub async fn tell_next(
    tx: &Tx,
    job: Uuid,
    to: &BTreeSet<UserId>,
    most: usize,
    news: News,
    now: Timestamp,
) -> Result<bool, DbErr> {
    let told = told_so_far::Entity::find_by_id(job)
        .lock_exclusive()
        .one(tx)
        .await?;
    let after = told
        .as_ref()
        .map_or(Bound::Unbounded, |told| Bound::Excluded(told.user_id));
    let mut left = to.range((after, Bound::Unbounded)).copied();
    let next: Vec<UserId> = left.by_ref().take(most).collect();
    let Some(last) = next.last() else {
        return Ok(false);
    };
    let row = told_so_far::ActiveModel {
        job_id: Set(job),
        user_id: Set(*last),
        told_at: Set(now),
    };
    match told {
        Some(_) => told_so_far::Entity::update(row).exec(tx).await.map(drop)?,
        None => told_so_far::Entity::insert(row)
            .exec_without_returning(tx)
            .await
            .map(drop)?,
    }
    tell(tx, next, news, now).await?;
    Ok(left.next().is_some())
}

/// Tells one person of `news`, unless they have a notification of this kind about the same thing from `since` or later,
/// read or not.
pub async fn tell_once_since(
    tx: &Tx,
    to: UserId,
    news: News,
    since: Timestamp,
    now: Timestamp,
) -> Result<(), DbErr> {
    let told = notification::Entity::find()
        .filter(notification::Column::UserId.eq(to))
        .filter(notification::Column::Kind.eq(news.kind))
        .filter(notification::Column::ObjectId.eq(news.object))
        .filter(notification::Column::HappenedAt.gte(since));
    if told.one(tx).await?.is_none() {
        tell(tx, [to], news, now).await?;
    }
    Ok(())
}

async fn tell_some(
    tx: &Tx,
    to: &[UserId],
    news: &News,
    now: Timestamp,
) -> Result<Vec<UserId>, DbErr> {
    let chosen = store::channels_of(tx, to, news.kind).await?;
    let channels = |user: &UserId| {
        let chosen = chosen.get(user).copied();
        chosen.unwrap_or_else(|| news.kind.default_channels())
    };
    let just_told = find_just_told(tx, to, news, now).await?;
    let rows: Vec<_> = to
        .iter()
        .filter(|user| channels(user).in_app || channels(user).email != ByEmail::Off)
        .map(|user| {
            let channels = channels(user);
            notification::ActiveModel {
                id: Set(clock::new_id()),
                user_id: Set(*user),
                kind: Set(news.kind),
                object_id: Set(news.object),
                params: Set(Params(news.params.clone())),
                times: Set(news.times),
                link: Set(news.link.clone()),
                in_app: Set(channels.in_app),
                browser: Set(channels.in_app && channels.browser),
                in_digest: Set(channels.email == ByEmail::Digest),
                happened_at: Set(now),
                told_at: Set((!just_told.contains(user)).then_some(now)),
                read_at: Set(None),
                named_id: Set(news.named()),
            }
        })
        .collect();
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    let stored = notification::Entity::insert_many(rows)
        .on_conflict(merge(news))
        .exec_with_returning(tx)
        .await?;
    let aloud: Vec<_> = stored
        .iter()
        .filter(|row| row.browser && !just_told.contains(&row.user_id))
        .map(|row| (row.id, row.user_id))
        .collect();
    push::enqueue(tx, &aloud, now).await?;
    let at_once = stored.into_iter().filter(|row| {
        channels(&row.user_id).email == ByEmail::Instant
            && (news.has_own_mail || !just_told.contains(&row.user_id))
    });
    let (users, mut mails): (Vec<_>, Vec<_>) = at_once
        .map(|row| {
            let mail = MailNotification {
                notification: row.id,
                told_at: now,
            };
            (row.user_id, mail)
        })
        .unzip();
    if !news.has_own_mail {
        let later = match news.actor {
            Some(actor) => beyond_allowance(tx, actor, &mut mails, now).await?,
            None => Vec::new(),
        };
        if !later.is_empty() {
            notification::Entity::update_many()
                .col_expr(notification::Column::InDigest, Expr::value(true))
                .filter(notification::Column::Id.is_in(later))
                .exec(tx)
                .await?;
        }
        hoi_jobs::enqueue_all(tx, &mails, now).await?;
    }
    Ok(users)
}

/// Takes the mails from the daily allowance of the account that causes them. Removes mails beyond the allowance, and
/// returns their notifications, which wait for a digest instead.
async fn beyond_allowance(
    tx: &Tx,
    actor: UserId,
    mails: &mut Vec<MailNotification>,
    now: Timestamp,
) -> Result<Vec<NotificationId>, DbErr> {
    let number = u64::try_from(mails.len()).unwrap_or(u64::MAX);
    let allowed = accounts::charge_mails_left(tx, actor, number, now).await?;
    let allowed = usize::try_from(allowed).unwrap_or(usize::MAX);
    let later = mails.split_off(allowed.min(mails.len()));
    Ok(later.into_iter().map(|mail| mail.notification).collect())
}

/// Changes the unread row about the same thing.
fn merge(news: &News) -> OnConflict {
    use notification::Column::{
        Browser, HappenedAt, InApp, InDigest, Kind, Link, NamedId, ObjectId, Params, ReadAt, Times,
        ToldAt, UserId,
    };
    let own = |column| Expr::col((notification::Entity, column));
    let new = |column| Expr::col((Alias::new("excluded"), column));
    let more = own(Times).add(new(Times));
    let (times, link) = match &news.link_of_several {
        Some(several) => {
            let is_same = || own(Link).eq(new(Link));
            let times = Expr::case(is_same(), own(Times)).finally(more);
            let link = Expr::case(is_same(), own(Link)).finally(several.as_str());
            (times.into(), link.into())
        }
        None if news.kind.is_grouped() => (more, new(Link)),
        None => (new(Times), new(Link)),
    };
    OnConflict::columns([ObjectId, Kind, UserId])
        .target_and_where(own(ReadAt).is_null())
        .update_columns([Params, NamedId, InApp, Browser, InDigest, HappenedAt])
        .value(Times, times)
        .value(Link, link)
        .value(ToldAt, Func::coalesce([new(ToldAt), own(ToldAt)]))
        .to_owned()
}

/// Returns the accounts that were alerted of the same thing within [`QUIET`].
async fn find_just_told(
    tx: &Tx,
    users: &[UserId],
    news: &News,
    now: Timestamp,
) -> Result<HashSet<UserId>, DbErr> {
    let told: Vec<UserId> = notification::Entity::find()
        .select_only()
        .column(notification::Column::UserId)
        .filter(notification::Column::ToldAt.gt(now.minus(QUIET)))
        .filter(notification::Column::ObjectId.eq(news.object))
        .filter(notification::Column::Kind.eq(news.kind))
        .filter(notification::Column::UserId.is_in(users.iter().copied()))
        .into_tuple()
        .all(tx)
        .await?;
    Ok(told.into_iter().collect())
}
