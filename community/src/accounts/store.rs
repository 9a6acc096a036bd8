//! Queries on accounts.

use std::collections::{HashMap, HashSet};

use hoi_db::{OnUnique, Only as _, Timestamp, Tx, containing};
use hoi_i18n::{Lang, fold_for_search};
use hoi_platform::app::App;
use hoi_platform::clock;
use hoi_platform::error::{Error, LocalizedText, Result};
use hoi_platform::http::{Page, PageQuery, SortOrder, sorted};
use sea_orm::sea_query::{Expr, ExprTrait as _, Func};
use sea_orm::{
    ActiveModelTrait, ColumnTrait, Condition, ConnectionTrait, EntityTrait, PaginatorTrait,
    QueryFilter, QueryOrder, QuerySelect, Set,
};

use super::dto::{AccountQuery, AccountSort};
use super::entity::user;
use super::rules::email_key;
use super::{Role, UserId, codes};

/// The most results of a search for people.
const PEOPLE: u64 = 20;

/// The values of a new account.
pub struct NewAccount {
    pub email: String,
    pub password_hash: String,
    pub role: Role,
    pub full_name: String,
    pub phone: String,
    pub country: Option<String>,
    pub company: String,
    /// Events that the account may have; −1 = unlimited.
    pub event_limit: i64,
    /// Whether the e-mail address counts as confirmed without a mail.
    pub is_verified: bool,
    pub must_change_password: bool,
    pub lang: Lang,
}

/// Inserts an account. Refuses with 5013 if the address has one.
#[tracing::instrument(name = "accounts.insert", skip_all)]
pub async fn insert(tx: &Tx, new: NewAccount, now: Timestamp) -> Result<user::Model> {
    let row = user::ActiveModel {
        id: Set(clock::new_id()),
        email_key: Set(email_key(&new.email)),
        email: Set(new.email),
        password_hash: Set(new.password_hash),
        role: Set(new.role),
        search_text: Set(search_text(&new.full_name, &new.company)),
        name_key: Set(Some(name_key(&new.full_name))),
        full_name: Set(new.full_name),
        phone: Set(new.phone),
        country: Set(new.country),
        company: Set(new.company),
        user_code: Set(codes::new_user_code()?),
        event_limit: Set(new.event_limit),
        daily_mails: Set(None),
        is_active: Set(true),
        email_verified_at: Set(new.is_verified.then_some(now)),
        must_change_password: Set(new.must_change_password),
        lang: Set(new.lang),
        version: Set(1),
        created_at: Set(now),
        updated_at: Set(now),
        ..Default::default()
    };
    row.insert(tx).await.on_unique(email_used())
}

/// Updates the set columns of `change`. Refuses with 5013 if its address has another account.
#[tracing::instrument(name = "accounts.update", skip_all)]
pub async fn update(tx: &Tx, change: user::ActiveModel) -> Result<user::Model> {
    change.update(tx).await.on_unique(email_used())
}

fn email_used() -> Error {
    Error::EmailBeingUsed(LocalizedText::new("error.5013"))
}

/// Returns the text that a search for people is compared with. It leaves out e-mail address and phone number: a caller
/// could find them letter by letter.
pub fn search_text(full_name: &str, company: &str) -> String {
    fold_for_search(&format!("{full_name} {company}"))
}

/// Returns the key by which lists sort a name, without case and accents: the given name, which is the last word, then
/// the family name and the words between.
#[must_use]
pub fn name_key(full_name: &str) -> String {
    let folded = fold_for_search(full_name);
    match folded.rsplit_once(' ') {
        Some((before, given)) => format!("{given} {before}"),
        None => folded,
    }
}

/// The column by which lists of accounts are sorted by name; the search text until the server has filled it.
#[must_use]
pub fn by_name() -> Expr {
    let column = |column| Expr::col((user::Entity, column));
    let key = [
        column(user::Column::NameKey),
        column(user::Column::SearchText),
    ];
    Func::coalesce(key).into()
}

/// Accounts of one transaction that get their [`name_key`].
const BATCH: u64 = 500;

/// Gives accounts from before names were sorted by the given name their [`name_key`].
pub async fn give_missing_name_keys(app: &App) -> Result<()> {
    loop {
        let tx = app.db.write().await?;
        let found: Vec<(UserId, String)> = user::Entity::find()
            .filter(user::Column::NameKey.is_null())
            .order_by_asc(user::Column::Id)
            .limit(BATCH)
            .select_only()
            .columns([user::Column::Id, user::Column::FullName])
            .into_tuple()
            .all(&tx)
            .await?;
        if found.is_empty() {
            return Ok(());
        }
        for (id, full_name) in found {
            // The name may have been changed since it was read; then its key is there.
            user::Entity::update_many()
                .col_expr(user::Column::NameKey, Expr::value(name_key(&full_name)))
                .filter(user::Column::Id.eq(id))
                .filter(user::Column::NameKey.is_null())
                .exec(&tx)
                .await?;
        }
        tx.commit().await?;
    }
}

/// Returns the account; None if it does not exist or was deleted.
#[tracing::instrument(name = "accounts.find", skip_all)]
pub async fn find(conn: &impl ConnectionTrait, id: UserId) -> Result<Option<user::Model>> {
    Ok(user::live()
        .filter(user::Column::Id.eq(id))
        .only(conn)
        .await?)
}

/// Returns the name of an account, also of a deleted one; empty when there is none.
pub async fn full_name(conn: &impl ConnectionTrait, id: UserId) -> Result<String> {
    let mut names = full_names(conn, [id]).await?;
    Ok(names.remove(&id).unwrap_or_default())
}

/// Returns the names of accounts, including deleted ones, because logs still name them.
#[tracing::instrument(name = "accounts.full_names", skip_all)]
pub async fn full_names(
    conn: &impl ConnectionTrait,
    ids: impl IntoIterator<Item = UserId>,
) -> Result<HashMap<UserId, String>> {
    let ids: HashSet<UserId> = ids.into_iter().collect();
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let names = user::Entity::find()
        .select_only()
        .columns([user::Column::Id, user::Column::FullName])
        .filter(user::Column::Id.is_in(ids))
        .into_tuple()
        .all(conn)
        .await?;
    Ok(names.into_iter().collect())
}

/// Returns the account of an e-mail address; None if it has none.
#[tracing::instrument(name = "accounts.find_by_email", skip_all)]
pub async fn find_by_email(
    conn: &impl ConnectionTrait,
    email: &str,
) -> Result<Option<user::Model>> {
    let key = email_key(email);
    Ok(user::live()
        .filter(user::Column::EmailKey.eq(key))
        .only(conn)
        .await?)
}

/// Like [`find`], and locks the row until the transaction ends.
#[tracing::instrument(name = "accounts.lock", skip_all)]
pub async fn lock(tx: &Tx, id: UserId) -> Result<Option<user::Model>> {
    Ok(user::live()
        .filter(user::Column::Id.eq(id))
        .lock_exclusive()
        .only(tx)
        .await?)
}

/// Returns the active administrators.
#[tracing::instrument(name = "accounts.active_admins", skip_all)]
pub async fn active_admins(conn: &impl ConnectionTrait) -> Result<Vec<UserId>> {
    let admins = user::live()
        .select_only()
        .column(user::Column::Id)
        .filter(user::Column::Role.eq(Role::Admin))
        .filter(user::Column::IsActive.eq(true));
    Ok(admins.into_tuple().all(conn).await?)
}

/// Returns the active administrators and locks their rows until the transaction ends.
#[tracing::instrument(name = "accounts.lock_active_admins", skip_all)]
pub async fn lock_active_admins(tx: &Tx) -> Result<Vec<UserId>> {
    let admins = user::live()
        .filter(user::Column::Role.eq(Role::Admin))
        .filter(user::Column::IsActive.eq(true))
        .order_by_asc(user::Column::Id)
        .lock_exclusive()
        .all(tx)
        .await?;
    Ok(admins.into_iter().map(|admin| admin.id).collect())
}

/// Returns whether the platform has an administrator, active or not.
#[tracing::instrument(name = "accounts.has_admin", skip_all)]
pub async fn has_admin(conn: &impl ConnectionTrait) -> Result<bool> {
    let admins = user::live().filter(user::Column::Role.eq(Role::Admin));
    Ok(admins.count(conn).await? > 0)
}

/// Returns one page of accounts.
#[tracing::instrument(name = "accounts.list", skip_all)]
pub async fn list(conn: &impl ConnectionTrait, query: AccountQuery) -> Result<Page<user::Model>> {
    let mut accounts = user::live();
    if let Some(text) = query.search.as_deref().map(str::trim)
        && !text.is_empty()
    {
        let condition = Condition::any()
            .add(user::Column::SearchText.like(containing(&fold_for_search(text))))
            .add(user::Column::EmailKey.like(containing(&email_key(text))))
            .add(user::Column::Phone.like(containing(text)));
        accounts = accounts.filter(condition);
    }
    if let Some(role) = query.role {
        accounts = accounts.filter(user::Column::Role.eq(role));
    }
    if let Some(is_active) = query.is_active {
        accounts = accounts.filter(user::Column::IsActive.eq(is_active));
    }
    if let Some(country) = query.country.filter(|country| !country.is_empty()) {
        accounts = accounts.filter(user::Column::Country.eq(country));
    }
    let page = PageQuery::new(query.limit, query.page)?;
    let total = accounts.clone().count(conn).await?;
    let (sort, order) = match query.sort {
        Some(sort) => (sort, query.order.unwrap_or_default()),
        None => (AccountSort::CreatedAt, SortOrder::Desc),
    };
    let last_seen = || Expr::col(user::Column::LastSeenAt);
    let values = match sort {
        // It begins with the folded name.
        AccountSort::FullName => vec![by_name()],
        AccountSort::Email => vec![Expr::col(user::Column::EmailKey)],
        AccountSort::CreatedAt => vec![Expr::col(user::Column::CreatedAt)],
        // The engines differ in where they put null.
        AccountSort::LastSeenAt => vec![last_seen().is_not_null(), last_seen()],
    };
    let items = sorted(accounts, values, order)
        .offset(page.offset())
        .limit(page.limit())
        .all(conn)
        .await?;
    Ok(Page { items, total })
}

/// Returns active accounts that fulfil `which` and whose name or company contains `keyword`, or whose whole address
/// equals it.
#[tracing::instrument(name = "accounts.search", skip_all)]
pub async fn search(
    conn: &impl ConnectionTrait,
    keyword: &str,
    which: Condition,
) -> Result<Vec<user::Model>> {
    let condition = Condition::any()
        .add(user::Column::SearchText.like(containing(&fold_for_search(keyword))))
        .add(user::Column::EmailKey.eq(email_key(keyword)));
    Ok(user::live()
        .filter(user::Column::IsActive.eq(true))
        .filter(which)
        .filter(condition)
        .order_by_asc(by_name())
        .order_by_asc(user::Column::Id)
        .limit(PEOPLE)
        .all(conn)
        .await?)
}

/// Records that the account was used.
#[tracing::instrument(name = "accounts.touch", skip_all)]
pub async fn touch(tx: &Tx, id: UserId, now: Timestamp) -> Result<()> {
    user::Entity::update_many()
        .col_expr(user::Column::LastSeenAt, Expr::value(now))
        .filter(user::Column::Id.eq(id))
        .exec(tx)
        .await?;
    Ok(())
}
