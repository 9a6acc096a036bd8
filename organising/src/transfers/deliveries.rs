//! Deliveries of services: verified, stored as they came and answered at once; worked on afterwards.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{FromRef, FromRequestParts, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse as _, Response};
use hoi_bank_reports::{Delivery as Sent, Problem, Service, Transfer};
use hoi_db::Timestamp;
use hoi_platform::app::App;
use hoi_platform::clock;
use hoi_platform::days::VIETNAM;
use hoi_platform::error::{Error, LocalizedText, Result};
use hoi_platform::http::{ClientIp, Envelope, Nothing, PathToken, path_id, unreadable};
use hoi_platform::limits::throttle::{self, Limit};
use hoi_ticketing::bank_accounts::entity::{bank_account, bank_delivery, transfer};
use hoi_ticketing::bank_accounts::{
    self, BankAccountId, BankDeliveryId, BankService, OwnAccount, TransferId, TransferState,
    account_called, connection_key, is_address_of,
};
use hoi_ticketing::registration::RateLimits;
use sea_orm::{
    ActiveModelTrait, ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, Set,
};
use serde::{Deserialize, Serialize};

use super::dto::{BankDelivery, DeliveredTransfer, Received};
use super::erasure;
use super::jobs::WorkOnDelivery;

/// The largest delivery, in bytes: one transfer is about one kilobyte.
pub const BODY_LIMIT: usize = 256 * 1024;
/// Deliveries that are listed.
const LISTED: u64 = 50;
/// How long deliveries are kept. The transfers in them stay.
const KEPT: Duration = Duration::from_hours(24 * 30);
/// Deliveries to an account that are kept of one day.
pub const MAX_A_DAY: u64 = 20_000;
/// The amount of a test transfer, in dong.
const TEST_AMOUNT: i64 = 10_000;

/// Tests and replays of an account's deliveries.
static TRIES: Limit = Limit {
    name: "bankDeliveryOfAccount",
    attempts_without_pause: 30,
    first_pause: Duration::from_secs(10),
    longest_pause: Duration::from_mins(10),
    reset_after: Duration::from_hours(1),
};

/// The transfers understood in a delivery, as they are stored.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct UnderstoodDelivery {
    pub transfers: Vec<UnderstoodTransfer>,
    pub outgoing: usize,
    /// The field that is wrong; empty if it is the whole.
    pub problem: Option<String>,
}

/// A transfer in a delivery, as it is stored.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct UnderstoodTransfer {
    pub id: Option<TransferId>,
    pub amount: i64,
    pub arrived_at: Timestamp,
    pub content: String,
}

impl UnderstoodDelivery {
    /// Returns the outcome of a delivery that does not have the service's form.
    pub fn of_problem(problem: &Problem) -> Self {
        let field = match problem {
            Problem::Field(name) => (*name).to_owned(),
            Problem::Format | Problem::TooMany => String::new(),
        };
        Self {
            problem: Some(field),
            ..Self::default()
        }
    }
}

/// Receives deliveries of a bank service at the address of an account: stores each, answers, and works on it
/// afterward. The same delivery may come any number of times. 5002: it is too large (413) or arrives too slowly; 5005:
/// there is no such address (anymore), or no service is connected; 5019: the service's proof is wrong, and nothing is
/// kept; 5003: too many deliveries from this network, or more than 20,000 to this account within a day (429), or no
/// room for it (503).
#[utoipa::path(post, path = "/bank-webhook/{token}", tag = "money", params(("token" = String, Path, description = "The account's, from its address")),
    request_body(content = String, content_type = "application/json", description = "As the service defines it, at most 256 KiB"),
    responses((status = 200, body = Received)))]
pub async fn receive_delivery(
    State(app): State<App>,
    State(rate_limits): State<Arc<RateLimits>>,
    ClientIp(address): ClientIp,
    PathToken(token): PathToken,
    headers: HeaderMap,
    body: std::result::Result<Bytes, BytesRejection>,
) -> Result<Response> {
    rate_limits.webhook.count(address, app.clock.monotonic())?;
    let body = body.map_err(|rejection| unreadable(&rejection))?;
    let account = match account_called(&token) {
        Some(id) => bank_accounts::find_account(app.db.read(), id).await?,
        None => None,
    };
    let account = account.filter(|account| is_address_of(&app.secrets, account, &token));
    let connected = account.and_then(|account| Some((account.service?, account)));
    let (service, account) = connected.ok_or_else(Error::not_found)?;
    let key = connection_key(&app, &account)?.unwrap_or_default();
    let header = |name: &str| headers.get(name)?.to_str().ok();
    let sent = Sent {
        header: &header,
        body: &body,
    };
    if !Service::from(service).verify(sent, &key) {
        let message = LocalizedText::new("bankAccount.wrongProof");
        return Err(Error::InvalidCredential(message));
    }
    app.vitals.require_space()?;
    check_room(&app, &account).await?;
    store(&app, &account, service, &body, false).await?;
    let mut answer = Service::from(service).answer().into_response();
    let json = HeaderValue::from_static("application/json");
    answer.headers_mut().insert(header::CONTENT_TYPE, json);
    Ok(answer)
}

/// 5003 (HTTP 429) until fewer than [`MAX_A_DAY`] deliveries to the account are younger than a day.
async fn check_room(app: &App, account: &bank_account::Model) -> Result<()> {
    let oldest: Option<Timestamp> = bank_delivery::Entity::find()
        .select_only()
        .column(bank_delivery::Column::ReceivedAt)
        .filter(bank_delivery::Column::BankAccountId.eq(account.id))
        .order_by_desc(bank_delivery::Column::ReceivedAt)
        .order_by_desc(bank_delivery::Column::Id)
        .offset(MAX_A_DAY - 1)
        .limit(1)
        .into_tuple()
        .one(app.db.read())
        .await?;
    let left = oldest.map(|oldest| app.clock.now().until(oldest.plus(Duration::from_hours(24))));
    match left {
        Some(retry_after) if !retry_after.is_zero() => Err(Error::TooManyRequests { retry_after }),
        _ => Ok(()),
    }
}

async fn store(
    app: &App,
    account: &bank_account::Model,
    service: BankService,
    body: &[u8],
    is_test: bool,
) -> Result<BankDeliveryId> {
    let now = app.clock.now();
    let delivery = clock::new_id();
    let row = bank_delivery::ActiveModel {
        id: Set(delivery),
        bank_account_id: Set(account.id),
        service: Set(service),
        // Databases refuse the character, and JSON does not contain it.
        body: Set(String::from_utf8_lossy(body).replace('\0', "")),
        is_test: Set(is_test),
        received_at: Set(now),
        outcome: Set(None),
        worked_at: Set(None),
    };
    let tx = app.db.write().await?;
    row.insert(&tx).await?;
    hoi_jobs::enqueue(&tx, &WorkOnDelivery { delivery }, now).await?;
    tx.commit().await?;
    app.jobs.notify_one();
    Ok(delivery)
}

/// Lists the last 50 deliveries to an account, the latest first, with the transfers understood in them.
#[utoipa::path(get, path = "/bank-accounts/{id}/deliveries", tag = "money", params(("id" = BankAccountId, Path)),
    responses((status = 200, body = Envelope<Vec<BankDelivery>>)), security(("bearer" = [])))]
pub async fn list_bank_deliveries(
    State(app): State<App>,
    OwnAccount { account, .. }: OwnAccount,
) -> Result<Envelope<Vec<BankDelivery>>> {
    let conn = app.db.read();
    let rows = bank_delivery::Entity::find()
        .filter(bank_delivery::Column::BankAccountId.eq(account.id))
        .order_by_desc(bank_delivery::Column::ReceivedAt)
        .order_by_desc(bank_delivery::Column::Id)
        .limit(LISTED)
        .all(conn)
        .await?;
    let read = |row: &bank_delivery::Model| -> UnderstoodDelivery {
        let outcome = row.outcome.clone();
        let read = outcome.and_then(|outcome| serde_json::from_value(outcome).ok());
        read.unwrap_or_default()
    };
    let outcomes: Vec<UnderstoodDelivery> = rows.iter().map(read).collect();
    let ids: Vec<_> = outcomes
        .iter()
        .flat_map(|outcome| outcome.transfers.iter().filter_map(|transfer| transfer.id))
        .collect();
    let states: Vec<(TransferId, TransferState)> = transfer::Entity::find()
        .select_only()
        .columns([transfer::Column::Id, transfer::Column::State])
        .filter(transfer::Column::Id.is_in(ids))
        .into_tuple()
        .all(conn)
        .await?;
    let states: HashMap<_, _> = states.into_iter().collect();
    let shown = rows
        .into_iter()
        .zip(outcomes)
        .map(|(row, outcome)| BankDelivery {
            id: row.id,
            service: row.service,
            is_test: row.is_test,
            received_at: row.received_at,
            body: row.body,
            worked_at: row.worked_at,
            problem: outcome.problem.as_deref().map(problem),
            outgoing: outcome.outgoing,
            transfers: outcome.transfers.into_iter().map(shown(&states)).collect(),
        });
    Ok(Envelope::ok(shown.collect()))
}

fn shown(
    states: &HashMap<TransferId, TransferState>,
) -> impl Fn(UnderstoodTransfer) -> DeliveredTransfer {
    |transfer| DeliveredTransfer {
        id: transfer.id,
        amount: transfer.amount,
        arrived_at: transfer.arrived_at,
        content: transfer.content,
        state: transfer.id.and_then(|id| states.get(&id).copied()),
    }
}

fn problem(field: &str) -> String {
    let message = match field {
        "" => LocalizedText::new("bankAccount.deliveryUnreadable"),
        name => LocalizedText::new("bankAccount.deliveryField").with("field", name),
    };
    message.localized()
}

/// A delivery `{deliveryId}` to an account of the caller. 5005 if the account has no such delivery.
pub struct OwnDelivery {
    account: OwnAccount,
    delivery: bank_delivery::Model,
}

impl<S: Send + Sync> FromRequestParts<S> for OwnDelivery
where
    App: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        let account = OwnAccount::from_request_parts(parts, state).await?;
        let id: BankDeliveryId = path_id(parts, state, "deliveryId").await?;
        let app = App::from_ref(state);
        let found = bank_delivery::Entity::find_by_id(id)
            .one(app.db.read())
            .await?;
        let found = found.filter(|row| row.bank_account_id == account.account.id);
        let delivery = found.ok_or_else(Error::not_found)?;
        Ok(Self { account, delivery })
    }
}

/// Works on a delivery again, as if it had just arrived; transfers that are known stay as they are. 5003 (HTTP 429) after
/// 30 tests and replays in a row, with growing pauses.
#[utoipa::path(post, path = "/bank-accounts/{id}/deliveries/{deliveryId}/replay", tag = "money",
    params(("id" = BankAccountId, Path), ("deliveryId" = BankDeliveryId, Path)),
    responses((status = 200, body = Envelope<Nothing>)), security(("bearer" = [])))]
pub async fn replay_delivery(
    State(app): State<App>,
    OwnDelivery { account, delivery }: OwnDelivery,
) -> Result<Envelope<Nothing>> {
    let now = app.clock.now();
    throttle::count_account(&app.db, &TRIES, account.user.id, now).await?;
    let tx = app.db.write().await?;
    let work = WorkOnDelivery {
        delivery: delivery.id,
    };
    hoi_jobs::enqueue(&tx, &work, now).await?;
    tx.commit().await?;
    app.jobs.notify_one();
    Ok(Envelope::done("bankAccount.replayed"))
}

/// Sends a test transfer as the account's service would, with its key; it is understood and counts for nothing. 5003 (HTTP
/// 429) after 30 tests and replays in a row, with growing pauses; 5008: no service is connected.
#[utoipa::path(post, path = "/bank-accounts/{id}/test", tag = "money", params(("id" = BankAccountId, Path)),
    responses((status = 200, body = Envelope<Nothing>)), security(("bearer" = [])))]
pub async fn send_test_transfer(
    State(app): State<App>,
    OwnAccount { account, user }: OwnAccount,
) -> Result<Envelope<Nothing>> {
    let now = app.clock.now();
    throttle::count_account(&app.db, &TRIES, user.id, now).await?;
    let not_connected = || Error::Conflict(LocalizedText::new("bankAccount.notConnected"));
    let service = account.service.ok_or_else(not_connected)?;
    let key = connection_key(&app, &account)?.ok_or_else(not_connected)?;
    let transfer = Transfer {
        id: Some("test".to_owned()),
        account: Some(account.account_number.clone()),
        virtual_account: None,
        amount: TEST_AMOUNT,
        at: VIETNAM.shown(now),
        text: "HOI TEST".to_owned(),
        number: Some("TEST".to_owned()),
        balance: None,
        payer: None,
        payer_account: None,
        payer_bank: None,
    };
    let sample = Service::from(service).sample(&transfer, &key, now.0);
    store(&app, &account, service, &sample.body, true).await?;
    Ok(Envelope::done("bankAccount.testSent"))
}

/// Removes deliveries that are older than 30 days, and erases the texts of old transfers that pay for nothing.
pub async fn remove_old(app: &App) -> Result<()> {
    let tx = app.db.write().await?;
    bank_delivery::Entity::delete_many()
        .filter(bank_delivery::Column::ReceivedAt.lt(app.clock.now().minus(KEPT)))
        .exec(&tx)
        .await?;
    tx.commit().await?;
    erasure::erase_unused(app).await
}
