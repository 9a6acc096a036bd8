//! The invoices of an event as a file for the person who issues them.

use axum::extract::State;
use axum::response::Response;
use hoi_platform::app::App;
use hoi_platform::error::{LocalizedText, Result};
use hoi_platform::exports::moment_cell;
use hoi_platform::http::{BinaryFile, Download, ValidatedQuery, broken};
use hoi_platform::ids::{AttendanceId, EventId};
use hoi_platform::language;
use hoi_spreadsheet::{Cell, Column, Format};
use hoi_ticketing::events::{self, EventAction, EventOwner, LogEntry};
use hoi_ticketing::invoices::Buyer;
use hoi_ticketing::invoices::entity::Column as Of;
use hoi_ticketing::participants::FileFormat;
use sea_orm::{ColumnTrait, QueryFilter, QueryOrder, QuerySelect};

use super::dto::{InvoiceExportQuery, InvoiceState, ListedInvoice};
use super::store;

/// Rows that are in memory at a time.
const PAGE: u64 = 500;

const COLUMNS: [(&str, u16); 15] = [
    ("invoice.askedAt", 18),
    ("invoice.buyerType", 14),
    ("invoice.buyer", 34),
    ("invoice.number", 18),
    ("invoice.address", 40),
    ("invoice.email", 28),
    ("ledger.class", 18),
    ("invoice.amount", 14),
    ("ledger.reference", 14),
    ("invoice.participant", 26),
    ("refund.phone", 16),
    ("invoice.state", 16),
    ("invoice.issuedAt", 18),
    ("invoice.issuedBy", 22),
    ("invoice.invoiceNumber", 18),
];

/// Returns the invoices of an event as a file. 5003 (HTTP 429): too many files are being written for the account.
#[utoipa::path(get, path = "/event/{eventId}/invoices/export", tag = "money", params(("eventId" = EventId, Path), InvoiceExportQuery),
    responses((status = 200, description = "The file", content(
        (BinaryFile = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
        (BinaryFile = "text/csv"),
    ))), security(("bearer" = [])))]
pub async fn export_invoices(
    State(app): State<App>,
    EventOwner { event, user }: EventOwner,
    ValidatedQuery(query): ValidatedQuery<InvoiceExportQuery>,
) -> Result<Response> {
    let permit = app.exports.begin(user.id)?;
    let format: Format = query.format.unwrap_or(FileFormat::Xlsx).into();
    let lang = language::current();
    let text = move |key: &'static str| LocalizedText::new(key).in_language(lang);
    let sheet = text("invoice.title");
    let name = format!("{} - {sheet}", event.title);
    let columns = COLUMNS.map(|(title, width)| Column {
        title: text(title),
        width,
        choices: Vec::new(),
    });
    // It holds tax numbers and addresses, so the log names the account that took them.
    let tx = app.db.write().await?;
    let entry = LogEntry::new(event.id, EventAction::ParticipantInvoicesExported).by(user.id);
    events::log(&tx, entry, app.clock.now()).await?;
    tx.commit().await?;
    let write = async move |mut file: Download| {
        let mut last: Option<AttendanceId> = None;
        loop {
            let mut rows = store::of_event(event.id, query.state);
            if let Some(last) = last {
                rows = rows.filter(Of::AttendanceId.gt(last));
            }
            let rows = rows
                .order_by_asc(Of::AttendanceId)
                .limit(PAGE)
                .all(app.db.read())
                .await?;
            let Some(end) = rows.last() else {
                return Ok(file);
            };
            last = Some(end.attendance_id);
            let invoices = store::describe(app.db.read(), event.id, rows)
                .await
                .map_err(broken)?;
            let rows = invoices.into_iter().map(|invoice| cells(invoice, &text));
            file.rows(rows.collect()).await?;
        }
    };
    Download::answer(permit, format, &name, &sheet, columns.into(), write)
}

fn cells(listed: ListedInvoice, text: &impl Fn(&'static str) -> String) -> Vec<Cell> {
    let words = |words: Option<String>| Cell::Text(words.unwrap_or_default());
    let invoice = listed.invoice;
    let buyer = match invoice.buyer {
        Buyer::Person => "invoice.person",
        Buyer::Company => "invoice.company",
    };
    let state = match listed.state {
        InvoiceState::Waiting => "invoice.waiting",
        InvoiceState::Unpaid => "invoice.unpaid",
        InvoiceState::Issued => "invoice.issued",
    };
    vec![
        moment_cell(Some(invoice.asked_at)),
        Cell::Text(text(buyer)),
        Cell::Text(invoice.name),
        words(invoice.tax_number),
        words(invoice.address),
        Cell::Text(invoice.email.unwrap_or(listed.participant_email)),
        words(listed.class),
        Cell::Number(listed.amount),
        Cell::Text(listed.reference),
        Cell::Text(listed.full_name),
        Cell::Text(listed.phone),
        Cell::Text(text(state)),
        moment_cell(invoice.issued_at),
        words(listed.issued_by_name),
        words(invoice.invoice_number),
    ]
}
