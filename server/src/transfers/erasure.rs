//! Erases the texts of banks and organisers about a participant who is erased. Amounts, days and states stay, so every
//! sum stays.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::time::Duration;

use hoi_db::{Timestamp, Tx, containing};
use hoi_i18n::fold_for_search;
use hoi_platform::app::App;
use hoi_platform::error::Result;
use hoi_platform::ids::{AttendanceId, TransferId, UserId};
use hoi_ticketing::attendances::{ERASED_NAME, payment, refund_decision};
use hoi_ticketing::bank_accounts::entity::{bank_account, bank_delivery, transfer};
use hoi_ticketing::bank_accounts::{TransferState, erase_linked_texts, erase_text};
use sea_orm::sea_query::{Expr, ExprTrait as _, Func, Query};
use sea_orm::{ColumnTrait, Condition, EntityTrait, QueryFilter, QueryOrder, QuerySelect, Set};

use super::deliveries::UnderstoodDelivery;
use super::named::NamedTransfers;
use super::refunds::entity as refund;

/// People whose personal data was erased in this transaction, or before: participants, or the owner of an account.
#[derive(Debug, Clone, Copy)]
pub struct ErasedPeople<'a> {
    /// The owner of their event, or the erased account. Transfers with their references are looked for on its bank accounts.
    pub owner: UserId,
    /// Their registrations; empty for an account, whose registrations stay with the organisers.
    pub ids: &'a [AttendanceId],
    /// Their names; empty for people erased before.
    pub names: &'a HashSet<String>,
    /// Their payment references; empty for people erased before.
    pub references: &'a [String],
    /// Transfers without a link that name them; empty where these are not looked for.
    pub named: &'a NamedTransfers,
}

/// How long the texts of transfers that pay for nothing are kept: as long as an event's data usually.
const UNUSED_KEPT: Duration = Duration::from_hours(24 * 365);
/// Transfers of which the texts are erased in one transaction.
const AT_ONCE: u64 = 200;
/// Transfers that only name people and are read at once, below the engines' limits on bound values.
const NAMED_AT_ONCE: usize = 500;
/// Transfers of which the deliveries are looked for at once: a condition for each.
const DELIVERIES_OF: usize = 100;

/// Erases the texts of the transfers that paid for these participants, or probably did, or have their payment
/// references and were not decided about, or name them and pay for nothing, the deliveries that reported them, and the
/// organiser's notes about money that is owed back to them; see [`erase_text`].
#[tracing::instrument(name = "transfers.erase_texts", skip_all)]
pub async fn erase_texts(tx: &Tx, people: ErasedPeople<'_>, now: Timestamp) -> Result<()> {
    let names = people.names.iter().map(|name| fold_for_search(name));
    let names: HashSet<String> = names.collect();
    let mut texts = HashMap::new();
    let mut rows = find(tx, people).await?;
    for ids in people.named.ids().chunks(NAMED_AT_ONCE) {
        let open = transfer::Entity::find()
            .filter(transfer::Column::Id.is_in(ids.iter().copied()))
            .filter(transfer::Column::State.ne(TransferState::Used))
            .filter(transfer::Column::ErasedAt.is_null())
            .order_by_asc(transfer::Column::Id)
            .lock_exclusive();
        let open = open.all(tx).await?;
        rows.extend(open.into_iter().filter(|row| people.named.is_in(row)));
    }
    for row in rows {
        if let Entry::Vacant(place) = texts.entry(row.id) {
            place.insert(erase_text(tx, &row, &names, now).await?);
        }
    }
    erase_deliveries(tx, &texts).await?;
    erase_refunds(tx, people.ids).await
}

/// Erases the texts of those of these transfers that were linked to a participant after that one was erased, and the
/// deliveries of all of them that are erased: a service may have delivered one of them again.
pub(super) async fn erase_later(tx: &Tx, ids: &[TransferId], now: Timestamp) -> Result<()> {
    erase_linked_texts(tx, ids, now).await?;
    let erased: Vec<(TransferId, String)> = transfer::Entity::find()
        .select_only()
        .columns([transfer::Column::Id, transfer::Column::Content])
        .filter(transfer::Column::Id.is_in(ids.iter().copied()))
        .filter(transfer::Column::ErasedAt.is_not_null())
        .into_tuple()
        .all(tx)
        .await?;
    erase_deliveries(tx, &erased.into_iter().collect()).await
}

/// Erases the texts of transfers that have paid for nothing for [`UNUSED_KEPT`]: no erasure of a participant finds those
/// that name no participant in full.
pub(super) async fn erase_unused(app: &App) -> Result<()> {
    let now = app.clock.now();
    loop {
        let tx = app.db.write().await?;
        let old = transfer::Entity::find()
            .filter(transfer::Column::CreatedAt.lt(now.minus(UNUSED_KEPT)))
            .filter(transfer::Column::State.ne(TransferState::Used))
            .filter(transfer::Column::ErasedAt.is_null())
            .order_by_asc(transfer::Column::Id)
            .limit(AT_ONCE)
            .lock_exclusive()
            .all(&tx)
            .await?;
        if old.is_empty() {
            return Ok(tx.rollback().await?);
        }
        let names: HashSet<String> = HashSet::new();
        for row in &old {
            erase_text(&tx, row, &names, now).await?;
        }
        tx.commit().await?;
    }
}

async fn find(tx: &Tx, people: ErasedPeople<'_>) -> Result<Vec<transfer::Model>> {
    let ids = people.ids.iter().copied();
    let paid: Vec<TransferId> = payment::Entity::find()
        .select_only()
        .column(payment::Column::TransferId)
        .filter(payment::Column::AttendanceId.is_in(ids.clone()))
        .filter(payment::Column::TransferId.is_not_null())
        .into_tuple()
        .all(tx)
        .await?;
    let mut concerned = Condition::any()
        .add(transfer::Column::Id.is_in(paid))
        .add(transfer::Column::AttendanceId.is_in(ids));
    if !people.references.is_empty() {
        let accounts = Query::select()
            .column(bank_account::Column::Id)
            .from(bank_account::Entity)
            .and_where(bank_account::Column::OwnerId.eq(people.owner))
            .to_owned();
        let references = people.references.iter();
        let named = references.fold(Condition::any(), |any, reference| {
            let content = Expr::expr(Func::upper(Expr::col(transfer::Column::Content)));
            any.add(content.like(containing(&reference.to_uppercase())))
        });
        let open = Condition::all()
            .add(transfer::Column::BankAccountId.in_subquery(accounts))
            .add(transfer::Column::State.is_in([TransferState::New, TransferState::Waiting]))
            .add(named);
        concerned = concerned.add(open);
    }
    Ok(transfer::Entity::find()
        .filter(concerned)
        .order_by_asc(transfer::Column::Id)
        .lock_exclusive()
        .all(tx)
        .await?)
}

/// A transfer may have been delivered several times, and to the address of another account. One look for all of them,
/// because no index helps.
async fn erase_deliveries(tx: &Tx, texts: &HashMap<TransferId, String>) -> Result<()> {
    let ids: Vec<&TransferId> = texts.keys().collect();
    for ids in ids.chunks(DELIVERIES_OF) {
        let concerned = ids.iter().fold(Condition::any(), |any, id| {
            let outcome = Expr::col(bank_delivery::Column::Outcome).cast_as("text");
            any.add(outcome.like(containing(&id.to_string())))
        });
        let deliveries = bank_delivery::Entity::find()
            .filter(concerned)
            .all(tx)
            .await?;
        for row in deliveries {
            erase_delivery(tx, row, texts).await?;
        }
    }
    Ok(())
}

async fn erase_delivery(
    tx: &Tx,
    row: bank_delivery::Model,
    texts: &HashMap<TransferId, String>,
) -> Result<()> {
    let understood = row.outcome.unwrap_or_default();
    let mut understood: UnderstoodDelivery = serde_json::from_value(understood).unwrap_or_default();
    for transfer in &mut understood.transfers {
        if let Some(text) = transfer.id.and_then(|id| texts.get(&id)) {
            transfer.content.clone_from(text);
        }
    }
    let outcome = serde_json::to_value(understood).map_err(anyhow::Error::from)?;
    let columns = bank_delivery::ActiveModel {
        body: Set(String::new()),
        outcome: Set(Some(outcome)),
        ..Default::default()
    };
    bank_delivery::Entity::update_many()
        .set(columns)
        .filter(bank_delivery::Column::Id.eq(row.id))
        .exec(tx)
        .await?;
    Ok(())
}

async fn erase_refunds(tx: &Tx, ids: &[AttendanceId]) -> Result<()> {
    let columns = refund::ActiveModel {
        bank_name: Set(None),
        bank_bin: Set(None),
        account_number: Set(None),
        holder_name: Set(None),
        ..Default::default()
    };
    refund::Entity::update_many()
        .set(columns)
        // A dialog that shows the former account does not store it again.
        .col_expr(
            refund::Column::Version,
            Expr::col((refund::Entity, refund::Column::Version)).add(1),
        )
        .filter(refund::Column::AttendanceId.is_in(ids.iter().copied()))
        .exec(tx)
        .await?;
    let columns = refund_decision::ActiveModel {
        reason: Set(Some(ERASED_NAME.to_owned())),
        ..Default::default()
    };
    refund_decision::Entity::update_many()
        .set(columns)
        .filter(refund_decision::Column::AttendanceId.is_in(ids.iter().copied()))
        .filter(refund_decision::Column::Reason.is_not_null())
        .exec(tx)
        .await?;
    Ok(())
}
