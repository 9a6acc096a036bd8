//! Makes check-in attempts, from the requests to the log.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::time::Duration;

use hoi_community::accounts::entity::user;
use hoi_db::{Reads, Timestamp, Tx, Writes};
use hoi_platform::app::App;
use hoi_platform::clock::new_id;
use hoi_platform::error::{Error, LocalizedText, Result};
use hoi_platform::ids::{AttendanceId, CheckinKeyId, EventId};
use hoi_platform::outbox::{self, News, Scope, WebhookKind};
use hoi_ticketing::events::{self, EventAction, LogEntry};
use sea_orm::sea_query::LockType;
use sea_orm::{EntityTrait, QuerySelect, Select};
use serde_json::json;

use super::dto::CheckIn;
use super::entity::{checkin_key, scan};
use super::keys;
use super::rules::{self, Admission, ScanOutcome};
use super::store::{self, DoorAttendance, Member};
use crate::checkin::{CheckinAccess, CheckinActor};

/// The most unknown codes that one caller may try…
const UNKNOWN_CODES: usize = 30;
/// …within this time. A device that reads a stack of foreign tickets stays below it; guessing exceeds it.
const WINDOW: Duration = Duration::from_mins(1);

/// The prefix of an account's identifier in the column `actor` of scans.
pub const ACCOUNT: &str = "user:";

/// The result of an attempt.
#[derive(Clone)]
pub struct Attempt {
    pub outcome: ScanOutcome,
    /// The participant after the attempt; None if the code belongs to no participant of this event.
    pub participant: Option<DoorAttendance>,
    /// Whether this request changed who is inside; false if it repeats an earlier one.
    pub is_news: bool,
}

/// A check-in request with its caller.
pub struct Scan {
    access: CheckinAccess,
    target: Target,
    nonce: Option<String>,
    claimed: Option<Timestamp>,
    device: Option<String>,
    /// The caller, as the log names them.
    actor: String,
}

pub enum Target {
    /// A code as it was read, and normalised.
    Code {
        read: String,
        normalized: String,
    },
    Participant {
        id: AttendanceId,
        wants_in: bool,
    },
}

impl Target {
    /// Returns the target that a body names. A code goes before a participant.
    pub fn of(code: Option<String>, participant: Option<AttendanceId>, wants_in: bool) -> Self {
        match (code, participant) {
            (None, Some(id)) => Self::Participant { id, wants_in },
            (code, _) => {
                let read = code.unwrap_or_default();
                let normalized = rules::normalize_code(&read);
                Self::Code { read, normalized }
            }
        }
    }
}

impl Scan {
    pub fn new(access: CheckinAccess, target: Target) -> Self {
        let (actor, name) = match &access.actor {
            CheckinActor::Device(key) => (keys::actor(key.id), &key.label),
            CheckinActor::Account(user) => (format!("{ACCOUNT}{}", user.id), &user.full_name),
        };
        Self {
            target,
            nonce: None,
            claimed: None,
            device: Some(name.clone()),
            actor,
            access,
        }
    }

    /// The scan that a page or a device sends.
    pub fn sent(access: CheckinAccess, body: CheckIn) -> Self {
        let wants_in = body.checked_in.unwrap_or(true);
        let scan = Self::new(access, Target::of(body.code, body.attendance_id, wants_in));
        Self {
            nonce: body.nonce,
            claimed: body.occurred_at,
            device: body.device_id.or(scan.device),
            ..scan
        }
    }

    fn event(&self) -> EventId {
        self.access.event
    }

    /// The device that scans; None if it is an account.
    fn device(&self) -> Option<CheckinKeyId> {
        match &self.access.actor {
            CheckinActor::Device(key) => Some(key.id),
            CheckinActor::Account(_) => None,
        }
    }

    /// The caller, as the log names them.
    pub fn actor(&self) -> &str {
        &self.actor
    }

    /// The key by which a repetition of this scan is recognised; None if it cannot be.
    fn name(&self) -> Option<(EventId, String)> {
        Some((self.event(), self.nonce.clone()?))
    }
}

/// Makes one attempt.
pub async fn make(app: &App, scan: &Scan) -> Result<Attempt> {
    let scans = std::slice::from_ref(scan);
    let made = match make_all(app, scans).await {
        // Another server may have stored the same scan first.
        Err(Error::Internal(_)) => make_all(app, scans).await?,
        made => made?,
    };
    let made = made.into_iter().next();
    made.ok_or_else(|| anyhow::anyhow!("an attempt was not made"))?
}

/// Makes attempts in the given order and logs them: all in one transaction, with a few statements however many there
/// are. The refusal of one is an answer.
///
/// # Errors
/// When nothing was stored.
pub async fn make_all(app: &App, scans: &[Scan]) -> Result<Vec<Result<Attempt>>> {
    let tx = app.db.write().await?;
    let now = app.clock.now();
    let mut known = Known::load(&tx, scans, now).await?;
    let mut log = Vec::new();
    let mut made = Vec::with_capacity(scans.len());
    for scan in scans {
        let attempt = known.decide(scan, now);
        if let Ok((attempt, IsRepeated(false))) = &attempt {
            // If the participant was not inside, nothing has changed.
            if attempt.is_news || !matches!(attempt.outcome, ScanOutcome::Undone) {
                log.push(known.log(scan, attempt, now)?);
            }
        }
        made.push(attempt.map(|(attempt, _)| attempt));
    }
    let notes = scans.iter().zip(&made).filter_map(|(scan, attempt)| {
        let attempt = attempt.as_ref().ok().filter(|attempt| attempt.is_news)?;
        note(scan, attempt)
    });
    let mut writes = Writes::new(&tx);
    events::add_log(&mut writes, notes.collect::<Vec<_>>(), now);
    let news = scans.iter().zip(&made).filter_map(|(scan, attempt)| {
        let news = news_of(attempt.as_ref().ok()?)?;
        Some((Scope::Event(scan.event()), news))
    });
    outbox::add(&mut writes, news, now);
    known.store(&mut writes, now);
    writes.insert(log);
    writes.commit(tx).await?;
    Ok(made)
}

/// Decides an attempt on the same rows and by the same rules as [`make`], and stores nothing.
pub async fn rehearse(app: &App, scan: &Scan) -> Result<Attempt> {
    let tx = app.db.write().await?;
    let now = app.clock.now();
    let known = Known::load(&tx, std::slice::from_ref(scan), now).await;
    tx.rollback().await?;
    let (attempt, _) = known?.decide(scan, now)?;
    Ok(attempt)
}

/// Returns the entry in the event's log for a change that is made by hand, by the organiser or at a device that may do
/// so. Check-ins by code are only in the log of scans.
fn note(scan: &Scan, attempt: &Attempt) -> Option<LogEntry> {
    let Target::Participant { id, wants_in } = scan.target else {
        return None;
    };
    let row = attempt.participant.as_ref()?;
    let action = if wants_in {
        EventAction::ParticipantCheckedIn
    } else {
        EventAction::ParticipantCheckinUndone
    };
    let entry = LogEntry::new(scan.event(), action).about(Some(id.0));
    let name = &row.full_name;
    Some(match &scan.access.actor {
        CheckinActor::Account(by) => entry.by(by.id).with(json!({ "name": name })),
        CheckinActor::Device(key) => entry.with(json!({ "name": name, "device": key.label })),
    })
}

/// Returns the news of an attempt for webhooks.
fn news_of(attempt: &Attempt) -> Option<News> {
    let row = attempt.participant.as_ref().filter(|_| attempt.is_news)?;
    let news = |kind| News::new(kind, "attendanceId", row.id.0);
    match attempt.outcome {
        ScanOutcome::Entered { at, .. } => {
            Some(news(WebhookKind::ParticipantCheckedIn).with("at", json!(at)))
        }
        ScanOutcome::Undone => {
            Some(news(WebhookKind::RegistrationChanged).with("fields", json!(["checkedIn"])))
        }
        _ => None,
    }
}

/// Whether an earlier request has made the attempt already, which is logged.
struct IsRepeated(bool);

/// The rows on which attempts are decided, and the changes of them.
#[derive(Default)]
struct Known {
    /// Devices whose keys are live, and whether each may check in without a code.
    devices: HashMap<CheckinKeyId, bool>,
    /// Events that are not deleted.
    events: HashMap<EventId, store::Door>,
    /// The answers to earlier scans, by event and nonce.
    answered: HashMap<(EventId, String), (ScanOutcome, Option<AttendanceId>)>,
    /// Registrations, locked until the transaction ends.
    rows: HashMap<AttendanceId, DoorAttendance>,
    /// Registrations by ticket code.
    codes: HashMap<String, AttendanceId>,
    /// Members by event and personal code as it was read.
    members: HashMap<(EventId, String), Member>,
    /// When callers tried unknown codes within the last [`WINDOW`], the latest first.
    guesses: HashMap<String, Vec<Timestamp>>,
    /// Rows that are to be stored.
    changed: BTreeSet<AttendanceId>,
}

impl Known {
    async fn load(tx: &Tx, scans: &[Scan], now: Timestamp) -> Result<Self> {
        let targets = scans.iter().filter_map(|scan| match scan.target {
            Target::Participant { id, .. } => Some(id),
            Target::Code { .. } => None,
        });
        let codes = scans.iter().filter_map(|scan| match &scan.target {
            Target::Code { normalized, .. } => Some(normalized.as_str()),
            Target::Participant { .. } => None,
        });
        let mut nonces: BTreeMap<EventId, Vec<String>> = BTreeMap::new();
        for (event, nonce) in scans.iter().filter_map(Scan::name) {
            nonces.entry(event).or_default().push(nonce);
        }
        let devices: BTreeSet<_> = scans.iter().filter_map(Scan::device).collect();
        let events = scans.iter().map(Scan::event).collect();
        let mut reads = Reads::new(tx);
        let rows = reads.add(store::locked_registrations(codes, targets.collect()));
        let devices = (!devices.is_empty()).then(|| reads.add(store::live_devices(devices)));
        let doors = reads.add(store::doors(events));
        let earlier: Vec<_> = nonces
            .into_iter()
            .map(|(event, nonces)| reads.add(store::scans_with(event, nonces)))
            .collect();
        let guesses = reads.add(guesses_of(scans, now));
        let answers = reads.fetch(tx).await?;
        let mut known = Self::default();
        known
            .devices
            .extend(answers.tuples::<(CheckinKeyId, bool)>(devices)?);
        for door in answers.rows::<store::Door>(Some(doors))? {
            known.events.insert(door.id, door);
        }
        for row in answers.rows::<DoorAttendance>(Some(rows))? {
            known.codes.insert(row.ticket_code.clone(), row.id);
            known.rows.insert(row.id, row);
        }
        known.note_guesses(answers.tuples(Some(guesses))?);
        for asked in earlier {
            for earlier in answers.rows::<scan::Model>(Some(asked))? {
                let outcome = earlier
                    .answer
                    .ok_or_else(|| anyhow::anyhow!("scan {} has no answer", earlier.id))?;
                let outcome = serde_json::from_value(outcome).map_err(anyhow::Error::from)?;
                let name = (earlier.event_id, earlier.nonce.unwrap_or_default());
                known
                    .answered
                    .insert(name, (outcome, earlier.attendance_id));
            }
        }
        let answered = known.answered.values().filter_map(|(_, id)| *id);
        let missing: Vec<_> = answered.filter(|id| !known.rows.contains_key(id)).collect();
        if !missing.is_empty() {
            // Not locked, because a repeated scan changes nothing.
            for row in store::find_registrations(tx, missing).await? {
                known.rows.insert(row.id, row);
            }
        }
        let mut unknown = BTreeMap::new();
        for scan in scans {
            if let Target::Code { read, normalized } = &scan.target
                && !known.codes.contains_key(normalized)
                && known.too_many_guesses(scan).is_none()
            {
                unknown.insert((&scan.actor, scan.event(), read), (scan, normalized));
            }
        }
        let mut locked = BTreeSet::new();
        for ((actor, event, read), (scan, normalized)) in unknown {
            if locked.insert(actor) {
                lock_caller(tx, &scan.access).await?;
            }
            let member = store::find_by_member_code(tx, event, [read, normalized]).await?;
            if let Member::Here(row) = &member {
                known.rows.insert(row.id, (**row).clone());
            }
            known.members.insert((event, read.clone()), member);
        }
        if !locked.is_empty() {
            // Counted again under the lock, so that codes tried at the same moment are counted one after the other.
            let again = guesses_of(scans, now).into_tuple().all(tx).await?;
            known.note_guesses(again);
        }
        Ok(known)
    }

    fn note_guesses(&mut self, guesses: Vec<(String, Timestamp)>) {
        self.guesses.clear();
        for (actor, at) in guesses {
            self.guesses.entry(actor).or_default().push(at);
        }
        for tried in self.guesses.values_mut() {
            tried.sort_unstable_by(|a, b| b.cmp(a));
        }
    }

    /// Returns when the caller tried the last unknown code that they may try within [`WINDOW`]; None if more are left.
    fn too_many_guesses(&self, scan: &Scan) -> Option<Timestamp> {
        let guesses = self.guesses.get(&scan.actor)?;
        guesses.get(UNKNOWN_CODES - 1).copied()
    }

    /// Checks a participant in or out, or refuses. Whether the ticket is valid is checked before whether it was used.
    fn decide(&mut self, scan: &Scan, now: Timestamp) -> Result<(Attempt, IsRepeated)> {
        let missing = || Error::NotFound(LocalizedText::new("event.notFound"));
        let door = self.events.get(&scan.event()).ok_or_else(missing)?;
        if let Some(key) = scan.device() {
            let right = self.devices.get(&key);
            let serves_guests = right.ok_or(Error::InsufficientPermission)?;
            match scan.target {
                Target::Code { .. } => {}
                Target::Participant { wants_in: true, .. } if *serves_guests => {}
                Target::Participant { .. } => return Err(Error::InsufficientPermission),
            }
        }
        if let Some((outcome, id)) = scan.name().and_then(|name| self.answered.get(&name)) {
            let attempt = Attempt {
                outcome: outcome.clone(),
                participant: id.and_then(|id| self.rows.get(&id).cloned()),
                is_news: false,
            };
            return Ok((attempt, IsRepeated(true)));
        }
        if let Some(at) = self.too_many_guesses(scan) {
            return Err(Error::TooManyRequests {
                retry_after: now.until(at.plus(WINDOW)),
            });
        }
        let refused = if door.cancelled_at.is_some() {
            Some(ScanOutcome::EventCancelled)
        } else if now < door.open_registration_date {
            Some(ScanOutcome::NotYetOpen)
        } else {
            None
        };
        let attempt = match refused {
            Some(outcome) => nobody(outcome),
            None => match self.find(scan)? {
                Ok(id) => self.check_in(scan, id, now)?,
                Err(outcome) => nobody(outcome),
            },
        };
        Ok((attempt, IsRepeated(false)))
    }

    /// Finds the participant with the scan's code; the outcome if the code belongs to no participant of this event.
    fn find(&self, scan: &Scan) -> Result<Result<AttendanceId, ScanOutcome>> {
        let found = match &scan.target {
            Target::Participant { id, .. } => {
                let row = self.rows.get(id).filter(|row| row.event_id == scan.event());
                row.ok_or_else(Error::not_found)?
            }
            Target::Code { read, normalized } => {
                let by_code = self.codes.get(normalized).and_then(|id| self.rows.get(id));
                let member = || self.members.get(&(scan.event(), read.clone()));
                match by_code {
                    Some(row) => row,
                    None => match member() {
                        Some(Member::Here(row)) => row,
                        Some(Member::Elsewhere) => return Ok(Err(ScanOutcome::WrongEvent)),
                        Some(Member::Unknown) | None => return Ok(Err(ScanOutcome::NotFound)),
                    },
                }
            }
        };
        Ok(if found.event_id == scan.event() {
            Ok(found.id)
        } else {
            Err(ScanOutcome::WrongEvent)
        })
    }

    fn check_in(&mut self, scan: &Scan, id: AttendanceId, now: Timestamp) -> Result<Attempt> {
        let row = self.rows.get_mut(&id).ok_or_else(Error::not_found)?;
        let wants_out = matches!(
            scan.target,
            Target::Participant {
                wants_in: false,
                ..
            }
        );
        let (outcome, is_news) = if row.deleted_at.is_some() || row.erased_at.is_some() {
            (ScanOutcome::Cancelled, false)
        } else if row.confirm_by.is_some() {
            (ScanOutcome::NotConfirmed, false)
        } else if wants_out {
            let was_in = row.checked_in_time.take().is_some();
            row.checked_in_by = None;
            (ScanOutcome::Undone, was_in)
        } else {
            let_in(scan, row, now)
        };
        if is_news {
            self.changed.insert(id);
        }
        Ok(Attempt {
            outcome,
            participant: Some(row.clone()),
            is_news,
        })
    }

    /// Returns the row of the log, and remembers the attempt for the following ones.
    fn log(&mut self, scan: &Scan, attempt: &Attempt, now: Timestamp) -> Result<scan::Model> {
        let participant = attempt.participant.as_ref();
        let id = participant.map(|row| row.id);
        if let Some(name) = scan.name() {
            self.answered.insert(name, (attempt.outcome.clone(), id));
        }
        let code = match (&scan.target, &attempt.outcome) {
            (Target::Code { read, .. }, ScanOutcome::NotFound) => {
                let guesses = self.guesses.entry(scan.actor.clone()).or_default();
                guesses.insert(0, now);
                Some(read.clone())
            }
            _ => None,
        };
        let registered_at = participant.map(|row| row.registration_time);
        let answer = serde_json::to_value(&attempt.outcome).map_err(anyhow::Error::from)?;
        Ok(scan::Model {
            id: new_id(),
            event_id: scan.event(),
            attendance_id: id,
            code,
            device_id: scan.device.clone(),
            nonce: scan.nonce.clone(),
            occurred_at: rules::occurred_at(scan.claimed, registered_at, now),
            received_at: now,
            result: attempt.outcome.result().to_owned(),
            answer: Some(answer),
            actor: scan.actor.clone(),
        })
    }

    /// Adds the changed check-ins to the writes, in one statement for participants who entered at the same moment and
    /// gate.
    fn store(&self, writes: &mut Writes, now: Timestamp) {
        let mut alike: BTreeMap<_, Vec<AttendanceId>> = BTreeMap::new();
        for row in self.changed.iter().filter_map(|id| self.rows.get(id)) {
            let entry = (row.checked_in_time, row.checked_in_by.as_deref());
            alike.entry(entry).or_default().push(row.id);
        }
        for ((at, by), ids) in alike {
            writes.add(&store::set_checked_in(ids, at, by, now));
        }
    }
}

/// Finds the unknown codes that the callers tried lately.
fn guesses_of(scans: &[Scan], now: Timestamp) -> Select<scan::Entity> {
    // Scans in the future were made before the machine's clock was set back.
    let window = now.minus(WINDOW)..=now;
    store::unknown_codes(scans.iter().map(|scan| scan.actor.as_str()), window)
}

fn nobody(outcome: ScanOutcome) -> Attempt {
    Attempt {
        outcome,
        participant: None,
        is_news: false,
    }
}

/// Lets in a participant with a valid ticket. Returns the outcome, and whether it changed anything.
fn let_in(scan: &Scan, row: &mut DoorAttendance, now: Timestamp) -> (ScanOutcome, bool) {
    let at = rules::occurred_at(scan.claimed, Some(row.registration_time), now);
    let was_offline = scan.claimed.is_some();
    let seen = row.checked_in_time.map(|time| Admission {
        time,
        device: row.checked_in_by.clone(),
    });
    match seen {
        // The earliest entry keeps the check-in. Only a scan of an offline device can arrive after a later one.
        Some(first) if !was_offline || first.time <= at => {
            let conflict = was_offline;
            (ScanOutcome::Already { first, conflict }, false)
        }
        conflict => {
            row.checked_in_time = Some(at);
            row.checked_in_by.clone_from(&scan.device);
            let due = row.due();
            (ScanOutcome::Entered { at, due, conflict }, true)
        }
    }
}

/// Locks the row of the device or account until the transaction ends.
async fn lock_caller(tx: &Tx, access: &CheckinAccess) -> Result<()> {
    match &access.actor {
        CheckinActor::Device(key) => {
            let row = checkin_key::Entity::find_by_id(key.id);
            row.lock(LockType::NoKeyUpdate).one(tx).await?;
        }
        CheckinActor::Account(user) => {
            let row = user::Entity::find_by_id(user.id);
            row.lock(LockType::NoKeyUpdate).one(tx).await?;
        }
    }
    Ok(())
}
