//! New transfers are matched with the amounts due. A transfer that pays exactly is settled at the desk; every other one
//! waits for a person, who is told.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use anyhow::Context as _;
use futures::future::join_all;
use hoi_bank_reports::matching::{Claim, ClaimState, Claims, Money, Names, Reason, Verdict};
use hoi_bank_reports::{References, references};
use sea_orm::{
    ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, Set,
};
use tokio::task;
use tokio::time::sleep;

use hoi_community::notifications::{self, Kind, News};
use hoi_db::{Timestamp, Tx};
use hoi_platform::app::App;
use hoi_platform::days::VIETNAM;
use hoi_platform::error::{Error, Result};
use hoi_platform::ids::{AttendanceId, EventId, TransferId};
use hoi_ticketing::attendances::{PaymentStatus, attendance};
use hoi_ticketing::bank_accounts::entity::{bank_account, transfer};
use hoi_ticketing::bank_accounts::{self, TransferReason, TransferState};
use hoi_ticketing::events;
use hoi_ticketing::events::entity::event;
use hoi_ticketing::registration::{AppWithDesk, Desk, PaidSeat, PaymentTerms, settle};

/// Transfers judged together.
const BATCH: u64 = 200;
/// Payments that wait at the desk at the same time.
const AT_THE_DESK: usize = 20;
/// The same while visitors register, each of whom waits for one such part at most.
const BESIDE_VISITORS: usize = 5;
/// Then the desk is left to visitors for this many times as long as a part took.
const LEFT_TO_VISITORS: u32 = 3;
/// References in one query, below the engines' limit on bound values.
const REFERENCES: usize = 5000;
/// People among whom a name is looked for.
const NAMED: u64 = 5000;
/// How often a batch is judged in which the desk refused something, because it had changed meanwhile.
const TRIES: usize = 3;

/// A registration that a transfer may be for.
struct Candidate {
    row: attendance::Model,
    event: event::Model,
}

/// Matches the new transfers of an account, the earliest first.
pub async fn match_new(server: &AppWithDesk, account: &bank_account::Model) -> Result<()> {
    let AppWithDesk { app, desk, .. } = server;
    let mut tries = 0;
    loop {
        let new = transfer::Entity::find()
            .filter(transfer::Column::BankAccountId.eq(account.id))
            .filter(transfer::Column::State.eq(TransferState::New))
            .order_by_asc(transfer::Column::ArrivedAt)
            .order_by_asc(transfer::Column::Id)
            .limit(BATCH)
            .all(app.db.read())
            .await?;
        if new.is_empty() {
            return Ok(());
        }
        let is_settled = match_batch(app, desk, account, &new).await?;
        tries = if is_settled { 0 } else { tries + 1 };
        if tries == TRIES {
            let rest = new
                .iter()
                .map(|row| (row, TransferReason::Unknown, Meant::default()));
            wait(app, account, rest.collect()).await?;
            tries = 0;
        }
    }
}

/// Returns whether every transfer was decided about.
async fn match_batch(
    app: &App,
    desk: &Desk,
    account: &bank_account::Model,
    new: &[transfer::Model],
) -> Result<bool> {
    let named = read_texts(new).await?;
    let candidates = find_candidates(app.db.read(), account, &named).await?;
    let claims = candidates
        .values()
        .map(|candidate| claim(account, candidate));
    let mut claims = Claims::new(claims);
    let judged = new.iter().zip(named);
    let judged: Vec<_> = judged
        .map(|(row, named)| (row.id, money(row, named)))
        .collect();
    let verdicts = claims.judge_all(&judged);
    let mut paying = Vec::new();
    let mut waiting = Vec::new();
    for ((row, verdict), (_, money)) in new.iter().zip(verdicts).zip(&judged) {
        match verdict {
            Verdict::Pays(people) => {
                let seats = people.iter().filter_map(|id| candidates.get(id));
                paying.push((row, seats.map(paid_seat).collect::<Vec<_>>()));
            }
            Verdict::Review { reason, suggestion } => {
                let suggested = suggestion.and_then(|id| candidates.get(&id));
                let to = match suggested {
                    Some(candidate) => meant(place(candidate)),
                    None if reason == Reason::Several => Meant {
                        event: only_event(&candidates, &money.named),
                        attendance: None,
                    },
                    None => Meant::default(),
                };
                waiting.push((row, stored(reason), to));
            }
        }
    }
    suggest_by_name(app, account, &mut waiting).await?;
    wait(app, account, waiting).await?;
    let mut is_settled = true;
    let mut failed = None;
    let mut rest = paying.as_slice();
    while !rest.is_empty() {
        let has_visitors = desk.has_visitors();
        let size = if has_visitors {
            BESIDE_VISITORS
        } else {
            AT_THE_DESK
        };
        let (part, later) = rest.split_at(size.min(rest.len()));
        rest = later;
        let began = app.clock.monotonic();
        let settled = part.iter().map(|(row, seats)| {
            desk.submit(settle(row, seats.clone(), PaymentTerms::Exact, None, None))
        });
        for outcome in join_all(settled).await {
            match outcome {
                Ok(()) => {}
                Err(Error::Conflict(_) | Error::NotFound(_) | Error::Closed(_)) => {
                    is_settled = false;
                }
                // The others of the batch are paid all the same.
                Err(error) => failed = Some(error),
            }
        }
        let took = app.clock.monotonic().saturating_sub(began);
        if has_visitors {
            sleep(took * LEFT_TO_VISITORS).await;
        }
    }
    failed.map_or(Ok(is_settled), Err)
}

/// Returns the references in the texts, on a thread of its own: every place of a text is tried.
async fn read_texts(new: &[transfer::Model]) -> Result<Vec<References>> {
    let texts: Vec<_> = new.iter().map(|row| row.content.clone()).collect();
    let read = task::spawn_blocking(move || texts.iter().map(|text| references(text)).collect());
    Ok(read.await.context("texts could not be read")?)
}

/// Adds to transfers that name nothing the only person of that name who owes that much.
async fn suggest_by_name(
    app: &App,
    account: &bank_account::Model,
    waiting: &mut [(&transfer::Model, TransferReason, Meant)],
) -> Result<()> {
    let unknown = || {
        let rows = waiting.iter().enumerate();
        rows.filter(|(_, (_, reason, _))| *reason == TransferReason::Unknown)
    };
    if unknown().next().is_none() {
        return Ok(());
    }
    let people = find_owing(app.db.read(), account).await?;
    let texts: Vec<_> = unknown()
        .map(|(at, (row, ..))| (at, row.amount, row.content.clone(), row.payer.clone()))
        .collect();
    let found = task::spawn_blocking(move || {
        let people = people.into_iter();
        let names = Names::new(people.map(|row| {
            let owed = row.outstanding();
            ((row.event_id, row.id), row.full_name, owed)
        }));
        let texts = texts.into_iter();
        let found = texts
            .map(|(at, amount, text, payer)| (at, names.find(amount, &text, payer.as_deref())));
        found.collect::<Vec<_>>()
    });
    for (at, found) in found.await.context("names could not be looked for")? {
        if let Some((_, _, to)) = waiting.get_mut(at) {
            *to = found.map(meant).unwrap_or_default();
        }
    }
    Ok(())
}

/// The registrations that a transfer of several names.
pub struct Several {
    pub people: Vec<AttendanceId>,
    /// Whether the organiser may split it among them.
    pub is_split: bool,
}

/// Returns the registrations among which the organiser may split those of these transfers that wait and name several.
pub async fn find_splits(
    conn: &impl ConnectionTrait,
    rows: &[transfer::Model],
) -> Result<HashMap<TransferId, Vec<AttendanceId>>> {
    let several = find_several(conn, rows).await?.into_iter();
    let splits = several.filter(|(_, found)| found.is_split);
    Ok(splits.map(|(id, found)| (id, found.people)).collect())
}

/// Returns what those of these transfers name that name several and are not used.
pub async fn find_several(
    conn: &impl ConnectionTrait,
    rows: &[transfer::Model],
) -> Result<HashMap<TransferId, Several>> {
    let is_of_several = |row: &&transfer::Model| {
        matches!(row.state, TransferState::Waiting | TransferState::Aside)
            && row.reason == Some(TransferReason::Several)
    };
    let several: Vec<_> = rows.iter().filter(is_of_several).cloned().collect();
    let mut found = HashMap::new();
    if several.is_empty() {
        return Ok(found);
    }
    let named = read_texts(&several).await?;
    let on = several.iter().map(|row| row.bank_account_id);
    let accounts = bank_account::Entity::find()
        .filter(bank_account::Column::Id.is_in(on))
        .all(conn)
        .await?;
    for account in accounts {
        let (rows, named): (Vec<_>, Vec<_>) = several
            .iter()
            .zip(&named)
            .filter(|(row, _)| row.bank_account_id == account.id)
            .map(|(row, named)| (row, named.clone()))
            .unzip();
        let candidates = find_candidates(conn, &account, &named).await?;
        let claims = candidates
            .values()
            .map(|candidate| claim(&account, candidate));
        let claims = Claims::new(claims);
        for (row, named) in rows.into_iter().zip(named) {
            let sent = money(row, named);
            let is_split = row.state == TransferState::Waiting && claims.split(&sent).is_some();
            let people = claims.named(&sent);
            found.insert(row.id, Several { people, is_split });
        }
    }
    Ok(found)
}

fn paid_seat(candidate: &Candidate) -> PaidSeat {
    let row = &candidate.row;
    PaidSeat {
        event: row.event_id,
        id: row.id,
        amount: row.outstanding(),
    }
}

fn place(candidate: &Candidate) -> (EventId, AttendanceId) {
    (candidate.row.event_id, candidate.row.id)
}

fn stored(reason: Reason) -> TransferReason {
    match reason {
        Reason::Under => TransferReason::Under,
        Reason::Over => TransferReason::Over,
        Reason::Unknown => TransferReason::Unknown,
        Reason::Double => TransferReason::Double,
        Reason::Cancelled => TransferReason::Cancelled,
        Reason::OneWrong => TransferReason::OneWrong,
        Reason::Several => TransferReason::Several,
        Reason::OtherAccount => TransferReason::OtherAccount,
        Reason::Earlier => TransferReason::Earlier,
    }
}

fn money(row: &transfer::Model, named: References) -> Money {
    Money {
        amount: row.amount,
        at: VIETNAM.shown(row.arrived_at),
        named,
    }
}

fn claim(account: &bank_account::Model, candidate: &Candidate) -> Claim<AttendanceId> {
    let Candidate { row, event } = candidate;
    let is_cancelled =
        row.deleted_at.is_some() || event.deleted_at.is_some() || event.cancelled_at.is_some();
    let is_other = event.account_number.as_ref() != Some(&account.account_number);
    let state = match row.payment_status {
        _ if is_cancelled => ClaimState::Cancelled,
        PaymentStatus::Paid => ClaimState::Paid,
        PaymentStatus::Unpaid if is_other => ClaimState::OtherAccount,
        PaymentStatus::Unpaid => ClaimState::Due,
    };
    Claim {
        key: row.id,
        reference: row.payment_ref.clone(),
        amount: if state == ClaimState::Due {
            row.outstanding()
        } else {
            row.amount
        },
        state,
        since: VIETNAM.shown(row.registration_time).date(),
    }
}

/// Finds the registrations of the account's owner that the texts name exactly or with one wrong character, removed ones
/// too.
async fn find_candidates(
    conn: &impl ConnectionTrait,
    account: &bank_account::Model,
    named: &[References],
) -> Result<HashMap<AttendanceId, Candidate>> {
    let named: HashSet<&String> = named
        .iter()
        .flat_map(|found| found.exact.iter().chain(&found.near))
        .collect();
    let named: Vec<_> = named.into_iter().collect();
    let mut rows = Vec::new();
    for part in named.chunks(REFERENCES) {
        let found = attendance::Entity::find()
            .filter(attendance::Column::PaymentRef.is_in(part.iter().copied()))
            .all(conn)
            .await?;
        rows.extend(found);
    }
    let events: HashSet<_> = rows.iter().map(|row| row.event_id).collect();
    let events = event::Entity::find()
        .filter(event::Column::Id.is_in(events))
        .filter(event::Column::OwnerId.eq(account.owner_id))
        .all(conn)
        .await?;
    let events: HashMap<_, _> = events.into_iter().map(|row| (row.id, row)).collect();
    let candidates = rows.into_iter().filter_map(|row| {
        let event = events.get(&row.event_id)?.clone();
        Some((row.id, Candidate { row, event }))
    });
    Ok(candidates.collect())
}

/// Finds people who owe something for an event on this account, also those who chose cash: they may transfer it after
/// all.
async fn find_owing(
    conn: &impl ConnectionTrait,
    account: &bank_account::Model,
) -> Result<Vec<attendance::Model>> {
    let events: Vec<EventId> = event::owned_by(account.owner_id)
        .select_only()
        .column(event::Column::Id)
        .filter(event::Column::AccountNumber.eq(&account.account_number))
        .filter(event::Column::CancelledAt.is_null())
        .into_tuple()
        .all(conn)
        .await?;
    Ok(attendance::live()
        .filter(attendance::Column::EventId.is_in(events))
        .filter(attendance::Column::PaymentStatus.eq(PaymentStatus::Unpaid))
        .order_by_desc(attendance::Column::Id)
        .limit(NAMED)
        .all(conn)
        .await?)
}

/// The probable purpose of a transfer that waits: a registration, or several of an event.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
struct Meant {
    event: Option<EventId>,
    attendance: Option<AttendanceId>,
}

fn meant((event, attendance): (EventId, AttendanceId)) -> Meant {
    Meant {
        event: Some(event),
        attendance: Some(attendance),
    }
}

/// Returns the event of all registrations that a text names; `None` if they are of several.
fn only_event(
    candidates: &HashMap<AttendanceId, Candidate>,
    named: &References,
) -> Option<EventId> {
    let is_named = |candidate: &&Candidate| {
        let mut references = named.exact.iter().chain(&named.near);
        references.any(|reference| *reference == candidate.row.payment_ref)
    };
    let mut events = candidates.values().filter(is_named).map(|it| it.event.id);
    let first = events.next()?;
    events.all(|event| event == first).then_some(first)
}

/// Leaves transfers to a person, and tells the account's owner.
async fn wait(
    app: &App,
    account: &bank_account::Model,
    waiting: Vec<(&transfer::Model, TransferReason, Meant)>,
) -> Result<()> {
    if waiting.is_empty() {
        return Ok(());
    }
    let now = app.clock.now();
    let mut alike: HashMap<(TransferReason, Meant), Vec<TransferId>> = HashMap::new();
    for (row, reason, meant) in waiting {
        alike.entry((reason, meant)).or_default().push(row.id);
    }
    let tx = app.db.write().await?;
    // First, as an erasure does: it finds the transfer that this links, or this finds the person erased.
    let events: BTreeSet<EventId> = alike.keys().filter_map(|(_, meant)| meant.event).collect();
    for event in events {
        events::lock_event(&tx, event).await?;
    }
    let ids: Vec<TransferId> = alike.values().flatten().copied().collect();
    bank_accounts::lock_transfers(&tx, &ids).await?;
    let mut told: BTreeMap<Option<EventId>, u64> = BTreeMap::new();
    for ((reason, meant), ids) in alike {
        let columns = transfer::ActiveModel {
            state: Set(TransferState::Waiting),
            reason: Set(Some(reason)),
            event_id: Set(meant.event),
            attendance_id: Set(meant.attendance),
            ..Default::default()
        };
        let changed = transfer::Entity::update_many()
            .set(columns)
            .filter(transfer::Column::Id.is_in(ids))
            .filter(transfer::Column::State.eq(TransferState::New))
            .exec(&tx)
            .await?;
        *told.entry(meant.event).or_default() += changed.rows_affected;
    }
    bank_accounts::erase_linked_texts(&tx, &ids, now).await?;
    for (event, number) in told {
        tell(&tx, account, event, number, now).await?;
    }
    tx.commit().await?;
    app.jobs.notify_one();
    Ok(())
}

/// Tells the account's owner of transfers that wait. While that is unread, it is one notification for each event, or for
/// the account if the event is not known.
pub async fn tell(
    tx: &Tx,
    account: &bank_account::Model,
    event: Option<EventId>,
    number: u64,
    now: Timestamp,
) -> Result<()> {
    let Some(times) = i64::try_from(number).ok().filter(|number| *number > 0) else {
        return Ok(());
    };
    let event = match event {
        Some(id) => events::find_event(tx, id).await?,
        None => None,
    };
    let news = if let Some(event) = event {
        let link = format!("/event-management/{}/money", event.id);
        News::new(Kind::TransferWaiting, event.id, link).text("event", event.title)
    } else {
        let name = format!("{} {}", account.bank_name, account.account_number);
        News::new(Kind::TransferWaiting, account.id, "/money").text("event", name)
    };
    notifications::tell(tx, [account.owner_id], news.times(times), now).await?;
    Ok(())
}
