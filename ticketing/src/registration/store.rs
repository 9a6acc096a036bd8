//! The desk's reads and writes: few statements, whatever the number of requests.
//!
//! The rows that decide are locked in one order everywhere (event, class, code, each by id), so that servers side by
//! side wait for one another instead of deciding on the same seat or blocking each other. The lock is the one that an
//! update takes: it does not hold up rows that merely refer to the event, such as the scans at the door.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::mem;
use std::time::Duration;

use hoi_db::{Only as _, Reads, Timestamp, Tx, Writes, padded};
use hoi_platform::clock;
use hoi_platform::files::{self, FileUrl};
use hoi_platform::idempotency::{self, IdempotencyKey};
use hoi_platform::ids::GroupId;
use hoi_platform::outbox::{self, News, Scope, WebhookKind};
use hoi_platform::quota::Quota;
use sea_orm::sea_query::{Expr, LockType};
use sea_orm::{
    ActiveModelTrait, ColumnTrait, Condition, DbErr, DerivePartialModel, EntityTrait, ExprTrait,
    IntoActiveModel, PartialModelTrait, QueryFilter, QueryOrder, QuerySelect, Select, Set,
    UpdateMany,
};

use super::address;
use super::burst::Burst;
use super::command::{Decisions, Effect, Gone, Needs};
use super::deadline::{DeadlineSettings, PaymentDeadline};
use super::entity::burst;
use super::new_registration::search_text;
use super::news;
use super::rows::with_owners;
use super::rules::{Class, Count, EventSeats, FormState, Seat, SeatInventory, StoredResponse};
use super::settle;
use crate::attendances::{AttendanceId, COUNTED_FOR, Source, attendance};
use crate::bank_accounts;
use crate::events::entity::invitation_code::Column::TimesUsed;
use crate::events::entity::{event, invitation_code, ticket};
use crate::events::{self, EventAction, EventId, InvitationCodeId, LogEntry, seats_of_class};
use crate::invoice_requests;

/// Addresses that one query asks for. An import of 5,000 people who may share theirs asks for twenty of each, and engines
/// bound the values of a query.
const EMAILS_AT_ONCE: usize = 8_000;

/// Reads and locks the rows that the commands need.
#[tracing::instrument(name = "registration.load_inventory", skip_all)]
pub(super) async fn load_inventory(
    tx: &Tx,
    needs: &Needs,
    now: Timestamp,
) -> Result<SeatInventory, DbErr> {
    let mut inventory = SeatInventory::default();
    let mut reads = Reads::new(tx);
    // First, because it locks the events: from here on no other transaction gives or takes seats of them, so the rows
    // read stay valid until the commit.
    let events = Some(reads.add(events_in(needs)));
    let seats = (!needs.seats.is_empty()).then(|| reads.add(seats_in(needs)));
    let emails: Vec<_> = needs.emails.iter().collect();
    let mut emails = emails.chunks(EMAILS_AT_ONCE);
    let first_emails = emails.next().map(|emails| reads.add(emails_in(emails)));
    let requests = needs.idempotent_requests.iter();
    let responses = idempotency::responses_to(requests.map(|request| &request.key), now);
    let responses = (!needs.idempotent_requests.is_empty()).then(|| reads.add(responses));
    let answers = reads.fetch(tx).await?;
    for row in answers.rows::<EventRow>(events)? {
        inventory.events.insert(row.id, row.into());
    }
    for row in answers.rows::<attendance::Model>(seats)? {
        inventory.updated.insert(row.id, row.updated_at);
        if row.erased_at.is_some() {
            inventory.erased.insert(row.id);
        }
        inventory.seats.insert(row.id, Seat::from(&row));
    }
    inventory.emails.extend(answers.tuples(first_emails)?);
    for emails in emails {
        let found = emails_in(emails).into_tuple::<(EventId, String)>();
        inventory.emails.extend(found.all(tx).await?);
    }
    for row in answers.rows::<idempotency::entity::Model>(responses)? {
        keep_response(&mut inventory, row);
    }
    settle::read_open_transfers(tx, needs, &mut inventory).await?;
    settle::read_payments(tx, needs, &mut inventory).await?;
    settle::read_used_transfers(tx, needs, &mut inventory).await?;
    read_classes(tx, needs, &mut inventory).await?;
    read_codes(tx, needs, &mut inventory).await?;
    read_forms(tx, needs, &mut inventory).await?;
    read_addresses(tx, needs, &mut inventory, now).await?;
    Ok(inventory)
}

/// The columns of an event that the desk reads: not its texts, which are long.
#[derive(DerivePartialModel)]
#[sea_orm(entity = "event::Entity")]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a setting of its own"
)]
struct EventRow {
    id: EventId,
    group_id: Option<GroupId>,
    open_registration_date: Timestamp,
    close_registration_date: Timestamp,
    cancelled_at: Option<Timestamp>,
    total_participants: i64,
    registered_count: i64,
    send_email_after_register: bool,
    turn_off_payment: bool,
    registrations_per_address: Option<i64>,
    confirm_by_mail_minutes: Option<i64>,
    turn_off_visitor_changes: bool,
    visitor_changes_until: Option<Timestamp>,
    event_start_date: Timestamp,
    payment_days: Option<i64>,
    payment_deadline_set_at: Option<Timestamp>,
    turn_off_payment_reminder: bool,
    release_unpaid: bool,
    cash_has_deadline: bool,
}

fn events_in(needs: &Needs) -> Select<event::Entity> {
    let events = event::live()
        .filter(event::Column::Id.is_in(needs.events.iter().copied()))
        .order_by_asc(event::Column::Id)
        .lock(LockType::NoKeyUpdate);
    EventRow::select_cols(events.select_only())
}

impl From<EventRow> for EventSeats {
    fn from(row: EventRow) -> Self {
        Self {
            opens: row.open_registration_date,
            closes: row.close_registration_date,
            cancelled: row.cancelled_at.is_some(),
            seats: Count::new(Quota::new(row.total_participants, row.registered_count)),
            mails_tickets: row.send_email_after_register,
            of_group: row.group_id.is_some(),
            payment_off: row.turn_off_payment,
            per_address: row.registrations_per_address,
            confirm_within: row
                .confirm_by_mail_minutes
                .and_then(|minutes| u64::try_from(minutes).ok())
                .map(Duration::from_mins),
            changes_end: events::changes_end(
                row.turn_off_visitor_changes,
                row.visitor_changes_until,
                row.event_start_date,
            ),
            deadline: PaymentDeadline::new(DeadlineSettings {
                days: row.payment_days.filter(|_| !row.turn_off_payment),
                set_at: row.payment_deadline_set_at,
                turn_off_reminder: row.turn_off_payment_reminder,
                release_unpaid: row.release_unpaid,
                holds_for_cash: row.cash_has_deadline,
                begins: row.event_start_date,
            }),
        }
    }
}

fn seats_in(needs: &Needs) -> Select<attendance::Entity> {
    attendance::live().filter(attendance::Column::Id.is_in(padded(needs.seats.iter().copied())))
}

async fn read_classes(tx: &Tx, needs: &Needs, inventory: &mut SeatInventory) -> Result<(), DbErr> {
    let of_seats = inventory.seats.values().filter_map(|seat| seat.ticket);
    let ids: BTreeSet<_> = needs.classes.iter().copied().chain(of_seats).collect();
    if ids.is_empty() {
        return Ok(());
    }
    let rows = ticket::live()
        .filter(ticket::Column::Id.is_in(ids))
        .order_by_asc(ticket::Column::Id)
        .lock(LockType::NoKeyUpdate)
        .all(tx)
        .await?;
    for row in rows {
        let class = Class {
            event: row.event_id,
            price: row.price,
            hidden: row.is_hidden,
            sold: Count::new(seats_of_class(&row)),
        };
        inventory.classes.insert(row.id, class);
    }
    Ok(())
}

async fn read_forms(tx: &Tx, needs: &Needs, inventory: &mut SeatInventory) -> Result<(), DbErr> {
    if needs.forms.is_empty() {
        return Ok(());
    }
    let forms = event::live()
        .select_only()
        .columns([event::Column::Id, event::Column::FormVersion])
        .filter(event::Column::Id.is_in(needs.forms.iter().copied()))
        .into_tuple::<(EventId, i64)>()
        .all(tx)
        .await?;
    for (id, version) in forms {
        let names = ticket::live()
            .select_only()
            .column(ticket::Column::NameKey)
            .filter(ticket::Column::EventId.eq(id))
            .into_tuple::<String>()
            .all(tx)
            .await?;
        let class_names = names.into_iter().collect();
        let form = FormState {
            version,
            class_names,
        };
        inventory.forms.insert(id, form);
    }
    Ok(())
}

async fn read_codes(tx: &Tx, needs: &Needs, inventory: &mut SeatInventory) -> Result<(), DbErr> {
    if needs.codes.is_empty() {
        return Ok(());
    }
    let (events, codes) = apart(&needs.codes);
    let rows = invitation_code::live()
        .filter(invitation_code::Column::EventId.is_in(events))
        .filter(invitation_code::Column::CodeKey.is_in(codes))
        .order_by_asc(invitation_code::Column::Id)
        .lock(LockType::NoKeyUpdate)
        .all(tx)
        .await?;
    for (key, code) in with_owners(tx, rows).await? {
        let id = code.invitation.code;
        inventory.code_ids.insert(key, id);
        inventory.codes.insert(id, code);
    }
    Ok(())
}

/// May also find addresses that another event of the batch asked for, which is harmless.
fn emails_in(keys: &[&(EventId, String)]) -> Select<attendance::Entity> {
    let events: BTreeSet<_> = keys.iter().map(|(event, _)| *event).collect();
    let emails: BTreeSet<_> = keys.iter().map(|(_, email)| email.as_str()).collect();
    attendance::live()
        .select_only()
        .columns([attendance::Column::EventId, attendance::Column::EmailKey])
        .filter(attendance::Column::EventId.is_in(events))
        .filter(attendance::Column::EmailKey.is_in(padded(emails)))
}

/// Reads the registrations per network, for events that limit them. Removed registrations count too: otherwise
/// registering and cancelling in turns would send mails without end.
async fn read_addresses(
    tx: &Tx,
    needs: &Needs,
    inventory: &mut SeatInventory,
    now: Timestamp,
) -> Result<(), DbErr> {
    let is_limited = |event: &EventId| {
        let event = inventory.events.get(event);
        event.is_some_and(|event| event.per_address.is_some())
    };
    let limited = needs
        .addresses
        .iter()
        .filter(|(event, _)| is_limited(event));
    // All registrations of a /48 are read, because those of its parts count for it too.
    let widest = |hash: &str| hash.get(..address::WIDEST).unwrap_or(hash).to_owned();
    let limited: BTreeSet<_> = limited
        .map(|(event, hash)| (*event, widest(hash)))
        .collect();
    if limited.is_empty() {
        return Ok(());
    }
    let (events, hashes) = apart(&limited);
    // As an index has it.
    let beginning = Expr::cust(format!("substr(counted_address, 1, {})", address::WIDEST));
    let counts = attendance::Entity::find()
        .select_only()
        .columns([
            attendance::Column::EventId,
            attendance::Column::CountedAddress,
        ])
        .column_as(attendance::Column::Id.count(), "used")
        .filter(attendance::Column::EventId.is_in(events))
        .filter(attendance::Column::CountedAddress.is_not_null())
        .filter(beginning.is_in(padded(hashes)))
        .filter(attendance::Column::RegistrationTime.gt(now.minus(COUNTED_FOR)))
        .group_by(attendance::Column::EventId)
        .group_by(attendance::Column::CountedAddress)
        .into_tuple::<(EventId, String, i64)>()
        .all(tx)
        .await?;
    for (event, hash, used) in counts {
        for (network, _) in address::networks(&hash) {
            let network = (event, network.to_owned());
            *inventory.addresses.entry(network).or_default() += used;
        }
    }
    Ok(())
}

/// Splits pairs of event and text into two sets.
fn apart(pairs: &BTreeSet<(EventId, String)>) -> (BTreeSet<EventId>, BTreeSet<&str>) {
    pairs
        .iter()
        .map(|(event, text)| (*event, text.as_str()))
        .unzip()
}

fn keep_response(inventory: &mut SeatInventory, row: idempotency::entity::Model) {
    let key = IdempotencyKey {
        caller: row.caller,
        path: row.path,
        key: row.key,
    };
    // Other routes store other responses under their own paths.
    if let Ok(stored_response) = serde_json::from_str::<StoredResponse>(&row.body) {
        inventory
            .stored_responses
            .insert(key, (row.request_hash, stored_response));
    }
}

/// Takes the effects of one kind out of the list, in their order.
macro_rules! take {
    ($effects:ident, $kind:ident($($part:ident),+) => $value:expr) => {
        $effects
            .extract_if(.., |effect| matches!(effect, Effect::$kind(..)))
            .filter_map(|effect| match effect {
                Effect::$kind($($part),+) => Some($value),
                _ => None,
            })
            .collect::<Vec<_>>()
    };
}

/// Writes the decisions and commits them: the effects of one kind together, and removals first, because a new
/// registration may use a removed one's e-mail address.
#[tracing::instrument(name = "registration.store_decisions", skip_all)]
pub(super) async fn store_decisions(tx: Tx, decisions: &mut Decisions) -> Result<(), DbErr> {
    let (effects, now) = (mem::take(&mut decisions.effects), decisions.now);
    let writes = write_effects(&tx, &decisions.inventory, effects, now).await?;
    writes.commit(tx).await
}

/// Returns the remaining writes.
async fn write_effects(
    tx: &Tx,
    inventory: &SeatInventory,
    mut effects: Vec<Effect>,
    now: Timestamp,
) -> Result<Writes, DbErr> {
    let seated = take!(effects, Seat(row) => *row);
    let mails = take!(effects, Mail(job) => job);
    let mut log = take!(effects, Log(entry) => entry);
    for (event, by, additions) in take!(effects, Extend(event, by, new) => (event, by, new)) {
        log.extend(events::store_additions(tx, event, by, additions, now).await?);
    }
    let gone = take!(effects, Release(id, gone) => (id, gone));
    release(tx, &gone, now).await?;
    give_back_codes(tx, take!(effects, FreeCode(code) => code)).await?;
    confirm(tx, &take!(effects, Confirm(id) => id), now).await?;
    log.extend(switch_off_codes(tx, &gone).await?);
    for (id, columns) in take!(effects, Change(id, columns) => (id, columns)) {
        change(tx, id, *columns).await?;
    }
    let settled = take!(effects, Settle(settled) => settled);
    let used: Vec<_> = settled.iter().map(|settled| settled.transfer).collect();
    settle::write_settled(tx, settled, now).await?;
    news::tell_of_last_seats(tx, inventory, &seated, now).await?;
    // The log says of an import only how many there are.
    let imported = seated.iter().filter(|row| row.source == Source::Import);
    let news: Vec<_> = imported
        .map(|row| {
            let news = News::new(WebhookKind::RegistrationCreated, "attendanceId", row.id.0);
            let news = news.with("source", serde_json::json!(row.source));
            (Scope::Event(row.event_id), news)
        })
        .collect();
    let mut writes = Writes::new(tx);
    outbox::add(&mut writes, news, now);
    writes.insert(seated);
    let payments = take!(effects, Pay(payment) => payment);
    let refunds = take!(effects, Refund(refund) => refund);
    if !payments.is_empty() || !refunds.is_empty() {
        // They refer to the new rows.
        writes.flush(tx).await?;
        settle::write_payments(tx, payments, now).await?;
        settle::write_refunds(tx, refunds).await?;
    }
    if !inventory.erased.is_empty() {
        bank_accounts::erase_linked_texts(tx, &used, now).await?;
    }
    let wanted = take!(effects, Invoice(event, id, invoice) => (event, id, invoice));
    invoice_requests::add_all(&mut writes, &wanted, now);
    write_counts(&mut writes, inventory, now);
    news::note_arrivals(
        &mut writes,
        take!(effects, Arrive(event, name) => (event, name)),
    );
    write_bursts(&mut writes, take!(effects, Burst(burst) => burst), now);
    let responses = take!(effects, Respond(request, response) => (request, response));
    idempotency::add(&mut writes, &responses, now)?;
    events::add_log(&mut writes, log, now);
    hoi_jobs::add(&mut writes, mails)?;
    news::tell_of_unpaid(tx, gone.iter().map(|(_, gone)| *gone), now).await?;
    Ok(writes)
}

async fn change(tx: &Tx, id: AttendanceId, columns: attendance::ActiveModel) -> Result<(), DbErr> {
    let is_found_otherwise = columns.full_name.is_set()
        || columns.email.is_set()
        || columns.phone.is_set()
        || columns.company.is_set()
        || columns.payment_ref.is_set();
    let has_other_files =
        columns.avatar.is_set() || columns.logo.is_set() || columns.business_license.is_set();
    if has_other_files {
        note_former_files(tx, id).await?;
    }
    let written = attendance::Entity::update_many()
        .set(columns)
        .filter(attendance::Column::Id.eq(id))
        .filter(attendance::Column::DeletedAt.is_null())
        .exec(tx)
        .await?;
    expect_rows(1, written.rows_affected)?;
    if is_found_otherwise {
        renew_search_text(tx, id).await?;
    }
    Ok(())
}

/// Notes the files that a participant has before they are exchanged.
async fn note_former_files(tx: &Tx, id: AttendanceId) -> Result<(), DbErr> {
    use attendance::Column::{Avatar, BusinessLicense, Logo};
    type Files = (Option<FileUrl>, Option<FileUrl>, Option<FileUrl>);
    let former: Option<Files> = attendance::Entity::find_by_id(id)
        .select_only()
        .columns([Avatar, Logo, BusinessLicense])
        .into_tuple()
        .one(tx)
        .await?;
    let Some((avatar, logo, license)) = former else {
        return Ok(());
    };
    let former = [avatar, logo, license].into_iter().flatten();
    let former: Vec<_> = former.map(|FileUrl(id)| id).collect();
    files::note_former_files(tx, &former, id).await
}

/// Updates the search text from the row in this transaction, because a visitor may have changed the row since it was
/// read.
async fn renew_search_text(tx: &Tx, id: AttendanceId) -> Result<(), DbErr> {
    let Some(row) = attendance::Entity::find_by_id(id).only(tx).await? else {
        return Ok(());
    };
    let text = search_text(&row);
    let mut columns = row.into_active_model();
    columns.search_text = Set(text);
    columns.update(tx).await?;
    Ok(())
}

async fn confirm(tx: &Tx, ids: &[AttendanceId], now: Timestamp) -> Result<(), DbErr> {
    if ids.is_empty() {
        return Ok(());
    }
    let confirmed = attendance::Entity::update_many()
        .col_expr(
            attendance::Column::ConfirmBy,
            Expr::value(Option::<i64>::None),
        )
        .col_expr(attendance::Column::UpdatedAt, Expr::value(now))
        .filter(attendance::Column::Id.is_in(ids.iter().copied()))
        .filter(attendance::Column::ConfirmBy.is_not_null())
        .filter(attendance::Column::DeletedAt.is_null())
        .exec(tx)
        .await?;
    expect_rows(ids.len(), confirmed.rows_affected)
}

/// Gives back uses of invitation codes. An unconfirmed registration does not count as a use.
async fn give_back_codes(tx: &Tx, codes: Vec<InvitationCodeId>) -> Result<(), DbErr> {
    let mut uses: BTreeMap<_, i64> = BTreeMap::new();
    for code in codes {
        *uses.entry(code).or_default() += 1;
    }
    for (code, uses) in uses {
        add_to::<invitation_code::Entity>(TimesUsed, -uses)
            .filter(invitation_code::Column::Id.eq(code))
            .exec(tx)
            .await?;
    }
    Ok(())
}

async fn release(tx: &Tx, gone: &[(AttendanceId, Gone)], now: Timestamp) -> Result<(), DbErr> {
    // Check-in and payment do not wait for the desk. If a participant is checked in or pays at this moment, the seat
    // stays, because the batch is then decided again instead of stored.
    let still_unused = Condition::all()
        .add(attendance::Column::CheckedInTime.is_null())
        .add(attendance::Column::Received.eq(0));
    let is_unconfirmed = attendance::Column::ConfirmBy.is_not_null();
    let mut by_condition = [
        (Vec::new(), Condition::all()),
        (Vec::new(), still_unused.clone()),
        (Vec::new(), still_unused.add(is_unconfirmed)),
    ];
    let [(removed, _), (unused, _), (unconfirmed, _)] = &mut by_condition;
    for (id, gone) in gone {
        match gone {
            Gone::Removed(_) => removed.push(*id),
            Gone::GivenBack | Gone::Unpaid(_) => unused.push(*id),
            Gone::Unconfirmed => unconfirmed.push(*id),
        }
    }
    for (ids, which) in by_condition {
        if ids.is_empty() {
            continue;
        }
        let released = attendance::Entity::update_many()
            .col_expr(attendance::Column::DeletedAt, Expr::value(now))
            .col_expr(attendance::Column::UpdatedAt, Expr::value(now))
            .filter(attendance::Column::Id.is_in(ids.iter().copied()))
            .filter(attendance::Column::DeletedAt.is_null())
            .filter(which)
            .exec(tx)
            .await?;
        expect_rows(ids.len(), released.rows_affected)?;
        invoice_requests::erase(tx, &ids).await?;
    }
    Ok(())
}

/// Switches off the invitation codes owned by removed participants. Returns log entries with the number in each event.
async fn switch_off_codes(tx: &Tx, gone: &[(AttendanceId, Gone)]) -> Result<Vec<LogEntry>, DbErr> {
    use invitation_code::Column::{DeletedAt, EventId, IsActive, OwnerAttendanceId};
    let gone = gone.iter().filter_map(|(id, gone)| match gone {
        Gone::Removed(by) => Some((*id, Some(*by))),
        Gone::GivenBack | Gone::Unpaid(_) => Some((*id, None)),
        Gone::Unconfirmed => None,
    });
    let gone: HashMap<_, _> = gone.collect();
    if gone.is_empty() {
        return Ok(Vec::new());
    }
    let live = Condition::all()
        .add(OwnerAttendanceId.is_in(gone.keys().copied()))
        .add(IsActive.eq(true))
        .add(DeletedAt.is_null());
    // Changes of codes lock the event, which the desk has locked.
    let codes = invitation_code::Entity::find()
        .select_only()
        .columns([EventId, OwnerAttendanceId])
        .filter(live.clone())
        .into_tuple::<(events::EventId, AttendanceId)>()
        .all(tx)
        .await?;
    if codes.is_empty() {
        return Ok(Vec::new());
    }
    invitation_code::Entity::update_many()
        .col_expr(IsActive, Expr::value(false))
        .filter(live)
        .exec(tx)
        .await?;
    let mut counts: BTreeMap<_, u64> = BTreeMap::new();
    for (event, owner) in codes {
        let by = gone.get(&owner).copied().flatten();
        *counts.entry((event, by)).or_default() += 1;
    }
    let counts = counts.into_iter();
    Ok(counts
        .map(|((event, actor), count)| {
            LogEntry::new(event, EventAction::CodeDeactivated)
                .by(actor)
                .with(serde_json::json!({ "count": count }))
        })
        .collect())
}

/// Fails if a row that the inventory contains is gone. Then another transaction bypassed the desk, and the counts would
/// be wrong.
fn expect_rows(wanted: usize, affected: u64) -> Result<(), DbErr> {
    if u64::try_from(wanted) == Ok(affected) {
        Ok(())
    } else {
        Err(DbErr::RecordNotUpdated)
    }
}

/// Adds the changes to the stored counts. Counts are never set, so that their CHECK constraints detect mistakes.
fn write_counts(writes: &mut Writes, inventory: &SeatInventory, now: Timestamp) {
    for (id, event) in &inventory.events {
        let change = event.seats.change();
        if change != 0 {
            let counted = add_to::<event::Entity>(event::Column::RegisteredCount, change);
            writes.add(&counted.filter(event::Column::Id.eq(*id)));
        }
    }
    for (id, class) in &inventory.classes {
        let change = class.sold.change();
        if change != 0 {
            let counted = add_to::<ticket::Entity>(ticket::Column::Sold, change)
                .col_expr(ticket::Column::UpdatedAt, Expr::value(now));
            writes.add(&counted.filter(ticket::Column::Id.eq(*id)));
        }
    }
    for (id, code) in &inventory.codes {
        let change = code.uses.change();
        if change != 0 {
            let counted = add_to::<invitation_code::Entity>(TimesUsed, change);
            writes.add(&counted.filter(invitation_code::Column::Id.eq(*id)));
        }
    }
}

fn add_to<E: EntityTrait>(counter: E::Column, change: i64) -> UpdateMany<E> {
    E::update_many().col_expr(counter, Expr::col(counter).add(change))
}

fn write_bursts(writes: &mut Writes, bursts: Vec<Burst>, now: Timestamp) {
    if bursts.is_empty() {
        return;
    }
    let rows = bursts.into_iter().map(|burst| burst::ActiveModel {
        id: Set(clock::new_id()),
        event_id: Set(burst.event),
        address_hash: Set(burst.address_hash),
        started_at: Set(burst.started_at),
        noticed_at: Set(now),
        dismissed_at: Set(None),
    });
    writes.add(&burst::Entity::insert_many(rows));
}
