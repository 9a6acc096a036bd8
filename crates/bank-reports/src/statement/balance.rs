//! The proof of a statement: each balance is the one before it, plus arrived and minus left amounts.

use std::cmp::Ordering;

use super::Line;

/// The rows as they were read, compared with the balances.
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
/// order counts in which more rows fit. The earliest row is compared with the `opening` balance that the file names (see
/// [`super::opening`]). `None` if no two balances can be compared.
#[must_use]
pub fn prove(lines: &[Line], opening: Option<i64>) -> Option<Proof> {
    prove_in(lines, opening, sequence(lines), 1)
}

/// As [`prove`], in a known sequence; with −1 as `sign`, arrived and left amounts are exchanged.
pub(super) fn prove_in(
    lines: &[Line],
    opening: Option<i64>,
    sequence: Sequence,
    sign: i64,
) -> Option<Proof> {
    let forward = || chain(lines.iter().enumerate(), opening, sign);
    let backward = || chain(lines.iter().enumerate().rev(), opening, sign);
    match sequence {
        Sequence::OldestFirst => forward(),
        Sequence::NewestFirst => backward(),
        Sequence::Any => {
            let (forward, backward) = match (forward(), backward()) {
                (Some(forward), Some(backward)) => (forward, backward),
                // Rows that compare in one order only may confirm, but contradict nothing.
                (one, other) => return one.or(other).filter(|proof| proof.misfits.is_empty()),
            };
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
    let mut moments = lines.iter().filter_map(|line| Some(line.moved()?.at));
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

/// The direction of a row, from its balance and the one before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Step {
    Arrived,
    Left,
    /// There is no balance before it.
    Open,
    /// The amount lies not between the balances.
    Misfit,
}

/// Steps of all rows that move money, from the first to the last.
struct Steps {
    rows: Vec<(usize, Step)>,
    misfits: usize,
    /// Whether the earliest row follows from the opening balance.
    is_opened: bool,
}

/// Gives each row the direction that its balance and the one before it prove. A row without a balance before it stays
/// open, unless it is the only one and a person has given its direction. A row whose amount does not fit the balances
/// counts as left, which the proof then contradicts.
pub(super) fn direct(lines: &mut [Line], opening: Option<i64>, open_arrived: Option<bool>) {
    let forward = steps(lines.iter().enumerate(), opening);
    let mut backward = steps(lines.iter().enumerate().rev(), opening);
    backward.rows.reverse();
    let mut steps = match sequence(lines) {
        Sequence::OldestFirst => forward.rows,
        Sequence::NewestFirst => backward.rows,
        Sequence::Any => agreed(forward, backward),
    };
    let mut open = steps.iter_mut().filter(|(_, step)| *step == Step::Open);
    if let (Some((_, step)), None, Some(has_arrived)) = (open.next(), open.next(), open_arrived) {
        *step = if has_arrived {
            Step::Arrived
        } else {
            Step::Left
        };
    }
    for (at, step) in steps {
        let Some(line) = lines.get_mut(at) else {
            continue;
        };
        let Line::In(transfer) = &*line else { continue };
        *line = match step {
            Step::Arrived => continue,
            Step::Left | Step::Misfit => Line::Out(transfer.clone()),
            Step::Open => Line::Open(transfer.clone()),
        };
    }
}

/// The steps in the order of rows that fits better; where both fit, the steps that agree.
fn agreed(forward: Steps, backward: Steps) -> Vec<(usize, Step)> {
    let rank = |steps: &Steps| (steps.misfits, !steps.is_opened);
    match rank(&forward).cmp(&rank(&backward)) {
        Ordering::Less => return forward.rows,
        Ordering::Greater => return backward.rows,
        Ordering::Equal => {}
    }
    let pairs = forward.rows.into_iter().zip(backward.rows);
    let agreed = pairs.map(|((at, one), (_, other))| {
        let step = match (one, other) {
            (Step::Misfit, _) | (_, Step::Misfit) => Step::Misfit,
            _ if one == other => one,
            _ => Step::Open,
        };
        (at, step)
    });
    agreed.collect()
}

fn steps<'a>(rows: impl Iterator<Item = (usize, &'a Line)>, opening: Option<i64>) -> Steps {
    let mut found = Steps {
        rows: Vec::new(),
        misfits: 0,
        is_opened: false,
    };
    let mut known: Option<i64> = None;
    let mut is_first = true;
    let between = |before: i64, after: i64, amount: i64| match after.saturating_sub(before) {
        difference if difference == amount => Step::Arrived,
        difference if difference == -amount => Step::Left,
        _ => Step::Misfit,
    };
    for (at, line) in rows {
        let transfer = match line {
            Line::Nothing | Line::Unsettled(_) => continue,
            Line::Fault(_, balance) => {
                known = *balance;
                is_first = false;
                continue;
            }
            Line::Unstated(transfer) => {
                known = transfer.balance;
                is_first = false;
                continue;
            }
            Line::In(transfer) | Line::Out(transfer) | Line::Open(transfer) => transfer,
        };
        let step = match (known, transfer.balance) {
            (Some(known), Some(balance)) => between(known, balance, transfer.amount),
            // The named opening balance may belong to another period.
            (None, Some(balance)) if is_first => {
                let first = opening.map(|opening| between(opening, balance, transfer.amount));
                let first = first.filter(|step| *step != Step::Misfit);
                found.is_opened = first.is_some();
                first.unwrap_or(Step::Open)
            }
            _ => Step::Open,
        };
        found.misfits += usize::from(step == Step::Misfit);
        found.rows.push((at, step));
        known = transfer.balance;
        is_first = false;
    }
    found
}

/// Follows the balances of rows from the oldest to the newest.
fn chain<'a>(
    rows: impl Iterator<Item = (usize, &'a Line)>,
    named: Option<i64>,
    sign: i64,
) -> Option<Proof> {
    let mut misfits = Vec::new();
    let mut opening = None;
    let mut closing = None;
    let mut known: Option<i64> = None;
    let mut with_balance = 0;
    let mut compared = 0;
    let mut checked = (false, false);
    // Whether rows that arrived or left were seen since the last compared balance.
    let mut since = (false, false);
    for (at, line) in rows {
        let (transfer, effect) = match line {
            Line::Nothing | Line::Unsettled(_) => continue,
            // How it changed the balance is not known.
            Line::Fault(..) | Line::Open(_) | Line::Unstated(_) => {
                known = match line {
                    Line::Fault(_, balance) => *balance,
                    line => line.moved().and_then(|transfer| transfer.balance),
                };
                opening = opening.or(known);
                closing = known.or(closing);
                since = (false, false);
                continue;
            }
            Line::In(transfer) => (transfer, transfer.amount * sign),
            Line::Out(transfer) => (transfer, -transfer.amount * sign),
        };
        // The named balance may belong to another period. It belongs to this one if the earliest row leads from it to its own
        // balance, in whichever direction.
        if opening.is_none() && known.is_none() {
            known = named.filter(|named| {
                let change = transfer
                    .balance
                    .map(|balance| balance.saturating_sub(*named));
                change.is_some_and(|change| change == effect || change == -effect)
            });
            opening = known;
        }
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
