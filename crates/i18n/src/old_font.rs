//! Vietnamese text typed for the fonts of the nineties, which drew Vietnamese letters in the places of western ones.
//!
//! Such a text is recognised by proof only: its words are no Vietnamese as they stand, and are once they are converted.
//! A text that is right as it is, and a foreign name with letters of its own, are left alone.

use std::collections::HashSet;

use unicode_normalization::UnicodeNormalization as _;

use crate::syllable::is_syllable;
use crate::text::fold_for_search;

/// The words by which a file is judged: enough for any list, and few enough for any text.
const MAX_WORDS: usize = 20_000;
/// Characters of the longest word that is looked at. The longest syllable has seven letters, written as nine.
const MAX_WORD: usize = 12;
/// Points that prove an old font: a word has one, and two if it cannot well be anything else.
const PROOF: usize = 3;

/// The lower letters of TCVN3 by their place, from U+00A8 on.
#[rustfmt::skip]
const TCVN3_LOWER: &[(char, char)] = &[
    ('¨', 'ă'), ('©', 'â'), ('ª', 'ê'), ('«', 'ô'), ('¬', 'ơ'), ('\u{ad}', 'ư'), ('®', 'đ'),
    ('µ', 'à'), ('\u{3bc}', 'à'), ('¶', 'ả'), ('·', 'ã'), ('¸', 'á'), ('¹', 'ạ'),
    ('»', 'ằ'), ('¼', 'ẳ'), ('½', 'ẵ'), ('¾', 'ắ'), ('Æ', 'ặ'),
    ('Ç', 'ầ'), ('È', 'ẩ'), ('É', 'ẫ'), ('Ê', 'ấ'), ('Ë', 'ậ'),
    ('Ì', 'è'), ('Î', 'ẻ'), ('Ï', 'ẽ'), ('Ð', 'é'), ('Ñ', 'ẹ'),
    ('Ò', 'ề'), ('Ó', 'ể'), ('Ô', 'ễ'), ('Õ', 'ế'), ('Ö', 'ệ'),
    ('×', 'ì'), ('Ø', 'ỉ'), ('Ü', 'ĩ'), ('Ý', 'í'), ('Þ', 'ị'),
    ('ß', 'ò'), ('á', 'ỏ'), ('â', 'õ'), ('ã', 'ó'), ('ä', 'ọ'),
    ('å', 'ồ'), ('æ', 'ổ'), ('ç', 'ỗ'), ('è', 'ố'), ('é', 'ộ'),
    ('ê', 'ờ'), ('ë', 'ở'), ('ì', 'ỡ'), ('í', 'ớ'), ('î', 'ợ'),
    ('ï', 'ù'), ('ñ', 'ủ'), ('ò', 'ũ'), ('ó', 'ú'), ('ô', 'ụ'),
    ('õ', 'ừ'), ('ö', 'ử'), ('÷', 'ữ'), ('ø', 'ứ'), ('ù', 'ự'),
    ('ú', 'ỳ'), ('û', 'ỷ'), ('ü', 'ỹ'), ('ý', 'ý'), ('þ', 'ỵ'),
];
/// Its upper letters: those without a tone. Others are lower letters in a font that draws all of them as capitals.
#[rustfmt::skip]
const TCVN3_UPPER: &[(char, char)] = &[
    ('¡', 'Ă'), ('¢', 'Â'), ('£', 'Ê'), ('¤', 'Ô'), ('¥', 'Ơ'), ('¦', 'Ư'), ('§', 'Đ'),
];

/// Letters of VNI that stand alone, in lower case.
#[rustfmt::skip]
const VNI_ALONE: &[(char, char)] = &[
    ('ô', 'ơ'), ('ö', 'ư'), ('ñ', 'đ'), ('î', 'ỵ'), ('æ', 'ỉ'), ('ó', 'ĩ'), ('ò', 'ị'), ('ì', 'ì'), ('í', 'í'),
];
/// Marks of VNI behind a vowel, in lower case: the vowels that can have it, and the marks that it stands for.
#[rustfmt::skip]
const VNI_MARKS: &[(char, &str, &str)] = &[
    ('ø', "aeouyơư", "\u{300}"), ('ù', "aeouyơư", "\u{301}"), ('û', "aeouyơư", "\u{309}"),
    ('õ', "aeouyơư", "\u{303}"), ('ï', "aeouyơư", "\u{323}"),
    ('â', "aeo", "\u{302}"), ('à', "aeo", "\u{302}\u{300}"), ('á', "aeo", "\u{302}\u{301}"),
    ('å', "aeo", "\u{302}\u{309}"), ('ã', "aeo", "\u{302}\u{303}"), ('ä', "aeo", "\u{302}\u{323}"),
    ('ê', "a", "\u{306}"), ('è', "a", "\u{306}\u{300}"), ('é', "a", "\u{306}\u{301}"),
    ('ú', "a", "\u{306}\u{309}"), ('ü', "a", "\u{306}\u{303}"), ('ë', "a", "\u{306}\u{323}"),
];

/// Frequent words of names, folded. An accident does not make one of them out of another word.
const FREQUENT: &str = "nguyen tran pham hoang huynh phan dang bui duong van thi ngoc duc hung dung tuan thanh minh \
    phuong huong hong nhung trang quynh linh thuy hien loan cuong manh tien dinh truong trinh doan";

/// A way of writing Vietnamese for fonts of the nineties.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OldFont {
    /// TCVN3 (ABC): `.VnTime`, `.VnArial` and others whose names begin with `.Vn`.
    Tcvn3,
    /// VNI: `VNI-Times` and others whose names begin with `VNI`.
    Vni,
}

/// A text of a file in an old font, as far as it can be converted.
#[derive(Debug, PartialEq, Eq)]
pub enum Converted {
    /// Nothing in it is from the old font.
    Unchanged,
    To(String),
    /// It may be from the old font, and nothing proves how it reads.
    Unclear,
}

/// The result of reading a word as one of an old font.
#[derive(PartialEq, Eq)]
enum Word {
    /// The same in every font.
    Plain,
    /// Vietnamese, as it stands and converted.
    Either(String),
    /// Vietnamese as it stands only.
    Proper,
    /// Vietnamese when converted only.
    Old(String),
    Foreign,
}

impl OldFont {
    const ALL: [Self; 2] = [Self::Tcvn3, Self::Vni];

    /// Returns the name by which people know it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Tcvn3 => "TCVN3 (.VnTime)",
            Self::Vni => "VNI (VNI-Times)",
        }
    }

    /// Finds the font for which some of the texts of a file were typed, and whether all of them may have been: nothing in
    /// them is right as it stands.
    #[must_use]
    pub fn of<'a>(texts: impl Iterator<Item = &'a str>) -> Option<(Self, bool)> {
        let unplain = texts
            .flat_map(words)
            .filter(|word| !word.is_ascii() && word.chars().nth(MAX_WORD).is_none());
        let words: HashSet<&str> = unplain.take(MAX_WORDS).collect();
        Self::ALL
            .into_iter()
            .find_map(|font| Some((font, font.is_proved(&words)?)))
    }

    fn is_proved(self, words: &HashSet<&str>) -> Option<bool> {
        let (mut points, mut old, mut sure, mut foreign) = (0, 0, 0, 0);
        let mut is_all = true;
        for word in words {
            match self.word(word) {
                Word::Old(converted) => {
                    let is_sure = self.is_sure(word, &converted);
                    old += 1;
                    sure += usize::from(is_sure);
                    points += 1 + usize::from(is_sure);
                }
                Word::Foreign => foreign += 1,
                Word::Proper => is_all = false,
                Word::Plain | Word::Either(_) => {}
            }
        }
        let holds = points >= PROOF && old >= foreign && (is_all || sure >= 2);
        holds.then_some(is_all)
    }

    /// Whether a word is hardly anything else: it has a sign that no word has, or is frequent in names.
    fn is_sure(self, word: &str, converted: &str) -> bool {
        let is_sign = |char: char| !char.is_alphabetic() || matches!(char, 'ª' | 'µ');
        let folded = fold_for_search(converted);
        self == Self::Tcvn3 && word.contains(is_sign)
            || FREQUENT.split_ascii_whitespace().any(|name| name == folded)
    }

    /// Converts a text of a file in this font. Of a name every word must prove to be from it. `is_all`: nothing in the file
    /// is right as it stands, so words that could be either are from it, too.
    #[must_use]
    pub fn convert(self, text: &str, is_name: bool, is_all: bool) -> Converted {
        if text.is_ascii() {
            return Converted::Unchanged;
        }
        let (mut old, mut either, mut proper, mut foreign) = (0, 0, 0, 0);
        for word in words(text) {
            match self.word(word) {
                Word::Plain => {}
                Word::Either(converted) => either += usize::from(converted != word),
                Word::Proper => proper += 1,
                Word::Old(_) => old += 1,
                Word::Foreign => foreign += 1,
            }
        }
        if old == 0 && (either == 0 || proper > 0 || foreign > 0) {
            return Converted::Unchanged;
        }
        if proper > 0 || foreign > old / 2 || (is_name && foreign > 0) || (old == 0 && !is_all) {
            return Converted::Unclear;
        }
        Converted::To(self.rewritten(text, is_name))
    }

    fn rewritten(self, text: &str, is_name: bool) -> String {
        let is_capitals = {
            let mut is_before = false;
            let mut are_beside = false;
            for char in text.chars() {
                are_beside |= is_before && char.is_ascii_uppercase();
                is_before = char.is_ascii_uppercase();
            }
            are_beside && !text.contains(|char: char| char.is_ascii_lowercase())
        };
        let mut is_capitalised = false;
        let mut are_capitalised = true;
        for word in words(text) {
            let first = word.chars().next();
            if first.is_some_and(|first| first.is_ascii_alphabetic()) {
                is_capitalised = true;
                are_capitalised &= first.is_some_and(|first| first.is_ascii_uppercase());
            }
        }
        let is_title = is_name && is_capitalised && are_capitalised;
        let mut written = String::with_capacity(text.len() + 8);
        let mut rest = text;
        while !rest.is_empty() {
            let end = rest.find(is_between).unwrap_or(rest.len());
            let (word, after) = rest.split_at(end);
            let next = after.find(|char| !is_between(char)).unwrap_or(after.len());
            let (between, after) = after.split_at(next);
            match self.word(word) {
                Word::Old(converted) | Word::Either(converted) => {
                    if is_capitals && self == Self::Tcvn3 {
                        written.push_str(&converted.to_uppercase());
                    } else if is_title && self == Self::Tcvn3 {
                        // The font has no capitals with a tone.
                        let mut chars = converted.chars();
                        written.extend(chars.next().into_iter().flat_map(char::to_uppercase));
                        written.push_str(chars.as_str());
                    } else {
                        written.push_str(&converted);
                    }
                }
                Word::Plain | Word::Proper | Word::Foreign => written.push_str(word),
            }
            written.push_str(between);
            rest = after;
        }
        written
    }

    fn word(self, word: &str) -> Word {
        if word.is_ascii() {
            return Word::Plain;
        }
        if word.chars().nth(MAX_WORD).is_some() {
            return Word::Foreign;
        }
        let is_right = is_syllable(word);
        let converted = self
            .decoded(word)
            .filter(|converted| is_syllable(converted));
        // A sign by itself ("·", "©") is rather a sign than a letter.
        let is_letter = word.contains(char::is_alphabetic);
        match converted {
            Some(_) if !is_letter => Word::Plain,
            Some(converted) if is_right => Word::Either(converted),
            Some(converted) => Word::Old(converted),
            None if is_right => Word::Proper,
            None => self.abbreviation(word).unwrap_or(Word::Foreign),
        }
    }

    /// Reads an abbreviation with Đ, such as "SĐT". In VNI its Ñ may be a Spanish one.
    fn abbreviation(self, word: &str) -> Option<Word> {
        let is_part = |char: char| match self {
            Self::Tcvn3 => char == '§' || char.is_ascii_uppercase(),
            Self::Vni => char == 'Ñ' || (char.is_ascii_uppercase() && !"AEIOUY".contains(char)),
        };
        let converted = self.decoded(word).filter(|_| word.chars().all(is_part))?;
        Some(match self {
            Self::Tcvn3 => Word::Old(converted),
            Self::Vni => Word::Either(converted),
        })
    }

    /// Returns the letters that the font shows for `text`; `None` if it has characters without a meaning in it.
    fn decoded(self, text: &str) -> Option<String> {
        match self {
            Self::Tcvn3 => text.chars().map(tcvn3).collect(),
            Self::Vni => vni(text),
        }
    }
}

fn tcvn3(char: char) -> Option<char> {
    if char.is_ascii() {
        return Some(char);
    }
    let mut known = TCVN3_LOWER.iter().chain(TCVN3_UPPER);
    let known = known.find(|(place, _)| *place == char);
    known.map(|(_, letter)| *letter)
}

fn vni(text: &str) -> Option<String> {
    let mut letters = String::with_capacity(text.len() + 8);
    // The vowel before, which a mark can follow.
    let mut before: Option<char> = None;
    for char in text.chars() {
        let lower = char.to_lowercase().next().unwrap_or(char);
        let mark = VNI_MARKS.iter().find(|(mark, vowels, _)| {
            *mark == lower && before.is_some_and(|vowel| vowels.contains(vowel))
        });
        if let Some((_, _, marks)) = mark {
            letters.push_str(marks);
            before = None;
            continue;
        }
        let letter = if char.is_ascii() {
            lower
        } else {
            VNI_ALONE.iter().find(|(place, _)| *place == lower)?.1
        };
        if char == lower {
            letters.push(letter);
        } else {
            letters.extend(letter.to_uppercase());
        }
        before = Some(letter);
    }
    Some(letters.nfc().collect())
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(is_between).filter(|word| !word.is_empty())
}

/// Whether a character stands between words in every font.
fn is_between(char: char) -> bool {
    let is_mark = ('\u{300}'..='\u{36f}').contains(&char);
    char.is_whitespace()
        || char.is_ascii() && !char.is_ascii_alphabetic()
        || char > 'ÿ' && !char.is_alphanumeric() && !is_mark
}

#[cfg(test)]
mod tests;
