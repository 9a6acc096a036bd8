//! Changes to files, for tests.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;

use crate::{Limits, Table, Value};

/// Copies of `original` in which a few bytes are missing, others are new, and the end may be missing.
pub fn mutated(original: Vec<u8>) -> impl Strategy<Value = Vec<u8>> {
    let change = (any::<Index>(), 0..5_usize, vec(any::<u8>(), 0..5));
    let end = prop_oneof![4 => Just(None), 1 => any::<Index>().prop_map(Some)];
    (vec(change, 1..6), end).prop_map(move |(changes, end)| {
        let mut bytes = original.clone();
        for (at, taken, put) in changes {
            let at = at.index(bytes.len() + 1);
            let end = (at + taken).min(bytes.len());
            bytes.splice(at..end, put);
        }
        if let Some(end) = end {
            bytes.truncate(end.index(bytes.len() + 1));
        }
        bytes
    })
}

/// Checks that the read content is within `limits` and in order.
pub fn check_within(table: &Table, limits: Limits) {
    let text = table.rows.iter().flat_map(|row| &row.cells);
    let text: usize = text
        .map(|cell| match cell {
            Value::Text(text) => text.len(),
            _ => 0,
        })
        .sum();
    assert!(u64::try_from(text).unwrap() <= limits.inflated);
    assert!((1..=limits.rows).contains(&table.rows.len()));
    assert!(
        table
            .rows
            .iter()
            .all(|row| row.cells.len() <= limits.columns)
    );
    assert!(
        table
            .rows
            .is_sorted_by(|one, next| one.number < next.number)
    );
}
