//! Changed copies of signed texts, for tests.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;

/// Texts that differ from `genuine` in a few characters, or are something else.
pub fn forged(genuine: String) -> impl Strategy<Value = String> {
    let put = prop_oneof!["[0-9a-f.]{0,3}", "[0-9A-F+ .-]{0,3}", "\\PC{0,3}"];
    let change = (any::<Index>(), 0..4_usize, put);
    let changed = vec(change, 1..4).prop_map({
        let genuine: Vec<char> = genuine.chars().collect();
        move |changes| {
            let mut text = genuine.clone();
            for (at, taken, put) in changes {
                let at = at.index(text.len() + 1);
                let end = (at + taken).min(text.len());
                text.splice(at..end, put.chars());
            }
            text.into_iter().collect()
        }
    });
    let texts = prop_oneof![8 => changed, 1 => "[0-9a-f.]{0,120}", 1 => "\\PC{0,80}"];
    texts.prop_filter("it is genuine", move |text| *text != genuine)
}
