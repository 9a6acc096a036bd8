//! Detects many registrations from one network in a short time: from one address, or from an IPv6 /64, /56 or /48. They
//! are counted in the memory of each server, so that a registration costs no statement for it. Detected bursts are stored.

use std::collections::{HashMap, VecDeque};
use std::time::Duration;

use hoi_db::Timestamp;

use super::address::networks;
use crate::attendances::attendance;
use crate::events::EventId;

/// The most registrations from one address within [`WINDOW`] of which the organiser is not told. Wider IPv6 networks have
/// [`allowance`](hoi_platform::limits::Width::allowance) of it.
pub const LIMIT: usize = 20;
/// The time within which more than [`LIMIT`] registrations from one address are a burst.
pub const WINDOW: Duration = Duration::from_mins(10);

/// A burst that has just begun.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Burst {
    pub event: EventId,
    /// The hash of the network; of a wider one, the beginning of the hashes of its addresses.
    pub address_hash: String,
    /// The number of registrations that was exceeded.
    pub limit: usize,
    /// When the first of its registrations was made.
    pub started_at: Timestamp,
}

/// The newest registrations of one network.
#[derive(Debug, Clone, Default)]
struct Recent {
    /// At most one more than the network's limit, all within [`WINDOW`].
    times: VecDeque<Timestamp>,
    /// Whether the present burst was reported.
    is_noticed: bool,
}

/// The newest registrations of every network.
#[derive(Debug, Default)]
pub struct Recents(HashMap<(EventId, String), Recent>);

/// The changes of [`Recents`] by registrations that are about to be stored.
#[derive(Debug, Default)]
pub struct Counted {
    recents: HashMap<(EventId, String), Recent>,
    /// Bursts that begin with these registrations.
    pub begun: Vec<Burst>,
}

impl Recents {
    /// Counts these registrations without keeping the result, because they may not be stored after all.
    #[must_use]
    pub fn count<'a>(&self, seated: impl Iterator<Item = &'a attendance::Model>) -> Counted {
        let mut counted = Counted::default();
        for row in seated {
            let Some(hash) = &row.address_hash else {
                continue;
            };
            for (network, width) in networks(hash) {
                let key = (row.event_id, network.to_owned());
                let recent = counted
                    .recents
                    .entry(key.clone())
                    .or_insert_with(|| self.0.get(&key).cloned().unwrap_or_default());
                let limit = width.allowance(LIMIT);
                if let Some(started_at) = recent.add(row.registration_time, limit) {
                    counted.begun.push(Burst {
                        event: row.event_id,
                        address_hash: network.to_owned(),
                        limit,
                        started_at,
                    });
                }
                // The organiser was told of it: wider networks count the others.
                if recent.is_noticed {
                    break;
                }
            }
        }
        counted
    }

    /// Keeps the counts after the registrations were stored.
    pub fn keep(&mut self, counted: Counted) {
        self.0.extend(counted.recents);
    }

    /// Removes networks without recent registrations.
    pub fn forget_old(&mut self, now: Timestamp) {
        let since = now.minus(WINDOW);
        self.0
            .retain(|_, recent| recent.times.back().is_some_and(|last| *last > since));
    }
}

impl Recent {
    /// Counts one more registration. Returns the beginning of the burst if this one makes it a burst.
    fn add(&mut self, at: Timestamp, limit: usize) -> Option<Timestamp> {
        let since = at.minus(WINDOW);
        while self.times.front().is_some_and(|first| *first <= since) {
            self.times.pop_front();
        }
        if self.times.len() > limit {
            self.times.pop_front();
        }
        self.times.push_back(at);
        let is_burst = self.times.len() > limit;
        let begins = is_burst && !self.is_noticed;
        self.is_noticed = is_burst;
        self.times.front().copied().filter(|_| begins)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: i64 = 1000;

    fn begun(times: impl IntoIterator<Item = i64>) -> Vec<i64> {
        let mut recent = Recent::default();
        times
            .into_iter()
            .filter_map(|at| recent.add(Timestamp(at), LIMIT))
            .map(|start| start.0)
            .collect()
    }

    #[test]
    fn the_first_one_over_the_limit_begins_a_burst_once() {
        assert_eq!(begun((0..20).map(|at| at * SECOND)), [0_i64; 0]);
        assert_eq!(begun((0..21).map(|at| at * SECOND)), [0]);
        assert_eq!(begun((0..500).map(|at| at * SECOND)), [0]);
    }

    #[test]
    fn a_pause_ends_it_and_a_slow_queue_never_is_one() {
        let first = (0..30).map(|at| at * SECOND);
        let later = (0..30).map(|at| 3_600 * SECOND + at * SECOND);
        assert_eq!(begun(first.chain(later)), [0, 3_600 * SECOND]);
        // Twenty in any ten minutes, for hours, are no burst.
        assert_eq!(begun((0..200).map(|at| at * 30 * SECOND)), [0_i64; 0]);
    }
}
