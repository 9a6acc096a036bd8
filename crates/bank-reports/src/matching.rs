//! The payments that a transfer makes. A transfer pays if its text names a due payment and its amount is exactly that;
//! everything else is left to a person, with the reason and, if there is one, the due payment (`Claim`) that is probably meant.

use std::collections::HashMap;
use std::hash::Hash;

use hoi_i18n::fold_for_search;
use jiff::civil::{Date, DateTime};
use serde::{Deserialize, Serialize};

use crate::reference::References;

/// Letters that a payer's name has at least to be looked for in a text: shorter ones stand in other words.
const MIN_NAME: usize = 6;

/// A payment that is due, or was.
#[derive(Debug, Clone)]
pub struct Claim<K> {
    pub key: K,
    pub reference: String,
    /// In dong.
    pub amount: i64,
    pub state: ClaimState,
    /// The day since which the reference exists, in Vietnam.
    pub since: Date,
}

/// Whether a claim can still be paid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClaimState {
    Due,
    Paid,
    /// The registration to be paid for is cancelled.
    Cancelled,
    /// It is to be paid on another account.
    OtherAccount,
}

/// A transfer, as far as it matters here.
#[derive(Debug, Clone)]
pub struct Money {
    /// In dong.
    pub amount: i64,
    /// When it arrived, in Vietnam.
    pub at: DateTime,
    /// The references in its text.
    pub named: References,
}

/// Why a person decides about a transfer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Reason {
    /// Less than is due.
    Under,
    /// More than is due.
    Over,
    /// The text names nothing that is due.
    Unknown,
    /// The named claim is paid already.
    Double,
    /// The named claim is cancelled.
    Cancelled,
    /// The reference has one wrong character.
    OneWrong,
    /// The text names several claims, and the amount is not their sum.
    Several,
    /// It arrived on another account than the one named for the payment.
    OtherAccount,
    /// It arrived before the reference existed.
    Earlier,
}

/// The decision on a transfer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict<K> {
    /// It pays these claims completely.
    Pays(Vec<K>),
    /// A person decides.
    Review {
        reason: Reason,
        /// The claim that is probably meant.
        suggestion: Option<K>,
    },
}

/// Claims by their references.
#[derive(Debug, Clone)]
pub struct Claims<K> {
    by_reference: HashMap<String, Claim<K>>,
}

impl<K: Clone + Eq + Hash> Claims<K> {
    /// Collects claims. Of several with the same reference the last counts.
    pub fn new(claims: impl IntoIterator<Item = Claim<K>>) -> Self {
        let claims = claims.into_iter();
        Self {
            by_reference: claims
                .map(|claim| (claim.reference.clone(), claim))
                .collect(),
        }
    }

    /// Judges transfers in the order of their time, whatever the order of the list; `id` decides between equal times.
    /// A claim that one of them pays counts as paid for the next. Returns the verdicts in the order of the list.
    pub fn judge_all<I: Ord>(&mut self, transfers: &[(I, Money)]) -> Vec<Verdict<K>> {
        let mut order: Vec<usize> = (0..transfers.len()).collect();
        order.sort_by_key(|at| transfers.get(*at).map(|(id, money)| (money.at, id)));
        let mut verdicts: Vec<Option<Verdict<K>>> = transfers.iter().map(|_| None).collect();
        for at in order {
            if let (Some((_, money)), Some(verdict)) = (transfers.get(at), verdicts.get_mut(at)) {
                *verdict = Some(self.judge(money));
            }
        }
        verdicts.into_iter().flatten().collect()
    }

    /// Judges one transfer, and marks the claims that it pays as paid.
    pub fn judge(&mut self, money: &Money) -> Verdict<K> {
        let found = &money.named;
        let known = |names: &[String]| -> Vec<&Claim<K>> {
            let claims = names.iter().filter_map(|name| self.by_reference.get(name));
            claims.collect()
        };
        let named = known(&found.exact);
        let verdict = match named.as_slice() {
            [] => match known(&found.near).as_slice() {
                [] => review(Reason::Unknown, None),
                [near] => review(Reason::OneWrong, Some(near)),
                _ => review(Reason::OneWrong, None),
            },
            [claim] => judge_one(claim, money),
            claims => judge_several(claims, money),
        };
        if let Verdict::Pays(_) = verdict {
            for reference in &found.exact {
                if let Some(claim) = self.by_reference.get_mut(reference) {
                    claim.state = ClaimState::Paid;
                }
            }
        }
        verdict
    }

    /// Returns the claims among which a person may split a transfer: its text names several, all of them can be paid, and
    /// its amount is their sum. Unlike for [`Self::judge`], it may have arrived before a reference existed.
    pub fn split(&self, money: &Money) -> Option<Vec<K>> {
        let claims: Vec<_> = self.claims_in(money).collect();
        let is_payable = claims.iter().all(|claim| claim.state == ClaimState::Due);
        let is_split = claims.len() > 1 && is_payable && sum(&claims) == Some(money.amount);
        is_split.then(|| claims.iter().map(|claim| claim.key.clone()).collect())
    }

    /// Returns the claims that a transfer's text names, in the text's order, whether they can be paid or not.
    pub fn named(&self, money: &Money) -> Vec<K> {
        let claims = self.claims_in(money);
        claims.map(|claim| claim.key.clone()).collect()
    }

    fn claims_in(&self, money: &Money) -> impl Iterator<Item = &Claim<K>> {
        let references = money.named.exact.iter();
        references.filter_map(move |name| self.by_reference.get(name))
    }
}

fn sum<K>(claims: &[&Claim<K>]) -> Option<i64> {
    let mut claims = claims.iter();
    claims.try_fold(0_i64, |sum, claim| sum.checked_add(claim.amount))
}

fn review<K: Clone>(reason: Reason, suggestion: Option<&Claim<K>>) -> Verdict<K> {
    Verdict::Review {
        reason,
        suggestion: suggestion.map(|claim| claim.key.clone()),
    }
}

fn judge_one<K: Clone>(claim: &Claim<K>, money: &Money) -> Verdict<K> {
    match obstacle(claim, money) {
        Some(reason) => review(reason, Some(claim)),
        None if money.amount < claim.amount => review(Reason::Under, Some(claim)),
        None if money.amount > claim.amount => review(Reason::Over, Some(claim)),
        None => Verdict::Pays(vec![claim.key.clone()]),
    }
}

/// Returns why the claim cannot be paid by this transfer, whatever the amount.
fn obstacle<K>(claim: &Claim<K>, money: &Money) -> Option<Reason> {
    match claim.state {
        ClaimState::Cancelled => Some(Reason::Cancelled),
        ClaimState::Paid => Some(Reason::Double),
        ClaimState::OtherAccount => Some(Reason::OtherAccount),
        ClaimState::Due if money.at.date() < claim.since => Some(Reason::Earlier),
        ClaimState::Due => None,
    }
}

fn judge_several<K: Clone>(claims: &[&Claim<K>], money: &Money) -> Verdict<K> {
    let open = claims.iter().find(|claim| obstacle(claim, money).is_none());
    let is_all_open = claims.iter().all(|claim| obstacle(claim, money).is_none());
    if is_all_open && sum(claims) == Some(money.amount) {
        return Verdict::Pays(claims.iter().map(|claim| claim.key.clone()).collect());
    }
    review(Reason::Several, open.copied())
}

/// Debtors, to be found by their names. A match is a suggestion and never pays.
pub struct Names<K> {
    /// By the owed amount, with their names between spaces.
    by_amount: HashMap<i64, Vec<(K, String)>>,
}

impl<K: Clone> Names<K> {
    /// Collects debtors, each with their name and owed amount. Names that are too short to be looked for are left out.
    pub fn new(people: impl IntoIterator<Item = (K, String, i64)>) -> Self {
        let mut by_amount: HashMap<_, Vec<_>> = HashMap::new();
        for (key, name, owed) in people {
            let name = fold_for_search(&name);
            if name.len() >= MIN_NAME {
                let alike = by_amount.entry(owed).or_default();
                alike.push((key, format!(" {name} ")));
            }
        }
        Self { by_amount }
    }

    /// Returns the only debtor of exactly this amount whose name stands in the text or is the payer's; `None` if
    /// there are several or none.
    pub fn find(&self, amount: i64, text: &str, payer: Option<&str>) -> Option<K> {
        let said = fold_for_search(&format!("{text} {}", payer.unwrap_or_default()));
        let said = format!(" {said} ");
        let alike = self.by_amount.get(&amount)?.iter();
        let mut fitting = alike.filter(|(_, name)| said.contains(name));
        let (key, _) = fitting.next()?;
        fitting.next().is_none().then(|| key.clone())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};
    use std::time::Instant;

    use hoi_vietqr::reference::generate;
    use jiff::civil::{date, datetime};
    use proptest::prelude::*;

    use super::*;
    use crate::reference::references;

    const DAY: DateTime = datetime(2026, 3, 1, 10, 0, 0, 0);

    fn claim(key: u64, amount: i64) -> Claim<u64> {
        Claim {
            key,
            reference: generate(key * 7_919),
            amount,
            state: ClaimState::Due,
            since: date(2026, 1, 1),
        }
    }

    fn money(amount: i64, text: &str) -> Money {
        Money {
            amount,
            at: DAY,
            named: references(text),
        }
    }

    fn reason(verdict: &Verdict<u64>) -> Option<(Reason, Option<u64>)> {
        match verdict {
            Verdict::Pays(_) => None,
            Verdict::Review { reason, suggestion } => Some((*reason, *suggestion)),
        }
    }

    #[test]
    fn only_the_exact_amount_pays() {
        let one = claim(1, 250_000);
        let text = format!("MBVCB.1.{}.CT", one.reference);
        let judge = |amount| Claims::new([one.clone()]).judge(&money(amount, &text));
        assert_eq!(judge(250_000), Verdict::Pays(vec![1]));
        assert_eq!(reason(&judge(249_999)), Some((Reason::Under, Some(1))));
        assert_eq!(reason(&judge(250_001)), Some((Reason::Over, Some(1))));
        assert_eq!(reason(&judge(-250_000)), Some((Reason::Under, Some(1))));
        assert_eq!(reason(&judge(i64::MAX)), Some((Reason::Over, Some(1))));
    }

    #[test]
    fn every_obstacle_has_its_reason() {
        for (state, expected) in [
            (ClaimState::Paid, Reason::Double),
            (ClaimState::Cancelled, Reason::Cancelled),
            (ClaimState::OtherAccount, Reason::OtherAccount),
        ] {
            let one = Claim {
                state,
                ..claim(1, 5_000)
            };
            let text = one.reference.clone();
            let verdict = Claims::new([one]).judge(&money(5_000, &text));
            assert_eq!(reason(&verdict), Some((expected, Some(1))));
        }
        let one = claim(1, 5_000);
        let mut old = money(5_000, &one.reference);
        old.at = datetime(2025, 3, 1, 10, 0, 0, 0);
        let verdict = Claims::new([one.clone()]).judge(&old);
        assert_eq!(reason(&verdict), Some((Reason::Earlier, Some(1))));
        let verdict = Claims::new([one]).judge(&money(5_000, "cam on"));
        assert_eq!(reason(&verdict), Some((Reason::Unknown, None)));
    }

    #[test]
    fn a_transfer_before_a_reference_existed_is_split_by_a_person_alone() {
        let (one, two) = (claim(1, 5_000), claim(2, 7_000));
        let text = format!("{} va {}", one.reference, two.reference);
        let later = Claim {
            since: date(2026, 3, 2),
            ..two.clone()
        };
        let mut claims = Claims::new([one.clone(), later.clone()]);
        let verdict = claims.judge(&money(12_000, &text));
        assert_eq!(reason(&verdict), Some((Reason::Several, Some(1))));
        let split = claims.split(&money(12_000, &text)).unwrap();
        assert_eq!(split.into_iter().collect::<BTreeSet<_>>(), [1, 2].into());
        assert_eq!(claims.split(&money(11_999, &text)), None);
        assert_eq!(claims.split(&money(5_000, &one.reference)), None);
        let paid = Claim {
            state: ClaimState::Paid,
            ..later
        };
        let claims = Claims::new([one, paid]);
        assert_eq!(claims.split(&money(12_000, &text)), None);
        // All that the text names are told, whatever they owe.
        assert_eq!(claims.named(&money(11_999, &text)), [1, 2]);
    }

    #[test]
    fn a_second_transfer_is_double() {
        let one = claim(1, 5_000);
        let text = one.reference.clone();
        let mut claims = Claims::new([one]);
        assert_eq!(claims.judge(&money(5_000, &text)), Verdict::Pays(vec![1]));
        let again = claims.judge(&money(5_000, &text));
        assert_eq!(reason(&again), Some((Reason::Double, Some(1))));
    }

    #[test]
    fn a_name_is_suggested_if_only_one_fits() {
        let people = [
            (1_u64, "Nguyễn Văn An", 5_000),
            (2, "Trần Thị Bích", 5_000),
            (3, "An", 5_000),
        ];
        let ask = |amount, text: &str, payer| {
            let people = people.iter();
            let people = people.map(|(key, name, owed)| (*key, (*name).to_owned(), *owed));
            Names::new(people).find(amount, text, payer)
        };
        assert_eq!(ask(5_000, "NGUYEN VAN AN chuyen tien", None), Some(1));
        assert_eq!(ask(5_000, "ve", Some("TRAN THI BICH")), Some(2));
        assert_eq!(ask(4_000, "NGUYEN VAN AN", None), None);
        assert_eq!(ask(5_000, "NGUYEN VAN ANH", None), None);
        assert_eq!(ask(5_000, "An", None), None);
        assert_eq!(ask(5_000, "NGUYEN VAN AN va TRAN THI BICH", None), None);
    }

    /// Identifier, amount, text and hour of a transfer.
    type Sent = (u64, i64, String, i8);

    /// Claims, and transfers that name some of them, with amounts that often fit.
    fn cases() -> impl Strategy<Value = (Vec<Claim<u64>>, Vec<Sent>)> {
        let claims = prop::collection::vec((1_i64..5, 0_u8..10), 1..8).prop_map(|amounts| {
            let claims = amounts.into_iter().zip(1_u64..);
            let claims = claims.map(|((amount, state), key)| Claim {
                state: match state {
                    0 => ClaimState::Paid,
                    1 => ClaimState::Cancelled,
                    2 => ClaimState::OtherAccount,
                    _ => ClaimState::Due,
                },
                ..claim(key, amount * 1_000)
            });
            claims.collect::<Vec<_>>()
        });
        claims
            .prop_flat_map(|claims| {
                let count = claims.len();
                let of = claims.clone();
                let transfer = (
                    prop::collection::vec(0..count, 0..4),
                    prop_oneof![3 => Just(0_i64), 1 => -2_000_i64..3_000],
                    0_i8..24,
                )
                    .prop_map(move |(named, off, hour)| {
                        let named: BTreeSet<_> = named.into_iter().collect();
                        let sum: i64 = named.iter().map(|at| of[*at].amount).sum();
                        let text: Vec<_> =
                            named.iter().map(|at| of[*at].reference.as_str()).collect();
                        (sum + off, text.join(" va "), hour)
                    });
                (Just(claims), prop::collection::vec(transfer, 0..12))
            })
            .prop_map(|(claims, transfers)| {
                let transfers = transfers.into_iter().zip(0_u64..);
                let transfers =
                    transfers.map(|((amount, text, hour), id)| (id, amount, text, hour));
                (claims, transfers.collect())
            })
    }

    fn verdicts(claims: &[Claim<u64>], transfers: &[Sent]) -> BTreeMap<u64, Verdict<u64>> {
        let transfers: Vec<_> = transfers
            .iter()
            .map(|(id, amount, text, hour)| {
                let at = datetime(2026, 3, 1, *hour, 0, 0, 0);
                (
                    *id,
                    Money {
                        amount: *amount,
                        at,
                        named: references(text),
                    },
                )
            })
            .collect();
        let judged = Claims::new(claims.to_vec()).judge_all(&transfers);
        assert_eq!(judged.len(), transfers.len());
        transfers.iter().map(|(id, _)| *id).zip(judged).collect()
    }

    proptest! {
        #[test]
        fn nothing_is_paid_twice_and_each_transfer_pays_exactly_its_amount((claims, transfers) in cases()) {
            let mut paid = BTreeSet::new();
            for (id, verdict) in verdicts(&claims, &transfers) {
                if let Verdict::Pays(keys) = verdict {
                    let (_, amount, text, _) = transfers.iter().find(|transfer| transfer.0 == id).unwrap();
                    let mut sum = 0;
                    for key in keys {
                        prop_assert!(paid.insert(key), "{key} is paid twice");
                        let claim = claims.iter().find(|claim| claim.key == key).unwrap();
                        prop_assert_eq!(claim.state, ClaimState::Due);
                        prop_assert!(text.contains(&claim.reference));
                        sum += claim.amount;
                    }
                    prop_assert_eq!(sum, *amount);
                }
            }
        }

        #[test]
        fn the_order_of_arrival_changes_nothing(
            (claims, transfers) in cases(),
            shuffle in any::<prop::sample::Index>(),
        ) {
            let expected = verdicts(&claims, &transfers);
            let mut other = transfers.clone();
            if !other.is_empty() {
                let by = shuffle.index(other.len());
                other.rotate_left(by);
                other.reverse();
            }
            prop_assert_eq!(verdicts(&claims, &other), expected);
        }

        #[test]
        fn one_wrong_character_never_pays_and_is_suggested(
            random in any::<u64>(),
            at in 0_usize..10,
            to in prop::sample::select((b'0'..=b'9').chain(b'A'..=b'Z').collect::<Vec<_>>()),
        ) {
            let one = Claim { reference: generate(random), ..claim(1, 5_000) };
            let mut wrong = one.reference.clone().into_bytes();
            prop_assume!(wrong[at] != to);
            wrong[at] = to;
            let wrong = String::from_utf8(wrong).unwrap();
            let verdict = Claims::new([one]).judge(&money(5_000, &wrong));
            prop_assert_eq!(reason(&verdict), Some((Reason::OneWrong, Some(1))));
        }

        #[test]
        fn any_text_and_amount_is_judged(text in any::<String>(), amount in any::<i64>(), owed in any::<i64>()) {
            let (one, two) = (claim(1, owed), claim(2, i64::MAX));
            let both = format!("{} {} {text}", one.reference, two.reference);
            let mut claims = Claims::new([one, two]);
            claims.judge(&money(amount, &text));
            claims.judge(&money(amount, &both));
        }
    }

    /// Prints the seconds with `cargo test --release -p hoi-bank-reports -- --nocapture`.
    #[test]
    fn a_hundred_thousand_transfers_meet_fifty_thousand_references() {
        let claims: Vec<_> = (1..=50_000_u64).map(|key| claim(key, 250_000)).collect();
        let texts: Vec<String> = (0..100_000_u64)
            .map(|at| match at % 4 {
                0 => format!("Nguyễn Văn A chuyển khoản {at}"),
                1 => format!(
                    "IBFT EVENT {at} {}",
                    claims[(at / 2) as usize].reference.replace('7', "1")
                ),
                _ => format!(
                    "MBVCB.{at}.{}.CT tu 0123456789 NGUYEN VAN A",
                    claims[(at / 2) as usize].reference
                ),
            })
            .collect();
        let began = Instant::now();
        let transfers: Vec<_> = texts
            .iter()
            .zip(0_u64..)
            .map(|(text, id)| (id, money(250_000, text)))
            .collect();
        let verdicts = Claims::new(claims).judge_all(&transfers);
        let took = began.elapsed();
        let paid = verdicts
            .iter()
            .filter(|verdict| matches!(verdict, Verdict::Pays(_)))
            .count();
        println!("100,000 transfers against 50,000 references: {took:?}, {paid} pay");
        assert!(paid >= 25_000);
        // The goal is five seconds with optimisation; without it, the test only has to end.
        assert!(took.as_secs() < if cfg!(debug_assertions) { 60 } else { 5 });
    }
}
