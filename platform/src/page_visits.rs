//! Counts visits of public pages in memory, so that no visitor waits for the database.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use hoi_db::Timestamp;

use crate::days::VIETNAM;
use crate::ids::EventId;

/// Events and days counted until the next [`PageVisits::take`]; visits beyond are not counted.
const MAX_ROWS: usize = 5_000;

/// Visits by event and by the first moment of the day in Vietnam.
pub type Visits = BTreeMap<(EventId, Timestamp), i64>;

/// Visits that are not stored yet.
#[derive(Debug, Default)]
pub struct PageVisits(Mutex<Visits>);

impl PageVisits {
    /// Counts one visit.
    pub fn count(&self, event: EventId, now: Timestamp) {
        self.add([((event, start_of_day(now)), 1)]);
    }

    /// Counts visits that were taken and could not be stored.
    pub fn add(&self, visits: impl IntoIterator<Item = ((EventId, Timestamp), i64)>) {
        let mut counted = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for (row, number) in visits {
            if counted.len() < MAX_ROWS || counted.contains_key(&row) {
                *counted.entry(row).or_insert(0) += number;
            }
        }
    }

    /// Returns the counts, and begins anew.
    pub fn take(&self) -> Visits {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Returns the last midnight in Vietnam.
fn start_of_day(now: Timestamp) -> Timestamp {
    Timestamp(now.0 - VIETNAM.since_midnight(now))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::new_id;

    fn at(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    #[test]
    fn a_day_begins_at_midnight_in_vietnam() {
        let visits = PageVisits::default();
        let event = new_id();
        for now in [
            "2026-03-01T00:00:00+07:00",
            "2026-03-01T23:59:59.999+07:00",
            "2026-03-02T00:00:00+07:00",
        ] {
            visits.count(event, at(now));
        }
        let days = [
            ((event, at("2026-03-01T00:00:00+07:00")), 2),
            ((event, at("2026-03-02T00:00:00+07:00")), 1),
        ];
        assert_eq!(visits.take(), Visits::from(days));
        assert_eq!(visits.take(), Visits::new());
    }

    #[test]
    fn the_number_of_rows_is_bounded() {
        let visits = PageVisits::default();
        let known = new_id();
        visits.count(known, Timestamp(0));
        for _ in 0..2 * MAX_ROWS {
            visits.count(new_id(), Timestamp(0));
        }
        visits.count(known, Timestamp(0));
        let taken = visits.take();
        assert_eq!(taken.len(), MAX_ROWS);
        assert_eq!(taken[&(known, start_of_day(Timestamp(0)))], 2);
    }
}
