//! Texts in scripts that the fonts lack, written in Latin letters.

use std::borrow::Cow;

use deunicode::deunicode_char;
use ttf_parser::Face;
use unicode_normalization::char::is_combining_mark;
use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};

/// Returns the text in letters that `face` has. Letters of other scripts become the Latin ones that sound alike (`李小龙` is
/// `Li Xiao Long`), and pictures their English name in brackets. Characters that Chinese and Japanese share are read as in
/// Chinese, because no text says how its names are read. A letter without a known sound is a question mark. Marks are put
/// together with their letters, white space becomes spaces, and characters without a shape of their own are left out. Each
/// word is written by itself, so a text may be divided between words before or after. The result stays as it is when it is
/// made readable again.
#[must_use]
pub fn readable<'a>(face: &Face<'_>, text: &'a str) -> Cow<'a, str> {
    let has = |char| face.glyph_index(char).is_some();
    let is_plain =
        |char| char == ' ' || (has(char) && !is_shapeless(char) && !char.is_whitespace());
    if text.chars().all(is_plain) && is_nfc_quick(text.chars()) == IsNormalized::Yes {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len());
    let mut foreign = String::new();
    let usual = plainer(text);
    for char in usual.nfc() {
        let char = if char.is_whitespace() { ' ' } else { char };
        // A mark belongs to the letter before it.
        let is_mark = is_combining_mark(char);
        if has(char) && (foreign.is_empty() || !is_mark) {
            push_foreign(&mut shown, &mut foreign, Some(char));
            shown.push(char);
            continue;
        }
        let begins = foreign.chars().next().map(Kind::of);
        if begins.is_some_and(|kind| !is_mark && kind != Kind::of(char)) {
            push_foreign(&mut shown, &mut foreign, None);
        }
        foreign.push(char);
    }
    push_foreign(&mut shown, &mut foreign, None);
    Cow::Owned(shown)
}

/// Returns the text without shapeless characters, with signs of repetition written out, and with wide, narrow,
/// joined and mathematical letters as the usual ones.
fn plainer(text: &str) -> String {
    let mut usual = String::with_capacity(text.len());
    for char in text.chars().filter(|char| !is_shapeless(*char)) {
        match char {
            _ if repeats(char) => usual.extend(usual.chars().next_back()),
            '\u{FB1D}'..='\u{FDFF}'
            | '\u{FE70}'..='\u{FEFC}'
            | '\u{FF01}'..='\u{FFEF}'
            | '\u{1D400}'..='\u{1D7FF}' => usual.extend(char.nfkc()),
            _ => usual.push(char),
        }
    }
    usual
}

/// How a character that the font lacks is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// A character that Chinese and Japanese share.
    Han,
    /// A Japanese syllable.
    Kana,
    /// A letter or digit of another script.
    Letter,
    /// A picture or a punctuation mark.
    Sign,
}

impl Kind {
    fn of(char: char) -> Self {
        match char {
            '\u{3007}'
            | '\u{3400}'..='\u{4DBF}'
            | '\u{4E00}'..='\u{9FFF}'
            | '\u{F900}'..='\u{FAFF}'
            | '\u{20000}'..='\u{3FFFF}' => Self::Han,
            '\u{3041}'..='\u{3096}'
            | '\u{30A1}'..='\u{30FA}'
            | '\u{30FC}'
            | '\u{31F0}'..='\u{31FF}' => Self::Kana,
            _ if char.is_alphanumeric() => Self::Letter,
            _ => Self::Sign,
        }
    }
}

/// Adds the replacement of `foreign`, which is empty afterwards, between `shown` and the character after it. All of
/// `foreign` has one kind.
fn push_foreign(shown: &mut String, foreign: &mut String, next: Option<char>) {
    let Some(kind) = foreign.chars().next().map(Kind::of) else {
        return;
    };
    let latin: String = match kind {
        Kind::Han => foreign
            .chars()
            .map(|char| sound_of(char).unwrap_or("?"))
            .collect(),
        Kind::Kana => romaji(foreign),
        Kind::Letter => spelled(foreign),
        Kind::Sign => foreign.chars().filter_map(sound_of).collect(),
    };
    foreign.clear();
    let words: Vec<&str> = latin.split_whitespace().collect();
    let mut latin = words.join(" ");
    if kind != Kind::Sign {
        latin = capitalised(&latin);
    } else if latin.contains(char::is_alphanumeric) && !latin.starts_with('(') {
        latin = format!("({latin})");
    }
    let ends_word = |char: char| char.is_alphanumeric() || matches!(char, ')' | ',');
    if shown.ends_with(ends_word)
        && latin.starts_with(|char: char| char.is_alphanumeric() || char == '(')
    {
        shown.push(' ');
    }
    shown.push_str(&latin);
    if latin.ends_with(ends_word) && next.is_some_and(char::is_alphanumeric) {
        shown.push(' ');
    }
}

/// Begins with a capital: most other scripts have none, and a name begins with one.
fn capitalised(latin: &str) -> String {
    let mut is_begun = false;
    let letters = latin.chars().map(|char| {
        let begins = char.is_ascii_alphabetic() && !is_begun;
        is_begun |= begins;
        if begins {
            char.to_ascii_uppercase()
        } else {
            char
        }
    });
    letters.collect()
}

/// Returns letters of a script other than Chinese and Japanese in Latin ones, small where the script has no capitals.
fn spelled(word: &str) -> String {
    let mut latin_word = String::new();
    let mut spoken_later = None;
    for char in word.chars() {
        let unknown = if char.is_alphanumeric() { "?" } else { "" };
        let mut sound = sound_of(char).unwrap_or(unknown).replace('`', "'");
        if !char.is_uppercase() {
            sound.make_ascii_lowercase();
        }
        // These Thai vowels are written before the consonant after which they are spoken.
        if ('\u{E40}'..='\u{E44}').contains(&char) {
            spoken_later = Some(sound);
            continue;
        }
        latin_word.push_str(&sound);
        latin_word.extend(spoken_later.take());
    }
    latin_word.extend(spoken_later);
    latin_word
}

/// Returns Japanese syllables in Latin letters, as passports have them except that long vowels are kept.
fn romaji(syllables: &str) -> String {
    let is_vowel = |char: char| "aiueo".contains(char);
    let mut latin_word = String::new();
    let mut is_doubled = false;
    for char in syllables.chars() {
        let char = hiragana(char);
        if char == 'っ' {
            is_doubled = true;
            continue;
        }
        if char == 'ー' {
            continue;
        }
        if let Some(vowel) = small_vowel(char) {
            // It takes the place of the vowel before it: `ki` and a small `yo` are `kyo`.
            let mut back = latin_word.chars().rev();
            let replaces = back.next().is_some_and(is_vowel)
                && back.next().is_some_and(|before| !is_vowel(before));
            if replaces {
                latin_word.pop();
            }
            let has_glide = ["sh", "ch", "j"]
                .iter()
                .any(|end| latin_word.ends_with(end));
            if matches!(char, 'ゃ' | 'ゅ' | 'ょ') && !has_glide {
                latin_word.push('y');
            }
            latin_word.push(vowel);
            continue;
        }
        let sound = sound_of(char).unwrap_or_default();
        if std::mem::take(&mut is_doubled) {
            let first = if sound.starts_with("ch") {
                Some('t')
            } else {
                sound.chars().next()
            };
            latin_word.extend(first);
        }
        latin_word.push_str(sound);
    }
    latin_word
}

/// Returns the syllable in the set that is used for Japanese words; both sets have the same order.
fn hiragana(char: char) -> char {
    match char {
        '\u{30A1}'..='\u{30F6}' => char::from_u32(u32::from(char) - 0x60).unwrap_or(char),
        _ => char,
    }
}

/// Returns the vowel that a small syllable puts in the place of the one before it.
fn small_vowel(char: char) -> Option<char> {
    match char {
        'ぁ' | 'ゃ' => Some('a'),
        'ぃ' => Some('i'),
        'ぅ' | 'ゅ' => Some('u'),
        'ぇ' => Some('e'),
        'ぉ' | 'ょ' => Some('o'),
        _ => None,
    }
}

/// Returns the Latin letters or the name of one character; None if it has none. Corrects the table of `deunicode` where names
/// could not be read: it leaves out or misspells Arabic vowels and doublings, spells Japanese by an older rule, and shows
/// thumbs as numbers.
fn sound_of(char: char) -> Option<&'static str> {
    match char {
        'ا' | 'أ' | 'آ' | 'ٱ' | 'ى' | 'ة' => Some("a"),
        'إ' => Some("i"),
        'ع' => Some("'"),
        'غ' => Some("gh"),
        'ک' => Some("k"),
        '\u{651}' => Some(""),
        'จ' => Some("ch"),
        'し' => Some("shi"),
        'じ' | 'ぢ' => Some("ji"),
        'ち' => Some("chi"),
        'つ' => Some("tsu"),
        'づ' => Some("zu"),
        'ふ' => Some("fu"),
        'を' | 'อ' => Some("o"),
        '👍' => Some("thumbs up "),
        '👎' => Some("thumbs down "),
        _ => deunicode_char(char),
    }
}

/// Whether a character says that the one before it comes once more.
fn repeats(char: char) -> bool {
    matches!(char, '々' | '〻' | 'ゝ' | 'ヽ')
}

/// Whether a line may end between two characters although no space stands there.
pub fn is_divisible(before: char, after: char) -> bool {
    match (Kind::of(before), Kind::of(after)) {
        (Kind::Han, Kind::Han | Kind::Kana) | (Kind::Kana, Kind::Han) => !goes_on(before, after),
        _ => false,
    }
}

/// Whether a character is read together with the one before it.
pub fn goes_on(before: char, char: char) -> bool {
    // The joiner makes one picture of two.
    before == '\u{200D}'
        || is_combining_mark(char)
        || is_shapeless(char)
        || repeats(char)
        || matches!(hiragana(char), 'ー' | 'っ')
        || small_vowel(hiragana(char)).is_some()
}

/// Whether a character only controls how others are shown, or stands for a thing that is missing.
fn is_shapeless(char: char) -> bool {
    (char.is_control() && !char.is_whitespace())
        || matches!(char,
            '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{180B}'..='\u{180E}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}'
            | '\u{2060}'..='\u{206F}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{FFF9}'..='\u{FFFD}'
            | '\u{1F3FB}'..='\u{1F3FF}' | '\u{E0000}'..='\u{E0FFF}')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::Weight;

    fn shown(text: &str) -> String {
        let face = Face::parse(Weight::Regular.font(), 0).unwrap();
        readable(&face, text).into_owned()
    }

    #[test]
    fn scripts_that_the_font_lacks_are_written_in_latin_letters() {
        for (text, latin) in [
            ("Nguyễn Thị Đào", "Nguyễn Thị Đào"),
            ("Иван Щёкин", "Иван Щёкин"),
            ("李小龙", "Li Xiao Long"),
            ("王Anna", "Wang Anna"),
            ("(王)", "(Wang)"),
            ("李、王", "Li, Wang"),
            ("阿里巴巴（中国）", "A Li Ba Ba(Zhong Guo)"),
            ("やまだ たろう", "Yamada Tarou"),
            ("田中さくら", "Tian Zhong Sakura"),
            ("さくら 田中", "Sakura Tian Zhong"),
            ("佐々木きょうこ", "Zuo Zuo Mu Kyouko"),
            ("ジョン・スミス", "Jon-Sumisu"),
            ("キット ばっちり ファン", "Kitto Batchiri Fan"),
            ("ﾀﾞｲｽｹ", "Daisuke"),
            ("김민수", "Gimminsu"),
            ("محمد علي", "Mhmd 'Ly"),
            ("فاطمة", "Fatma"),
            ("محمّد", "Mhmd"),
            ("\u{FEE3}\u{FEA4}\u{FEE4}\u{FEAA}", "Mhmd"),
            ("สมชาย ใจดี", "Smchaay Chaidii"),
            ("אברהם", "'Brhm"),
            ("अमित", "Amit"),
            ("Đêm nhạc 🎉", "Đêm nhạc (tada)"),
            ("Lan ❤️", "Lan (heart)"),
            // Not "+1", which says that a second person comes.
            ("Lan 👍🏽", "Lan (thumbs up)"),
            ("👨‍👩‍👧", "(man woman girl)"),
            ("🇻🇳", "(VN)"),
            ("王🎉王", "Wang (tada) Wang"),
            ("李小龙 🎉 สมชาย", "Li Xiao Long (tada) Smchaay"),
            ("𝐋𝐚𝐧", "Lan"),
            // A rare character whose sound no table has.
            ("\u{2A700}", "?"),
            ("Nguye\u{302}\u{303}n", "Nguyễn"),
            ("A\u{200B}n\tBình\u{202E}", "An Bình"),
            ("A\u{FFFC}n", "An"),
        ] {
            assert_eq!(shown(text), latin, "{text}");
        }
    }

    proptest! {
        #[test]
        fn whatever_is_shown_has_a_shape_and_stays_as_it_is(text in "\\PC{0,40}|.{0,40}") {
            let face = Face::parse(Weight::Bold.font(), 0).unwrap();
            let once = readable(&face, &text).into_owned();
            for char in once.chars() {
                prop_assert!(char == ' ' || face.glyph_index(char).is_some(), "{char:?}");
            }
            prop_assert_eq!(&readable(&face, &once), &once);
        }
    }
}
