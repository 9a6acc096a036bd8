//! The ledger of an event as a file: everybody who paid or owes, and the transfers that pay for nobody.

use std::collections::HashMap;
use std::mem;

use axum::extract::State;
use axum::response::Response;
use hoi_db::Timestamp;
use hoi_i18n::Lang;
use hoi_spreadsheet::{Cell, Column, Format};
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect,
    Select,
};
use serde::Deserialize;
use utoipa::IntoParams;

use super::matching::{in_vietnam, way};
use super::refunds;
use super::store::Scope;
use crate::accounts;
use crate::app::App;
use crate::attendances::{PaidWay, attendance};
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

const COLUMNS: [(&str, u16); 13] = [
    ("ledger.name", 26),
    ("ledger.class", 18),
    ("ledger.reference", 14),
    ("ledger.state", 14),
    ("ledger.due", 14),
    ("ledger.received", 14),
    ("ledger.returned", 14),
    ("ledger.way", 16),
    ("ledger.paidAt", 18),
    ("ledger.paidBy", 22),
    ("ledger.transfer", 14),
    ("ledger.bankNumber", 22),
    ("ledger.content", 50),
];

/// Returns the ledger of an event: each registration with a price, with what is due, what was received, each transfer in
/// a row of its own, and what was given back, also of removed ones from which something was received; then the transfers
/// that wait or were set aside. 5003 (HTTP 429): too
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
                let mut transfers = transfers_of(&app, &people).await.map_err(broken)?;
                let ids = people.iter().map(|row| row.id);
                let returned = refunds::find_returned(app.db.read(), ids).await;
                let returned = returned.map_err(broken)?;
                let by = accounts::full_names(
                    app.db.read(),
                    people.iter().filter_map(|row| row.paid_by),
                );
                let by = by.await.map_err(broken)?;
                let rows = people.into_iter().flat_map(|row| {
                    let class = row.ticket_id.and_then(|id| classes.get(&id).cloned());
                    let person = Person {
                        class: class.unwrap_or_default(),
                        by: row.paid_by.and_then(|id| by.get(&id).cloned()),
                        transfers: transfers.remove(&row.id).unwrap_or_default(),
                        returned: returned.get(&row.id).copied().unwrap_or_default(),
                        row,
                    };
                    person.rows(lang)
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

/// A registration with what belongs to it in the ledger.
struct Person {
    row: attendance::Model,
    class: String,
    /// Who noted the last payment.
    by: Option<String>,
    /// With the part for this registration, in dong.
    transfers: Vec<(transfer::Model, i64)>,
    /// In dong.
    returned: i64,
}

impl Person {
    /// Returns a row for each payment; what is due and was given back is in the first.
    fn rows(self, lang: Lang) -> Vec<Vec<Cell>> {
        let row = self.row;
        let transferred: i64 = self.transfers.iter().map(|(_, part)| part).sum();
        let otherwise = row.received - transferred;
        let state = row.deleted_at.map(|_| text(lang, "ledger.removed"));
        let (mut due, mut returned) = (outstanding(&row), self.returned);
        let mut line = |received, way: Option<PaidWay>, transfer: Option<transfer::Model>| {
            let at = transfer.as_ref().map(|transfer| transfer.arrived_at);
            let is_paid = received != 0;
            let (amount, number, content) = match transfer {
                Some(transfer) => (
                    Cell::Number(transfer.amount),
                    transfer.bank_number.unwrap_or_default(),
                    transfer.content,
                ),
                None => (Cell::Empty, String::new(), String::new()),
            };
            let by = self.by.clone().filter(|_| is_paid);
            vec![
                Cell::Text(row.full_name.clone()),
                Cell::Text(self.class.clone()),
                Cell::Text(row.payment_ref.clone()),
                Cell::Text(state.clone().unwrap_or_default()),
                Cell::Number(mem::take(&mut due)),
                Cell::Number(received),
                Cell::Number(mem::take(&mut returned)),
                Cell::Text(
                    way.map(|way| text(lang, way_key(Some(way))))
                        .unwrap_or_default(),
                ),
                moment(at.or(row.paid_at).filter(|_| is_paid)),
                Cell::Text(by.unwrap_or_default()),
                amount,
                Cell::Text(number),
                Cell::Text(content),
            ]
        };
        let mut rows = Vec::new();
        for (transfer, part) in self.transfers {
            let way = way(&transfer);
            rows.push(line(part, Some(way), Some(transfer)));
        }
        if otherwise != 0 {
            rows.push(line(
                otherwise,
                Some(row.paid_way.unwrap_or(PaidWay::Hand)),
                None,
            ));
        }
        if rows.is_empty() {
            rows.push(line(0, None, None));
        }
        rows
    }
}

/// Returns what is still due; nothing of a removed registration.
pub fn outstanding(row: &attendance::Model) -> i64 {
    match row.deleted_at {
        None => row.outstanding(),
        Some(_) => 0,
    }
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
        Cell::Empty,
        Cell::Number(0),
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

/// Selects the registrations of a ledger: confirmed ones with a price, and all from which something was received.
pub fn listed() -> Select<attendance::Entity> {
    let priced = Condition::all()
        .add(attendance::Column::DeletedAt.is_null())
        .add(attendance::Column::ConfirmBy.is_null())
        .add(attendance::Column::Amount.gt(0));
    attendance::Entity::find().filter(
        Condition::any()
            .add(attendance::Column::Received.gt(0))
            .add(priced),
    )
}

async fn next_people(
    app: &App,
    event: EventId,
    after: Option<AttendanceId>,
) -> Result<Vec<attendance::Model>> {
    let mut found = listed().filter(attendance::Column::EventId.eq(event));
    if let Some(after) = after {
        found = found.filter(attendance::Column::Id.gt(after));
    }
    Ok(found
        .order_by_asc(attendance::Column::Id)
        .limit(PAGE)
        .all(app.db.read())
        .await?)
}

/// Returns what transfers paid for these registrations, in dong.
pub async fn transferred(
    conn: &impl ConnectionTrait,
    ids: impl Iterator<Item = AttendanceId>,
) -> Result<HashMap<AttendanceId, i64>> {
    let payments = transfer_payment::Entity::find()
        .filter(transfer_payment::Column::AttendanceId.is_in(ids))
        .all(conn)
        .await?;
    let mut sums = HashMap::new();
    for payment in payments {
        *sums.entry(payment.attendance_id).or_default() += payment.amount;
    }
    Ok(sums)
}

/// Returns the transfers that paid for people, each with the part for them, the first ones first.
async fn transfers_of(
    app: &App,
    people: &[attendance::Model],
) -> Result<HashMap<AttendanceId, Vec<(transfer::Model, i64)>>> {
    let conn = app.db.read();
    let payments = transfer_payment::Entity::find()
        .filter(transfer_payment::Column::AttendanceId.is_in(people.iter().map(|row| row.id)))
        .order_by_asc(transfer_payment::Column::TransferId)
        .all(conn)
        .await?;
    let rows = transfer::Entity::find()
        .filter(transfer::Column::Id.is_in(payments.iter().map(|payment| payment.transfer_id)))
        .all(conn)
        .await?;
    let rows: HashMap<_, _> = rows.into_iter().map(|row| (row.id, row)).collect();
    let mut paid: HashMap<_, Vec<_>> = HashMap::new();
    for payment in payments {
        if let Some(row) = rows.get(&payment.transfer_id) {
            let of_person = paid.entry(payment.attendance_id).or_default();
            of_person.push((row.clone(), payment.amount));
        }
    }
    Ok(paid)
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
