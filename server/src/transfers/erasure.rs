//! What banks and organisers wrote of a participant who is erased. Amounts, days and states stay, so every sum stays.

use std::collections::{HashMap, HashSet};
use std::hash::BuildHasher;

use hoi_db::{Timestamp, Tx, containing};
use hoi_i18n::fold_for_search;
use sea_orm::sea_query::{Expr, ExprTrait as _};
use sea_orm::{
    ColumnTrait, Condition, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect, Set,
};

use super::deliveries::UnderstoodDelivery;
use super::refunds::entity as refund;
use crate::attendances::{ERASED_NAME, attendance, payment, refund_decision};
use crate::bank_accounts::entity::{bank_delivery, transfer};
use crate::error::Result;
use crate::ids::{AttendanceId, TransferId};

/// Erases the texts of the transfers that paid for these participants, or probably did, the deliveries that reported
/// them, and what the organiser wrote about money that is owed back to them. Of a text only the payment references stay,
/// by which a statement is recognised that lists the transfer later. Who paid stays if the transfer also pays for others
/// and bears none of these names: money that is owed to those goes back there.
#[tracing::instrument(name = "transfers.erase_texts", skip_all)]
pub async fn erase_texts(
    tx: &Tx,
    ids: &[AttendanceId],
    names: &HashSet<String, impl BuildHasher>,
    now: Timestamp,
) -> Result<()> {
    let names: HashSet<String> = names.iter().map(|name| fold_for_search(name)).collect();
    let mut texts = HashMap::new();
    for row in find(tx, ids).await? {
        let text = hoi_transfers::references(&row.content).exact.join(" ");
        let payer = row.payer.as_deref().map(fold_for_search);
        let is_theirs = payer.is_some_and(|payer| names.contains(&payer));
        let mut columns = transfer::ActiveModel {
            content: Set(text.clone()),
            erased_at: Set(Some(now)),
            ..Default::default()
        };
        if is_theirs || !pays_for_others(tx, row.id, ids).await? {
            columns.payer = Set(None);
            columns.payer_account = Set(None);
            columns.payer_bank = Set(None);
        }
        transfer::Entity::update_many()
            .set(columns)
            .filter(transfer::Column::Id.eq(row.id))
            .exec(tx)
            .await?;
        texts.insert(row.id, text);
    }
    for id in texts.keys() {
        erase_deliveries(tx, *id, &texts).await?;
    }
    erase_refunds(tx, ids).await
}

/// Erases the deliveries of these transfers that were erased before: a service has delivered one of them again.
pub(super) async fn erase_repeated(tx: &Tx, ids: &[TransferId]) -> Result<()> {
    let erased: Vec<(TransferId, String)> = transfer::Entity::find()
        .select_only()
        .columns([transfer::Column::Id, transfer::Column::Content])
        .filter(transfer::Column::Id.is_in(ids.iter().copied()))
        .filter(transfer::Column::ErasedAt.is_not_null())
        .into_tuple()
        .all(tx)
        .await?;
    let texts: HashMap<_, _> = erased.into_iter().collect();
    for id in texts.keys() {
        erase_deliveries(tx, *id, &texts).await?;
    }
    Ok(())
}

async fn find(tx: &Tx, ids: &[AttendanceId]) -> Result<Vec<transfer::Model>> {
    let paid: Vec<TransferId> = payment::Entity::find()
        .select_only()
        .column(payment::Column::TransferId)
        .filter(payment::Column::AttendanceId.is_in(ids.iter().copied()))
        .filter(payment::Column::TransferId.is_not_null())
        .into_tuple()
        .all(tx)
        .await?;
    let concerned = Condition::any()
        .add(transfer::Column::Id.is_in(paid))
        .add(transfer::Column::AttendanceId.is_in(ids.iter().copied()));
    Ok(transfer::Entity::find()
        .filter(concerned)
        .order_by_asc(transfer::Column::Id)
        .lock_exclusive()
        .all(tx)
        .await?)
}

async fn pays_for_others(tx: &Tx, id: TransferId, ids: &[AttendanceId]) -> Result<bool> {
    let others: Vec<AttendanceId> = payment::Entity::find()
        .select_only()
        .column(payment::Column::AttendanceId)
        .filter(payment::Column::TransferId.eq(id))
        .filter(payment::Column::AttendanceId.is_not_in(ids.iter().copied()))
        .into_tuple()
        .all(tx)
        .await?;
    let others = attendance::Entity::find()
        .filter(attendance::Column::Id.is_in(others))
        .filter(attendance::Column::ErasedAt.is_null());
    Ok(others.count(tx).await? > 0)
}

/// A transfer may have been delivered several times, and to the address of another account.
async fn erase_deliveries(
    tx: &Tx,
    id: TransferId,
    texts: &HashMap<TransferId, String>,
) -> Result<()> {
    let outcome = Expr::col(bank_delivery::Column::Outcome).cast_as("text");
    let deliveries = bank_delivery::Entity::find()
        .filter(outcome.like(containing(&id.to_string())))
        .all(tx)
        .await?;
    for row in deliveries {
        let understood = row.outcome.unwrap_or_default();
        let mut understood: UnderstoodDelivery =
            serde_json::from_value(understood).unwrap_or_default();
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
    }
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
