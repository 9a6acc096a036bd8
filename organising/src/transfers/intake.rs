//! Taking transfers in: each is stored once, whatever reports it.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use anyhow::Context as _;
use hoi_bank_reports::same::{Identity, Known, Origin, identify};
use hoi_bank_reports::{Transfer, same};
use hoi_db::{Timestamp, Tx};
use hoi_platform::app::App;
use hoi_platform::clock;
use hoi_platform::days::VIETNAM;
use hoi_platform::error::Result;
use hoi_platform::ids::{BankAccountId, TransferId};
use hoi_ticketing::bank_accounts::entity::{bank_account, transfer};
use hoi_ticketing::bank_accounts::{self, BankService, TransferReason, TransferState};
use jiff::civil::Date;
use sea_orm::{
    ActiveModelTrait, ColumnTrait, Condition, ConnectionTrait, EntityTrait, QueryFilter,
    QueryOrder, QuerySelect, Select, Set,
};
use tokio::task;

/// Rows in one insert: fewer than 30 columns each, well below the values that one statement may bind.
const INSERT_ROWS: usize = 500;
/// Rows taken in in one transaction, unless a single day has more.
const IN_ONE_TRANSACTION: usize = 1000;

/// The result of storing reports of transfers.
#[derive(Debug, Default)]
pub struct Taken {
    /// The transfer of each report, in their order.
    pub ids: Vec<TransferId>,
    /// Transfers that were not known.
    pub new: usize,
}

/// Takes in the reports of a service. With `reason`, new ones wait for a person's decision, whatever their texts say.
pub async fn take_in_reported(
    app: &App,
    account: &bank_account::Model,
    service: BankService,
    reports: &[Transfer],
    reason: Option<TransferReason>,
) -> Result<Taken> {
    let source = Source::Service { service, reason };
    take_in(app, account, source, reports).await
}

/// Takes in the transfers of a statement: the days one after the other, so that no transaction is long.
pub async fn take_in_listed(
    app: &App,
    account: &bank_account::Model,
    reports: Vec<Transfer>,
) -> Result<Taken> {
    let mut taken = Taken::default();
    for part in by_days(reports) {
        let of_part = take_in(app, account, Source::Statement, &part).await?;
        taken.new += of_part.new;
    }
    Ok(taken)
}

/// Returns how many of the listed transfers are not known.
pub async fn count_new(
    conn: &impl ConnectionTrait,
    account: BankAccountId,
    reports: Vec<Transfer>,
) -> Result<usize> {
    let mut new = 0;
    for part in by_days(reports) {
        let comparable = comparable(account, Source::Statement, &part);
        let rows = comparable.all(conn).await?;
        let identities = compare(&rows, part, Origin::Statement).await?;
        let is_new = |identity: &&Identity<TransferId>| **identity == Identity::New;
        new += identities.iter().filter(is_new).count();
    }
    Ok(new)
}

/// Identifies the transfer of each report, on a thread of its own: texts are compared.
async fn compare(
    rows: &[transfer::Model],
    reports: Vec<Transfer>,
    origin: Origin,
) -> Result<Vec<Identity<TransferId>>> {
    let known: Vec<_> = rows.iter().map(known).collect();
    let compared = task::spawn_blocking(move || identify(&known, &reports, origin));
    Ok(compared.await.context("transfers could not be compared")?)
}

/// Divides reports into parts of whole days: whether two are of the same transfer depends on those of their day alone.
fn by_days(reports: Vec<Transfer>) -> Vec<Vec<Transfer>> {
    let mut days: BTreeMap<Date, Vec<Transfer>> = BTreeMap::new();
    for report in reports {
        days.entry(report.at.date()).or_default().push(report);
    }
    let mut parts: Vec<Vec<Transfer>> = Vec::new();
    for (_, day) in days {
        match parts.last_mut() {
            Some(part) if part.len() + day.len() <= IN_ONE_TRANSACTION => part.extend(day),
            _ => parts.push(day),
        }
    }
    parts
}

#[derive(Clone, Copy)]
enum Source {
    Service {
        service: BankService,
        reason: Option<TransferReason>,
    },
    Statement,
}

async fn take_in(
    app: &App,
    account: &bank_account::Model,
    source: Source,
    reports: &[Transfer],
) -> Result<Taken> {
    let now = app.clock.now();
    let tx = app.db.write().await?;
    // Others who take transfers of this account in wait here.
    bank_accounts::lock_account(&tx, account.id).await?;
    let rows = comparable(account.id, source, reports).all(&tx).await?;
    let (origin, named): (_, Vec<Transfer>) = match source {
        Source::Statement => (Origin::Statement, reports.to_vec()),
        Source::Service { service, .. } => {
            let named = reports.iter().cloned().map(|mut report| {
                report.id = report.id.map(|id| named_id(service, &id));
                report
            });
            (Origin::Service, named.collect())
        }
    };
    let identities = compare(&rows, named, origin).await?;
    let known = identities.iter().filter_map(|identity| match identity {
        Identity::Known(id) => Some(*id),
        Identity::New | Identity::Repeats(_) => None,
    });
    // Locked, so that `learn` knows whether one of them is erased meanwhile; and not before they are compared, which takes
    // time in which the desk may need one of them.
    let rows = transfer::Entity::find()
        .filter(transfer::Column::Id.is_in(known))
        .order_by_asc(transfer::Column::Id)
        .lock_exclusive()
        .all(&tx)
        .await?;
    let rows: HashMap<_, _> = rows.into_iter().map(|row| (row.id, row)).collect();
    let mut taken = Taken::default();
    let mut new = Vec::new();
    for (identity, report) in identities.into_iter().zip(reports) {
        let id = match identity {
            Identity::New => {
                let row = new_row(account.id, source, report, now);
                let id = clock::new_id();
                new.push(transfer::ActiveModel { id: Set(id), ..row });
                id
            }
            Identity::Known(id) => {
                if let Some(row) = rows.get(&id) {
                    learn(&tx, row, source, report, now).await?;
                }
                id
            }
            Identity::Repeats(at) => match taken.ids.get(at) {
                Some(id) => *id,
                None => continue,
            },
        };
        taken.ids.push(id);
    }
    taken.new = new.len();
    for rows in new.chunks(INSERT_ROWS) {
        transfer::Entity::insert_many(rows.to_vec())
            .exec_without_returning(&tx)
            .await?;
    }
    tx.commit().await?;
    Ok(taken)
}

fn named_id(service: BankService, id: &str) -> String {
    format!("{service:?} {id}")
}

fn known(row: &transfer::Model) -> Known<TransferId> {
    let service_id = row.service.zip(row.service_id.as_deref());
    same::Known {
        key: row.id,
        day: row.day.parse().unwrap_or_default(),
        amount: row.amount,
        text: row.content.clone(),
        number: row.bank_number.clone(),
        balance: row.balance,
        service_id: service_id.map(|(service, id)| named_id(service, id)),
        in_statement: row.in_statement,
    }
}

/// The transfers that these reports may be of: those of their days, and for a service only those that it has
/// reported under the same name and those that no service has reported. They come in the order in which all lock them.
fn comparable(
    account: BankAccountId,
    source: Source,
    reports: &[Transfer],
) -> Select<transfer::Entity> {
    let days: BTreeSet<_> = reports.iter().map(|report| report.at.date()).collect();
    let days = days.iter().map(ToString::to_string);
    let of_days = Condition::all().add(transfer::Column::Day.is_in(days));
    let comparable = match source {
        Source::Statement => of_days,
        Source::Service { service, .. } => {
            let ids = reports.iter().filter_map(|report| report.id.as_deref());
            let reported = Condition::all()
                .add(transfer::Column::Service.eq(service))
                .add(transfer::Column::ServiceId.is_in(ids));
            Condition::any()
                .add(reported)
                .add(of_days.add(transfer::Column::ServiceId.is_null()))
        }
    };
    transfer::Entity::find()
        .filter(transfer::Column::BankAccountId.eq(account))
        .filter(comparable)
        .order_by_asc(transfer::Column::Id)
}

fn new_row(
    account: BankAccountId,
    source: Source,
    report: &Transfer,
    now: Timestamp,
) -> transfer::ActiveModel {
    let (service, reason) = match source {
        Source::Service { service, reason } => (Some(service), reason),
        Source::Statement => (None, None),
    };
    let state = match reason {
        Some(_) => TransferState::Waiting,
        None => TransferState::New,
    };
    transfer::ActiveModel {
        bank_account_id: Set(account),
        service: Set(service),
        service_id: Set(report.id.clone()),
        in_statement: Set(service.is_none()),
        amount: Set(report.amount),
        arrived_at: Set(VIETNAM.moment(report.at)),
        day: Set(report.at.date().to_string()),
        content: Set(report.text.clone()),
        bank_number: Set(report.number.clone()),
        balance: Set(report.balance),
        payer: Set(report.payer.clone()),
        payer_account: Set(report.payer_account.clone()),
        payer_bank: Set(report.payer_bank.clone()),
        state: Set(state),
        reason: Set(reason),
        event_id: Set(None),
        attendance_id: Set(None),
        decided_by: Set(None),
        decided_at: Set(None),
        created_at: Set(now),
        reported_at: Set(now),
        erased_at: Set(None),
        ..Default::default()
    }
}

/// Stores another source's data of a known transfer, as [`same`] compares it the next time.
async fn learn(
    tx: &Tx,
    row: &transfer::Model,
    source: Source,
    report: &Transfer,
    now: Timestamp,
) -> Result<()> {
    let mut columns = transfer::ActiveModel {
        id: Set(row.id),
        reported_at: Set(now),
        ..Default::default()
    };
    match source {
        Source::Statement if !row.in_statement => {
            columns.in_statement = Set(true);
            if row.erased_at.is_none() {
                columns.content = Set(report.text.clone());
            }
            columns.bank_number = Set(report.number.clone());
            columns.balance = Set(report.balance);
        }
        Source::Service { service, .. } if row.service_id.is_none() => {
            columns.service = Set(Some(service));
            columns.service_id = Set(report.id.clone());
            if row.erased_at.is_none() {
                columns.payer = Set(report.payer.clone());
                columns.payer_account = Set(report.payer_account.clone());
                columns.payer_bank = Set(report.payer_bank.clone());
            }
        }
        _ => return Ok(()),
    }
    columns.update(tx).await?;
    Ok(())
}
