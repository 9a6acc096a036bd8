//! Tells which time and place of an event its participants know. Pure.

use hoi_db::Timestamp;

use super::{Known, State, TimeAndPlace};

/// The most states that are kept of an event. Beyond it the second oldest is forgotten, and people who knew it are told
/// of the change from the oldest one.
const MAX_STATES: usize = 50;

impl Known {
    /// Adds a change at `at`, before which the event `was` so. `is_known` says whether a participant may know that
    /// state: one who registered or was told after the previous change. A state that no participant knows is not kept.
    pub fn add(&mut self, was: TimeAndPlace, at: Timestamp, is_known: bool) {
        match self.states.last_mut() {
            Some(last) if !is_known => last.until = at,
            _ => self.states.push(State { until: at, was }),
        }
        if self.states.len() > MAX_STATES {
            let forgotten = self.states.remove(1);
            if let Some(first) = self.states.first_mut() {
                first.until = forgotten.until;
            }
        }
    }

    /// Returns the moment of the last change; `None` if there was none.
    #[must_use]
    pub fn changed_at(&self) -> Option<Timestamp> {
        self.states.last().map(|state| state.until)
    }

    /// Returns when the event began before it begins at `present`; `None` if it always did.
    #[must_use]
    pub fn previous_start(&self, present: Timestamp) -> Option<Timestamp> {
        let mut starts = self
            .states
            .iter()
            .rev()
            .map(|state| state.was.event_start_date);
        starts.find(|start| *start != present)
    }

    /// Returns the state known to a participant who registered or was last told at `since`; `None` if that is the
    /// present state.
    #[must_use]
    pub fn of(&self, since: Timestamp) -> Option<&TimeAndPlace> {
        let state = self.states.iter().find(|state| since < state.until);
        state.map(|state| &state.was)
    }

    /// Returns the spans of time (end excluded) in which people who know another state than the present one registered
    /// or were last told.
    #[must_use]
    pub fn outdated(&self, present: &TimeAndPlace) -> Vec<(Timestamp, Timestamp)> {
        let mut from = Timestamp(i64::MIN);
        let mut spans = Vec::new();
        for state in &self.states {
            if state.was != *present {
                spans.push((from, state.until));
            }
            from = state.until;
        }
        spans
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn at(hour: i64) -> TimeAndPlace {
        TimeAndPlace {
            event_start_date: Timestamp(hour),
            end_date: None,
            venue_address: "Nhà hát Lớn".to_owned(),
        }
    }

    fn known(changes: &[(i64, i64, bool)]) -> Known {
        let mut known = Known::default();
        for (was, time, is_known) in changes {
            known.add(at(*was), Timestamp(*time), *is_known);
        }
        known
    }

    #[test]
    fn participants_know_the_state_at_their_registration() {
        // 18:00 became 19:00 at 10, and 20:00 at 20, with registrations in between.
        let known = known(&[(18, 10, true), (19, 20, true)]);
        assert_eq!(known.of(Timestamp(9)), Some(&at(18)));
        assert_eq!(known.of(Timestamp(10)), Some(&at(19)));
        assert_eq!(known.of(Timestamp(19)), Some(&at(19)));
        assert_eq!(known.of(Timestamp(20)), None);
        assert_eq!(known.outdated(&at(20)).len(), 2);
        assert_eq!(known.previous_start(Timestamp(20)), Some(Timestamp(19)));
        assert_eq!(known.previous_start(Timestamp(19)), Some(Timestamp(18)));
        assert_eq!(Known::default().previous_start(Timestamp(19)), None);
        // Back to 19:00: people who registered in between know it.
        assert_eq!(
            known.outdated(&at(19)),
            [(Timestamp(i64::MIN), Timestamp(10))]
        );
    }

    #[test]
    fn several_changes_are_one_letter_and_a_change_back_is_none() {
        let mut known = known(&[(18, 10, true), (19, 20, false)]);
        assert_eq!(known.of(Timestamp(15)), Some(&at(18)));
        assert_eq!(known.changed_at(), Some(Timestamp(20)));
        assert_eq!(known.outdated(&at(20)).len(), 1);
        known.add(at(20), Timestamp(30), false);
        assert_eq!(known.outdated(&at(18)), []);
    }

    #[test]
    fn spaces_in_the_address_are_no_other_place() {
        let mut known = Known::default();
        known.add(at(18), Timestamp(10), true);
        let spaced = TimeAndPlace {
            venue_address: " Nhà  hát\u{a0}Lớn ".to_owned(),
            ..at(18)
        };
        assert_eq!(known.outdated(&spaced), []);
        let joined = TimeAndPlace {
            venue_address: "Nhàhát Lớn".to_owned(),
            ..at(18)
        };
        assert_eq!(known.outdated(&joined).len(), 1);
    }

    #[test]
    fn the_states_are_bounded() {
        let mut known = Known::default();
        for time in 0..1000 {
            known.add(at(time), Timestamp(time + 1), true);
        }
        assert_eq!(known.states.len(), MAX_STATES);
        assert_eq!(known.of(Timestamp(0)), Some(&at(0)));
        assert_eq!(known.of(Timestamp(500)), Some(&at(0)));
        assert_eq!(known.of(Timestamp(999)), Some(&at(999)));
        assert_eq!(known.of(Timestamp(1000)), None);
    }

    proptest! {
        /// A participant who registered between two changes knows the state between them.
        #[test]
        fn outdated_participants_are_told(starts in prop::collection::vec(0i64..4, 1..40), asked in 0i64..400) {
            let mut all = Known::default();
            for (number, pair) in starts.windows(2).enumerate() {
                let time = i64::try_from(number + 1).unwrap() * 10;
                all.add(at(pair[0]), Timestamp(time), true);
            }
            let number = usize::try_from(asked / 10).unwrap();
            let knew = starts.get(number).unwrap_or(starts.last().unwrap());
            let present = at(*starts.last().unwrap());
            let spans = all.outdated(&present);
            let is_told = spans.iter().any(|(from, until)| *from <= Timestamp(asked) && Timestamp(asked) < *until);
            prop_assert_eq!(is_told, at(*knew) != present);
            prop_assert_eq!(all.of(Timestamp(asked)).unwrap_or(&present), &at(*knew));
        }
    }
}
