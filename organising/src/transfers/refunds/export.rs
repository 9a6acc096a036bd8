//! The money owed back for an event, and the money given back, as a file.

use std::slice;

use axum::extract::State;
use axum::response::Response;
use hoi_platform::app::App;
use hoi_platform::error::Result;
use hoi_platform::export_files::{PAGE, Pages, moment_cell};
use hoi_platform::http::{BinaryFile, Download, ValidatedQuery, broken};
use hoi_platform::ids::EventId;
use hoi_platform::language;
use hoi_spreadsheet::Cell;
use hoi_ticketing::attendances::attendance;
use hoi_ticketing::events::{EventAction, InEvent, rights};

use super::dto::{Refund, RefundAccount};
use super::{RefundState, store};
use crate::transfers::event_ledger::LedgerQuery;
use crate::transfers::money_file::{self, ColumnOf, text, words};

#[rustfmt::skip]
const COLUMNS: [ColumnOf<Refund>; 14] = [
    ("ledger.name", 26, |row, _| Cell::Text(row.full_name.clone())),
    ("refund.email", 26, |row, _| Cell::Text(row.email.clone())),
    ("refund.phone", 16, |row, _| Cell::Text(row.phone.clone())),
    ("ledger.reference", 14, |row, _| Cell::Text(row.reference.clone())),
    ("ledger.received", 14, |row, _| Cell::Number(row.received)),
    ("refund.amount", 14, |row, _| Cell::Number(row.amount)),
    ("refund.state", 18, |row, lang| Cell::Text(text(lang, state_key(row.state)))),
    ("refund.way", 16, |row, lang| words(row.way.map(|way| text(lang, store::way_key(way))).as_ref())),
    ("refund.reason", 30, |row, _| words(row.reason.as_ref())),
    ("refund.bank", 18, |row, _| of_account(row, |account| &account.bank_name)),
    ("refund.account", 22, |row, _| of_account(row, |account| &account.account_number)),
    ("refund.holder", 26, |row, _| of_account(row, |account| &account.holder_name)),
    ("refund.decidedBy", 22, |row, _| words(row.decided_by_name.as_ref())),
    ("refund.decidedAt", 18, |row, _| moment_cell(row.decided_at)),
];

/// Returns all refunds of an event as a file. 5003 (HTTP 429): too many files are being written for the account.
#[utoipa::path(get, path = "/event/{eventId}/refunds/export", tag = "money", params(("eventId" = EventId, Path), LedgerQuery),
    responses((status = 200, description = "The file", content(
        (BinaryFile = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
        (BinaryFile = "text/csv"),
    ))), security(("bearer" = [])))]
pub async fn export_refunds(
    State(app): State<App>,
    InEvent { event, user, .. }: InEvent<rights::Money>,
    ValidatedQuery(query): ValidatedQuery<LedgerQuery>,
) -> Result<Response> {
    let action = EventAction::ParticipantRefundsExported;
    let permit = money_file::begin(&app, event.id, user.id, action).await?;
    let columns = COLUMNS.map(|(title, width, _)| (title, width)).into_iter();
    let title = event.title.clone();
    let lang = language::current();
    let write = async move |mut file: Download| {
        let owed = store::owed_back(slice::from_ref(&event));
        let mut pages = Pages::new(owed, attendance::Column::Id);
        while let Some(people) = pages.next(app.db.read(), PAGE).await? {
            let refunds = store::describe(app.db.read(), &event, people).await;
            let refunds = refunds.map_err(broken)?;
            file.rows(money_file::cells(&COLUMNS, &refunds, lang))
                .await?;
        }
        let mut last = None;
        loop {
            let decided = store::next_decided(app.db.read(), event.id, last, PAGE);
            let decided = decided.await.map_err(broken)?;
            let Some(end) = decided.last() else {
                return Ok(file);
            };
            last = Some((end.attendance_id, end.number));
            let refunds = store::describe_decided(app.db.read(), &event, decided).await;
            let refunds = refunds.map_err(broken)?;
            file.rows(money_file::cells(&COLUMNS, &refunds, lang))
                .await?;
        }
    };
    money_file::answer(
        permit,
        query.format,
        Some(&title),
        "refund.title",
        columns,
        write,
    )
}

fn state_key(state: RefundState) -> &'static str {
    match state {
        RefundState::Owed => "refund.owed",
        RefundState::Returned => "refund.returned",
        RefundState::NotOwed => "refund.notOwed",
    }
}

fn of_account(refund: &Refund, part: fn(&RefundAccount) -> &String) -> Cell {
    words(refund.account.as_ref().map(part))
}
