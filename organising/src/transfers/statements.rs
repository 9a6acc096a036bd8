//! Statements of accounts, dropped on the page: the preview shows the recognised columns and rows, then they are taken
//! in.

use std::time::Duration;

use axum::extract::State;
use hoi_bank_reports::statement::{
    self, Doubt, Fault, Found, Known, Line, Mapping, Own, Proof, Unit,
};
use hoi_bank_reports::time::DateOrder;
use hoi_bank_reports::{Transfer, plain};
use hoi_community::accounts;
use hoi_platform::app::App;
use hoi_platform::days::VIETNAM;
use hoi_platform::error::{Error, LocalizedText, Result};
use hoi_platform::files::{UploadBody, UploadForm};
use hoi_platform::http::{Envelope, ValidatedQuery};
use hoi_platform::import_files::{self, cells};
use hoi_platform::language;
use hoi_platform::storage::Sender;
use hoi_spreadsheet::{Chosen, Head, Row, Value};
use hoi_ticketing::bank_accounts::entity::bank_account::StatementMapping;
use hoi_ticketing::bank_accounts::entity::transfer;
use hoi_ticketing::bank_accounts::{self, BankAccountId, OwnAccount, TransferState};
use hoi_ticketing::events::{in_event, rights};
use jiff::civil::Date;
use sea_orm::sea_query::Expr;
use sea_orm::{
    ActiveModelTrait, ColumnTrait, EntityTrait, IntoActiveModel, PaginatorTrait, QueryFilter,
    QuerySelect, Set,
};
use utoipa::ToSchema;

use super::dto::{
    self, OutcomeQuery, StatementChoice, StatementColumn, StatementDoubt, StatementKnown,
    StatementOutcome, StatementProof, StatementReport, StatementRow, StatementState,
};
use super::intake;
use super::jobs::MatchTransfers;
use super::store::Scope;

/// The largest file, in bytes.
const MAX_FILE: usize = 20 * 1024 * 1024;
/// The largest request with a file, in bytes.
pub const BODY_LIMIT: usize = MAX_FILE + 128 * 1024;
/// The most rows of a statement.
const MAX_ROWS: usize = 100_000;
/// Bytes that a file may unpack to.
const MAX_INFLATED: u64 = 128 * 1024 * 1024;
/// Rows of a statement in its preview.
const SHOWN: usize = 10;
/// Cells of a column, and rows of a choice in each direction, that are shown.
const SAMPLE: usize = 3;
/// Rows that are read for a choice.
const CHOICE_ROWS: usize = 1000;
/// Outgoing transfers in its preview.
const SHOWN_LEFT: usize = 100;
/// Faults that are named.
const MAX_FAULTS: usize = 50;

/// When a statement is matched that was not stored completely.
const MATCHED_WITHIN: Duration = Duration::from_mins(5);

/// The form of a statement.
#[derive(ToSchema)]
#[serde(rename_all = "camelCase")]
#[expect(
    dead_code,
    reason = "describes the multipart form, which is read part by part"
)]
struct StatementForm {
    /// CSV, XLSX, XLS or a web page with tables, up to 20 MiB with up to 100,000 rows.
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
    /// The meaning of each column, as JSON in the form of the report's `mapping`. Without it, the columns last used for
    /// a file with the same titles count, or those that are recognized; which amounts arrived and the order of the
    /// dates are never remembered.
    mapping: Option<String>,
    /// The name of the sheet that is read. Without it, the first one with transfers is.
    sheet: Option<String>,
    /// `true` writes nothing and answers with the transfers that would be written.
    dry_run: Option<bool>,
    /// `true` takes in a file that names another account number than this account's.
    accepts_other_account: Option<bool>,
}

struct Read {
    columns: Vec<StatementColumn>,
    mapping: Option<Mapping>,
    /// Whether the columns are those of an earlier answer, and not those that the file itself suggests.
    is_remembered: bool,
    doubt: Option<(StatementDoubt, LocalizedText)>,
    /// States that are not known, with the number of their rows and the sum.
    states: Vec<StatementState>,
    others: Vec<String>,
    left_out: usize,
    sheets: Sheets,
    hidden_rows: usize,
    choices: Vec<(Mapping, Vec<Line>)>,
    known: Option<Known>,
    lines: Vec<(usize, Line)>,
    /// Numbers that the file names as those of its accounts.
    accounts: Vec<String>,
    proof: Option<Proof>,
    has_titles: bool,
}

/// The sheets of a file.
#[derive(Default)]
struct Sheets {
    read: Option<String>,
    /// Others in which transfers stand.
    others: Vec<String>,
    is_unknown: bool,
}

/// How a person wants a file to be read.
struct Wishes {
    mapping: Option<Mapping>,
    sheet: Option<String>,
}

/// Takes in the transfers that a statement of the account lists, each once, whatever reported it before; then they are
/// matched. With `dryRun` it shows the transfers without taking them in. 5002: it is not decided which columns hold
/// arrived and left amounts, the balances contradict it, the file names another account or several, counts in another
/// unit than the dong, has days without a year or titles that change, has no such sheet, or the mapping is not as
/// described; 5003 (HTTP 429) after 100 readings at once, of which one more is allowed every five seconds; 5006: the
/// file cannot be read.
#[utoipa::path(post, path = "/bank-accounts/{id}/statement", tag = "money", params(("id" = BankAccountId, Path)),
    request_body(content = StatementForm, content_type = "multipart/form-data"),
    responses((status = 200, body = Envelope<StatementReport>)), security(("bearer" = [])))]
pub async fn import_statement(
    State(app): State<App>,
    OwnAccount { account, user }: OwnAccount,
    body: UploadBody,
) -> Result<Envelope<StatementReport>> {
    app.statements
        .count_caller(user.id, app.clock.monotonic())?;
    let texts = ["mapping", "sheet", "dryRun", "acceptsOtherAccount"];
    let sender = Sender::Account(user.id);
    let form = UploadForm::read(&app.upload_slots, sender, body, MAX_FILE, &texts).await?;
    accounts::check_still_active(&app, user.id).await?;
    let text = |name: &str| form.texts.get(name).map(|text| text.trim());
    let is_true = |name: &str| matches!(text(name), Some("true" | "1"));
    let is_dry = is_true("dryRun");
    let accepts_other_account = is_true("acceptsOtherAccount");
    let chosen: Option<Mapping> = match text("mapping").filter(|text| !text.is_empty()) {
        None => None,
        Some(text) => Some(
            serde_json::from_str::<Mapping>(text)
                .ok()
                .filter(|mapping| mapping.more_text.len() <= statement::MAX_MORE_TEXT)
                .filter(|mapping| {
                    let states = [&mapping.settled, &mapping.unsettled];
                    states
                        .iter()
                        .all(|states| states.len() <= statement::MAX_STATES)
                })
                .ok_or_else(|| Error::field("mapping", LocalizedText::new("payload.wrongType")))?,
        ),
    };
    let file = form
        .file
        .ok_or_else(|| Error::field("file", LocalizedText::new("file.required")))?;
    let name = import_files::shown_name(form.file_name.as_deref());
    let former = account.statement_mapping.clone();
    // Banks book some transfers of the evening on the next day.
    let today = VIETNAM.shown(app.clock.now()).date();
    let last_day = today.tomorrow().unwrap_or(Date::MAX);
    let wishes = Wishes {
        mapping: chosen,
        sheet: text("sheet")
            .filter(|name| !name.is_empty())
            .map(str::to_owned),
    };
    let number = account.account_number.clone();
    let read = move || read(&file, &name, wishes, former, &number, last_day);
    let read = app.readers.run(read).await??;
    let refusal = read.doubt.as_ref().map(|(_, said)| said.clone());
    let (mapping, has_titles) = (read.mapping.clone(), read.has_titles);
    let others = other_accounts(&read, &account.account_number);
    let (mut report, transfers) = report(read);
    report.other_accounts = others;
    if is_dry {
        let counted = intake::count_new(app.db.read(), account.id, transfers);
        report.new = counted.await?;
        return Ok(Envelope::ok(report));
    }
    if let Some(message) = refusal {
        return Err(Error::field("mapping", message));
    }
    if !report.other_accounts.is_empty() && !accepts_other_account {
        let message = LocalizedText::new("statement.otherAccount")
            .with("written", report.other_accounts.join(", "))
            .with("own", &account.account_number);
        return Err(Error::field("acceptsOtherAccount", message));
    }
    app.vitals.require_space()?;
    let work = MatchTransfers {
        account: account.id,
    };
    // If the server stops before all days are stored, those that are stored are matched all the same.
    let tx = app.db.write().await?;
    let now = app.clock.now();
    hoi_jobs::enqueue_at(&tx, &work, now, now.plus(MATCHED_WITHIN)).await?;
    tx.commit().await?;
    report.taken_in_at = Some(now);
    let taken = intake::take_in_listed(&app, &account, transfers).await?;
    report.new = taken.new;
    let titles = report.columns.iter().map(|column| plain(&column.title));
    let titles = titles.collect();
    let tx = app.db.write().await?;
    // Without titles, a file of the same width may be anything.
    if let Some(mapping) = mapping.filter(|_| has_titles) {
        let columns = mapping.columns();
        let mut row = bank_accounts::lock_account(&tx, account.id)
            .await?
            .into_active_model();
        row.statement_mapping = Set(Some(StatementMapping { columns, titles }));
        row.update(&tx).await?;
    }
    hoi_jobs::enqueue(&tx, &work, app.clock.now()).await?;
    tx.commit().await?;
    app.jobs.notify_one();
    Ok(Envelope::said(report, "statement.takenIn"))
}

/// Counts the new transfers of a statement by their outcome: they are matched after it was taken in. 5005, 5016: the
/// account or the event is not the caller's.
#[utoipa::path(get, path = "/bank-accounts/{id}/statement", tag = "money",
    params(("id" = BankAccountId, Path), OutcomeQuery),
    responses((status = 200, body = Envelope<StatementOutcome>)), security(("bearer" = [])))]
pub async fn get_statement_outcome(
    State(app): State<App>,
    OwnAccount { account, user }: OwnAccount,
    ValidatedQuery(query): ValidatedQuery<OutcomeQuery>,
) -> Result<Envelope<StatementOutcome>> {
    let of_event = match query.event_id {
        Some(id) => {
            let event = in_event::<rights::Money>(&app, id, user).await?.event;
            Some(Scope::Event(Box::new(event)).transfers())
        }
        None => None,
    };
    let conn = app.db.read();
    let found = || {
        transfer::Entity::find()
            .filter(transfer::Column::BankAccountId.eq(account.id))
            .filter(transfer::Column::InStatement.eq(true))
            .filter(transfer::Column::CreatedAt.gte(query.since))
    };
    let states: Vec<(TransferState, i64)> = found()
        .select_only()
        .column(transfer::Column::State)
        .expr_as(Expr::cust("count(*)"), "number")
        .group_by(transfer::Column::State)
        .into_tuple()
        .all(conn)
        .await?;
    let count = |state| {
        let number = states.iter().find(|(of, _)| *of == state);
        number.map_or(0, |(_, number)| *number)
    };
    let waiting = count(TransferState::Waiting);
    let listed = match of_event {
        Some(of_event) => {
            let listed = found().filter(transfer::Column::State.eq(TransferState::Waiting));
            let listed = listed.filter(of_event).count(conn).await?;
            i64::try_from(listed).unwrap_or(waiting)
        }
        None => waiting,
    };
    Ok(Envelope::ok(StatementOutcome {
        matching: count(TransferState::New),
        paid: count(TransferState::Used),
        waiting,
        elsewhere: waiting - listed,
    }))
}

/// Reads a file, which takes up to seconds.
fn read(
    file: &[u8],
    name: &str,
    wishes: Wishes,
    former: Option<StatementMapping>,
    account: &str,
    last_day: Date,
) -> Result<Read> {
    let (sheet, sheets) = read_sheet(file, name, wishes.sheet.as_deref())?;
    let hidden = sheet.hidden_rows;
    let own = statement::of_account(sheet.table.rows, account);
    let rows = own.rows.as_slice();
    let found = statement::recognise(rows);
    let (above, below) = rows.split_at_checked(found.below).unwrap_or_default();
    if below.len() > MAX_ROWS {
        return Err(import_files::too_many_rows(name, MAX_ROWS));
    }
    let columns = columns(&found.titles, below);
    let has_titles = columns
        .iter()
        .any(|column| !plain(&column.title).is_empty());
    let is_same = |former: &StatementMapping| {
        let titles = columns.iter().map(|column| plain(&column.title));
        has_titles && titles.eq(former.titles.iter().cloned())
    };
    let said_itself = (found.mapping.clone(), found.choices.clone());
    let found = match former.filter(|former| wishes.mapping.is_none() && is_same(former)) {
        Some(former) => statement::recall(found, rows, &former.columns),
        None => found,
    };
    let is_remembered = said_itself != (found.mapping.clone(), found.choices.clone());
    let is_by_person = is_remembered || wishes.mapping.is_some();
    let has_choice = wishes.mapping.is_some();
    let mapping = wishes.mapping.or_else(|| found.mapping.clone());
    // A person cannot leave out the balance by which the file is checked.
    let mapping = if is_by_person {
        mapping.map(|mapping| statement::with_balance(&found, rows, mapping))
    } else {
        mapping
    };
    let mut lines = mapping
        .as_ref()
        .map(|mapping| statement::read(above, below, mapping))
        .unwrap_or_default();
    let opening = statement::opening(above, below, &lines);
    let proof = statement::prove(&lines, opening);
    let accounts = statement::named_accounts(rows, &found, &lines);
    statement::refuse_after(&mut lines, last_day);
    // Without balances of its own a choice must not contradict those in the file.
    let is_disproved = is_by_person
        && proof.is_none()
        && mapping
            .as_ref()
            .is_some_and(|mapping| statement::is_disproved(&found, rows, mapping));
    let read = mapping
        .iter()
        .chain(found.choices.iter().filter(|_| mapping.is_none()));
    let unit = statement::foreign_unit(rows, &found, read);
    let mut doubt = found.doubt.filter(|_| !has_choice).map(asked);
    if is_disproved {
        doubt = Some(asked(Doubt::Balance));
    }
    if let Some(misfit) = proof.as_ref().and_then(|proof| proof.misfits.first()) {
        let row = below.get(*misfit).map_or(0, |row| row.number);
        let said = LocalizedText::new("statement.balanceContradicts").with("row", row);
        doubt = Some((StatementDoubt::Balance, said));
    }
    let doubt = unmended(&own, account, unit).or(doubt);
    // The first rows with an amount in each direction are enough to choose by.
    let first = below
        .get(..below.len().min(CHOICE_ROWS))
        .unwrap_or_default();
    let may_choose = doubt.as_ref().is_some_and(|(doubt, _)| doubt.is_chosen());
    let Found { choices, known, .. } = found;
    let choices = choices.into_iter().filter(|_| may_choose).map(|choice| {
        let lines = statement::read(above, first, &choice);
        (choice, lines)
    });
    Ok(Read {
        doubt,
        is_remembered,
        states: states(below, &lines, mapping.as_ref()),
        others: own
            .others
            .iter()
            .map(|written| cells::quoted(written))
            .collect(),
        left_out: own.left_out,
        sheets,
        hidden_rows: below
            .iter()
            .filter(|row| hidden.contains(&row.number))
            .count(),
        has_titles,
        choices: choices.collect(),
        known,
        lines: below.iter().map(|row| row.number).zip(lines).collect(),
        accounts,
        proof,
        mapping,
        columns,
    })
}

/// Returns the fault that no choice of columns mends.
fn unmended(
    own: &Own,
    account: &str,
    unit: Option<Unit>,
) -> Option<(StatementDoubt, LocalizedText)> {
    let said = |key, said: &str| LocalizedText::new(key).with("said", cells::quoted(said));
    if own.is_unclear {
        let others: Vec<String> = own
            .others
            .iter()
            .map(|other| cells::quoted(other))
            .collect();
        let said = LocalizedText::new("statement.severalAccounts")
            .with("written", others.join(", "))
            .with("own", account);
        return Some((StatementDoubt::Accounts, said));
    }
    if let Some(row) = own.other_titles {
        let said = LocalizedText::new("statement.otherTitles").with("row", row);
        return Some((StatementDoubt::Titles, said));
    }
    Some(match unit? {
        Unit::Foreign(unit) => {
            let said = said("statement.foreignCurrency", &unit);
            (StatementDoubt::Currency, said)
        }
        Unit::Multiple(unit) => {
            let said = said("statement.otherUnit", &unit);
            (StatementDoubt::Unit, said)
        }
    })
}

/// Reads the sheet of a file that is wanted.
fn read_sheet(file: &[u8], name: &str, wanted: Option<&str>) -> Result<(Chosen, Sheets)> {
    let mut sheets = Sheets::default();
    let choose = |heads: &[Head]| choose_sheet(heads, wanted, &mut sheets);
    let read = import_files::read_sheet(file, name, MAX_ROWS, MAX_INFLATED, choose);
    if sheets.is_unknown {
        let message = LocalizedText::new("import.noSuchSheet");
        return Err(Error::field("sheet", message));
    }
    Ok((read?, sheets))
}

/// Takes the sheet that is wanted, or the first one with transfers that is shown.
fn choose_sheet(heads: &[Head], wanted: Option<&str>, sheets: &mut Sheets) -> Option<usize> {
    let has_transfers: Vec<bool> = heads
        .iter()
        .map(|head| {
            let doubt = statement::recognise(&head.rows).doubt;
            !matches!(doubt, Some(Doubt::Columns))
        })
        .collect();
    let named = |wanted: &str| {
        let mut names = heads.iter();
        names.position(|head| head.name.as_deref() == Some(wanted))
    };
    let shown = |is_wanted: &dyn Fn(usize) -> bool| {
        let mut heads = heads.iter().enumerate();
        heads.position(|(at, head)| !head.is_hidden && is_wanted(at))
    };
    let chosen = match wanted {
        Some(wanted) => named(wanted),
        None => shown(&|at| has_transfers.get(at) == Some(&true)).or_else(|| shown(&|_| true)),
    };
    sheets.is_unknown = wanted.is_some() && chosen.is_none();
    sheets.read = chosen.and_then(|at| heads.get(at)?.name.clone());
    let others = heads.iter().zip(has_transfers).enumerate();
    sheets.others = others
        .filter(|(at, (_, has_transfers))| Some(*at) != chosen && *has_transfers)
        .filter_map(|(_, (head, _))| head.name.clone())
        .collect();
    chosen
}

/// Counts the rows of each state that is not known.
fn states(below: &[Row], lines: &[Line], mapping: Option<&Mapping>) -> Vec<StatementState> {
    let mut states: Vec<StatementState> = Vec::new();
    let Some(mapping) = mapping else {
        return states;
    };
    for (row, line) in below.iter().zip(lines) {
        let Line::Unstated(transfer) = line else {
            continue;
        };
        let word = statement::state_of(row, mapping);
        if let Some(state) = states.iter_mut().find(|state| state.word == word) {
            state.count += 1;
            state.amount += transfer.amount;
        } else if states.len() < statement::MAX_STATES {
            states.push(StatementState {
                word,
                count: 1,
                amount: transfer.amount,
            });
        }
    }
    states
}

/// The question for the user, and the refusal without an answer.
fn asked(doubt: Doubt) -> (StatementDoubt, LocalizedText) {
    let (doubt, key) = match doubt {
        Doubt::Columns => (StatementDoubt::Columns, "statement.columnsMissing"),
        Doubt::Direction => (StatementDoubt::Direction, "statement.directionOpen"),
        Doubt::DateOrder => (StatementDoubt::DateOrder, "statement.dateOrderOpen"),
        Doubt::Year => (StatementDoubt::Year, "statement.yearMissing"),
        Doubt::OnlyLeft => (StatementDoubt::OnlyLeft, "statement.onlyLeft"),
        Doubt::Balance => (StatementDoubt::Balance, "statement.balanceSaysOtherwise"),
    };
    (doubt, LocalizedText::new(key))
}

/// The numbers that a file names in place of an account's; none if it names that one alone, or none.
fn other_accounts(read: &Read, account: &str) -> Vec<String> {
    let accounts = read.accounts.iter();
    let others = accounts.filter(|written| !statement::may_be_account(written, account));
    others.map(|written| cells::quoted(written)).collect()
}

/// Describes the statement; returns the transfers that arrived, too.
fn report(read: Read) -> (StatementReport, Vec<Transfer>) {
    let lang = language::current();
    let row_of = |at: &usize| read.lines.get(*at).map_or(0, |(row, _)| *row);
    let proof = read.proof.as_ref().map(|proof| StatementProof {
        rows: proof.rows,
        fitting: proof.rows - proof.misfits.len(),
        opening: proof.opening,
        closing: proof.closing,
        misfits: proof
            .misfits
            .iter()
            .take(MAX_FAULTS)
            .map(|at| {
                let misfit = LocalizedText::new("statement.misfit").with("row", row_of(at));
                misfit.in_language(lang)
            })
            .collect(),
    });
    let mut transfers = Vec::new();
    let mut left = Vec::new();
    let mut open = Vec::new();
    let mut faults = Vec::new();
    let mut unsettled = Vec::new();
    for (row, line) in read.lines {
        match line {
            Line::In(transfer) => transfers.push(*transfer),
            Line::Out(transfer) => left.push(*transfer),
            Line::Nothing => {}
            Line::Open(transfer) => {
                open.push(*transfer);
                faults.push((row, described(Fault::Direction)));
            }
            Line::Unsettled(transfer) => unsettled.push(*transfer),
            Line::Unstated(_) => faults.push((row, "statement.unknownState")),
            Line::Fault(fault, _) => faults.push((row, described(fault))),
        }
    }
    let sum =
        |transfers: &[Transfer]| -> i64 { transfers.iter().map(|transfer| transfer.amount).sum() };
    let choice = |(mapping, lines): (Mapping, Vec<Line>)| {
        let shown = |is: fn(&Line) -> bool| {
            let lines = lines.iter().filter(|line| is(line));
            let rows = lines.filter_map(Line::movement).take(SAMPLE);
            rows.map(shown_row).collect()
        };
        StatementChoice {
            mapping: shown_mapping(&mapping),
            arrived: shown(|line| matches!(line, Line::In(_))),
            left: shown(|line| matches!(line, Line::Out(_))),
        }
    };
    let report = StatementReport {
        mapping: read.mapping.as_ref().map(shown_mapping),
        is_remembered: read.is_remembered,
        said: read.doubt.as_ref().map(|(_, said)| said.in_language(lang)),
        doubt: read.doubt.map(|(doubt, _)| doubt),
        states: read.states,
        unsettled: unsettled.len(),
        unsettled_amount: sum(&unsettled),
        left_out: read.left_out,
        left_out_accounts: read.others,
        sheet: read.sheets.read,
        other_sheets: read.sheets.others,
        hidden_rows: read.hidden_rows,
        choices: read.choices.into_iter().map(choice).collect(),
        known: read.known.map(shown_known),
        proof,
        rows: transfers.iter().take(SHOWN).map(shown_row).collect(),
        left_rows: left.iter().take(SHOWN_LEFT).map(shown_row).collect(),
        open_rows: open.iter().take(SAMPLE).map(shown_row).collect(),
        other_accounts: Vec::new(),
        arrived: transfers.len(),
        arrived_amount: sum(&transfers),
        new: 0,
        left: left.len(),
        left_amount: sum(&left),
        fault_count: faults.len(),
        faults: faults
            .iter()
            .take(MAX_FAULTS)
            .map(|(row, key)| LocalizedText::new(key).with("row", row).in_language(lang))
            .collect(),
        columns: read.columns,
        taken_in_at: None,
    };
    (report, transfers)
}

fn columns(titles: &[String], below: &[Row]) -> Vec<StatementColumn> {
    let first = below.get(..below.len().min(100)).unwrap_or_default();
    let width = first.iter().map(|row| row.cells.len()).max().unwrap_or(0);
    let column = |at: usize| {
        let filled = first
            .iter()
            .filter_map(|row| row.cells.get(at))
            .filter(|cell| **cell != Value::Empty);
        StatementColumn {
            title: titles
                .get(at)
                .map(|title| cells::quoted(title))
                .unwrap_or_default(),
            sample: filled
                .take(SAMPLE)
                .map(|cell| cells::quoted(&cells::text(cell)))
                .collect(),
        }
    };
    (0..width.max(titles.len())).map(column).collect()
}

fn shown_row(transfer: &Transfer) -> StatementRow {
    StatementRow {
        arrived_at: VIETNAM.moment(transfer.at),
        amount: transfer.amount,
        content: transfer.text.clone(),
    }
}

fn shown_mapping(mapping: &Mapping) -> dto::StatementMapping {
    dto::StatementMapping {
        date: mapping.date,
        text: mapping.text,
        more_text: mapping.more_text.clone(),
        credit: mapping.credit,
        debit: mapping.debit,
        direction: mapping.direction,
        number: mapping.number,
        balance: mapping.balance,
        by_balance: mapping.by_balance,
        open_arrived: mapping.open_arrived,
        currency: mapping.currency,
        status: mapping.status,
        time: mapping.time,
        settled: mapping.settled.clone(),
        unsettled: mapping.unsettled.clone(),
        date_order: shown_order(mapping.date_order),
    }
}

fn shown_known(known: Known) -> StatementKnown {
    StatementKnown {
        date: known.date,
        text: known.text,
        more_text: known.more_text,
        number: known.number,
        currency: known.currency,
        status: known.status,
        time: known.time,
        date_order: shown_order(known.date_order),
    }
}

const fn shown_order(order: DateOrder) -> dto::DateOrder {
    match order {
        DateOrder::DayFirst => dto::DateOrder::DayFirst,
        DateOrder::MonthFirst => dto::DateOrder::MonthFirst,
    }
}

/// The text that names a row which cannot be read.
const fn described(fault: Fault) -> &'static str {
    match fault {
        Fault::Date => "statement.wrongDate",
        Fault::Amount => "statement.wrongAmount",
        Fault::Currency => "statement.wrongCurrency",
        Fault::Direction => "statement.wrongDirection",
        Fault::Future => "statement.futureDay",
        Fault::Empty => "statement.noAmount",
        Fault::Sum => "statement.maybeSum",
    }
}
