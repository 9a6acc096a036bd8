//! Erases the texts of banks and organisers about a participant who is erased. Amounts, days and states stay, so every
//! sum stays.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::time::Duration;

use hoi_db::{Timestamp, Tx, containing};
use hoi_i18n::fold_for_search;
use hoi_platform::app::App;
use hoi_platform::error::Result;
use hoi_platform::ids::{AttendanceId, BankDeliveryId, TransferId};
use hoi_ticketing::attendances::{ERASED_NAME, payment, refund_decision};
use hoi_ticketing::bank_accounts::entity::{bank_account, bank_delivery, transfer};
use hoi_ticketing::bank_accounts::{TransferState, erase_linked_texts, erase_text};
use sea_orm::sea_query::{Expr, ExprTrait as _, Func, Query};
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, Set,
};
use serde::Deserialize as _;
use serde_json::Value;

use super::deliveries::UnderstoodDelivery;
use super::named::{Search, Sightings, find_named};
use super::refunds::entity as refund;

/// People whose personal data was erased in this transaction, or before: participants, or the owner of an account.
#[derive(Debug, Clone, Copy)]
pub struct ErasedPeople<'a> {
    /// Their registrations; empty for an account, whose registrations stay with the organisers.
    pub ids: &'a [AttendanceId],
    /// Their names; empty for people erased before.
    pub names: &'a HashSet<String>,
    /// Their payment references; empty for people erased before.
    pub references: &'a [String],
    /// Finds transfers without a link on the bank accounts of their event's owner, or of the erased account. Without marks
    /// where only transfers with a link or a reference are looked for.
    pub search: &'a Search,
}

/// Texts about people that were found before the transaction that erases the people: no index helps, so finding them takes
/// seconds where there is much.
#[derive(Debug)]
pub struct FoundBefore {
    /// The transaction looks again at everything that was stored from then on.
    since: Timestamp,
    named: Sightings,
    /// The transfers of which the deliveries were looked for.
    transfers: HashSet<TransferId>,
    deliveries: BTreeSet<BankDeliveryId>,
}

/// Transfers that are about erased people because of a link or a payment reference.
struct Linked {
    /// They paid for the people.
    paid: HashSet<TransferId>,
    /// They probably did.
    meant: HashSet<TransferId>,
    /// They have one of the references and were not decided about.
    referring: HashSet<TransferId>,
}

/// How long the texts of transfers that pay for nothing are kept: as long as an event's data usually.
const UNUSED_KEPT: Duration = Duration::from_hours(24 * 365);
/// Transfers of which the texts are erased in one transaction.
const AT_ONCE: u64 = 200;
/// Rows that are read by their identifiers at once, below the engines' limits on bound values.
const CHUNK: usize = 500;
/// Transfers of which the deliveries are looked for at once: a condition for each.
const DELIVERIES_OF: usize = 100;

/// Finds the texts about people who are about to be erased. `since` is the beginning of the search, less the time that the
/// longest transaction may take.
#[tracing::instrument(name = "transfers.find_before", skip_all)]
pub async fn find_before(
    conn: &impl ConnectionTrait,
    people: ErasedPeople<'_>,
    since: Timestamp,
) -> Result<FoundBefore> {
    let named = Sightings::find(conn, people.search).await?;
    let mut transfers: HashSet<TransferId> = Linked::find(conn, people).await?.ids().collect();
    transfers.extend(named.ids(conn, people).await?);
    let ids: Vec<TransferId> = transfers.iter().copied().collect();
    let deliveries = find_deliveries(conn, &ids, None).await?;
    Ok(FoundBefore {
        since,
        named,
        transfers,
        deliveries: deliveries.into_iter().collect(),
    })
}

/// Erases the texts of the transfers that paid for these participants, or probably did, or have their payment
/// references and were not decided about, or name them and pay for nothing, the deliveries that reported them, and the
/// organiser's notes about money that is owed back to them; see [`erase_text`]. Looks for all texts if none were found
/// `before`.
#[tracing::instrument(name = "transfers.erase_texts", skip_all)]
pub async fn erase_texts(
    tx: &Tx,
    people: ErasedPeople<'_>,
    before: Option<&FoundBefore>,
    now: Timestamp,
) -> Result<()> {
    let names = people.names.iter().map(|name| fold_for_search(name));
    let names: HashSet<String> = names.collect();
    let linked = Linked::find(tx, people).await?;
    let seen = before.map(|before| (&before.named, before.since));
    let by_text = find_named(tx, people, seen).await?;
    // In the order in which all lock them.
    let ids: BTreeSet<TransferId> = linked.ids().chain(by_text.ids.iter().copied()).collect();
    let ids: Vec<TransferId> = ids.into_iter().collect();
    let mut texts = HashMap::new();
    for ids in ids.chunks(CHUNK) {
        let rows = transfer::Entity::find()
            .filter(transfer::Column::Id.is_in(ids.iter().copied()))
            .order_by_asc(transfer::Column::Id)
            .lock_exclusive()
            .all(tx)
            .await?;
        for row in rows {
            // As it is now that it is locked.
            if linked.has(&row, people.ids) || by_text.has(&row) {
                texts.insert(row.id, erase_text(tx, &row, &names, now).await?);
            }
        }
    }
    erase_deliveries(tx, &texts, before).await?;
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
    erase_deliveries(tx, &erased.into_iter().collect(), None).await
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

impl Linked {
    /// A query each, because each finds its rows by an index.
    async fn find(conn: &impl ConnectionTrait, people: ErasedPeople<'_>) -> Result<Self> {
        let ids = people.ids.iter().copied();
        let paid: Vec<TransferId> = payment::Entity::find()
            .select_only()
            .column(payment::Column::TransferId)
            .filter(payment::Column::AttendanceId.is_in(ids.clone()))
            .filter(payment::Column::TransferId.is_not_null())
            .into_tuple()
            .all(conn)
            .await?;
        let meant: Vec<TransferId> = transfer::Entity::find()
            .select_only()
            .column(transfer::Column::Id)
            .filter(transfer::Column::AttendanceId.is_in(ids))
            .into_tuple()
            .all(conn)
            .await?;
        Ok(Self {
            paid: paid.into_iter().collect(),
            meant: meant.into_iter().collect(),
            referring: find_referring(conn, people).await?,
        })
    }

    fn ids(&self) -> impl Iterator<Item = TransferId> {
        let all = self.paid.iter().chain(&self.meant).chain(&self.referring);
        all.copied()
    }

    /// Whether the transfer is still about these registrations: it may have been decided about after the search.
    fn has(&self, row: &transfer::Model, people: &[AttendanceId]) -> bool {
        let is_meant = row.attendance_id.is_some_and(|id| people.contains(&id));
        let is_open = matches!(row.state, TransferState::New | TransferState::Waiting);
        is_meant || self.paid.contains(&row.id) || (is_open && self.referring.contains(&row.id))
    }
}

async fn find_referring(
    conn: &impl ConnectionTrait,
    people: ErasedPeople<'_>,
) -> Result<HashSet<TransferId>> {
    if people.references.is_empty() {
        return Ok(HashSet::new());
    }
    let accounts = Query::select()
        .column(bank_account::Column::Id)
        .from(bank_account::Entity)
        .and_where(bank_account::Column::OwnerId.eq(people.search.owner))
        .to_owned();
    let references = people.references.iter();
    let refers = references.fold(Condition::any(), |any, reference| {
        let content = Expr::expr(Func::upper(Expr::col(transfer::Column::Content)));
        any.add(content.like(containing(&reference.to_uppercase())))
    });
    let found: Vec<TransferId> = transfer::Entity::find()
        .select_only()
        .column(transfer::Column::Id)
        .filter(transfer::Column::BankAccountId.in_subquery(accounts))
        .filter(transfer::Column::State.is_in([TransferState::New, TransferState::Waiting]))
        .filter(refers)
        .into_tuple()
        .all(conn)
        .await?;
    Ok(found.into_iter().collect())
}

/// Finds the deliveries that reported these transfers: a transfer may have been delivered several times, and to the address
/// of another account. `since` limits it to those that were understood from then on, which an index finds.
async fn find_deliveries(
    conn: &impl ConnectionTrait,
    transfers: &[TransferId],
    since: Option<Timestamp>,
) -> Result<Vec<BankDeliveryId>> {
    let mut found = Vec::new();
    for ids in transfers.chunks(DELIVERIES_OF) {
        let concerned = ids.iter().fold(Condition::any(), |any, id| {
            let outcome = Expr::col(bank_delivery::Column::Outcome).cast_as("text");
            any.add(outcome.like(containing(&id.to_string())))
        });
        let mut deliveries = bank_delivery::Entity::find()
            .select_only()
            .column(bank_delivery::Column::Id)
            .filter(concerned);
        if let Some(since) = since {
            deliveries = deliveries.filter(bank_delivery::Column::WorkedAt.gte(since));
        }
        let deliveries: Vec<BankDeliveryId> = deliveries.into_tuple().all(conn).await?;
        found.extend(deliveries);
    }
    Ok(found)
}

async fn erase_deliveries(
    tx: &Tx,
    texts: &HashMap<TransferId, String>,
    before: Option<&FoundBefore>,
) -> Result<()> {
    let is_known = |id: &TransferId| before.is_some_and(|before| before.transfers.contains(id));
    let (known, new): (Vec<TransferId>, Vec<TransferId>) =
        texts.keys().copied().partition(is_known);
    let mut found: BTreeSet<BankDeliveryId> = BTreeSet::new();
    found.extend(find_deliveries(tx, &new, None).await?);
    if let Some(before) = before {
        found.extend(&before.deliveries);
        found.extend(find_deliveries(tx, &known, Some(before.since)).await?);
    }
    let found: Vec<BankDeliveryId> = found.into_iter().collect();
    for ids in found.chunks(CHUNK) {
        let rows = bank_delivery::Entity::find()
            .filter(bank_delivery::Column::Id.is_in(ids.iter().copied()))
            .order_by_asc(bank_delivery::Column::Id)
            // An erasure of another person that one of them reports leaves its own texts out.
            .lock_exclusive()
            .all(tx)
            .await?;
        for row in rows {
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
    let Some(understood) = with_texts(&row.outcome.unwrap_or_default(), texts) else {
        return Ok(());
    };
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

/// Returns the outcome of a delivery with these texts of its transfers; None if it reports only transfers that the
/// transaction has left as they are. Of an outcome that cannot be read, nothing is left.
fn with_texts(outcome: &Value, texts: &HashMap<TransferId, String>) -> Option<UnderstoodDelivery> {
    let Ok(mut understood) = UnderstoodDelivery::deserialize(outcome) else {
        let outcome = outcome.to_string();
        let is_concerned = texts.keys().any(|id| outcome.contains(&id.to_string()));
        return is_concerned.then(UnderstoodDelivery::default);
    };
    let mut is_concerned = false;
    for transfer in &mut understood.transfers {
        if let Some(text) = transfer.id.and_then(|id| texts.get(&id)) {
            transfer.content.clone_from(text);
            is_concerned = true;
        }
    }
    is_concerned.then_some(understood)
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
