//! The ledger of an event as a file: everybody who paid or owes, and the transfers that pay for nobody.

use std::collections::HashMap;

use axum::extract::State;
use axum::response::Response;
use hoi_db::Timestamp;
use hoi_i18n::Lang;
use hoi_spreadsheet::{Cell, Column, Format};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};
use serde::Deserialize;
use utoipa::IntoParams;

use super::matching::in_vietnam;
use super::store::Scope;
use crate::accounts;
use crate::app::App;
use crate::attendances::{PaidWay, PaymentStatus, attendance};
use crate::bank_accounts::TransferState;
use crate::bank_accounts::entity::{transfer, transfer_payment};
use crate::error::{LocalizedText, Result};
use crate::events::{self, EventOwner};
use crate::http::{BinaryFile, Download, ValidatedQuery, broken};
use crate::ids::{AttendanceId, EventId, TransferId};
use crate::language;
use crate::participants::FileFormat;

/// Rows that are in memory at a time.
const PAGE: u64 = 500;

/// Which kind of file to answer with.
#[derive(Debug, Clone, Copy, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct LedgerQuery {
    /// Default `xlsx`.
    #[param(inline)]
    pub format: Option<FileFormat>,
}

const COLUMNS: [(&str, u16); 11] = [
    ("ledger.name", 26),
    ("ledger.class", 18),
    ("ledger.reference", 14),
    ("ledger.due", 14),
    ("ledger.received", 14),
    ("ledger.way", 16),
    ("ledger.paidAt", 18),
    ("ledger.paidBy", 22),
    ("ledger.transfer", 14),
    ("ledger.bankNumber", 22),
    ("ledger.content", 50),
];

/// Returns the ledger of an event: each registration with a price, with what is due, what was received and by which
/// transfer, also of removed ones that were paid; then the transfers that wait or were set aside. 5003 (HTTP 429): too
/// many files are being written for the account.
#[utoipa::path(get, path = "/event/{eventId}/money/export", tag = "money", params(("eventId" = EventId, Path), LedgerQuery),
    responses((status = 200, description = "The file", content(
        (BinaryFile = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
        (BinaryFile = "text/csv"),
    ))), security(("bearer" = [])))]
pub async fn export_ledger(
    State(app): State<App>,
    EventOwner { event, user }: EventOwner,
    ValidatedQuery(query): ValidatedQuery<LedgerQuery>,
) -> Result<Response> {
    let permit = app.exports.begin(user.id)?;
    let format: Format = query.format.unwrap_or(FileFormat::Xlsx).into();
    let lang = language::current();
    let sheet = text(lang, "ledger.title");
    let name = format!("{} - {sheet}", event.title);
    let columns = COLUMNS.map(|(title, width)| Column {
        title: text(lang, title),
        width,
        choices: Vec::new(),
    });
    let classes = events::find_ticket_rows(app.db.read(), event.id).await?;
    let classes: HashMap<_, _> = classes.into_iter().map(|row| (row.id, row.name)).collect();
    Download::answer(
        permit,
        format,
        &name,
        &sheet,
        columns.into(),
        async move |mut file| {
            let mut last = None;
            loop {
                let people = next_people(&app, event.id, last).await.map_err(broken)?;
                let Some(end) = people.last() else { break };
                last = Some(end.id);
                let transfers = transfers_of(&app, &people).await.map_err(broken)?;
                let by = accounts::full_names(
                    app.db.read(),
                    people.iter().filter_map(|row| row.paid_by),
                );
                let by = by.await.map_err(broken)?;
                let rows = people.into_iter().map(|row| {
                    let class = row.ticket_id.and_then(|id| classes.get(&id).cloned());
                    let by = row.paid_by.and_then(|id| by.get(&id).cloned());
                    let transfer = transfers.get(&row.id);
                    of_person(lang, row, class, by, transfer)
                });
                file.rows(rows.collect()).await?;
            }
            let scope = Scope::Event(Box::new(event));
            let mut last = None;
            loop {
                let rest = next_unused(&app, &scope, last).await.map_err(broken)?;
                let Some(end) = rest.last() else {
                    return Ok(file);
                };
                last = Some(end.id);
                let rows = rest.into_iter().map(|row| of_transfer(lang, row));
                file.rows(rows.collect()).await?;
            }
        },
    )
}

fn text(lang: Lang, key: &'static str) -> String {
    LocalizedText::new(key).in_language(lang)
}

fn of_person(
    lang: Lang,
    row: attendance::Model,
    class: Option<String>,
    by: Option<String>,
    transfer: Option<&(transfer::Model, i64)>,
) -> Vec<Cell> {
    let is_paid = row.payment_status == PaymentStatus::Paid;
    let (due, received) = match transfer {
        _ if !is_paid => (row.amount, 0),
        Some((_, amount)) => (0, *amount),
        None => (0, row.amount),
    };
    let way = is_paid.then(|| text(lang, way_key(row.paid_way)));
    let (amount, number, content) = match transfer {
        Some((transfer, _)) => (
            Cell::Number(transfer.amount),
            transfer.bank_number.clone(),
            transfer.content.clone(),
        ),
        None => (Cell::Empty, None, String::new()),
    };
    vec![
        Cell::Text(row.full_name),
        Cell::Text(class.unwrap_or_default()),
        Cell::Text(row.payment_ref),
        Cell::Number(due),
        Cell::Number(received),
        Cell::Text(way.unwrap_or_default()),
        moment(row.paid_at),
        Cell::Text(by.unwrap_or_default()),
        amount,
        Cell::Text(number.unwrap_or_default()),
        Cell::Text(content),
    ]
}

fn of_transfer(lang: Lang, row: transfer::Model) -> Vec<Cell> {
    let state = match row.state {
        TransferState::Aside => "ledger.aside",
        _ => "ledger.waiting",
    };
    vec![
        Cell::Text(row.payer.unwrap_or_default()),
        Cell::Empty,
        Cell::Empty,
        Cell::Number(0),
        Cell::Number(0),
        Cell::Text(text(lang, state)),
        moment(Some(row.arrived_at)),
        Cell::Empty,
        Cell::Number(row.amount),
        Cell::Text(row.bank_number.unwrap_or_default()),
        Cell::Text(row.content),
    ]
}

fn moment(at: Option<Timestamp>) -> Cell {
    at.map_or(Cell::Empty, |at| Cell::Moment(in_vietnam(at)))
}

pub fn way_key(way: Option<PaidWay>) -> &'static str {
    match way {
        Some(PaidWay::Webhook) => "ledger.webhook",
        Some(PaidWay::Statement) => "ledger.statement",
        Some(PaidWay::Door) => "ledger.door",
        Some(PaidWay::Hand) | None => "ledger.hand",
    }
}

async fn next_people(
    app: &App,
    event: EventId,
    after: Option<AttendanceId>,
) -> Result<Vec<attendance::Model>> {
    let is_listed = sea_orm::Condition::any()
        .add(attendance::Column::DeletedAt.is_null())
        .add(attendance::Column::PaymentStatus.eq(PaymentStatus::Paid));
    let mut found = attendance::Entity::find()
        .filter(attendance::Column::EventId.eq(event))
        .filter(attendance::Column::Amount.gt(0))
        .filter(attendance::Column::ConfirmBy.is_null())
        .filter(is_listed);
    if let Some(after) = after {
        found = found.filter(attendance::Column::Id.gt(after));
    }
    Ok(found
        .order_by_asc(attendance::Column::Id)
        .limit(PAGE)
        .all(app.db.read())
        .await?)
}

/// Returns the transfers that paid for people, each with the part for them.
async fn transfers_of(
    app: &App,
    people: &[attendance::Model],
) -> Result<HashMap<AttendanceId, (transfer::Model, i64)>> {
    let conn = app.db.read();
    let payments = transfer_payment::Entity::find()
        .filter(transfer_payment::Column::AttendanceId.is_in(people.iter().map(|row| row.id)))
        .all(conn)
        .await?;
    let rows = transfer::Entity::find()
        .filter(transfer::Column::Id.is_in(payments.iter().map(|payment| payment.transfer_id)))
        .all(conn)
        .await?;
    let rows: HashMap<_, _> = rows.into_iter().map(|row| (row.id, row)).collect();
    let paid = payments.into_iter().filter_map(|payment| {
        let row = rows.get(&payment.transfer_id)?.clone();
        Some((payment.attendance_id, (row, payment.amount)))
    });
    Ok(paid.collect())
}

async fn next_unused(
    app: &App,
    scope: &Scope,
    after: Option<TransferId>,
) -> Result<Vec<transfer::Model>> {
    let mut found = transfer::Entity::find()
        .filter(scope.transfers())
        .filter(transfer::Column::State.is_in([TransferState::Waiting, TransferState::Aside]));
    if let Some(after) = after {
        found = found.filter(transfer::Column::Id.gt(after));
    }
    Ok(found
        .order_by_asc(transfer::Column::Id)
        .limit(PAGE)
        .all(app.db.read())
        .await?)
}
