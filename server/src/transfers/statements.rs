//! Statements of accounts, dropped on the page: first shown with what was recognised, then taken in.

use std::time::Duration;

use axum::extract::State;
use hoi_spreadsheet::{Row, Value};
use hoi_transfers::statement::{self, Fault, Line, Mapping, Recognised};
use hoi_transfers::time::DateOrder;
use hoi_transfers::{Transfer, plain};
use sea_orm::{ActiveModelTrait, IntoActiveModel, Set};
use utoipa::ToSchema;

use super::dto;
use super::dto::{StatementColumn, StatementReport, StatementRow};
use super::intake;
use super::jobs::MatchTransfers;
use crate::app::App;
use crate::bank_accounts::entity::bank_account::StatementMapping;
use crate::bank_accounts::{self, BankAccountId, OwnAccount};
use crate::error::{Error, LocalizedText, Result};
use crate::files::{UploadBody, UploadForm};
use crate::http::Envelope;
use crate::imports::{self, cells};
use crate::limits::throttle::{self, Limit};
use crate::storage::Sender;
use crate::{accounts, language};

/// The largest file, in bytes.
const MAX_FILE: usize = 20 * 1024 * 1024;
/// The largest request with a file, in bytes.
pub const BODY_LIMIT: usize = MAX_FILE + 128 * 1024;
/// The most rows of a statement.
const MAX_ROWS: usize = 100_000;
/// Bytes that a file may unpack to.
const MAX_INFLATED: u64 = 128 * 1024 * 1024;
/// Rows that are shown.
const SHOWN: usize = 10;
/// Cells of a column that are shown.
const SAMPLE: usize = 3;
/// Faults that are named.
const MAX_FAULTS: usize = 50;

/// When a statement is matched that was not stored completely.
const MATCHED_WITHIN: Duration = Duration::from_mins(5);

/// Statements that an account shows or has taken in.
static STATEMENTS: Limit = Limit {
    name: "statementOfAccount",
    attempts_without_pause: 30,
    first_pause: Duration::from_secs(30),
    longest_pause: Duration::from_mins(10),
    reset_after: Duration::from_hours(1),
};

/// The form of a statement.
#[derive(ToSchema)]
#[serde(rename_all = "camelCase")]
#[expect(
    dead_code,
    reason = "describes the multipart form, which is read part by part"
)]
struct StatementForm {
    /// CSV, XLSX or XLS up to 20 MiB with up to 100,000 rows.
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
    /// Which column says what, as JSON in the form of the report's `mapping`. Without it, the mapping last used for a file
    /// with the same titles counts, or what is recognised.
    mapping: Option<String>,
    /// `true` writes nothing and answers what would be written.
    dry_run: Option<bool>,
}

struct Read {
    columns: Vec<StatementColumn>,
    mapping: Option<Mapping>,
    transfers: Vec<Transfer>,
    left: usize,
    faults: Vec<(usize, Fault)>,
}

/// Takes in the transfers that a statement of the account lists, each once, whatever reported it before; then they are
/// matched. With `dryRun` it shows what it would take in. 5002: no columns were chosen or recognised, or not as the
/// mapping is described; 5003 (HTTP 429) after 30 statements in a row, with growing pauses; 5006: the file cannot be
/// read.
#[utoipa::path(post, path = "/bank-accounts/{id}/statement", tag = "money", params(("id" = BankAccountId, Path)),
    request_body(content = StatementForm, content_type = "multipart/form-data"),
    responses((status = 200, body = Envelope<StatementReport>)), security(("bearer" = [])))]
pub async fn import_statement(
    State(app): State<App>,
    OwnAccount { account, user }: OwnAccount,
    body: UploadBody,
) -> Result<Envelope<StatementReport>> {
    throttle::count_account(&app.db, &STATEMENTS, user.id, app.clock.now()).await?;
    let texts = ["mapping", "dryRun"];
    let sender = Sender::Account(user.id);
    let form = UploadForm::read(&app.upload_slots, sender, body, MAX_FILE, &texts).await?;
    accounts::check_still_active(&app, user.id).await?;
    let text = |name: &str| form.texts.get(name).map(|text| text.trim());
    let is_dry = matches!(text("dryRun"), Some("true" | "1"));
    let chosen: Option<Mapping> = match text("mapping").filter(|text| !text.is_empty()) {
        None => None,
        Some(text) => Some(
            serde_json::from_str(text)
                .map_err(|_| Error::field("mapping", LocalizedText::new("payload.wrongType")))?,
        ),
    };
    let file = form
        .file
        .ok_or_else(|| Error::field("file", LocalizedText::new("file.required")))?;
    let name = imports::shown_name(form.file_name.as_deref());
    let former = account.statement_mapping.clone();
    let read = move || read(&file, &name, chosen, former);
    let read = app.readers.run(read).await??;
    let lang = language::current();
    let mut report = StatementReport {
        mapping: read.mapping.as_ref().map(shown_mapping),
        rows: read.transfers.iter().take(SHOWN).map(shown_row).collect(),
        arrived: read.transfers.len(),
        new: 0,
        left: read.left,
        fault_count: read.faults.len(),
        faults: read
            .faults
            .iter()
            .take(MAX_FAULTS)
            .map(|(row, fault)| described(*row, *fault).in_language(lang))
            .collect(),
        columns: read.columns,
    };
    if is_dry {
        let counted = intake::count_new(app.db.read(), account.id, read.transfers);
        report.new = counted.await?;
        return Ok(Envelope::ok(report));
    }
    let Some(columns) = read.mapping else {
        let message = LocalizedText::new("statement.columnsMissing");
        return Err(Error::field("mapping", message));
    };
    app.vitals.require_space()?;
    let work = MatchTransfers {
        account: account.id,
    };
    // If the server stops before all days are stored, those that are stored are matched all the same.
    let tx = app.db.write().await?;
    let now = app.clock.now();
    hoi_jobs::enqueue_at(&tx, &work, now, now.plus(MATCHED_WITHIN)).await?;
    tx.commit().await?;
    let taken = intake::take_in_listed(&app, &account, read.transfers).await?;
    report.new = taken.new;
    let titles = report.columns.iter().map(|column| plain(&column.title));
    let titles = titles.collect();
    let tx = app.db.write().await?;
    let mut row = bank_accounts::lock_account(&tx, account.id)
        .await?
        .into_active_model();
    row.statement_mapping = Set(Some(StatementMapping { columns, titles }));
    row.update(&tx).await?;
    hoi_jobs::enqueue(&tx, &work, app.clock.now()).await?;
    tx.commit().await?;
    app.jobs.notify_one();
    Ok(Envelope::said(report, "statement.takenIn"))
}

/// Reads a file, which takes up to seconds.
fn read(
    file: &[u8],
    name: &str,
    chosen: Option<Mapping>,
    former: Option<StatementMapping>,
) -> Result<Read> {
    let table = imports::read_rows(file, name, MAX_ROWS, MAX_INFLATED)?;
    let Recognised { head, mapping } = statement::recognise(&table.rows);
    let below = head.map_or(0, |at| at + 1);
    let below = table.rows.get(below..).unwrap_or_default();
    let columns = columns(head.and_then(|at| table.rows.get(at)), below);
    let is_same = |former: &StatementMapping| {
        let titles = columns.iter().map(|column| plain(&column.title));
        titles.eq(former.titles.iter().cloned())
    };
    let former = former.filter(is_same).map(|former| former.columns);
    let mapping = chosen.or(former).or(mapping);
    let mut read = Read {
        columns,
        mapping,
        transfers: Vec::new(),
        left: 0,
        faults: Vec::new(),
    };
    if let Some(mapping) = &read.mapping {
        for (row, line) in below.iter().zip(statement::read(below, mapping)) {
            match line {
                Line::In(transfer) => read.transfers.push(*transfer),
                Line::Out => read.left += 1,
                Line::Nothing => {}
                Line::Fault(fault) => read.faults.push((row.number, fault)),
            }
        }
    }
    Ok(read)
}

fn columns(head: Option<&Row>, below: &[Row]) -> Vec<StatementColumn> {
    let first = below.get(..below.len().min(100)).unwrap_or_default();
    let rows = first.iter().chain(head);
    let width = rows.map(|row| row.cells.len()).max().unwrap_or(0);
    let column = |at: usize| {
        let title = head.and_then(|row| row.cells.get(at));
        let filled = first
            .iter()
            .filter_map(|row| row.cells.get(at))
            .filter(|cell| **cell != Value::Empty);
        StatementColumn {
            title: title
                .map(|cell| cells::quoted(&cells::text(cell)))
                .unwrap_or_default(),
            sample: filled
                .take(SAMPLE)
                .map(|cell| cells::quoted(&cells::text(cell)))
                .collect(),
        }
    };
    (0..width).map(column).collect()
}

fn shown_row(transfer: &Transfer) -> StatementRow {
    StatementRow {
        arrived_at: intake::moment(transfer.at),
        amount: transfer.amount,
        content: transfer.text.clone(),
    }
}

fn shown_mapping(mapping: &Mapping) -> dto::StatementMapping {
    dto::StatementMapping {
        date: mapping.date,
        text: mapping.text,
        credit: mapping.credit,
        debit: mapping.debit,
        direction: mapping.direction,
        number: mapping.number,
        balance: mapping.balance,
        currency: mapping.currency,
        date_order: match mapping.date_order {
            DateOrder::DayFirst => dto::DateOrder::DayFirst,
            DateOrder::MonthFirst => dto::DateOrder::MonthFirst,
        },
    }
}

fn described(row: usize, fault: Fault) -> LocalizedText {
    let key = match fault {
        Fault::Date => "statement.wrongDate",
        Fault::Amount => "statement.wrongAmount",
        Fault::Currency => "statement.wrongCurrency",
        Fault::Direction => "statement.wrongDirection",
    };
    LocalizedText::new(key).with("row", row)
}
