//! The ledger of an event as a file: all participants who paid or owe, and the transfers that pay for no registration.

use std::collections::HashMap;
use std::mem;

use axum::extract::State;
use axum::response::Response;
use hoi_community::accounts;
use hoi_i18n::Lang;
use hoi_platform::app::App;
use hoi_platform::error::Result;
use hoi_platform::export_files::{PAGE, Pages, moment_cell};
use hoi_platform::http::{BinaryFile, Download, ValidatedQuery, broken};
use hoi_platform::ids::{AttendanceId, EventId, UserId};
use hoi_platform::language;
use hoi_spreadsheet::Cell;
use hoi_ticketing::attendances::{PaidWay, attendance, payment, refund_decision};
use hoi_ticketing::bank_accounts::TransferState;
use hoi_ticketing::bank_accounts::entity::transfer;
use hoi_ticketing::events::{self, EventAction, InEvent, rights};
use hoi_ticketing::participants::FileFormat;
use sea_orm::{
    ColumnTrait, Condition, EntityTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait, Select,
};
use serde::Deserialize;
use utoipa::IntoParams;

use super::money_file::{self, text};
use super::refunds;
use super::store::Scope;
use super::surplus::{self, Beyond};

/// Which kind of file to answer with.
#[derive(Debug, Clone, Copy, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct LedgerQuery {
    /// Default `xlsx`.
    #[param(inline)]
    pub format: Option<FileFormat>,
}

const COLUMNS: [(&str, u16); 14] = [
    ("ledger.name", 26),
    ("ledger.class", 18),
    ("ledger.reference", 14),
    ("ledger.state", 14),
    ("ledger.due", 14),
    ("ledger.received", 14),
    ("ledger.surplus", 14),
    ("ledger.returned", 14),
    ("ledger.way", 16),
    ("ledger.paidAt", 18),
    ("ledger.paidBy", 22),
    ("ledger.transfer", 14),
    ("ledger.bankNumber", 22),
    ("ledger.content", 50),
];

/// Returns the ledger of an event: each registration with a price, with the amounts due, received for the ticket and
/// received beyond its price, each payment in a row of its own, and the amount given back, also of removed
/// registrations with payments; then the transfers that wait or were set aside. 5003 (HTTP 429): too many files are
/// being written for the account.
#[utoipa::path(get, path = "/event/{eventId}/money/export", tag = "money", params(("eventId" = EventId, Path), LedgerQuery),
    responses((status = 200, description = "The file", content(
        (BinaryFile = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
        (BinaryFile = "text/csv"),
    ))), security(("bearer" = [])))]
pub async fn export_ledger(
    State(app): State<App>,
    InEvent { event, user, .. }: InEvent<rights::Money>,
    ValidatedQuery(query): ValidatedQuery<LedgerQuery>,
) -> Result<Response> {
    let action = EventAction::ParticipantLedgerExported;
    let permit = money_file::begin(&app, event.id, user.id, action).await?;
    let lang = language::current();
    let title = event.title.clone();
    let classes = events::find_ticket_rows(app.db.read(), event.id).await?;
    let classes: HashMap<_, _> = classes.into_iter().map(|row| (row.id, row.name)).collect();
    money_file::answer(
        permit,
        query.format,
        Some(&title),
        "ledger.title",
        COLUMNS.into_iter(),
        async move |mut file: Download| {
            let of_event = listed().filter(attendance::Column::EventId.eq(event.id));
            let mut pages = Pages::new(of_event, attendance::Column::Id);
            while let Some(people) = pages.next(app.db.read(), PAGE).await? {
                let mut payments = payments_of(&app, &people).await.map_err(broken)?;
                let ids = people.iter().map(|row| row.id);
                let beyond = surplus::of_registrations(app.db.read(), ids.clone()).await;
                let beyond = beyond.map_err(broken)?;
                let returned = refunds::find_returned(app.db.read(), ids).await;
                let returned = returned.map_err(broken)?;
                let by = payments.values().flatten();
                let by = by.filter_map(|(payment, _)| payment.noted_by);
                let by = accounts::full_names(app.db.read(), by).await;
                let by = by.map_err(broken)?;
                let rows = people.into_iter().flat_map(|row| {
                    let class = row.ticket_id.and_then(|id| classes.get(&id).cloned());
                    let person = LedgerAttendance {
                        class: class.unwrap_or_default(),
                        payments: payments.remove(&row.id).unwrap_or_default(),
                        returned: returned.get(&row.id).copied().unwrap_or_default(),
                        row,
                    };
                    person.rows(lang, &by, &beyond, event.cancelled_at.is_some())
                });
                file.rows(rows.collect()).await?;
            }
            let scope = Scope::Event(Box::new(event));
            let unused = [TransferState::Waiting, TransferState::Aside];
            let rest = transfer::Entity::find()
                .filter(scope.transfers())
                .filter(transfer::Column::State.is_in(unused));
            let mut pages = Pages::new(rest, transfer::Column::Id);
            while let Some(rest) = pages.next(app.db.read(), PAGE).await? {
                let rows = rest.into_iter().map(|row| of_transfer(lang, row));
                file.rows(rows.collect()).await?;
            }
            Ok(file)
        },
    )
}

/// A registration with its data for the ledger.
struct LedgerAttendance {
    row: attendance::Model,
    class: String,
    payments: Vec<Paid>,
    /// In dong.
    returned: i64,
}

/// A payment, with the transfer that brought it.
type Paid = (payment::Model, Option<transfer::Model>);

impl LedgerAttendance {
    /// Returns a row for each payment; the amounts due and given back are in the first.
    fn rows(
        self,
        lang: Lang,
        names: &HashMap<UserId, String>,
        beyond: &Beyond,
        is_cancelled: bool,
    ) -> Vec<Vec<Cell>> {
        let row = self.row;
        let state = row.deleted_at.map(|_| text(lang, "ledger.removed"));
        let (mut due, mut returned) = (outstanding(&row, is_cancelled), self.returned);
        let mut line = |paid: Option<Paid>| {
            let (payment, transfer) = paid.unzip();
            let transfer = transfer.flatten();
            let payment = payment.as_ref();
            let way = payment.map(|payment| text(lang, way_key(payment.way)));
            let by = payment.and_then(|payment| match payment.noted_by {
                Some(id) => names.get(&id).cloned(),
                None => payment.noted_at_device.clone(),
            });
            let more = payment.and_then(|payment| beyond.get(&(row.id, payment.number)));
            let more = more.copied().unwrap_or(0);
            let amount = transfer.as_ref().map(|transfer| transfer.amount);
            let (number, content) = transfer
                .map(|transfer| (transfer.bank_number.unwrap_or_default(), transfer.content))
                .unwrap_or_default();
            vec![
                Cell::Text(row.full_name.clone()),
                Cell::Text(self.class.clone()),
                Cell::Text(row.payment_ref.clone()),
                Cell::Text(state.clone().unwrap_or_default()),
                Cell::Number(mem::take(&mut due)),
                Cell::Number(payment.map_or(0, |payment| payment.amount - more)),
                Cell::Number(more),
                Cell::Number(mem::take(&mut returned)),
                Cell::Text(way.unwrap_or_default()),
                moment_cell(payment.map(|payment| payment.paid_at)),
                Cell::Text(by.unwrap_or_default()),
                amount.map_or(Cell::Empty, Cell::Number),
                Cell::Text(number),
                Cell::Text(content),
            ]
        };
        if self.payments.is_empty() {
            return vec![line(None)];
        }
        self.payments
            .into_iter()
            .map(|paid| line(Some(paid)))
            .collect()
    }
}

/// Returns the amount still due; nothing of a removed registration, nor for a cancelled event.
pub fn outstanding(row: &attendance::Model, is_cancelled: bool) -> i64 {
    if is_cancelled || row.deleted_at.is_some() {
        return 0;
    }
    row.outstanding()
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
        Cell::Number(0),
        Cell::Text(text(lang, state)),
        moment_cell(Some(row.arrived_at)),
        Cell::Empty,
        Cell::Number(row.amount),
        Cell::Text(row.bank_number.unwrap_or_default()),
        Cell::Text(row.content),
    ]
}

pub fn way_key(way: PaidWay) -> &'static str {
    match way {
        PaidWay::Webhook => "ledger.webhook",
        PaidWay::Statement => "ledger.statement",
        PaidWay::Door => "ledger.door",
        PaidWay::Hand => "ledger.hand",
    }
}

/// Selects the registrations of a ledger: confirmed ones with a price, and all of which something is held or was given back.
pub fn listed() -> Select<attendance::Entity> {
    let priced = Condition::all()
        .add(attendance::Column::DeletedAt.is_null())
        .add(attendance::Column::ConfirmBy.is_null())
        .add(attendance::Column::Amount.gt(0));
    let returned = refund_decision::Entity::find()
        .select_only()
        .column(refund_decision::Column::AttendanceId)
        .filter(refund_decision::Column::Deducted.gt(0))
        .into_query();
    attendance::Entity::find().filter(
        Condition::any()
            .add(attendance::Column::Received.gt(0))
            .add(attendance::Column::Id.in_subquery(returned))
            .add(priced),
    )
}

/// Returns the payments of people, the first ones first.
async fn payments_of(
    app: &App,
    people: &[attendance::Model],
) -> Result<HashMap<AttendanceId, Vec<Paid>>> {
    let conn = app.db.read();
    let payments = payment::Entity::find()
        .filter(payment::Column::AttendanceId.is_in(people.iter().map(|row| row.id)))
        .order_by_asc(payment::Column::AttendanceId)
        .order_by_asc(payment::Column::Number)
        .all(conn)
        .await?;
    let ids = payments.iter().filter_map(|payment| payment.transfer_id);
    let rows = transfer::Entity::find()
        .filter(transfer::Column::Id.is_in(ids))
        .all(conn)
        .await?;
    let rows: HashMap<_, _> = rows.into_iter().map(|row| (row.id, row)).collect();
    let mut paid: HashMap<_, Vec<_>> = HashMap::new();
    for payment in payments {
        let transfer = payment.transfer_id.and_then(|id| rows.get(&id).cloned());
        let of_person = paid.entry(payment.attendance_id).or_default();
        of_person.push((payment, transfer));
    }
    Ok(paid)
}
