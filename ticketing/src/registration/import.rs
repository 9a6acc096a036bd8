//! Many people of one file: new ones get seats, known ones are changed, and classes and questions are added, all or
//! nothing.

use hoi_community::accounts::UserId;
use hoi_db::Timestamp;
use hoi_platform::error::Result;
use hoi_platform::idempotency::IdempotentRequest;
use hoi_platform::quota::Quota;

use super::commands::{Change, ChangeSeat, Changes, Command, Needs};
use super::new_registration::{Keys, NewRegistration, seated};
use super::rules::{Channel, Class, Count, Refusal, SeatInventory, SeatRequest, StoredResponse};
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

/// An import as the desk decides it.
pub(super) struct Batch {
    event: EventId,
    people: Vec<(NewRegistration, Keys)>,
    updates: Vec<(ChangeSeat, Timestamp)>,
    additions: Additions,
    marks: Option<MarkKey>,
}

impl Batch {
    pub fn new(event: EventId, batch: ImportBatch) -> Self {
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

    fn size(&self) -> usize {
        self.people.len() + self.updates.len()
    }

    fn needs(&self, needs: &mut Needs) {
        needs.events.insert(self.event);
        if !self.additions.is_empty() {
            needs.forms.insert(self.event);
        }
        for (person, keys) in &self.people {
            needs.new_registration(person, keys);
        }
        for (seat, _) in &self.updates {
            seat.needs(needs);
        }
    }

    /// Decides on `inventory` and notes the writes in `changes`; both are of no use after a refusal.
    fn decide(
        &self,
        inventory: &mut SeatInventory,
        changes: &mut Changes,
        by: Option<UserId>,
        now: Timestamp,
    ) -> Result<Imported> {
        self.add_classes(inventory)?;
        let mut refused = Vec::new();
        for (at, (seat, seen)) in self.updates.iter().enumerate() {
            if inventory.updated.get(&seat.id) != Some(seen) {
                return Err(Refusal::ChangedMeanwhile.into());
            }
            let drawn = changes.codes.draw()?;
            if let Err(refusal) = seat.apply(inventory, changes, drawn, now) {
                refused.push((self.people.len() + at, refusal));
            }
        }
        let requests: Vec<SeatRequest<'_>> = self
            .people
            .iter()
            .map(|(person, keys)| keys.request(Channel::ByHand, person))
            .collect();
        let granted = match inventory.take_all(&requests, now) {
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
            let drawn = changes.codes.draw()?;
            let mut row = seated(person, grant, drawn, by, now)?;
            let marks = self.marks.as_ref();
            row.imported = marks.map(|key| {
                let mut marks = ImportMarks::of(&row, key);
                for (field, value) in &person.sealed_values {
                    marks.note(key, row.id, field.clone(), value);
                }
                marks
            });
            changes.seat(inventory, person, row);
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

/// An import, all or nothing.
pub(super) struct Import {
    pub batch: Batch,
    pub by: UserId,
    pub idempotency: Option<IdempotentRequest>,
}

impl Command for Import {
    type Answer = Imported;

    fn size(&self) -> usize {
        self.batch.size()
    }

    fn needs(&self, needs: &mut Needs) {
        self.batch.needs(needs);
        needs.idempotent_requests.extend(self.idempotency.clone());
    }

    fn decide(
        &self,
        inventory: &mut SeatInventory,
        changes: &mut Changes,
        now: Timestamp,
    ) -> Result<Imported> {
        match inventory.stored_response(self.idempotency.as_ref())? {
            None => {}
            Some(StoredResponse::Import(added)) => {
                return Ok(Imported::All { added, updated: 0 });
            }
            Some(StoredResponse::Update { added, updated }) => {
                return Ok(Imported::All { added, updated });
            }
            Some(_) => return Err(Refusal::KeyReused.into()),
        }
        let mut draft = inventory.clone();
        let mut made = Changes::default();
        let decided = self
            .batch
            .decide(&mut draft, &mut made, Some(self.by), now)?;
        let Imported::All { added, updated } = decided else {
            return Ok(decided);
        };
        *inventory = draft;
        changes.import(made);
        let event = self.batch.event;
        if !self.batch.additions.is_empty() {
            let additions = self.batch.additions.clone();
            changes.additions.push((event, self.by, additions));
        }
        let data = serde_json::json!({ "count": added + updated });
        let entry = LogEntry::new(event, EventAction::ParticipantImported);
        changes.log.push(entry.by(self.by).with(data));
        let answer = StoredResponse::Update { added, updated };
        changes.keep(inventory, self.idempotency.as_ref(), answer);
        Ok(decided)
    }
}

/// Determines the result of an [`Import`] without importing.
pub(super) struct ImportDryRun(pub Batch);

impl Command for ImportDryRun {
    type Answer = Imported;

    fn size(&self) -> usize {
        self.0.size()
    }

    fn needs(&self, needs: &mut Needs) {
        self.0.needs(needs);
    }

    fn decide(
        &self,
        inventory: &mut SeatInventory,
        _: &mut Changes,
        now: Timestamp,
    ) -> Result<Imported> {
        let mut draft = inventory.clone();
        self.0
            .decide(&mut draft, &mut Changes::default(), None, now)
    }
}
