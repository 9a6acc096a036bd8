//! Queries on money that is owed back.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::slice;

use hoi_community::accounts;
use hoi_db::{Timestamp, Tx};
use hoi_platform::error::{Error, LocalizedText, Result};
use hoi_platform::http::{Page, PageQuery};
use hoi_platform::ids::{AttendanceId, EventId, TransferId, UserId};
use hoi_ticketing::attendances::{PaymentStatus, attendance, payment, refund_decision};
use hoi_ticketing::bank_accounts::BankAccountBody;
use hoi_ticketing::bank_accounts::entity::transfer;
use hoi_ticketing::events::entity::event;
use hoi_ticketing::registration::viet_qr;
use sea_orm::sea_query::{Expr, ExprTrait as _, Func, OnConflict, SelectStatement};
use sea_orm::{
    ActiveModelTrait as _, ColumnTrait, Condition, ConnectionTrait, EntityTrait, ModelTrait as _,
    PaginatorTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait as _, Select, Set,
};

use super::dto::{Refund, RefundAccount};
use super::entity as refund;
use super::{RefundState, RefundWay};
use crate::transfers::dto::Sum;

/// The money owed back for an attendance and not decided about: all held money if the participant does not come,
/// otherwise the part beyond the price.
macro_rules! remaining {
    () => {
        "(attendance.received \
            - case when attendance.deleted_at is null and \
                (select event.cancelled_at from event where event.id = attendance.event_id) is null \
                then attendance.amount else 0 end \
            - cast(coalesce((select sum(refund_decision.settles) from refund_decision \
                where refund_decision.attendance_id = attendance.id), 0) as bigint))"
    };
}

/// Selects the people of whom something is held that is or was owed back: people who do not come, because the
/// registration was removed or the event cancelled, and people who paid more than the price.
fn concerned(events: &[event::Model]) -> Select<attendance::Entity> {
    use attendance::Column::{Amount, DeletedAt, EventId as Event, Id, Received};

    let column = |column: attendance::Column| Expr::col((attendance::Entity, column));
    let (cancelled, live): (Vec<_>, Vec<_>) = events
        .iter()
        .partition(|event| event.cancelled_at.is_some());
    let ids = |events: &[&event::Model]| Event.is_in(events.iter().map(|event| event.id));
    // A literal, because indexes name it. Each part has an index of its own, and an empty one would have none.
    let has_money = column(Received).gt(Expr::cust("0"));
    let of_cancelled = Condition::all()
        .add(ids(&cancelled))
        .add(DeletedAt.is_null())
        .add(has_money.clone());
    let removed = Condition::all()
        .add(Event.is_in(events.iter().map(|event| event.id)))
        .add(DeletedAt.is_not_null())
        .add(has_money);
    let paid_more = attendance::live()
        .select_only()
        .column(Id)
        .filter(ids(&live))
        .filter(column(Received).gt(column(Amount)))
        .into_query();
    let any = Condition::any()
        .add(removed)
        .add_option(Some(of_cancelled).filter(|_| !cancelled.is_empty()))
        .add_option(Some(Id.in_subquery(paid_more)).filter(|_| !live.is_empty()));
    attendance::Entity::find().filter(any)
}

/// Selects the people to whom something is owed back.
pub fn owed_back(events: &[event::Model]) -> Select<attendance::Entity> {
    concerned(events).filter(Expr::cust(concat!(remaining!(), " > 0")))
}

/// Returns whether something is or was owed back to this participant.
#[tracing::instrument(name = "refunds.is_known", skip_all)]
pub async fn is_known(
    conn: &impl ConnectionTrait,
    event: &event::Model,
    id: AttendanceId,
) -> Result<bool> {
    let of_person = attendance::Column::Id.eq(id);
    let owed = owed_back(slice::from_ref(event))
        .filter(of_person)
        .one(conn);
    if owed.await?.is_some() {
        return Ok(true);
    }
    let decided = refund_decision::Entity::find()
        .filter(refund_decision::Column::AttendanceId.eq(id))
        .filter(refund_decision::Column::EventId.eq(event.id));
    Ok(decided.one(conn).await?.is_some())
}

/// Returns the money owed back for these events.
#[tracing::instrument(name = "refunds.sum_owed", skip_all)]
pub async fn sum_owed(
    conn: &impl ConnectionTrait,
    events: &[event::Model],
) -> Result<HashMap<EventId, Sum>> {
    let amount = concat!(
        remaining!(),
        " - coalesce((select refund.withheld from refund where refund.attendance_id = attendance.id \
            and refund.withheld < ",
        remaining!(),
        "), 0)"
    );
    let found = owed_back(events)
        .select_only()
        // PostgreSQL gives sums of `bigint` a wider type.
        .expr_as(Func::sum(Expr::cust(amount)).cast_as("bigint"), "amount")
        .expr_as(Expr::cust("count(*)"), "number")
        .column(attendance::Column::EventId)
        .group_by(attendance::Column::EventId);
    by_event(found, conn).await
}

/// Returns the number of people to whom something is owed back.
#[tracing::instrument(name = "refunds.count_owed", skip_all)]
pub async fn count_owed(conn: &impl ConnectionTrait, event: &event::Model) -> Result<u64> {
    Ok(owed_back(slice::from_ref(event)).count(conn).await?)
}

/// Returns the money given back for these events.
#[tracing::instrument(name = "refunds.sum_returned", skip_all)]
pub async fn sum_returned(
    conn: &impl ConnectionTrait,
    events: &[event::Model],
) -> Result<HashMap<EventId, Sum>> {
    use refund_decision::Column;
    let sum = Func::sum(Expr::col(Column::Amount));
    let found = refund_decision::Entity::find()
        .select_only()
        .expr_as(sum.cast_as("bigint"), "amount")
        .expr_as(Expr::cust("count(distinct attendance_id)"), "number")
        .column(Column::EventId)
        .filter(Column::EventId.is_in(events.iter().map(|event| event.id)))
        .filter(Column::State.eq(RefundState::Returned))
        .group_by(Column::EventId);
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

/// Returns the number of decisions about refunds.
#[tracing::instrument(name = "refunds.count_decided", skip_all)]
pub async fn count_decided(conn: &impl ConnectionTrait, event: EventId) -> Result<u64> {
    Ok(refund_decision::Entity::find()
        .filter(refund_decision::Column::EventId.eq(event))
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
    if state == RefundState::Owed {
        let found = owed_back(slice::from_ref(event));
        let total = found.clone().count(conn).await?;
        let people = found
            .order_by_asc(attendance::Column::SearchText)
            .order_by_asc(attendance::Column::Id)
            .limit(page.limit())
            .offset(page.offset())
            .all(conn)
            .await?;
        let items = describe(conn, event, people).await?;
        return Ok(Page { items, total });
    }
    let found = refund_decision::Entity::find()
        .filter(refund_decision::Column::EventId.eq(event.id))
        .filter(refund_decision::Column::State.eq(state));
    let total = found.clone().count(conn).await?;
    let name = "(select attendance.search_text from attendance \
        where attendance.id = refund_decision.attendance_id)";
    let rows = found
        .order_by_asc(Expr::cust(name))
        .order_by_asc(refund_decision::Column::AttendanceId)
        .order_by_asc(refund_decision::Column::Number)
        .limit(page.limit())
        .offset(page.offset())
        .all(conn)
        .await?;
    let items = describe_decided(conn, event, rows).await?;
    Ok(Page { items, total })
}

/// The records of people who are or were owed something.
struct Known {
    rows: HashMap<AttendanceId, refund::Model>,
    payers: HashMap<AttendanceId, RefundAccount>,
    decided: HashMap<AttendanceId, Vec<refund_decision::Model>>,
    is_cancelled: bool,
}

impl Known {
    async fn read(
        conn: &impl ConnectionTrait,
        event: &event::Model,
        ids: &[AttendanceId],
    ) -> Result<Self> {
        let mut decided: HashMap<_, Vec<_>> = HashMap::new();
        for row in find_decided(conn, ids).await? {
            decided.entry(row.attendance_id).or_default().push(row);
        }
        Ok(Self {
            rows: find_rows(conn, ids).await?,
            payers: find_payers(conn, ids).await?,
            decided,
            is_cancelled: event.cancelled_at.is_some(),
        })
    }

    fn comes(&self, person: &attendance::Model) -> bool {
        person.deleted_at.is_none() && !self.is_cancelled
    }

    /// Returns the money that is owed back to a person and was not decided about, as `remaining!` counts it.
    fn remaining(&self, person: &attendance::Model) -> i64 {
        let decided = self.decided.get(&person.id).into_iter().flatten();
        let settled: i64 = decided.map(|row| row.settles).sum();
        let price = if self.comes(person) { person.amount } else { 0 };
        person.received - price - settled
    }

    /// Returns the money owed back to a person.
    fn owed(&self, person: attendance::Model) -> Refund {
        let row = self.rows.get(&person.id);
        let most = self.remaining(&person);
        let withheld = row.and_then(|row| row.withheld).filter(|part| *part < most);
        let amount = most - withheld.unwrap_or(0);
        let refund = self.of(person, RefundState::Owed, amount);
        let viet_qr = refund.account.as_ref().and_then(|account| {
            let bin = account.bank_bin.as_deref()?;
            let text = format!("HOAN {}", refund.reference);
            viet_qr(bin, &account.account_number, amount, &text).ok()
        });
        Refund {
            most,
            viet_qr,
            ..refund
        }
    }

    fn of(&self, person: attendance::Model, state: RefundState, amount: i64) -> Refund {
        let row = self.rows.get(&person.id);
        let version = row.map_or(0, |row| row.version);
        let typed = row.and_then(typed_account);
        let decided = self.decided.get(&person.id).into_iter().flatten();
        let deducted: i64 = decided.map(|row| row.deducted).sum();
        Refund {
            is_surplus: self.comes(&person),
            account: typed.or_else(|| self.payers.get(&person.id).cloned()),
            attendance_id: person.id,
            number: None,
            is_last: false,
            full_name: person.full_name,
            email: person.email,
            phone: person.phone,
            reference: person.payment_ref,
            price: person.amount,
            received: person.received + deducted,
            amount,
            most: amount,
            state,
            way: None,
            reason: None,
            viet_qr: None,
            decided_by_name: None,
            decided_at: None,
            version,
        }
    }
}

/// Returns bank, number and holder of the account that was named for this person's refund.
#[tracing::instrument(name = "refunds.named_account", skip_all)]
pub async fn named_account(
    conn: &impl ConnectionTrait,
    id: AttendanceId,
) -> Result<Option<[String; 3]>> {
    let row = refund::Entity::find_by_id(id).one(conn).await?;
    Ok(row.and_then(|row| {
        let number = row.account_number?;
        let (bank, holder) = (row.bank_name, row.holder_name);
        Some([bank.unwrap_or_default(), number, holder.unwrap_or_default()])
    }))
}

/// Returns the money owed back to these people, in their order.
#[tracing::instrument(name = "refunds.describe", skip_all)]
pub async fn describe(
    conn: &impl ConnectionTrait,
    event: &event::Model,
    people: Vec<attendance::Model>,
) -> Result<Vec<Refund>> {
    let ids: Vec<AttendanceId> = people.iter().map(|person| person.id).collect();
    let known = Known::read(conn, event, &ids).await?;
    Ok(people
        .into_iter()
        .map(|person| known.owed(person))
        .collect())
}

/// Describes these decisions as refunds, in their order.
#[tracing::instrument(name = "refunds.describe_decided", skip_all)]
pub async fn describe_decided(
    conn: &impl ConnectionTrait,
    event: &event::Model,
    rows: Vec<refund_decision::Model>,
) -> Result<Vec<Refund>> {
    let ids: Vec<AttendanceId> = rows.iter().map(|row| row.attendance_id).collect();
    let known = Known::read(conn, event, &ids).await?;
    let people = attendance::Entity::find()
        .filter(attendance::Column::Id.is_in(ids))
        .all(conn)
        .await?;
    let people: HashMap<_, _> = people.into_iter().map(|row| (row.id, row)).collect();
    let names = accounts::full_names(conn, rows.iter().filter_map(|row| row.decided_by)).await?;
    let refunds = rows.into_iter().filter_map(|row| {
        let person = people.get(&row.attendance_id)?.clone();
        let last = known.decided.get(&row.attendance_id)?.last()?;
        Some(Refund {
            number: Some(row.number),
            is_last: last.number == row.number,
            way: row.way,
            reason: row.reason,
            decided_by_name: row.decided_by.and_then(|id| names.get(&id).cloned()),
            decided_at: Some(row.decided_at),
            ..known.of(person, row.state, row.amount)
        })
    });
    Ok(refunds.collect())
}

/// Returns the decisions about these people, the first ones first.
#[tracing::instrument(name = "refunds.find_decided", skip_all)]
pub async fn find_decided(
    conn: &impl ConnectionTrait,
    ids: &[AttendanceId],
) -> Result<Vec<refund_decision::Model>> {
    let ids: HashSet<_> = ids.iter().copied().collect();
    Ok(refund_decision::Entity::find()
        .filter(refund_decision::Column::AttendanceId.is_in(ids))
        .order_by_asc(refund_decision::Column::AttendanceId)
        .order_by_asc(refund_decision::Column::Number)
        .all(conn)
        .await?)
}

/// Returns the account as it was typed. A bank that was written by its name has a code to transfer with, too.
pub fn typed(body: BankAccountBody) -> RefundAccount {
    let bank = known_bank(&body.bank_name).map(|bank| bank.bin.to_owned());
    RefundAccount {
        bank_name: body.bank_name,
        bank_bin: body.bank_bin.or(bank),
        account_number: body.account_number,
        holder_name: body.holder_name,
        is_typed: true,
    }
}

/// Returns the bank with these six digits or this name.
fn known_bank(called: &str) -> Option<&'static hoi_vietqr::Bank> {
    hoi_vietqr::banks().iter().find(|bank| {
        bank.bin == called
            || bank.short_name.eq_ignore_ascii_case(called)
            || bank.name.eq_ignore_ascii_case(called)
    })
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
    let known = known_bank(bank);
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

/// A decision about refunds.
#[derive(Debug, Clone)]
pub enum Decision {
    Returned(RefundWay),
    NotOwed(String),
    Undone,
}

/// People by their identifiers, with their names and the amounts that were decided about.
pub type Done = BTreeMap<AttendanceId, (String, i64)>;

/// Decides about those of these people for whom it fits, at an event that is locked.
#[tracing::instrument(name = "refunds.decide", skip_all)]
pub async fn decide(
    tx: &Tx,
    event: &event::Model,
    ids: &[AttendanceId],
    decision: &Decision,
    by: UserId,
    now: Timestamp,
) -> Result<Done> {
    let (state, way, reason) = match decision {
        Decision::Returned(way) => (RefundState::Returned, Some(*way), None),
        Decision::NotOwed(reason) => (RefundState::NotOwed, None, Some(reason.clone())),
        Decision::Undone => return undo(tx, event, ids, now).await,
    };
    let wanted: HashSet<_> = ids.iter().copied().collect();
    let people = owed_back(slice::from_ref(event))
        .filter(attendance::Column::Id.is_in(wanted))
        .all(tx)
        .await?;
    let mut received: HashMap<_, _> = people.iter().map(|row| (row.id, row.received)).collect();
    let numbers = find_decided(tx, ids).await?;
    // The last one of each person is the last here.
    let numbers: HashMap<_, _> = numbers
        .into_iter()
        .map(|row| (row.attendance_id, row.number))
        .collect();
    let mut done = BTreeMap::new();
    let mut decisions = Vec::new();
    for refund in describe(tx, event, people).await? {
        let id = refund.attendance_id;
        // A participant who comes is not owed anything for the ticket, so money given back is no longer held for it
        // either.
        let is_deducted = refund.is_surplus && state == RefundState::Returned;
        let deducted = if is_deducted { refund.amount } else { 0 };
        if let Some(held) = received.remove(&id).filter(|_| is_deducted) {
            let row = attendance::ActiveModel {
                id: Set(id),
                received: Set(held - deducted),
                ..Default::default()
            };
            row.update(tx).await?;
        }
        decisions.push(refund_decision::ActiveModel {
            attendance_id: Set(id),
            number: Set(numbers.get(&id).copied().unwrap_or(0) + 1),
            event_id: Set(event.id),
            state: Set(state),
            amount: Set(refund.amount),
            settles: Set(refund.most - deducted),
            deducted: Set(deducted),
            way: Set(way),
            reason: Set(reason.clone()),
            payment_number: Set(None),
            decided_by: Set(Some(by)),
            decided_at: Set(now),
        });
        done.insert(id, (refund.full_name, refund.amount));
    }
    if !decisions.is_empty() {
        refund_decision::Entity::insert_many(decisions)
            .exec_without_returning(tx)
            .await?;
        withhold(tx, done.keys().copied(), None, now).await?;
    }
    Ok(done)
}

/// Takes the last decisions about these people back.
async fn undo(tx: &Tx, event: &event::Model, ids: &[AttendanceId], now: Timestamp) -> Result<Done> {
    let decided = find_decided(tx, ids).await?.into_iter();
    let last: BTreeMap<_, _> = decided
        .filter(|row| row.event_id == event.id)
        .map(|row| (row.attendance_id, row))
        .collect();
    let mut done = BTreeMap::new();
    for (id, row) in last {
        let person = attendance::Entity::find_by_id(id).one(tx).await?;
        let person = person.ok_or_else(Error::not_found)?;
        if row.deducted > 0 {
            let received = person.received + row.deducted;
            let is_paid = person.deleted_at.is_none() && received >= person.amount;
            let back = attendance::ActiveModel {
                id: Set(id),
                received: Set(received),
                payment_status: Set(if is_paid {
                    PaymentStatus::Paid
                } else {
                    person.payment_status
                }),
                ..Default::default()
            };
            back.update(tx).await?;
        }
        let withheld = row.settles + row.deducted - row.amount;
        withhold(
            tx,
            [id].into_iter(),
            Some(withheld).filter(|part| *part > 0),
            now,
        )
        .await?;
        done.insert(id, (person.full_name, row.amount));
        row.delete(tx).await?;
    }
    Ok(done)
}

/// Sets the part that does not go back, for those of these people who have a row.
async fn withhold(
    tx: &Tx,
    ids: impl Iterator<Item = AttendanceId>,
    withheld: Option<i64>,
    now: Timestamp,
) -> Result<()> {
    refund::Entity::update_many()
        .set(refund::ActiveModel {
            withheld: Set(withheld),
            updated_at: Set(now),
            ..Default::default()
        })
        .filter(refund::Column::AttendanceId.is_in(ids))
        .exec(tx)
        .await?;
    Ok(())
}

/// Stores the part of the owed money that does not go back, and the account to which the rest goes.
#[tracing::instrument(name = "refunds.change", skip_all)]
pub async fn change(
    tx: &Tx,
    event: EventId,
    id: AttendanceId,
    withheld: Option<i64>,
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
        withheld: Set(withheld),
        bank_name: Set(bank_name),
        bank_bin: Set(bank_bin),
        account_number: Set(account_number),
        holder_name: Set(holder_name),
        updated_at: Set(now),
        version: Set(1),
    };
    let next = Expr::col((refund::Entity, refund::Column::Version)).add(1);
    let over = OnConflict::column(refund::Column::AttendanceId)
        .update_columns([
            refund::Column::Withheld,
            refund::Column::BankName,
            refund::Column::BankBin,
            refund::Column::AccountNumber,
            refund::Column::HolderName,
            refund::Column::UpdatedAt,
        ])
        .value(refund::Column::Version, next)
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
    pub number: i64,
    pub event_id: EventId,
    pub name: String,
    pub reference: String,
    /// In dong.
    pub amount: i64,
    pub at: Timestamp,
    pub by: Option<UserId>,
    /// The key of the words for the way.
    pub way: Option<&'static str>,
}

/// Returns the next people, at most `limit`, who got money back for one of these events, each time in a row of its own.
#[tracing::instrument(name = "refunds.next_returned", skip_all)]
pub async fn next_returned(
    conn: &impl ConnectionTrait,
    events: SelectStatement,
    after: Option<(AttendanceId, i64)>,
    limit: u64,
) -> Result<Vec<ReturnedRow>> {
    let returned = refund_decision::Entity::find()
        .filter(refund_decision::Column::EventId.in_subquery(events))
        .filter(refund_decision::Column::State.eq(RefundState::Returned));
    let rows = next(returned, after, limit).all(conn).await?;
    let people = attendance::Entity::find()
        .filter(attendance::Column::Id.is_in(rows.iter().map(|row| row.attendance_id)))
        .all(conn)
        .await?;
    let people: HashMap<_, _> = people.into_iter().map(|row| (row.id, row)).collect();
    let rows = rows.into_iter().map(|row| {
        let person = people.get(&row.attendance_id).cloned();
        let (name, reference) = person.map_or_else(Default::default, |person| {
            (person.full_name, person.payment_ref)
        });
        ReturnedRow {
            attendance_id: row.attendance_id,
            number: row.number,
            event_id: row.event_id,
            name,
            reference,
            amount: row.amount,
            at: row.decided_at,
            by: row.decided_by,
            way: row.way.map(way_key),
        }
    });
    Ok(rows.collect())
}

/// Returns the next decisions of an event, at most `limit`.
#[tracing::instrument(name = "refunds.next_decided", skip_all)]
pub async fn next_decided(
    conn: &impl ConnectionTrait,
    event: EventId,
    after: Option<(AttendanceId, i64)>,
    limit: u64,
) -> Result<Vec<refund_decision::Model>> {
    let of_event = refund_decision::Column::EventId.eq(event);
    let decided = refund_decision::Entity::find().filter(of_event);
    Ok(next(decided, after, limit).all(conn).await?)
}

/// Selects the first `limit` of these decisions after this one.
fn next(
    decided: Select<refund_decision::Entity>,
    after: Option<(AttendanceId, i64)>,
    limit: u64,
) -> Select<refund_decision::Entity> {
    use refund_decision::Column::{AttendanceId as Person, Number};
    let later = after.map(|(person, number)| {
        let same = Condition::all()
            .add(Person.eq(person))
            .add(Number.gt(number));
        Condition::any().add(Person.gt(person)).add(same)
    });
    let found = decided.filter(Condition::all().add_option(later));
    let found = found.order_by_asc(Person).order_by_asc(Number);
    found.limit(limit)
}

/// Returns the key of the words for a way.
pub fn way_key(way: RefundWay) -> &'static str {
    match way {
        RefundWay::Transfer => "refund.byTransfer",
        RefundWay::Cash => "refund.inCash",
    }
}

/// Returns the money given back to these people, in dong.
#[tracing::instrument(name = "refunds.find_returned", skip_all)]
pub async fn find_returned(
    conn: &impl ConnectionTrait,
    ids: impl Iterator<Item = AttendanceId>,
) -> Result<HashMap<AttendanceId, i64>> {
    let rows = refund_decision::Entity::find()
        .filter(refund_decision::Column::AttendanceId.is_in(ids))
        .filter(refund_decision::Column::State.eq(RefundState::Returned))
        .all(conn)
        .await?;
    let mut returned: HashMap<_, i64> = HashMap::new();
    for row in rows {
        *returned.entry(row.attendance_id).or_default() += row.amount;
    }
    Ok(returned)
}

/// Forgets the decisions made with a payment that goes, of a person who does not come; `left` is held after it. 5008:
/// other decisions were about more than that.
pub async fn forget_payment(tx: &Tx, id: AttendanceId, number: i64, left: i64) -> Result<()> {
    let mut settled = 0;
    for row in find_decided(tx, &[id]).await? {
        if row.payment_number == Some(number) {
            row.delete(tx).await?;
        } else {
            settled += row.settles;
        }
    }
    if settled > left {
        return Err(Error::Conflict(LocalizedText::new("refund.decidedBefore")));
    }
    Ok(())
}
