//! The order of waiting and calling. Times and numbers come from the caller.
//!
//! Each event has a line, in order of arrival. A place is not stored: its holder knows when they came, and a line knows
//! up to which arrival it has called. So a line counts people in groups, and its size does not grow with their number;
//! people who leave cost nothing.

use std::collections::{BTreeMap, VecDeque};
use std::ops::Bound::{Excluded, Unbounded};
use std::time::Duration;

use crate::events::EventId;

/// The most visitors at the desk at the same time. The rest of the desk's queue is for organisers.
pub const MOST_AT_DESK: usize = 3072;
/// If the visitor longest at the desk has waited this long, the database does not keep up, and no further visitor goes
/// there.
pub const STALLED: Duration = Duration::from_secs(3);
/// While fewer than this are at the desk or called to it, more are called. The rest is for visitors of events without
/// waiting visitors.
const CALLED: usize = 2048;
/// For how long the desk expects a called visitor. A later one is let in all the same.
pub const TURN: Duration = Duration::from_secs(3);
/// The pause between two looks for visitors to call.
pub const TICK: Duration = Duration::from_millis(10);
/// The most groups in which a line counts people. If there are more, every two become one.
const MOST_GROUPS: usize = 1024;
/// People in a group of a short line: they are called together.
const GRAIN: u32 = 32;
/// The most events at which people wait at the same time.
pub const MOST_LINES: usize = 1024;
/// The pace of a line that was not measured yet, in people a second.
const ASSUMED_PACE: u32 = 1000;
/// The shortest pause until a waiting visitor asks again.
const SOONEST: Duration = Duration::from_secs(1);
/// The longest pause, unless so many wait that they would ask more often than [`MOST_ASKING`].
const LATEST: Duration = Duration::from_secs(10);
/// How many of those far from their turn may ask within a second.
const MOST_ASKING: u64 = 4000;

/// When a visitor came, in microseconds since 1970. On one server no two are equal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Arrival(pub i64);

/// The position of a visitor with a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Standing {
    /// Whether it is their turn.
    pub is_called: bool,
    /// How many people are before them: those who left are counted, those of the same group are not.
    pub ahead: u64,
    /// How long it will probably take.
    pub wait: Duration,
    /// The pause until they should ask again.
    pub ask_again: Duration,
}

/// The result for a visitor who wants to the desk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Entry {
    /// They go to the desk, and leave it with [`Room::leave`].
    In,
    /// They wait: they came at this time, now or before.
    Wait(Arrival, Standing),
    /// They would have to wait, and there is no place for them.
    NoPlace,
}

/// All who wait at this server.
#[derive(Debug, Default)]
pub struct Room {
    lines: BTreeMap<EventId, Line>,
    /// The event whose line was served last; the next one goes first.
    served: Option<EventId>,
    /// When the visitors at the desk went there; it answers them in this order.
    inside: VecDeque<Duration>,
    newest: Option<Arrival>,
    looked_at: Option<Duration>,
}

impl Room {
    /// Lets a visitor to the desk or makes them wait. `place` is when they came, if they have waited; from `present`,
    /// the present time, a new place is made; without it there is none. `queue` is the length of the desk's queue,
    /// organisers included.
    pub fn enter(
        &mut self,
        event: EventId,
        place: Option<Arrival>,
        present: Option<Arrival>,
        queue: usize,
        now: Duration,
    ) -> Entry {
        self.look(queue, now);
        let may_enter = match (self.lines.get(&event), place) {
            (None, _) => true,
            (Some(line), Some(place)) => line.has_called(place),
            // A newcomer does not overtake visitors who wait or were called.
            (Some(line), None) => line.is_over(),
        };
        if may_enter && self.occupied(queue) < MOST_AT_DESK && !self.is_stalled(now) {
            if let (Some(line), Some(place)) = (self.lines.get_mut(&event), place) {
                line.come(place);
            }
            self.inside.push_back(now);
            return Entry::In;
        }
        if let Some(place) = place {
            return Entry::Wait(place, self.standing(event, place));
        }
        let has_line = self.lines.contains_key(&event) || self.lines.len() < MOST_LINES;
        let Some(present) = present.filter(|_| has_line) else {
            return Entry::NoPlace;
        };
        let after = |newest: Arrival| Arrival(newest.0.saturating_add(1));
        let arrival = self
            .newest
            .map_or(present, |newest| present.max(after(newest)));
        self.newest = Some(arrival);
        let line = self
            .lines
            .entry(event)
            .or_insert_with(|| Line::new(arrival));
        line.join(arrival);
        Entry::Wait(arrival, self.standing(event, arrival))
    }

    /// Lets in a visitor whom the desk has answered before.
    pub fn enter_again(&mut self, now: Duration) {
        self.inside.push_back(now);
    }

    /// Records that a visitor has left the desk.
    pub fn leave(&mut self) {
        self.inside.pop_front();
    }

    /// Returns the position of a visitor with a place.
    pub fn ask(&mut self, event: EventId, place: Arrival, queue: usize, now: Duration) -> Standing {
        self.look(queue, now);
        self.standing(event, place)
    }

    /// Ends a line, because there is nothing to wait for.
    pub fn end_line(&mut self, event: EventId) {
        self.lines.remove(&event);
    }

    /// Returns how many wait and were not called yet; people who left are counted.
    pub fn waiting(&self) -> u64 {
        self.lines.values().map(|line| line.waiting).sum()
    }

    fn occupied(&self, queue: usize) -> usize {
        self.inside.len().max(queue)
    }

    fn is_stalled(&self, now: Duration) -> bool {
        let first = self.inside.front();
        first.is_some_and(|since| now.saturating_sub(*since) >= STALLED)
    }

    /// Calls people as far as the desk has room, the same number from every line.
    fn look(&mut self, queue: usize, now: Duration) {
        if self.looked_at.is_some_and(|at| now < at + TICK) {
            return;
        }
        self.looked_at = Some(now);
        for line in self.lines.values_mut() {
            line.end_turns(now);
        }
        self.lines.retain(|_, line| !line.is_over());
        let expected: usize = self.lines.values().map(|line| line.expected).sum();
        let mut room = CALLED.saturating_sub(self.occupied(queue) + expected);
        if self.is_stalled(now) {
            return;
        }
        let served = self.served;
        let after = served.map_or(Unbounded, Excluded);
        let first = self.lines.range((after, Unbounded));
        let then = self
            .lines
            .iter()
            .take_while(|(event, _)| Some(**event) <= served);
        let waiting: Vec<EventId> = first
            .chain(then)
            .filter(|(_, line)| line.waiting > 0)
            .map(|(event, _)| *event)
            .collect();
        let share = room.checked_div(waiting.len()).unwrap_or(0).max(1);
        for event in waiting {
            if room == 0 {
                return;
            }
            if let Some(line) = self.lines.get_mut(&event) {
                let called = line.call(share.min(room), now);
                room = room.saturating_sub(called);
                self.served = Some(event);
            }
        }
    }

    fn standing(&self, event: EventId, place: Arrival) -> Standing {
        let line = self
            .lines
            .get(&event)
            .filter(|line| !line.has_called(place));
        let Some(line) = line else {
            return Standing {
                is_called: true,
                ahead: 0,
                wait: Duration::ZERO,
                ask_again: SOONEST,
            };
        };
        let ahead = line.ahead(place);
        let wait = Duration::from_millis(ahead * 1000 / u64::from(line.pace.per_second()));
        let latest = Duration::from_millis(self.waiting() * 1000 / MOST_ASKING).max(LATEST);
        Standing {
            is_called: false,
            ahead,
            wait,
            ask_again: (wait * 3 / 4).clamp(SOONEST, latest),
        }
    }
}

/// The people who wait for one event, in order of arrival.
#[derive(Debug)]
struct Line {
    /// The visitors who were not called yet.
    groups: VecDeque<Group>,
    /// The number of visitors in `groups`.
    waiting: u64,
    grain: u32,
    /// Everybody who came until this moment was called.
    called: Arrival,
    /// The groups called lately, by arrival.
    turns: VecDeque<Turn>,
    /// How many of them have not come yet.
    expected: usize,
    pace: Pace,
}

/// People who came one after the other.
#[derive(Debug, Clone, Copy)]
struct Group {
    /// When the last of them came.
    last: Arrival,
    people: u32,
}

/// A group that was called.
#[derive(Debug, Clone, Copy)]
struct Turn {
    group: Group,
    ends: Duration,
}

impl Line {
    /// A line that begins with the visitor who comes at `first`. Places from before, of another server or of this one
    /// before it was started again, count as called.
    fn new(first: Arrival) -> Self {
        Self {
            groups: VecDeque::new(),
            waiting: 0,
            grain: GRAIN,
            called: Arrival(first.0.saturating_sub(1)),
            turns: VecDeque::new(),
            expected: 0,
            pace: Pace::default(),
        }
    }

    fn join(&mut self, arrival: Arrival) {
        self.waiting += 1;
        let grain = self.grain;
        if let Some(group) = self.groups.back_mut().filter(|last| last.people < grain) {
            group.people += 1;
            group.last = arrival;
            return;
        }
        if self.groups.len() >= MOST_GROUPS {
            self.merge();
        }
        self.groups.push_back(Group {
            last: arrival,
            people: 1,
        });
    }

    /// Makes one group of every two.
    fn merge(&mut self) {
        self.grain = self.grain.saturating_mul(2);
        let mut groups = VecDeque::with_capacity(self.groups.len() / 2 + 1);
        while let Some(first) = self.groups.pop_front() {
            let second = self.groups.pop_front();
            groups.push_back(Group {
                last: second.map_or(first.last, |second| second.last),
                people: first.people + second.map_or(0, |second| second.people),
            });
        }
        self.groups = groups;
    }

    /// Calls groups until at least `most` people were called, and returns their number.
    fn call(&mut self, most: usize, now: Duration) -> usize {
        let mut called = 0;
        while called < most
            && let Some(group) = self.groups.pop_front()
        {
            let people = usize::try_from(group.people).unwrap_or(usize::MAX);
            called += people;
            self.waiting = self.waiting.saturating_sub(u64::from(group.people));
            self.called = group.last;
            self.expected += people;
            let ends = now + TURN;
            self.turns.push_back(Turn { group, ends });
        }
        self.pace.count(called, now);
        if self.groups.is_empty() {
            self.grain = GRAIN;
        }
        called
    }

    /// Records that a called visitor has come: the desk expects one less, unless their turn is over.
    fn come(&mut self, place: Arrival) {
        let at = self.turns.partition_point(|turn| turn.group.last < place);
        let turn = self.turns.get_mut(at).filter(|turn| turn.group.people > 0);
        if let Some(turn) = turn {
            turn.group.people -= 1;
            self.expected = self.expected.saturating_sub(1);
        }
    }

    fn end_turns(&mut self, now: Duration) {
        while let Some(turn) = self.turns.pop_front_if(|turn| turn.ends <= now) {
            let people = usize::try_from(turn.group.people).unwrap_or(usize::MAX);
            self.expected = self.expected.saturating_sub(people);
        }
    }

    fn has_called(&self, place: Arrival) -> bool {
        self.groups.is_empty() || place <= self.called
    }

    fn is_over(&self) -> bool {
        self.groups.is_empty() && self.expected == 0
    }

    /// Returns how many people stand before the visitor who came at `place`. For the last of the line it is exact.
    fn ahead(&self, place: Arrival) -> u64 {
        match self.groups.back() {
            Some(group) if group.last <= place => self.waiting.saturating_sub(1),
            _ => {
                let before = self.groups.iter().take_while(|group| group.last < place);
                before.map(|group| u64::from(group.people)).sum()
            }
        }
    }
}

/// How many people of a line are called within a second.
#[derive(Debug)]
struct Pace {
    /// The second that `in_second` counts; None before the first call.
    second: Option<u64>,
    in_second: u32,
    /// The mean of the seconds before, where the latest counts as much as all earlier ones.
    mean: u32,
}

impl Default for Pace {
    fn default() -> Self {
        Self {
            second: None,
            in_second: 0,
            mean: ASSUMED_PACE,
        }
    }
}

impl Pace {
    fn count(&mut self, people: usize, now: Duration) {
        let second = now.as_secs();
        let before = self.second.replace(second).unwrap_or(second);
        // After 32 empty seconds every mean is 0.
        for _ in before..second.min(before.saturating_add(32)) {
            self.mean = self.mean.midpoint(self.in_second);
            self.in_second = 0;
        }
        let people = u32::try_from(people).unwrap_or(u32::MAX);
        self.in_second = self.in_second.saturating_add(people);
    }

    fn per_second(&self) -> u32 {
        self.mean.max(1)
    }
}

#[cfg(test)]
mod tests;
