//! Queries on the invoices of an event.

use std::collections::{HashMap, HashSet};

use hoi_community::accounts;
use hoi_db::{Timestamp, Tx, Writes};
use hoi_platform::error::{Error, LocalizedText, Result, is_stale};
use hoi_platform::http::PageQuery;
use hoi_platform::ids::{AttendanceId, EventId, UserId};
use hoi_ticketing::attendances::{PaymentStatus, attendance};
use hoi_ticketing::events::find_ticket_rows;
use hoi_ticketing::invoice_requests::entity::{self as invoice_request, Column, Entity, Model};
use hoi_ticketing::invoice_requests::{self, Invoice, InvoiceChange};
use sea_orm::sea_query::{Expr, ExprTrait as _, Query};
use sea_orm::{
    ActiveModelTrait, ColumnTrait, Condition, ConnectionTrait, EntityTrait, IntoActiveModel,
    PaginatorTrait, QueryFilter, QueryOrder, QuerySelect, Select, Set,
};

use super::dto::{InvoiceAction, InvoicePage, InvoiceState, ListedInvoice};

/// Returns the requests of an event, of one state or all.
pub fn of_event(event: EventId, state: Option<InvoiceState>) -> Select<Entity> {
    let found = Entity::find().filter(Column::EventId.eq(event));
    let status = match state {
        None => return found,
        Some(InvoiceState::Issued) => return found.filter(Column::IssuedAt.is_not_null()),
        Some(InvoiceState::Waiting) => PaymentStatus::Paid,
        Some(InvoiceState::Unpaid) => PaymentStatus::Unpaid,
    };
    let paid_like_this = Query::select()
        .expr(Expr::val(1))
        .from(attendance::Entity)
        .and_where(
            Expr::col((attendance::Entity, attendance::Column::Id))
                .equals((Entity, Column::AttendanceId)),
        )
        .and_where(attendance::Column::PaymentStatus.eq(status))
        // After a move to a free class nothing is due, unless something was paid before, and unconfirmed seats may end
        // by themselves.
        .cond_where(
            Condition::any()
                .add(attendance::Column::Amount.gt(0))
                .add(attendance::Column::Received.gt(0)),
        )
        .and_where(attendance::Column::ConfirmBy.is_null())
        .to_owned();
    found
        .filter(Column::IssuedAt.is_null())
        .filter(Expr::exists(paid_like_this))
}

/// Returns the number of invoices that the organiser can issue now.
#[tracing::instrument(name = "invoices.count_waiting", skip_all)]
pub async fn count_waiting(conn: &impl ConnectionTrait, event: EventId) -> Result<u64> {
    let waiting = of_event(event, Some(InvoiceState::Waiting));
    Ok(waiting.count(conn).await?)
}

/// Lists invoices: those that wait by the time at which they were asked for, the issued ones latest first.
#[tracing::instrument(name = "invoices.list", skip_all)]
pub async fn list(
    conn: &impl ConnectionTrait,
    event: EventId,
    state: InvoiceState,
    page: PageQuery,
) -> Result<InvoicePage> {
    let count = async |state| of_event(event, Some(state)).count(conn).await;
    let waiting = count(InvoiceState::Waiting).await?;
    let unpaid = count(InvoiceState::Unpaid).await?;
    let issued = count(InvoiceState::Issued).await?;
    let found = of_event(event, Some(state));
    let (found, total) = match state {
        InvoiceState::Waiting => (found.order_by_asc(Column::AskedAt), waiting),
        InvoiceState::Unpaid => (found.order_by_asc(Column::AskedAt), unpaid),
        InvoiceState::Issued => (found.order_by_desc(Column::IssuedAt), issued),
    };
    let rows = found
        .order_by_asc(Column::AttendanceId)
        .limit(page.limit())
        .offset(page.offset())
        .all(conn)
        .await?;
    Ok(InvoicePage {
        items: describe(conn, event, rows).await?,
        total,
        waiting,
        unpaid,
        issued,
    })
}

/// Adds to requests the participants and their payments, in their order.
#[tracing::instrument(name = "invoices.describe", skip_all)]
pub async fn describe(
    conn: &impl ConnectionTrait,
    event: EventId,
    rows: Vec<Model>,
) -> Result<Vec<ListedInvoice>> {
    let ids = rows.iter().map(|row| row.attendance_id);
    let people = attendance::Entity::find()
        .filter(attendance::Column::Id.is_in(ids))
        .all(conn)
        .await?;
    let mut people: HashMap<_, _> = people.into_iter().map(|row| (row.id, row)).collect();
    let classes = find_ticket_rows(conn, event).await?;
    let classes: HashMap<_, _> = classes.into_iter().map(|row| (row.id, row.name)).collect();
    let by = accounts::full_names(conn, rows.iter().filter_map(|row| row.issued_by)).await?;
    let described = rows.into_iter().filter_map(|row| {
        let person = people.remove(&row.attendance_id)?;
        let amount = row.amount.unwrap_or_else(|| to_invoice(&person));
        let state = match (row.issued_at, person.payment_status) {
            (Some(_), _) => InvoiceState::Issued,
            (None, PaymentStatus::Paid) => InvoiceState::Waiting,
            (None, PaymentStatus::Unpaid) => InvoiceState::Unpaid,
        };
        Some(ListedInvoice {
            attendance_id: row.attendance_id,
            full_name: person.full_name,
            participant_email: person.email,
            phone: person.phone,
            is_removed: person.deleted_at.is_some(),
            class: person.ticket_id.and_then(|id| classes.get(&id).cloned()),
            amount,
            reference: person.payment_ref,
            state,
            issued_by_name: row.issued_by.and_then(|id| by.get(&id).cloned()),
            invoice: row.into(),
        })
    });
    Ok(described.collect())
}

/// The amount of an invoice that is issued now: of a paid registration the amount received, which may be less than the
/// price if the organiser took it as enough, otherwise the price.
const TO_INVOICE: &str = "(select case when attendance.payment_status = 'paid' and attendance.received > 0 \
    then attendance.received else attendance.amount end \
    from attendance where attendance.id = invoice_request.attendance_id)";

/// Says the same as [`TO_INVOICE`] of one registration, in dong.
fn to_invoice(person: &attendance::Model) -> i64 {
    match person.payment_status {
        PaymentStatus::Paid if person.received > 0 => person.received,
        _ => person.amount,
    }
}

/// Stores the text of the invoice of a live registration. 5005: it was removed; 5008: the invoice was issued, or its text
/// was changed since it was read.
#[tracing::instrument(name = "invoices.save", skip_all)]
pub async fn save(
    tx: &Tx,
    event: EventId,
    id: AttendanceId,
    InvoiceChange {
        invoice: wanted,
        version,
    }: InvoiceChange,
    now: Timestamp,
) -> Result<Model> {
    let row = lock(tx, id).await?;
    if is_stale(version, row.as_ref().map_or(0, |row| row.version)) {
        return Err(Error::changed_meanwhile(&row.map(Invoice::from)));
    }
    let Some(row) = row else {
        let mut writes = Writes::new(tx);
        invoice_requests::add_all(&mut writes, &[(event, id, wanted)], now);
        writes.flush(tx).await?;
        return invoice_requests::find(tx, id)
            .await?
            .ok_or_else(Error::not_found);
    };
    let next = row.version + 1;
    let mut columns = row.into_active_model();
    columns.version = Set(next);
    columns.buyer = Set(wanted.buyer);
    columns.name = Set(wanted.name);
    columns.tax_number = Set(wanted.tax_number);
    columns.address = Set(wanted.address);
    columns.email = Set(wanted.email);
    Ok(columns.update(tx).await?)
}

/// Removes the request of a live registration; returns whether there was one. 5005, 5008: as for [`save`].
#[tracing::instrument(name = "invoices.remove", skip_all)]
pub async fn remove(tx: &Tx, id: AttendanceId) -> Result<bool> {
    let row = lock(tx, id).await?;
    let is_there = row.is_some();
    if let Some(row) = row {
        row.into_active_model().delete(tx).await?;
    }
    Ok(is_there)
}

/// Locks a live registration and its request, which was not issued.
async fn lock(tx: &Tx, id: AttendanceId) -> Result<Option<Model>> {
    // Transactions that remove the registration or ask for its invoice at the same time wait here.
    let person = attendance::live()
        .filter(attendance::Column::Id.eq(id))
        .lock_exclusive()
        .one(tx)
        .await?;
    let gone = || Error::NotFound(LocalizedText::new("registration.noSuchParticipant"));
    person.ok_or_else(gone)?;
    let row = Entity::find_by_id(id).lock_exclusive().one(tx).await?;
    if row.as_ref().is_some_and(|row| row.issued_at.is_some()) {
        return Err(Error::Conflict(LocalizedText::new("invoice.issuedAlready")));
    }
    Ok(row)
}

/// Marks invoices as issued or not; returns those about which it was decided.
#[tracing::instrument(name = "invoices.decide", skip_all)]
pub async fn decide(
    tx: &Tx,
    event: EventId,
    ids: &[AttendanceId],
    action: InvoiceAction,
    number: Option<String>,
    by: UserId,
    now: Timestamp,
) -> Result<HashSet<AttendanceId>> {
    let fits = match action {
        InvoiceAction::Issue if number.is_some() => Condition::all(),
        InvoiceAction::Issue => Condition::all().add(Column::IssuedAt.is_null()),
        InvoiceAction::Undo => Condition::all().add(Column::IssuedAt.is_not_null()),
    };
    let rows = Entity::find()
        .filter(Column::EventId.eq(event))
        .filter(Column::AttendanceId.is_in(ids.iter().copied()))
        .filter(fits)
        .order_by_asc(Column::AttendanceId)
        .lock_exclusive()
        .all(tx)
        .await?;
    let fitting: Vec<_> = rows.iter().map(|row| row.attendance_id).collect();
    if fitting.is_empty() {
        return Ok(HashSet::new());
    }
    // A number noted later does not change who issued it.
    let noted = rows.iter().find_map(|row| row.issued_at.zip(row.issued_by));
    let amount = match action {
        InvoiceAction::Issue => format!("coalesce(amount, {TO_INVOICE})"),
        InvoiceAction::Undo => "null".to_owned(),
    };
    let columns = match action {
        InvoiceAction::Issue => {
            let (at, by) = noted.unwrap_or((now, by));
            invoice_request::ActiveModel {
                issued_at: Set(Some(at)),
                issued_by: Set(Some(by)),
                invoice_number: Set(number),
                ..Default::default()
            }
        }
        InvoiceAction::Undo => invoice_request::ActiveModel {
            issued_at: Set(None),
            issued_by: Set(None),
            invoice_number: Set(None),
            ..Default::default()
        },
    };
    Entity::update_many()
        .set(columns)
        .col_expr(Column::Amount, Expr::cust(amount))
        .filter(Column::AttendanceId.is_in(fitting.iter().copied()))
        .exec(tx)
        .await?;
    Ok(fitting.into_iter().collect())
}

/// Returns the full names of these registrations by identifier, removed ones included.
#[tracing::instrument(name = "invoices.names", skip_all)]
pub async fn names(
    conn: &impl ConnectionTrait,
    ids: &HashSet<AttendanceId>,
) -> Result<Vec<(AttendanceId, String)>> {
    Ok(attendance::Entity::find()
        .select_only()
        .columns([attendance::Column::Id, attendance::Column::FullName])
        .filter(attendance::Column::Id.is_in(ids.iter().copied()))
        .order_by_asc(attendance::Column::Id)
        .into_tuple()
        .all(conn)
        .await?)
}
