//! The common part of the files about money (ledgers, invoices, refunds): one sheet whose columns have titles and
//! widths. The columns themselves stand in the file of each.

use axum::response::Response;
use hoi_i18n::Lang;
use hoi_platform::app::App;
use hoi_platform::error::{LocalizedText, Result};
use hoi_platform::export_files::column;
use hoi_platform::http::Download;
use hoi_platform::ids::{EventId, UserId};
use hoi_platform::language;
use hoi_spreadsheet::Cell;
use hoi_ticketing::events::{self, EventAction, LogEntry};
use hoi_ticketing::participants::FileFormat;
use tokio::sync::OwnedSemaphorePermit;

/// A column: the key of its title, its width in characters, and the cell of a row.
pub type ColumnOf<R> = (&'static str, u16, fn(&R, Lang) -> Cell);

/// Returns the permit to write a file about an event. The file names its participants, so the log of the event names
/// the account that took it.
pub async fn begin(
    app: &App,
    event: EventId,
    by: UserId,
    action: EventAction,
) -> Result<OwnedSemaphorePermit> {
    let permit = app.exports.begin(by)?;
    let tx = app.db.write().await?;
    events::log(&tx, LogEntry::new(event, action).by(by), app.clock.now()).await?;
    tx.commit().await?;
    Ok(permit)
}

/// Answers with a file whose sheet has the title `title`, after which it is called; `event` is the title of the event
/// that it is about, None if it is about several.
pub fn answer<F: Future<Output = anyhow::Result<Download>> + Send + 'static>(
    permit: OwnedSemaphorePermit,
    format: Option<FileFormat>,
    event: Option<&str>,
    title: &'static str,
    columns: impl Iterator<Item = (&'static str, u16)>,
    write: impl FnOnce(Download) -> F,
) -> Result<Response> {
    let format = format.unwrap_or(FileFormat::Xlsx).into();
    let lang = language::current();
    let sheet = text(lang, title);
    let name = event.map_or_else(|| sheet.clone(), |event| format!("{event} - {sheet}"));
    let columns = columns.map(|(title, width)| column(lang, title, width));
    Download::answer(permit, format, &name, &sheet, columns.collect(), write)
}

/// Returns the cells of these rows.
pub fn cells<R>(columns: &[ColumnOf<R>], rows: &[R], lang: Lang) -> Vec<Vec<Cell>> {
    let cells = |row: &R| columns.iter().map(|(.., cell)| cell(row, lang)).collect();
    rows.iter().map(cells).collect()
}

pub fn text(lang: Lang, key: &'static str) -> String {
    LocalizedText::new(key).in_language(lang)
}

/// Returns a text as a cell, which is also a text if there is none.
pub fn words(text: Option<&String>) -> Cell {
    Cell::Text(text.cloned().unwrap_or_default())
}
