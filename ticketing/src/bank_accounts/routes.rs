//! Calls on bank accounts and their connections.

use axum::extract::State;
use hoi_community::accounts::Signed;
use hoi_db::OnUnique;
use hoi_platform::app::App;
use hoi_platform::clock;
use hoi_platform::error::{Error, LocalizedText, Result, is_stale};
use hoi_platform::http::{Envelope, Nothing, ValidatedJson};
use hoi_platform::idempotency::{Idempotent, KeyHeader};
use hoi_platform::ids::{BankAccountId, UserId};
use hoi_platform::routes;
use sea_orm::{ActiveModelTrait, ConnectionTrait, IntoActiveModel, Set};
use utoipa_axum::router::OpenApiRouter;

use super::dto::{BankAccount, BankAccountBody, BankAccountChange, BankAccounts, ConnectionBody};
use super::entity::bank_account;
use super::{OwnAccount, store, webhook_address};

/// The most accounts of an organiser.
const MAX_ACCOUNTS: u64 = 20;
/// The purpose with which keys are encrypted.
const KEY: &str = "bank-connection";

/// Routes of bank accounts.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_bank_accounts, create_bank_account))
        .routes(routes!(update_bank_account, delete_bank_account))
        .routes(routes!(connect_bank_account, disconnect_bank_account))
        .routes(routes!(renew_webhook_address))
}

/// Returns the key of the account's service, decrypted; `None` without a service.
///
/// # Errors
/// When it was encrypted by an installation with another secret.
pub fn connection_key(app: &App, account: &bank_account::Model) -> anyhow::Result<Option<String>> {
    let Some(sealed) = &account.sealed_key else {
        return Ok(None);
    };
    let plain = app.secrets.unseal(KEY, account.id.0.as_bytes(), sealed)?;
    Ok(Some(String::from_utf8(plain)?))
}

/// Lists the caller's bank accounts, and those that the caller's events name.
#[utoipa::path(get, path = "/bank-accounts", tag = "money",
    responses((status = 200, body = Envelope<BankAccounts>)), security(("bearer" = [])))]
async fn list_bank_accounts(
    State(app): State<App>,
    caller: Signed,
) -> Result<Envelope<BankAccounts>> {
    let accounts = list(&app, app.db.read(), caller.user.id).await?;
    Ok(Envelope::ok(accounts))
}

async fn list(app: &App, conn: &impl ConnectionTrait, owner: UserId) -> Result<BankAccounts> {
    let rows = store::find_accounts(conn, owner).await?;
    let waiting = store::count_waiting(conn, &rows).await?;
    let mut named = store::find_named(conn, owner).await?;
    let accounts = rows.into_iter().map(|row| {
        let of_events = named
            .iter()
            .find(|named| named.account_number == row.account_number);
        BankAccount {
            id: row.id,
            service: row.service,
            webhook_address: webhook_address(&app.config.public_url, &app.secrets, &row),
            events: of_events.map_or(0, |named| named.events),
            waiting: waiting.get(&row.id).copied().unwrap_or(0),
            version: row.version,
            bank_name: row.bank_name,
            bank_bin: row.bank_bin,
            account_number: row.account_number,
            holder_name: row.holder_name,
        }
    });
    let accounts: Vec<_> = accounts.collect();
    named.retain(|named| {
        let mut known = accounts.iter();
        !known.any(|account| account.account_number == named.account_number)
    });
    Ok(BankAccounts { accounts, named })
}

async fn one(
    app: &App,
    conn: &impl ConnectionTrait,
    id: BankAccountId,
    owner: UserId,
) -> Result<BankAccount> {
    let mut accounts = list(app, conn, owner).await?.accounts;
    let at = accounts.iter().position(|account| account.id == id);
    let missing = || Error::NotFound(LocalizedText::new("bankAccount.notFound"));
    Ok(accounts.swap_remove(at.ok_or_else(missing)?))
}

/// Adds a bank account. 5003: the caller has too many; 5008: the caller has one with this number.
#[utoipa::path(post, path = "/bank-accounts", tag = "money", params(KeyHeader), request_body = BankAccountBody,
    responses((status = 200, body = Envelope<BankAccount>)), security(("bearer" = [])))]
async fn create_bank_account(
    State(app): State<App>,
    caller: Signed,
    Idempotent(once, body): Idempotent<BankAccountBody>,
) -> Result<Envelope<BankAccount>> {
    let (now, owner) = (app.clock.now(), caller.user.id);
    let tx = once.begin().await?;
    if store::count(&tx, owner).await? >= MAX_ACCOUNTS {
        let message = LocalizedText::new("bankAccount.tooMany").with("max", MAX_ACCOUNTS);
        return Err(Error::ResourceExceeded(message));
    }
    let row = bank_account::ActiveModel {
        id: Set(clock::new_id()),
        owner_id: Set(owner),
        bank_name: Set(body.bank_name),
        bank_bin: Set(body.bank_bin),
        account_number: Set(body.account_number),
        holder_name: Set(body.holder_name),
        service: Set(None),
        sealed_key: Set(None),
        address_version: Set(1),
        statement_mapping: Set(None),
        version: Set(1),
        created_at: Set(now),
        updated_at: Set(now),
        deleted_at: Set(None),
    };
    let row = row.insert(&tx).await.on_unique(number_taken())?;
    let account = one(&app, &tx, row.id, owner).await?;
    once.commit(tx, Envelope::said(account, "bankAccount.added"))
        .await
}

fn number_taken() -> Error {
    Error::Conflict(LocalizedText::new("bankAccount.isThere")).at("accountNumber")
}

/// Changes a bank account. 5008: its owner has another one with this number, or it was changed since it was read.
#[utoipa::path(put, path = "/bank-accounts/{id}", tag = "money", params(("id" = BankAccountId, Path)),
    request_body = BankAccountChange,
    responses((status = 200, body = Envelope<BankAccount>)), security(("bearer" = [])))]
async fn update_bank_account(
    State(app): State<App>,
    OwnAccount { account, .. }: OwnAccount,
    ValidatedJson(BankAccountChange {
        account: body,
        version,
    }): ValidatedJson<BankAccountChange>,
) -> Result<Envelope<BankAccount>> {
    let tx = app.db.write().await?;
    let row = store::lock_account(&tx, account.id).await?;
    if is_stale(Some(version), row.version) {
        let stored = one(&app, &tx, account.id, account.owner_id).await?;
        return Err(Error::changed_meanwhile(&stored));
    }
    let next = row.version + 1;
    let mut columns = row.into_active_model();
    columns.version = Set(next);
    columns.bank_name = Set(body.bank_name);
    columns.bank_bin = Set(body.bank_bin);
    columns.account_number = Set(body.account_number);
    columns.holder_name = Set(body.holder_name);
    columns.updated_at = Set(app.clock.now());
    columns.update(&tx).await.on_unique(number_taken())?;
    tx.commit().await?;
    let account = one(&app, app.db.read(), account.id, account.owner_id).await?;
    Ok(Envelope::said(account, "bankAccount.changed"))
}

/// Removes a bank account with its connection. Its transfers stay, with their payments.
#[utoipa::path(delete, path = "/bank-accounts/{id}", tag = "money", params(("id" = BankAccountId, Path)),
    responses((status = 200, body = Envelope<Nothing>)), security(("bearer" = [])))]
async fn delete_bank_account(
    State(app): State<App>,
    OwnAccount { account, .. }: OwnAccount,
) -> Result<Envelope<Nothing>> {
    let now = app.clock.now();
    let tx = app.db.write().await?;
    let mut columns = store::lock_account(&tx, account.id)
        .await?
        .into_active_model();
    columns.service = Set(None);
    columns.sealed_key = Set(None);
    columns.updated_at = Set(now);
    columns.deleted_at = Set(Some(now));
    columns.update(&tx).await?;
    tx.commit().await?;
    Ok(Envelope::done("bankAccount.removed"))
}

/// Connects a bank account with a service, or changes its key. The key is never shown again.
#[utoipa::path(put, path = "/bank-accounts/{id}/connection", tag = "money", params(("id" = BankAccountId, Path)),
    request_body = ConnectionBody,
    responses((status = 200, body = Envelope<BankAccount>)), security(("bearer" = [])))]
async fn connect_bank_account(
    State(app): State<App>,
    OwnAccount { account, .. }: OwnAccount,
    ValidatedJson(body): ValidatedJson<ConnectionBody>,
) -> Result<Envelope<BankAccount>> {
    let context = account.id.0;
    let sealed = app
        .secrets
        .seal(KEY, context.as_bytes(), body.key.as_bytes())?;
    let tx = app.db.write().await?;
    let mut columns = store::lock_account(&tx, account.id)
        .await?
        .into_active_model();
    columns.service = Set(Some(body.service));
    columns.sealed_key = Set(Some(sealed));
    columns.updated_at = Set(app.clock.now());
    columns.update(&tx).await?;
    tx.commit().await?;
    let account = one(&app, app.db.read(), account.id, account.owner_id).await?;
    Ok(Envelope::said(account, "bankAccount.connected"))
}

/// Ends the connection of a bank account and forgets its key.
#[utoipa::path(delete, path = "/bank-accounts/{id}/connection", tag = "money", params(("id" = BankAccountId, Path)),
    responses((status = 200, body = Envelope<BankAccount>)), security(("bearer" = [])))]
async fn disconnect_bank_account(
    State(app): State<App>,
    OwnAccount { account, .. }: OwnAccount,
) -> Result<Envelope<BankAccount>> {
    let tx = app.db.write().await?;
    let mut columns = store::lock_account(&tx, account.id)
        .await?
        .into_active_model();
    columns.service = Set(None);
    columns.sealed_key = Set(None);
    columns.updated_at = Set(app.clock.now());
    columns.update(&tx).await?;
    tx.commit().await?;
    let account = one(&app, app.db.read(), account.id, account.owner_id).await?;
    Ok(Envelope::said(account, "bankAccount.disconnected"))
}

/// Gives a bank account another address for its service; the former one ends at once.
#[utoipa::path(post, path = "/bank-accounts/{id}/address", tag = "money", params(("id" = BankAccountId, Path)),
    responses((status = 200, body = Envelope<BankAccount>)), security(("bearer" = [])))]
async fn renew_webhook_address(
    State(app): State<App>,
    OwnAccount { account, .. }: OwnAccount,
) -> Result<Envelope<BankAccount>> {
    let tx = app.db.write().await?;
    let row = store::lock_account(&tx, account.id).await?;
    let version = row.address_version + 1;
    let mut columns = row.into_active_model();
    columns.address_version = Set(version);
    columns.updated_at = Set(app.clock.now());
    columns.update(&tx).await?;
    tx.commit().await?;
    let account = one(&app, app.db.read(), account.id, account.owner_id).await?;
    Ok(Envelope::said(account, "bankAccount.addressRenewed"))
}
