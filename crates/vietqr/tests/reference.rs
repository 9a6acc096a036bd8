//! The payment reference, and the typing errors its check character must catch.

use hoi_vietqr::reference::{generate, is_valid};
use proptest::prelude::*;

const ALPHABET: &str = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";

fn with(reference: &str, place: usize, character: char) -> String {
    reference
        .chars()
        .enumerate()
        .map(|(i, c)| if i == place { character } else { c })
        .collect()
}

fn swapped(reference: &str, a: usize, b: usize) -> String {
    let mut characters: Vec<char> = reference.chars().collect();
    characters.swap(a, b);
    characters.into_iter().collect()
}

/// Generates references with every pair of values for every pair of neighbouring random characters. Together they
/// contain every value at every position, including the check character's.
fn references() -> impl Iterator<Item = String> {
    let pairs = (0..6)
        .flat_map(|place| (0..31u64).flat_map(move |a| (0..31u64).map(move |b| (place, a, b))));
    pairs.map(|(place, a, b)| generate((a + 31 * b) * 31u64.pow(place)))
}

#[test]
fn every_single_wrong_character_is_caught() {
    let all_values_everywhere =
        (0..7).flat_map(|place| (0..31u64).map(move |a| generate(a * 31u64.pow(place))));
    for reference in all_values_everywhere {
        assert!(is_valid(&reference), "{reference}");
        for place in 0..reference.len() {
            let original = reference.chars().nth(place).unwrap();
            for other in ('0'..='9')
                .chain('A'..='Z')
                .filter(|other| *other != original)
            {
                let wrong = with(&reference, place, other);
                assert!(!is_valid(&wrong), "{wrong} passes for {reference}");
            }
        }
    }
}

#[test]
fn every_swap_of_two_characters_is_caught() {
    for reference in references() {
        for a in 0..reference.len() {
            for b in a + 1..reference.len() {
                let wrong = swapped(&reference, a, b);
                assert!(
                    wrong == reference || !is_valid(&wrong),
                    "{wrong} passes for {reference}"
                );
            }
        }
    }
}

#[test]
fn nothing_but_a_reference_is_one() {
    let reference = generate(0);
    let long = format!("{reference}2");
    let lower = reference.to_lowercase();
    let spaced = format!(" {reference}");
    for wrong in [
        "",
        "EV",
        "EV2222222",
        "XY22222222",
        "EVế2222222",
        &long,
        &lower,
        &spaced,
    ] {
        assert!(!is_valid(wrong), "{wrong:?}");
    }
}

#[test]
fn different_random_numbers_give_different_references() {
    let all: std::collections::HashSet<String> = (0..100_000).map(generate).collect();
    assert_eq!(all.len(), 100_000);
    assert_ne!(generate(31u64.pow(7) - 1), generate(0));
}

proptest! {
    #[test]
    fn a_reference_is_ten_characters_of_the_alphabet(random: u64) {
        let reference = generate(random);
        prop_assert_eq!(reference.len(), 10);
        prop_assert!(reference.starts_with("EV"));
        prop_assert!(reference.chars().all(|c| ALPHABET.contains(c)), "{}", reference);
        prop_assert!(is_valid(&reference));
    }
}
