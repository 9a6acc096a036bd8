//! The money owed back for an event, and the money given back, as a file.

use std::slice;

use axum::extract::State;
use axum::response::Response;
use hoi_platform::app::App;
use hoi_platform::error::{LocalizedText, Result};
use hoi_platform::exports::moment_cell;
use hoi_platform::http::{BinaryFile, Download, ValidatedQuery, broken};
use hoi_platform::ids::{AttendanceId, EventId};
use hoi_platform::language;
use hoi_spreadsheet::{Cell, Column, Format};
use hoi_ticketing::attendances::attendance;
use hoi_ticketing::events::EventOwner;
use hoi_ticketing::participants::FileFormat;
use sea_orm::{ColumnTrait, QueryFilter, QueryOrder, QuerySelect};

use super::dto::Refund;
use super::{RefundState, store};
use crate::transfers::event_ledger::LedgerQuery;

/// Rows that are in memory at a time.
const PAGE: u64 = 500;

const COLUMNS: [(&str, u16); 14] = [
    ("ledger.name", 26),
    ("refund.email", 26),
    ("refund.phone", 16),
    ("ledger.reference", 14),
    ("ledger.received", 14),
    ("refund.amount", 14),
    ("refund.state", 18),
    ("refund.way", 16),
    ("refund.reason", 30),
    ("refund.bank", 18),
    ("refund.account", 22),
    ("refund.holder", 26),
    ("refund.decidedBy", 22),
    ("refund.decidedAt", 18),
];

/// Returns all refunds of an event as a file. 5003 (HTTP 429): too many files are being written for the account.
#[utoipa::path(get, path = "/event/{eventId}/refunds/export", tag = "money", params(("eventId" = EventId, Path), LedgerQuery),
    responses((status = 200, description = "The file", content(
        (BinaryFile = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
        (BinaryFile = "text/csv"),
    ))), security(("bearer" = [])))]
pub async fn export_refunds(
    State(app): State<App>,
    EventOwner { event, user }: EventOwner,
    ValidatedQuery(query): ValidatedQuery<LedgerQuery>,
) -> Result<Response> {
    let permit = app.exports.begin(user.id)?;
    let format: Format = query.format.unwrap_or(FileFormat::Xlsx).into();
    let lang = language::current();
    let text = move |key: &'static str| LocalizedText::new(key).in_language(lang);
    let sheet = text("refund.title");
    let name = format!("{} - {sheet}", event.title);
    let columns = COLUMNS.map(|(title, width)| Column {
        title: text(title),
        width,
        choices: Vec::new(),
    });
    let write = async move |mut file: Download| {
        let mut last: Option<AttendanceId> = None;
        loop {
            let mut people = store::owed_back(slice::from_ref(&event));
            if let Some(last) = last {
                people = people.filter(attendance::Column::Id.gt(last));
            }
            let people = people
                .order_by_asc(attendance::Column::Id)
                .limit(PAGE)
                .all(app.db.read())
                .await?;
            let Some(end) = people.last() else { break };
            last = Some(end.id);
            let refunds = store::describe(app.db.read(), &event, people)
                .await
                .map_err(broken)?;
            let rows = refunds.into_iter().map(|refund| cells(refund, &text));
            file.rows(rows.collect()).await?;
        }
        let mut last = None;
        loop {
            let decided = store::next_decided(app.db.read(), event.id, last, PAGE);
            let decided = decided.await.map_err(broken)?;
            let Some(end) = decided.last() else {
                return Ok(file);
            };
            last = Some((end.attendance_id, end.number));
            let refunds = store::describe_decided(app.db.read(), &event, decided)
                .await
                .map_err(broken)?;
            let rows = refunds.into_iter().map(|refund| cells(refund, &text));
            file.rows(rows.collect()).await?;
        }
    };
    Download::answer(permit, format, &name, &sheet, columns.into(), write)
}

fn cells(refund: Refund, text: &impl Fn(&'static str) -> String) -> Vec<Cell> {
    let state = text(match refund.state {
        RefundState::Owed => "refund.owed",
        RefundState::Returned => "refund.returned",
        RefundState::NotOwed => "refund.notOwed",
    });
    let way = refund.way.map(store::way_key);
    let account = refund.account;
    let of_account = |part: fn(&super::dto::RefundAccount) -> &String| {
        Cell::Text(account.as_ref().map(part).cloned().unwrap_or_default())
    };
    vec![
        Cell::Text(refund.full_name),
        Cell::Text(refund.email),
        Cell::Text(refund.phone),
        Cell::Text(refund.reference),
        Cell::Number(refund.received),
        Cell::Number(refund.amount),
        Cell::Text(state),
        Cell::Text(way.map(text).unwrap_or_default()),
        Cell::Text(refund.reason.unwrap_or_default()),
        of_account(|account| &account.bank_name),
        of_account(|account| &account.account_number),
        of_account(|account| &account.holder_name),
        Cell::Text(refund.decided_by_name.unwrap_or_default()),
        moment_cell(refund.decided_at),
    ]
}
