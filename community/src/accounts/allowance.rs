//! The allowance of mails that an account may cause within a day: by importing or adding participants, by messages and
//! their tests, by sending tickets again, by reminders, removals and cancellations, by inviting people to groups, and by
//! notifications that others get at once. Mails that visitors cause are not counted, so that strangers cannot use up an
//! organiser's allowance.

use std::collections::HashSet;
use std::time::Duration;

use hoi_db::{Db, Timestamp, Tx};
use hoi_platform::error::{Error, LocalizedText, Result};
use sea_orm::{ConnectionTrait, DbErr, EntityTrait, Statement, Value};

use super::entity::{mail_allowance, user};
use super::{Role, UserId};

/// Mails a day of an account younger than [`NEW`].
pub const NEW_ACCOUNT_MAILS: u64 = 200;
/// Mails a day of other accounts.
pub const DAILY_MAILS: u64 = 20_000;
/// The age up to which an account is new.
pub const NEW: Duration = Duration::from_hours(7 * 24);
/// The pause between two mails of one account to the same address.
pub const ADDRESS_PAUSE: Duration = Duration::from_mins(1);
const DAY: Duration = Duration::from_hours(24);
/// The most by which the clocks of two servers may differ.
const SKEW: Duration = Duration::from_hours(1);
/// Addresses in one statement, below the engines' limit on bound values.
const CHUNK: usize = 400;

/// The allowance of an account and the rest of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Allowance {
    /// Mails within a day.
    pub limit: u64,
    /// Mails left of the limit.
    pub left: u64,
    /// When the whole allowance is available again; now if none was used.
    pub renews_at: Timestamp,
}

/// Returns the account's allowance at `now`; zero if the account does not exist.
pub async fn allowance(
    conn: &impl ConnectionTrait,
    id: UserId,
    now: Timestamp,
) -> Result<Allowance, DbErr> {
    let account = user::Entity::find_by_id(id).one(conn).await?;
    let limit = account.map_or(0, |account| limit(&account, now));
    let used = mail_allowance::Entity::find_by_id(id).one(conn).await?;
    let used = used.filter(|row| !is_over(row.since, now));
    let renews_at = used.as_ref().map_or(now, |row| row.since.plus(DAY));
    let used = used.map_or(0, |row| u64::try_from(row.used).unwrap_or(0));
    Ok(Allowance {
        limit,
        left: limit.saturating_sub(used),
        renews_at,
    })
}

/// Takes `mails` from the account's allowance, all or none. Refuses with 5003 if too few are left. One statement
/// decides, so that two requests cannot use the same mails.
pub async fn charge(tx: &Tx, id: UserId, mails: u64, now: Timestamp) -> Result<()> {
    if mails == 0 {
        return Ok(());
    }
    let before = allowance(tx, id, now).await?;
    if use_up(tx, id, mails, before.limit, now).await? {
        return Ok(());
    }
    // Read again, because another request may have used mails meanwhile.
    let now_left = allowance(tx, id, now).await?;
    Err(too_many(mails, &now_left, now))
}

/// Takes as many of `mails` from the account's allowance as are left, and returns how many these are.
pub async fn charge_left(tx: &Tx, id: UserId, mails: u64, now: Timestamp) -> Result<u64, DbErr> {
    let before = allowance(tx, id, now).await?;
    let taken = mails.min(before.left);
    // Another request may have used mails meanwhile; then none are taken.
    if taken > 0 && use_up(tx, id, taken, before.limit, now).await? {
        Ok(taken)
    } else {
        Ok(0)
    }
}

/// Adds mails to the account's use within the day, unless the sum would exceed `limit`.
async fn use_up(
    tx: &Tx,
    id: UserId,
    mails: u64,
    limit: u64,
    now: Timestamp,
) -> Result<bool, DbErr> {
    if mails > limit {
        return Ok(false);
    }
    let begin = "mail_allowance.since <= $4 or mail_allowance.since > $5";
    let sql = format!(
        "insert into mail_allowance (user_id, since, used) values ($1, $2, $3) \
         on conflict (user_id) do update set \
         used = case when {begin} then excluded.used else mail_allowance.used + excluded.used end, \
         since = case when {begin} then excluded.since else mail_allowance.since end \
         where case when {begin} then excluded.used else mail_allowance.used + excluded.used end <= $6"
    );
    let number = |mails| i64::try_from(mails).unwrap_or(i64::MAX);
    let values: [Value; 6] = [
        id.into(),
        now.into(),
        number(mails).into(),
        now.minus(DAY).into(),
        now.plus(SKEW).into(),
        number(limit).into(),
    ];
    let statement = Statement::from_sql_and_values(tx.get_database_backend(), sql, values);
    Ok(tx.execute_raw(statement).await?.rows_affected() > 0)
}

/// Returns mails to the allowance that were not caused.
async fn refund(tx: &Tx, id: UserId, mails: u64) -> Result<()> {
    let sql = "update mail_allowance set used = case when used > $2 then used - $2 else 0 end \
               where user_id = $1";
    let number = i64::try_from(mails).unwrap_or(i64::MAX);
    let values: [Value; 2] = [id.into(), number.into()];
    let statement = Statement::from_sql_and_values(tx.get_database_backend(), sql, values);
    tx.execute_raw(statement).await?;
    Ok(())
}

/// Refuses with 5003 if the account could not send `mails` even with its whole allowance.
pub async fn check_ever(
    conn: &impl ConnectionTrait,
    id: UserId,
    mails: u64,
    now: Timestamp,
) -> Result<()> {
    let allowance = allowance(conn, id, now).await?;
    if mails <= allowance.limit {
        Ok(())
    } else {
        Err(too_many(mails, &allowance, now))
    }
}

/// Records that mails of the account to these addresses are sent now. Returns the addresses whose pause is not over.
pub async fn claim_addresses(
    tx: &Tx,
    id: UserId,
    addresses: &[String],
    now: Timestamp,
) -> Result<HashSet<String>> {
    let mut early: HashSet<String> = addresses.iter().cloned().collect();
    let mut distinct: Vec<String> = early.iter().cloned().collect();
    // Sorted, so that two requests lock rows in the same order and cannot deadlock.
    distinct.sort_unstable();
    for chunk in distinct.chunks(CHUNK) {
        let rows: Vec<_> = (0..chunk.len())
            .map(|at| format!("($1, ${}, $2)", at + 5))
            .collect();
        let sql = format!(
            "insert into mail_recipient (user_id, email_key, at) values {} \
             on conflict (user_id, email_key) do update set at = excluded.at \
             where mail_recipient.at <= $3 or mail_recipient.at > $4 returning email_key",
            rows.join(", ")
        );
        let mut values: Vec<Value> = vec![
            id.into(),
            now.into(),
            now.minus(ADDRESS_PAUSE).into(),
            now.plus(SKEW).into(),
        ];
        values.extend(chunk.iter().map(|address| address.clone().into()));
        let statement = Statement::from_sql_and_values(tx.get_database_backend(), sql, values);
        for row in tx.query_all_raw(statement).await? {
            early.remove(&row.try_get::<String>("", "email_key")?);
        }
    }
    Ok(early)
}

/// Takes one mail for each of these addresses from the allowance, counting repeated addresses repeatedly. Refuses with
/// 5003 if too few are left or, except for lists, if the pause of an address is not over. For mails that a later
/// transaction causes; see [`give_back`].
pub async fn take(
    db: &Db,
    id: UserId,
    addresses: &[String],
    is_list: bool,
    now: Timestamp,
) -> Result<()> {
    let tx = db.write().await?;
    // Addresses are locked before the account's allowance, here and elsewhere. A list contains each address once, and
    // sending the same list again is allowed at once.
    if !is_list && !claim_addresses(&tx, id, addresses, now).await?.is_empty() {
        let retry_after = ADDRESS_PAUSE;
        return Err(Error::TooManyRequests { retry_after });
    }
    let mails = u64::try_from(addresses.len()).unwrap_or(u64::MAX);
    charge(&tx, id, mails, now).await?;
    tx.commit().await?;
    Ok(())
}

/// Returns mails to the allowance that were taken at `taken_at` and not caused.
pub async fn give_back(
    db: &Db,
    id: UserId,
    addresses: &[String],
    taken_at: Timestamp,
) -> Result<()> {
    let tx = db.write().await?;
    let mails = u64::try_from(addresses.len()).unwrap_or(u64::MAX);
    refund(&tx, id, mails).await?;
    let sql = "delete from mail_recipient where user_id = $1 and at = $2";
    let values: [Value; 2] = [id.into(), taken_at.into()];
    let statement = Statement::from_sql_and_values(tx.get_database_backend(), sql, values);
    tx.execute_raw(statement).await?;
    tx.commit().await?;
    Ok(())
}

/// Removes the records of an address, whose pause ends with it.
pub async fn forget_address(tx: &Tx, email_key: &str) -> Result<()> {
    let sql = "delete from mail_recipient where email_key = $1";
    let values: [Value; 1] = [email_key.into()];
    let statement = Statement::from_sql_and_values(tx.get_database_backend(), sql, values);
    tx.execute_raw(statement).await?;
    Ok(())
}

/// Removes the records of addresses whose pause is over.
pub async fn remove_old(tx: &Tx, now: Timestamp) -> Result<()> {
    let sql = "delete from mail_recipient where at <= $1";
    let values: [Value; 1] = [now.minus(ADDRESS_PAUSE).into()];
    let statement = Statement::from_sql_and_values(tx.get_database_backend(), sql, values);
    tx.execute_raw(statement).await?;
    Ok(())
}

fn limit(user: &user::Model, now: Timestamp) -> u64 {
    if let Some(limit) = user.daily_mails {
        u64::try_from(limit).unwrap_or(0)
    } else if user.role == Role::Admin || user.created_at.plus(NEW) <= now {
        DAILY_MAILS
    } else {
        NEW_ACCOUNT_MAILS
    }
}

fn is_over(since: Timestamp, now: Timestamp) -> bool {
    since.plus(DAY) <= now || since > now.plus(SKEW)
}

fn too_many(mails: u64, allowance: &Allowance, now: Timestamp) -> Error {
    if mails > allowance.limit {
        return Error::ResourceExceeded(
            LocalizedText::new("mails.moreThanADay")
                .with("count", mails)
                .with("max", allowance.limit),
        );
    }
    let seconds = now.until(allowance.renews_at).as_secs();
    Error::ResourceExceeded(
        LocalizedText::new("mails.tooManyToday")
            .with("count", mails)
            .with("left", allowance.left)
            .with("max", allowance.limit)
            .with("hours", seconds.div_ceil(3600)),
    )
}
