//! The ledger of all events as a file. Transfers on the bank accounts are listed one by one, each part once, so that
//! the column of the bank adds up to the bank's own figures; then other payments, amounts due, and amounts given back.

use std::collections::{HashMap, HashSet};

use axum::extract::State;
use axum::response::Response;
use hoi_community::accounts::{self, Signed};
use hoi_db::Timestamp;
use hoi_i18n::Lang;
use hoi_platform::app::App;
use hoi_platform::audit::{self, AuditAction};
use hoi_platform::error::Result;
use hoi_platform::export_files::{PAGE, Pages, moment_cell};
use hoi_platform::http::{BinaryFile, ClientIp, Download, ValidatedQuery, broken};
use hoi_platform::ids::{AttendanceId, BankAccountId, EventId, UserId};
use hoi_platform::language;
use hoi_spreadsheet::Cell;
use hoi_ticketing::attendances::{attendance, payment};
use hoi_ticketing::bank_accounts::TransferState;
use hoi_ticketing::bank_accounts::entity::{bank_account, transfer};
use hoi_ticketing::events::entity::event;
use sea_orm::sea_query::SelectStatement;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait as _};

use super::event_ledger::{LedgerQuery, listed, outstanding, way_key};
use super::money_file::{self, text};
use super::refunds::{self, ReturnedRow};
use super::store::Scope;
use super::surplus;

const COLUMNS: [(&str, u16); 14] = [
    ("ledger.paidAt", 18),
    ("ledger.event", 30),
    ("ledger.name", 26),
    ("ledger.reference", 14),
    ("ledger.way", 16),
    ("ledger.due", 14),
    ("ledger.received", 14),
    ("ledger.surplus", 14),
    ("ledger.returned", 14),
    ("ledger.bank", 16),
    ("ledger.account", 26),
    ("ledger.bankNumber", 22),
    ("ledger.content", 50),
    ("ledger.paidBy", 22),
];

/// One row of the ledger; a field that is `None` or zero stays empty.
#[derive(Default)]
struct Line {
    at: Option<Timestamp>,
    event: String,
    name: String,
    reference: String,
    way: Option<&'static str>,
    due: i64,
    /// For the ticket.
    received: i64,
    /// Beyond its price.
    surplus: i64,
    returned: i64,
    bank: i64,
    account: String,
    number: Option<String>,
    content: String,
    by: Option<String>,
}

impl Line {
    fn cells(self, lang: Lang) -> Vec<Cell> {
        let way = self.way.map(|key| text(lang, key));
        vec![
            moment_cell(self.at),
            Cell::Text(self.event),
            Cell::Text(self.name),
            Cell::Text(self.reference),
            Cell::Text(way.unwrap_or_default()),
            Cell::Number(self.due),
            Cell::Number(self.received),
            Cell::Number(self.surplus),
            Cell::Number(self.returned),
            Cell::Number(self.bank),
            Cell::Text(self.account),
            Cell::Text(self.number.unwrap_or_default()),
            Cell::Text(self.content),
            Cell::Text(self.by.unwrap_or_default()),
        ]
    }
}

/// Returns the ledger of all events of the caller. The column of the bank adds up to all transfers that arrived on the
/// caller's accounts. 5003 (HTTP 429): too many files are being written for the account.
#[utoipa::path(get, path = "/money/export", tag = "money", params(LedgerQuery),
    responses((status = 200, description = "The file", content(
        (BinaryFile = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
        (BinaryFile = "text/csv"),
    ))), security(("bearer" = [])))]
pub async fn export_money(
    State(app): State<App>,
    caller: Signed,
    ClientIp(ip): ClientIp,
    ValidatedQuery(query): ValidatedQuery<LedgerQuery>,
) -> Result<Response> {
    let owner = caller.user.id;
    let permit = app.exports.begin(owner)?;
    let (action, now) = (AuditAction::LedgerExported, app.clock.now());
    let tx = app.db.write().await?;
    audit::record(&tx, Some(owner), action, owner, Some(ip), now).await?;
    tx.commit().await?;
    let lang = language::current();
    let write = async move |mut file: Download| {
        let accounts = account_names(&app, owner).await.map_err(broken)?;
        let of_owner = transfer::Entity::find().filter(Scope::Organiser(owner).transfers());
        let mut pages = Pages::new(of_owner, transfer::Column::Id);
        while let Some(rows) = pages.next(app.db.read(), PAGE).await? {
            let lines = transfers(&app, &accounts, rows).await.map_err(broken)?;
            let rows = lines.into_iter().map(|line| line.cells(lang));
            file.rows(rows.collect()).await?;
        }
        let own = attendance::Column::EventId.in_subquery(own_events(owner));
        let mut pages = Pages::new(listed().filter(own), attendance::Column::Id);
        while let Some(rows) = pages.next(app.db.read(), PAGE).await? {
            let lines = people(&app, rows).await.map_err(broken)?;
            let rows = lines.into_iter().map(|line| line.cells(lang));
            file.rows(rows.collect()).await?;
        }
        let mut last = None;
        while let Some((end, lines)) = returned(&app, owner, last).await.map_err(broken)? {
            last = Some(end);
            let rows = lines.into_iter().map(|line| line.cells(lang));
            file.rows(rows.collect()).await?;
        }
        Ok(file)
    };
    let columns = COLUMNS.into_iter();
    money_file::answer(permit, query.format, None, "ledger.title", columns, write)
}

async fn account_names(app: &App, owner: UserId) -> Result<HashMap<BankAccountId, String>> {
    let rows = bank_account::Entity::find()
        .filter(bank_account::Column::OwnerId.eq(owner))
        .all(app.db.read())
        .await?;
    let names = rows.into_iter().map(|row| {
        let name = format!("{} {}", row.bank_name, row.account_number);
        (row.id, name)
    });
    Ok(names.collect())
}

/// Returns the lines of these transfers: one for each registration that a transfer pays, and one for the rest.
async fn transfers(
    app: &App,
    accounts: &HashMap<BankAccountId, String>,
    rows: Vec<transfer::Model>,
) -> Result<Vec<Line>> {
    let conn = app.db.read();
    let payments = payment::Entity::find()
        .filter(payment::Column::TransferId.is_in(rows.iter().map(|row| row.id)))
        .order_by_asc(payment::Column::AttendanceId)
        .all(conn)
        .await?;
    let people =
        super::store::find_meant(conn, payments.iter().map(|payment| payment.attendance_id))
            .await?;
    let beyond = payments.iter().map(|payment| payment.attendance_id);
    let beyond = surplus::of_registrations(conn, beyond).await?;
    let by = rows.iter().filter_map(|row| row.decided_by);
    let by = accounts::full_names(conn, by).await?;
    let mut of_transfer: HashMap<_, Vec<payment::Model>> = HashMap::new();
    for payment in payments {
        let of = of_transfer.entry(payment.transfer_id).or_default();
        of.push(payment);
    }
    let mut lines = Vec::new();
    for row in rows {
        let line = |bank| Line {
            at: Some(row.arrived_at),
            bank,
            account: accounts
                .get(&row.bank_account_id)
                .cloned()
                .unwrap_or_default(),
            number: row.bank_number.clone(),
            content: row.content.clone(),
            by: row.decided_by.and_then(|id| by.get(&id).cloned()),
            ..Line::default()
        };
        let mut left = row.amount;
        for payment in of_transfer.remove(&Some(row.id)).unwrap_or_default() {
            left -= payment.amount;
            let person = people.get(&payment.attendance_id).cloned();
            let more = beyond.get(&(payment.attendance_id, payment.number));
            let more = more.copied().unwrap_or(0);
            lines.push(Line {
                received: payment.amount - more,
                surplus: more,
                way: Some(way_key(payment.way)),
                event: person
                    .as_ref()
                    .map(|person| person.event_title.clone())
                    .unwrap_or_default(),
                name: person
                    .as_ref()
                    .map(|person| person.full_name.clone())
                    .unwrap_or_default(),
                reference: person.map(|person| person.reference).unwrap_or_default(),
                ..line(payment.amount)
            });
        }
        if left != 0 {
            let state = match row.state {
                TransferState::Aside => "ledger.aside",
                TransferState::Used => "ledger.left",
                TransferState::New | TransferState::Waiting => "ledger.waiting",
            };
            lines.push(Line {
                name: row.payer.clone().unwrap_or_default(),
                way: Some(state),
                ..line(left)
            });
        }
    }
    Ok(lines)
}

/// Selects the events of an organiser.
fn own_events(owner: UserId) -> SelectStatement {
    event::owned_by(owner)
        .select_only()
        .column(event::Column::Id)
        .into_query()
}

async fn titles(app: &App, ids: impl Iterator<Item = EventId>) -> Result<HashMap<EventId, String>> {
    let found: Vec<(EventId, String)> = event::Entity::find()
        .select_only()
        .columns([event::Column::Id, event::Column::Title])
        .filter(event::Column::Id.is_in(ids))
        .into_tuple()
        .all(app.db.read())
        .await?;
    Ok(found.into_iter().collect())
}

/// Returns the lines of those of these people who owe something, or paid it otherwise than by a transfer that is listed.
async fn people(app: &App, rows: Vec<attendance::Model>) -> Result<Vec<Line>> {
    let conn = app.db.read();
    let titles = titles(app, rows.iter().map(|row| row.event_id)).await?;
    let cancelled: HashSet<EventId> = event::Entity::find()
        .select_only()
        .column(event::Column::Id)
        .filter(event::Column::Id.is_in(rows.iter().map(|row| row.event_id)))
        .filter(event::Column::CancelledAt.is_not_null())
        .into_tuple::<EventId>()
        .all(conn)
        .await?
        .into_iter()
        .collect();
    let noted = payment::Entity::find()
        .filter(payment::Column::AttendanceId.is_in(rows.iter().map(|row| row.id)))
        .filter(payment::Column::TransferId.is_null())
        .order_by_asc(payment::Column::Number)
        .all(conn)
        .await?;
    let beyond = surplus::of_registrations(conn, rows.iter().map(|row| row.id)).await?;
    let by = noted.iter().filter_map(|payment| payment.noted_by);
    let by = accounts::full_names(conn, by).await?;
    let mut of_person: HashMap<_, Vec<payment::Model>> = HashMap::new();
    for payment in noted {
        let of = of_person.entry(payment.attendance_id).or_default();
        of.push(payment);
    }
    let mut lines = Vec::new();
    for row in rows {
        let line = || Line {
            event: titles.get(&row.event_id).cloned().unwrap_or_default(),
            name: row.full_name.clone(),
            reference: row.payment_ref.clone(),
            ..Line::default()
        };
        let due = outstanding(&row, cancelled.contains(&row.event_id));
        if due != 0 {
            lines.push(Line { due, ..line() });
        }
        let noted = of_person.remove(&row.id).unwrap_or_default();
        lines.extend(noted.into_iter().map(|payment| {
            let more = beyond.get(&(payment.attendance_id, payment.number));
            let more = more.copied().unwrap_or(0);
            Line {
                at: Some(payment.paid_at),
                way: Some(way_key(payment.way)),
                received: payment.amount - more,
                surplus: more,
                by: payment
                    .noted_by
                    .and_then(|id| by.get(&id).cloned())
                    .or(payment.noted_at_device),
                ..line()
            }
        }));
    }
    Ok(lines)
}

/// Returns the lines of the next people who got money back.
async fn returned(
    app: &App,
    owner: UserId,
    after: Option<(AttendanceId, i64)>,
) -> Result<Option<((AttendanceId, i64), Vec<Line>)>> {
    let conn = app.db.read();
    let rows = refunds::next_returned(conn, own_events(owner), after, PAGE).await?;
    let Some(end) = rows.last().map(|row| (row.attendance_id, row.number)) else {
        return Ok(None);
    };
    let titles = titles(app, rows.iter().map(|row| row.event_id)).await?;
    let by = accounts::full_names(conn, rows.iter().filter_map(|row| row.by)).await?;
    let lines = rows.into_iter().map(|row| {
        let ReturnedRow {
            event_id,
            name,
            reference,
            amount,
            at,
            by: who,
            way,
            ..
        } = row;
        Line {
            at: Some(at),
            event: titles.get(&event_id).cloned().unwrap_or_default(),
            name,
            reference,
            way,
            returned: amount,
            by: who.and_then(|id| by.get(&id).cloned()),
            ..Line::default()
        }
    });
    Ok(Some((end, lines.collect())))
}
