use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use hoi_db::Timestamp;

/// The most rows that one server writes in one hour.
const MAX_ROWS: usize = 1_000;
const HOUR: i64 = 3_600_000;

/// Counts occurrences within the present hour, by key, and says when a count is worth writing down.
#[derive(Default)]
pub struct HourlyCounts(Mutex<(i64, HashMap<String, i64>)>);

impl HourlyCounts {
    /// The key of occurrences for which no other row has room.
    pub const OTHERS: &str = "others";

    /// Counts one more. At the 1st, 2nd, 4th, 8th … returns the row to write and by how much to raise its number.
    pub fn count(&self, key: String, now: Timestamp) -> Option<(String, i64)> {
        let hour = now.0 / HOUR;
        let mut counted = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if counted.0 != hour {
            *counted = (hour, HashMap::new());
        }
        let rows = &mut counted.1;
        let key = if rows.len() < MAX_ROWS || rows.contains_key(&key) {
            key
        } else {
            Self::OTHERS.to_owned()
        };
        let count = rows.entry(key.clone()).or_insert(0);
        *count += 1;
        let is_due = *count & (*count - 1) == 0;
        is_due.then(|| (format!("{hour}:{key}"), *count - *count / 2))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flood_is_written_at_every_doubling() {
        let refusals = HourlyCounts::default();
        let written: Vec<_> = (1..=1_000_000)
            .filter_map(|_| refusals.count("a".to_owned(), Timestamp(0)))
            .collect();
        assert_eq!(written.len(), 20);
        let total: i64 = written.iter().map(|(_, more)| more).sum();
        assert_eq!(total, 524_288);
        assert_eq!(
            refusals.count("a".to_owned(), Timestamp(HOUR)),
            Some(("1:a".to_owned(), 1))
        );
    }

    #[test]
    fn an_hour_has_a_bounded_number_of_rows() {
        let refusals = HourlyCounts::default();
        for at in 0..MAX_ROWS {
            assert!(refusals.count(at.to_string(), Timestamp(0)).is_some());
        }
        let beyond: Vec<_> = (0..100)
            .filter_map(|at| refusals.count(format!("x{at}"), Timestamp(0)))
            .collect();
        assert!(beyond.iter().all(|(key, _)| key == "0:others"));
        assert_eq!(beyond.len(), 7);
        // Known rows still have their own counters.
        assert_eq!(
            refusals.count("7".to_owned(), Timestamp(0)),
            Some(("0:7".to_owned(), 1))
        );
    }
}
