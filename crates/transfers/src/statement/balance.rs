//! The proof of a statement: each balance is the one before it, with what arrived and without what left.

use super::Line;

/// What the balances say of the rows as they were read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proof {
    /// Rows with an amount and a balance.
    pub rows: usize,
    /// The places of those of them whose balance does not follow from the one before.
    pub misfits: Vec<usize>,
    /// The balance before the earliest row, or after it if it cannot be read, and after the latest row.
    pub opening: i64,
    pub closing: i64,
    /// Balances that have one before them.
    pub(super) compared: usize,
    /// Whether an amount that arrived, and one that left, was checked.
    pub(super) checked: (bool, bool),
}

/// In which order the rows may stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sequence {
    OldestFirst,
    NewestFirst,
    /// The days do not say it.
    Any,
}

/// Compares the balances of rows. The days say whether the oldest or the newest row stands first; where they do not, the
/// order counts in which more rows fit. `None` if no two balances can be compared.
#[must_use]
pub fn prove(lines: &[Line]) -> Option<Proof> {
    prove_in(lines, sequence(lines), 1)
}

/// As [`prove`], in a known sequence; with −1 as `sign`, what arrived is taken for what left and the other way round.
pub(super) fn prove_in(lines: &[Line], sequence: Sequence, sign: i64) -> Option<Proof> {
    let forward = || chain(lines.iter().enumerate(), sign);
    let backward = || chain(lines.iter().enumerate().rev(), sign);
    match sequence {
        Sequence::OldestFirst => forward(),
        Sequence::NewestFirst => backward(),
        Sequence::Any => {
            let (forward, backward) = (forward()?, backward()?);
            Some(if backward.misfits.len() < forward.misfits.len() {
                backward
            } else {
                forward
            })
        }
    }
}

/// Returns in which order the days of rows stand.
pub(super) fn sequence(lines: &[Line]) -> Sequence {
    let mut moments = lines.iter().filter_map(|line| Some(line.movement()?.at));
    let Some(mut before) = moments.next() else {
        return Sequence::Any;
    };
    let (mut rises, mut falls) = (false, false);
    for at in moments {
        rises |= at > before;
        falls |= at < before;
        before = at;
    }
    match (rises, falls) {
        (true, false) => Sequence::OldestFirst,
        (false, true) => Sequence::NewestFirst,
        _ => Sequence::Any,
    }
}

/// Follows the balances of rows from the oldest to the newest.
fn chain<'a>(rows: impl Iterator<Item = (usize, &'a Line)>, sign: i64) -> Option<Proof> {
    let mut misfits = Vec::new();
    let mut opening = None;
    let mut closing = None;
    let mut known: Option<i64> = None;
    let mut with_balance = 0;
    let mut compared = 0;
    let mut checked = (false, false);
    // What was seen since the last balance.
    let mut since = (false, false);
    for (at, line) in rows {
        let (transfer, effect) = match line {
            Line::Nothing => continue,
            // How much it moved is not known.
            Line::Fault(_, balance) => {
                known = *balance;
                opening = opening.or(known);
                closing = known.or(closing);
                since = (false, false);
                continue;
            }
            Line::In(transfer) => (transfer, transfer.amount * sign),
            Line::Out(transfer) => (transfer, -transfer.amount * sign),
        };
        let expected = known.map(|known| known.saturating_add(effect));
        since.0 |= matches!(line, Line::In(_));
        since.1 |= matches!(line, Line::Out(_));
        let Some(balance) = transfer.balance else {
            known = expected;
            closing = expected.or(closing);
            continue;
        };
        with_balance += 1;
        match expected {
            Some(expected) => {
                compared += 1;
                checked = (checked.0 | since.0, checked.1 | since.1);
                if expected != balance {
                    misfits.push(at);
                }
            }
            None => opening = opening.or(Some(balance.saturating_sub(effect))),
        }
        since = (false, false);
        known = Some(balance);
        closing = known;
    }
    misfits.sort_unstable();
    if compared == 0 {
        return None;
    }
    Some(Proof {
        compared,
        rows: with_balance,
        misfits,
        opening: opening?,
        closing: closing?,
        checked,
    })
}
