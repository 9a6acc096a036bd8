//! Many people of one file: new ones get seats, known ones are changed, and classes and questions are added, all or
//! nothing.

use hoi_community::accounts::UserId;
use hoi_db::Timestamp;
use hoi_platform::error::Result;
use hoi_platform::idempotency::IdempotentRequest;
use hoi_platform::quota::Quota;

use super::change::{Change, ChangeSeat};
use super::command::{Command, Decisions, Effect, Needs};
use super::new_registration::{Keys, NewRegistration, seated};
use super::rules::{Channel, Class, Count, Refusal, SeatInventory, SeatRequest, StoredResponse};
use super::seats::seat;
use crate::attendances::{AttendanceId, ImportMarks, MarkKey};
use crate::events::{Additions, EventAction, EventId, LogEntry};

/// The changes that an import makes to one event.
#[derive(Debug, Default)]
pub struct ImportBatch {
    /// People to give seats to.
    pub people: Vec<NewRegistration>,
    /// People who are on the list already.
    pub updates: Vec<Update>,
    /// Classes, which the people may take, and questions, which they may have answered.
    pub additions: Additions,
    /// The key of the marks that the people get; without it they get none.
    pub marks: Option<MarkKey>,
}

/// A change of a participant who is on the list already.
#[derive(Debug)]
pub struct Update {
    pub id: AttendanceId,
    /// When the row that the change was made from was changed last. If it was changed again, nothing is imported.
    pub seen: Timestamp,
    pub change: Change,
}

impl ImportBatch {
    /// Whether there is nothing to do.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.people.is_empty() && self.updates.is_empty() && self.additions.is_empty()
    }
}

impl From<Vec<NewRegistration>> for ImportBatch {
    fn from(people: Vec<NewRegistration>) -> Self {
        Self {
            people,
            ..Self::default()
        }
    }
}

/// The result of an import.
#[derive(Debug, PartialEq, Eq)]
pub enum Imported {
    /// Everything was done.
    All {
        /// The number of people who have got seats.
        added: u64,
        /// The number of people who were changed.
        updated: u64,
    },
    /// Nothing was imported, because of these refusals: by index in the list of people, and after it in that of updates.
    Refused(Vec<(usize, Refusal)>),
}

/// Gives seats of one event to all people of `batch`, changes those that are there, and adds classes and questions; at
/// most [`MAX_SEATS`](super::MAX_SEATS) people, all or nothing.
///
/// # Errors
/// 5008 when a person, the form or a class was changed since it was read, or when the idempotency key was used for
/// another request. Refusals of single people are an answer, not an error.
pub fn import(
    event: EventId,
    batch: impl Into<ImportBatch>,
    by: UserId,
    request: Option<IdempotentRequest>,
) -> Command<Imported> {
    command(event, batch.into(), Some(by)).once(
        request,
        |first| match first {
            StoredResponse::Import(added) => Some(Imported::All { added, updated: 0 }),
            StoredResponse::Update { added, updated } => Some(Imported::All { added, updated }),
            _ => None,
        },
        |answer| match *answer {
            Imported::All { added, updated } => Some(StoredResponse::Update { added, updated }),
            Imported::Refused(_) => None,
        },
    )
}

/// Answers as [`import`] would now, without doing anything.
///
/// # Errors
/// As [`import`]; 5002 for more than [`MAX_SEATS`](super::MAX_SEATS) people.
pub fn check_import(event: EventId, batch: impl Into<ImportBatch>) -> Command<Imported> {
    command(event, batch.into(), None)
}

/// The import by an organiser; without one nothing is done.
fn command(event: EventId, batch: ImportBatch, by: Option<UserId>) -> Command<Imported> {
    let batch = Batch::new(event, batch);
    Command::new(batch.needs(), move |decisions| {
        let (inventory, effects) = (decisions.inventory.clone(), decisions.effects.len());
        let decided = batch.decide(decisions, by);
        if let (Ok(Imported::All { added, updated }), Some(by)) = (&decided, by) {
            if !batch.additions.is_empty() {
                let additions = batch.additions.clone();
                decisions.push(Effect::Extend(event, by, additions));
            }
            let data = serde_json::json!({ "count": added + updated });
            let entry = LogEntry::new(event, EventAction::ParticipantImported);
            decisions.log(entry.by(by).with(data));
        } else {
            decisions.inventory = inventory;
            decisions.effects.truncate(effects);
        }
        decided
    })
}

/// An import as the desk decides it.
struct Batch {
    event: EventId,
    people: Vec<(NewRegistration, Keys)>,
    updates: Vec<(ChangeSeat, Timestamp)>,
    additions: Additions,
    marks: Option<MarkKey>,
}

impl Batch {
    fn new(event: EventId, batch: ImportBatch) -> Self {
        let people = batch.people.into_iter().map(|person| {
            let keys = Keys::of(&person);
            (person, keys)
        });
        let updates = batch.updates.into_iter().map(|update| {
            let Update { id, seen, change } = update;
            (ChangeSeat::new(event, id, change), seen)
        });
        Self {
            event,
            people: people.collect(),
            updates: updates.collect(),
            additions: batch.additions,
            marks: batch.marks,
        }
    }

    fn needs(&self) -> Needs {
        let mut needs = Needs::default();
        needs.events.insert(self.event);
        if !self.additions.is_empty() {
            needs.forms.insert(self.event);
        }
        for (person, keys) in &self.people {
            needs.add_newcomer(person, keys);
        }
        for (seat, _) in &self.updates {
            seat.add_needs(&mut needs);
        }
        needs
    }

    /// Decides and records the effects, which are of no use after a refusal, like the inventory.
    fn decide(&self, decisions: &mut Decisions, by: Option<UserId>) -> Result<Imported> {
        let now = decisions.now;
        self.add_classes(&mut decisions.inventory)?;
        let mut refused = Vec::new();
        for (at, (seat, seen)) in self.updates.iter().enumerate() {
            if decisions.inventory.updated.get(&seat.id) != Some(seen) {
                return Err(Refusal::ChangedMeanwhile.into());
            }
            let drawn = decisions.draw()?;
            if let Err(refusal) = seat.apply(decisions, drawn) {
                refused.push((self.people.len() + at, refusal));
            }
        }
        let requests: Vec<SeatRequest<'_>> = self
            .people
            .iter()
            .map(|(person, keys)| keys.request(Channel::ByHand, person))
            .collect();
        let granted = match decisions.inventory.take_all(&requests, now) {
            Ok(granted) => granted,
            Err(people) => {
                refused.splice(0..0, people);
                Vec::new()
            }
        };
        if !refused.is_empty() {
            return Ok(Imported::Refused(refused));
        }
        for ((person, _), grant) in self.people.iter().zip(granted) {
            let drawn = decisions.draw()?;
            let mut row = seated(person, grant, drawn, by, now)?;
            let marks = self.marks.as_ref();
            row.imported = marks.map(|key| {
                let mut marks = ImportMarks::of(&row, key);
                for (field, value) in &person.sealed_values {
                    marks.note(key, row.id, field.clone(), value);
                }
                marks
            });
            seat(decisions, person, row);
        }
        let number = |len: usize| u64::try_from(len).unwrap_or(u64::MAX);
        Ok(Imported::All {
            added: number(self.people.len()),
            updated: number(self.updates.len()),
        })
    }

    /// Lets people take the new classes, unless the form was changed or one of the classes was made meanwhile.
    fn add_classes(&self, inventory: &mut SeatInventory) -> Result<(), Refusal> {
        if self.additions.is_empty() {
            return Ok(());
        }
        let form = inventory.forms.get(&self.event).ok_or(Refusal::NoEvent)?;
        let is_there = |name: String| form.class_names.contains(&name);
        if form.version != self.additions.form_version
            || self.additions.class_names().any(is_there)
            || !self.additions.fits(form.class_names.len())
        {
            return Err(Refusal::ChangedMeanwhile);
        }
        for (id, class) in &self.additions.classes {
            let class = Class {
                event: self.event,
                price: class.price.unwrap_or(0),
                hidden: class.is_hidden,
                sold: Count::new(Quota::new(class.seats(), 0)),
            };
            inventory.classes.insert(*id, class);
        }
        // Another import of the same batch was made from the form as it was.
        if let Some(form) = inventory.forms.get_mut(&self.event) {
            form.version += 1;
        }
        Ok(())
    }
}
