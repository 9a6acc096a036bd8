//! Queries on transfers and on the registrations in them.

use std::collections::HashMap;

use hoi_community::accounts;
use hoi_db::containing;
use hoi_platform::error::Result;
use hoi_platform::http::{Page, PageQuery};
use hoi_platform::ids::{AttendanceId, BankAccountId, EventId, TransferId, UserId};
use hoi_ticketing::attendances::{PaymentStatus, attendance, payment};
use hoi_ticketing::bank_accounts::entity::{bank_account, transfer};
use hoi_ticketing::bank_accounts::{TransferReason, TransferState};
use hoi_ticketing::events::entity::event;
use sea_orm::sea_query::{Expr, ExprTrait as _, Func, Query};
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder,
    QuerySelect, Select,
};

use super::dto::{MeantRegistration, Proposal, Sum, Transfer, TransferQuery};
use super::matching::find_several;
use super::surplus;

/// Which transfers a list or a figure is about.
pub enum Scope {
    /// All that arrived on the accounts of this organiser.
    Organiser(UserId),
    /// Transfers that name a registration of this event, and those on its account that name none.
    Event(Box<event::Model>),
}

impl Scope {
    /// Returns which rows of `transfer` belong to it.
    pub fn transfers(&self) -> Condition {
        let on = |which: Condition| {
            let accounts = Query::select()
                .column(bank_account::Column::Id)
                .from(bank_account::Entity)
                .cond_where(which)
                .to_owned();
            transfer::Column::BankAccountId.in_subquery(accounts)
        };
        match self {
            Self::Organiser(owner) => {
                let own = bank_account::Column::OwnerId.eq(*owner);
                Condition::all().add(on(Condition::all().add(own)))
            }
            Self::Event(event) => {
                let named = Condition::all()
                    .add(bank_account::Column::OwnerId.eq(event.owner_id))
                    .add(bank_account::Column::AccountNumber.eq(event.account_number.clone()));
                // A transfer that names people of several events is decided where all events are.
                let names_nobody = Condition::any()
                    .add(transfer::Column::Reason.is_null())
                    .add(transfer::Column::Reason.ne(TransferReason::Several));
                let of_nothing = Condition::all()
                    .add(transfer::Column::EventId.is_null())
                    .add(names_nobody)
                    .add(on(named));
                Condition::any()
                    .add(transfer::Column::EventId.eq(event.id))
                    .add(of_nothing)
            }
        }
    }
}

/// Lists transfers, the latest first.
#[tracing::instrument(name = "transfers.list", skip_all)]
pub async fn list(
    conn: &impl ConnectionTrait,
    scope: &Scope,
    query: TransferQuery,
) -> Result<Page<Transfer>> {
    let mut found = transfer::Entity::find().filter(scope.transfers());
    if let Some(account) = query.account_id {
        found = found.filter(transfer::Column::BankAccountId.eq(account));
    }
    if let Some(state) = query.state {
        found = found.filter(transfer::Column::State.eq(state));
    }
    let search = query.search.as_deref().map(str::trim);
    if let Some(text) = search.filter(|text| !text.is_empty()) {
        let text = text.to_lowercase();
        let lower = |column: transfer::Column| Func::lower(Expr::col(column));
        let found_in = |column| Expr::expr(lower(column)).like(containing(&text));
        found = found.filter(
            Condition::any()
                .add(found_in(transfer::Column::Content))
                .add(found_in(transfer::Column::Payer)),
        );
    }
    let total = found.clone().count(conn).await?;
    let page = PageQuery::new(query.limit, query.page)?;
    let rows = found
        .order_by_desc(transfer::Column::ArrivedAt)
        .order_by_desc(transfer::Column::Id)
        .limit(page.limit())
        .offset(page.offset())
        .all(conn)
        .await?;
    let items = describe(conn, rows).await?;
    Ok(Page { items, total })
}

/// Adds to transfers the registrations that they are or may be for.
#[tracing::instrument(name = "transfers.describe", skip_all)]
pub async fn describe(
    conn: &impl ConnectionTrait,
    rows: Vec<transfer::Model>,
) -> Result<Vec<Transfer>> {
    let payments = payment::Entity::find()
        .filter(payment::Column::TransferId.is_in(rows.iter().map(|row| row.id)))
        .all(conn)
        .await?;
    let meant = rows.iter().filter_map(|row| row.attendance_id);
    let paid = payments.iter().map(|payment| payment.attendance_id);
    let several = find_several(conn, &rows).await?;
    let shares = several.values().flat_map(|it| it.people.iter().copied());
    let people = find_meant(conn, meant.chain(paid).chain(shares)).await?;
    let paid = payments.iter().map(|payment| payment.attendance_id);
    let beyond = surplus::of_registrations(conn, paid).await?;
    let mut paid: HashMap<TransferId, Vec<MeantRegistration>> = HashMap::new();
    let mut over: HashMap<TransferId, i64> = HashMap::new();
    for payment in payments {
        let person = people.get(&payment.attendance_id);
        // For a cancelled registration nothing is due.
        let part = if person.is_some_and(|person| person.is_cancelled) {
            payment.amount
        } else {
            let part = beyond.get(&(payment.attendance_id, payment.number));
            part.copied().unwrap_or(0)
        };
        if let Some(transfer) = payment.transfer_id.filter(|_| part > 0) {
            *over.entry(transfer).or_default() += part;
        }
        if let (Some(transfer), Some(person)) = (payment.transfer_id, person) {
            paid.entry(transfer).or_default().push(person.clone());
        }
    }
    let accounts = rows.iter().map(|row| row.bank_account_id);
    let accounts = find_account_names(conn, accounts).await?;
    let names = accounts::full_names(conn, rows.iter().filter_map(|row| row.decided_by)).await?;
    let transfers = rows.into_iter().map(|row| {
        let suggestion = suggested(&row).and_then(|id| people.get(&id).cloned());
        let suggestion = suggestion.filter(|_| row.state != TransferState::Used);
        let payments = paid.remove(&row.id).unwrap_or_default();
        let of_several = |is_split: bool| -> Vec<MeantRegistration> {
            let several = several.get(&row.id).filter(|it| it.is_split == is_split);
            let ids = several.into_iter().flat_map(|it| &it.people);
            ids.filter_map(|id| people.get(id).cloned()).collect()
        };
        let (split, unsplit) = (of_several(true), of_several(false));
        let due = |people: &[MeantRegistration]| people.iter().map(|it| it.due).sum::<i64>();
        let difference = match over.get(&row.id) {
            _ if !split.is_empty() => Some(0),
            Some(over) => Some(*over),
            None if !unsplit.is_empty() => Some(row.amount - due(&unsplit)),
            None if payments.is_empty() => suggestion.as_ref().map(|meant| row.amount - meant.due),
            None => Some(-due(&payments)),
        };
        let payer_account = [&row.payer_account, &row.payer_bank];
        let payer_account: Vec<_> = payer_account.into_iter().flatten().cloned().collect();
        Transfer {
            proposal: proposal(&row, suggestion.as_ref(), !split.is_empty()),
            suggestion,
            split,
            named: unsplit,
            payments,
            difference,
            account: accounts
                .get(&row.bank_account_id)
                .cloned()
                .unwrap_or_default(),
            decided_by_name: row.decided_by.and_then(|id| names.get(&id).cloned()),
            way: row.way(),
            id: row.id,
            account_id: row.bank_account_id,
            amount: row.amount,
            arrived_at: row.arrived_at,
            content: row.content,
            payer: row.payer,
            payer_account: Some(payer_account.join(" · ")).filter(|text| !text.is_empty()),
            state: row.state,
            reason: row.reason,
            decided_at: row.decided_at,
        }
    });
    Ok(transfers.collect())
}

/// Returns the registration that a transfer is probably for; `None` if none is known, or if its text names several: the
/// first of them would get what the others pay.
pub fn suggested(row: &transfer::Model) -> Option<AttendanceId> {
    let is_of_several = row.reason == Some(TransferReason::Several);
    row.attendance_id.filter(|_| !is_of_several)
}

/// Returns the effect of accepting a transfer that waits; `None` if a person has to choose.
pub fn proposal(
    row: &transfer::Model,
    meant: Option<&MeantRegistration>,
    is_split: bool,
) -> Option<Proposal> {
    if row.state != TransferState::Waiting {
        return None;
    }
    match meant {
        _ if is_split => Some(Proposal::Split),
        Some(meant) if meant.is_event_deleted => Some(Proposal::Aside),
        Some(meant) if meant.is_cancelled => Some(Proposal::GiveBack),
        Some(meant) if row.amount > meant.due => Some(Proposal::Over),
        Some(meant) if row.amount < meant.due => Some(Proposal::Part),
        Some(_) => Some(Proposal::Assign),
        None => match row.reason? {
            TransferReason::Double | TransferReason::Cancelled => Some(Proposal::Aside),
            _ => None,
        },
    }
}

/// Returns registrations by their identifiers, removed ones too.
#[tracing::instrument(name = "transfers.find_meant", skip_all)]
pub async fn find_meant(
    conn: &impl ConnectionTrait,
    ids: impl Iterator<Item = AttendanceId>,
) -> Result<HashMap<AttendanceId, MeantRegistration>> {
    let people = attendance::Entity::find()
        .filter(attendance::Column::Id.is_in(ids))
        .all(conn)
        .await?;
    let events = event::Entity::find()
        .filter(event::Column::Id.is_in(people.iter().map(|row| row.event_id)))
        .all(conn)
        .await?;
    let events: HashMap<_, _> = events.into_iter().map(|row| (row.id, row)).collect();
    let meant = people.into_iter().filter_map(|row| {
        let event = events.get(&row.event_id)?;
        let is_cancelled =
            row.deleted_at.is_some() || event.deleted_at.is_some() || event.cancelled_at.is_some();
        let meant = MeantRegistration {
            attendance_id: row.id,
            event_id: row.event_id,
            event_title: event.title.clone(),
            full_name: row.full_name,
            reference: row.payment_ref,
            amount: row.amount,
            received: row.received,
            // A participant whose smaller payment was taken as enough may pay the rest.
            due: if is_cancelled {
                0
            } else {
                Ord::max(row.amount - row.received, 0)
            },
            is_paid: row.payment_status == PaymentStatus::Paid,
            is_cancelled,
            is_event_deleted: event.deleted_at.is_some(),
        };
        Some((row.id, meant))
    });
    Ok(meant.collect())
}

async fn find_account_names(
    conn: &impl ConnectionTrait,
    ids: impl Iterator<Item = BankAccountId>,
) -> Result<HashMap<BankAccountId, String>> {
    let rows = bank_account::Entity::find()
        .filter(bank_account::Column::Id.is_in(ids))
        .all(conn)
        .await?;
    let name = |row: bank_account::Model| {
        let name = format!("{} {}", row.bank_name, row.account_number);
        (row.id, name)
    };
    Ok(rows.into_iter().map(name).collect())
}

/// Returns those of these transfers that are on an account of the caller; administrators may use all.
#[tracing::instrument(name = "transfers.find_own", skip_all)]
pub async fn find_own(
    conn: &impl ConnectionTrait,
    ids: &[TransferId],
    owner: Option<UserId>,
) -> Result<Vec<(transfer::Model, bank_account::Model)>> {
    let rows = transfer::Entity::find()
        .filter(transfer::Column::Id.is_in(ids.iter().copied()))
        .all(conn)
        .await?;
    let mut accounts = bank_account::Entity::find()
        .filter(bank_account::Column::Id.is_in(rows.iter().map(|row| row.bank_account_id)));
    if let Some(owner) = owner {
        accounts = accounts.filter(bank_account::Column::OwnerId.eq(owner));
    }
    let accounts = accounts.all(conn).await?;
    let accounts: HashMap<_, _> = accounts.into_iter().map(|row| (row.id, row)).collect();
    let own = rows.into_iter().filter_map(|row| {
        let account = accounts.get(&row.bank_account_id)?.clone();
        Some((row, account))
    });
    Ok(own.collect())
}

fn summed<E: EntityTrait>(found: Select<E>, amount: E::Column) -> Select<E> {
    found
        .select_only()
        // PostgreSQL gives sums of `bigint` a wider type.
        .expr_as(
            Func::coalesce([
                Func::sum(Expr::col((E::default(), amount))).into(),
                Expr::value(0_i64),
            ])
            .cast_as("bigint"),
            "amount",
        )
        .expr_as(Expr::cust("count(*)"), "number")
}

/// Returns the sum of the transfers of the scope in this state.
#[tracing::instrument(name = "transfers.sum", skip_all)]
pub async fn sum(conn: &impl ConnectionTrait, scope: &Scope, state: TransferState) -> Result<Sum> {
    let found = transfer::Entity::find()
        .filter(scope.transfers())
        .filter(transfer::Column::State.eq(state));
    let sum: Option<(i64, i64)> = summed(found, transfer::Column::Amount)
        .into_tuple()
        .one(conn)
        .await?;
    let (amount, count) = sum.unwrap_or_default();
    Ok(Sum { amount, count })
}

/// Returns the sums of transfers that wait, by event.
#[tracing::instrument(name = "transfers.waiting_of_events", skip_all)]
pub async fn waiting_of_events(
    conn: &impl ConnectionTrait,
    owner: UserId,
) -> Result<HashMap<EventId, Sum>> {
    let found = transfer::Entity::find()
        .filter(Scope::Organiser(owner).transfers())
        .filter(transfer::Column::State.eq(TransferState::Waiting))
        .filter(transfer::Column::EventId.is_not_null());
    let sums: Vec<(i64, i64, EventId)> = summed(found, transfer::Column::Amount)
        .column(transfer::Column::EventId)
        .group_by(transfer::Column::EventId)
        .into_tuple()
        .all(conn)
        .await?;
    let sums = sums.into_iter();
    Ok(sums
        .map(|(amount, count, event)| (event, Sum { amount, count }))
        .collect())
}
