//! Queries on what is owed back.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::slice;

use hoi_db::{Timestamp, Tx};
use sea_orm::sea_query::{Expr, ExprTrait as _, Func, OnConflict, Query, SelectStatement};
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder,
    QuerySelect, Select, Set,
};

use super::dto::{Refund, RefundAccount};
use super::entity as refund;
use super::{RefundState, RefundWay};
use crate::accounts;
use crate::attendances::{attendance, payment};
use crate::bank_accounts::entity::transfer;
use crate::error::{Error, LocalizedText, Result};
use crate::events::entity::event;
use crate::http::{Page, PageQuery};
use crate::ids::{AttendanceId, EventId, TransferId, UserId};
use crate::registration::viet_qr;
use crate::transfers::dto::Sum;

/// Selects the people from whom something was received and who do not come: the registration was removed, or the event
/// cancelled.
pub fn owed_back(events: &[event::Model]) -> Select<attendance::Entity> {
    let ids = |is_cancelled| {
        let events = events.iter();
        let events = events.filter(move |event| event.cancelled_at.is_some() == is_cancelled);
        attendance::Column::EventId.is_in(events.map(|event| event.id))
    };
    let removed = Condition::all()
        .add(ids(false))
        .add(attendance::Column::DeletedAt.is_not_null());
    attendance::Entity::find()
        // A literal, because the index names it.
        .filter(Expr::col(attendance::Column::Received).gt(Expr::cust("0")))
        .filter(Condition::any().add(ids(true)).add(removed))
}

/// Selects those in this state.
pub fn in_state(
    people: Select<attendance::Entity>,
    events: &[event::Model],
    state: RefundState,
) -> Select<attendance::Entity> {
    let which = match state {
        RefundState::Owed => refund::Column::State.ne(RefundState::Owed),
        state => refund::Column::State.eq(state),
    };
    let decided = Query::select()
        .column(refund::Column::AttendanceId)
        .from(refund::Entity)
        .cond_where(
            Condition::all()
                .add(refund::Column::EventId.is_in(events.iter().map(|event| event.id)))
                .add(which),
        )
        .to_owned();
    people.filter(if state == RefundState::Owed {
        attendance::Column::Id.not_in_subquery(decided)
    } else {
        attendance::Column::Id.in_subquery(decided)
    })
}

/// Returns what is owed back for these events.
#[tracing::instrument(name = "refunds.sum_owed", skip_all)]
pub async fn sum_owed(
    conn: &impl ConnectionTrait,
    events: &[event::Model],
) -> Result<HashMap<EventId, Sum>> {
    let amount = "coalesce(\
        (select refund.amount from refund where refund.attendance_id = attendance.id), \
        attendance.received)";
    let found = in_state(owed_back(events), events, RefundState::Owed)
        .select_only()
        // PostgreSQL gives sums of `bigint` a wider type.
        .expr_as(Func::sum(Expr::cust(amount)).cast_as("bigint"), "amount")
        .expr_as(Expr::cust("count(*)"), "number")
        .column(attendance::Column::EventId)
        .group_by(attendance::Column::EventId);
    by_event(found, conn).await
}

/// Returns what was given back for these events.
#[tracing::instrument(name = "refunds.sum_returned", skip_all)]
pub async fn sum_returned(
    conn: &impl ConnectionTrait,
    events: &[event::Model],
) -> Result<HashMap<EventId, Sum>> {
    let sum = Func::coalesce([
        Func::sum(Expr::col(refund::Column::Amount)).into(),
        Expr::value(0_i64),
    ]);
    let found = refund::Entity::find()
        .select_only()
        .expr_as(sum.cast_as("bigint"), "amount")
        .expr_as(Expr::cust("count(*)"), "number")
        .column(refund::Column::EventId)
        .filter(refund::Column::EventId.is_in(events.iter().map(|event| event.id)))
        .filter(refund::Column::State.eq(RefundState::Returned))
        .group_by(refund::Column::EventId);
    by_event(found, conn).await
}

async fn by_event<E: EntityTrait>(
    found: Select<E>,
    conn: &impl ConnectionTrait,
) -> Result<HashMap<EventId, Sum>> {
    let sums: Vec<(i64, i64, EventId)> = found.into_tuple().all(conn).await?;
    let sums = sums.into_iter();
    Ok(sums
        .map(|(amount, count, event)| (event, Sum { amount, count }))
        .collect())
}

/// Returns the number of people of whom the organiser decided what they get back.
#[tracing::instrument(name = "refunds.count_decided", skip_all)]
pub async fn count_decided(conn: &impl ConnectionTrait, event: EventId) -> Result<u64> {
    Ok(refund::Entity::find()
        .filter(refund::Column::EventId.eq(event))
        .filter(refund::Column::State.ne(RefundState::Owed))
        .count(conn)
        .await?)
}

/// Lists refunds, by name.
#[tracing::instrument(name = "refunds.list", skip_all)]
pub async fn list(
    conn: &impl ConnectionTrait,
    event: &event::Model,
    state: RefundState,
    page: PageQuery,
) -> Result<Page<Refund>> {
    let events = slice::from_ref(event);
    let found = in_state(owed_back(events), events, state);
    let total = found.clone().count(conn).await?;
    let people = found
        .order_by_asc(attendance::Column::SearchText)
        .order_by_asc(attendance::Column::Id)
        .limit(page.limit())
        .offset(page.offset())
        .all(conn)
        .await?;
    let items = describe(conn, people).await?;
    Ok(Page { items, total })
}

/// Returns the refunds for these people, in their order.
#[tracing::instrument(name = "refunds.describe", skip_all)]
pub async fn describe(
    conn: &impl ConnectionTrait,
    people: Vec<attendance::Model>,
) -> Result<Vec<Refund>> {
    let ids: Vec<AttendanceId> = people.iter().map(|person| person.id).collect();
    let mut rows = find_rows(conn, &ids).await?;
    let mut payers = find_payers(conn, &ids).await?;
    let deciders = rows.values().filter_map(|row| row.decided_by);
    let names = accounts::full_names(conn, deciders).await?;
    let refunds = people.into_iter().map(|person| {
        let row = rows.remove(&person.id);
        let received = person.received;
        let payer = payers.remove(&person.id);
        let account = row.as_ref().and_then(typed_account).or(payer);
        let state = row.as_ref().map_or(RefundState::Owed, |row| row.state);
        let amount = row.as_ref().and_then(|row| row.amount).unwrap_or(received);
        let viet_qr = account
            .as_ref()
            .filter(|_| state == RefundState::Owed)
            .and_then(|account| {
                let bin = account.bank_bin.as_deref()?;
                let text = format!("HOAN {}", person.payment_ref);
                viet_qr(bin, &account.account_number, amount, &text).ok()
            });
        Refund {
            attendance_id: person.id,
            full_name: person.full_name,
            email: person.email,
            phone: person.phone,
            reference: person.payment_ref,
            received,
            amount,
            state,
            way: row.as_ref().and_then(|row| row.way),
            reason: row.as_ref().and_then(|row| row.reason.clone()),
            account,
            viet_qr,
            decided_by_name: row
                .as_ref()
                .and_then(|row| names.get(&row.decided_by?).cloned()),
            decided_at: row.and_then(|row| row.decided_at),
        }
    });
    Ok(refunds.collect())
}

fn typed_account(row: &refund::Model) -> Option<RefundAccount> {
    Some(RefundAccount {
        bank_name: row.bank_name.clone().unwrap_or_default(),
        bank_bin: row.bank_bin.clone(),
        account_number: row.account_number.clone()?,
        holder_name: row.holder_name.clone().unwrap_or_default(),
        is_typed: true,
    })
}

/// Returns the accounts from which the last transfers for these registrations came, where they tell it.
async fn find_payers(
    conn: &impl ConnectionTrait,
    ids: &[AttendanceId],
) -> Result<HashMap<AttendanceId, RefundAccount>> {
    let payments: Vec<(TransferId, AttendanceId)> = payment::Entity::find()
        .select_only()
        .columns([payment::Column::TransferId, payment::Column::AttendanceId])
        .filter(payment::Column::AttendanceId.is_in(ids.iter().copied()))
        .filter(payment::Column::TransferId.is_not_null())
        .into_tuple()
        .all(conn)
        .await?;
    let transfers = transfer::Entity::find()
        .filter(transfer::Column::Id.is_in(payments.iter().map(|(transfer, _)| *transfer)))
        .order_by_asc(transfer::Column::ArrivedAt)
        .order_by_asc(transfer::Column::Id)
        .all(conn)
        .await?;
    let mut paid_for: HashMap<TransferId, Vec<AttendanceId>> = HashMap::new();
    for (transfer, id) in payments {
        paid_for.entry(transfer).or_default().push(id);
    }
    let mut payers = HashMap::new();
    for row in transfers {
        let (Some(payer), Some(people)) = (payer(&row), paid_for.remove(&row.id)) else {
            continue;
        };
        payers.extend(people.into_iter().map(|id| (id, payer.clone())));
    }
    Ok(payers)
}

/// Returns the account from which a transfer came. Services call the bank by its six digits or by a name.
fn payer(row: &transfer::Model) -> Option<RefundAccount> {
    let bank = row.payer_bank.as_deref().unwrap_or_default().trim();
    let known = hoi_vietqr::banks()
        .iter()
        .find(|known| known.bin == bank || known.short_name.eq_ignore_ascii_case(bank));
    Some(RefundAccount {
        bank_name: known.map_or_else(|| bank.to_owned(), |known| known.short_name.to_owned()),
        bank_bin: known.map(|known| known.bin.to_owned()),
        account_number: row
            .payer_account
            .clone()
            .filter(|number| !number.is_empty())?,
        holder_name: row.payer.clone().unwrap_or_default(),
        is_typed: false,
    })
}

async fn find_rows(
    conn: &impl ConnectionTrait,
    ids: &[AttendanceId],
) -> Result<HashMap<AttendanceId, refund::Model>> {
    let rows = refund::Entity::find()
        .filter(refund::Column::AttendanceId.is_in(ids.iter().copied()))
        .all(conn)
        .await?;
    Ok(rows
        .into_iter()
        .map(|row| (row.attendance_id, row))
        .collect())
}

/// What is decided.
#[derive(Debug, Clone)]
pub enum Decision {
    Returned(RefundWay),
    NotOwed(String),
    Undone,
}

impl Decision {
    fn fits(&self, state: RefundState) -> bool {
        match self {
            Self::Undone => state != RefundState::Owed,
            Self::Returned(_) | Self::NotOwed(_) => state == RefundState::Owed,
        }
    }
}

/// Decides about those of these people for whom it fits, at an event that is locked, and returns them with names and
/// amounts.
#[tracing::instrument(name = "refunds.decide", skip_all)]
pub async fn decide(
    tx: &Tx,
    event: &event::Model,
    ids: &[AttendanceId],
    decision: &Decision,
    by: UserId,
    now: Timestamp,
) -> Result<BTreeMap<AttendanceId, (String, i64)>> {
    let wanted: HashSet<_> = ids.iter().copied().collect();
    let people = owed_back(slice::from_ref(event))
        .filter(attendance::Column::Id.is_in(wanted))
        .all(tx)
        .await?;
    let refunds = describe(tx, people).await?;
    let fitting: Vec<_> = refunds
        .into_iter()
        .filter(|refund| decision.fits(refund.state))
        .collect();
    if fitting.is_empty() {
        return Ok(BTreeMap::new());
    }
    let (state, way, reason) = match decision {
        Decision::Returned(way) => (RefundState::Returned, Some(*way), None),
        Decision::NotOwed(reason) => (RefundState::NotOwed, None, Some(reason.clone())),
        Decision::Undone => (RefundState::Owed, None, None),
    };
    let is_decided = state != RefundState::Owed;
    let rows = fitting.iter().map(|refund| refund::ActiveModel {
        attendance_id: Set(refund.attendance_id),
        event_id: Set(event.id),
        state: Set(state),
        // What was given back stays what it was, whatever transfers are undone later.
        amount: Set(Some(refund.amount)),
        way: Set(way),
        reason: Set(reason.clone()),
        decided_by: Set(is_decided.then_some(by)),
        decided_at: Set(is_decided.then_some(now)),
        updated_at: Set(now),
        ..Default::default()
    });
    let over = OnConflict::column(refund::Column::AttendanceId)
        .update_columns([
            refund::Column::State,
            refund::Column::Amount,
            refund::Column::Way,
            refund::Column::Reason,
            refund::Column::DecidedBy,
            refund::Column::DecidedAt,
            refund::Column::UpdatedAt,
        ])
        .to_owned();
    refund::Entity::insert_many(rows)
        .on_conflict(over)
        .exec_without_returning(tx)
        .await?;
    let done = fitting.into_iter();
    Ok(done
        .map(|refund| (refund.attendance_id, (refund.full_name, refund.amount)))
        .collect())
}

/// Stores amount and account of what is owed back.
#[tracing::instrument(name = "refunds.change", skip_all)]
pub async fn change(
    tx: &Tx,
    event: EventId,
    id: AttendanceId,
    amount: i64,
    account: Option<RefundAccount>,
    now: Timestamp,
) -> Result<()> {
    let account = account.map(|account| {
        (
            account.bank_name,
            account.bank_bin,
            account.account_number,
            account.holder_name,
        )
    });
    let (bank_name, bank_bin, account_number, holder_name) = match account {
        Some((bank, bin, number, holder)) => (Some(bank), bin, Some(number), Some(holder)),
        None => (None, None, None, None),
    };
    let row = refund::ActiveModel {
        attendance_id: Set(id),
        event_id: Set(event),
        state: Set(RefundState::Owed),
        amount: Set(Some(amount)),
        bank_name: Set(bank_name),
        bank_bin: Set(bank_bin),
        account_number: Set(account_number),
        holder_name: Set(holder_name),
        updated_at: Set(now),
        ..Default::default()
    };
    let over = OnConflict::column(refund::Column::AttendanceId)
        .update_columns([
            refund::Column::Amount,
            refund::Column::BankName,
            refund::Column::BankBin,
            refund::Column::AccountNumber,
            refund::Column::HolderName,
            refund::Column::UpdatedAt,
        ])
        .to_owned();
    refund::Entity::insert(row)
        .on_conflict(over)
        .exec_without_returning(tx)
        .await?;
    Ok(())
}

/// Money that was given back to one person.
pub struct ReturnedRow {
    pub attendance_id: AttendanceId,
    pub event_id: EventId,
    pub name: String,
    pub reference: String,
    /// In dong.
    pub amount: i64,
    pub at: Option<Timestamp>,
    pub by: Option<UserId>,
    /// The key of the words for the way.
    pub way: Option<&'static str>,
}

/// Returns the next people, at most `limit`, who got money back for one of these events.
#[tracing::instrument(name = "refunds.next_returned", skip_all)]
pub async fn next_returned(
    conn: &impl ConnectionTrait,
    events: SelectStatement,
    after: Option<AttendanceId>,
    limit: u64,
) -> Result<Vec<ReturnedRow>> {
    let mut found = refund::Entity::find()
        .filter(refund::Column::EventId.in_subquery(events))
        .filter(refund::Column::State.eq(RefundState::Returned));
    if let Some(after) = after {
        found = found.filter(refund::Column::AttendanceId.gt(after));
    }
    let rows = found
        .order_by_asc(refund::Column::AttendanceId)
        .limit(limit)
        .all(conn)
        .await?;
    let people = attendance::Entity::find()
        .filter(attendance::Column::Id.is_in(rows.iter().map(|row| row.attendance_id)))
        .all(conn)
        .await?;
    let mut people: HashMap<_, _> = people.into_iter().map(|row| (row.id, row)).collect();
    let rows = rows.into_iter().map(|row| {
        let person = people.remove(&row.attendance_id);
        let (name, reference) = person.map_or_else(Default::default, |person| {
            (person.full_name, person.payment_ref)
        });
        ReturnedRow {
            attendance_id: row.attendance_id,
            event_id: row.event_id,
            name,
            reference,
            amount: row.amount.unwrap_or(0),
            at: row.decided_at,
            by: row.decided_by,
            way: row.way.map(way_key),
        }
    });
    Ok(rows.collect())
}

/// Returns the key of the words for a way.
pub fn way_key(way: RefundWay) -> &'static str {
    match way {
        RefundWay::Transfer => "refund.byTransfer",
        RefundWay::Cash => "refund.inCash",
    }
}

/// Returns what was given back to these people, in dong.
#[tracing::instrument(name = "refunds.find_returned", skip_all)]
pub async fn find_returned(
    conn: &impl ConnectionTrait,
    ids: impl Iterator<Item = AttendanceId>,
) -> Result<HashMap<AttendanceId, i64>> {
    let rows = refund::Entity::find()
        .filter(refund::Column::AttendanceId.is_in(ids))
        .filter(refund::Column::State.eq(RefundState::Returned))
        .all(conn)
        .await?;
    let returned = rows.into_iter();
    Ok(returned
        .map(|row| (row.attendance_id, row.amount.unwrap_or(0)))
        .collect())
}

/// Adds money that arrived late to what is owed back. 5008: it was decided about.
pub async fn raise(tx: &Tx, id: AttendanceId, amount: i64, now: Timestamp) -> Result<()> {
    let Some(row) = owed(tx, id).await? else {
        return Ok(());
    };
    // Without an amount, all that was received is owed.
    let raised = row.amount.map(|before| before.saturating_add(amount));
    set_amount(tx, id, raised, now).await
}

/// Takes money that is not received after all from what is owed back; then all that was received is owed. 5008: it was
/// decided about.
pub async fn lower(tx: &Tx, id: AttendanceId, now: Timestamp) -> Result<()> {
    match owed(tx, id).await? {
        Some(_) => set_amount(tx, id, None, now).await,
        None => Ok(()),
    }
}

async fn owed(tx: &Tx, id: AttendanceId) -> Result<Option<refund::Model>> {
    let row = refund::Entity::find_by_id(id).one(tx).await?;
    if row
        .as_ref()
        .is_some_and(|row| row.state != RefundState::Owed)
    {
        return Err(Error::Conflict(LocalizedText::new("refund.decidedBefore")));
    }
    Ok(row)
}

async fn set_amount(tx: &Tx, id: AttendanceId, amount: Option<i64>, now: Timestamp) -> Result<()> {
    refund::Entity::update_many()
        .set(refund::ActiveModel {
            amount: Set(amount),
            updated_at: Set(now),
            ..Default::default()
        })
        .filter(refund::Column::AttendanceId.eq(id))
        .exec(tx)
        .await?;
    Ok(())
}
