//! Texts of transfers for participants whose personal data was erased. Amounts, days and states stay, so every sum stays.

use std::collections::{HashMap, HashSet};
use std::hash::BuildHasher;

use hoi_db::{Timestamp, Tx};
use hoi_i18n::fold_for_search;
use hoi_platform::ids::{AttendanceId, TransferId};
use sea_orm::{ColumnTrait, DbErr, EntityTrait, QueryFilter, QueryOrder, QuerySelect, Set};

use super::entity::transfer;
use crate::attendances::{attendance, payment};

/// Erases the text of a transfer except its payment references, which identify the transfer in a later statement;
/// returns the remaining text. The payer stays if the transfer also pays for other participants and the payer's name is
/// none of the erased `names` or, if these are no longer known, is the name of one of the others: a refund to the
/// others goes to that account. `names` are as [`fold_for_search`] makes them.
#[tracing::instrument(name = "bank_accounts.erase_text", skip_all)]
pub async fn erase_text(
    tx: &Tx,
    row: &transfer::Model,
    names: &HashSet<String, impl BuildHasher>,
    now: Timestamp,
) -> Result<String, DbErr> {
    let text = hoi_bank_reports::references(&row.content).exact.join(" ");
    let others = others_paid_for(tx, row.id).await?;
    let payer = row.payer.as_deref().map(fold_for_search);
    let is_theirs = match payer {
        None => false,
        Some(payer) if names.is_empty() => !others.contains(&payer),
        Some(payer) => names.contains(&payer),
    };
    let mut columns = transfer::ActiveModel {
        content: Set(text.clone()),
        erased_at: Set(Some(now)),
        ..Default::default()
    };
    if is_theirs || others.is_empty() {
        columns.payer = Set(None);
        columns.payer_account = Set(None);
        columns.payer_bank = Set(None);
    }
    transfer::Entity::update_many()
        .set(columns)
        .filter(transfer::Column::Id.eq(row.id))
        .exec(tx)
        .await?;
    Ok(text)
}

/// Erases the texts of those of these transfers that were linked to a participant after the participant was erased.
pub async fn erase_linked_texts(tx: &Tx, ids: &[TransferId], now: Timestamp) -> Result<(), DbErr> {
    let rows = transfer::Entity::find()
        .filter(transfer::Column::Id.is_in(ids.iter().copied()))
        .filter(transfer::Column::ErasedAt.is_null())
        .order_by_asc(transfer::Column::Id)
        .all(tx)
        .await?;
    if rows.is_empty() {
        return Ok(());
    }
    let paid: Vec<(Option<TransferId>, AttendanceId)> = payment::Entity::find()
        .select_only()
        .columns([payment::Column::TransferId, payment::Column::AttendanceId])
        .filter(payment::Column::TransferId.is_in(rows.iter().map(|row| row.id)))
        .into_tuple()
        .all(tx)
        .await?;
    let meant = rows
        .iter()
        .filter_map(|row| Some((row.attendance_id?, row.id)));
    let paid = paid
        .into_iter()
        .filter_map(|(transfer, person)| Some((person, transfer?)));
    let mut linked: HashMap<AttendanceId, Vec<TransferId>> = HashMap::new();
    for (person, transfer) in meant.chain(paid) {
        linked.entry(person).or_default().push(transfer);
    }
    let erased: Vec<AttendanceId> = attendance::Entity::find()
        .select_only()
        .column(attendance::Column::Id)
        .filter(attendance::Column::Id.is_in(linked.keys().copied()))
        .filter(attendance::Column::ErasedAt.is_not_null())
        .into_tuple()
        .all(tx)
        .await?;
    let of_erased: HashSet<TransferId> = erased
        .iter()
        .filter_map(|person| linked.get(person))
        .flatten()
        .copied()
        .collect();
    let names: HashSet<String> = HashSet::new();
    for row in rows.iter().filter(|row| of_erased.contains(&row.id)) {
        erase_text(tx, row, &names, now).await?;
    }
    Ok(())
}

/// Returns the names, as [`fold_for_search`] makes them, of the participants who are not erased and for whom the
/// transfer pays.
async fn others_paid_for(tx: &Tx, id: TransferId) -> Result<HashSet<String>, DbErr> {
    let people: Vec<AttendanceId> = payment::Entity::find()
        .select_only()
        .column(payment::Column::AttendanceId)
        .filter(payment::Column::TransferId.eq(id))
        .into_tuple()
        .all(tx)
        .await?;
    let names: Vec<String> = attendance::Entity::find()
        .select_only()
        .column(attendance::Column::FullName)
        .filter(attendance::Column::Id.is_in(people))
        .filter(attendance::Column::ErasedAt.is_null())
        .into_tuple()
        .all(tx)
        .await?;
    Ok(names.iter().map(|name| fold_for_search(name)).collect())
}
