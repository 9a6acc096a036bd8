//! The invoices of an event as a file for the person who issues them.

use axum::extract::State;
use axum::response::Response;
use hoi_platform::app::App;
use hoi_platform::error::Result;
use hoi_platform::export_files::{PAGE, Pages, moment_cell};
use hoi_platform::http::{BinaryFile, Download, ValidatedQuery, broken};
use hoi_platform::ids::EventId;
use hoi_platform::language;
use hoi_spreadsheet::Cell;
use hoi_ticketing::events::{EventAction, InEvent, rights};
use hoi_ticketing::invoice_requests::Buyer;
use hoi_ticketing::invoice_requests::entity::Column as Of;

use super::dto::{InvoiceExportQuery, InvoiceState, ListedInvoice};
use super::store;
use crate::transfers::money_file::{self, ColumnOf, text, words};

#[rustfmt::skip]
const COLUMNS: [ColumnOf<ListedInvoice>; 15] = [
    ("invoice.askedAt", 18, |row, _| moment_cell(Some(row.invoice.asked_at))),
    ("invoice.buyerType", 14, |row, lang| Cell::Text(text(lang, buyer_key(row.invoice.buyer)))),
    ("invoice.buyer", 34, |row, _| Cell::Text(row.invoice.name.clone())),
    ("invoice.number", 18, |row, _| words(row.invoice.tax_number.as_ref())),
    ("invoice.address", 40, |row, _| words(row.invoice.address.as_ref())),
    ("invoice.email", 28, |row, _| words(row.invoice.email.as_ref().or(Some(&row.participant_email)))),
    ("ledger.class", 18, |row, _| words(row.class.as_ref())),
    ("invoice.amount", 14, |row, _| Cell::Number(row.amount)),
    ("ledger.reference", 14, |row, _| Cell::Text(row.reference.clone())),
    ("invoice.participant", 26, |row, _| Cell::Text(row.full_name.clone())),
    ("refund.phone", 16, |row, _| Cell::Text(row.phone.clone())),
    ("invoice.state", 16, |row, lang| Cell::Text(text(lang, state_key(row.state)))),
    ("invoice.issuedAt", 18, |row, _| moment_cell(row.invoice.issued_at)),
    ("invoice.issuedBy", 22, |row, _| words(row.issued_by_name.as_ref())),
    ("invoice.invoiceNumber", 18, |row, _| words(row.invoice.invoice_number.as_ref())),
];

/// Returns the invoices of an event as a file. 5003 (HTTP 429): too many files are being written for the account.
#[utoipa::path(get, path = "/event/{eventId}/invoices/export", tag = "money", params(("eventId" = EventId, Path), InvoiceExportQuery),
    responses((status = 200, description = "The file", content(
        (BinaryFile = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
        (BinaryFile = "text/csv"),
    ))), security(("bearer" = [])))]
pub async fn export_invoices(
    State(app): State<App>,
    InEvent { event, user, .. }: InEvent<rights::Money>,
    ValidatedQuery(query): ValidatedQuery<InvoiceExportQuery>,
) -> Result<Response> {
    let action = EventAction::ParticipantInvoicesExported;
    let permit = money_file::begin(&app, event.id, user.id, action).await?;
    let columns = COLUMNS.map(|(title, width, _)| (title, width)).into_iter();
    let title = event.title.clone();
    let lang = language::current();
    let write = async move |mut file: Download| {
        let mut pages = Pages::new(store::of_event(event.id, query.state), Of::AttendanceId);
        while let Some(rows) = pages.next(app.db.read(), PAGE).await? {
            let invoices = store::describe(app.db.read(), event.id, rows).await;
            let invoices = invoices.map_err(broken)?;
            file.rows(money_file::cells(&COLUMNS, &invoices, lang))
                .await?;
        }
        Ok(file)
    };
    money_file::answer(
        permit,
        query.format,
        Some(&title),
        "invoice.title",
        columns,
        write,
    )
}

fn buyer_key(buyer: Buyer) -> &'static str {
    match buyer {
        Buyer::Person => "invoice.person",
        Buyer::Company => "invoice.company",
    }
}

fn state_key(state: InvoiceState) -> &'static str {
    match state {
        InvoiceState::Waiting => "invoice.waiting",
        InvoiceState::Unpaid => "invoice.unpaid",
        InvoiceState::Issued => "invoice.issued",
    }
}
