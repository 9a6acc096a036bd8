//! Derives a winner from a seed and a list. Anyone can repeat it; `vectors.json` beside this file contains examples
//! with which the browser's implementation is tested too.
//!
//! 1. The *list* is every participant's registration identifier, lower-case with dashes, in ascending order, each
//!    followed by a line feed. Its SHA-256 is the list's hash.
//! 2. The *seed* is 32 random bytes. Its SHA-256 is published before the draw, the seed itself (hexadecimal) after it.
//! 3. For `attempt` = 0, 1, …, the number `v` is the first four bytes, big-endian, of HMAC-SHA256 with the seed as key
//!    over [`METHOD`], the list's hash, the round's number, `attempt` and the hall's word, joined by line feeds.
//! 4. With `n` people on the list, an attempt counts when `v` is below the greatest multiple of `n` that is at most
//!    2³²; the winner is then number `v mod n`, counted from 0. Dropping the rest is what makes everyone's chance equal.

use hoi_platform::error::{Error, LocalizedText, Result};
use hoi_platform::files::FileUrl;
use hoi_platform::ids::{AttendanceId, PrizeId};
use hoi_platform::secrets;
use hoi_ticketing::participants::begins_with_given_name;
use ring::hmac;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::NameForm;
use super::seed::Seed;

/// Identifies this method, so that a later one cannot be confused with it.
pub const METHOD: &str = "hoi-lucky-draw-1";

/// A prize that can be won up to `quantity` times.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Prize {
    /// Identifies the prize when it is drawn.
    pub id: PrizeId,
    pub name: String,
    /// How many of this prize are given out.
    pub quantity: i64,
    /// A picture of the prize; null if there is none.
    #[schema(required)]
    pub image: Option<FileUrl>,
}

/// The participants of a round, in the order in which they are counted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pool(Vec<AttendanceId>);

impl Pool {
    /// Creates the list of these people, sorted and without duplicates.
    #[must_use]
    pub fn new(mut people: Vec<AttendanceId>) -> Self {
        people.sort_unstable();
        people.dedup();
        Self(people)
    }

    /// Returns the list as it is stored: 32 hexadecimal digits for each person.
    #[must_use]
    pub fn write(&self) -> String {
        self.0.iter().fold(
            String::with_capacity(self.0.len() * 32),
            |mut text, person| {
                text.push_str(person.0.simple().encode_lower(&mut Uuid::encode_buffer()));
                text
            },
        )
    }

    /// Reads the result of [`Self::write`].
    #[must_use]
    pub fn read(stored: &str) -> Self {
        let people = stored
            .as_bytes()
            .chunks(32)
            .filter_map(|digits| Uuid::try_parse_ascii(digits).ok())
            .map(AttendanceId)
            .collect();
        Self(people)
    }

    /// Returns the list's hash.
    #[must_use]
    pub fn hash(&self) -> String {
        let text = self
            .0
            .iter()
            .fold(String::with_capacity(self.0.len() * 37), |mut text, one| {
                text.push_str(one.0.hyphenated().encode_lower(&mut Uuid::encode_buffer()));
                text.push('\n');
                text
            });
        secrets::digest(text.as_bytes())
    }

    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    #[must_use]
    pub fn people(&self) -> &[AttendanceId] {
        &self.0
    }

    /// Returns whether all people on this list are on `other` too.
    #[must_use]
    pub fn is_within(&self, other: &Self) -> bool {
        let mut others = other.0.iter();
        self.0.iter().all(|one| others.any(|other| other == one))
    }

    /// Returns the winner of round `number`; `None` if the list is empty.
    #[must_use]
    pub fn winner(&self, seed: &Seed, number: i64, word: &str) -> Option<AttendanceId> {
        let at = winning_index(seed, &self.hash(), number, word, self.0.len())?;
        self.0.get(at).copied()
    }
}

/// Returns the winner's index among `size` people; `None` if there are none, or more than the method can count (2³²).
fn winning_index(
    seed: &Seed,
    pool_hash: &str,
    number: i64,
    word: &str,
    size: usize,
) -> Option<usize> {
    let size = u64::try_from(size).ok().filter(|size| *size > 0)?;
    let limit = (1_u64 << 32) / size * size;
    if limit == 0 {
        return None;
    }
    let key = hmac::Key::new(hmac::HMAC_SHA256, &seed.bytes());
    let value = (0..u64::MAX)
        .map(|attempt| {
            let text = format!("{METHOD}\n{pool_hash}\n{number}\n{attempt}\n{word}");
            let tag = hmac::sign(&key, text.as_bytes());
            tag.as_ref()
                .iter()
                .take(4)
                .fold(0_u64, |value, byte| value << 8 | u64::from(*byte))
        })
        .find(|value| *value < limit)?;
    usize::try_from(value % size).ok()
}

/// Returns the prize if some of it are left. `drawn` is the number of its winners.
///
/// # Errors
/// 5008 when the prize is used up or not part of this draw.
pub fn check_left(prizes: &[Prize], id: PrizeId, drawn: i64) -> Result<&Prize> {
    let prize = prizes
        .iter()
        .find(|prize| prize.id == id)
        .ok_or_else(|| Error::Conflict(LocalizedText::new("luckyDraw.prizeGone")))?;
    if drawn >= prize.quantity {
        return Err(Error::Conflict(
            LocalizedText::new("luckyDraw.prizeUsedUp").with("prize", &prize.name),
        ));
    }
    Ok(prize)
}

/// Checks a change of prizes: a prize that was won stays, with at least the quantity that was won. `drawn` returns the
/// number of a prize's winners.
///
/// # Errors
/// 5008 with the first prize whose new quantity is too small.
pub fn check_prizes(
    before: &[Prize],
    after: &[Prize],
    drawn: impl Fn(PrizeId) -> i64,
) -> Result<()> {
    for prize in before {
        let won = drawn(prize.id);
        let left = after
            .iter()
            .find(|other| other.id == prize.id)
            .map_or(0, |other| other.quantity);
        if won > left {
            let message = LocalizedText::new("luckyDraw.prizeWon")
                .with("prize", &prize.name)
                .with("count", won);
            return Err(Error::Conflict(message));
        }
    }
    Ok(())
}

/// Hides a ticket code except for its end, because the whole code lets its holder in.
#[must_use]
pub fn mask_code(code: &str) -> String {
    let hidden = code.chars().count().saturating_sub(3);
    code.chars()
        .enumerate()
        .map(|(at, char)| if at < hidden { '•' } else { char })
        .collect()
}

/// Returns the name of a person on public pages. In a Vietnamese name the family name comes first and the given name
/// last, so "Nguyễn Văn An" becomes "An N."; in a name that is seen to be foreign the given name comes first, so "John
/// Carter" becomes "John C."; a name of one word stays unchanged.
#[must_use]
pub fn public_name(form: NameForm, full_name: &str, ticket_code: &str) -> String {
    match form {
        NameForm::Full => full_name.to_owned(),
        NameForm::GivenInitial => given_initial(full_name),
        NameForm::Code => mask_code(ticket_code),
    }
}

fn given_initial(full_name: &str) -> String {
    let mut words = full_name
        .split_whitespace()
        .filter(|word| word.chars().any(char::is_alphanumeric));
    // Without brackets and points, which are no part of a syllable.
    let bare = words
        .clone()
        .map(|word| word.trim_matches(|char: char| char.is_ascii_punctuation()));
    let name = bare.collect::<Vec<_>>().join(" ");
    let (Some(first), last) = (words.next(), words.next_back()) else {
        return full_name.trim().to_owned();
    };
    let Some(last) = last else {
        return first.to_owned();
    };
    let (given, family) = if begins_with_given_name(&name) {
        (first, last)
    } else {
        (last, first)
    };
    let initial: String = family
        .chars()
        .skip_while(|char| !char.is_alphanumeric())
        .take(1)
        .flat_map(char::to_uppercase)
        .collect();
    format!("{given} {initial}.")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use ring::digest;
    use serde::Deserialize;

    use super::*;

    fn person(number: u128) -> AttendanceId {
        AttendanceId(Uuid::from_u128(number))
    }

    fn seed(number: u64) -> Seed {
        let hash = digest::digest(&digest::SHA256, &number.to_be_bytes());
        Seed::new(hash.as_ref().try_into().unwrap())
    }

    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Draw {
        seed: String,
        seed_hash: String,
        pool: Vec<AttendanceId>,
        pool_hash: String,
        round: i64,
        word: String,
        winner: AttendanceId,
    }

    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Index {
        seed: String,
        pool_hash: String,
        round: i64,
        word: String,
        size: usize,
        #[serde(rename = "index")]
        place: usize,
    }

    #[derive(Deserialize)]
    struct Vectors {
        draws: Vec<Draw>,
        indices: Vec<Index>,
    }

    /// The browser's tests read the same file.
    #[test]
    fn the_published_examples_hold() {
        let vectors: Vectors = serde_json::from_str(include_str!("vectors.json")).unwrap();
        assert!(vectors.draws.len() > 2 && vectors.indices.len() > 5);
        for draw in vectors.draws {
            let (seed, pool) = (Seed::from(draw.seed), Pool::new(draw.pool));
            assert_eq!(seed.hash(), draw.seed_hash);
            assert_eq!(pool.hash(), draw.pool_hash);
            assert_eq!(
                pool.winner(&seed, draw.round, &draw.word),
                Some(draw.winner)
            );
        }
        for at in vectors.indices {
            let found = winning_index(
                &Seed::from(at.seed),
                &at.pool_hash,
                at.round,
                &at.word,
                at.size,
            );
            assert_eq!(found, Some(at.place), "{} people", at.size);
        }
    }

    /// Pearson's test with fixed seeds, so that a correct method always passes and a biased one never does. Critical
    /// values for 1 ‰.
    #[test]
    fn everyone_has_the_same_chance() {
        for (size, critical) in [(2_u32, 10.83), (7, 22.46), (20, 43.82), (50, 85.35)] {
            let pool = Pool::new((0..u128::from(size)).map(person).collect());
            let draws = 1_000 * size;
            let mut won = vec![0_u32; size as usize];
            for number in 0..draws {
                let winner = pool.winner(&seed(u64::from(number)), 1, "").unwrap();
                won[pool.people().iter().position(|one| *one == winner).unwrap()] += 1;
            }
            let expected = f64::from(draws) / f64::from(size);
            let deviation: f64 = won
                .iter()
                .map(|count| (f64::from(*count) - expected).powi(2) / expected)
                .sum();
            assert!(deviation < critical, "{size} people: {deviation}");
        }
    }

    /// With three quarters of 2³² people, a plain remainder would give a third of them double the chance.
    #[test]
    fn a_list_that_does_not_divide_is_no_advantage() {
        let size = 3 << 30;
        let draws = 6_000;
        let low = (0..draws)
            .filter(|number| winning_index(&seed(*number), "hash", 1, "", size).unwrap() < size / 3)
            .count();
        // Three standard deviations around a third; without step 4 the share would be a half.
        assert!((1_890..2_110).contains(&low), "{low} of {draws}");
    }

    #[test]
    fn everything_that_was_published_decides() {
        let pool = Pool::new((0..1_000).map(person).collect());
        let other = Pool::new((1..1_001).map(person).collect());
        let first = pool.winner(&seed(1), 1, "");
        assert_ne!(pool.hash(), other.hash());
        assert_ne!(first, pool.winner(&seed(2), 1, ""));
        assert_ne!(first, pool.winner(&seed(1), 2, ""));
        assert_ne!(first, pool.winner(&seed(1), 1, "hoa sen"));
        assert_eq!(Pool::new(Vec::new()).winner(&seed(1), 1, ""), None);
    }

    #[test]
    fn strangers_see_the_end_of_a_code() {
        assert_eq!(mask_code("7K2M9QXA4T0B"), "•••••••••T0B");
        assert_eq!(mask_code("AB"), "AB");
    }

    #[test]
    fn a_name_is_shortened_to_the_given_name_and_an_initial() {
        for (full, short) in [
            ("Nguyễn Văn An", "An N."),
            ("Đặng Ánh", "Ánh Đ."),
            ("  trần   thị  bình ", "bình T."),
            ("An", "An"),
            ("", ""),
            ("(Lê) Minh Châu -", "Châu L."),
            ("John Carter", "John C."),
            ("Jean-Luc de Villiers", "Jean-Luc V."),
            ("Alex Nguyễn", "Alex N."),
            ("Bình Trần", "Bình T."),
            ("Nguyễn Alex", "Alex N."),
        ] {
            assert_eq!(public_name(NameForm::GivenInitial, full, "x"), short);
        }
        assert_eq!(public_name(NameForm::Full, "Đặng Ánh", "x"), "Đặng Ánh");
        let code = public_name(NameForm::Code, "Đặng Ánh", "7K2M9QXA4T0B");
        assert_eq!(code, "•••••••••T0B");
    }

    fn prize(number: u128, quantity: i64) -> Prize {
        Prize {
            id: PrizeId(Uuid::from_u128(number)),
            name: format!("Giải {number}"),
            quantity,
            image: None,
        }
    }

    #[test]
    fn no_prize_is_given_out_more_often_than_it_is_there() {
        let prizes = [prize(1, 2), prize(2, 1)];
        let id = prizes[0].id;
        assert_eq!(check_left(&prizes, id, 1).unwrap().quantity, 2);
        assert_eq!(check_left(&prizes, id, 2).unwrap_err().code(), 5008);
        let unknown = PrizeId(Uuid::from_u128(9));
        assert_eq!(check_left(&prizes, unknown, 0).unwrap_err().code(), 5008);
    }

    #[test]
    fn won_prizes_stay() {
        let before = [prize(1, 3), prize(2, 1)];
        let won = |id: PrizeId| if id == before[0].id { 2 } else { 0 };
        assert!(check_prizes(&before, &[prize(1, 2)], won).is_ok());
        assert!(check_prizes(&before, &[prize(1, 1)], won).is_err());
        assert!(check_prizes(&before, &[prize(2, 1)], won).is_err());
    }

    proptest! {
        #[test]
        fn a_list_is_stored_as_it_is(people in proptest::collection::vec(any::<u128>(), 0..50)) {
            let pool = Pool::new(people.into_iter().map(person).collect());
            prop_assert_eq!(&Pool::read(&pool.write()), &pool);
        }

        #[test]
        fn is_within_means_a_subset(
            some in proptest::collection::btree_set(0_u128..12, 0..8),
            all in proptest::collection::btree_set(0_u128..12, 0..12),
        ) {
            let pool = |people: &std::collections::BTreeSet<u128>| {
                Pool::new(people.iter().copied().map(person).collect())
            };
            prop_assert_eq!(pool(&some).is_within(&pool(&all)), some.is_subset(&all));
        }
    }
}
