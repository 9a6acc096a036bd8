//! Queries on bank accounts.

use std::collections::{BTreeMap, HashMap};

use hoi_db::Tx;
use hoi_platform::error::{Error, LocalizedText, Result};
use hoi_platform::ids::{BankAccountId, TransferId, UserId};
use sea_orm::sea_query::Expr;
use sea_orm::{
    ColumnTrait, ConnectionTrait, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect,
};

use super::TransferState;
use super::dto::NamedAccount;
use super::entity::{bank_account, transfer};
use crate::events::entity::event;

/// Events of which the accounts are offered, the latest first.
const OFFERED: u64 = 200;

/// Returns the account; None if it does not exist or was deleted.
#[tracing::instrument(name = "bank_accounts.find", skip_all)]
pub async fn find_account(
    conn: &impl ConnectionTrait,
    id: BankAccountId,
) -> Result<Option<bank_account::Model>> {
    let found = bank_account::live().filter(bank_account::Column::Id.eq(id));
    Ok(found.one(conn).await?)
}

/// Returns the accounts of an organiser, the oldest first.
#[tracing::instrument(name = "bank_accounts.find_all", skip_all)]
pub async fn find_accounts(
    conn: &impl ConnectionTrait,
    owner: UserId,
) -> Result<Vec<bank_account::Model>> {
    Ok(bank_account::live()
        .filter(bank_account::Column::OwnerId.eq(owner))
        .order_by_asc(bank_account::Column::Id)
        .all(conn)
        .await?)
}

/// As [`find_account`], locked until the transaction ends; 5005 when it is gone. Callers that take transfers in lock
/// it, so that no transfer is taken in twice.
#[tracing::instrument(name = "bank_accounts.lock", skip_all)]
pub async fn lock_account(tx: &Tx, id: BankAccountId) -> Result<bank_account::Model> {
    let found = bank_account::live()
        .filter(bank_account::Column::Id.eq(id))
        .lock_exclusive();
    let missing = || Error::NotFound(LocalizedText::new("bankAccount.notFound"));
    found.one(tx).await?.ok_or_else(missing)
}

/// Locks these transfers, in one order, so that transactions about the same transfers wait for one another.
#[tracing::instrument(name = "bank_accounts.lock_transfers", skip_all)]
pub async fn lock_transfers(tx: &Tx, ids: &[TransferId]) -> Result<()> {
    transfer::Entity::find()
        .select_only()
        .column(transfer::Column::Id)
        .filter(transfer::Column::Id.is_in(ids.iter().copied()))
        .order_by_asc(transfer::Column::Id)
        .lock_exclusive()
        .into_tuple::<TransferId>()
        .all(tx)
        .await?;
    Ok(())
}

#[tracing::instrument(name = "bank_accounts.count", skip_all)]
pub(super) async fn count(conn: &impl ConnectionTrait, owner: UserId) -> Result<u64> {
    let own = bank_account::live().filter(bank_account::Column::OwnerId.eq(owner));
    Ok(own.count(conn).await?)
}

/// Returns the number of transfers that wait for a decision, by account.
#[tracing::instrument(name = "bank_accounts.count_waiting", skip_all)]
pub(super) async fn count_waiting(
    conn: &impl ConnectionTrait,
    accounts: &[bank_account::Model],
) -> Result<HashMap<BankAccountId, i64>> {
    let counts: Vec<(BankAccountId, i64)> = transfer::Entity::find()
        .select_only()
        .column(transfer::Column::BankAccountId)
        .expr_as(Expr::cust("count(*)"), "waiting")
        .filter(transfer::Column::BankAccountId.is_in(accounts.iter().map(|row| row.id)))
        .filter(transfer::Column::State.eq(TransferState::Waiting))
        .group_by(transfer::Column::BankAccountId)
        .into_tuple()
        .all(conn)
        .await?;
    Ok(counts.into_iter().collect())
}

/// Returns the accounts that events of the organiser name, with the number of these events.
#[tracing::instrument(name = "bank_accounts.find_named", skip_all)]
pub(super) async fn find_named(
    conn: &impl ConnectionTrait,
    owner: UserId,
) -> Result<Vec<NamedAccount>> {
    let events = event::owned_by(owner)
        .filter(event::Column::AccountNumber.is_not_null())
        .order_by_desc(event::Column::Id)
        .limit(OFFERED)
        .all(conn)
        .await?;
    let mut named: BTreeMap<String, NamedAccount> = BTreeMap::new();
    for event in events {
        let Some(number) = event.account_number else {
            continue;
        };
        let account = named.entry(number.clone()).or_insert_with(|| NamedAccount {
            bank_name: event.bank_name.unwrap_or_default(),
            bank_bin: event.bank_bin,
            account_number: number,
            holder_name: event.account_holder_name.unwrap_or_default(),
            events: 0,
        });
        account.events += 1;
    }
    Ok(named.into_values().collect())
}
