//! Which words can be Vietnamese: a beginning, a rhyme, and a tone that the rhyme can have.

use std::collections::HashSet;
use std::sync::LazyLock;

use unicode_normalization::{UnicodeNormalization as _, char::is_combining_mark};

const BEGINNINGS: [&str; 27] = [
    "", "b", "c", "ch", "d", "đ", "g", "gh", "gi", "h", "k", "kh", "l", "m", "n", "ng", "ngh",
    "nh", "p", "ph", "r", "s", "t", "th", "tr", "v", "x",
];

/// Rhymes without their tone, as they are spelled.
static RHYMES: LazyLock<HashSet<&str>> = LazyLock::new(|| {
    set(
        "a ac ach ai am an ang anh ao ap at au ay ăc ăk ăm ăn ăng ăp ăt âc âm ân âng âp ât âu ây \
    e ec em en eng eo ep et ê êch êm ên ênh êp êt êu \
    i ia ich iêc iêm iên iêng iêp iêt iêu im in inh ip it iu \
    o oa oac oach oai oam oan oang oanh oao oap oat oay oăc oăm oăn oăng oăt oc oe oen oeo oet oi om on ong ooc \
    oong op ot ô ôc ôi ôm ôn ông ôp ôt ơ ơi ơm ơn ơp ơt \
    u ua uân uâng uât uây uc uê uêch uênh ui um un ung uôc uôi uôm uôn uông uôt uơ up ut uy uya uych uyên uyêt \
    uynh uyt uyu ư ưa ưc ưi ươc ươi ươm ươn ương ươp ươt ươu ưng ưt ưu y yêm yên yêng yêt yêu",
    )
});
/// Rhymes that follow `qu` only, whose `u` is part of the beginning.
static AFTER_QU: LazyLock<HashSet<&str>> = LazyLock::new(|| {
    set(
        "a ac ach ai an ang anh ao ap at au ay ăc ăm ăn ăng ăp ăt ân âng ât âu ây e en eo et ê êch ên \
    ênh êt êu i in it iu ôc ôi ôn ơ ơi ơn ơt y ych yên yêt ynh yt yu",
    )
});

/// Returns whether `word` is spelled like a Vietnamese syllable, in any case.
pub fn is_syllable(word: &str) -> bool {
    let mut tones = 0;
    let (mut is_short, mut is_last) = (false, false);
    let toneless: String = word
        .nfd()
        .filter(|char| {
            let is_tone = matches!(
                char,
                '\u{300}' | '\u{301}' | '\u{303}' | '\u{309}' | '\u{323}'
            );
            tones += u8::from(is_tone);
            is_short |= matches!(char, '\u{301}' | '\u{323}');
            is_last = is_tone || (is_last && is_combining_mark(*char));
            !is_tone
        })
        .nfc()
        .flat_map(char::to_lowercase)
        .collect();
    // A syllable that ends in a stop has only two of the tones.
    let ends_short = toneless.ends_with(['c', 'k', 'p', 't']) || toneless.ends_with("ch");
    if tones > 1 || (ends_short && !is_short) || (is_last && ends_in_glide(&toneless)) {
        return false;
    }
    if let Some(rhyme) = toneless.strip_prefix("qu") {
        return AFTER_QU.contains(rhyme);
    }
    let mut begins = BEGINNINGS
        .iter()
        .filter_map(|begin| toneless.strip_prefix(begin));
    begins.any(|rhyme| RHYMES.contains(rhyme))
}

/// Whether a word ends in a vowel that follows another one and never has the tone: "ai", "iu", but not "uy" or "giỏ".
fn ends_in_glide(toneless: &str) -> bool {
    let mut letters = toneless.chars().rev();
    let (last, before) = (letters.next(), letters.next());
    let is_begin = matches!(toneless.get(..2), Some("gi" | "qu")) && toneless.chars().count() == 3;
    let is_glide = matches!(last, Some('i' | 'o' | 'u' | 'y'));
    let follows = before.is_some_and(|before| "aăâeêioôơuư".contains(before));
    is_glide && follows && !is_begin && !toneless.ends_with("uy")
}

fn set(words: &'static str) -> HashSet<&'static str> {
    words.split_ascii_whitespace().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_names_are_syllables() {
        for word in "Nguyễn Trần Lê Phạm Hoàng Huỳnh Phan Vũ Võ Đặng Bùi Đỗ Hồ Ngô Dương Lý Quách Quỳnh Quyền Quốc \
            Quýt Quý Giỏ Giữ Lụa Thuở Khoẻ Giang Gì Nghiêm Thuỳ Thùy Ước Yến Ý Ánh Ổi Khuê Phượng Trường Tuyết Hữu Nguyệt Đắk Thoại Hoà Hòa"
            .split_whitespace()
        {
            assert!(is_syllable(word), "{word}");
            assert!(is_syllable(&word.to_uppercase()), "{word}");
            let apart: String = word.nfd().collect();
            assert!(is_syllable(&apart), "{word}");
        }
    }

    #[test]
    fn other_words_are_none() {
        for word in "Müller Muñoz Ångström Noël José Björn Søren Gwłx Nguyen\u{301}\u{303} Bac\u{300} Ng Đ qu Thiũ Maì Caó"
            .split_whitespace()
        {
            assert!(!is_syllable(word), "{word}");
        }
    }
}
