//! Texts in scripts that the fonts lack, written in Latin letters.

use std::borrow::Cow;

use ttf_parser::Face;
use unicode_normalization::char::is_combining_mark;
use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};

/// Returns the text in letters that `face` has. Letters of other scripts become the Latin ones that sound alike (`李小龙` is
/// `Li Xiao Long`), and pictures their English name in brackets. In a text that is Japanese by its syllables, an ellipsis stands
/// in place of other characters, because how they are read cannot be told and in Chinese they are read in another way. Marks that are put together with their letters, white space
/// becomes spaces, and characters without a shape of their own are left out. The result stays as it is when it is made
/// readable again.
#[must_use]
pub fn readable<'a>(face: &Face<'_>, text: &'a str) -> Cow<'a, str> {
    let has = |char| face.glyph_index(char).is_some();
    let is_plain =
        |char| char == ' ' || (has(char) && !is_shapeless(char) && !char.is_whitespace());
    if text.chars().all(is_plain) && is_nfc_quick(text.chars()) == IsNormalized::Yes {
        return Cow::Borrowed(text);
    }
    let is_japanese = text.chars().any(is_kana);
    let mut shown = String::with_capacity(text.len());
    let mut foreign = String::new();
    for char in text.chars().filter(|char| !is_shapeless(*char)).nfc() {
        if is_japanese && is_han(char) {
            push_foreign(&mut shown, &mut foreign, None);
            if !shown.ends_with('…') {
                shown.push('…');
            }
            continue;
        }
        let char = if char.is_whitespace() { ' ' } else { char };
        // A mark belongs to the letter before it.
        if has(char) && (foreign.is_empty() || !is_combining_mark(char)) {
            push_foreign(&mut shown, &mut foreign, Some(char));
            shown.push(char);
        } else {
            foreign.push(char);
        }
    }
    push_foreign(&mut shown, &mut foreign, None);
    Cow::Owned(shown)
}

/// Adds the replacement of `foreign`, which is empty afterwards, between `shown` and the character after it.
fn push_foreign(shown: &mut String, foreign: &mut String, next: Option<char>) {
    let is_word = foreign.chars().any(char::is_alphanumeric);
    let latin = deunicode::deunicode_with_tofu(foreign, "");
    foreign.clear();
    let latin = latin.trim();
    let Some(first) = latin.chars().next() else {
        return;
    };
    if shown.chars().next_back().is_some_and(char::is_alphanumeric) {
        shown.push(' ');
    }
    if is_word {
        // Most other scripts have no capitals, and a name begins with one.
        shown.extend(first.to_uppercase());
        shown.push_str(latin.get(first.len_utf8()..).unwrap_or_default());
    } else if latin.contains(char::is_alphabetic) {
        shown.push('(');
        shown.push_str(latin);
        shown.push(')');
    } else {
        shown.push_str(latin);
    }
    if next.is_some_and(char::is_alphanumeric) {
        shown.push(' ');
    }
}

/// Whether a character is a Japanese syllable.
fn is_kana(char: char) -> bool {
    matches!(char, '\u{3041}'..='\u{3096}' | '\u{30A1}'..='\u{30FA}' | '\u{31F0}'..='\u{31FF}' | '\u{FF66}'..='\u{FF9D}')
}

/// Whether a character is one that Chinese and Japanese share.
fn is_han(char: char) -> bool {
    matches!(char,
        '\u{3005}' | '\u{3007}' | '\u{3400}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}'
        | '\u{20000}'..='\u{3FFFF}')
}

/// Whether a character only controls how others are shown: direction, joining, the form or colour of a picture.
fn is_shapeless(char: char) -> bool {
    (char.is_control() && !char.is_whitespace())
        || matches!(char,
            '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{180B}'..='\u{180E}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}'
            | '\u{2060}'..='\u{206F}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{1F3FB}'..='\u{1F3FF}'
            | '\u{E0000}'..='\u{E0FFF}')
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
            ("やまだ たろう", "Yamada Tarou"),
            // Not "Tian Zhong Sakura".
            ("田中さくら", "…Sakura"),
            ("さくら 田中", "Sakura …"),
            ("김민수", "Gimminsu"),
            ("Đêm nhạc 🎉", "Đêm nhạc (tada)"),
            ("Lan ❤️", "Lan (heart)"),
            ("李小龙 🎉 สมชาย", "Li Xiao Long (tada) Smchaay"),
            ("Nguye\u{302}\u{303}n", "Nguyễn"),
            ("A\u{200B}n\tBình\u{202E}", "An Bình"),
        ] {
            assert_eq!(shown(text), latin, "{text}");
        }
        for text in ["محمد علي", "สมชาย ใจดี", "אברהם", "अमित"]
        {
            let latin = shown(text);
            assert!(
                latin.is_ascii() && latin.contains(char::is_alphabetic),
                "{text}: {latin}"
            );
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
